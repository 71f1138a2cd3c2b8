/** Which action a sequence of clicks means. A gesture is a list of ids: cells of the board, or buttons. */

/** @typedef {{action: number, name: string, gesture: string[]}} Choice */
/** @typedef {{label: string, action: number|null, id: string|null}} Option an action to play, or an id to go on with */
/** @typedef {{kind: "nothing"|"partial"|"play"|"choose", action?: number, options?: Option[]}} Step */

/** A gesture under way. */
export class Gesture {
  /** @type {string[]} */
  prefix = [];
  #choices;
  #cells;
  #words;

  /**
   * @param {Choice[]} choices
   * @param {Set<string>} cells ids that are places on the board; any other id is a button
   * @param {Map<string, string>} words what buttons say
   */
  constructor(choices, cells, words) {
    this.#choices = choices.filter((choice) => choice.gesture.length > 0);
    this.#cells = cells;
    this.#words = words;
  }

  /** The ids that can follow. @returns {Set<string>} */
  get following() {
    return new Set(this.#matching(this.prefix).filter((c) => c.gesture.length > this.prefix.length).map((c) => c.gesture[this.prefix.length]));
  }

  /** The ids that can begin a gesture. @returns {Set<string>} */
  get beginnings() {
    return new Set(this.#choices.map((choice) => choice.gesture[0]));
  }

  /** Whether a piece can be dragged from this cell. @param {string} id @returns {boolean} */
  leadsOn(id) {
    return this.#choices.some((c) => c.gesture[0] === id && c.gesture.length > 1 && this.#cells.has(c.gesture[1]));
  }

  /** Whether any gesture leads from a cell to another. @returns {boolean} */
  get moves() {
    return this.#choices.some((c) => c.gesture.length > 1 && this.#cells.has(c.gesture[0]) && this.#cells.has(c.gesture[1]));
  }

  /** Drop what was begun. */
  clear() {
    this.prefix = [];
  }

  /**
   * Begin where every action begins, as in the middle of a chain of captures.
   * @returns {boolean} whether there is such a cell
   */
  beginWhereForced() {
    const firsts = [...this.beginnings];
    if (firsts.length !== 1 || !this.leadsOn(firsts[0])) return false;
    this.prefix = firsts;
    return true;
  }

  /**
   * One more id was clicked.
   * @param {string} id
   * @returns {Step}
   */
  take(id) {
    if (this.following.has(id)) {
      this.prefix = [...this.prefix, id];
      return this.#step();
    }
    const again = this.prefix.at(-1) === id;
    const begun = this.prefix.length > 0;
    this.clear();
    if (!again && begun && this.following.has(id)) return this.take(id);
    return { kind: "nothing" };
  }

  #matching(prefix) {
    return this.#choices.filter((choice) => prefix.every((id, index) => choice.gesture[index] === id));
  }

  #step() {
    const matching = this.#matching(this.prefix);
    const length = this.prefix.length;
    const complete = matching.filter((choice) => choice.gesture.length === length);
    const longer = matching.filter((choice) => choice.gesture.length > length);
    if (complete.length === 1 && longer.length === 0) return { kind: "play", action: complete[0].action };
    const byButton = longer.filter((choice) => !this.#cells.has(choice.gesture[length]));
    if (complete.length === 0 && byButton.length === 0) return { kind: "partial" };
    return { kind: "choose", options: [...complete.map((c) => ({ label: c.name, action: c.action, id: null })), ...this.#buttons(byButton, length)] };
  }

  #buttons(choices, length) {
    const order = [...this.#words.keys()]; // as the game names its buttons
    const ids = [...new Set(choices.map((choice) => choice.gesture[length]))].sort((a, b) => order.indexOf(a) - order.indexOf(b));
    return ids.map((id) => ({ label: this.#words.get(id) || id, action: null, id }));
  }
}
