// Exercises: a question about searches, an answer to it, and the verdict on the answer.

import { post } from "../api.js";
import * as url from "../url.js";
import { boardOf } from "../boards/board.js";
import { button, el, field, part, put, viewOf } from "../ui/dom.js";
import { Status } from "../ui/status.js";

export const exercise = { id: "exercise", title: "Exercises", mount: (...given) => new Exercise(...given) };

class Exercise {
  constructor(host, registry, params) {
    this.number = Number(params.get("number")) || 1;
    /** The text of a teacher's file; null: the built-in exercises. */
    this.file = null;
    this.status = new Status();
    this.list = el("select", { id: "exercise", on: { change: () => this.turn(Number(this.list.value)) } });
    this.heading = el("p", { class: "hint", id: "exercises-heading" });
    this.student = el("input", { id: "student", autocomplete: "name", value: params.get("student") ?? "" });
    this.student.addEventListener("change", () => this.ask());
    this.named = field("Student", this.student, "A name or a number: each student gets a different variant.");
    this.picked = el("input", { type: "file", class: "unseen", tabindex: "-1", "aria-label": "File" });
    this.picked.addEventListener("change", () => this.open());
    this.own = button("own-exercises", "Built-in exercises", () => this.take(null));
    this.question = el("div", { class: "question", id: "question" });
    this.boards = el("div", { class: "exercise-boards", id: "boards" });
    this.hints = el("div", { id: "hints" });
    this.answer = el("input", { id: "answer", autocomplete: "off", spellcheck: "false" });
    this.checkButton = el("button", { id: "check", class: "primary", text: "Check" });
    this.next = button("next-exercise", "Next exercise", () => this.turn(this.number + 1));
    const form = el(
      "form",
      { class: "answer", on: { submit: (event) => this.check(event) } },
      field("Your answer", this.answer),
      this.checkButton,
      this.next,
    );
    put(
      host,
      viewOf(
        "play exercises",
        "Exercises",
        part(
          "setup",
          "Choose",
          this.heading,
          field("Exercise", this.list),
          this.named,
          el(
            "div",
            { class: "row" },
            button("open-exercises", "Open a teacher's file", () => this.picked.click()),
            this.own,
            this.picked,
          ),
        ),
        part("stage", "Exercise", this.question, this.boards, form, this.status.element, this.hints),
      ),
    );
    this.ask();
  }

  destroy() {
    this.asking?.abort();
  }

  async open() {
    const [file] = this.picked.files;
    if (!file) return;
    const text = await file.text();
    this.picked.value = "";
    this.take(text);
  }

  take(file) {
    this.file = file;
    this.turn(1);
  }

  turn(number) {
    this.number = number;
    this.answer.value = "";
    return this.ask();
  }

  check(event) {
    event.preventDefault();
    const answer = this.answer.value.trim();
    if (!answer) return this.status.tell("Type an answer first.", "stuck");
    this.status.tell("Working out the answer …", "running");
    return this.ask(answer);
  }

  /** Requests the exercise, and the verdict on the answer if there is one. */
  async ask(answer) {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    const { file, number } = this;
    const student = file === null ? "" : this.student.value.trim();
    this.named.hidden = this.own.hidden = file === null;
    url.write("exercise", { number, student });
    try {
      const told = await post("/api/exercise", { file, student, number, answer }, asking.signal);
      if (told.checked) this.judge(told.checked);
      else this.show(told);
    } catch (error) {
      if (this.asking !== asking || error.name === "AbortError") return;
      // A link to an exercise that does not exist leads to the first.
      if (number !== 1 && !this.list.options.length) await this.turn(1);
      this.status.tell(error.message, "failed");
    }
  }

  show({ heading, titles, question, boards, begin }) {
    this.heading.textContent = heading || "Every answer is worked out by running the searches.";
    const option = (title, at) => el("option", { value: at + 1, text: `${at + 1}. ${title}` });
    put(this.list, ...titles.map(option));
    this.list.value = this.number;
    this.next.disabled = this.number >= titles.length;
    put(this.question, el("h2", { text: `${this.number}. ${titles[this.number - 1]}` }), ...paragraphs(question));
    put(this.boards, ...boards.map((board) => drawn(board, boards.length > 1)));
    put(this.hints, runs("Start with", begin));
    this.status.tell("Type your answer.", "ready");
  }

  judge({ right, told, tries }) {
    this.status.tell(told, right ? "solved" : "stuck");
    put(this.hints, runs("Try", tries));
  }
}

/** Indented lines are kept as they are; the lines of a paragraph are joined. */
function paragraphs(question) {
  const parts = [];
  let before = "";
  for (const line of question.trim().split("\n")) {
    const kind = line.trim() && (line.startsWith("  ") ? "pre" : "p");
    const text = kind === "pre" ? line.slice(2) : line;
    if (kind && kind !== before) parts.push(el(kind, { text }));
    else if (kind) parts.at(-1).textContent += (kind === "p" ? " " : "\n") + text;
    before = kind;
  }
  return parts;
}

function drawn(board, named) {
  const caption = named ? el("figcaption", {}, el("code", { text: board.text })) : null;
  return el("figure", {}, boardOf(board).element, caption);
}

/** Runs to make by hand, each a link to watch it. */
function runs(words, list) {
  if (!list.length) return null;
  const run = ({ command, domain, settings, instance, method, seed }) => {
    const href = url.link("watch", { ...url.writeInstance({ domain, settings, instance, seed }), method });
    return el("li", {}, el("a", { href }, el("code", { text: command })));
  };
  return el("div", { class: "tries" }, el("p", { text: words }), el("ul", {}, ...list.map(run)));
}
