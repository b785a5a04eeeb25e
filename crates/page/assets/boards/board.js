// A board of any kind: a view to draw and cells to put on it.

import { el } from "../ui/dom.js";
import { GridBoard } from "./grid.js";
import { GraphBoard } from "./graph.js";
import { LargeQueensBoard, QueensBoard } from "./queens.js";
import { SudokuBoard } from "./sudoku.js";
import { TextBoard } from "./text.js";
import { TilesBoard } from "./tiles.js";

const KINDS = {
  tiles: TilesBoard,
  queens: QueensBoard,
  sudoku: SudokuBoard,
  graph: GraphBoard,
  marks: GridBoard,
  discs: GridBoard,
  text: TextBoard,
};

/** More queens than this are dots on a canvas. */
const LARGE = 24;

/**
 * @typedef {object} Board
 * @property {HTMLElement} element
 * @property {(cells: (number | null)[], marks?: object) => void} show
 * @property {(heard: (cell: number) => void) => void} [onCell] of an interactive board
 */

/**
 * The board of an opened instance, with its cells on it.
 * @param {{view: any, cells: (number | null)[] | null}} opened
 * @param {{interactive?: boolean}} [setup]
 * @returns {Board}
 */
export function boardOf({ view, cells }, setup = {}) {
  if (!cells) return new NoBoard();
  const board = makeBoard(view, setup);
  board.show(cells);
  return board;
}

function makeBoard(view, setup) {
  const Kind = view.kind === "queens" && view.columns > LARGE ? LargeQueensBoard : KINDS[view.kind];
  return Kind ? new Kind(view, setup) : new NoBoard();
}

/** For a kind this page does not know, and for boards too large to draw. */
class NoBoard {
  constructor() {
    this.element = el("p", { class: "board none", text: "This board is too large to be drawn." });
  }

  show() {}
}
