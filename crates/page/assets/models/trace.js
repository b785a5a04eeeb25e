// One lane of a run: its steps as they came, and what can be asked about each of them.

import { drawingOf } from "../boards/board.js";
import { DomainsModel } from "./domains.js";
import { STEP, TICKS } from "./events.js";
import { keyOf } from "./keys.js";
import { TreeModel, upTo } from "./tree.js";

export class Trace {
  /**
   * @param {{method: string, name: string, family: string}} lane
   * @param {any} opened the first line of the server's stream
   * @param {any[]} methods of the instance
   */
  constructor(lane, opened, methods) {
    this.lane = lane;
    this.family = lane.family;
    this.start = opened.cells;
    this.view = opened.view;
    this.steps = [];
    /** The numbers of the steps in the whole run. */
    this.numbers = [];
    /** Expansions after each step, as long as no steps are left out. */
    this.ticks = [];
    /** How far the search is after each step: the greatest depth, or for local search the best cost. */
    this.reached = [];
    /** For local search, after each step: the cost, the temperature, the mean of a generation. */
    this.costs = [];
    this.temperatures = [];
    this.means = [];
    /** How far the search was, as the server last reported. */
    this.progress = { expanded: 0, steps: 0 };
    this.sampled = null;
    this.done = null;
    this.error = null;
    this.key = this.family === "path" ? keyOf(lane.method, methods) : null;
    const lines = methods.find(({ name }) => name === lane.name)?.explanation.pseudocode ?? [];
    /** Whether the method of a game has α and β. */
    this.windowed = lines.some((line) => line.includes("beta"));
    /** Whether it goes layer by layer: then its bounds are where the layers begin. */
    this.isLayered = ["bfs", "beam"].includes(lane.name);
    this.tree = this.family === "local" ? null : new TreeModel(this.family === "constraint");
    const { values } = opened.view;
    this.domains =
      this.family === "constraint" && opened.cells && values ? new DomainsModel(opened.cells.length, values) : null;
  }

  /** @param {any} line of the server's stream, of this lane */
  take(line) {
    if (line.type === "steps") for (const step of line.steps) this.push(step);
    else if (line.type === "progress") this.progress = line;
    else if (line.type === "sampled") this.sampled = line;
    else if (line.type === "failed") this.error = line.error;
    else if (line.type === "done") this.done = line;
  }

  push(step) {
    const index = this.steps.length;
    this.steps.push(step);
    this.numbers.push(step.n);
    this.ticks.push((this.ticks.at(-1) ?? 0) + Number(TICKS[this.family].has(step.event)));
    this.tree?.push(step, index);
    this.domains?.push(step);
    if (this.family === "local") this.pushCost(step);
    else this.reached.push(Math.max(this.reached.at(-1) ?? 0, this.depthOf(step)));
  }

  depthOf(step) {
    if (this.family === "path") return this.sampled ? (step.g ?? 0) : (this.tree.trees.at(-1)?.deepest.at(-1) ?? 0);
    if (this.family === "game") return step.ply ?? 0;
    return this.domains ? this.domains.ahead.frames.length : 0;
  }

  pushCost(step) {
    const cost = step.event === STEP && step.accepted ? step.after : (step.cost ?? this.costs.at(-1) ?? NaN);
    this.costs.push(cost);
    this.reached.push(Math.min(cost, this.reached.at(-1) ?? Infinity));
    this.temperatures.push(step.temperature ?? this.temperatures.at(-1) ?? NaN);
    this.means.push(step.mean ?? this.means.at(-1) ?? NaN);
  }

  /** Whether no step was left out of the first `count`. */
  isWhole(count) {
    return !this.sampled || count <= this.sampled.whole;
  }

  /** Whether it has ended, one way or another. */
  get over() {
    return this.done !== null || this.error !== null;
  }

  /** The text shown before the first step. */
  get before() {
    return this.over && !this.steps.length
      ? "This method reports no steps: only its result is shown."
      : "The search has not started.";
  }

  /** The latest value of a fact before or at a step. */
  latest(name, index) {
    for (let at = index; at >= 0 && at > index - 2000; at -= 1) {
      const value = this.steps[at][name];
      if (value != null) return value;
    }
    return null;
  }

  /** The cells to show after this many steps; a step without cells leaves the last. */
  cellsAfter(count) {
    for (let at = count - 1; at >= 0 && at > count - 2000; at -= 1)
      if (this.steps[at].cells) return this.steps[at].cells;
    return this.start ?? [];
  }

  /** How many moves the cut-off of a step skips; null if the drawing cannot tell. */
  cutAt(index) {
    const { moves } = drawingOf(this.view.kind);
    const { tree, node } = this.tree.at(index);
    const cells = this.steps[index].cells;
    if (!moves?.count || !cells || node < 0) return null;
    const tried = (tree.children[node] ?? []).filter((child) => tree.birth[child] <= index).length;
    return Math.max(0, moves.count(cells, this.view) - tried);
  }

  get expanded() {
    return this.done ? this.done.report.expanded : Math.max(this.progress.expanded, this.ticks.at(-1) ?? 0);
  }

  /** The time of the same search unwatched; null until that is measured. */
  get seconds() {
    return this.done?.report.seconds ?? null;
  }

  /** How many steps there were, including those left out. */
  get length() {
    return Math.max(this.done?.steps ?? this.progress.steps, this.numbers.at(-1) ?? 0);
  }

  /** How many steps to show after this share of the search's expansions. */
  countAt(share) {
    if (share >= 1) return this.steps.length;
    const ticks = this.ticks.at(-1) ?? 0;
    if (!this.sampled && ticks > 0) return upTo(this.ticks, Math.floor(share * ticks));
    return upTo(this.numbers, share * this.length);
  }
}
