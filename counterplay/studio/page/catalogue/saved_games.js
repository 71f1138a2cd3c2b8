/** Games that are kept, as a list: to continue, to look at again, to delete and to bring back. */
import { part, post, remove } from "./api.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { picture } from "./picture.js";
import { toast } from "./toast.js";

const TO = "\u00a0–\u2060\u00a0"; // a dash between two names that no line ends with

/**
 * One game in a list.
 * @param {any} game as the server lists it
 * @param {{changed?: () => void, chosen?: HTMLElement}} [more] what to do when it was deleted or is back; a box to choose it by
 * @returns {HTMLElement}
 */
export function savedGame(game, { changed = () => {}, chosen = undefined } = {}) {
  const own = game.contest === null;
  const words = [game.missing ? h("span", { class: "picture" }) : picture(game.picture),
    h("span", { class: "saved-words" }, h("b", { text: game.title }), h("span", { text: savedWords(game) }),
      own ? null : h("span", { class: "of-match", text: `Game ${game.number} of match ${game.contest}` }), h("span", { class: "hint", text: ago(game.updated) }))];
  const item = h("li", { data: { id: game.id } }, chosen,
    game.missing ? h("div", { class: "saved-link gone" }, ...words) : h("a", { class: "saved-link", href: `/play/${part(game.id)}` }, ...words),
    own ? h("button", { type: "button", class: "icon-button forget", "aria-label": `Delete this game of ${game.title}`, title: "Delete",
      on: { click: () => forget(game, item, changed) } }, icon("trash")) : null);
  return item;
}

async function forget(game, item, changed) {
  try {
    await remove(`/games/${part(game.id)}`);
  } catch (error) {
    toast(error.message);
    return;
  }
  const [list, next] = [item.parentElement, item.nextSibling];
  item.remove();
  changed();
  toast(`The game of ${game.title} is deleted.`, "done", { label: "Undo", run: async () => {
    try {
      await post(`/games/${part(game.id)}/restore`);
      list?.insertBefore(item, next?.parentElement === list ? next : null);
      changed();
    } catch (error) {
      toast(error.message);
    }
  } });
}

function savedWords(game) {
  const seats = game.seats.map((seat) => seat.name).join(TO);
  if (game.missing) return game.missing;
  return game.result ? `${game.result.sentence} · ${seats}` : `${game.ply} ${game.ply === 1 ? "move" : "moves"} · ${seats}`;
}

/** @param {number} time in seconds since 1970 @returns {string} */
export function ago(time) {
  const seconds = Math.max(0, Date.now() / 1000 - time);
  const units = [[86400, "day"], [3600, "hour"], [60, "minute"]];
  for (const [length, name] of units) {
    const count = Math.floor(seconds / Number(length));
    if (count >= 1) return `${count} ${name}${count > 1 ? "s" : ""} ago`;
  }
  return "just now";
}
