/** The position editor: the notation as text, and pieces placed on the board where the notation allows it. */
import { post } from "./api.js";
import { adoptPicture, debounced, freshId, h, put } from "./dom.js";
import { pageShape } from "./page_shape.js";

/** Fires `position` (detail: EditorView) when another position is set up; the page draws it. */
export class EditorPanel extends EventTarget {
  /** @type {HTMLElement} */
  element;
  #game;
  #signal;
  #go;
  #view = null;
  #piece = ""; // that a click places; "" takes away
  #asked = 0;
  #text;
  #failure = h("p", { class: "failure", role: "alert" });
  #palette = h("div", { class: "palette", role: "radiogroup", "aria-label": "Pieces" });
  #movers = h("div", { class: "movers" });
  #open;
  #about = h("p", { class: "hint" });

  /** @param {string} game @param {AbortSignal} signal @param {(path: string) => void} go */
  constructor(game, signal, go) {
    super();
    this.#game = game;
    this.#signal = signal;
    this.#go = go;
    const id = freshId("notation");
    const typed = debounced(250, () => this.#ask({ text: this.#text.value }));
    this.#text = /** @type {HTMLTextAreaElement} */ (h("textarea", { id, rows: 3, spellcheck: "false", autocapitalize: "off", autocomplete: "off", on: { input: typed } }));
    this.#open = h("button", { type: "button", class: "button primary", text: "Analyse this position", on: { click: () => this.#analyse() } });
    const button = (text, action) => h("button", { type: "button", class: "button small", text, on: { click: action } });
    this.element = h("section", { class: "editor", "aria-label": "Position editor" }, this.#about, this.#palette, this.#movers,
      h("div", { class: "editor-buttons" }, button("Start position", () => this.#ask({ text: "" })), button("Empty board", () => this.#ask({ clear: true }))),
      h("div", { class: "field" }, h("label", { for: id, text: "Notation" }), this.#text, this.#failure), h("div", { class: "dialog-actions" }, this.#open));
  }

  /** Begin with a position. @param {string} text its notation @param {boolean} flip */
  begin(text, flip) {
    this.#ask({ text, flip });
  }

  /** Place the chosen piece, or take away the same one. @param {string} cell */
  place(cell) {
    if (this.#view?.placing) this.#ask({ cell, piece: this.#piece });
  }

  async #ask(change) {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const view = await post("/editor", { game: this.#game, text: this.#text.value, page: pageShape(), ...change }, this.#signal);
      if (asked !== this.#asked) return;
      this.#show(view);
    } catch (error) {
      if (!this.#signal.aborted) this.#failure.textContent = error.message;
    }
  }

  #show(view) {
    const first = !this.#view;
    this.#view = view;
    if (document.activeElement !== this.#text) this.#text.value = view.text;
    this.#failure.textContent = view.error || "";
    this.#open.toggleAttribute("disabled", Boolean(view.error));
    this.#about.textContent = view.placing ? "Choose a piece, then click on the board. The other words of the notation are edited as text."
      : "This game's positions are set up as text, in its own notation.";
    if (first) this.#drawPalette();
    put(this.#movers, ...(view.movers.length > 1 ? [h("fieldset", { class: "segments" }, h("legend", { class: "visually-hidden", text: "To move" }),
      ...view.movers.map(({ word, name }) => {
        const id = freshId("mover");
        return h("span", {}, h("input", { type: "radio", name: "mover", id, checked: view.mover === word, on: { change: () => this.#ask({ mover: word }) } }),
          h("label", { for: id, text: `${name} to move` }));
      }))] : []));
    this.dispatchEvent(new CustomEvent("position", { detail: view }));
  }

  #drawPalette() {
    this.#palette.hidden = !this.#view.placing;
    if (this.#palette.hidden) return;
    const choice = (piece, name, picture) => {
      const button = h("button", { type: "button", class: "palette-piece", role: "radio", "aria-checked": String(piece === this.#piece), "aria-label": name, title: name,
        on: { click: () => {
          this.#piece = piece;
          for (const other of this.#palette.children) other.setAttribute("aria-checked", String(other === button));
        } } }, picture);
      return button;
    };
    const pieces = this.#view.palette;
    this.#piece = pieces[0]?.piece ?? "";
    put(this.#palette, ...pieces.map(({ piece, name, svg }) => choice(piece, name, adoptPicture(svg))), choice("", "Take a piece away", h("span", { class: "eraser", text: "✕" })));
  }

  #analyse() {
    const query = new URLSearchParams({ game: this.#game, start: this.#view.text });
    this.#go(`/analysis/new?${query}`);
  }
}
