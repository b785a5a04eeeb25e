// A drawing of characters, for domains without their own board.

import { el } from "../ui/dom.js";

export class Board {
  constructor() {
    this.element = el("pre", { class: "board text", role: "img", tabindex: "0", "aria-label": "State" });
  }

  show(cells) {
    this.element.textContent = cells.map((cell) => String.fromCodePoint(cell ?? 32)).join("");
    this.element.ariaLabel = `State: ${this.element.textContent}`;
  }
}
