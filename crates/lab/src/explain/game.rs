//! Game searches explained.

use super::Explanation;

pub const EXPLANATIONS: &[Explanation] = &[
    Explanation {
        name: "minimax",
        does: "Looks at every line of play, to the end or to a depth. A position is worth the best \
               of what its moves lead to, seen by the player to move: what is good for one is bad \
               for the other.",
        guarantees: "Perfect play if it looks to the end; to a depth, the best by the estimate there.",
        costs: "Every position: about b^d for b moves and d moves ahead.",
        pseudocode: &[
            "value(position, depth):",
            "  if the game is over: return its score for the player to move",
            "  if depth = 0: return the estimate",
            "  best ← −∞",
            "  for each move:",
            "    best ← max(best, −value(position after move, depth − 1))",
            "  return best",
        ],
        lines: &[("enter", 1), ("leave", 7)],
        frontier: false,
    },
    Explanation {
        name: "alpha-beta",
        does: "Minimax that keeps a window: alpha is what the player to move is sure of elsewhere, \
               beta what the opponent will not let pass. A move worth beta or more ends the look \
               at a position.",
        guarantees: "The same value as minimax.",
        costs: "With good moves first, about the square root of minimax's nodes: twice as far \
                ahead in the same time. A table and deepening help to put good moves first.",
        pseudocode: &[
            "for depth ← 1, 2, …: value(position, depth, −∞, ∞)",
            "value(position, depth, alpha, beta):",
            "  if the game is over or depth = 0: return its score or estimate",
            "  best ← −∞",
            "  for each move, promising ones first:",
            "    best ← max(best, −value(position after move, depth − 1, −beta, −alpha))",
            "    if best ≥ beta: return best — the opponent will not allow it",
            "    alpha ← max(alpha, best)",
            "  return best",
        ],
        lines: &[("deepen", 1), ("enter", 2), ("cutoff", 7), ("leave", 9)],
        frontier: false,
    },
    Explanation {
        name: "mcts",
        does: "Plays many games out at random, each begun along the most promising moves so far, \
               where rarely tried ones get a bonus. The move tried most often is best.",
        guarantees: "None with few playouts; with ever more of them it comes to the value of \
                     minimax. It needs no estimate of positions.",
        costs: "Time and memory in proportion to the playouts.",
        pseudocode: &[
            "for each playout:",
            "  node ← root",
            "  while node has all its children: node ← the child with the largest",
            "    mean + exploration · √(ln visits(node) / visits(child))",
            "  add a child for a move not yet tried",
            "  play at random from it to the end of the game",
            "  add the result to every node on the way back to the root",
            "return the move of the most visited child",
        ],
        lines: &[("playout", 6)],
        frontier: false,
    },
    Explanation {
        name: "random",
        does: "Makes any move, each as likely as the others.",
        guarantees: "None: the opponent to measure others against.",
        costs: "Nothing.",
        pseudocode: &["return one of the moves, at random"],
        lines: &[],
        frontier: false,
    },
    Explanation {
        name: "solver",
        does: "Alpha-beta made for Connect Four: positions in bits, moves that lose at once left \
               out, double threats and the middle columns first, and a large table. It asks only \
               whether the value is above a guess, and halves what remains.",
        guarantees: "The exact score: who wins, and how soon.",
        costs: "Minutes from the first few moves, an instant from the middle of the game.",
        pseudocode: &[
            "while least < most: guess between them; is value(position, guess) above guess?",
            "value(position, alpha), seen only as above alpha or not:",
            "  if a move wins at once: return its score",
            "  moves ← those after which the opponent does not win at once",
            "  if there are none: return the score of the loss",
            "  if the table or the discs left already answer: return that",
            "  for each of moves, most threats first:",
            "    score ← −value(position after it, −alpha − 1)",
            "    if score > alpha: note it in the table and return it",
            "  note in the table that the value is at most alpha, and return that",
        ],
        lines: &[("enter", 2), ("cutoff", 9), ("leave", 10)],
        frontier: false,
    },
];
