/** Stepping through a traced search: the tree, what happens at this step, and the board of the node. */
import { Board } from "./board.js";
import { adoptPicture, debounced, h, put } from "./dom.js";
import { icon } from "./icons.js";

const FITTING = 1.5; // a tree at most so many times wider than its place is shown whole, and can still be read
const PACE = 900; // milliseconds a step while it plays by itself

/** A walkthrough with its controls. Left and right keys step while the focus is inside. */
export class Stepper {
  /** @type {HTMLElement} */
  element;
  /** Whether keys are meant for it. */
  active = true;
  #walk;
  #view = null;
  #options;
  #tree = h("div", { class: "stepper-tree", tabindex: "0", role: "region", "aria-label": "Search tree" });
  #count = h("span", { class: "stepper-count" });
  #words = h("p", { class: "stepper-words", role: "status" });
  #window = h("dl", { class: "facts" });
  #range = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, value: 0, "aria-label": "Step" }));
  #board = new Board();
  #boardName = h("figcaption", {});
  #play;
  #fit;
  #timer = 0;
  #node = null;
  #showBoard;

  /**
   * @param {any} walkthrough
   * @param {{boardOf?: (actions: number[]) => Promise<any>, signal: AbortSignal}} options boardOf gives the PositionView of a node
   */
  constructor(walkthrough, options) {
    this.#walk = walkthrough;
    this.#options = options;
    this.#showBoard = debounced(60, () => this.#loadBoard());
    const step = (name, label, action) => h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, on: { click: action } }, icon(name));
    this.#play = step("play", "Play the steps", () => this.#toggle());
    this.#fit = step("fit", "Show the whole tree", () => this.#toggleFit());
    this.#fit.setAttribute("aria-pressed", "false");
    this.#range.max = String(Math.max(0, walkthrough.steps.length - 1));
    this.#range.addEventListener("input", () => this.#view?.goto(Number(this.#range.value)));
    this.element = h("div", { class: options.boardOf ? "stepper" : "stepper without-board", data: { steps: String(walkthrough.steps.length) }, on: { keydown: (event) => this.#key(event) } },
      h("div", { class: "stepper-controls", role: "group", "aria-label": "Steps" }, step("first", "First step", () => this.#view?.first()), step("previous", "Previous step", () => this.#view?.previous()), this.#play,
        step("next", "Next step", () => this.#view?.next()), step("last", "Last step", () => this.#view?.last()), this.#range, this.#count, this.#fit),
      h("div", { class: "stepper-body" }, h("div", { class: "stepper-told" }, this.#words, this.#window), this.#tree,
        h("div", { class: "stepper-side" }, options.boardOf ? h("figure", { class: "node-board" }, this.#board.element, this.#boardName) : null, this.#summary())));
    options.signal.addEventListener("abort", () => clearInterval(this.#timer));
  }

  /** Load the tree's module and show the first step. */
  async start() {
    loadStyle();
    const { TreeView } = await import("/page/tree_view.js");
    const svg = new XMLSerializer().serializeToString(adoptPicture(this.#walk.svg)); // without its own style sheet
    this.#view = new TreeView(this.#tree, { ...this.#walk, svg });
    if (this.#tree.scrollWidth > this.#tree.clientWidth && this.#tree.scrollWidth < FITTING * this.#tree.clientWidth) this.#toggleFit();
    this.#view.onstep((step, node) => this.#stepped(step, node));
    this.#view.first();
    for (const element of this.#tree.querySelectorAll("[data-node]")) {
      element.addEventListener("pointerenter", () => this.#look(element.getAttribute("data-node")));
    }
    this.#tree.addEventListener("pointerleave", () => this.#look(null));
  }

  #summary() {
    const { result, folded } = this.#walk;
    return h("p", { class: "hint", text: `Value ${result.value}${result.action ? `, best ${result.action}` : ""}; ${result.leaves} leaves, ${result.nodes} nodes.${folded ? " Large parts are folded." : ""}` });
  }

  #stepped(step, node) {
    const found = typeof step === "object" && step !== null ? step : this.#walk.steps[step];
    if (!found) return;
    const index = this.#walk.steps.indexOf(found); // TreeView hands on the walkthrough's own objects
    this.#range.value = String(index);
    this.#count.textContent = `${index + 1} / ${this.#walk.steps.length}`;
    put(this.#words, h("b", { class: `kind kind-${found.kind}`, text: found.kind }), " ", found.text, found.reason ? h("span", { class: "reason", text: ` ${found.reason}` }) : null);
    const fact = (name, value) => (value === undefined || value === "" || value === null ? null : h("div", {}, h("dt", { text: name }), h("dd", { text: value })));
    put(this.#window, fact("α", found.alpha), fact("β", found.beta), fact("value", found.value));
    this.#node = (typeof node === "object" && node) || this.#walk.nodes.find((other) => other.id === found.node);
    this.#showBoard();
  }

  #look(id) {
    const node = this.#walk.nodes.find((other) => String(other.id) === id);
    if (node) this.#node = node;
    else this.#node = this.#walk.nodes.find((other) => other.id === this.#walk.steps[Number(this.#range.value)]?.node) || this.#node;
    this.#showBoard();
  }

  async #loadBoard() {
    const node = this.#node;
    if (!node || !this.#options.boardOf || !node.actions) return;
    try {
      const position = await this.#options.boardOf(node.actions);
      if (node !== this.#node) return;
      this.#board.show(position);
      this.#board.mark({ last: position.last?.cells || [] });
      this.#boardName.textContent = node.name ? `after ${pathNames(this.#walk.nodes, node).join(" ")}` : "the position searched";
    } catch {
      // A node without a board keeps the picture before it.
    }
  }

  #toggleFit() {
    this.#fit.setAttribute("aria-pressed", String(this.#tree.classList.toggle("fitted")));
  }

  #toggle() {
    if (this.#timer) return this.#pause();
    put(this.#play, icon("pause"));
    this.#play.setAttribute("aria-label", "Pause");
    this.#timer = setInterval(() => {
      if (Number(this.#range.value) >= this.#walk.steps.length - 1 || !this.element.isConnected) this.#pause();
      else this.#view?.next();
    }, PACE);
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
    put(this.#play, icon("play"));
    this.#play.setAttribute("aria-label", "Play the steps");
  }

  #key(event) {
    const action = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (!action || event.target === this.#range || event.defaultPrevented) return;
    event.preventDefault();
    this.#view?.[action]();
  }
}

/** The tree's own style sheet, once. */
function loadStyle() {
  const address = "/page/tree_view.css";
  if (!document.querySelector(`link[href="${address}"]`)) document.head.append(h("link", { rel: "stylesheet", href: address }));
}

/** The actions from the root to a node. @returns {string[]} */
function pathNames(nodes, node) {
  const byId = new Map(nodes.map((other) => [other.id, other]));
  const names = [];
  for (let at = node; at && at.name; at = byId.get(at.parent)) names.unshift(at.name);
  return names;
}
