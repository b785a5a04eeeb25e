// Boards to click on. With arrow keys, a board is one stop of the Tab key.

/**
 * Follows the pressed pointer until it is lifted. A drag is not a click.
 * @param {(event: PointerEvent) => void} moved once it has gone further than `least` pixels
 * @param {(event: PointerEvent) => void} ended if it has
 */
export function drag(element, down, least, moved, ended) {
  let dragged = false;
  const move = (event) => {
    if (event.pointerId !== down.pointerId) return;
    dragged ||= Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) >= least;
    if (dragged) moved(event);
  };
  const end = (event) => {
    for (const [name, heard] of heards) document.removeEventListener(name, heard);
    if (!dragged) return;
    element.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    ended(event);
  };
  const heards = [
    ["pointermove", move],
    ["pointerup", end],
    ["pointercancel", end],
  ];
  for (const [name, heard] of heards) document.addEventListener(name, heard);
}

/** Gives the clicks on an element's `data-cell`s to `heard`, and moves the focus by arrow keys. */
export function listenToCells(element, columns, heard, { arrows = true } = {}) {
  const cellOf = (event) => event.target.closest?.("[data-cell]");
  element.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (cell) heard(Number(cell.dataset.cell));
  });
  const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  const stop = (at) => {
    for (const cell of element.querySelectorAll("[data-cell]")) cell.tabIndex = cell === at ? 0 : -1;
  };
  stop(element.querySelector('[data-cell="0"]'));
  element.addEventListener("focusin", (event) => stop(cellOf(event)));
  if (!arrows) return;
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
