/** The language of the page. English is in the code; any other is one file of sentences, read only where it is wanted. */

const ENGLISH = "en";

/** The languages that there is a file for, and English. @returns {string[]} */
export function languages() {
  const files = document.querySelector("meta[name=languages]")?.getAttribute("content") || "";
  return [ENGLISH, ...files.split(" ").filter(Boolean)];
}

/** A language by its own name, as those who speak it look for it. @param {string} code @returns {string} */
export function ownName(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) || code;
  return name[0].toLocaleUpperCase(code) + name.slice(1);
}

/** The first language that the reader's browser asks for and that is here. @param {string} choice "auto" or a language */
function meant(choice) {
  const wanted = choice === "auto" ? navigator.languages.map((tag) => tag.split("-")[0]) : [choice];
  return wanted.find((code) => languages().includes(code)) || ENGLISH;
}

let shown = ENGLISH;

/**
 * Show the page in a language; what stands there already is put into it, too.
 * @param {string} choice "auto" for what the browser asks for
 */
export async function useLanguage(choice) {
  const code = meant(choice);
  remember(choice);
  if (code === shown) return;
  shown = code;
  const { Wordbook, show } = await import("./translation.js");
  const file = code === ENGLISH ? null : await fetch(`/page/${code}.json`).catch(() => null);
  const words = file?.ok ? new Wordbook(await file.json()) : null; // without the file the page is in English
  if (code !== shown) return; // another one was chosen meanwhile
  document.documentElement.lang = words ? code : ENGLISH;
  show(words);
}

/** The choice as this browser knows it before the server has answered. @returns {string} */
export function rememberedLanguage() {
  try {
    return localStorage.getItem("language") || "auto";
  } catch {
    return "auto"; // storage can be forbidden
  }
}

function remember(choice) {
  try {
    localStorage.setItem("language", choice);
  } catch {
    // Then the page begins in the browser's language, until the settings arrive.
  }
}
