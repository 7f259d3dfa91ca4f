// @ts-check
/**
 * Forms with `data-act` are sent without leaving the page, which is refreshed afterwards. `data-focus` names the
 * element that has the focus then. While a form is being sent it has `data-busy`.
 */

import { postForm } from "./api.js";
import { confirmWarnings } from "./dialog.js";
import { find, findAll, targetOf } from "./dom.js";
import { unsavedFields } from "./fields.js";
import { refusalText, showError, showMessage, showNotes, storeMessages } from "./messages.js";
import { queue, waitUntilSent } from "./pending_results.js";
import { refresh, refreshIfStale, startLeaving } from "./refresh.js";
import { gettext } from "./text.js";

/** The form with which the browser leaves the page. @type {HTMLFormElement | null} */
let submittedForm = null;

/**
 * Send a form and answer the questions about it. Results that were typed before are sent first: an undo takes them
 * back, and no round is paired without them.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function sendForm(form, submitter) {
  const fields = new FormData(form, submitter);
  await waitUntilSent();
  if (queue.isSending) {
    showError(gettext("Results you typed are not saved yet. Try again in a moment."));
    return;
  }
  const answer = await postConfirmed(form.action, fields);
  if (!answer) {
    showError(gettext("The desk does not answer. Check whether it was saved before you try again."));
    return;
  }
  if (answer.status !== 200) {
    if (!answer.data.warnings) showError(refusalText(answer.data)); // Otherwise the user has declined.
    return;
  }
  form.reset(); // What was chosen in it is done.
  const next = /** @type {string | null} */ (fields.get("then"));
  const isElsewhere = Boolean(next) && new URL(next, location.href).pathname !== location.pathname;
  const hasUnsaved = isElsewhere && unsavedFields().length > 0; // The next page would be without them.
  if (isElsewhere && !hasUnsaved) {
    storeMessages(answer.data);
    startLeaving();
    location.assign(next);
    return;
  }
  await refresh(true);
  document.getElementById(form.dataset.focus)?.focus();
  // Of several actions the messages of the latest are shown: all of them would hide the page.
  find("#said").replaceChildren(...findAll("#said > .bad"));
  const button = fields.get("command") === "time.undo" ? '[data-key="y"]' : "";
  for (const text of answer.data.said) showMessage(text, { button });
  showNotes(answer.data);
  if (hasUnsaved) showError(gettext("Saved. Other fields on this page are not saved yet."));
}

/**
 * Send the fields of a form, again with each confirmation that it needs.
 * @param {string} url
 * @param {FormData} fields
 */
async function postConfirmed(url, fields) {
  for (;;) {
    const answer = await postForm(url, fields);
    const tokens = answer?.data.warnings && (await confirmWarnings(answer.data));
    if (!tokens) return answer;
    fields.delete("yes");
    for (const token of tokens) fields.append("yes", token);
  }
}

/**
 * Show why a button is disabled, or press it if it is not any more: results may have come since the page was read.
 * @param {HTMLElement} button
 */
async function retryDisabledButton(button) {
  const { key = "" } = button.dataset;
  await waitUntilSent();
  await refresh(true);
  const current = find(`[data-key="${CSS.escape(key)}"]`);
  if (current && current.ariaDisabled !== "true") current.click();
  else showError(current?.title || button.title);
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (targetOf(event));
  if (!form.matches("form[data-act]")) {
    if (form.method === "dialog") return;
    startLeaving();
    submittedForm = form;
    return;
  }
  event.preventDefault();
  if (event.submitter?.ariaDisabled === "true") {
    retryDisabledButton(event.submitter);
    return;
  }
  if (form.dataset.busy) return;
  form.dataset.busy = "1";
  sendForm(form, event.submitter).finally(() => {
    delete form.dataset.busy;
    refreshIfStale();
  });
});

addEventListener("beforeunload", (event) => {
  if (unsavedFields(submittedForm).length) event.preventDefault();
});
