// A graph: to be coloured, or to find a path in. Its nodes are where their coordinates are, or laid out
// by springs, and can be dragged elsewhere.

import { EXPANDED, Visits, WAITING } from "../models/visits.js";
import { el, svg } from "../ui/dom.js";
import { short } from "../ui/format.js";
import { listenToCells } from "./cells.js";
import { sized } from "./frame.js";
import { labelsOf, nameOf, placesOf, sharesOf, spread } from "./graph-layout.js";

export { ColouringPlay as Play } from "../play/colouring.js";
export { editor } from "./graph-edit.js";

/** Only graphs to be coloured are played by hand. */
export const plays = ({ methods }) => methods.some(({ family }) => family === "constraint");

/** What a constraint search assigns. */
export const names = (view) => ({
  nouns: [view.names ? "state" : "vertex", "colour"],
  variable: (vertex) => nameOf(view, vertex),
});

/** What the marks mean. */
export const legend = ({ values = 0 }) => [
  ...Array.from({ length: values > 8 ? 0 : values }, (_, value) => {
    const text = value ? String(value + 1) : "colour 1";
    return ["colour", text, "constraint", { colour: value }];
  }),
  ["clash", "neighbours with the same colour", "constraint"],
  ["dots", "dots: colours still possible", "constraint"],
  ["clash", "neighbours with the same colour", "local"],
  ["node-start", "start", "path"],
  ["node-goal", "goal", "path"],
  ["node-waiting", "in the frontier", "path"],
  ["node-expanded", "expanded", "path"],
  ["node-back", "expanded from the goal", "path"],
  ["map-way", "path to this node", "path"],
];

/** Where a path search is. */
export const stateName = ([node], view) => (view.goal === undefined ? null : nameOf(view, node));

/** The variable that a cell stands for. */
export const spot = (cell) => ({ variable: cell });

/** The numbers and names of more nodes would overlap. */
const NAMED = 90;
/** The width of the drawing. */
const SIZE = 100;

/** The approximate width and height of the figures of a node, which are below its name. */
const FIGURES = [19, 2.4];
/** With more nodes their figures would overlap: they are shown for the node under the pointer. */
const FIGURED = 40;
/** Names no longer than this are written inside the nodes to be coloured. */
const WITHIN = 3;

export class Board {
  constructor(view, { interactive = false }) {
    this.view = view;
    this.isRoute = view.goal !== undefined;
    this.interactive = interactive;
    this.isNamed = view.vertices <= NAMED;
    const isShort = !this.isRoute && view.names?.every((name) => name.length <= WITHIN);
    this.isBeside = Boolean(view.names) && this.isNamed && !isShort;
    const largest = this.isRoute ? 1.7 : isShort ? 6 : 4.2;
    this.radius = Math.max(0.8, Math.min(largest, (this.isRoute ? 12 : 26) / Math.sqrt(view.vertices)));
    this.edges = view.edges;
    // Where edges lead both ways, each keeps to its right.
    const ways = new Set(view.directed ? view.edges.map(([a, b]) => `${a} ${b}`) : []);
    this.isTwin = view.edges.map(([a, b]) => a !== b && ways.has(`${b} ${a}`));
    this.hasFigures = this.isRoute && !interactive && view.vertices <= FIGURED;
    this.values = view.values ?? 0;
    this.build(placesOf(view));
  }

  build({ places, ratio }) {
    const { view } = this;
    this.height = SIZE * ratio;
    this.margin = this.isBeside ? [8, this.radius + 4] : [this.radius + 1, this.radius + 1];
    this.points = places.map(([x, y]) => [this.across(x), this.down(y)]);
    const box = [SIZE, this.height];
    if (view.names && this.isNamed) spread(this.points, this.isRoute ? 8 : 2 * this.radius + 3, box, this.margin);
    this.labels = this.isBeside ? this.placeLabels(box) : null;
    const room = ([, , cost]) => String(cost === undefined ? "" : short(cost)).length * 1.2;
    this.shares = this.isNamed
      ? sharesOf(
          this.points,
          this.edges,
          this.radius,
          this.edges.map(room),
          2,
          this.labels?.map((label) => label.box) ?? [],
        )
      : null;
    this.lines = this.edges.map((_, at) => svg("line", { "data-edge": at }));
    // Lines are too thin for a finger.
    this.grips = this.interactive ? this.edges.map((_, at) => svg("line", { class: "grip", "data-edge": at })) : [];
    this.costs = this.edges.map(([, , cost], at) => {
      const text = svg("text", { class: "edge-cost", "data-edge": at });
      text.textContent = this.isNamed && cost !== undefined ? short(cost) : "";
      return text;
    });
    this.vertices = this.points.map((_, node) => this.node(node));
    this.dots = this.points.map(() => dots(this.radius, this.values));
    this.picture = svg(
      "svg",
      { viewBox: `0 0 ${SIZE} ${this.height}`, role: this.interactive ? "group" : "img" },
      ...(view.directed ? [arrow()] : []),
      ...this.lines,
      ...this.grips,
      ...this.costs,
      ...this.vertices,
      ...this.dots.flat(),
    );
    const kind = `board graph${this.isRoute ? " route" : ""}${view.directed ? " directed" : ""}`;
    this.element = el("div", { class: kind }, this.picture);
    sized(this.element, this.height, SIZE);
    this.points.forEach((_, node) => this.put(node));
  }

