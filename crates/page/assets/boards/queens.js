// Queens, one in a column.

import { colours } from "../charts/canvas.js";
import { el, icon } from "../ui/dom.js";
import { listenToCells } from "./cells.js";
import { cellOf, framed, sized } from "./frame.js";

export { QueensPlay as Play } from "../play/queens.js";

/** More queens than this are dots on a canvas. */
const LARGE = 24;

/** What a constraint search assigns. */
export const names = { nouns: ["column", "row"] };

/** What the marks mean. */
export const legend = [
  ["attacked", "attacked"],
  ["removed", "removed from the column's domain", "constraint"],
  ["removed-now", "removed in this step", "constraint"],
];

/** The variable and the value that a cell stands for. */
export const spot = (cell, view) => ({ variable: cell % view.columns, value: Math.floor(cell / view.columns) });

/** For each column with a queen: whether another queen attacks it. */
export function attacked(rows) {
  const [across, down, up] = [new Map(), new Map(), new Map()];
  const add = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
  rows.forEach((row, column) => {
    if (row === null) return;
    add(across, row);
    add(down, row - column);
    add(up, row + column);
  });
  return rows.map(
    (row, column) => row !== null && (across.get(row) > 1 || down.get(row - column) > 1 || up.get(row + column) > 1),
  );
}

/** How many pairs of queens attack each other. */
export function pairs(rows) {
  let sum = 0;
  for (let a = 0; a < rows.length; a += 1) {
    for (let b = a + 1; b < rows.length; b += 1) {
      if (rows[a] === null || rows[b] === null) continue;
      if (rows[a] === rows[b] || Math.abs(rows[a] - rows[b]) === b - a) sum += 1;
    }
  }
  return sum;
}

class SmallBoard {
  constructor(view, { interactive = false }) {
    this.view = view;
    this.interactive = interactive;
    const n = view.columns;
    this.field = el("div", { class: "queens", role: interactive ? "group" : "img", "aria-label": "Queens" });
    this.element = framed(this.field, { rows: n, columns: n });
    sized(this.element, n, n);
    this.cells = Array.from({ length: n * n }, (_, cell) => this.cell(cell));
    this.queens = Array.from({ length: n }, () => el("div", { class: "queen" }, icon("queen"), el("i")));
    this.field.append(...this.cells, ...this.queens);
  }

  cell(cell) {
    const n = this.view.columns;
    const shade = (Math.floor(cell / n) + (cell % n)) % 2 ? "cell shaded" : "cell";
    const props = { class: shade, data: { cell } };
    return cellOf(this.interactive, props, el("i"));
  }

  /** @param {{domains?: any, rays?: boolean}} [marks] `domains`: what a constraint search pruned */
  show(rows, { domains = null, rays = false } = {}) {
    const n = this.view.columns;
    const bad = attacked(rows);
    this.queens.forEach((queen, column) => {
      const row = rows[column] ?? null;
      queen.hidden = row === null;
      if (row !== null) queen.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
      queen.classList.toggle("attacked", bad[column] ?? false);
    });
    this.cells.forEach((element, cell) => {
      const [row, column] = [Math.floor(cell / n), cell % n];
      const pruned = domains?.pruned[column * n + row] ?? 0;
      element.classList.toggle("pruned", pruned > 0);
      element.classList.toggle("now", pruned > 0 && pruned === domains.after);
      element.classList.toggle(
        "ray",
        rays &&
          rows.some(
            (queen, at) =>
              queen !== null && at !== column && (queen === row || Math.abs(queen - row) === Math.abs(at - column)),
          ),
      );
      const held = rows[column] === row;
      if (element.dataset.queen !== String(held)) element.dataset.queen = held;
      if (this.interactive)
        element.ariaLabel = `column ${column + 1}, row ${row + 1}${held ? `, queen${bad[column] ? ", attacked" : ""}` : ""}`;
    });
    if (!this.interactive)
      this.field.ariaLabel = `Queens, the row of each column: ${rows.map((row) => (row === null ? "none" : row + 1)).join(" ")}`;
  }

  onCell(heard) {
    listenToCells(this.field, this.view.columns, heard);
  }
}

/** Too many to tell apart: a dot each. */
class LargeBoard {
  constructor(view) {
    this.view = view;
    this.canvas = el("canvas", { width: "720", height: "720", role: "img" });
    this.element = el("div", { class: "board large" }, this.canvas);
  }

  show(rows) {
    const context = this.canvas.getContext("2d");
    const size = this.canvas.width;
    const colour = colours(this.element);
    const side = size / this.view.columns;
    const bad = attacked(rows);
    context.fillStyle = colour.surface;
    context.fillRect(0, 0, size, size);
    for (const [attack, name] of [
      [false, "blue"],
      [true, "vermilion"],
    ]) {
      context.fillStyle = colour[name];
      rows.forEach((row, column) => {
        if (row !== null && bad[column] === attack)
          context.fillRect(column * side, row * side, Math.max(side, 2), Math.max(side, 2));
      });
    }
    this.canvas.ariaLabel = `${this.view.columns} queens, ${bad.filter(Boolean).length} of them attacked`;
  }
}

/** The board for this many queens. */
export function Board(view, setup) {
  return view.columns > LARGE ? new LargeBoard(view) : new SmallBoard(view, setup);
}

/** @type {import("./board.js").Editor} */
export const editor = {
  shuffle: true,
  hint: "Click a cell to move its column's queen there; local searches start from this board. The text lists the row of each queen, counted from the top.",
  attach: edit,
  shuffled: random,
};

function edit({ board, answer, take, say }) {
  if (!board.onCell) return;
  const rows = [...answer.cells];
  const n = rows.length;
  board.onCell((cell) => {
    const [row, column] = [Math.floor(cell / n), cell % n];
    rows[column] = rows[column] === row ? null : row;
    const missing = rows.filter((row) => row === null).length;
    if (missing === 0) return take(rows.map((row) => row + 1).join(" "));
    board.show(rows);
    say(`${missing === 1 ? "One column has" : `${missing} columns have`} no queen yet; each column needs one.`);
  });
}

function random(answer) {
  const n = answer.view.columns;
  return Array.from({ length: n }, () => 1 + Math.floor(Math.random() * n)).join(" ");
}
