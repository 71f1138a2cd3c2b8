/** Puzzles from one's own mistakes: the list, and one on a board. */
import { get, part, post } from "./api.js";
import { Board } from "./board.js";
import { Control } from "./control.js";
import { adoptPicture, h, put } from "./dom.js";
import { GuessBar } from "./guess_bar.js";
import { usePageKeys } from "./keys.js";
import { emptyTree } from "./move_tree.js";
import { onPageShape, pageShape } from "./page_shape.js";
import { toast } from "./toast.js";
import { TreeSession } from "./tree_session.js";

/** @param {import("./router.js").Page} page */
export async function puzzlesPage(page) {
  page.title("Puzzles");
  const puzzles = await get("/puzzles", page.signal);
  const solved = puzzles.filter((puzzle) => puzzle.solved).length;
  page.main.className = "study-page";
  put(page.main, h("h1", { text: "Puzzles from your games" }),
    puzzles.length ? h("p", { class: "hint", text: `${solved} of ${puzzles.length} solved. Each is a position in which you went wrong; find what was better.` })
      : h("p", { class: "empty", text: "None yet. Play a game to its end and review it: where you went wrong, a puzzle is made." }),
    h("ul", { class: "puzzle-list" }, ...puzzles.map((puzzle) => h("li", {}, h("a", { class: `puzzle-card${puzzle.solved ? " solved" : ""}`, href: `/puzzles/${part(puzzle.id)}` },
      h("span", { class: "puzzle-picture", "aria-hidden": "true" }, puzzle.svg ? adoptPicture(puzzle.svg) : null),
      h("b", { text: puzzle.title }), h("span", { class: "hint", text: `You played ${puzzle.played}, a ${puzzle.verdict}` }),
      h("span", { class: `badge${puzzle.solved ? "" : " badge-open"}`, text: puzzle.solved ? "Solved" : puzzle.tries ? `${puzzle.tries} ${puzzle.tries === 1 ? "try" : "tries"}` : "New" }))))));
}

/** @param {import("./router.js").Page} page */
export async function puzzlePage(page) {
  const [puzzle, all] = await Promise.all([get(`/puzzles/${part(page.parts[0])}`, page.signal), get("/puzzles", page.signal)]);
  const start = await post("/position", { game: puzzle.spec, start: puzzle.start, moves: puzzle.moves, page: pageShape() }, page.signal);
  page.title(`Puzzle: ${puzzle.title}`);
  // The game so far is one line of moves before the puzzle's position.
  let node = emptyTree();
  const root = node;
  for (const action of puzzle.moves) {
    const next = { ...emptyTree(), parent: node, action };
    node.children.push(next);
    node = next;
  }
  const session = new TreeSession({ id: null, game: puzzle.spec, start: puzzle.start, title: puzzle.title, version: 0, player_names: start.player_names }, root);
  session.changed = () => {}; // what is tried here is not kept
  session.node = node;
  session.position = start;
  const board = new Board({ pick: (id) => control.pick(id), lift: (id) => control.lift(id), drop: () => control.cancel(), liftable: (id) => control.liftable(id) });
  const control = new Control(session, board);
  const bar = new GuessBar(session, page.signal, { leave: "" });
  const after = h("div", { class: "puzzle-after" });
  const section = h("section", { class: "play-board puzzle-board", "aria-label": "Board" }, h("h1", { text: puzzle.title }), bar.element, h("div", { class: "board-row" }, board.element), after);
  const show = () => {
    board.show(session.position, true);
    board.size(section);
    control.refresh();
  };
  const next = all.find((other) => !other.solved && other.id !== puzzle.id);
  const finished = () => put(after, next ? h("a", { class: "button primary", href: `/puzzles/${part(next.id)}`, text: "Next puzzle" }) : null,
    h("a", { class: "button", href: `/analysis/${part(puzzle.game)}?review`, text: "The game's review" }), h("a", { class: "button", href: "/puzzles", text: "All puzzles" }));
  session.addEventListener("change", show, { signal: page.signal });
  onPageShape(page.signal, () => session.refit());
  session.addEventListener("failure", (event) => toast(/** @type {CustomEvent} */ (event).detail.message), { signal: page.signal });
  for (const type of ["solved", "told"]) bar.addEventListener(type, finished);
  page.main.className = "puzzle-page";
  put(page.main, section);
  bar.ask(puzzle.id, `${puzzle.player_name} to move. ${puzzle.played} was a ${puzzle.verdict}: find something better.`);
  show();
  usePageKeys(page.signal, "Puzzle", [
    { keys: ["f"], does: "Flip the board", run: () => session.flip() },
    { keys: ["b"], does: "Go to the board", run: () => board.focus() },
    { keys: ["Escape"], does: "Put down what is picked up", run: () => control.cancel() },
  ]);
}
