// A map of cells on a canvas. A cell is a pixel of an image, which is drawn as large as there is room:
// so a million cells are as fast as a thousand. The grid, frontier, ends and path are drawn over it.

import { EXPANDED, Visits, WAITING } from "../models/visits.js";
import { choose, el, segmented } from "../ui/dom.js";
import { framed, sized } from "./frame.js";

export { editor } from "./map-edit.js";

/** What the colours mean. */
export const legend = [
  ["map-start", "start"],
  ["map-goal", "goal"],
  ["map-waiting", "in the frontier"],
  ["map-back", "in the frontier from the goal"],
  ["map-way", "path to this node"],
];

/** A cell as the text of a map names it: column and row from 0. */
export const stateName = ([cell], { columns }) => `${cell % columns}:${Math.floor(cell / columns)}`;

const SHADES = ["f", "g", "h"];
const SAYS = { f: "f = g + h", g: "g, the cost so far", h: "h, the estimate" };
/** What expanded cells are coloured by, on every map of the page. */
let shade = "f";
/** The colours of the theme, read when they are first needed. */
let palette = null;
const boards = new Set();

function everyBoard(act) {
  for (const held of boards) {
    const board = held.deref();
    if (board) act(board);
    else boards.delete(held);
  }
}

document.addEventListener("themechange", () => {
  palette = null;
  everyBoard((board) => board.repaint());
});

/** The choice of what the map is coloured by. */
export function controls() {
  const options = SHADES.map((value) => ({ value, text: value }));
  const set = segmented("shade", "Colour by", options, shade, (chosen) => {
    shade = chosen;
    for (const other of document.querySelectorAll("#shade")) choose(other, chosen);
    everyBoard((board) => board.repaint());
  });
  for (const input of set.querySelectorAll("input")) input.title = SAYS[input.value];
  return el(
    "div",
    { class: "shades" },
    el("span", { class: "hint", text: "Expanded cells by" }),
    set,
    el("span", { class: "hint", text: "low" }),
    el("span", { class: "ramp" }),
    el("span", { class: "hint", text: "high" }),
  );
}

const NAMES = ["floor", "wall", "mud", "way", "solution", "start", "goal", "rule", "sign"];
/** From each end: the colour of the frontier, and the tones of what was expanded. */
const ENDS = [
  ["frontier", "tone"],
  ["back", "warm"],
];
const STOPS = 5;
const TONES = 64;

export class Board {
  constructor(view, { interactive = false }) {
    this.view = view;
    const { columns, rows, scale } = view;
    [this.width, this.height] = [Math.ceil(columns / scale), Math.ceil(rows / scale)];
    this.ground = [...view.ground];
    [this.start, this.goal] = [view.start, view.goal];
    this.visits = null;
    this.trace = null;
    this.way = null;
    this.cursor = -1;
    this.ranges = null;
    this.canvas = el("canvas", {
      class: "map-cells",
      role: interactive ? "application" : "img",
      tabindex: interactive ? "0" : null,
      id: interactive ? "map" : null,
      "aria-label": "Map",
    });
    this.image = document.createElement("canvas");
    [this.image.width, this.image.height] = [this.width, this.height];
    // Counted from 0, as the text of a map names its cells.
    this.element = framed(this.canvas, { rows, columns }, 0);
    this.element.classList.add("map");
    sized(this.element, rows, columns);
    new ResizeObserver(() => this.soon()).observe(this.canvas);
    boards.add(new WeakRef(this));
  }

  /**
   * @param {{trace?: import("../models/trace.js").Trace, after?: number, way?: number[][]}} [marks]
   *   the search shown on it, and how far it is; the cells of a path
   */
  show(cells, { trace = null, after = 0, way = null } = {}) {
    this.at = cells[0];
    // If steps were left out, the path to the goal is known only from the solution.
    const found = trace && !trace.isWhole(after) && after === trace.steps.length ? trace.done?.boards : null;
    this.way = (way ?? (found?.length ? found : null))?.map(([cell]) => cell) ?? null;
    if (trace !== this.trace) {
      this.trace = trace;
      this.visits = trace ? new Visits(trace, this.view.rows * this.view.columns, this.view.goal) : null;
      this.ranges = null;
      this.stale = true;
    }
    if (trace) this.follow(after);
    this.describe();
    this.soon();
  }

  follow(after) {
    const changed = [];
    const anew = this.visits.to(after, (cell) => changed.push(cell));
    this.element.classList.toggle("two-sided", this.visits.isTwoSided);
    if (this.measure() || anew) this.stale = true;
    if (this.stale || !this.pixels) return;
    for (const cell of changed) this.paint(cell);
  }

