// @ts-check
/**
 * The results that were typed and are not saved yet. Each is stored in the browser by itself, so that several tabs can
 * type results at once and no result is lost with its page.
 */

import { findAll } from "./dom.js";
import { pageVersion, pause, setFlag, tournamentUrl, userName } from "./page.js";
import { gettext } from "./text.js";

/**
 * A result that waits to be saved. `of` to `when` stay in the browser; the rest is the command.
 * @typedef {object} PendingResult
 * @property {string} of The id of the tournament.
 * @property {string} to The address of the tournament.
 * @property {string} by The user who typed it.
 * @property {string} board
 * @property {string} [event] The name of the tournament.
 * @property {number} when
 * @property {string} typed The result as it was typed: in a match of teams it may be turned.
 * @property {string} command
 * @property {string} id
 * @property {number} round
 * @property {string} white
 * @property {string} black
 * @property {number} game
 * @property {string} result
 * @property {string} was The result that the board had before.
 * @property {string[]} [acknowledged] Tokens that confirm warnings.
 */

/** The state of the queue. It is failing while the server does not answer, or reports an error. */
export const queue = {
  /** @type {PendingResult[]} */
  entries: [],
  isSending: false,
  isFailing: false,
};

const PREFIX = "rookery ";

/** @param {PendingResult} entry */
const storageKey = (entry) => `${PREFIX}${entry.of} ${entry.id}`;

/**
 * Store a result while it is in the queue, and remove it from the browser once it is not.
 * @param {PendingResult} entry
 */
export function storeEntry(entry) {
  const current = queue.entries.find((other) => other.id === entry.id);
  try {
    if (current) localStorage.setItem(storageKey(current), JSON.stringify(current));
    else localStorage.removeItem(storageKey(entry));
  } catch {
    // Private windows store nothing.
  }
  showQueueLength();
}

/**
 * Return the results that pages which are closed have stored, of every tournament that the page lists, by time.
 * @returns {PendingResult[]}
 */
export function loadEntries() {
  const links = /** @type {HTMLAnchorElement[]} */ (findAll("a[data-stream]"));
  const tournaments = new Map(links.map((link) => [link.dataset.stream, { to: link.pathname, event: link.title }]));
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    const stored = keys.map((key) => JSON.parse(localStorage[key])).filter((entry) => tournaments.has(entry.of));
    // An entry without a user was stored by an earlier version: it belongs to this one.
    const entries = stored.map((entry) => ({ by: userName(), ...entry, ...tournaments.get(entry.of) }));
    return entries.sort((entry, other) => entry.when - other.when);
  } catch {
    return [];
  }
}

/** Show how many results wait to be saved, or the version that is saved. */
export function showQueueLength() {
  const number = queue.entries.length;
  const version = gettext("version %(number)s", { number: document.body.dataset.version });
  const text = number ? gettext("Saving %(number)s …", { number }) : `${gettext("All saved")} · ${version}`;
  for (const element of findAll("#saved")) element.textContent = text;
  if (number) document.body.dataset.waiting = String(number);
  else setFlag("waiting", false);
}

/**
 * Take over a version that the server has reported.
 * @param {number} version
 */
export function advanceVersion(version) {
  const newest = Math.max(version, pageVersion());
  document.body.dataset.version = String(newest);
  for (const element of findAll("[data-log]")) element.textContent = newest.toLocaleString("en");
  showQueueLength();
}

/** Wait until all results are sent, or sending fails. */
export async function waitUntilSent() {
  while (queue.isSending && !queue.isFailing) await pause(20);
}

/**
 * Create an entry for a result that was typed.
 * @param {Pick<PendingResult, "of" | "board" | "typed" | "id" | "round" | "white" | "black" | "game" | "result" |
 * "was">}   fields
 * @returns {PendingResult}
 */
export function createEntry(fields) {
  const when = performance.timeOrigin + performance.now();
  return { ...fields, to: tournamentUrl(), by: userName(), when, command: "result.enter" };
}

/**
 * Return the command of an entry, as the server expects it.
 * @param {PendingResult} entry
 */
export function commandOf(entry) {
  const { of: _of, to: _to, by: _by, board: _board, event: _event, when: _when, typed: _typed, ...command } = entry;
  return command;
}

/**
 * @typedef {object} BoardId
 * @property {string} [of]
 * @property {string | number} round
 * @property {string} white
 * @property {string} black
 * @property {string | number} game
 */

const BOARD_FIELDS = /** @type {const} */ (["of", "round", "white", "black", "game"]);

/**
 * Return whether two results belong to one board.
 * @param {BoardId} entry
 * @param {BoardId} other
 */
export function isSameBoard(entry, other) {
  return BOARD_FIELDS.every((name) => entry[name] === other[name]);
}
