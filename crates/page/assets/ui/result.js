// How a run ended.

import { el, fact, put, resultsOf } from "./dom.js";
import { bytes, count, duration, short } from "./format.js";

/** Longer solutions are played, not listed. */
const MOST_MOVES = 400;

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
  ["time", (trace) => duration(trace.seconds)],
  ["memory", (trace) => bytes(trace.done?.report.peak_bytes)],
];

function cost(report) {
  if (!report) return "–";
  if (report.cost == null) return report.value === undefined ? "–" : `value ${report.value}`;
  if (report.verdict !== "solved") return `${count(report.cost)} (so far)`;
  return count(report.cost) + (report.optimal ? " (optimal)" : "");
}

/** A table with a row for each lane. */
export function resultTable(traces, titles) {
  const head = el("tr", {}, ...COLUMNS.map(([name]) => el("th", { scope: "col", text: name })));
  const row = (trace, lane) =>
    el(
      "tr",
      { data: { method: trace.lane.method } },
      ...COLUMNS.map(([name, of], place) =>
        place
          ? el("td", { data: { column: name }, text: of(trace) })
          : el("th", { scope: "row" }, titles[lane], " ", el("code", { text: of(trace) })),
      ),
    );
  return resultsOf([head, ...traces.map(row)]);
}

function told({ value, bytes: held }) {
  if (value == null) return bytes(held);
  return held === undefined ? short(value) : `${short(value)} (${bytes(held)})`;
}

/** Where the times come from. */
export const UNWATCHED = "Times are from a second run of the same search, unwatched.";

const LATER = "The outcome is shown here at the end of the replay.";

export class Result {
  /** @param {(move: number) => void} chosen a move of the solution, from 1 */
  constructor(chosen) {
    this.chosen = chosen;
    this.element = el("section", { id: "result", class: "result", "aria-label": "Result" });
    this.clear();
  }

  clear() {
    this.shown = null;
    this.moves = [];
    put(this.element, el("p", { class: "hint", text: LATER }));
  }

  /** Marks the move of the solution that is shown. */
  mark(position) {
    this.moves.forEach((move, at) =>
      at + 1 === position ? move.setAttribute("aria-current", "step") : move.removeAttribute("aria-current"),
    );
  }

  /** The solution as moves to click on. */
  solution({ done, family }) {
    const { solution } = done.report;
    if (family !== "path" || !Array.isArray(solution) || solution.length + 1 !== done.boards.length) return null;
    this.moves = solution
      .slice(0, MOST_MOVES)
      .map((text, at) =>
        el("button", {
          type: "button",
          text,
          "aria-label": `move ${at + 1}: ${text}`,
          on: { click: () => this.chosen(at + 1) },
        }),
      );
    return el("div", { class: "moves", id: "solution-moves", role: "group", "aria-label": "Solution" }, ...this.moves);
  }

  /** @param {import("../models/trace.js").Trace} trace that is over */
  show(trace) {
    if (this.shown === trace) return;
    this.shown = trace;
    if (trace.error) return put(this.element, verdict(trace));
    const { notes, figures } = trace.done;
    const shown = figures.map((figure) => fact(figure.name, el("dd", { text: told(figure) })));
    const time = fact("time, unwatched", el("dd", { id: "time", text: duration(trace.seconds) }));
    put(
      this.element,
      el("dl", { class: "facts small" }, time, ...shown),
      this.solution(trace),
      notes.length ? el("ul", { class: "notes" }, ...notes.map((text) => el("li", { text }))) : null,
      el("p", { class: "hint", text: UNWATCHED }),
    );
  }
}
