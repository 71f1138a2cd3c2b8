/** What happened to the pieces between two pictures of a board. It knows no game: pieces are told apart by their kind. */

/** @typedef {{cell: string, kind: string, count: number, element: SVGElement}} Standing kind: owner and shape; count: of seeds, or of equal pieces */
/** @typedef {{from: Standing, to: Standing, via: string[]}} Moved via: the cells in between */
/** @typedef {{moved: Moved[], turned: {from: Standing, to: Standing}[], come: Standing[], gone: Standing[], grown: {from: Standing|null, to: Standing}[], shrunk: Standing[]}} SceneChanges */

/**
 * Every piece in a picture.
 * @param {Element} picture
 * @returns {Standing[]}
 */
export function standing(picture) {
  return /** @type {SVGElement[]} */ ([...picture.querySelectorAll("[data-kind]")]).map((element) => {
    const [kind, count] = element.dataset.kind.split("*");
    return { cell: element.closest("[data-on]")?.getAttribute("data-on") || "", kind, count: Number(count ?? 1), element };
  });
}

/**
 * @param {Standing[]} before
 * @param {Standing[]} after
 * @param {string[]} path the cells of the last move
 * @param {(one: string, other: string) => number} distance between two cells
 * @returns {SceneChanges}
 */
export function sceneChanges(before, after, path, distance) {
  const [gone, come] = [rest(before, after), rest(after, before)];
  const changes = { moved: [], turned: [], come: [], gone: [], grown: [], shrunk: [] };
  takeCounts(changes, gone, come);
  takeMover(changes, gone, come, path);
  for (const to of [...come]) {
    const from = gone.filter((piece) => piece.kind === to.kind && piece.cell !== to.cell).sort((a, b) => distance(a.cell, to.cell) - distance(b.cell, to.cell))[0];
    if (from) pair(changes.moved, gone, come, from, to);
  }
  for (const to of [...come]) {
    const from = gone.find((piece) => piece.cell === to.cell);
    if (from) pair(changes.turned, gone, come, from, to);
  }
  return { ...changes, come, gone };
}

/** What is in one list and not in the other, on the same cell. */
function rest(list, other) {
  const left = new Map();
  const key = (piece) => `${piece.cell}\n${piece.kind}*${piece.count}`;
  for (const piece of other) left.set(key(piece), (left.get(key(piece)) || 0) + 1);
  // From the top of a stack down: what is left over of equal pieces is the top one.
  const found = list.filter((piece) => {
    const many = left.get(key(piece)) || 0;
    left.set(key(piece), many - 1);
    return many <= 0;
  });
  return found;
}

/** Heaps that have become larger or smaller, as pits of seeds do. */
function takeCounts(changes, gone, come) {
  for (const to of come.filter((piece) => piece.kind.endsWith("seeds") || piece.count > 1)) {
    const from = gone.find((piece) => piece.cell === to.cell && piece.kind === to.kind) || null;
    if (!from && !to.kind.endsWith("seeds")) continue;
    if (to.count > (from?.count || 0)) changes.grown.push({ from, to });
    remove(come, to);
    if (from) remove(gone, from);
    if (from && from.count > to.count) changes.shrunk.push(from);
  }
  for (const piece of gone.filter((one) => one.kind.endsWith("seeds"))) {
    changes.shrunk.push(piece);
    remove(gone, piece);
  }
}

/** The piece that the player moved, even if it became another one on the way. */
function takeMover(changes, gone, come, path) {
  if (path.length < 2 || path[0] === path.at(-1)) return;
  const owner = (piece) => piece.kind.split(" ")[0];
  const from = gone.filter((piece) => piece.cell === path[0]).at(-1);
  const to = from && come.find((piece) => piece.cell === path.at(-1) && owner(piece) === owner(from));
  if (to) pair(changes.moved, gone, come, from, to, path.slice(1, -1));
}

function pair(into, gone, come, from, to, via = []) {
  into.push({ from, to, via });
  remove(gone, from);
  remove(come, to);
}

function remove(list, entry) {
  list.splice(list.indexOf(entry), 1);
}
