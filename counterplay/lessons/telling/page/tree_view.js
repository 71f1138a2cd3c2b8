/**
 * A search tree that shows any step of a search. The picture comes with the walkthrough (counterplay/draw/trees/tree_svg.py drew it before
 * the first step); a step changes texts, data attributes and presentation attributes of it, nothing else.
 */

const DASHES = "4 4"; // of the edge to a node that was given up
const OPACITY = { ahead: ".32", searched: "1", leaf: "1", cut: ".45" }; // as in counterplay/draw/trees/tree_svg.py
const MARGIN = 40; // pixels beside the current node that must be in sight, too

export class TreeView {
  #element;
  #walk;
  #groups = new Map(); // id of a node -> its elements
  #callbacks = [];
  #step = -1;
  #drawn; // called with the state of every node after it is shown, in the place of scrolling

  /**
   * @param {HTMLElement} element that the picture is put into
   * @param {any} walkthrough as counterplay.lessons writes it
   * @param {(states: Map<number, any>) => void} [drawn] for a page that arranges the picture by itself
   */
  constructor(element, walkthrough, drawn = undefined) {
    this.#element = element;
    this.#walk = walkthrough;
    this.#drawn = drawn;
    element.classList.add("tree-view");
    element.innerHTML = walkthrough.svg; // made by the program, every text in it escaped
    const find = (selector, inside = element) => inside.querySelector(selector);
    for (const node of walkthrough.nodes) {
      const group = find(`[data-node="${node.id}"]`);
      this.#groups.set(node.id, { node, group, edge: find(`[data-edge="${node.id}"]`), slash: find(`[data-slash="${node.id}"]`), value: find(".tree-value", group),
        window: find(".tree-window", group), chosen: find(".tree-chosen", group), current: find(".tree-current", group), shape: find(".tree-shape", group), board: find("svg", group), title: find("title", group), words: find("title", group)?.textContent });
    }
    this.#show(this.#stateAfter(-1));
  }

  /** The step that is shown, counted from 0; -1 before the first. */
  get step() {
    return this.#step;
  }

  get last_step() {
    return this.#walk.steps.length - 1;
  }

  /** Show a step, counted from 0. @param {number} step */
  goto(step) {
    const wanted = Math.max(0, Math.min(this.last_step, Math.trunc(Number(step)) || 0));
    if (this.last_step < 0) return;
    this.#step = wanted;
    this.#show(this.#stateAfter(wanted));
    const told = this.#walk.steps[wanted];
    const { node } = this.#groups.get(told.node);
    for (const callback of this.#callbacks) callback(told, node);
  }

  next() {
    this.goto(this.#step + 1);
  }

  previous() {
    this.goto(this.#step - 1);
  }

  first() {
    this.goto(0);
  }

  last() {
    this.goto(this.last_step);
  }

  /** Be told of every step that is shown. @param {(step: any, node: any) => void} callback */
  onstep(callback) {
    this.#callbacks.push(callback);
  }

  /** What every node shows after a step: the same as `states` in counterplay/lessons/telling/tree_picture.py. */
  #stateAfter(step) {
    const states = new Map();
    const givenUp = new Set();
    for (const id of this.#groups.keys()) states.set(id, { status: "ahead", value: "", bound: "", alpha: "", beta: "", current: false, chosen: false });
    for (const told of this.#walk.steps.slice(0, step + 1)) {
      const state = states.get(told.node);
      state.status = this.#groups.get(told.node).node.leaf ? "leaf" : "searched";
      state.alpha = told.alpha;
      state.beta = told.beta;
      state.bound = told.bound;
      state.value = told.value || state.value;
      if (told.kind === "cut" || told.kind === "leave") givenUp.add(told.node);
    }
    for (const { node } of this.#groups.values()) if (!node.searched && givenUp.has(node.parent)) states.get(node.id).status = "cut";
    const end = step === this.last_step;
    if (step >= 0 && !end) states.get(this.#walk.steps[step].node).current = true;
    if (end) for (const id of this.#walk.chosen) states.get(id).chosen = true;
    return states;
  }

  #show(states) {
    for (const [id, state] of states) {
      const { node, group, edge, slash, value, window, chosen, current, shape, board, title, words } = this.#groups.get(id);
      for (const name of ["value", "alpha", "beta", "status"]) group.dataset[name] = state[name];
      for (const part of [shape, board, edge?.querySelector(".line")]) part?.setAttribute("opacity", OPACITY[state.status]);
      write(value, state.bound + state.value || node.given);
      write(window, state.alpha ? `[${state.alpha}, ${state.beta}]` : "");
      display(chosen, state.chosen);
      display(current, state.current);
      display(slash, state.status === "cut");
      write(title, state.status === "cut" ? `${words}: never looked at. ${node.reason}` : words);
      if (edge) {
        if (node.player) dash(edge.querySelector(".line"), state.status === "cut");
        display(edge.querySelector(".tree-chosen"), state.chosen);
      }
    }
    if (this.#drawn) this.#drawn(states);
    else if (this.#step >= 0) this.#reveal(this.#groups.get(this.#walk.steps[this.#step].node).group);
  }

  /** Scroll a node that cannot be seen into the middle. */
  #reveal(group) {
    const frame = this.#element.getBoundingClientRect();
    const box = group.getBoundingClientRect();
    if (box.left - MARGIN < frame.left || box.right + MARGIN > frame.right) this.#element.scrollLeft += (box.left + box.right - frame.left - frame.right) / 2;
    if (box.top < frame.top || box.bottom > frame.bottom) this.#element.scrollTop += (box.top + box.bottom - frame.top - frame.bottom) / 2;
  }
}

function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

function dash(line, dashed) {
  if (dashed) line.setAttribute("stroke-dasharray", DASHES);
  else line.removeAttribute("stroke-dasharray");
}

function display(element, shown) {
  if (!element) return;
  if (shown) element.removeAttribute("display");
  else element.setAttribute("display", "none");
}
