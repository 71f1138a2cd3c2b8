/** The analysis board: any position of any game, a tree of variations that is kept, the engine, the review, the editor. */
import { get, part, post } from "./api.js";
import { announce } from "./announce.js";
import { Board } from "./board.js";
import { drawOnBoard } from "./board_marks.js";
import { chancePicker } from "./chance_picker.js";
import { Control } from "./control.js";
import { confirmDialog } from "./dialog.js";
import { freshId, h, put } from "./dom.js";
import { EditorPanel } from "./editor_panel.js";
import { EngineBox } from "./engine_box.js";
import { ExactPanel } from "./exact_panel.js";
import { GuessBar } from "./guess_bar.js";
import { icon } from "./icons.js";
import { usePageKeys } from "./keys.js";
import { emptyTree, isMain, lastOf, readTree } from "./move_tree.js";
import { onPageShape, pageShape } from "./page_shape.js";
import { ReviewPanel } from "./review_panel.js";
import { onSettings } from "./settings.js";
import { copyLink } from "./share.js";
import { Tabs } from "./tabs.js";
import { toast } from "./toast.js";
import { analysisDialog } from "./transfer.js";
import { TreeSession } from "./tree_session.js";
import { MoveTreeView } from "./move_tree_view.js";
import { WhyPanel } from "./why.js";

/**
 * A new analysis of the position in the address, which is kept once something is tried; or one that is kept.
 * @param {import("./router.js").Page} page
 * @param {import("./live.js").Live} live
 */
export async function analysisPage(page, live) {
  page.main.className = "play-loading";
  put(page.main, h("p", { class: "loading", text: "Setting up the board …" }));
  const session = page.parts[0] === "new" ? await newSession(page) : await keptSession(page);
  session.position = await post("/position", { ...session.request, page: pageShape() }, page.signal);
  if (!page.signal.aborted) new AnalysisBoard(page, live, session);
}

async function newSession(page) {
  const query = new URLSearchParams(location.search);
  const asked = { game: query.get("game") || "chess", start: query.get("start") || null };
  const first = await post("/position", { ...asked, moves: [] }, page.signal);
  const root = emptyTree();
  const study = { id: null, game: first.game, start: first.state, title: first.title, game_title: first.title, version: 0, player_names: first.player_names, source: null };
  const session = new TreeSession(study, root);
  return session;
}

async function keptSession(page) {
  const study = await get(`/studies/${part(page.parts[0])}`, page.signal);
  const session = new TreeSession(study, readTree(study.nodes));
  session.node = new URLSearchParams(location.search).has("review") ? session.root : lastOf(session.root);
  return session;
}

class AnalysisBoard {
  #page;
  #session;
  #board;
  #control;
  #engine;
  #tree;
  #editor;
  #guess;
  #review = null;
  #tabs;
  #editing = false;
  #section;
  #standing = h("p", { class: "standing" });
  #buttons = h("div", { class: "gesture-buttons", role: "group", "aria-label": "Actions" });
  #notes = h("ul", { class: "notes", "aria-label": "Notes on the position" });
  #comment;
  #commented = null; // the node whose comment is in the field
  #nodeTools = {};
  #saved = h("span", { class: "hint saved", role: "status" });

  constructor(page, live, session) {
    this.#page = page;
    this.#session = session;
    const { signal } = page;
    this.#board = new Board({
      pick: (id) => (this.#editing ? this.#editor.place(id) : this.#control.pick(id)), lift: (id) => this.#control.lift(id), drop: () => this.#control.cancel(),
      liftable: (id) => !this.#editing && this.#control.liftable(id),
    });
    this.#control = new Control(session, this.#board);
    this.#engine = new EngineBox(session, live, signal);
    this.#tree = new MoveTreeView(session, signal);
    this.#editor = new EditorPanel(session.study.game, signal, page.go);
    this.#guess = new GuessBar(session, signal, { leave: "Back to the analysis" });
    const { source } = session.study;
    if (source?.status === "over" && source.contest === null && source.actions.length) this.#review = new ReviewPanel(session, signal, source);
    this.#build();
    this.#listen();
    this.#keys();
    page.title(`Analysis: ${session.study.title}`);
    this.#show(false);
    if (this.#review && new URLSearchParams(location.search).has("review")) this.#tabs.open("review");
  }

