// @ts-check
/**
 * Countdowns to the start of a round. An element with `data-start`, in milliseconds since 1970, says how long it is
 * until then, or since then; one with `data-clock` shows the same as a clock, and `data-clock-label` beside it what
 * the clock means. One with `data-since` is shown from then on, one with `data-ahead` until then.
 */

import { findAll } from "./dom.js";
import { gettext } from "./text.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Return how long it is until a moment, or since then; an empty text if that is too long ago.
 * @param {number} milliseconds
 */
export function describeDistance(milliseconds) {
  if (milliseconds < -12 * HOUR) return "";
  const minutes = Math.floor(Math.abs(milliseconds) / MINUTE);
  if (milliseconds <= 0) return minutes ? gettext("%(time)s ago", { time: describeMinutes(minutes) }) : gettext("now");
  if (milliseconds < MINUTE) return gettext("in %(seconds)s s", { seconds: Math.ceil(milliseconds / SECOND) });
  if (milliseconds < 2 * DAY) return gettext("in %(time)s", { time: describeMinutes(minutes) });
  return gettext("in %(days)s days", { days: Math.floor(milliseconds / DAY) });
}

/**
 * @param {number} minutes
 */
function describeMinutes(minutes) {
  const hours = Math.floor(minutes / 60);
  if (!hours) return gettext("%(minutes)s min", { minutes });
  return gettext("%(hours)s h %(minutes)s min", { hours, minutes: minutes % 60 });
}

/**
 * Return a time as a clock shows it: 4:05, or 1:04:05.
 * @param {number} milliseconds
 */
export function formatClock(milliseconds) {
  const seconds = milliseconds > 0 ? Math.ceil(milliseconds / SECOND) : Math.floor(-milliseconds / SECOND);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Update all countdowns of the page.
 * @param {number} now
 */
export function updateCountdowns(now) {
  for (const element of findAll("[data-start]")) {
    setText(element, describeDistance(Number(element.dataset.start) - now));
  }
  for (const element of findAll("[data-clock]")) {
    const distance = Number(element.dataset.clock) - now;
    const days = Math.floor(distance / DAY);
    setText(element, days >= 2 ? gettext("%(days)s days", { days }) : formatClock(distance));
    const label = element.parentElement.querySelector("[data-clock-label]");
    const text = distance > 0 ? gettext("until the start") : gettext("since the start");
    if (label) setText(/** @type {HTMLElement} */ (label), text);
  }
  for (const element of findAll("[data-since]")) element.hidden = now < Number(element.dataset.since);
  for (const element of findAll("[data-ahead]")) element.hidden = now >= Number(element.dataset.ahead);
}
