/** The start of the page: settings, connection, keys, and the pages by path. */
import { announce } from "./announce.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { showKeys, startKeys } from "./keys.js";
import { rememberedLanguage, useLanguage } from "./language.js";
import { Live } from "./live.js";
import { addPageMenu } from "./page_menu.js";
import { Router } from "./router.js";
import { loadSettings, showSettings } from "./settings.js";

const live = new Live();
const router = new Router(document.getElementById("main"), [
  [/^\/$/, async (page) => (await import("./catalogue.js")).cataloguePage(page)],
  [/^\/game\/([^/]+)$/, async (page) => (await import("./game_page.js")).gamePage(page)],
  [/^\/library\/?$/, async (page) => (await import("./library.js")).libraryPage(page)],
  [/^\/play\/([^/]+)$/, async (page) => (await import("./play.js")).playPage(page, live)],
  [/^\/lessons\/?$/, async (page) => (await import("./lessons.js")).lessonsPage(page)],
  [/^\/lessons\/([^/]+)$/, async (page) => (await import("./lessons.js")).lessonPage(page)],
  [/^\/analysis\/?$/, async (page) => (await import("./analyses_page.js")).analysesPage(page)],
  [/^\/analysis\/([^/]+)$/, async (page) => (await import("./analysis_board.js")).analysisPage(page, live)],
  [/^\/puzzles\/?$/, async (page) => (await import("./puzzles_page.js")).puzzlesPage(page)],
  [/^\/puzzles\/([^/]+)$/, async (page) => (await import("./puzzles_page.js")).puzzlePage(page)],
  [/^\/tournaments\/?$/, async (page) => (await import("./tournament_page.js")).tournamentsPage(page)],
  [/^\/tournaments\/([^/]+)$/, async (page) => (await import("./tournament_page.js")).tournamentPage(page)],
  [/^\/exercises\/?$/, async (page) => (await import("./exercises.js")).exercisesPage(page)],
]);

const tool = (name, label, action) =>
  h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, on: { click: action } }, icon(name));
document.getElementById("top-tools").append(
  h("a", { class: "quiet-link", href: "/docs", text: "API" }), tool("gear", "Settings", showSettings), tool("help", "Keyboard help", showKeys));
addPageMenu(document.getElementById("pages"));
startKeys();

const notice = document.getElementById("notice");
let wasLost = false;
live.addEventListener("status", (event) => {
  const lost = /** @type {CustomEvent} */ (event).detail === "lost";
  notice.hidden = !lost;
  if (lost && !wasLost) notice.textContent = "The connection to the studio is lost. Your games are kept; trying again …";
  if (!lost && wasLost) announce("The connection is back.");
  wasLost = lost;
});

await useLanguage(rememberedLanguage());
loadSettings();
await router.start();
requestIdleCallback(() => import("./play.js")); // so that a new game shows at once
