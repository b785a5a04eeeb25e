// Drawing a map: walls and costs by dragging, the ends by dragging them; and generated maps.

import { button, el, segmented } from "../ui/dom.js";

/** Larger maps are only viewed; just their ends can be moved. */
const DRAWN = 65_536;
const WALL = "#";
const FLOOR = ".";

const TOOLS = [
  { value: "wall", text: "Walls" },
  { value: "cost", text: "Costs" },
  { value: "start", text: "Start" },
  { value: "goal", text: "Goal" },
];
const MADE = [
  ["maze", "Maze"],
  ["rooms", "Rooms"],
  ["caves", "Caves"],
  ["random", "Random walls"],
  ["random(density=0)", "Empty map"],
];

/** The tools, and where the keyboard cursor is: they stay while the map changes. */
const hand = { tool: "wall", cost: "5", made: "maze", cursor: -1 };

/** @type {import("./board.js").Editor} */
export const editor = {
  shuffle: true,
  hint: "Drag on the map to draw walls, or from a wall to erase them. Drag the start and the goal. Keys: arrows, then Space to draw, S and G for start and goal, 2 to 9 for costs. Drop a file on the map to open it.",
  attach: (setup) => new Drawing(setup).tools,
  adopt,
};

class Drawing {
  constructor({ board, answer, take }) {
    Object.assign(this, { board, answer, take });
    this.isDrawn = board.view.scale === 1 && board.ground.length <= DRAWN;
    this.stroke = null;
    this.tools = this.build();
    const { canvas } = board;
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", () => this.lift());
    canvas.addEventListener("pointercancel", () => this.lift());
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("focus", () => canvas.matches(":focus-visible") && this.point(hand.cursor));
    canvas.addEventListener("blur", () => this.point(-1));
    if (document.activeElement === canvas) this.point(hand.cursor);
  }

  build() {
    const tool = segmented("tool", "Draw", TOOLS, hand.tool, (chosen) => (hand.tool = chosen));
    const digits = ["2", "3", "4", "5", "6", "7", "8", "9"];
    const cost = el(
      "select",
      { id: "paint-cost", "aria-label": "Cost of a painted cell", on: { change: () => (hand.cost = cost.value) } },
      ...digits.map((value) => el("option", { value, text: value })),
    );
    cost.value = hand.cost;
    const made = el(
      "select",
      { id: "make-kind", "aria-label": "Kind of map to make", on: { change: () => (hand.made = made.value) } },
      ...MADE.map(([value, text]) => el("option", { value, text })),
    );
    made.value = hand.made;
    const { columns, rows } = this.board.view;
    const size = el("input", {
      id: "make-size",
      "aria-label": "Columns x rows",
      value: `${columns}x${rows}`,
      pattern: "\\s*\\d+\\s*x\\s*\\d+\\s*",
      spellcheck: "false",
    });
    const make = () => {
      if (!size.reportValidity()) return;
      const seed = 1 + Math.floor(Math.random() * 9999);
      this.give(`${made.value}/${size.value.replaceAll(" ", "")}/${seed}`);
    };
    this.place = el("span", { class: "hint", id: "map-place", role: "status" });
    return el(
      "div",
      { class: "map-tools" },
      this.isDrawn ? tool : null,
      this.isDrawn ? cost : null,
      made,
      size,
      button("make-map", "Make", make),
      this.place,
    );
  }

  /** What a press on a cell draws: on an end it moves it, on a wall it erases it. */
  brush(cell) {
    const { board } = this;
    if (cell === board.start) return "start";
    if (cell === board.goal) return "goal";
    if (hand.tool === "start" || hand.tool === "goal") return hand.tool;
    const sign = hand.tool === "wall" ? WALL : hand.cost;
    return board.ground[cell] === sign ? FLOOR : sign;
  }

  press(event) {
    const cell = this.board.cellAt(event);
    if (cell < 0 || event.button > 0) return;
    this.board.canvas.setPointerCapture(event.pointerId);
    this.stroke = { brush: this.brush(cell), last: cell };
    hand.cursor = cell;
    this.draw(cell, this.stroke.brush);
  }

  move(event) {
    const cell = this.stroke ? this.board.cellAt(event) : -1;
    if (cell < 0 || cell === this.stroke.last) return;
    for (const between of this.between(this.stroke.last, cell)) this.draw(between, this.stroke.brush);
    this.stroke.last = cell;
  }

  /** The cells from one to another, the first left out: a quick drag leaves no gaps. */
  between(from, to) {
    const { columns } = this.board.view;
    const [x, y] = [from % columns, Math.floor(from / columns)];
    const [dx, dy] = [(to % columns) - x, Math.floor(to / columns) - y];
    const steps = Math.max(Math.abs(dx), Math.abs(dy));
    return Array.from({ length: steps }, (_, at) => {
      const share = (at + 1) / steps;
      return Math.round(y + dy * share) * columns + Math.round(x + dx * share);
    });
  }

  lift() {
    if (!this.stroke) return;
    this.stroke = null;
    this.done();
  }

