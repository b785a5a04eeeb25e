// A lesson: one search replayed, with its board, its tree, its method and the reason for each step.

import { boardOf, drawingOf } from "../boards/board.js";
import { CurveChart } from "../charts/curve.js";
import { TreeChart } from "../charts/tree.js";
import { namesOf } from "../models/names.js";
import { Player } from "../player.js";
import { button, el, part, put, reducedMotion, say } from "../ui/dom.js";
import { Explanation } from "../ui/explain.js";
import { Facts } from "../ui/facts.js";
import { count, plural } from "../ui/format.js";
import { Frontier } from "../ui/frontier.js";
import { legendOf } from "../ui/legend.js";
import { savePicture } from "../ui/picture.js";
import { Present } from "../ui/present.js";
import { Result } from "../ui/result.js";
import { Status } from "../ui/status.js";
import { Tip } from "../ui/tip.js";

export class Lesson {
  /**
   * @param {{board?: HTMLElement, buttons?: HTMLElement[], rested?: () => void}} setup `board`: where
   *   the board goes; `rested`: the replay has come to rest
   */
  constructor({ board = el("div", { id: "board", class: "board-host" }), buttons = [], rested = () => {} }) {
    this.run = null;
    this.board = null;
    this.shown = "search";
    this.boardHost = board;
    this.beside = el("div", { class: "beside-board" });
    this.status = new Status();
    this.notice = el("p", { id: "sampled", class: "notice", hidden: true });
    this.facts = new Facts();
    this.result = new Result((move) => this.showMove(move));
    this.explanation = new Explanation();
    this.explanation.code.id = "pseudocode";
    // It can be scrolled, also by keys.
    Object.assign(this.explanation.element, { tabIndex: 0, role: "group", ariaLabel: "How the method works" });
    const jump = (step) => this.jump(step);
    this.charts = { tree: new TreeChart(jump), curve: new CurveChart(jump) };
    this.frontier = new Frontier(jump);
    this.chartHost = el("div", { class: "charts" });
    this.player = new Player({
      unit: "step",
      moved: (position) => this.show(position),
      rested: () => this.run && rested(),
      tracks: [
        { value: "search", text: "Search" },
        { value: "solution", text: "Solution" },
      ],
      turned: (track) => this.turn(track),
    });
    this.present = new Present();
    this.about = el("p", { class: "about-run", id: "about-run" });
    this.tip = new Tip();
    this.boardHost.addEventListener("pointermove", (event) => this.point(event));
    this.boardHost.addEventListener("pointerleave", () => this.tip.hide());
    this.boardHost.addEventListener("click", (event) => {
      const step = this.run && this.board?.stepAt?.(event);
      if (step) this.jump(step);
    });
    this.elements = this.layOut(buttons);
  }

  /** The cards of a lesson, in their order. */
  layOut(buttons) {
    const headed = (kind, title, ...content) => part(kind, title, el("h2", { text: title }), ...content);
    const whole = headed("whole-run", "Whole run", this.result.element);
    // It may have to be scrolled, also by keys.
    whole.tabIndex = 0;
    this.stage = part("stage", "Board", this.boardHost, this.beside);
    return [
      el(
        "div",
        { class: "lesson-bar panel" },
        this.status.element,
        this.about,
        el("div", { class: "row" }, ...buttons, this.pictures(), this.present.button),
      ),
      this.stage,
      el("div", { class: "player-card panel" }, this.player.element),
      headed("this-step", "This step", this.facts.element, this.notice),
      part("chart-card", "Chart", this.chartHost),
      el(
        "div",
        { class: "side" },
        headed("method-card", "The method", this.explanation.element),
        this.frontier.element,
        whole,
      ),
    ];
  }

  /** The board and the chart as pictures. */
  pictures() {
    const saved = (what, ending, act) =>
      button(`save-${what}-${ending}`, `${what === "board" ? "Board" : "Chart"} .${ending}`, () => {
        act(`goalward-${what}`, ending);
        menu.open = false;
      });
    const board = (name, ending) => savePicture(this.boardHost.querySelector(".board"), name, ending);
    const chart = (name, ending) => this.chart.canvas.save(name, ending);
    const menu = el(
      "details",
      { class: "pictures" },
      el("summary", { text: "Pictures", title: "Save the board or the chart as a picture" }),
      el(
        "div",
        { class: "panel" },
        ...["svg", "png"].flatMap((ending) => [saved("board", ending, board), saved("chart", ending, chart)]),
      ),
    );
    return menu;
  }

  /** The chart of what is shown. */
  get chart() {
    return this.trace?.family === "local" ? this.charts.curve : this.charts.tree;
  }

  destroy() {
    this.player.destroy();
    this.present.destroy();
    this.tip.destroy();
    for (const chart of Object.values(this.charts)) chart.destroy();
  }

