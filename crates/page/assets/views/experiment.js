// Experiment: methods compared on many instances.

import { follow, get, post, stream } from "../api.js";
import * as url from "../url.js";
import { runWords, tableOf } from "../ui/comparison.js";
import { button, el, field, numberInput, part, put, reveal, say, viewOf } from "../ui/dom.js";
import { count, duration } from "../ui/format.js";
import { InstanceForm } from "../ui/instance.js";
import { LimitsForm } from "../ui/limits.js";
import { MethodList } from "../ui/methods.js";
import { plot } from "../ui/plot.js";
import { Tip } from "../ui/tip.js";
import { Status } from "../ui/status.js";

export const experiment = { id: "experiment", title: "Experiment", mount: (...given) => new Experiment(...given) };

const MOST_METHODS = 12;

class Experiment {
  constructor(host, registry, params) {
    this.registry = registry;
    this.wanted = params.getAll("method");
    this.source = params.get("source") ?? (params.get("instance") ? "instance" : "seeded");
    this.abort = null;
    this.tip = new Tip();
    this.build(host, params);
    // In turn, as each of them sets the status.
    this.form.open().then(() => this.again());
  }

  build(host, params) {
    this.status = new Status();
    this.bar = el("progress", {
      id: "experiment-progress",
      max: "1",
      value: "0",
      "aria-label": "Progress of the experiment",
      hidden: true,
    });
    this.progress = el("p", { id: "progress", class: "hint" });
    this.command = el("code", { id: "command" });
    this.commandBox = el(
      "div",
      { class: "command", hidden: true },
      this.command,
      button("copy-command", "Copy", () => navigator.clipboard?.writeText(this.command.textContent)),
    );
    this.table = el("div", { id: "result", class: "result" });
    this.plots = el("div", { id: "plots", class: "plots" });
    this.downloads = el("p", { id: "downloads", class: "row", hidden: true });
    this.kept = el("details", { id: "kept", hidden: true });
    this.empty = el(
      "div",
      { class: "empty" },
      el("p", {
        text: "Choose a problem, the methods and how many instances, then run: the table grows here while the experiment runs, and the plots follow.",
      }),
    );
    this.methods = new MethodList({ least: 1, most: MOST_METHODS, changed: () => this.remember(), sweeps: true });
    this.limits = new LimitsForm(this.registry.limits, params, () => this.remember());
    const runs = params.get("runs") ?? "20";
    this.runs = numberInput("runs", { min: "1", max: "10000", required: true, value: runs });
    this.seed = numberInput("seed", { min: "0", required: true, value: params.get("seed") ?? "1" });
    this.text = el("textarea", { id: "instances", rows: "3", spellcheck: "false" });
    this.text.value = params.get("text") ?? params.get("instance") ?? "";
    for (const input of [this.runs, this.seed, this.text]) input.addEventListener("change", () => this.remember());
    this.sourceHost = el("div", { class: "fields-stack" });
    this.runButton = button("run", "Run", () => this.start(), "primary");
    this.stopButton = button("stop", "Cancel", () => this.stop());
    this.form = new InstanceForm(this.registry, url.readInstance(params), {
      many: true,
      opened: (answer) => this.opened(answer),
      failed: () => this.buttons(),
    });
    put(
      host,
      viewOf(
        "experiment",
        "Experiment",
        part(
          "setup",
          "Set up",
          this.form.element,
          this.sourceHost,
          el("h2", { text: "Methods" }),
          this.methods.element,
          this.limits.element,
          el("div", { class: "row actions" }, this.runButton, this.stopButton),
        ),
        part(
          "stage",
          "Experiment",
          this.status.element,
          this.bar,
          this.progress,
          this.commandBox,
          this.empty,
          this.table,
          this.downloads,
          this.plots,
          this.kept,
        ),
      ),
    );
    this.buttons();
  }

  destroy() {
    this.abort?.abort();
    this.tip.destroy();
  }

