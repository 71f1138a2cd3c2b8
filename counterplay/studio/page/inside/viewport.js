/** A picture that can be moved and enlarged: by wheel, drag, pinch and keys. It is drawn anew at every size, so that it stays sharp. */
import { mayAnimate } from "./settings.js";

const SMALLEST = 0.2; // pixels of the screen for one of the picture
const LARGEST = 4;
const WHEEL = 0.0016; // of the scale's logarithm, for a pixel of the wheel
const GLIDE = 200; // milliseconds
const CLICK = 5; // pixels a pointer may move and still click

/** @typedef {{left: number, top: number, right: number, bottom: number}} Bounds in pixels of the picture */

export class Viewport {
  /** Whether the reader has chosen a size or a place, which steps then respect. */
  chosen = false;
  #element;
  #svg;
  #view = { x: 0, y: 0, scale: 1 };
  #pointers = new Map();
  #moved = 0;
  #frame = 0;
  #changed;

  /**
   * @param {HTMLElement} element that clips the picture
   * @param {SVGSVGElement} svg
   * @param {{signal: AbortSignal, wheel: () => boolean, changed?: () => void}} options wheel: whether the wheel enlarges, or scrolls the page
   */
  constructor(element, svg, { signal, wheel, changed = () => {} }) {
    this.#element = element;
    this.#svg = svg;
    this.#changed = changed;
    const on = (type, handler, more = {}) => element.addEventListener(type, handler, { signal, ...more });
    on("wheel", (event) => (event.ctrlKey || event.metaKey || wheel()) && this.#wheel(event), { passive: false });
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) on(type, (event) => this.#pointers.delete(event.pointerId));
    on("click", (event) => this.#clicked(event), { capture: true });
  }

  /** Pixels of the screen for one of the picture. */
  get scale() {
    return this.#view.scale;
  }

  get #size() {
    return { width: this.#element.clientWidth || 1, height: this.#element.clientHeight || 1 };
  }

  /** The scale at which something would just be seen whole. @param {Bounds} bounds */
  fitting(bounds) {
    const { width, height } = this.#size;
    return Math.min(width / (bounds.right - bounds.left), height / (bounds.bottom - bounds.top));
  }

  /** Show something in the middle, what does not fit from its upper end on. @param {Bounds} bounds @param {number} scale */
  centre(bounds, scale) {
    const { width, height } = this.#size;
    const tall = (bounds.bottom - bounds.top) * scale > height;
    this.#glide({ x: (bounds.left + bounds.right) / 2 - width / scale / 2, y: tall ? bounds.top : (bounds.top + bounds.bottom) / 2 - height / scale / 2, scale });
  }

  /** Move as little as shows something; in a direction in which everything has room, everything is in the middle. @param {Bounds} bounds @param {Bounds} all @param {number} [scale] */
  reveal(bounds, all, scale = this.#view.scale) {
    const { width, height } = this.#size;
    const { x, y, scale: now } = this.#view;
    const middle = { x: x + width / now / 2, y: y + height / now / 2 };
    const [w, h] = [width / scale, height / scale];
    const within = (start, [from, to], [first, last], room) => {
      if (last - first <= room) return (first + last - room) / 2;
      return to - from > room ? from : Math.min(Math.max(start, to - room), from);
    };
    this.#glide({ x: within(middle.x - w / 2, [bounds.left, bounds.right], [all.left, all.right], w), y: within(middle.y - h / 2, [bounds.top, bounds.bottom], [all.top, all.bottom], h), scale });
  }

  /** Enlarge around a point of the element, its middle if none is given. @param {number} factor @param {{x: number, y: number}} [at] */
  zoom(factor, at = { x: this.#size.width / 2, y: this.#size.height / 2 }) {
    const { x, y, scale } = this.#view;
    const wanted = Math.min(LARGEST, Math.max(SMALLEST, scale * factor));
    this.chosen = true;
    this.#show({ x: x + at.x / scale - at.x / wanted, y: y + at.y / scale - at.y / wanted, scale: wanted });
  }

  /** Move by pixels of the screen. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    const { x, y, scale } = this.#view;
    this.chosen = true;
    this.#show({ x: x + dx / scale, y: y + dy / scale, scale });
  }

  /** The element has another size: its upper left corner stays. */
  resized() {
    this.#show(this.#view);
  }

  #show(view) {
    cancelAnimationFrame(this.#frame);
    this.#set(view);
  }

  #set(view) {
    const { width, height } = this.#size;
    this.#view = view;
    this.#svg.setAttribute("viewBox", [view.x, view.y, width / view.scale, height / view.scale].map((n) => n.toFixed(2)).join(" "));
    this.#changed();
  }

  #glide(view) {
    cancelAnimationFrame(this.#frame);
    const from = this.#view;
    if (!mayAnimate() || !this.#svg.hasAttribute("data-arranged")) return this.#set(view);
    const begin = performance.now();
    const step = (now) => {
      const t = Math.min(1, Math.max(0, (now - begin) / GLIDE));
      const eased = 1 - (1 - t) ** 3;
      const between = (key) => from[key] + (view[key] - from[key]) * eased;
      this.#set({ x: between("x"), y: between("y"), scale: between("scale") });
      if (t < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 30 : 1) * WHEEL * (event.ctrlKey ? 4 : 1)), this.#at(event));
  }

  #at(event) {
    const box = this.#element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (!this.#pointers.size) this.#moved = 0;
    this.#pointers.set(event.pointerId, this.#at(event));
  }

  /** The end of a drag is no click. */
  #clicked(event) {
    if (this.#moved > CLICK) event.stopPropagation();
    this.#moved = 0;
  }

  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const at = this.#at(event);
    this.#moved += Math.hypot(at.x - before.x, at.y - before.y);
    if (this.#moved > CLICK && !this.#element.hasPointerCapture(event.pointerId)) this.#element.setPointerCapture(event.pointerId);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, at);
    if (this.#moved <= CLICK) return;
    if (other) this.zoom(distance(at, other) / Math.max(1, distance(before, other)), other);
    else this.pan(before.x - at.x, before.y - at.y);
  }
}

function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
