// Only the lesson, large, on the whole screen: key P, or a button.

import { el, icon, say } from "./dom.js";

const root = document.documentElement;

export class Present {
  constructor() {
    this.button = el(
      "button",
      {
        type: "button",
        id: "present",
        title: "Present: full screen, large type (P)",
        on: { click: () => this.toggle() },
      },
      icon("present"),
      (this.words = el("span", { text: "Present" })),
    );
    this.key = (event) => this.pressed(event);
    this.left = () => !document.fullscreenElement && this.set(false);
    document.addEventListener("keydown", this.key);
    document.addEventListener("fullscreenchange", this.left);
  }

  destroy() {
    this.set(false);
    document.removeEventListener("keydown", this.key);
    document.removeEventListener("fullscreenchange", this.left);
  }

  get on() {
    return root.dataset.present === "yes";
  }

  toggle() {
    this.set(!this.on);
    if (this.on) root.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  }

  set(on) {
    root.dataset.present = on ? "yes" : "no";
    say(this.words, on ? "Exit (P)" : "Present");
  }

  pressed(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!this.button.isConnected) return;
    if (event.target.closest("input:not([type=radio], [type=range]), textarea, select")) return;
    if (event.key === "Escape" && this.on) this.toggle();
    else if (event.key.toLowerCase() === "p") this.toggle();
  }
}
