// Keys on the screen, for devices without a keyboard.

import { button, el } from "./dom.js";

/**
 * @param {{value: number, text: string, colour?: number}[]} keys
 * @param {(value: number | null) => void} pressed null: the value is erased
 */
export function keypad(keys, pressed) {
  const key = ({ value, text, colour }) => {
    const made = button(`key-${value}`, text, () => pressed(value));
    if (colour !== undefined) made.dataset.colour = colour;
    return made;
  };
  return el(
    "div",
    { class: "keypad", id: "keypad", role: "group", "aria-label": "Keypad" },
    ...keys.map(key),
    button("key-erase", "Erase", () => pressed(null)),
  );
}

export const DIGITS = Array.from({ length: 9 }, (_, at) => ({ value: at + 1, text: String(at + 1) }));
