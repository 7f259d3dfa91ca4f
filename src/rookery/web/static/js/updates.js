// @ts-check
/**
 * What other users do appears on the page as they do it. The body has `data-live`, the kinds of messages after which
 * the page is refreshed, and `data-heard`, the latest message that was handled.
 */

import { findRow, reloadMatchScore, showResult } from "./boards.js";
import { find, setVisible } from "./dom.js";
import { openLine } from "./live.js";
import { isLiveFor, pageVersion, tournamentId, tournamentUrl } from "./page.js";
import { advanceVersion, isSameBoard, queue } from "./pending_results.js";
import { isNews, isOutdated, markStale, refresh, setShownVersion } from "./refresh.js";
import { formatTime } from "./text.js";

/** @typedef {import("./live.js").Message} Message */

/** @type {ReturnType<typeof openLine> | null} */
let line = null;
/** What is done when the server answers again. */
let reconnected = () => {};

/** Refresh the page unless it updates itself. */
function refreshIfLive() {
  if (document.body.dataset.live) refresh();
}

/**
 * Show the result that another user has entered, unless a result for the same board waits to be saved.
 * @param {Message} message
 */
function showReceivedResult({ version, data }) {
  const result = { ...data, of: tournamentId() };
  const row = findRow(result);
  const waiting = queue.entries.filter((entry) => isSameBoard(entry, result));
  if (row && !waiting.length && isNews(version)) {
    showResult(row, result.result, { time: result.at ? formatTime(new Date(result.at)) : "" });
    find(".who", row)?.setAttribute("title", result.by || "");
    reloadMatchScore(row);
  } else if (row && waiting.length && !waiting.some((entry) => entry.result === result.result)) {
    markStale(); // The page is read once ours are answered.
  }
  advanceVersion(version);
  if (!isOutdated()) setShownVersion(version);
  if (isLiveFor("result")) refresh();
}

/** @type {Record<Message["event"], (message: Message) => void>} */
const HANDLERS = {
  open: () => setVisible("#offline", false),
  lost: () => setVisible("#offline", true),
  refused() {
    setVisible("#offline", false);
    refreshIfLive();
  },
  hello: () => reconnected(),
  missed({ version }) {
    if (isNews(version)) refreshIfLive();
  },
  claim({ version }) {
    advanceVersion(version);
    if (isLiveFor("claim")) {
      if (isNews(version)) refresh();
    } else if (!isOutdated()) setShownVersion(version); // It changes nothing on other pages.
  },
  change({ version, data }) {
    // Hundreds of players check in within minutes: only the pages of the check-in are read again after each of them.
    const kinds = new Set(data.kinds);
    const isTick = kinds.size === 1 && kinds.has("checkin.marked");
    if (isLiveFor(isTick ? "check-in" : "change") && isNews(version)) refresh();
    else if (isTick && !isOutdated()) setShownVersion(version);
  },
  standings() {
    if (isLiveFor("standings")) refresh();
  },
  result: showReceivedResult,
};

/**
 * Listen to the live updates of the tournament, if the page belongs to one.
 * @param {() => void} [onHello] Called when the server answers, first and again.
 */
export function listen(onHello = () => {}) {
  reconnected = onHello;
  if (!tournamentUrl()) return;
  line?.close();
  line = openLine(`${tournamentUrl()}/live`, pageVersion(), (message) => {
    HANDLERS[message.event](message);
    if (message.version) document.body.dataset.heard = `${message.event} ${message.version}`;
  });
  addEventListener("pagehide", () => line.close(), { once: true });
}
