// The tree around a node: its last few ancestors, each with its children, and its own children.

import { count } from "../ui/format.js";
import { FONT } from "./canvas.js";
import { colourOf, pointsUp, stateOf, wordsOn } from "./nodes.js";

const BOX = { width: 92, height: 44, gap: 8 };

/** Draws a scene of a tree, and returns where its nodes are. `line`: the nodes of the best line. */
export function drawNear(scene) {
  const { context, width, height, colours, tree, node, index, line } = scene;
  const fits = Math.max(2, Math.floor((width - 8) / (BOX.width + BOX.gap)));
  const levels = Math.max(2, Math.floor((height - 16) / (BOX.height + 22)));
  const path = node < 0 ? [0] : tree.path(node);
  const born = (parent) => (tree.children[parent] ?? []).filter((at) => tree.birth[at] <= index);
  const rows = path.map((at, depth) => ({ chosen: at, nodes: depth === 0 ? [at] : born(path[depth - 1]) }));
  const below = born(path.at(-1));
  if (below.length) rows.push({ chosen: -1, nodes: below });
  const seen = rows.slice(-levels);
  const step = Math.min(BOX.height + 40, (height - 16 - BOX.height) / Math.max(1, seen.length - 1));
  const places = [];
  let above = null;
  seen.forEach(({ chosen, nodes }, level) => {
    const middle = chosen < 0 ? nodes.length - 1 : Math.max(0, nodes.indexOf(chosen));
    const from = Math.max(0, Math.min(nodes.length - fits, middle - Math.floor(fits / 2)));
    const part = nodes.slice(from, from + fits);
    const left = (width - part.length * (BOX.width + BOX.gap) + BOX.gap) / 2;
    const top = 8 + level * step;
    part.forEach((at, place) => {
      const x = left + place * (BOX.width + BOX.gap);
      if (above) edge(context, colours, above, { x: x + BOX.width / 2, y: top }, at === chosen, line.has(at));
      box(scene, at, x, top, at === chosen);
      places.push({ node: at, x, y: top, ...BOX });
    });
    const hidden = nodes.length - part.length;
    context.fillStyle = colours.muted;
    context.font = `12px ${FONT}`;
    context.textAlign = "right";
    if (hidden) context.fillText(`and ${count(hidden)} more`, width - 4, top + BOX.height + 12);
    const place = Math.max(0, part.indexOf(chosen));
    above = { x: left + place * (BOX.width + BOX.gap) + BOX.width / 2, y: top + BOX.height };
  });
  return places;
}

function edge(context, colours, from, to, chosen, best) {
  context.strokeStyle = best ? colours.green : chosen ? colours.vermilion : colours.line;
  context.lineWidth = best ? 4 : chosen ? 2 : 1;
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.bezierCurveTo(from.x, from.y + 14, to.x, to.y - 14, to.x, to.y);
  context.stroke();
}

function box({ context, colours, trace, tree, node, index, line }, at, left, top, chosen) {
  const isDropped = trace.family !== "game" && stateOf(tree, at, index) === "ended";
  const colour = colourOf(trace, tree, at, index);
  context.fillStyle = colours.surface;
  context.strokeStyle =
    chosen || at === node
      ? colours.vermilion
      : line.has(at)
        ? colours.green
        : colours[colour === "surface" ? "muted" : colour];
  context.lineWidth = at === node ? 3.5 : 2;
  context.setLineDash(isDropped ? [4, 3] : []);
  context.beginPath();
  context.roundRect(left, top, BOX.width, BOX.height, 6);
  context.fill();
  context.stroke();
  context.setLineDash([]);
  const [large, small] = wordsOn(trace, tree, at, index);
  const up = pointsUp(trace, tree, at);
  const sign = up === null ? "" : up ? "▲ " : "▼ ";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colours.ink;
  context.font = `600 15px ${FONT}`;
  context.fillText(sign + large, left + BOX.width / 2, top + BOX.height * 0.33, BOX.width - 8);
  context.fillStyle = colours.muted;
  context.font = `12px ${FONT}`;
  const cut = tree.cut[at] <= index ? cutWords(trace, tree.cut[at]) : small;
  if (tree.cut[at] <= index) context.fillStyle = colours.vermilion;
  context.fillText(cut, left + BOX.width / 2, top + BOX.height * 0.74, BOX.width - 6);
}

/** What a cut-off skipped. */
export function cutWords(trace, step) {
  const left = trace.cutAt(step);
  return left === null ? "✂ the rest" : `✂ ${left} ${left === 1 ? "move" : "moves"}`;
}
