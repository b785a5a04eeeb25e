// Race: several methods on one instance, side by side, under one clock.

import * as url from "../url.js";
import { boardOf } from "../boards/board.js";
import { Run } from "../models/run.js";
import { Player } from "../player.js";
import { button, el, put, reducedMotion, say, segmented } from "../ui/dom.js";
import { Explanation } from "../ui/explain.js";
import { count, duration, short } from "../ui/format.js";
import { InstanceForm } from "../ui/instance.js";
import { LimitsForm } from "../ui/limits.js";
import { MethodList } from "../ui/methods.js";
import { resultTable, verdict } from "../ui/result.js";
import { Status } from "../ui/status.js";

export const race = { id: "race", title: "Race", mount: (...given) => new Race(...given) };

const CLOCKS = [
  { value: "expanded", text: "Clock: expansions" },
  { value: "seconds", text: "Clock: seconds" },
];
/** Steps kept of each lane. */
const STEPS = 30_000;
/** The track of the clock in seconds is counted in these. */
const MICROSECOND = 1e-6;

class Race {
  constructor(host, registry, params) {
    this.registry = registry;
    this.wanted = params.getAll("method");
    this.clock = params.get("clock") === "seconds" ? "seconds" : "expanded";
    this.run = null;
    this.lanes = [];
    this.build(host, params);
    this.form.open();
  }

  build(host, params) {
    this.boardHost = el("div", { class: "board-host small", id: "board" });
    this.status = new Status();
    this.laneHost = el("div", { id: "lanes", class: "lanes" });
    this.result = el("section", {
      id: "result",
      class: "result panel",
      "aria-label": "Result",
      hidden: true,
    });
    this.methods = new MethodList({
      least: 2,
      most: this.registry.limits.lanes,
      changed: () => this.changed(),
    });
    this.limits = new LimitsForm(this.registry.limits, params, () => this.remember());
    this.player = new Player({ unit: "expansion", moved: () => this.show() });
    this.clockSwitch = segmented("clock", "Clock", CLOCKS, this.clock, (clock) =>
      this.setClock(clock),
    );
    this.runButton = button("run", "Start the race", () => this.start(), "primary");
    this.stopButton = button("stop", "Stop", () => this.run?.stop());
    this.shareButton = button("share", "Copy the link", () => this.share());
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
        { class: "view race" },
        el(
          "section",
          { class: "setup panel", "aria-label": "Set up" },
          this.form.element,
          this.boardHost,
          el("h2", { text: "Methods" }),
          this.methods.element,
          this.limits.element,
          el("div", { class: "row actions" }, this.runButton, this.stopButton, this.shareButton),
        ),
        el(
          "section",
          { class: "track", "aria-label": "Race" },
          el(
            "div",
            { class: "panel controls" },
            el("div", { class: "row spread" }, this.status.element, this.clockSwitch),
            this.player.element,
          ),
          this.laneHost,
          this.result,
        ),
      ),
    );
    this.buttons();
  }

  destroy() {
    this.run?.stop();
    this.player.destroy();
  }

  opened(answer) {
    this.drop();
    const usual = answer.compared.slice(0, 4);
    const strange = this.methods.offer(answer.methods, this.wanted, usual);
    this.wanted = [];
    this.prepare();
    this.status.opened(answer, strange || "Ready to race.");
  }

  failed() {
    this.drop();
    this.status.tell("This instance cannot be opened.", "failed");
    this.buttons();
  }

  changed() {
    this.drop();
    this.prepare();
  }

  drop() {
    this.run?.stop();
    this.run = null;
    this.lanes = [];
    this.result.hidden = true;
    this.player.load(0);
  }

  /** The lanes before the start. */
  prepare() {
    const { opened } = this.form;
    if (opened) this.makeLanes(this.methods.specs, opened);
    this.buttons();
    this.remember();
  }

  makeLanes(names, opened) {
    this.lanes = names.map(
      (name, place) => new LaneCard(name, place, opened, this.methods.forms[place].method),
    );
    put(this.laneHost, ...this.lanes.map((lane) => lane.element));
  }

  remember() {
    const clock = this.clock === "seconds" ? "seconds" : "";
    url.write("race", {
      ...url.writeInstance(this.form.settings),
      method: this.methods.specs,
      clock,
      ...this.limits.values,
    });
  }

  buttons() {
    const running = Boolean(this.run) && !this.run.over;
    this.runButton.disabled = running || !this.form.opened;
    this.stopButton.disabled = !running;
    this.player.element.inert = !this.run;
  }

  async share() {
    try {
      await navigator.clipboard.writeText(location.href);
      say(this.status.element, "The link is copied: it opens this race.");
    } catch {
      say(this.status.element, "The link is in the address bar: it opens this race.");
    }
  }

  start() {
    if (!this.limits.check()) return;
    this.drop();
    const run = new Run({ changed: () => this.run === run && this.follow() });
    this.run = run;
    this.begun = false;
    this.status.running();
    const { opened } = this.form;
    run.go(
      { ...this.form.request, methods: this.methods.specs, limits: this.limits.values },
      STEPS,
      opened.cells?.length ?? 1,
    );
    this.makeLanes(this.methods.specs, opened);
    this.buttons();
  }

  follow() {
    const { run } = this;
    if (run.traces.length && !this.begun) this.begin(run.traces);
    if (this.begun) {
      this.player.grow(this.length, !run.over);
      if (!run.over) this.player.suggest(this.length, 12);
      this.show();
    }
    if (run.over) this.end();
  }

  begin(traces) {
    this.begun = true;
    traces.forEach((trace, place) => this.lanes[place].begin(trace));
    this.player.load(0, { unit: this.unit, growing: true });
    if (!reducedMotion.matches) this.player.play();
  }

  end() {
    const { run } = this;
    this.buttons();
    const over = run.traces.filter((trace) => trace.over);
    if (run.error || run.stopped) {
      this.status.tell(run.error ?? "Stopped by you.", run.error ? "failed" : "stopped");
    } else {
      const solved = over.filter((trace) => trace.done?.report.verdict === "solved").length;
      const words = `The race is over: ${solved} of ${run.traces.length} solved it.`;
      this.status.tell(words, solved ? "solved" : "stuck");
    }
    this.player.suggest(this.length, 12);
    this.result.hidden = over.length === 0;
    if (over.length) put(this.result, el("h2", { text: "Result" }), resultTable(run.traces));
  }

  get unit() {
    return this.clock === "seconds" ? "microsecond" : "expansion";
  }

  /** Of the track: as far as the slowest lane has come. */
  get length() {
    const ends =
      this.run?.traces.map((trace) =>
        this.clock === "seconds" ? trace.seconds / MICROSECOND : trace.expanded,
      ) ?? [];
    return Math.ceil(Math.max(0, ...ends));
  }

  setClock(clock) {
    this.clock = clock;
    this.remember();
    if (!this.begun || !this.run) return;
    this.player.load(this.length, { unit: this.unit, growing: !this.run.over });
    this.player.chosen = false;
    this.player.suggest(this.length, 12);
    this.show();
  }

  show() {
    const time =
      this.clock === "seconds" ? this.player.position * MICROSECOND : this.player.position;
    for (const lane of this.lanes) lane.show(this.clock, time, this.player.slow);
  }
}

