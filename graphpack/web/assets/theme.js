/* the choice of dark or light holds from page to page; before anything is painted */
try {
  const kept = localStorage.getItem("graphpack-theme");
  if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
} catch { /* a browser may keep nothing */ }
