// Keys, the theme, closed filters in a narrow window, where a waveform begins, and nothing else: every page is whole without this file.
"use strict";

const rows = [...document.querySelectorAll(".row")];
let here = rows.findIndex((row) => "#" + row.id === location.hash);

function go(step) {
  if (!rows.length) return;
  if (rows[here]) rows[here].classList.remove("here");
  here = Math.max(0, Math.min(rows.length - 1, here + step));
  rows[here].classList.add("here");
  rows[here].scrollIntoView({ block: rows[here].id ? "start" : "nearest" });
  if (rows[here].id) history.replaceState(null, "", "#" + rows[here].id);
}

function follow(selector) {
  const link = document.querySelector(selector);
  if (link) link.click();
}

function fold() {
  const folds = [...document.querySelectorAll(".fold")];
  const open = folds.some((each) => !each.open);
  folds.forEach((each) => { each.open = open; });
}

const keys = {
  j: () => go(1),
  k: () => go(-1),
  Enter: () => { const link = rows[here] && rows[here].querySelector("td a"); if (link) link.click(); },
  "/": () => { const field = document.getElementById("search"); if (field) { field.focus(); field.select(); } else follow("#up"); },
  n: () => follow("a[rel=next]"),
  p: () => follow("a[rel=prev]"),
  d: () => follow("#disagreeing"),
  f: fold,
  u: () => follow("#up"),
  "?": () => document.getElementById("keys").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLInputElement) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const act = keys[event.key];
  if (!act || document.querySelector("dialog[open]")) return;
  if (event.key === "Enter" && event.target !== document.body) return;
  event.preventDefault();
  act();
});

document.querySelectorAll("tr.row").forEach((row) => row.addEventListener("click", (event) => {
  if (event.target.closest("a") || String(getSelection())) return;
  row.querySelector("td a").click();
}));

// In a narrow window the list comes first: of the filters, only those that are set are open.
if (matchMedia("(max-width: 900px)").matches) {
  document.querySelectorAll(".facet").forEach((facet) => { facet.open = !!facet.querySelector(".on"); });
}

// A waveform begins where the program first differs from the reference.
document.querySelectorAll(".waves").forEach((waves) => {
  const mark = waves.querySelector(".differs");
  if (mark) waves.scrollLeft += mark.getBoundingClientRect().left - waves.getBoundingClientRect().left - waves.clientWidth / 2;
});

document.getElementById("help").addEventListener("click", keys["?"]);

const root = document.documentElement;
function themed(theme) {
  if (theme) root.dataset.theme = theme;
}
try { themed(localStorage.getItem("theme")); } catch { /* no storage: the system's theme */ }
document.getElementById("theme").addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  themed(dark ? "light" : "dark");
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* it lasts for this page */ }
});
