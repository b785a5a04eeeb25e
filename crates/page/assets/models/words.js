// What the page says about a step that depends on more than the step: on the key of the method, and
// on who is MAX in a game. For all other steps it uses the server's words.

import { drawingOf } from "../boards/board.js";
import { plural, short } from "../ui/format.js";
import { BOUND, CUTOFF, ENTER, EXPAND, GENERATE, LEAVE, PLAYOUT } from "./events.js";

const FATES = {
  new: "new",
  cheaper: "reached at a lower MEASURE than before",
  known: "already reached at no greater MEASURE: dropped",
  pruned: "beyond the bound: dropped",
};

const SAYS = {
  [BOUND]: (trace, { bound, why }) =>
    trace.isLayered ? `The next layer: ${plural(bound, "move")} from the start.` : why,
  [EXPAND]: ({ key }, { g, h }) =>
    `${key.sign} is ${key.told(g, h)}${key.isLeast ? ", the lowest in the frontier" : ""}.`,
  [GENERATE]: ({ key }, { g, h, fate }) =>
    `${key.sign} is ${key.told(g, h)}; ${FATES[fate].replace("MEASURE", key.measure)}.`,
  [ENTER]: (trace, step) => {
    const after = step.move ? `After ${step.move}: ` : "";
    const { alpha, beta } = inRootView(step);
    const window = trace.windowed ? `; α = ${bound(alpha)}, β = ${bound(beta)}` : "";
    return `${after}${player(trace, step.ply)} to move${window}.`;
  },
  [LEAVE]: (trace, step, index) => {
    const { tree, node } = trace.tree.at(index);
    const known = node < 0 ? "exactly" : limitOf(trace, tree, node);
    const limit = known === "exactly" ? "" : `${known} `;
    return `Worth ${limit}${signed(inRootView(step).value)} to ${player(trace, 0)}.`;
  },
  [CUTOFF]: (trace, step, index) => {
    const { value, alpha, beta } = inRootView(step);
    const left = trace.cutAt(index);
    const others = left === null ? "the other moves" : left === 1 ? "the last move" : `${left} moves`;
    return isMax(step.ply)
      ? `With ${step.move}, MAX gets at least ${signed(value)}, but MIN has ${bound(beta)} elsewhere (β): ${others} cut off.`
      : `With ${step.move}, MIN gets at most ${signed(value)}, but MAX has ${bound(alpha)} elsewhere (α): ${others} cut off.`;
  },
  [PLAYOUT]: (trace, step) =>
    `A random game from here scored ${signed(inRootView(step).value)} for ${player(trace, 0)}.`,
};

/** Why a step was made. */
export function reason(trace, index) {
  const step = trace.steps[index];
  const says = trace.family === "path" || trace.family === "game" ? SAYS[step.event] : null;
  return says ? says(trace, step, index) : sentence(step.why);
}

const sentence = (words) => words.replace(/^./, (first) => first.toUpperCase()).replace(/[^.]$/, "$&.");

/** The player at the root is MAX, and moves at every second ply. */
export const isMax = (ply) => ply % 2 === 0;

/** Values and bounds as the player at the root sees them: a step gives them for the player to move. */
export function inRootView({ ply, value, alpha, beta }) {
  const flip = (number) => (number === undefined || number === null ? null : 0 - number);
  return isMax(ply)
    ? { value: value ?? null, alpha: alpha ?? null, beta: beta ?? null }
    : { value: flip(value), alpha: flip(beta), beta: flip(alpha) };
}

/**
 * Whether the value of a node is exact. Outside the window that it was searched with, it is a bound;
 * but nothing is outside the window of the root.
 * @returns {"exactly" | "at least" | "at most"}
 */
export function limitOf(trace, tree, node) {
  if (!trace.windowed || !tree.children[node]) return "exactly";
  const root = inRootView(trace.steps[tree.birth[0]]);
  const { alpha, beta } = inRootView(trace.steps[tree.birth[node]]);
  const value = tree.value[node];
  if (value >= beta && beta < root.beta) return "at least";
  return value <= alpha && alpha > root.alpha ? "at most" : "exactly";
}

/** MAX ▲ or MIN ▼, with the name that the board has for the player. */
export function player(trace, ply) {
  const turn = drawingOf(trace.view.kind).turn?.(trace.start);
  const names = turn === "O" ? ["O", "X"] : ["X", "O"];
  const name = turn ? ` (${names[ply % 2]})` : "";
  return `${isMax(ply) ? "MAX ▲" : "MIN ▼"}${name}`;
}

/** +1, 0, −1 */
export function signed(value) {
  if (value == null) return "–";
  return value > 0 ? `+${short(value)}` : short(value);
}

/** A bound: one that no score reaches is infinite. */
export function bound(value) {
  if (value == null) return "–";
  return Math.abs(value) > 1e6 ? (value < 0 ? "−∞" : "+∞") : signed(value);
}
