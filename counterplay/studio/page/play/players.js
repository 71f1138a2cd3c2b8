/** Who plays: a strip for each side, with its colour, its clock and whether it is its turn. */
import { outcomeView, presentRoll } from "./dice.js";
import { h, oncePerFrame, put, s } from "./dom.js";
import { face, levelOf } from "./faces.js";
import { icon } from "./icons.js";
import { seatDialog } from "./seats.js";

const NAMED = ["white", "black", "blue", "red", "green", "gold", "silver"];
const LIKE = { light: "white", dark: "black" };

/**
 * The class that paints something in a side's colour.
 * @param {string} name what the game calls the side
 * @param {number} player
 * @returns {string}
 */
export function sideClass(name, player) {
  const word = (name || "").toLowerCase().split(" ")[0];
  const colour = LIKE[word] || word;
  return NAMED.includes(colour) ? `side-${colour}` : `side-p${player % 4}`;
}

/** A disc in a side's colour. @param {string} name @param {number} player @returns {SVGElement} */
export function sideDisc(name, player) {
  return s("svg", { class: `disc ${sideClass(name, player)}`, viewBox: "0 0 16 16", "aria-hidden": "true" }, s("circle", { cx: 8, cy: 8, r: 6.7 }));
}

/** The face of whoever sits there. */
function sitter({ kind, agent }) {
  const level = levelOf(agent);
  return level ? face(level) : icon(kind === "human" ? "person" : "agent");
}

/** The strips of all players. */
export class Players {
  /** @type {HTMLElement} */
  top = h("div", { class: "players players-top" });
  /** @type {HTMLElement} */
  bottom = h("div", { class: "players players-bottom" });
  #session;
  #clocks = [];
  #rolled = ""; // the roll that was seen to tumble
  #received = performance.now();

  /** @param {import("./session.js").Session} session @param {AbortSignal} signal */
  constructor(session, signal) {
    this.#session = session;
    const timer = setInterval(() => this.#tick(), 100);
    signal.addEventListener("abort", () => clearInterval(timer));
    const soon = oncePerFrame(() => this.show());
    session.addEventListener("game", () => {
      this.#received = performance.now();
      soon();
    }, { signal });
    session.addEventListener("change", soon, { signal });
    this.show();
  }

  /** Draw the strips anew. */
  show() {
    const { game, position, below } = this.#session;
    this.#clocks = [];
    const strips = game.seats.map((seat, player) => this.#strip(seat, player, position));
    if (strips.length !== 2) {
      put(this.top, ...strips);
      put(this.bottom);
    } else {
      put(this.top, strips[1 - below]);
      put(this.bottom, strips[below]);
    }
    this.top.classList.toggle("many", strips.length > 2);
    this.#tick();
  }

  #strip(seat, player, position) {
    const { game } = this.#session;
    const name = game.position.player_names[player] || `Player ${player + 1}`;
    const over = game.status === "over" && this.#session.present;
    const turn = !over && !position.outcome && position.player === player;
    const thinking = game.thinking && game.position.player === player;
    const won = game.result?.winner === player;
    const clock = game.clock ? h("span", { class: "clock", role: "timer", "aria-label": `${name}'s clock` }) : null;
    if (clock) this.#clocks[player] = clock;
    const who = seat.kind === "human" ? "You" : seat.name;
    return h("div", { class: `player${turn ? " turn" : ""}${won ? " won" : ""}`, data: { player: String(player) } },
      sideDisc(name, player), h("span", { class: "player-name", text: name }),
      game.contest !== null ? h("span", { class: "player-who" }, sitter(seat), h("span", { text: who }))
        : h("button", { type: "button", class: "player-who", "aria-label": `${name}: ${who}. Change who plays`, title: "Change who plays", on: { click: () => seatDialog(this.#session, player) } },
          sitter(seat), h("span", { text: who })),
      turn ? this.#roll(position) : null,
      position.scores?.[player] ? h("span", { class: "score", text: position.scores[player] }) : null,
      thinking ? h("span", { class: "thinking", title: "thinking" }, h("i"), h("i"), h("i")) : null,
      won ? h("span", { class: "badge", text: "won" }) : null, clock);
  }

  /** What the player to move has rolled. It tumbles once, however often the strip is drawn. */
  #roll(position) {
    const { moves } = this.#session;
    const roll = presentRoll(moves, position.player);
    if (!roll) return null;
    const key = `${moves.findLastIndex((move) => move.player === -1)} ${roll}`;
    const fresh = key !== this.#rolled;
    this.#rolled = key;
    return h("span", { class: `roll${fresh ? " fresh" : ""}` }, outcomeView(roll));
  }

  #tick() {
    const { clock } = this.#session.game;
    if (!clock) return;
    const passed = (performance.now() - this.#received) / 1000;
    clock.left.forEach((seconds, player) => {
      const left = Math.max(0, seconds - (clock.running === player ? passed : 0));
      const face = this.#clocks[player];
      if (!face) return;
      face.textContent = clockText(left);
      face.classList.toggle("running", clock.running === player);
      face.classList.toggle("low", left < Math.min(20, clock.seconds / 5));
    });
  }
}

/** @param {number} seconds @returns {string} as on a clock; tenths where every one counts */
export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = String(whole % 60).padStart(2, "0");
  const tenths = seconds < 20 ? `.${Math.floor((seconds - whole) * 10)}` : "";
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}` : `${minutes}:${rest}${tenths}`;
}
