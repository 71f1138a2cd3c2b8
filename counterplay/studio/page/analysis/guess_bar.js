/** A puzzle on a board: moves are answers, which the server checks; what it says stands in a bar. */
import { part, post } from "./api.js";
import { announce } from "./announce.js";
import { h, put } from "./dom.js";
import { toast } from "./toast.js";

/** Fires `end` when the puzzle is left, `solved`. */
export class GuessBar extends EventTarget {
  /** @type {HTMLElement} */
  element = h("div", { class: "guess", role: "status", hidden: true });
  #session;
  #puzzle = "";
  #buttons = [];

  /** @param {import("./tree_session.js").TreeSession} session @param {AbortSignal} signal @param {{leave?: string}} [words] what the button says that leaves the puzzle */
  constructor(session, signal, words = {}) {
    super();
    this.#session = session;
    this.leave = words.leave ?? "Leave";
    session.addEventListener("change", () => this.#puzzle && session.node !== this.#at && this.end(), { signal });
  }

  #at = null;

  /** Ask for a better move where the session stands. @param {string} puzzle its id @param {string} question */
  ask(puzzle, question) {
    this.#puzzle = puzzle;
    this.#at = this.#session.node;
    this.#session.guess = (action) => this.#answer(action);
    this.#say("asking", question);
  }

  /** No longer a puzzle: moves are variations again. */
  end() {
    this.#puzzle = "";
    this.#session.guess = null;
    this.element.hidden = true;
    this.dispatchEvent(new Event("end"));
  }

  #say(kind, words) {
    const solution = h("button", { type: "button", class: "button small", text: "Show the solution", on: { click: () => this.#answer(null) } });
    const leave = this.leave ? h("button", { type: "button", class: "button small", text: this.leave, on: { click: () => this.end() } }) : null;
    this.#buttons = kind === "right" || kind === "told" ? [] : [solution, leave];
    this.element.className = `guess ${kind}`;
    this.element.hidden = false;
    put(this.element, h("span", { class: "guess-words", text: words }), ...this.#buttons);
    announce(words);
  }

  async #answer(action) {
    try {
      const told = await post(`/puzzles/${part(this.#puzzle)}/try`, { action });
      if (!told.best) return this.#say("wrong", told.sentence);
      const puzzle = this.#puzzle;
      this.#puzzle = "";
      this.#session.guess = null;
      this.#say(told.right ? "right" : "told", `${told.right ? "Solved. " : ""}${told.sentence}`);
      const line = told.best.actions.map((move, index) => ({ action: move, name: told.best.line[index] }));
      await this.#session.tryAll(action === null || action === told.best.action ? line.slice(0, 1) : [{ action, name: this.#name(action) }]);
      this.dispatchEvent(new CustomEvent(told.right ? "solved" : "told", { detail: puzzle }));
    } catch (error) {
      toast(error.message);
    }
  }

  #name(action) {
    return this.#session.position.choices.find((choice) => choice.action === action)?.name || String(action);
  }
}
