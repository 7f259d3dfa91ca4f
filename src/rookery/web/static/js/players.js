// @ts-check
/** The byes of the players by round, and the ticks of a check-in. */

import { postCommand } from "./api.js";
import { openDialog } from "./dialog.js";
import { find, findAll, targetOf } from "./dom.js";
import { selectorOf } from "./fields.js";
import { refusalText, showError } from "./messages.js";
import { newId, tournamentUrl } from "./page.js";
import { markStale, refreshIfStale } from "./refresh.js";
import { gettext } from "./text.js";

/**
 * Ask which bye a player has in a round. A key asks for the first kind, or takes the bye away; the mouse opens the
 * menu.
 * @param {HTMLButtonElement} button
 */
function chooseBye(button) {
  const name = find(".who-is, h2", button.closest("tr, main"))?.textContent.trim() || "";
  const dialog = openDialog(2, find("#every-bye").innerHTML, (chosen) => {
    // The page may have been refreshed since.
    const current = chosen && /** @type {HTMLButtonElement} */ (find(selectorOf(button)));
    if (!current || chosen.value === current.dataset.bye) return;
    current.value = JSON.stringify({ ...JSON.parse(current.value), kind: chosen.value || null });
    current.form.requestSubmit(current);
  });
  find("h2", dialog).textContent = gettext("%(name)s, round %(round)s", { name, round: button.dataset.press });
  for (const choice of /** @type {HTMLButtonElement[]} */ (findAll(".stack .btn", dialog))) {
    choice.hidden = !button.dataset.kinds.split(" ").includes(choice.value);
    choice.setAttribute("aria-pressed", String(choice.value === button.dataset.bye));
  }
  find(".stack .btn:not([hidden])", dialog).focus();
}

document.addEventListener("click", (event) => {
  const isByMouse = event.detail > 0;
  const button = /** @type {HTMLButtonElement} */ (targetOf(event).closest("button[data-bye]"));
  if (!button || !isByMouse) return;
  event.preventDefault();
  chooseBye(button);
});

/** The saving of the ticks so far: they are saved in order. */
let lastTick = Promise.resolve();

/**
 * Save a tick of a check-in at once, so that everybody who has the page open sees it.
 * @param {HTMLInputElement} box
 * @param {number} round
 */
async function saveTick(box, round) {
  const present = box.checked;
  if (present === box.defaultChecked) return;
  const command = { command: "checkin.mark", id: newId(), round, keys: [box.value.split("/").at(-1)], present };
  const section = /** @type {HTMLElement} */ (box.closest("[data-section]"))?.dataset.section;
  const answer = await postCommand(section || tournamentUrl(), command);
  if (answer?.status !== 200) {
    showError(answer ? refusalText(answer.data) : gettext("The tick was not saved: the desk does not answer."));
    return;
  }
  box.defaultChecked = present;
  markStale(); // Others may have ticked meanwhile.
  refreshIfStale();
}

document.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement} */ (targetOf(event));
  const round = /** @type {HTMLElement} */ (box.closest?.("[data-ticks]"))?.dataset.ticks;
  if (round && box.type === "checkbox") lastTick = lastTick.then(() => saveTick(box, Number(round)));
});
