/** A board: the server's picture, marks over it, clicks and drags on it. It knows no game. */
import { arrowMark, targetMark } from "./arrows.js";
import { CellButtons } from "./cells.js";
import { adoptPicture, h, put, s } from "./dom.js";
import { Drag } from "./drag.js";
import { mayAnimate } from "./settings.js";

const SLIDE = 160; // milliseconds

/** @typedef {{selected?: string[], targets?: Set<string>, dots?: boolean, last?: string[], arrows?: import("./arrows.js").Arrow[], moves?: boolean}} Marks */

/** @typedef {{pick?: (id: string) => void, lift?: (id: string) => void, drop?: () => void, liftable?: (id: string) => boolean}} Reports */

/** Shows positions; reports `pick(id)` for a click, a key or a drop on a cell. */
export class Board {
  /** @type {HTMLElement} */
  element;
  #picture = h("div", { class: "board-picture" });
  #over = s("svg", { class: "board-over", "aria-hidden": "true" });
  #air = s("svg", { class: "board-over", "aria-hidden": "true" }); // what is being dragged, above everything
  #cells;
  #drag;
  /** @type {Map<string, import("./cells.js").CellView>} */
  #places = new Map();
  #marks = /** @type {Marks} */ ({});
  #width = 1;
  #height = 1;
  #unit = 60;
  #text = h("pre", { class: "board-text" });

  /**
   * @param {Reports} [reports] without `pick` the board is only looked at
   */
  constructor(reports = {}) {
    this.#cells = new CellButtons("Board", (id) => reports.pick?.(id));
    this.element = h("div", { class: "board" }, this.#picture, this.#over, this.#air, reports.pick ? this.#cells.element : null, this.#text);
    if (reports.pick) this.#drag = new Drag(this.#picture, this.#air, reports, (id) => this.#occupied(id));
  }

  /**
   * Draw a position.
   * @param {any} position PositionView
   * @param {boolean} [slide] whether the last move may be animated
   */
  show(position, slide = false) {
    const picture = adoptPicture(position.svg);
    const [, , width, height] = (position.view_box || picture.getAttribute("viewBox") || "0 0 1 1").split(/\s+/).map(Number);
    this.#width = width || 1;
    this.#height = height || 1;
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    picture.setAttribute("aria-hidden", this.#drag ? "true" : "false");
    put(this.#picture, picture);
    for (const layer of [this.#over, this.#air]) layer.setAttribute("viewBox", `0 0 ${this.#width} ${this.#height}`);
    this.element.style.setProperty("--aspect", String(this.#width / this.#height));
    const cells = position.cells.map(centred);
    const empty = cells.length === 0;
    this.element.classList.toggle("only-text", empty);
    this.#text.textContent = empty ? position.state : "";
    this.#places = new Map(cells.map((cell) => [cell.id, cell]));
    this.#unit = median(cells.map((cell) => Math.min(cell.width, cell.height))) || 40;
    this.#cells.show(cells, this.#width, this.#height);
    if (slide && position.last && mayAnimate()) this.#slide(position.last.cells);
    this.mark({});
  }

  /** Set the marks over the board. @param {Marks} marks */
  mark(marks) {
    this.#marks = marks;
    for (const tint of this.#picture.querySelectorAll(".tint")) tint.remove();
    for (const id of marks.last || []) this.#tint(id, "tint-last");
    for (const id of marks.selected || []) this.#tint(id, "tint-selected");
    const targets = marks.targets || new Set();
    for (const group of this.#picture.querySelectorAll("[data-cell]")) {
      group.classList.toggle("can", targets.has(group.dataset.cell) || (marks.selected || []).includes(group.dataset.cell));
    }
    const dots = marks.dots ? [...targets].map((id) => this.#places.get(id)).filter(Boolean) : [];
    put(this.#over,
      ...dots.map((place) => targetMark(place, this.#occupied(place.id), this.#unit)),
      ...(marks.arrows || []).map((arrow) => arrowMark(arrow, this.#places, this.#unit)).reverse());
    this.#picture.classList.toggle("grabbable", Boolean(marks.moves));
    this.#cells.describe((id) => ({
      words: [(marks.selected || []).includes(id) ? "picked" : "", targets.has(id) ? "possible" : "", (marks.last || []).includes(id) ? "last move" : ""]
        .filter(Boolean).join(", "),
      pressed: (marks.selected || []).includes(id),
    }));
  }

  /** Where a cell's middle is, as shares of the board's width and height. @param {string} id @returns {{x: number, y: number}} */
  spot(id) {
    const place = this.#places.get(id);
    return place ? { x: place.x / this.#width, y: place.y / this.#height } : { x: 0.5, y: 0.5 };
  }

  /** Put the keyboard on the board. */
  focus() {
    this.#cells.focus();
  }

  #occupied(id) {
    return this.#picture.querySelector(`[data-on="${CSS.escape(id)}"]`);
  }

  #tint(id, kind) {
    const group = this.#picture.querySelector(`[data-cell="${CSS.escape(id)}"]`);
    if (!group) return;
    // A spike has an invisible ground first and its outline second; a point is best seen by its ground.
    const shapes = [...group.children].filter((child) => !child.classList.contains("tint"));
    const outline = this.#places.get(id)?.shape === "point" ? shapes[0] : shapes.find((shape) => !shape.classList.contains("paper"));
    if (!outline) return;
    const tint = /** @type {SVGElement} */ (outline.cloneNode(false));
    tint.setAttribute("class", `tint ${kind}`);
    tint.removeAttribute("fill-opacity");
    group.append(tint);
  }

  #slide(cells) {
    const [from, to] = [this.#places.get(cells[0]), this.#places.get(cells.at(-1))];
    const piece = to && this.#occupied(to.id);
    if (!piece || !from) return;
    if (from === to) {
      piece.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: SLIDE, easing: "ease-out" });
      return;
    }
    const top = piece.childElementCount > 3 ? [...piece.children].slice(-2) : [piece]; // of a stack only the top moves
    piece.parentNode.append(piece); // above its neighbours while it moves
    for (const part of top) {
      part.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], { duration: SLIDE, easing: "ease-in-out" });
    }
  }
}

/** The server names a cell's left upper corner; marks need its middle. */
function centred(cell) {
  return { ...cell, left: cell.x, top: cell.y, x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 };
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
