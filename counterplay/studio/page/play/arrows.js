/** Marks drawn over a board: arrows, rings and dots, in the units of the board's picture. */
import { s } from "./dom.js";

/** @typedef {{cells: string[], kind: string, weight?: number, label?: string}} Arrow kind: "hint" | "best" | "line" | "wanted" */
/** @typedef {{id: string, x: number, y: number, left: number, top: number, width: number, height: number, shape: string}} Place x, y: its middle */

/**
 * An arrow through the cells of a gesture; a ring where the gesture is one cell.
 * @param {Arrow} arrow
 * @param {Map<string, Place>} places
 * @param {number} unit the size of a cell
 * @returns {SVGElement|null} null where no cell of the gesture is on the board
 */
export function arrowMark(arrow, places, unit) {
  const through = arrow.cells.map((id) => places.get(id)).filter(Boolean);
  if (!through.length) return null;
  const weight = arrow.weight ?? 1;
  const group = s("g", { class: `arrow arrow-${arrow.kind}`, opacity: (0.35 + 0.55 * weight).toFixed(2) });
  if (through.length === 1 || same(through[0], through.at(-1))) {
    group.append(s("circle", { cx: through[0].x, cy: through[0].y, r: unit * 0.4, fill: "none", "stroke-width": unit * (0.05 + 0.05 * weight) }));
  } else {
    group.append(shaft(through, unit, weight));
  }
  const end = through.at(-1);
  if (arrow.label) {
    group.append(s("text", { class: "arrow-label", x: end.x + unit * 0.3, y: end.y - unit * 0.28, "font-size": unit * 0.24, text: arrow.label }));
  }
  return group;
}

function same(a, b) {
  return a.x === b.x && a.y === b.y;
}

/** One outline for shaft and head, so that transparency shows no seam. */
function shaft(through, unit, weight) {
  const points = through.map(({ x, y }) => [x, y]);
  const [x2, y2] = points.at(-1);
  const [x1, y1] = points.at(-2);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const half = unit * (0.05 + 0.045 * weight);
  const head = Math.min(unit * 0.38, length * 0.6);
  const wide = head * 0.55;
  const [tx, ty] = [x2 - dx * unit * 0.08, y2 - dy * unit * 0.08];
  const [bx, by] = [tx - dx * head, ty - dy * head];
  const tail = points.slice(0, -2);
  const start = tail.length ? [x1, y1] : [x1 + dx * unit * 0.2, y1 + dy * unit * 0.2];
  const outline = [
    [start[0] - dy * half, start[1] + dx * half], [bx - dy * half, by + dx * half], [bx - dy * wide, by + dx * wide], [tx, ty],
    [bx + dy * wide, by - dx * wide], [bx + dy * half, by - dx * half], [start[0] + dy * half, start[1] - dx * half],
  ];
  const group = s("g", {});
  if (tail.length) {
    group.append(s("polyline", { points: [...tail, [x1, y1]].map((p) => p.join(",")).join(" "), fill: "none", "stroke-width": half * 2 }));
  }
  group.append(s("polygon", { points: outline.map((p) => p.map((v) => v.toFixed(1)).join(",")).join(" ") }));
  return group;
}

/**
 * A place where the gesture can go on: a dot, or a ring around what stands there.
 * @param {Place} place
 * @param {boolean} occupied
 * @param {number} unit
 * @returns {SVGElement}
 */
export function targetMark(place, occupied, unit) {
  if (occupied) return s("circle", { class: "target-ring", cx: place.x, cy: place.y, r: unit * 0.43, "stroke-width": unit * 0.07 });
  const size = place.shape === "edge" ? 0.07 : 0.14; // there are many edges, and a dot on each would hide the board
  return s("circle", { class: "target-dot", cx: place.x, cy: place.y, r: unit * size });
}
