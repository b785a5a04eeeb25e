// The search tree as it grew. Children come after their parents, so one pass in order, or one
// backwards, does what a walk would.

import { BEGINS, ENDS, EXPANDS, GOALS } from "./events.js";

/** The nodes of one tree; a deepening search begins one after the other. */
class Tree {
  constructor(first) {
    /** The step it begins at. */
    this.first = first;
    this.numbers = new Map();
    /** For each node: its parent, depth, the steps it was made, expanded and given up at. */
    this.parent = [];
    this.depth = [];
    this.birth = [];
    this.expanded = [];
    this.ended = [];
    this.dead = [];
    this.children = [];
    this.deepest = 0;
    this.goals = [];
  }

  get size() {
    return this.parent.length;
  }

  add(number, parent, step) {
    const node = this.parent.length;
    const above = parent === null || parent === undefined ? -1 : (this.numbers.get(parent) ?? -1);
    this.numbers.set(number, node);
    this.parent.push(above);
    this.depth.push(above < 0 ? 0 : this.depth[above] + 1);
    this.birth.push(step);
    this.expanded.push(Infinity);
    this.ended.push(Infinity);
    this.dead.push(false);
    this.children.push(null);
    if (above >= 0) (this.children[above] ??= []).push(node);
    this.deepest = Math.max(this.deepest, this.depth[node]);
    return node;
  }

  /** How many nodes there are at a step. */
  countAt(step) {
    let [low, high] = [0, this.birth.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.birth[middle] <= step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** From the root to a node. */
  path(node) {
    const nodes = [];
    for (let at = node; at >= 0; at = this.parent[at]) nodes.push(at);
    return nodes.reverse();
  }
}

export class TreeModel {
  constructor() {
    this.trees = [];
    /** For each step: its tree and its node there, -1 for none. */
    this.treeOf = [];
    this.nodeOf = [];
  }

  push(step, index) {
    if (BEGINS.has(step.event) || this.trees.length === 0) this.trees.push(new Tree(index));
    const tree = this.trees.at(-1);
    let node = -1;
    if (step.node !== null && step.node !== undefined) {
      node = tree.numbers.get(step.node) ?? tree.add(step.node, step.parent, index);
      if (EXPANDS.has(step.event)) tree.expanded[node] = Math.min(tree.expanded[node], index);
      if (ENDS.has(step.event)) tree.ended[node] = index;
      if (step.fate === "known" || step.fate === "pruned")
        tree.dead[node] = tree.birth[node] === index;
      if (GOALS.has(step.event)) tree.goals.push({ node, step: index });
    }
    this.treeOf.push(this.trees.length - 1);
    this.nodeOf.push(node);
  }

  /** The tree of a step and the node it is about, or the latest there was. */
  at(index) {
    if (this.trees.length === 0) return { tree: null, node: -1 };
    const tree = this.trees[this.treeOf[Math.max(0, index)]];
    let at = index;
    while (at >= tree.first && this.nodeOf[at] < 0) at -= 1;
    return { tree, node: at >= tree.first ? this.nodeOf[at] : -1 };
  }
}
