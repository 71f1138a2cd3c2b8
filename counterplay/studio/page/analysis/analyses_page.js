/** The analyses that are kept, and a choice of game for a new one. */
import { get, part, remove } from "./api.js";
import { confirmDialog } from "./dialog.js";
import { freshId, h, put } from "./dom.js";
import { icon } from "./icons.js";
import { toast } from "./toast.js";

/** @param {import("./router.js").Page} page */
export async function analysesPage(page) {
  page.title("Analysis");
  const [games, kept] = await Promise.all([get("/catalogue", page.signal), get("/studies", page.signal)]);
  const id = freshId("game");
  const choice = /** @type {HTMLSelectElement} */ (h("select", { id }, ...games.map((game) => h("option", { value: game.name, text: game.title, selected: game.name === "chess" }))));
  const list = h("ul", { class: "study-list" });
  const show = () => put(list, ...(kept.length ? kept.map(item) : [h("li", { class: "empty", text: "Nothing kept yet: whatever you try on an analysis board is kept here." })]));
  const item = (study) => h("li", { class: "study" },
    h("a", { href: `/analysis/${part(study.id)}` }, h("b", { text: study.title }), h("span", { class: "hint", text: `${study.moves} moves · ${new Date(study.updated * 1000).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" })}` })),
    h("button", { type: "button", class: "icon-button", "aria-label": `Delete the analysis of ${study.title}`, on: { click: async () => {
      if (!await confirmDialog("Delete", `Delete this analysis of ${study.title}? It cannot be brought back.`, "Delete")) return;
      try {
        await remove(`/studies/${part(study.id)}`);
        kept.splice(kept.indexOf(study), 1);
        show();
      } catch (error) {
        toast(error.message);
      }
    } } }, icon("trash")));
  page.main.className = "study-page";
  put(page.main, h("h1", { text: "Analysis" }),
    h("form", { class: "study-new", on: { submit: (event) => {
      event.preventDefault();
      page.go(`/analysis/new?game=${part(choice.value)}`);
    } } }, h("label", { for: id, text: "A new board for" }), choice, h("button", { type: "submit", class: "button primary", text: "Open the board" })),
    h("p", {}, h("a", { href: "/puzzles", text: "Puzzles from your own games" })),
    h("h2", { text: "Kept analyses" }), list);
  show();
}
