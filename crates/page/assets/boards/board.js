// Every drawing, found by its name: views of the kind NAME are drawn by `boards/NAME.js`, with
// `boards/NAME.css` if there is one. What such a module may export:
//
// - `Board`: makes a board of a view;
// - `editor`: how an instance is made by clicks;
// - `Play`: how it is played by hand, and `plays`: which domains are, if not all that it draws;
// - `moves`: of a game that is played by clicks on cells, which move is which cell;
// - `count` among these: how many moves there are;
// - `watched`: which method is chosen first, if the default takes long;
// - `turn`: for a game, whose turn it is, X or O;
// - `names`: what a constraint search's variables and values are called, or a function of the view;
// - `spot`: which of them a cell stands for;
// - `controls`: makes an element to choose its colours by;
// - `legend`: what its colours and marks mean, as [class, words, family if for one only, data], or a
//   function of the view;
// - `goalOf`: the cells of the goal;
// - `stateName`: what a state is called, if it has a name.

import { el } from "../ui/dom.js";

/**
 * @typedef {object} Board
 * @property {HTMLElement} element
 * @property {(cells: (number | null)[], marks?: object) => void} show among the marks: `trace` and
 *   `after`, the search and how many steps of it are shown; `way`, the states of a solution so far;
 *   `domains`, what a constraint search has left; `slow`, whether changes are animated
 * @property {(heard: (cell: number) => void) => void} [onCell] of an interactive board
 * @property {(event: PointerEvent) => string[]} [told] what is known about what the pointer is over
 * @property {(event: PointerEvent) => number | null} [stepAt] the step that made it what it is
 */

/**
 * Turns what is clicked into the instance's text.
 * @typedef {object} Editor
 * @property {boolean} [shuffle] whether there is something to shuffle; by default, if the seed makes it
 * @property {string} [hint]
 * @property {(setup: {board: any, answer: any, text: string,
 *   take: (text: string, unset?: string[]) => void, say: (words: string) => void}) =>
 *   HTMLElement | void} [attach] returns what else there is to click on; `unset`: settings that the
 *   text stands for
 * @property {(answer: any) => string | null} [first] what is opened when only the problem is chosen
 * @property {(text: string) => {text: string, settings?: object}} [adopt] what a file stands for
 * @property {(answer: any) => string} [shuffled] where the server's seed does not do it
 */

const DRAWINGS = new Map();

/** Fetches the drawings of these kinds; a kind without one has no board. */
export async function loadDrawings(kinds) {
  const load = async (kind) => {
    try {
      DRAWINGS.set(kind, await import(`./${kind}.js`));
    } catch (error) {
      console.error(`no drawing for ${kind}`, error);
    }
  };
  await Promise.all([...new Set(kinds)].map(load));
}

/** What the module of a kind exports. */
export function drawingOf(kind) {
  return DRAWINGS.get(kind) ?? {};
}

/** What the state of a step is called; null if it has no name. */
export function stateNameOf(view, step) {
  const { stateName } = drawingOf(view.kind);
  return (step?.cells && stateName?.(step.cells, view)) ?? null;
}

/** The method that is chosen first for an opened instance. */
export function firstMethod(answer) {
  const { watched } = drawingOf(answer.view.kind);
  return (answer.cells && watched?.(answer)) || answer.default_method;
}

/**
 * The board of an opened instance, with its cells on it.
 * @param {{view: any, cells: (number | null)[] | null}} opened
 * @param {{interactive?: boolean}} [setup]
 * @returns {Board}
 */
export function boardOf({ view, cells }, setup = {}) {
  const { Board } = drawingOf(view.kind);
  if (!cells || !Board) return new NoBoard();
  const board = new Board(view, setup);
  board.show(cells);
  return board;
}

/** For a kind this page does not know, and for boards too large to draw. */
class NoBoard {
  constructor() {
    this.element = el("p", { class: "board none", text: "This board is too large to draw." });
  }

  show() {}
}