  /** Lists the experiments that the server keeps; shows that of this address again. */
  async again() {
    const address = location.hash;
    const kept = await get("/api/experiments").catch(() => []);
    this.list(kept);
    const same = kept.find(({ label }) => label && label === address);
    if (same && !this.abort)
      this.listen(() => follow(`/api/experiments/${same.id}/follow`, this.abort.signal, (line) => this.take(line)));
  }

  list(kept) {
    const link = ({ label, command, running }) =>
      el("li", {}, el("a", { href: label, text: command }), running ? " (running)" : "");
    const shown = kept.filter(({ label }) => label);
    put(
      this.kept,
      el("summary", { text: `Saved experiments: ${shown.length}` }),
      el("ol", { class: "kept-list" }, ...shown.map(link)),
    );
    this.kept.hidden = shown.length === 0;
  }

  opened(answer) {
    const fits = this.answer && this.answer.domain === answer.domain;
    this.answer = answer;
    const strange = this.methods.offer(answer.methods, this.wanted, answer.compared);
    this.wanted = [];
    if (!fits) this.offerSources();
    this.status.tell(strange || "Ready to run.", "ready");
    this.buttons();
    this.remember();
  }

  /** Where the instances come from: seeds, a set that ships with the program, a list or one text. */
  offerSources() {
    const { sets, random, instance_doc: doc } = this.form.entry;
    const sources = [
      ...(random ? [{ value: "seeded", text: "Made from the seed" }] : []),
      { value: "instance", text: "One instance, many seeds" },
      ...sets.map(({ name, count }) => ({ value: `set:${name}`, text: `The set ${name} (${count})` })),
      { value: "list", text: "A list" },
    ];
    if (!sources.some(({ value }) => value === this.source)) this.source = sources[0].value;
    const option = ({ value, text }) => el("option", { value, text });
    const select = el("select", { id: "source" }, ...sources.map(option));
    select.value = this.source;
    select.addEventListener("change", () => {
      this.source = select.value;
      this.showSource();
      this.remember();
    });
    this.runsField ??= field("Runs", this.runs, "For each method");
    this.seedField ??= field("Seed", this.seed, "The same seed gives the same runs");
    this.textField ??= field("Text", this.text, "What an instance looks like");
    this.textField.querySelector("small").textContent = doc;
    const counts = el("div", { class: "fields" }, this.runsField, this.seedField);
    put(this.sourceHost, field("Instances", select), this.textField, counts);
    this.showSource();
  }

  showSource() {
    this.textField.hidden = !["list", "instance"].includes(this.source);
    this.textField.querySelector("label").textContent = this.source === "list" ? "Instances, one per line" : "Instance";
    this.runsField.hidden = this.source === "list";
  }

  get request() {
    const { domain, settings } = this.form.request;
    const text = this.text.value.trim();
    const from =
      this.source === "list"
        ? { list: text }
        : this.source === "instance" && text
          ? { instance: text }
          : this.source.startsWith("set:")
            ? { set: this.source.slice(4) }
            : {};
    const runs = this.source === "list" ? {} : { runs: Number(this.runs.value) };
    return {
      domain,
      settings,
      methods: this.methods.specs,
      ...from,
      ...runs,
      seed: Number(this.seed.value),
      limits: this.limits.values,
    };
  }

  remember() {
    const { domain, settings } = this.form.state;
    const instance = url.writeInstance({ domain, settings, instance: "", seed: Number(this.seed.value) });
    const source = this.source === "seeded" ? "" : this.source;
    const text = this.textField?.hidden ? "" : this.text.value;
    url.write("experiment", {
      ...instance,
      method: this.methods.specs,
      runs: this.runs.value,
      source,
      text,
      ...this.limits.values,
    });
  }

  buttons() {
    this.runButton.disabled = Boolean(this.abort) || !this.form.opened;
    this.stopButton.disabled = !this.abort;
  }

  async start() {
    const asked = [this.runs, this.seed].filter((input) => !input.closest("[hidden]"));
    if (!asked.every((input) => input.reportValidity()) || !this.limits.check()) return;
    this.remember();
    const request = { ...this.request, keep: true, label: location.hash };
    await this.listen(() => stream("/api/experiment", request, this.abort.signal, (line) => this.take(line)));
  }

