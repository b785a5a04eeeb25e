// A game against the engine.

import { post } from "../api.js";
import { boardOf, drawingOf, firstMethod } from "../boards/board.js";
import { parse } from "../spec.js";
import { button, choose, el, put, resultsOf, say, segmented } from "../ui/dom.js";
import { Explanation } from "../ui/explain.js";
import { count, duration, short } from "../ui/format.js";
import { MethodForm } from "../ui/method.js";

/** Strengths from weak to strong, if the game has such methods; then its default. */
const STRENGTHS = [
  ["weak", "Weak", "random"],
  ["medium", "Medium", "alpha-beta(depth=2)"],
  ["strong", "Strong", "alpha-beta(depth=6)"],
];
/** After this time an exact solver of a large game answers with what it knows. */
const LIMITS = { seconds: 3 };

export class GamePlay {
  constructor({ answer, request, params, say, remember }) {
    Object.assign(this, { opened: answer, request, tell: say, save: remember });
    this.moves = (params.get("moves") ?? "").split(",").filter(Boolean);
    this.side = params.get("side") === "O" ? "O" : "X";
    this.values = params.get("values") === "yes";
    this.board = boardOf(answer, { interactive: true });
    /** Which move is which cell; if cells cannot be clicked, moves are buttons. */
    this.places = drawingOf(answer.view.kind).moves ?? null;
    this.board.onCell?.((cell) => this.clicked(cell));
    this.buttons = el("div", { id: "moves", class: "row", role: "group", "aria-label": "Moves" });
    this.answer = null;
    /** The answers for the positions met, by the moves to them. */
    this.seen = new Map();
    this.build(params.get("method"));
    this.begin();
  }

  build(wanted) {
    const { methods, default_method: best } = this.opened;
    const offered = [...STRENGTHS.filter(([, , spec]) => parse(spec, methods)), ["best", "Best", best]];
    this.specs = Object.fromEntries(offered.map(([value, , spec]) => [value, spec]));
    const tabs = [...offered.map(([value, text]) => ({ value, text })), { value: "own", text: "Custom" }];
    const known = offered.find(([, , spec]) => spec === wanted)?.[0];
    const first = offered.find(([, , spec]) => spec === firstMethod(this.opened))?.[0];
    const strength = wanted ? (known ?? "own") : (first ?? "best");
    this.method = new MethodForm({ prefix: "engine", label: "Engine", changed: () => this.changed("own") });
    this.method.offer(methods, wanted || this.specs[strength]);
    this.strength = segmented("strength", "Strength", tabs, strength, (value) => this.changed(value));
    this.engineBox = el("details", {}, el("summary", { text: "Engine and its settings" }), this.method.element);
    this.sides = segmented(
      "side",
      "You play",
      [
        { value: "X", text: "You play X (first)" },
        { value: "O", text: "You play O" },
      ],
      this.side,
      (side) => this.turnTable(side),
    );
    this.valuesBox = el("input", { type: "checkbox", id: "show-values" });
    this.valuesBox.checked = this.values;
    this.valuesBox.addEventListener("change", () => this.showValues(this.valuesBox.checked));
    this.backButton = button("take-back", "Take back", () => this.takeBack());
    this.hintButton = button("engine-move", "Let the engine move", () => this.ask("reply"));
    this.thinking = el("p", { class: "hint", id: "engine-says" });
    this.rated = el("div", { id: "rated", class: "rated" });
    this.explanation = new Explanation();
    this.about = el(
      "details",
      { open: true },
      el("summary", { text: "How the engine works" }),
      this.explanation.element,
    );
    this.element = el(
      "div",
      { id: "game", class: "game" },
      el("div", { class: "row" }, this.sides, this.strength),
      this.engineBox,
      el("div", { id: "board", class: "board-host" }, this.board.element),
      this.buttons,
      el(
        "div",
        { class: "row" },
        button("new-game", "New game", () => this.restart(), "primary"),
        this.backButton,
        this.hintButton,
        el("label", { class: "check" }, this.valuesBox, el("span", { text: "Show the value of every move" })),
      ),
      this.thinking,
      el("div", { class: "beside" }, this.rated, this.about),
    );
    this.explanation.show(this.method.method);
  }

  destroy() {
    this.asking?.abort();
  }

  get spec() {
    const chosen = this.strength.querySelector("input:checked").value;
    return this.specs[chosen] ?? this.method.spec;
  }

  changed(strength) {
    choose(this.strength, strength);
    if (this.specs[strength]) this.method.offer(this.opened.methods, this.specs[strength]);
    else this.engineBox.open = true;
    this.explanation.show(this.method.method);
    this.remember();
  }

  remember() {
    this.save({
      moves: this.moves.join(","),
      side: this.side === "X" ? "" : "O",
      method: this.spec === firstMethod(this.opened) ? "" : this.spec,
      values: this.values ? "yes" : "",
    });
  }

  begin() {
    this.ask("none");
  }

  restart() {
    this.moves = [];
    this.begin();
  }

  turnTable(side) {
    this.side = side;
    this.restart();
  }

  showValues(on) {
    this.values = on;
    this.remember();
    if (on && this.yours) this.ask("rate");
    else this.draw(null);
  }

