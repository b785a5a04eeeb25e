// The search tree: whole, or around the node at hand.

import { choose, el, put, segmented } from "../ui/dom.js";
import { count, plural, short } from "../ui/format.js";
import { namesOf } from "../models/names.js";
import { Canvas, FONT, paintSquares } from "./canvas.js";
import { Layout } from "./layout.js";

/** So many nodes at most are drawn as discs with the lines between them; more are squares. */
const LINED = 3000;
/** Nodes at least this far apart are drawn with their labels. */
const APART = 26;
const MARGIN = 14;

export class TreeChart {
  constructor() {
    this.mode = "whole";
    this.chosen = false;
    this.canvas = new Canvas({
      id: "tree",
      label: "Search tree",
      draw: (...given) => this.draw(...given),
    });
    const modes = [
      { value: "whole", text: "Whole tree" },
      { value: "near", text: "Around the node" },
    ];
    this.switch = segmented("tree-mode", "Tree", modes, this.mode, (mode) => {
      this.mode = mode;
      this.chosen = true;
      this.canvas.soon();
    });
    this.key = el("ul", { class: "key" });
    this.element = el("div", { class: "tree" }, this.switch, this.canvas.element, this.key);
    this.trace = null;
    this.layout = new Layout();
  }

  destroy() {
    this.canvas.destroy();
  }

  /** Says what the colours mean in a family. Of a game tree, alpha and beta are seen near the node. */
  explain(family) {
    if (!this.chosen) choose(this.switch, (this.mode = family === "game" ? "near" : "whole"));
    put(this.key, ...KEYS[family].map(([kind, text]) => el("li", { class: kind, text })));
  }

  /** @param {import("../models/trace.js").Trace | null} trace @param {number} after so many steps */
  show(trace, after) {
    this.trace = trace;
    this.index = after - 1;
    this.canvas.soon();
  }

  draw(context, width, height, colours) {
    const { tree, node } =
      this.trace?.tree && this.index >= 0
        ? this.trace.tree.at(this.index)
        : { tree: null, node: -1 };
    const visible = tree?.countAt(this.index) ?? 0;
    this.canvas.label(
      tree
        ? `Search tree of ${count(visible)} nodes, ${tree.deepest} deep`
        : "Search tree, still empty",
    );
    if (!visible) return empty(context, width, height, colours);
    if (this.mode === "whole") this.drawWhole(context, width, height, colours, tree, node, visible);
    else this.drawNear(context, width, height, colours, tree, node);
  }

  drawWhole(context, width, height, colours, tree, node, visible) {
    const { layout } = this;
    layout.fit(tree, width - 2 * MARGIN, height - 2 * MARGIN - 14);
    const x = (at) => MARGIN + layout.x[at];
    const y = (at) => MARGIN + layout.y[at];
    const shown = layout.prefix(visible);
    if (shown.length <= LINED) {
      context.strokeStyle = colours.line;
      context.lineWidth = 1;
      context.beginPath();
      for (const at of shown) {
        const above = tree.parent[at];
        if (above < 0) continue;
        context.moveTo(x(above), y(above));
        context.lineTo(x(at), y(at));
      }
      context.stroke();
    }
    const labelled = layout.apart >= APART;
    const radius = labelled ? 11 : Math.max(1, Math.min(5, 60 / Math.sqrt(shown.length)));
    if (shown.length <= LINED) this.drawDiscs(context, colours, tree, shown, x, y, radius);
    else this.drawSquares(context, colours, tree, shown, x, y);
    this.drawPaths(context, colours, tree, node, x, y, radius);
    if (labelled) this.label(context, colours, tree, shown, x, y);
    context.fillStyle = colours.muted;
    context.font = `12px ${FONT}`;
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
    const left = shown.length < visible ? `, ${count(shown.length)} drawn` : "";
    const round =
      this.trace.tree.trees.length > 1
        ? `; round ${count(this.trace.tree.trees.indexOf(tree) + 1)}`
        : "";
    context.fillText(
      `${plural(visible, "node")}${left}; depth ${tree.deepest}${round}`,
      MARGIN - 8,
      height - 5,
    );
  }

