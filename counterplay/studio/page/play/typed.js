/** Moves typed in the game's notation. */
import { h } from "./dom.js";

const LISTED = 20; // possible moves that are named when one is not understood

/** A line to type in; what cannot be understood is explained below it. */
export class TypedMove {
  /** @type {HTMLElement} */
  element;
  #session;
  #control;
  #input = /** @type {HTMLInputElement} */ (h("input", { type: "text", id: "typed-move", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    placeholder: "Type a move", "aria-describedby": "typed-failure" }));
  #failure = h("p", { class: "failure", id: "typed-failure", role: "alert" });

  /** @param {import("./session.js").Session} session @param {import("./control.js").Control} control */
  constructor(session, control) {
    this.#session = session;
    this.#control = control;
    this.element = h("form", { class: "type-move", on: { submit: (event) => this.#submit(event) } },
      h("label", { class: "visually-hidden", for: "typed-move", text: "Type a move" }), this.#input,
      h("button", { type: "submit", class: "button", text: "Play" }), this.#failure);
  }

  /** Whether there is a move to type. The line is never disabled, so that it keeps the keyboard's focus. */
  refresh() {
    this.#input.readOnly = !(this.#session.plays || this.#session.tries);
  }

  /** Put the keyboard into the line. */
  focus() {
    this.#input.focus();
  }

  async #submit(event) {
    event.preventDefault();
    const text = this.#input.value.trim();
    this.#failure.textContent = "";
    if (!text) return;
    this.#input.value = ""; // at once: whatever is there when the answer comes is the next move
    try {
      await this.#play(text);
    } catch (error) {
      this.#failure.textContent = error.message;
      this.#input.value ||= text;
    }
  }

  async #play(text) {
    const session = this.#session;
    const { choices } = session.position;
    const found = choices.find((c) => c.name === text) || choices.find((c) => c.name.toLowerCase() === text.toLowerCase());
    if (found) return this.#control.act(found.action);
    // The server understands more than the exact names.
    if (session.plays) return session.ask("moves", { name: text, ply: session.game.ply });
    const possible = choices.slice(0, LISTED).map((c) => c.name).join(", ") + (choices.length > LISTED ? ", …" : "");
    throw new Error(`'${text}' is not a move here; ${possible ? `possible: ${possible}` : "nothing can be played"}`);
  }
}
