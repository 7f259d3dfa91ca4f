// @ts-check
/**
 * The script of the pages for arbiters. A page can be read and used without it: forms are sent as forms, and lead to a
 * new page.
 *
 * The modules act on `data-` attributes, which their first comments name.
 */

import {
  boardRows, goToRow, goToTarget, isPending, refilterBoards, selectedRow,
} from "./boards.js";
import { updateCountdowns } from "./countdown.js";
import { disableUntilReadable } from "./dialog.js";
import { find, findAll, targetOf } from "./dom.js";
import { applyFilters } from "./filter.js";
import "./follow.js";
import "./forms.js";
import "./keyboard.js";
import "./kiosk.js";
import { showStoredMessages } from "./messages.js";
import "./players.js";
import { afterRefresh, refresh, stopLeaving } from "./refresh.js";
import { loadQueue, sendResults, showEntries } from "./result_entry.js";
import { listen } from "./updates.js";

/** Prepare the page, when it is new and after each refresh. */
function prepare() {
  showEntries();
  refilterBoards();
  applyFilters();
  centreCurrentPlace();
  updateCountdowns(Date.now());
}

/** On a phone the places are one long line: scroll it so that the current one is in the middle. */
function centreCurrentPlace() {
  const side = find("#side");
  const place = find("#places .here");
  if (side && place) side.scrollLeft = place.offsetLeft - (side.clientWidth - place.offsetWidth) / 2;
}

// A menu that opens is in sight, also at the last board.
document.addEventListener("toggle", (event) => {
  const menu = targetOf(event);
  if (menu.matches?.(".more[open]")) find(".card", menu)?.scrollIntoView({ block: "nearest" });
}, true);

loadQueue();
prepare();
afterRefresh(prepare);
for (const question of findAll("main .question:has([data-no])")) disableUntilReadable(question);
if (selectedRow() && !location.hash) goToRow(boardRows().find(isPending) || selectedRow());
// Before `load` a browser would take the focus away again.
for (const event of ["load", "hashchange"]) addEventListener(event, goToTarget);
addEventListener("pageshow", (event) => {
  stopLeaving();
  if (!event.persisted) return;
  listen(sendResults);
  refresh();
});
showStoredMessages();
sendResults();
setInterval(() => updateCountdowns(Date.now()), 1000);
listen(sendResults);
