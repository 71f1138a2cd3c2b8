/** A game as a card: its picture, its name, a word about it, and two buttons. */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { openNewGame } from "./new_game.js";
import { picture } from "./picture.js";
import { onSettings, setSetting, settings } from "./settings.js";

/**
 * @param {any} card of the catalogue
 * @param {{page: import("./router.js").Page, beaten: number}} more the strongest level that was beaten
 * @returns {HTMLElement}
 */
export function cardElement(card, { page, beaten }) {
  if (card.problem) return brokenCard(card);
  return h("li", { class: "card", data: { game: card.name } },
    h("a", { class: "card-link", href: `/game/${encodeURIComponent(card.name)}` },
      h("span", { class: "card-picture" }, picture(card.picture)),
      h("h3", { text: card.title, translate: card.own ? "no" : null })),
    h("div", { class: "card-foot" },
      h("p", { class: "card-words" }, ...cardWords(card)),
      h("button", { type: "button", class: "card-play", "aria-label": `Play ${card.title}`, title: "Play", on: { click: () => openNewGame(card.name, page.go) } }, icon("play"))),
    beaten ? h("span", { class: "card-beaten", title: `You have beaten level ${beaten}` }, icon("check"), h("span", { class: "visually-hidden", text: "You have beaten " }), `Level ${beaten}`) : null,
    favouriteButton(card, page.signal));
}

/** A word or two about a game; the second is left out where it has no room. @param {any} card @returns {HTMLElement[]} */
export function cardWords(card) {
  const words = card.own ? [card.file.split(/[\\/]/).at(-1)] : [card.family, card.year && `· ${card.year}`];
  return words.filter(Boolean).map((text) => h("span", { text: String(text) }));
}

/**
 * A star that follows the settings, which may come from the server after it is shown.
 * @param {any} card @param {AbortSignal} signal
 * @returns {HTMLElement}
 */
export function favouriteButton(card, signal) {
  const liked = () => settings().favourites.includes(card.name);
  const toggle = () => setSetting("favourites", liked() ? settings().favourites.filter((name) => name !== card.name) : [...settings().favourites, card.name]);
  const button = h("button", { type: "button", class: "icon-button favourite", "aria-label": `${card.title} is a favourite`, title: "Favourite",
    "aria-pressed": String(liked()), on: { click: toggle } }, icon("star"));
  onSettings(signal, () => button.setAttribute("aria-pressed", String(liked())));
  return button;
}

function brokenCard(card) {
  return h("li", { class: "card card-broken", data: { game: card.name } },
    h("h3", { text: card.title, translate: "no" }), h("p", { class: "failure", text: card.problem }), h("p", { class: "hint", text: "Save the file, and it is read again." }));
}
