/** The value over the game, as an area between the two sides. */
import { h, put, s } from "./dom.js";

const WIDTH = 400;
const HEIGHT = 110;
const MIDDLE = HEIGHT / 2;
const LEAST_RANGE = 0.3; // of the bar: an even game is not drawn as if it had been wild

/** Draws the known values; a click goes to that moment. */
export class ValueGraph {
  /** @type {HTMLElement} */
  element = h("div", { class: "graph" });
  #session;
  #values;

  /** @param {import("./session.js").Session} session @param {import("./values.js").Values} values @param {AbortSignal} signal */
  constructor(session, values, signal) {
    this.#session = session;
    this.#values = values;
    this.element.addEventListener("click", (event) => this.#clicked(event));
    session.addEventListener("game", () => this.draw(), { signal });
  }

  /** Draw anew. */
  draw() {
    const bars = this.#values.bars;
    const known = bars.map((bar, ply) => [ply, bar]).filter(([, bar]) => bar !== undefined);
    const { game } = this.#session;
    if (game.seats.length !== 2 || known.length < 2) {
      put(this.element, h("p", { class: "empty", text: game.seats.length === 2 ? "Appears when the engine has seen two positions of the game." : "Only for games of two players." }));
      return;
    }
    const last = Math.max(1, game.ply);
    const most = Math.max(LEAST_RANGE, ...known.map(([, bar]) => Math.abs(bar)));
    const at = ([ply, bar]) => [(ply / last) * WIDTH, MIDDLE - (bar / most) * (MIDDLE - 6)];
    const points = known.map(at);
    const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    const area = `${points[0][0].toFixed(1)},${MIDDLE} ${line} ${points.at(-1)[0].toFixed(1)},${MIDDLE}`;
    const x = (this.#session.ply / last) * WIDTH;
    const names = game.position.player_names;
    const final = known.at(-1)[1];
    put(this.element, s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", preserveAspectRatio: "none",
      "aria-label": `Value over the game: ${known.length} positions known; at the end ${final > 0.05 ? names[0] : final < -0.05 ? names[1] : "nobody"} is ahead.` },
      s("polygon", { class: "graph-area", points: area }), s("line", { class: "graph-zero", x1: 0, x2: WIDTH, y1: MIDDLE, y2: MIDDLE }),
      s("polyline", { class: "graph-line", points: line }), s("line", { class: "graph-now", x1: x, x2: x, y1: 0, y2: HEIGHT })),
      h("span", { class: "graph-side above", text: names[0] }), h("span", { class: "graph-side below", text: names[1] }));
  }

  #clicked(event) {
    const picture = this.element.querySelector("svg");
    if (!picture) return;
    const box = picture.getBoundingClientRect();
    this.#session.goto(Math.round(((event.clientX - box.left) / box.width) * this.#session.game.ply));
  }
}
