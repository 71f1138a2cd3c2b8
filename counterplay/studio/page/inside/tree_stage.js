/** The tree of a search on a stage: it grows, folds, moves and is enlarged. What each node shows is TreeView's business. */
import { adoptPicture, h, s } from "./dom.js";
import { spread } from "./tree_spread.js";
import { Viewport } from "./viewport.js";

const GAP = 14; // pixels of the picture between neighbours
const ROOM = 16; // around what is shown
const CHARACTER = 0.6; // width of a character, in font sizes; as in counterplay/draw/trees/tree_svg.py
const FONTS = { label: 12.5, window: 11, action: 11.5 };
const ACTION_AT = 0.7; // of an edge, where its action stands
const READABLE = 1.15; // scale at which the smallest letters, of 11 pixels, can be read
const LARGE = 1.7; // on a projector
const CLOSEST = 2.2; // a tree of three nodes need not fill the screen
const EVERYWHERE = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }; // never has room: the reader's place is kept
const FAR = 0.75; // below it small letters are left out: nobody could read them

export class TreeStage {
  /** @type {HTMLElement} */
  element;
  /** Whether nodes appear only as the search comes to them. */
  growing;
  /** Whether letters are meant for the last row of a hall. */
  large = false;
  #walk;
  #options;
  #view = null;
  #viewport = null;
  #parts = new Map(); // id -> node, its elements, its children
  #states = new Map();
  #folded = new Set();
  #places = new Map(); // id -> x of those that are shown
  #current = 0;

