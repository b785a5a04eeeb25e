// Queens by hand.

import { boardOf } from "../boards/board.js";
import { pairs } from "../boards/queens.js";
import { button, el, say } from "../ui/dom.js";
import { count } from "../ui/format.js";
import { table } from "./table.js";

export class QueensPlay {
  constructor({ answer, params, say, remember }) {
    Object.assign(this, { tell: say, save: remember });
    this.rows = [...(answer.cells ?? [])];
    this.rays = params.get("rays") !== "no";
    this.small = Boolean(answer.cells) && answer.view.columns <= 24;
    this.board = boardOf(answer, { interactive: true });
    if (this.small) this.board.onCell((cell) => this.clicked(cell));
    this.build();
    this.draw();
  }

  build() {
    this.placed = el("dd", { id: "queens-placed" });
    this.attacks = el("dd", { id: "attacks" });
    this.raysBox = el("input", { type: "checkbox", id: "show-rays" });
    this.raysBox.checked = this.rays;
    this.raysBox.addEventListener("change", () => {
      this.rays = this.raysBox.checked;
      this.draw();
    });
    this.element = table({
      board: this.board,
      facts: [
        ["queens", this.placed],
        ["attacking pairs", this.attacks],
      ],
      buttons: [
        button("clear", "Clear the board", () => this.clear()),
        el("label", { class: "check" }, this.raysBox, el("span", { text: "Show attacked cells" })),
      ],
      words: "Click a cell to place its column's queen; click it again to remove it.",
    });
  }

  destroy() {}

  clicked(cell) {
    const n = this.rows.length;
    const [row, column] = [Math.floor(cell / n), cell % n];
    this.rows[column] = this.rows[column] === row ? null : row;
    this.draw();
  }

  clear() {
    this.rows.fill(null);
    this.draw();
  }

  draw() {
    const n = this.rows.length;
    const placed = this.rows.filter((row) => row !== null).length;
    const attacks = pairs(this.rows);
    this.board.show(this.rows, { rays: this.rays });
    say(this.placed, `${count(placed)} of ${count(n)}`);
    say(this.attacks, count(attacks));
    this.save({ rays: this.rays ? "" : "no" });
    if (!this.small) this.tell("This board is too large to play by hand: use at most 24 queens.", "stopped");
    else if (placed === n && attacks === 0) this.tell("Solved: no queen attacks another.", "solved");
    else if (attacks > 0)
      this.tell(
        `${attacks === 1 ? "One pair of queens attacks" : `${count(attacks)} pairs of queens attack`} each other.`,
        "stuck",
      );
    else this.tell(`Place ${n - placed} more.`, "ready");
  }
}
