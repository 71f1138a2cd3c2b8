/** A game on the page: what the server says of it, which moment of it is looked at, and the variations tried. */
import { post } from "./api.js";
import { pageShape } from "./page_shape.js";

const KEPT_POSITIONS = 400;
const KEPT_TURNED = 100; // games whose turned boards a browser remembers

/** @typedef {{base: number, moves: {action: number, name: string, player: number}[]}} Variation base: the ply of the game it leaves */

/** Fires `change` when another position is shown, `game` when the game itself changed, `failure` (detail: Error). */
export class Session extends EventTarget {
  /** @type {any} GameView */
  game;
  /** @type {any} PositionView of the moment that is looked at */
  position;
  /** @type {Variation[]} */
  variations = [];
  /** @type {Variation|null} the one that is looked at */
  variation = null;
  /** How many of the variation's moves are shown. */
  depth = 0;
  /** Moves on the board are tried, not played. */
  trying = false;
  ply;
  /** Positions that wait until the move before them has been seen. */
  #queue = [];
  /** How long a position is looked at before the next one; the page of the game sets it. @type {() => Promise<void>} */
  pace = async () => {};
  #live;
  #turned = false; // by the reader's wish
  #kept = new Map();
  #asked = 0;
  #newest = 0; // version of the game; a server that starts anew counts anew

  /** @param {any} game GameView @param {import("./live.js").Live} live */
  constructor(game, live) {
    super();
    this.game = game;
    this.#live = live;
    this.ply = game.ply;
    this.position = game.position;
    this.#turned = isTurned(game.id);
  }

  /** The actions that lead to what is shown. @returns {number[]} */
  get actions() {
    return this.moves.map((move) => move.action);
  }

  /** The moves that lead to what is shown. @returns {{player: number, name: string, action: number}[]} */
  get moves() {
    return [...this.game.moves.slice(0, this.ply), ...this.tried];
  }

  /** The moves of the variation that are shown. */
  get tried() {
    return this.variation ? this.variation.moves.slice(0, this.depth) : [];
  }

  /** Whether the game's present is shown, or on its way to the board. */
  get present() {
    return !this.variation && (this.ply === this.game.ply || this.following);
  }

  /** Whether moves of the game are still being shown one by one. */
  get following() {
    return this.#queue.length > 0;
  }

  /** The mover before the shown position, or null. */
  get lastMove() {
    return this.tried.at(-1) || this.game.moves[this.ply - 1] || null;
  }

  /** What identifies the position towards the server. */
  get request() {
    return { game: this.game.game, start: this.game.start, moves: this.actions };
  }

  /** The one person who plays against agents, if that is so. @returns {number|null} */
  get person() {
    const people = this.game.seats.flatMap((seat, player) => (seat.kind === "human" ? [player] : []));
    return people.length === 1 ? people[0] : null;
  }

  /** Whether the board is seen from the other side: by whoever plays second, or wishes it. What falls must fall down for both. */
  get flipped() {
    return this.#turned !== (this.game.seats.length === 2 && this.person === 1 && !this.game.position.gravity);
  }

