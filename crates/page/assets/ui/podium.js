// Who came first: a step for each lane that solved the problem, the best in the middle.

import { LANE_COLOURS } from "../charts/lanes.js";
import { el } from "./dom.js";
import { count, duration } from "./format.js";

/** First in the middle, second at its left, third at its right, then the rest. */
const ORDER = [2, 1, 3, 4, 5, 6];

/** Of traces that are over, ranked by a clock, with the titles of their lanes. */
export function podium(traces, clock, titles) {
  const solved = traces.filter((trace) => trace.done?.report.verdict === "solved");
  if (!solved.length) return null;
  const ranked = solved.toSorted((a, b) => clock.end(a) - clock.end(b));
  const step = (trace) => {
    const place = 1 + ranked.findIndex((other) => clock.end(other) === clock.end(trace));
    const lane = traces.indexOf(trace);
    const { cost, optimal } = trace.done.report;
    const found = cost == null ? "" : `cost ${count(cost)}${optimal ? ", optimal" : ""}`;
    const item = el(
      "li",
      { class: `place-${Math.min(place, 4)}`, data: { laneColour: lane, place } },
      el("b", { text: titles[lane] }),
      el("span", { text: `${count(trace.expanded)} expanded` }),
      el("span", { text: duration(trace.seconds) }),
      el("span", { text: found }),
      el("span", { class: "block", text: place }),
    );
    item.style.setProperty("--lane", `var(--${LANE_COLOURS[lane]})`);
    item.style.order = ORDER[ranked.indexOf(trace)];
    return item;
  };
  const by = clock.kind === "seconds" ? "by time" : "by expansions";
  return el(
    "section",
    { class: "podium-card panel", "aria-label": "Podium" },
    el("h2", { text: `Podium ${by}` }),
    el("ol", { class: "podium", id: "podium" }, ...ranked.map(step)),
  );
}
