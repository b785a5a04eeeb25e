// Watch: one method on one instance, step by step.

import { get } from "../api.js";
import * as url from "../url.js";
import { Run } from "../models/run.js";
import { domainTitle } from "../models/titles.js";
import { parse } from "../spec.js";
import { button, el, put, save } from "../ui/dom.js";
import { gallery } from "../ui/gallery.js";
import { InstanceForm } from "../ui/instance.js";
import { LimitsForm } from "../ui/limits.js";
import { MethodForm } from "../ui/method.js";
import { Lesson } from "./lesson.js";

export const watch = { id: "watch", title: "Watch", mount: (...given) => new Watch(...given) };

class Watch {
  constructor(host, registry, params) {
    this.registry = registry;
    this.wanted = params.get("method") ?? "";
    /** What the address asks to be shown at once: a rate to play at, or a step. */
    this.asked = { play: Number(params.get("play")), step: Number(params.get("step")) };
    this.run = null;
    this.build(host, params);
    this.form.open();
  }

  build(host, params) {
    this.method = new MethodForm({
      prefix: "method",
      label: "Method",
      changed: () => this.changed(),
    });
    this.limits = new LimitsForm(this.registry.limits, params, () => this.remember());
    this.runButton = button("run", "Run", () => this.start(), "primary");
    this.stopButton = button("stop", "Stop", () => this.run?.stop());
    this.editButton = button("edit", "Change", () => this.reset());
    this.saveButton = button("save-replay", "Save", () => this.save());
    this.saveButton.title = "Save the replay as one file, which opens without the lab";
    this.lesson = new Lesson({
      buttons: [this.stopButton, this.editButton, this.saveButton],
      rested: () => this.remember(),
    });
    this.form = new InstanceForm(this.registry, url.readInstance(params), {
      host: this.lesson.boardHost,
      opened: (answer) => this.opened(answer),
      failed: () => this.failed(),
      typing: () => this.buttons(),
    });
    const bare = [...params].length === 0;
    this.element = el(
      "div",
      { class: "view watch" },
      el("h1", { class: "unseen", text: "Watch a search" }),
      bare ? gallery() : null,
      el(
        "section",
        { class: "setup panel", "aria-label": "Set up" },
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

  /** @param {"set-up" | "lesson"} phase */
  phase(phase) {
    this.element.dataset.phase = phase;
  }

  destroy() {
    this.run?.stop();
    this.lesson.destroy();
  }

  opened(answer) {
    this.drop();
    this.method.offer(answer.methods, this.wanted, this.method.spec, answer.default_method);
    const strange = this.wanted && !parse(this.wanted, answer.methods) ? this.wanted : "";
    this.wanted = "";
    this.prepare();
    this.lesson.status.opened(
      answer,
      strange ? `There is no method ${strange} here: this is ${this.method.spec}.` : "Ready to run.",
    );
    const { play, step } = this.asked;
    if (!strange && (play > 0 || step > 0)) this.start();
  }

  failed() {
    this.drop();
    this.lesson.status.tell("This instance cannot be opened.", "failed");
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
    this.lesson.drop();
    this.phase("set-up");
  }

  prepare() {
    const { view } = this.form.opened;
    const title = `${domainTitle(this.form.settings.domain)}: ${this.method.title}`;
    this.lesson.prepare({ view, title, method: this.method.method, spec: this.method.spec });
    this.buttons();
    this.remember();
  }

  remember() {
    const { shown, player } = this.lesson;
    const resting = this.run && shown === "search" && player.position > 0;
    url.write("watch", {
      ...url.writeInstance(this.form.settings),
      method: this.method.spec,
      ...this.limits.values,
      step: resting ? player.position : "",
    });
  }

  buttons() {
    const running = Boolean(this.run) && !this.run.over;
    this.runButton.disabled = running || !this.form.opened;
    this.stopButton.hidden = !running;
    this.editButton.hidden = this.saveButton.hidden = !this.run;
    this.editButton.disabled = this.saveButton.disabled = running;
    this.lesson.buttons();
  }

  start() {
    if (!this.limits.check()) return;
    this.drop();
    const { opened } = this.form;
    const run = new Run({
      changed: () => this.run === run && this.follow(),
      methods: opened.methods,
    });
    this.run = run;
    this.lesson.start(run, this.asked);
    this.asked = {};
    this.phase("lesson");
    this.lesson.status.running();
    const request = {
      ...this.form.request,
      methods: [this.method.spec],
      limits: this.limits.values,
    };
    run.go(request, this.registry.limits.steps.default, opened.cells?.length ?? 1);
    this.buttons();
    this.lesson.player.playButton.focus({ preventScroll: true });
  }

  follow() {
    const { run } = this;
    this.lesson.follow();
    if (!run.over) return;
    // Nothing came of it: back to the board as it was, with what went wrong still said.
    if (!run.traces.length) {
      this.run = this.lesson.run = null;
      this.phase("set-up");
    }
    this.buttons();
  }

  /** The replay as a file: the lab's own scripts, and what came of the run. */
  async save() {
    try {
      const kit = await get("/api/replay.html", "text");
      const { domain } = this.form.settings;
      const replay = { domain, methods: [this.method.method], lines: this.run.lines };
      const text = JSON.stringify(replay).replaceAll("<", "\\u003c");
      save(`${domain}-${this.method.method.name}.html`, kit.replace("{{run}}", () => text));
    } catch (error) {
      this.lesson.status.tell(error.message, "failed");
    }
  }
}
