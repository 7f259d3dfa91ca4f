// @ts-check
/**
 * The players that a visitor follows. The list is kept in this browser only: `data-follow` of a button is the player,
 * as `tournament/key`. The page of the list has `data-watch`, the address of the lines, and `data-slugs`, the
 * tournaments whose changes it shows.
 */

import { find, findAll, targetOf } from "./dom.js";
import { openLine } from "./live.js";
import { link } from "./page.js";
import { loadPart } from "./parts.js";
import { afterRefresh } from "./refresh.js";

const STORAGE_KEY = "rookery watch";
const MOST = 50;
/** Milliseconds for which changes are gathered before the lines are read again. */
const DELAY = 300;

/** Return the followed players, or none where the browser keeps nothing. @returns {string[]} */
function readList() {
  try {
    const list = JSON.parse(localStorage.getItem(STORAGE_KEY) || "[]");
    return Array.isArray(list) ? list.filter((player) => typeof player === "string") : [];
  } catch {
    return [];
  }
}

/**
 * Keep the list; return whether the browser does.
 * @param {string[]} list
 */
function writeList(list) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(list.slice(-MOST)));
    return true;
  } catch {
    return false;
  }
}

/** Show on all buttons whether their player is followed. */
function showFollowed() {
  const list = readList();
  for (const button of findAll("[data-follow]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(list.includes(button.dataset.follow)));
  }
}

/** Read the lines of the watch list. */
async function showLines() {
  const place = find("#watch");
  if (!place) return;
  const list = readList();
  const isLoaded = !list.length || await loadPart(place, `${place.dataset.watch}?who=${list.map(encodeURIComponent)}`);
  if (!list.length) place.textContent = "";
  if (isLoaded) find("#watch-empty").hidden = Boolean(find("[data-row]", place));
  showFollowed();
}

let timer = 0;

/** Read the lines again soon. */
function showLinesSoon() {
  clearTimeout(timer);
  timer = setTimeout(showLines, DELAY);
}

/** Listen to the changes of all sections of the list. */
function listenToSections() {
  const slugs = find("#watch")?.dataset.slugs.split(" ").filter(Boolean) ?? [];
  const followed = readList().map((player) => player.split("/")[0]);
  for (const slug of slugs.filter((name) => followed.includes(name)).slice(0, 4)) {
    const line = openLine(link(`/p/${slug}/live`), Number(document.body.dataset.version), showLinesSoon);
    addEventListener("pagehide", () => line.close(), { once: true });
  }
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (targetOf(event).closest("[data-follow]"));
  if (!button) return;
  const player = button.dataset.follow;
  const others = readList().filter((other) => other !== player);
  const isFollowed = button.getAttribute("aria-pressed") === "true";
  if (!writeList(isFollowed ? others : [...others, player])) return;
  showFollowed();
  showLines();
});

// Another tab has changed the list.
addEventListener("storage", ({ key }) => {
  if (key !== STORAGE_KEY) return;
  showFollowed();
  showLines();
});

showFollowed();
afterRefresh(showFollowed);
if (find("#watch")) {
  showLines();
  listenToSections();
}
