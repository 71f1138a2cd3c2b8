/** The review of a finished game: progress while it is made, then accuracy, the graph, and every mistake with the better line. */
import { get, part, post, remove } from "./api.js";
import { announce } from "./announce.js";
import { h, put, s } from "./dom.js";
import { lineItem } from "./engine_lines.js";
import { nodesAlong } from "./move_tree.js";
import { sideClass } from "./players.js";

const LOOK_EVERY = 400; // milliseconds, while a review is made
const [WIDTH, HEIGHT] = [400, 96];
const LENGTHS = [["quick", "Quick", 10], ["usual", "Usual", 30], ["deep", "Thorough", 120]];
const WORDS = { inaccuracy: ["inaccuracy", "inaccuracies"], mistake: ["mistake", "mistakes"], blunder: ["blunder", "blunders"] };

/** Fires `review` (detail: the review or null) and `retry` (detail: the id of a puzzle, and its ply). */
export class ReviewPanel extends EventTarget {
  /** @type {HTMLElement} */
  element = h("section", { class: "review", "aria-label": "Review" });
  #session;
  #signal;
  #game; // the nodes of the game as it was played
  #id;
  #state = { status: "none" };
  #now = null; // the line on the graph

  /** @param {import("./tree_session.js").TreeSession} session @param {AbortSignal} signal @param {any} source the game that the tree began as */
  constructor(session, signal, source) {
    super();
    this.#session = session;
    this.#signal = signal;
    this.#id = source.id;
    this.#game = nodesAlong(session.root, source.actions);
    session.addEventListener("change", () => this.#follow(), { signal });
    this.#look();
  }

  /** Make a review. @param {number} seconds */
  async begin(seconds) {
    await this.#ask(() => post(`/games/${part(this.#id)}/review`, { seconds }, this.#signal));
  }

  async #look() {
    await this.#ask(() => get(`/games/${part(this.#id)}/review`, this.#signal));
  }

  async #ask(request) {
    try {
      const before = this.#state.status;
      this.#state = await request();
      this.#draw();
      if (this.#state.status === "done" && before === "running") announce("The review is ready.");
      if (this.#state.status === "running") setTimeout(() => !this.#signal.aborted && this.#look(), LOOK_EVERY);
    } catch (error) {
      if (!this.#signal.aborted) put(this.element, h("p", { class: "failure", role: "alert", text: error.message }));
    }
  }

  #draw() {
    const { status, review } = this.#state;
    if (status === "done") this.#drawReview(review);
    else if (status === "running") this.#drawProgress();
    else this.#drawOffer();
    this.dispatchEvent(new CustomEvent("review", { detail: review || null }));
  }

  #drawOffer() {
    put(this.element,
      h("p", { text: "A value for every move, the accuracy of each side, and your mistakes as puzzles." }),
      this.#state.error ? h("p", { class: "failure", role: "alert", text: this.#state.error }) : null,
      h("div", { class: "review-offer" }, ...LENGTHS.map(([name, label, seconds]) => h("button", { type: "button", class: `button${name === "usual" ? " primary" : ""}`,
        on: { click: () => this.begin(seconds) } }, label, h("span", { class: "hint", text: ` ${seconds} s` })))));
  }

