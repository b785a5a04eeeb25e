// Where the nodes of a tree go: the leaves side by side, each node above the middle of its leaves.
// Of several nodes on one spot, only the first is drawn.

/** A growing tree is laid out again this often, in milliseconds. */
const PAUSE = 250;
/** Nodes closer than this many pixels fall on one spot. */
const SPOT = 2;

export class Layout {
  constructor() {
    this.tree = null;
    this.size = 0;
    this.width = this.height = 0;
    this.when = 0;
    /** @type {number[]} nodes to draw, in the order they were made */
    this.sample = [];
  }

  fit(tree, width, height, zoom) {
    const same = tree === this.tree && width === this.width && height === this.height;
    if (same && tree.size === this.size) return;
    if (same && tree.size > 2000 && performance.now() - this.when < PAUSE) return;
    Object.assign(this, { tree, width, height, zoom, size: tree.size, when: performance.now() });
    this.place();
    this.pick();
  }

  place() {
    const { parent, depth, deepest } = this.tree;
    const n = this.size;
    const leaves = new Uint32Array(n);
    let total = 0;
    for (let at = n - 1; at >= 0; at -= 1) {
      leaves[at] ||= 1;
      if (parent[at] >= 0) leaves[parent[at]] += leaves[at];
      else total += leaves[at];
    }
    const next = new Uint32Array(n);
    this.x = new Float32Array(n);
    this.y = new Float32Array(n);
    const across = this.width / total;
    const down = this.height / Math.max(deepest.at(-1), 1);
    this.down = down;
    this.apart = Math.min(across, down);
    let root = 0;
    for (let at = 0; at < n; at += 1) {
      const above = parent[at];
      const from = above >= 0 ? next[above] : root;
      if (above >= 0) next[above] += leaves[at];
      else root += leaves[at];
      next[at] = from;
      this.x[at] = (from + leaves[at] / 2) * across;
      this.y[at] = depth[at] * Math.min(down, 64 * this.zoom);
    }
  }

  pick() {
    const columns = Math.ceil(this.width / SPOT) + 1;
    const rows = Math.ceil(this.height / SPOT) + 1;
    const taken = new Uint8Array(columns * rows);
    this.sample = [];
    for (let at = 0; at < this.size; at += 1) {
      const spot = Math.floor(this.y[at] / SPOT) * columns + Math.floor(this.x[at] / SPOT);
      if (taken[spot]) continue;
      taken[spot] = 1;
      this.sample.push(at);
    }
  }

  /** Those to draw of the first `visible` nodes. A node laid out later is not drawn yet. */
  prefix(visible) {
    if (visible >= this.size) return this.sample;
    let [low, high] = [0, this.sample.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.sample[middle] < visible) low = middle + 1;
      else high = middle;
    }
    return this.sample.slice(0, low);
  }
}
