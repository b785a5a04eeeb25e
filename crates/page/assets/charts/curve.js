// The cost of a local search over its steps, with the temperature or the mean of a population if
// there is one.

import { el, put } from "../ui/dom.js";
import { count, short } from "../ui/format.js";
import { telling } from "../ui/tip.js";
import { upTo } from "../models/tree.js";
import { band, drawAxes, empty, greatest, line, sideways, ticks, within } from "./axes.js";
import { Canvas } from "./canvas.js";

const EDGE = { left: 58, right: 62, top: 12, bottom: 42 };

export class CurveChart {
  /** @param {(step: number) => void} jump where the chart was clicked */
  constructor(jump) {
    this.canvas = new Canvas({ id: "curve", label: "Cost over the steps", draw: (...given) => this.draw(...given) });
    this.canvas.element.addEventListener("click", (event) => {
      if (this.trace) jump(this.at(event.offsetX));
    });
    this.tips = telling(this.canvas.element, (x) => this.told(x));
    this.key = el("ul", { class: "key" });
    this.element = el("div", { class: "curve" }, this.canvas.element, this.key);
    this.trace = null;
  }

  destroy() {
    this.canvas.destroy();
    this.tips.destroy();
  }

  show(trace, after) {
    this.trace = trace;
    this.after = after;
    this.canvas.soon();
    this.tips.again();
  }

  get inside() {
    return this.canvas.element.clientWidth - EDGE.left - EDGE.right;
  }

  /** How many steps there are up to a place across. */
  at(x) {
    return upTo(this.trace.numbers, ((x - EDGE.left) / this.inside) * this.trace.length);
  }

  told(x) {
    const { trace } = this;
    const last = (x === null ? this.after : trace && this.at(x)) - 1;
    if (!trace?.costs.length || !(last >= 0)) return null;
    const number = trace.numbers[last];
    const rows = [
      ["step", number],
      ["cost", trace.costs[last]],
      ["best so far", trace.reached[last]],
      ["temperature", trace.temperatures[last]],
      ["mean", trace.means[last]],
    ];
    const lines = rows.filter(([, value]) => Number.isFinite(value));
    return {
      x: x ?? EDGE.left + (number / Math.max(1, trace.length)) * this.inside,
      lines: lines.map(([name, value]) => `${name} ${short(value)}`),
    };
  }

  /** Explains the lines that are drawn, and no others. */
  explain(hot, bred) {
    const key = [
      ["expanded", "cost"],
      ["goal", "best so far"],
      ...(hot ? [["waiting", "temperature"]] : []),
      ...(bred ? [["mean", "mean of the population"]] : []),
    ];
    if (this.key.children.length !== key.length || this.hot !== hot)
      put(this.key, ...key.map(([kind, text]) => el("li", { class: kind, text })));
    this.hot = hot;
  }

  draw(context, width, height, colours) {
    const { trace, after } = this;
    const costs = trace?.costs ?? [];
    const hottest = greatest(trace?.temperatures ?? []);
    const highest = greatest(trace?.means ?? []);
    this.explain(hottest > 0, highest > 0);
    if (costs.length === 0) return empty(context, width, height, colours, "The cost is drawn here as the search runs.");
    const box = within(EDGE, width, height);
    const most = Math.max(1, greatest(costs), highest);
    const { length, numbers } = trace;
    const across = (number) => box.left + (number / Math.max(1, length)) * box.width;
    const x = (at) => across(numbers[at]);
    const y = (cost) => box.top + box.height * (1 - cost / most);
    drawAxes(context, colours, box, { title: "step", most: length, of: across }, { title: "cost", most, of: y });
    const now = after > 0 ? numbers[after - 1] : 0;
    this.canvas.label(
      `Cost over ${count(length)} steps: after step ${count(now)} it is ${short(costs[after - 1])}, best ${short(trace.reached[after - 1])}`,
    );
    if (hottest > 0) drawTemperature(context, colours, box, x, trace.temperatures, hottest);
    context.globalAlpha = 0.3;
    band(context, costs, costs.length, x, y, colours.blue, 1);
    context.globalAlpha = 1;
    band(context, costs, after, x, y, colours.blue, 1.5);
    if (highest > 0) band(context, trace.means, after, x, y, colours.purple, 2);
    band(context, trace.reached, after, x, y, colours.green, 2.5);
    context.strokeStyle = colours.vermilion;
    context.lineWidth = 2;
    line(context, across(now), box.top, across(now), box.top + box.height);
  }
}

/** On its own axis, on the right. */
function drawTemperature(context, colours, box, x, temperatures, most) {
  const y = (value) => box.top + box.height * (1 - value / most);
  context.setLineDash([5, 4]);
  band(context, temperatures, temperatures.length, x, y, colours.orange, 1.5);
  context.setLineDash([]);
  context.fillStyle = colours.muted;
  context.textAlign = "left";
  for (const value of ticks(most, Math.max(2, box.height / 45)))
    context.fillText(short(value), box.left + box.width + 6, y(value));
  context.fillStyle = colours.ink;
  sideways(context, "temperature", box.left + box.width + 50, box.top + box.height / 2);
}
