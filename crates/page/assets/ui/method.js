// Choosing a method: its name and its settings.

import { el, field, put } from "./dom.js";
import { paramForm } from "./params.js";
import { format, parse, specTitle } from "../spec.js";

const FAMILIES = { path: "Path search", local: "Local search", constraint: "Constraint search", game: "Game search" };

export class MethodForm {
  /** @param {{prefix: string, label: string, changed: () => void, sweeps?: boolean}} setup */
  constructor({ prefix, label, changed, sweeps = false }) {
    Object.assign(this, { prefix, changed, sweeps });
    this.methods = [];
    this.settings = {};
    this.select = el("select", { id: prefix, on: { change: () => this.choose(this.select.value) } });
    this.doc = el("p", { class: "hint" });
    this.fields = el("div");
    this.element = el("div", { class: "method-form" }, field(label, this.select), this.doc, this.fields);
  }

  /** Offers these methods, and chooses the first of the specs that is one of theirs. */
  offer(methods, ...specs) {
    this.methods = methods;
    const groups = Object.entries(FAMILIES).map(([family, label]) => {
      const rows = methods.filter((method) => method.family === family);
      const option = ({ name, title, doc }) => el("option", { value: name, text: title, title: doc });
      return rows.length ? el("optgroup", { label }, ...rows.map(option)) : null;
    });
    put(this.select, ...groups);
    const known = specs.map((spec) => parse(spec, methods)).find(Boolean);
    const chosen = known ?? { name: methods[0].name, settings: {} };
    this.select.value = chosen.name;
    this.settings = chosen.settings;
    this.draw();
  }

  choose(name) {
    this.settings = {};
    this.select.value = name;
    this.draw();
    this.changed();
  }

  get method() {
    return this.methods.find((method) => method.name === this.select.value);
  }

  /** What is chosen, in words. */
  get title() {
    return this.method ? specTitle(this.method, this.settings) : "";
  }

  get spec() {
    return this.method ? format(this.method, this.settings) : "";
  }

  draw() {
    const { method } = this;
    put(this.doc, `${method.doc}. `, el("code", { text: method.name }));
    const set = (name, value) => {
      this.settings[name] = value;
      this.changed();
    };
    put(this.fields, paramForm(method.params, this.settings, set, this.prefix, this.sweeps));
  }
}
