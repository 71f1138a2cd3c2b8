/** In a variation the reader decides what chance brings. */
import { freshId, h } from "./dom.js";

/** @typedef {{action: number, name: string, probability: number}} Outcome */

/**
 * A list of the outcomes, and a button that draws one of them.
 * @param {Outcome[]} outcomes
 * @param {(outcome: Outcome) => void} take
 * @returns {HTMLElement}
 */
export function chancePicker(outcomes, take) {
  const id = freshId("chance");
  const select = /** @type {HTMLSelectElement} */ (h("select", { id }, h("option", { value: "", text: "choose …" }),
    ...outcomes.map((o) => h("option", { value: o.action, text: `${o.name} (${(100 * o.probability).toFixed(1)} %)` }))));
  select.addEventListener("change", () => select.value !== "" && take(outcomes.find((o) => String(o.action) === select.value)));
  return h("span", { class: "chance-picker" }, h("label", { for: id, text: "Chance decides:" }), select,
    h("button", { type: "button", class: "button", text: "At random", on: { click: () => take(drawn(outcomes)) } }));
}

function drawn(outcomes) {
  let left = Math.random();
  return outcomes.find((outcome) => (left -= outcome.probability) <= 0) || outcomes.at(-1);
}
