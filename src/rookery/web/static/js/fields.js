// @ts-check
/** Fields of forms: whether somebody has changed one, and where it is again after the page was refreshed. */

import { find, findAll } from "./dom.js";

/** @typedef {HTMLInputElement & { options?: HTMLOptionsCollection, selectedIndex?: number }} Field */

const FIELDS = ":is(#work, #look) :is(input, textarea, select):not([data-filter], [data-stay], [data-stay] *)";
const UNIQUE_PER_FORM = ["csrf_token", "id", "seen"];
const IDENTIFYING = [
  "id", "data-board", "data-row", "data-press", "data-key", "data-show", "data-result", "href", "name",
];

const isChoice = (/** @type {Element} */ field) => field.matches("[type=checkbox], [type=radio]");

/**
 * Return whether a field differs from what the server sent.
 * @param {Field} field
 */
function isChanged(field) {
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  const initial = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(0, initial);
}

/** Return the fields that were changed. */
function changedFields() {
  return /** @type {Field[]} */ (findAll(FIELDS)).filter(isChanged);
}

/**
 * Return the changed fields of all forms that are sent to the server, except one form.
 * @param {HTMLFormElement | null} [except]
 */
export function unsavedFields(except = null) {
  return changedFields().filter((field) => field.form?.method === "post" && field.form !== except);
}

/** Return whether the user is at a field, or has left one with something in it. */
export function isEditing() {
  if (changedFields().length) return true;
  const focused = /** @type {Field[]} */ (findAll(":is(#work, #look) :focus"));
  return focused.some((field) => field.matches("select, #look input")
    || (field.matches("input:not([type=checkbox], [type=radio]), textarea") && isChanged(field)));
}

/**
 * Return a name for a form: its address, and its hidden fields without those that differ each time.
 * @param {HTMLFormElement} form
 */
function formName(form) {
  const elements = /** @type {Field[]} */ ([...form.elements]);
  const hidden = elements.filter((field) => field.type === "hidden" && !UNIQUE_PER_FORM.includes(field.name));
  return [form.getAttribute("action"), ...hidden.map((field) => `${field.name}=${field.value}`)].join("\n");
}

/**
 * Return the fields of a form with the name, the type and, for a choice, the value of a field.
 * @param {HTMLFormElement} form
 * @param {Field} field
 */
function similarFields(form, field) {
  const elements = /** @type {Field[]} */ ([...form.elements]);
  return elements.filter((other) => other.name === field.name && other.type === field.type
    && (!isChoice(field) || other.value === field.value));
}

/**
 * Return a selector for an element: by what identifies it, inside its row if it has one.
 * @param {Element | null} element
 * @returns {string} An empty string if nothing identifies it.
 */
export function selectorOf(element) {
  const name = IDENTIFYING.find((attribute) => element?.getAttribute(attribute));
  if (!name || (name === "name" && element.matches("button"))) return "";
  const row = element.parentElement?.closest("[data-board], [data-row]");
  return `${row ? selectorOf(row) : ""} [${name}="${CSS.escape(element.getAttribute(name))}"]`;
}

/**
 * Remember the changed fields; return a function that fills them in again after the page was replaced.
 * @returns {() => void}
 */
export function rememberChangedFields() {
  const remembered = changedFields().filter((field) => field.type !== "file").map((field) => ({
    field,
    form: field.form && formName(field.form),
    index: field.form ? similarFields(field.form, field).indexOf(field) : 0,
    selector: field.form ? "" : selectorOf(field),
  }));
  return () => {
    for (const { field, form, index, selector } of remembered) {
      const successor = form === null ? findOnly(selector) : findInForm(field, form, index);
      if (successor) Object.assign(successor, { value: field.value, checked: field.checked });
    }
  };
}

/**
 * @param {string} selector
 */
function findOnly(selector) {
  return selector && findAll(selector).length === 1 ? find(selector) : null;
}

/**
 * @param {Field} field
 * @param {string} name
 * @param {number} index
 */
function findInForm(field, name, index) {
  const forms = /** @type {HTMLFormElement[]} */ (findAll("form")).filter((form) => formName(form) === name);
  return forms.length === 1 ? similarFields(forms[0], field)[index] : null;
}

/**
 * Remember the focus and the selected text; return a function that restores both, unless something else has the focus.
 * @returns {() => void}
 */
export function rememberFocus() {
  const selector = selectorOf(document.activeElement);
  const select = rememberSelection(/** @type {Field} */ (document.activeElement));
  return () => {
    const isFocusLost = document.activeElement === null || document.activeElement === document.body;
    const field = selector && isFocusLost ? /** @type {Field} */ (find(selector)) : null;
    field?.focus({ preventScroll: true });
    if (field) select(field);
  };
}

/**
 * Return a function that selects in another field what is selected in this one, so that typing goes on at the caret.
 * @param {Field} field
 * @returns {(successor: Field) => void}
 */
function rememberSelection(field) {
  const { selectionStart: start, selectionEnd: end, value } = field || {};
  // A field of a number does not report its caret, only whether all of it is selected.
  if (value && getSelection().toString() === value) return (successor) => successor.select?.();
  return (successor) => {
    if (start !== null && start !== undefined) successor.setSelectionRange?.(start, end);
  };
}
