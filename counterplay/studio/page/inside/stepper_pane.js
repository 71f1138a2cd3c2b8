/** One search of a stepper: its tree, what happens at this step, and how much it has looked at. */
import { h, put } from "./dom.js";
import { TreeStage } from "./tree_stage.js";

const KINDS = { enter: "Look", leaf: "Leaf", update: "Better", cut: "Cut", leave: "Back", average: "Average", hit: "Known", select: "Select", expand: "Expand", playout: "Playout", backup: "Back up" };

export class StepperPane {
  /** @type {HTMLElement} */
  element;
  /** @type {TreeStage} */
  stage;
  walk;
  #index = -1;
  #words = h("p", { class: "stepper-words", role: "status" });
  #facts = h("dl", { class: "facts" });
  #counts = h("dl", { class: "facts counts", "aria-label": "Looked at so far" });
  #byId;

  /**
   * @param {any} walk
   * @param {{signal: AbortSignal, growing: boolean, wheel: () => boolean, go: (step: number) => void, picked?: (id: number) => boolean, open?: (node: any) => void, titled: boolean}} options
   *   go: to a step; picked: whether a click on a node meant something else
   */
  constructor(walk, options) {
    this.walk = walk;
    this.#byId = new Map(walk.nodes.map((node) => [node.id, node]));
    const pick = (id) => options.picked?.(id) || options.go(this.#stepOf(id));
    this.stage = new TreeStage(walk, { signal: options.signal, growing: options.growing, wheel: options.wheel, pick, open: options.open, name: `Search tree: ${walk.title}` });
    this.element = h("section", { class: "pane", "aria-label": walk.title }, options.titled ? h("h3", { class: "pane-title", text: walk.title }) : null,
      h("div", { class: "stepper-told" }, this.#words, h("div", { class: "stepper-numbers" }, this.#facts, this.#counts)), this.stage.element);
  }

  get last() {
    return this.walk.steps.length - 1;
  }

  get index() {
    return this.#index;
  }

  /** The node of the step that is shown. */
  get node() {
    return this.#byId.get(this.walk.steps[this.#index]?.node) || this.walk.nodes[0];
  }

  async start() {
    await this.stage.start(() => this.#tell());
  }

  /** Show a step, or the last one where there are fewer. @param {number} step */
  goto(step) {
    this.#index = Math.max(0, Math.min(this.last, step));
    this.stage.goto(this.#index);
  }

  #tell() {
    const step = this.walk.steps[this.#index];
    const { result } = this.walk;
    const end = this.#index === this.last ? h("span", { class: "found", text: ` Value ${result.value}${result.action ? `, best ${result.action}` : ""}.` }) : null;
    put(this.#words, h("b", { class: `kind kind-${step.kind}`, text: KINDS[step.kind] || step.kind }), " ", step.text, step.reason ? h("span", { class: "reason", text: ` ${step.reason}` }) : null, end);
    put(this.#facts, fact("α", step.alpha), fact("β", step.beta), fact("value", `${step.bound}${step.value}`));
    const { nodes, leaves, cuts } = step;
    put(this.#counts, fact("nodes", nodes), fact(this.walk.algorithm === "mcts" ? "playouts" : "leaves", leaves), step.alpha || cuts ? fact("cut-offs", cuts) : null);
    Object.assign(this.#counts.dataset, { nodes, leaves, cuts }); // for scripts
  }

  /** The step that a click on a node means: its first, then the next one of the same node; of one never looked at, where it was given up. */
  #stepOf(id) {
    const { steps } = this.walk;
    const own = steps.flatMap((step, index) => (step.node === id ? [index] : []));
    if (own.length) return own.find((index) => index > this.#index && steps[this.#index].node === id) ?? own[0];
    const parent = this.#byId.get(id)?.parent;
    const given = steps.findLastIndex((step) => step.node === parent && (step.kind === "cut" || step.kind === "leave"));
    const cut = steps.findIndex((step) => step.node === parent && step.kind === "cut");
    return cut >= 0 ? cut : Math.max(0, given);
  }
}

function fact(name, value) {
  return value === undefined || value === "" || value === null ? null : h("div", {}, name ? h("dt", { text: name }) : null, h("dd", { text: String(value) }));
}
