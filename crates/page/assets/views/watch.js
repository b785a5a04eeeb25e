// Watch: one method on one instance, step by step.

import { get } from "../api.js";
import * as url from "../url.js";
import { firstMethod } from "../boards/board.js";
import { parse } from "../spec.js";
import { button, el, part, put, save, viewOf } from "../ui/dom.js";
import { gallery } from "../ui/gallery.js";
import { MethodForm } from "../ui/method.js";
import { Lesson } from "./lesson.js";
import { Searching } from "./searching.js";

export const watch = { id: "watch", title: "Watch", mount: (...given) => new Watch(...given) };

class Watch extends Searching {
  constructor(host, registry, params) {
    super(registry);
    this.wanted = params.get("method") ?? "";
    /** What the address wants shown at once: a rate to play at, or a step. */
    this.asked = { play: Number(params.get("play")), step: Number(params.get("step")) };
    this.build(host, params);
    this.form.open();
  }

  build(host, params) {
    this.method = new MethodForm({ prefix: "method", label: "Method", changed: () => this.changed() });
    this.saveButton = button("save-replay", "Save", () => this.save());
    this.saveButton.title = "Save the replay as one HTML file that opens without the lab";
    this.stage = el("div", { id: "board", class: "board-host" });
    this.equip(params, { verb: "Run", board: this.stage });
    this.lesson = new Lesson({
      board: this.stage,
      buttons: [this.stopButton, this.editButton, this.saveButton],
      rested: () => this.remember(),
    });
    this.isBare = [...params].length === 0;
    this.element = viewOf(
      "watch",
      "Watch a search",
      this.isBare ? gallery() : null,
      part(
        "setup",
        "Set up",
        this.form.element,
        this.method.element,
        this.limits.element,
        el("div", { class: "row actions" }, this.runButton),
      ),
      ...this.lesson.elements,
    );
    put(host, this.element);
    this.phase("set-up");
    this.buttons();
  }

  get status() {
    return this.lesson.status;
  }

  destroy() {
    this.run?.stop();
    this.lesson.destroy();
  }

  opened(answer) {
    this.drop();
    this.method.offer(answer.methods, this.wanted, this.method.spec, firstMethod(answer));
    const strange = this.wanted && !parse(this.wanted, answer.methods) ? this.wanted : "";
    this.wanted = "";
    this.prepare();
    this.status.opened(
      answer,
      strange ? `Unknown method ${strange}: using ${this.method.spec}.` : "Ready to run.",
    );
    const { play, step } = this.asked;
    if (!strange && (play > 0 || step > 0)) this.start();
  }

  /** Another method or other settings: the last run no longer applies. */
  changed() {
    if (this.run) this.reset();
    else this.prepare();
  }

  reset() {
    if (this.form.opened) this.form.accept(this.form.opened);
    this.runButton.focus();
  }

  drop() {
    super.drop();
    this.lesson.drop();
  }

  prepare() {
    const { view } = this.form.opened;
    const title = `${this.form.entry.title}: ${this.method.title}`;
    this.lesson.prepare({ view, title, method: this.method.method, spec: this.method.spec });
    this.buttons();
    this.remember();
  }

  remember() {
    const { shown, player } = this.lesson;
    const resting = this.run && shown === "search" && player.position > 0;
    const settings = {
      ...url.writeInstance(this.form.settings),
      method: this.method.spec,
      ...this.limits.values,
      step: resting ? player.position : "",
    };
    // When it opens, the page keeps its address: a reload finds the gallery again.
    const address = url.link("watch", settings);
    if (this.isBare) this.first ??= address;
    url.write("watch", address === this.first ? {} : settings);
  }

  buttons() {
    super.buttons();
    this.saveButton.hidden = !this.run;
    this.saveButton.disabled = this.isRunning;
    this.lesson.buttons();
  }

  start() {
    const run = this.begin([this.method.spec], this.registry.limits.steps.default);
    if (!run) return;
    this.lesson.start(run, this.asked);
    this.asked = {};
    this.buttons();
    this.lesson.player.playButton.focus({ preventScroll: true });
  }

  follow() {
    const { run } = this;
    this.lesson.follow();
    if (!run.over) return;
    // The run did not start: back to the board as it was, with the error still shown.
    if (!run.traces.length) {
      this.run = this.lesson.run = null;
      this.phase("set-up");
    }
    this.buttons();
  }

  /** The replay as a file: the lab's own scripts, and the lines of the run. */
  async save() {
    try {
      const kit = await get("/api/replay.html", "text");
      const { domain } = this.form.settings;
      const replay = { title: this.form.entry.title, methods: [this.method.method], lines: this.run.lines };
      const text = JSON.stringify(replay).replaceAll("<", "\\u003c");
      save(
        `${domain}-${this.method.method.name}.html`,
        kit.replace("{{run}}", () => text),
      );
    } catch (error) {
      this.status.tell(error.message, "failed");
    }
  }
}
