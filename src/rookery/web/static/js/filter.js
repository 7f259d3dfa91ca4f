// @ts-check
/**
 * Fields that filter a list: `data-filter` selects the list, whose lines have `data-row`. An element with
 * `data-left-of` and the same selector tells how many lines are left.
 */

import { find, findAll, targetOf } from "./dom.js";
import { gettext, matchesQuery } from "./text.js";

/**
 * Return the lines of the list that a field filters.
 * @param {HTMLInputElement} field
 */
export const linesOf = (field) => findAll(`${field.dataset.filter} [data-row]`);

/**
 * Hide the lines that do not match the text of a field.
 * @param {HTMLInputElement} field
 */
function filterLines(field) {
  const lines = linesOf(field);
  for (const line of lines) line.hidden = !matchesQuery(line.textContent, field.value);
  const left = lines.filter((line) => !line.hidden).length;
  for (const element of findAll(`[data-left-of="${field.dataset.filter}"]`)) {
    element.hidden = !field.value.trim();
    element.textContent = gettext("%(left)s of %(all)s shown", { left, all: lines.length });
  }
}

/** Apply all filters again, after the page was refreshed. */
export function applyFilters() {
  for (const field of /** @type {HTMLInputElement[]} */ (findAll("input[data-filter]"))) {
    if (field.value) filterLines(field);
  }
}

/**
 * Open the first line that a filter has left.
 * @param {HTMLInputElement} field
 */
export function openFirstLine(field) {
  const line = linesOf(field).find((other) => !other.hidden);
  if (line?.matches("button")) line.click();
  else if (line) find('[data-press="Enter"], a', line)?.click();
}

document.addEventListener("input", (event) => {
  const target = targetOf(event);
  if (target.matches("input[data-filter]")) filterLines(/** @type {HTMLInputElement} */ (target));
});
