// The frame of a plot: its axes with titles, round ticks, and lines through many values.

import { short } from "../ui/format.js";
import { FONT } from "./canvas.js";

/** Round numbers from 0 to `most`, in this many steps at most. */
export function ticks(most, count) {
  if (!(most > 0)) return [0];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((size) => size >= rough);
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, at) => at * step);
}

/** What is left within the edges of a chart. */
export function within(edge, width, height) {
  const [left, top] = [edge.left, edge.top];
  return { left, top, width: width - left - edge.right, height: height - top - edge.bottom };
}

/** The text shown while there is nothing to draw, wrapped to fit. */
export function empty(context, width, height, colours, words) {
  context.font = `14px ${FONT}`;
  context.fillStyle = colours.muted;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const lines = [""];
  for (const word of words.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    // A letter is about eight pixels wide.
    if (longer.length * 8 > width && lines.at(-1)) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  lines.forEach((text, at) => context.fillText(text, width / 2, height / 2 + 20 * (at - (lines.length - 1) / 2)));
}

/** Draws a box with ticks and titles. */
export function drawAxes(context, colours, box, across, up) {
  context.font = `12px ${FONT}`;
  context.lineWidth = 1;
  context.textBaseline = "middle";
  for (const value of ticks(up.most, Math.max(2, box.height / 45))) {
    const y = up.of(value);
    context.strokeStyle = colours.raised;
    line(context, box.left, y, box.left + box.width, y);
    context.fillStyle = colours.muted;
    context.textAlign = "right";
    context.fillText(short(value), box.left - 6, y);
  }
  context.textAlign = "center";
  const told = across.told ?? short;
  const all = across.ticks ?? ticks(across.most, Math.max(2, box.width / 90));
  const every = Math.ceil((all.length * 55) / box.width);
  for (const value of all.filter((_, at) => at % every === 0))
    context.fillText(told(value), across.of(value), box.top + box.height + 12);
  context.strokeStyle = colours.line;
  context.strokeRect(box.left, box.top, box.width, box.height);
  context.fillStyle = colours.ink;
  context.fillText(across.title, box.left + box.width / 2, box.top + box.height + 29);
  sideways(context, up.title, 10, box.top + box.height / 2);
}

/** A title written upwards. */
export function sideways(context, text, x, y) {
  context.save();
  context.translate(x, y);
  context.rotate(-Math.PI / 2);
  context.textAlign = "center";
  context.fillText(text, 0, 0);
  context.restore();
}

export function line(context, x1, y1, x2, y2) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/**
 * A line through the first `count` values; if many fall on one column, from the least of them to the
 * greatest. A value holds until the next.
 * @param {(at: number) => number} x of the value at a place
 */
export function band(context, values, count, x, y, colour, wide) {
  context.strokeStyle = colour;
  context.lineWidth = wide;
  context.beginPath();
  let before = null;
  for (let at = 0; at < count;) {
    const column = Math.floor(x(at));
    const left = x(at);
    let [low, high, last] = [Infinity, -Infinity, NaN];
    for (; at < count && Math.floor(x(at)) === column; at += 1) {
      const value = values[at];
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
      last = value;
    }
    if (Number.isNaN(last)) continue;
    if (before === null) context.moveTo(left, y(high));
    else {
      context.lineTo(left, y(before));
      context.lineTo(left, y(high));
    }
    if (low !== high) context.lineTo(left, y(low));
    context.lineTo(left, y(last));
    before = last;
  }
  context.stroke();
}

/** The greatest of the finite values. */
export function greatest(values) {
  let most = -Infinity;
  for (const value of values) if (value > most && value < Infinity) most = value;
  return most;
}
