/** What is certain of a position: what was proved of the game, and the exact value of every move where it can be solved. */
import { post } from "./api.js";
import { announce } from "./announce.js";
import { h, put } from "./dom.js";

export class ExactPanel {
  /** @type {HTMLElement} */
  element;
  #session;
  #signal;
  #answer = h("div", { class: "why-answer" });
  #button = h("button", { type: "button", class: "button small", text: "Solve this position", on: { click: () => this.#ask() } });

  /** @param {import("./tree_session.js").TreeSession} session @param {AbortSignal} signal */
  constructor(session, signal) {
    this.#session = session;
    this.#signal = signal;
    this.element = h("section", { class: "why" }, h("div", { class: "part-head" }, h("h2", { text: "Exact values" }), this.#button),
      h("p", { class: "hint", text: "What every move is worth if both sides go on without a mistake." }), this.#answer);
    session.addEventListener("change", () => this.#clear(), { signal });
    this.#clear();
  }

  #clear() {
    this.#button.toggleAttribute("disabled", !this.#session.position.choices.length);
    put(this.#answer);
  }

  async #ask() {
    const asked = this.#session.position;
    put(this.#answer, h("p", { class: "busy", role: "status", text: "Solving …" }));
    try {
      const answer = await post("/exact", this.#session.request, this.#signal);
      if (this.#session.position === asked) this.#show(answer);
    } catch (error) {
      if (!this.#signal.aborted && this.#session.position === asked) put(this.#answer, h("p", { class: "failure", role: "alert", text: error.message }));
    }
  }

  #show({ proved, moves, complete, problem }) {
    const words = problem || (complete ? "Every move is solved." : moves.length ? "Some moves could not be solved in the time." : "No move could be solved in the time: there are too many positions.");
    put(this.#answer, proved ? h("p", { class: "why-sentence", text: proved }) : null, h("p", { class: "hint", text: words }),
      h("ol", { class: "lines", "aria-label": "Exact values" }, ...moves.map(({ action, name, value }) => h("li", { class: "line" }, h("b", { class: "line-value", text: value.text }),
        h("span", { class: "line-moves" }, h("button", { type: "button", class: "move", title: "Try on the board", text: name, on: { click: () => this.#session.try(action, name) } }))))));
    announce(words);
  }
}
