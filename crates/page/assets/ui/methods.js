// Choosing several methods, to race them or to compare them.

import { button, el, put } from "./dom.js";
import { Explanation } from "./explain.js";
import { MethodForm } from "./method.js";
import { parse } from "../spec.js";

export class MethodList {
  /** @param {{least: number, most: number, changed: () => void, sweeps?: boolean}} setup */
  constructor({ least, most, changed, sweeps = false }) {
    Object.assign(this, { least, most, changed, sweeps });
    this.forms = [];
    this.methods = [];
    this.made = 0;
    this.list = el("ol", { class: "method-list" });
    this.addButton = button("add-method", "Add a method", () => this.add());
    const hint = "Values separated by |, as in 1|2|5, make one method each.";
    this.element = el(
      "div",
      { class: "methods" },
      this.list,
      sweeps ? el("p", { class: "hint", text: hint }) : null,
      this.addButton,
    );
  }

  /**
   * Offers these methods. The current choice stays if it can; otherwise it is what is wanted, or the
   * usual if nothing is.
   * @returns {string} which of the wanted are unknown or too many, in words; empty if none
   */
  offer(methods, wanted, usual) {
    const names = new Set(methods.map((method) => method.name));
    const fits = this.forms.length > 0 && this.forms.every((form) => names.has(form.method?.name));
    const known = wanted.filter((spec) => parse(spec, methods));
    const strange = wanted.filter((spec) => !known.includes(spec));
    const chosen = fits ? this.specs : known.length ? known : usual;
    this.methods = methods;
    this.forms = chosen.slice(0, this.most).map((spec) => this.form(spec));
    while (this.forms.length < this.least) this.forms.push(this.form(methods[this.forms.length % methods.length].name));
    this.draw();
    if (strange.length) return `Unknown method ${strange.join(", ")}.`;
    if (known.length <= this.most) return "";
    return `At most ${this.most} methods: the others are left out.`;
  }

  form(spec) {
    this.made += 1;
    const form = new MethodForm({
      prefix: `method-${this.made}`,
      label: "Method",
      changed: () => this.told(),
      sweeps: this.sweeps,
    });
    form.offer(this.methods, spec);
    return form;
  }

  add() {
    const taken = new Set(this.forms.map((form) => form.method.name));
    const next = this.methods.find((method) => !taken.has(method.name)) ?? this.methods[0];
    this.forms.push(this.form(next.name));
    this.told();
    this.forms.at(-1).select.focus();
  }

  remove(form) {
    this.forms = this.forms.filter((other) => other !== form);
    this.told();
    this.addButton.focus();
  }

  told() {
    this.draw();
    this.changed();
  }

  draw() {
    const open = this.list.querySelectorAll("details[data-of][open]");
    const opened = new Set([...open].map((details) => details.dataset.of));
    put(this.list, ...this.forms.map((form) => this.row(form, opened)));
    this.addButton.disabled = this.forms.length >= this.most;
  }

  row(form, opened) {
    const gone = button(`remove-${form.prefix}`, "Remove", () => this.remove(form), "plain");
    gone.ariaLabel = `Remove ${form.spec}`;
    gone.disabled = this.forms.length <= this.least;
    const explanation = new Explanation();
    explanation.show(form.method);
    const about = el("details", {}, el("summary", { text: "How it works" }), explanation.element);
    const details = el(
      "details",
      { data: { of: form.prefix } },
      el("summary", {}, el("span", { text: form.title }), " ", el("code", { text: form.spec })),
      form.element,
      about,
      gone,
    );
    details.open = opened.has(form.prefix);
    return el("li", { data: { lane: form.spec } }, details);
  }

  get specs() {
    return this.forms.map((form) => form.spec);
  }
}
