// Changing a graph by clicks: its ends, its edges and what they cost. Nodes can be dragged, which
// changes only the drawing.

import { button, el, field, numberInput, segmented } from "../ui/dom.js";
import { drag } from "./cells.js";
import { move, nameOf } from "./graph-layout.js";

const TOOLS = [
  { value: "goal", text: "Goal" },
  { value: "start", text: "Start" },
  { value: "join", text: "Join" },
];

/** What a click on a node does, and the edge that is changed: they stay while the graph changes. */
const hand = { tool: "goal", edge: 0 };
/** A press that moves further than this, in pixels, is a drag. */
const DRAG = 4;

/** @type {import("./board.js").Editor} */
export const editor = {
  shuffle: true,
  hint: "Drag a node to move it in the drawing. Click nodes or edges to change them. Drop a file on the graph to open it.",
  attach: (setup) => new Editing(setup).tools,
  adopt,
  // The first random graph cannot be coloured with three colours.
  first: ({ view }) => (view.goal === undefined ? "australia" : null),
};

class Editing {
  constructor({ board, answer, take, say }) {
    Object.assign(this, { board, answer, take, say, view: board.view });
    this.first = -1;
    this.tools = this.build();
    const { picture } = board;
    picture.addEventListener("pointerdown", (event) => this.press(event));
    picture.addEventListener("click", (event) => this.click(event));
    picture.addEventListener("keydown", (event) => this.key(event));
  }

  build() {
    const { view } = this;
    const tools = view.goal === undefined ? TOOLS.slice(2) : TOOLS;
    if (!tools.some(({ value }) => value === hand.tool)) hand.tool = "join";
    const tool = segmented("tool", "A click sets", tools, hand.tool, (chosen) => {
      hand.tool = chosen;
      this.first = -1;
    });
    hand.edge = Math.min(hand.edge, view.edges.length - 1);
    const option = ([a, b], at) => {
      const text = `${nameOf(view, a)} ${view.directed ? "→" : "–"} ${nameOf(view, b)}`;
      return el("option", { value: at, text });
    };
    this.edge = el(
      "select",
      { id: "edge", on: { change: () => this.choose(Number(this.edge.value)) } },
      ...view.edges.map(option),
    );
    this.cost = numberInput("edge-cost", { min: "0", step: "any", required: true, inputmode: "decimal" });
    this.cost.addEventListener("change", () => this.cost.reportValidity() && this.setCost(Number(this.cost.value)));
    if (view.edges.length) this.choose(Math.max(0, hand.edge));
    const costs = view.goal === undefined ? null : field("Cost", this.cost);
    return el(
      "div",
      { class: "map-tools graph-tools" },
      tools.length > 1 ? tool : null,
      ...(view.edges.length
        ? [field("Edge", this.edge), costs, button("remove-edge", "Remove", () => this.remove())]
        : []),
    );
  }

  choose(edge) {
    hand.edge = edge;
    this.edge.value = String(edge);
    this.cost.value = this.view.edges[edge]?.[2] ?? "";
    this.board.lines.forEach((line, at) => line.classList.toggle("chosen", at === edge));
  }

  setCost(cost) {
    const edges = this.view.edges.map((edge, at) => (at === hand.edge ? [edge[0], edge[1], cost] : edge));
    this.give({ edges });
  }

  remove() {
    this.give({ edges: this.view.edges.filter((_, at) => at !== hand.edge) });
  }

  /** A node that is dragged takes its edges along. */
  press(event) {
    const vertex = event.target.closest("[data-cell]");
    if (!vertex || event.button > 0) return;
    const { board } = this;
    const node = Number(vertex.dataset.cell);
    const moved = (now) => {
      const [x, y] = board.pointAt(now);
      board.points[node] = [Math.max(0, Math.min(100, x)), Math.max(0, Math.min(board.height, y))];
      board.put(node);
    };
    const ended = () => {
      const [x, y] = board.points[node];
      move(this.view, node, [
        (x - board.margin[0]) / (100 - 2 * board.margin[0]),
        (y - board.margin[1]) / (board.height - 2 * board.margin[1]),
      ]);
    };
    drag(board.picture, event, DRAG, moved, ended);
  }

