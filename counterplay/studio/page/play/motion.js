/** Pieces in motion: what the difference of two pictures shows, played in the layer above the board. */
import { s } from "./dom.js";
import { sceneChanges, standing } from "./scene_changes.js";

const GLIDE = 240; // milliseconds from cell to cell
const CORNER = 160; // a cell of a chain of jumps
const TURN = 300; // a disc that is flipped, a die that falls
const FALL = 110; // times the square root of the cells that it falls
const SOW = 90; // between two seeds
const LONGEST = 600; // a whole step
const MOST = 80; // pieces: a board that is altogether different is shown as it is

/** Shows how one picture becomes the next. */
export class Motion {
  #air;
  #picture;
  #running = [];

  /** @param {Element} picture the element that holds the picture @param {SVGElement} air where pieces fly */
  constructor(picture, air) {
    this.#picture = picture;
    this.#air = air;
  }

  /** @returns {Promise<void>} when everything lies where it belongs */
  get settled() {
    return Promise.all(this.#running.map((animation) => animation.finished.catch(() => {}))).then(() => {});
  }

  /** Everything lies where it belongs, now. */
  finish() {
    for (const animation of this.#running) animation.finish();
    this.#land();
  }

  /** Before the picture is replaced: what stands where. */
  look() {
    this.finish();
    return standing(this.#picture);
  }

  /**
   * After the picture was replaced: let it come about.
   * @param {import("./scene_changes.js").Standing[]} before
   * @param {{path: string[], places: Map<string, any>, unit: number, gravity: boolean, top: number, dropped: string}} board dropped: where a hand has just put a piece
   */
  play(before, { path, places, unit, gravity, top, dropped }) {
    const distance = (one, other) => apart(places.get(one), places.get(other));
    const changes = sceneChanges(before, standing(this.#picture), path.filter((id) => places.has(id)), distance);
    const { moved, turned, come, gone, grown, shrunk } = changes;
    if (moved.length + turned.length + come.length + gone.length + grown.length > MOST) return;
    let arrival = 0;
    for (const { from, to, via } of moved) {
      if (to.cell === dropped) continue;
      const way = [from.cell, ...via, to.cell].map((id) => places.get(id)).filter(Boolean);
      const time = Math.min(LONGEST, via.length ? CORNER * (way.length - 1) : GLIDE);
      if (way.length > 1) this.#fly(to.element, way.map((place) => [place.x - way.at(-1).x, place.y - way.at(-1).y]), { duration: time, easing: via.length ? "linear" : "ease-in-out" });
      arrival = Math.max(arrival, time);
    }
    for (const piece of come) arrival = Math.max(arrival, this.#enter(piece, places.get(piece.cell), { gravity, top, unit, dropped }));
    for (const piece of gone) this.#leave(piece.element, arrival * 0.6);
    const centre = places.get(path.at(-1));
    for (const { from, to } of turned) this.#turn(from.element, to.element, Math.min(LONGEST - TURN, centre ? (apart(centre, places.get(to.cell)) / unit) * 45 : 0));
    this.#sow(grown, shrunk, path, places, unit);
  }

  /** A piece comes along a way, given by what it is away from its place. */
  #fly(element, way, timing) {
    const ghost = this.#lift(element);
    element.classList.add("in-flight");
    this.#run(ghost, way.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })), timing, element);
  }

  #enter(piece, place, { gravity, top, unit, dropped }) {
    if (!place || piece.cell === dropped) return 0;
    if (!gravity) {
      this.#run(piece.element, [{ opacity: 0, transform: "scale(0.6)" }, { opacity: 1, transform: "none" }], { duration: GLIDE, easing: "ease-out" });
      return GLIDE;
    }
    const height = place.y - top + unit;
    const duration = Math.min(LONGEST, 120 + FALL * Math.sqrt(height / unit));
    this.#fly(piece.element, [[0, -height], [0, 0], [0, -0.14 * unit], [0, 0]], { duration, easing: "cubic-bezier(0.45, 0, 0.85, 0.6)" });
    return duration;
  }

  #leave(element, delay) {
    const ghost = this.#lift(element);
    this.#run(ghost, [{ opacity: 1 }, { opacity: 0 }], { duration: GLIDE, delay, fill: "both" });
  }

  /** One side of a disc goes, the other comes; dice tumble. */
  #turn(old, fresh, delay) {
    const die = (fresh.dataset.kind || "").split(" ")[1] === "die";
    const [away, back] = die ? ["rotate(-120deg) scale(0.7)", "none"] : ["scaleX(0)", "none"];
    const ghost = this.#lift(old);
    fresh.classList.add("in-flight");
    this.#run(ghost, [{ transform: "none" }, { transform: away }], { duration: TURN / 2, delay, fill: "both" });
    const side = this.#lift(fresh);
    this.#run(side, [{ transform: away, visibility: "visible" }, { transform: back, visibility: "visible" }], { duration: TURN / 2, delay: delay + TURN / 2, fill: "backwards" }, fresh);
  }

  /** Seeds go from the heap that was emptied to those that have grown, one after the other. */
  #sow(grown, shrunk, path, places, unit) {
    const source = places.get((shrunk.find((piece) => path.includes(piece.cell)) || shrunk[0])?.cell);
    if (!source || !grown.length) return;
    const order = [...places.keys()];
    const start = order.indexOf(source.id);
    const ahead = (piece) => (order.indexOf(piece.to.cell) - start + order.length) % order.length;
    const gap = Math.min(SOW, (LONGEST - GLIDE) / grown.length);
    [...grown].sort((a, b) => ahead(a) - ahead(b)).forEach(({ to }, index) => {
      const place = places.get(to.cell);
      const seed = s("circle", { class: "seed", cx: place.x, cy: place.y, r: unit * 0.1 });
      this.#air.append(seed);
      this.#run(seed, [{ transform: `translate(${source.x - place.x}px, ${source.y - place.y}px)` }, { transform: "none" }], { duration: GLIDE, delay: index * gap, fill: "both", easing: "ease-in-out" });
      this.#run(to.element, [{ opacity: 0.35 }, { opacity: 1 }], { duration: 80, delay: index * gap + GLIDE - 80, fill: "backwards" });
    });
  }

  /** A copy above the board. */
  #lift(element) {
    const ghost = /** @type {SVGElement} */ (element.cloneNode(true));
    for (const name of ["data-on", "data-kind", "data-one"]) ghost.removeAttribute(name);
    ghost.classList.remove("in-flight", "lifted");
    ghost.classList.add("flying");
    this.#air.append(ghost);
    return ghost;
  }

  #run(element, frames, timing, hidden = null) {
    element.classList.add("moving");
    const animation = element.animate(frames, timing);
    this.#running.push(animation);
    animation.finished.then(() => hidden?.classList.remove("in-flight"), () => {});
    animation.finished.then(() => {
      element.classList.remove("moving");
      if (element.parentNode === this.#air) element.remove();
    }, () => {});
  }

  #land() {
    this.#running = [];
    for (const element of this.#picture.querySelectorAll(".in-flight")) element.classList.remove("in-flight");
    for (const ghost of this.#air.querySelectorAll(".flying, .seed")) ghost.remove();
  }
}

function apart(one, other) {
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : Infinity;
}
