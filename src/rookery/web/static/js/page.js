// @ts-check
/** What the page says about itself in the attributes of its body. */

import { find } from "./dom.js";

/**
 * Return the address of a path of the application, which may be below a prefix of its host.
 * @param {string} path
 */
export const link = (path) => `${document.body.dataset.prefix}${path}`;

/** Return the address of the tournament, or an empty string. */
export const tournamentUrl = () => document.body.dataset.at;

/** Return the id of the log of the tournament. */
export const tournamentId = () => find("[data-stream].here")?.dataset.stream;

/** Return the CSRF token of the session. */
export const csrfToken = () => document.body.dataset.csrfToken;

/** Return the name of the user. */
export const userName = () => document.body.dataset.who;

/** Return the version of the tournament that the page is known to have. */
export const pageVersion = () => Number(document.body.dataset.version);

/**
 * Return whether messages of a kind make this page refresh.
 * @param {string} kind
 */
export const isLiveFor = (kind) => document.body.dataset.live.split(" ").includes(kind);

/**
 * Set or remove an attribute of the body that says what the page is doing.
 * @param {string} name
 * @param {boolean} isSet
 */
export function setFlag(name, isSet) {
  document.body.toggleAttribute(`data-${name}`, isSet);
}

/**
 * Wait.
 * @param {number} milliseconds
 */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Return a new id for a command: the server executes two commands with one id once. */
export function newId() {
  return crypto.getRandomValues(new BigUint64Array(1))[0].toString(16).padStart(16, "0");
}
