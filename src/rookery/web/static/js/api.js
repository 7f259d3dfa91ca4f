// @ts-check
/** Requests to the server. */

import { outdatedText } from "./messages.js";
import { csrfToken } from "./page.js";

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {object} data
 * @property {string} [data.detail] Why the request failed, with what follows.
 * @property {string} [data.code] "stale" if another user entered a result before: `found`, `by`.
 * @property {string} [data.article]
 * @property {string} [data.instead]
 * @property {string} data.found
 * @property {string} data.by
 * @property {{ level: number, text: string }[]} [data.warnings] What must be confirmed first.
 * @property {{ level: number, text: string }[]} [data.cautions] What came with it.
 * @property {string} [data.html] The question, if there are warnings.
 * @property {string[]} [data.tokens] What confirms the warnings.
 * @property {string[]} [data.said] What was done.
 * @property {number} [data.version]
 * @property {boolean} [data.repeated] The command had been executed before.
 */

/**
 * Send a request; throw if no whole answer comes.
 * @param {string} url
 * @param {BodyInit} body
 * @param {Record<string, string>} [headers]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
async function post(url, body, headers = {}, signal = undefined) {
  const response = await fetch(url, {
    method: "POST",
    body,
    headers: { Accept: "application/json", ...headers },
    signal,
  });
  const data = response.json();
  if (response.ok) return { status: response.status, data: await data };
  const fallback = response.status === 403 ? { detail: outdatedText() } : {};
  return { status: response.status, data: await data.catch(() => fallback) };
}

/**
 * Send the fields of a form; return null if the server does not answer.
 * @param {string} url
 * @param {FormData} fields
 * @returns {Promise<Answer | null>}
 */
export async function postForm(url, fields) {
  try {
    return await post(url, new URLSearchParams(/** @type {any} */ (fields)));
  } catch {
    return null;
  }
}

/**
 * Send a command to a tournament; return null if the server does not answer.
 * @param {string} tournamentUrl
 * @param {object} command
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer | null>}
 */
export async function postCommand(tournamentUrl, command, signal) {
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrfToken() };
  try {
    return await post(`${tournamentUrl}/commands`, JSON.stringify(command), headers, signal);
  } catch {
    return null;
  }
}

/**
 * Return a text from the server, or null.
 * @param {string} url
 * @param {Record<string, string>} [headers]
 * @returns {Promise<string | null>}
 */
export async function getText(url, headers = {}) {
  try {
    const response = await fetch(url, { headers });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
