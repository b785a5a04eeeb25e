// Watch: one method on one instance, step by step.

import * as url from "../url.js";
import { boardOf } from "../boards/board.js";
import { CurveChart } from "../charts/curve.js";
import { DomainsChart } from "../charts/domains.js";
import { TreeChart } from "../charts/tree.js";
import { Run } from "../models/run.js";
import { Player } from "../player.js";
import { parse } from "../spec.js";
import { button, el, put, reducedMotion, say } from "../ui/dom.js";
import { Explanation } from "../ui/explain.js";
import { Facts } from "../ui/facts.js";
import { count, duration, plural } from "../ui/format.js";
import { InstanceForm } from "../ui/instance.js";
import { LimitsForm } from "../ui/limits.js";
import { MethodForm } from "../ui/method.js";
import { Result } from "../ui/result.js";
import { Status } from "../ui/status.js";

export const watch = { id: "watch", title: "Watch", mount: (...given) => new Watch(...given) };

const CHARTS = {
  path: ["tree"],
  game: ["tree"],
  constraint: ["domains", "tree"],
  local: ["curve"],
};

class Watch {
  constructor(host, registry, params) {
    this.registry = registry;
    this.wanted = params.get("method") ?? "";
    this.run = null;
    this.board = null;
    this.build(host, params);
    this.form.open();
  }

  build(host, params) {
    this.boardHost = el("div", { id: "board", class: "board-host" });
    this.status = new Status();
    this.progress = el("p", { id: "progress", class: "hint" });
    this.notice = el("p", { id: "sampled", class: "notice", hidden: true });
    this.facts = new Facts();
    this.result = new Result();
    this.explanation = new Explanation();
    this.explanation.code.id = "pseudocode";
    this.charts = {
      tree: new TreeChart(),
      curve: new CurveChart((step) => this.player.seek(step)),
      domains: new DomainsChart(),
    };
    this.chartHost = el("div", { class: "charts" });
    this.player = new Player({
      unit: "step",
      moved: (position) => this.show(position),
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
    this.editButton = button("edit", "Edit", () => this.reset());
    this.form = new InstanceForm(this.registry, url.readInstance(params), {
      host: this.boardHost,
      opened: (answer) => this.opened(answer),
      failed: () => this.failed(),
      typing: () => this.buttons(),
    });
    put(
      host,
      el(
        "div",
        { class: "view watch" },
        el(
          "section",
          { class: "setup panel", "aria-label": "Set up" },
          this.form.element,
          this.method.element,
          this.limits.element,
          el("div", { class: "row actions" }, this.runButton, this.stopButton, this.editButton),
        ),
        el(
          "section",
          { class: "stage panel", "aria-label": "Board" },
          this.status.element,
          this.boardHost,
          this.player.element,
          this.facts.element,
          this.notice,
          this.result.element,
          this.progress,
        ),
        el(
          "section",
          { class: "side", "aria-label": "What goes on" },
          el("div", { class: "panel" }, this.chartHost),
          el("div", { class: "panel" }, el("h2", { text: "The method" }), this.explanation.element),
        ),
      ),
    );
    this.buttons();
  }

  destroy() {
    this.run?.stop();
    this.player.destroy();
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
  }

  drop() {
    this.run?.stop();
    this.run = null;
    this.board = null;
    this.result.clear();
    this.facts.clear();
    this.notice.hidden = true;
    say(this.progress, "");
    this.player.load(0);
    this.player.element.dataset.track = "search";
  }

  prepare() {
    const { method } = this.method;
    this.explanation.show(method);
    const shown = CHARTS[method.family].map((name) => this.charts[name]);
    for (const chart of shown) chart.show(null, 0);
    if (method.family !== "local") this.charts.tree.explain(method.family);
    put(this.chartHost, ...shown.map((chart) => chart.element));
    this.buttons();
    this.remember();
  }

  remember() {
    url.write("watch", {
      ...url.writeInstance(this.form.settings),
      method: this.method.spec,
      ...this.limits.values,
    });
  }

  buttons() {
    const running = Boolean(this.run) && !this.run.over;
    this.runButton.disabled = running || !this.form.opened;
    this.stopButton.disabled = !running;
    this.editButton.disabled = !this.run || running;
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
    this.player.showTrack("search");
    const run = new Run({ changed: () => this.run === run && this.follow() });
    this.run = run;
    this.ended = false;
    this.status.running();
    const request = {
      ...this.form.request,
      methods: [this.method.spec],
      limits: this.limits.values,
    };
    run.go(request, this.registry.limits.steps.default, this.form.opened.cells?.length ?? 1);
    this.buttons();
  }

  /** More has come. */
  follow() {
    const { run, trace } = this;
    if (trace && !this.board) {
      this.board = boardOf({ view: trace.view, cells: trace.start });
      put(this.boardHost, this.board.element);
      this.player.load(0, { unit: "step", growing: true });
      if (!reducedMotion.matches) this.player.play();
    }
    if (trace && this.shown === "search") {
      this.player.grow(trace.steps.length, !run.over && !trace.over);
      this.player.suggest(trace.steps.length, 25);
    }
    if (trace) this.tell(trace);
    if (run.over && !this.ended) this.end();
    this.ended = run.over;
    if (trace) this.drawCharts(this.player.position);
  }

  tell(trace) {
    const last = trace.progress.at(-1);
    say(this.progress, `${plural(trace.expanded, "node")} expanded in ${duration(last.seconds)}`);
    this.notice.hidden = !trace.sampled;
    if (trace.sampled) say(this.notice, `Sampled: ${trace.sampled.rule}`);
  }

  end() {
    const { run, trace } = this;
    this.buttons();
    if (trace?.over) {
      this.result.show(trace);
      const kind = trace.error ? "failed" : trace.done.report.verdict;
      this.status.tell(trace.error ?? trace.done.summary, kind);
      return;
    }
    const words = run.stopped
      ? `Stopped by you after ${count(trace?.expanded ?? 0)} nodes.`
      : "The server ended the run early.";
    this.status.tell(run.error ?? words, run.error ? "failed" : "stopped");
    if (!trace) this.dropRun();
  }

  /** Nothing came of it: back to the board as it was, with what went wrong still said. */
  dropRun() {
    this.run = null;
    this.buttons();
  }

  turn(track) {
    this.shown = track;
    const { trace } = this;
    if (track === "solution") {
      this.player.load(trace.done.boards.length - 1, { unit: "move" });
      this.player.setRate(2);
      if (!reducedMotion.matches && trace.done.boards.length > 1) this.player.play();
    } else {
      this.player.load(trace.steps.length, { unit: "step", position: trace.steps.length });
      this.player.suggest(trace.steps.length, 25);
    }
  }

  show(position) {
    const { trace } = this;
    if (!trace || !this.board) return;
    if (this.shown === "solution") {
      this.board.show(trace.done.boards[position], { slow: this.player.slow });
      return this.explanation.light(null);
    }
    const domains = trace.isWhole(position) ? (trace.domains?.at(position) ?? null) : null;
    this.board.show(trace.cellsAfter(position), { domains, slow: this.player.slow });
    this.facts.show(trace, position);
    this.explanation.light(trace.steps[position - 1]?.line ?? null);
    this.drawCharts(position);
  }

  drawCharts(position) {
    if (this.shown === "solution") return;
    for (const name of CHARTS[this.trace.family]) this.charts[name].show(this.trace, position);
  }
}
