/** The analysis panel: the engine's stream live, candidate moves, the value over the game, and why a move is bad. */
import { debounced, freshId, h, put } from "./dom.js";
import { Engine } from "./engine.js";
import { ValueGraph } from "./graph.js";
import { sideClass } from "./players.js";
import { setSetting, settings } from "./settings.js";
import { toast } from "./toast.js";
import { Values } from "./values.js";
import { WhyPanel } from "./why.js";

const SECONDS_A_MOVE = 0.3; // when a whole game is analysed
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
  #signal;
  #notify;
  #on = false;
  #report = null;
  #whole = false; // the whole game is being analysed
  #switch;
  #algorithm;
  #count;
  #try;
  #facts = h("dl", { class: "facts" });
  #words = h("p", { class: "engine-words", role: "status" });
  #lines = h("ol", { class: "lines", "aria-label": "Best lines" });
  #wholeButton;

  /**
   * @param {import("./session.js").Session} session
   * @param {import("./live.js").Live} live
   * @param {AbortSignal} signal
   * @param {{arrows: () => void, entry: any}} around
   */
  constructor(session, live, signal, { arrows, entry }) {
    super();
    this.#session = session;
    this.#signal = signal;
    this.#notify = arrows;
    this.#values = new Values(session);
    this.#engine = new Engine(live, signal);
    this.#graph = new ValueGraph(session, this.#values, signal);
    this.#why = new WhyPanel(session, signal);
    this.#build(entry);
    this.#engine.addEventListener("report", (event) => this.#heard(/** @type {CustomEvent} */ (event).detail));
    this.#engine.addEventListener("state", (event) => this.#state(/** @type {CustomEvent} */ (event).detail));
    const restart = debounced(70, () => this.#on && !signal.aborted && this.#start());
    session.addEventListener("change", () => {
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
    this.#whole = false;
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

  /** Look at the whole game, move by move. */
  review() {
    if (!this.#whole) this.#analyseGame();
  }

  #build(entry) {
    const [switchId, algorithmId, countId, tryId] = ["engine", "algorithm", "count", "try"].map(freshId);
    this.#switch = h("input", { type: "checkbox", class: "switch", role: "switch", id: switchId, on: { change: () => this.toggle() } });
    this.#algorithm = /** @type {HTMLSelectElement} */ (h("select", { id: algorithmId, on: { change: () => this.#on && this.#start() } },
      h("option", { value: "auto", text: "auto" }), ...(entry?.algorithms || []).map((name) => h("option", { value: name, text: name.replaceAll("_", " ") }))));
    this.#count = /** @type {HTMLSelectElement} */ (h("select", { id: countId, on: { change: () => this.#setLines() } },
      ...[1, 2, 3, 5].map((n) => h("option", { value: n, text: String(n), selected: n === settings().lines }))));
    this.#try = h("input", { type: "checkbox", class: "switch", role: "switch", id: tryId, on: { change: (event) => this.#setTrying(event.target.checked) } });
    this.#wholeButton = h("button", { type: "button", class: "button small", text: "Analyse game", on: { click: () => this.#analyseGame() } });
    this.element = h("div", { class: "analysis" },
      h("div", { class: "engine-head" }, h("label", { class: "engine-switch", for: switchId }, this.#switch, "Engine"),
        h("span", { class: "inline-field" }, h("label", { class: "visually-hidden", for: algorithmId, text: "Algorithm" }), this.#algorithm),
        h("span", { class: "inline-field" }, h("label", { for: countId, text: "Lines" }), this.#count)),
      this.#facts, this.#words, this.#lines,
      h("label", { class: "try-switch", for: tryId }, this.#try, "Try moves on the board without playing them"),
      h("section", { class: "graph-part" }, h("div", { class: "part-head" }, h("h2", { text: "Value over the game" }), this.#wholeButton), this.#graph.element),
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
    if (!this.#whole) {
      this.#report = report;
      this.#values.set(this.#session.actions, report);
      if (this.element.classList.contains("running")) this.#words.textContent = "";
      this.#draw();
    }
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
    this.#graph.draw();
    this.#notify();
    if (report) this.dispatchEvent(new Event("values"));
  }

  #line(line) {
    const tryUpTo = (count) => () => this.#session.tryAll(line.actions.slice(0, count).map((action, index) => ({ action, name: line.names[index] })));
    return h("li", { class: "line" }, h("b", { class: "line-value", text: line.value.text }),
      h("span", { class: "line-moves" }, ...line.names.slice(0, 12).map((name, index) =>
        h("button", { type: "button", class: "move", text: name, title: "Try on the board", on: { click: tryUpTo(index + 1) } })),
        line.visits ? h("span", { class: "hint", text: ` ${short(line.visits)} visits` }) : null));
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

  async #analyseGame() {
    if (this.#whole) {
      this.#whole = false;
      return;
    }
    const { game } = this.#session;
    if (this.#on) this.toggle();
    this.#whole = true;
    this.#wholeButton.textContent = "Stop";
    try {
      for (let ply = 0; ply <= game.ply && this.#whole && !this.#signal.aborted; ply += 1) {
        const actions = game.moves.slice(0, ply).map((move) => move.action);
        const decided = ply === game.ply ? game.position.player >= 0 && !game.position.outcome : game.moves[ply].player >= 0;
        if (!decided || this.#values.get(actions)) continue;
        this.#words.textContent = `Analysing move ${ply} of ${game.ply} …`;
        const report = await this.#engine.once({ game: game.game, start: game.start, moves: actions, lines: 1, seconds: SECONDS_A_MOVE });
        if (report) this.#values.set(actions, report);
        this.#graph.draw();
        this.dispatchEvent(new Event("values"));
      }
      this.#words.textContent = "";
    } catch (error) {
      if (!this.#signal.aborted) toast(error.message);
    } finally {
      this.#whole = false;
      this.#wholeButton.textContent = "Analyse game";
    }
  }
}

/** @param {number} number @returns {string} as people write large numbers: 1.2 M */
export function short(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e4 ? `${(number / 1e3).toFixed(0)} k` : String(Math.round(number));
}

