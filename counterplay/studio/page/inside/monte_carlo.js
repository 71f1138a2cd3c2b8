/** The tree that Monte Carlo search grew, as a table that unfolds: visits, values and the terms of UCT. */
import { h, put } from "./dom.js";

const COLUMNS = [["visits", "Visits"], ["value_text", "Value"], ["exploit", "Exploit"], ["explore", "Explore"], ["uct", "UCT"]];

/** Shows nodes of a search; a row opens its children. */
export class MonteCarloView {
  /** @type {HTMLElement} */
  element;
  #children = new Map();
  #open = new Set();
  #body = h("tbody", {});
  #root;

  /** @param {any} answer of /inside */
  constructor(answer) {
    for (const node of answer.nodes) {
      const siblings = this.#children.get(node.parent) || [];
      this.#children.set(node.parent, [...siblings, node]);
    }
    for (const siblings of this.#children.values()) siblings.sort((a, b) => b.visits - a.visits);
    this.#root = answer.nodes[0];
    this.#open.add(this.#root.id);
    const head = h("tr", {}, h("th", { scope: "col", text: "Move" }), ...COLUMNS.map(([, text]) => h("th", { scope: "col", text })));
    this.element = h("div", { class: "monte-carlo" }, answer.text ? h("p", { class: "hint", text: answer.text }) : null,
      h("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Visits and terms of UCT" }, h("table", { class: "table tree-table" }, h("thead", {}, head), this.#body)));
    this.#draw();
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
  }
}

function number(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value;
  return Number.isInteger(value) ? String(value) : Number(value).toFixed(3);
}
