// Form fields for what can be set, as the registry describes it.

import { el, field } from "./dom.js";

/** The fields for all settings; those that need not be set are folded away. `sweeps`: a number may be several, as in 1|2|5. */
export function paramForm(params, values, changed, prefix, sweeps = false) {
  const fields = (some) => el("div", { class: "fields" }, ...paramFields(some, values, changed, prefix, sweeps));
  const isUsual = (param) => param.default !== null && !param.makes_start;
  const usual = params.filter(isUsual);
  const optional = params.filter((param) => !isUsual(param));
  const more = el("details", {}, el("summary", { text: "More settings" }), fields(optional));
  more.open = optional.some((param) => values[param.name]);
  const parts = [usual.length ? fields(usual) : null, optional.length ? more : null];
  return el("div", { class: "params" }, ...parts);
}

/** A choice of names in words needs the whole width. */
const LONG = /[a-z] [a-z]/;

function paramFields(params, values, changed, prefix, sweeps) {
  return params.map((param) => {
    const control = make(param, values[param.name], sweeps);
    control.id = `${prefix}-${param.name}`;
    control.dataset.param = param.name;
    const tell = () => {
      if (control.checkValidity()) changed(param.name, control.value.trim());
      else control.reportValidity();
    };
    control.addEventListener("change", tell);
    const made = field(param.name, control, hint(param));
    made.classList.toggle("wide", LONG.test(control.textContent));
    return made;
  });
}

function make(param, value, sweeps) {
  if (param.kind === "choice") {
    const unset = param.default === null ? [{ name: "", doc: "not set" }] : [];
    const choices = [...unset, ...param.choices];
    // An address may name a value that is not listed, such as pdb(4-4).
    if (value && !choices.some(({ name }) => name === value))
      choices.push({ name: value, doc: "from the address" });
    const option = ({ name, title, doc }) => el("option", { value: name, text: title || name || "–", title: doc });
    const select = el("select", {}, ...choices.map(option));
    select.value = value ?? param.default ?? "";
    return select;
  }
  const input = el("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: param.default ?? "not set",
  });
  if (param.kind !== "text") input.inputMode = param.kind === "whole" && !param.words ? "numeric" : "text";
  input.value = value ?? param.default ?? "";
  input.addEventListener("input", () => {
    const pieces = sweeps && input.value.includes("|") ? input.value.split("|") : null;
    const refused = pieces
      ? pieces.map((piece) => refuse(param, piece.trim() || "nothing"))
      : [refuse(param, input.value.trim())];
    input.setCustomValidity(refused.find(Boolean) ?? "");
  });
  return input;
}

/** Why a value is not allowed; empty if it is. */
function refuse(param, value) {
  if (value === "" || param.kind === "text" || param.words?.some((word) => word.name === value)) return "";
  const words = param.words ? `${param.words.map((word) => word.name).join(", ")}, or ` : "";
  const number = Number(value);
  // A decimal may have no largest value, and its ends may be excluded.
  const most = param.most ?? Infinity;
  const inside = param.open ? number > param.least && number < most : number >= param.least && number <= most;
  if (Number.isFinite(number) && inside && (param.kind !== "whole" || Number.isInteger(number))) return "";
  const kind = param.kind === "whole" ? "a whole number" : "a number";
  const below = Number.isFinite(most) ? ` and below ${most}` : "";
  const range = param.open ? `above ${param.least}${below}` : `from ${param.least} to ${param.most}`;
  return `Use ${words}${kind} ${range}.`;
}

function hint(param) {
  const words = param.words ? ` (a number, or ${param.words.map((word) => word.name).join(", ")})` : "";
  return param.doc + words;
}
