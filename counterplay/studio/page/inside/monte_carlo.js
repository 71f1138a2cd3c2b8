/** The tree that Monte Carlo search grew, as a table that unfolds: visits, values and the terms of UCT. */
import { Board } from "./board.js";
import { h, put } from "./dom.js";

const COLUMNS = [["visits", "Visits"], ["value_text", "Value"], ["exploit", "Exploit"], ["explore", "Explore"], ["uct", "UCT"]];

/** Shows nodes of a search; a row opens its children, and its board. */
export class MonteCarloView {
  /** @type {HTMLElement} */
  element;
  #children = new Map();
  #nodes = new Map();
  #open = new Set();
  #body = h("tbody", {});
  #board = new Board();
  #caption = h("figcaption", { text: "Choose a row to see its board." });
  #boardOf;
  #root;

  /** @param {any} answer of /inside @param {(actions: number[]) => Promise<any>} boardOf */
  constructor(answer, boardOf) {
    this.#boardOf = boardOf;
    for (const node of answer.nodes) {
      this.#nodes.set(node.id, node);
      const siblings = this.#children.get(node.parent) || [];
      this.#children.set(node.parent, [...siblings, node]);
    }
    for (const siblings of this.#children.values()) siblings.sort((a, b) => b.visits - a.visits);
    this.#root = answer.nodes[0];
    this.#open.add(this.#root.id);
    const head = h("tr", {}, h("th", { scope: "col", text: "Move" }), ...COLUMNS.map(([, text]) => h("th", { scope: "col", text })));
    this.element = h("div", { class: "monte-carlo" }, answer.text ? h("p", { class: "hint", text: answer.text }) : null,
      h("div", { class: "stepper-body" }, h("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Search tree" }, h("table", { class: "table tree-table" }, h("thead", {}, head), this.#body)),
        h("div", { class: "stepper-side" }, h("figure", { class: "node-board" }, this.#board.element, this.#caption))));
    this.#draw();
    this.#look(this.#root);
  }

  #draw() {
    put(this.#body, ...this.#rows(this.#root, 0));
  }

  #rows(node, level) {
    const children = this.#children.get(node.id) || [];
    const open = this.#open.has(node.id);
    const name = node.name || "root";
    const most = Math.max(1, this.#root.visits);
    const toggle = h("button", { type: "button", class: "row-toggle", "aria-expanded": children.length ? String(open) : null, text: name, on: { click: () => this.#toggle(node) } });
    toggle.style.setProperty("--level", String(level));
    const cells = COLUMNS.map(([key]) => h("td", { text: number(node[key]) }));
    const meter = h("i", { class: "visit-bar" });
    meter.style.setProperty("--share", `${(100 * node.visits) / most}%`);
    cells[0].prepend(meter);
    const row = h("tr", { data: { id: String(node.id) } }, h("th", { scope: "row" }, toggle, node.proven ? h("span", { class: "badge", text: typeof node.proven === "string" ? node.proven : "proven" }) : null), ...cells);
    return [row, ...(open ? children.flatMap((child) => this.#rows(child, level + 1)) : [])];
  }

  #toggle(node) {
    if (!this.#open.delete(node.id)) this.#open.add(node.id);
    this.#draw();
    /** @type {HTMLElement} */ (this.#body.querySelector(`tr[data-id="${node.id}"] button`)).focus();
    this.#look(node);
  }

  async #look(node) {
    const path = [];
    for (let at = node; at && at.parent !== null && at.parent !== undefined && this.#nodes.has(at.parent); at = this.#nodes.get(at.parent)) path.unshift(at);
    try {
      const position = await this.#boardOf(node.actions || path.map((step) => step.action));
      this.#board.show(position);
      this.#board.mark({ last: position.last?.cells || [] });
      this.#caption.textContent = path.length ? `after ${path.map((step) => step.name).join(" ")}` : "the position searched";
    } catch {
      // The table says enough.
    }
  }
}

function number(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value;
  return Number.isInteger(value) ? String(value) : Number(value).toFixed(3);
}