  #drawProgress() {
    const { done, total, words } = this.#state;
    put(this.element, h("p", { role: "status", text: words || `Looking at position ${Math.min(done + 1, total)} of ${total} …` }),
      h("progress", { max: total, value: done, "aria-label": "Progress of the review" }),
      h("div", {}, h("button", { type: "button", class: "button small", text: "Stop", on: { click: async () => {
        await remove(`/games/${part(this.#id)}/review`);
        this.#look();
      } } })));
  }

  #drawReview(review) {
    const wrong = review.moves.filter((move) => move.verdict);
    put(this.element, h("div", { class: "sides" }, ...review.sides.map((side) => this.#side(side))), this.#graph(review),
      wrong.length ? h("ol", { class: "wrong", "aria-label": "Mistakes" }, ...wrong.map((move) => this.#wrong(move)))
        : h("p", { class: "empty", text: "No mistakes: the search has nothing to say against any move." }),
      h("p", { class: "hint" }, h("button", { type: "button", class: "link-button", text: "Review again, more thoroughly", on: { click: () => this.begin(120) } })));
    this.#follow();
  }

  #side({ player, name, accuracy, inaccuracy, mistake, blunder }) {
    const counts = Object.entries({ blunder, mistake, inaccuracy }).map(([word, count]) =>
      h("li", { class: `count-${word}` }, h("b", { text: String(count) }), ` ${WORDS[word][count === 1 ? 0 : 1]}`));
    return h("div", { class: "side" }, h("div", { class: "side-name" }, s("svg", { class: `disc ${sideClass(name, player)}`, viewBox: "0 0 20 20", "aria-hidden": "true" }, s("circle", { cx: 10, cy: 10, r: 8 })), name),
      h("div", { class: "accuracy" }, h("b", { text: accuracy === null ? "–" : accuracy.toFixed(1) }), h("span", { text: "accuracy" })), h("ul", {}, ...counts));
  }

  #graph(review) {
    const known = review.graph.map((chance, ply) => [ply, chance]).filter(([, chance]) => chance !== null);
    if (known.length < 2) return null;
    const last = Math.max(1, review.graph.length - 1);
    const points = known.map(([ply, chance]) => [(ply / last) * WIDTH, (1 - chance) * HEIGHT]);
    const line = points.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ");
    const dots = review.moves.filter((move) => move.verdict && review.graph[move.ply + 1] !== null && review.graph[move.ply + 1] !== undefined)
      .map((move) => s("line", { class: `graph-dot dot-${move.verdict}`, x1: ((move.ply + 1) / last) * WIDTH, x2: ((move.ply + 1) / last) * WIDTH + 0.01,
        y1: (1 - review.graph[move.ply + 1]) * HEIGHT, y2: (1 - review.graph[move.ply + 1]) * HEIGHT }));
    this.#now = s("line", { class: "graph-now", x1: 0, x2: 0, y1: 0, y2: HEIGHT });
    const names = this.#session.study.player_names;
    const svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `Win chance of ${names[0]} over the game` },
      s("polygon", { class: "chance-area", points: `0,${HEIGHT} ${line} ${points.at(-1)[0].toFixed(1)},${HEIGHT}` }),
      s("line", { class: "graph-zero", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }), s("polyline", { class: "graph-line", points: line }), ...dots, this.#now);
    return h("div", { class: "graph review-graph", on: { click: (event) => {
      const box = svg.getBoundingClientRect();
      this.#goto(Math.round(((event.clientX - box.left) / box.width) * last));
    } } }, svg, h("span", { class: "graph-side above", text: `${names[0]} wins` }), h("span", { class: "graph-side below", text: `${names[1]} wins` }));
  }

  /** To a ply of the game that was played. @param {number} ply */
  async #goto(ply) {
    const node = ply ? this.#game[Math.min(ply, this.#game.length) - 1] : this.#session.root;
    if (node) await this.#session.show(node);
  }

  #wrong(move) {
    const puzzle = (this.#state.puzzles || []).find((one) => one.ply === move.ply);
    const before = this.#game.slice(0, move.ply);
    const follow = async (moves) => {
      await this.#goto(move.ply);
      await this.#session.tryAll(moves);
    };
    const best = { value: move.best.value, names: move.best.line, actions: move.best.actions };
    return h("li", { class: `wrong-move wrong-${move.verdict}`, data: { ply: move.ply } },
      h("div", { class: "wrong-head" },
        h("button", { type: "button", class: "move", on: { click: () => this.#goto(move.ply + 1) } }, h("b", { text: move.name })),
        h("span", { class: `badge badge-${move.verdict}`, text: move.verdict }),
        h("span", { class: "wrong-values", text: `${move.best.value.text} → ${move.value ? move.value.text : "?"}` }),
        puzzle ? h("button", { type: "button", class: "button small", text: puzzle.solved ? "Try again ✓" : "Try again",
          on: { click: () => this.#retry(puzzle, move) } }) : null),
      h("p", { class: "wrong-sentence", text: move.sentence }),
      h("ol", { class: "lines" }, lineItem(best, { before, players: this.#session.players, player: move.player }, follow)));
  }

  async #retry(puzzle, move) {
    await this.#goto(move.ply);
    this.dispatchEvent(new CustomEvent("retry", { detail: { id: puzzle.id, name: move.name } }));
  }

  /** The moment that is shown, on the graph and in the list. */
  #follow() {
    if (this.#state.status !== "done") return;
    const ply = this.#session.node.parent ? this.#game.indexOf(this.#session.node) + 1 : 0;
    const on = ply > 0 || !this.#session.node.parent;
    const last = Math.max(1, this.#state.review.graph.length - 1);
    const x = String((ply / last) * WIDTH);
    this.#now?.setAttribute("x1", x);
    this.#now?.setAttribute("x2", x);
    this.#now?.toggleAttribute("hidden", !on);
    for (const item of this.element.querySelectorAll(".wrong-move")) {
      item.classList.toggle("shown", on && Number(/** @type {HTMLElement} */ (item).dataset.ply) === ply - 1);
    }
  }
}