  /** Finds the least and the most of f, g and h. @returns {boolean} whether they have changed */
  measure() {
    const { steps } = this.trace;
    const ranges = (this.ranges ??= { seen: 0, f: [Infinity, 0], g: [0, 0], h: [0, 0] });
    const before = `${ranges.f}${ranges.g}${ranges.h}`;
    for (; ranges.seen < steps.length; ranges.seen += 1) {
      const { g, h = 0 } = steps[ranges.seen];
      if (g === undefined) continue;
      for (const [name, value] of [
        ["f", g + h],
        ["g", g],
        ["h", h],
      ]) {
        ranges[name][0] = Math.min(ranges[name][0], value);
        ranges[name][1] = Math.max(ranges[name][1], value);
      }
    }
    return before !== `${ranges.f}${ranges.g}${ranges.h}`;
  }

  /** The column and the row of a cell of the map, in pixels of the image. */
  spot(cell) {
    const { columns, scale } = this.view;
    return [Math.floor((cell % columns) / scale), Math.floor(Math.floor(cell / columns) / scale)];
  }

  name(cell) {
    return stateName([cell], this.view);
  }

  valueOf(cell) {
    const { g, h } = this.visits;
    return { f: g[cell] + h[cell], g: g[cell], h: h[cell] }[shade];
  }

  /** Puts the colour of a cell into the image. */
  paint(cell) {
    const [x, y] = this.spot(cell);
    const pixel = y * this.width + x;
    const state = this.visits?.stateOf(cell) ?? 0;
    let colour = this.groundColour(this.ground[pixel]);
    if (state === EXPANDED || (state === WAITING && this.isFine)) {
      const [least, most] = this.ranges[shade];
      const share = most > least ? (this.valueOf(cell) - least) / (most - least) : 0;
      colour = this.tones[this.visits.sides[cell]][Math.round(share * (TONES - 1))];
    } else if (state === WAITING) colour = this.frontiers[this.visits.sides[cell]];
    this.pixels[pixel] = packed(colour);
  }

  groundColour(sign) {
    if (sign === "#") return this.colours.wall;
    return sign === "." ? this.colours.floor : this.costs[Number(sign)];
  }

  repaint() {
    this.stale = true;
    this.soon();
  }

  soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  draw() {
    const { canvas, width } = this;
    if (!canvas.clientWidth || !this.element.isConnected) return;
    const dense = Math.min(window.devicePixelRatio || 1, 2);
    const [wide, high] = [canvas.clientWidth, canvas.clientHeight].map((side) => Math.round(side * dense));
    if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
    this.side = wide / width;
    const fine = this.side >= 5 * dense;
    Object.assign(this, (palette ??= readPalette(this.canvas)));
    if (fine !== this.isFine) [this.isFine, this.stale] = [fine, true];
    const context = canvas.getContext("2d", { willReadFrequently: true });
    this.drawImage(context, wide, high);
    this.overlay(context, dense);
  }

  drawImage(context, wide, high) {
    const within = this.image.getContext("2d", { willReadFrequently: true });
    this.data ??= within.createImageData(this.width, this.height);
    this.pixels = new Uint32Array(this.data.data.buffer);
    if (this.stale !== false) this.paintAll();
    this.stale = false;
    within.putImageData(this.data, 0, 0);
    context.imageSmoothingEnabled = this.side < 1;
    context.drawImage(this.image, 0, 0, wide, high);
  }

  paintAll() {
    const { ground, pixels } = this;
    const known = new Map([...new Set(ground)].map((sign) => [sign, packed(this.groundColour(sign))]));
    for (let at = 0; at < ground.length; at += 1) pixels[at] = known.get(ground[at]);
    if (!this.visits) return;
    const { states } = this.visits;
    for (let cell = 0; cell < states.length; cell += 1) if (states[cell]) this.paint(cell);
  }

  overlay(context, dense) {
    const { side, colours } = this;
    if (this.isFine) {
      this.rule(context, dense);
      this.digits(context);
      this.outline(context, dense);
    }
    const solved = this.way !== null;
    const path = this.way ?? this.visits?.path ?? [];
    this.line(context, path, solved ? colours.solution : colours.way, Math.max(side * 0.3, 2 * dense));
    this.mark(context, this.start, colours.start, "S", dense);
    this.mark(context, this.goal, colours.goal, "G", dense);
    if (this.trace || solved) this.here(context, dense);
    if (this.cursor >= 0) this.box(context, this.cursor, colours.way, Math.max(2 * dense, side * 0.14));
  }

  rule(context, dense) {
    context.strokeStyle = css(this.colours.rule);
    context.lineWidth = dense;
    context.beginPath();
    for (let x = 0; x <= this.width; x += 1) {
      context.moveTo(x * this.side, 0);
      context.lineTo(x * this.side, this.height * this.side);
    }
    for (let y = 0; y <= this.height; y += 1) {
      context.moveTo(0, y * this.side);
      context.lineTo(this.width * this.side, y * this.side);
    }
    context.stroke();
  }

