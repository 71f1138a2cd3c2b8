/** Elements without markup strings: nothing that comes from the server is ever parsed as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. Properties: `class`, `text`, `data` (an object), `on` (event -> handler), attributes otherwise;
 * null, undefined and false leave an attribute out, true sets it empty.
 * @param {string} tag
 * @param {Object<string, any>} [properties]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Object<string, any>} [properties]
 * @param {...(Node|string)} children
 * @returns {SVGElement}
 */
export function s(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.setAttribute("class", value);
    else if (name === "text") element.textContent = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "on") for (const [type, handler] of Object.entries(value)) element.addEventListener(type, handler);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * A picture of the server, parsed as XML and made part of this page, without scripts, styles and handlers.
 * @param {string} markup
 * @returns {SVGSVGElement}
 */
export function adoptPicture(markup) {
  const root = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
  if (root.localName !== "svg") return /** @type {SVGSVGElement} */ (s("svg", { viewBox: "0 0 10 10" }));
  for (const unwanted of root.querySelectorAll("script, style, foreignObject, a, image, use")) unwanted.remove();
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const { name } of [...element.attributes]) if (name.startsWith("on") || name === "style") element.removeAttribute(name);
  }
  return /** @type {SVGSVGElement} */ (document.importNode(root, true));
}

/**
 * Replace everything in an element.
 * @param {Element} element
 * @param {...(Node|string|null|false|undefined)} children
 */
export function put(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
}

let counter = 0;

/**
 * An id that no other element of the page has.
 * @param {string} prefix
 * @returns {string}
 */
export function freshId(prefix) {
  counter += 1;
  return `${prefix}-${counter}`;
}

/**
 * A function that runs once the calls stop coming for a while.
 * @param {number} milliseconds
 * @param {(...values: any[]) => void} action
 * @returns {(...values: any[]) => void}
 */
export function debounced(milliseconds, action) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
}

/**
 * A function that runs at most once a frame, however often it is called.
 * @param {() => void} action
 * @returns {() => void}
 */
export function oncePerFrame(action) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      action();
    });
  };
}
