// Numbers for people.

const whole = new Intl.NumberFormat("en");

/** 1,234,567 */
export function count(number) {
  return number == null ? "–" : whole.format(number);
}

/** 12.3 ms, 4.56 s, 3 min 20 s */
export function duration(seconds) {
  if (seconds == null) return "–";
  const three = (number) => String(Number(number.toPrecision(3)));
  // A time that rounds to a whole millisecond or second is shown as one.
  if (seconds < 0.0009995) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 0.9995) return `${three(seconds * 1e3)} ms`;
  if (seconds < 120) return `${three(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** 12.3 kB */
export function bytes(number) {
  if (number == null) return "–";
  const units = ["B", "kB", "MB", "GB", "TB"];
  let unit = 0;
  while (number >= 1000 && unit < units.length - 1) {
    number /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? number : number.toPrecision(3)} ${units[unit]}`;
}

/** A number in a chart or a fact, as short as possible. */
export function short(number) {
  if (typeof number !== "number") return number == null ? "–" : String(number);
  if (Number.isInteger(number)) return count(number).replace("-", "−");
  return String(Number(number.toPrecision(4))).replace("-", "−");
}

/** 1 step, 2 steps */
export function plural(number, noun) {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}
