/** The rules of a game: what the class tells of it, with diagrams that are fetched when somebody looks. */
import { get, part } from "./api.js";
import { adoptPicture, h, put } from "./dom.js";

const PARAGRAPH = 300; // characters, after which the next sentence begins a new one

/** The rules of a game in paragraphs that can be read: its own, and of a long one a few sentences at a time. @param {any} entry @returns {HTMLElement[]} */
export function rulesText(entry) {
  const own = (entry?.rules || "The rules of this game are not described.").split(/\n\s*\n/);
  return own.flatMap(inParagraphs).map((text) => h("p", { text }));
}

function inParagraphs(text) {
  const found = [""];
  for (const sentence of text.split(/(?<=[.!?])\s+(?=[A-Z])/)) {
    if (found.at(-1).length > PARAGRAPH) found.push("");
    found[found.length - 1] += `${found.at(-1) ? " " : ""}${sentence}`;
  }
  return found;
}

export class RulesPanel {
  /** @type {HTMLElement} */
  element;
  #entry;
  #signal;
  #diagrams = h("div", { class: "diagrams" });
  #asked = false;

  /**
   * @param {any} entry of the catalogue; null where the game's file is gone
   * @param {string} specification
   * @param {AbortSignal} signal
   */
  constructor(entry, specification, signal) {
    this.#entry = entry;
    this.#signal = signal;
    this.element = h("div", { class: "rules" }, ...rulesText(entry), this.#diagrams,
      entry ? h("ul", { class: "traits" }, ...entry.kind.map((kind) => h("li", { text: kind }))) : null,
      h("p", { class: "hint", text: `Specification: ${specification}` }));
  }

  /** Draw the diagrams, once. */
  async open() {
    if (this.#asked || !this.#entry) return;
    this.#asked = true;
    const diagrams = await get(`/catalogue/${part(this.#entry.name)}/diagrams`, this.#signal).catch(() => []);
    put(this.#diagrams, ...diagrams.map(({ svg, caption }) => h("figure", {}, adoptPicture(svg), h("figcaption", { text: caption }))));
  }
}
