/** The dialog for a new game: who plays, which side, which variant, how long. */
import { get, part, post } from "./api.js";
import { openDialog } from "./dialog.js";
import { freshId, h, put } from "./dom.js";
import { LEVEL_NAMES, face } from "./faces.js";
import { setSetting, settings } from "./settings.js";
import { toast } from "./toast.js";

const CLOCKS = [["none", "No clock"], ["60+0", "1 minute"], ["180+2", "3 minutes + 2 s a move"], ["300+0", "5 minutes"], ["600+5", "10 minutes + 5 s a move"],
  ["1800+0", "30 minutes"]];
const STRENGTH = ["", "plays at random", "a beginner", "looks a little ahead", "a casual player", "makes few blunders", "plays well", "a club player", "strong", "very strong", "as strong as it can"];

/**
 * The same dialog where only a game's name is known.
 * @param {string} name @param {(path: string) => void} go
 */
export async function openNewGame(name, go) {
  try {
    newGameDialog(await get(`/catalogue/${part(name)}`), go);
  } catch (error) {
    toast(error.message);
  }
}

/**
 * @param {any} entry of the catalogue, with all that is known of the game
 * @param {(path: string) => void} go
 * @param {{parameters?: Object<string, string>}} [given]
 */
export function newGameDialog(entry, go, given = {}) {
  const alone = entry.players === 1;
  const mode = segments("Opponent", "mode", alone ? [["person", "You play"], ["agents", "An agent plays"]]
    : [["agent", "An agent"], ["person", "A person here"], ["agents", "Agents only"]]);
  const names = entry.player_names?.length ? entry.player_names : Array.from({ length: entry.players }, (_, p) => `Player ${p + 1}`);
  const side = segments("Your side", "side", [...names.map((name, player) => [String(player), name]), ["random", "Random"]]);
  const levels = names.map((name, player) => level(alone ? "Level" : `Level of ${name}`, player));
  const opponent = level("Level of the opponent", 0);
  const parameters = entry.parameters.map((parameter) => field(parameter, given.parameters?.[parameter.name]));
  const clockId = freshId("clock");
  const clock = h("select", { id: clockId }, ...CLOCKS.map(([value, text]) => h("option", { value, text })));
  const startId = freshId("start");
  const start = h("input", { id: startId, type: "text", autocomplete: "off", spellcheck: "false", placeholder: "the usual one" });
  const failure = h("p", { class: "failure", role: "alert" });
  const people = h("div", { class: "form-part" });
  const button = h("button", { type: "submit", class: "button primary large", text: "Start", autofocus: true });

  const arrange = () => {
    const chosen = mode.value();
    put(people, ...(chosen === "agent" ? [opponent.element, side.element] : chosen === "agents" ? levels.map((l) => l.element) : []));
  };
  mode.element.addEventListener("change", arrange);
  arrange();

  const seats = () => {
    // A parameter called `players` says how many there are.
    const count = Number(parameters.find((p) => p.name === "players")?.value()) || names.length;
    const players = Array.from({ length: count }, (_, player) => player);
    const chosen = mode.value();
    if (chosen === "person") return players.map(() => ({ kind: "human" }));
    if (chosen === "agents") return players.map((player) => ({ kind: "agent", agent: (levels[player] || levels.at(-1)).agent() }));
    const mine = side.value() === "random" ? Math.floor(Math.random() * count) : Number(side.value());
    setSetting("level", opponent.level());
    return players.map((player) => (player === mine ? { kind: "human" } : { kind: "agent", agent: opponent.agent() }));
  };

  const form = h("form", { class: "new-game", on: { submit: async (event) => {
    event.preventDefault();
    button.setAttribute("disabled", "");
    failure.textContent = "";
    try {
      const changed = parameters.filter((p) => p.changed()).map((p) => `${p.name}=${p.value()}`);
      const [seconds, increment] = clock.value === "none" ? [0, 0] : clock.value.split("+").map(Number);
      const game = await post("/games", {
        game: entry.name + (changed.length ? `:${changed.join(",")}` : ""), seats: seats(),
        ...(start.value.trim() ? { start: start.value.trim() } : {}), ...(seconds ? { clock: { seconds, increment } } : {}),
      });
      dialog.close();
      go(`/play/${game.id}`);
    } catch (error) {
      failure.textContent = error.message;
      button.removeAttribute("disabled");
    }
  } } },
    mode.element, people,
    parameters.length ? h("fieldset", { class: "parameters" }, h("legend", { text: "Variant" }), presetField(entry, parameters), ...parameters.map((p) => p.element)) : null,
    h("details", { class: "more" }, h("summary", { text: "Clock and start position" }),
      h("div", { class: "field" }, h("label", { for: clockId, text: "Clock" }), clock),
      h("div", { class: "field" }, h("label", { for: startId, text: "Start position" }), start)),
    failure, h("div", { class: "dialog-actions" }, button));
  const dialog = openDialog(`New game of ${entry.title.toLowerCase() === entry.title ? entry.title : entry.title[0].toLowerCase() + entry.title.slice(1)}`, [form]);
}

