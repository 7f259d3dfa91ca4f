// @ts-check
/**
 * Results are shown at once, sent in order, and kept in the browser until the server has answered. The body has
 * `data-sending` while they are sent, and `data-waiting` with their number until all are saved.
 */

import { postCommand } from "./api.js";
import {
  filterBoards, findBoard, findRow, goToRow, moveSelection, orientResult, reloadMatchScore, showResult,
  showUnsavedResult, updateCounts,
} from "./boards.js";
import { confirmWarnings, openDialog } from "./dialog.js";
import { createElement, find, setVisible, targetOf } from "./dom.js";
import { refusalText, showError, showMessage, showNotes } from "./messages.js";
import { newId, pause, setFlag, tournamentId, userName } from "./page.js";
import {
  advanceVersion, commandOf, createEntry, isSameBoard, loadEntries, queue, showQueueLength, storeEntry,
} from "./pending_results.js";
import { markStale, refreshIfStale } from "./refresh.js";
import { gettext } from "./text.js";

/** @typedef {import("./pending_results.js").PendingResult} PendingResult */
/** @typedef {import("./api.js").Answer} Answer */

/** The results that keys enter; White is at the left. @type {Record<string, string>} */
export const RESULT_KEYS = {
  1: "1-0", 0: "0-1", 5: "½-½", "=": "½-½", "+": "+/-", "-": "-/+", "−": "-/+",
};
/** Milliseconds after which a result is sent again. */
const TIMEOUT = 15000;
/** Milliseconds between two attempts to send a result. */
const RETRY_PAUSE = 1000;

/** How many times in a row the server has reported an error. */
let errorCount = 0;

/**
 * Enter a result as it is typed: in a row whose left player has Black it is turned.
 * @param {HTMLElement} row
 * @param {string} typed
 */
export function enterTyped(row, typed) {
  enterResult(row, orientResult(row, typed));
}

/**
 * Enter a result.
 * @param {HTMLElement} chosenRow
 * @param {string} result
 */
export function enterResult(chosenRow, result) {
  const of = tournamentId();
  const board = /** @type {any} */ (chosenRow.dataset);
  const row = findRow({ of, ...board }) || chosenRow; // The page may have been refreshed since it was chosen.
  const { board: number, round, white, black, game, result: was } = row.dataset;
  if (was === result) return;
  const table = row.closest("table");
  if ("frozen" in table.dataset) {
    if (table.dataset.frozen) showError(table.dataset.frozen);
    return;
  }
  const entry = createEntry({
    of, board: number, typed: orientResult(row, result), id: newId(), round: Number(round), white, black,
    game: Number(game), result, was,
  });
  queue.entries.push(entry); // First: whatever is read from now on is older than it.
  showUnsavedResult(row, result);
  row.classList.add("just");
  storeEntry(entry);
  sendResults();
}

/** Send the results that wait, one after another. */
export async function sendResults() {
  if (queue.isSending) return;
  queue.isSending = true;
  setFlag("sending", true);
  while (queue.entries.length) {
    if (!(await sendEntry(queue.entries[0]))) break;
  }
  queue.isSending = false;
  setFlag("sending", false);
  refreshIfStale();
}

/**
 * Send the first result of the queue, and remove it if it was saved or refused.
 * @param {PendingResult} entry
 * @returns {Promise<boolean>} Whether to go on with the queue.
 */
async function sendEntry(entry) {
  const answer = await postCommand(entry.to, commandOf(entry), AbortSignal.timeout(TIMEOUT));
  showConnection(answer);
  if (queue.isFailing) {
    await pause(RETRY_PAUSE);
    return true; // The same id is sent again, so that the result is written once.
  }
  if (answer.status === 403) {
    showError(`${refusalText(answer.data)} ${gettext("Your results are kept in this browser.")}`);
    return false;
  }
  entry.acknowledged = answer.data.warnings && (await confirmWarnings(answer.data));
  if (entry.acknowledged) return true;
  settle(entry, answer);
  if (queue.entries[0] === entry) queue.entries.shift();
  if (answer.data.version && entry.of === tournamentId()) advanceVersion(answer.data.version);
  storeEntry(entry);
  return true;
}

