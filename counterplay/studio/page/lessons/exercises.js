/** Exercises: made by the server, answered in the tree, checked item by item; hints before answers, and a worked solution at the end. */
import { get, post } from "./api.js";
import { announce } from "./announce.js";
import { freshId, h, put } from "./dom.js";
import { countAnswer, countFinished, progressText } from "./exercise_progress.js";
import { ExerciseTree } from "./exercise_tree.js";
import { icon } from "./icons.js";
import { Stepper } from "./stepper.js";
import { toast } from "./toast.js";

const LINKED = ["kind", "seed", "branching", "depth", "low", "high"]; // what makes an exercise; in the address

/** @param {import("./router.js").Page} page */
export async function exercisesPage(page) {
  page.title("Exercises");
  const kinds = await get("/exercises/kinds", page.signal);
  page.main.className = "reading exercises";
  const ids = { kind: freshId("kind"), branching: freshId("branching"), depth: freshId("depth") };
  const kind = /** @type {HTMLSelectElement} */ (h("select", { id: ids.kind }, ...kinds.map((k) => h("option", { value: k.kind, text: k.title || k.kind }))));
  const branching = /** @type {HTMLInputElement} */ (h("input", { type: "number", id: ids.branching, min: 2, max: 4 }));
  const depth = /** @type {HTMLInputElement} */ (h("input", { type: "number", id: ids.depth, min: 1, max: 4 }));
  const standing = h("p", { class: "progress", role: "status", text: progressText() });
  const place = h("div", { class: "exercise-place" });
  const describe = () => {
    const chosen = kinds.find((k) => k.kind === kind.value);
    branching.value = String(chosen?.branching ?? 3);
    depth.value = String(chosen?.depth ?? 2);
  };
  kind.addEventListener("change", describe);
  describe();
  const take = async (wanted) => {
    try {
      const made = await post("/exercises", wanted, page.signal);
      history.replaceState(null, "", linkTo(made.exercise));
      const view = new ExerciseView(made, page.signal, () => { standing.textContent = progressText(); });
      put(place, view.element);
    } catch (error) {
      if (!page.signal.aborted) put(place, h("p", { class: "failure", role: "alert", text: error.message }));
    }
  };
  put(place, h("p", { class: "hint", text: "Choose a kind and take an exercise." }), h("ul", { class: "lesson-list" }, ...kinds.map((one) => h("li", {},
    h("button", { type: "button", class: "exercise-kind", on: { click: () => {
      kind.value = one.kind;
      describe();
      take({ kind: one.kind, branching: one.branching, depth: one.depth });
    } } }, h("b", { text: one.title || one.kind }), h("span", { text: one.about }))))));
  const field = (label, input) => h("span", { class: "inline-field" }, h("label", { for: input.id, text: label }), input);
  const form = h("form", { class: "inside-form", on: { submit: (event) => {
    event.preventDefault();
    take({ kind: kind.value, branching: Number(branching.value), depth: Number(depth.value) });
  } } }, field("Kind", kind), field("Branches", branching), field("Depth", depth), h("button", { type: "submit", class: "button primary", text: "New exercise" }));
  put(page.main, h("div", { class: "exercises-head" }, h("h1", { text: "Exercises" }), standing),
    h("p", { class: "lead", text: "Trees made at random, as in an examination. Type into the tree; each answer is checked on its own, with a hint if you want one." }), form, place);
  const linked = wantedBy(new URLSearchParams(location.search));
  if (!linked) return;
  kind.value = linked.kind;
  describe();
  for (const [name, input] of Object.entries({ branching, depth })) if (linked[name] !== undefined) input.value = String(linked[name]);
  await take(linked);
}

/** The exercise that an address names. @param {URLSearchParams} query */
function wantedBy(query) {
  if (!query.get("kind") || !query.get("seed")) return null;
  return Object.fromEntries(LINKED.filter((name) => query.has(name)).map((name) => [name, name === "kind" ? query.get(name) : Number(query.get(name))]));
}

function linkTo(exercise) {
  return `/exercises?${new URLSearchParams(LINKED.map((name) => [name, String(exercise[name])]))}`;
}

class ExerciseView {
  /** @type {HTMLElement} */
  element;
  #exercise;
  #items;
  #signal;
  #counted;
  #tree;
  #at;
  #tried = new Set(); // items whose first answer has been counted
  #helped = new Set(); // items whose answer was shown
  #finished = false;
  #about = h("div", { class: "item-about", role: "status" });
  #name = h("h2", {});
  #score = h("p", { class: "score", role: "status" });
  #solution = h("div", { class: "worked" });

