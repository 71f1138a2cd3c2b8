/** A sentence that comes and goes: what could not be done, or what was. */
import { h } from "./dom.js";

const SHOWN = 6000; // milliseconds

/**
 * @param {string} sentence
 * @param {"error"|"done"} [kind]
 * @param {{label: string, run: () => void}} [undo] a button that takes back what was done
 */
export function toast(sentence, kind = "error", undo = undefined) {
  for (const old of document.querySelectorAll(".toast")) old.remove();
  const box = h("div", { class: `toast toast-${kind}`, role: kind === "error" ? "alert" : "status", text: sentence });
  if (undo) {
    const take = h("button", { type: "button", class: "toast-undo", text: undo.label, on: { click: () => {
      box.remove();
      undo.run();
    } } });
    box.append(" ", take);
  }
  (document.querySelector("dialog[open]") || document.body).append(box);
  setTimeout(() => box.remove(), SHOWN);
}