  placeLabels(box) {
    const { view, points, edges, radius } = this;
    const [wide, high] = this.hasFigures ? FIGURES : [0, 0];
    const font = this.font();
    const widths = points.map((_, node) => Math.max(nameOf(view, node).length * 0.57 * font, wide));
    return labelsOf(points, edges, radius, widths, 1.05 * font + high, box);
  }

  /** The size of names next to nodes. */
  font() {
    return this.isRoute ? 2.5 : 3.4;
  }

  across(x) {
    return this.margin[0] + x * (SIZE - 2 * this.margin[0]);
  }

  down(y) {
    return this.margin[1] + y * (this.height - 2 * this.margin[1]);
  }

  node(node) {
    const { view, radius } = this;
    const label = this.labels?.[node];
    const { anchor, x } = label ?? { anchor: "middle", x: 0 };
    const first = label ? label.top + 0.9 * this.font() : 0;
    const text = this.isNamed ? nameOf(view, node) : "";
    const within = radius * Math.min(0.85, 1.9 / Math.max(1, text.length));
    const name = svg("text", {
      class: "node-name",
      "text-anchor": anchor,
      x,
      y: first,
      "font-size": label ? this.font() : within,
    });
    name.textContent = text;
    const figures = svg("text", {
      class: "node-figures",
      "text-anchor": anchor,
      x,
      y: label ? first + 2.3 : radius + 2.4,
    });
    const end = { [view.start]: " start", [view.goal]: " goal" }[node] ?? "";
    return svg(
      "g",
      {
        class: `vertex${label ? " beside" : ""}${this.isRoute ? end : ""}`,
        "data-cell": node,
        tabindex: this.interactive ? (node ? "-1" : "0") : null,
        role: this.interactive ? "button" : null,
        "aria-label": this.interactive ? `${nameOf(view, node)}${end && `,${end}`}` : null,
      },
      svg("circle", { r: radius }),
      name,
      figures,
    );
  }

  /** Draws a node and its edges where it is. */
  put(node) {
    const [x, y] = this.points[node];
    for (const part of [this.vertices[node], ...this.dots[node]])
      part.setAttribute("transform", `translate(${x} ${y})`);
    this.edges.forEach(([a, b], at) => (a === node || b === node) && this.join(at));
  }

  join(at) {
    const [a, b] = this.edges[at];
    let [[x1, y1], [x2, y2]] = [this.points[a], this.points[b]];
    const length = Math.max(1e-6, Math.hypot(x2 - x1, y2 - y1));
    const aside = this.isTwin[at] ? (0.6 * this.radius) / length : 0;
    const [dx, dy] = [(y1 - y2) * aside, (x2 - x1) * aside];
    [x1, y1, x2, y2] = [x1 + dx, y1 + dy, x2 + dx, y2 + dy];
    const short = this.view.directed ? (this.radius + 0.4) / length : 0;
    const ends = { x1, y1, x2: x2 - (x2 - x1) * short, y2: y2 - (y2 - y1) * short };
    for (const line of [this.lines[at], this.grips[at]])
      for (const [name, value] of Object.entries(ends)) line?.setAttribute(name, value);
    const share = this.shares?.[at] ?? 0.5;
    this.costs[at].setAttribute("x", x1 + dx + (x2 - x1) * share);
    this.costs[at].setAttribute("y", y1 + dy + (y2 - y1) * share);
  }

  /** Where the pointer is in the drawing. */
  pointAt({ clientX, clientY }) {
    const box = this.picture.getBoundingClientRect();
    return [((clientX - box.left) / box.width) * SIZE, ((clientY - box.top) / box.height) * this.height];
  }

  /** @param {{domains?: any, trace?: any, after?: number, way?: number[][]}} [marks] */
  show(cells, marks = {}) {
    if (this.isRoute) this.showRoute(cells, marks);
    else this.showColours(cells, marks);
  }

