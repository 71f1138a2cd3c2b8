/** The engine of the analysis board: on or off, one value, several lines. Only searches that take this game are offered. */
import { get } from "./api.js";
import { debounced, freshId, h, put } from "./dom.js";
import { Engine } from "./engine.js";
import { lineItem, short } from "./engine_lines.js";
import { pathTo } from "./move_tree.js";
import { sideClass } from "./players.js";
import { setSetting, settings } from "./settings.js";

/** Fires `report` when the engine has something new to show. */
export class EngineBox extends EventTarget {
  /** @type {HTMLElement} */
  element;
  /** @type {HTMLElement} the value bar beside the board */
  bar = h("div", { class: "value-bar", role: "meter", "aria-label": "Value", "aria-valuemin": "-1", "aria-valuemax": "1" }, h("div", { class: "value-fill" }));
  #session;
  #engine;
  #on = false;
  #report = null;
  #value = h("b", { class: "engine-value", text: "–" });
  #words = h("span", { class: "engine-depth", role: "status" });
  #lines = h("ol", { class: "lines", "aria-label": "Best lines" });
  #switch;
  #count;
  #algorithm;

  /** @param {import("./tree_session.js").TreeSession} session @param {import("./live.js").Live} live @param {AbortSignal} signal */
  constructor(session, live, signal) {
    super();
    this.#session = session;
    this.#engine = new Engine(live, signal);
    this.#build(signal);
    this.#engine.addEventListener("report", (event) => this.#heard(/** @type {CustomEvent} */ (event).detail));
    this.#engine.addEventListener("state", (event) => this.#state(/** @type {CustomEvent} */ (event).detail));
    const restart = debounced(70, () => this.#on && !signal.aborted && this.#start());
    session.addEventListener("change", () => {
      this.#engine.leave();
      this.#report = null;
      this.#draw();
      restart();
    }, { signal });
    this.#draw();
  }

  get on() {
    return this.#on;
  }

  /** The candidate moves as arrows. @returns {import("./arrows.js").Arrow[]} */
  get arrows() {
    if (!this.#on || !this.#report || !settings().arrows) return [];
    return this.#report.lines.slice(0, 5).map((line, index) => ({ cells: line.gesture, kind: index ? "line" : "best", weight: index ? 0.5 / index : 1 }));
  }

  /** @param {boolean} [on] the other way round if left out */
  toggle(on = !this.#on) {
    this.#on = on;
    /** @type {HTMLInputElement} */ (this.#switch).checked = on;
    this.#report = null;
    if (on) this.#start();
    else this.#engine.stop();
    this.#draw();
  }

  /** Try the engine's best move on the board. */
  tryBest() {
    const line = this.#report?.lines[0];
    if (line) this.#session.try(line.action, line.name);
  }

  #build(signal) {
    const [switchId, algorithmId, countId] = ["engine", "algorithm", "count"].map(freshId);
    this.#switch = h("input", { type: "checkbox", class: "switch", role: "switch", id: switchId, "aria-label": "Engine", on: { change: () => this.toggle() } });
    this.#algorithm = /** @type {HTMLSelectElement} */ (h("select", { id: algorithmId, on: { change: () => this.#on && this.#start() } }, h("option", { value: "auto", text: "auto" })));
    this.#count = /** @type {HTMLSelectElement} */ (h("select", { id: countId, on: { change: () => this.#setLines() } },
      ...[1, 2, 3, 5].map((n) => h("option", { value: n, text: n === 1 ? "1 line" : `${n} lines`, selected: n === settings().lines }))));
    this.element = h("section", { class: "engine-box", "aria-label": "Engine" },
      h("div", { class: "engine-top" }, this.#switch, this.#value, this.#words,
        h("span", { class: "engine-choices" }, h("label", { class: "visually-hidden", for: algorithmId, text: "Algorithm" }), this.#algorithm,
          h("label", { class: "visually-hidden", for: countId, text: "Lines" }), this.#count)),
      this.#lines);
    get(`/algorithms?game=${encodeURIComponent(this.#session.study.game)}`, signal)
      .then((found) => this.#algorithm.append(...found.map(({ name }) => h("option", { value: name, text: name.replaceAll("_", " ") }))))
      .catch(() => {}); // "auto" is always there
  }

  #setLines() {
    setSetting("lines", Number(this.#count.value));
    if (this.#on) this.#start();
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
    this.#draw();
  }

  #state({ running, words }) {
    this.element.classList.toggle("running", running);
    if (words && words !== "Finished.") this.#words.textContent = words;
    else if (running && !this.#report) this.#words.textContent = "Searching …";
  }

  #draw() {
    const report = this.#report;
    this.element.classList.toggle("on", this.#on);
    this.#value.textContent = report ? report.value.text : "–";
    const { position, node, players, study } = this.#session;
    if (report) {
      const depth = report.selective_depth > report.depth ? `${report.depth}/${report.selective_depth}` : report.depth;
      const who = players > 1 ? `for ${study.player_names[report.value.player]} · ` : "";
      this.#words.textContent = `${who}depth ${depth || "–"} · ${short(report.nodes || report.playouts || 0)} · ${short(report.nodes_per_second)}/s`;
    } else if (!this.#on) {
      this.#words.textContent = "Engine off (press L)";
    }
    const at = { before: pathTo(node), players, player: position.player };
    put(this.#lines, ...(report ? report.lines.map((line) => lineItem(line, at, (moves) => this.#session.tryAll(moves))) : []));
    this.#lines.style.setProperty("--lines", this.#on ? this.#count.value : "0");
    this.#drawBar();
    this.dispatchEvent(new Event("report"));
  }

  #drawBar() {
    const names = this.#session.study.player_names;
    this.bar.hidden = names.length !== 2;
    if (this.bar.hidden) return;
    const value = this.#report?.value ?? null;
    const share = value?.bar ?? 0;
    this.bar.className = `value-bar ${sideClass(names[1], 1)}${this.#session.flipped ? " flipped" : ""}${this.#on ? "" : " off"}`;
    const inner = /** @type {HTMLElement} */ (this.bar.firstElementChild);
    inner.className = `value-fill ${sideClass(names[0], 0)}`;
    inner.style.setProperty("--share", `${(50 + 50 * share).toFixed(1)}%`);
    this.bar.dataset.value = value?.text || "";
    this.bar.setAttribute("aria-valuenow", String(share));
    this.bar.setAttribute("aria-valuetext", value ? `${value.text} for ${names[value.player]}` : "unknown");
  }
}