  /** Shows the lines as they come, until the end. */
  async listen(begin) {
    const abort = (this.abort = new AbortController());
    this.id = null;
    /** The problem of the runs, whatever is chosen afterwards. */
    this.asked = this.form.request;
    put(this.table);
    put(this.plots);
    this.downloads.hidden = this.empty.hidden = true;
    this.shownId = null;
    this.bar.hidden = false;
    this.bar.removeAttribute("value");
    reveal(this.status.element);
    this.status.tell("Planning …", "running");
    this.buttons();
    try {
      await begin();
    } catch (error) {
      if (error.name === "AbortError") this.status.tell("Cancelled.", "stopped");
      else this.status.tell(error.message, "failed");
    }
    if (this.abort !== abort) return;
    this.abort = null;
    this.bar.hidden = true;
    this.buttons();
    this.list(await get("/api/experiments").catch(() => []));
  }

  /** Ends the experiment and keeps what is done; if the server cannot do that, aborts it and keeps nothing. */
  async stop() {
    const { abort, id } = this;
    this.id = null;
    try {
      if (id === null) throw new Error("not planned yet, or asked before");
      await post("/api/experiment/stop", { id }, abort?.signal);
    } catch {
      abort?.abort();
    }
  }

  take(line) {
    if (line.type === "planned") {
      this.id = line.id;
      this.bar.max = line.cells;
      say(this.command, line.command);
      this.commandBox.hidden = false;
      this.status.tell(`Running ${line.cells === 1 ? "one search" : `${count(line.cells)} searches`} …`, "running");
    } else if (line.type === "progress") {
      this.bar.value = line.done;
      say(this.progress, `${count(line.done)} of ${count(line.cells)} done in ${duration(line.seconds)}`);
    } else if (line.type === "failed") this.status.tell(line.error, "failed");
    else if (line.type === "table") this.draw(line);
    else if (line.type === "done") this.done(line);
  }

  draw({ table, figures }) {
    put(this.table, tableOf(table), ...table.remarks.map((text) => el("p", { class: "hint", text })));
    this.tip.hide();
    put(this.plots, ...figures.map((figure) => plot(figure, (dot, cell) => this.dot(dot, cell))));
  }

  /** A dot of a plot describes its run, and opens it in Watch. */
  dot(dot, cell) {
    const asked = () => (dot.run ??= get(`/api/experiments/${this.shownId}/${cell}`).catch(() => null));
    const tell = async () => {
      const run = this.shownId ? await asked() : null;
      if (!run || !dot.matches(":hover, :focus")) return;
      const { right, top } = dot.getBoundingClientRect();
      this.tip.tell(right, top, runWords(run));
    };
    for (const event of ["pointerenter", "focus"]) dot.addEventListener(event, tell);
    for (const event of ["pointerleave", "blur"]) dot.addEventListener(event, () => this.tip.hide());
    const open = async () => {
      const run = this.shownId ? await asked() : null;
      if (!run) return;
      this.tip.hide();
      const { domain, settings } = this.asked;
      const makers = this.form.makers;
      const kept = Object.entries(settings).filter(([name]) => !makers.includes(name));
      const instance = { domain, settings: Object.fromEntries(kept), instance: run.instance, seed: run.seed };
      location.hash = url.link("watch", { ...url.writeInstance(instance), method: run.method, play: 5 });
    };
    dot.addEventListener("click", open);
    dot.addEventListener("keydown", ({ key }) => key === "Enter" && open());
  }

  done(line) {
    this.shownId = line.id;
    this.draw(line);
    if (line.complete) this.status.tell("The experiment is done.", "solved");
    else this.status.tell("Cancelled. The finished runs are kept.", "stopped");
    const link = ({ ending, doc, url: href }) =>
      el("a", {
        class: "button",
        href,
        download: `goalward.${ending}`,
        title: doc,
        data: { download: ending },
        text: `.${ending}`,
      });
    put(this.downloads, el("span", { text: "Download" }), ...line.downloads.map(link));
    this.downloads.hidden = false;
  }
}
