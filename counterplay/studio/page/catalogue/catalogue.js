/** The catalogue: every game as a card, in sections, found by name and kind; games to continue. */
import { get } from "./api.js";
import { announce } from "./announce.js";
import { cardElement, cardWords } from "./cards.js";
import { debounced, freshId, h, put } from "./dom.js";
import { FACETS, SORTS, Wish, sorted } from "./facets.js";
import { icon } from "./icons.js";
import { usePageKeys } from "./keys.js";
import { savedGame } from "./saved_games.js";
import { onSettings, settings } from "./settings.js";

const CONTINUED = 4; // games under way that stand above the catalogue; the library has the rest
const RELOAD = 1500; // milliseconds between looks at the owner's own files
const WIDE = matchMedia("(min-width: 1000px)"); // as in catalogue.css

/** @param {import("./router.js").Page} page */
export async function cataloguePage(page) {
  put(page.main, h("p", { class: "loading", text: "Opening the box of games …" }));
  page.main.className = "catalogue";
  const [cards, playing, progress] = await Promise.all([get("/catalogue", page.signal),
    get(`/games?limit=${CONTINUED}&status=playing`, page.signal), get("/progress", page.signal)]);
  const catalogue = new Catalogue(page, cards, progress);
  put(page.main,
    h("section", { class: "hero" }, h("h1", { text: "Games" }), h("p", { text: "Play, analyse, look inside: every search can be watched while it thinks." })),
    continued(playing, progress),
    h("div", { class: "shelves" }, catalogue.filters, h("div", { class: "found" }, catalogue.bar, catalogue.results)));
  usePageKeys(page.signal, "Games", [{ keys: ["/"], does: "Search games", run: () => catalogue.search.focus() }]);
}

/** Games that are not over. */
function continued(playing, progress) {
  if (!playing.length) return null;
  const all = progress.reduce((sum, { playing: some, over }) => sum + some + over, 0);
  const list = h("ul", { class: "saved continue" });
  const section = h("section", { class: "continue-part", "aria-label": "Continue: your games" },
    h("div", { class: "section-head" }, h("h2", { text: "Continue" }), h("a", { href: "/library", text: all === 1 ? "Your game" : `All ${all} games` })), list);
  const changed = () => {
    section.hidden = !list.children.length;
  };
  list.append(...playing.map((game) => savedGame(game, { changed })));
  return section;
}

/** The cards and everything that chooses among them. */
class Catalogue {
  #page;
  #cards;
  #beaten = new Map();
  #elements = new Map();
  #wish = new Wish(location.search);
  #count = h("p", { class: "count", role: "status" });
  #clear;
  #groups = h("div", { class: "facet-groups" });
  /** @type {((favourites: string[]) => void)[]} */
  #boxes = [];
  #ticked = h("span", { class: "ticked" });
  #say = debounced(400, (words) => announce(words));

