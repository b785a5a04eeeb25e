// The clock of a race: positions of the player, and how far each lane is at each of them.

import { count, duration } from "../ui/format.js";

/** Positions of a track of seconds, or a logarithmic one. */
const POSITIONS = 2000;
/** If the last takes this many times as long as the first, the clock is logarithmic. */
const APART = 20;

export class Clock {
  /** @param {"expanded" | "seconds"} kind */
  constructor(kind) {
    this.kind = kind;
    this.lanes = [];
    this.most = 0;
  }

  /** @param {import("./trace.js").Trace[]} lanes */
  follow(lanes) {
    this.lanes = lanes;
    const ends = lanes.map((lane) => this.end(lane));
    this.most = Math.max(0, ...ends);
    const first = Math.min(this.most, ...ends.filter((end) => end > 0));
    this.isLogarithmic = this.most > APART * first;
    this.least = first / 10;
  }

  end(lane) {
    return (this.kind === "seconds" ? lane.seconds : lane.expanded) ?? 0;
  }

  /** How many positions there are. */
  get length() {
    if (this.isCounted) return Math.ceil(this.most);
    return this.most > 0 ? POSITIONS : 0;
  }

  /** Whether a position is an expansion. */
  get isCounted() {
    return this.kind === "expanded" && !this.isLogarithmic;
  }

  get unit() {
    return this.isCounted ? "expansion" : "tick";
  }

  get title() {
    const what = this.kind === "seconds" ? "time" : "expansions";
    return this.isLogarithmic ? `${what} (logarithmic)` : what;
  }

  /** The time at a position. */
  time(position) {
    if (this.isCounted) return position;
    const share = position / POSITIONS;
    if (!this.isLogarithmic) return share * this.most;
    return position === 0 ? 0 : this.least * (this.most / this.least) ** share;
  }

  told(position) {
    const time = this.time(position);
    return this.kind === "seconds" ? duration(time) : count(Math.round(time));
  }

  /** How far a lane is at a position, from 0 to 1. */
  share(lane, position) {
    const end = this.end(lane);
    if (position >= this.length) return 1;
    return end > 0 ? Math.min(1, this.time(position) / end) : 0;
  }

  /** The position at which a lane has come this far. */
  positionOf(lane, share) {
    return this.at(this.end(lane) * share);
  }

  /** The position of a time. */
  at(time) {
    if (this.isCounted) return time;
    if (!this.isLogarithmic) return (time / Math.max(1e-12, this.most)) * POSITIONS;
    if (time <= this.least) return 0;
    return (Math.log(time / this.least) / Math.log(this.most / this.least)) * POSITIONS;
  }
}
