// Choosing an instance: a domain and its settings, then a text, a set, a shuffle or clicks.

import { post } from "../api.js";
import { button, el, field, numberInput, put } from "./dom.js";
import { paramForm } from "./params.js";
import { boardOf, drawingOf } from "../boards/board.js";

const TYPING = 350;

export class InstanceForm {
  /**
   * @param {any} setup `opened`, `failed`, and `typing`, while a text is not yet checked; `only`
   *   these domains; `host`: where the board to click on goes; `many`: no single instance is asked
   *   for; `startless`: nor any start
   */
  constructor(registry, state, setup) {
    this.setup = setup;
    this.entries = registry.domains.filter(setup.only ?? (() => true)).flatMap(entriesOf);
    this.state = { ...state };
    /** The message for an address that names none of these problems. */
    this.strange = "";
    if (!this.entry) {
      const [{ name }] = this.entries;
      if (state.domain) this.strange = `Unknown problem ${state.domain}: showing ${name}.`;
      Object.assign(this.state, { domain: name, settings: {}, instance: "" });
    }
    this.opened = null;
    this.undone = [];
    /** Whether only the problem was chosen: then its drawing may have something to show first. */
    this.fresh = !state.instance && state.seed === 1 && Object.keys(state.settings).length === 0;
    this.build();
  }

  get entry() {
    return this.entries.find((entry) => entry.name === this.state.domain);
  }

  /** The names of settings that make a start: left out if one is given. */
  get makers() {
    return this.entry.params.filter((param) => param.makes_start).map(({ name }) => name);
  }

  /** What is set when the start is given. */
  get given() {
    const { makers } = this;
    return Object.fromEntries(
      Object.entries(this.state.settings).filter(([name, value]) => value !== "" && !makers.includes(name)),
    );
  }

