/**
 * Where the nodes of a tree stand: siblings side by side, every parent above the middle of its children. The same as `spread` in
 * counterplay/draw/trees/tree_layout.py (E. Reingold and J. Tilford, "Tidier drawings of trees", 1981), for a tree that grows and folds
 * while it is looked at.
 * @param {number[][]} children of every node; node 0 is the root, children have larger numbers than their parents
 * @param {number[]} widths
 * @param {number} gap
 * @returns {number[]} the x of every centre; the leftmost outline is at 0
 */
export function spread(children, widths, gap) {
  const shift = children.map(() => 0); // relative to the parent
  const outlines = children.map(() => ({ left: /** @type {number[]} */ ([]), right: /** @type {number[]} */ ([]) })); // of each level below
  for (let node = children.length - 1; node >= 0; node -= 1) {
    place(children[node], shift, outlines, gap);
    const left = [-widths[node] / 2];
    const right = [widths[node] / 2];
    for (const child of children[node]) {
      outlines[child].left.forEach((x, level) => { left[level + 1] = Math.min(left[level + 1] ?? Infinity, shift[child] + x); });
      outlines[child].right.forEach((x, level) => { right[level + 1] = Math.max(right[level + 1] ?? -Infinity, shift[child] + x); });
    }
    outlines[node] = { left, right };
  }
  const across = children.map(() => 0);
  across[0] = -Math.min(...outlines[0].left);
  children.forEach((below, node) => {
    for (const child of below) across[child] = across[node] + shift[child];
  });
  return across;
}

/** Set siblings as close together as their outlines allow, the middle of the first and the last at 0. */
function place(siblings, shift, outlines, gap) {
  const reached = []; // the rightmost x of each level so far
  for (const child of siblings) {
    const { left, right } = outlines[child];
    shift[child] = reached.length ? Math.max(...reached.slice(0, left.length).map((x, level) => x + gap - left[level])) : 0;
    right.forEach((x, level) => { reached[level] = Math.max(reached[level] ?? -Infinity, shift[child] + x); });
  }
  if (!siblings.length) return;
  const middle = (shift[siblings[0]] + shift[siblings.at(-1)]) / 2;
  for (const child of siblings) shift[child] -= middle;
}
