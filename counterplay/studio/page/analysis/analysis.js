/** The analysis panel: the engine's stream live, candidate moves, the value over the game, and why a move is bad. */
import { get, part } from "./api.js";
import { debounced, freshId, h, put } from "./dom.js";
import { Engine } from "./engine.js";
import { lineItem, short } from "./engine_lines.js";
import { ValueGraph } from "./graph.js";
import { sideClass } from "./players.js";
import { setSetting, settings } from "./settings.js";
import { Values } from "./values.js";
import { WhyPanel } from "./why.js";

const HINT_SECONDS = 1.0;

/** Fires `values` when a move of the game was judged. */
export class AnalysisPanel extends EventTarget {
  /** @type {HTMLElement} */
  element;
  /** @type {HTMLElement} the value bar beside the board */
  bar = h("div", { class: "value-bar", hidden: true, role: "meter", "aria-label": "Value", "aria-valuemin": "-1", "aria-valuemax": "1" }, h("div", { class: "value-fill" }));
  #session;
  #engine;
  #values;
  #graph;
  #why;
  #notify;
  #on = false;
  #report = null;
  #switch;
  #algorithm;
  #count;
  #try;
  #facts = h("dl", { class: "facts" });
  #words = h("p", { class: "engine-words", role: "status" });
  #lines = h("ol", { class: "lines", "aria-label": "Best lines" });
  #more = h("div", { class: "more-analysis" });

