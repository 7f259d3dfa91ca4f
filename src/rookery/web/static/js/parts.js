// @ts-check
/**
 * Parts of a page that are loaded on demand: `data-load` of a button is the address, `data-into` of the button or of an
 * element around it the id of the place.
 */

import { getText } from "./api.js";
import { find, findAll, targetOf } from "./dom.js";
import { showError } from "./messages.js";
import { keepDuringRefresh } from "./refresh.js";
import { gettext } from "./text.js";

/** @type {WeakMap<Element, object>} */
const latestRequests = new WeakMap();
/** @type {WeakMap<Element, string>} */
const loadedTexts = new WeakMap();

/**
 * Begin a request for the content of an element; return a function that tells whether it is still the latest one.
 * @param {Element} place
 * @returns {() => boolean}
 */
export function startRequest(place) {
  const request = {};
  latestRequests.set(place, request);
  return () => latestRequests.get(place) === request;
}

/**
 * Load a part of a page into an element, unless another part was requested since; return whether it could be loaded.
 * @param {Element} place
 * @param {string} url
 */
export async function loadPart(place, url) {
  const isLatest = startRequest(place);
  const html = await getText(url);
  if (html !== null && isLatest() && html !== loadedTexts.get(place)) {
    loadedTexts.set(place, html);
    place.innerHTML = html;
  }
  return html !== null;
}

/**
 * Empty an element into which a part was loaded.
 * @param {Element} place
 */
export function clearPart(place) {
  loadedTexts.delete(place);
  place.textContent = "";
}

/** @param {HTMLElement} button */
const placeOf = (button) => document.getElementById(button.closest("[data-into]").getAttribute("data-into"));

/**
 * Load the part of a button and show it.
 * @param {HTMLElement} button
 * @param {boolean} [isToggle] Hide the part if it is shown.
 */
async function openPart(button, isToggle = false) {
  const place = placeOf(button);
  const isClosing = isToggle && button.getAttribute("aria-expanded") === "true";
  if (!place) return;
  if (!isClosing && !(await loadPart(place, button.dataset.load))) {
    showError(gettext("This could not be loaded."));
    return;
  }
  place.hidden = isClosing;
  for (const other of findAll("[data-load]").filter((candidate) => placeOf(candidate) === place)) {
    other.setAttribute("aria-expanded", String(other === button && !isClosing));
  }
}

keepDuringRefresh(() => {
  const urls = findAll("[data-load][aria-expanded=true]").map((button) => button.dataset.load);
  return () => {
    for (const url of urls) {
      const button = find(`[data-load="${CSS.escape(url)}"]`);
      if (button) openPart(button);
    }
  };
});

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (targetOf(event).closest("[data-load]"));
  if (!button) return;
  event.preventDefault();
  openPart(button, true);
});
