// Requests a run and gathers its lines.

import { stream } from "../api.js";
import { Trace } from "./trace.js";

/** Most cells kept of each lane, to spare the browser's memory. */
const CELLS = 12_000_000;

export class Run {
  /**
   * @param {{changed: () => void, methods: any[]}} setup `changed` is called at most once a frame;
   *   `methods` are those of the instance
   */
  constructor({ changed, methods }) {
    this.changed = changed;
    this.methods = methods;
    this.abort = new AbortController();
    /** @type {Trace[]} */
    this.traces = [];
    this.opened = null;
    this.error = null;
    this.stopped = false;
    this.over = false;
  }

  /** Runs to the end. Never throws: what went wrong is in `error`. */
  async go(request, steps, cells) {
    const most = Math.floor(CELLS / Math.max(1, cells) / request.methods.length);
    try {
      await stream("/api/run", { ...request, steps: Math.min(steps, Math.max(most, 100)) }, this.abort.signal, (line) =>
        this.take(line),
      );
    } catch (error) {
      if (error.name === "AbortError") this.stopped = true;
      else this.error = error.message;
    }
    this.over = true;
    this.changed();
  }

  take(line) {
    if (line.type === "open") {
      this.opened = line;
      this.traces = line.lanes.map((lane) => new Trace(lane, line, this.methods));
    } else if (line.lane !== undefined) this.traces[line.lane].take(line);
    this.soon();
  }

  /** The lines received, from which the same run can be made again. */
  get lines() {
    const of = ({ steps, sampled, done }, lane) => [
      { type: "steps", lane, steps },
      ...(sampled ? [sampled] : []),
      ...(done ? [done] : []),
    ];
    return [this.opened, ...this.traces.flatMap(of)];
  }

  soon() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      if (!this.over) this.changed();
    });
  }

  /** Stops every search of it. */
  stop() {
    this.abort.abort();
  }
}
