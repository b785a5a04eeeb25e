// A replay in one file: a lesson without a server. The run is in the file, as lines of JSON.

import { loadDrawings } from "./boards/board.js";
import { Run } from "./models/run.js";
import { parse, specTitle } from "./spec.js";
import { el, put } from "./ui/dom.js";
import { Lesson } from "./views/lesson.js";

const { title: domain, methods, lines } = JSON.parse(document.getElementById("replay").textContent);
const [opened] = lines;
const [lane] = opened.lanes;
await loadDrawings([opened.view.kind]);

const method = methods.find(({ name }) => name === lane.name);
const { settings } = parse(lane.method, methods) ?? { settings: {} };
const title = `${domain}: ${specTitle(method, settings)}`;
const lesson = new Lesson({});
put(
  document.getElementById("main"),
  el(
    "div",
    { class: "view watch replay", data: { phase: "lesson" } },
    el("h1", { class: "unseen", text: title }),
    ...lesson.elements,
  ),
);
document.title = `${title} · Goalward`;

const run = new Run({ changed: () => {}, methods });
for (const line of lines) run.take(line);
run.over = true;
lesson.prepare({ view: opened.view, title, method, spec: lane.method });
lesson.start(run);
lesson.follow();
