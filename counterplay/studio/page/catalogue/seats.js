/** Somebody else takes over a side in the middle of a game. */
import { openDialog } from "./dialog.js";
import { h, put } from "./dom.js";
import { level, segments } from "./new_game.js";

/**
 * @param {import("./session.js").Session} session
 * @param {number} player
 */
export function seatDialog(session, player) {
  const { game } = session;
  const who = segments("Who plays", "who", [["human", "A person"], ["agent", "An agent"]]);
  const strength = level("Level", player);
  const people = h("div", { class: "form-part" });
  const failure = h("p", { class: "failure", role: "alert" });
  const arrange = () => put(people, who.value() === "agent" ? strength.element : null);
  const present = game.seats[player].kind;
  /** @type {HTMLInputElement} */ (who.element.querySelector(`[value=${present}]`)).checked = true;
  who.element.addEventListener("change", arrange);
  arrange();
  const form = h("form", { on: { submit: async (event) => {
    event.preventDefault();
    const seats = game.seats.map(({ kind, agent }, other) => {
      if (other !== player) return kind === "agent" ? { kind, agent } : { kind };
      return who.value() === "agent" ? { kind: "agent", agent: strength.agent() } : { kind: "human" };
    });
    try {
      await session.ask("seats", { seats });
      dialog.close();
    } catch (error) {
      failure.textContent = error.message;
    }
  } } }, who.element, people, failure, h("div", { class: "dialog-actions" }, h("button", { type: "submit", class: "button primary", text: "Change" })));
  const dialog = openDialog(game.position.player_names[player] || `Player ${player + 1}`, [form], { class: "small" });
}
