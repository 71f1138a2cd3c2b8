/** "Why this move?": the refutation of the move somebody wanted, and what changed with depth. */
import { post } from "./api.js";
import { announce } from "./announce.js";
import { freshId, h, put } from "./dom.js";

/** Asks the server about a move of the shown position, or about the move that led to it. */
export class WhyPanel {
  /** @type {HTMLElement} */
  element;
  #session;
  #signal;
  #select;
  #answer = h("div", { class: "why-answer" });
  #last;
  #button;

  /** @param {import("./session.js").Session} session @param {AbortSignal} signal */
  constructor(session, signal) {
    this.#session = session;
    this.#signal = signal;
    const id = freshId("why");
    this.#select = /** @type {HTMLSelectElement} */ (h("select", { id }));
    this.#button = h("button", { type: "submit", class: "button small", text: "Explain" });
    this.#last = h("button", { type: "button", class: "button small", text: "Explain", on: { click: () => this.#askLast() } });
    this.element = h("section", { class: "why" }, h("div", { class: "part-head" }, h("h2", { text: "Why this move?" }), this.#last),
      h("form", { class: "why-form", on: { submit: (event) => this.#submit(event) } }, h("label", { for: id, text: "Why not" }), this.#select, this.#button), this.#answer);
    session.addEventListener("change", () => this.refresh(), { signal });
    this.refresh();
  }

  /** The moves of the shown position. */
  refresh() {
    const { position, lastMove, game, variation, ply } = this.#session;
    const next = variation ? null : game.moves[ply];
    put(this.#select, ...[...position.choices].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }))
      .map((c) => h("option", { value: c.action, text: c.name, selected: next?.action === c.action })));
    this.#button.toggleAttribute("disabled", !position.choices.length);
    this.#select.disabled = !position.choices.length;
    this.#last.hidden = !lastMove || lastMove.player < 0;
    if (lastMove) this.#last.textContent = `Explain ${lastMove.name}`;
    put(this.#answer);
  }

  #submit(event) {
    event.preventDefault();
    this.#ask(this.#session.request, Number(this.#select.value), this.#session.position.player, async () => {});
  }

  #askLast() {
    const { request, lastMove } = this.#session;
    this.#ask({ ...request, moves: request.moves.slice(0, -1) }, lastMove.action, lastMove.player, () => this.#session.previous());
  }

  /** back goes to the position that the question is about, before a line is tried. */
  async #ask(request, action, player, back) {
    const asked = this.#session.position;
    put(this.#answer, h("p", { class: "busy", role: "status", text: "Searching for the answer …" }));
    try {
      const answer = await post("/why", { ...request, action }, this.#signal);
      if (this.#session.position === asked) this.#show(answer, asked.player_names[player], back);
    } catch (error) {
      if (!this.#signal.aborted) put(this.#answer, h("p", { class: "failure", role: "alert", text: error.message }));
    }
  }

  #show(answer, who, back) {
    const follow = async (names, actions, count) => {
      await back();
      await this.#session.tryAll(actions.slice(0, count).map((action, index) => ({ action, name: names[index] })));
    };
    const line = (label, { name, value, line: names, actions }) => h("div", { class: "why-line" }, h("dt", {}, label, " ", h("b", { text: name })),
      h("dd", { class: "line-moves" }, h("span", { class: "line-value", text: valueText(value) }), ...names.map((move, index) =>
        h("button", { type: "button", class: "move", text: move, title: "Try on the board", on: { click: () => follow(names, actions, index + 1) } }))));
    const depths = answer.by_depth || [];
    put(this.#answer, h("p", { class: "why-sentence", text: answer.sentence }),
      h("dl", {}, line("You wanted:", answer.wanted), answer.best.name !== answer.wanted.name ? line("Better:", answer.best) : null),
      depths.length ? h("table", { class: "table" }, h("caption", { text: `What changed with depth; values for ${who}` }),
        h("thead", {}, h("tr", {}, ...["Depth", "Best", "Its value", answer.wanted.name].map((text) => h("th", { scope: "col", text })))),
        h("tbody", {}, ...depths.map((row) => h("tr", {}, ...[row.depth, row.best, valueText(row.value), valueText(row.wanted_value)].map((text) => h("td", { text: String(text ?? "–") })))))) : null);
    announce(answer.sentence);
  }
}

function valueText(value) {
  if (value === null || value === undefined) return "–";
  return typeof value === "object" ? value.text : typeof value === "number" ? value.toPrecision(3) : String(value);
}
