/** Stepping through searches: one, or two side by side on the same position; with a board of the node where the tree has none. */
import { Board } from "./board.js";
import { debounced, h, put } from "./dom.js";
import { icon } from "./icons.js";
import { usePageKeys } from "./keys.js";
import { Prediction } from "./prediction.js";
import { StepperPane } from "./stepper_pane.js";

const PACE = 900; // milliseconds a step while it plays by itself

/** Walkthroughs with their controls. Left and right keys step wherever the focus is, while it is shown. */
export class Stepper {
  /** @type {HTMLElement} */
  element;
  #panes;
  #options;
  #index = 0;
  #count = h("span", { class: "stepper-count" });
  #range = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, value: 0, "aria-label": "Step" }));
  #board = new Board();
  #boardName = h("figcaption", {});
  #prediction;
  #buttons = {};
  #timer = 0;
  #gone = new AbortController();
  #showBoard = debounced(60, () => this.#loadBoard());

  /**
   * @param {any[]} walkthroughs one, or two to be compared
   * @param {{signal: AbortSignal, boardOf?: (actions: number[]) => Promise<any>, open?: (node: any, step: any) => void, fill?: boolean, tools?: Node[]}} options
   *   boardOf gives the PositionView of a node; open is asked to draw what a mark stands for; fill: the page is its own, so that the tree may fill it and the wheel need not scroll
   */
  constructor(walkthroughs, options) {
    this.#options = options;
    const { signal } = this.#gone;
    const wheel = () => Boolean(options.fill) || this.element.contains(document.activeElement) || this.projected;
    const growing = walkthroughs.every((walk) => !walk.nodes.some((node) => node.label || (node.player && node.given))); // a tree that is given is shown whole
    this.#panes = walkthroughs.map((walk) => new StepperPane(walk, { signal, growing, wheel, titled: walkthroughs.length > 1, go: (step) => this.goto(step), picked: (id) => this.#prediction.picked(id),
      open: options.open && ((node) => options.open(node, walk.steps[this.#index])) }));
    this.#prediction = new Prediction({ go: () => this.goto(this.#index + 1), offer: (ids) => this.#panes[0].stage.offer(ids) });
    this.#range.max = String(this.last);
    this.#range.addEventListener("input", () => this.goto(Number(this.#range.value)));
    const withBoard = options.boardOf && walkthroughs.length === 1 && !walkthroughs[0].board?.[1];
    this.element = h("div", { class: `stepper${withBoard ? " with-board" : ""}${walkthroughs.length > 1 ? " compared" : ""}`, data: { steps: String(this.last + 1) } },
      this.#controls(growing), this.#prediction.element,
      h("div", { class: "stepper-body" }, ...this.#panes.map((pane) => pane.element), withBoard ? h("figure", { class: "node-board" }, this.#board.element, this.#boardName) : null));
    options.signal.addEventListener("abort", () => this.close());
    document.addEventListener("fullscreenchange", () => this.#project(document.fullscreenElement === this.element), { signal });
    this.#keys();
  }

  get last() {
    return Math.max(...this.#panes.map((pane) => pane.last));
  }

  /** The step that is shown, counted from 0. */
  get index() {
    return this.#index;
  }

  get projected() {
    return this.element.classList.contains("projected");
  }

  /** Show a step, then load the tree's module: who has stepped on meanwhile stays there. @param {number} [step] */
  async start(step = 0) {
    loadStyle();
    this.goto(step);
    await Promise.all(this.#panes.map((pane) => pane.start()));
    this.goto(this.#index);
    if (this.#options.fill) this.#fill();
  }

  /** The stages reach to the lower end of the window. */
  #fill() {
    const above = Math.min(...this.#panes.map(({ stage }) => stage.element.getBoundingClientRect().top)) + scrollY;
    if (!this.projected) this.element.style.setProperty("--above", `${Math.round(above)}px`);
  }

  /** It is no longer needed: its keys and its clock end. */
  close() {
    clearInterval(this.#timer);
    this.#gone.abort();
  }

  /** Show a step. @param {number} step */
  goto(step) {
    this.#index = Math.max(0, Math.min(this.last, step));
    this.#prediction.stepped();
    for (const pane of this.#panes) pane.goto(this.#index);
    this.#range.value = String(this.#index);
    this.#range.setAttribute("aria-valuetext", `step ${this.#index + 1} of ${this.last + 1}`);
    this.#count.textContent = `${this.#index + 1} / ${this.last + 1}`;
    if (this.element.classList.contains("with-board")) this.#showBoard();
  }

  /** One step on; where predictions are asked for, a question may come first. */
  next() {
    if (this.#index >= this.last || this.#prediction.ask(this.#panes[0].walk, this.#index)) return;
    this.goto(this.#index + 1);
  }

  #controls(growing) {
    const button = (name, label, action, more = {}) => {
      this.#buttons[name] = h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, on: { click: action }, ...more }, icon(name));
      return this.#buttons[name];
    };
    const stages = (act) => () => this.#panes.forEach((pane) => act(pane.stage));
    const predictable = this.#panes.length === 1 && this.#panes[0].walk.algorithm !== "mcts";
    const predict = h("button", { type: "button", class: "button small", "aria-pressed": "false", text: "Predict", title: "Say what happens before it does", on: { click: () => this.#predict() } });
    this.#buttons.predict = predict;
    return h("div", { class: "stepper-controls" },
      h("div", { class: "stepper-steps", role: "group", "aria-label": "Steps" }, button("first", "First step", () => this.goto(0)), button("previous", "Previous step", () => this.goto(this.#index - 1)),
        button("play", "Play the steps", () => this.#toggle()), button("next", "Next step", () => this.next()), button("last", "Last step", () => this.goto(this.last)), this.#range, this.#count),
      h("div", { class: "stepper-views", role: "group", "aria-label": "View" }, button("zoom_out", "Smaller", stages((stage) => stage.zoom(0.8))), button("zoom_in", "Larger", stages((stage) => stage.zoom(1.25))),
        button("fit", "Show the whole tree", stages((stage) => stage.fit())),
        button("grow", "Show only what the search has come to", () => this.#grow(), { "aria-pressed": String(growing) }),
        predictable ? predict : null, button("screen", "Full screen", () => this.#toggleProjected(), { "aria-pressed": "false" }), ...(this.#options.tools || [])));
  }

  #keys() {
    const when = () => this.element.isConnected && this.element.checkVisibility();
    const key = (keys, does, run) => ({ keys, does, run, when });
    usePageKeys(this.#gone.signal, "Search", [
      key(["ArrowRight"], "One step of the search forward", () => this.next()),
      key(["ArrowLeft"], "One step back", () => this.goto(this.#index - 1)),
      key(["Home", "ArrowUp"], "First step", () => this.goto(0)),
      key(["End", "ArrowDown"], "Last step", () => this.goto(this.last)),
      key([" "], "Play the steps, or pause", () => this.#toggle()),
      key(["+", "="], "Larger", () => this.#panes.forEach((pane) => pane.stage.zoom(1.25))),
      key(["-"], "Smaller; Shift and an arrow key move the tree", () => this.#panes.forEach((pane) => pane.stage.zoom(0.8))),
      key(["0"], "Show the whole tree", () => this.#panes.forEach((pane) => pane.stage.fit())),
      key(["o"], "Fold or open what is below the node", () => this.#panes[0].stage.foldCurrent()),
      key(["f"], "Full screen", () => this.#toggleProjected()),
      key(["p"], "Predict what happens", () => this.#buttons.predict.isConnected && this.#predict()),
    ], true);
  }

  #predict() {
    this.#prediction.on = !this.#prediction.on;
    this.#buttons.predict.setAttribute("aria-pressed", String(this.#prediction.on));
    if (this.#prediction.on) this.#pause();
  }

  #grow() {
    const on = this.#buttons.grow.getAttribute("aria-pressed") !== "true";
    this.#buttons.grow.setAttribute("aria-pressed", String(on));
    for (const { stage } of this.#panes) {
      stage.growing = on;
      stage.refresh();
    }
  }

  /** The browser's full screen where it allows that, else the whole window. */
  async #toggleProjected() {
    if (document.fullscreenElement) return document.exitFullscreen();
    if (this.projected) return this.#project(false);
    try {
      await this.element.requestFullscreen();
    } catch {
      this.#project(true);
    }
  }

  #project(on) {
    this.element.classList.toggle("projected", on);
    this.#buttons.screen.setAttribute("aria-pressed", String(on));
    for (const { stage } of this.#panes) {
      stage.large = on;
      stage.refresh();
    }
  }

  async #loadBoard() {
    const { node } = this.#panes[0];
    if (!node?.actions) return;
    try {
      const position = await this.#options.boardOf(node.actions);
      if (node !== this.#panes[0].node) return;
      this.#board.show(position);
      this.#board.mark({ last: position.last?.cells || [] });
      this.#boardName.textContent = node.name ? `after ${pathNames(this.#panes[0].walk.nodes, node).join(" ")}` : "the position searched";
    } catch {
      // A node without a board keeps the picture before it.
    }
  }

  #toggle() {
    if (this.#timer) return this.#pause();
    put(this.#buttons.play, icon("pause"));
    this.#buttons.play.setAttribute("aria-label", "Pause");
    this.#timer = setInterval(() => {
      if (this.#index >= this.last || !this.element.isConnected) this.#pause();
      else this.next();
    }, PACE);
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
    put(this.#buttons.play, icon("play"));
    this.#buttons.play.setAttribute("aria-label", "Play the steps");
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
