/** Look inside: searches of the shown position, step by step on their trees, and the tree that Monte Carlo search grows. */
import { get, part, post } from "./api.js";
import { freshId, h, put } from "./dom.js";
import { icon } from "./icons.js";
import { MonteCarloView } from "./monte_carlo.js";
import { Stepper } from "./stepper.js";

const MONTE_CARLO = "mcts";
const PATIENCE = 3000; // milliseconds until the page explains why it takes so long
const ORDERS = [["game", "as the game lists them"], ["best", "best first"], ["worst", "worst first"], ["random", "at random"]];

/** The panel with the algorithm's choice and what it did. */
export class InsidePanel {
  /** @type {HTMLElement} */
  element;
  #session;
  #signal;
  #algorithm = /** @type {HTMLSelectElement} */ (h("select", { id: freshId("algorithm") }));
  #beside = /** @type {HTMLSelectElement} */ (h("select", { id: freshId("beside") }));
  #order = /** @type {HTMLSelectElement} */ (h("select", { id: freshId("order") }, ...ORDERS.map(([value, text]) => h("option", { value, text }))));
  #depth = /** @type {HTMLInputElement} */ (h("input", { type: "number", id: freshId("depth"), min: 1, max: 9, value: 2 }));
  #playouts = /** @type {HTMLInputElement} */ (h("input", { type: "number", id: freshId("playouts"), min: 10, max: 5000, step: 10, value: 200 }));
  #boards = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: freshId("boards") }));
  #about = h("p", { class: "hint" });
  #answer = h("div", { class: "inside-answer" });
  #searched; // fields that only a textbook form has
  #playoutsField;
  #button;
  #abouts = new Map();
  #stepper = null;
  #asked = "";
  #shown = false;

