/** What searches said of the positions of a game, by the actions that lead to them. */

const VERDICTS = [[0.8, "??"], [0.4, "?"], [0.2, "?!"]]; // by how far the bar (from -1 to 1) fell for the mover

/** @typedef {{bar: number|null, text: string, player: number, depth: number}} Judged */

/** Remembers the deepest value of each position. */
export class Values {
  #known = new Map();
  #session;

  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** @param {number[]} actions @param {any} report */
  set(actions, report) {
    const key = actions.join(",");
    const before = this.#known.get(key);
    if (before && before.depth > report.depth) return;
    this.#known.set(key, { bar: report.value.bar ?? null, score: report.value.score, text: report.value.text, player: report.value.player, depth: report.depth });
  }

  /** @param {number[]} actions @returns {Judged|undefined} */
  get(actions) {
    return this.#known.get(actions.join(","));
  }

  /** The values along the game, undefined where unknown. @returns {(number|undefined)[]} one for each ply, from -1 to 1 */
  get bars() {
    const { game } = this.#session;
    const actions = [];
    const bars = [];
    if (!this.#known.size) return bars;
    for (let ply = 0; ply <= game.ply; ply += 1) {
      bars.push(this.get(actions)?.bar ?? undefined);
      if (ply < game.ply) actions.push(game.moves[ply].action);
    }
    const { outcome } = game.position;
    if (outcome && game.seats.length === 2) bars[game.ply] = outcome.winner === null ? 0 : outcome.winner === 0 ? 1 : -1;
    return bars;
  }

  /** @param {number} ply of a move of the game @returns {string} */
  verdict(ply) {
    const { game } = this.#session;
    const { player } = game.moves[ply];
    if (player < 0 || game.seats.length !== 2 || this.#known.size < 2) return "";
    const actions = game.moves.slice(0, ply).map((move) => move.action);
    const before = this.get(actions)?.bar;
    const after = this.get([...actions, game.moves[ply].action])?.bar;
    if (before === undefined || after === undefined || before === null || after === null) return "";
    const fell = (before - after) * (player === 0 ? 1 : -1);
    return VERDICTS.find(([least]) => fell >= least)?.[1] || "";
  }
}
