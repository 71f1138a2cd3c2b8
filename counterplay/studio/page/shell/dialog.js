/** Dialogs on the browser's own <dialog>: focus stays inside, Escape closes. */
import { freshId, h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * Show a dialog until it is closed.
 * @param {string} title
 * @param {(Node|string)[]} content
 * @param {{class?: string}} [options]
 * @returns {HTMLDialogElement} closed by `close()`; fires "close"
 */
export function openDialog(title, content, options = {}) {
  const heading = freshId("dialog");
  const close = h("button", { type: "button", class: "icon-button", "aria-label": "Close", on: { click: () => dialog.close() } }, icon("close"));
  const dialog = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: `dialog ${options.class || ""}`, "aria-labelledby": heading },
      h("div", { class: "dialog-head" }, h("h2", { id: heading, text: title }), close),
      h("div", { class: "dialog-body" }, ...content))
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog && outside(dialog, event)) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  const first = dialog.querySelector("[autofocus]");
  if (first) /** @type {HTMLElement} */ (first).focus();
  return dialog;
}

function outside(dialog, event) {
  const box = dialog.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

/**
 * Ask before something that cannot be taken back.
 * @param {string} title
 * @param {string} question
 * @param {string} yes what the button says
 * @returns {Promise<boolean>}
 */
export function confirmDialog(title, question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const decide = (value) => () => {
      answer = value;
      dialog.close();
    };
    const dialog = openDialog(title, [
      h("p", { text: question }),
      h("div", { class: "dialog-actions" },
        h("button", { type: "button", class: "button", text: "Cancel", on: { click: decide(false) } }),
        h("button", { type: "button", class: "button danger", text: yes, autofocus: true, on: { click: decide(true) } })),
    ], { class: "small" });
    dialog.addEventListener("close", () => resolve(answer));
  });
}
