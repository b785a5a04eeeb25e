// The names that people use, for the names that the command line uses. What is not here keeps its
// own name.

const DOMAINS = {
  "8-puzzle": "8-puzzle",
  "15-puzzle": "15-puzzle",
  "24-puzzle": "24-puzzle",
  tiles: "Sliding tiles of any size",
  queens: "N queens",
  sudoku: "Sudoku",
  coloring: "Graph colouring",
  tictactoe: "Tic-tac-toe",
  connect4: "Connect Four",
  mnk: "K in a row",
  grid: "Grid map",
  graph: "Graph",
  pancake: "Pancakes",
  topspin: "TopSpin",
  cube2: "2x2x2 cube",
};

const METHODS = {
  bfs: "Breadth-first search",
  dfs: "Depth-first search",
  ids: "Iterative deepening",
  ucs: "Uniform-cost search",
  greedy: "Greedy best-first search",
  astar: "A*",
  wastar: "Weighted A*",
  idastar: "IDA*",
  beam: "Beam search",
  bidirectional: "Bidirectional search",
  jps: "Jump point search",
  rbfs: "Recursive best-first search",
  ie: "Iterative expansion",
  anytime: "Anytime A*",
  dps: "Dynamic potential search",
  nbs: "Near-optimal bidirectional search",
  yen: "Yen's cheapest plans",
  "hill-climbing": "Hill climbing",
  annealing: "Simulated annealing",
  "min-conflicts": "Min-conflicts",
  "local-beam": "Local beam search",
  genetic: "Genetic search",
  swaps: "Queen swaps",
  backtracking: "Backtracking",
  "forward-checking": "Forward checking",
  mac: "Maintaining arc consistency (MAC)",
  "all-different": "All-different propagation",
  count: "Counting solutions",
  minimax: "Minimax",
  "alpha-beta": "Alpha-beta pruning",
  mcts: "Monte Carlo tree search",
  random: "Random moves",
  solver: "Exact solver",
};

const CHOICES = {
  zero: "none (zero)",
  misplaced: "misplaced tiles",
  "misplaced-blank": "misplaced tiles and blank",
  manhattan: "Manhattan distance",
  euclidean: "Euclidean distance",
  chebyshev: "Chebyshev distance",
  octile: "octile distance",
  "linear-conflict": "linear conflict",
  pdb: "pattern database",
  "straight-line": "straight-line distance",
  "great-circle": "great-circle distance",
  alt: "landmarks (ALT)",
  gap: "gaps",
  corners: "corner database",
  places: "corner places",
  twists: "corner twists",
};

export const domainTitle = (name) => DOMAINS[name] ?? name;
export const methodTitle = (name) => METHODS[name] ?? name;
export const choiceTitle = (name) => CHOICES[name] ?? name;

/** A method with its settings: A*, Manhattan distance. */
export function specTitle(method, settings) {
  const said = method.params.flatMap(({ name, default: usual }) => {
    const value = settings[name] ?? "";
    if (name === "heuristic") return [choiceTitle(value || (usual ?? ""))];
    return value === "" || value === usual ? [] : [`${name} ${value}`];
  });
  return [methodTitle(method.name), ...said.filter(Boolean)].join(", ");
}
