// @ts-check
/** Messages to the user at the edge of the window, and the texts of refusals. */

import { createElement, find, findAll, labelOf } from "./dom.js";
import { gettext } from "./text.js";

const SHORT = 4000;
const LONG = 9000;
const STORAGE_KEY = "rookery said";

/** @typedef {import("./api.js").Answer} Answer */

/**
 * Show a message for some seconds. It replaces a message with the same text.
 * @param {string} text
 * @param {object} [options]
 * @param {boolean} [options.isError] Show it longer, and in red.
 * @param {boolean} [options.stays] Show it until it is pressed.
 * @param {string} [options.button] Selects a button of the page that the message offers, too.
 * @param {[label: string, action: () => void][]} [options.actions] More buttons of the message.
 */
export function showMessage(text, { isError = false, stays = false, button = "", actions = [] } = {}) {
  const message = createElement("div", text, { className: isError ? "bad" : "", onclick: () => message.remove() });
  const original = button && find(button);
  if (original) {
    // The button is searched again when it is pressed: the page may have been refreshed.
    const press = () => find(button)?.click();
    message.append(createElement("button", labelOf(original), { type: "button", onclick: press }));
  }
  for (const [label, onclick] of actions) {
    message.append(createElement("button", label, { type: "button", onclick }));
  }
  for (const other of findAll("#said > div")) {
    if (other.firstChild?.textContent === text) other.remove();
  }
  find("#said").classList.toggle("above", isInLowerHalf(document.activeElement));
  find("#said").append(message);
  if (!stays) setTimeout(() => message.remove(), isError ? LONG : SHORT);
}

/**
 * Show an error.
 * @param {string} text
 */
export function showError(text) {
  showMessage(text, { isError: true });
}

/**
 * Return whether an element is in the lower half of the window, where a message would hide it.
 * @param {Element | null} element
 */
function isInLowerHalf(element) {
  return Boolean(element) && element !== document.body && element.getBoundingClientRect().top > innerHeight / 2;
}

/**
 * Return the text of a refusal: what is refused, the article, what can be done instead.
 * @param {Answer["data"]} data
 */
export function refusalText({ detail = gettext("Something went wrong."), article = "", instead = "" }) {
  return detail + (article ? ` (${article})` : "") + (instead ? ` ${gettext("Try:")} ${instead}.` : "");
}

/** Return the message for a page that belongs to another session. */
export const outdatedText = () => gettext("This page is out of date. Reload it.");

/**
 * Return the notes of an answer that need no confirmation.
 * @param {Answer["data"]} data
 */
function noteTexts({ cautions }) {
  return cautions.filter((caution) => caution.level === 1).map((caution) => caution.text);
}

/**
 * Show the notes of an answer that need no confirmation.
 * @param {Answer["data"]} data
 */
export function showNotes(data) {
  for (const text of noteTexts(data)) showMessage(text);
}

/**
 * Store the messages of an answer, to show them on the next page.
 * @param {Answer["data"]} data
 */
export function storeMessages(data) {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...data.said, ...noteTexts(data)]));
  } catch {
    // Without storage the next page shows no message.
  }
}

/** Show the messages that the previous page stored. */
export function showStoredMessages() {
  try {
    for (const text of JSON.parse(sessionStorage.getItem(STORAGE_KEY) || "[]")) showMessage(text);
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage there is none.
  }
}
