// A small card next to the pointer.

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

  tell(x, y, lines) {
    this.show(x, y, ...lines.map((text) => el("p", { text })));
  }

  hide() {
    this.element.hidden = true;
  }
}

/**
 * Shows the values of a chart: those under the pointer or, while it has the focus, those at its
 * current position.
 * @param {Element} element
 * @param {(x: number | null) => {x: number, lines: string[]} | null} told what is at a place across
 *   the chart, or for null at its current position, and where that is
 * @returns {{again: () => void, destroy: () => void}} `again`: the current position has changed
 */
export function telling(element, told) {
  const tip = new Tip();
  const show = (x, y) => {
    const found = told(x);
    if (!found) return tip.hide();
    const { left, top, height } = element.getBoundingClientRect();
    tip.tell(left + found.x, y ?? top + height / 3, found.lines);
  };
  const focused = () => element.matches(":focus-visible");
  element.tabIndex = 0;
  element.addEventListener("pointermove", (event) => show(event.offsetX, event.clientY));
  element.addEventListener("pointerleave", () => tip.hide());
  element.addEventListener("focus", () => focused() && show(null));
  element.addEventListener("blur", () => tip.hide());
  return { again: () => focused() && show(null), destroy: () => tip.destroy() };
}