  drawDiscs(context, colours, tree, shown, x, y, radius) {
    for (const [state, colour] of STATES) {
      context.fillStyle = colours[colour];
      context.beginPath();
      for (const at of shown) {
        if (this.state(tree, at) !== state) continue;
        context.moveTo(x(at) + radius, y(at));
        context.arc(x(at), y(at), radius, 0, 7);
      }
      context.fill();
    }
  }

  drawSquares(context, colours, tree, shown, x, y) {
    const of = Object.fromEntries(STATES.map(([state, colour]) => [state, colours[colour]]));
    paintSquares(context, 2, (paint) => {
      for (const at of shown) paint(x(at), y(at), of[this.state(tree, at)]);
    });
  }

  /** The way to the goal, and to the node at hand. */
  drawPaths(context, colours, tree, node, x, y, radius) {
    const line = (nodes, colour, wide) => {
      context.strokeStyle = colour;
      context.lineWidth = wide;
      context.lineJoin = "round";
      context.beginPath();
      nodes.forEach((at, place) =>
        place ? context.lineTo(x(at), y(at)) : context.moveTo(x(at), y(at)),
      );
      context.stroke();
    };
    const goal = tree.goals.findLast(({ step }) => step <= this.index);
    if (goal) line(tree.path(goal.node), colours.green, 4);
    if (node < 0) return;
    line(tree.path(node), colours.vermilion, 2);
    context.strokeStyle = colours.vermilion;
    context.lineWidth = 3;
    context.beginPath();
    context.arc(x(node), y(node), Math.max(radius + 2, 5), 0, 7);
    context.stroke();
  }

