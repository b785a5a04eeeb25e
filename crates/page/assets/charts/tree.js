// The search tree: whole, or around the current node. A node under the pointer shows its state, and
// a click goes to its step.

import { boardOf } from "../boards/board.js";
import { choose, el, iconButton, put, segmented } from "../ui/dom.js";
import { count, plural } from "../ui/format.js";
import { Tip } from "../ui/tip.js";
import { empty } from "./axes.js";
import { Canvas, FONT } from "./canvas.js";
import { Layout } from "./layout.js";
import { cutWords, drawNear } from "./near.js";
import { colourOf, keyTo, pointsUp, shortOn, valueOf, wordsOn } from "./nodes.js";
import { View } from "./view.js";

/** At most this many nodes are drawn with lines between them; more are squares. */
const LINED = 3000;
/** Nodes at least this far apart are drawn with their labels. */
const APART = 21;
const MARGIN = 16;
/** The root of a Monte Carlo tree is large. */
const WIDE = 23;
/** A node this near to the pointer counts as pointed at. */
const NEAR = 12;

export class TreeChart {
  /**
   * @param {(step: number) => void} jump where a node was clicked
   * @param {string} place ends the ids, where there are several trees
   */
  constructor(jump, place = "") {
    this.mode = "whole";
    this.chosen = false;
    this.canvas = new Canvas({ id: `tree${place}`, label: "Search tree", draw: (...given) => this.draw(...given) });
    const { element } = this.canvas;
    element.tabIndex = 0;
    this.view = new View(element, () => this.zoomed());
    const modes = [
      { value: "whole", text: "Whole tree" },
      { value: "near", text: "This step" },
    ];
    this.switch = segmented(`tree-mode${place}`, "Tree", modes, this.mode, (mode) => {
      this.mode = mode;
      this.chosen = true;
      this.canvas.soon();
    });
    this.fitButton = iconButton(`tree-fit${place}`, "fit", "Show the whole tree", () => this.view.by(0));
    this.zoomButtons = el(
      "div",
      { class: "row zoom" },
      iconButton(`tree-out${place}`, "minus", "Zoom out", () => this.view.by(0.5)),
      iconButton(`tree-in${place}`, "plus", "Zoom in", () => this.view.by(2)),
      this.fitButton,
    );
    this.key = el("ul", { class: "key" });
    this.note = el("p", { class: "hint", id: `tree-note${place}` });
    this.element = el(
      "div",
      { class: "tree" },
      el("div", { class: "row spread" }, this.switch, this.zoomButtons),
      element,
      el("div", { class: "row spread" }, this.key, this.note),
    );
    this.tip = new Tip();
    element.addEventListener("pointermove", (event) => this.point(event));
    for (const name of ["pointerleave", "blur"]) element.addEventListener(name, () => this.tip.hide());
    element.addEventListener("focus", () => element.matches(":focus-visible") && this.walkTo(this.cursor));
    element.addEventListener("keydown", (event) => this.walk(event));
    this.jump = (node) => node >= 0 && jump(this.shown.tree.birth[node] + 1);
    element.addEventListener("click", (event) => this.view.dragged || this.jump(this.nodeAt(event)));
    /** The node that the keys are at. */
    this.cursor = -1;
    this.trace = null;
    this.layout = new Layout();
    /** What was drawn last: the tree, and where its nodes are. */
    this.shown = { tree: null, places: [] };
  }

  destroy() {
    this.canvas.destroy();
    this.tip.destroy();
  }

  /** Says what the colours mean in a family. */
  explain(family) {
    if (!this.chosen) choose(this.switch, (this.mode = "whole"));
    this.view.fit();
    this.family = family;
    this.describe(null);
  }

  describe(trace) {
    const key = keyTo(trace, this.family);
    const told = key.map(([kind]) => kind).join();
    if (this.told === this.family + told) return;
    this.told = this.family + told;
    put(this.key, ...key.map(([kind, text]) => el("li", { class: kind, text })));
  }

