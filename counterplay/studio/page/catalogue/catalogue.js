/** The catalogue: every game as a card, found by name and kind; games to continue. */
import { get, remove } from "./api.js";
import { announce } from "./announce.js";
import { adoptPicture, debounced, h, put } from "./dom.js";
import { icon } from "./icons.js";
import { usePageKeys } from "./keys.js";
import { newGameDialog } from "./new_game.js";
import { toast } from "./toast.js";

const RECENT = 6;

/** @param {import("./router.js").Page} page */
export async function cataloguePage(page) {
  put(page.main, h("p", { class: "loading", text: "Opening the box of games …" }));
  const [entries, recent] = await Promise.all([get("/catalogue", page.signal), get(`/games?limit=${RECENT}`, page.signal)]);
  page.main.className = "catalogue";
  const kinds = [...new Set(entries.flatMap((entry) => entry.kind))];
  const chosen = new Set();
  const search = /** @type {HTMLInputElement} */ (h("input", { type: "search", id: "search", placeholder: "Search games", autocomplete: "off", "aria-label": "Search games" }));
  const cards = entries.map((entry) => card(entry, page.go));
  const grid = h("ul", { class: "cards", "aria-label": "Games" }, ...cards);
  const none = h("p", { class: "empty", hidden: true, text: "No game fits. Try fewer words or kinds." });
  const count = debounced(400, (shown) => announce(`${shown} ${shown === 1 ? "game" : "games"}`));
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    entries.forEach((entry, index) => {
      const text = `${entry.title} ${[entry.name, ...entry.other_names].join(" ").replaceAll("_", " ")} ${entry.kind.join(" ")}`.toLowerCase();
      const fits = words.every((word) => text.includes(word)) && [...chosen].every((kind) => entry.kind.includes(kind));
      cards[index].hidden = !fits;
      shown += Number(fits);
    });
    none.hidden = shown > 0;
    count(shown);
  };
  search.addEventListener("input", filter);
  const chips = kinds.map((kind) => h("button", { type: "button", class: "chip", "aria-pressed": "false", text: kind, on: { click: (event) => {
    if (!chosen.delete(kind)) chosen.add(kind);
    event.currentTarget.setAttribute("aria-pressed", String(chosen.has(kind)));
    filter();
  } } }));
  put(page.main,
    h("section", { class: "hero" }, h("h1", { text: "Play, analyse, look inside" }),
      h("p", { text: "Every game here is a plain Python class; every search can be watched while it thinks." })),
    recentGames("Continue", recent.filter((game) => game.status !== "over"), entries),
    recentGames("Finished", recent.filter((game) => game.status === "over"), entries),
    h("section", { class: "find", "aria-label": "Find a game" }, h("div", { class: "search" }, icon("search"), search),
      h("div", { class: "chips", role: "group", "aria-label": "Kinds" }, ...chips)),
    grid, none);
  usePageKeys(page.signal, "Games", [{ keys: ["/"], does: "Search games", run: () => search.focus() }]);
}

function card(entry, go) {
  const picture = adoptPicture(entry.svg);
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  picture.setAttribute("aria-hidden", "true");
  const play = (event) => {
    event?.preventDefault();
    newGameDialog(entry, go);
  };
  return h("li", { class: "card", data: { game: entry.name } },
    h("div", { class: "card-picture", on: { click: play } }, picture),
    h("div", { class: "card-body" }, h("h2", { text: entry.title }), h("ul", { class: "traits" }, ...entry.kind.map((kind) => h("li", { text: kind }))),
      h("details", { class: "card-rules" }, h("summary", { "aria-label": `Rules of ${entry.title}` }, "Rules"), h("p", { text: entry.rules || "The rules of this game are not described." })),
      h("button", { type: "button", class: "button primary", "aria-label": `Play ${entry.title}`, text: "Play", on: { click: play } })));
}

function recentGames(title, games, entries) {
  if (!games.length) return null;
  const list = h("ul", { class: "recent" }, ...games.map((game) => {
    const tells = game.missing || game.result?.sentence || `${game.ply} ${game.ply === 1 ? "move" : "moves"} · ${game.seats.map((s) => s.name).join(" – ")}`;
    const words = [thumbnail(entries.find((entry) => entry.name === game.game.split(":")[0])),
      h("span", { class: "recent-words" }, h("b", { text: game.title }), h("span", { text: tells }), h("span", { class: "hint", text: ago(game.updated) }))];
    const item = h("li", {}, game.missing ? h("div", { class: "gone" }, ...words) : h("a", { href: `/play/${game.id}` }, ...words),
    h("button", { type: "button", class: "icon-button forget", "aria-label": `Delete this game of ${game.title}`, title: "Delete", on: { click: async () => {
      try {
        await remove(`/games/${game.id}`);
        item.remove();
        if (!list.children.length) list.parentElement.remove();
      } catch (error) {
        toast(error.message);
      }
    } } }, icon("trash")));
    return item;
  }));
  return h("section", { class: "recent-part", "aria-label": `${title}: your games` }, h("h2", { text: title }), list);
}

function thumbnail(entry) {
  if (!entry) return h("span", { class: "thumbnail" });
  const picture = adoptPicture(entry.svg);
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  picture.removeAttribute("role");
  picture.removeAttribute("aria-label");
  picture.setAttribute("aria-hidden", "true");
  return h("span", { class: "thumbnail" }, picture);
}

/** @param {number} time in seconds since 1970 @returns {string} */
function ago(time) {
  const seconds = Math.max(0, Date.now() / 1000 - time);
  const units = [[86400, "day"], [3600, "hour"], [60, "minute"]];
  for (const [length, name] of units) {
    const count = Math.floor(seconds / Number(length));
    if (count >= 1) return `${count} ${name}${count > 1 ? "s" : ""} ago`;
  }
  return "just now";
}
