// This step: what happened and why, in words and in figures.

import { stateNameOf } from "../boards/board.js";
import { namesOf } from "../models/names.js";
import { upTo } from "../models/tree.js";
import { bound, inRootView, player, reason, signed } from "../models/words.js";
import { el, fact, put, say } from "./dom.js";
import { count, short } from "./format.js";

export class Facts {
  constructor() {
    this.list = el("dl", { class: "facts", id: "facts" });
    this.why = el("p", { class: "why", id: "why" });
    this.event = el("span", { class: "event", id: "event" });
    this.element = el("div", { class: "telling" }, el("div", { class: "what" }, this.event, this.why), this.list);
    this.trace = null;
  }

  /** @param {import("../models/trace.js").Trace} trace @param {boolean} playing too fast to be read out */
  show(trace, after, playing) {
    this.why.ariaLive = playing ? "off" : "polite";
    if (this.trace !== trace) this.build(trace);
    const index = after - 1;
    const step = trace.steps[index];
    for (const { value, of, optional } of this.rows) {
      say(value, step ? of(trace, index, step) : "–");
      if (optional) value.parentNode.hidden = value.textContent === "–";
    }
    const before = index > 0 ? trace.steps[index - 1].n : 0;
    const gap = step && step.n - before > 1 ? ` (${count(step.n - before - 1)} omitted before it)` : "";
    say(this.event, step ? `${step.event}${gap}` : "start");
    say(this.why, step ? reason(trace, index) : trace.before);
  }

  build(trace) {
    this.trace = trace;
    this.rows = FACTS[trace.family](trace).map(([name, of, optional]) => ({
      name,
      of,
      optional,
      value: el("dd", { data: { fact: name } }),
    }));
    put(this.list, ...this.rows.map(({ name, value }) => fact(name, value)));
  }

  clear() {
    this.trace = null;
    put(this.list);
    say(this.event, "");
    say(this.why, "");
  }
}

const latest = (name) => (trace, index) => short(trace.latest(name, index));
const ticks = (trace, index) => (trace.isWhole(index + 1) ? count(trace.ticks[index]) : "–");

const FACTS = {
  path: ({ key, isLayered }) => [
    ["at", (trace, index, step) => stateNameOf(trace.view, step) ?? "–", true],
    [key.name, (trace, index) => told(key, trace.latest("g", index), trace.latest("h", index))],
    ...(key.name === "h" ? [["g", latest("g")]] : []),
    ["frontier", latest("frontier"), true],
    ["expanded", ticks],
    [isLayered ? "layer" : "bound", bounded, true],
  ],
  local: () => [
    ["cost", (trace, index) => short(trace.costs[index])],
    ["best", (trace, index) => short(trace.reached[index])],
    ["moves tried", (trace, index) => (trace.ticks[index] ? ticks(trace, index) : "–"), true],
    ["temperature", latest("temperature"), true],
    ["mean", latest("mean"), true],
  ],
  constraint: () => [
    [
      "assigned",
      (trace, index) =>
        trace.domains && trace.isWhole(index + 1) ? count(trace.domains.at(index + 1).frames.length) : "–",
    ],
    ["about", (trace, index, step) => about(trace.view, step)],
    ["assignments", ticks],
  ],
  game: (trace) => [
    ["to move", (trace, index, step) => (step.ply === undefined ? "–" : player(trace, step.ply))],
    ["value", (trace, index, step) => signed(inRootView(step).value)],
    ...(trace.windowed
      ? [
          ["α", (trace, index) => bound(window(trace, index).alpha)],
          ["β", (trace, index) => bound(window(trace, index).beta)],
        ]
      : []),
    ["ply", latest("ply")],
    ["examined", ticks],
  ],
};

/** The bound that a search has reached. */
function bounded(trace, index) {
  const { bounds } = trace.tree;
  const told = upTo(bounds, index);
  return told ? short(trace.steps[bounds[told - 1]].bound) : "–";
}

/** α and β of the position that a step is about. */
function window(trace, index) {
  const { tree, node } = trace.tree.at(index);
  return inRootView(trace.steps[node < 0 ? index : tree.birth[node]]);
}

function about(view, { variable, value }) {
  if (variable === undefined) return "–";
  const { nouns, variable: variableName, value: valueName } = namesOf(view);
  const name = `${nouns[0]} ${variableName(variable)}`;
  return value === undefined ? name : `${name}, ${nouns[1]} ${valueName(value)}`;
}

function told(key, g, h) {
  return g === null ? "–" : key.told(g, h ?? 0);
}
