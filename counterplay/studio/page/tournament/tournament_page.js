/** Tournaments between agents: begun, watched, stopped, resumed; the store is that of the command. */
import { get, part, post, remove } from "./api.js";
import { freshId, h, put, s } from "./dom.js";
import { LEVEL_NAMES, face, levelOf } from "./faces.js";
import { toast } from "./toast.js";
import { WatchedGame } from "./watched_game.js";

const LOOK_EVERY = 1500; // milliseconds, while something is played
const GAMES_SHOWN = 20; // of a tournament at first; so many more each time
const MOST_SHOWN = 500;
const AGENTS = ["random", ...Array.from({ length: 10 }, (_, index) => `level:${index + 1}`)];
const title = (agent) => (levelOf(agent) ? `${LEVEL_NAMES[levelOf(agent) - 1]}, level ${levelOf(agent)}` : "Random");

/** @param {import("./router.js").Page} page */
export async function tournamentsPage(page) {
  page.title("Tournaments");
  const [games, all, now] = await Promise.all([get("/catalogue", page.signal), get("/tournaments", page.signal), get("/tournaments/now", page.signal)]);
  page.main.className = "study-page tournaments";
  put(page.main, h("h1", { text: "Tournaments" }), newForm(page, games.filter((game) => game.players > 1)),
    now.trouble ? h("p", { class: "failure", role: "alert", text: `The last one ended early: ${now.trouble}` }) : null,
    h("h2", { text: "Played and stored" }),
    all.length ? h("ul", { class: "study-list" }, ...all.map((one) => h("li", { class: "study" }, h("a", { href: `/tournaments/${one.id}` },
      h("b", { text: `${one.title}: ${one.agents.join(", ")}` }), h("span", { class: "hint", text: `${one.played} of ${one.planned} games · ${one.status}` })))))
      : h("p", { class: "empty", text: "None yet. Matches and tournaments of the command line appear here, too." }));
}

function newForm(page, games) {
  const [gameId, countId] = [freshId("game"), freshId("count")];
  const game = /** @type {HTMLSelectElement} */ (h("select", { id: gameId }, ...games.map((one) => h("option", { value: one.name, text: one.title, selected: one.name === "connect_four" }))));
  const count = /** @type {HTMLInputElement} */ (h("input", { id: countId, type: "number", min: 2, max: 1000, step: 2, value: 10 }));
  const boxes = AGENTS.map((agent) => {
    const id = freshId("agent");
    return { agent, box: /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id, checked: ["random", "level:1", "level:2"].includes(agent) })), id };
  });
  const failure = h("p", { class: "failure", role: "alert" });
  return h("form", { class: "tournament-new", on: { submit: async (event) => {
    event.preventDefault();
    failure.textContent = "";
    try {
      const agents = boxes.filter(({ box }) => box.checked).map(({ agent }) => agent);
      await post("/tournaments", { game: game.value, agents, games: Number(count.value) });
      await begun(page);
    } catch (error) {
      failure.textContent = error.message;
    }
  } } },
  h("div", { class: "field" }, h("label", { for: gameId, text: "Game" }), game),
  h("div", { class: "field" }, h("label", { for: countId, text: "Games of each two" }), count),
  h("fieldset", { class: "agents" }, h("legend", { text: "Who plays" }), ...boxes.map(({ agent, box, id }) => h("span", { class: "agent" }, box, levelOf(agent) ? face(levelOf(agent)) : null, h("label", { for: id, text: title(agent) })))),
  failure, h("button", { type: "submit", class: "button primary", text: "Begin" }));
}

