/** The page of one game: board, moves, analysis and a look inside the search. */
import { get, part, post } from "./api.js";
import { AnalysisPanel } from "./analysis.js";
import { announce } from "./announce.js";
import { Board } from "./board.js";
import { chancePicker } from "./chance_picker.js";
import { Control } from "./control.js";
import { confirmDialog } from "./dialog.js";
import { Ending } from "./ending.js";
import { endWords, passedTurns } from "./game_words.js";
import { h, oncePerFrame, put } from "./dom.js";
import { icon } from "./icons.js";
import { InsidePanel } from "./inside.js";
import { usePageKeys } from "./keys.js";
import { MoveList } from "./moves.js";
import { newGameDialog } from "./new_game.js";
import { PaceControl } from "./pace.js";
import { onPageShape, pageShape } from "./page_shape.js";
import { Players } from "./players.js";
import { RulesPanel } from "./rules.js";
import { copyLink } from "./share.js";
import { Session } from "./session.js";
import { onSettings } from "./settings.js";
import { sound } from "./sounds.js";
import { DIRECTIONS, onSwipe } from "./swipe.js";
import { Tabs } from "./tabs.js";
import { toast } from "./toast.js";
import { transferDialog } from "./transfer.js";
import { TypedMove } from "./typed.js";

/**
 * @param {import("./router.js").Page} page
 * @param {import("./live.js").Live} live
 */
export async function playPage(page, live) {
  page.main.className = "play-loading";
  put(page.main, h("p", { class: "loading", text: "Setting up the board …" }));
  const address = `/games/${part(page.parts[0])}`;
  const seen = (flip) => get(`${address}?flip=${flip}&page=${pageShape()}`, page.signal);
  let session = new Session(await seen(false), live);
  if (session.flipped) session = new Session(await seen(true), live);
  const { game } = session;
  const entry = await get(`/catalogue/${part(game.game.split(":")[0])}`, page.signal).catch(() => null);
  if (!page.signal.aborted) new PlayPage(page, live, session, entry);
}

class PlayPage {
  #page;
  #session;
  #entry;
  #board;
  #control;
  #analysis;
  #inside;
  #rules;
  #tabs;
  #section;
  #hint = null;
  #hintWanted = false; // asked in the opponent's turn: it comes with one's own
  #ending;
  #pace;
  #standing = h("p", { class: "standing" });
  #compiling = h("p", { class: "compiling", role: "status", hidden: true });
  #notes = h("ul", { class: "notes", "aria-label": "Notes on the position" });
  #buttons = h("div", { class: "gesture-buttons", role: "group", "aria-label": "Actions" });
  #away = h("div", { class: "away", hidden: true });
  #typed;
  #tools = {};

