// A plot of the server's: its SVG, in the page, so that the page's colours reach it.

import { el } from "./dom.js";

/** What a plot is made of. Anything else is left out. */
const TAKEN = new Set([
  "svg",
  "g",
  "path",
  "line",
  "polyline",
  "polygon",
  "rect",
  "circle",
  "ellipse",
  "text",
  "tspan",
  "title",
  "desc",
  "defs",
  "clipPath",
]);

/**
 * @param {{title: string, caption: string, svg: string, dots?: number[]}} figure
 * @param {(dot: Element, cell: number) => void} [dotted] is told of each dot, and which run it is
 */
export function plot({ title, caption, svg, dots = [] }, dotted = () => {}) {
  const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  for (const element of [...read.querySelectorAll("*")])
    if (!TAKEN.has(element.localName)) element.remove();
  read.setAttribute("role", "img");
  read.setAttribute("aria-label", title);
  const shown = document.importNode(read, true);
  const circles = [...shown.querySelectorAll("circle")];
  dots.forEach((cell, at) => {
    circles[at].classList.add("run-dot");
    circles[at].dataset.run = cell;
    dotted(circles[at], cell);
  });
  return el(
    "figure",
    { class: "plot" },
    el("h3", { text: title }),
    shown,
    el("figcaption", { text: caption }),
  );
}
