// How a run ended.

import { el, put } from "./dom.js";
import { bytes, count, duration, short } from "./format.js";

const SIGNS = { solved: "✓", unsolvable: "∅", stuck: "⚑", stopped: "■", failed: "!" };

/** One line on how a lane ended, with a sign and a colour. */
export function verdict(trace) {
  const kind = trace.error ? "failed" : trace.done.report.verdict;
  return el(
    "p",
    { class: "verdict", data: { verdict: kind } },
    el("span", { class: "sign", "aria-hidden": "true", text: SIGNS[kind] ?? "•" }),
    el("span", { text: trace.error ?? trace.done.summary }),
  );
}

const COLUMNS = [
  ["method", (trace) => trace.lane.method],
  ["verdict", (trace) => (trace.error ? "failed" : (trace.done?.report.verdict ?? "running"))],
  ["cost", (trace) => cost(trace.done?.report)],
  ["expanded", (trace) => count(trace.done?.report.expanded)],
  ["generated", (trace) => count(trace.done?.report.generated)],
  ["time", (trace) => duration(trace.done?.report.seconds)],
  ["memory", (trace) => bytes(trace.done?.report.peak_bytes)],
];

function cost(report) {
  if (!report) return "–";
  if (report.cost === null || report.cost === undefined)
    return report.value === undefined ? "–" : `value ${report.value}`;
  if (report.verdict !== "solved") return `${count(report.cost)} (so far)`;
  return count(report.cost) + (report.optimal ? " (optimal)" : "");
}

/** A table with a row for each lane. */
export function resultTable(traces) {
  const head = el("tr", {}, ...COLUMNS.map(([name]) => el("th", { scope: "col", text: name })));
  const row = (trace) =>
    el(
      "tr",
      { data: { method: trace.lane.method } },
      ...COLUMNS.map(([name, of], place) =>
        el(place ? "td" : "th", {
          scope: place ? null : "row",
          data: { column: name },
          text: of(trace),
        }),
      ),
    );
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Results" },
    el("table", {}, el("thead", {}, head), el("tbody", {}, ...traces.map(row))),
  );
}

function told({ value, bytes: held }) {
  return held === undefined ? short(value) : `${short(value)} (${bytes(held)})`;
}

export class Result {
  constructor() {
    this.element = el("section", { id: "result", class: "result", "aria-label": "Result" });
  }

  clear() {
    put(this.element);
  }

  /** @param {import("../models/trace.js").Trace} trace that is over */
  show(trace) {
    if (trace.error) return put(this.element, verdict(trace));
    const { notes, figures } = trace.done;
    const shown = figures.map((figure) =>
      el("div", {}, el("dt", { text: figure.name }), el("dd", { text: told(figure) })),
    );
    const time = el(
      "div",
      {},
      el("dt", { text: "time" }),
      el("dd", { text: duration(trace.done.report.seconds) }),
    );
    put(
      this.element,
      el("dl", { class: "facts small" }, ...shown, time),
      notes.length
        ? el("ul", { class: "notes" }, ...notes.map((text) => el("li", { text })))
        : null,
      el("details", {}, el("summary", { text: "As a table" }), resultTable([trace])),
    );
  }
}
