/** The tree of an exercise with fields to type into, where the values belong. */
import { adoptPicture, h, put } from "./dom.js";

const MARKS = { "": "?", seen: "seen", cut: "cut" };
const VERDICTS = { right: "right", wrong: "wrong", missing: "missing", extra: "wrong: it is not cut off" };

/** @typedef {{id: string, element: HTMLElement, value: string, verdict: string}} Field */

export class ExerciseTree {
  /** @type {HTMLElement} */
  element;
  /** @type {Map<string, {item: any, input: any}>} */
  #fields = new Map();
  #reports;

  /**
   * @param {string} svg @param {any[]} items
   * @param {{focus: (id: string) => void, check: (id: string) => void}} reports focus: a field is being filled in; check: Enter, or a choice was made
   */
  constructor(svg, items, reports) {
    this.#reports = reports;
    const picture = adoptPicture(svg);
    const [, , width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    const sheet = h("div", { class: "sheet" }, picture);
    sheet.style.setProperty("--wide", `${width}px`);
    for (const item of items) {
      const input = this.#input(item);
      const [x, y, w, tall] = item.box;
      const place = { left: x / width, top: y / height, width: w / width, height: tall / height };
      for (const [side, share] of Object.entries(place)) input.style.setProperty(side, `${(100 * share).toFixed(3)}%`);
      this.#fields.set(item.id, { item, input });
      sheet.append(input);
    }
    this.element = h("div", { class: "exercise-tree", tabindex: "0", role: "region", "aria-label": "The tree" }, sheet);
  }

  /** @param {string} id */
  value(id) {
    const { input, item } = this.#fields.get(id);
    return item.kind === "leaf" ? input.dataset.answer : input.value.trim();
  }

  /** All answers, by item. @returns {Object<string, string>} */
  get answers() {
    return Object.fromEntries([...this.#fields.keys()].map((id) => [id, this.value(id)]));
  }

  /** Fill in an answer. @param {string} id @param {string} text */
  fill(id, text) {
    const { input, item } = this.#fields.get(id);
    if (item.kind === "leaf") this.#mark(input, item, text);
    else input.value = text;
  }

  /** Show whether an answer is right; an empty verdict takes the mark away. @param {string} id @param {string} verdict */
  judge(id, verdict) {
    const { input, item } = this.#fields.get(id);
    input.dataset.verdict = verdict;
    input.setAttribute("aria-invalid", String(Boolean(verdict) && verdict !== "right"));
    const answer = item.kind === "leaf" ? `: ${MARKS[input.dataset.answer]}` : "";
    input.setAttribute("aria-label", `${item.label}${answer}${verdict ? `, ${VERDICTS[verdict]}` : ""}`);
  }

  /** @param {string} id @returns {string} */
  verdict(id) {
    return this.#fields.get(id).input.dataset.verdict || "";
  }

  /** Go to an item. @param {string} id */
  focus(id) {
    this.#fields.get(id).input.focus();
  }

  #input(item) {
    const on = { focus: () => this.#reports.focus(item.id), input: () => this.judge(item.id, "") };
    if (item.kind === "leaf") return this.#toggle(item, on);
    const common = { class: "item", "aria-label": item.label, data: { item: item.id } };
    if (item.options) {
      return h("select", { ...common, on: { ...on, change: () => this.#reports.check(item.id) } }, h("option", { value: "", text: "?" }), ...item.options.map((text) => h("option", { value: text, text })));
    }
    const name = { alpha: "α", beta: "β" }[item.kind] || "";
    const keydown = (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.#reports.check(item.id);
    };
    return h("input", { ...common, type: "text", autocomplete: "off", placeholder: name, on: { ...on, keydown } });
  }

  /** A leaf is looked at or cut off: a click goes on from one to the other. */
  #toggle(item, on) {
    const button = h("button", { type: "button", class: "item leaf-item", data: { item: item.id, answer: "" }, on: { focus: on.focus, click: () => {
      this.#mark(button, item, button.dataset.answer === "seen" ? "cut" : "seen");
      this.#reports.focus(item.id);
    } } });
    this.#mark(button, item, "");
    return button;
  }

  #mark(button, item, answer) {
    button.dataset.answer = answer;
    put(button, MARKS[answer]);
    button.setAttribute("aria-label", `${item.label}: ${MARKS[answer]}`);
    button.dataset.verdict = "";
  }
}
