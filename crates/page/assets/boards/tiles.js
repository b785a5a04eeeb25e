// Sliding tiles. A tile is one element that moves.

import { el } from "../ui/dom.js";
import { drag, listenToCells } from "./cells.js";
import { cellOf, framed, sized } from "./frame.js";

export { TilesPlay as Play } from "../play/tiles.js";

/** What the colours mean. */
export const legend = [
  ["home", "in its place"],
  ["away", "not in its place"],
];

/** The goal board. */
export const goalOf = (view) => view.goal;

export class Board {
  constructor(view, { interactive = false }) {
    this.view = view;
    const { rows, columns } = view;
    this.field = el("div", { class: "tiles", role: interactive ? "group" : "img", "aria-label": "Sliding tiles" });
    this.element = framed(this.field, { rows, columns });
    sized(this.element, rows, columns);
    this.interactive = interactive;
    this.tiles = Array.from({ length: rows * columns }, (_, tile) => this.tile(tile));
    this.field.append(...this.tiles);
    this.at = new Int16Array(this.tiles.length).fill(-1);
  }

  tile(tile) {
    const face = el("span", { text: tile === 0 ? "" : String(tile) });
    const kind = tile === 0 ? "tile blank" : "tile";
    return cellOf(this.interactive, { class: kind }, face);
  }

  /** @param {{slow?: boolean, selected?: number}} [marks] `slow`: slide rather than jump */
  show(cells, { slow = false, selected = -1 } = {}) {
    const { columns, goal } = this.view;
    this.field.classList.toggle("smooth", slow);
    for (let cell = 0; cell < cells.length; cell += 1) {
      const tile = cells[cell];
      const element = this.tiles[tile];
      if (selected >= 0 || element.classList.contains("selected"))
        element.classList.toggle("selected", cell === selected);
      if (this.at[tile] === cell) continue;
      this.at[tile] = cell;
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      element.dataset.cell = cell;
      element.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
      element.classList.toggle("home", goal[cell] === tile);
      if (this.interactive)
        element.ariaLabel = `${tile === 0 ? "blank" : `tile ${tile}`}, row ${row + 1}, column ${column + 1}`;
    }
    this.cells = cells;
    if (!this.interactive) this.describe(cells);
    else if (slow) setTimeout(() => this.order(), 200);
    else this.order();
  }

  /** Puts the tiles in reading order. The tile with the focus is not moved: it would lose the focus. */
  order() {
    const tiles = this.cells.map((tile) => this.tiles[tile]);
    const still = tiles.indexOf(document.activeElement);
    tiles.slice(0, Math.max(0, still)).forEach((tile) => tiles[still].before(tile));
    this.field.append(...tiles.slice(still + 1));
  }

  describe(cells) {
    this.field.ariaLabel = `Sliding tiles: ${cells.join(" ")}`;
  }

  onCell(heard, setup) {
    listenToCells(this.field, this.view.columns, heard, setup);
  }

  /** Tells when the tile of one cell was dragged to another. */
  onDrag(heard) {
    const { columns, rows } = this.view;
    this.field.addEventListener("pointerdown", (down) => {
      const tile = down.target.closest(".tile:not(.blank)");
      if (!tile) return;
      const from = Number(tile.dataset.cell);
      const box = this.field.getBoundingClientRect();
      const place = tile.style.transform;
      const moved = (event) => {
        const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
        tile.classList.add("dragged");
        tile.style.transform = `${place} translate(${dx}px, ${dy}px)`;
      };
      const ended = (event) => {
        tile.classList.remove("dragged");
        tile.style.transform = place;
        const column = Math.floor(((event.clientX - box.left) / box.width) * columns);
        const row = Math.floor(((event.clientY - box.top) / box.height) * rows);
        const inside = column >= 0 && column < columns && row >= 0 && row < rows;
        setTimeout(() => inside && heard(from, row * columns + column));
      };
      drag(this.field, down, 6, moved, ended);
    });
  }
}

/** Whether two cells touch. */
export function touch(a, b, columns) {
  const [rows, across] = [Math.floor(a / columns) - Math.floor(b / columns), (a % columns) - (b % columns)];
  return Math.abs(rows) + Math.abs(across) === 1;
}

/** @type {import("./board.js").Editor} */
export const editor = {
  shuffle: true,
  hint: "Click a tile next to the blank to slide it. Drag a tile onto another, or click one and then the other, to swap them.",
  attach: edit,
};

function edit({ board, answer, take, say }) {
  const cells = answer.cells;
  let selected = -1;
  const swap = (a, b) => {
    const next = [...cells];
    [next[a], next[b]] = [next[b], next[a]];
    take(next.join(" "));
  };
  board.onDrag((from, to) => from !== to && swap(from, to));
  board.onCell((cell) => {
    const blank = cells.indexOf(0);
    if (selected < 0 && cell !== blank && touch(cell, blank, answer.view.columns)) return swap(cell, blank);
    if (selected >= 0 && selected !== cell) return swap(selected, cell);
    selected = selected === cell ? -1 : cell;
    board.show(cells, { selected });
    if (selected >= 0) say(`${cells[cell] ? `Tile ${cells[cell]}` : "The blank"} is selected: click the tile to swap it with.`);
  });
}
