// What the nodes of a tree look like, and what is written on them, by the family of the search.

import { stateNameOf } from "../boards/board.js";
import { namesOf } from "../models/names.js";
import { bound, inRootView, isMax, limitOf, signed } from "../models/words.js";
import { short } from "../ui/format.js";

/** The state of a node after a step: dropped, expanded, or waiting. */
export function stateOf(tree, at, index) {
  if (tree.dead[at] || tree.ended[at] <= index) return "ended";
  return tree.expanded[at] <= index ? "expanded" : "waiting";
}

const COLOURS = { ended: "grey", expanded: "blue", waiting: "orange" };

/** The name of a node's colour. In a game it shows which player is ahead. */
export function colourOf(trace, tree, at, index) {
  if (trace.family !== "game") return COLOURS[stateOf(tree, at, index)];
  const value = valueOf(tree, at, index);
  if (value === null) return "surface";
  return value > 0 ? "blue" : value < 0 ? "orange" : "grey";
}

/** Of a game: the value for the player at the root; null while it is not known. */
export function valueOf(tree, at, index) {
  if (tree.playouts[at]) {
    const { count, mean } = tree.visits(at, index);
    return count ? mean : null;
  }
  return tree.ended[at] <= index ? tree.value[at] : null;
}

/** Which way a node of a game points; null if it is not a game. */
export function pointsUp(trace, tree, at) {
  return trace.family === "game" ? isMax(tree.depth[at]) : null;
}

/** Two short texts on a node. */
export function wordsOn(trace, tree, at, index) {
  const step = trace.steps[tree.birth[at]];
  if (trace.family === "path") {
    if (step.g === undefined) return ["", ""];
    const { g, h = 0 } = step;
    const name = stateNameOf(trace.view, step);
    if (name) return [name, trace.key.told(g, h)];
    const told = trace.key.told(g, h).split(" = ");
    return [short(trace.key.of(g, h)), told[1] ?? `${trace.key.name} = ${told[0]}`];
  }
  if (trace.family === "constraint") return at ? assigned(trace, step) : ["start", "none assigned"];
  if (tree.playouts[at]) return playedOut(tree, at, index);
  const value = valueOf(tree, at, index);
  const told = value === null ? "?" : LIMITS[limitOf(trace, tree, at)] + signed(value);
  const { alpha, beta } = inRootView(step);
  const window = trace.windowed ? `α ${bound(alpha)}  β ${bound(beta)}` : "";
  return [step.move ? `${step.move}: ${told}` : told, window];
}

function assigned(trace, step) {
  if (step.variable === undefined || step.value === undefined) return ["", ""];
  const { nouns, variable, value } = namesOf(trace.view);
  return [`${variable(step.variable)} = ${value(step.value)}`, nouns.join(", ")];
}

function playedOut(tree, at, index) {
  const { count, mean } = tree.visits(at, index);
  const told = `${mean > 0 ? "+" : ""}${mean.toFixed(2).replace("-", "−")}`;
  return [tree.move[at] ? `${tree.move[at]}: ${told}` : told, `${count} playouts`];
}

/** The sign before a value that is only a bound. */
const LIMITS = { exactly: "", "at least": "≥", "at most": "≤" };

/** The text on a node that has little room. */
export function shortOn(trace, tree, at, index) {
  const { g, h = 0 } = trace.steps[tree.birth[at]];
  if (trace.family === "path") return g === undefined ? "" : short(trace.key.of(g, h));
  const [text] = wordsOn(trace, tree, at, index);
  const close = text.replaceAll(" ", "");
  return close.length > 4 || trace.family === "game" ? text.split(/[=:] /).at(-1) : close;
}

const NOW = ["current", "this step"];

/** What the colours mean. */
export function keyTo(trace, family) {
  if (family === "path")
    return [["waiting", "waiting"], ["expanded", "expanded"], ["ended", "dropped"], NOW, ["goal", "path to the goal"]];
  if (family === "constraint") return [["expanded", "assigned"], ["ended", "undone"], NOW, ["goal", "solution"]];
  const played = trace?.tree?.trees[0]?.playouts[0];
  return [
    ["max", "▲ MAX moves"],
    ["min", "▼ MIN moves"],
    ["expanded", "MAX ahead"],
    ["waiting", "MIN ahead"],
    played ? ["large", "larger: played more often"] : ["ended", "even"],
    ...(trace?.windowed ? [["cut", "rest cut off"]] : []),
    NOW,
    ["goal", "best line"],
  ];
}
