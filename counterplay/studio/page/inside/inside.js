/** Look inside: a search of the shown position, step by step on its tree, or the tree that Monte Carlo search grew. */
import { get, part, post } from "./api.js";
import { freshId, h, put } from "./dom.js";
import { MonteCarloView } from "./monte_carlo.js";
import { Stepper } from "./stepper.js";

const MONTE_CARLO = "mcts";
const PATIENCE = 3000; // milliseconds until the page explains why it takes so long

/** The panel with the algorithm's choice and what it did. */
export class InsidePanel {
  /** @type {HTMLElement} */
  element;
  #session;
  #signal;
  #algorithm = /** @type {HTMLSelectElement} */ (h("select", { id: freshId("algorithm") }));
  #depth = /** @type {HTMLInputElement} */ (h("input", { type: "number", id: freshId("depth"), min: 1, max: 9, value: 2 }));
  #playouts = /** @type {HTMLInputElement} */ (h("input", { type: "number", id: freshId("playouts"), min: 10, max: 5000, step: 10, value: 200 }));
  #about = h("p", { class: "hint" });
  #answer = h("div", { class: "inside-answer" });
  #depthField;
  #playoutsField;
  #button;
  #abouts = new Map();
  #stepper = null;
  #asked = "";

  /** @param {import("./session.js").Session} session @param {AbortSignal} signal @param {any} entry of the catalogue, or null */
  constructor(session, signal, entry) {
    this.#session = session;
    this.#signal = signal;
    const traced = entry?.traced || [];
    const monteCarlo = (entry?.algorithms || []).includes(MONTE_CARLO);
    const preferred = ["alpha_beta", "expectiminimax", "expectimax", "max_n"].find((name) => traced.includes(name));
    put(this.#algorithm, ...[...traced, ...(monteCarlo ? [MONTE_CARLO] : [])].map((name) => h("option", { value: name, selected: name === preferred, text: nameOf(name) })));
    this.#depthField = h("span", { class: "inline-field" }, h("label", { for: this.#depth.id, text: "Depth" }), this.#depth);
    this.#playoutsField = h("span", { class: "inline-field" }, h("label", { for: this.#playouts.id, text: "Playouts" }), this.#playouts);
    this.#button = h("button", { type: "submit", class: "button primary small", text: "Search" });
    this.element = h("div", { class: "inside" },
      h("form", { class: "inside-form", on: { submit: (event) => this.#submit(event) } }, h("span", { class: "inline-field" }, h("label", { for: this.#algorithm.id, text: "Algorithm" }), this.#algorithm),
        this.#depthField, this.#playoutsField, this.#button), this.#about, this.#answer);
    this.#algorithm.addEventListener("change", () => this.#arrange());
    session.addEventListener("change", () => this.#moved(), { signal });
    this.#arrange();
    this.#empty();
    this.#loadAbouts();
  }

  set shown(value) {
    if (this.#stepper) this.#stepper.active = value;
    if (value) this.#arrange();
  }

  async #loadAbouts() {
    try {
      for (const { name, about } of await get(`/algorithms?game=${part(this.#session.game.game)}`, this.#signal)) this.#abouts.set(name, about);
      this.#arrange();
    } catch {
      // The names alone do, too.
    }
  }

  #arrange() {
    const monteCarlo = this.#algorithm.value === MONTE_CARLO;
    this.#depthField.hidden = monteCarlo;
    this.#playoutsField.hidden = !monteCarlo;
    const about = this.#abouts.get(this.#algorithm.value) || "";
    this.#about.textContent = about ? about[0].toUpperCase() + about.slice(1) + (about.endsWith(".") ? "" : ".") : "";
  }

  #empty() {
    put(this.#answer, h("div", { class: "empty-inside" }, h("p", { text: "Choose an algorithm and search the position on the board: every window, every cut and its reason can then be stepped through, forward and back." }),
      h("p", { class: "hint", text: "Small depths give trees that can be read." })));
  }

  #moved() {
    if (this.#asked && this.#asked !== this.#session.actions.join(",")) this.#answer.classList.add("stale");
    else this.#answer.classList.remove("stale");
  }

  async #submit(event) {
    event.preventDefault();
    const algorithm = this.#algorithm.value;
    const request = { ...this.#session.request, algorithm };
    if (algorithm === MONTE_CARLO) request.playouts = Number(this.#playouts.value);
    else request.depth = Number(this.#depth.value);
    this.#button.setAttribute("disabled", "");
    this.#answer.classList.remove("stale");
    const busy = h("p", { class: "busy", role: "status", text: "Searching and writing down every step …" });
    const patience = setTimeout(() => {
      busy.textContent = "Still working. A game that is searched for the first time is compiled first, which can take a minute.";
    }, PATIENCE);
    put(this.#answer, busy);
    try {
      const answer = await post("/inside", request, this.#signal);
      this.#asked = this.#session.actions.join(",");
      this.#show(answer, request);
    } catch (error) {
      if (!this.#signal.aborted) put(this.#answer, h("p", { class: "failure", role: "alert", text: error.message }));
    } finally {
      clearTimeout(patience);
      this.#button.removeAttribute("disabled");
    }
  }

  async #show(answer, request) {
    const boardOf = (actions) => post("/inside/board", { game: request.game, start: request.start, moves: [...request.moves, ...actions] }, this.#signal);
    if (answer.algorithm === MONTE_CARLO && answer.nodes?.[0]?.visits !== undefined) {
      put(this.#answer, new MonteCarloView(answer, boardOf).element);
      return;
    }
    this.#stepper = new Stepper(answer, { boardOf, signal: this.#signal });
    put(this.#answer, this.#stepper.element);
    await this.#stepper.start();
    this.#stepper.active = true;
  }
}

/** @param {string} name @returns {string} for people */
export function nameOf(name) {
  return name === MONTE_CARLO ? "Monte Carlo tree search" : name.replaceAll("_", " ");
}
