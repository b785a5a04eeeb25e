// Watch: one method on one instance, step by step.

import * as url from "../url.js";
import { boardOf, drawingOf } from "../boards/board.js";
import { CurveChart } from "../charts/curve.js";
import { TreeChart } from "../charts/tree.js";
import { namesOf } from "../models/names.js";
import { Run } from "../models/run.js";
import { domainTitle } from "../models/titles.js";
import { Player } from "../player.js";
import { parse } from "../spec.js";
import { button, el, put, reducedMotion, say } from "../ui/dom.js";
import { Explanation } from "../ui/explain.js";
import { Facts } from "../ui/facts.js";
import { Frontier } from "../ui/frontier.js";
import { count, plural } from "../ui/format.js";
import { gallery } from "../ui/gallery.js";
import { InstanceForm } from "../ui/instance.js";
import { legendOf } from "../ui/legend.js";
import { LimitsForm } from "../ui/limits.js";
import { MethodForm } from "../ui/method.js";
import { Present } from "../ui/present.js";
import { Result } from "../ui/result.js";
import { Status } from "../ui/status.js";
import { Tip } from "../ui/tip.js";

export const watch = { id: "watch", title: "Watch", mount: (...given) => new Watch(...given) };

class Watch {
  constructor(host, registry, params) {
    this.registry = registry;
    this.wanted = params.get("method") ?? "";
    /** What the address asks to be shown at once: a rate to play at, or a step. */
    this.asked = { play: Number(params.get("play")), step: Number(params.get("step")) };
    this.run = null;
    this.board = null;
    this.build(host, params);
    this.form.open();
  }

  build(host, params) {
    this.boardHost = el("div", { id: "board", class: "board-host" });
    this.beside = el("div", { class: "beside-board" });
    this.status = new Status();
    this.notice = el("p", { id: "sampled", class: "notice", hidden: true });
    this.facts = new Facts();
    this.result = new Result((move) => this.showMove(move));
    this.explanation = new Explanation();
    this.explanation.code.id = "pseudocode";
    const jump = (step) => this.jump(step);
    this.charts = { tree: new TreeChart(jump), curve: new CurveChart(jump) };
    this.frontier = new Frontier(jump);
    this.chartHost = el("div", { class: "charts" });
    this.player = new Player({
      unit: "step",
      moved: (position) => this.show(position),
      rested: () => this.run && this.remember(),
      tracks: [
        { value: "search", text: "Search" },
        { value: "solution", text: "Solution" },
      ],
      turned: (track) => this.turn(track),
    });
    this.method = new MethodForm({
      prefix: "method",
      label: "Method",
      changed: () => this.changed(),
    });
    this.limits = new LimitsForm(this.registry.limits, params, () => this.remember());
    this.runButton = button("run", "Run", () => this.start(), "primary");
    this.stopButton = button("stop", "Stop", () => this.run?.stop());
    this.editButton = button("edit", "Change", () => this.reset());
    this.present = new Present();
    this.about = el("p", { class: "about-run", id: "about-run" });
    this.form = new InstanceForm(this.registry, url.readInstance(params), {
      host: this.boardHost,
      opened: (answer) => this.opened(answer),
      failed: () => this.failed(),
      typing: () => this.buttons(),
    });
    this.tip = new Tip();
    this.boardHost.addEventListener("pointermove", (event) => this.point(event));
    this.boardHost.addEventListener("pointerleave", () => this.tip.hide());
    this.element = this.layOut([...params].length === 0);
    put(host, this.element);
    this.phase("set-up");
    this.buttons();
  }

  /** @param {boolean} bare nothing is asked for yet */
  layOut(bare) {
    const card = (kind, label, ...content) =>
      el("section", { class: `${kind} panel`, "aria-label": label }, ...content);
    return el(
      "div",
      { class: "view watch" },
      el("h1", { class: "unseen", text: "Watch a search" }),
      bare ? gallery() : null,
      card(
        "setup",
        "Set up",
        this.form.element,
        this.method.element,
        this.limits.element,
        el("div", { class: "row actions" }, this.runButton),
      ),
      el(
        "div",
        { class: "lesson-bar panel" },
        this.status.element,
        this.about,
        el("div", { class: "row" }, this.stopButton, this.editButton, this.present.button),
      ),
      card("stage", "Board", this.boardHost, this.beside),
      el("div", { class: "player-card panel" }, this.player.element),
      card("this-step", "This step", el("h2", { text: "This step" }), this.facts.element, this.frontier.element, this.notice),
      card("chart-card", "What goes on", this.chartHost),
      el(
        "div",
        { class: "side" },
        card("method-card", "The method", el("h2", { text: "The method" }), this.explanation.element),
        card("whole-run", "Whole run", el("h2", { text: "Whole run" }), this.result.element),
      ),
    );
  }

