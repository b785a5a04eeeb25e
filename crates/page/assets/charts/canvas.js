// A canvas as sharp as the screen, that knows the page's colours and is drawn once a frame.

import { el, save, savePng } from "../ui/dom.js";
import { VectorContext } from "./vector.js";

const COLOURS = "ink muted line surface raised blue sky orange on-orange vermilion green purple grey".split(" ");

export class Canvas {
  /** @param {{id: string, label: string, draw: (context: CanvasRenderingContext2D, width: number, height: number, colours: Record<string, string>) => void}} setup */
  constructor({ id, label, draw }) {
    this.draw = draw;
    this.element = el("canvas", { id, role: "img", "aria-label": label, class: "chart" });
    this.observer = new ResizeObserver(() => this.soon());
    this.observer.observe(this.element);
    this.recolour = () => {
      this.colours = null;
      this.soon();
    };
    document.addEventListener("themechange", this.recolour);
  }

  destroy() {
    this.observer.disconnect();
    document.removeEventListener("themechange", this.recolour);
    cancelAnimationFrame(this.frame);
    this.frame = null;
  }

  label(text) {
    this.element.ariaLabel = text;
  }

  soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.now();
    });
  }

  /** Saves what is drawn. @param {"svg" | "png"} ending */
  async save(name, ending) {
    const { element } = this;
    this.now();
    if (ending === "svg") {
      const vector = new VectorContext(element.clientWidth, element.clientHeight);
      vector.fillStyle = this.colours.surface;
      vector.fillRect(0, 0, vector.width, vector.height);
      this.draw(vector, vector.width, vector.height, this.colours);
      return save(`${name}.svg`, vector.text, "image/svg+xml");
    }
    const paper = document.createElement("canvas");
    [paper.width, paper.height] = [element.width, element.height];
    const context = paper.getContext("2d");
    context.fillStyle = this.colours.surface;
    context.fillRect(0, 0, paper.width, paper.height);
    context.drawImage(element, 0, 0);
    return savePng(name, paper);
  }

  now() {
    const { element } = this;
    const [width, height] = [element.clientWidth, element.clientHeight];
    if (width === 0 || height === 0) return;
    const scale = Math.min(window.devicePixelRatio || 1, 2);
    const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
    if (element.width !== wide || element.height !== high) [element.width, element.height] = [wide, high];
    this.colours ??= colours(element);
    const context = element.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    this.draw(context, width, height, this.colours);
  }
}

/** The page's colours as the browser sees them now. */
export function colours(element) {
  const colour = (name) => {
    element.style.color = `var(--${name})`;
    return getComputedStyle(element).color;
  };
  const found = Object.fromEntries(COLOURS.map((name) => [name, colour(name)]));
  element.style.color = "";
  return found;
}

export const FONT = "system-ui, sans-serif";
