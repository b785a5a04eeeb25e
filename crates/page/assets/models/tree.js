// The search tree as it grew. Children come after their parents, so one pass in order, or one
// backwards, replaces a traversal.

import { BEGINS, CUTOFF, ENDS, EXPANDS, GOALS, PLAYOUT } from "./events.js";
import { inRootView, isMax } from "./words.js";

/** The nodes of one tree; a deepening search grows one after the other. */
class Tree {
  constructor(first) {
    /** The step it begins at. */
    this.first = first;
    this.numbers = new Map();
    /** For each node: its parent, depth, the steps at which it was created, expanded and dropped. */
    this.parent = [];
    this.depth = [];
    this.birth = [];
    this.expanded = [];
    this.ended = [];
    this.dead = [];
    this.children = [];
    /** For each node: the greatest depth of it and all before it. */
    this.deepest = [];
    this.goals = [];
    /** Of games, for each node: its value for the player at the root, the step that cut the rest. */
    this.value = [];
    this.cut = [];
    /** Of Monte Carlo, for each node: its move, and the steps and sums of its playouts. */
    this.move = [];
    this.playouts = [];
  }

  get size() {
    return this.parent.length;
  }

  add(above, step) {
    const node = this.parent.length;
    this.parent.push(above);
    this.depth.push(above < 0 ? 0 : this.depth[above] + 1);
    this.birth.push(step);
    this.expanded.push(Infinity);
    this.ended.push(Infinity);
    this.dead.push(false);
    this.children.push(null);
    this.value.push(null);
    this.cut.push(Infinity);
    this.move.push(null);
    this.playouts.push(null);
    if (above >= 0) (this.children[above] ??= []).push(node);
    this.deepest.push(Math.max(this.deepest.at(-1) ?? 0, this.depth[node]));
    return node;
  }

  /** The node of a number on the wire, made if it is new. */
  numbered(number, parent, step) {
    const known = this.numbers.get(number);
    if (known !== undefined) return known;
    const above = this.numbers.get(parent ?? null) ?? -1;
    const node = this.add(above, step);
    this.numbers.set(number, node);
    return node;
  }

  /** Adds a playout to every node along these moves, and returns the last. */
  playOut(path, value, step) {
    let node = this.size ? 0 : this.add(-1, step);
    this.count(node, value, step);
    for (const move of path) {
      const known = this.children[node]?.find((child) => this.move[child] === move);
      const next = known ?? this.add(node, step);
      this.move[next] = move;
      node = next;
      this.count(node, value, step);
    }
    return node;
  }

  count(node, value, step) {
    const seen = (this.playouts[node] ??= { steps: [], sums: [] });
    seen.steps.push(step);
    seen.sums.push((seen.sums.at(-1) ?? 0) + Math.sign(value));
  }

  /** Playouts through a node until a step, and their mean result for the player at the root. */
  visits(node, step) {
    const seen = this.playouts[node];
    const count = seen ? upTo(seen.steps, step) : 0;
    return { count, mean: count ? seen.sums[count - 1] / count : 0 };
  }

  /** How many nodes there are at a step. */
  countAt(step) {
    return upTo(this.birth, step);
  }

  /** From the root to a node. */
  path(node) {
    const nodes = [];
    for (let at = node; at >= 0; at = this.parent[at]) nodes.push(at);
    return nodes.reverse();
  }

  /** The best line of play as far as it is known at a step. */
  principal(step) {
    const nodes = [0];
    for (;;) {
      const at = nodes.at(-1);
      const next = this.playouts[at] ? this.mostVisited(at, step) : this.bestChild(at, step);
      if (next === null) return nodes;
      nodes.push(next);
    }
  }

  /** The first of the children with the best value for the player to move. */
  bestChild(node, step) {
    const sign = isMax(this.depth[node]) ? 1 : -1;
    let best = null;
    for (const child of this.children[node] ?? []) {
      if (this.ended[child] > step) continue;
      if (best === null || sign * this.value[child] > sign * this.value[best]) best = child;
    }
    return best;
  }

  mostVisited(node, step) {
    let [best, most] = [null, 0];
    for (const child of this.children[node] ?? []) {
      const { count } = this.visits(child, step);
      if (count > most) [best, most] = [child, count];
    }
    return best;
  }
}

export class TreeModel {
  /** @param {boolean} rooted whether the empty assignment is a node, above all others */
  constructor(rooted) {
    this.rooted = rooted;
    this.trees = [];
    /** For each step: its tree and its node there, -1 for none. */
    this.treeOf = [];
    this.nodeOf = [];
    /** The steps that reported a bound, and whether the last of them has no node after it yet. */
    this.bounds = [];
    this.isBound = false;
  }

  push(step, index) {
    if (BEGINS.has(step.event)) {
      this.bounds.push(index);
      this.isBound = true;
    }
    const tree = this.treeFor(step, index);
    let node = -1;
    if (this.rooted && !tree.size) {
      node = tree.numbered(null, null, index);
      tree.expanded[node] = index;
    }
    if (step.event === PLAYOUT) node = tree.playOut(step.path, inRootView(step).value, index);
    else if (step.node != null) {
      node = tree.numbered(step.node, step.parent, index);
      if (EXPANDS.has(step.event)) tree.expanded[node] = Math.min(tree.expanded[node], index);
      if (ENDS.has(step.event)) tree.ended[node] = index;
      if (step.value !== undefined && step.ply !== undefined && ENDS.has(step.event))
        tree.value[node] = inRootView(step).value;
      if (step.event === CUTOFF) tree.cut[node] = index;
      if (step.fate === "known" || step.fate === "pruned") tree.dead[node] = tree.birth[node] === index;
      if (GOALS.has(step.event)) tree.goals.push({ node, step: index });
    }
    this.treeOf.push(this.trees.length - 1);
    this.nodeOf.push(node);
  }

  /**
   * The tree that a step belongs to. A deepening search starts a new one with the root after its
   * bound; one that goes on below, layer by layer, does not.
   */
  treeFor({ node, parent }, index) {
    const isOfNode = node != null;
    const isAnew = this.isBound && isOfNode && parent === null && this.trees.at(-1)?.size > 0;
    if (this.trees.length === 0 || isAnew) this.trees.push(new Tree(index));
    if (isOfNode) this.isBound = false;
    return this.trees.at(-1);
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

/** How many of the sorted numbers are at most this. */
export function upTo(sorted, most) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
