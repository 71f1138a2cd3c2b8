/** Lines of a search as people read them: a value, numbered moves, each of which can be followed on the board. */
import { h } from "./dom.js";
import { roundsOf } from "./move_tree.js";

const SHOWN_MOVES = 12;

/**
 * @param {any} line of a report: {value, names, actions, visits}
 * @param {{before: {player: number}[], players: number, player: number}} at the moves that lead here, and who is to move
 * @param {(moves: {action: number, name: string}[]) => void} follow
 * @returns {HTMLElement}
 */
export function lineItem(line, at, follow) {
  const rounds = at.players === 2 ? guessedRounds(line.names.length, at) : [];
  const upTo = (count) => () => follow(line.actions.slice(0, count).map((action, index) => ({ action, name: line.names[index] })));
  return h("li", { class: "line" }, h("b", { class: "line-value", text: line.value.text }),
    h("span", { class: "line-moves" }, ...line.names.slice(0, SHOWN_MOVES).map((name, index) =>
      h("button", { type: "button", class: "move", title: "Try on the board", on: { click: upTo(index + 1) } },
        number(rounds[index], index), name)),
    line.visits ? h("span", { class: "hint", text: ` ${short(line.visits)} visits` }) : null));
}

/** A line does not say who moves; where two players take turns, numbers are right, and elsewhere there are none. */
function guessedRounds(length, { before, player }) {
  const moves = Array.from({ length }, (_, index) => ({ player: (player + index) % 2 }));
  const alternate = [...before, ...moves].every((move, index, all) => move.player >= 0 && (!index || all[index - 1].player !== move.player));
  return alternate ? roundsOf([...before, ...moves], 2).slice(before.length) : [];
}

function number(round, index) {
  if (!round || (!round.first && index)) return null;
  return h("span", { class: "move-number", text: `${round.number}${round.first ? "." : "…"}` });
}

/** @param {number} count @returns {string} as people write large numbers: 1.2 M */
export function short(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  return count >= 1e4 ? `${(count / 1e3).toFixed(0)} k` : String(Math.round(count));
}