  /** @param {import("../models/trace.js").Trace | null} trace @param {number} after this many steps */
  show(trace, after) {
    this.trace = trace;
    this.index = after - 1;
    this.follow = true;
    this.cursor = -1;
    if (trace) this.describe(trace);
    this.canvas.soon();
  }

  zoomed() {
    this.follow = false;
    this.tip.hide();
    this.canvas.soon();
  }

  draw(context, width, height, colours) {
    const { trace, index } = this;
    const { tree, node } = trace?.tree && index >= 0 ? trace.tree.at(index) : { tree: null, node: -1 };
    const visible = tree?.countAt(index) ?? 0;
    this.zoomButtons.hidden = this.mode === "near";
    this.fitButton.disabled = this.view.isWhole;
    this.shown = { tree, node, places: [] };
    this.tell(tree, visible);
    // Next to wide neighbours there is no room to draw.
    if (Math.min(width, height) < 3 * MARGIN) return;
    if (!visible) {
      const words = trace?.over && !trace.steps.length ? trace.before : "The tree grows here as the search runs.";
      return empty(context, width, height, colours, words);
    }
    const line = new Set(trace.family === "game" ? tree.principal(index) : this.goalPath(tree));
    const scene = { context, width, height, colours, trace, tree, node, index, line, visible };
    if (this.mode === "whole") this.drawWhole(scene);
    else this.shown.places = drawNear(scene);
  }

  tell(tree, visible) {
    const deep = tree ? (tree.deepest[visible - 1] ?? 0) : 0;
    this.canvas.label(visible ? `Search tree of ${count(visible)} nodes, ${deep} deep` : "Search tree, empty so far");
    const trees = this.trace?.tree?.trees ?? [];
    const round = trees.length > 1 && tree ? `, round ${count(trees.indexOf(tree) + 1)}` : "";
    this.note.textContent = visible ? `${plural(visible, "node")}, depth ${count(deep)}${round}` : "";
  }

  goalPath(tree) {
    const goal = tree.goals.findLast(({ step }) => step <= this.index);
    return goal ? tree.path(goal.node) : [];
  }

  drawWhole(scene) {
    const { context, width, height, colours, trace, tree, node, visible } = scene;
    const { layout, view } = this;
    const margin = (view.margin = tree.playouts[0] ? WIDE : MARGIN);
    const [wide, high] = [width * view.zoom, height * view.zoom];
    layout.fit(tree, Math.max(1, wide - 2 * margin), Math.max(1, high - 2 * margin), view.zoom);
    if (this.follow && !view.isWhole && node >= 0 && node < layout.size)
      view.reveal(margin + layout.x[node], margin + layout.y[node]);
    const x = (at) => margin + layout.x[at] - view.left;
    const y = (at) => margin + layout.y[at] - view.top;
    const inside = (at) => x(at) > -40 && x(at) < width + 40 && y(at) > -40 && y(at) < height + 40;
    const all = layout.prefix(visible);
    const nodes = view.isWhole ? all : all.filter(inside);
    const few = nodes.length <= LINED;
    const labelled = layout.apart >= APART;
    const radius = labelled
      ? Math.min(13, layout.apart * (trace.family === "game" ? 0.38 : 0.48))
      : Math.max(1.5, Math.min(6, 70 / Math.sqrt(nodes.length), layout.down * 0.4));
    if (few) drawLines(context, colours, tree, nodes, x, y);
    this.drawPaths(scene, x, y, few ? radius : 2);
    if (few) for (const at of nodes) drawNode(scene, at, x(at), y(at), this.radius(scene, at, radius));
    else
      for (const at of nodes) {
        context.fillStyle = fillOf(scene, at, colours);
        context.fillRect(x(at) - 1, y(at) - 1, 2, 2);
      }
    if (node >= 0 && node < layout.size)
      ring(context, colours.vermilion, x(node), y(node), Math.max(this.radius(scene, node, radius) + 3, 6));
    if (this.cursor >= 0) ring(context, colours.ink, x(this.cursor), y(this.cursor), radius + 7);
    if (labelled) for (const at of nodes) drawLabel(scene, at, x(at), y(at), Math.min(24, layout.apart - 1));
    if (few && trace.windowed)
      for (const at of nodes)
        if (tree.cut[at] <= scene.index) drawCut(scene, at, x(at), y(at), radius, layout.apart >= 2 * APART);
    this.shown.places = nodes.map((at) => ({ node: at, x: x(at), y: y(at), width: 0, height: 0 }));
  }

