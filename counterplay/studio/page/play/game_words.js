/** What happened in a game, in words, as the one who plays it sees it. */

const DICE = /^\d+(-\d+)+$/;
const LOOKED_BACK = 12; // moves

/** @typedef {import("./session.js").Session} Session */

/**
 * How the game ended: for the one person who played it in the second person, else as the game says it.
 * @param {Session} session
 * @returns {{words: string, reason: string, fortune: "won"|"lost"|"drawn"|""}|null} null while it goes on
 */
export function endWords(session) {
  const { game, person } = session;
  if (game.status !== "over" || !game.result) return null;
  const { winner, reason, sentence } = game.result;
  const [words, ...rest] = sentence.split(": ");
  if (person === null || game.seats.length < 2) return { words, reason: rest.join(": "), fortune: "" };
  const fortune = winner === person ? "won" : winner === null && words === "Draw" ? "drawn" : "lost";
  return { words: { won: "You won", lost: "You lost", drawn: "A draw" }[fortune], reason: reason || rest.join(": "), fortune };
}

/**
 * Turns that passed without a decision since the one to move decided last: rolls that cannot be played, and passes.
 * @param {{player: number, name: string}[]} moves up to the shown position
 * @param {string[]} names of the players
 * @param {number|null} person
 * @param {number} next who decides now
 * @returns {string} sentences, or nothing
 */
export function passedTurns(moves, names, person, next) {
  const said = [];
  let last = null; // who had the turn before
  const recent = moves.slice(-LOOKED_BACK);
  recent.forEach((move, index) => {
    if (move.player >= 0) {
      if (move.player === next) said.length = 0;
      else if (move.name === "pass") said.push(move.player === person ? "You passed." : `${names[move.player]} passes.`);
      last = move.player;
      return;
    }
    const again = recent[index + 1]?.player === -1;
    if (!again || names.length !== 2 || last === null || !DICE.test(move.name)) return;
    last = 1 - last;
    said.push(`${last === person ? "You" : names[last]} rolled ${move.name}: no move.`);
  });
  return said.join(" ");
}