/**
 * Show whether the server answers, and whether it reports errors. One error may be of a moment; after a second one the
 * user is told why nothing is saved.
 * @param {Answer | null} answer
 */
function showConnection(answer) {
  errorCount = answer?.status >= 500 ? errorCount + 1 : 0;
  queue.isFailing = !answer || errorCount > 0;
  setVisible("#offline", !answer);
  const reason = find("#fault b");
  if (answer?.data.code && answer.status === 503 && reason) reason.textContent = refusalText(answer.data);
  setVisible("#fault", errorCount > 1);
}

/**
 * Show what became of a result: saved, refused, declined by the user, or late. A board for which a newer result waits
 * goes on showing that one.
 * @param {PendingResult} entry
 * @param {Answer} answer
 */
function settle(entry, answer) {
  const row = findRow(entry);
  const isReplaced = queue.entries.some((other) => other !== entry && isSameBoard(other, entry));
  if (answer.status === 200) {
    if (answer.data.repeated) markStale(); // It was written some time ago: the board may have another result now.
    else if (!isReplaced) row?.classList.remove("saving");
    reloadMatchScore(row);
    showNotes(answer.data);
    return;
  }
  markStale(); // The server knows what else the row says.
  const { code, found, warnings } = answer.data;
  if (code === "stale") {
    showConflict(entry, answer.data);
    if (!row || isReplaced) return;
    showResult(row, found);
    row.classList.remove("just");
    row.classList.add("check");
    return;
  }
  if (!warnings) showError(refusalText(answer.data));
  takeBack(entry, row);
}

/**
 * Take back a result that was not written: the next one for its board replaces what was there before.
 * @param {PendingResult} entry
 * @param {HTMLElement | null} row
 */
function takeBack(entry, row) {
  const findNext = () => queue.entries.find((other) => other !== entry && isSameBoard(other, entry));
  let next = findNext();
  if (next?.result === entry.was) {
    const redundant = next; // The board has it already.
    queue.entries = queue.entries.filter((other) => other !== redundant);
    storeEntry(redundant);
    next = findNext();
  }
  if (next) {
    next.was = entry.was;
    storeEntry(next);
  } else if (row) {
    showResult(row, entry.was);
    row.classList.remove("just");
    find(".who", row).textContent = "";
  }
}

/**
 * Show that another user entered a result before, and offer to replace it.
 * @param {PendingResult} entry
 * @param {{ by: string, found: string }} stale
 */
function showConflict(entry, { by, found }) {
  const row = findRow(entry);
  const describe = (/** @type {string} */ result) => (
    result === "pending" ? gettext("no result") : orientResult(row, result)
  );
  const values = { board: entry.board, user: by, found: describe(found), result: describe(entry.result) };
  const text = by
    ? gettext("Board %(board)s: %(user)s entered %(found)s before you. Your %(result)s was not saved.", values)
    : gettext("Board %(board)s: the result is now %(found)s. Your %(result)s was not saved.", values);
  const replaceResult = () => {
    const { acknowledged: _acknowledged, ...fields } = entry;
    const replacement = { ...fields, id: newId(), was: found };
    queue.entries.push(replacement);
    const current = findRow(replacement);
    if (current) showUnsavedResult(current, replacement.result);
    storeEntry(replacement);
    sendResults();
  };
  showMessage(text, {
    isError: true,
    stays: true,
    actions: [
      [gettext("Keep %(result)s", { result: values.found }), () => {}],
      [gettext("Change to %(result)s", { result: values.result }), replaceResult],
    ],
  });
}