  /**
   * @param {any} walkthrough
   * @param {{signal: AbortSignal, growing: boolean, wheel: () => boolean, pick: (id: number) => void, open?: (node: any) => void, name?: string}} options
   *   pick: a node was clicked; open: a mark that stands for nodes was
   */
  constructor(walkthrough, options) {
    this.#walk = walkthrough;
    this.#options = options;
    this.growing = options.growing;
    this.element = h("div", { class: "stage", tabindex: "0", role: "region", "aria-label": options.name || "Search tree", on: { click: (event) => this.#clicked(event), keydown: (event) => this.#key(event) } });
    new ResizeObserver(() => this.#resized()).observe(this.element);
  }

  /** Load the tree's module. @param {(step: any, node: any) => void} stepped is told of every step */
  async start(stepped) {
    const { TreeView } = await import("/page/tree_view.js");
    const svg = new XMLSerializer().serializeToString(adoptPicture(this.#walk.svg)); // without its own style sheet
    this.#view = new TreeView(this.element, { ...this.#walk, svg }, (states) => this.#show(states));
    this.#view.onstep(stepped);
    const picture = /** @type {SVGSVGElement} */ (this.element.querySelector("svg"));
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    this.#viewport = new Viewport(this.element, picture, { signal: this.#options.signal, wheel: this.#options.wheel, changed: () => this.#far() });
    for (const node of this.#walk.nodes) {
      const find = (name) => picture.querySelector(`[data-${name}="${node.id}"]`);
      this.#parts.set(node.id, { node, group: find("node"), edge: find("edge"), slash: find("slash"), children: [] });
    }
    for (const node of this.#walk.nodes) this.#parts.get(node.parent)?.children.push(node.id);
    for (const part of this.#parts.values()) if (part.children.length) this.#addHandle(part);
  }

  /** @param {number} step counted from 0 */
  goto(step) {
    this.#view?.goto(step);
  }

  /** Everything in sight, or as much of it as can be read. */
  fit() {
    if (!this.#viewport) return;
    this.#viewport.chosen = false;
    this.#look();
  }

  /** @param {number} factor */
  zoom(factor) {
    this.#viewport?.zoom(factor);
  }

  /** Show again, after `growing` or `large` was changed. */
  refresh() {
    if (this.#states.size) this.#show(this.#states);
  }

  /** Put away what is below a node, or bring it back. @param {number} id */
  fold(id) {
    if (!this.#folded.delete(id)) this.#folded.add(id);
    this.refresh();
  }

  /** The same for the node of this step; a mark is opened. */
  foldCurrent() {
    const part = this.#parts.get(this.#current);
    if (part && !part.node.player) this.#options.open?.(part.node);
    else if (part?.children.length) this.fold(this.#current);
  }

  /** Marks nodes that somebody may choose from. @param {number[]} ids */
  offer(ids) {
    for (const [id, { group }] of this.#parts) group.classList.toggle("offered", ids.includes(id));
  }

  #show(states) {
    this.#states = states;
    if (!this.#viewport) return;
    this.#current = [...states].find(([, state]) => state.current)?.[0] ?? 0;
    for (let at = this.#parts.get(this.#current); at; at = this.#parts.get(at.node.parent)) this.#folded.delete(at.node.parent); // the step is never hidden
    this.#arrange();
    this.#look();
    this.element.querySelector("svg").setAttribute("data-arranged", "");
  }

  /** Nodes that are shown, parents first: all, or the children of those that the search has come to. */
  #shown() {
    const found = [];
    const waiting = [this.#walk.nodes[0].id];
    while (waiting.length) {
      const id = waiting.shift();
      found.push(id);
      if (this.#folded.has(id) || (this.growing && this.#ahead(id))) continue;
      const { children } = this.#parts.get(id);
      waiting.push(...(this.growing && this.#sampled ? children.filter((child) => !this.#ahead(child)) : children));
    }
    return found;
  }

  #ahead(id) {
    return this.#states.get(id).status === "ahead";
  }

  /** Monte Carlo search: its nodes come to be there one by one, and nobody knows which is next. */
  get #sampled() {
    return this.#walk.algorithm === "mcts";
  }

  #arrange() {
    const shown = this.#shown();
    const index = new Map(shown.map((id, i) => [id, i]));
    const children = shown.map((id) => this.#parts.get(id).children.filter((child) => index.has(child)).map((child) => index.get(child)));
    const xs = spread(children, shown.map((id) => this.#width(id)), GAP);
    this.#places = new Map(shown.map((id, i) => [id, xs[i]]));
    for (const [id, part] of this.#parts) {
      const there = index.has(id);
      display(part.group, there);
      if (part.edge) display(part.edge, there);
      if (part.slash) display(part.slash, there && this.#states.get(id).status === "cut");
      if (there) this.#place(part, xs[index.get(id)]);
      part.handle?.classList.toggle("folded", this.#folded.has(id));
      if (part.handle) display(part.handle, this.#states.get(id).status !== "ahead" || !this.growing);
    }
  }

  #width(id) {
    const { node } = this.#parts.get(id);
    const state = this.#states.get(id);
    const text = (words, size) => words.length * size * CHARACTER;
    const window = state.alpha && !node.leaf ? `[${state.alpha}, ${state.beta}]` : "";
    return Math.max(node.width, text(window, FONTS.window), text(node.label, FONTS.label), (text(node.edge, FONTS.action) + 6) / ACTION_AT);
  }

  /** Heights are the picture's; only x changes. */
  #place({ node, group, edge, slash }, x) {
    group.setAttribute("transform", `translate(${x.toFixed(1)} ${node.y})`);
    if (!edge) return;
    const from = this.#places.get(node.parent);
    for (const line of edge.querySelectorAll("line")) {
      line.setAttribute("x1", from.toFixed(1));
      line.setAttribute("x2", x.toFixed(1));
    }
    const at = from + ACTION_AT * (x - from);
    edge.querySelector("text")?.setAttribute("x", at.toFixed(1));
    const paper = edge.querySelector("rect");
    paper?.setAttribute("x", (at - Number(paper.getAttribute("width")) / 2).toFixed(1));
    const drawn = this.#parts.get(node.parent).node.x;
    const share = 0.38; // of the edge, where it is struck through
    slash?.setAttribute("transform", `translate(${(from + share * (x - from) - (drawn + share * (node.x - drawn))).toFixed(1)} 0)`);
  }

  /** @param {number[]} ids @returns {import("./viewport.js").Bounds} */
  #bounds(ids) {
    const boxes = ids.filter((id) => this.#places.has(id)).map((id) => {
      const half = this.#width(id) / 2;
      const { node } = this.#parts.get(id);
      return { left: this.#places.get(id) - half, right: this.#places.get(id) + half, top: node.y, bottom: node.y + this.#height };
    });
    const margin = 14; // of the picture's own frame
    return { left: Math.min(...boxes.map((b) => b.left)) - ROOM + margin, right: Math.max(...boxes.map((b) => b.right)) + ROOM + margin,
      top: Math.min(...boxes.map((b) => b.top)) - ROOM + margin, bottom: Math.max(...boxes.map((b) => b.bottom)) + ROOM + margin };
  }

  /** From a node's top to the lower end of its box, and of everything that belongs to it; as in counterplay/draw/trees/tree_svg.py. */
  get #foot() {
    const labels = this.#walk.nodes.some((node) => node.label) ? 17 : 0;
    return labels + 6 + (this.#walk.board?.[1] || 0) + 28;
  }

  get #height() {
    return this.#foot + 6 + 18;
  }

  /** Where to look: at everything if it can be read so, else at the node of this step and its family. */
  #look() {
    const all = this.#bounds([...this.#places.keys()]);
    const readable = this.large ? LARGE : READABLE;
    const fitting = this.#viewport.fitting(all);
    const part = this.#parts.get(this.#current);
    const near = this.#bounds([this.#current]);
    if (this.#viewport.chosen) this.#viewport.reveal(near, EVERYWHERE);
    else if (fitting >= readable) this.#viewport.centre(all, Math.min(fitting, Math.max(CLOSEST, readable)));
    else {
      const family = this.#bounds([this.#current, ...(part.node.parent === null ? part.children : [part.node.parent])]);
      const fits = this.#viewport.fitting(family) >= readable;
      this.#viewport.reveal(fits ? family : near, all, readable);
    }
  }

  #far() {
    this.element.classList.toggle("far", this.#viewport !== null && this.#viewport.scale < FAR);
  }

  #resized() {
    if (!this.#viewport || !this.#states.size) return;
    this.#viewport.resized();
    this.#look();
  }

  #addHandle(part) {
    const { node, group } = part;
    part.handle = s("g", { class: "tree-handle", "aria-hidden": "true", transform: `translate(${node.width / 2} ${this.#foot - 3})` },
      s("title", {}, "Fold or open what is below"), s("circle", { r: "7" }), s("path", { d: "M-3.5 0h7", class: "minus" }), s("path", { d: "M0 -3.5v7", class: "plus" }));
    group.append(part.handle);
  }

  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const id = Number(target.closest("[data-node]")?.getAttribute("data-node") ?? target.closest("[data-edge]")?.getAttribute("data-edge") ?? NaN);
    const part = this.#parts.get(id);
    if (!part) return;
    if (target.closest(".tree-handle")) this.fold(id);
    else if (!part.node.player && this.#options.open) this.#options.open(part.node);
    else this.#options.pick(id);
  }

  #key(event) {
    const pan = event.shiftKey && { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const act = pan ? () => this.#viewport?.pan(pan[0] * 90, pan[1] * 90)
      : { "+": () => this.zoom(1.25), "=": () => this.zoom(1.25), "-": () => this.zoom(0.8), 0: () => this.fit() }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }
}

function display(element, shown) {
  if (shown) element.removeAttribute("display");
  else element.setAttribute("display", "none");
}
