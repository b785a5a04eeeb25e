// The limits of a search: time, nodes and memory.

import { el, field, numberInput } from "./dom.js";

const FIELDS = [
  { name: "seconds", label: "Seconds", hint: "It then stops with the best result so far" },
  { name: "nodes", label: "Nodes", hint: "Maximum number expanded" },
  { name: "bytes", label: "Bytes", hint: "Maximum memory used" },
];

export class LimitsForm {
  /** @param {any} limits of the registry @param {URLSearchParams} params */
  constructor(limits, params, changed) {
    this.limits = limits;
    this.inputs = FIELDS.map(({ name, label, hint }) => {
      const { default: usual, most } = limits[name];
      const input = numberInput(`limit-${name}`, { min: "1", max: String(most), placeholder: String(usual) });
      input.value = params.get(name) ?? "";
      input.addEventListener("change", () => input.reportValidity() && changed());
      return { name, input, field: field(label, input, `${hint}; ${usual.toLocaleString("en")} if empty`) };
    });
    this.element = el(
      "details",
      { class: "limits" },
      el("summary", { text: "Limits" }),
      el("div", { class: "fields" }, ...this.inputs.map(({ field }) => field)),
    );
    this.element.open = this.inputs.some(({ input }) => input.value !== "");
  }

  /** Whether every limit is valid; the first that is not is shown, and why. */
  check() {
    const bad = this.inputs.find(({ input }) => !input.checkValidity());
    if (bad) this.element.open = true;
    bad?.input.reportValidity();
    return !bad;
  }

  /** The limits that are set, by name. */
  get values() {
    const set = this.inputs.filter(({ input }) => input.value !== "" && input.checkValidity());
    return Object.fromEntries(set.map(({ name, input }) => [name, Number(input.value)]));
  }
}
