// What is to be said of one step, in figures and in words.

import { namesOf } from "../models/names.js";
import { el, put, say } from "./dom.js";
import { count, short } from "./format.js";

export class Facts {
  constructor() {
    this.list = el("dl", { class: "facts", id: "facts" });
    this.why = el("p", { class: "why", id: "why" });
    this.event = el("span", { class: "event", id: "event" });
    this.element = el(
      "div",
      { class: "telling" },
      this.list,
      el("div", { class: "what" }, this.event, this.why),
    );
    this.family = null;
  }

  /** @param {import("../models/trace.js").Trace} trace */
  show(trace, after) {
    if (this.family !== trace.family) this.build(trace.family);
    const index = after - 1;
    const step = trace.steps[index];
    for (const { value, of, optional } of this.rows) {
      say(value, step ? of(trace, index, step) : "–");
      if (optional) value.parentNode.hidden = value.textContent === "–";
    }
    const gap =
      index > 0 && step.n - trace.steps[index - 1].n > 1
        ? ` (after ${count(step.n - trace.steps[index - 1].n - 1)} that are left out)`
        : "";
    say(this.event, step ? `${step.event}${gap}` : "start");
    say(this.why, step ? step.why : "The search has not begun.");
  }

  build(family) {
    this.family = family;
    this.rows = FACTS[family].map(([name, of, optional]) => ({
      name,
      of,
      optional,
      value: el("dd", { data: { fact: name } }),
    }));
    put(
      this.list,
      ...this.rows.map(({ name, value }) => el("div", {}, el("dt", { text: name }), value)),
    );
  }

  clear() {
    this.family = null;
    put(this.list);
    say(this.event, "");
    say(this.why, "");
  }
}

const latest = (name) => (trace, index) => short(trace.latest(name, index));
const ticks = (trace, index) => (trace.isWhole(index + 1) ? count(trace.ticks[index]) : "–");

const FACTS = {
  path: [
    ["f = g + h", (trace, index) => sum(trace.latest("g", index), trace.latest("h", index))],
    ["frontier", latest("frontier")],
    ["expanded", ticks],
    ["bound", latest("bound"), true],
  ],
  local: [
    ["cost", (trace, index) => short(trace.costs[index])],
    ["best", (trace, index) => short(trace.bests[index])],
    ["moves tried", ticks],
    ["temperature", latest("temperature"), true],
  ],
  constraint: [
    [
      "assigned",
      (trace, index) =>
        trace.domains && trace.isWhole(index + 1)
          ? count(trace.domains.at(index + 1).frames.length)
          : "–",
    ],
    ["about", (trace, index, step) => about(trace.view.kind, step)],
    ["assignments", ticks],
  ],
  game: [
    ["ply", latest("ply")],
    ["α", (trace, index) => bound(trace.latest("alpha", index))],
    ["β", (trace, index) => bound(trace.latest("beta", index))],
    ["value", (trace, index, step) => short(step.value)],
    ["positions", ticks],
  ],
};

function about(kind, { variable, value }) {
  if (variable === undefined) return "–";
  const { nouns, variable: variableName, value: valueName } = namesOf(kind);
  const name = `${nouns[0]} ${variableName(variable)}`;
  return value === undefined ? name : `${name}, ${nouns[1]} ${valueName(value)}`;
}

function sum(g, h) {
  if (g === null) return "–";
  return h === null ? `g = ${short(g)}` : `${short(g + h)} = ${short(g)} + ${short(h)}`;
}

function bound(value) {
  if (value === null) return "–";
  return Math.abs(value) > 1e6 ? (value < 0 ? "−∞" : "∞") : short(value);
}
