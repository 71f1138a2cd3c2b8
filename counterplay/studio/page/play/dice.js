/** What chance brought, drawn as dice where it is dice. */
import { h, s } from "./dom.js";

const SPOTS = {
  1: [[12, 12]], 2: [[7, 7], [17, 17]], 3: [[7, 7], [12, 12], [17, 17]], 4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]], 6: [[7, 6.5], [17, 6.5], [7, 12], [17, 12], [7, 17.5], [17, 17.5]],
};

/**
 * An outcome: a die for each of its numbers where all are 1 to 6, else its words.
 * @param {string} name what the game calls the outcome, such as "3-1"
 * @returns {HTMLElement}
 */
export function outcomeView(name) {
  const numbers = name.split("-");
  const dice = numbers.every((number) => number in SPOTS);
  return h("span", { class: dice ? "dice" : "outcome", role: "img", "aria-label": `rolled ${name}`, title: name },
    ...(dice ? numbers.map(die) : [name]));
}

function die(number) {
  return s("svg", { class: "die", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("rect", { x: 2, y: 2, width: 20, height: 20, rx: 5 }),
    ...SPOTS[number].map(([cx, cy]) => s("circle", { cx, cy, r: 2.1 })));
}

/**
 * The roll that the shown position's player has to play with: the last outcome of chance since the turn began. Outcomes
 * that are no numbers are seen on the board itself.
 * @param {{by?: string, player: number, name: string}[]} moves up to the shown position
 * @param {number} player to move
 * @returns {string|null}
 */
export function presentRoll(moves, player) {
  for (let index = moves.length - 1; index >= 0; index -= 1) {
    const move = moves[index];
    if (move.player === -1) return /^\d+(-\d+)*$/.test(move.name) ? move.name : null;
    if (player !== -1 && move.player !== player) return null;
  }
  return null;
}
