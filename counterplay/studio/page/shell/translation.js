/** Sentences of the page in another language: looked up by the English ones, wherever they appear. */

const ATTRIBUTES = ["aria-label", "title", "placeholder", "aria-valuetext", "alt", "content"];
// What can stand in a sentence: {} anything, translated as far as it is known; {=} only what is known; {#} a number; {!} what is kept as it is.
const HOLES = /\{[=!#]?\}/g;
const SHAPES = { "{}": "(.+?)", "{=}": "(.+?)", "{!}": "(.+?)", "{#}": "([-+−±]?\\d[\\d.,:/]*)" };
const LEFT_ALONE = "[translate=no], pre, code, kbd, script, style, noscript, .board-picture";
const SEPARATORS = [/(\n\n)/, /( · )/, /(\s–\u2060?\s)/, /(?<=[.!?…])(\s+)(?=[\p{Lu}\d'])/u]; // of paragraphs, facts, players, sentences
const MOST_REMEMBERED = 5000;

/** One language: the English sentences and what they are in it. */
export class Wordbook {
  #sentences = new Map();
  #patterns = [];
  #remembered = new Map();

  /** @param {Object<string, string>} entries as in the file of a language */
  constructor(entries) {
    for (const [english, other] of Object.entries(entries)) {
      if (english.match(HOLES)) this.#patterns.push(pattern(english, other));
      else this.#sentences.set(english, other);
    }
    this.#patterns.sort((one, another) => another.letters - one.letters); // what says more is tried first
  }

  /** A sentence, with whatever of it can be translated. @param {string} text @returns {string} */
  translate(text) {
    let found = this.#remembered.get(text);
    if (found !== undefined) return found;
    const [, before, words, after] = /^(\s*)(.*?)(\s*)$/s.exec(text);
    found = words ? before + (this.find(words) ?? this.#inParts(words) ?? words) + after : text;
    if (this.#remembered.size > MOST_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(text, found);
    return found;
  }

  /** A sentence all of which is known. @param {string} text @returns {string|null} */
  find(text) {
    const words = text.replace(/[ \t]*\n\s*/g, (ends) => (ends.split("\n").length > 2 ? "\n\n" : " ")); // a line's end means nothing
    if (!/\p{L}{2}/u.test(words)) return words;
    return this.#sentences.get(words) ?? this.#matched(words) ?? this.#knownParts(words);
  }

  #matched(words) {
    for (const { shape, holes, other } of this.#patterns) {
      const values = shape.exec(words)?.slice(1).map((part, index) => this.#value(holes[index], part));
      if (values && !values.includes(null)) return filled(other, values);
    }
    return null;
  }

  #value(hole, part) {
    if (hole === "{!}" || hole === "{#}") return part;
    const known = this.find(part) ?? this.find(part[0].toUpperCase() + part.slice(1)); // a title that stands within a sentence
    return hole === "{=}" ? known : known ?? this.translate(part);
  }

  #knownParts(words) {
    const parts = split(words);
    const found = parts?.map((part, index) => (index % 2 ? part : this.find(part)));
    return !found || found.includes(null) ? null : found.join("");
  }

  #inParts(words) {
    return split(words)?.map((part, index) => (index % 2 ? part : this.translate(part))).join("") ?? null;
  }
}

/** The parts of a text, with what stands between them at the odd places. */
function split(words) {
  for (const separator of SEPARATORS) {
    const parts = words.split(separator);
    if (parts.length > 1) return parts;
  }
  return null;
}

function pattern(english, other) {
  const holes = english.match(HOLES);
  const literals = english.split(HOLES);
  const shape = literals.map((literal, index) => literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + (SHAPES[holes[index]] || "")).join("");
  return { shape: new RegExp(`^${shape}$`, "s"), holes, other, letters: literals.join("").length };
}

/** Values put into a sentence: {} is the next one, {2} the second. */
function filled(other, values) {
  let next = 0;
  return other.replace(/\{(\d?)\}/g, (_, number) => (number ? values[Number(number) - 1] : values[next++]) ?? "");
}

// What was written where, and what it is in English: a node that is moved, or a language that changes, is looked up anew.
const texts = new WeakMap();
const attributes = new WeakMap();
let book = /** @type {Wordbook|null} */ (null);
let observer = /** @type {MutationObserver|null} */ (null);

/** Show the whole page in a language, and whatever appears on it from now on. @param {Wordbook|null} words null: English */
export function show(words) {
  book = words;
  observer ??= new MutationObserver(changed);
  observer.disconnect();
  all(document.documentElement);
  if (!words) return;
  observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ATTRIBUTES });
}

/** Comes before the browser draws: nobody sees the English. */
function changed(records) {
  for (const { type, target, addedNodes, attributeName } of records) {
    const element = target instanceof Element ? target : target.parentElement;
    if (!element || element.closest(LEFT_ALONE)) continue;
    if (type === "attributes") anAttribute(element, attributeName);
    else if (type === "characterData") aText(target);
    else for (const node of addedNodes) all(node);
  }
  observer.takeRecords(); // what was written here
}

function all(root) {
  if (root instanceof Text) return aText(root);
  if (!(root instanceof Element) || root.matches(LEFT_ALONE)) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) => (node instanceof Element && node.matches(LEFT_ALONE) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
  for (let node = /** @type {Node|null} */ (root); node; node = walker.nextNode()) {
    if (node instanceof Text) aText(node);
    else if (node instanceof Element) for (const name of ATTRIBUTES) if (node.hasAttribute(name)) anAttribute(node, name);
  }
}

function aText(node) {
  if (node.parentElement?.localName === "textarea") return; // what somebody has written
  const known = texts.get(node);
  const english = known?.written === node.data ? known.english : node.data;
  const written = book ? book.translate(english) : english;
  if (written !== node.data) node.data = written;
  if (written !== english) texts.set(node, { english, written });
}

function anAttribute(element, name) {
  if (name === "content" && element.getAttribute("name") !== "description") return;
  const value = element.getAttribute(name);
  if (value === null) return;
  const kept = attributes.get(element) || {};
  const english = kept[name]?.written === value ? kept[name].english : value;
  const written = book ? book.translate(english) : english;
  if (written !== value) element.setAttribute(name, written);
  if (written !== english) attributes.set(element, { ...kept, [name]: { english, written } });
}
