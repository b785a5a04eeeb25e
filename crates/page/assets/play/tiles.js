// Sliding tiles by hand.

import { stream } from "../api.js";
import { boardOf } from "../boards/board.js";
import { touch } from "../boards/tiles.js";
import { button, el, say } from "../ui/dom.js";
import { count, duration, plural } from "../ui/format.js";
import { table } from "./table.js";

const LIMITS = { seconds: 30 };

export class TilesPlay {
  constructor({ answer, request, given, say, remember }) {
    Object.assign(this, { opened: answer, request, given, tell: say });
    remember({});
    this.history = [answer.cells];
    /** The boards of a best path from a board met earlier. */
    this.way = null;
    this.board = boardOf(answer, { interactive: true });
    this.board.onCell((cell) => this.slide(cell), { arrows: false });
    this.build();
    this.key = (event) => this.pressed(event);
    document.addEventListener("keydown", this.key);
    this.draw();
  }

  build() {
    this.count = el("dd", { id: "move-count" });
    this.best = el("dd", { id: "best-count", text: "?" });
    this.backButton = button("take-back", "Take back", () => this.takeBack());
    this.bestButton = button("best", "Fewest moves from here?", () => this.ask(), "primary");
    this.hintButton = button("hint", "Hint", () => this.hint());
    this.stopButton = button("stop", "Stop", () => this.asking?.abort());
    this.stopButton.hidden = true;
    this.progress = el("p", { id: "progress", class: "hint" });
    const again = button("restart", "Start again", () => this.restart());
    this.element = table({
      board: this.board,
      facts: [
        ["moves made", this.count],
        ["fewest from here", this.best],
      ],
      buttons: [this.bestButton, this.hintButton, this.backButton, again, this.stopButton, this.progress],
      words: "Click a tile next to the blank, or press an arrow key, to slide it.",
    });
  }

  destroy() {
    this.asking?.abort();
    document.removeEventListener("keydown", this.key);
  }

  get cells() {
    return this.history.at(-1);
  }

  pressed(event) {
    if (event.target.closest("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
    const { columns } = this.opened.view;
    const from = { ArrowLeft: 1, ArrowRight: -1, ArrowUp: columns, ArrowDown: -columns }[event.key];
    if (!from) return;
    event.preventDefault();
    this.slide(this.cells.indexOf(0) + from);
  }

  slide(cell) {
    const blank = this.cells.indexOf(0);
    if (cell < 0 || cell >= this.cells.length || !touch(cell, blank, this.opened.view.columns)) return;
    const next = [...this.cells];
    [next[blank], next[cell]] = [next[cell], 0];
    this.history.push(next);
    this.draw();
  }

  takeBack() {
    if (this.history.length > 1) this.history.pop();
    this.draw();
  }

  restart() {
    this.history.length = 1;
    this.draw();
  }

  /** How many moves are left, if the best path found leads through here. */
  get left() {
    const at = this.way?.findIndex((board) => same(board, this.cells)) ?? -1;
    return at < 0 ? null : this.way.length - 1 - at;
  }

  draw() {
    this.board.show(this.cells, { slow: true });
    say(this.count, count(this.history.length - 1));
    say(this.best, this.left === null ? "?" : count(this.left));
    this.backButton.disabled = this.history.length < 2;
    if (same(this.cells, this.opened.view.goal))
      this.tell(`Solved in ${plural(this.history.length - 1, "move")}.`, "solved");
    else if (this.opened.unsolvable) this.tell(`No solution: ${this.opened.unsolvable}.`, "unsolvable");
    else if (!this.asking) this.tell("Slide the tiles to the goal.", "ready");
  }

  /** Searches from here, at full speed; true if a solution was found. */
  async ask() {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    this.stopButton.hidden = false;
    this.tell("Searching …", "running");
    let found = null;
    try {
      const request = {
        domain: this.request.domain,
        settings: this.given,
        instance: this.cells.join(" "),
        methods: [this.opened.default_method],
        steps: 0,
        limits: LIMITS,
      };
      await stream("/api/run", request, asking.signal, (line) => {
        if (line.type === "progress")
          say(this.progress, `${plural(line.expanded, "node")} expanded in ${duration(line.seconds)}`);
        if (line.type === "failed") throw new Error(line.error);
        if (line.type === "done") found = line;
      });
      this.found(found);
    } catch (error) {
      this.tell(
        error.name === "AbortError" ? "Stopped." : error.message,
        error.name === "AbortError" ? "stopped" : "failed",
      );
      found = null;
    }
    if (this.asking === asking) {
      this.asking = null;
      this.stopButton.hidden = true;
      say(this.progress, "");
    }
    return found?.report.verdict === "solved";
  }

  found(done) {
    if (done.report.verdict !== "solved") return this.tell(done.summary, done.report.verdict);
    this.way = done.boards;
    say(this.best, count(this.left));
    const { optimal, expanded } = done.report;
    const moves = plural(done.boards.length - 1, "move");
    const found = optimal ? `The shortest solution from here has ${moves}` : `A solution of ${moves} was found`;
    this.tell(`${found} (${plural(expanded, "node")} expanded).`, "ready");
  }

  /** Makes the next move of a best path. */
  async hint() {
    if (this.left === null && !(await this.ask())) return;
    const at = this.way.findIndex((board) => same(board, this.cells));
    const next = this.way[at + 1];
    if (!next) return;
    this.slide(next.indexOf(0));
    if (this.left > 0)
      this.tell(`Moved tile ${this.cells[this.way[at].indexOf(0)]}: ${plural(this.left, "move")} left.`, "ready");
  }
}

function same(a, b) {
  return a.every((tile, cell) => tile === b[cell]);
}
