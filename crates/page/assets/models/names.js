// Variables and values of constraint problems as their domains call them: queens count from 0,
// everything else from 1.

/** Short enough for a chart. */
export function variableName(kind, variable) {
  if (kind === "sudoku") return `r${Math.floor(variable / 9) + 1}c${(variable % 9) + 1}`;
  return String(kind === "queens" ? variable : variable + 1);
}

export function valueName(kind, value) {
  return String(kind === "queens" ? value : value + 1);
}

/** What a variable is, and what its value. */
export const NOUNS = {
  queens: ["column", "row"],
  sudoku: ["cell", "digit"],
  graph: ["vertex", "colour"],
};
