/** What the reader likes; kept by the server, so that it is the same in every browser. */
import { get, putLasting } from "./api.js";
import { openDialog } from "./dialog.js";
import { freshId, h } from "./dom.js";
import { languages, ownName, useLanguage } from "./language.js";

const DEFAULTS = { theme: "auto", language: "auto", look: "slate", board: "own", sounds: false, coordinates: true, destinations: true, animation: true, arrows: true, lines: 3, level: 3, favourites: /** @type {string[]} */ ([]) };
let values = { ...DEFAULTS };
const listeners = new EventTarget();

/** The present settings. @returns {typeof DEFAULTS} */
export const settings = () => values;

/** Hear of changes. @param {AbortSignal} signal @param {() => void} handler */
export function onSettings(signal, handler) {
  listeners.addEventListener("change", handler, { signal });
}

/** Read the settings from the server; without an answer the defaults stay. */
export async function loadSettings() {
  try {
    const stored = await get("/settings");
    for (const [name, standard] of Object.entries(DEFAULTS)) {
      if (stored[name] !== undefined && stored[name] !== null) values[name] = likeDefault(stored[name], standard);
    }
  } catch {
    // The notice of the lost connection says enough.
  }
  apply();
}

function likeDefault(value, standard) {
  if (Array.isArray(standard)) return Array.isArray(value) ? value.map(String) : standard;
  if (typeof standard === "boolean") return value === true;
  return typeof standard === "number" ? Number(value) || standard : String(value);
}

/** Change one setting. @param {string} name @param {any} value */
export async function setSetting(name, value) {
  values = { ...values, [name]: value };
  apply();
  try {
    await putLasting("/settings", { [name]: value });
  } catch {
    // It stays in effect for this page.
  }
}

function apply() {
  const root = document.documentElement;
  if (values.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = values.theme;
  root.dataset.look = values.look;
  root.dataset.board = values.board;
  root.classList.toggle("no-coordinates", !values.coordinates);
  try {
    for (const name of ["theme", "look", "board"]) localStorage.setItem(name, values[name]);
  } catch {
    // Private windows may refuse.
  }
  useLanguage(values.language);
  listeners.dispatchEvent(new Event("change"));
}

/** The dialog. */
export function showSettings() {
  openDialog("Settings", [
    choice("theme", "Theme", { auto: "Auto", light: "Light", dark: "Dark" }),
    choice("look", "Colours", { slate: "Slate", sand: "Sand", forest: "Forest", contrast: "High contrast" }),
    choice("board", "Boards of wood, felt and stone", { own: "As they are", wood: "Wood", felt: "Felt", stone: "Stone" }),
    languageField(),
    toggle("sounds", "Sounds", "A short tone for every move and for the end of a game."),
    toggle("coordinates", "Coordinates", "Letters and numbers beside the board."),
    toggle("destinations", "Possible moves", "Dots on the places where what you picked up can go."),
    toggle("animation", "Animation", "Pieces slide. Always off where your system asks for less motion."),
    toggle("arrows", "Engine arrows", "The candidate moves of the analysis, drawn on the board."),
  ], { class: "small" });
}

function choice(name, legend, options) {
  return h("fieldset", { class: "segments" }, h("legend", { text: legend }), ...Object.entries(options).map(([value, text]) => {
    const id = freshId(name);
    return h("span", {}, h("input", { type: "radio", name, id, value, checked: values[name] === value, on: { change: () => setSetting(name, value) } }),
      h("label", { for: id, text }));
  }));
}

function languageField() {
  const id = freshId("language");
  const field = h("select", { id, on: { change: (event) => setSetting("language", event.target.value) } },
    h("option", { value: "auto", text: "As the browser asks", selected: values.language === "auto" }),
    ...languages().map((code) => h("option", { value: code, lang: code, translate: "no", text: ownName(code), selected: values.language === code })));
  return h("div", { class: "field" }, h("label", { for: id, text: "Language" }), field);
}

function toggle(name, label, about) {
  const id = freshId("setting");
  return h("div", { class: "switch-row" },
    h("div", {}, h("label", { for: id, text: label }), h("p", { class: "hint", id: `${id}-about`, text: about })),
    h("input", { type: "checkbox", class: "switch", role: "switch", id, "aria-describedby": `${id}-about`, checked: values[name],
      on: { change: (event) => setSetting(name, event.target.checked) } }));
}

/** Whether things may move on the screen. @returns {boolean} */
export const mayAnimate = () => values.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
