// A graph to be coloured, laid out by springs.

import { el, svg } from "../ui/dom.js";

/** More vertices than this stay on a circle. */
const SPRUNG = 90;

/** What a constraint search assigns. */
export const names = { nouns: ["vertex", "colour"] };

/** What the marks mean. */
export const legend = [
  ["clash", "two neighbours of one colour"],
  ["dots", "dots: colours still possible", "constraint"],
];

/** The variable that a cell stands for. */
export const spot = (cell) => ({ variable: cell });

/** @type {import("./board.js").Editor} */
export const editor = {
  shuffle: true,
  hint: "Paste a DIMACS .col text, or name a graph: australia, petersen.",
};

export class Board {
  constructor(view) {
    const places = layout(view.vertices, view.edges);
    const size = 100;
    const radius = Math.max(1, Math.min(4.5, 26 / Math.sqrt(view.vertices)));
    const at = ([x, y]) => [
      radius + 1 + x * (size - 2 * radius - 2),
      radius + 1 + y * (size - 2 * radius - 2),
    ];
    const points = places.map(at);
    this.edges = view.edges;
    this.lines = view.edges.map(([a, b]) =>
      svg("line", { x1: points[a][0], y1: points[a][1], x2: points[b][0], y2: points[b][1] }),
    );
    this.vertices = points.map(([x, y], vertex) => {
      const name = svg("text", { x, y, "font-size": radius * 0.95 });
      name.textContent = view.names?.[vertex] ?? String(vertex + 1);
      return svg(
        "g",
        { class: "vertex", "data-cell": vertex },
        svg("circle", { cx: x, cy: y, r: radius }),
        view.vertices <= SPRUNG ? name : null,
      );
    });
    this.values = view.values ?? 0;
    this.dots = points.map((point) => dotsAround(point, radius, this.values));
    this.picture = svg(
      "svg",
      { viewBox: `0 0 ${size} ${size}`, role: "img" },
      ...this.lines,
      ...this.vertices,
      ...this.dots.flat(),
    );
    this.element = el("div", { class: "board graph" }, this.picture);
  }

  /** @param {{domains?: any}} [marks] `domains`: what a constraint search has left to each vertex */
  show(cells, { domains = null } = {}) {
    this.dots.forEach((dots, vertex) =>
      dots.forEach((dot, value) => {
        const open = domains && cells[vertex] === null;
        dot.classList.toggle("hidden", !open);
        dot.classList.toggle("pruned", Boolean(open && domains.isPruned(vertex, value)));
      }),
    );
    this.vertices.forEach(
      (vertex, at) =>
        (vertex.dataset.colour =
          cells[at] === null || cells[at] === undefined ? "" : cells[at] % 8),
    );
    this.lines.forEach((line, at) => {
      const [a, b] = this.edges[at];
      line.classList.toggle(
        "clash",
        cells[a] !== null && cells[a] !== undefined && cells[a] === cells[b],
      );
    });
    const coloured = cells.filter((colour) => colour !== null).length;
    this.picture.setAttribute(
      "aria-label",
      `Graph of ${this.vertices.length} vertices, ${coloured} of them coloured`,
    );
  }
}

/** A dot for each colour that a vertex may have, on the edge of its circle. */
function dotsAround([x, y], radius, values) {
  if (radius < 2 || values > 8) return [];
  return Array.from({ length: values }, (_, value) => {
    const angle = (2 * Math.PI * value) / values - Math.PI / 2;
    const [cx, cy] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    return svg("circle", { cx, cy, r: radius * 0.27, class: "dot hidden", "data-colour": value });
  });
}

/** Places in the unit square: from a circle, springs along edges pull, and all vertices push. */
function layout(count, edges) {
  const places = Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count - Math.PI / 2;
    return [0.5 + 0.5 * Math.cos(angle), 0.5 + 0.5 * Math.sin(angle)];
  });
  if (count > SPRUNG || count < 3) return places;
  const rest = 0.9 / Math.sqrt(count);
  for (let round = 0; round < 300; round += 1) {
    const heat = 0.1 * (1 - round / 300);
    const pushes = places.map(() => [0, 0]);
    const apply = (a, b, strength) => {
      const [dx, dy] = [places[a][0] - places[b][0], places[a][1] - places[b][1]];
      const distance = Math.max(0.01, Math.hypot(dx, dy));
      const force = strength(distance) / distance;
      pushes[a][0] += dx * force;
      pushes[a][1] += dy * force;
      pushes[b][0] -= dx * force;
      pushes[b][1] -= dy * force;
    };
    for (let a = 0; a < count; a += 1)
      for (let b = 0; b < a; b += 1) apply(a, b, (distance) => (rest * rest) / distance);
    for (const [a, b] of edges) apply(a, b, (distance) => -(distance * distance) / rest);
    // What hangs on nothing must not drift away.
    places.forEach((place, at) =>
      [0, 1].forEach((axis) => (pushes[at][axis] += 0.5 - place[axis])),
    );
    places.forEach((place, at) => {
      const length = Math.max(1e-9, Math.hypot(...pushes[at]));
      for (const axis of [0, 1])
        place[axis] += (pushes[at][axis] / length) * Math.min(length, heat);
    });
  }
  for (const axis of [0, 1]) {
    const values = places.map((place) => place[axis]);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    for (const place of places) place[axis] = (place[axis] - least) / Math.max(1e-9, most - least);
  }
  return places;
}
