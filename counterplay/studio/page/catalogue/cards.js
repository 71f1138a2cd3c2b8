/** A game as a card: its picture, its name, a word about it, and two buttons. */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { openNewGame } from "./new_game.js";
import { picture } from "./picture.js";
import { setSetting, settings } from "./settings.js";

/**
 * @param {any} card of the catalogue
 * @param {{go: (path: string) => void, beaten: number, changed: () => void}} more the strongest level that was beaten; what to do when a favourite changes
 * @returns {HTMLElement}
 */
export function cardElement(card, { go, beaten, changed }) {
  if (card.problem) return brokenCard(card);
  return h("li", { class: "card", data: { game: card.name } },
    h("a", { class: "card-link", href: `/game/${encodeURIComponent(card.name)}` },
      h("span", { class: "card-picture" }, picture(card.picture)),
      h("h3", { text: card.title, translate: card.own ? "no" : null })),
    h("div", { class: "card-foot" },
      h("p", { class: "card-words", text: cardWords(card) }),
      h("button", { type: "button", class: "card-play", "aria-label": `Play ${card.title}`, title: "Play", on: { click: () => openNewGame(card.name, go) } }, icon("play"))),
    beaten ? h("span", { class: "card-beaten", title: `You have beaten level ${beaten}` }, icon("check"), h("span", { class: "visually-hidden", text: "You have beaten " }), `Level ${beaten}`) : null,
    favouriteButton(card, changed));
}

/** A word or two about a game. @param {any} card @returns {string} */
export function cardWords(card) {
  if (card.own) return card.file.split(/[\\/]/).at(-1);
  return [card.family, card.year].filter(Boolean).join(" · ");
}

/**
 * @param {any} card @param {() => void} changed
 * @returns {HTMLElement}
 */
export function favouriteButton(card, changed) {
  const button = h("button", { type: "button", class: "icon-button favourite", "aria-label": `${card.title} is a favourite`, title: "Favourite",
    "aria-pressed": String(settings().favourites.includes(card.name)), on: { click: () => {
      const others = settings().favourites.filter((name) => name !== card.name);
      const now = others.length === settings().favourites.length;
      button.setAttribute("aria-pressed", String(now));
      setSetting("favourites", now ? [...others, card.name] : others);
      changed();
    } } }, icon("star"));
  return button;
}

function brokenCard(card) {
  return h("li", { class: "card card-broken", data: { game: card.name } },
    h("h3", { text: card.title, translate: "no" }), h("p", { class: "failure", text: card.problem }), h("p", { class: "hint", text: "Save the file, and it is read again." }));
}
