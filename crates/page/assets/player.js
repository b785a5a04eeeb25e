// A position on a track, moved by buttons, keys, a scrubber and time.

import { choose, el, field, iconButton, icon, numberInput, reducedMotion, say, segmented } from "./ui/dom.js";
import { count } from "./ui/format.js";

const RATES = [0.5, ...Array.from({ length: 21 }, (_, at) => [1, 2, 5][at % 3] * 10 ** Math.floor(at / 3))];

/** A rate slow enough to read, in steps a second, and for how many seconds it is kept. */
const FIRST = 5;
const WHILE = 8;
/** It rests when nothing moved for this many milliseconds. */
const REST = 300;

export class Player {
  /**
   * @param {{moved: (position: number) => void, unit: string, tracks?: {value: string, text: string}[],
   *   turned?: (track: string) => void, rested?: () => void, told?: (position: number) => string}}
   *   setup `unit`: what the track is counted in; `rested`: it has rested for a moment; `told`: a
   *   position in words
   */
  constructor({ moved, unit, tracks = [], turned = () => {}, rested = () => {}, told = null }) {
    Object.assign(this, { moved, rested, told });
    this.unit = unit;
    this.length = 0;
    this.position = 0;
    this.playing = false;
    this.rate = 10;
    this.chosen = false;
    this.growing = false;
    this.build(tracks, turned);
    this.key = (event) => this.pressed(event);
    document.addEventListener("keydown", this.key);
  }

  build(tracks, turned) {
    this.playButton = iconButton("play", "play", "Play (space)", () => this.toggle());
    this.scrubber = el("input", {
      type: "range",
      id: "scrubber",
      min: "0",
      max: "0",
      step: "1",
      "aria-label": "Position",
      value: "0",
    });
    this.scrubber.addEventListener("input", () => this.seek(Number(this.scrubber.value)));
    this.number = numberInput("jump", { min: "0", value: "0", "aria-label": "Jump to" });
    this.number.addEventListener("change", () => this.seek(Number(this.number.value)));
    this.total = el("span", { id: "length", class: "total" });
    this.speed = el("input", { type: "range", id: "speed", min: "0", max: String(RATES.length - 1), step: "1" });
    this.speed.addEventListener("input", () => this.setRate(RATES[this.speed.value], { chosen: true }));
    this.speedText = el("output", { for: "speed", class: "speed-text" });
    this.track = tracks.length ? segmented("track", "Show", tracks, tracks[0].value, turned) : null;
    this.element = el(
      "div",
      { class: "player", role: "group", "aria-label": "Player" },
      this.track,
      el(
        "div",
        { class: "transport" },
        iconButton("first", "first", "To the start (Home)", () => this.toStart()),
        iconButton("step-back", "back", "One step back (left arrow)", () => this.step(-1)),
        this.playButton,
        iconButton("step-forward", "next", "One step forward (right arrow)", () => this.step(1)),
        iconButton("last", "last", "To the end (End)", () => this.seek(this.length)),
      ),
      el("div", { class: "position" }, this.number, this.total),
      this.scrubber,
      el("div", { class: "speed" }, field("Speed", this.speed), this.speedText),
    );
    this.setRate(this.rate);
    this.draw();
  }

  destroy() {
    this.pause();
    clearTimeout(this.resting);
    document.removeEventListener("keydown", this.key);
  }

  /** A new track; `growing` while more of it may come. */
  load(length, { unit = this.unit, position = 0, growing = false } = {}) {
    this.pause();
    this.unit = unit;
    this.length = length;
    this.position = Math.min(position, length);
    this.growing = growing;
    this.draw();
    this.moved(this.position);
  }

  /** The track has become longer. */
  grow(length, growing) {
    this.length = length;
    this.growing = growing;
    this.draw();
  }

  /** A rate that shows a track of this length in about this many seconds, unless one was chosen. */
  suggest(length, seconds) {
    if (this.chosen) return;
    const wanted = Math.max(2, length / seconds);
    this.setRate(RATES.find((rate) => rate >= wanted) ?? RATES.at(-1));
  }

  /** A rate that is kept until another is chosen. */
  pace(rate) {
    this.eased = undefined;
    this.setRate(RATES.findLast((known) => known <= rate) ?? RATES[0]);
  }

