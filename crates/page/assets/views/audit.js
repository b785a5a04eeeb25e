// Audit: a heuristic, an evaluator or a landscape checked against exact values.

import { stream } from "../api.js";
import * as url from "../url.js";
import { boardOf } from "../boards/board.js";
import { truthChart } from "../charts/truth.js";
import { button, el, field, iconButton, part, put, reveal, say, viewOf } from "../ui/dom.js";
import { count, plural } from "../ui/format.js";
import { InstanceForm } from "../ui/instance.js";
import { Status } from "../ui/status.js";
import { Tip } from "../ui/tip.js";

export const audit = { id: "audit", title: "Audit", mount: (...given) => new Audit(...given) };

const EMPTY =
  "The results are shown here: whether the heuristic ever overestimates, by how much, and where. " +
  "All states are examined if there are few enough.";

const decimal = (number) => (number === null ? "–" : number.toFixed(3));
const answer = (holds) => (holds === null ? "not refuted" : holds ? "yes" : "no");

class Audit {
  constructor(host, registry, params) {
    this.wanted = params.get("subject") ?? "";
    this.subject = el("select", { id: "subject", on: { change: () => this.changed() } });
    this.doc = el("p", { class: "hint", id: "subject-doc" });
    this.status = new Status();
    this.tip = new Tip();
    this.go = button("audit", "Audit", () => this.run(), "primary");
    this.stopButton = button("stop", "Stop", () => this.stop());
    this.stopButton.hidden = true;
    this.found = el("div", { class: "audit-found" });
    const only = (domain) => domain.subjects.length > 0;
    this.form = new InstanceForm(registry, url.readInstance(params), {
      only,
      many: true,
      startless: true,
      opened: (opened) => this.opened(opened),
      failed: () => (this.go.disabled = true),
    });
    put(
      host,
      viewOf(
        "play",
        "Audit a heuristic",
        part(
          "setup",
          "Set up",
          this.form.element,
          field("What to audit", this.subject),
          this.doc,
          el("div", { class: "row" }, this.go, this.stopButton),
        ),
        part("stage", "Audit", this.status.element, this.found),
      ),
    );
    this.form.open();
  }

  destroy() {
    this.asking?.abort();
    this.tip.destroy();
  }

  opened(opened) {
    this.subjects = opened.subjects;
    // By default, the heuristic that the default method uses.
    const usual = this.subjects.find(({ name }) => opened.default_method.includes(name))?.name;
    const chosen = this.subject.value || this.wanted || usual;
    const option = ({ name, title }) => el("option", { value: name, text: title });
    put(this.subject, ...this.subjects.map(option));
    if (this.subjects.some(({ name }) => name === chosen)) this.subject.value = chosen;
    this.go.disabled = this.subjects.length === 0;
    this.changed();
  }

  /** Another subject: the last result no longer applies. */
  changed() {
    this.asking?.abort();
    this.asking = null;
    this.stopButton.hidden = true;
    this.tip.hide();
    put(this.found, el("p", { class: "empty", text: EMPTY }));
    this.status.tell("Ready to audit.", "ready");
    this.remember();
  }

  remember() {
    const chosen = this.subjects.find(({ name }) => name === this.subject.value);
    if (chosen) put(this.doc, `${chosen.doc}. `, el("code", { text: chosen.name }));
    url.write("audit", { ...url.writeInstance(this.form.settings), subject: this.subject.value });
  }

  async run() {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    this.stopButton.hidden = false;
    put(this.found);
    this.due = 1;
    this.status.tell("Auditing …", "running");
    try {
      const asked = { ...this.form.request, subject: this.subject.value };
      await stream("/api/audit", asked, asking.signal, (line) => this.take(line));
    } catch (error) {
      // A newer request has replaced this one.
      if (this.asking !== asking) return;
      if (error.name === "AbortError") this.status.tell("Stopped.", "stopped");
      else this.status.tell(error.message, "failed");
    }
    this.stopButton.hidden = true;
  }

  take(line) {
    if (line.type === "progress") this.tellProgress(line);
    else if (line.type === "failed") this.status.tell(line.error, "failed");
    else if (line.type === "done") this.show(line);
  }

  /** Once a second, which is enough to read or to hear. */
  tellProgress({ states, built, seconds }) {
    if (seconds < this.due) return;
    this.due = seconds + 1;
    const done =
      built === null ? `${plural(states, "state")} examined` : `${Math.floor(100 * built)}% of the tables built`;
    this.status.tell(`Auditing … ${done} in ${Math.floor(seconds)} s`, "running");
  }

  stop() {
    this.asking?.abort();
  }

  show(report) {
    this.status.tell(report.headline, report.admissible === false ? "stuck" : "solved");
    put(
      this.found,
      report.boards.length ? steps(report) : null,
      report.pairs ? plotted(report, this.tip) : null,
      facts(report),
    );
    reveal(this.status.element);
  }
}

/** The boards of the result, one at a time. */
function steps({ view, boards }) {
  const board = boardOf({ view, cells: boards[0].cells });
  const words = el("p", { id: "audit-words", role: "status" });
  let at = 0;
  const show = (to) => {
    at = Math.max(0, Math.min(boards.length - 1, to));
    board.show(boards[at].cells, { slow: true });
    const place = boards.length > 1 ? `${at + 1} of ${boards.length}: ` : "";
    say(words, place + boards[at].words);
  };
  show(0);
  const buttons = el(
    "div",
    { class: "row" },
    iconButton("way-back", "back", "One step back", () => show(at - 1)),
    iconButton("way-next", "next", "One step forward", () => show(at + 1)),
  );
  return el("div", { class: "audit-boards" }, board.element, words, boards.length > 1 ? buttons : null);
}

function plotted({ pairs, name }, tip) {
  return el(
    "figure",
    { class: "audit-plot" },
    truthChart(pairs, name, tip),
    el("figcaption", {
      text:
        "Each square stands for the states with one distance and estimate; the more states, the stronger its colour. " +
        "On the line the estimate is exact; above it, too large.",
    }),
  );
}

/** What was found, in rows. */
function facts(report) {
  const rows = {
    heuristic: heuristicRows,
    evaluator: ({ right, reversed, unsolved }) => [
      ["judged correctly", count(right)],
      ["wrong winner", count(reversed)],
      ["not solved", count(unsolved)],
    ],
    landscape: ({ strict, flat, solutions }) => [
      ["strict local optima", count(strict)],
      ["on a plateau", count(flat)],
      ["solutions", count(solutions)],
    ],
  }[report.kind](report);
  const row = ([name, value]) => el("tr", {}, el("th", { scope: "row", text: name }), el("td", { text: value }));
  const looked = [report.every ? "states" : "random states", count(report.states)];
  const body = el("tbody", {}, ...[looked, ...rows].map(row));
  return el("table", { class: "audit-facts", id: "audit-facts" }, body);
}

function heuristicRows(found) {
  const rows = [
    ["admissible", answer(found.admissible)],
    ["consistent", answer(found.consistent)],
    ["overestimated", count(found.overestimates)],
    ["inconsistent moves", count(found.inconsistencies)],
    ["exact", count(found.exact)],
    ["mean error", decimal(found.mean_error)],
    ["worst error", found.worst_error ?? "–"],
    ["correlation with exact values", decimal(found.correlation)],
  ];
  if (found.savings) rows.push(["A* expands", `${found.savings.factor.toFixed(1)} times fewer nodes than with zero`]);
  return rows;
}
