// What a method does, and its pseudocode with the current line highlighted.

import { el, put } from "./dom.js";

/** Of games whose pseudocode has one function for both players. */
const MIRRORED =
  "The pseudocode gives values for the player to move; the tree and the figures give them for MAX, the player at the root.";

export class Explanation {
  constructor() {
    this.words = el("dl", { class: "explanation" });
    this.code = el("ol", { class: "pseudocode", "aria-label": "Pseudocode" });
    this.lines = [];
    this.lit = null;
    this.element = el("div", { class: "explained" }, this.code, this.words);
  }

  /** @param {any} method of the registry */
  show(method) {
    const { does, guarantees, costs, pseudocode } = method.explanation;
    const isMirrored = pseudocode.some((line) => line.includes("−value("));
    const parts = [
      ["What it does", isMirrored ? `${does} ${MIRRORED}` : does],
      ["What it guarantees", guarantees],
      ["What it costs", costs],
    ];
    const quoted = (piece, at) => (at % 2 ? el("code", { text: piece }) : piece);
    const said = ([term, text]) => [el("dt", { text: term }), el("dd", {}, ...text.split("`").map(quoted))];
    put(this.words, ...parts.flatMap(said));
    this.lines = pseudocode.map((text) => {
      const indent = text.length - text.trimStart().length;
      const line = el("li", {}, el("code", { text: text.trim() }));
      line.style.setProperty("--indent", String(indent / 2));
      return line;
    });
    put(this.code, ...this.lines);
    this.lit = null;
  }

  /** @param {number | null} number of the line, from 1 */
  light(number) {
    const line = this.lines[number - 1] ?? null;
    if (line === this.lit) return;
    this.lit?.removeAttribute("aria-current");
    line?.setAttribute("aria-current", "step");
    this.lit = line;
    if (line) this.reveal(line);
  }

  /** Brings a line into the middle of the list, where the list is scrolled. */
  reveal(line) {
    const { element } = this;
    if (element.scrollHeight <= element.clientHeight) return;
    const top = line.offsetTop - (element.clientHeight - line.offsetHeight) / 2;
    element.scrollTop = Math.max(0, top);
  }
}