  /** @param {"set-up" | "lesson"} phase */
  phase(phase) {
    this.element.dataset.phase = phase;
  }

  destroy() {
    this.run?.stop();
    this.player.destroy();
    this.present.destroy();
    this.tip.destroy();
    for (const chart of Object.values(this.charts)) chart.destroy();
  }

  opened(answer) {
    this.drop();
    this.method.offer(answer.methods, this.wanted, this.method.spec, answer.default_method);
    const strange = this.wanted && !parse(this.wanted, answer.methods) ? this.wanted : "";
    this.wanted = "";
    this.prepare();
    this.status.opened(
      answer,
      strange ? `There is no method ${strange} here: this is ${this.method.spec}.` : "Ready to run.",
    );
    const { play, step } = this.asked;
    if (!strange && (play > 0 || step > 0)) this.start();
  }

  failed() {
    this.drop();
    this.status.tell("This instance cannot be opened.", "failed");
    this.buttons();
  }

  /** Another method or other settings: what was run before is no longer theirs. */
  changed() {
    if (this.run) this.reset();
    else this.prepare();
  }

  reset() {
    if (this.form.opened) this.form.accept(this.form.opened);
    this.runButton.focus();
  }

  drop() {
    this.run?.stop();
    this.run = null;
    this.board = null;
    this.result.clear();
    this.facts.clear();
    this.frontier.show(null, 0);
    this.notice.hidden = true;
    this.tip.hide();
    this.player.load(0);
    this.phase("set-up");
  }

  prepare() {
    const { method } = this.method;
    this.explanation.show(method);
    const local = method.family === "local";
    const chart = local ? this.charts.curve : this.charts.tree;
    chart.show(null, 0);
    if (!local) this.charts.tree.explain(method.family);
    put(this.chartHost, chart.element);
    const { view } = this.form.opened;
    put(this.beside, ...legendOf(view, method.family));
    this.element.querySelector(".stage").classList.toggle("with-goal", this.beside.querySelector("#goal") !== null);
    put(
      this.about,
      el("span", { text: `${domainTitle(this.form.settings.domain)}: ${this.method.title}` }),
      el("code", { text: this.method.spec }),
    );
    this.buttons();
    this.remember();
  }

  remember() {
    const resting = this.run && this.shown === "search" && this.player.position > 0;
    url.write("watch", {
      ...url.writeInstance(this.form.settings),
      method: this.method.spec,
      ...this.limits.values,
      step: resting ? this.player.position : "",
    });
  }

  buttons() {
    const running = Boolean(this.run) && !this.run.over;
    this.runButton.disabled = running || !this.form.opened;
    this.stopButton.hidden = !running;
    this.editButton.hidden = !this.run;
    this.editButton.disabled = running;
    this.player.element.inert = !this.run;
    const solution = this.player.track.querySelector("#track-solution");
    solution.disabled = !this.trace?.done || this.trace.done.boards.length < 1;
  }

  get trace() {
    return this.run?.traces[0] ?? null;
  }

  start() {
    if (!this.limits.check()) return;
    this.drop();
    this.shown = "search";
    this.reached = false;
    this.player.showTrack("search");
    const { opened } = this.form;
    const run = new Run({
      changed: () => this.run === run && this.follow(),
      methods: opened.methods,
    });
    this.run = run;
    this.ended = false;
    this.phase("lesson");
    this.status.running();
    const request = {
      ...this.form.request,
      methods: [this.method.spec],
      limits: this.limits.values,
    };
    run.go(request, this.registry.limits.steps.default, opened.cells?.length ?? 1);
    this.buttons();
    this.player.playButton.focus({ preventScroll: true });
  }

  /** More has come. */
  follow() {
    const { run, trace } = this;
    if (trace && !this.board) this.begin(trace);
    if (trace && this.shown === "search") {
      this.player.grow(trace.steps.length, !run.over && !trace.over);
      this.findStep(trace);
    }
    if (trace) this.tell(trace);
    if (run.over && !this.ended) this.end();
    this.ended = run.over;
    if (trace) this.drawChart(this.player.position);
  }

  begin(trace) {
    this.board = boardOf({ view: trace.view, cells: trace.start });
    put(this.boardHost, this.board.element);
    this.player.load(0, { unit: "step", growing: true });
    const { play, step } = this.asked;
    this.player.ease(play > 0 ? play : undefined);
    if (!reducedMotion.matches && !(step > 0)) this.player.play();
    this.asked.play = 0;
  }

  /** Goes to the step that the address asks for, once it is there. */
  findStep(trace) {
    const { step } = this.asked;
    if (!(step > 0) || (trace.steps.length < step && !this.run.over)) return;
    this.asked.step = 0;
    this.player.seek(step);
  }

