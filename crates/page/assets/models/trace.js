// One lane of a run: its steps as they came, and what can be asked about each of them.

import { DomainsModel } from "./domains.js";
import { STEP, TICKS } from "./events.js";
import { TreeModel } from "./tree.js";

export class Trace {
  constructor(lane, opened) {
    this.lane = lane;
    this.family = lane.family;
    this.start = opened.cells;
    this.view = opened.view;
    this.steps = [];
    /** Expansions after each step, as long as steps come whole. */
    this.ticks = [];
    /** Of local search: the cost, the best cost and the temperature after each step. */
    this.costs = [];
    this.bests = [];
    this.temperatures = [];
    /** What the server said of how far the search was, and when. */
    this.progress = [{ seconds: 0, expanded: 0, steps: 0 }];
    this.sampled = null;
    this.done = null;
    this.error = null;
    this.tree = this.family === "local" ? null : new TreeModel();
    const { values } = opened.view;
    this.domains =
      this.family === "constraint" && opened.cells && values
        ? new DomainsModel(opened.cells.length, values)
        : null;
  }

  /** @param {any} line of the server's stream, of this lane */
  take(line) {
    if (line.type === "steps") for (const step of line.steps) this.push(step);
    else if (line.type === "progress") this.progress.push(line);
    else if (line.type === "sampled") this.sampled = line;
    else if (line.type === "failed") this.error = line.error;
    else if (line.type === "done") {
      this.done = line;
      const { seconds, expanded } = line.report;
      this.progress.push({ seconds, expanded, steps: line.steps });
    }
  }

  push(step) {
    const index = this.steps.length;
    this.steps.push(step);
    this.ticks.push((this.ticks.at(-1) ?? 0) + (step.event === TICKS[this.family] ? 1 : 0));
    this.tree?.push(step, index);
    this.domains?.push(step);
    if (this.family === "local") this.pushCost(step);
  }

  pushCost(step) {
    const cost =
      step.event === STEP && step.accepted ? step.after : (step.cost ?? this.costs.at(-1) ?? NaN);
    this.costs.push(cost);
    this.bests.push(Math.min(cost, this.bests.at(-1) ?? Infinity));
    this.temperatures.push(step.temperature ?? this.temperatures.at(-1) ?? NaN);
  }

  /** Whether no step was left out of the first `count`. */
  isWhole(count) {
    return !this.sampled || count <= this.sampled.whole;
  }

  /** Whether it has ended, one way or another. */
  get over() {
    return this.done !== null || this.error !== null;
  }

  /** The latest value of a fact before or at a step. */
  latest(name, index) {
    for (let at = index; at >= 0 && at > index - 2000; at -= 1) {
      const value = this.steps[at][name];
      if (value !== undefined && value !== null) return value;
    }
    return null;
  }

  /** The cells to show after so many steps; a step without cells leaves the last. */
  cellsAfter(count) {
    for (let at = count - 1; at >= 0 && at > count - 2000; at -= 1)
      if (this.steps[at].cells) return this.steps[at].cells;
    return this.start ?? [];
  }

  get expanded() {
    return this.done
      ? this.done.report.expanded
      : Math.max(this.progress.at(-1).expanded, this.ticks.at(-1) ?? 0);
  }

  get seconds() {
    return this.progress.at(-1).seconds;
  }

  /** How many steps to show when the clock says `expanded` or `seconds`. */
  countAt(clock, time) {
    if (this.steps.length === 0) return 0;
    if (clock === "expanded" && !this.sampled && (this.ticks.at(-1) ?? 0) > 0)
      return time >= this.ticks.at(-1) ? this.steps.length : upTo(this.ticks, time);
    const points = this.progress;
    const next = points.findIndex((point) => point[clock] > time);
    if (next < 0) return this.steps.length;
    const [a, b] = [points[Math.max(0, next - 1)], points[next]];
    const share = (time - a[clock]) / Math.max(1e-12, b[clock] - a[clock]);
    return this.countOfNumber(a.steps + share * (b.steps - a.steps));
  }

  /** How many kept steps have a number up to this one. */
  countOfNumber(number) {
    let [low, high] = [0, this.steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.steps[middle].n <= number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** How many of the sorted numbers are at most this. */
function upTo(sorted, most) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
