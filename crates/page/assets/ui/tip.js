// A small card beside the pointer.

import { el, put } from "./dom.js";

export class Tip {
  constructor() {
    this.element = el("div", { class: "tip panel", role: "tooltip", hidden: true });
    document.body.append(this.element);
  }

  destroy() {
    this.element.remove();
  }

  /** Shows this at a place of the window, where it fits. */
  show(x, y, ...content) {
    put(this.element, ...content);
    this.element.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const left = x + 16 + width > innerWidth ? x - 16 - width : x + 16;
    const top = Math.min(y + 12, innerHeight - height - 4);
    this.element.style.translate = `${Math.max(4, left)}px ${Math.max(4, top)}px`;
  }

  hide() {
    this.element.hidden = true;
  }
}
