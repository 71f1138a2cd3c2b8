/** Exercises: made by the server, answered here, graded with reasons. */
import { get, post } from "./api.js";
import { announce } from "./announce.js";
import { adoptPicture, freshId, h, put } from "./dom.js";

const VERDICTS = { right: "Right", wrong: "Wrong", missing: "Missing", extra: "One too many" };

/** @param {import("./router.js").Page} page */
export async function exercisesPage(page) {
  page.title("Exercises");
  const kinds = await get("/exercises/kinds", page.signal);
  page.main.className = "reading exercises";
  const kindId = freshId("kind");
  const kind = /** @type {HTMLSelectElement} */ (h("select", { id: kindId }, ...kinds.map((k) => h("option", { value: k.kind, text: k.title || k.kind }))));
  const about = h("p", { class: "hint" });
  const place = h("div", { class: "exercise-place" }, h("p", { class: "empty", text: "Choose a kind and take an exercise." }));
  const [branchingId, depthId] = [freshId("branching"), freshId("depth")];
  const branching = /** @type {HTMLInputElement} */ (h("input", { type: "number", id: branchingId, min: 2, max: 4, value: 3 }));
  const depth = /** @type {HTMLInputElement} */ (h("input", { type: "number", id: depthId, min: 1, max: 4, value: 2 }));
  const describe = () => {
    const chosen = kinds.find((k) => k.kind === kind.value);
    about.textContent = chosen?.about || "";
    branching.value = String(chosen?.branching ?? 3);
    depth.value = String(chosen?.depth ?? 2);
  };
  kind.addEventListener("change", describe);
  describe();
  const form = h("form", { class: "inside-form", on: { submit: async (event) => {
    event.preventDefault();
    about.textContent = ""; // the exercise asks the same question
    try {
      const made = await post("/exercises", { kind: kind.value, branching: Number(branching.value), depth: Number(depth.value) }, page.signal);
      put(place, exerciseView(made, page.signal));
    } catch (error) {
      if (!page.signal.aborted) put(place, h("p", { class: "failure", role: "alert", text: error.message }));
    }
  } } }, h("span", { class: "inline-field" }, h("label", { for: kindId, text: "Kind" }), kind),
    h("span", { class: "inline-field" }, h("label", { for: branchingId, text: "Branches" }), branching),
    h("span", { class: "inline-field" }, h("label", { for: depthId, text: "Depth" }), depth),
    h("button", { type: "submit", class: "button primary", text: "New exercise" }));
  put(page.main, h("h1", { text: "Exercises" }), h("p", { class: "lead", text: "Trees made at random, as in an examination. Every answer is graded, with the reason." }), form, about, place);
}

function exerciseView({ exercise, svg, items }, signal) {
  const fields = items.map(itemField);
  const score = h("p", { class: "score", role: "status" });
  const picture = svg ? adoptPicture(svg) : null;
  return h("form", { class: "exercise", on: { submit: async (event) => {
    event.preventDefault();
    try {
      const graded = await post("/exercises/grade", { exercise, answers: Object.fromEntries(fields.map((f) => [f.id, f.value()])) }, signal);
      for (const item of graded.items) fields.find((f) => f.id === item.id)?.grade(item);
      score.textContent = `${graded.score} of ${graded.of} right.`;
      score.classList.toggle("all", graded.score === graded.of);
      announce(score.textContent);
    } catch (error) {
      if (!signal.aborted) score.textContent = error.message;
    }
  } } }, exercise.question ? h("p", { class: "question", text: exercise.question }) : null,
    picture ? h("figure", { class: "plot exercise-tree", tabindex: "0", role: "region", "aria-label": "The tree" }, picture) : null,
    h("div", { class: "exercise-items" }, ...fields.map((f) => f.element)),
    h("div", { class: "exercise-foot" }, h("button", { type: "submit", class: "button primary", text: "Check my answers" }), score));
}

function itemField(item) {
  const id = freshId("item");
  const verdict = h("p", { class: "item-verdict", id: `${id}-verdict` });
  const options = item.options || (item.kind === "yesno" ? ["yes", "no"] : null);
  const input = /** @type {HTMLInputElement|HTMLSelectElement} */ (options
    ? h("select", { id, "aria-describedby": `${id}-verdict` }, h("option", { value: "", text: "–" }), ...options.map((text) => h("option", { value: text, text })))
    : h("input", { id, type: "text", inputmode: item.kind === "number" ? "decimal" : null, autocomplete: "off", "aria-describedby": `${id}-verdict` }));
  const element = h("div", { class: "field item", data: { item: item.id } }, h("label", { for: id, text: item.label }), input, verdict);
  return {
    id: item.id, element, value: () => input.value.trim(),
    grade: ({ verdict: kind, right, reason }) => {
      element.dataset.verdict = kind;
      verdict.dataset.right = right ?? "";
      put(verdict, h("b", { text: VERDICTS[kind] || kind }), kind === "right" || right === undefined || right === "" ? "" : ` – ${right}`, reason ? h("span", { text: `. ${reason}` }) : null);
    },
  };
}
