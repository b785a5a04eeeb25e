// A constraint problem by hand: a cell is chosen and given a value. Each problem defines where its
// values clash, and how a hint is found.

import { boardOf } from "../boards/board.js";
import { button, el, say } from "../ui/dom.js";
import { count, plural } from "../ui/format.js";
import { keypad } from "../ui/keypad.js";
import { table } from "./table.js";

export class AssigningPlay {
  /**
   * @param {any} setup as Play gives it
   * @param {{keys: any[], clashes: (cells: any[]) => Set<number>, words: string,
   *   hint: (cells: any[]) => Promise<{cell: number, value: number} | null>}} problem `clashes`: the
   *   cells that break a rule; `hint`: a value that leads to a solution, null if none does
   */
  constructor({ answer, say, remember }, problem) {
    Object.assign(this, { tell: say, problem, view: answer.view });
    remember({});
    this.given = answer.cells.map((value) => value !== null);
    this.history = [answer.cells];
    this.selected = this.given.indexOf(false);
    this.hints = 0;
    this.board = boardOf(answer, { interactive: true });
    this.board.onCell((cell) => this.select(cell));
    this.build();
    this.board.element.addEventListener("keydown", (event) => this.key(event));
    this.draw();
  }

  build() {
    this.left = el("dd", { id: "cells-left" });
    this.wrong = el("dd", { id: "clashes" });
    this.hintsTaken = el("dd", { id: "hints" });
    this.backButton = button("take-back", "Take back", () => this.takeBack());
    this.hintButton = button("hint", "Hint", () => this.hint());
    this.element = table({
      board: this.board,
      below: keypad(this.problem.keys, (value) => this.put(value)),
      facts: [
        ["left to fill", this.left],
        ["in conflict", this.wrong],
        ["hints", this.hintsTaken],
      ],
      buttons: [this.hintButton, this.backButton, button("restart", "Start again", () => this.restart())],
      words: this.problem.words,
    });
  }

  destroy() {
    this.gone = true;
  }

  get cells() {
    return this.history.at(-1);
  }

  select(cell) {
    this.selected = cell;
    this.draw();
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const known = this.problem.keys.find(({ text }) => text === event.key);
    const erases = ["Delete", "Backspace", "0", "."].includes(event.key);
    if (!known && !erases) return;
    const focused = event.target.closest("[data-cell]");
    if (focused) this.selected = Number(focused.dataset.cell);
    event.preventDefault();
    this.put(known ? known.value : null);
  }

  put(value, cell = this.selected) {
    if (cell < 0 || this.given[cell] || this.cells[cell] === value) return;
    this.history.push(this.cells.with(cell, value));
    this.draw();
  }

  takeBack() {
    if (this.history.length > 1) this.history.pop();
    this.draw();
  }

  restart() {
    this.history.length = 1;
    this.hints = 0;
    this.draw();
  }

  /** One more value of a solution, if the current values lead to one. */
  async hint() {
    const before = this.cells;
    this.hintButton.disabled = true;
    const found = await this.problem.hint(before, this.selected).catch((error) => error);
    this.hintButton.disabled = false;
    if (this.gone || this.cells !== before) return;
    if (found instanceof Error) return this.tell(found.message, "failed");
    if (!found) return this.tell("There is no solution from here: take back a move.", "stuck");
    this.hints += 1;
    this.selected = found.cell;
    this.put(found.value);
  }

  draw() {
    const { cells } = this;
    const clashes = this.problem.clashes(cells);
    const left = cells.filter((value) => value === null).length;
    this.board.show(cells, { selected: this.selected, clashes });
    say(this.left, count(left));
    say(this.wrong, count(clashes.size));
    say(this.hintsTaken, count(this.hints));
    this.backButton.disabled = this.history.length < 2;
    this.hintButton.disabled = left === 0;
    if (clashes.size) this.tell(`${plural(clashes.size, "cell")} are in conflict.`, "stuck");
    else if (left === 0) this.tell("Solved.", "solved");
    else this.tell(`Fill ${count(left)} more.`, "ready");
  }
}
