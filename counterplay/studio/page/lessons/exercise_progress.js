/** How somebody gets on with exercises; kept in this browser. */

const KEY = "exercise-progress";
const NOTHING = { right: 0, checked: 0, streak: 0, best: 0, finished: 0 };

/** @typedef {typeof NOTHING} Progress right and checked count first answers; streak: right ones in a row */

/** @returns {Progress} */
export function progress() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) || "{}");
    return Object.fromEntries(Object.entries(NOTHING).map(([name, none]) => [name, Number.isSafeInteger(stored[name]) ? stored[name] : none]));
  } catch {
    return { ...NOTHING }; // private windows may refuse
  }
}

function keep(now) {
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // It counts for this page only.
  }
}

/** The first answer to an item was checked. @param {boolean} right */
export function countAnswer(right) {
  const now = progress();
  const streak = right ? now.streak + 1 : 0;
  keep({ ...now, checked: now.checked + 1, right: now.right + Number(right), streak, best: Math.max(now.best, streak) });
}

/** All items of an exercise are right. */
export function countFinished() {
  const now = progress();
  keep({ ...now, finished: now.finished + 1 });
}

/** @returns {string} for people; empty at the beginning */
export function progressText() {
  const { right, checked, streak, best, finished } = progress();
  if (!checked) return "";
  const solved = `${finished} exercise${finished === 1 ? "" : "s"} solved`;
  return `${solved} · ${right} of ${checked} right at once · ${streak} in a row${best > streak ? `, ${best} at best` : ""}`;
}
