// The page's frame: its views, its colours, and the registry they all need.

import { get } from "./api.js";
import { loadDrawings } from "./boards/board.js";
import * as url from "./url.js";
import { el, icon, put } from "./ui/dom.js";
import { audit } from "./views/audit.js";
import { exercise } from "./views/exercise.js";
import { experiment } from "./views/experiment.js";
import { play } from "./views/play.js";
import { race } from "./views/race.js";
import { watch } from "./views/watch.js";

/** A view is a module and a row here. */
const VIEWS = [watch, race, play, exercise, experiment, audit];

const main = document.getElementById("main");
let registry = null;
/** The last address of each view, so that a view is found as it was left. */
const left = new Map();
/** What is shown: a view, and what it was mounted as. */
let shown = null;
/** Views that were left, with their contents: their runs go on. */
const kept = new Map();

function show(event) {
  // A link inside a view leaves it, too.
  if (event && shown) left.set(shown.view.id, new URL(event.oldURL).hash);
  const { view: id, params } = url.read();
  const view = VIEWS.find((view) => view.id === id) ?? VIEWS[0];
  leave(view);
  const back = kept.get(view.id);
  kept.delete(view.id);
  if (back && left.get(view.id) === location.hash) {
    put(main, ...back.nodes);
    shown = { view, mounted: back.mounted };
  } else {
    back?.mounted.destroy();
    shown = { view, mounted: view.mount(main, registry, params) };
  }
  document.title = `${view.title} · Goalward lab`;
  for (const tab of document.querySelectorAll("#views a")) {
    if (tab.dataset.view === view.id) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
}

/** Another view is kept as it is; the same one starts afresh. */
function leave(next) {
  for (const tip of document.querySelectorAll(".tip")) tip.hidden = true;
  if (!shown) return put(main);
  if (shown.view === next) shown.mounted.destroy();
  else kept.set(shown.view.id, { mounted: shown.mounted, nodes: [...main.childNodes] });
  put(main);
}

/** Another view takes the instance along, unless it has one already. */
function go(event, view) {
  event.preventDefault();
  const { view: from, params } = url.read();
  if (from === view.id) return;
  left.set(from, location.hash);
  location.hash = left.get(view.id) ?? url.link(view.id, url.writeInstance(url.readInstance(params)));
}

function tabs() {
  const tab = (view) =>
    el("a", {
      href: `#${view.id}`,
      text: view.title,
      data: { view: view.id },
      on: { click: (event) => go(event, view) },
    });
  put(document.getElementById("views"), ...VIEWS.map(tab));
}

const THEMES = ["auto", "light", "dark"];
const WORDS = { auto: "same as the system", light: "light", dark: "dark" };

function theme() {
  const button = document.getElementById("theme");
  const stored = localStorage.getItem("theme");
  let chosen = THEMES.includes(stored) ? stored : "auto";
  const apply = () => {
    document.documentElement.dataset.theme = chosen;
    button.replaceChildren(icon(chosen));
    button.ariaLabel = `Colours: ${WORDS[chosen]}`;
    button.title = `Colours: ${WORDS[chosen]}`;
    document.dispatchEvent(new Event("themechange"));
  };
  button.addEventListener("click", () => {
    chosen = THEMES[(THEMES.indexOf(chosen) + 1) % THEMES.length];
    localStorage.setItem("theme", chosen);
    apply();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
  apply();
}

function failed(error) {
  const told = [el("h1", { text: "The lab cannot be opened" }), el("p", { text: error.message })];
  put(main, el("div", { class: "loading", role: "alert" }, ...told));
}

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
theme();
tabs();
try {
  registry = await get("/api/registry");
  await loadDrawings(["text", ...registry.domains.map((domain) => domain.kind)]);
  show();
  window.addEventListener("hashchange", show);
} catch (error) {
  failed(error);
}