  /** Slow enough to read, and faster after a while, unless a rate was chosen. */
  ease(rate = FIRST) {
    if (this.chosen) return;
    this.pace(rate);
    this.eased = 0;
  }

  /** Faster while much is left and nobody has chosen a rate. */
  hurry(seconds) {
    if (this.chosen || this.eased === undefined) return;
    this.eased += seconds;
    const left = this.length - this.position;
    if (this.eased < WHILE || left / this.rate < WHILE) return;
    this.eased -= WHILE / 2;
    const next = RATES[RATES.indexOf(this.rate) + 1];
    if (next) this.setRate(next);
  }

  setRate(rate, { chosen = false } = {}) {
    this.rate = rate;
    this.chosen ||= chosen;
    this.speed.value = String(RATES.indexOf(rate));
    const text = rate === 0.5 ? `1 ${this.unit} in 2 s` : `${count(rate)} ${this.unit}s a second`;
    this.speed.ariaValueText = text;
    say(this.speedText, `${rate < 1 ? "½" : count(rate)}/s`);
  }

  faster(by) {
    const next = RATES[RATES.indexOf(this.rate) + by];
    if (next) this.setRate(next, { chosen: true });
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.position >= this.length && !this.growing) this.seek(0);
    this.playing = true;
    this.exact = this.position;
    this.last = performance.now();
    this.frame = requestAnimationFrame((now) => this.tick(now));
    this.showPlaying();
  }

  pause() {
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.showPlaying();
    this.rest();
  }

  /** Reports, a moment after the last movement, that it rests; but not in a view that was left. */
  rest() {
    clearTimeout(this.resting);
    if (!this.playing) this.resting = setTimeout(() => this.element.isConnected && this.rested(), REST);
  }

  tick(now) {
    if (!this.playing) return;
    this.exact = Math.min(this.exact + (this.rate * Math.min(now - this.last, 250)) / 1000, this.length);
    this.hurry(Math.min(now - this.last, 250) / 1000);
    this.last = now;
    this.go(Math.floor(this.exact));
    if (this.position >= this.length && !this.growing) return this.pause();
    this.frame = requestAnimationFrame((next) => this.tick(next));
  }

  step(by) {
    this.pause();
    this.go(this.position + by);
  }

  toStart() {
    this.pause();
    this.seek(0);
  }

  seek(position) {
    if (!Number.isFinite(position)) return;
    this.exact = position;
    this.go(position);
  }

  go(position) {
    const next = Math.max(0, Math.min(this.length, Math.round(position)));
    if (next === this.position) return this.draw();
    this.position = next;
    this.draw();
    this.moved(next);
    this.rest();
  }

  /** Keys work wherever they mean nothing else. */
  pressed(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (this.element.inert || !this.element.isConnected) return;
    const { target } = event;
    if (target.closest("input:not([type=radio]):not(#scrubber), textarea, select")) return;
    const page = Math.max(1, Math.round(this.length / 20));
    const acts = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      PageUp: () => this.step(-page),
      PageDown: () => this.step(page),
      Home: () => this.toStart(),
      End: () => this.seek(this.length),
      "+": () => this.faster(1),
      "=": () => this.faster(1),
      "-": () => this.faster(-1),
    };
    if (!target.closest("button, a, summary")) acts[" "] = () => this.toggle();
    const radio = target.matches("input[type=radio]") && event.key.startsWith("Arrow");
    const act = radio ? null : acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  showPlaying() {
    const label = this.playing ? "Pause (space)" : "Play (space)";
    if (this.playButton.title === label) return;
    this.playButton.replaceChildren(icon(this.playing ? "pause" : "play"));
    this.playButton.title = label;
    this.playButton.ariaLabel = label;
    this.element.dataset.playing = this.playing;
  }

  draw() {
    this.scrubber.max = String(this.length);
    this.scrubber.value = String(this.position);
    this.scrubber.ariaValueText = `${this.unit} ${count(this.position)} of ${count(this.length)}`;
    if (document.activeElement !== this.number) this.number.value = String(this.position);
    this.number.max = String(this.length);
    say(this.total, this.told?.(this.position) ?? `of ${count(this.length)} ${this.unit}s`);
  }

  /** Whether a slow change should be drawn as a movement. */
  get slow() {
    return !reducedMotion.matches && (!this.playing || this.rate <= 5);
  }

  showTrack(track) {
    choose(this.track, track);
  }
}