  /** The request to the server. */
  get request() {
    const { domain, settings, instance, seed } = this.state;
    const set = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ""));
    return { domain, settings: set, seed, ...(instance ? { instance } : {}) };
  }

  build() {
    const group = (label, rows) =>
      el(
        "optgroup",
        { label },
        ...rows.map(({ name, title, doc }) => el("option", { value: name, text: title, title: doc })),
      );
    const of = (game) => this.entries.filter((entry) => entry.game === game);
    const groups = [group("Puzzles", of(false)), group("Games", of(true))].filter((one) => one.children.length);
    this.domain = el("select", { id: "domain", on: { change: () => this.choose(this.domain.value) } }, ...groups);
    this.domain.value = this.state.domain;
    this.doc = el("p", { class: "hint", id: "domain-doc" });
    this.params = el("div");
    this.text = el("textarea", { id: "instance", rows: "2", spellcheck: "false", autocomplete: "off" });
    this.text.value = this.state.instance;
    this.text.addEventListener("input", () => this.typed());
    this.file = el("input", { type: "file", class: "unseen", tabindex: "-1", "aria-label": "File" });
    this.file.addEventListener("change", () => this.take(this.file.files[0]));
    this.fileButton = button("open-file", "Open a file", () => this.file.click());
    this.sets = el("div");
    this.error = el("p", { id: "instance-error", class: "error", role: "alert" });
    this.shuffleButton = button("shuffle", "Shuffle", () => this.shuffle());
    this.undoButton = button("undo-edit", "Undo", () => this.undo());
    this.clearButton = button("clear-instance", "Clear", () => this.set("", { keep: true }));
    this.hint = el("p", { class: "hint", id: "edit-hint" });
    const one = [
      field("Instance", this.text),
      this.error,
      el("div", { class: "row" }, this.shuffleButton, this.undoButton, this.clearButton, this.fileButton, this.file),
      this.hint,
      this.sets,
    ];
    this.element = el(
      "div",
      { class: "instance-form" },
      field("Problem", this.domain),
      this.doc,
      this.params,
      ...(this.setup.many ? [this.error] : one),
    );
    if (!this.setup.many)
      for (const place of [this.element, this.setup.host].filter(Boolean)) {
        place.addEventListener("dragover", (event) => event.preventDefault());
        place.addEventListener("drop", (event) => this.dropped(event));
      }
    this.offer();
  }

  /** The fields of the chosen domain. */
  offer() {
    const { entry } = this;
    put(this.doc, `${entry.doc}. `, el("code", { text: entry.name }));
    const change = (name, value) => {
      this.state.settings = { ...this.state.settings, [name]: value };
      this.set("", { keep: true });
    };
    const makers = this.setup.startless ? this.makers : [];
    const open = entry.params.filter(({ name }) => !(name in entry.fixed) && !makers.includes(name));
    put(this.params, paramForm(open, this.state.settings, change, "set"));
    this.text.placeholder = entry.instance_doc;
    put(this.sets, entry.sets.length ? this.setPicker(entry.sets) : null);
  }

  /** An instance of a set, by its number. */
  setPicker(sets) {
    const option = ({ name, doc, count }) => el("option", { value: name, text: `${name} (1 to ${count})`, title: doc });
    const select = el("select", { id: "set", "aria-label": "Set" }, ...sets.map(option));
    const number = numberInput("set-number", { min: "1", value: "1", "aria-label": "Number in the set" });
    const bound = () => (number.max = String(sets.find(({ name }) => name === select.value).count));
    select.addEventListener("change", bound);
    bound();
    const take = () => number.reportValidity() && this.set(`${select.value}:${number.value}`, { keep: true });
    return el(
      "details",
      {},
      el("summary", { text: "From a set" }),
      el("div", { class: "set-picker" }, select, number, button("open-set", "Open", take)),
    );
  }

  choose(domain) {
    Object.assign(this.state, { domain, settings: {}, instance: "", seed: 1 });
    this.undone = [];
    this.fresh = true;
    this.text.value = "";
    this.offer();
    return this.open();
  }

  /** Until the typed text has been checked, nothing is open. */
  typed() {
    this.opened = null;
    this.setup.typing?.();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.set(this.text.value.trim(), { keep: true, typing: true }), TYPING);
  }

  /** A file that is dropped on the form or on the board is opened as an instance. */
  dropped(event) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    return this.take(file);
  }

  /** Opens what is in a file. What it does not name, such as start and goal, its drawing fills in. */
  async take(file) {
    if (!file) return;
    const read = (await file.text()).trim();
    this.file.value = "";
    const { text, settings = {} } = this.editor?.adopt?.(read) ?? { text: read };
    this.unset(["from", "to"]);
    this.state.settings = { ...this.state.settings, ...settings };
    this.offer();
    return this.set(text, { keep: true });
  }

  /** Leaves these settings out. */
  unset(names) {
    const entries = Object.entries(this.state.settings);
    this.state.settings = Object.fromEntries(entries.filter(([name]) => !names.includes(name)));
  }

  /** Takes another text, and remembers the one before. */
  set(instance, { keep = false, typing = false } = {}) {
    if (keep) this.undone.push(this.state.instance);
    this.state.instance = instance;
    if (instance && this.makers.some((name) => this.state.settings[name])) {
      this.state.settings = this.given;
      this.offer();
    }
    if (!typing) this.text.value = instance;
    return this.open();
  }

  undo() {
    if (this.undone.length) this.set(this.undone.pop());
  }

  shuffle() {
    const made = this.editor?.shuffled?.(this.opened);
    if (made === undefined) this.state.seed += 1;
    this.set(made ?? "", { keep: true });
  }

  /** Asks the server to open this. The latest request counts. */
  async open() {
    this.asking?.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    let answer;
    try {
      answer = await post("/api/open", this.request, signal);
    } catch (error) {
      if (error.name !== "AbortError") this.refuse(error.message);
      return;
    }
    this.accept(answer);
  }

  refuse(why) {
    this.opened = null;
    this.error.textContent = why;
    this.text.ariaInvalid = "true";
    this.setup.failed?.();
  }

  accept(answer) {
    const first = this.fresh && !this.setup.many ? drawingOf(answer.view.kind).editor?.first?.(answer) : null;
    this.fresh = false;
    if (first && !this.state.instance) return this.set(first);
    this.opened = answer;
    this.error.textContent = this.strange;
    this.strange = "";
    this.text.removeAttribute("aria-invalid");
    if (document.activeElement !== this.text)
      this.text.value = this.state.instance || (isLong(answer.text) ? "" : answer.text);
    this.editor = drawingOf(answer.view.kind).editor ?? {};
    this.shuffleButton.hidden = !(this.editor.shuffle ?? this.entry.random);
    this.hint.textContent = this.editor.hint ?? "";
    this.undoButton.disabled = this.undone.length === 0;
    this.clearButton.hidden = this.entry.random;
    this.setup.opened(answer);
    this.edit(answer);
  }

  /** Puts a board to click on into the host. */
  edit(answer) {
    const { host } = this.setup;
    if (!host) return;
    const editable = Boolean(this.editor.attach) && Boolean(answer.cells);
    const { id, dataset } = host.contains(document.activeElement) ? document.activeElement : document.body;
    const board = boardOf(answer, { interactive: editable });
    const tools = editable ? this.attach(board, answer) : null;
    put(host, board.element, tools);
    if (id) host.querySelector(`#${CSS.escape(id)}`)?.focus();
    else if (dataset.cell) host.querySelector(`[data-cell="${dataset.cell}"]`)?.focus();
  }

  /** @returns {HTMLElement | undefined} what else there is to click on */
  attach(board, answer) {
    const take = (text, unset = []) => {
      if (unset.some((name) => this.state.settings[name])) {
        this.unset(unset);
        this.offer();
      }
      return this.set(text, { keep: true });
    };
    const say = (words) => (this.hint.textContent = words);
    return this.editor.attach({ board, answer, text: this.state.instance, take, say });
  }

  /** For the address. */
  get settings() {
    return this.state;
  }
}

/** A generated graph's text is too long to be read in a small field. */
function isLong(text) {
  return text.length > 400;
}

/** A domain under each of its names. */
function entriesOf(domain) {
  const aliases = domain.aliases.map(({ settings, ...alias }) => ({ ...domain, ...alias, fixed: settings }));
  return [...aliases, { ...domain, fixed: {} }];
}