  label(context, colours, tree, shown, x, y) {
    context.font = `600 11px ${FONT}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const at of shown) {
      context.fillStyle = this.state(tree, at) === "expanded" ? colours.surface : colours["on-orange"];
      const text = this.words(tree, at)[0];
      context.fillText(text.length > 4 ? text.split(/[=:] /).at(-1) : text, x(at), y(at));
    }
  }

  /** The last few ancestors, each with its children, and the children of the node. */
  drawNear(context, width, height, colours, tree, node) {
    const box = { width: 76, height: 40, gap: 8 };
    const fits = Math.max(3, Math.floor((width - 8) / (box.width + box.gap)));
    const levels = Math.max(2, Math.floor((height - 16) / (box.height + 26)));
    const path = node < 0 ? [0] : tree.path(node);
    const rows = path.map((at, depth) => ({
      chosen: at,
      nodes: depth === 0 ? [at] : this.siblings(tree, path[depth - 1]),
    }));
    const below = this.siblings(tree, path.at(-1));
    if (below.length) rows.push({ chosen: -1, nodes: below });
    const seen = rows.slice(-levels);
    const step = Math.min(
      box.height + 40,
      (height - 16 - box.height) / Math.max(1, seen.length - 1),
    );
    let above = null;
    seen.forEach(({ chosen, nodes }, level) => {
      const middle = Math.max(0, nodes.indexOf(chosen));
      const from = Math.max(0, Math.min(nodes.length - fits, middle - Math.floor(fits / 2)));
      const part = nodes.slice(from, from + fits);
      const left = (width - part.length * (box.width + box.gap) + box.gap) / 2;
      const top = 8 + level * step;
      part.forEach((at, place) => {
        const centre = left + place * (box.width + box.gap) + box.width / 2;
        if (above) this.edge(context, colours, above, { x: centre, y: top }, at === chosen);
        this.box(
          context,
          colours,
          tree,
          at,
          centre - box.width / 2,
          top,
          box,
          at === node,
          at === chosen,
        );
      });
      const hidden = nodes.length - part.length;
      context.fillStyle = colours.muted;
      context.font = `11px ${FONT}`;
      context.textAlign = "right";
      if (hidden) context.fillText(`and ${count(hidden)} more`, width - 4, top + box.height + 11);
      const place = part.indexOf(chosen);
      above = {
        x: left + Math.max(0, place) * (box.width + box.gap) + box.width / 2,
        y: top + box.height,
      };
    });
  }

  siblings(tree, parent) {
    return (tree.children[parent] ?? []).filter((at) => tree.birth[at] <= this.index);
  }

  edge(context, colours, from, to, chosen) {
    context.strokeStyle = chosen ? colours.vermilion : colours.line;
    context.lineWidth = chosen ? 2 : 1;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.bezierCurveTo(from.x, from.y + 14, to.x, to.y - 14, to.x, to.y);
    context.stroke();
  }

  box(context, colours, tree, at, left, top, box, current, chosen) {
    const state = this.state(tree, at);
    context.fillStyle = colours.surface;
    context.strokeStyle =
      current || chosen ? colours.vermilion : colours[Object.fromEntries(STATES)[state]];
    context.lineWidth = current ? 3.5 : 2;
    context.setLineDash(state === "ended" ? [4, 3] : []);
    context.beginPath();
    context.roundRect(left, top, box.width, box.height, 6);
    context.fill();
    context.stroke();
    context.setLineDash([]);
    const [large, small] = this.words(tree, at);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = colours.ink;
    context.font = `600 14px ${FONT}`;
    context.fillText(large, left + box.width / 2, top + box.height * 0.33, box.width - 8);
    context.fillStyle = colours.muted;
    context.font = `11px ${FONT}`;
    context.fillText(small, left + box.width / 2, top + box.height * 0.74, box.width - 6);
  }

  state(tree, at) {
    if (tree.dead[at] || tree.ended[at] <= this.index) return "ended";
    return tree.expanded[at] <= this.index ? "expanded" : "waiting";
  }

  /** Two short texts on a node. */
  words(tree, at) {
    const step = this.trace.steps[tree.birth[at]];
    if (this.trace.family === "path") {
      if (step.g === undefined) return ["", ""];
      const h = step.h ?? 0;
      return [short(step.g + h), `${short(step.g)} + ${short(h)}`];
    }
    if (this.trace.family === "constraint") return this.assignment(step);
    const left = tree.ended[at] <= this.index ? this.trace.steps[tree.ended[at]] : null;
    const value = left?.value === undefined ? "…" : short(left.value);
    const bounds =
      step.alpha === undefined || step.alpha === null
        ? ""
        : `α ${bound(step.alpha)} β ${bound(step.beta)}`;
    return [step.move ? `${step.move}: ${value}` : value, bounds];
  }

  assignment(step) {
    if (step.variable === undefined || step.value === undefined) return ["", ""];
    const { nouns, variable, value } = namesOf(this.trace.view.kind);
    return [`${variable(step.variable)} = ${value(step.value)}`, nouns.join(", ")];
  }
}

const NOW = ["current", "now"];
const KEYS = {
  path: [
    ["waiting", "waiting"],
    ["expanded", "expanded"],
    ["ended", "known or pruned"],
    NOW,
    ["goal", "way to the goal"],
  ],
  constraint: [["expanded", "assigned"], ["ended", "taken back"], NOW, ["goal", "solution"]],
  game: [["expanded", "entered"], ["ended", "valued"], NOW],
};
const STATES = [
  ["ended", "grey"],
  ["expanded", "blue"],
  ["waiting", "orange"],
];

function bound(value) {
  return Math.abs(value) > 1e6 ? (value < 0 ? "−∞" : "∞") : short(value);
}

function empty(context, width, height, colours) {
  context.fillStyle = colours.muted;
  context.font = `14px ${FONT}`;
  context.textAlign = "center";
  context.fillText("The tree grows here when the search runs.", width / 2, height / 2);
}
