// Runs before anything is drawn, so that a chosen theme does not flash; settings.js changes it later.
(() => {
  let theme = "auto";
  try {
    theme = localStorage.getItem("theme") || "auto";
  } catch {
    // Storage can be forbidden; then the system's theme is shown until the settings arrive.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
})();
