// The events of searches by their names on the wire, and what they mean to the models. No other
// script names one.

/** Of path searches. */
export const EXPAND = "expand";
export const GENERATE = "generate";
export const BOUND = "bound";
/** A variable gets a value; a value is removed from a domain; a local search makes a move. */
export const ASSIGN = "assign";
export const PRUNE = "prune";
export const STEP = "step";
export const SOLUTION = "solution";
/** Of games: a position is entered, gets a value, needs no more moves, or is played out at random. */
export const ENTER = "enter";
export const LEAVE = "leave";
export const CUTOFF = "cutoff";
export const PLAYOUT = "playout";

/** The events of each family that count as an expansion. */
export const TICKS = {
  path: new Set([EXPAND]),
  local: new Set([STEP]),
  constraint: new Set([ASSIGN]),
  game: new Set([ENTER, PLAYOUT]),
};

/** A search goes deeper: from the root, with a new tree, or layer by layer. */
export const BEGINS = new Set([BOUND, "deepen"]);
/** A node is expanded. */
export const EXPANDS = new Set([EXPAND, ENTER, ASSIGN]);
/** The latest assignment is taken back. */
export const TAKES_BACK = new Set(["conflict", "wipeout", "backtrack"]);
/** A node is done with. */
export const ENDS = new Set([LEAVE, ...TAKES_BACK]);
/** A goal or a solution is found. */
export const GOALS = new Set(["goal", SOLUTION]);
