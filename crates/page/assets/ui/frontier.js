// The frontier of a best-first search as a list, in the order in which nodes are taken out.

import { stateNameOf } from "../boards/board.js";
import { stateOf } from "../charts/nodes.js";
import { el, put, say } from "./dom.js";
import { count } from "./format.js";

/** More are not listed. */
const MOST = 50;

export class Frontier {
  /** @param {(step: number) => void} jump to the step that made a node */
  constructor(jump) {
    this.jump = jump;
    this.summary = el("summary", { text: "Frontier" });
    this.list = el("ol", { class: "frontier-list" });
    this.element = el("details", { id: "frontier", class: "panel", hidden: true }, this.summary, this.list);
    this.element.addEventListener("toggle", () => this.draw());
  }

  /** @param {import("../models/trace.js").Trace | null} trace */
  show(trace, after) {
    Object.assign(this, { trace, index: after - 1 });
    this.element.hidden = !trace?.key?.isLeast || !trace.isWhole(after) || after < 1;
    if (!this.element.hidden) this.draw();
  }

  draw() {
    if (!this.element.open || this.element.hidden) return;
    const { trace } = this;
    const waiting = inOrder(trace, this.index);
    say(this.summary, `Frontier: ${count(waiting.length)} by ${trace.key.name}, next first`);
    const row = ({ step, at }) =>
      el(
        "li",
        {},
        el("button", {
          type: "button",
          class: "plain",
          text: `${named(trace, step)}${trace.key.told(step.g, step.h ?? 0)}, created in step ${count(at + 1)}`,
          on: { click: () => this.jump(at + 1) },
        }),
      );
    put(this.list, ...waiting.slice(0, MOST).map(row));
  }
}

function named({ view }, step) {
  const name = stateNameOf(view, step);
  return name ? `${name}: ` : "";
}

/** The nodes waiting after a step: the least key first, of equal ones the largest g, then the newest. */
function inOrder(trace, index) {
  const { tree } = trace.tree.at(index);
  const latest = new Map();
  for (let node = 0; node < tree.countAt(index); node += 1) {
    const at = tree.birth[node];
    const step = trace.steps[at];
    if (tree.dead[node] || step.g === undefined) continue;
    latest.set(step.cells?.join() ?? node, { node, at, step });
  }
  const waiting = [...latest.values()].filter(({ node }) => stateOf(tree, node, index) === "waiting");
  const key = ({ step }) => trace.key.of(step.g, step.h ?? 0);
  return waiting.sort((a, b) => key(a) - key(b) || b.step.g - a.step.g || b.at - a.at);
}
