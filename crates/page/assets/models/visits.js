// Where a path search has been: whether each place, a cell of a map or a node of a graph, waits or was
// expanded, with its g and h, after any step. Every step changes one place, and what it was before is
// kept, so that going back is as fast as going on.

import { count, short } from "../ui/format.js";
import { EXPAND, GENERATE } from "./events.js";

export const WAITING = 1;
export const EXPANDED = 2;

const REACHED = new Set(["new", "cheaper"]);

export class Visits {
  /**
   * @param {import("./trace.js").Trace} trace whose cells are one place each
   * @param {number} places @param {number} goal where a search from both ends has its second root
   */
  constructor(trace, places, goal) {
    this.trace = trace;
    this.goal = goal;
    this.after = 0;
    /** Which of the trees of a deepening search it is: what an earlier one left is forgotten. */
    this.round = 0;
    this.rounds = new Int32Array(places).fill(-1);
    this.states = new Uint8Array(places);
    this.g = new Float64Array(places);
    this.h = new Float64Array(places);
    /** The step that made the place what it is, from 1, and the place it was reached from. */
    this.steps = new Uint32Array(places);
    this.parents = new Int32Array(places);
    /** Which end the place was reached from: 0 the start, 1 the goal. */
    this.sides = new Uint8Array(places);
    /** For each tree the same for its nodes, as far as they were needed. */
    this.sidesIn = new Map();
    /** Whether the search has come from the goal too. */
    this.isTwoSided = false;
    this.counts = [0, 0, 0];
    /** For each step: what it changed, as it was before. */
    this.log = [];
  }

  /** What a place is now: 0, WAITING or EXPANDED. */
  stateOf(place) {
    return this.rounds[place] === this.round ? this.states[place] : 0;
  }

  /**
   * Goes to the state after this many steps.
   * @param {(place: number) => void} changed is called with every place that changes
   * @returns {boolean} whether a new tree was started on the way: then all may have changed
   */
  to(after, changed) {
    const { round } = this;
    while (this.after < after) this.forward(changed);
    while (this.after > after) this.back(changed);
    return this.round !== round;
  }

  forward(changed) {
    const index = this.after;
    const { steps, tree } = this.trace;
    const step = steps[index];
    this.after += 1;
    const begins = index > 0 && tree.treeOf[index] !== tree.treeOf[index - 1];
    const counts = begins ? this.counts : null;
    if (begins) {
      this.round += 1;
      this.counts = [0, 0, 0];
    }
    const place = step.cells?.[0] ?? -1;
    const expands = step.event === EXPAND;
    const reaches = expands || (step.event === GENERATE && REACHED.has(step.fate));
    const before = place >= 0 && reaches ? this.at(place) : null;
    this.log[index] = before || counts ? { before, counts } : null;
    if (!before) return;
    this.set(place, {
      round: this.round,
      state: expands ? EXPANDED : WAITING,
      g: step.g ?? 0,
      h: step.h ?? 0,
      step: index + 1,
      parent: this.parentOf(index),
      side: this.sideOf(index),
    });
    changed(place);
  }

  back(changed) {
    this.after -= 1;
    const { before, counts } = this.log[this.after] ?? {};
    if (before) {
      this.set(before.place, before);
      changed(before.place);
    }
    if (!counts) return;
    this.round -= 1;
    this.counts = counts;
  }

  at(place) {
    return {
      place,
      round: this.rounds[place],
      state: this.states[place],
      g: this.g[place],
      h: this.h[place],
      step: this.steps[place],
      parent: this.parents[place],
      side: this.sides[place],
    };
  }

  set(place, { round, state, g, h, step, parent, side }) {
    this.counts[this.stateOf(place)] -= 1;
    this.rounds[place] = round;
    this.states[place] = state;
    this.g[place] = g;
    this.h[place] = h;
    this.steps[place] = step;
    this.parents[place] = parent;
    this.sides[place] = side;
    this.counts[this.stateOf(place)] += 1;
  }

  parentOf(index) {
    const { tree } = this.trace;
    const node = tree.nodeOf[index];
    const above = node < 0 ? -1 : tree.trees[tree.treeOf[index]].parent[node];
    return above < 0 ? -1 : this.placeOf(tree.trees[tree.treeOf[index]], above);
  }

  /** Children come after their parents, so that each side is known when it is needed. */
  sideOf(index) {
    const { tree } = this.trace;
    const one = tree.trees[tree.treeOf[index]];
    const node = tree.nodeOf[index];
    if (!this.sidesIn.has(one)) this.sidesIn.set(one, []);
    const sides = this.sidesIn.get(one);
    for (let at = sides.length; at <= node; at += 1) {
      const above = one.parent[at];
      sides.push(above < 0 ? Number(this.isGoalRoot(one, at)) : sides[above]);
      this.isTwoSided ||= sides[at] === 1;
    }
    return sides[node] ?? 0;
  }

  /** A goal whose parent was left out has no parent either, but its g is not 0. */
  isGoalRoot(tree, node) {
    const { cells, g } = this.trace.steps[tree.birth[node]];
    return cells?.[0] === this.goal && g === 0;
  }

  placeOf(tree, node) {
    return this.trace.steps[tree.birth[node]].cells?.[0] ?? -1;
  }

  /** What is known about a place, in lines of text; none if it was not reached. */
  told(place, name) {
    const state = place < 0 ? 0 : this.stateOf(place);
    if (!state) return [];
    const [g, h] = [this.g[place], this.h[place]];
    const what = state === EXPANDED ? "expanded in" : "in the frontier since";
    const side = this.sides[place] ? ", from the goal" : "";
    return [
      `${name}: ${what} step ${count(this.steps[place])}${side}`,
      `f = g + h = ${short(g)} + ${short(h)} = ${short(g + h)}`,
    ];
  }

  /** The step that made a place what it is; null if it was not reached. */
  stepOf(place) {
    return place >= 0 && this.stateOf(place) ? this.steps[place] : null;
  }

  /** How many places were expanded and how many wait. */
  get words() {
    const [, waiting, expanded] = this.counts;
    return `; ${count(expanded)} expanded, ${count(waiting)} in the frontier`;
  }

  /** The places from the root to where the search is now. */
  get path() {
    const { tree, node } = this.trace.tree.at(this.after - 1);
    if (this.after < 1 || !tree || node < 0) return [];
    return tree.path(node).map((at) => this.placeOf(tree, at));
  }
}
