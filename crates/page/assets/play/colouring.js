// A graph coloured by hand, with hints.

import { AssigningPlay } from "./assigning.js";

/** Assignments after which a hint gives up. */
const MOST = 50_000;

/** Extends what is coloured to all vertices: the one with the fewest colours left first. */
function solved(cells, near, values) {
  const colours = [...cells];
  let tried = 0;
  const left = (vertex) => {
    const taken = new Set(near[vertex].map((other) => colours[other]));
    return [...Array(values).keys()].filter((value) => !taken.has(value));
  };
  const extend = () => {
    const open = colours.flatMap((colour, vertex) => (colour === null ? [{ vertex, left: left(vertex) }] : []));
    if (open.length === 0) return true;
    const { vertex, left: values } = open.reduce((least, one) => (one.left.length < least.left.length ? one : least));
    for (const value of values) {
      if ((tried += 1) > MOST) throw new Error("No hint: this graph takes too long to colour.");
      colours[vertex] = value;
      if (extend()) return true;
    }
    colours[vertex] = null;
    return false;
  };
  return extend() ? colours : null;
}

export class ColouringPlay extends AssigningPlay {
  constructor(setup) {
    const { view } = setup.answer;
    const near = Array.from({ length: view.vertices }, () => []);
    for (const [a, b] of view.edges) {
      near[a].push(b);
      near[b].push(a);
    }
    const clashes = (cells) =>
      new Set(view.edges.filter(([a, b]) => cells[a] !== null && cells[a] === cells[b]).flat());
    const hint = async (cells, selected) => {
      const found = clashes(cells).size ? null : solved(cells, near, view.values);
      const cell = cells[selected] === null ? selected : cells.indexOf(null);
      return found && { cell, value: found[cell] };
    };
    const keys = Array.from({ length: Math.min(view.values, 9) }, (_, value) => ({
      value,
      text: String(value + 1),
      colour: value % 8,
    }));
    const words = "Choose a node, then type the number of a colour or choose it below the graph. A hint colours one node.";
    super(setup, { keys, clashes, hint, words });
  }
}
