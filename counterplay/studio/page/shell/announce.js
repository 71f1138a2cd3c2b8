/** What happened, in words, for those who do not see it. */

const KEPT = 6; // sentences that a reader can go back to

/**
 * Say a sentence politely: it waits for what is being read.
 * @param {string} sentence
 */
export function announce(sentence) {
  const region = document.getElementById("live");
  if (!region || !sentence) return;
  const line = document.createElement("p");
  line.textContent = sentence;
  region.append(line);
  while (region.children.length > KEPT) region.firstElementChild.remove();
}
