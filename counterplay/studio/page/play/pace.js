/** Agents that play among themselves: paused, one move at a time, slower and faster. */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { toast } from "./toast.js";

const SPEEDS = [["Slow", 2], ["Normal", 0.7], ["Fast", 0.1]]; // seconds between two moves

/** Shown where nobody plays but agents. */
export class PaceControl {
  /** @type {HTMLElement} */
  element;
  #session;
  #pause = h("button", { type: "button", class: "button small", on: { click: () => this.toggle() } });
  #speed;

  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.#session = session;
    this.#speed = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Speed", on: { change: () => this.#ask({ seconds: Number(this.#speed.value) }) } },
      ...SPEEDS.map(([name, seconds]) => h("option", { value: seconds, text: name, selected: seconds === 0.7 }))));
    this.element = h("div", { class: "pace", role: "group", "aria-label": "Pace of the game" }, this.#pause, h("span", { class: "inline-field" }, this.#speed));
    this.show();
  }

  /** Whether agents play here among themselves. */
  get shown() {
    const { seats, status } = this.#session.game;
    return status === "playing" && seats.every((seat) => seat.kind === "agent");
  }

  /** Draw it anew. */
  show() {
    const { paused } = this.#session.game;
    this.element.hidden = !this.shown;
    this.#pause.replaceChildren(icon(paused ? "play" : "pause"), paused ? "Go on" : "Pause");
  }

  /** Pause, or go on. */
  toggle() {
    return this.#ask({ paused: !this.#session.game.paused });
  }

  async #ask(body) {
    try {
      await this.#session.ask("pace", body);
    } catch (error) {
      toast(error.message);
    }
  }
}
