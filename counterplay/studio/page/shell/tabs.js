/** Tabs, as the ARIA authoring practices describe them. */
import { freshId, h } from "./dom.js";

/** @typedef {{name: string, label: string, content: Node[]}} Tab */

/** A row of tabs and the panel of the one that is open. */
export class Tabs {
  /** @type {HTMLElement} */
  element;
  #tabs = new Map();
  #opened;

  /** @param {string} label @param {Tab[]} tabs @param {(name: string) => void} [opened] */
  constructor(label, tabs, opened = () => {}) {
    this.#opened = opened;
    const row = h("div", { class: "tabs", role: "tablist", "aria-label": label, on: { keydown: (event) => this.#key(event) } });
    this.element = h("div", { class: "tabbed" }, row);
    for (const tab of tabs) {
      const [tabId, panelId] = [freshId("tab"), freshId("panel")];
      const button = h("button", { type: "button", role: "tab", id: tabId, "aria-controls": panelId, data: { tab: tab.name }, on: { click: () => this.open(tab.name) } }, tab.label);
      const panel = h("div", { class: "tab-panel", role: "tabpanel", id: panelId, "aria-labelledby": tabId, tabindex: "0" }, ...tab.content);
      this.#tabs.set(tab.name, { button, panel });
      row.append(button);
      this.element.append(panel);
    }
    this.open(tabs[0].name);
  }

  /** Show a panel. @param {string} name */
  open(name) {
    for (const [other, { button, panel }] of this.#tabs) {
      const mine = other === name;
      button.setAttribute("aria-selected", String(mine));
      button.tabIndex = mine ? 0 : -1;
      panel.hidden = !mine;
    }
    this.#opened(name);
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const names = [...this.#tabs.keys()];
    const at = names.findIndex((name) => this.#tabs.get(name).button === document.activeElement);
    const name = names[(at + step + names.length) % names.length];
    this.open(name);
    this.#tabs.get(name).button.focus();
  }
}