  /** Back to the player's own last turn. Moves alternate, so every second one is the player's. */
  takeBack() {
    const last = this.moves.findLastIndex((_, at) => at % 2 === this.ownPlace);
    if (last < 0) return;
    this.moves = this.moves.slice(0, last);
    const before = this.seen.get(this.moves.join());
    this.asking?.abort();
    if (before) this.accept(before, "none");
    else this.ask("none");
  }

  /** Whether the player's own moves are those of even or odd number, from 0. */
  get ownPlace() {
    return this.side === this.first ? 0 : 1;
  }

  get yours() {
    return this.answer !== null && !this.answer.over && this.answer.turn === this.side;
  }

  clicked(cell) {
    if (!this.yours || this.busy) return;
    const move = this.places.at(cell, this.opened.view);
    if (!this.answer.moves.includes(move)) return this.tell("You cannot move there.", "failed");
    this.make(move);
  }

  make(move) {
    if (!this.yours || this.busy) return;
    this.moves = [...this.moves, move];
    this.ask("reply");
  }

  /** Asks for the position after the moves; `engine` is what the engine does there. */
  async ask(engine) {
    this.asking?.abort();
    this.asking = new AbortController();
    this.busy = true;
    this.element.ariaBusy = "true";
    if (engine !== "none") this.tell("The engine is thinking …", "running");
    const { domain, settings, instance } = this.request;
    const asked = {
      domain,
      settings,
      ...(instance ? { position: instance } : {}),
      moves: this.moves,
      method: this.spec,
      engine,
      limits: LIMITS,
      seed: this.moves.length + 1,
    };
    let answer;
    try {
      answer = await post("/api/play", asked, this.asking.signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.rest();
      return this.tell(error.message, "failed");
    }
    this.accept(answer, engine);
  }

  rest() {
    this.busy = false;
    this.element.removeAttribute("aria-busy");
  }

  accept(answer, engine) {
    this.rest();
    this.answer = answer;
    this.first = answer.first;
    this.seen.set(answer.played.join(), answer);
    this.moves = answer.played;
    this.remember();
    this.draw(engine === "rate" ? answer.engine : null);
    if (answer.engine && engine !== "none") this.explain(answer.engine, engine);
    if (answer.over) return this.tell(this.ending(answer.over), answer.over === "a draw" ? "ready" : "solved");
    if (!this.yours) return this.ask("reply");
    if (this.values && engine !== "rate") return this.ask("rate");
    this.tell(`Your turn: you play ${this.side}.`, "ready");
  }

  ending(over) {
    if (over === "a draw") return "The game is a draw.";
    return over.startsWith(this.side) ? "You have won." : "The engine has won.";
  }

  explain(engine, asked) {
    const work = `${count(engine.expanded)} positions in ${duration(engine.seconds)}`;
    const stopped = engine.stopped ? `, stopped by its ${engine.stopped} limit` : "";
    const move = asked === "reply" && engine.move ? `The engine played ${engine.move}. ` : "";
    say(this.thinking, `${move}${engine.summary ?? ""} (${work}${stopped})`);
  }

  draw(engine) {
    const { answer } = this;
    if (!answer) return;
    const last = this.lastCell(answer);
    this.board.show(answer.cells, { line: answer.line, last, notes: engine ? this.notes(engine) : null });
    Object.assign(this.element.dataset, {
      turn: answer.turn ?? "",
      over: answer.over ?? "",
      moves: this.moves.join(","),
    });
    this.backButton.disabled = this.moves.length === 0;
    if (!this.places) put(this.buttons, ...answer.moves.map((move) => this.choice(move)));
    this.hintButton.disabled = Boolean(answer.over);
    this.rate(engine);
  }

  /** A button that makes a move. */
  choice(move) {
    const made = el("button", { type: "button", text: move, data: { move }, on: { click: () => this.make(move) } });
    made.disabled = !this.yours;
    return made;
  }

  lastCell({ cells }) {
    const move = this.moves.at(-1);
    if (!move) return -1;
    return this.places?.cell(move, cells, this.opened.view, true) ?? -1;
  }

  notes(engine) {
    if (!this.places) return null;
    const cellOf = (move) => this.places.cell(move, this.answer.cells, this.opened.view, false);
    return new Map(engine.rated.map((rated) => [cellOf(rated.move), note(rated)]));
  }

  /** The moves and what they are worth, the best first. */
  rate(engine) {
    if (!engine) return put(this.rated);
    const rows = engine.rated.toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity));
    const row = ({ move, words }) =>
      el("tr", { data: { move } }, el("th", { scope: "row", text: move }), el("td", { text: words }));
    const head = el(
      "tr",
      {},
      el("th", { scope: "col", text: "move" }),
      el("th", { scope: "col", text: "value for you" }),
    );
    put(this.rated, resultsOf([head, ...rows.map(row)]));
  }
}

const ENDS = { wins: "win", draws: "draw", loses: "loss" };

/** A value short enough for a cell. */
function note({ value, words }) {
  const [, end, moves] = /(wins|draws|loses)(?: in (\d+))?/.exec(words) ?? [];
  const bound = /at (most|best)/.test(words) ? "≤ " : "";
  const kind = value > 0 ? "win" : value < 0 ? "loss" : "draw";
  if (end) return { text: `${bound}${ENDS[end]}${moves ? ` ${moves}` : ""}`, kind, words };
  const number = typeof value === "number" ? short(Number(value.toFixed(2))) : "?";
  return { text: bound + number, kind, words };
}