  /** Tells which node was clicked, or chosen by keys. */
  onCell(heard) {
    listenToCells(this.picture, 1, heard);
    this.picture.addEventListener("keydown", (event) => {
      const node = event.target.closest("[data-cell]")?.dataset.cell;
      if (node === undefined || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      heard(Number(node));
    });
  }

  showColours(cells, { domains = null, selected = -1 }) {
    const isFree = (at) => cells[at] == null;
    this.dots.forEach((dots, vertex) =>
      dots.forEach((dot, value) => {
        const open = domains && isFree(vertex);
        dot.classList.toggle("hidden", !open);
        dot.classList.toggle("pruned", Boolean(open && domains.isPruned(vertex, value)));
      }),
    );
    this.vertices.forEach((vertex, at) => {
      vertex.dataset.colour = isFree(at) ? "" : cells[at] % 8;
      vertex.classList.toggle("chosen", at === selected);
    });
    this.lines.forEach((line, at) => {
      const [a, b] = this.edges[at];
      line.classList.toggle("clash", !isFree(a) && cells[a] === cells[b]);
    });
    const coloured = cells.filter((colour) => colour !== null).length;
    this.label(`Graph of ${this.vertices.length} vertices, ${coloured} of them coloured`);
  }

  showRoute([at], { trace = null, after = 0, way = null }) {
    if (trace !== this.trace) {
      this.trace = trace;
      this.visits = trace ? new Visits(trace, this.view.vertices, this.view.goal) : null;
    }
    this.visits?.to(after, () => {});
    const { visits } = this;
    this.element.classList.toggle("two-sided", Boolean(visits?.isTwoSided));
    const path = way?.map(([node]) => node) ?? visits?.path ?? [];
    this.vertices.forEach((vertex, node) => {
      const state = visits?.stateOf(node) ?? 0;
      vertex.classList.toggle("waiting", state === WAITING);
      vertex.classList.toggle("expanded", state === EXPANDED);
      vertex.classList.toggle("back", state > 0 && visits.sides[node] === 1);
      vertex.classList.toggle("now", Boolean(trace || way) && node === at);
      const figures = state && this.hasFigures ? trace.key.told(visits.g[node], visits.h[node]) : "";
      if (vertex.lastChild.textContent !== figures) vertex.lastChild.textContent = figures;
    });
    const steps = new Set(path.slice(1).map((node, step) => `${path[step]} ${node}`));
    const on = (a, b) => steps.has(`${a} ${b}`) || (!this.view.directed && steps.has(`${b} ${a}`));
    const leads = (a, b) => visits?.stateOf(b) && visits.parents[b] === a;
    this.lines.forEach((line, edge) => {
      const [a, b] = this.edges[edge];
      line.classList.toggle("tree", Boolean(leads(a, b) || (!this.view.directed && leads(b, a))));
      line.classList.toggle("way", on(a, b));
      line.classList.toggle("solved", way !== null && on(a, b));
    });
    const { vertices, start, goal } = this.view;
    const ends = `from ${nameOf(this.view, start)} to ${nameOf(this.view, goal)}`;
    this.label(`Graph of ${vertices} nodes, ${ends}${visits?.words ?? ""}`);
  }

  label(words) {
    this.picture.ariaLabel = words;
  }

  /** What is known of the node under the pointer. */
  told(event) {
    const node = nodeAt(event);
    return this.visits?.told(node, nameOf(this.view, node)) ?? [];
  }

  /** The step that made the node under the pointer what it is. */
  stepAt(event) {
    return this.visits?.stepOf(nodeAt(event)) ?? null;
  }
}

const nodeAt = ({ target }) => Number(target.closest?.("[data-cell]")?.dataset.cell ?? -1);

/** The head of an edge that leads one way. */
function arrow() {
  const head = svg("path", { d: "M0 0L6 3L0 6z" });
  const size = {
    markerUnits: "userSpaceOnUse",
    markerWidth: 2.4,
    markerHeight: 2.4,
    viewBox: "0 0 6 6",
    refX: 5.4,
    refY: 3,
  };
  return svg("defs", {}, svg("marker", { id: "arrow", orient: "auto", ...size }, head));
}

/** A dot for each colour that a vertex may have, on the edge of its circle. */
function dots(radius, values) {
  if (radius < 2 || values > 8) return [];
  return Array.from({ length: values }, (_, value) => {
    const angle = (2 * Math.PI * value) / values - Math.PI / 2;
    const [cx, cy] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    return svg("circle", { cx, cy, r: radius * 0.27, class: "dot hidden", "data-colour": value });
  });
}