/**
 * List the results that other users typed in this browser. They are sent when those users are back; whoever is here
 * sees the boards, and may type the results as well.
 * @param {PendingResult[]} entries
 */
function showEntriesOfOthers(entries) {
  const users = [...new Set(entries.map((entry) => entry.by))];
  const notes = users.map((user) => {
    const own = entries.filter((entry) => entry.by === user);
    const text = gettext(
      "Results of %(user)s that are not saved yet: %(number)s. They are sent when %(user)s signs in again.",
      { user, number: own.length },
    );
    const children = [createElement("summary", text), ...own.map(linkTo)];
    return createElement("details", "", { className: "note waits" }, ...children);
  });
  find("#left")?.replaceChildren(...notes);
}

/**
 * Create a link to the round of a result.
 * @param {PendingResult} entry
 */
function linkTo({ to, ...entry }) {
  const result = entry.result === "pending" ? gettext("no result") : entry.typed || entry.result;
  const text = gettext("%(event)s, round %(round)s, board %(board)s: %(result)s", { ...entry, result });
  return createElement("a", text, { href: `${to}/round/${entry.round}` });
}

/** Show the results that wait at their boards. */
export function showEntries() {
  for (const entry of queue.entries) {
    const row = findRow(entry);
    if (row) showUnsavedResult(row, entry.result);
  }
  updateCounts();
  if (queue.entries.length) showQueueLength();
}

/** Take over the results that were typed on pages which are closed. */
export function loadQueue() {
  const entries = loadEntries();
  queue.entries = entries.filter((entry) => entry.by === userName());
  showEntriesOfOthers(entries.filter((entry) => entry.by !== userName()));
}

/**
 * Ask for one of the less frequent results.
 * @param {HTMLElement} row
 */
export function chooseResult(row) {
  const dialog = openDialog(2, find("#every-result").innerHTML, (button) => {
    if (button) enterTyped(row, button.value);
  });
  find("h2", dialog).textContent = gettext("Result of board %(number)s", { number: row.dataset.board });
  find(".row .btn", dialog).focus();
}

/**
 * Go to the board in a field, and enter the result behind its number. What is not understood stays in the field.
 * @param {HTMLInputElement} field
 */
export function goToTypedBoard(field) {
  const [, number = "", key = ""] = field.value.trim().match(/^([\d.]+)\s*(?:[=:](?=.))?\s*(\S*)$/) || [];
  const row = number ? findBoard(number) : null;
  const error = typedBoardError(number, key, row, field.value);
  if (error) {
    field.select();
    showError(error);
    return;
  }
  field.value = "";
  if (row.hidden) filterBoards("all");
  goToRow(row);
  if (key) enterAndMoveOn(row, RESULT_KEYS[key]);
}

/**
 * @param {string} number
 * @param {string} key
 * @param {HTMLElement | null} row
 * @param {string} text
 */
function typedBoardError(number, key, row, text) {
  if (number && find(`tr[data-vacant="${CSS.escape(number)}"]`)) {
    return gettext("Board %(board)s is vacant, so it is a forfeit.", { board: number });
  }
  if (!row) return gettext("There is no board %(text)s.", { text: number || text });
  if (!key || key in RESULT_KEYS) return "";
  return gettext("%(text)s is not a result. Use 1, 0, 5 (draw), + or -.", { text: key });
}

/**
 * Enter a result and go to the next board.
 * @param {HTMLElement} row
 * @param {string} typed
 */
export function enterAndMoveOn(row, typed) {
  enterTyped(row, typed);
  moveSelection(1);
}

document.addEventListener("click", (event) => {
  const target = targetOf(event);
  const row = /** @type {HTMLElement} */ (target.closest("tr[data-board]"));
  if (!row) return;
  goToRow(row);
  const button = /** @type {HTMLElement} */ (target.closest("button[data-result]"));
  if (button) enterAndMoveOn(row, button.dataset.result);
  else if (target.closest("[data-other]")) chooseResult(row);
});
