// Play: games against the engine, and puzzles by hand.

import * as url from "../url.js";
import { drawingOf } from "../boards/board.js";
import { GamePlay } from "../play/game.js";
import { el, part, put, say, viewOf } from "../ui/dom.js";
import { InstanceForm } from "../ui/instance.js";
import { Status } from "../ui/status.js";

export const play = { id: "play", title: "Play", mount: (...given) => new Play(...given) };

class Play {
  constructor(host, registry, params) {
    this.params = params;
    this.table = null;
    this.host = el("div", { class: "table-host" });
    this.status = new Status();
    const only = (domain) => {
      const { Play, plays = () => true } = drawingOf(domain.kind);
      return domain.game || (Play && plays(domain));
    };
    const games = { ...registry, domains: registry.domains.toSorted((a, b) => Number(b.game) - Number(a.game)) };
    this.form = new InstanceForm(games, url.readInstance(params), {
      only,
      opened: (answer) => this.opened(answer),
      failed: () => this.failed(),
    });
    put(
      host,
      viewOf(
        "play",
        "Play",
        part("setup", "Set up", this.form.element),
        part("stage", "Board", this.status.element, this.host),
      ),
    );
    this.form.open();
  }

  destroy() {
    this.table?.destroy();
  }

  opened(answer) {
    this.table?.destroy();
    const Kind = drawingOf(answer.view.kind).Play ?? GamePlay;
    say(this.form.hint, "");
    this.table = new Kind({
      answer,
      request: this.form.request,
      given: this.form.given,
      params: this.params,
      say: (words, kind) => this.status.tell(words, kind),
      remember: (settings) => url.write("play", { ...url.writeInstance(this.form.settings), ...settings }),
    });
    this.params = new URLSearchParams();
    put(this.host, this.table.element);
  }

  failed() {
    this.table?.destroy();
    this.table = null;
    put(this.host);
    this.status.tell("This position cannot be opened.", "failed");
  }
}
