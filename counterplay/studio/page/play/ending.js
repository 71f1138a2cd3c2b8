/** What can follow the end of a game. How it went stands beside the title, and is not told twice. */
import { part, post } from "./api.js";
import { h, put } from "./dom.js";
import { endWords } from "./game_words.js";
import { icon } from "./icons.js";
import { toast } from "./toast.js";

/** Shown while the end of the game is on the board. */
export class Ending {
  /** @type {HTMLElement} */
  element = h("section", { class: "ending", "aria-label": "End of the game", hidden: true });
  #session;
  #go;
  #review;

  /** @param {import("./session.js").Session} session @param {(path: string) => void} go @param {() => void} review */
  constructor(session, go, review) {
    this.#session = session;
    this.#go = go;
    this.#review = review;
  }

  /** Draw it anew. @returns {boolean} whether there is an end to show */
  show() {
    const end = this.#session.present && !this.#session.following ? endWords(this.#session) : null;
    this.element.hidden = !end;
    if (!end) return false;
    const { seats, contest, id } = this.#session.game;
    const button = (name, label, action, more = "") => h("button", { type: "button", class: `button ${more}`, on: { click: action } }, icon(name), label);
    const next = contest === null
      ? [button("undo", "Rematch", () => this.#again(seats), "primary"),
        seats.length > 1 ? button("flip", "Switch sides", () => this.#again([...seats.slice(1), seats[0]])) : null,
        button("search", "Review", () => this.#review())]
      : [h("a", { class: "button primary", href: `/tournaments/${contest}`, text: "All games of this match" }), h("a", { class: "button", href: `/analysis/${part(id)}`, text: "Analyse" })];
    put(this.element, h("div", { class: "end-actions" }, ...next));
    return true;
  }

  async #again(seats) {
    const { game, start, clock } = this.#session.game;
    try {
      const again = await post("/games", { game, start, seats: seats.map(({ kind, agent }) => (kind === "agent" ? { kind, agent } : { kind })),
        clock: clock ? { seconds: clock.seconds, increment: clock.increment } : null });
      this.#go(`/play/${again.id}`);
    } catch (error) {
      toast(error.message);
    }
  }
}
