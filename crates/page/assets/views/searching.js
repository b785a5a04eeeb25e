// What Watch and Race have in common: an instance to search on, limits, a run that is started, stopped
// and discarded, and two phases: the set-up and the lesson.

import * as url from "../url.js";
import { Run } from "../models/run.js";
import { button } from "../ui/dom.js";
import { InstanceForm } from "../ui/instance.js";
import { LimitsForm } from "../ui/limits.js";

/** A view has a `status`, and implements `opened`, `drop` and `follow`. */
export class Searching {
  constructor(registry) {
    this.registry = registry;
    /** @type {Run | null} */
    this.run = null;
  }

  /** @param {{verb: string, board: HTMLElement}} setup the label of Run; where the board goes */
  equip(params, { verb, board }) {
    this.limits = new LimitsForm(this.registry.limits, params, () => this.remember());
    this.runButton = button("run", verb, () => this.start(), "primary");
    this.stopButton = button("stop", "Stop", () => this.run?.stop());
    this.editButton = button("edit", "Change", () => this.reset());
    this.form = new InstanceForm(this.registry, url.readInstance(params), {
      host: board,
      opened: (answer) => this.opened(answer),
      failed: () => this.failed(),
      typing: () => this.buttons(),
    });
  }

  /** @param {"set-up" | "lesson"} phase */
  phase(phase) {
    this.element.dataset.phase = phase;
  }

  failed() {
    this.drop();
    this.status.tell("This instance cannot be opened.", "failed");
    this.buttons();
  }

  /** Stops the run, and discards it. */
  drop() {
    this.run?.stop();
    this.run = null;
    this.phase("set-up");
  }

  get isRunning() {
    return Boolean(this.run) && !this.run.over;
  }

  buttons() {
    this.runButton.disabled = this.isRunning || !this.form.opened;
    this.stopButton.hidden = !this.isRunning;
    this.editButton.hidden = !this.run;
    this.editButton.disabled = this.isRunning;
  }

  /** Runs these methods on the instance, if the limits are valid. @returns {Run | null} */
  begin(methods, steps) {
    if (!this.limits.check()) return null;
    this.drop();
    const { opened, request } = this.form;
    const run = new Run({ changed: () => this.run === run && this.follow(), methods: opened.methods });
    this.run = run;
    this.phase("lesson");
    this.status.running();
    run.go({ ...request, methods, limits: this.limits.values }, steps, opened.cells?.length ?? 1);
    return run;
  }
}
