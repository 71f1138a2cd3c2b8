/** A board beside the text of a lesson: moves can be tried on it, and the position taken to a game. */
import { post } from "./api.js";
import { Board } from "./board.js";
import { Control } from "./control.js";
import { adoptPicture, h } from "./dom.js";
import { icon } from "./icons.js";
import { settings } from "./settings.js";
import { toast } from "./toast.js";

/** What Control asks of a game, for a position that belongs to nobody: every move is a try. */
class Tries {
  position = /** @type {any} */ (null);
  plays = false;
  moves = /** @type {{action: number, name: string, player: number}[]} */ ([]);
  #board;
  #signal;
  #shown;

  constructor(board, signal, shown) {
    this.#board = board;
    this.#signal = signal;
    this.#shown = shown;
  }

  get tries() {
    return !this.position.outcome;
  }

  get lastMove() {
    return this.moves.at(-1) || null;
  }

  try(action, name) {
    return this.goto([...this.moves, { action, name, player: this.position.player }]);
  }

  async goto(moves) {
    this.position = await post("/position", { game: this.#board.game, start: this.#board.state, moves: moves.map((move) => move.action) }, this.#signal);
    this.moves = moves;
    this.#shown();
  }
}

/**
 * @param {{game: string, state: string, svg: string}} given without a game it is only looked at
 * @param {AbortSignal} signal
 * @param {(path: string) => void} go
 * @returns {HTMLElement}
 */
export function lessonBoard(given, signal, go) {
  if (!given.game) return h("figure", { class: "lesson-board" }, adoptPicture(given.svg));
  const words = h("span", { class: "standing" });
  const board = new Board({ pick: (id) => control.pick(id), lift: (id) => control.lift(id), drop: () => control.cancel(), liftable: (id) => control.liftable(id) });
  const tool = (name, label, action) => h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, disabled: true, on: { click: action } }, icon(name));
  const back = tool("previous", "Take back", () => tries.goto(tries.moves.slice(0, -1)));
  const first = tool("first", "The lesson's position", () => tries.goto([]));
  const tries = new Tries(given, signal, () => {
    board.show(tries.position, tries.moves.length > 0);
    control.refresh();
    for (const button of [back, first]) button.toggleAttribute("disabled", !tries.moves.length);
    words.textContent = tries.position.outcome?.sentence || tries.position.standing;
  });
  const control = new Control(/** @type {any} */ (tries), board);
  const play = async () => {
    const seats = Array.from({ length: tries.position.players }, (_, seat) => (seat === Math.max(0, tries.position.player) ? { kind: "human" } : { kind: "agent", agent: `level:${settings().level}` }));
    try {
      const game = await post("/games", { game: given.game, start: tries.position.state, seats }, signal);
      go(`/play/${encodeURIComponent(game.id)}`);
    } catch (error) {
      if (!signal.aborted) toast(error.message);
    }
  };
  tries.goto([]).catch((error) => signal.aborted || toast(error.message));
  return h("figure", { class: "lesson-board", "data-own-arrows": "" }, board.element,
    h("figcaption", {}, first, back, words, h("button", { type: "button", class: "button small", text: "Play from here", on: { click: play } })));
}