  /** Draws on the board; the server is asked when the stroke is done. */
  draw(cell, brush) {
    const { board } = this;
    const isEnd = cell === board.start || cell === board.goal;
    if (brush === "start" || brush === "goal") {
      const sign = board.view.scale === 1 ? board.ground[cell] : FLOOR;
      if (isEnd || sign === WALL) return;
      board[brush] = cell;
    } else if (!this.isDrawn || isEnd) return;
    else {
      board.ground[cell] = brush;
      this.changed = true;
    }
    board.describe();
    board.repaint();
  }

  done() {
    const { board, answer } = this;
    const { start, goal } = board.view;
    if (!this.changed && board.start === start && board.goal === goal) return;
    const named = /^([^\n]*) \d+:\d+ \d+:\d+( [\d.]+)?$/.exec(answer.text);
    if (!this.changed && named) return this.give(`${named[1]} ${board.name(board.start)} ${board.name(board.goal)}`);
    if (this.isDrawn) this.give(written(board));
  }

  /** Takes the text of another map, which includes its ends. */
  give(text) {
    this.take(text, ["from", "to"]);
  }

  point(cell) {
    const { board } = this;
    if (cell >= board.ground.length) cell = board.start;
    board.cursor = cell;
    board.soon();
    if (cell < 0) return;
    const sign = board.ground[cell];
    const what = { [WALL]: "wall", [FLOOR]: "floor" }[sign] ?? `cost ${sign}`;
    const end = cell === board.start ? ", start" : cell === board.goal ? ", goal" : "";
    this.place.textContent = `${board.name(cell)}: ${what}${end}`;
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { board } = this;
    const { columns, rows } = board.view;
    if (board.view.scale > 1) return;
    const at = hand.cursor < 0 || hand.cursor >= board.ground.length ? board.start : hand.cursor;
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = STEPS[event.key];
    const signs = { " ": hand.tool === "wall" || hand.tool === "cost" ? this.brush(at) : hand.tool };
    Object.assign(signs, { Enter: signs[" "], s: "start", g: "goal", "#": WALL, ".": FLOOR, 1: FLOOR, Delete: FLOOR });
    const brush = /^[2-9]$/.test(event.key) ? event.key : signs[event.key];
    if (!step && brush === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    hand.cursor = step
      ? Math.min(rows - 1, Math.max(0, y + step[1])) * columns + Math.min(columns - 1, Math.max(0, x + step[0]))
      : at;
    if (brush !== undefined) {
      this.draw(at, brush);
      this.done();
    }
    this.point(hand.cursor);
  }
}

/** The map as text, a line a row. */
function written({ ground, start, goal, view: { columns, rows } }) {
  const signs = [...ground];
  [signs[start], signs[goal]] = ["S", "G"];
  return Array.from({ length: rows }, (_, row) => signs.slice(row * columns, (row + 1) * columns).join("")).join("\n");
}

/** A dropped file in Moving AI's format has no ends: they are put far apart in its largest part. */
function adopt(text) {
  const [, head, body] = /^(type [\s\S]*?\nmap\r?\n)([\s\S]*)$/.exec(text) ?? [];
  const rows = (body ?? text).split(/\r?\n/).filter(Boolean);
  const plain = rows.map((row) => (head ? [...row].map((sign) => (/[.GS]/.test(sign) ? FLOOR : WALL)) : [...row]));
  if (plain.some((row) => row.includes("S")) && plain.some((row) => row.includes("G"))) return { text };
  if (!plain.length || plain.some((row) => row.length !== plain[0].length)) return { text };
  // If the header disagrees, the server refuses the file.
  if (head && Number(/height (\d+)/.exec(head)?.[1]) !== rows.length) return { text };
  const ends = farApart(plain);
  if (!ends) return { text };
  const [from, to] = ends.map((cell) => [Math.floor(cell / plain[0].length), cell % plain[0].length]);
  plain[from[0]][from[1]] = "S";
  plain[to[0]][to[1]] = "G";
  return { text: plain.map((row) => row.join("")).join("\n") };
}

/** The first and the last cell of the largest part, as a flood from the first reaches them. */
function farApart(rows) {
  const [width, size] = [rows[0].length, rows.length * rows[0].length];
  const isFree = (cell) => rows[Math.floor(cell / width)][cell % width] !== WALL;
  const seen = new Uint8Array(size);
  let best = [];
  for (let first = 0; first < size; first += 1) {
    if (seen[first] || !isFree(first)) continue;
    const part = [first];
    seen[first] = 1;
    for (let at = 0; at < part.length; at += 1) {
      const cell = part[at];
      const x = cell % width;
      const near = [x > 0 && cell - 1, x < width - 1 && cell + 1, cell - width, cell + width];
      for (const next of near) {
        if (next === false || next < 0 || next >= size || seen[next] || !isFree(next)) continue;
        seen[next] = 1;
        part.push(next);
      }
    }
    if (part.length > best.length) best = part;
  }
  return best.length > 1 ? [best[0], best.at(-1)] : null;
}
