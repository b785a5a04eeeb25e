// Making an instance by clicks. An editor turns what is clicked into the instance's text.

import { touch } from "./tiles.js";

/**
 * @typedef {object} Editor
 * @property {boolean} [shuffle] whether there is something to shuffle; else if the seed makes it
 * @property {string} [hint]
 * @property {(setup: {board: any, answer: any, text: string, take: (text: string) => void,
 *   say: (words: string) => void}) => void} [attach]
 * @property {(answer: any) => string} [shuffled] where the server's seed does not do it
 */

/** @type {Record<string, Editor>} */
const EDITORS = {
  tiles: {
    shuffle: true,
    hint: "Click a tile beside the blank to slide it. Drag a tile onto another, or click one and then the other, to swap them.",
    attach: editTiles,
  },
  queens: {
    shuffle: true,
    hint: "Click a cell to put the queen of its column there: local searches then start from it.",
    attach: editQueens,
    shuffled: randomQueens,
  },
  sudoku: {
    shuffle: true,
    hint: "Click a cell, then type a digit; 0 or Delete empties it.",
    attach: editSudoku,
  },
  graph: { shuffle: true, hint: "Paste a DIMACS .col text, or name a graph: australia, petersen." },
  marks: {
    shuffle: false,
    hint: "Click empty cells to play moves in turn; click a stone to take it away.",
    attach: editMarks,
  },
  discs: { shuffle: false, hint: "Click columns to drop discs in turn.", attach: editDiscs },
};

/** @returns {Editor} */
export function editorOf(kind) {
  return EDITORS[kind] ?? {};
}

function editTiles({ board, answer, take, say }) {
  const cells = answer.cells;
  let selected = -1;
  const swap = (a, b) => {
    const next = [...cells];
    [next[a], next[b]] = [next[b], next[a]];
    take(next.join(" "));
  };
  board.onDrag((from, to) => from !== to && swap(from, to));
  board.onCell((cell) => {
    const blank = cells.indexOf(0);
    if (selected < 0 && cell !== blank && touch(cell, blank, answer.view.columns))
      return swap(cell, blank);
    if (selected >= 0 && selected !== cell) return swap(selected, cell);
    selected = selected === cell ? -1 : cell;
    board.show(cells, { selected });
    if (selected >= 0)
      say(`Tile ${cells[cell] || "blank"} is chosen: click the one to swap it with.`);
  });
}

function editQueens({ board, answer, take, say }) {
  const rows = [...answer.cells];
  const n = rows.length;
  board.onCell((cell) => {
    const [row, column] = [Math.floor(cell / n), cell % n];
    rows[column] = rows[column] === row ? null : row;
    const missing = rows.filter((row) => row === null).length;
    if (missing === 0) return take(rows.join(" "));
    board.show(rows);
    say(
      `${missing === 1 ? "One column has" : `${missing} columns have`} no queen yet; a start needs one in each.`,
    );
  });
}

function randomQueens(answer) {
  const n = answer.view.columns;
  return Array.from({ length: n }, () => Math.floor(Math.random() * n)).join(" ");
}

function editSudoku({ board, answer, take }) {
  const cells = [...answer.cells];
  let selected = -1;
  const select = (cell) => board.show(cells, { selected: (selected = cell) });
  board.onCell(select);
  board.element.addEventListener("focusin", (event) => select(Number(event.target.dataset.cell)));
  board.element.addEventListener("keydown", (event) => {
    const digit = ["Delete", "Backspace", "."].includes(event.key)
      ? 0
      : /^[0-9]$/.test(event.key)
        ? Number(event.key)
        : null;
    if (digit === null || selected < 0) return;
    cells[selected] = digit || null;
    take(cells.map((digit) => digit ?? ".").join(""));
  });
}

function editMarks({ board, answer, take }) {
  const { cells } = answer;
  const stones = (kind) => cells.filter((stone) => stone === kind).length;
  board.onCell((cell) => {
    const next = [...cells];
    next[cell] = next[cell] ? null : stones(1) > stones(2) ? 2 : 1;
    take(next.every((stone) => !stone) ? "" : next.map((stone) => ".XO"[stone ?? 0]).join(""));
  });
}

/** A text of columns is added to; a drawn position gets one disc more. */
function editDiscs({ board, answer, text, take }) {
  const { cells, view } = answer;
  board.onCell((cell) => {
    const column = cell % view.columns;
    if (/^[1-7]*$/.test(text)) return take(text + (column + 1));
    const free = [...Array(view.rows).keys()]
      .reverse()
      .find((row) => !cells[row * view.columns + column]);
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