  tell(trace) {
    if (!this.run.over) this.status.tell(`Running … ${plural(trace.expanded, "node")} expanded.`, "running");
    this.notice.hidden = !trace.sampled;
    if (trace.sampled) say(this.notice, `Sampled: ${trace.sampled.rule}`);
  }

  end() {
    const { run, trace } = this;
    this.buttons();
    if (trace?.over) return this.conclude();
    const words = run.stopped
      ? `Stopped by you after ${count(trace?.expanded ?? 0)} nodes.`
      : "The server ended the run early.";
    this.status.tell(run.error ?? words, run.error ? "failed" : "stopped");
    if (!trace) this.dropRun();
  }

  /** How it ended is told where the replay ends, and from then on. */
  conclude() {
    const { trace } = this;
    if (!this.run.over || !trace?.over) return;
    this.reached ||= Boolean(trace.error) || this.player.position >= trace.steps.length;
    if (!this.reached)
      return this.status.tell("Replaying. How it ended is told at the end.", "replaying");
    this.result.show(trace);
    const kind = trace.error ? "failed" : trace.done.report.verdict;
    this.status.tell(trace.error ?? trace.done.summary, kind);
  }

  /** Nothing came of it: back to the board as it was, with what went wrong still said. */
  dropRun() {
    this.run = null;
    this.phase("set-up");
    this.buttons();
  }

  turn(track) {
    this.shown = track;
    const { trace } = this;
    if (track === "solution") {
      this.player.load(trace.done.boards.length - 1, { unit: "move" });
      this.player.pace(2);
      if (!reducedMotion.matches && trace.done.boards.length > 1) this.player.play();
    } else {
      this.player.load(trace.steps.length, { unit: "step", position: trace.steps.length });
      this.player.ease();
    }
  }

  /** Goes to a step of the search. */
  jump(step) {
    if (this.shown === "solution") {
      this.player.showTrack("search");
      this.turn("search");
    }
    this.player.pause();
    this.player.seek(step);
  }

  /** Goes to the board after a move of the solution. */
  showMove(move) {
    this.player.showTrack("solution");
    this.turn("solution");
    this.player.pause();
    this.player.seek(move);
  }

  show(position) {
    const { trace } = this;
    if (!trace || !this.board) return;
    if (this.shown === "solution") {
      this.board.show(trace.done.boards[position], { slow: this.player.slow });
      this.result.mark(position);
      return this.explanation.light(null);
    }
    this.board.show(trace.cellsAfter(position), {
      domains: this.domainsAt(position),
      slow: this.player.slow,
    });
    this.facts.show(trace, position, this.player.playing);
    this.frontier.show(trace, position);
    this.explanation.light(trace.steps[position - 1]?.line ?? null);
    this.drawChart(position);
    this.conclude();
  }

  domainsAt(position) {
    const { trace } = this;
    return trace.isWhole(position) ? (trace.domains?.at(position) ?? null) : null;
  }

  drawChart(position) {
    if (this.shown === "solution") return;
    const chart = this.trace.family === "local" ? this.charts.curve : this.charts.tree;
    chart.show(this.trace, position);
  }

  /** Says of a cell what is left to it, and why the rest is not. */
  point(event) {
    const { trace } = this;
    const cell = event.target.closest("[data-cell]");
    const domains = trace && this.shown === "search" ? this.domainsAt(this.player.position) : null;
    const { spot } = drawingOf(trace?.view.kind);
    if (!cell || !domains || !spot) return this.tip.hide();
    const { variable, value } = spot(Number(cell.dataset.cell), trace.view);
    const lines = domainWords(trace, domains, variable, value);
    this.tip.show(event.clientX, event.clientY, ...lines.map((text) => el("p", { text })));
  }
}

/** What is left to a variable, and for each value that is not, which step removed it and why. */
function domainWords(trace, domains, variable, only) {
  const { values } = trace.domains;
  const { nouns, variable: variableName, value: valueName } = namesOf(trace.view.kind);
  const all = only === undefined ? [...Array(values).keys()] : [only];
  const left = all.filter((value) => !domains.isPruned(variable, value));
  const name = `${nouns[0]} ${variableName(variable)}`;
  const taken = domains.assigned[variable];
  const words = [];
  if (taken >= 0 && (only === undefined || taken === only))
    words.push(`${name}: ${nouns[1]} ${valueName(taken)} is assigned`);
  else if (only === undefined) words.push(`${name}: left ${left.map(valueName).join(", ") || "none"}`);
  else if (left.length) words.push(`${name}: ${nouns[1]} ${valueName(only)} is left`);
  for (const value of all) {
    const step = domains.pruned[variable * values + value];
    if (step) words.push(`Step ${count(step)}: ${trace.steps[step - 1].why}`);
  }
  return words;
}
