/** Keys that work anywhere on a page, and the list of them. */
import { h } from "./dom.js";
import { openDialog } from "./dialog.js";

/** @typedef {{keys: string[], does: string, run?: (key: string) => void, when?: () => boolean}} Key when: whether it is meant now */

const EVERYWHERE = [
  { keys: ["?"], does: "Show this list" },
  { keys: ["Tab"], does: "Go through the controls; the board is one of them" },
  { keys: ["Esc"], does: "Close a dialog, put down what is picked up" },
];
let present = /** @type {{title: string, keys: Key[]}[]} */ ([]);

/**
 * Keys of the page that is shown, until it is left.
 * @param {AbortSignal} signal
 * @param {string} title
 * @param {Key[]} keys
 * @param {boolean} [first] before those of the page, whose keys they take while they are meant
 */
export function usePageKeys(signal, title, keys, first = false) {
  const group = { title, keys };
  if (first) present.unshift(group);
  else present.push(group);
  signal.addEventListener("abort", () => {
    present = present.filter((other) => other !== group);
  });
}

/** Listen for all keys of the pages. */
export function startKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || busy(event)) return;
    if (event.key === "?") {
      event.preventDefault();
      showKeys();
      return;
    }
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    for (const { keys } of present) {
      const key = keys.find((candidate) => candidate.run && candidate.keys.includes(name) && (!candidate.when || candidate.when()));
      if (key) {
        event.preventDefault();
        key.run(name);
        return;
      }
    }
  });
}

function busy(event) {
  if (document.querySelector("dialog[open]")) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return false;
  if (target.closest("input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]")) return true;
  const arrows = event.key.startsWith("Arrow");
  if (arrows && target.closest("[data-own-arrows], input[type=range], input[type=radio], [role=tab]")) return true;
  return event.key === " " && target.closest("button, a, input, summary") !== null;
}

const SHOWN = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Escape: "Esc" };

/** A long row of keys is written as a range. */
function shownKeys(keys) {
  return keys.length > 3 ? [`${keys[0]} … ${keys.at(-1)}`] : keys.map((name) => SHOWN[name] || name);
}

/** The list of keys. */
export function showKeys() {
  const groups = [...present, { title: "Everywhere", keys: EVERYWHERE }];
  openDialog("Keyboard", groups.map(({ title, keys }) =>
    h("section", { class: "keys" }, h("h3", { text: title }),
      h("dl", {}, ...keys.map((key) => h("div", {},
        h("dt", {}, ...shownKeys(key.keys).map((name) => h("kbd", { text: name }))), h("dd", { text: key.does }))))),
  ));
}
