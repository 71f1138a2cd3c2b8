/** Picking up with the pointer: a click is a press and a release on one cell, a drag ends on another. */

const SLOP = 5; // CSS pixels that a hand may tremble without meaning a drag

/** Turns pointer events on a board's picture into picks. */
export class Drag {
  #picture;
  #over;
  #reports;
  #piece;
  #from = "";
  #start = { x: 0, y: 0 };
  #ghost = null;
  #lifted = null;
  #pointer = -1;

  /**
   * @param {HTMLElement} picture
   * @param {SVGElement} over where the lifted piece is drawn
   * @param {import("./board.js").Reports} reports
   * @param {(id: string) => SVGElement|null} piece what stands on a cell
   */
  constructor(picture, over, reports, piece) {
    this.#picture = picture;
    this.#over = over;
    this.#reports = reports;
    this.#piece = piece;
    picture.addEventListener("pointerdown", (event) => this.#down(event));
    picture.addEventListener("pointermove", (event) => this.#move(event));
    picture.addEventListener("pointerup", (event) => this.#up(event));
    picture.addEventListener("pointercancel", () => this.#end());
    picture.addEventListener("contextmenu", (event) => this.#ghost && event.preventDefault());
  }

  #down(event) {
    if (event.button !== 0 || this.#pointer !== -1) return;
    this.#from = cellAt(event);
    if (!this.#from) return;
    this.#start = { x: event.clientX, y: event.clientY };
    this.#pointer = event.pointerId;
    this.#picture.setPointerCapture(event.pointerId);
  }

  #move(event) {
    if (event.pointerId !== this.#pointer) return;
    const far = Math.hypot(event.clientX - this.#start.x, event.clientY - this.#start.y) > SLOP;
    if (!this.#ghost && far && this.#reports.liftable?.(this.#from)) this.#lift();
    if (this.#ghost) this.#follow(event);
  }

  #lift() {
    this.#reports.lift(this.#from);
    const piece = topmost(this.#piece(this.#from));
    if (!piece) return;
    this.#lifted = piece;
    this.#ghost = /** @type {SVGElement} */ (piece.cloneNode(true));
    this.#ghost.classList.add("ghost");
    this.#over.append(this.#ghost);
    piece.classList.add("lifted");
    this.#picture.classList.add("dragging");
  }

  #follow(event) {
    const scale = this.#over.viewBox.baseVal.width / this.#over.getBoundingClientRect().width;
    this.#ghost.setAttribute("transform", `translate(${(event.clientX - this.#start.x) * scale} ${(event.clientY - this.#start.y) * scale})`);
  }

  #up(event) {
    if (event.pointerId !== this.#pointer) return;
    const from = this.#from;
    const dragged = this.#ghost !== null;
    this.#end();
    const to = cellAt(event);
    if (!dragged && to === from) this.#reports.pick(to);
    else if (dragged && to && to !== from) this.#reports.pick(to, true);
    else if (dragged && to !== from) this.#reports.drop?.();
  }

  #end() {
    this.#pointer = -1;
    this.#ghost?.remove();
    this.#lifted?.classList.remove("lifted");
    this.#ghost = this.#lifted = null;
    this.#picture.classList.remove("dragging");
  }
}

/** Of several pieces on a cell, the one that was put there last. @param {SVGElement|null} pieces @returns {SVGElement|null} */
function topmost(pieces) {
  return /** @type {SVGElement|null} */ ([...(pieces?.querySelectorAll(":scope > [data-one]") || [])].at(-1) || pieces);
}

function cellAt(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
  return found instanceof SVGElement ? found.dataset.cell || "" : "";
}
