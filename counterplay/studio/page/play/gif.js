/** Moving pictures as GIF 89a, written here: frames of equal size, one palette, LZW as in the specification of 1989. */

const COLOURS = 256;
const MOST_CODES = 4096;

/**
 * @param {ImageData[]} frames
 * @param {(frame: number) => number} delay hundredths of a second that a frame is shown
 * @returns {Uint8Array}
 */
export function encodeGif(frames, delay) {
  const { width, height } = frames[0];
  const { palette, indexOf } = choosePalette(frames);
  const out = [];
  const word = (value) => out.push(value & 255, value >> 8);
  // 1. The screen, its palette, and that it starts again for ever.
  out.push(..."GIF89a".split("").map((letter) => letter.charCodeAt(0)));
  word(width);
  word(height);
  out.push(0xf7, 0, 0, ...palette, 0x21, 0xff, 11, ..."NETSCAPE2.0".split("").map((letter) => letter.charCodeAt(0)), 3, 1, 0, 0, 0);
  // 2. The frames.
  frames.forEach((frame, index) => {
    out.push(0x21, 0xf9, 4, 0);
    word(delay(index));
    out.push(0, 0, 0x2c, 0, 0, 0, 0);
    word(width);
    word(height);
    out.push(0, 8);
    for (const byte of blocks(compress(indices(frame, indexOf)))) out.push(byte);
  });
  out.push(0x3b);
  return Uint8Array.from(out);
}

/** Colours are told apart by five bits of red, green and blue each. */
const coarse = (data, at) => ((data[at] >> 3) << 10) | ((data[at + 1] >> 3) << 5) | (data[at + 2] >> 3);

/** The colours that most points have; each other one is shown as the nearest of these. */
function choosePalette(frames) {
  const sums = new Map(); // coarse colour -> points, and the sums of their red, green and blue
  for (const { data } of frames) {
    for (let at = 0; at < data.length; at += 4) {
      const key = coarse(data, at);
      const sum = sums.get(key);
      if (sum) {
        sum[0] += 1;
        for (let k = 0; k < 3; k += 1) sum[k + 1] += data[at + k];
      } else sums.set(key, [1, data[at], data[at + 1], data[at + 2]]);
    }
  }
  const chosen = [...sums.values()].sort((a, b) => b[0] - a[0]).slice(0, COLOURS).map(([count, ...rgb]) => rgb.map((sum) => Math.round(sum / count)));
  const nearest = new Map();
  for (const [key, [count, ...rgb]] of sums) {
    const distances = chosen.map((colour) => colour.reduce((sum, value, k) => sum + (value - rgb[k] / count) ** 2, 0));
    nearest.set(key, distances.indexOf(Math.min(...distances)));
  }
  const palette = chosen.flat();
  while (palette.length < 3 * COLOURS) palette.push(0);
  return { palette, indexOf: (data, at) => nearest.get(coarse(data, at)) };
}

function indices({ data }, indexOf) {
  const found = new Uint8Array(data.length / 4);
  for (let at = 0; at < data.length; at += 4) found[at / 4] = indexOf(data, at);
  return found;
}

/** LZW with codes of 9 to 12 bits, the lowest bit first. */
function compress(points) {
  const bytes = [];
  let [kept, bits] = [0, 0];
  let [width, next, known] = [9, COLOURS + 2, new Map()];
  const write = (code) => {
    kept |= code << bits;
    for (bits += width; bits >= 8; bits -= 8, kept >>>= 8) bytes.push(kept & 255);
  };
  write(COLOURS); // clear
  let prefix = points[0];
  for (let at = 1; at < points.length; at += 1) {
    const key = (prefix << 8) | points[at];
    const code = known.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    write(prefix);
    prefix = points[at];
    if (next < MOST_CODES) {
      known.set(key, next);
      if (next === 1 << width) width += 1;
      next += 1;
    } else {
      write(COLOURS);
      [width, next, known] = [9, COLOURS + 2, new Map()];
    }
  }
  write(prefix);
  write(COLOURS + 1); // end
  if (bits) bytes.push(kept & 255);
  return bytes;
}

/** Data in blocks of at most 255 bytes, each after its length. */
function* blocks(bytes) {
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    yield block.length;
    yield* block;
  }
  yield 0;
}
