/** Arrows and circles that people draw with the right button, and the wheel that goes through the moves. */

const WHEEL_STEP = 60; // of scrolling for one move
const WHEEL_PAUSE = 250; // milliseconds after which scrolling counts anew
/** As on lichess: the keys that are held choose the colour. */
const colourOf = (event) => (event.shiftKey && event.altKey ? "yellow" : event.altKey ? "blue" : event.shiftKey || event.ctrlKey ? "red" : "green");

/**
 * @param {HTMLElement} board the element of a Board
 * @param {AbortSignal} signal
 * @param {{mark: (mark: import("./move_tree.js").Mark) => void, previous: () => void, next: () => void}} actions
 */
export function drawOnBoard(board, signal, { mark, previous, next }) {
  let from = "";
  board.addEventListener("contextmenu", (event) => event.preventDefault());
  board.addEventListener("pointerdown", (event) => {
    if (event.button !== 2) return;
    from = cellAt(event);
  });
  addEventListener("pointerup", (event) => {
    if (event.button !== 2 || !from) return;
    const to = cellAt(event);
    const start = from;
    from = "";
    if (to) mark({ colour: colourOf(event), cells: to === start ? [start] : [start, to] });
  }, { signal });
  let [turned, last] = [0, 0];
  board.addEventListener("wheel", (event) => {
    if (event.ctrlKey) return; // zooming
    event.preventDefault();
    if (event.timeStamp - last > WHEEL_PAUSE) turned = 0;
    last = event.timeStamp;
    turned += event.deltaMode ? event.deltaY * WHEEL_STEP : event.deltaY;
    if (Math.abs(turned) < WHEEL_STEP) return;
    if (turned > 0) next();
    else previous();
    turned = 0;
  }, { passive: false });
}

function cellAt(event) {
  const found = document.elementsFromPoint(event.clientX, event.clientY).map((element) => element.closest("[data-cell]")).find(Boolean);
  return found instanceof SVGElement ? found.dataset.cell || "" : "";
}
