/** Pictures that the server keeps as files, in the shade of the page: light on light, dark on dark. */
import { h } from "./dom.js";
import { onSettings } from "./settings.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** The shade that the page has now. @returns {"light"|"dark"} */
function shade() {
  const { theme } = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme;
  return dark.matches ? "dark" : "light";
}

// The browser's own lazy loading begins some screens ahead; here, a list of sixty pictures would be most of what is sent.
const seen = new IntersectionObserver((changes) => {
  for (const { isIntersecting, target } of changes) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    target.setAttribute("src", addressOf(target));
  }
}, { rootMargin: "240px" });

const addressOf = (image) => image.dataset.picture.replace("{shade}", shade());

/**
 * A picture beside words that say what it shows, so it has none of its own; loaded when it comes into view.
 * @param {string} address with {shade} in it
 * @param {string} [kind] its class
 * @returns {HTMLElement}
 */
export function picture(address, kind = "picture") {
  const image = h("img", { class: kind, alt: "", loading: "lazy", decoding: "async", data: { picture: address } });
  seen.observe(image);
  return image;
}

function repaint() {
  for (const image of document.querySelectorAll("img[data-picture][src]")) {
    if (image.getAttribute("src") !== addressOf(image)) image.setAttribute("src", addressOf(image));
  }
}

dark.addEventListener("change", repaint);
onSettings(new AbortController().signal, repaint);
