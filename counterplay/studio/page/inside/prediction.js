/** Prediction: before the search takes a step, the reader says what will happen. */
import { announce } from "./announce.js";
import { freshId, h, put } from "./dom.js";

const TOLERANCE = 0.0051; // two decimals are enough
const LISTED = 5; // branches that a question names

/** @typedef {{ask: string, right: string, kind: "number"|"cut", offered: number[], why: string}} Question */

/**
 * What can be asked before the step after this one; null where nothing is to be thought about.
 * @param {any} walk @param {number} index of the step that is shown
 * @returns {Question|null}
 */
export function questionAt(walk, index) {
  const [now, next] = [walk.steps[index], walk.steps[index + 1]];
  if (!next || !now) return null;
  const why = `${next.text} ${next.reason || ""}`.trim();
  const left = now.kind === "update" && now.alpha ? remaining(walk, index) : [];
  if (left.length) {
    const names = left.length > LISTED ? `the other ${left.length} branches` : `the branch${left.length > 1 ? "es" : ""} ${left.map((node) => node.name || node.given).join(", ")}`;
    const right = next.kind === "cut" ? "cut" : "seen";
    return { kind: "cut", ask: `Alpha is ${now.alpha}, beta is ${now.beta} at ${nameOf(walk, now.node)}. Which branch is cut: ${names}, or none?`, right, offered: left.map((node) => node.id),
      why: right === "cut" ? why : `Alpha, ${now.alpha}, is still below beta, ${now.beta}: the search goes on.` };
  }
  if (next.kind === "update") return boundQuestion(walk, index, next, why);
  if (next.kind === "leave" && next.node !== now.node) return null;
  return next.kind === "leave" ? { kind: "number", ask: `What value comes back from ${nameOf(walk, next.node)}?`, right: next.value, offered: [], why } : null;
}

function boundQuestion(walk, index, next, why) {
  const before = walk.steps.slice(0, index + 1).findLast((step) => step.node === next.node);
  const where = nameOf(walk, next.node);
  for (const name of ["alpha", "beta"]) {
    if (before && next[name] && next[name] !== before[name]) return { kind: "number", ask: `What is ${name} now at ${where}?`, right: next[name], offered: [], why };
  }
  return { kind: "number", ask: `What is the best so far at ${where}?`, right: next.value, offered: [], why };
}

/** Branches of a step's node that the search has not come to. */
function remaining(walk, index) {
  const { node } = walk.steps[index];
  const entered = new Set(walk.steps.slice(0, index + 1).map((step) => step.node));
  return walk.nodes.filter((other) => other.parent === node && !entered.has(other.id));
}

function nameOf(walk, id) {
  const node = walk.nodes.find((other) => other.id === id);
  return node.label || (node.name ? `${node.player} after ${node.name}` : "the root");
}

/** Whether an answer is a number, or several, that is right. @param {string} given @param {string} right */
export function sameNumbers(given, right) {
  const read = (text) => [...text.toLowerCase().replaceAll("−", "-").replaceAll("infinity", "∞").replaceAll("inf", "∞").matchAll(/-?(?:∞|\d+(?:[.,]\d+)?)/g)]
    .map(([word]) => (word.includes("∞") ? Infinity * (word[0] === "-" ? -1 : 1) : Number(word.replace(",", "."))));
  const [one, other] = [read(given), read(right)];
  return one.length > 0 && one.length === other.length && one.every((value, k) => value === other[k] || Math.abs(value - other[k]) < TOLERANCE);
}

/** The panel that asks, and the score. */
export class Prediction {
  /** @type {HTMLElement} */
  element = h("section", { class: "prediction", "aria-label": "Prediction", hidden: true });
  #score = { right: 0, asked: 0, streak: 0 };
  #question = /** @type {Question|null} */ (null);
  #answered = new Set();
  #index = 0;
  #go;
  #offer;

  /** @param {{go: () => void, offer: (ids: number[]) => void}} options go: take the step; offer: show which nodes can be clicked */
  constructor({ go, offer }) {
    this.#go = go;
    this.#offer = offer;
  }

  get on() {
    return !this.element.hidden;
  }

  set on(value) {
    this.element.hidden = !value;
    this.#close();
    this.#rest();
  }

  /** Ask about the step after this one. @param {any} walk @param {number} index @returns {boolean} whether there is something to ask */
  ask(walk, index) {
    if (!this.on) return false;
    if (this.#question) {
      this.#focus();
      return true;
    }
    const question = this.#answered.has(index) ? null : questionAt(walk, index);
    if (!question) return false;
    this.#index = index;
    this.#question = question;
    this.#offer(question.offered);
    this.#draw();
    return true;
  }

  /** A node was clicked: where branches are asked for, that is an answer. @param {number} id @returns {boolean} */
  picked(id) {
    if (!this.#question?.offered.includes(id)) return false;
    this.#answer("cut");
    return true;
  }

  /** Another step is shown: the question is no longer meant. */
  stepped() {
    if (this.#question) this.#close();
  }

  #draw() {
    const { ask, kind } = this.#question;
    const id = freshId("guess");
    const field = /** @type {HTMLInputElement} */ (h("input", { id, type: "text", autocomplete: "off", inputmode: "text", class: "guess" }));
    const button = (text, value) => h("button", { type: "button", class: "button small", text, on: { click: () => this.#answer(value) } });
    const form = kind === "cut" ? h("div", { class: "guess-row" }, button("Cut off", "cut"), button("None: go on", "seen"))
      : h("form", { class: "guess-row", on: { submit: (event) => { event.preventDefault(); if (field.value.trim()) this.#answer(field.value); } } }, field, h("button", { type: "submit", class: "button primary small", text: "Check" }));
    put(this.element, h("label", { class: "guess-ask", for: kind === "cut" ? null : id, text: ask }), form, this.#scoreView());
    announce(ask);
    this.#focus();
  }

  #focus() {
    /** @type {HTMLElement} */ (this.element.querySelector("input, button"))?.focus({ preventScroll: true });
  }

  #answer(given) {
    const { kind, right, why } = this.#question;
    const good = kind === "cut" ? given === right : sameNumbers(given, right);
    this.#answered.add(this.#index);
    this.#score.asked += 1;
    this.#score.right += Number(good);
    this.#score.streak = good ? this.#score.streak + 1 : 0;
    this.#close();
    this.#go();
    const words = good ? "Right." : `Not quite: ${kind === "cut" ? { cut: "cut off", seen: "none is cut" }[right] : right}.`;
    put(this.element, h("p", { class: good ? "verdict-good" : "verdict-bad", role: "status" }, h("b", { text: words }), ` ${why}`), this.#scoreView());
    announce(words);
  }

  #close() {
    this.#question = null;
    this.#offer([]);
  }

  #rest() {
    put(this.element, h("p", { class: "guess-ask", text: "Step on: before alpha, beta, a value or a cut changes, you say what will happen." }), this.#scoreView());
  }

  #scoreView() {
    const { right, asked, streak } = this.#score;
    return h("p", { class: "guess-score", data: { right, asked, streak }, text: asked ? `${right} of ${asked} right${streak > 1 ? `, ${streak} in a row` : ""}` : "" });
  }
}
