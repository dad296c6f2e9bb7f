// Runs before the page is drawn, so that a chosen theme does not flash; without a choice the system's holds.
const chosen = (() => { try { return localStorage.getItem("flagserver.theme"); } catch { return null; } })();
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