  /**
   * @param {import("./session.js").Session} session
   * @param {import("./live.js").Live} live
   * @param {AbortSignal} signal
   * @param {{arrows: () => void}} around
   */
  constructor(session, live, signal, { arrows }) {
    super();
    this.#session = session;
    this.#notify = arrows;
    this.#values = new Values(session);
    this.#engine = new Engine(live, signal);
    this.#graph = new ValueGraph(session, this.#values, signal);
    this.#why = new WhyPanel(session, signal);
    this.#build();
    this.#offerSearches(signal);
    this.#engine.addEventListener("report", (event) => this.#heard(/** @type {CustomEvent} */ (event).detail));
    this.#engine.addEventListener("state", (event) => this.#state(/** @type {CustomEvent} */ (event).detail));
    session.addEventListener("game", () => this.#drawMore(), { signal });
    this.#drawMore();
    const restart = debounced(70, () => this.#on && !signal.aborted && this.#start());
    session.addEventListener("change", () => {
      this.#engine.leave();
      this.#report = null;
      this.#draw();
      restart();
    }, { signal });
  }

  /** The candidate moves as arrows. @returns {import("./arrows.js").Arrow[]} */
  get arrows() {
    if (!this.#on || !this.#report || !settings().arrows) return [];
    return this.#report.lines.slice(0, 5).map((line, index) => ({ cells: line.gesture, kind: index ? "line" : "best", weight: index ? 0.5 / index : 1 }));
  }

  /** What the values say of a move: "?!", "?", "??" or nothing. @param {number} ply @returns {string} */
  verdict(ply) {
    return this.#values.verdict(ply);
  }

  /** Engine on or off. */
  toggle() {
    this.#on = !this.#on;
    /** @type {HTMLInputElement} */ (this.#switch).checked = this.#on;
    if (this.#on) this.#start();
    else this.#engine.stop();
    this.#report = null;
    this.#draw();
  }

  /** The best move of the shown position. @returns {Promise<any>} a line of a report */
  async best() {
    if (this.#report?.lines.length) return this.#report.lines[0];
    const report = await this.#engine.once({ ...this.#session.request, lines: 1, seconds: HINT_SECONDS });
    return report?.lines[0] || null;
  }

  /** Try the engine's best move on the board. */
  tryBest() {
    const line = this.#report?.lines[0];
    if (line) this.#session.try(line.action, line.name);
  }

  #build() {
    const [switchId, algorithmId, countId, tryId] = ["engine", "algorithm", "count", "try"].map(freshId);
    this.#switch = h("input", { type: "checkbox", class: "switch", role: "switch", id: switchId, on: { change: () => this.toggle() } });
    this.#algorithm = /** @type {HTMLSelectElement} */ (h("select", { id: algorithmId, on: { change: () => this.#on && this.#start() } },
      h("option", { value: "auto", text: "auto" })));
    this.#count = /** @type {HTMLSelectElement} */ (h("select", { id: countId, on: { change: () => this.#setLines() } },
      ...[1, 2, 3, 5].map((n) => h("option", { value: n, text: String(n), selected: n === settings().lines }))));
    this.#try = h("input", { type: "checkbox", class: "switch", role: "switch", id: tryId, on: { change: (event) => this.#setTrying(event.target.checked) } });
    this.element = h("div", { class: "analysis" },
      h("div", { class: "engine-head" }, h("label", { class: "engine-switch", for: switchId }, this.#switch, "Engine"),
        h("span", { class: "inline-field" }, h("label", { class: "visually-hidden", for: algorithmId, text: "Algorithm" }), this.#algorithm),
        h("span", { class: "inline-field" }, h("label", { for: countId, text: "Lines" }), this.#count)),
      this.#facts, this.#words, this.#lines,
      h("label", { class: "try-switch", for: tryId }, this.#try, "Try moves on the board without playing them"),
      h("section", { class: "graph-part" }, h("div", { class: "part-head" }, h("h2", { text: "Value over the game" }), this.#more), this.#graph.element),
      this.#why.element);
  }

  #setLines() {
    setSetting("lines", Number(this.#count.value));
    if (this.#on) this.#start();
  }

  async #setTrying(on) {
    this.#session.trying = on;
    if (!on && this.#session.variation) await this.#session.back();
    else this.#session.dispatchEvent(new CustomEvent("change", { detail: { forward: false } }));
  }

  #start() {
    const { position } = this.#session;
    if (position.outcome || position.player < 0) {
      this.#engine.stop();
      this.#words.textContent = position.outcome ? "The game is over here." : "Chance decides here.";
      return;
    }
    this.#engine.start({ ...this.#session.request, lines: Number(this.#count.value), algorithm: this.#algorithm.value });
  }

  #heard(report) {
    this.#report = report;
    this.#values.set(this.#session.actions, report);
    if (this.element.classList.contains("running")) this.#words.textContent = "";
    this.#draw();
  }

  #state({ running, words }) {
    this.#words.textContent = words || (running && !this.#report ? "Searching …" : "");
    this.element.classList.toggle("running", running);
  }

  #draw() {
    const report = this.#report;
    this.element.classList.toggle("on", this.#on);
    const names = this.#session.position.player_names;
    const fact = (name, value) => h("div", {}, h("dt", { text: name }), h("dd", { text: value }));
    put(this.#facts, ...(report ? [
      h("div", { class: "fact-value" }, h("dt", { text: names.length > 1 ? `Value for ${names[report.value.player]}` : "Value" }), h("dd", { text: report.value.text })),
      fact("Depth", report.selective_depth > report.depth ? `${report.depth}/${report.selective_depth}` : String(report.depth || "–")),
      fact("Nodes", short(report.nodes || report.playouts || 0)), fact("Speed", `${short(report.nodes_per_second)}/s`),
      fact("Algorithm", report.algorithm.replaceAll("_", " "))] : []));
    put(this.#lines, ...(report ? report.lines.map((line) => this.#line(line)) : []));
    this.#drawBar();
    this.#drawMore();
    this.#graph.draw();
    this.#notify();
    if (report) this.dispatchEvent(new Event("values"));
  }

  #line(line) {
    const { game, ply, tried, position } = this.#session;
    const at = { before: [...game.moves.slice(0, ply), ...tried], players: position.player_names.length, player: position.player };
    return lineItem(line, at, (moves) => this.#session.tryAll(moves));
  }

  #drawBar() {
    const names = this.#session.position.player_names;
    this.bar.hidden = !this.#on || names.length !== 2;
    if (this.bar.hidden) return;
    const value = this.#report?.value ?? null;
    const share = value?.bar ?? this.#values.get(this.#session.actions)?.bar ?? 0;
    const [back, fill] = [sideClass(names[1], 1), sideClass(names[0], 0)];
    this.bar.className = `value-bar ${back}${this.#session.flipped ? " flipped" : ""}`;
    const inner = /** @type {HTMLElement} */ (this.bar.firstElementChild);
    inner.className = `value-fill ${fill}`;
    inner.style.setProperty("--share", `${(50 + 50 * share).toFixed(1)}%`);
    this.bar.dataset.value = value?.text || "";
    this.bar.setAttribute("aria-valuenow", String(share));
    this.bar.setAttribute("aria-valuetext", value ? `${value.text} for ${names[value.player]}` : "unknown");
  }

  /** The searches that take this game with its parameters, and no others. */
  async #offerSearches(signal) {
    try {
      const found = await get(`/algorithms?game=${part(this.#session.game.game)}`, signal);
      this.#algorithm.append(...found.map(({ name }) => h("option", { value: name, text: name.replaceAll("_", " ") })));
    } catch {
      // "auto" is always there.
    }
  }

  /** The analysis board keeps variations; a game that is over is reviewed there. */
  #drawMore() {
    const { id, status } = this.#session.game;
    put(this.#more, h("a", { class: "button small", href: `/analysis/${part(id)}${status === "over" ? "?review" : ""}`, text: status === "over" ? "Review the game" : "Analysis board" }));
  }
}
