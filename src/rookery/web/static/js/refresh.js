// @ts-check
/**
 * Read the page again and replace its parts, without taking from the user what is being typed.
 *
 * Elements with `data-stay` and an id stay as they are. The body has `data-reading` while the page is read.
 */

import { getText } from "./api.js";
import { find, findAll } from "./dom.js";
import { isEditing, rememberChangedFields, rememberFocus } from "./fields.js";
import { outdatedText, showError } from "./messages.js";
import { pageVersion, setFlag, userName } from "./page.js";
import { queue } from "./pending_results.js";

const PARTS = ["side", "top", "work", "look", "keys"];
/** Milliseconds for which the page is taken to be left after a form or a download has begun. */
const LEAVING_TIME = 5000;

/** @type {Promise<void> | null} */
let running = null;
let isStale = false;
let isLeaving = false;
/** The version that the page had when it was read, or that all its rows have since. */
let shownVersion = pageVersion();

/** @type {(() => void)[]} */
const steps = [];
/** @type {(() => () => void)[]} */
const memories = [];

/**
 * Call a function after each refresh.
 * @param {() => void} step
 */
export function afterRefresh(step) {
  steps.push(step);
}

/**
 * Call a function before each refresh, and the function that it returns after it.
 * @param {() => () => void} remember
 */
export function keepDuringRefresh(remember) {
  memories.push(remember);
}

/** Refresh the page as soon as nothing speaks against it. */
export function markStale() {
  isStale = true;
}

/** Return whether the page shows something that is out of date, or is being read. */
export const isOutdated = () => isStale || running !== null;

/**
 * Return whether the page does not show a version yet.
 * @param {number} version
 */
export const isNews = (version) => version > shownVersion;

/**
 * Record that the page shows a version, although it was not read again.
 * @param {number} version
 */
export function setShownVersion(version) {
  shownVersion = Math.max(version, shownVersion);
}

/** Refresh the page if it is stale and nobody is busy with it. */
export function refreshIfStale() {
  if (!isStale || isBusy()) return;
  isStale = false;
  refresh();
}

/** Do not refresh for a while: the user goes to another page, or downloads a file. */
export function startLeaving() {
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
    refreshIfStale();
  }, LEAVING_TIME);
}

/** The page is there: the browser shows it, maybe from its history. */
export function stopLeaving() {
  isLeaving = false;
}

/** Return whether refreshing would take something from the user. */
export function isBusy() {
  return isLeaving || Boolean(find("dialog[open], form[data-busy]")) || queue.entries.length > 0 || isEditing();
}

/**
 * Read the page again and replace its parts.
 * @param {boolean} [isForced] Do it even if the user is busy: it follows from what the user has done.
 * @returns {Promise<void>}
 */
export async function refresh(isForced = false) {
  if (!isForced && (running || isBusy())) {
    isStale = true;
    setFlag("reading", running !== null);
    return;
  }
  while (running) await running; // It may be older than what has just been done.
  running = replaceParts(isForced).finally(() => {
    running = null;
    setFlag("reading", isStale);
    if (!isStale) return;
    isStale = false;
    setTimeout(refresh, 50);
  });
  setFlag("reading", true);
  await running;
}

/**
 * @param {boolean} isForced
 */
async function replaceParts(isForced) {
  const html = await getText(location.href, { "X-Rookery-Part": "page" });
  if (!html) return;
  const page = new DOMParser().parseFromString(html, "text/html");
  const { version, csrfToken, who } = page.body.dataset;
  if (who !== userName()) {
    showError(outdatedText()); // What was typed here is not for another user to send.
    return;
  }
  const isOld = Number(version) < pageVersion();
  if (isOld || (!isForced && isBusy())) {
    isStale = true;
    return;
  }
  const restoreFocus = rememberFocus();
  const restoreFields = rememberChangedFields();
  const restore = memories.map((remember) => remember());
  for (const id of PARTS) replacePart(document.getElementById(id), page.getElementById(id));
  Object.assign(document.body.dataset, { version, csrfToken });
  shownVersion = Number(version);
  for (const step of steps) step();
  restoreFields();
  for (const step of restore) step();
  restoreFocus();
}

/**
 * @param {HTMLElement | null} old
 * @param {HTMLElement | null} successor
 */
function replacePart(old, successor) {
  if (!old || !successor) return;
  const top = old.scrollTop;
  for (const element of findAll("[data-stay][id]", old)) find(`#${element.id}`, successor)?.replaceWith(element);
  old.replaceWith(successor);
  successor.scrollTop = top;
}

document.addEventListener("focusout", () => setTimeout(refreshIfStale, 150));
