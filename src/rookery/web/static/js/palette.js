// @ts-check
/** The palette (Ctrl K): find and open a player, a page or an action. */

import { createElement, find, findAll, findField, labelOf, targetOf } from "./dom.js";
import { tournamentUrl } from "./page.js";
import { gettext, matchesQuery, normalizeText } from "./text.js";

/**
 * @typedef {object} Item
 * @property {string} text
 * @property {string} kind
 * @property {number} order
 * @property {() => void} run
 * @property {string} [words] More words by which it is found.
 * @property {string} [verb] An item with a verb is found only if the query has the beginning of it.
 */

const MOST_SHOWN = 30;
/** Letters from which a word of the query is taken for a verb. */
const SHORTEST_VERB = 3;
const ORDER = { do: 0, go: 2, player: 4, tournament: 5 };

/** @type {Item[]} */
let items = [];
let selectedIndex = 0;

const palette = () => /** @type {HTMLDialogElement} */ (find("#find"));

/**
 * Return items for elements of the page that can be pressed.
 * @param {string} selector
 * @param {string} kind
 * @param {number} order
 * @returns {Item[]}
 */
function itemsOfPage(selector, kind, order) {
  return findAll(selector).map((element) => ({ text: labelOf(element), kind, order, run: () => element.click() }));
}

/** Open the palette. */
export async function openPalette() {
  const opened = [
    ...itemsOfPage("#top button:not([data-find]), #work :is(button, a)[data-key]", gettext("do"), ORDER.do),
    ...itemsOfPage("#places a, .rounds a", gettext("go"), ORDER.go),
    ...itemsOfPage("a[data-stream]", gettext("tournament"), ORDER.tournament),
  ];
  items = opened;
  findField("input", palette()).value = "";
  listItems(0, 0);
  palette().showModal(); // Before the players are there: what is typed meanwhile is for this field, and no key.
  opened.push(...(await loadItems()));
  opened.sort((item, other) => item.order - other.order);
  listItems();
}

/**
 * Load the players, and the pages and actions that this page does not show.
 * @returns {Promise<Item[]>}
 */
async function loadItems() {
  if (!tournamentUrl()) return [];
  /** @type {Record<string, string>} */
  const kinds = { do: gettext("do"), go: gettext("go"), player: gettext("player"), team: gettext("team") };
  /** @type {Record<string, number>} */
  const orders = { do: ORDER.do + 1, go: ORDER.go + 1 };
  try {
    const response = await fetch(`${tournamentUrl()}/find`);
    const found = /** @type {{ text: string, kind: string, href: string }[]} */ (await response.json());
    return found.map((item) => ({
      ...item,
      kind: kinds[item.kind],
      order: orders[item.kind] ?? ORDER.player,
      run: () => openAddress(item.href),
    }));
  } catch {
    return [];
  }
}

/**
 * Open an address; a paper opens in a window of its own.
 * @param {string} href
 */
function openAddress(href) {
  if (/\/papers\/./.test(href)) window.open(href, "_blank");
  else location.assign(href);
}

/**
 * List the items that match the query, and select the one that is `offset` lines from another, around the ends.
 * @param {number} [offset]
 * @param {number} [from]
 */
function listItems(offset = 0, from = selectedIndex) {
  const field = findField("input", palette());
  const words = normalizeText(field.value).split(/\s+/).filter(Boolean);
  const isMeant = (/** @type {Item} */ { verb }) => !verb
    || words.some((word) => word.length >= SHORTEST_VERB && normalizeText(verb).startsWith(word));
  const matching = items
    .filter((item) => isMeant(item) && matchesQuery(`${item.text} ${item.words || ""}`, field.value))
    .slice(0, MOST_SHOWN);
  selectedIndex = (from + offset + matching.length) % matching.length || 0;
  find("#found").replaceChildren(...matching.map((item, index) => createOption(item, index)));
  if (!matching.length) {
    find("#found").append(createElement("div", gettext("Nothing found"), { role: "option", ariaDisabled: "true" }));
  }
  field.setAttribute("aria-activedescendant", matching.length ? `found-${selectedIndex}` : "");
  selectedOption()?.scrollIntoView({ block: "nearest" });
}

/**
 * @param {Item} item
 * @param {number} index
 */
function createOption(item, index) {
  const onclick = () => {
    palette().close();
    item.run();
  };
  const properties = { id: `found-${index}`, role: "option", ariaSelected: String(index === selectedIndex), onclick };
  return createElement("div", item.text, properties, createElement("span", item.kind, { className: "muted small" }));
}

const selectedOption = () => find("#found [aria-selected=true]");

/**
 * Select another item of the palette.
 * @param {number} offset
 */
export const movePaletteSelection = (offset) => listItems(offset);

/** Open the selected item of the palette. */
export const openSelectedItem = () => selectedOption()?.click();

document.addEventListener("input", (event) => {
  if (targetOf(event).matches("#find input")) listItems(0, 0);
});

document.addEventListener("click", (event) => {
  if (targetOf(event).closest("[data-find]")) openPalette();
});
