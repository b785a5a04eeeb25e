// The cost of a local search over its steps, with the temperature if it has one.

import { el } from "../ui/dom.js";
import { short } from "../ui/format.js";
import { Canvas, FONT } from "./canvas.js";

const EDGE = { left: 44, right: 44, top: 12, bottom: 24 };

export class CurveChart {
  /** @param {(step: number) => void} jump where the chart was clicked */
  constructor(jump) {
    this.canvas = new Canvas({
      id: "curve",
      label: "Cost over the steps",
      draw: (...given) => this.draw(...given),
    });
    this.canvas.element.addEventListener("click", (event) => {
      if (!this.trace) return;
      const inside = this.canvas.element.clientWidth - EDGE.left - EDGE.right;
      jump(Math.round(((event.offsetX - EDGE.left) / inside) * this.trace.costs.length));
    });
    const key = [
      ["expanded", "cost"],
      ["goal", "best so far"],
      ["waiting", "temperature"],
    ];
    this.element = el(
      "div",
      { class: "curve" },
      this.canvas.element,
      el("ul", { class: "key" }, ...key.map(([kind, text]) => el("li", { class: kind, text }))),
    );
    this.trace = null;
  }

  destroy() {
    this.canvas.destroy();
  }

  show(trace, after) {
    this.trace = trace;
    this.after = after;
    this.canvas.soon();
  }

  draw(context, width, height, colours) {
    const costs = this.trace?.costs ?? [];
    const box = {
      left: EDGE.left,
      top: EDGE.top,
      width: width - EDGE.left - EDGE.right,
      height: height - EDGE.top - EDGE.bottom,
    };
    context.strokeStyle = colours.line;
    context.strokeRect(box.left, box.top, box.width, box.height);
    context.font = `12px ${FONT}`;
    context.fillStyle = colours.muted;
    context.textAlign = "center";
    if (costs.length === 0)
      return context.fillText(
        "The cost is drawn here when the search runs.",
        width / 2,
        height / 2,
      );
    const most = greatest(costs);
    const x = (at) => box.left + (at / Math.max(1, costs.length)) * box.width;
    const y = (cost) => box.top + box.height * (1 - cost / Math.max(1, most));
    this.canvas.label(
      `Cost over ${costs.length} steps: now ${costs[Math.max(0, this.after - 1)]}, best ${this.trace.bests[Math.max(0, this.after - 1)]}`,
    );
    context.fillText(
      `step ${short(this.after)}`,
      Math.min(Math.max(x(this.after), box.left + 30), box.left + box.width - 30),
      height - 7,
    );
    context.textAlign = "right";
    context.fillText(short(most), box.left - 6, box.top + 9);
    context.fillText("0", box.left - 6, box.top + box.height);
    this.drawTemperature(context, colours, box, x);
    context.globalAlpha = 0.25;
    band(context, costs, costs.length, x, y, colours.blue, 1);
    context.globalAlpha = 1;
    band(context, costs, this.after, x, y, colours.blue, 1.5);
    band(context, this.trace.bests, this.after, x, y, colours.green, 2.5);
    context.strokeStyle = colours.vermilion;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(x(this.after), box.top);
    context.lineTo(x(this.after), box.top + box.height);
    context.stroke();
  }

  drawTemperature(context, colours, box, x) {
    const { temperatures } = this.trace;
    const most = greatest(temperatures);
    if (!(most > 0)) return;
    context.textAlign = "left";
    context.fillText(short(most), box.left + box.width + 6, box.top + 9);
    context.setLineDash([5, 4]);
    band(
      context,
      temperatures,
      temperatures.length,
      x,
      (value) => box.top + box.height * (1 - value / most),
      colours.orange,
      1.5,
    );
    context.setLineDash([]);
  }
}

function greatest(values) {
  let most = -Infinity;
  for (const value of values) if (value > most) most = value;
  return most;
}

/** A line through all values; where many fall on one column, from its least to its greatest. */
function band(context, values, count, x, y, colour, wide) {
  context.strokeStyle = colour;
  context.lineWidth = wide;
  context.beginPath();
  let begun = false;
  for (let at = 0; at < count;) {
    const column = Math.floor(x(at + 1));
    let [low, high, last] = [Infinity, -Infinity, NaN];
    for (; at < count && Math.floor(x(at + 1)) === column; at += 1) {
      const value = values[at];
      if (Number.isNaN(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
      last = value;
    }
    if (Number.isNaN(last)) continue;
    if (!begun) context.moveTo(x(at), y(high));
    begun = true;
    context.lineTo(x(at), y(high));
    if (low !== high) context.lineTo(x(at), y(low));
    context.lineTo(x(at), y(last));
  }
  context.stroke();
}
