// Sudoku by hand, with hints.

import { stream } from "../api.js";
import { DIGITS } from "../ui/keypad.js";
import { AssigningPlay } from "./assigning.js";

const LIMITS = { seconds: 10 };

/** The rows, the columns and the boxes, each as its nine cells. */
const NINE = [...Array(9).keys()];
const GROUPS = NINE.flatMap((at) => [
  NINE.map((column) => at * 9 + column),
  NINE.map((row) => row * 9 + at),
  NINE.map((cell) => (Math.floor(at / 3) * 3 + Math.floor(cell / 3)) * 9 + (at % 3) * 3 + (cell % 3)),
]);

function clashes(cells) {
  const found = new Set();
  for (const group of GROUPS)
    for (const cell of group)
      if (cells[cell] !== null && group.some((other) => other !== cell && cells[other] === cells[cell]))
        found.add(cell);
  return found;
}

/** The grid as text. */
export const written = (cells) => cells.map((digit) => digit ?? ".").join("");

async function hint(cells, selected) {
  let solution = null;
  if (clashes(cells).size) return null;
  const request = { domain: "sudoku", instance: written(cells), methods: ["mac"], steps: 0, limits: LIMITS };
  await stream("/api/run", request, undefined, (line) => {
    if (line.type === "failed") throw new Error(line.error);
    if (line.type === "done") solution = line.boards[0] ?? null;
  });
  const cell = cells[selected] === null ? selected : cells.indexOf(null);
  return solution && { cell, value: solution[cell] };
}

export class SudokuPlay extends AssigningPlay {
  constructor(setup) {
    const words = "Choose a cell, then type a digit or choose it below the grid. A hint fills one cell.";
    super(setup, { keys: DIGITS, clashes, hint, words });
  }
}
