// What to look at first: a few searches that play at a click.

import * as url from "../url.js";
import { boardOf } from "../boards/board.js";
import { el } from "./dom.js";

const TILES = { kind: "tiles", rows: 3, columns: 3, goal: [0, 1, 2, 3, 4, 5, 6, 7, 8] };
const QUEENS = (n) => ({ kind: "queens", rows: n, columns: n, values: n });
const MARKS = { kind: "marks", rows: 3, columns: 3, k: 3 };
const MAZE = [
  "#################",
  "#...#.#.......#.#",
  "###.#.#.#.###.#.#",
  "#...#...#.#.....#",
  "#.#######.#####.#",
  "#.......#.#...#.#",
  "#######.#.#.#.#.#",
  "#...#...#...#.#.#",
  "#.#.#.#####.#.###",
  "#.#.#.....#.#...#",
  "#.#######.#####.#",
  "#...............#",
  "#################",
];

/** Each plays at `play` steps a second. */
const CARDS = [
  {
    title: "A* solves the 8-puzzle",
    words: "It expands the node with the lowest f = g + h first.",
    address: { domain: "8-puzzle", instance: "5 1 0 3 7 8 4 2 6", method: "astar(manhattan)" },
    play: "2",
    view: TILES,
    cells: [5, 1, 0, 3, 7, 8, 4, 2, 6],
  },
  {
    title: "Hill climbing gets stuck",
    words: "It goes down to a local minimum and cannot leave it.",
    address: { domain: "queens", instance: "1 2 3 4 5 6 7 8", method: "hill-climbing" },
    play: "1",
    view: QUEENS(8),
    cells: [0, 1, 2, 3, 4, 5, 6, 7],
  },
  {
    title: "Forward checking on 6 queens",
    words: "Each queen rules out cells in the columns that follow.",
    address: { domain: "queens", instance: "6", method: "forward-checking" },
    play: "2",
    view: QUEENS(6),
    cells: [1, 3, 5, null, null, null],
  },
  {
    title: "Alpha-beta prunes",
    words: "Moves that the opponent would never allow are cut off.",
    address: { domain: "tictactoe", instance: "XO.OX....", method: "alpha-beta(deepening=off, table=off)" },
    play: "2",
    view: MARKS,
    cells: [1, 2, null, 2, 1, null, null, null, null],
  },
  {
    title: "A* finds its way out of a maze",
    words: "Watch the frontier grow, or draw your own walls.",
    address: { domain: "grid", instance: "maze/17x13/3", method: "astar" },
    play: "10",
    view: { kind: "map", rows: 13, columns: 17, scale: 1, ground: MAZE.join(""), start: 198, goal: 77 },
    cells: [198],
  },
  {
    title: "From Arad to Bucharest",
    words: "A* on the textbook's road map, with straight-line distances.",
    address: { domain: "graph", instance: "romania, Arad, Bucharest", method: "astar(straight-line)" },
    play: "1",
    view: {
      kind: "graph",
      vertices: 5,
      edges: [
        [0, 1],
        [1, 2],
        [2, 3],
        [0, 4],
        [4, 3],
      ],
      start: 0,
      goal: 3,
      places: [
        [0, 3],
        [1.2, 2.6],
        [2, 1.6],
        [3.6, 0],
        [3, 2.4],
      ],
    },
    cells: [0],
  },
  {
    title: "Annealing cools",
    words: "It accepts worse moves while it is hot, and fewer as it cools.",
    address: { domain: "queens", instance: "8", method: "annealing(start=4)" },
    play: "20",
    view: QUEENS(8),
    cells: [3, 6, 2, 7, 1, 4, 0, 5],
  },
  {
    title: "Monte Carlo plays tic-tac-toe",
    words: "Random games, more of them after promising moves.",
    address: { domain: "tictactoe", instance: "X...O....", method: "mcts(playouts=1000)" },
    play: "10",
    view: MARKS,
    cells: [1, null, null, null, 2, null, null, null, null],
  },
  {
    title: "Race: blind against informed",
    words: "Breadth-first search, greedy search and A* on one puzzle.",
    address: {
      domain: "8-puzzle",
      instance: "8 6 7 2 5 4 3 0 1",
      method: ["bfs", "greedy(manhattan)", "astar(manhattan)"],
    },
    play: "1",
    to: "race",
    view: TILES,
    cells: [8, 6, 7, 2, 5, 4, 3, 0, 1],
  },
];

export function gallery() {
  const card = ({ title, words, address, play, view, cells, to = "watch" }) => {
    const board = boardOf({ view, cells }).element;
    board.ariaHidden = "true";
    return el(
      "a",
      { class: "card panel", href: url.link(to, { ...address, play }) },
      board,
      el("h3", { text: title }),
      el("p", { class: "hint", text: words }),
    );
  };
  return el(
    "section",
    { class: "gallery", id: "gallery", "aria-labelledby": "gallery-title" },
    el("h2", { id: "gallery-title", text: "Watch one of these" }),
    el("div", { class: "cards" }, ...CARDS.map(card)),
  );
}
