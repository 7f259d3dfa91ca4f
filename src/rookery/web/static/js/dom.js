// @ts-check
/** Find, create and describe elements. */

/**
 * Return the first element that matches a selector, or null.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement | null}
 */
export function find(selector, root = document) {
  return root.querySelector(selector);
}

/**
 * Return all elements that match a selector.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement[]}
 */
export function findAll(selector, root = document) {
  return [...root.querySelectorAll(/** @type {"div"} */ (selector))];
}

/**
 * Return the first field that matches a selector, or null.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLInputElement | null}
 */
export function findField(selector, root = document) {
  return root.querySelector(selector);
}

/**
 * Return the element at which an event happened.
 * @param {Event} event
 * @returns {HTMLElement}
 */
export function targetOf(event) {
  return /** @type {HTMLElement} */ (event.target);
}

/**
 * Create an element with a text, properties and children.
 * @param {string} tag
 * @param {string} [text]
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function createElement(tag, text = "", properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), { textContent: text, ...properties });
  element.append(...children);
  return element;
}

/**
 * Show or hide all elements that match a selector.
 * @param {string} selector
 * @param {boolean} isVisible
 */
export function setVisible(selector, isVisible) {
  for (const element of findAll(selector)) element.hidden = !isVisible;
}

/**
 * Return the label of a button, link or line, without the keys that are written on it.
 * @param {HTMLElement} element
 * @returns {string}
 */
export function labelOf(element) {
  const label = element.getAttribute("aria-label") || find("span", element)?.textContent;
  if (label) return label;
  const nodes = [...element.childNodes].filter((node) => node.nodeName !== "KBD");
  return nodes.map((node) => node.textContent).join("").trim();
}

/**
 * Return the item that is `offset` places after another one, or the end of the list.
 * @template T
 * @param {T[]} items
 * @param {T | undefined} item
 * @param {number} offset
 * @returns {T | undefined}
 */
export function itemAfter(items, item, offset) {
  const index = items.indexOf(/** @type {T} */ (item)) + offset;
  return items[Math.max(0, Math.min(items.length - 1, index))];
}

/**
 * Return whether an element takes the characters that are typed.
 * @param {Element} element
 */
export function isTextField(element) {
  return element.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
}
