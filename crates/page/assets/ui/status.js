// The status line.

import { el, reveal, say } from "./dom.js";

export class Status {
  constructor() {
    this.element = el("p", { id: "status", class: "status", role: "status" });
  }

  /** @param {string} kind how it looks: idle, ready, running, failed, or a verdict */
  tell(words, kind) {
    say(this.element, words);
    this.element.dataset.kind = kind;
  }

  /** An instance is open, and can be run if it has a solution. */
  opened({ unsolvable }, words) {
    if (unsolvable) this.tell(`No solution: ${unsolvable}.`, "unsolvable");
    else this.tell(words, "ready");
  }

  running() {
    reveal(this.element);
    this.tell("Running …", "running");
  }
}
