// Stones of two players in the cells of a board.

import { el } from "../ui/dom.js";
import { listenToCells } from "./cells.js";
import { cellOf, framed, sized } from "./frame.js";

export const NAMES = ["empty", "X", "O"];

/** Whose turn it is: X begins. */
export function turn(cells) {
  const of = (stone) => cells.filter((cell) => cell === stone).length;
  return of(1) > of(2) ? "O" : "X";
}

export class StonesBoard {
  /** `sign`: what a stone looks like; `numbered`: moves are cells, which then have their numbers in them. */
  constructor(view, { interactive = false }, sign, numbered) {
    this.view = view;
    this.sign = sign;
    this.interactive = interactive;
    const { rows, columns, kind } = view;
    this.numbered = numbered;
    this.field = el("div", { class: `grid ${kind}`, role: interactive ? "group" : "img", "aria-label": "Board" });
    this.element = framed(this.field, numbered ? {} : { columns });
    sized(this.element, rows, columns);
    this.cells = Array.from({ length: rows * columns }, (_, cell) => this.cell(cell));
    this.field.append(...this.cells);
    this.shown = [];
  }

  cell(cell) {
    const stone = el("span", { class: "stone" });
    const note = el("span", { class: "note" });
    const number = this.numbered ? el("small", { "aria-hidden": "true", text: cell + 1 }) : null;
    const props = { class: "cell", data: { cell } };
    return cellOf(this.interactive, props, stone, number, note);
  }

  /** @param {{line?: number[], last?: number, notes?: Map<number, {text: string, kind: string}>}} [marks] */
  show(cells, { line = [], last = -1, notes = null } = {}) {
    this.cells.forEach((element, cell) => {
      const stone = cells[cell] ?? 0;
      if (this.shown[cell] !== stone) {
        this.shown[cell] = stone;
        element.dataset.stone = NAMES[stone];
        element.firstChild.replaceChildren(...(stone ? [this.sign(stone)] : []));
      }
      element.classList.toggle("won", line.includes(cell));
      element.classList.toggle("last", cell === last);
      const note = notes?.get(cell);
      element.lastChild.textContent = note?.text ?? "";
      element.dataset.value = note?.kind ?? "";
      if (this.interactive) element.ariaLabel = this.name(cell, stone, note);
    });
    if (!this.interactive)
      this.field.ariaLabel = `Board: ${cells.map((stone) => NAMES[stone ?? 0]).join(" ")}`;
  }

  name(cell, stone, note) {
    const { columns } = this.view;
    const number = this.numbered ? `${cell + 1}: ` : "";
    const place = `${number}row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}`;
    return `${place}, ${NAMES[stone]}${note ? `, ${note.text}: ${note.words}` : ""}`;
  }

  onCell(heard) {
    listenToCells(this.field, this.view.columns, heard);
  }
}