/** Wait until the tournament is in the store, which is when its agents have been tried out, and go there. */
async function begun(page) {
  put(page.main, h("p", { class: "loading", text: "Getting the agents ready …" }));
  while (!page.signal.aborted) {
    const now = await get("/tournaments/now", page.signal);
    if (now.began) return page.go(`/tournaments/${now.began}`);
    if (now.name === null) {
      toast(now.trouble || "The tournament ended before its first game.");
      return page.go("/tournaments");
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** @param {import("./router.js").Page} page */
export async function tournamentPage(page) {
  const address = `/tournaments/${part(page.parts[0])}`;
  const parts = { head: h("div", { class: "tournament-head" }), table: h("div", { class: "results" }), chart: h("div", { class: "ratings" }) };
  const watched = new WatchedGame(address, page.signal);
  const games = gameList(address, page);
  const look = async () => {
    const view = await get(address, page.signal);
    page.title(`${view.title}: ${view.agents.join(", ")}`);
    drawHead(parts.head, view, look);
    drawTable(parts.table, view);
    drawRatings(parts.chart, view.table);
    await games.look(view.played);
    if (view.last || view.status === "playing") watched.follow();
    if (view.status === "playing") setTimeout(() => !page.signal.aborted && look().catch((error) => page.signal.aborted || toast(error.message)), LOOK_EVERY);
  };
  await look();
  page.main.className = "study-page tournament";
  put(page.main, parts.head, h("div", { class: "tournament-body" }, h("div", { class: "standings" }, parts.chart, parts.table, games.element), watched.element));
}

/** The games of a tournament, the newest first; each leads to its board. */
function gameList(address, page) {
  let [played, wanted] = [0, GAMES_SHOWN];
  const list = h("ul", { class: "study-list" });
  const more = h("button", { type: "button", class: "button", text: "Show more", hidden: true, on: { click: () => {
    wanted = Math.min(MOST_SHOWN, wanted + GAMES_SHOWN);
    look(played, true).catch((error) => page.signal.aborted || toast(error.message));
  } } });
  const element = h("section", { class: "tournament-games", "aria-label": "Games", hidden: true }, h("h2", { text: "Games" }), list, more);
  const look = async (count, again = false) => {
    if (count === played && !again) return;
    played = count;
    const games = await get(`${address}/games?limit=${wanted}`, page.signal);
    element.hidden = !games.length;
    more.hidden = games.length < wanted || wanted >= MOST_SHOWN;
    put(list, ...games.map((game) => h("li", { class: "study" }, gameLink(game))));
  };
  return { element, look };
}

function gameLink(game) {
  const words = [h("b", { text: `Game ${game.number}: ${game.seats.map((seat) => seat.name).join(" – ")}` }),
    h("span", { class: "hint", text: game.missing || `${game.result?.sentence || ""} · ${game.ply} moves` })];
  return game.missing ? h("div", {}, ...words) : h("a", { href: `/play/${part(game.id)}` }, ...words);
}

function drawHead(head, view, look) {
  const act = (text, kind, request) => h("button", { type: "button", class: `button ${kind}`, text, on: { click: async () => {
    try {
      await request();
      await look();
    } catch (error) {
      toast(error.message);
    }
  } } });
  const button = view.status === "playing" ? act("Stop", "", () => remove("/tournaments/now"))
    : view.status === "stopped" ? act("Resume", "primary", () => post(`/tournaments/${view.id}/resume`)) : null;
  put(head, h("div", {}, h("h1", { text: view.title }), h("p", { class: "hint", text: `${view.kind} ${view.name} · ${view.agents.join(", ")}` })),
    h("div", { class: "tournament-progress" }, h("progress", { max: view.planned, value: view.played, "aria-label": "Games played" }),
      h("span", { role: "status", text: `${view.played} of ${view.planned} games · ${view.status}` })),
    button, view.trouble ? h("p", { class: "failure", text: view.trouble }) : null);
}

function drawTable(place, { table, cross }) {
  if (!table.length) {
    put(place, h("p", { class: "empty", text: "The first games are being played." }));
    return;
  }
  const cells = (row, tag, properties = {}) => row.map((text) => h(tag, { ...properties, text: String(text) }));
  const id = freshId("words");
  put(place, h("p", { class: "table-words", id, text: "Elo with 95 % intervals (the average is 0); points of the row against each column" }));
  place.append(h("div", { class: "table-scroll" }, h("table", { class: "table", "aria-labelledby": id },
    h("thead", {}, h("tr", {}, ...cells(["", "Agent", "Elo", "95 %", "Points", ...table.map((_, index) => index + 1)], "th", { scope: "col" }))),
    h("tbody", {}, ...table.map((row, index) => h("tr", {}, h("td", { text: String(index + 1) }), h("th", { scope: "row", text: row.agent }),
      ...cells([signed(row.elo), `±${Math.round(row.margin)}`, `${row.points}/${row.games}`, ...cross[index]], "td")))))));
}

const signed = (elo) => (elo > 0 ? "+" : elo < 0 ? "−" : "") + Math.abs(Math.round(elo));

/** A dot with its interval for every agent. */
function drawRatings(place, table) {
  if (!table.length) {
    put(place);
    return;
  }
  const low = Math.min(...table.map((row) => row.elo - row.margin));
  const high = Math.max(...table.map((row) => row.elo + row.margin));
  const at = (elo) => 4 + (92 * (elo - low)) / Math.max(1, high - low);
  put(place, ...table.map((row) => h("div", { class: "rating" }, h("span", { class: "rating-name", text: row.agent }),
    s("svg", { class: "rating-line", viewBox: "0 0 100 16", preserveAspectRatio: "none", role: "img", "aria-label": `${signed(row.elo)}, give or take ${Math.round(row.margin)}` },
      s("line", { class: "rating-zero", x1: at(0), x2: at(0), y1: 0, y2: 16 }), s("line", { class: "rating-interval", x1: at(row.elo - row.margin), x2: at(row.elo + row.margin), y1: 8, y2: 8 }),
      s("line", { class: "rating-dot", x1: at(row.elo), x2: at(row.elo) + 0.01, y1: 8, y2: 8 })), h("span", { class: "rating-elo", text: signed(row.elo) }))));
}