  /** In a Monte Carlo tree, the more often a node was played out, the larger it is. */
  radius({ tree, index }, at, usual) {
    if (!tree.playouts[at]) return usual;
    const share = tree.visits(at, index).count / Math.max(1, tree.visits(0, index).count);
    return Math.max(1.5, 18 * Math.sqrt(share));
  }

  /** The best path, and the one to the current node. */
  drawPaths({ context, colours, tree, node, line }, x, y, radius) {
    const draw = (nodes, colour, wide) => {
      context.strokeStyle = colour;
      context.lineWidth = wide;
      context.lineJoin = "round";
      context.beginPath();
      nodes.forEach((at, place) => (place ? context.lineTo(x(at), y(at)) : context.moveTo(x(at), y(at))));
      context.stroke();
    };
    const known = (nodes) => nodes.filter((at) => at < this.layout.size);
    draw(known([...line]), colours.green, Math.max(4, radius * 0.8));
    if (node >= 0 && !line.has(node)) draw(known(tree.path(node)), colours.vermilion, 2);
  }

  nodeAt({ offsetX, offsetY }) {
    let [best, least] = [-1, NEAR];
    for (const { node, x, y, width, height } of this.shown.places) {
      const dx = Math.max(x - offsetX, 0, offsetX - x - width);
      const dy = Math.max(y - offsetY, 0, offsetY - y - height);
      const apart = Math.hypot(dx, dy);
      if (apart < least) [best, least] = [node, apart];
    }
    return best;
  }

  /** Shows the state of the node under the pointer. */
  point(event) {
    const node = event.pointerType === "touch" ? -1 : this.nodeAt(event);
    this.canvas.element.style.cursor = node >= 0 ? "pointer" : this.view.isWhole ? "" : "grab";
    if (node < 0) return this.tip.hide();
    this.describeNode(node, event.clientX, event.clientY);
  }