  click(event) {
    const edge = event.target.closest("[data-edge]")?.dataset.edge;
    if (edge !== undefined) {
      this.choose(Number(edge));
      if (!this.cost.isConnected) return;
      this.cost.focus();
      return this.cost.select();
    }
    const node = event.target.closest("[data-cell]")?.dataset.cell;
    if (node !== undefined) this.act(Number(node));
  }

  key(event) {
    const vertex = event.target.closest("[data-cell]");
    if (!vertex) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      return this.act(Number(vertex.dataset.cell));
    }
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const { vertices } = this.board;
    const next = vertices[(Number(vertex.dataset.cell) + by + vertices.length) % vertices.length];
    vertex.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }

  act(node) {
    const { start, goal } = this.view;
    if (hand.tool === "start" && node !== goal) return this.give({ start: node });
    if (hand.tool === "goal" && node !== start) return this.give({ goal: node });
    if (hand.tool === "join") this.join(node);
  }

  /** Two clicks make an edge; if there is one already, it is chosen. */
  join(node) {
    const { view, first } = this;
    this.first = first < 0 ? node : -1;
    this.board.vertices.forEach((vertex, at) => vertex.classList.toggle("chosen", at === this.first));
    if (this.first >= 0) return this.say(`Click another node to join it to ${nameOf(view, node)}.`);
    if (node === first) return;
    const known = view.edges.findIndex(
      ([a, b]) => (a === first && b === node) || (!view.directed && a === node && b === first),
    );
    if (known >= 0) return this.choose(known);
    hand.edge = view.edges.length;
    this.give({ edges: [...view.edges, view.goal === undefined ? [first, node] : [first, node, 1]] });
  }

  /** The text of the graph with something changed. */
  give(change) {
    const view = { ...this.view, ...change };
    this.take(view.goal === undefined ? coloured(view) : written(view, this.answer.text, change), ["from", "to"]);
  }
}

/** A graph to find a path in: its name with other ends, or all of it. */
function written(view, text, change) {
  const [from, to] = [view.start, view.goal].map((node) => nameOf(view, node));
  const [, name] = /^([^\n,{<]+), /.exec(text) ?? [];
  if (name && !change.edges && ![from, to].some((node) => node.includes(","))) return `${name}, ${from}, ${to}`;
  const id = (node) => nameOf(view, node);
  const node = (_, at) => {
    const [x, y] = view.places?.[at] ?? [];
    return x === undefined ? { id: id(at) } : { id: id(at), x, y };
  };
  return JSON.stringify({
    directed: view.directed,
    multigraph: true,
    graph: { from, to },
    nodes: Array.from({ length: view.vertices }, node),
    links: view.edges.map(([a, b, cost]) => ({ source: id(a), target: id(b), cost })),
  });
}

/** A graph to be coloured, in DIMACS format. */
function coloured({ vertices, edges, names }) {
  const named = (names ?? []).map((name, at) => `c vertex ${at + 1} ${name}`);
  const lines = edges.map(([a, b]) => `e ${a + 1} ${b + 1}`);
  return [...named, `p edge ${vertices} ${edges.length}`, ...lines].join("\n");
}

/** A graph file does not name the start and the goal: they are the first and the last node that it names. */
function adopt(text) {
  const ends = endsOf(text);
  if (!ends || ends.some((end) => end === undefined)) return { text };
  return { text, settings: { from: String(ends[0]), to: String(ends[1]) } };
}

function endsOf(text) {
  if (text.startsWith("{")) {
    try {
      const { graph, nodes } = JSON.parse(text);
      return graph?.from === undefined ? [nodes[0].id, nodes.at(-1).id] : null;
    } catch {
      return null;
    }
  }
  if (text.startsWith("<")) {
    const found = [...text.matchAll(/<node[^>]*\bid="([^"]*)"/g)];
    return [found[0]?.[1], found.at(-1)?.[1]];
  }
  if (/^p (edge|col) /m.test(text)) return null;
  const [, nodes] = /^p sp (\d+)/m.exec(text) ?? [];
  if (nodes) return ["1", nodes];
  const rows = text.split("\n").map((line) => line.split(",").map((word) => word.trim()));
  const edges = rows.filter((row) => row.length > 1 && !(row[0] === "from" && row[1] === "to"));
  return edges.length ? [edges[0][0], edges.at(-1)[1]] : null;
}
