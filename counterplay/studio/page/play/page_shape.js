/** Whether boards stand beside their panels or above them, as the style has it: hands and trays are laid out for that. */
const narrow = matchMedia("(max-width: 900px)");

/** @returns {"tall"|"wide"} */
export const pageShape = () => (narrow.matches ? "tall" : "wide");

/** Hear of changes: a window that is resized, a tablet that is turned. @param {AbortSignal} signal @param {() => void} handler */
export function onPageShape(signal, handler) {
  narrow.addEventListener("change", handler, { signal });
}
