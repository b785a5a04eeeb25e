// Noughts and crosses on any board.

import { svg } from "../ui/dom.js";
import { NAMES, StonesBoard } from "./stones.js";

export { turn } from "./stones.js";

export class Board extends StonesBoard {
  constructor(view, setup) {
    super(view, setup, sign, true);
  }
}

function sign(stone) {
  const shape =
    stone === 1 ? svg("path", { d: "M5 5l14 14M19 5L5 19" }) : svg("circle", { cx: "12", cy: "12", r: "7.5" });
  return svg("svg", { viewBox: "0 0 24 24", class: `mark ${NAMES[stone]}`, "aria-hidden": "true" }, shape);
}

/** The move that a click on a cell makes, the cell that a move fills, how many there are. */
export const moves = {
  at: (cell) => String(cell + 1),
  cell: (move) => Number(move) - 1,
  count: (cells) => cells.filter((stone) => !stone).length,
};

/** @type {import("./board.js").Editor} */
export const editor = {
  shuffle: false,
  hint: "Click empty cells to play moves in turn; click a mark to remove it.",
  attach: edit,
};

function edit({ board, answer, take }) {
  const { cells } = answer;
  const stones = (kind) => cells.filter((stone) => stone === kind).length;
  board.onCell((cell) => {
    const next = [...cells];
    next[cell] = next[cell] ? null : stones(1) > stones(2) ? 2 : 1;
    take(next.every((stone) => !stone) ? "" : next.map((stone) => ".XO"[stone ?? 0]).join(""));
  });
}
