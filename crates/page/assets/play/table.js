// The screen of a puzzle played by hand: the board, figures, buttons, and how it is played.

import { el, fact } from "../ui/dom.js";
import { legendOf } from "../ui/legend.js";

/** `facts`: names and the elements of their values; `below`: what is directly below the board. */
export function table({ board, facts, buttons, words, below = null }) {
  return el(
    "div",
    { class: "game" },
    el("div", { id: "board", class: "board-host" }, board.element),
    below,
    board.view ? el("div", { class: "beside-board" }, ...legendOf(board.view)) : null,
    el("dl", { class: "facts" }, ...facts.map((one) => fact(...one))),
    el("div", { class: "row" }, ...buttons),
    el("p", { class: "hint", text: words }),
  );
}