  /** The digits of cells that cost more, where they can be read. */
  digits(context) {
    const { side } = this;
    if (side < 15) return;
    context.fillStyle = css(this.colours.sign);
    context.font = `${Math.round(side * 0.5)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    this.ground.forEach((sign, at) => {
      if (sign === "." || sign === "#" || at === this.start || at === this.goal) return;
      const [x, y] = [at % this.width, Math.floor(at / this.width)];
      context.fillText(sign, (x + 0.5) * side, (y + 0.55) * side);
    });
  }

  /** A border for each cell in the frontier. */
  outline(context, dense) {
    if (!this.visits) return;
    const width = Math.min(4 * dense, Math.max(1.5 * dense, this.side * 0.16));
    const { states, sides } = this.visits;
    for (let cell = 0; cell < states.length; cell += 1)
      if (states[cell] && this.visits.stateOf(cell) === WAITING)
        this.box(context, cell, this.frontiers[sides[cell]], width);
  }

  box(context, cell, colour, width) {
    const [x, y] = this.spot(cell);
    const { side } = this;
    context.strokeStyle = css(colour);
    context.lineWidth = width;
    context.strokeRect(
      x * side + width / 2,
      y * side + width / 2,
      Math.max(side, 3) - width,
      Math.max(side, 3) - width,
    );
  }

  line(context, cells, colour, width) {
    if (cells.length < 2) return;
    context.lineJoin = context.lineCap = "round";
    context.beginPath();
    for (const cell of cells) {
      const [x, y] = this.spot(cell);
      context.lineTo((x + 0.5) * this.side, (y + 0.5) * this.side);
    }
    context.strokeStyle = css(this.colours.floor);
    context.lineWidth = width * 1.7;
    context.stroke();
    context.strokeStyle = css(colour);
    context.lineWidth = width;
    context.stroke();
  }

  mark(context, cell, colour, letter, dense) {
    const [x, y] = this.spot(cell).map((at) => (at + 0.5) * this.side);
    const radius = Math.max(this.side * 0.46, 4 * dense);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = css(colour);
    context.fill();
    context.lineWidth = Math.max(1, radius * 0.14);
    context.strokeStyle = "#fff";
    context.stroke();
    if (radius < 6 * dense) return;
    context.fillStyle = "#fff";
    context.font = `700 ${Math.round(radius * 1.25)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(letter, x, y + radius * 0.08);
  }

  here(context, dense) {
    const [x, y] = this.spot(this.at).map((at) => (at + 0.5) * this.side);
    context.beginPath();
    context.arc(x, y, Math.max(this.side * 0.3, 3 * dense), 0, 2 * Math.PI);
    context.fillStyle = css(this.colours.way);
    context.fill();
    context.strokeStyle = "#fff";
    context.lineWidth = Math.max(1, dense * 1.5);
    context.stroke();
  }

  describe() {
    const { columns, rows } = this.view;
    const [, waiting, expanded] = this.visits?.counts ?? [0, 0, 0];
    this.canvas.dataset.expanded = expanded;
    this.canvas.dataset.waiting = waiting;
    const ends = `start ${this.name(this.start)}, goal ${this.name(this.goal)}`;
    this.canvas.ariaLabel = `Map of ${columns} columns and ${rows} rows; ${ends}${this.visits?.words ?? ""}`;
  }

  /** The cell under the pointer; -1 for none. */
  cellAt({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    const column = Math.floor(((clientX - box.left) / box.width) * this.view.columns);
    const row = Math.floor(((clientY - box.top) / box.height) * this.view.rows);
    const inside = column >= 0 && row >= 0 && column < this.view.columns && row < this.view.rows;
    return inside ? row * this.view.columns + column : -1;
  }

  /** What is known of the cell under the pointer. */
  told(event) {
    const cell = this.cellAt(event);
    return this.visits?.told(cell, `Cell ${this.name(cell)}`) ?? [];
  }

  /** The step that made the cell under the pointer what it is. */
  stepAt(event) {
    return this.visits?.stepOf(this.cellAt(event)) ?? null;
  }
}

/** Every colour as three numbers, as the browser sees it on an element of a map. */
function readPalette(element) {
  const read = (name) => {
    element.style.color = `var(--map-${name})`;
    return getComputedStyle(element)
      .color.match(/[\d.]+/g)
      .slice(0, 3)
      .map(Number);
  };
  const colours = Object.fromEntries(NAMES.map((name) => [name, read(name)]));
  const frontiers = ENDS.map(([frontier]) => read(frontier));
  const tones = ENDS.map(([, tone]) => ramp(Array.from({ length: STOPS }, (_, at) => read(`${tone}-${at}`))));
  element.style.color = "";
  const costs = Array.from({ length: 10 }, (_, cost) => mixed(colours.floor, colours.mud, cost / 9));
  return { colours, frontiers, tones, costs };
}

/** Every tone between the stops. */
function ramp(stops) {
  return Array.from({ length: TONES }, (_, tone) => {
    const at = (tone / (TONES - 1)) * (STOPS - 1);
    const from = Math.min(STOPS - 2, Math.floor(at));
    return mixed(stops[from], stops[from + 1], at - from);
  });
}

function mixed(a, b, share) {
  return a.map((part, at) => Math.round(part + (b[at] - part) * share));
}

const css = ([red, green, blue]) => `rgb(${red} ${green} ${blue})`;
const packed = ([red, green, blue]) => (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
