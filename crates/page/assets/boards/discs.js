// Discs that fall down columns.

import { svg } from "../ui/dom.js";
import { NAMES, StonesBoard } from "./stones.js";

export { turn } from "./stones.js";

/** The board fills slowly: exact search of an open position takes minutes, this less than a second. */
export const watched = ({ cells }) =>
  cells.filter((cell) => cell === null).length > 24 ? "alpha-beta(depth=6)" : null;

export class Board extends StonesBoard {
  constructor(view, setup) {
    super(view, setup, sign, false);
  }
}

/** A disc shows its owner by a letter too, not only by its colour. */
function sign(stone) {
  const letter = svg("text", { x: "12", y: "12", class: "letter" });
  letter.textContent = NAMES[stone];
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: `disc ${NAMES[stone]}`, "aria-hidden": "true" },
    svg("circle", { cx: "12", cy: "12", r: "11" }),
    letter,
  );
}

/** The move that a click on a cell makes, the cell that a move fills or has filled, how many moves there are. */
export const moves = {
  at: (cell, view) => String((cell % view.columns) + 1),
  cell(move, cells, { rows, columns }, made) {
    const at = (row) => row * columns + Number(move) - 1;
    const row = [...Array(rows).keys()].find((row) => cells[at(row)]) ?? rows;
    return made ? (row < rows ? at(row) : -1) : at(row - 1);
  },
  count: (cells, { columns }) => cells.slice(0, columns).filter((stone) => !stone).length,
};

/** @type {import("./board.js").Editor} */
export const editor = { shuffle: false, hint: "Click columns to drop discs in turn.", attach: edit };

/** A click adds a column to a text of columns, or a disc to a drawn position. */
function edit({ board, answer, text, take }) {
  const { cells, view } = answer;
  board.onCell((cell) => {
    const column = cell % view.columns;
    if (/^[1-7]*$/.test(text)) return take(text + (column + 1));
    const free = [...Array(view.rows).keys()].reverse().find((row) => !cells[row * view.columns + column]);
    if (free === undefined) return;
    const next = [...cells];
    const of = (kind) => cells.filter((stone) => stone === kind).length;
    next[free * view.columns + column] = of(1) > of(2) ? 2 : 1;
    const lines = [...Array(view.rows).keys()].map((row) =>
      next
        .slice(row * view.columns, (row + 1) * view.columns)
        .map((stone) => ".XO"[stone ?? 0])
        .join(""),
    );
    take(lines.join("/"));
  });
}
