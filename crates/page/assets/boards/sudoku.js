// Sudoku, with pencil marks for what a constraint search has left.

import { button, el, say } from "../ui/dom.js";
import { DIGITS, keypad } from "../ui/keypad.js";
import { listenToCells } from "./cells.js";
import { cellOf, framed } from "./frame.js";

export { SudokuPlay as Play } from "../play/sudoku.js";

/** What a constraint search assigns. */
export const names = { nouns: ["cell", "digit"], variable: (cell) => `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}` };

/** What the marks mean. */
export const legend = [
  ["given", "given"],
  ["assigned", "assigned", "constraint"],
  ["pencilled", "small: still possible", "constraint"],
];

/** The variable that a cell stands for. */
export const spot = (cell) => ({ variable: cell });

export class Board {
  constructor(view, { interactive = false }) {
    this.interactive = interactive;
    this.given = view.given ?? [];
    this.field = el("div", { class: "sudoku", role: interactive ? "group" : "img", "aria-label": "Sudoku" });
    this.element = framed(this.field, { rows: 9, columns: 9 });
    this.cells = Array.from({ length: 81 }, (_, cell) => {
      const edges = [
        cell % 9 === 2 || cell % 9 === 5 ? "right" : "",
        [2, 5].includes(Math.floor(cell / 9)) ? "below" : "",
      ];
      const kind = ["cell", ...edges].filter(Boolean).join(" ");
      return cellOf(interactive, { class: kind, data: { cell } });
    });
    this.field.append(...this.cells);
  }

  show(cells, { domains = null, selected = -1, clashes = null } = {}) {
    this.cells.forEach((element, cell) => {
      const digit = cells[cell] ?? null;
      const given = this.given[cell] != null;
      const marks = digit === null && domains;
      element.classList.toggle("given", given);
      element.classList.toggle("pencil", Boolean(marks));
      element.classList.toggle("now", Boolean(domains) && domains.changed === cell);
      element.classList.toggle("selected", cell === selected);
      element.classList.toggle("clashing", clashes?.has(cell) ?? false);
      say(element, marks ? pencil(domains, cell) : String(digit ?? ""));
      if (this.interactive)
        element.ariaLabel = `row ${Math.floor(cell / 9) + 1}, column ${(cell % 9) + 1}, ${digit ?? "empty"}`;
    });
    if (!this.interactive)
      this.field.ariaLabel = `Sudoku: ${cells.map((digit) => digit ?? ".").join("")}`;
  }

  onCell(heard) {
    listenToCells(this.field, 9, heard);
  }
}

/** Three lines of three digits; a pruned one leaves its place empty. */
function pencil(domains, cell) {
  let text = "";
  for (let value = 0; value < 9; value += 1) {
    text += domains.isPruned(cell, value) ? "\u2007" : value + 1;
    if (value % 3 === 2 && value < 8) text += "\n";
  }
  return text;
}

/** @type {import("./board.js").Editor} */
export const editor = {
  shuffle: true,
  hint: "Click a cell, then type a digit or press one below the grid; 0 or Delete clears it.",
  attach: edit,
};

function edit({ board, answer, take }) {
  const cells = [...answer.cells];
  let selected = -1;
  const select = (cell) => board.show(cells, { selected: (chosen = selected = cell) });
  const put = (digit) => {
    if (selected < 0) return;
    cells[selected] = digit;
    take(cells.map((digit) => digit ?? ".").join(""));
  };
  board.onCell(select);
  board.element.addEventListener("focusin", (event) => select(Number(event.target.dataset.cell)));
  board.element.addEventListener("keydown", (event) => {
    const erases = ["Delete", "Backspace", ".", "0"].includes(event.key);
    if (erases || /^[1-9]$/.test(event.key)) put(erases ? null : Number(event.key));
  });
  if (chosen >= 0) select(chosen);
  return el(
    "div",
    { class: "map-tools" },
    keypad(DIGITS, put),
    button("empty-grid", "Empty grid", () => take(".".repeat(81))),
  );
}

/** The cell that was clicked last: it stays chosen while the grid changes. */
let chosen = -1;