  /** Goes by arrow keys: to the parent, to the first child, to the siblings. Enter goes to its step. */
  walk(event) {
    const { tree, node } = this.shown;
    const at = this.cursor < 0 ? node : this.cursor;
    if (!(at >= 0) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const born = (nodes) => (nodes ?? []).filter((one) => tree.birth[one] <= this.index);
    const beside = born(tree.children[tree.parent[at]]);
    const place = beside.indexOf(at);
    const to = {
      ArrowUp: tree.parent[at],
      ArrowDown: born(tree.children[at])[0],
      ArrowLeft: beside[place - 1],
      ArrowRight: beside[place + 1],
      Enter: at,
    };
    if (!(event.key in to)) return;
    event.preventDefault();
    if (event.key === "Enter") this.jump(at);
    else this.walkTo(to[event.key] >= 0 ? to[event.key] : at);
  }

  /** Shows the state of the node that the keys have reached; of none, that of the step. */
  walkTo(cursor) {
    const at = cursor < 0 ? this.shown.node : cursor;
    if (!(at >= 0)) return;
    this.cursor = cursor;
    const { layout, view, mode } = this;
    const { margin } = view;
    const { left, top } = this.canvas.element.getBoundingClientRect();
    if (mode === "whole" && !view.isWhole) view.reveal(margin + layout.x[at], margin + layout.y[at]);
    const { x, y } =
      mode === "near"
        ? (this.shown.places.find(({ node }) => node === at) ?? { x: 0, y: 0 })
        : { x: margin + layout.x[at] - view.left, y: margin + layout.y[at] - view.top };
    this.describeNode(at, left + x, top + y);
    this.canvas.soon();
  }

  describeNode(node, x, y) {
    const { tree } = this.shown;
    const { trace, index } = this;
    const birth = tree.birth[node];
    const cells = trace.steps[birth].cells;
    const words = wordsOn(trace, tree, node, index).filter(Boolean);
    if (tree.cut[node] <= index) words.push(cutWords(trace, tree.cut[node]));
    this.tip.show(
      x,
      y,
      cells ? boardOf({ view: trace.view, cells }).element : null,
      el("p", { class: "tip-words", text: words.join(" · ") }),
      el("p", { class: "hint", text: `created in step ${count(birth + 1)}, depth ${tree.depth[node]}` }),
    );
  }
}

function fillOf({ trace, tree, index }, at, colours) {
  return colours[colourOf(trace, tree, at, index)];
}

function drawLines(context, colours, tree, nodes, x, y) {
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  context.beginPath();
  for (const at of nodes) {
    const above = tree.parent[at];
    if (above < 0) continue;
    context.moveTo(x(above), y(above));
    context.lineTo(x(at), y(at));
  }
  context.stroke();
}

function drawNode(scene, at, x, y, radius) {
  const { context, colours, trace, tree, index } = scene;
  const up = pointsUp(trace, tree, at);
  context.beginPath();
  if (up === null || radius < 2.5) context.arc(x, y, radius, 0, 7);
  else {
    const tip = up ? -1 : 1;
    const size = radius * 1.25;
    context.moveTo(x, y + tip * size);
    context.lineTo(x + size, y - tip * size * 0.8);
    context.lineTo(x - size, y - tip * size * 0.8);
    context.closePath();
  }
  context.fillStyle = fillOf(scene, at, colours);
  if (tree.playouts[at]) {
    // The closer the mean is to a win or a loss, the stronger its colour.
    context.fillStyle = colours.surface;
    context.fill();
    context.globalAlpha = 0.15 + 0.85 * Math.abs(valueOf(tree, at, index) ?? 0);
    context.fillStyle = fillOf(scene, at, colours);
  }
  context.fill();
  context.globalAlpha = 1;
  if (up === null) return;
  context.strokeStyle = colours.muted;
  context.lineWidth = 1;
  context.stroke();
}

function ring(context, colour, x, y, radius) {
  context.strokeStyle = colour;
  context.lineWidth = 3;
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.stroke();
}

function drawLabel({ context, colours, trace, tree, index }, at, x, y, widest) {
  const colour = colourOf(trace, tree, at, index);
  const text = shortOn(trace, tree, at, index);
  context.font = `650 ${text.length > 3 ? 9 : 11.5}px ${FONT}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colour === "blue" ? colours.surface : colour === "surface" ? colours.ink : colours["on-orange"];
  const lift = trace.family === "game" ? (pointsUp(trace, tree, at) ? 2 : -2) : 0;
  context.fillText(text, x, y + lift, widest);
}

/** A bar across the branch below the node. */
function drawCut({ context, colours, trace, tree }, at, x, y, radius, labelled) {
  const top = y + radius * 1.25;
  const wide = Math.max(3, radius * 0.9);
  context.strokeStyle = colours.vermilion;
  context.lineWidth = Math.min(3, 1 + radius / 5);
  context.beginPath();
  context.moveTo(x + wide, top);
  context.lineTo(x + wide, top + wide);
  context.moveTo(x, top + wide);
  context.lineTo(x + 2 * wide, top + wide);
  context.stroke();
  if (!labelled) return;
  context.fillStyle = colours.vermilion;
  context.font = `600 11px ${FONT}`;
  context.textAlign = "left";
  context.fillText(cutWords(trace, tree.cut[at]), x + 2 * wide + 2, top + wide);
}
