// What an experiment found: its table, and a run of it in words.

import { el, resultsOf } from "./dom.js";
import { count, duration, short } from "./format.js";

/** A run in a few words. */
export function runWords({ method, instance, verdict, cost, expanded, seconds }) {
  const text = instance.length > 60 ? `${instance.slice(0, 60)} …` : instance;
  const found = cost == null ? verdict : `${verdict}, cost ${short(cost)}`;
  return [method, text, `${found}; ${count(expanded)} expanded in ${duration(seconds)}`, "Click to watch it."];
}

/** The table of a comparison. */
export function tableOf({ columns, rows }) {
  const head = el(
    "tr",
    {},
    ...columns.map(({ name, meaning }) => el("th", { scope: "col", text: name, title: meaning })),
  );
  const row = (entries) => el("tr", {}, ...entries.map((entry, place) => cellOf(entry, place, columns[place].name)));
  return resultsOf([head, ...rows.map(row)]);
}

/** An entry; the least of a column stands out, and a value that leaves runs out is starred. */
function cellOf(entry, place, column) {
  const tag = place ? "td" : "th";
  if (!entry) return el(tag, { text: "–", data: { column } });
  const { text, spread, unit, partial, least, interval } = entry;
  const words = [text, unit].filter(Boolean).join(" ") + (partial ? "*" : "");
  const title = interval ? `from ${interval[0]} to ${interval[1]}` : null;
  return el(
    tag,
    { scope: place ? null : "row", class: least ? "least" : null, title, data: { column }, text: words },
    spread ? el("small", { text: ` ${spread}` }) : null,
  );
}
