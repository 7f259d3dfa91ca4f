// @ts-check
/**
 * Keys: `data-key` presses an element or goes into a field, `data-go` the same after g, `data-press` inside a selected
 * line of `data-rows`. In `data-arrows` the arrows go from one field or link to the next.
 */

import { goToRow, isOffered, moveSelection, selectedRow } from "./boards.js";
import { isTooEarly, openDialog } from "./dialog.js";
import { createElement, find, findAll, findField, isTextField, itemAfter, labelOf, targetOf } from "./dom.js";
import { linesOf, openFirstLine } from "./filter.js";
import { csrfToken, link } from "./page.js";
import { movePaletteSelection, openPalette, openSelectedItem } from "./palette.js";
import { chooseResult, enterAndMoveOn, enterResult, goToTypedBoard, RESULT_KEYS } from "./result_entry.js";

/** Milliseconds in which a letter after g goes to a page. */
const GO_TIME = 5000;
/** @type {Record<string, number>} */
const MOVES = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e6, End: 1e6 };
/** @type {Record<string, number>} */
const ARROWS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** When g was pressed, or 0. */
let goPressedAt = 0;

/**
 * Return the key of an event. With Caps Lock a letter comes in the other case: what counts is whether Shift is held.
 * @param {KeyboardEvent} event
 */
function keyOf(event) {
  const isLetter = /^\p{L}$/u.test(event.key) && event.getModifierState("CapsLock");
  if (!isLetter) return event.key;
  return event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase();
}

document.addEventListener("keydown", (event) => {
  if (handleKey(event, targetOf(event))) event.preventDefault();
});

/**
 * Do what a key means; return whether the browser must not handle it, too.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 * @returns {boolean}
 */
function handleKey(event, target) {
  const isAnswer = ["Enter", " ", "Escape"].includes(event.key) && find("#question[open], main .question");
  if (isAnswer && isTooEarly(event)) return true;
  if (handleGlobalKey(event, target) || handlePaletteKey(event, target)) return true;
  if (event.ctrlKey || event.metaKey || event.altKey || find("dialog[open]")) return false;
  if (handleFieldKey(event, target)) return true;
  if (isTextField(target)) {
    if (event.key === "Escape") leaveField(target);
    return false;
  }
  return handleBoardKey(event, target) || handleArrows(event, target) || handlePageKey(event, target);
}

/** @param {HTMLElement} field */
function leaveField(field) {
  if (field.id === "jump") goToRow(selectedRow());
  else field.blur();
}

/**
 * Handle the keys that work everywhere: Ctrl K, undo, redo, F1.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 */
function handleGlobalKey(event, target) {
  const isControl = event.ctrlKey || event.metaKey;
  const letter = event.key.toLowerCase();
  if (isControl && letter === "k") {
    openPalette();
    return true;
  }
  if (isControl && !event.altKey && !isTextField(target) && !find("dialog[open]") && ["y", "z"].includes(letter)) {
    const button = find(`[data-key="${letter === "y" || event.shiftKey ? "y" : "z"}"]`);
    if (button && !event.repeat) button.click();
    if (button) return true;
  }
  if (event.key === "F1" && csrfToken()) {
    location.assign(link(`/help/${document.body.dataset.page}`));
    return true;
  }
  return false;
}

/**
 * Handle the keys of the palette.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 */
function handlePaletteKey(event, target) {
  if (!target.closest?.("#find")) return false;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") movePaletteSelection(MOVES[event.key]);
  else if (event.key === "Enter") openSelectedItem();
  else return false;
  return true;
}

/**
 * Handle Enter in the field for a board, Enter and the arrow down in a filter.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 */
function handleFieldKey(event, target) {
  const field = /** @type {HTMLInputElement} */ (target);
  if (field.id === "jump" && event.key === "Enter") goToTypedBoard(field);
  else if (field.dataset?.filter && event.key === "ArrowDown") linesOf(field).find((line) => !line.hidden)?.focus();
  else if (field.dataset?.filter && event.key === "Enter") openFirstLine(field);
  else return false;
  return true;
}

