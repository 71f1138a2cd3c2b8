// Every problem on a page, in words. Contrast by WCAG 2.1, 1.4.3: 4.5 to 1, large text 3 to 1.
() => {
  const problems = [];
  const words = (e) => e.outerHTML.slice(0, 140);
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) problems.push(`id ${id} is there twice`);
  const named = (e) => {
    const by = (e.getAttribute("aria-labelledby") || "").split(" ").map((id) => document.getElementById(id)?.textContent || "").join("");
    const labels = [...(e.labels || [])].map((label) => label.textContent).join("");
    const seen = e.innerText ?? e.textContent; // without what is not displayed: nobody reads it aloud either
    return [e.getAttribute("aria-label"), by, labels, seen, e.getAttribute("title"), e.getAttribute("alt")].some((t) => t?.trim());
  };
  const controls = "button, a[href], input, select, textarea, summary, [role=tab], [role=switch], [role=meter], dialog, [role=region]";
  for (const e of document.querySelectorAll(controls)) if (!named(e)) problems.push(`no name: ${words(e)}`);
  const plain = (text) => text.replace(/\s+/g, " ").trim().toLowerCase();
  for (const e of document.querySelectorAll("button[aria-label], a[aria-label]")) { // who speaks to the page says what is written there
    if (e.innerText && !plain(e.ariaLabel).includes(plain(e.innerText))) problems.push(`called otherwise than it says: ${words(e)}`);
  }
  const shown = (e) => e.checkVisibility({ visibilityProperty: true });
  const levels = [...document.querySelectorAll("main :is(h1, h2, h3, h4)")].filter(shown).map((e) => Number(e.tagName[1]));
  levels.forEach((level, k) => level > (levels[k - 1] ?? 0) + 1 && problems.push(`a heading of level ${level} after ${levels[k - 1] ?? "none"}`));
  for (const e of document.querySelectorAll("main *:not(textarea, svg *)")) {
    const scrolls = e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY);
    const reached = e.tabIndex >= 0 || [...e.querySelectorAll("a[href], button, input, select, textarea, [tabindex='0']")].some(shown);
    if (scrolls && shown(e) && !reached) problems.push(`scrolls, and the keyboard does not reach it: ${words(e)}`);
  }
  for (const e of document.querySelectorAll("svg")) {
    const hidden = e.closest("[aria-hidden=true]");
    if (!hidden && !e.getAttribute("aria-label") && !e.querySelector("title")) problems.push(`picture without a name: ${words(e)}`);
  }
  for (const e of document.querySelectorAll("label[for]")) if (!document.getElementById(e.htmlFor)) problems.push(`label of nothing: ${words(e)}`);
  for (const name of ["aria-controls", "aria-describedby", "aria-labelledby"]) {
    for (const e of document.querySelectorAll(`[${name}]`)) {
      for (const id of e.getAttribute(name).split(" ")) if (!document.getElementById(id)) problems.push(`${name} of nothing: ${words(e)}`);
    }
  }
  if (document.querySelectorAll("main h1").length !== 1) problems.push("not one main heading");
  if (!document.documentElement.lang || !document.title) problems.push("no language or title");
  const over = document.scrollingElement.scrollWidth - document.documentElement.clientWidth;
  if (over > 1) problems.push(`wider than the window by ${over}`);
  const channel = (v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const colour = (text) => { const n = text.match(/[0-9.]+/g).map(Number); return { rgb: n.slice(0, 3), alpha: n[3] ?? 1 }; };
  const light = (rgb) => { const [r, g, b] = rgb.map((v) => channel(v / 255)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const mix = (over, under, alpha) => over.map((v, k) => v * alpha + under[k] * (1 - alpha));
  const ground = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null;
      const { rgb, alpha } = colour(style.backgroundColor);
      if (alpha > 0) layers.push([rgb, alpha]);
      if (alpha === 1) break;
    }
    return layers.reverse().reduce((under, [rgb, alpha]) => mix(rgb, under, alpha), [255, 255, 255]);
  };
  for (const e of document.querySelectorAll("body *:not(svg, svg *, script)")) {
    const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!text || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || e.closest(":disabled, .visually-hidden, dialog:not([open])")) continue;
    const style = getComputedStyle(e);
    const back = ground(e);
    if (!back || style.color.startsWith("color(")) continue;
    const { rgb, alpha } = colour(style.color);
    const [a, b] = [light(mix(rgb, back, alpha)), light(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) problems.push(`contrast ${ratio.toFixed(2)}: ${words(e)}`);
  }
  return problems;
}
