// Boards that are clicked on. With arrow keys, a board is one stop of the tab key.

/** Gives the clicks on an element's `data-cell`s to `heard`, and moves the focus by arrow keys. */
export function listenToCells(element, columns, heard, { arrows = true } = {}) {
  const cellOf = (event) => event.target.closest?.("[data-cell]");
  element.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (cell) heard(Number(cell.dataset.cell));
  });
  if (!arrows) return;
  const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  const stop = (at) => {
    for (const cell of element.querySelectorAll("[data-cell]")) cell.tabIndex = cell === at ? 0 : -1;
  };
  stop(element.querySelector('[data-cell="0"]'));
  element.addEventListener("focusin", (event) => stop(cellOf(event)));
  element.addEventListener("keydown", (event) => {
    const cell = cellOf(event);
    const step = STEPS[event.key];
    if (!cell || !step) return;
    const next = element.querySelector(`[data-cell="${Number(cell.dataset.cell) + step}"]`);
    next?.focus();
    event.preventDefault();
    event.stopPropagation();
  });
}
