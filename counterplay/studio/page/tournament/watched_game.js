/** A game of a tournament as it is played, move by move: the one under way, each to its end before the next. */
import { get, post } from "./api.js";
import { Board } from "./board.js";
import { h, put } from "./dom.js";
import { face, levelOf } from "./faces.js";
import { icon } from "./icons.js";
import { pageShape } from "./page_shape.js";
import { sideDisc } from "./players.js";
import { toast } from "./toast.js";

const STEP = 450; // milliseconds for a move, and between two questions
const REST = 2000; // milliseconds to look at an end
const BEHIND = 6; // plies of a game under way that are shown although they are past; of more the first are left out
const MOST_STEPS = 60; // of a game that is over: a long one takes half a minute

export class WatchedGame {
  /** @type {HTMLElement} */
  element;
  #address;
  #signal;
  #board = new Board({});
  #title = h("h2", {});
  #words = h("p", { class: "hint" });
  #strips = [h("div", { class: "players" }), h("div", { class: "players" })];
  #following = false;
  #seen = 0; // the number of the game that was shown last

  /** @param {string} address of the tournament @param {AbortSignal} signal */
  constructor(address, signal) {
    this.#address = address;
    this.#signal = signal;
    const large = h("button", { type: "button", class: "button small", "aria-pressed": "false", text: "Large board", on: { click: () => {
      const pressed = this.element.classList.toggle("large");
      large.setAttribute("aria-pressed", String(pressed));
    } } });
    this.element = h("section", { class: "watched", "aria-label": "The game that is watched", hidden: true },
      h("div", { class: "watched-head" }, this.#title, large), this.#words, this.#strips[1], this.#board.element, this.#strips[0]);
  }

  /** Follow the games as long as there is one under way; then show the last one. Does nothing while it follows. */
  async follow() {
    if (this.#following) return;
    this.#following = true;
    try {
      for (let game = await this.#ask(); game && !(game.over && game.number === this.#seen); game = await this.#ask()) {
        await this.#show(game);
        this.#seen = game.number;
        await this.#wait(REST);
      }
    } catch (error) {
      if (!this.#signal.aborted) toast(error.message);
    } finally {
      this.#following = false;
    }
  }

  /** A game as far as it is played; null if none has begun, or it was stopped. @param {number} [number] of the game; else the one under way, or the last */
  async #ask(number) {
    return (await get(`${this.#address}/watch${number ? `?game=${number}` : ""}`, this.#signal)).watched;
  }

  /** One game, to its end, or until it is stopped. */
  async #show(game) {
    this.element.hidden = false;
    let shown = game.over ? 0 : Math.max(0, game.actions.length - BEHIND);
    await this.#draw(game, shown, false);
    while (!game.over || shown < game.actions.length) {
      await this.#wait(STEP);
      if (!game.over) game = await this.#ask(game.number);
      if (!game) return;
      const left = game.actions.length - shown;
      if (left < 1 && !game.over) continue;
      shown += Math.min(left, game.over ? Math.ceil(left / MOST_STEPS) : Math.max(1, left - BEHIND));
      await this.#draw(game, shown, true);
    }
  }

  async #draw(game, shown, slide) {
    const position = await post("/position", { game: game.game, start: game.start, moves: game.actions.slice(0, shown), page: pageShape() }, this.#signal);
    const ended = game.over && shown >= game.actions.length;
    this.#title.textContent = `Game ${game.number}`;
    this.#words.textContent = ended ? game.reason : game.over ? position.standing : `Now playing · ${position.standing}`;
    game.agents.forEach((agent, player) => {
      const level = levelOf(agent);
      const name = position.player_names[player] || `Player ${player + 1}`;
      const turn = !position.outcome && position.player === player;
      const won = ended && game.utilities[player] === Math.max(...game.utilities) && new Set(game.utilities).size > 1;
      const strip = h("div", { class: `player${turn ? " turn" : ""}` }, sideDisc(name, player), h("span", { class: "player-name", text: name }),
        h("span", { class: "player-who" }, level ? face(level) : icon("agent"), h("span", { text: game.seats[player] })),
        position.scores[player] ? h("span", { class: "score", text: position.scores[player] }) : null, won ? h("span", { class: "badge", text: "won" }) : null);
      const place = this.#strips[Math.min(player, 1)];
      if (player > 1) place.append(strip);
      else put(place, strip);
    });
    this.element.dataset.game = String(game.number); // for scripts
    this.element.dataset.shown = String(shown);
    this.#board.show(position, slide);
    this.#board.mark({ last: position.last?.turn || position.last?.cells || [], won: ended ? position.marked : [] });
  }

  #wait(milliseconds) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(new Error("left"));
      }, { once: true });
    });
  }
}
