/** The tree of variations as text: the main line in a row, each variation in a block of its own below the move it replaces. */
import { h, oncePerFrame, put } from "./dom.js";
import { roundsOf, pathTo } from "./move_tree.js";

const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"]; // of a move, by PGN's numbers for them
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Shows the tree of a session and goes to the move that is clicked. */
export class MoveTreeView {
  /** @type {HTMLElement} */
  element = h("div", { class: "tree", role: "region", "aria-label": "Moves and variations", tabindex: "0" });
  #session;
  #verdicts = new Map(); // actions of the reviewed game, as text -> verdict
  #rounds = new Map();

  /** @param {import("./tree_session.js").TreeSession} session @param {AbortSignal} signal */
  constructor(session, signal) {
    this.#session = session;
    const soon = oncePerFrame(() => this.show());
    session.addEventListener("tree", soon, { signal });
    session.addEventListener("change", soon, { signal });
    this.show();
  }

  /** Marks at the moves of a review. @param {any} review ReviewView or null @param {number[]} actions of the game */
  judge(review, actions) {
    this.#verdicts = new Map((review?.moves || []).filter((move) => move.verdict)
      .map((move) => [actions.slice(0, move.ply + 1).join(","), move.verdict]));
    this.show();
  }

  /** Draw anew. */
  show() {
    const { root } = this.#session;
    this.#rounds = new Map();
    if (!root.children.length && !root.comment) {
      put(this.element, h("p", { class: "empty", text: "Move pieces on the board: every line you try is kept here." }));
      return;
    }
    put(this.element, h("div", { class: "tree-main" }, ...this.#comment(root), ...this.#from(root, true)));
    this.#scroll();
  }

  /** All that follows a node: its main line, with the others below each move. */
  #from(node, begins) {
    const shown = [];
    let at = node;
    let numbered = begins;
    while (at.children.length) {
      const [main, ...others] = at.children;
      shown.push(this.#move(main, numbered), ...this.#comment(main));
      numbered = main.comment !== "" || others.length > 0;
      if (others.length) shown.push(h("div", { class: "tree-others" }, ...others.map((other) => this.#line(other))));
      at = main;
    }
    return shown;
  }

  #line(node) {
    return h("div", { class: "tree-line" }, ...words(node.more.before), this.#move(node, true), ...this.#comment(node), ...this.#from(node, node.comment !== ""));
  }

  #move(node, numbered) {
    const { session, shown } = { session: this.#session, shown: this.#session.node === node };
    const { number, first } = this.#round(node);
    const chance = node.player === -1;
    const verdict = this.#verdicts.size ? this.#verdicts.get(pathTo(node).map((one) => one.action).join(",")) : "";
    const label = first ? `${number}.` : numbered && !chance ? `${number}…` : "";
    return h("button", { type: "button", class: `move${chance ? " chance" : ""}${shown ? " shown" : ""}${verdict ? ` verdict-${verdict}` : ""}`,
      "aria-current": shown ? "step" : null, title: verdict || null, on: { click: () => session.show(node) } },
      label ? h("span", { class: "move-number", text: label }) : null, node.name, (node.more.nags || []).map((nag) => GLYPHS[nag] || "").join(""), verdict ? h("b", { class: "verdict", text: SIGNS[verdict] }) : null,
      node.marks.length ? h("span", { class: "has-marks", title: "with marks on the board", text: "◦" }) : null);
  }

  #round(node) {
    if (!this.#rounds.has(node)) {
      const path = pathTo(node);
      roundsOf(path, this.#session.players).forEach((round, index) => this.#rounds.set(path[index], round));
    }
    return this.#rounds.get(node);
  }

  #comment(node) {
    return words(node.comment);
  }

  /** Keep the shown move in sight without moving the page. */
  #scroll() {
    const shown = this.element.querySelector(".shown");
    if (!shown) {
      this.element.scrollTop = 0;
      return;
    }
    const [box, line] = [this.element.getBoundingClientRect(), shown.getBoundingClientRect()];
    if (line.top < box.top) this.element.scrollTop -= box.top - line.top + 8;
    if (line.bottom > box.bottom) this.element.scrollTop += line.bottom - box.bottom + 8;
  }
}

const words = (text) => (text ? [h("span", { class: "tree-comment", translate: "no", text })] : []);
