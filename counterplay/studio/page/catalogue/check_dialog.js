/** Whether a game of one's own keeps the contract: the report of `counterplay check`. */
import { get, part, post } from "./api.js";
import { announce } from "./announce.js";
import { openDialog } from "./dialog.js";
import { h, put } from "./dom.js";

const LOOK_EVERY = 700; // milliseconds

/** @param {any} entry of the catalogue */
export async function checkDialog(entry) {
  const body = h("div", { class: "check-report" }, h("p", { class: "busy", text: "Playing random games, asking the rules about every position …" }));
  const dialog = openDialog(`Check of ${entry.title}`, [body]);
  const address = `/catalogue/${part(entry.name)}/check`;
  try {
    let view = await post(address);
    while (view.running && dialog.open) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
      view = await get(address);
    }
    if (!dialog.open) return;
    put(body, ...report(entry, view));
    announce(verdict(entry, view));
  } catch (error) {
    put(body, h("p", { class: "failure", role: "alert", text: error.message }));
  }
}

function verdict(entry, view) {
  if (view.problem) return view.problem;
  const faults = view.findings.length === 1 ? "1 fault" : `${view.findings.length} faults`;
  return view.ok ? `${entry.title} keeps the contract.` : `${entry.title} has ${faults}.`;
}

function report(entry, view) {
  const list = (title, kind, items) => (items.length ? [h("h3", { text: title }), h("ul", { class: `check-list ${kind}` }, ...items)] : []);
  const plain = (sentence) => h("li", { text: sentence });
  return [
    h("p", { class: `check-verdict ${view.ok ? "good" : "bad"}`, text: verdict(entry, view) }),
    view.interpreted_only ? h("p", { class: "hint", text: `It is interpreted only, which is much slower, because ${view.interpreted_only}` }) : null,
    ...list("Faults", "bad", view.findings.map(({ fault, message, times }) => h("li", {}, h("b", { text: fault.replaceAll("-", " ") }), ` ${message}`,
      times > 1 ? h("span", { class: "hint", text: ` (${times} times)` }) : null))),
    ...list("Not checked", "", view.skipped.map(plain)),
    ...list("Passed", "good", view.passed.map(plain)),
    view.positions ? h("p", { class: "hint", text: `${view.positions} positions in ${view.seconds.toFixed(1)} s.` }) : null,
  ].filter(Boolean);
}
