/** A face for each level of play, drawn on a square of 32: small animals first, a dragon at the end. */
import { s } from "./dom.js";

export const LEVEL_NAMES = ["Pip", "Momo", "Lola", "Hazel", "Otto", "Vera", "Wulf", "Minerva", "Aquila", "Drako"]; // as in live_game.py

// Each is a list of shapes, the lowest first: [colour, path].
const eyes = (y, colour = "#23272f", apart = 5) => [colour, dot(16 - apart, y, 1.7) + dot(16 + apart, y, 1.7)];
const dot = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const both = (x, y, r) => dot(x, y, r) + dot(32 - x, y, r);
const FACES = [
  [["#d99a1e", "M15 7l1-5 2 4 3-3-1 5z"], ["#f2c230", dot(16, 17, 11)], eyes(15), ["#e2702a", "M12.5 19h7L16 24z"]], // chick
  [["#8d97a5", both(7, 9, 6) + dot(16, 18, 10)], ["#f3b8c0", both(7, 9, 3.4)], eyes(17, "#23272f", 4), ["#e88a9a", dot(16, 23, 1.8)], ["#5b6572", "M4 22l8 1v.8L4 23.5zM28 22l-8 1v.8l8-.3z"]], // mouse
  [["#c9a27c", "M8 2q5 0 5 13H9Q5 6 8 2zM24 2q-5 0-5 13h4q4-9 1-13z"], ["#c9a27c", dot(16, 20, 9.5)], ["#f0cdb8", "M9 5q2.5 1 2.5 8h-1.5Q8 8 9 5zM23 5q-2.5 1-2.5 8h1.5Q24 8 23 5z"], eyes(18, "#23272f", 4), ["#fff", "M14.5 24h3v4h-3z"], ["#a3564a", "M14 22h4l-2 2.5z"]], // rabbit
  [["#8f4a1c", "M6 3l6 6H5zM26 3l-6 6h7z"], ["#b5642b", dot(16, 18, 11)], ["#f6dfc3", "M16 16q8 3 6 9-6 5-12 0-2-6 6-9z"], eyes(15), ["#4a2c10", "M13.5 19.5h5L16 22.5z"], ["#fff", "M14.7 24h2.6v3h-2.6z"]], // squirrel
  [["#7a5a42", both(6, 11, 3.4) + dot(16, 17, 11.5)], ["#e4d1b7", "M5 20q4-4 11-4t11 4q-2 8.5-11 8.5T5 20z"], eyes(14), ["#2a1d14", "M12.5 18.5q3.5-2 7 0L16 22z"], ["#5a4231", "M9 23.5h3.5v.8H9zM19.5 23.5H23v.8h-3.5z"]], // otter
  [["#b54e18", "M4 3l9 6H6zM28 3l-9 6h7z"], ["#dd6a28", "M4 14L7 6h18l3 8-12 16z"], ["#f5e3d3", "M4 15l9 3 3 5 3-5 9-3-12 15z"], eyes(14.5), ["#23272f", dot(16, 27, 2.2)]], // fox
  [["#4f5965", "M4 15L6 3l6 5h8l6-5 2 12-5 9-7 6-7-6z"], ["#c8d0d8", "M5 17l7 2 4-4 4 4 7-2-5 8-6 4-6-4z"], ["#f4c542", both(10.5, 14.5, 2)], ["#14181d", dot(10.5, 14.5, 1) + dot(21.5, 14.5, 1) + "M13.5 23h5L16 26z"]], // wolf
  [["#6b4a8c", "M5 3l8 5h6l8-5-1 13q-1 13-10 13T6 16z"], ["#fff", both(10.5, 14, 5)], ["#f0b429", both(10.5, 14, 3.4)], ["#14181d", both(10.5, 14, 1.8)], ["#f0a030", "M14 18h4l-2 5z"]], // owl
  [["#d3dbe3", dot(16, 15, 11.5)], ["#3c4650", "M4.5 14Q6 3 16 3t11.5 11L20 11h-8z"], ["#f0b429", both(11, 15, 2.6)], ["#14181d", both(11, 15, 1.3)], ["#f0a030", "M12 18q4-2 8 0-.5 5-4 9-1-4-4-9z"]], // eagle
  [["#f0b429", "M7 11L3 2l9 6zM25 11l4-9-9 6z"], ["#1f8a5f", "M5 14q1-8 11-8t11 8l-3 6q0 9-8 9t-8-9z"], ["#8fdcb4", "M10 20q6-3 12 0 0 7-6 7t-6-7z"], ["#fff3c4", "M8 12l6 3-5 2zM24 12l-6 3 5 2z"], ["#c22f1c", dot(11, 14.6, 1.1) + dot(21, 14.6, 1.1)], ["#0b4630", dot(14, 22, 0.9) + dot(18, 22, 0.9)]], // dragon
];

/** Which level an agent is, if it is one. @param {string | null} agent as the server writes it @returns {number} 0 for none */
export const levelOf = (agent) => Number(/^level:(\d+)$/.exec(agent || "")?.[1]) || 0;

/**
 * The face of a level; its name stands beside it.
 * @param {number} level from 1 to 10
 * @returns {SVGElement}
 */
export function face(level) {
  return s("svg", { class: "face", viewBox: "0 0 32 32", "aria-hidden": "true", focusable: "false", data: { level: String(level) } },
    ...FACES[level - 1].map(([fill, d]) => s("path", { fill, d })));
}
