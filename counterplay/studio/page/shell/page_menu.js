/** The list of pages on a narrow screen: a button that says where one is, and opens the list below it. */
import { h } from "./dom.js";

/** @param {HTMLElement} pages the links, which a wide screen shows in a row */
export function addPageMenu(pages) {
  const here = h("span");
  const button = h("button", { type: "button", class: "menu-button", "aria-controls": pages.id, "aria-expanded": "false" }, h("span", { class: "visually-hidden", text: "Pages: " }), here);
  const open = (on) => {
    button.setAttribute("aria-expanded", String(on));
    pages.classList.toggle("open", on);
  };
  const name = () => {
    here.textContent = pages.querySelector("[aria-current]")?.textContent || "Menu";
  };
  button.addEventListener("click", () => open(button.getAttribute("aria-expanded") !== "true"));
  document.addEventListener("click", ({ target }) => target instanceof Node && !button.contains(target) && open(false));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !pages.classList.contains("open")) return;
    open(false);
    button.focus();
  });
  new MutationObserver(name).observe(pages, { subtree: true, attributeFilter: ["aria-current"] });
  name();
  pages.before(button);
}
