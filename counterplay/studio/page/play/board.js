/** A board: the server's picture, marks over it, clicks and drags on it. It knows no game. */
import { arrowMark, targetMark } from "./arrows.js";
import { CellButtons } from "./cells.js";
import { adoptPicture, h, put, s } from "./dom.js";
import { Drag } from "./drag.js";
import { Motion } from "./motion.js";
import { mayAnimate } from "./settings.js";

const SMALLEST_LABEL = 8; // CSS pixels, of coordinates
const LARGEST_LABEL = 14;
const LARGEST_CELL = 165; // CSS pixels

/** @typedef {{selected?: string[], targets?: Set<string>, dots?: boolean, last?: string[], won?: string[], arrows?: import("./arrows.js").Arrow[], moves?: boolean}} Marks */

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
  #frame = { x: 0, y: 0, width: 1, height: 1 }; // the part of the picture that is shown
  #unit = 60;
  #text = h("pre", { class: "board-text" });
  #motion = new Motion(this.#picture, this.#air);
  #columns = false; // a click anywhere in a column means the free cell there
  #dropped = ""; // where a hand has just put a piece

  /**
   * @param {Reports} [reports] without `pick` the board is only looked at
   */
  constructor(reports = {}) {
    const pick = (id, dropped = false) => {
      this.#dropped = dropped ? id : "";
      reports.pick?.(this.#meant(id));
    };
    this.#cells = new CellButtons("Board", (id) => pick(id));
    this.element = h("div", { class: "board" }, this.#picture, this.#over, this.#air, reports.pick ? this.#cells.element : null, this.#text);
    new ResizeObserver(() => this.#sizeLabels()).observe(this.element);
    if (reports.pick) this.#drag = new Drag(this.#picture, this.#air, { ...reports, pick }, (id) => this.#occupied(id));
  }

  /** When everything lies where it belongs. @returns {Promise<void>} */
  get settled() {
    return this.#motion.settled;
  }

  /** What still moves arrives at once. */
  finish() {
    this.#motion.finish();
  }

  /**
   * Draw a position.
   * @param {any} position PositionView
   * @param {boolean} [slide] whether the last move may be animated
   */
  show(position, slide = false) {
    const picture = adoptPicture(position.svg);
    const before = slide && mayAnimate() && !document.hidden ? this.#motion.look() : null;
    this.finish();
    const cells = position.cells.map(centred);
    const grounds = cells.filter((cell) => cell.shape !== "edge" && cell.shape !== "slot");
    this.#unit = median((grounds.length ? grounds : cells).map((cell) => Math.min(cell.width, cell.height))) || 40;
    this.#frame = frameOf(position.view_box || picture.getAttribute("viewBox") || "0 0 1 1");
    const { x, y, width, height } = this.#frame;
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    picture.setAttribute("aria-hidden", this.#drag ? "true" : "false");
    if (!this.#drag) picture.append(s("desc", { text: cells.map((cell) => cell.label).filter((label) => !label.endsWith(", empty")).join("; ") }));
    for (const layer of [picture, this.#over, this.#air]) layer.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    // Colours and materials of pieces belong to the picture's classes: a piece in the air keeps them.
    this.#air.setAttribute("class", `board-over ${picture.getAttribute("class")}`);
    put(this.#picture, picture);
    this.size(this.element);
    this.#sizeLabels();
    this.element.classList.toggle("only-text", !cells.length);
    this.#text.textContent = cells.length ? "" : position.state;
    this.#places = new Map(cells.map((cell) => [cell.id, cell]));
    this.#cells.show(cells, this.#frame);
    this.#columns = Boolean(position.gravity);
    if (before?.length) {
      const { y: top } = this.#frame;
      this.#motion.play(before, { path: position.last?.cells || [], places: this.#places, unit: this.#unit, gravity: this.#columns, top, dropped: this.#dropped });
    }
    this.#dropped = "";
    this.mark({});
  }

  /** Set the marks over the board. @param {Marks} marks */
  mark(marks) {
    this.#marks = marks;
    for (const tint of this.#picture.querySelectorAll(".tint")) tint.remove();
    for (const id of marks.last || []) this.#tint(id, "tint-last");
    for (const id of marks.won || []) this.#tint(id, "tint-won");
    for (const id of marks.selected || []) this.#tint(id, "tint-selected");
    this.#turn(marks.selected || []);
    const targets = marks.targets || new Set();
    for (const group of this.#picture.querySelectorAll("[data-cell]")) {
      group.classList.toggle("can", targets.has(group.dataset.cell) || targets.has(this.#meant(group.dataset.cell)) || (marks.selected || []).includes(group.dataset.cell));
    }
    const dots = marks.dots ? [...targets].map((id) => this.#places.get(id)).filter(Boolean) : [];
    put(this.#over,
      ...(marks.won || []).map((id) => this.#places.get(id)).filter(Boolean).map((place) => s("circle", { class: "won-ring", cx: place.x, cy: place.y, r: this.#unit * 0.44, "stroke-width": this.#unit * 0.08 })),
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
    const { x, y, width, height } = this.#frame;
    return place ? { x: (place.x - x) / width, y: (place.y - y) / height } : { x: 0.5, y: 0.5 };
  }

  /** Tell an element's style how the board wants to be sized: its proportions and the width beyond which it looks coarse. @param {HTMLElement} element */
  size(element) {
    const { width, height } = this.#frame;
    element.style.setProperty("--aspect", String(width / height));
    element.style.setProperty("--most", `${Math.round((width / this.#unit) * LARGEST_CELL)}px`);
  }

  /** Put the keyboard on the board. */
  focus() {
    this.#cells.focus();
  }

  /** Coordinates keep the size of small print, however large the board is drawn. */
  #sizeLabels() {
    const scale = this.element.clientWidth / this.#frame.width;
    if (!scale) return;
    const pixels = Math.min(LARGEST_LABEL, Math.max(SMALLEST_LABEL, 0.2 * this.#unit * scale));
    this.element.style.setProperty("--label", `${(pixels / scale).toFixed(2)}px`);
  }

  /** What can be turned is shown as it lies after as many taps as its place has had. */
  #turn(selected) {
    for (const drawn of this.#picture.querySelectorAll("[data-tap]")) {
      const taps = selected.filter((id) => id === drawn.closest("[data-on]").dataset.on).length;
      if (Number(drawn.dataset.tap) === Math.max(1, taps)) drawn.removeAttribute("display");
      else drawn.setAttribute("display", "none");
    }
  }

  /** The cell that a click means: where pieces fall, the one of the column that can be chosen. */
  #meant(id) {
    const place = this.#columns && this.#places.get(id);
    const targets = this.#marks.targets || new Set();
    if (!place || targets.has(id)) return id;
    return [...targets].find((other) => Math.abs((this.#places.get(other)?.x ?? Infinity) - place.x) < this.#unit / 2) || id;
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
    const round = ["pit", "point"].includes(this.#places.get(id)?.shape || "");
    tint.setAttribute("class", `tint ${kind}${round ? " round" : ""}`);
    tint.removeAttribute("fill-opacity");
    group.append(tint);
  }
}

/** A view box as numbers. */
function frameOf(viewBox) {
  const [x, y, width, height] = viewBox.split(/\s+/).map(Number);
  return { x, y, width: Math.max(1, width), height: Math.max(1, height) };
}

/** The server names a cell's left upper corner; marks need its middle. */
function centred(cell) {
  return { ...cell, left: cell.x, top: cell.y, x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 };
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