  constructor({ exercise, svg, items }, signal, counted) {
    this.#exercise = exercise;
    this.#items = items;
    this.#signal = signal;
    this.#counted = counted;
    this.#tree = new ExerciseTree(svg, items, { focus: (id) => this.#select(id), check: (id) => this.#check([id]) });
    const button = (text, action, primary = false) => h("button", { type: "button", class: `button small${primary ? " primary" : ""}`, text, on: { click: action } });
    this.element = h("section", { class: "exercise", "aria-label": exercise.title }, h("p", { class: "question", text: exercise.question }), this.#tree.element,
      h("div", { class: "item-panel" }, h("div", { class: "item-head" }, this.#name, button("Check", () => this.#check([this.#at]), true), button("Hint", () => this.#hint()), button("Show the answer", () => this.#reveal())), this.#about),
      h("div", { class: "exercise-foot" }, button("Check my answers", () => this.#check(items.map((item) => item.id)), true), this.#score,
        h("span", { class: "exercise-links" }, h("button", { type: "button", class: "button small", on: { click: () => this.#copy() } }, icon("link"), "Copy link"), button("Worked solution", () => this.#solve()))),
      this.#solution);
    this.#select(items[0].id);
  }

  #select(id) {
    if (this.#at === id) return;
    this.#at = id;
    this.#name.textContent = this.#items.find((item) => item.id === id).label.replace(/^./, (letter) => letter.toUpperCase());
    put(this.#about, this.#tree.verdict(id) === "right" ? h("b", { class: "verdict-good", text: "Right." }) : "");
  }

  async #ask(path, body) {
    try {
      return await post(path, { exercise: this.#exercise, ...body }, this.#signal);
    } catch (error) {
      if (!this.#signal.aborted) toast(error.message);
      return null;
    }
  }

  /** Grade some items; neither the right answers nor the reasons are sent. @param {string[]} ids */
  async #check(ids) {
    const graded = await this.#ask("/exercises/grade", { answers: this.#tree.answers, only: ids, reveal: false });
    if (!graded) return;
    for (const { id, verdict } of graded.items) {
      this.#tree.judge(id, verdict);
      if (verdict === "missing" || this.#tried.has(id)) continue;
      this.#tried.add(id);
      countAnswer(verdict === "right" && !this.#helped.has(id));
    }
    const right = this.#items.filter((item) => this.#tree.verdict(item.id) === "right").length;
    this.#score.textContent = `${right} of ${this.#items.length} right.`;
    this.#score.classList.toggle("all", right === this.#items.length);
    if (right === this.#items.length && !this.#finished) {
      this.#finished = true;
      if (!this.#helped.size) countFinished();
    }
    this.#counted();
    if (ids.length === 1) this.#say(graded.items[0].verdict);
    else announce(this.#score.textContent);
  }

  #say(verdict) {
    const words = { right: "Right.", wrong: "Not right yet. A hint may help.", missing: "Nothing is filled in yet.", extra: "Not right: it is not cut off." }[verdict];
    put(this.#about, h("b", { class: verdict === "right" ? "verdict-good" : "verdict-bad", text: words }));
    if (verdict !== "right") return;
    const next = this.#items.find((item) => !this.#tree.verdict(item.id) || this.#tree.verdict(item.id) === "missing");
    if (next && this.element.contains(document.activeElement)) this.#tree.focus(next.id);
  }

  async #hint() {
    const id = this.#at;
    const found = await this.#ask("/exercises/hint", { item: id });
    if (found && id === this.#at) put(this.#about, h("span", { class: "item-hint" }, h("b", { text: "Hint. " }), found.hint));
  }

  async #reveal() {
    const id = this.#at;
    this.#helped.add(id);
    const graded = await this.#ask("/exercises/grade", { answers: {}, only: [id] });
    if (!graded || id !== this.#at) return;
    const [{ right, reason }] = graded.items;
    this.#tree.fill(id, right);
    this.#tree.judge(id, "right");
    put(this.#about, h("span", { class: "item-answer", data: { right } }, h("b", { text: `${right}. ` }), reason.replace("No answer. ", "")));
  }

  async #copy() {
    const link = new URL(linkTo(this.#exercise), location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      toast("The link is copied. It leads to this very exercise.", "done");
    } catch {
      toast(link, "done"); // without permission it can still be read
    }
  }

  async #solve() {
    const walk = await this.#ask("/exercises/solution", {});
    if (!walk) return;
    for (const item of this.#items) this.#helped.add(item.id);
    const stepper = new Stepper([walk], { signal: this.#signal });
    put(this.#solution, h("h2", { text: "Worked solution" }), stepper.element);
    await stepper.start();
    stepper.element.scrollIntoView({ block: "nearest" });
  }
}