/**
 * Handle the keys at a board: a result, another row.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 */
function handleBoardKey(event, target) {
  const isNowhere = target === document.body || target.id === "work";
  const row = /** @type {HTMLElement} */ (target.closest?.("tr[data-board]")) || (isNowhere ? selectedRow() : null);
  if (!row || row.closest("table").dataset.frozen === "") return false;
  if (event.key in MOVES) moveSelection(MOVES[event.key]);
  else if (isOffered(row)) return event.key in RESULT_KEYS;
  else if (event.repeat && /^([^.]|Backspace|Delete)$/.test(event.key)) return true; // Held down, but meant once.
  else if (event.key in RESULT_KEYS) enterAndMoveOn(row, RESULT_KEYS[event.key]);
  else if (event.key === ".") chooseResult(row);
  else if (event.key === "Backspace" || event.key === "Delete") enterResult(row, "pending");
  else return false;
  return true;
}

/**
 * Handle the arrows between the fields or links of `data-arrows`.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 */
function handleArrows(event, target) {
  const list = /** @type {HTMLElement} */ (target.closest?.("[data-arrows]"));
  if (!list || !(event.key in ARROWS)) return false;
  const stops = findAll("input:not([type=hidden]), a, [data-row]", list).filter((stop) => stop.offsetParent);
  itemAfter(stops, target, ARROWS[event.key])?.focus();
  return true;
}

/**
 * Handle the keys of the page: g and a letter, the keys of a line, `data-key`.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 */
function handlePageKey(event, target) {
  const isAfterGo = Date.now() - goPressedAt < GO_TIME;
  const key = keyOf(event);
  goPressedAt = !isAfterGo && key === "g" ? Date.now() : 0;
  if (!isAfterGo && event.key === "?") {
    showKeys();
    return false;
  }
  if (!isAfterGo && handleRowKey(event, target)) return true;
  if (event.key === "Enter" && target !== document.body && target.id !== "work") return false;
  const element = findField(`[data-${isAfterGo ? "go" : "key"}="${CSS.escape(key)}"]`);
  if (!element) return false;
  if (isTextField(element)) {
    element.focus();
    element.select?.();
  } else if (!event.repeat) element.click();
  return true;
}

/**
 * Handle the keys at a line of `data-rows`: another line, or what the line offers.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 */
function handleRowKey(event, target) {
  const row = /** @type {HTMLElement} */ (target.closest?.("[data-rows] [data-row]"));
  if (!row) return false;
  if (event.key in MOVES) {
    const rows = findAll("[data-row]", row.closest("[data-rows]")).filter((other) => !other.hidden);
    itemAfter(rows, row, MOVES[event.key]).focus();
    return true;
  }
  const button = target === row ? find(`[data-press="${CSS.escape(keyOf(event))}"]`, row) : null;
  if (button && !event.repeat) button.click();
  return button !== null;
}

/** Show every key of this page once; those of all pages are in the template. */
function showKeys() {
  const first = find(".list > *", openDialog(2, find("#every-key").innerHTML));
  /** @type {Map<string, HTMLElement>} */
  const elements = new Map();
  /** @type {(key: string, element: HTMLElement) => void} */
  const add = (key, element) => {
    if (!elements.has(key)) elements.set(key, element);
  };
  for (const hint of findAll("#keys span").slice(0, -1)) {
    add(findAll("kbd", hint).map((key) => key.textContent).join(" "), hint);
  }
  for (const place of findAll("[data-go]")) add(`g ${place.dataset.go}`, place);
  for (const element of findAll("[data-key]")) {
    add(element.dataset.key.replace(/^[A-Z]$/, "⇧$&"), element.closest("label") || element);
  }
  for (const [key, element] of elements) {
    first.before(createElement("div", "", {}, createElement("span", labelOf(element)), createElement("kbd", key)));
  }
}
