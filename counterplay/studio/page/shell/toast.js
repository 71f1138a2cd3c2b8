/** A sentence that comes and goes: what could not be done, or what was. */
import { h } from "./dom.js";

const SHOWN = 6000; // milliseconds

/**
 * @param {string} sentence
 * @param {"error"|"done"} [kind]
 */
export function toast(sentence, kind = "error") {
  for (const old of document.querySelectorAll(".toast")) old.remove();
  const box = h("div", { class: `toast toast-${kind}`, role: kind === "error" ? "alert" : "status", text: sentence });
  (document.querySelector("dialog[open]") || document.body).append(box);
  setTimeout(() => box.remove(), SHOWN);
}
