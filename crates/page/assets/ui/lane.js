// A lane of a race: one method with its board or its tree, and how far it is.

import { boardOf } from "../boards/board.js";
import { LANE_COLOURS } from "../charts/lanes.js";
import { TreeChart } from "../charts/tree.js";
import { el, put, say } from "./dom.js";
import { count, duration, short } from "./format.js";
import { verdict } from "./result.js";

export class LaneCard {
  /** @param {any} setup `jump`: goes to where this lane has come this far, from 0 to 1 */
  constructor({ name, title, method, place, opened, jump }) {
    Object.assign(this, { place, jump, family: method.family });
    this.trace = null;
    this.tree = null;
    this.treeHost = el("div", { class: "lane-tree" });
    this.board = boardOf(opened);
    this.name = el("h3", {}, el("span", { text: title }), el("code", { text: name }));
    this.clock = el("p", { class: "clock", data: { clock: place }, text: "–" });
    this.fact = el("p", { class: "hint fact" });
    this.bar = el("progress", { max: "1", value: "0", "aria-label": `Progress of ${name}` });
    this.end = el("div", { class: "lane-end" });
    this.element = el(
      "article",
      { class: "lane panel", data: { lane: place } },
      this.name,
      this.board.element,
      this.treeHost,
      this.clock,
      this.fact,
      this.bar,
      this.end,
    );
    this.element.style.setProperty("--lane", `var(--${LANE_COLOURS[place]})`);
  }

  destroy() {
    this.tree?.destroy();
  }

  /** The tree of the search, next to those of the others; local search has none. */
  grow(after) {
    if (!this.tree) {
      const ticks = () => this.trace.ticks.at(-1) ?? 1;
      this.tree = new TreeChart((step) => this.jump(this.trace.ticks[step - 1] / ticks()), `-${this.place}`);
      this.tree.explain(this.family);
      put(this.treeHost, this.tree.element);
    }
    this.tree.show(this.trace, after);
  }

  /** Before the race is shown: how far the search is. */
  wait(trace) {
    say(this.clock, `${count(trace.expanded)} expanded`);
  }

  begin(trace) {
    this.trace = trace;
    say(this.name.lastChild, trace.lane.method);
  }

  /** @param {import("../models/clock.js").Clock} clock @param {number} position of the player */
  show(clock, position, { slow, shows }) {
    const { trace } = this;
    if (!trace) return;
    const share = clock.share(trace, position);
    const finished = trace.over && share >= 1;
    const shown = share * clock.end(trace);
    say(this.clock, clock.kind === "seconds" ? duration(shown) : `${count(Math.round(shown))} expanded`);
    this.bar.value = share;
    const after = trace.countAt(share);
    const solution = finished ? trace.done?.boards.at(-1) : null;
    const way = solution ? trace.done.boards : null;
    if (solution || after !== this.after)
      this.board.show(solution ?? trace.cellsAfter(after), { trace, after, way, slow });
    this.after = solution ? -1 : after;
    const hasTree = shows === "trees" && this.trace.tree !== null;
    this.element.classList.toggle("with-tree", hasTree);
    if (hasTree) this.grow(after);
    say(this.fact, after > 0 ? telling(trace, after - 1) : "");
    if (finished === this.finished) return;
    this.finished = finished;
    this.element.classList.toggle("finished", finished);
    put(this.end, finished ? verdict(trace) : null);
  }
}

/** The one figure that shows how far a search is. */
function telling(trace, index) {
  if (trace.family === "local") return `cost ${short(trace.costs[index])}, best ${short(trace.reached[index])}`;
  if (trace.family === "game") return `ply ${short(trace.latest("ply", index))}`;
  if (trace.family === "constraint") return trace.steps[index].event;
  const [g, h] = [trace.latest("g", index), trace.latest("h", index)];
  return g === null ? "" : `${trace.key.name}: ${trace.key.told(g, h ?? 0)}`;
}
