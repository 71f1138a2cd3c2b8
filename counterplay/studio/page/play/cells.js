/** The board as labelled buttons, for the keyboard and for screen readers; the same places as in the picture. */
import { h } from "./dom.js";

/** @typedef {import("./arrows.js").Place & {label: string}} CellView */

/** One button for each cell; one of them takes part in the tab order, arrow keys walk over the board. */
export class CellButtons {
  /** @type {HTMLElement} */
  element;
  #buttons = new Map();
  /** @type {CellView[]} */
  #cells = [];
  #current = "";
  #pick;

  /** @param {string} label @param {(id: string) => void} pick */
  constructor(label, pick) {
    this.#pick = pick;
    this.element = h("div", { class: "cell-buttons", role: "group", "aria-label": label, "data-own-arrows": "",
      on: { keydown: (event) => this.#key(event) } });
  }

  /**
   * @param {CellView[]} cells
   * @param {{x: number, y: number, width: number, height: number}} frame the part of the picture that is shown
   */
  show(cells, frame) {
    this.#cells = cells;
    const ids = new Set(cells.map((cell) => cell.id));
    for (const [id, button] of this.#buttons) {
      if (ids.has(id)) continue;
      button.remove();
      this.#buttons.delete(id);
    }
    for (const cell of cells) this.#place(cell, frame);
    if (!ids.has(this.#current)) this.#current = cells[0]?.id || "";
    this.#rove();
  }

  /**
   * What can be said of each cell besides what stands on it.
   * @param {(id: string) => {words: string, pressed: boolean}} describe
   */
  describe(describe) {
    for (const cell of this.#cells) {
      const { words, pressed } = describe(cell.id);
      const button = this.#buttons.get(cell.id);
      const label = words ? `${cell.label}, ${words}` : cell.label;
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      if (pressed) button.setAttribute("aria-pressed", "true");
      else button.removeAttribute("aria-pressed");
    }
  }

  /** Put the keyboard's focus on the board. */
  focus() {
    this.#buttons.get(this.#current)?.focus();
  }

  #place(cell, { x, y, width, height }) {
    let button = this.#buttons.get(cell.id);
    if (!button) {
      button = h("button", { type: "button", class: "cell-button", tabindex: "-1", data: { id: cell.id },
        on: { click: () => this.#pick(cell.id), focus: () => this.#focused(cell.id) } });
      this.#buttons.set(cell.id, button);
      this.element.append(button);
    }
    button.style.left = `${((cell.left - x) / width) * 100}%`;
    button.style.top = `${((cell.top - y) / height) * 100}%`;
    button.style.width = `${(cell.width / width) * 100}%`;
    button.style.height = `${(cell.height / height) * 100}%`;
  }

  #focused(id) {
    this.#current = id;
    this.#rove();
  }

  #rove() {
    for (const [id, button] of this.#buttons) button.tabIndex = id === this.#current ? 0 : -1;
  }

  #key(event) {
    const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const direction = directions[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const from = this.#cells.find((cell) => cell.id === this.#current);
    const to = from && nearest(from, this.#cells, direction[0], direction[1]);
    if (to) this.#buttons.get(to.id).focus();
  }
}

/** The closest cell in a direction; what lies straight ahead counts as closer than what lies aside. */
function nearest(from, cells, dx, dy) {
  let best = null;
  let least = Infinity;
  for (const cell of cells) {
    const ahead = (cell.x - from.x) * dx + (cell.y - from.y) * dy;
    const aside = Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx);
    if (ahead < 1 || aside > ahead * 2) continue;
    const distance = ahead + 2.5 * aside;
    if (distance < least) [best, least] = [cell, distance];
  }
  return best;
}
