// A plot of the server's: its SVG, in the page, so that the page's colours reach it.

import { el } from "./dom.js";

/** Elements a plot is made of. Anything else is not taken over. */
const TAKEN = new Set(["svg", "g", "path", "line", "polyline", "polygon", "rect", "circle", "text", "tspan", "title", "desc", "defs", "clipPath"]);

/** @returns {Promise<HTMLElement>} */
export async function picture(title, address) {
  const caption = el("figcaption", { text: title });
  try {
    const text = await (await fetch(address)).text();
    const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    for (const element of [...read.querySelectorAll("*")]) if (!TAKEN.has(element.localName)) element.remove();
    if (read.localName !== "svg") throw new Error("not a picture");
    read.setAttribute("role", "img");
    read.setAttribute("aria-label", title);
    return el("figure", { class: "plot" }, document.importNode(read, true), caption);
  } catch {
    return el("figure", { class: "plot" }, el("p", { class: "error", text: "This plot did not arrive." }), caption);
  }
}
