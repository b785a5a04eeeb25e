// Making elements. Text goes in as text: nothing here reads HTML.

const SVG = "http://www.w3.org/2000/svg";

/** `props`: `class`, `text`, `on` (listeners), `data`, or attributes; a false or null one is left out. @returns {HTMLElement} */
export function el(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value == null || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name === "on") for (const [event, heard] of Object.entries(value)) element.addEventListener(event, heard);
    else if (name === "data") for (const [key, held] of Object.entries(value)) element.dataset[key] = held;
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/** Replaces what is in `element`. */
export function put(element, ...children) {
  element.replaceChildren(...children.filter((child) => child != null));
}

/** Sets the text if it differs: the browser then has nothing to do. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const ICONS = {
  play: "M7 4v16l13-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  next: "M5 4v16l10-8zM16 4h3v16h-3z",
  back: "M19 4v16L9 12zM5 4h3v16H5z",
  first: "M20 4v16l-8-8zM11 4v16l-8-8z",
  last: "M4 4v16l8-8zM13 4v16l8-8z",
  queen:
    "M12 2.6a1.7 1.7 0 0 1 .8 3.2l2.6 6 4-4.3a1.6 1.6 0 1 1 1.2.7L18.4 17H5.6L3.4 8.2a1.6 1.6 0 1 1 1.2-.7l4 4.3 2.6-6A1.7 1.7 0 0 1 12 2.6zM5.8 18.5h12.4V21H5.8z",
  light:
    "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM3.5 5l1.4-1.4 2.9 2.9L6.4 7.9zM16.2 17.6l1.4-1.4 2.9 2.9-1.4 1.4zM3.5 19l2.9-2.9 1.4 1.4-2.9 2.9zM16.2 6.4l2.9-2.9L20.5 4.9l-2.9 2.9z",
  dark: "M20.5 14.5A9 9 0 0 1 9.5 3.5a9 9 0 1 0 11 11z",
  plus: "M11 4h2v7h7v2h-7v7h-2v-7H4v-2h7z",
  minus: "M4 11h16v2H4z",
  fit: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
  present: "M3 4h18v12h-8v2h4v2H7v-2h4v-2H3zM5 6v8h14V6z",
  auto: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z",
};

/** A drawn sign; the button it is in says what it means. */
export function icon(name) {
  const path = svg("path", { d: ICONS[name] });
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, path);
}

/** A button with a sign, and a name for those who cannot see it. */
export function iconButton(id, sign, label, pressed) {
  return el("button", { type: "button", id, "aria-label": label, title: label, on: { click: pressed } }, icon(sign));
}

/** A button with words. */
export function button(id, words, pressed, kind = "") {
  return el("button", { type: "button", id, class: kind || null, text: words, on: { click: pressed } });
}

/** A view: its title, which is read out but not shown, and its parts. */
export function viewOf(kind, title, ...parts) {
  return el("div", { class: `view ${kind}` }, el("h1", { class: "unseen", text: title }), ...parts);
}

/** A part of a view, by its name. */
export function part(kind, label, ...content) {
  return el("section", { class: `${kind} panel`, "aria-label": label }, ...content);
}

/** A figure with its name, for a list of them. */
export function fact(name, value) {
  return el("div", {}, el("dt", { text: name }), value);
}

/** A table that can be scrolled if it is too wide. @param {HTMLElement[]} rows the first is its head */
export function resultsOf([head, ...rows]) {
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Results" },
    el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)),
  );
}

let fields = 0;

/** A control with its label above it. */
export function field(label, control, hint) {
  control.id ||= `field-${++fields}`;
  const note = hint ? el("small", { id: `${control.id}-hint`, text: hint }) : null;
  if (note) control.setAttribute("aria-describedby", note.id);
  return el("div", { class: "field" }, el("label", { for: control.id, text: label }), control, note);
}

/** A field for a number. */
export function numberInput(id, props) {
  return el("input", { type: "number", id, inputmode: "numeric", ...props });
}

/** A choice of a few, all visible: radio buttons drawn as one bar. */
export function segmented(name, label, options, chosen, changed) {
  const set = el("fieldset", { class: "segmented", id: name }, el("legend", { class: "unseen", text: label }));
  for (const { value, text } of options) {
    const input = el("input", { type: "radio", name, value, id: `${name}-${value}` });
    input.checked = value === chosen;
    input.addEventListener("change", () => changed(value));
    set.append(input, el("label", { for: input.id, text }));
  }
  return set;
}

/** Chooses one of a segmented bar from outside. */
export function choose(set, value) {
  for (const input of set.querySelectorAll("input")) input.checked = input.value === value;
}

/** Saves a text or a blob as a file for the user. */
export function save(name, content, type = "text/html") {
  const href = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** Saves a canvas as a picture. */
export async function savePng(name, canvas) {
  save(`${name}.png`, await new Promise((made) => canvas.toBlob(made, "image/png")), "image/png");
}

/** Scrolls to an element that is out of sight, as it is on a phone. */
export function reveal(element) {
  if (element.getBoundingClientRect().top < innerHeight * 0.6) return;
  element.scrollIntoView({ block: "start", behavior: reducedMotion.matches ? "auto" : "smooth" });
}

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
