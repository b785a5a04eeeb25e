// Next to a board: the goal, and what the colours mean.

import { boardOf, drawingOf } from "../boards/board.js";
import { el } from "./dom.js";

/** @returns {HTMLElement[]} */
export function legendOf(view, family) {
  const { legend = [], goalOf, controls } = drawingOf(view.kind);
  const meant = (typeof legend === "function" ? legend(view) : legend).filter(([, , only]) => !only || only === family);
  const cells = goalOf?.(view);
  const goal = cells
    ? el(
        "figure",
        { class: "goal-board", id: "goal" },
        el("figcaption", { text: "Goal" }),
        boardOf({ view, cells }).element,
      )
    : null;
  const key = el("ul", { class: "key board-key" }, ...meant.map(([kind, text, , data]) => el("li", { class: kind, text, data })));
  const chosen = controls && family === "path" ? controls() : null;
  return [goal, chosen, meant.length ? key : null].filter(Boolean);
}
