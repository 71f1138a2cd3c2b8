/** The list of moves: a column for each player, as many moves in a cell as a turn has. */
import { h, oncePerFrame, put } from "./dom.js";
import { endWords } from "./game_words.js";

/** Shows the moves of a session and goes to the one that is clicked. */
export class MoveList {
  /** @type {HTMLElement} */
  element = h("div", { class: "move-list", role: "region", "aria-label": "Moves", tabindex: "0" });
  #session;
  #marks;

  /**
   * @param {import("./session.js").Session} session
   * @param {AbortSignal} signal
   * @param {(ply: number) => string} marks what the analysis says of a move: "", "?!", "?", "??"
   */
  constructor(session, signal, marks) {
    this.#session = session;
    this.#marks = marks;
    const soon = oncePerFrame(() => this.show());
    session.addEventListener("game", soon, { signal });
    session.addEventListener("change", soon, { signal });
    this.show();
  }

  /** Draw the list anew. */
  show() {
    const { game, variations } = this.#session;
    if (!game.moves.length && !variations.length) {
      put(this.element, this.#ending() || h("p", { class: "empty", text: "No moves yet." }));
      return;
    }
    const players = Math.max(1, game.seats.length);
    const rows = turnRows(game.moves, players);
    const table = h("div", { class: `moves columns-${Math.min(players, 4)}` });
    rows.forEach((row, number) => {
      table.append(h("span", { class: "move-number", text: `${number + 1}.` }));
      for (let player = 0; player < players; player += 1) {
        table.append(h("div", { class: "turn-cell" }, ...(row[player] || []).map((ply) => this.#move(ply))));
      }
    });
    put(this.element, table, ...variations.map((variation) => this.#variation(variation)), this.#ending());
    this.#scroll();
  }

  #move(ply) {
    const { game, variation } = this.#session;
    const move = game.moves[ply];
    const shown = !variation && this.#session.ply === ply + 1;
    const chance = move.player === -1;
    return h("button", { type: "button", class: `move${chance ? " chance" : ""}${shown ? " shown" : ""}`, "aria-current": shown ? "step" : null,
      title: chance ? "decided by chance" : null, on: { click: () => this.#session.goto(ply + 1) } }, move.name, h("b", { class: "verdict", text: this.#marks(ply) }));
  }

  #variation(variation) {
    const session = this.#session;
    const at = session.variation === variation;
    return h("div", { class: `variation${at ? " shown" : ""}` }, h("span", { class: "variation-base", text: `after ply ${variation.base}:` }),
      ...variation.moves.map((move, index) => h("button", { type: "button", class: `move${at && session.depth === index + 1 ? " shown" : ""}`,
        text: move.name, on: { click: () => session.enter(variation, index + 1) } })),
      h("button", { type: "button", class: "move forget", "aria-label": "Delete this variation", text: "×", on: { click: () => session.drop(variation) } }));
  }

  #ending() {
    const end = this.#session.present ? null : endWords(this.#session); // at the end itself it stands beside the title
    return end && h("p", { class: `result ${end.fortune}`, text: `${end.words}${end.reason ? `: ${end.reason}` : ""}` });
  }

  /** Keep the shown move in sight without moving the page. */
  #scroll() {
    const shown = this.element.querySelector(".shown");
    const pane = scrollingPart(this.element);
    if (!shown) {
      pane.scrollTop = this.#session.ply ? pane.scrollHeight : 0;
      return;
    }
    const box = pane.getBoundingClientRect();
    const line = shown.getBoundingClientRect();
    if (line.top < box.top) pane.scrollTop -= box.top - line.top + 8;
    if (line.bottom > box.bottom) pane.scrollTop += line.bottom - box.bottom + 8;
  }
}

/** The list itself on a narrow page, the panel around it on a wide one. @param {HTMLElement} element @returns {HTMLElement} */
function scrollingPart(element) {
  const panel = element.closest(".tab-panel");
  return panel instanceof HTMLElement && panel.scrollHeight > panel.clientHeight + 1 && getComputedStyle(panel).overflowY === "auto" ? panel : element;
}

/**
 * Rounds of turns. Several moves in a row of one player are one turn. Outcomes of chance stand with the turn that follows
 * them, as a roll in backgammon; or with the move before, where players let chance decide in the middle of their turn.
 * @param {{player: number}[]} moves
 * @param {number} players
 * @returns {number[][][]} rows, each with a list of plies for each player
 */
export function turnRows(moves, players) {
  const rows = [];
  let column = 0;
  let waiting = [];
  const after = players === 1 || moves.some((move, ply) => move.player >= 0 && moves[ply + 1]?.player === -1 && moves[ply + 2]?.player === move.player);
  const add = (plies) => {
    const row = rows.at(-1);
    row[column] = [...(row[column] || []), ...plies];
  };
  moves.forEach((move, ply) => {
    if (move.player === -1) {
      if (after && rows.length) add([ply]);
      else waiting.push(ply);
      return;
    }
    if (!rows.length || players === 1 || move.player < column) rows.push([]);
    column = move.player;
    add([...waiting, ply]);
    waiting = [];
  });
  if (waiting.length && !rows.length) rows.push([]);
  if (waiting.length) add(waiting);
  return rows;
}
