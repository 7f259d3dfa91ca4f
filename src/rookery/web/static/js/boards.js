// @ts-check
/**
 * The boards of a round: rows `tr[data-board]` of `table[data-grid]`. One row is selected: Tab comes to it alone. A
 * table with `data-frozen` takes no results; its value is the reason. A selected row with `data-offered` was not
 * chosen by the user: no key is meant for it.
 */

import { find, findAll, itemAfter, targetOf } from "./dom.js";
import { pause, tournamentId } from "./page.js";
import { clearPart, loadPart, startRequest } from "./parts.js";
import { queue } from "./pending_results.js";
import { keepDuringRefresh, refresh } from "./refresh.js";
import { formatTime, gettext } from "./text.js";

/** @typedef {import("./pending_results.js").BoardId} BoardId */

const ROWS = "table[data-grid] tr[data-board]";
/** Milliseconds for which a row must stay selected before its details are loaded. */
const DETAILS_DELAY = 120;

/** The boards that are shown: "all", "open", or those to "check". */
let shownBoards = "all";
/** Whether all boards had a result when they were counted last; null without boards. @type {boolean | null} */
let wasComplete = null;

/** Return the rows of all boards that are shown. */
export const boardRows = () => findAll(ROWS).filter((row) => !row.hidden);

/**
 * Return whether a board has no result.
 * @param {HTMLElement} row
 */
export const isPending = (row) => row.dataset.result === "pending";

/** Return the selected row. */
export const selectedRow = () => boardRows().find((row) => row.tabIndex === 0);

/**
 * Return whether a row is selected only because the row before it is gone.
 * @param {HTMLElement} row
 */
export const isOffered = (row) => "offered" in row.dataset;

/**
 * Return the row of the board of a result, or null.
 * @param {BoardId} board
 * @returns {HTMLElement | null}
 */
export function findRow(board) {
  if (board.of !== tournamentId()) return null;
  const { white, black, game, round } = board;
  const selectors = Object.entries({ white, black, game, round }).map(
    ([name, value]) => `[data-${name}="${CSS.escape(String(value))}"]`,
  );
  return find(`table[data-grid] tr${selectors.join("")}`);
}

/**
 * Return the row with a number on it, or null.
 * @param {string} number
 */
export const findBoard = (number) => find(`tr[data-board="${CSS.escape(number)}"]`);

/**
 * Select a row and go to it.
 * @param {HTMLElement | null | undefined} row
 */