  /** Nothing is replayed any more. */
  drop() {
    this.run = null;
    this.board = null;
    this.result.clear();
    this.facts.clear();
    this.frontier.show(null, 0);
    this.notice.hidden = true;
    this.tip.hide();
    this.player.load(0);
  }

  /** Shows what is to be replayed: a method on an instance with this view, by its name and spec. */
  prepare({ view, method, title, spec }) {
    this.explanation.show(method);
    const local = method.family === "local";
    const chart = local ? this.charts.curve : this.charts.tree;
    chart.show(null, 0);
    if (!local) this.charts.tree.explain(method.family);
    put(this.chartHost, chart.element);
    put(this.beside, ...legendOf(view, method.family));
    this.stage.classList.toggle("with-goal", this.beside.querySelector("#goal") !== null);
    put(this.about, el("span", { text: title }), el("code", { text: spec }));
  }

  /**
   * Starts with a run that may not have sent anything yet.
   * @param {import("../models/run.js").Run} run
   * @param {{play?: number, step?: number}} asked how fast it is to be played, or the step to show
   */
  start(run, asked = {}) {
    this.drop();
    this.run = run;
    this.asked = asked;
    this.shown = "search";
    this.reached = false;
    this.ended = false;
    this.player.showTrack("search");
    this.buttons();
  }

  get trace() {
    return this.run?.traces[0] ?? null;
  }

  buttons() {
    this.player.element.inert = !this.run;
    const solution = this.player.track.querySelector("#track-solution");
    solution.disabled = !this.trace?.done || this.trace.done.boards.length < 1;
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
  }

  /** Goes to the requested step, once it is there. */
  findStep(trace) {
    const { step } = this.asked;
    if (!(step > 0) || (trace.steps.length < step && !this.run.over)) return;
    this.asked = {};
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
    if (trace?.over && !trace.steps.length) this.show(0);
    if (trace?.over) return this.conclude();
    const words = run.stopped
      ? `Stopped after ${count(trace?.expanded ?? 0)} nodes.`
      : "The server ended the run early.";
    this.status.tell(run.error ?? words, run.error ? "failed" : "stopped");
  }

  /** The outcome is shown once the replay has reached its end. */
  conclude() {
    const { trace } = this;
    if (!this.run.over || !trace?.over) return;
    this.reached ||= Boolean(trace.error) || this.player.position >= trace.steps.length;
    if (!this.reached) return this.status.tell("Replaying. The outcome is shown at the end.", "replaying");
    this.result.show(trace);
    const kind = trace.error ? "failed" : trace.done.report.verdict;
    this.status.tell(trace.error ?? trace.done.summary, kind);
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
      this.board.show(trace.done.boards[position], {
        trace,
        after: trace.steps.length,
        way: trace.done.boards.slice(0, position + 1),
        slow: this.player.slow,
      });
      this.result.mark(position);
      return this.explanation.light(null);
    }
    this.board.show(trace.cellsAfter(position), {
      trace,
      after: position,
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
    this.chart.show(this.trace, position);
  }

  /** Shows the values that a cell has left, and why the others were removed. */
  point(event) {
    const { trace } = this;
    const told = (trace && this.board?.told?.(event)) ?? [];
    if (told.length) return this.tip.tell(event.clientX, event.clientY, told);
    const cell = event.target.closest("[data-cell]");
    const domains = trace && this.shown === "search" ? this.domainsAt(this.player.position) : null;
    const { spot } = drawingOf(trace?.view.kind);
    if (!cell || !domains || !spot) return this.tip.hide();
    const { variable, value } = spot(Number(cell.dataset.cell), trace.view);
    this.tip.tell(event.clientX, event.clientY, domainWords(trace, domains, variable, value));
  }
}

/** The values left to a variable, and for each of the others which step removed it and why. */
function domainWords(trace, domains, variable, only) {
  const { values } = trace.domains;
  const { nouns, variable: variableName, value: valueName } = namesOf(trace.view);
  const all = only === undefined ? [...Array(values).keys()] : [only];
  const left = all.filter((value) => !domains.isPruned(variable, value));
  const name = `${nouns[0]} ${variableName(variable)}`;
  const taken = domains.assigned[variable];
  const words = [];
  if (taken >= 0 && (only === undefined || taken === only))
    words.push(`${name}: ${nouns[1]} ${valueName(taken)} is assigned`);
  else if (only === undefined) words.push(`${name}: ${left.map(valueName).join(", ") || "nothing"} left`);
  else if (left.length) words.push(`${name}: ${nouns[1]} ${valueName(only)} is still possible`);
  for (const value of all) {
    const step = domains.pruned[variable * values + value];
    if (step) words.push(`Step ${count(step)}: ${trace.steps[step - 1].why}`);
  }
  return words;
}
