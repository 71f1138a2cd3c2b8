/** Lessons: worked examples that can be stepped through. */
import { get, part } from "./api.js";
import { h, put } from "./dom.js";
import { lessonBoard } from "./lesson_board.js";
import { Stepper } from "./stepper.js";

const PATIENCE = 400; // milliseconds before the page says that it waits

/** @param {import("./router.js").Page} page */
export async function lessonsPage(page) {
  page.title("Lessons");
  const lessons = await get("/lessons", page.signal);
  page.main.className = "reading";
  put(page.main, h("h1", { text: "Lessons" }), h("p", { class: "lead", text: "Worked examples of adversarial search, from two plies of minimax to opponents that can be modelled." }),
    lessons.length ? h("ol", { class: "lesson-list" }, ...lessons.map((lesson) => h("li", {}, h("a", { href: `/lessons/${part(lesson.name)}` }, h("b", { text: lesson.title }), h("span", { text: lesson.about })))))
      : h("p", { class: "empty", text: "There are no lessons in this installation." }),
    h("p", {}, h("a", { class: "button", href: "/exercises", text: "Exercises" })));
}

/** @param {import("./router.js").Page} page */
export async function lessonPage(page) {
  const waiting = setTimeout(() => put(page.main, h("p", { class: "empty", role: "status", text: "The searches of this lesson are being run …" })), PATIENCE);
  page.signal.addEventListener("abort", () => clearTimeout(waiting));
  const [lesson, all] = await Promise.all([get(`/lessons/${part(page.parts[0])}`, page.signal), get("/lessons", page.signal)]).finally(() => clearTimeout(waiting));
  page.title(lesson.title);
  const at = all.findIndex((other) => other.name === lesson.name);
  const link = (other, words) => (other ? h("a", { class: "button", href: `/lessons/${part(other.name)}` }, `${words}: ${other.title}`) : h("span"));
  const stepper = lesson.walkthrough ? new Stepper([lesson.walkthrough], { signal: page.signal }) : null;
  const boards = lesson.text.filter((section) => section.board).map((section) => lessonBoard(section.board, page.signal, page.go));
  const shown = [...boards, stepper ? h("section", { class: "walkthrough", "aria-label": "Step through it" }, stepper.element) : null].filter(Boolean);
  page.main.className = `reading lesson${shown.length ? " with-show" : ""}`;
  put(page.main, h("nav", { class: "crumbs", "aria-label": "You are here" }, h("a", { href: "/lessons", text: "Lessons" })),
    h("div", { class: "lesson-body" }, h("article", { class: "lesson-text" }, h("h1", { text: lesson.title }), lesson.about ? h("p", { class: "lead", text: lesson.about }) : null, ...lesson.text.flatMap(sectionView)),
      shown.length ? h("div", { class: "lesson-show" }, ...shown) : null),
    lesson.table ? table(lesson.table) : null, lesson.svg ? h("figure", { class: "plot" }, picture(lesson)) : null,
    h("nav", { class: "pager", "aria-label": "Other lessons" }, link(all[at - 1], "Previous"), link(all[at + 1], "Next")));
  await stepper?.start();
}

/** As an image: plots bring styles of their own, which the page's content policy would not let into the document. */
function picture(lesson) {
  return h("img", { alt: `Picture: ${lesson.title}`, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(lesson.svg)}` });
}

function sectionView(section) {
  const code = section.code ? h("pre", { tabindex: "0" }, h("code", { text: section.code })) : null;
  return [section.heading ? h("h2", { text: section.heading }) : null, ...section.paragraphs.map((text) => h("p", {}, ...marked(text))),
    code && section.tree ? h("details", { class: "in-writing" }, h("summary", { text: "The tree in writing" }), code) : code];
}

/** A paragraph; what stands in backticks is code. @param {string} text */
function marked(text) {
  return text.split("`").map((words, index) => (index % 2 ? h("code", { text: words }) : words));
}

function table({ head, rows }) {
  return h("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Table" }, h("table", { class: "table" }, h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col", text: String(text) })))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((text) => h("td", { text: String(text) })))))));
}
