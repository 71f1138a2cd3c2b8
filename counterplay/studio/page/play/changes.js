/** A game from what the page has of it and what the server says has changed; the server's view_changes.py explains the form. */

const ELEMENTS = /(?=<[^/])/; // the server splits pictures by the same pattern

/** A game that the server tells of, at first whole and then by changes. */
export class FollowedGame {
  /** @type {any} GameView; its `steps` are the positions since the one before, without the last */
  view;
  #lists; // of the last position: what is sent in parts
  #memories; // every part that was ever sent

  /** @param {any} view GameView */
  constructor(view) {
    this.view = view;
    const { svg, cells, choices } = view.position;
    this.#lists = { svg: svg.split(ELEMENTS), cells, choices: choices.map(({ action, name, gesture }) => [action, name, ...gesture]) };
    this.#memories = Object.fromEntries(Object.entries(this.#lists).map(([name, list]) => [name, [...list]]));
  }

  /** @param {{version: number, changes: any}} news @returns {any} the new GameView */
  change({ version, changes }) {
    const { moves, position, steps, ...plain } = changes;
    let at = this.view.position;
    const positions = [...(steps || []), ...(position ? [position] : [])].map((step) => {
      at = this.#changed(at, step);
      return at;
    });
    this.view = { ...this.view, ...plain, version, steps: positions.slice(0, -1), moves: moves ? edited(this.view.moves, moves) : this.view.moves, position: at };
    return this.view;
  }

  #changed(before, { svg, cells, choices, ...plain }) {
    const after = { ...before, ...plain };
    for (const [name, edits] of Object.entries({ svg, cells, choices })) if (edits) this.#lists[name] = edited(this.#lists[name], edits, this.#memories[name]);
    if (svg) after.svg = this.#lists.svg.join("");
    if (cells) after.cells = this.#lists.cells;
    if (choices) after.choices = this.#lists.choices.map(([action, name, ...gesture]) => ({ action, name, gesture }));
    return after;
  }
}

/** The last edit is applied first, so that the places of the others stay true; but the parts are remembered as they were sent. */
function edited(list, edits, memory = []) {
  const read = edits.map(([at, removed, ...added]) => [at, removed, ...added.flatMap((entry) => recalled(entry, memory))]);
  const after = [...list];
  for (const [at, removed, ...added] of read.reverse()) after.splice(at, removed, ...added);
  return after;
}

function recalled(entry, memory) {
  if (entry.count) return memory.slice(entry.from, entry.from + entry.count);
  memory.push(entry);
  return [entry];
}
