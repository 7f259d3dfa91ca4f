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

/** The keys that were pressed before they could be handled. @type {[HTMLElement, KeyboardEvent][]} */
const pressed = [];

/**
 * Load the keys when the first one is pressed, and handle then what was pressed meanwhile.
 * @param {KeyboardEvent} event
 */
function holdKey(event) {
  pressed.push([targetOf(event), event]);
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") event.preventDefault();
  if (pressed.length === 1) import("./keyboard.js").then(handlePressedKeys);
}

function handlePressedKeys() {
  removeEventListener("keydown", holdKey);
  for (const [target, event] of pressed) target.dispatchEvent(new KeyboardEvent("keydown", event));
}

prepare();
afterRefresh(prepare);
for (const event of ["load", "hashchange"]) addEventListener(event, goToTarget);
addEventListener("keydown", holdKey);
addEventListener("pageshow", (event) => {
  stopLeaving();
  if (!event.persisted) return;
  listen();
  refresh();
});
setInterval(() => updateCountdowns(Date.now()), 1000);
listen();