/** One method of the race. */
class LaneCard {
  constructor(name, place, opened, method) {
    this.trace = null;
    this.board = boardOf(opened);
    this.name = el("h3", { text: name });
    this.clock = el("p", { class: "clock", data: { clock: place }, text: "–" });
    this.fact = el("p", { class: "hint fact" });
    this.bar = el("progress", { max: "1", value: "0", "aria-label": `How far ${name} is` });
    this.end = el("div", { class: "lane-end" });
    this.explanation = new Explanation();
    this.explanation.show(method);
    this.about = el(
      "details",
      { class: "about" },
      el("summary", { text: "How it works" }),
      this.explanation.element,
    );
    this.element = el(
      "article",
      { class: "lane panel", data: { lane: place } },
      this.name,
      this.board.element,
      this.clock,
      this.fact,
      this.bar,
      this.end,
      this.about,
    );
  }

  begin(trace) {
    this.trace = trace;
    say(this.name, trace.lane.method);
  }

  show(clock, time, slow) {
    const { trace } = this;
    if (!trace) return;
    const most = clock === "seconds" ? trace.seconds : trace.expanded;
    const finished = trace.over && time >= most;
    const shown = Math.min(time, most);
    say(this.clock, clock === "seconds" ? duration(shown) : `${count(Math.round(shown))} expanded`);
    this.bar.value = most > 0 ? shown / most : Number(finished);
    const after = trace.countAt(clock, time);
    const solution = finished ? trace.done?.boards.at(-1) : null;
    if (solution || after !== this.after)
      this.board.show(solution ?? trace.cellsAfter(after), { slow });
    this.after = solution ? -1 : after;
    say(this.fact, after > 0 ? telling(trace, after - 1) : "");
    if (this.about.open) this.explanation.light(trace.steps[after - 1]?.line ?? null);
    if (finished === this.finished) return;
    this.finished = finished;
    this.element.classList.toggle("finished", finished);
    put(this.end, finished ? verdict(trace) : null);
  }
}

/** The one figure that tells how far a search is. */
function telling(trace, index) {
  if (trace.family === "local")
    return `cost ${short(trace.costs[index])}, best ${short(trace.bests[index])}`;
  if (trace.family === "game") return `ply ${short(trace.latest("ply", index))}`;
  if (trace.family === "constraint") return trace.steps[index].event;
  const [g, h] = [trace.latest("g", index), trace.latest("h", index)];
  return g === null
    ? ""
    : h === null
      ? `g = ${short(g)}`
      : `f = ${short(g)} + ${short(h)} = ${short(g + h)}`;
}
