/** Games that are played by directions: arrow keys and swipes over the board press the button of that name. */

const LEAST = 24; // CSS pixels that a finger travels before it means a direction
export const DIRECTIONS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/**
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 * @param {() => boolean} wanted whether directions can be chosen now
 * @param {(direction: string) => void} chosen
 */
export function onSwipe(element, signal, wanted, chosen) {
  let start = null;
  element.addEventListener("pointerdown", (event) => {
    start = wanted() ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
  }, { signal, capture: true });
  element.addEventListener("pointerup", (event) => {
    if (start?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    start = null;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < LEAST) return;
    if (Math.abs(dx) > Math.abs(dy)) chosen(dx > 0 ? "right" : "left");
    else chosen(dy > 0 ? "down" : "up");
  }, { signal, capture: true });
}
