// Runs before anything is drawn, so that a chosen theme does not flash; settings.js changes it later.
(() => {
  let [theme, look, board] = ["auto", "", ""];
  try {
    theme = localStorage.getItem("theme") || "auto";
    look = localStorage.getItem("look") || "";
    board = localStorage.getItem("board") || "";
  } catch {
    // Storage can be forbidden; then the system's theme is shown until the settings arrive.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (look) document.documentElement.dataset.look = look;
  if (board) document.documentElement.dataset.board = board;
})();
