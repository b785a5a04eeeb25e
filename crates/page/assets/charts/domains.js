// The domains of a constraint problem: for each variable the values left, pruned and taken.

import { el, say } from "../ui/dom.js";
import { namesOf } from "../models/names.js";
import { Canvas, FONT } from "./canvas.js";

const LABEL = 30;

export class DomainsChart {
  constructor() {
    this.canvas = new Canvas({
      id: "domains",
      label: "Domains",
      draw: (...given) => this.draw(...given),
    });
    this.why = el("p", { class: "hint", id: "domains-why" });
    const key = [
      ["left", "left"],
      ["ended", "pruned"],
      ["current", "pruned now"],
      ["expanded", "taken"],
    ];
    this.element = el(
      "div",
      { class: "domains" },
      this.canvas.element,
      el("ul", { class: "key" }, ...key.map(([kind, text]) => el("li", { class: kind, text }))),
      this.why,
    );
    this.canvas.element.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.element.addEventListener("click", (event) => this.point(event));
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

  /** As many columns of variables as make the cells largest. */
  shape(width, height) {
    const { variables, values } = this.trace.domains;
    let best = { side: 0, columns: 1, rows: variables };
    for (let columns = 1; columns <= Math.min(variables, 12); columns += 1) {
      const rows = Math.ceil(variables / columns);
      const side = Math.min((width / columns - LABEL - 8) / values, height / rows, 34);
      if (side > best.side) best = { side, columns, rows };
    }
    return best;
  }

  place(variable, value, shape, width) {
    const column = Math.floor(variable / shape.rows);
    return [
      column * (width / shape.columns) + LABEL + value * shape.side,
      (variable % shape.rows) * shape.side,
    ];
  }

  draw(context, width, height, colours) {
    const model = this.trace?.domains;
    context.font = `14px ${FONT}`;
    context.fillStyle = colours.muted;
    context.textAlign = "center";
    if (!model)
      return context.fillText(
        "The domains are drawn here when the search runs.",
        width / 2,
        height / 2,
      );
    if (!this.trace.isWhole(this.after))
      return context.fillText(
        "Steps are left out here, so the domains are not known.",
        width / 2,
        height / 2,
      );
    const state = model.at(this.after);
    const shape = this.shape(width, height);
    const size = Math.max(1, shape.side - (shape.side > 6 ? 2 : 0.5));
    let left = 0;
    context.font = `${Math.min(11, shape.side)}px ${FONT}`;
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (let variable = 0; variable < model.variables; variable += 1) {
      const [x0, y0] = this.place(variable, 0, shape, width);
      context.fillStyle = colours.muted;
      if (shape.side >= 7)
        context.fillText(namesOf(this.trace.view.kind).variable(variable), x0 - 5, y0 + shape.side / 2);
      for (let value = 0; value < model.values; value += 1) {
        const [x, y] = this.place(variable, value, shape, width);
        const pruned = state.pruned[variable * model.values + value];
        const taken = state.assigned[variable] === value;
        if (!pruned) left += 1;
        context.fillStyle = taken
          ? colours.blue
          : pruned === this.after
            ? colours.vermilion
            : pruned
              ? colours.raised
              : colours.sky;
        context.fillRect(x, y, size, size);
        if (pruned && size > 7)
          cross(context, x, y, size, pruned === this.after ? colours.surface : colours.muted);
      }
    }
    this.canvas.label(
      `Domains of ${model.variables} variables with ${model.values} values: ${left} values are left`,
    );
  }

  /** Says what is under the pointer. */
  point(event) {
    const model = this.trace?.domains;
    if (!model || !this.trace.isWhole(this.after)) return;
    const { clientWidth: width, clientHeight: height } = this.canvas.element;
    const shape = this.shape(width, height);
    const column = Math.floor(event.offsetX / (width / shape.columns));
    const variable = column * shape.rows + Math.floor(event.offsetY / shape.side);
    const value = Math.floor(
      (event.offsetX - column * (width / shape.columns) - LABEL) / shape.side,
    );
    if (variable >= model.variables || value < 0 || value >= model.values) return say(this.why, "");
    const state = model.at(this.after);
    const pruned = state.pruned[variable * model.values + value];
    const { kind } = this.trace.view;
    const { nouns, variable: variableName, value: valueName } = namesOf(kind);
    const name = `${nouns[0]} ${variableName(variable)}, ${nouns[1]} ${valueName(value)}`;
    if (pruned) say(this.why, `${name}: step ${pruned}: ${this.trace.steps[pruned - 1].why}`);
    else say(this.why, `${name}: ${state.assigned[variable] === value ? "taken" : "left"}`);
  }
}

function cross(context, x, y, size, colour) {
  const inset = size * 0.3;
  context.strokeStyle = colour;
  context.lineWidth = 1.2;
  context.beginPath();
  context.moveTo(x + inset, y + inset);
  context.lineTo(x + size - inset, y + size - inset);
  context.moveTo(x + size - inset, y + inset);
  context.lineTo(x + inset, y + size - inset);
  context.stroke();
}
