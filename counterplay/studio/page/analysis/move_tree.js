/** A tree of variations: nodes with a move, a comment and marks; the first child of a node is the main line. */

/**
 * @typedef {{colour: string, cells: string[]}} Mark an arrow, or a circle where there is one cell
 * @typedef {{parent: Node|null, action: number|null, name: string, player: number, comment: string, marks: Mark[], more: Notes, children: Node[]}} Node
 * @typedef {{before?: string, nags?: number[], clock?: number, seconds?: number, value?: string}} Notes what a file said beside a move
 */

/** @param {any[]} flat nodes as the server keeps them, parents first @returns {Node} the root */
export function readTree(flat) {
  const nodes = [];
  for (const { parent, action, name, player, comment, marks, ...more } of flat) {
    const node = { parent: parent < 0 ? null : nodes[parent], action, name, player, comment, marks: [...marks], more, children: [] };
    node.parent?.children.push(node);
    nodes.push(node);
  }
  return nodes[0];
}

/** @param {Node} root @returns {any[]} as the server keeps it */
export function writeTree(root) {
  const flat = [];
  const numbers = new Map();
  const waiting = [root];
  while (waiting.length) { // main lines first, without recursion: a game has thousands of moves
    const node = waiting.pop();
    numbers.set(node, flat.length);
    flat.push({ parent: node.parent ? numbers.get(node.parent) : -1, action: node.action, comment: node.comment, marks: node.marks, ...node.more });
    waiting.push(...[...node.children].reverse());
  }
  return flat;
}

/** @returns {Node} a tree without moves */
export const emptyTree = () => ({ parent: null, action: null, name: "", player: -1, comment: "", marks: [], more: {}, children: [] });

/** @param {Node} node @returns {Node[]} the moves that lead to it, the root left out */
export function pathTo(node) {
  const path = [];
  for (let at = node; at.parent; at = at.parent) path.push(at);
  return path.reverse();
}

/** The nodes of a line, as far as the tree has it. @param {Node} root @param {number[]} actions @returns {Node[]} */
export function nodesAlong(root, actions) {
  const nodes = [];
  let at = root;
  for (const action of actions) {
    at = at.children.find((child) => child.action === action);
    if (!at) break;
    nodes.push(at);
  }
  return nodes;
}

/** @param {Node} node @returns {Node} where the main line from here ends */
export function lastOf(node) {
  let at = node;
  while (at.children.length) at = at.children[0];
  return at;
}

/** @param {Node} node @returns {boolean} whether every move that leads to it is the main one */
export function isMain(node) {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
  return true;
}

/** The node after a move; it is made where there is none. @param {Node} node @param {number} action @param {string} name @param {number} player @returns {{node: Node, added: boolean}} */
export function withMove(node, action, name, player) {
  const known = node.children.find((child) => child.action === action);
  if (known) return { node: known, added: false };
  const added = { parent: node, action, name, player, comment: "", marks: [], more: {}, children: [] };
  node.children.push(added);
  return { node: added, added: true };
}

/** The line that a node stands in becomes one step more important; all the way, if `whole`. @param {Node} node @param {boolean} whole */
export function promote(node, whole) {
  for (let at = node; at.parent; at = at.parent) {
    const among = at.parent.children;
    const index = among.indexOf(at);
    if (!index) continue;
    among.splice(index, 1);
    among.splice(whole ? 0 : index - 1, 0, at);
    if (!whole) return;
  }
}

/** Cut a node off with all that follows it. @param {Node} node */
export function cutOff(node) {
  node.parent.children = node.parent.children.filter((other) => other !== node);
}

/**
 * What stands before a move: "3." for the first player's, "3…" where a line begins or goes on with another's.
 * @param {Node} node
 * @param {number} players
 * @returns {{number: number, first: boolean}} the round, and whether the move begins it
 */
export function roundOf(node, players) {
  return roundsOf(pathTo(node), players).at(-1);
}

/** The same for every move of a line. @param {{player: number}[]} moves @param {number} players */
export function roundsOf(moves, players) {
  let [round, last] = [0, Infinity];
  return moves.map(({ player }) => {
    const first = player >= 0 && (players === 1 || player < last || !round);
    if (first) round += 1;
    if (player >= 0) last = player;
    return { number: Math.max(1, round), first: first && player <= 0 };
  });
}
