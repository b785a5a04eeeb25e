// Race: several methods on one instance, side by side, under one clock.

import * as url from "../url.js";
import { firstMethod } from "../boards/board.js";
import { LanesChart } from "../charts/lanes.js";
import { Clock } from "../models/clock.js";
import { Player } from "../player.js";
import { el, part, put, reducedMotion, segmented, viewOf } from "../ui/dom.js";
import { count, plural } from "../ui/format.js";
import { LaneCard } from "../ui/lane.js";
import { MethodList } from "../ui/methods.js";
import { podium } from "../ui/podium.js";
import { UNWATCHED, resultTable } from "../ui/result.js";
import { Present } from "../ui/present.js";
import { Status } from "../ui/status.js";
import { Searching } from "./searching.js";

export const race = { id: "race", title: "Race", mount: (...given) => new Race(...given) };

const CLOCKS = [
  { value: "expanded", text: "Clock: expansions" },
  { value: "seconds", text: "Clock: time" },
];
const SHOWS = [
  { value: "boards", text: "Boards" },
  { value: "trees", text: "Trees" },
];
/** Steps kept of each lane. */
const STEPS = 30_000;
/** About how many seconds a race is shown for. */
const SHOWN = 12;
/** How many race when nothing is chosen. */
const USUAL = 4;

class Race extends Searching {
  constructor(host, registry, params) {
    super(registry);
    this.wanted = params.getAll("method");
    /** Whether the address asks for the race to be run at once. */
    this.asked = params.has("play");
    this.clock = new Clock(params.get("clock") === "seconds" ? "seconds" : "expanded");
    this.lanes = [];
    this.shows = params.get("show") === "trees" ? "trees" : "boards";
    this.build(host, params);
    this.form.open();
  }

  build(host, params) {
    this.boardHost = el("div", { class: "board-host small", id: "board" });
    this.status = new Status();
    this.laneHost = el("div", { id: "lanes", class: "lanes" });
    this.result = el("section", { id: "result", class: "result panel", "aria-label": "Result", hidden: true });
    this.methods = new MethodList({ least: 2, most: this.registry.limits.lanes, changed: () => this.changed() });
    this.equip(params, { verb: "Start the race", board: this.boardHost });
    this.player = new Player({
      unit: "expansion",
      moved: () => this.show(),
      told: (position) => (this.run ? this.told(position) : null),
    });
    this.podiumHost = el("div", { class: "podium-host" });
    this.chart = new LanesChart();
    this.chart.element.hidden = true;
    this.clockSwitch = segmented("clock", "Clock", CLOCKS, this.clock.kind, (clock) => this.setClock(clock));
    this.showSwitch = segmented("shows", "Show", SHOWS, this.shows, (shows) => {
      this.shows = shows;
      this.remember();
      this.show();
    });
    this.present = new Present();
    this.element = viewOf(
      "race",
      "Race searches",
      part(
        "setup",
        "Set up",
        this.form.element,
        this.boardHost,
        el("h2", { text: "Methods" }),
        this.methods.element,
        this.limits.element,
        el("div", { class: "row actions" }, this.runButton),
      ),
      el(
        "section",
        { class: "track", "aria-label": "Race" },
        el(
          "div",
          { class: "panel controls" },
          el(
            "div",
            { class: "row spread" },
            this.status.element,
            this.showSwitch,
            this.clockSwitch,
            this.stopButton,
            this.editButton,
            this.present.button,
          ),
          this.player.element,
        ),
        el("h2", { class: "unseen", text: "The methods" }),
        this.laneHost,
        el("div", { class: "race-end" }, this.chart.element, this.podiumHost),
        this.result,
      ),
    );
    put(host, this.element);
    this.buttons();
  }

  destroy() {
    this.run?.stop();
    this.player.destroy();
    this.present.destroy();
    this.chart.destroy();
    for (const lane of this.lanes) lane.destroy();
  }

  opened(answer) {
    this.drop();
    const { compared } = answer;
    const best = firstMethod(answer);
    const usual = [...new Set([...compared.slice(0, USUAL - 1), best, ...compared])].slice(0, USUAL);
    const strange = this.methods.offer(answer.methods, this.wanted, usual);
    this.wanted = [];
    this.prepare();
    this.status.opened(answer, strange || "Ready to race.");
    if (this.asked && !strange) this.start();
    this.asked = false;
  }

  changed() {
    this.drop();
    this.prepare();
  }

  /** Back to the set-up. */
  reset() {
    this.changed();
    this.status.tell("Ready to race.", "ready");
    this.runButton.focus();
  }

