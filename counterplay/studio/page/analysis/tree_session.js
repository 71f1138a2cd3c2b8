/** A tree of variations on the page: which node is shown, what its position looks like, and that it is kept. */
import { part, post, putJson } from "./api.js";
import { debounced } from "./dom.js";
import { cutOff, lastOf, pathTo, promote, withMove, writeTree } from "./move_tree.js";
import { pageShape } from "./page_shape.js";

const KEPT_POSITIONS = 400;
const SAVE_AFTER = 500; // milliseconds without a change

/** Fires `change` (detail: {forward}) when another position is shown, `tree` when the tree changed, `saved`, `failure` (detail: Error). */
export class TreeSession extends EventTarget {
  /** @type {any} PositionView of the node that is shown */
  position;
  /** @type {import("./move_tree.js").Node} */
  root;
  /** @type {import("./move_tree.js").Node} */
  node;
  study;
  /** Moves are checked by somebody else and kept out of the tree: a puzzle that is being solved. @type {((action: number) => void)|null} */
  guess = null;
  #flipped = false;
  #kept = new Map();
  #asked = 0;
  #unsaved = false;
  #saving = false;
  #again = false;
  #soon = debounced(SAVE_AFTER, () => this.#save());

  /**
   * @param {any} study {id, game, start, title, version, player_names}; without an id it is kept from its first change on
   * @param {import("./move_tree.js").Node} root
   */
  constructor(study, root) {
    super();
    this.study = study;
    this.root = this.node = root;
  }

  /** Nothing is played here: every move is tried. */
  get plays() {
    return false;
  }

  get tries() {
    return !this.position.outcome;
  }

  get lastMove() {
    return this.node.parent ? this.node : null;
  }

  get ply() {
    return this.actions.length;
  }

  /** @returns {number[]} the actions that lead to what is shown */
  get actions() {
    return pathTo(this.node).map((node) => node.action);
  }

  /** What identifies the position towards the server. */
  get request() {
    return { game: this.study.game, start: this.study.start, moves: this.actions };
  }

  get flipped() {
    return this.#flipped;
  }

  get players() {
    return this.study.player_names.length;
  }

  /** For panels that were made for a game: its main line. */
  get game() {
    return { game: this.study.game, start: this.study.start, moves: pathTo(lastOf(this.node)), position: this.position };
  }

  get variation() {
    return null;
  }

  /** Look at a node. @param {import("./move_tree.js").Node} node */
  async show(node) {
    const forward = node.parent === this.node;
    this.node = node;
    await this.#draw(forward);
  }

  async previous() {
    if (this.node.parent) await this.show(this.node.parent);
  }

  async next() {
    if (this.node.children.length) await this.show(this.node.children[0]);
  }

  async first() {
    if (this.node !== this.root) await this.show(this.root);
  }

  async last() {
    const end = lastOf(this.node);
    if (end !== this.node) await this.show(end);
  }

  /** The next line, or the one before, that begins where this one does. @param {number} step */
  async sibling(step) {
    const among = this.node.parent?.children || [];
    if (among.length > 1) await this.show(among[(among.indexOf(this.node) + step + among.length) % among.length]);
  }

  async flip() {
    this.#flipped = !this.#flipped;
    await this.refit();
  }

  /** Draw anew what is shown, from another side or for a page of another shape. */
  async refit() {
    await this.#draw(false);
  }

  /** A move on the board. @param {number} action @param {string} name */
  async try(action, name) {
    if (this.guess) return this.guess(action);
    const { node, added } = withMove(this.node, action, name, this.position.player);
    if (added) this.changed();
    await this.show(node);
  }

  /** Several moves in a row. @param {{action: number, name: string}[]} moves */
  async tryAll(moves) {
    for (const move of moves) await this.try(move.action, move.name);
  }

  /** @param {boolean} whole up to the main line of the tree */
  promote(whole) {
    promote(this.node, whole);
    this.changed();
  }

  async cut() {
    const { parent } = this.node;
    if (!parent) return;
    cutOff(this.node);
    this.changed();
    await this.show(parent);
  }

  /** @param {string} comment */
  comment(comment) {
    if (this.node.comment === comment) return;
    this.node.comment = comment;
    this.changed();
  }

  /** Draw a mark, or take the same one away. @param {import("./move_tree.js").Mark} mark */
  mark(mark) {
    const same = (other) => other.cells.join(" ") === mark.cells.join(" ");
    const before = this.node.marks.find(same);
    this.node.marks = this.node.marks.filter((other) => !same(other));
    if (before?.colour !== mark.colour) this.node.marks.push(mark);
    this.changed();
  }

  clearMarks() {
    if (!this.node.marks.length) return;
    this.node.marks = [];
    this.changed();
  }

  /** Keep the tree now, if another one is kept; what fails is told by the event. */
  async keep() {
    let failed = false;
    while (!failed && (this.#unsaved || this.#saving)) {
      await new Promise((done) => {
        this.addEventListener("saved", done, { once: true });
        this.addEventListener("failure", () => done(failed = true), { once: true });
        this.#save();
      });
    }
  }

  /** The tree is another one: show that, and keep it soon. */
  changed() {
    this.#unsaved = true;
    this.dispatchEvent(new Event("tree"));
    this.#soon();
  }

  async #save() {
    if (this.#saving) {
      this.#again = true;
      return;
    }
    this.#saving = true;
    this.#unsaved = false;
    try {
      const nodes = writeTree(this.root);
      const { id, game, start, title, version } = this.study;
      const kept = id ? await putJson(`/studies/${part(id)}`, { version, title, nodes }) : await post("/studies", { game, start, title, nodes });
      Object.assign(this.study, { id: kept.id, version: kept.version });
      this.#saving = false;
      this.dispatchEvent(new Event("saved"));
    } catch (error) {
      [this.#unsaved, this.#saving] = [true, false];
      this.dispatchEvent(new CustomEvent("failure", { detail: error }));
    } finally {
      if (this.#again) this.#soon();
      this.#again = false;
    }
  }

  async #draw(forward) {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const position = await this.#fetch();
      if (asked !== this.#asked) return;
      this.position = position;
      this.dispatchEvent(new CustomEvent("change", { detail: { forward } }));
    } catch (error) {
      this.dispatchEvent(new CustomEvent("failure", { detail: error }));
    }
  }

  async #fetch() {
    const key = `${this.actions.join(",")}${this.#flipped ? "f" : ""}${pageShape()}`;
    if (!this.#kept.has(key)) {
      if (this.#kept.size > KEPT_POSITIONS) this.#kept.clear();
      this.#kept.set(key, await post("/position", { ...this.request, flip: this.#flipped, page: pageShape() }));
    }
    return this.#kept.get(key);
  }
}
