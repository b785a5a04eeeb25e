// The events of searches by their names on the wire, and what they mean to the models. No other
// script names one.

/** A variable gets a value; a value is removed from a domain; a local search makes a move. */
export const ASSIGN = "assign";
export const PRUNE = "prune";
export const STEP = "step";

/** The event of each family that counts as an expansion. */
export const TICKS = { path: "expand", local: STEP, constraint: ASSIGN, game: "enter" };

/** A search begins a new tree. */
export const BEGINS = new Set(["bound", "deepen"]);
/** A node is looked into. */
export const EXPANDS = new Set([TICKS.path, TICKS.game, TICKS.constraint]);
/** The latest assignment is taken back. */
export const TAKES_BACK = new Set(["conflict", "wipeout", "backtrack", "solution"]);
/** A node is done with. */
export const ENDS = new Set(["leave", "cutoff", "conflict", "wipeout", "backtrack"]);
/** What was looked for. */
export const GOALS = new Set(["goal", "solution"]);