  drop() {
    super.drop();
    for (const lane of this.lanes) lane.destroy();
    this.lanes = [];
    this.result.hidden = true;
    this.chart.element.hidden = true;
    put(this.podiumHost);
    this.begun = this.concluded = false;
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
    for (const lane of this.lanes) lane.destroy();
    this.lanes = names.map((name, place) => {
      const { title, method } = this.methods.forms[place];
      const jump = (share) => this.jump(place, share);
      return new LaneCard({ name, title, method, place, opened, jump });
    });
    put(this.laneHost, ...this.lanes.map((lane) => lane.element));
  }

  remember() {
    const clock = this.clock.kind === "seconds" ? "seconds" : "";
    url.write("race", {
      ...url.writeInstance(this.form.settings),
      method: this.methods.specs,
      clock,
      show: this.shows === "trees" ? "trees" : "",
      ...this.limits.values,
    });
  }

  buttons() {
    super.buttons();
    this.player.element.inert = !this.run;
  }

  start() {
    if (!this.begin(this.methods.specs, STEPS)) return;
    this.makeLanes(this.methods.specs, this.form.opened);
    this.buttons();
    this.stopButton.focus({ preventScroll: true });
  }

  follow() {
    const { run } = this;
    this.clock.follow(run.traces);
    if (run.over) this.end();
    else this.wait();
  }

  /** The times are known when all have ended: then the race is shown. */
  wait() {
    const { traces } = this.run;
    traces.forEach((trace, place) => this.lanes[place].wait(trace));
    const expanded = traces.reduce((sum, trace) => sum + trace.expanded, 0);
    this.status.tell(`Running … ${plural(expanded, "node")} expanded.`, "running");
  }

  end() {
    const { run } = this;
    if (!run.traces.length) this.run = null;
    this.buttons();
    if (run.error || run.stopped) this.status.tell(run.error ?? "Stopped.", run.error ? "failed" : "stopped");
    if (!run.traces.length) return this.phase("set-up");
    this.begun = true;
    this.chart.element.hidden = false;
    run.traces.forEach((trace, place) => this.lanes[place].begin(trace));
    this.player.load(this.clock.length, { unit: this.clock.unit });
    this.player.suggest(this.clock.length, SHOWN);
    this.show();
    if (!reducedMotion.matches) this.player.play();
  }

  /** The winner is shown once the replay has reached its end. */
  conclude() {
    const { run } = this;
    if (!run?.over || run.error || !this.begun) return;
    this.concluded ||= run.stopped || this.player.position >= this.clock.length;
    if (!this.concluded) return this.status.tell("Replaying. The winner is shown at the end.", "replaying");
    const over = run.traces.filter((trace) => trace.over);
    if (!run.stopped) {
      const solved = over.filter((trace) => trace.done?.report.verdict === "solved").length;
      const words = `The race is over: ${solved} of ${run.traces.length} solved it.`;
      this.status.tell(words, solved ? "solved" : "stuck");
    }
    if (!this.result.hidden && this.ranked === this.clock) return;
    this.ranked = this.clock;
    this.result.hidden = over.length === 0;
    const titles = this.methods.forms.map((form) => form.title);
    put(this.podiumHost, podium(over.length === run.traces.length ? over : [], this.clock, titles));
    put(
      this.result,
      el("h2", { text: "Result" }),
      resultTable(run.traces, titles),
      el("p", { class: "hint", text: UNWATCHED }),
    );
  }

  told(position) {
    const time = this.clock.told(position);
    if (this.clock.isCounted) return `of ${count(this.clock.length)} expansions`;
    return this.clock.kind === "seconds" ? `${time}${this.clock.isLogarithmic ? ", logarithmic" : ""}` : `${time} ${this.clock.title}`;
  }

  setClock(kind) {
    this.clock = new Clock(kind);
    this.remember();
    if (!this.run) return;
    this.clock.follow(this.run.traces);
    if (!this.begun) return;
    this.player.load(this.clock.length, { unit: this.clock.unit });
    this.player.seek(this.clock.length);
    this.player.chosen = false;
    this.player.suggest(this.clock.length, SHOWN);
    this.show();
  }

  /** Goes to the position at which a lane has come this far. */
  jump(place, share) {
    this.player.pause();
    this.player.seek(Math.ceil(this.clock.positionOf(this.run.traces[place], share)));
  }

  show() {
    if (!this.begun || !this.run) return;
    const { position, slow } = this.player;
    this.laneHost.dataset.shows = this.shows;
    for (const lane of this.lanes) lane.show(this.clock, position, { slow, shows: this.shows });
    this.chart.show(this.run.traces, this.clock, position);
    this.conclude();
  }
}