  #build() {
    const { study } = this.#session;
    const why = new WhyPanel(/** @type {any} */ (this.#session), this.#page.signal);
    const id = freshId("comment");
    const write = () => this.#session.comment(this.#comment.value.trim()); // at once: whatever is done next shows the node anew
    this.#comment = /** @type {HTMLTextAreaElement} */ (h("textarea", { id, rows: 2, maxlength: 2000, placeholder: "A comment on this position", on: { input: write } }));
    this.#tabs = new Tabs("Panels", [
      { name: "moves", label: "Moves", content: [this.#tree.element, this.#toolsOfNode(), h("div", { class: "comment-field" }, h("label", { class: "visually-hidden", for: id, text: "Comment" }), this.#comment)] },
      ...(this.#review ? [{ name: "review", label: "Review", content: [this.#review.element] }] : []),
      { name: "why", label: "Why?", content: [why.element] },
      { name: "exact", label: "Exact", content: [new ExactPanel(this.#session, this.#page.signal).element] },
      { name: "editor", label: "Set up", content: [this.#editor.element] },
    ], (name) => this.#opened(name));
    this.#section = h("section", { class: "play-board analysis-board", "aria-label": "Board" }, this.#guess.element,
      h("div", { class: "board-row" }, this.#engine.bar, this.#board.element), h("div", { class: "under-board" }, this.#buttons, this.#notes));
    const back = study.source ? h("a", { class: "button small", href: `/play/${study.source.id}`, text: "The game" }) : null;
    const transfer = h("button", { type: "button", class: "button small", text: "Import / export", on: { click: () => analysisDialog(this.#session, this.#page.go) } });
    const side = h("aside", { class: "play-side analysis-side", "aria-label": "Analysis" },
      h("div", { class: "side-head" }, h("div", { class: "side-title" }, h("h1", { text: study.title }), this.#saved, back, transfer), this.#standing),
      this.#engine.element, this.#tabs.element, this.#navigation());
    this.#page.main.className = "play analysis-page";
    put(this.#page.main, this.#section, side);
  }

  #toolsOfNode() {
    const tool = (name, label, title, action) => {
      this.#nodeTools[name] = h("button", { type: "button", class: "button small", title, text: label, on: { click: action } });
      return this.#nodeTools[name];
    };
    return h("div", { class: "node-tools", role: "group", "aria-label": "This line" },
      tool("promote", "Promote", "One step up among the lines", () => this.#session.promote(false)),
      tool("main", "Make main line", "This line becomes the main one", () => this.#session.promote(true)),
      tool("cut", "Delete from here", "Delete this move and all that follows", () => this.#cut()),
      tool("marks", "Clear marks", "Take arrows and circles off the board", () => this.#session.clearMarks()));
  }

  #navigation() {
    const session = this.#session;
    const step = (name, label, action) => h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, on: { click: action } }, icon(name));
    return h("div", { class: "navigation", role: "group", "aria-label": "Go through the moves" },
      step("first", "First position", () => session.first()), step("previous", "Previous move", () => session.previous()),
      step("next", "Next move", () => session.next()), step("last", "End of the line", () => session.last()),
      step("flip", "Flip the board", () => session.flip()), step("copy", "Copy a link to this position", () => this.#share()));
  }

  #listen() {
    const session = this.#session;
    const { signal } = this.#page;
    session.addEventListener("change", (event) => this.#show(/** @type {CustomEvent} */ (event).detail?.forward), { signal });
    session.addEventListener("tree", () => this.#refresh(), { signal });
    session.addEventListener("failure", (event) => toast(/** @type {CustomEvent} */ (event).detail.message), { signal });
    session.addEventListener("saved", () => {
      this.#saved.textContent = "Saved";
      if (location.pathname === "/analysis/new") history.replaceState(null, "", `/analysis/${session.study.id}`);
    }, { signal });
    this.#engine.addEventListener("report", () => this.#arrows());
    this.#editor.addEventListener("position", (event) => this.#showEdited(/** @type {CustomEvent} */ (event).detail));
    this.#review?.addEventListener("review", (event) => this.#tree.judge(/** @type {CustomEvent} */ (event).detail, session.study.source.actions));
    this.#review?.addEventListener("retry", (event) => {
      const { id, name } = /** @type {CustomEvent} */ (event).detail;
      if (this.#engine.on) this.#engine.toggle(false);
      this.#guess.ask(id, `Find a better move than ${name} for ${session.study.player_names[session.position.player]}.`);
    });
    drawOnBoard(this.#board.element, signal, { mark: (mark) => !this.#editing && session.mark(mark), previous: () => session.previous(), next: () => session.next() });
    onSettings(signal, () => this.#editing || this.#control.mark());
    onPageShape(signal, () => this.#editing || session.refit());
  }

  #opened(name) {
    const editing = name === "editor";
    if (editing === this.#editing) return;
    this.#editing = editing;
    this.#section?.classList.toggle("editing", editing);
    if (editing) {
      if (this.#engine.on) this.#engine.toggle(false);
      this.#editor.begin(this.#session.position.state, this.#session.flipped);
    } else {
      this.#show(false);
    }
  }

  #showEdited(view) {
    if (!this.#editing || !view.svg) return;
    this.#board.show({ svg: view.svg, view_box: view.view_box, cells: view.cells, state: view.text, last: null }, false);
    this.#board.size(this.#section);
    this.#standing.textContent = view.error ? "Not a position yet" : "A position that can be played";
  }

  #show(forward) {
    if (this.#editing) return;
    const { position } = this.#session;
    this.#board.show(position, Boolean(forward));
    this.#board.size(this.#section);
    this.#control.refresh();
    this.#arrows();
    put(this.#notes, ...position.notes.map((note) => h("li", { text: note })));
    const chance = position.player === -1 ? position.chance || [] : [];
    put(this.#buttons,
      ...this.#control.buttons.map(({ id, text }) => h("button", { type: "button", class: "button gesture", data: { button: id }, text: text[0].toUpperCase() + text.slice(1), on: { click: () => this.#control.pick(id) } })),
      ...(chance.length ? [chancePicker(chance, (outcome) => this.#session.try(outcome.action, outcome.name))] : []));
    const standing = position.outcome?.sentence || position.standing;
    this.#standing.textContent = standing;
    this.#section.dataset.shown = String(this.#session.ply); // for styles and scripts
    const { lastMove } = this.#session;
    announce(`${lastMove ? lastMove.name : "First position"}. ${standing}`);
    this.#refresh();
  }

  /** What belongs to the shown node. */
  #refresh() {
    const { node } = this.#session;
    if (document.activeElement !== this.#comment || this.#commented !== node) this.#comment.value = node.comment;
    this.#commented = node;
    const main = isMain(node);
    this.#nodeTools.promote.toggleAttribute("disabled", main);
    this.#nodeTools.main.toggleAttribute("disabled", main);
    this.#nodeTools.cut.toggleAttribute("disabled", !node.parent);
    this.#nodeTools.marks.toggleAttribute("disabled", !node.marks.length);
    this.#saved.textContent = "";
    this.#arrows();
  }

  #arrows() {
    if (this.#editing) return;
    const own = this.#session.node.marks.map(({ colour, cells }) => ({ cells, kind: `own own-${colour}`, weight: 1 }));
    this.#control.arrows = this.#session.guess ? own : [...this.#engine.arrows, ...own];
  }

  async #cut() {
    const { node } = this.#session;
    const many = node.children.length > 0;
    if (!many || await confirmDialog("Delete", `Delete ${node.name} and every move that follows it?`, "Delete")) await this.#session.cut();
  }

  #share() {
    const { study, position } = this.#session;
    return copyLink(study.game, position.state);
  }

  #keys() {
    const session = this.#session;
    usePageKeys(this.#page.signal, "Analysis", [
      { keys: ["ArrowLeft"], does: "One move back", run: () => session.previous() },
      { keys: ["ArrowRight"], does: "One move forward", run: () => session.next() },
      { keys: ["ArrowUp"], does: "First position", run: () => session.first() },
      { keys: ["ArrowDown"], does: "End of the line", run: () => session.last() },
      { keys: ["["], does: "The variation before", run: () => session.sibling(-1) },
      { keys: ["]"], does: "The next variation", run: () => session.sibling(1) },
      { keys: ["f"], does: "Flip the board", run: () => session.flip() },
      { keys: ["l"], does: "Engine on or off", run: () => this.#engine.toggle() },
      { keys: [" "], does: "Try the engine's best move", run: () => this.#engine.tryBest() },
      { keys: ["s"], does: "Copy a link to this position", run: () => this.#share() },
      { keys: ["c"], does: "Write a comment", run: () => { this.#tabs.open("moves"); this.#comment.focus(); } },
      { keys: ["b"], does: "Go to the board; there the arrow keys move from cell to cell, Enter picks", run: () => this.#board.focus() },
      { keys: ["Delete"], does: "Delete from here", run: () => this.#cut() },
      { keys: ["Escape"], does: "Put down what is picked up", run: () => this.#control.cancel() },
    ]);
  }
}
