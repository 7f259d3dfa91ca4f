// @ts-check
/**
 * The script of the pages for visitors, who read them on phones: it has nothing of what only arbiters do.
 *
 * The keys are loaded with the first one that is pressed.
 */

import { goToTarget, refilterBoards } from "./boards.js";
import { updateCountdowns } from "./countdown.js";
import { targetOf } from "./dom.js";
import { applyFilters } from "./filter.js";
import "./follow.js";
import { afterRefresh, refresh, stopLeaving } from "./refresh.js";
import { listen } from "./updates.js";

/** Prepare the page, when it is new and after each refresh. */
function prepare() {
  refilterBoards();
  applyFilters();
  updateCountdowns(Date.now());
}

/**
 * Load the keys, and handle the first one with them.
 * @param {KeyboardEvent} event
 */
async function loadKeys(event) {
  removeEventListener("keydown", loadKeys);
  const target = targetOf(event);
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") event.preventDefault();
  await import("./keyboard.js");
  target.dispatchEvent(new KeyboardEvent("keydown", event));
}

prepare();
afterRefresh(prepare);
for (const event of ["load", "hashchange"]) addEventListener(event, goToTarget);
addEventListener("keydown", loadKeys);
addEventListener("pageshow", (event) => {
  stopLeaving();
  if (!event.persisted) return;
  listen();
  refresh();
});
setInterval(() => updateCountdowns(Date.now()), 1000);
listen();
