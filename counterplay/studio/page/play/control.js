/** Between a session and its board: gestures become moves, played or tried. */
import { h } from "./dom.js";
import { Gesture } from "./gestures.js";
import { settings } from "./settings.js";
import { toast } from "./toast.js";

/** Lets a person move on a board. */
export class Control {
  /** @type {import("./arrows.js").Arrow[]} */
  #arrows = [];
  #gesture = new Gesture([], new Set(), new Map());
  #session;
  #board;
  #busy = false;
  #choice = null;
  #cells = 0;

  /** @param {import("./session.js").Session} session @param {import("./board.js").Board} board */
  constructor(session, board) {
    this.#session = session;
    this.#board = board;
  }

  /** The board was clicked. @param {string} id */
  pick(id) {
    if (this.#busy) return;
    this.#closeChoice();
    this.#follow(this.#gesture.take(id), id);
  }

  /** A piece is dragged away from its cell. @param {string} id */
  lift(id) {
    if (this.#busy) return;
    this.#closeChoice();
    if (this.#gesture.prefix.at(-1) === id) return; // it was picked before, and perhaps turned
    this.#gesture.clear();
    this.#follow(this.#gesture.take(id), id);
  }

  /** @param {string} id @returns {boolean} whether a piece can be dragged from there */
  liftable(id) {
    return !this.#busy && this.#gesture.leadsOn(id);
  }

  /** Whatever was begun is dropped. @returns {boolean} whether there was something */
  cancel() {
    const begun = this.#gesture.prefix.length > 0;
    this.#closeChoice();
    this.#gesture.clear();
    this.mark();
    return begun;
  }

  /** The buttons that can begin a gesture. @returns {{id: string, text: string}[]} */
  get buttons() {
    const beginnings = this.#gesture.beginnings;
    const words = new Map(this.#session.position.buttons.map((button) => [button.id, button.text]));
    const cells = new Set(this.#session.position.cells.map((cell) => cell.id));
    return [...beginnings].filter((id) => !cells.has(id)).map((id) => ({ id, text: words.get(id) || id }));
  }

  /** Arrows to draw besides the gesture's own marks. @param {import("./arrows.js").Arrow[]} arrows */
  set arrows(arrows) {
    this.#arrows = arrows;
    this.mark();
  }

  /** Another position is shown, or another may move. */
  refresh() {
    const { position, plays, tries, lastMove } = this.#session;
    const choices = plays || tries ? position.choices : [];
    const cells = new Set(position.cells.map((cell) => cell.id));
    this.#cells = cells.size;
    this.#closeChoice();
    this.#gesture = new Gesture(choices, cells, new Map(position.buttons.map((button) => [button.id, button.text])));
    if (lastMove && lastMove.player === position.player) this.#gesture.beginWhereForced();
    this.mark();
  }

  /** Draw the marks anew. */
  mark() {
    const { prefix, following, moves } = this.#gesture;
    const few = !moves && following.size * 2 < this.#cells && !this.#session.finished;
    this.#board.mark({
      selected: prefix, targets: following, dots: settings().destinations && (prefix.length > 0 || few), moves,
      last: this.#session.position.last?.turn || [], won: this.#session.position.marked || [], arrows: this.#arrows,
    });
  }

  /** Play or try an action. @param {number} action */
  async act(action) {
    const session = this.#session;
    const name = session.position.choices.find((choice) => choice.action === action)?.name || String(action);
    this.#busy = true;
    try {
      if (session.plays) await session.play(action);
      else if (session.tries) await session.try(action, name);
    } catch (error) {
      toast(error.message);
      this.refresh();
    } finally {
      this.#busy = false;
    }
  }

  #follow(step, id) {
    this.mark();
    if (step.kind === "play") this.act(step.action);
    else if (step.kind === "choose") this.#choose(step.options, id);
  }

  /** Ask which of several actions is meant, beside the cell that was clicked last. */
  #choose(options, id) {
    const take = (option) => () => {
      this.#closeChoice();
      if (option.action !== null) this.act(option.action);
      else this.pick(option.id);
    };
    const spot = this.#board.spot(id);
    this.#choice = h("div", { class: "choice", role: "group", "aria-label": "Which one?", "data-own-arrows": "" },
      ...options.map((option) => h("button", { type: "button", class: "button", text: option.label, on: { click: take(option) } })));
    this.#choice.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.cancel();
      this.#board.focus();
    });
    this.#choice.style.left = `${Math.min(0.8, Math.max(0.2, spot.x)) * 100}%`;
    this.#choice.style.top = `${spot.y * 100}%`;
    this.#choice.classList.toggle("above", spot.y > 0.6);
    this.#board.element.append(this.#choice);
    this.#choice.querySelector("button").focus();
  }

  #closeChoice() {
    this.#choice?.remove();
    this.#choice = null;
  }
}