export function goToRow(row) {
  if (!row) return;
  selectRow(row);
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

/** Go to the board that the address names, or into the form to which it leads. */
export function goToTarget() {
  const board = findBoard(/^#board-([\d.]+)$/.exec(location.hash)?.[1] ?? "");
  if (board) goToRow(board);
  else find(":target:not(#work) :is(input:not([type=hidden]), select, textarea)")?.focus();
}

/**
 * Go to another row.
 * @param {number} offset
 */
export function moveSelection(offset) {
  const row = selectedRow();
  goToRow(row && isOffered(row) ? row : itemAfter(boardRows(), row, offset));
}

/**
 * Select a row of its table: Tab comes to it alone.
 * @param {HTMLElement} row
 */
export function selectRow(row) {
  const table = row.closest("table, [data-rows]");
  for (const other of findAll(":is(tr, [data-row])[tabindex='0']", table)) other.tabIndex = -1;
  row.tabIndex = 0;
  delete row.dataset.offered;
  if (row.dataset.board) showDetails(row);
}

/** Mark the selected row as one that the user has not chosen. */
function offerSelectedRow() {
  const row = selectedRow();
  if (row) row.dataset.offered = "";
}

/**
 * Load the details of a board beside the boards, once its results are sent.
 * @param {HTMLElement} row
 */
async function showDetails(row) {
  const place = find("#board");
  if (!place) return;
  const isLatest = startRequest(place);
  do await pause(DETAILS_DELAY);
  while (queue.entries.length && !queue.isFailing && isLatest());
  if (isLatest() && !(await loadPart(place, place.dataset.boardAt + row.dataset.board))) clearPart(place);
}

/**
 * Turn a result round if the player at the left of a row has Black, as in a match of teams. Twice gives the same again.
 * @param {HTMLElement | null} row
 * @param {string} result
 */
export function orientResult(row, result) {
  return row && "turned" in row.dataset ? result.replace(/^(.)([-/])(.)/, "$3$2$1") : result;
}

/**
 * Show a result at its board.
 * @param {HTMLElement} row
 * @param {string} result
 * @param {{ time?: string, isSaving?: boolean }} [options]
 */
export function showResult(row, result, { time = "", isSaving = false } = {}) {
  const [, left, right, unrated] = orientResult(row, result).match(/^(.)[-/](.)( unrated)?$/) || [];
  const cell = find(".score", row);
  row.dataset.result = result;
  row.classList.toggle("saving", isSaving);
  cell.textContent = result === "adjourned" ? gettext("adjourned") : "";
  if (left) {
    const dash = document.createElement("i");
    dash.textContent = "–";
    cell.append(left.replace("-", "−"), dash, right.replace("-", "−"));
  }
  if (unrated) {
    const note = document.createElement("small");
    note.textContent = gettext("unrated");
    cell.append(note);
  }
  if (time) {
    find(".who", row)?.replaceChildren(time);
    row.classList.remove("check");
  }
  queueMicrotask(updateCounts); // Once all boards show what they are to show.
}

/**
 * Show at a board a result that is not saved yet.
 * @param {HTMLElement} row
 * @param {string} result
 */
export function showUnsavedResult(row, result) {
  showResult(row, result, { time: formatTime(new Date()), isSaving: true });
}

/**
 * Read the score of the match of a board again: the server counts it.
 * @param {HTMLElement | null} row
 */
export function reloadMatchScore(row) {
  const cell = row?.dataset.match && find(`tr[data-match="${row.dataset.match}"] [data-fresh]`);
  if (cell) loadPart(cell, cell.dataset.fresh);
}

/** Count the boards. When the last result comes, or is taken back, the page offers another next step. */
export function updateCounts() {
  const rows = findAll(ROWS);
  if (!rows.length) {
    wasComplete = null;
    return;
  }
  const open = rows.filter(isPending).length;
  const ended = rows.length - open;
  const check = rows.filter(isToDecide).length;
  /** @type {Record<string, any>} */
  const counts = { open, ended, check, note: open ? gettext("%(many)s open", { many: open }) : "" };
  for (const element of findAll("[data-count]")) element.textContent = counts[element.dataset.count];
  for (const progress of /** @type {HTMLProgressElement[]} */ (findAll(".strip progress"))) progress.value = ended;
  const isComplete = open === 0;
  const hasChanged = wasComplete !== null && wasComplete !== isComplete;
  wasComplete = isComplete;
  if (hasChanged) refresh();
}

/**
 * Return whether the arbiter has to decide a game: it is adjourned, or its players have sent different results.
 * @param {HTMLElement} row
 */
function isToDecide(row) {
  const { white, black, game } = row.dataset;
  return row.classList.contains("check") || Boolean(find(`[data-decide="${white}-${black}/${game || 0}"]`));
}

/** Show the same selection of boards again, after their rows have changed. */
export function refilterBoards() {
  if (shownBoards !== "all") filterBoards(shownBoards);
}

/**
 * Show all boards, the open ones, or those to check.
 * @param {string} selection
 */
export function filterBoards(selection) {
  shownBoards = selection;
  /** @type {Record<string, (row: HTMLElement) => boolean>} */
  const filters = { all: () => true, open: isPending, check: isToDecide };
  const isShown = filters[selection];
  for (const button of findAll("[data-show]")) {
    button.setAttribute("aria-pressed", String(button.dataset.show === selection));
  }
  for (const row of findAll(ROWS)) row.hidden = !isShown(row);
  for (const heading of findAll("table[data-grid] tr.match")) {
    const boards = findAll(`tr[data-board][data-match="${heading.dataset.match}"]`);
    heading.hidden = selection !== "all" && !boards.some(isShown);
  }
  if (selectedRow() || !boardRows().length) return;
  selectRow(boardRows()[0]);
  offerSelectedRow();
}

keepDuringRefresh(() => {
  const number = selectedRow()?.dataset.board;
  return () => {
    const row = number && find(`tr[data-board="${number}"]:not([hidden])`);
    if (row) selectRow(row);
    else if (number) offerSelectedRow();
  };
});

document.addEventListener("focusin", (event) => {
  const target = targetOf(event);
  if (target.matches?.("table[data-grid] tr[data-board], [data-rows] [data-row]")) selectRow(target);
});

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (targetOf(event).closest("[data-show]"));
  if (button) filterBoards(button.dataset.show);
});
