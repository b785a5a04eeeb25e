// What a path search orders its nodes by: its key, in figures and in words.

import { short } from "../ui/format.js";
import { parse } from "../spec.js";

const COST = { name: "g", of: (g) => g, told: (g) => short(g) };
/** For methods that count moves, whatever they cost: then g is the depth. */
const DEPTH = { ...COST, name: "depth", measure: "depth" };
const ESTIMATE = { name: "h", of: (_, h) => h, told: (_, h) => short(h) };
const SUM = { name: "f = g + h", of: (g, h) => g + h, told: (g, h) => `${short(g + h)} = ${short(g)} + ${short(h)}` };
const weighted = (weight) => ({
  name: `f = g + ${weight}·h`,
  of: (g, h) => g + weight * h,
  told: (g, h) => `${short(g + weight * h)} = ${short(g)} + ${weight}·${short(h)}`,
});

/** Methods that order by neither g nor g + h. */
const OWN = {
  bfs: () => DEPTH,
  dfs: () => DEPTH,
  ids: () => DEPTH,
  greedy: () => ESTIMATE,
  wastar: ({ weight }) => weighted(Number(weight)),
};
/** Methods that expand the node with the least key of all that wait. */
const BEST_FIRST = new Set(["ucs", "greedy", "astar", "wastar"]);

/**
 * The key of a method, by its spec and the methods of the registry: its name and sign, its value, how that is
 * written, and what the length of a path is called.
 */
export function keyOf(spec, methods) {
  const { name, settings } = parse(spec, methods) ?? { name: "", settings: {} };
  const params = methods.find((method) => method.name === name)?.params ?? [];
  const set = Object.fromEntries(params.map((param) => [param.name, param.default]));
  const informed = params.some((param) => param.name === "heuristic");
  const key = OWN[name]?.({ ...set, ...settings }) ?? (informed ? SUM : COST);
  return { measure: "cost", sign: key.name.split(" ")[0], ...key, isLeast: BEST_FIRST.has(name) };
}
