// Rows and columns counted from 1 along the edges of a board.

import { el } from "../ui/dom.js";

const numbers = (count, kind) =>
  el(
    "div",
    { class: `edge ${kind}`, "aria-hidden": "true" },
    ...Array.from({ length: count }, (_, at) => el("span", { text: at + 1 })),
  );

/**
 * @param {HTMLElement} inner the cells
 * @param {{rows?: number, columns: number}} size `rows` left out: only columns have numbers
 * @returns {HTMLElement} the board
 */
export function framed(inner, { rows, columns }) {
  inner.classList.add("cells");
  return el(
    "div",
    { class: "board framed" },
    numbers(columns, "across"),
    rows ? numbers(rows, "down") : null,
    inner,
  );
}
