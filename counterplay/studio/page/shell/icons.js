/** Icons, drawn on a square of 24 with strokes in the colour of the text. */
import { s } from "./dom.js";

const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  flip: "M7 4v15M7 4 3.5 7.5M7 4l3.5 3.5M17 20V5M17 20l3.5-3.5M17 20l-3.5-3.5",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.1 1 1.9h5c0-.8.4-1.4 1-1.9A6 6 0 0 0 12 3Z",
  flag: "M5 21V4M5 5c4-2.5 8 2.5 14 0v9c-6 2.5-10-2.5-14 0",
  plus: "M12 5v14M5 12h14",
  first: "M18 6l-6 6 6 6M11 6l-6 6 6 6",
  previous: "M15 6l-6 6 6 6",
  next: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M13 6l6 6-6 6",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  gear: "M4 7h9M19 7h1M16 4.5v5M4 17h1M11 17h9M8 14.5v5",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-.9.5-1.5 1.2-1.5 2.4M12 17.5v.1",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  zoom_in: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l5 5M8 11h6M11 8v6",
  zoom_out: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l5 5M8 11h6",
  screen: "M3 5h18v11H3zM9 20h6M12 16v4",
  grow: "M12 21V9M12 14l-5-4M12 12l5-4M12 9l-3-4M12 9l3-4",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6L12.5 17",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l5 5",
  close: "M6 6l12 12M18 6 6 18",
  play: "M7 5v14l12-7z",
  pause: "M8 5v14M16 5v14",
  back: "M10 6l-6 6 6 6M4 12h16",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0",
  agent: "M6 8h12v10H6zM12 8V4M9.5 12.5v.1M14.5 12.5v.1M10 15.5h4M3.5 12v3M20.5 12v3",
  star: "M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  filter: "M4 6h16M7 12h10M10 18h4",
  download: "M12 4v11M7.5 10.5 12 15l4.5-4.5M5 20h14",
  inspect: "M4 20V10M10 20V4M16 20v-7M22 20H2",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
};

/**
 * An icon that assistive technology leaves out; the control beside it has a name of its own.
 * @param {keyof typeof PATHS} name
 * @returns {SVGElement}
 */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, s("path", { d: PATHS[name] }));
}
