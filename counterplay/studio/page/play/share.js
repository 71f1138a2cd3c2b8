/** A position or a game for others: a link, a picture, a moving picture. */
import { postText } from "./api.js";
import { encodeGif } from "./gif.js";
import { h } from "./dom.js";
import { toast } from "./toast.js";

const SHARP = 2; // points of a PNG for each of the drawing
const GIF_SIZE = 420; // points of the longer side
const MOST_FRAMES = 150; // of a long game some positions are left out
const [STEP, REST] = [70, 300]; // hundredths of a second: a move, the end

/** A link to a position, which anybody who reaches this studio can open. @param {string} game @param {string} start its notation */
export const linkTo = (game, start) => `${location.origin}/analysis/new?${new URLSearchParams({ game, start })}`;

/** Copy that link. @param {string} game @param {string} start its notation */
export async function copyLink(game, start) {
  const link = linkTo(game, start);
  try {
    await navigator.clipboard.writeText(link);
    toast("Link to this position copied.", "done");
  } catch {
    toast(link, "done"); // the browser does not let the page copy
  }
}

/**
 * Buttons for pictures of a position, and of the game that led to it.
 * @param {{game: string, start?: string|null, moves: number[], flip?: boolean}} request as the server takes it
 * @param {string} name of the files
 * @param {number[]} actions of the whole game
 * @returns {HTMLElement}
 */
export function pictureButtons(request, name, actions) {
  const words = h("span", { class: "hint", role: "status" });
  const button = (text, make) => h("button", { type: "button", class: "button small", text, on: { click: async (event) => {
    const { target } = event;
    target.setAttribute("disabled", "");
    try {
      await make();
      words.textContent = "";
    } catch (error) {
      words.textContent = error.message;
    }
    target.removeAttribute("disabled");
  } } });
  const tell = (done, all) => {
    words.textContent = `Drawing ${done} of ${all} positions …`;
  };
  return h("div", { class: "share-row", role: "group", "aria-label": "Pictures" },
    button("SVG", async () => download(`${name}.svg`, new Blob([await drawing(request)], { type: "image/svg+xml" }))),
    button("PNG", async () => download(`${name}.png`, await png(await drawing(request)))),
    actions.length ? button("GIF of the game", async () => download(`${name}.gif`, await gif({ ...request, moves: actions }, tell))) : null, words);
}

const shade = () => (getComputedStyle(document.documentElement).colorScheme === "dark" ? "dark" : "light");
const drawing = (request) => postText(`/position/svg?shade=${shade()}`, request);

/** The drawing as an image that a canvas can take. @returns {Promise<HTMLImageElement>} */
async function image(svg) {
  const made = new Image();
  made.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await made.decode();
  return made;
}

function painted(picture, width, height) {
  const canvas = /** @type {HTMLCanvasElement} */ (h("canvas", { width, height }));
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--paper") || "#fff";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(picture, 0, 0, width, height);
  return { canvas, pen };
}

async function png(svg) {
  const picture = await image(svg);
  const { canvas } = painted(picture, picture.width * SHARP, picture.height * SHARP);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The browser cannot make this picture."))), "image/png"));
}

async function gif(request, tell) {
  const all = request.moves.length;
  const step = Math.max(1, Math.ceil(all / MOST_FRAMES));
  const plies = Array.from({ length: Math.ceil(all / step) }, (_, index) => index * step).concat(all);
  const frames = [];
  let size = null; // of the first position: boards that grow are fitted into it
  for (const ply of plies) {
    tell(frames.length + 1, plies.length);
    const picture = await image(await drawing({ ...request, moves: request.moves.slice(0, ply) }));
    const scale = GIF_SIZE / Math.max(picture.width, picture.height);
    size ||= [Math.round(picture.width * scale), Math.round(picture.height * scale)];
    frames.push(painted(picture, size[0], size[1]).pen.getImageData(0, 0, size[0], size[1]));
  }
  return new Blob([encodeGif(frames, (index) => (index === frames.length - 1 ? REST : STEP))], { type: "image/gif" });
}

/** Save as a file. @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