  constructor(page, live, session, entry) {
    this.#page = page;
    this.#session = session;
    this.#entry = entry;
    this.#board = new Board({
      pick: (id) => this.#control.pick(id), lift: (id) => this.#control.lift(id), drop: () => this.#control.cancel(),
      liftable: (id) => this.#control.liftable(id),
    });
    this.#control = new Control(session, this.#board);
    this.#typed = new TypedMove(session, this.#control);
    this.#ending = new Ending(session, page.go, () => page.go(`/analysis/${part(session.game.id)}?review`));
    this.#pace = new PaceControl(session);
    this.#analysis = new AnalysisPanel(session, live, page.signal, { arrows: () => this.#arrows(), entry });
    this.#inside = new InsidePanel(session, page.signal, entry);
    this.#rules = new RulesPanel(entry, session.game.game, page.signal);
    this.#build();
    this.#listen(live);
    this.#keys();
    this.#show(false);
    page.title(session.game.title);
  }

  #build() {
    const { signal } = this.#page;
    const players = new Players(this.#session, signal);
    const moves = new MoveList(this.#session, signal, (ply) => this.#analysis.verdict(ply));
    this.#analysis.addEventListener("values", oncePerFrame(() => moves.show()));
    this.#tabs = new Tabs("Panels", [
      { name: "moves", label: "Moves", content: [moves.element] },
      { name: "analysis", label: "Analysis", content: [this.#analysis.element] },
      { name: "inside", label: "Look inside", content: [this.#inside.element] },
      { name: "rules", label: "Rules", content: [this.#rules.element] },
    ], (name) => this.#opened(name));
    this.#section = h("section", { class: `play-board${this.#session.game.seats.length === 2 ? " duel" : ""}`, "aria-label": "Board" }, players.top,
      h("div", { class: "board-row" }, this.#analysis.bar, this.#board.element), players.bottom,
      h("div", { class: "under-board" }, this.#buttons, this.#pace.element, this.#notes));
    const side = h("aside", { class: "play-side", "aria-label": "Game" },
      h("div", { class: "side-top" }, h("div", { class: "side-head" }, h("h1", { text: this.#session.game.title }), this.#standing, this.#compiling), this.#toolbar()),
      this.#away,
      this.#tabs.element, this.#navigation(), this.#ending.element, this.#typed.element);
    this.#page.main.className = "play";
    put(this.#page.main, this.#section, side);
  }

  #opened(name) {
    this.#page.main.classList.toggle("wide-side", name === "inside");
    this.#inside.shown = name === "inside";
    if (name === "rules") this.#rules.open();
  }

  #tool(name, label, action) {
    const button = h("button", { type: "button", class: "tool", title: label, on: { click: action } }, icon(name), h("span", { text: label }));
    this.#tools[name] = button;
    return button;
  }

  #toolbar() {
    return h("div", { class: "toolbar", role: "toolbar", "aria-label": "Game" },
      this.#tool("undo", "Undo", () => this.#undo()), this.#tool("hint", "Hint", () => this.#askHint()),
      this.#tool("flip", "Flip", () => this.#session.flip()), this.#tool("flag", "Resign", () => this.#resign()),
      this.#tool("copy", "Import / export", () => transferDialog(this.#session, this.#page.go)),
      this.#tool("plus", "New", () => this.#entry && newGameDialog(this.#entry, this.#page.go, { parameters: parametersOf(this.#session.game.game) })));
  }

  #navigation() {
    const session = this.#session;
    const step = (name, label, action) => h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, on: { click: action } }, icon(name));
    return h("div", { class: "navigation", role: "group", "aria-label": "Go through the game" },
      step("first", "First position", () => session.goto(0)), step("previous", "Previous move", () => session.previous()),
      step("next", "Next move", () => session.next()), step("last", "Latest position", () => session.back()));
  }

  #listen(live) {
    const { signal } = this.#page;
    const session = this.#session;
    live.watch(session.game.id, signal, session.flipped);
    live.on("game", signal, (game) => session.accept(game));
    live.on("status", signal, () => session.reconnected());
    live.on("deleted", signal, (message) => message.game === session.game.id && this.#page.go("/"));
    session.addEventListener("change", (event) => this.#show(/** @type {CustomEvent} */ (event).detail?.forward), { signal });
    session.addEventListener("game", (event) => this.#changed(/** @type {CustomEvent} */ (event).detail), { signal });
    session.addEventListener("failure", (event) => toast(/** @type {CustomEvent} */ (event).detail.message), { signal });
    onSettings(signal, () => this.#control.mark());
    onPageShape(signal, () => session.refit());
    session.pace = () => this.#board.settled;
    const hurry = () => {
      this.#board.finish();
      session.hurry();
    };
    for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, hurry, { signal, capture: true });
    onSwipe(this.#board.element, signal, () => this.#directions.length > 0, (direction) => this.#press(direction));
  }

  /** The buttons that are directions, where a game is played by them. @returns {string[]} */
  get #directions() {
    return this.#control.buttons.map((button) => button.id).filter((id) => Object.values(DIRECTIONS).includes(id));
  }

  #press(direction) {
    if (this.#directions.includes(direction)) this.#control.pick(direction);
  }

  /** The game itself changed: say what was played and who is next. */
  #changed(before) {
    const { game } = this.#session;
    if (game.ply > before.ply) {
      const said = game.moves.slice(before.ply).slice(-4).map((move) => this.#sentence(move));
      announce([...said, game.result?.sentence || game.position.standing].join(". ").replaceAll("..", "."));
      const last = game.moves.at(-1);
      sound(game.status === "over" ? "end" : last.player === -1 ? "chance" : last.by === "human" ? "move" : "other");
    } else if (game.ply < before.ply) {
      announce(`Back to move ${game.ply}. ${game.position.standing}`);
    } else if (game.status !== before.status) {
      announce(game.result?.sentence || game.position.standing);
    }
    if (game.ply !== before.ply) this.#hint = null;
    this.#status();
    // News that changes nothing for the one who moves must not put down what is picked up.
    const others = JSON.stringify(game.seats) !== JSON.stringify(before.seats);
    if (this.#session.present && (others || game.status !== before.status || game.ply < before.ply)) this.#control.refresh();
    this.#showButtons();
  }

  #sentence(move) {
    const names = this.#session.game.position.player_names;
    return move.player === -1 ? `Chance brings ${move.name}` : `${names[move.player]} plays ${move.name}`;
  }

  #show(forward) {
    const { position } = this.#session;
    this.#hint = null;
    this.#board.element.classList.toggle("settling", this.#session.following);
    this.#board.show(position, Boolean(forward));
    this.#board.size(this.#section);
    this.#control.refresh();
    this.#arrows();
    put(this.#notes, ...position.notes.map((note) => h("li", { text: note })));
    this.#showButtons();
    this.#status();
    if (this.#hintWanted && this.#session.plays) this.#askHint();
    if (!this.#session.present) announce(`${this.#session.lastMove ? this.#sentence(this.#session.lastMove) : "First position"}. ${position.standing}`);
  }

  #showButtons() {
    const { position, tries } = this.#session;
    const chance = tries && position.player === -1 ? position.chance || [] : [];
    put(this.#buttons,
      ...this.#control.buttons.map(({ id, text }) => h("button", { type: "button", class: "button gesture", data: { button: id }, text: text[0].toUpperCase() + text.slice(1),
        on: { click: () => this.#control.pick(id) } })),
      ...(chance.length ? [chancePicker(chance, (outcome) => this.#session.try(outcome.action, outcome.name))] : []));
    this.#board.element.classList.toggle("swiped", this.#directions.length > 0);
    this.#pace.show();
    // Once there was something below the board, its place is kept: the board does not change its size in the middle of a game.
    if (this.#pace.shown || [this.#buttons, this.#notes].some((part) => part.childElementCount > 0)) this.#section.classList.add("has-under");
  }

  #status() {
    const session = this.#session;
    const { game, position } = session;
    Object.assign(this.#section.dataset, { ply: game.ply, shown: position.ply, status: game.status, flipped: position.flipped }); // for styles and scripts
    const end = session.present && !session.following ? endWords(session) : null;
    const passed = passedTurns(session.moves, position.player_names, session.person, position.player);
    const words = end ? `${end.words}${end.reason ? `: ${end.reason}` : ""}` : position.outcome?.sentence || position.standing;
    this.#standing.textContent = passed && !end ? `${passed} ${words}` : words;
    this.#standing.className = `standing${end ? ` over ${end.fortune}` : ""}`;
    this.#typed.element.hidden = this.#ending.show();
    this.#compiling.hidden = !game.compiling;
    this.#compiling.textContent = game.compiling || "";
    this.#tools.flag.toggleAttribute("disabled", game.status === "over");
    this.#tools.undo.toggleAttribute("disabled", !undoable(game));
    this.#tools.hint.toggleAttribute("disabled", Boolean(position.outcome) || game.status === "over");
    this.#typed.refresh();
    this.#away.hidden = session.present;
    if (session.present) return;
    put(this.#away, h("span", { text: session.variation ? "You are trying a variation." : `Looking at ply ${session.ply} of ${game.ply}.` }),
      h("button", { type: "button", class: "button small", on: { click: () => session.back() } }, icon("back"), "Back to the game"));
  }

  #arrows() {
    this.#control.arrows = this.#hint ? [{ cells: this.#hint.gesture, kind: "hint" }] : this.#analysis.arrows;
  }

  async #undo() {
    if (undoable(this.#session.game)) await this.#ask("undo", {});
  }

  async #resign() {
    const { game } = this.#session;
    const player = game.seats.findIndex((seat, index) => seat.kind === "human" && (game.position.player === index || !isHuman(game, game.position.player)));
    const who = player === -1 ? Math.max(0, game.position.player) : player;
    const sure = await confirmDialog("Resign", `Resign the game for ${game.position.player_names[who]}?`, "Resign");
    if (sure) await this.#ask("resign", { player: who });
  }

  async #ask(what, body) {
    try {
      await this.#session.ask(what, body, this.#page.signal);
    } catch (error) {
      if (!this.#page.signal.aborted) toast(error.message);
    }
  }

  async #askHint() {
    const session = this.#session;
    const position = session.position;
    this.#hintWanted = session.present && !session.trying && session.person !== null && position.player !== session.person;
    if (this.#hintWanted) return toast("The hint comes when it is your turn.", "done");
    this.#tools.hint.setAttribute("aria-busy", "true");
    try {
      const hint = session.present ? await post(`/games/${part(session.game.id)}/hint`, {}, this.#page.signal) : await this.#analysis.best();
      if (session.position !== position || !hint) return;
      this.#hint = hint;
      this.#arrows();
      const words = `Hint: ${hint.name}${hint.value ? ` (${hint.value.text})` : ""}`;
      announce(words);
      toast(words, "done");
    } catch (error) {
      if (!this.#page.signal.aborted) toast(error.message);
    } finally {
      this.#tools.hint.removeAttribute("aria-busy");
    }
  }

  #keys() {
    const session = this.#session;
    usePageKeys(this.#page.signal, "Game", [
      { keys: ["ArrowLeft"], does: "One move back; in a game of directions, that direction", run: (key) => this.#arrow(key, () => session.previous()) },
      { keys: ["ArrowRight"], does: "One move forward", run: (key) => this.#arrow(key, () => session.next()) },
      { keys: ["ArrowUp"], does: "First position", run: (key) => this.#arrow(key, () => session.goto(0)) },
      { keys: ["ArrowDown"], does: "Latest position", run: (key) => this.#arrow(key, () => session.back()) },
      { keys: ["f"], does: "Flip the board", run: () => session.flip() },
      { keys: ["l"], does: "Engine on or off", run: () => this.#toggleEngine() },
      { keys: [" "], does: "Try the engine's best move", run: () => this.#analysis.tryBest() },
      { keys: ["u"], does: "Undo", run: () => this.#undo() },
      { keys: ["h"], does: "Hint", run: () => this.#askHint() },
      { keys: ["b"], does: "Go to the board; there the arrow keys move from cell to cell, Enter picks", run: () => this.#board.focus() },
      { keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], does: "Press a button under the board", run: (key) => this.#pressButton(Number(key)) },
      { keys: ["s"], does: "Copy a link to this position", run: () => copyLink(session.game.game, session.position.state) },
      { keys: ["m"], does: "Type a move", run: () => this.#typed.focus() },
      { keys: ["Escape"], does: "Put down what is picked up; back to the game", run: () => this.#control.cancel() || session.present || session.back() },
    ]);
  }

  /** An arrow key walks through the game, unless the game itself is played by directions. */
  #arrow(key, walk) {
    const { game, present } = this.#session;
    const directed = game.position.buttons.some((button) => Object.values(DIRECTIONS).includes(button.id)) || game.moves.some((move) => Object.values(DIRECTIONS).includes(move.name));
    if (directed && present && game.status === "playing") this.#press(DIRECTIONS[key]);
    else walk();
  }

  #pressButton(number) {
    const button = this.#control.buttons[number - 1];
    if (button) this.#control.pick(button.id);
  }

  #toggleEngine() {
    this.#tabs.open("analysis");
    this.#analysis.toggle();
  }
}

/** Whether there is a decision to take back: a person's, or any where only agents play; or a resignation. A match stays as it was played. */
function undoable(game) {
  if (game.contest !== null) return false;
  const people = game.seats.some((seat) => seat.kind === "human");
  return (game.status === "over" && !game.position.outcome) || game.moves.some((move) => move.player >= 0 && (!people || isHuman(game, move.player)));
}

function isHuman(game, player) {
  return player >= 0 && game.seats[player]?.kind === "human";
}

/** @param {string} spec @returns {Object<string, string>} the parameters written in it */
function parametersOf(spec) {
  const pairs = (spec.split(":")[1] || "").split(",").filter(Boolean).map((text) => text.split("="));
  return Object.fromEntries(pairs);
}
