/** Pages by path, without loading anew. */
import { ApiError } from "./api.js";
import { h, put } from "./dom.js";

/**
 * @typedef {Object} Page
 * @property {HTMLElement} main where the page is built
 * @property {string[]} parts the variable parts of the path
 * @property {AbortSignal} signal ends when the page is left: pass it to listeners and requests
 * @property {(path: string) => void} go
 * @property {(title: string) => void} title
 */

/** Shows the page that belongs to the address. */
export class Router {
  #routes;
  #main;
  #leave = new AbortController();

  /** @param {HTMLElement} main @param {[RegExp, (page: Page) => (void|Promise<void>)][]} routes */
  constructor(main, routes) {
    this.#main = main;
    this.#routes = routes;
    addEventListener("popstate", () => this.#show());
    document.addEventListener("click", (event) => this.#clicked(event));
  }

  /** Show the page of the present address. @returns {Promise<void>} when it is there */
  start() {
    return this.#show(true);
  }

  /** Go to another page. @param {string} path */
  go(path) {
    history.pushState(null, "", path);
    this.#show();
  }

  #clicked(event) {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.hasAttribute("download") || link.target) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || !this.#match(url.pathname) || link.getAttribute("href").startsWith("#")) return;
    event.preventDefault();
    this.go(url.pathname + url.search);
  }

  #match(path) {
    for (const [pattern, build] of this.#routes) {
      const found = pattern.exec(path);
      if (found) return { build, parts: found.slice(1).map(decoded) };
    }
    return null;
  }

  async #show(first = false) {
    this.#leave.abort();
    this.#leave = new AbortController();
    const { signal } = this.#leave;
    this.#markPage();
    put(this.#main);
    this.#main.className = "";
    const title = (text) => {
      document.title = text ? `${text} · counterplay` : "counterplay";
    };
    title("");
    if (!first) {
      scrollTo(0, 0);
      this.#main.focus({ preventScroll: true });
    }
    const found = this.#match(location.pathname);
    const page = { main: this.#main, parts: found?.parts || [], signal, go: (path) => this.go(path), title };
    try {
      if (!found) notFound(page, "There is no such page.");
      else await found.build(page);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) console.error(error); // a fault of the page, not an answer of the server
      if (error.status === 404) notFound(page, error.message);
      else failed(page, error, () => this.#show());
    }
  }

  #markPage() {
    const [, folder] = location.pathname.split("/");
    for (const link of document.querySelectorAll("#pages a")) {
      const mine = link.getAttribute("href").slice(1);
      if (mine === folder || (mine === "" && ["play", "game"].includes(folder))) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }
}

/** A part of a path; one that is no text stays as it is, and nothing will be found there. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {Page} page @param {string} sentence */
function notFound(page, sentence) {
  page.title("Not found");
  put(page.main, h("section", { class: "state" }, h("p", { class: "state-mark", text: "404", "aria-hidden": "true" }),
    h("h1", { text: "Nothing here" }), h("p", { text: sentence }), h("a", { class: "button primary", href: "/", text: "All games" })));
}

/** @param {Page} page @param {Error} error @param {() => void} retry */
function failed(page, error, retry) {
  page.title("Error");
  put(page.main, h("section", { class: "state" }, h("h1", { text: "That did not work" }), h("p", { text: error.message }),
    h("button", { class: "button primary", type: "button", text: "Try again", on: { click: retry } })));
}
