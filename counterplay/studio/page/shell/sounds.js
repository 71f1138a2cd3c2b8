/** Tones made on the spot: nothing is loaded. Off unless switched on in the settings. */
import { settings } from "./settings.js";

const TONES = { // frequency in Hz, start and length in seconds
  move: [[420, 0, 0.06]],
  other: [[320, 0, 0.06]],
  chance: [[620, 0, 0.04], [520, 0.06, 0.04], [700, 0.12, 0.05]],
  end: [[392, 0, 0.15], [494, 0.14, 0.15], [587, 0.28, 0.3]],
};
let context = null;

/** @param {keyof typeof TONES} name */
export function sound(name) {
  if (!settings().sounds || typeof AudioContext === "undefined") return;
  context ||= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, start, length] of TONES[name]) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0.12, now + start);
    loudness.gain.exponentialRampToValueAtTime(0.001, now + start + length);
    tone.connect(loudness).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}