  /** @param {import("./session.js").Session} session @param {AbortSignal} signal @param {any} entry of the catalogue, or null */
  constructor(session, signal, entry) {
    this.#session = session;
    this.#signal = signal;
    const traced = entry?.traced || [];
    const monteCarlo = (entry?.algorithms || []).includes(MONTE_CARLO);
    const preferred = ["alpha_beta", "expectiminimax", "expectimax", "max_n"].find((name) => traced.includes(name));
    put(this.#algorithm, ...[...traced, ...(monteCarlo ? [MONTE_CARLO] : [])].map((name) => h("option", { value: name, selected: name === preferred, text: nameOf(name) })));
    put(this.#beside, h("option", { value: "", text: "nothing" }), ...traced.map((name) => h("option", { value: name, text: nameOf(name) })));
    this.#boards.checked = session.position.cells.length <= 49; // as SMALL_BOARD in counterplay/studio/api/inside_view.py
    const field = (label, input) => h("span", { class: "inline-field" }, h("label", { for: input.id, text: label }), input);
    this.#searched = [field("Depth", this.#depth), field("Move order", this.#order), field("Compare with", this.#beside), field("Boards in the tree", this.#boards)];
    this.#playoutsField = field("Playouts", this.#playouts);
    this.#button = h("button", { type: "submit", class: "button primary small", text: "Search" });
    this.element = h("div", { class: "inside" },
      h("form", { class: "inside-form", on: { submit: (event) => this.#submit(event) } }, field("Algorithm", this.#algorithm), ...this.#searched, this.#playoutsField, this.#button), this.#about, this.#answer);
    this.#algorithm.addEventListener("change", () => this.#arrange());
    session.addEventListener("change", () => this.#moved(), { signal });
    this.#arrange();
    this.#empty();
    this.#loadAbouts();
  }

  /** Whether the panel is in sight. */
  set shown(value) {
    this.#shown = value;
    this.#takeRoom();
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
    for (const one of this.#searched) one.hidden = monteCarlo;
    this.#playoutsField.hidden = !monteCarlo;
    const about = this.#abouts.get(this.#algorithm.value) || "";
    this.#about.textContent = about ? about[0].toUpperCase() + about.slice(1) + (about.endsWith(".") ? "" : ".") : "";
  }

  /** The tree has the page while it is looked at: another copy of the board beside it would only take its room. */
  #takeRoom() {
    this.element.closest("main")?.classList.toggle("looking", this.#shown && this.#stepper !== null);
  }

  #empty() {
    this.#stepper?.close();
    this.#stepper = null;
    this.#asked = "";
    this.#takeRoom();
    put(this.#answer, h("div", { class: "empty-inside" }, h("p", { text: "Choose an algorithm and search the position on the board: every window, every cut and its reason can then be stepped through, forward and back." }),
      h("p", { class: "hint", text: "Small depths give trees that can be read." })));
  }

  #moved() {
    this.#answer.classList.toggle("stale", Boolean(this.#asked) && this.#asked !== this.#session.actions.join(","));
  }

  #submit(event) {
    event.preventDefault();
    const request = { ...this.#session.request, algorithm: this.#algorithm.value };
    const requests = [request];
    if (request.algorithm === MONTE_CARLO) request.playouts = Number(this.#playouts.value);
    else {
      Object.assign(request, { depth: Number(this.#depth.value), order: this.#order.value, boards: this.#boards.checked });
      if (this.#beside.value) requests.push({ ...request, algorithm: this.#beside.value });
    }
    return this.#search(requests);
  }

  /** @param {any[]} requests @param {any} [step] that was shown, if the same search is drawn anew */
  async #search(requests, step = null) {
    this.#button.setAttribute("disabled", "");
    this.#answer.classList.remove("stale");
    const busy = h("p", { class: "busy", role: "status", text: "Searching and writing down every step …" });
    const patience = setTimeout(() => {
      busy.textContent = "Still working. A game that is searched for the first time is compiled first, which can take a minute.";
    }, PATIENCE);
    if (!step) put(this.#answer, busy);
    try {
      const answers = await Promise.all(requests.map((request) => post("/inside", request, this.#signal)));
      this.#asked = requests[0].moves.join(",");
      await this.#show(answers, requests, step);
    } catch (error) {
      if (this.#signal.aborted) return;
      this.#empty();
      put(this.#answer, h("p", { class: "failure", role: "alert", text: error.message }));
    } finally {
      clearTimeout(patience);
      this.#button.removeAttribute("disabled");
    }
  }

  async #show(answers, requests, step) {
    const [request] = requests;
    const boardOf = (actions) => post("/inside/board", { game: request.game, start: request.start, moves: [...request.moves, ...actions] }, this.#signal);
    const open = (node, now) => this.#search(requests.map((one) => ({ ...one, opened: [...(one.opened || []), node.actions] })), now);
    const close = h("button", { type: "button", class: "button small", on: { click: () => this.#empty() } }, icon("close"), "Close");
    const [answer] = answers;
    this.#stepper?.close();
    const walks = answer.growth ? [answer.growth] : answers;
    this.#stepper = new Stepper(walks, { boardOf, signal: this.#signal, fill: true, tools: [close], open: answer.growth ? undefined : open });
    put(this.#answer, this.#stepper.element, answer.growth ? new MonteCarloView(answer).element : null);
    this.#takeRoom();
    await this.#stepper.start(step ? sameStep(walks[0], step) : 0);
  }
}

/** The step of a search that was drawn anew with other parts open. */
function sameStep(walk, step) {
  const same = walk.steps.findIndex((other) => other.node === step.node && other.kind === step.kind && other.nodes === step.nodes && other.value === step.value);
  return same >= 0 ? same : Math.max(0, walk.steps.findIndex((other) => other.nodes >= step.nodes));
}

/** @param {string} name @returns {string} for people */
export function nameOf(name) {
  return name === MONTE_CARLO ? "Monte Carlo tree search" : name.replaceAll("_", " ");
}
