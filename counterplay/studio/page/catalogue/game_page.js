/** The page of one game: what it is, how it is played, its variants, and what you have done in it. */
import { ApiError, get, part } from "./api.js";
import { checkDialog } from "./check_dialog.js";
import { favouriteButton } from "./cards.js";
import { adoptPicture, h, put } from "./dom.js";
import { LEVEL_NAMES, face } from "./faces.js";
import { icon } from "./icons.js";
import { newGameDialog } from "./new_game.js";
import { picture } from "./picture.js";
import { rulesText } from "./rules.js";
import { savedGame } from "./saved_games.js";
import { toast } from "./toast.js";

const SHOWN = 6; // of your games; the library has the rest
const LEVELS = 10;
const RELOAD = 1500; // milliseconds between looks at an owner's own file

/** @param {import("./router.js").Page} page */
export async function gamePage(page) {
  const name = page.parts[0];
  put(page.main, h("p", { class: "loading", text: "Unfolding the board …" }));
  const entry = await get(`/catalogue/${part(name)}`, page.signal).catch((error) => {
    const unknown = error.status === 400 && error.message.startsWith("there is no game");
    throw unknown ? new ApiError(`There is no game called ${name}.`, 404) : error;
  });
  page.title(entry.title);
  page.main.className = "game-page";
  const [diagrams, games, progress] = await Promise.all([get(`/catalogue/${part(entry.name)}/diagrams`, page.signal),
    get(`/games?limit=${SHOWN}&game=${part(entry.name)}`, page.signal), get("/progress", page.signal)]);
  const mine = progress.find(({ game }) => game === entry.name) || { playing: 0, over: 0, beaten: [] };
  put(page.main, head(entry, page), rules(entry, diagrams, page),
    variants(entry, page), h("div", { class: "game-side" }, record(entry, mine), lessons(entry)), yours(entry, games, mine));
  if (entry.own) follow(entry, page);
}

function head(entry, page) {
  return h("header", { class: "game-head" },
    h("div", { class: "game-cover" }, picture(entry.picture)),
    h("div", { class: "game-words" },
      h("a", { class: "quiet-link back-link", href: "/" }, icon("back"), "All games"),
      h("h1", { text: entry.title, translate: entry.own ? "no" : null }),
      h("p", { class: "game-origin", text: origin(entry) }),
      h("dl", { class: "game-facts" }, ...facts(entry).map(([term, words]) => h("div", {}, h("dt", { text: term }), h("dd", { text: words })))),
      h("div", { class: "game-actions" },
        h("button", { type: "button", class: "button primary large", on: { click: () => newGameDialog(entry, page.go) } }, icon("play"), "Play"),
        h("button", { type: "button", class: "button large", on: { click: () => tryPosition(entry, "", page.go) } }, icon("search"), "Analyse"),
        entry.own ? h("button", { type: "button", class: "button large", on: { click: () => checkDialog(entry) } }, icon("check"), "Check") : null,
        favouriteButton(entry, page.signal))));
}

function origin(entry) {
  if (entry.own) return `Your own, from ${entry.file}`;
  const made = [entry.designer, entry.publisher && entry.publisher !== entry.designer ? entry.publisher : "", entry.year].filter(Boolean);
  return made.length ? made.join(", ") : "Traditional";
}

function facts(entry) {
  const length = { short: "a short game", medium: "a game of medium length", long: "a long game" }[entry.length];
  return [
    ["Players", entry.players === 1 ? "one" : entry.player_names.join(" and ")],
    ["Luck", entry.chance ? "dice, cards or chance decide too" : "none"],
    entry.hidden ? ["Information", "some of it is hidden"] : null,
    entry.family ? ["Family", entry.family] : null,
    length ? ["Length", `${length}, about ${entry.plies} turns`] : null,
    entry.solved ? ["Best play", entry.solved] : null,
    entry.also_called.length ? ["Also called", entry.also_called.join(", ")] : null,
  ].filter(Boolean);
}

function rules(entry, diagrams, page) {
  return h("section", { class: "game-part game-rules" }, h("h2", { text: "Rules" }),
    h("div", { class: "game-text", translate: entry.own ? "no" : null }, ...rulesText(entry)),
    h("div", { class: "diagrams" }, ...diagrams.map(({ svg, caption, position }) => h("figure", {}, adoptPicture(svg), h("figcaption", {}, h("p", { text: caption }),
      h("button", { type: "button", class: "button small", "aria-label": `Try it: ${caption}`, text: "Try it", on: { click: () => tryPosition(entry, position, page.go) } }))))));
}

function variants(entry, page) {
  if (!entry.presets.length) return null;
  return h("section", { class: "game-part" }, h("h2", { text: "Variants" }),
    h("ul", { class: "variants" }, ...entry.presets.map((preset) => h("li", {}, h("div", {}, h("b", { text: preset.title }), h("span", { class: "hint", text: preset.about })),
      h("button", { type: "button", class: "button small", "aria-label": `Play ${preset.title}`, text: "Play", on: { click: () => newGameDialog(entry, page.go, { parameters: preset.parameters }) } })))));
}

/** The levels that were beaten. */
function record(entry, mine) {
  if (entry.players === 1) return null;
  const beaten = new Set(mine.beaten);
  const words = beaten.size ? `You have beaten level ${[...beaten].join(", ")}.` : "No level beaten yet.";
  return h("section", { class: "game-part" }, h("h2", { text: "Levels beaten" }),
    h("ol", { class: "levels", "aria-hidden": "true" }, ...Array.from({ length: LEVELS }, (_, index) =>
      h("li", { class: beaten.has(index + 1) ? "beaten" : "", title: LEVEL_NAMES[index] }, face(index + 1), String(index + 1)))), h("p", { class: "hint", text: words }));
}

function lessons(entry) {
  if (!entry.lessons.length) return null;
  return h("section", { class: "game-part" }, h("h2", { text: "In the lessons" }),
    h("ul", { class: "plain-links" }, ...entry.lessons.map(({ name, title }) => h("li", {}, h("a", { href: `/lessons/${part(name)}`, text: title })))));
}

function yours(entry, games, mine) {
  if (!games.length) return null;
  const all = mine.playing + mine.over;
  const list = h("ul", { class: "saved" }, ...games.map((game) => savedGame(game)));
  return h("section", { class: "game-part game-yours" }, h("div", { class: "section-head" }, h("h2", { text: "Your games" }),
    all > games.length ? h("a", { href: `/library?game=${part(entry.name)}`, text: `All ${all} games` }) : null), list);
}

/** Open a position on the analysis board. */
function tryPosition(entry, start, go) {
  go(`/analysis/new?${new URLSearchParams({ game: entry.name, ...(start ? { start } : {}) })}`);
}

/** An owner's game is shown as its file is now. */
function follow(entry, page) {
  const timer = setInterval(async () => {
    if (document.hidden || document.querySelector("dialog[open]")) return;
    const own = await get("/catalogue?own=true", page.signal).catch(() => null);
    const now = own?.find((card) => card.file === entry.file);
    if (!now || (now.picture === entry.picture && !now.problem)) return;
    clearInterval(timer);
    if (now.problem) {
      toast(now.problem);
      entry.picture = "";
      follow(entry, page);
    } else page.go(`/game/${part(now.name)}`);
  }, RELOAD);
  page.signal.addEventListener("abort", () => clearInterval(timer));
}
