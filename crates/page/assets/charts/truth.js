// Estimates against true distances: a square for each pair, the more states the stronger its colour.

import { svg } from "../ui/dom.js";
import { plural } from "../ui/format.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [520, 380, 52, 46, 12];

/** Round steps of an axis, at most eight. */
function rounds(most) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => most / step <= 8) ?? most;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

/** `pairs`: distance, estimate and how many states; the tip describes a square. */
export function truthChart(pairs, name, tip) {
  const most = Math.max(1, ...pairs.map(([distance, estimate]) => Math.max(distance, estimate)));
  const [across, up] = [(WIDTH - LEFT - 8) / (most + 1), (HEIGHT - BOTTOM - TOP) / (most + 1)];
  const x = (value) => LEFT + value * across;
  const y = (value) => HEIGHT - BOTTOM - (value + 1) * up;
  const largest = Math.log1p(Math.max(...pairs.map(([, , count]) => count)));
  const squares = pairs.map(([distance, estimate, count]) =>
    svg("rect", {
      x: x(distance),
      y: y(estimate),
      width: Math.max(1, across - 0.5),
      height: Math.max(1, up - 0.5),
      class: estimate > distance ? "over" : "under",
      // As a rule few are wrong, and they should stand out.
      opacity: estimate > distance ? 1 : (0.15 + (0.85 * Math.log1p(count)) / largest).toFixed(3),
    }),
  );
  let chosen = 0;
  const tell = (at) => {
    chosen = (at + pairs.length) % pairs.length;
    const [distance, estimate, count] = pairs[chosen];
    const { right, top } = squares[chosen].getBoundingClientRect();
    tip.tell(right, top, [`true distance ${distance}`, `${name} ${estimate}`, plural(count, "state")]);
  };
  const over = ({ target }) => (squares.includes(target) ? tell(squares.indexOf(target)) : tip.hide());
  const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
  const pressed = (event) => {
    if (!steps[event.key]) return;
    event.preventDefault();
    tell(chosen + steps[event.key]);
  };
  const ticks = rounds(most).flatMap((value) => [
    svg("text", { x: x(value + 0.5), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle", text: value }),
    svg("text", { x: LEFT - 6, y: y(value) + up / 2 + 4, "text-anchor": "end", text: value }),
  ]);
  return svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "truth-chart",
      id: "truth-chart",
      role: "img",
      tabindex: "0",
      on: {
        pointerover: over,
        pointerleave: () => tip.hide(),
        focus: ({ target }) => target.matches(":focus-visible") && tell(chosen),
        blur: () => tip.hide(),
        keydown: pressed,
      },
      "aria-label": `${name} against true distances; above the line it overestimates`,
    },
    svg("line", { x1: x(0), y1: y(-1), x2: x(most + 1), y2: y(most), class: "equal" }),
    ...squares,
    ...ticks,
    svg("text", { x: (LEFT + WIDTH) / 2, y: HEIGHT - 6, "text-anchor": "middle", text: "true distance" }),
    svg("text", {
      x: 14,
      y: (HEIGHT - BOTTOM) / 2,
      "text-anchor": "middle",
      transform: `rotate(-90 14 ${(HEIGHT - BOTTOM) / 2})`,
      text: name,
    }),
  );
}