/**
 * One of a few options, as joined buttons.
 * @param {string} legend @param {string} name @param {[string, string][]} options value and text
 * @returns {{element: HTMLElement, value: () => string}}
 */
export function segments(legend, name, options) {
  const group = freshId(name);
  const element = h("fieldset", { class: "segments" }, h("legend", { text: legend }), ...options.map(([value, text], index) => {
    const id = freshId(name);
    return h("span", {}, h("input", { type: "radio", name: group, id, value, checked: index === 0 }), h("label", { for: id, text }));
  }));
  return { element, value: () => /** @type {HTMLInputElement} */ (element.querySelector("input:checked")).value };
}

/**
 * A slider for the strength of an agent.
 * @param {string} label @param {number} player
 * @returns {{element: HTMLElement, agent: () => string, level: () => number}}
 */
export function level(label, player) {
  const id = freshId("level");
  const words = h("output", { for: id, class: "level-words" });
  const range = /** @type {HTMLInputElement} */ (h("input", { type: "range", id, min: 1, max: 10, step: 1, value: settings().level }));
  const describe = () => {
    const chosen = Number(range.value);
    put(words, face(chosen), h("span", {}, h("b", { text: LEVEL_NAMES[chosen - 1] }), ` ${chosen}: ${STRENGTH[chosen]}`));
    range.setAttribute("aria-valuetext", words.textContent || "");
  };
  range.addEventListener("input", describe);
  describe();
  const element = h("div", { class: "field level", data: { player: String(player) } }, h("label", { for: id, text: label }), h("div", { class: "level-row" }, range, words));
  return { element, agent: () => `level:${range.value}`, level: () => Number(range.value) };
}

/**
 * A choice among the variants that have a name. Choosing one fills the parameters; changing those says which one they are.
 * @param {any} entry of the catalogue
 * @param {ReturnType<typeof field>[]} parameters
 * @returns {HTMLElement | null} nothing where a game has only one such variant
 */
function presetField(entry, parameters) {
  const usual = Object.fromEntries(entry.parameters.map(({ name, default: value }) => [name, value]));
  const written = (values) => parameters.map((p) => values[p.name]).join(",");
  // Two names for the same rules are one choice; the usual rules go by their own name where they have one.
  const variants = new Map([[written(usual), { title: "Usual rules", parameters: usual }]]);
  for (const preset of entry.presets) {
    const known = variants.get(written(preset.parameters));
    if (!known || known.title === "Usual rules") variants.set(written(preset.parameters), preset);
  }
  if (variants.size < 2) return null;
  const id = freshId("preset");
  const own = h("option", { value: "own", text: "Your own", disabled: true });
  const select = /** @type {HTMLSelectElement} */ (h("select", { id }, ...[...variants].map(([value, { title: text }]) => h("option", { value, text })), own));
  const tell = () => {
    const now = parameters.map((p) => p.value()).join(",");
    select.value = variants.has(now) ? now : "own";
  };
  select.addEventListener("change", () => parameters.forEach((p) => p.set(variants.get(select.value).parameters[p.name])));
  for (const { element } of parameters) element.addEventListener("input", tell);
  tell();
  return h("div", { class: "field preset" }, h("label", { for: id, text: "Preset" }), select);
}

function field(parameter, given) {
  const id = freshId("parameter");
  const text = parameter.name.replaceAll("_", " ");
  const standard = given ?? String(parameter.default);
  if (parameter.type === "bool" || parameter.type === "yes or no") {
    const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id, checked: /^(true|yes|1)$/i.test(standard) }));
    return { name: parameter.name, element: h("div", { class: "field check" }, box, h("label", { for: id, text })),
      set: (text) => { box.checked = text === "yes"; }, value: () => (box.checked ? "yes" : "no"), changed: () => box.checked !== /^(true|yes|1)$/i.test(String(parameter.default)) };
  }
  const number = ["int", "float", "number"].includes(parameter.type);
  const input = /** @type {HTMLInputElement} */ (h("input", { id, type: number ? "number" : "text", step: parameter.type === "float" ? "any" : null,
    value: standard, autocomplete: "off" }));
  return { name: parameter.name, element: h("div", { class: "field" }, h("label", { for: id, text }), input),
    set: (text) => { input.value = text; }, value: () => input.value.trim(), changed: () => input.value.trim() !== "" && input.value.trim() !== String(parameter.default) };
}
