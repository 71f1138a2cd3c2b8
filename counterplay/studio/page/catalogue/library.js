/** All games that are kept: found by name and state, deleted and brought back, taken along as files. */
import { get, part } from "./api.js";
import { debounced, freshId, h, put } from "./dom.js";
import { icon } from "./icons.js";
import { usePageKeys } from "./keys.js";
import { savedGame } from "./saved_games.js";

const PAGE = 48; // games shown at a time

/** @param {import("./router.js").Page} page */
export async function libraryPage(page) {
  page.title("Library");
  page.main.className = "library";
  const [cards, progress] = await Promise.all([get("/catalogue", page.signal), get("/progress", page.signal)]);
  const library = new Library(page, cards, progress);
  put(page.main, h("section", { class: "hero" }, h("h1", { text: "Your games" }), h("p", { text: "Everything you have played is kept here, and every game of a match." })),
    library.bar, library.list, library.more, library.none);
  usePageKeys(page.signal, "Library", [{ keys: ["/"], does: "Search your games", run: () => library.search.focus() }]);
  await library.show();
}

class Library {
  #page;
  #given = new URLSearchParams(location.search);
  #shown = [];
  #chosen = new Set();
  #export;

  /** @param {import("./router.js").Page} page @param {any[]} cards @param {any[]} progress */
  constructor(page, cards, progress) {
    this.#page = page;
    const titles = new Map(cards.map(({ name, title }) => [name, title]));
    this.search = /** @type {HTMLInputElement} */ (h("input", { type: "search", id: "search", placeholder: "Search your games", autocomplete: "off", "aria-label": "Search your games",
      value: this.#given.get("text") || "", on: { input: debounced(150, () => this.#set("text", this.search.value.trim())) } }));
    const games = progress.map(({ game, playing, over, matches }) => [game, `${titles.get(game) || game} (${playing + over + matches})`]).sort((a, b) => a[1].localeCompare(b[1]));
    this.#export = h("a", { class: "button small", download: "counterplay-games.zip" }, icon("download"), h("span", { text: "Export" }));
    this.bar = h("section", { class: "find", "aria-label": "Find a game" }, h("div", { class: "search" }, icon("search"), this.search),
      this.#select("game", "Game", [["", "All games"], ...games]), this.#select("status", "State", [["", "All"], ["playing", "Not finished"], ["over", "Finished"]]),
      this.#select("whose", "Played by", [["", "Anybody"], ["own", "You"], ["matches", "Agents in matches"]]), this.#export);
    this.list = h("ul", { class: "saved library-list" });
    this.more = h("button", { type: "button", class: "button more-games", text: "Show more", hidden: true, on: { click: () => this.#add() } });
    this.none = h("p", { class: "empty", hidden: true });
  }

  #select(name, label, options) {
    const id = freshId(name);
    const select = /** @type {HTMLSelectElement} */ (h("select", { id, on: { change: () => this.#set(name, select.value) } },
      ...options.map(([value, text]) => h("option", { value, text, selected: value === (this.#given.get(name) || "") }))));
    return h("div", { class: "inline-field" }, h("label", { for: id, text: label }), select);
  }

  #set(name, value) {
    if (value) this.#given.set(name, value);
    else this.#given.delete(name);
    history.replaceState(null, "", location.pathname + (this.#given.size ? `?${this.#given}` : ""));
    this.show();
  }

  /** Show the games that fit, from the first. */
  async show() {
    this.#shown = [];
    this.#chosen.clear();
    put(this.list);
    await this.#add();
  }

  async #add() {
    const asked = this.#given.toString();
    const whose = this.#given.has("whose") ? "" : "whose=all&";
    const found = await get(`/games?limit=${PAGE + 1}&offset=${this.#shown.length}&${whose}${asked}`, this.#page.signal);
    if (asked !== this.#given.toString()) return; // somebody has typed on
    const games = found.slice(0, PAGE);
    this.#shown.push(...games);
    this.list.append(...games.map((game) => savedGame(game, { chosen: this.#box(game), changed: () => this.#tell() })));
    this.more.hidden = found.length <= PAGE;
    this.#tell();
  }

  #box(game) {
    return h("input", { type: "checkbox", class: "choose", "aria-label": `Choose this game of ${game.title}`, on: { change: (event) => {
      if (event.currentTarget.checked) this.#chosen.add(game.id);
      else this.#chosen.delete(game.id);
      this.#tell();
    } } });
  }

  #tell() {
    const there = [...this.list.children].map((item) => /** @type {HTMLElement} */ (item).dataset.id);
    const taken = there.filter((id) => this.#chosen.has(id));
    const exported = taken.length ? taken : there;
    this.none.hidden = there.length > 0;
    this.none.textContent = this.#given.size ? "No game fits." : "No games yet. The first one you play will be here.";
    this.#export.hidden = !there.length;
    this.#export.setAttribute("href", `/api/games/archive?${exported.map((id) => `id=${part(id)}`).join("&")}`);
    this.#export.lastElementChild.textContent = taken.length ? `Export ${taken.length}` : `Export ${there.length === 1 ? "it" : `all ${there.length}`}`;
  }
}
