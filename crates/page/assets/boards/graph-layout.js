// Where the nodes of a graph are drawn, and what they are called.

/** More nodes than this stay on a circle. */
const SPRUNG = 90;
/** The least height of a drawing, as a share of its width. */
const LEAST = 0.66;

/** A node's name, or its number from 1. */
export const nameOf = (view, node) => view.names?.[node] ?? String(node + 1);

/** Where the user has put nodes, by graph: only the drawing changes, and it is forgotten with the page. */
const moved = new Map();

const keyOf = ({ vertices, edges, names }) => JSON.stringify([vertices, edges, names]);

/** Keeps where a node was put, in the unit square. */
export function move(view, node, place) {
  const key = keyOf(view);
  if (!moved.has(key)) moved.set(key, new Map());
  moved.get(key).set(node, place);
}

/**
 * @returns {{places: number[][], ratio: number}} places in the unit square, and the height of the
 *   drawing as a share of its width
 */
export function placesOf(view) {
  const found = view.places ? scaled(view.places) : { places: sprung(view.vertices, view.edges), ratio: 1 };
  for (const [node, place] of moved.get(keyOf(view)) ?? []) found.places[node] = place;
  return found;
}

/** North is up. Degrees of longitude are shorter than those of latitude. */
function scaled(places) {
  const range = (axis) => {
    const values = places.map((place) => place[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [[west, east], [south, north]] = [range(0), range(1)];
  const degrees = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  const narrow = degrees ? Math.cos((((south + north) / 2) * Math.PI) / 180) : 1;
  const [wide, high] = [(east - west) * narrow || 1, north - south || 1];
  const ratio = Math.min(1, Math.max(LEAST, high / wide));
  const unit = (place) => [(place[0] - west) / (east - west || 1), (north - place[1]) / (north - south || 1)];
  return { places: places.map(unit), ratio };
}

/** Places in the unit square: from a circle, springs along edges pull, and all vertices push. */
function sprung(count, edges) {
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
    // Nodes without edges must not drift away.
    places.forEach((place, at) => [0, 1].forEach((axis) => (pushes[at][axis] += 0.5 - place[axis])));
    places.forEach((place, at) => {
      const length = Math.max(1e-9, Math.hypot(...pushes[at]));
      for (const axis of [0, 1]) place[axis] += (pushes[at][axis] / length) * Math.min(length, heat);
    });
  }
  for (const axis of [0, 1]) {
    const values = places.map((place) => place[axis]);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    for (const place of places) place[axis] = (place[axis] - least) / Math.max(1e-9, most - least);
  }
  return places;
}

/** Pushes points apart that are nearer than this, so that their names can be read; in place. */
export function spread(points, least, [width, height], margin) {
  const within = (value, size, edge) => Math.max(edge, Math.min(size - edge, value));
  for (let round = 0; round < 60; round += 1)
    for (let a = 0; a < points.length; a += 1)
      for (let b = 0; b < a; b += 1) {
        const [dx, dy] = [points[a][0] - points[b][0], points[a][1] - points[b][1]];
        const distance = Math.max(0.01, Math.hypot(dx, dy));
        const push = (least - distance) / 4 / distance;
        if (push <= 0) continue;
        for (const [point, sign] of [
          [points[a], 1],
          [points[b], -1],
        ]) {
          point[0] = within(point[0] + sign * dx * push, width, margin[0]);
          point[1] = within(point[1] + sign * dy * push, height, margin[1]);
        }
      }
}

/** For each side of a node of this radius: which end of a label's lines is where, and where its top is. */
const SIDES = {
  right: (r, h) => ["start", r + 0.8, -h / 2],
  left: (r, h) => ["end", -r - 0.8, -h / 2],
  above: (r, h) => ["middle", 0, -r - 0.6 - h],
  below: (r) => ["middle", 0, r + 0.4],
  northeast: (r, h) => ["start", 0.7 * r + 0.3, -0.7 * r - h],
  southeast: (r) => ["start", 0.7 * r + 0.3, 0.7 * r],
  northwest: (r, h) => ["end", -0.7 * r - 0.3, -0.7 * r - h],
  southwest: (r) => ["end", -0.7 * r - 0.3, 0.7 * r],
};

/** Labels closer than this are read as one. */
const APART = 0.8;

/** The area that two boxes, each [left, top, width, height], have in common. */
const common = ([x, y, w, h], [a, b, c, d]) =>
  Math.max(0, Math.min(x + w, a + c) - Math.max(x, a)) * Math.max(0, Math.min(y + h, b + d) - Math.max(y, b));

const between = (points, [a, b], share) =>
  [0, 1].map((axis) => points[a][axis] + (points[b][axis] - points[a][axis]) * share);

/**
 * Puts each label where it covers the least.
 * @param {number[]} widths of the labels @param {number} height of each
 * @returns {{anchor: string, x: number, top: number, box: number[]}[]} x and top from the node
 */
export function labelsOf(points, edges, radius, widths, height, [wide, high]) {
  const placed = [];
  const nodes = points.map(([x, y]) => [x - radius, y - radius, 2 * radius, 2 * radius]);
  const traced = edges.flatMap((edge) => Array.from({ length: 15 }, (_, at) => between(points, edge, (at + 0.5) / 15)));
  const costOf = (box, node) => {
    const [x, y, w, h] = box;
    const outside = w * h - common(box, [0, 0, wide, high]);
    const covered = nodes.reduce((sum, other, at) => sum + (at === node ? 0 : 3 * common(box, other)), 0);
    const over = placed.reduce(
      (sum, other) => sum + 2 * common([x - APART, y - APART, w + 2 * APART, h + 2 * APART], other.box),
      0,
    );
    const crossed = traced.filter(([a, b]) => a > x && a < x + w && b > y && b < y + h).length;
    return 4 * outside + covered + over + 1.5 * crossed;
  };
  points.forEach((point, node) => {
    const width = widths[node];
    const labels = Object.values(SIDES).map((of) => {
      const [anchor, x, top] = of(radius, height);
      const left = { start: x, middle: x - width / 2, end: x - width }[anchor];
      const box = [point[0] + left, point[1] + top, width, height];
      return { anchor, x, top, box, cost: costOf(box, node) };
    });
    placed.push(labels.reduce((least, one) => (one.cost < least.cost ? one : least)));
  });
  return placed;
}

/** Where the costs of edges are written: how far along the edge they cover the least, the middle first. */
const SHARES = [0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72];

/** @returns {number[]} for each edge the share of it */
export function sharesOf(points, edges, radius, widths, height, boxes) {
  const nodes = points.map(([x, y]) => [x - radius, y - radius, 2 * radius, 2 * radius]);
  const taken = [...boxes, ...nodes];
  return edges.map((edge, at) => {
    const box = (share) => {
      const [x, y] = between(points, edge, share);
      return [x - widths[at] / 2, y - height / 2, widths[at], height];
    };
    const costOf = (share) => taken.reduce((sum, other) => sum + common(box(share), other), 0);
    const best = SHARES.reduce((least, share) => (costOf(share) < costOf(least) ? share : least));
    taken.push(box(best));
    return best;
  });
}