  /** Of two players, the one whose strip is below the board. */
  get below() {
    return Number(this.#turned !== (this.person === 1));
  }

  /** Whether a click on the board plays in the game itself. */
  get plays() {
    const { game } = this;
    const player = game.position.player;
    return this.present && !this.following && !this.trying && game.status === "playing" && player >= 0 && game.seats[player]?.kind === "human";
  }

  /** Whether the shown position is the last one of a game that is over: moves can be tried there, and none is asked for. */
  get finished() {
    return this.present && this.game.status === "over";
  }

  /** Whether a click on the board tries a variation. */
  get tries() {
    return !this.position.outcome && !this.plays && !this.following && (this.trying || !this.present || this.game.status === "over");
  }

  /** Look from the other side; kept for this game in this browser. */
  async flip() {
    this.#turned = !this.#turned;
    keepTurned(this.game.id, this.#turned);
    await this.refit();
  }

  /** See the board from another side, or laid out for a page of another shape. */
  async refit() {
    this.#live.turn(this.game.id, this.flipped);
    await this.#show(false);
  }

  /** Ask something of the game over HTTP. @param {string} what @param {any} body @param {AbortSignal} [signal] */
  async ask(what, body, signal) {
    await this.accept(await post(`/games/${this.game.id}/${what}?flip=${this.flipped}&page=${pageShape()}`, body, signal));
  }

  /** The connection is back, perhaps to a server that was started again. */
  reconnected() {
    this.#newest = 0;
  }

  /** The server's word on the game. @param {any} game GameView */
  async accept(game) {
    if (game.id !== this.game.id || game.version < this.#newest) return; // an answer can arrive after newer news
    this.#newest = game.version;
    const before = this.game;
    const [followed, side, waiting] = [this.present, this.flipped, this.following];
    const same = sameStart(before.moves, game.moves, Math.min(this.ply, game.ply));
    const turned = this.position.flipped !== game.position.flipped || this.position.page !== game.position.page;
    const forward = followed && same && !turned && game.ply > before.ply;
    this.game = game;
    // Before anybody looks: what is shown is still the present. An answer over HTTP may have brought some of the steps.
    if (forward) this.#queue.push(...(game.steps || []).filter((step) => step.ply > before.ply), game.position);
    if (this.flipped !== side) this.#live.turn(game.id, this.flipped); // another sits there now
    this.dispatchEvent(new CustomEvent("game", { detail: before }));
    if (!same) this.variations = this.variations.filter((v) => sameStart(before.moves, game.moves, v.base));
    if (forward) return waiting ? undefined : this.#follow();
    if (!followed && same && this.ply <= game.ply) return;
    if (followed && same && !turned && game.ply === before.ply) return;
    this.variation = null;
    this.ply = game.ply;
    await this.#show(false);
  }

  /** Show what was played, one move after the other. */
  async #follow() {
    const asked = (this.#asked += 1);
    while (this.#queue.length) {
      await this.pace();
      if (asked !== this.#asked) return;
      this.position = this.#queue.shift();
      this.ply = this.position.ply;
      this.dispatchEvent(new CustomEvent("change", { detail: { forward: true } }));
    }
  }

  /** Show the present at once. */
  hurry() {
    if (!this.following) return;
    this.#asked += 1;
    this.#queue = [];
    this.ply = this.game.ply;
    this.position = this.game.position;
    this.dispatchEvent(new CustomEvent("change", { detail: { forward: false } }));
  }

  /** Look at a moment of the game. @param {number} ply */
  async goto(ply) {
    const to = Math.max(0, Math.min(this.game.ply, ply));
    if (!this.variation && to === this.ply) return;
    const forward = to === this.ply + 1;
    this.variation = null;
    this.ply = to;
    await this.#show(forward);
  }

  /** One move forward, in the game or in the variation. */
  async next() {
    if (!this.variation) return this.goto(this.ply + 1);
    if (this.depth < this.variation.moves.length) return this.enter(this.variation, this.depth + 1);
  }

  /** One move back; from the first move of a variation to the game. */
  async previous() {
    if (!this.variation) return this.goto(this.ply - 1);
    if (this.depth > 1) return this.enter(this.variation, this.depth - 1);
    this.variation = null;
    await this.#show(false);
  }

  /** Look at a variation. @param {Variation} variation @param {number} depth */
  async enter(variation, depth) {
    const forward = this.variation === variation && depth === this.depth + 1;
    this.variation = variation;
    this.ply = variation.base;
    this.depth = depth;
    await this.#show(forward);
  }

  /** To the game's present; what was tried is kept in the list. */
  async back() {
    this.variation = null;
    this.ply = this.game.ply;
    await this.#show(false);
  }

  /** Forget a variation. @param {Variation} variation */
  async drop(variation) {
    this.variations = this.variations.filter((other) => other !== variation);
    if (this.variation === variation) await this.back();
    else this.dispatchEvent(new Event("change"));
  }

  /** Try a move that the game does not know of. @param {number} action @param {string} name */
  async try(action, name) {
    const player = this.position.player;
    const played = !this.variation && this.game.moves[this.ply];
    if (played && played.action === action) return this.goto(this.ply + 1);
    let variation = this.variation;
    if (!variation) {
      variation = { base: this.ply, moves: [] };
      this.depth = 0;
      this.variations = [...this.variations.slice(-19), variation];
    }
    if (variation.moves[this.depth]?.action !== action) variation.moves = [...variation.moves.slice(0, this.depth), { action, name, player }];
    this.variation = variation;
    this.ply = variation.base;
    this.depth += 1;
    await this.#show(true);
  }

  /** Try several moves in a row. @param {{action: number, name: string}[]} moves */
  async tryAll(moves) {
    for (const move of moves) await this.try(move.action, move.name);
  }

  /** Play in the game. @param {number} action */
  async play(action) {
    const { id, ply } = this.game;
    if (!this.#live.open) return this.ask("moves", { action, ply });
    const { game } = await this.#live.request({ type: "move", game: id, action, ply });
    if (game) await this.accept(game); // nothing: what has changed was told before
  }

  async #show(forward) {
    this.#asked += 1;
    this.#queue = [];
    const asked = this.#asked;
    try {
      const position = await this.#fetch();
      if (asked !== this.#asked) return;
      this.position = position;
      this.dispatchEvent(new CustomEvent("change", { detail: { forward } }));
    } catch (error) {
      this.dispatchEvent(new CustomEvent("failure", { detail: error }));
    }
  }

  async #fetch() {
    const { flipped, page } = this.game.position;
    if (this.present && flipped === this.flipped && page === pageShape()) return this.game.position;
    const key = `${this.actions.join(",")}${this.flipped ? "f" : ""}${pageShape()}`;
    if (!this.#kept.has(key)) {
      if (this.#kept.size > KEPT_POSITIONS) this.#kept.clear();
      const position = await post("/position", { ...this.request, flip: this.flipped, page: pageShape() });
      this.#kept.set(key, position);
    }
    return this.#kept.get(key);
  }
}

/** The games whose boards this reader has turned, the latest last. @returns {string[]} */
function turnedGames() {
  try {
    const kept = JSON.parse(localStorage.getItem("turned") || "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // storage can be forbidden, or hold anything
  }
}

function isTurned(id) {
  return turnedGames().includes(id);
}

function keepTurned(id, turned) {
  const others = turnedGames().filter((other) => other !== id);
  try {
    localStorage.setItem("turned", JSON.stringify(turned ? [...others, id].slice(-KEPT_TURNED) : others));
  } catch {
    // Then the board is turned back with the next load.
  }
}

function sameStart(before, after, length) {
  for (let ply = 0; ply < length; ply += 1) if (before[ply]?.action !== after[ply]?.action) return false;
  return true;
}
