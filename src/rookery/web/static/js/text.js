// @ts-check
/** Texts in the language of the page, and the comparison of texts in filters. */

/** @type {Record<string, string>} */
const TRANSLATIONS = JSON.parse(document.getElementById("texts")?.textContent || "{}");

/**
 * Return a text in the language of the page, with values in the place of `%(name)s`.
 * @param {string} text
 * @param {Record<string, any>} [values]
 * @returns {string}
 */
export function gettext(text, values = {}) {
  return (TRANSLATIONS[text] || text).replace(/%\((\w+)\)s/g, (placeholder, name) => values[name] ?? placeholder);
}

/**
 * Return a text in lower case without accents.
 * @param {string} text
 */
export function normalizeText(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Return whether a text contains every word of a query.
 * @param {string} text
 * @param {string} query
 */
export function matchesQuery(text, query) {
  const normalized = normalizeText(text);
  return normalizeText(query).split(/\s+/).every((word) => normalized.includes(word));
}

/**
 * Return the time of day as hours and minutes.
 * @param {Date} time
 */
export function formatTime(time) {
  return time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
}