  /** @param {import("./router.js").Page} page @param {any[]} cards @param {any[]} progress */
  constructor(page, cards, progress) {
    this.#page = page;
    this.#cards = cards;
    for (const { game, beaten } of progress) this.#beaten.set(game, beaten.at(-1) || 0);
    this.results = h("div", { class: "results" });
    this.search = /** @type {HTMLInputElement} */ (h("input", { type: "search", id: "search", placeholder: "Search by name, other name, family …", autocomplete: "off",
      "aria-label": "Search games", value: this.#wish.text, on: { input: () => this.#searched() } }));
    const sortId = freshId("sort");
    const sort = /** @type {HTMLSelectElement} */ (h("select", { id: sortId, on: { change: () => this.#change(() => { this.#wish.sort = sort.value; }) } },
      ...Object.entries(SORTS).map(([value, text]) => h("option", { value, text, selected: value === this.#wish.sort }))));
    this.#clear = h("button", { type: "button", class: "button small", text: "Clear filters", on: { click: () => this.#change(() => { this.#wish.clear(); this.search.value = ""; }) } });
    this.bar = h("section", { class: "find", "aria-label": "Find a game" }, h("div", { class: "search" }, icon("search"), this.search),
      this.#count, this.#clear, h("div", { class: "inline-field" }, h("label", { for: sortId, text: "Sort" }), sort));
    this.filters = h("details", { class: "filters", open: WIDE.matches }, h("summary", {}, icon("filter"), "Filters", this.#ticked), this.#groups);
    WIDE.addEventListener("change", () => this.filters.toggleAttribute("open", WIDE.matches), { signal: page.signal });
    this.#buildFacets();
    this.#show();
    onSettings(page.signal, () => this.#show());
    if (cards.some((card) => card.own)) this.#follow();
  }

  #searched() {
    this.#wish.text = this.search.value;
    history.replaceState(null, "", location.pathname + this.#wish.address);
    this.#show();
  }

  /** A choice is a step that the browser can go back. */
  #change(choose) {
    choose();
    history.pushState(null, "", location.pathname + this.#wish.address);
    this.#show();
  }

  #show() {
    const wish = this.#wish;
    const { favourites } = settings();
    const fitting = this.#cards.filter((card) => wish.fits(card, favourites));
    const sections = wish.narrow || wish.sort !== "suggested" ? [["", sorted(fitting, wish.sort)]] : this.#sections(favourites);
    put(this.results, ...sections.map(([title, cards]) => this.#section(title, cards)),
      fitting.length ? null : h("p", { class: "empty", text: "No game fits. Try fewer words, or clear the filters." }));
    const words = `${fitting.length} ${fitting.length === 1 ? "game" : "games"}`;
    this.#count.textContent = words;
    this.#clear.hidden = !wish.narrow;
    this.#ticked.textContent = wish.count ? ` (${wish.count})` : "";
    for (const tell of this.#boxes) tell(favourites);
    if (wish.narrow) this.#say(words);
  }

  /** The games on arrival: each stands once, where somebody would look for it first. */
  #sections(favourites) {
    const left = new Set(sorted(this.#cards, "name"));
    const take = (test) => {
      const taken = [...left].filter(test);
      for (const card of taken) left.delete(card);
      return taken;
    };
    const own = take((card) => card.own);
    const liked = take((card) => favourites.includes(card.name));
    const classics = take((card) => card.classic);
    const lessons = take((card) => card.lesson);
    const short = take((card) => card.length === "short");
    return [["Yours", own], ["Favourites", liked], ["Classics", classics], ["Short games", short], ["For lessons", lessons], ["More games", [...left]]]
      .filter(([, cards]) => cards.length);
  }

  #section(title, cards) {
    const list = h("ul", { class: "cards", "aria-label": title || "Games" }, ...cards.map((card) => this.#element(card)));
    return title ? h("section", { class: "shelf" }, h("h2", { text: title }), list) : h("section", { class: "shelf", "aria-label": "Games" }, h("h2", { class: "visually-hidden", text: "Games found" }), list);
  }

  /** A card is built once and moved about, so that its picture stays. */
  #element(card) {
    if (!this.#elements.has(card)) {
      this.#elements.set(card, cardElement(card, { page: this.#page, beaten: this.#beaten.get(card.name) || 0 }));
    }
    const element = this.#elements.get(card);
    const alias = this.#wish.alias(card);
    const words = element.querySelector(".card-words");
    if (words) put(words, ...(alias ? [h("span", { text: `also ${alias}` })] : cardWords(card)));
    return element;
  }

  /** The boxes to tick, for every value that some game has; a facet that tells no games apart has none. */
  #buildFacets() {
    this.#boxes = [];
    const sound = this.#cards.filter((card) => !card.problem);
    const liked = this.#group("Yours", [this.#box("Favourites", () => this.#wish.favourites, () => { this.#wish.favourites = !this.#wish.favourites; },
      (favourites) => sound.filter((card) => favourites.includes(card.name)).length)]);
    put(this.#groups, liked, ...FACETS.map((facet) => {
      const values = new Set(sound.map(facet.value).filter(Boolean));
      if (values.size < 2) return null;
      const order = facet.order ? facet.order.filter((value) => values.has(value)) : [...values].sort();
      return this.#group(facet.title, order.map((value) => this.#box(facet.words?.[value] || value, () => this.#wish.chosen.get(facet.name)?.has(value) || false,
        () => this.#wish.toggle(facet.name, value), (favourites) => sound.filter((card) => facet.value(card) === value && this.#wish.fits(card, favourites, facet.name)).length)));
    }));
  }

  #group(title, boxes) {
    return h("fieldset", { class: "facet" }, h("legend", { text: title }), ...boxes);
  }

  #box(text, ticked, toggle, counted) {
    const id = freshId("facet");
    const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id, on: { change: () => this.#change(toggle) } }));
    const count = h("span", { class: "facet-count" });
    const row = h("div", { class: "facet-box" }, box, h("label", { for: id }, text, " ", count));
    this.#boxes.push((favourites) => {
      box.checked = ticked();
      count.textContent = String(counted(favourites));
      row.classList.toggle("none", count.textContent === "0" && !box.checked);
    });
    return row;
  }

  /** The owner's files are looked at again and again: what changed there shows here. */
  #follow() {
    let known = JSON.stringify(this.#cards.filter((card) => card.own));
    const timer = setInterval(async () => {
      if (document.hidden) return;
      const own = await get("/catalogue?own=true", this.#page.signal).catch(() => null);
      if (!own || JSON.stringify(own) === known) return;
      known = JSON.stringify(own);
      this.#cards = [...own, ...this.#cards.filter((card) => !card.own)];
      this.#buildFacets();
      this.#show();
    }, RELOAD);
    this.#page.signal.addEventListener("abort", () => clearInterval(timer));
  }
}
