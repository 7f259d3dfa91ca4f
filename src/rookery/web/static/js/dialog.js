// @ts-check
/** The dialog of the page: questions that a command raises, and menus. */

import { find } from "./dom.js";
import { pause } from "./page.js";

/** @typedef {import("./api.js").Answer} Answer */

/** Milliseconds after which a question can be answered: nobody has read it before. */
const READING_TIME = 300;
/** The time from which the latest question can be answered by a key. */
let readableFrom = 0;

/**
 * Open the dialog.
 * @param {number} level The level of the warning, which sets the colour.
 * @param {string} html
 * @param {(button: HTMLButtonElement | null) => void} [onClose] Receives the button, or null if there was none.
 * @param {(form: HTMLElement) => void} [prepare] Is called before the dialog is shown.
 * @returns {HTMLDialogElement}
 */
export function openDialog(level, html, onClose = () => {}, prepare = () => {}) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#question"));
  let isOpen = true;
  /** @param {HTMLButtonElement | null} button */
  const close = (button) => {
    if (!isOpen) return;
    isOpen = false;
    dialog.close();
    onClose(button);
  };
  dialog.className = `question l${level}`;
  dialog.innerHTML = `<form method="dialog">${html}</form>`;
  find("form", dialog).addEventListener("submit", (event) => {
    event.preventDefault();
    close(/** @type {HTMLButtonElement} */ (event.submitter));
  });
  find("[data-no]", dialog)?.addEventListener("click", (event) => {
    event.preventDefault();
    close(null);
  });
  dialog.onclose = () => {
    if (!dialog.open) close(null); // The event comes late, maybe when the next question is open.
  };
  prepare(find("form", dialog));
  dialog.showModal();
  return dialog;
}

/**
 * Ask the user about the warnings of an answer; return the tokens that confirm them, or null if the user declines.
 * It waits until another dialog is closed: a question that is replaced would never be answered.
 * @param {Answer["data"]} data
 * @returns {Promise<string[] | null>}
 */
export async function confirmWarnings(data) {
  while (/** @type {HTMLDialogElement} */ (find("#question")).open) await pause(20);
  const level = Math.max(...data.warnings.map((warning) => warning.level));
  return new Promise((resolve) => {
    openDialog(level, data.html, (button) => resolve(button ? data.tokens : null), disableUntilReadable);
  });
}

/**
 * Disable a question until it can have been read, so that no key answers it that was meant for something else.
 * @param {HTMLElement} form
 */
export async function disableUntilReadable(form) {
  form.inert = true;
  readableFrom = Infinity;
  // The second frame begins when the first one is on the screen.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await pause(READING_TIME);
  readableFrom = performance.now(); // A timer may fire early: what counts is when the form can be used.
  form.inert = false;
  find("[data-no]", form)?.focus();
}

/**
 * Return whether a key was pressed before the open question could be read, or is held down since.
 * @param {KeyboardEvent} event
 */
export function isTooEarly(event) {
  return event.repeat || event.timeStamp < readableFrom;
}
