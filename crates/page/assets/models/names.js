// Variables and values of constraint problems as their drawings call them; otherwise their numbers,
// from 1.

import { drawingOf } from "../boards/board.js";

const fromOne = (number) => String(number + 1);

/**
 * @returns {{nouns: [string, string], variable: (variable: number) => string,
 *   value: (value: number) => string}} what a variable and a value are, and the names of each
 */
export function namesOf(view) {
  const { names } = drawingOf(view.kind);
  return {
    nouns: ["variable", "value"],
    variable: fromOne,
    value: fromOne,
    ...(typeof names === "function" ? names(view) : names),
  };
}
