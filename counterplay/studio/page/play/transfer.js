/** Positions and games as text: copied out, pasted in. */
import { getText, part, post } from "./api.js";
import { openDialog } from "./dialog.js";
import { freshId, h } from "./dom.js";
import { icon } from "./icons.js";
import { linkTo, pictureButtons } from "./share.js";
import { toast } from "./toast.js";

/**
 * @param {import("./session.js").Session} session
 * @param {(path: string) => void} go
 */
export async function transferDialog(session, go) {
  const { game, position, flipped } = session;
  const pictures = pictureButtons({ ...session.request, flip: flipped }, `${game.game.split(":")[0]}-${game.id}`, game.moves.map((move) => move.action));
  const out = h("div", { class: "copies" }, copyField("Position", position.state), copyField("Link to the position", linkTo(game.game, position.state)), h("div", { class: "field" }, h("b", { text: "Pictures" }), pictures));
  const pasteId = freshId("paste");
  const text = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: pasteId, rows: 4, spellcheck: "false", placeholder: "a position, a list of moves, or a saved game" }));
  const failure = h("p", { class: "failure", role: "alert" });
  const open = h("button", { type: "submit", class: "button primary", text: "Open as a new game" });
  const form = h("form", { on: { submit: async (event) => {
    event.preventDefault();
    failure.textContent = "";
    try {
      const opened = await post("/import", { game: game.game, text: text.value });
      dialog.close();
      go(`/play/${opened.id}`);
    } catch (error) {
      failure.textContent = error.message;
    }
  } } }, h("label", { for: pasteId, text: "Paste here" }), text, failure, h("div", { class: "dialog-actions" }, open));
  const dialog = openDialog("Import / export", [out, h("hr"), form]);
  try {
    const [moves, record] = await Promise.all(["moves", "record"].map((format) => getText(`/games/${part(game.id)}/export?format=${format}`)));
    out.append(copyField("Moves", moves.trim()), copyField("Saved game", record, 4));
  } catch (error) {
    failure.textContent = error.message;
  }
}

function copyField(label, text, rows = 1) {
  const id = freshId("copy");
  const box = /** @type {HTMLInputElement|HTMLTextAreaElement} */ (rows > 1 ? h("textarea", { id, rows, readonly: true }) : h("input", { id, type: "text", readonly: true }));
  box.value = text;
  box.addEventListener("focus", () => box.select());
  const copy = h("button", { type: "button", class: "icon-button", "aria-label": `Copy ${label.toLowerCase()}`, title: "Copy", on: { click: async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast(`${label} copied.`, "done");
    } catch {
      box.focus();
      box.select();
      toast("The browser does not let the page copy; the text is selected, press Ctrl+C.");
    }
  } } }, icon("copy"));
  return h("div", { class: "field copy" }, h("label", { for: id, text: label }), h("div", { class: "copy-row" }, box, copy));
}
