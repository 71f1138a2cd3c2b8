/** What games are told apart by, which of it is chosen, and how that is written in the address. */

/**
 * @typedef {{name: string, title: string, value: (card: any) => string, words?: Object<string, string>, order?: string[]}} Facet
 */

/** @type {Facet[]} */
export const FACETS = [
  { name: "players", title: "Players", value: (card) => String(card.players), words: { 1: "One", 2: "Two", 3: "Three", 4: "Four" } },
  { name: "length", title: "Length", value: (card) => card.length || "", words: { short: "Short", medium: "Medium", long: "Long" }, order: ["short", "medium", "long"] },
  { name: "family", title: "Family", value: (card) => card.family || "" },
  { name: "chance", title: "Chance", value: (card) => (card.chance ? "yes" : "no"), words: { yes: "Dice or luck", no: "None" }, order: ["no", "yes"] },
  { name: "information", title: "Information", value: (card) => (card.hidden ? "hidden" : "open"), words: { open: "All is seen", hidden: "Some is hidden" } },
  { name: "solved", title: "Best play", value: (card) => (card.solved ? "yes" : "no"), words: { yes: "Solved", no: "Unknown" }, order: ["yes", "no"] },
];
export const SORTS = { suggested: "Suggested", name: "A to Z", newest: "Newest first", oldest: "Oldest first", shortest: "Shortest first" };
const MARKS = /[\u0300-\u036f]/g;

/** Words as they are compared: without capitals, accents, apostrophes and what joins them. @param {string} text */
export const bare = (text) => text.normalize("NFD").replace(MARKS, "").toLowerCase().replace(/['’]/g, "").replace(/[_\-–.,()]+/g, " ");

/** What is looked for. */
export class Wish {
  text = "";
  sort = "suggested";
  favourites = false;
  /** @type {Map<string, Set<string>>} */
  chosen = new Map();

  /** Read from the part of an address behind the question mark. @param {string} address */
  constructor(address) {
    const given = new URLSearchParams(address);
    this.text = given.get("q") || "";
    this.sort = Object.hasOwn(SORTS, given.get("sort") || "") ? given.get("sort") : "suggested";
    this.favourites = given.has("favourites");
    for (const { name } of FACETS) if (given.has(name)) this.chosen.set(name, new Set(given.getAll(name)));
  }

  /** Written as it is read. @returns {string} */
  get address() {
    const written = new URLSearchParams();
    if (this.text.trim()) written.set("q", this.text.trim());
    for (const [name, values] of this.chosen) for (const value of values) written.append(name, value);
    if (this.favourites) written.set("favourites", "");
    if (this.sort !== "suggested") written.set("sort", this.sort);
    return written.size ? `?${written}` : "";
  }

  /** Whether some games are left out. */
  get narrow() {
    return Boolean(this.text.trim()) || this.favourites || this.chosen.size > 0;
  }

  /** How many boxes are ticked. */
  get count() {
    return [...this.chosen.values()].reduce((sum, values) => sum + values.size, Number(this.favourites));
  }

  /** @param {string} name @param {string} value */
  toggle(name, value) {
    const values = this.chosen.get(name) || new Set();
    if (!values.delete(value)) values.add(value);
    if (values.size) this.chosen.set(name, values);
    else this.chosen.delete(name);
  }

  clear() {
    this.text = "";
    this.favourites = false;
    this.chosen.clear();
  }

  /**
   * Whether a game fits; `except` leaves one facet out, which tells what choosing another value of it would show.
   * @param {any} card @param {string[]} favourites @param {string} [except]
   */
  fits(card, favourites, except = "") {
    if (this.favourites && !favourites.includes(card.name)) return false;
    for (const { name, value } of FACETS) {
      const values = this.chosen.get(name);
      if (values && name !== except && !values.has(value(card))) return false;
    }
    const words = bare(this.text).split(/\s+/).filter(Boolean);
    if (!words.length) return true;
    const text = searched(card);
    return words.every((word) => text.includes(word));
  }

  /** The other name by which a game was found, where its title does not say it. @param {any} card @returns {string} */
  alias(card) {
    const wanted = bare(this.text).trim();
    if (!wanted || bare(card.title).includes(wanted)) return "";
    const found = (card.other_names || []).find((name) => bare(name).includes(wanted));
    return found ? found.replaceAll("_", " ") : "";
  }
}

const texts = new WeakMap();

function searched(card) {
  if (!texts.has(card)) {
    const names = [card.name, ...(card.other_names || [])];
    // A name is found with and without the spaces in it: "reversi", "connect4", "nine mens morris".
    const text = [card.title, ...names, card.family || "", card.designer || "", card.file || ""].map(bare).join(" ");
    texts.set(card, `${text} ${names.map((name) => bare(name).replaceAll(" ", "")).join(" ")}`);
  }
  return texts.get(card);
}

/** @param {any[]} cards @param {string} sort */
export function sorted(cards, sort) {
  const title = (a, b) => a.title.localeCompare(b.title, "en", { numeric: true });
  const year = (card) => card.year ?? 0; // a traditional game is older than any year that somebody wrote down
  const plies = (card) => card.plies || Infinity;
  const orders = { newest: (a, b) => year(b) - year(a) || title(a, b), oldest: (a, b) => year(a) - year(b) || title(a, b), shortest: (a, b) => plies(a) - plies(b) || title(a, b) };
  return [...cards].sort(orders[sort] || title);
}
