// The numbers of rows and columns along the edges of a board.

import { ticks } from "../charts/axes.js";
import { el } from "../ui/dom.js";

/** With more than this, only some are numbered. */
const NUMBERED = 16;

/** `first` is the number of the first row or column. */
function numbers(count, kind, first) {
  const step = count > NUMBERED ? ticks(count, 6)[1] : 1;
  const edge = el("div", { class: `edge ${kind}`, "aria-hidden": "true" });
  for (let at = 0; at < count; at += 1) {
    if ((at + first) % step) continue;
    const number = el("span", { text: at + first });
    number.style[kind === "down" ? "top" : "left"] = `${(100 * (at + 0.5)) / count}%`;
    edge.append(number);
  }
  return edge;
}

/** Passes the number of rows and columns of a board to its style. */
export function sized(element, rows, columns) {
  element.style.setProperty("--rows", rows);
  element.style.setProperty("--columns", columns);
}

/** A cell: a button where it can be clicked. */
export function cellOf(interactive, props, ...children) {
  return interactive ? el("button", { type: "button", ...props }, ...children) : el("div", props, ...children);
}

/**
 * @param {HTMLElement} inner the cells
 * @param {{rows?: number, columns: number}} size what is left out has no numbers
 * @returns {HTMLElement} the board
 */
export function framed(inner, { rows, columns }, first = 1) {
  inner.classList.add("cells");
  return el(
    "div",
    { class: "board framed" },
    columns ? numbers(columns, "across", first) : null,
    rows ? numbers(rows, "down", first) : null,
    inner,
  );
}
