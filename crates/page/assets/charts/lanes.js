// How far each lane of a race is: a line for each, over the clock of the race.

import { el, say } from "../ui/dom.js";
import { short } from "../ui/format.js";
import { telling } from "../ui/tip.js";
import { band, drawAxes, empty, greatest, line, ticks, within } from "./axes.js";
import { Canvas } from "./canvas.js";

/** A colour for each lane, in their order. */
export const LANE_COLOURS = ["blue", "vermilion", "green", "purple", "orange", "muted"];

const EDGE = { left: 58, right: 32, top: 12, bottom: 42 };

export class LanesChart {
  constructor() {
    this.canvas = new Canvas({
      id: "lanes-chart",
      label: "Progress of each method",
      draw: (...given) => this.draw(...given),
    });
    this.title = el("h2");
    this.note = el("p", { class: "hint" });
    this.element = el("div", { class: "panel lanes-chart" }, this.title, this.canvas.element, this.note);
    this.lanes = [];
    this.tips = telling(this.canvas.element, (x) => this.told(x));
  }

  destroy() {
    this.canvas.destroy();
    this.tips.destroy();
  }

  /** How far each lane is at a place across. */
  told(x) {
    const { clock, drawn = [] } = this;
    if (!clock?.length || !drawn.length) return null;
    const inside = this.canvas.element.clientWidth - EDGE.left - EDGE.right;
    const place = Math.round(x === null ? this.position : ((x - EDGE.left) / inside) * clock.length);
    const position = Math.max(0, Math.min(clock.length, place));
    const line = (lane) => {
      const shown = lane.countAt(clock.share(lane, position));
      return `${lane.lane.method}: ${short(lane.reached[shown - 1])}`;
    };
    return {
      x: x ?? EDGE.left + (position / clock.length) * inside,
      lines: [`${clock.told(position)} ${clock.kind}`.replace(" seconds", ""), ...drawn.map(line)],
    };
  }

  /**
   * @param {import("../models/trace.js").Trace[]} lanes
   * @param {import("../models/clock.js").Clock} clock
   */
  show(lanes, clock, position) {
    Object.assign(this, { lanes, clock, position });
    // Costs fall and depths grow: one scale can show only one of them.
    const deep = lanes.filter((lane) => lane.family !== "local");
    this.drawn = deep.length ? deep : lanes;
    this.measure = WHAT[this.drawn[0].family];
    say(this.title, `Progress: ${this.measure}`);
    const left = lanes.length - this.drawn.length;
    say(this.note, left ? "Local searches have no depth, so they have no line here." : "");
    this.canvas.soon();
    this.tips.again();
  }

  draw(context, width, height, colours) {
    const { clock } = this;
    const drawn = (this.drawn ?? []).filter((lane) => lane.steps.length);
    if (!drawn.length) return empty(context, width, height, colours, "A line for each method is drawn here.");
    const box = within(EDGE, width, height);
    const most = Math.max(1, ...drawn.map((lane) => greatest(lane.reached)));
    const x = (position) => box.left + (position / Math.max(1, clock.length)) * box.width;
    const y = (value) => box.top + box.height * (1 - value / most);
    const told = (position) => clock.told(position);
    drawAxes(
      context,
      colours,
      box,
      { title: clock.title, most: clock.length, of: x, ticks: ticksOf(clock), told },
      { title: this.measure.split(" ").slice(1, -2).join(" "), most, of: y },
    );
    for (const lane of drawn) this.drawLane(context, colours, lane, x, y);
    context.strokeStyle = colours.ink;
    context.lineWidth = 1;
    context.setLineDash([4, 3]);
    line(context, x(this.position), box.top, x(this.position), box.top + box.height);
    context.setLineDash([]);
  }

  drawLane(context, colours, lane, x, y) {
    const { clock } = this;
    const colour = colours[LANE_COLOURS[this.lanes.indexOf(lane)]];
    const ticks = Math.max(1, lane.ticks.at(-1) ?? 1);
    const share = (at) => (lane.sampled ? lane.numbers[at] / lane.length : lane.ticks[at] / ticks);
    const place = (at) => x(clock.positionOf(lane, share(at)));
    band(context, lane.reached, lane.steps.length, place, y, colour, 2.5);
    if (lane.done?.report.verdict !== "solved") return;
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x(clock.positionOf(lane, 1)), y(lane.reached.at(-1)), 6, 0, 7);
    context.fill();
  }
}

const WHAT = {
  local: "best cost so far",
  path: "greatest depth so far",
  game: "greatest depth so far",
  constraint: "most variables assigned so far",
};

/** The positions of round numbers: of powers of ten, where the clock is logarithmic. */
function ticksOf(clock) {
  const { most, least, isLogarithmic } = clock;
  const [first, last] = [Math.ceil(Math.log10(least)), Math.floor(Math.log10(most))];
  const powers = () => Array.from({ length: last - first + 1 }, (_, place) => 10 ** (first + place));
  return (isLogarithmic ? powers() : ticks(most, 5)).map((time) => clock.at(time));
}
