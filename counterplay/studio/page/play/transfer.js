/** Positions and games as text: copied out or kept as a file in any format that takes the game, pasted in. */
import { get, getText, part, post } from "./api.js";
import { openDialog } from "./dialog.js";
import { freshId, h, put } from "./dom.js";
import { icon } from "./icons.js";
import { download, linkTo, pictureButtons } from "./share.js";
import { toast } from "./toast.js";

/**
 * A game that is played, as text; what is pasted becomes a new game.
 * @param {import("./session.js").Session} session
 * @param {(path: string) => void} go
 */
export async function transferDialog(session, go) {
  const { game, position, flipped } = session;
  const pictures = pictureButtons({ ...session.request, flip: flipped }, nameOf(game.game, game.id), game.moves.map((move) => move.action));
  const address = `/games/${part(game.id)}`;
  const moves = h("div");
  const dialog = transfer(game.game, address, game.id, [copyField("Position", position.state), copyField("Link to the position", linkTo(game.game, position.state)),
    h("div", { class: "field" }, h("b", { text: "Pictures" }), pictures), moves],
  { to: "/import", open: "Open as a new game", opened: (made) => go(`/play/${part(made.id)}`) });
  moves.replaceWith(copyField("Moves", (await tried(dialog, () => getText(`${address}/export?format=moves`)))?.trim() || ""));
}

/**
 * An analysis as text; what is pasted becomes a new one, with its variations and comments.
 * @param {import("./tree_session.js").TreeSession} session
 * @param {(path: string) => void} go
 */
export async function analysisDialog(session, go) {
  const { game } = session.study;
  await session.keep();
  const { id } = session.study; // none where nothing was tried yet
  transfer(game, id && `/studies/${part(id)}`, id, [copyField("Position", session.position.state), copyField("Link to the position", linkTo(game, session.position.state))],
    { to: "/studies/import", open: "Open as a new analysis", opened: (made) => go(`/analysis/${part(made.id)}`) });
}

const nameOf = (game, id) => `${game.split(":")[0]}-${id}`;

function transfer(game, address, id, fields, paste) {
  const written = h("div", { class: "field" });
  const dialog = openDialog("Import / export", [h("div", { class: "copies" }, ...fields, written), h("hr"), pasteForm(game, { ...paste, opened: (made) => {
    dialog.close();
    paste.opened(made);
  } })]);
  if (address) tried(dialog, async () => put(written, await formatField(address, nameOf(game, id))));
  return dialog;
}

/** What fails in a dialog is said in it. */
async function tried(dialog, act) {
  try {
    return await act();
  } catch (error) {
    put(dialog.querySelector(".failure"), error.message);
    return null;
  }
}

/** The game in a format of one's choice. */
async function formatField(address, name) {
  const formats = await get(`${address}/formats`);
  const [choiceId, boxId] = [freshId("format"), freshId("copy")];
  const choice = /** @type {HTMLSelectElement} */ (h("select", { id: choiceId }, ...formats.map((form) => h("option", { value: form.name, text: form.title }))));
  const box = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: boxId, rows: 4, readonly: true, on: { focus: () => box.select() } }));
  const loses = h("p", { class: "hint", role: "status" });
  const chosen = () => formats.find((form) => form.name === choice.value);
  const show = async () => {
    const form = chosen();
    const text = await getText(`${address}/export?format=${form.name}`);
    if (form !== chosen()) return; // another was chosen meanwhile
    box.value = text;
    put(loses, ...(form.loses.length ? [h("span", { text: "This format has no place for:" }), " ", ...form.loses.flatMap((note, index) => [index ? ", " : "", h("span", { text: note })])] : []));
  };
  choice.addEventListener("change", () => tried(choice.closest("dialog"), show));
  await show();
  return h("div", { class: "copies" }, h("div", { class: "field" }, h("label", { for: choiceId, text: "Format" }), choice),
    h("div", { class: "field" }, h("label", { for: boxId, text: "Saved game" }), h("div", { class: "copy-row" }, box, h("div", { class: "copies" }, copyButton("Saved game", box),
      h("button", { type: "button", class: "icon-button", "aria-label": "Save as a file", title: "Save as a file", on: { click: () => download(`${name}${chosen().suffix}`, new Blob([box.value], { type: "text/plain" })) } }, icon("download"))))), loses);
}

/** What is pasted is opened; where something of it was left out, that is said first. */
function pasteForm(game, { to, open, opened }) {
  const pasteId = freshId("paste");
  const text = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: pasteId, rows: 4, spellcheck: "false", placeholder: "a position, a list of moves, or a saved game" }));
  const failure = h("p", { class: "failure", role: "alert" });
  const form = h("form", { on: { submit: async (event) => {
    event.preventDefault();
    put(failure);
    try {
      const made = await post(to, { game, text: text.value });
      if (!made.notices.length) return opened(made);
      put(form, h("ul", { class: "left-out", role: "status" }, ...made.notices.map((notice) => h("li", { text: notice }))),
        h("div", { class: "dialog-actions" }, h("button", { type: "button", class: "button primary", text: "Open it", on: { click: () => opened(made) } })));
      form.querySelector("button").focus();
    } catch (error) {
      put(failure, error.message);
    }
  } } }, h("label", { for: pasteId, text: "Paste here" }), text, failure, h("div", { class: "dialog-actions" }, h("button", { type: "submit", class: "button primary", text: open })));
  return form;
}

function copyField(label, text) {
  const id = freshId("copy");
  const box = /** @type {HTMLInputElement} */ (h("input", { id, type: "text", readonly: true }));
  box.value = text;
  box.addEventListener("focus", () => box.select());
  return h("div", { class: "field copy" }, h("label", { for: id, text: label }), h("div", { class: "copy-row" }, box, copyButton(label, box)));
}

function copyButton(label, box) {
  return h("button", { type: "button", class: "icon-button", "aria-label": `Copy ${label.toLowerCase()}`, title: "Copy", on: { click: async () => {
    try {
      await navigator.clipboard.writeText(box.value);
      toast(`${label} copied.`, "done");
    } catch {
      box.focus();
      box.select();
      toast("The browser does not let the page copy; the text is selected, press Ctrl+C.");
    }
  } } }, icon("copy"));
}
