// A plot from the server: its SVG is inserted into the page, so that the page's colours apply to it.

import { el, svg as drawn } from "./dom.js";

/** The elements of a plot. Any others are removed. */
const TAKEN = new Set(
  "svg g path line polyline polygon rect circle ellipse text tspan title desc defs clipPath".split(" "),
);

/** `dotted` is called with each dot and the number of its run. */
export function plot({ title, caption, svg, dots = [] }, dotted = () => {}) {
  const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  for (const element of [...read.querySelectorAll("*")]) if (!TAKEN.has(element.localName)) element.remove();
  read.setAttribute("role", dots.length ? "group" : "img");
  read.ariaLabel = title;
  const shown = document.importNode(read, true);
  const circles = [...shown.querySelectorAll("circle")];
  dots.forEach((cell, at) => {
    const dot = circles[at];
    dot.classList.add("run-dot");
    dot.dataset.run = cell;
    dot.setAttribute("role", "link");
    dot.ariaLabel = `Run ${cell + 1}`;
    // All of them are one stop of the Tab key.
    dot.setAttribute("tabindex", at ? "-1" : "0");
    dotted(dot, cell);
  });
  // A tooltip names each line: its colour has a name in the legend.
  for (const sign of dots.length ? [] : shown.querySelectorAll("g[class^=gw-]")) {
    const name = sign.nextElementSibling;
    if (name?.localName === "text")
      for (const line of shown.querySelectorAll(`g.${sign.getAttribute("class")}`))
        line.prepend(drawn("title", { text: name.textContent }));
  }
  const runs = circles.slice(0, dots.length);
  shown.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const at = runs.indexOf(event.target);
    if (!step || at < 0) return;
    event.preventDefault();
    const next = runs[(at + step + runs.length) % runs.length];
    event.target.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  });
  return el(
    "figure",
    { class: "plot" },
    el("h3", { text: title }),
    // Wider than a phone, where it would be too small to read.
    el("div", { class: "scroll", role: "region", "aria-label": title, tabindex: dots.length ? null : "0" }, shown),
    el("figcaption", { text: caption }),
  );
}
