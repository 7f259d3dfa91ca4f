// @ts-check
/**
 * A phone at a board: the result is sent without leaving the page, and again under the same id until the server has
 * answered; the page is read again when its game changes. Without this script the form and the links do the same.
 *
 * `main` has `data-live`, the address of the live messages, and `data-version`, the version of the log that it shows.
 * The body has `data-sending` while a result is not answered.
 */

/** Milliseconds between two attempts to send. */
const RETRY_PAUSE = 2000;
/** Milliseconds after which an attempt ends. */
const TIMEOUT = 15000;
/** Milliseconds between two looks at the page where there are no live messages. */
const POLL_PAUSE = 20000;
const KEY = `rookery ${location.pathname}`;

/** The fields of the result that is not answered yet. @type {[string, string][] | null} */
let pending = null;
/** Whether the page is being read. */
let isReading = false;
let isStale = false;

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector));

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

/** Keep the result in the browser while it is not answered: it survives a reload of the page. */
function storePending() {
  document.body.toggleAttribute("data-sending", pending !== null);
  try {
    if (pending) sessionStorage.setItem(KEY, JSON.stringify(pending));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Private windows store nothing.
  }
}

/**
 * Return whether the page shows a version of the log.
 * @param {number} version
 */
const shows = (version) => Number(find("#phone")?.dataset.version) >= version;

/**
 * Replace the content of the page by that of another, unless that is older; return whether it is a phone page.
 * @param {string} text
 */
function showPage(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const main = /** @type {HTMLElement | null} */ (page.querySelector("#phone"));
  if (!main) return false;
  if (shows(Number(main.dataset.version) + 1)) return true; // It was read before what is shown now.
  document.title = page.title;
  find("#phone")?.replaceWith(main);
  showChoice();
  return true;
}

/** Send the result until the server has answered, always under the same id. */
async function send() {
  storePending();
  while (pending) {
    try {
      const body = new URLSearchParams(pending);
      const signal = AbortSignal.timeout(TIMEOUT);
      const headers = { Prefer: "return=representation" };
      const response = await fetch(location.pathname, { method: "POST", body, headers, signal });
      if (response.status < 500 && showPage(await response.text())) {
        history.replaceState(null, "", response.headers.get("Content-Location") || location.pathname);
        pending = null;
        storePending();
        find("#news")?.scrollIntoView({ block: "nearest" });
        if (isStale) read();
        return;
      }
    } catch {
      // No network, or no answer in time.
    }
    find("#unsent")?.removeAttribute("hidden");
    await pause(RETRY_PAUSE);
  }
}

/** Read the page again, unless the user is choosing or a result waits to be sent. */
async function read() {
  isStale = true;
  if (isReading || pending || isBusy()) return;
  isReading = true;
  isStale = false;
  try {
    const response = await fetch(location.href, { headers: { "Cache-Control": "no-cache" } });
    const text = await response.text();
    if (isBusy()) isStale = true; // A choice was made meanwhile: it must not be taken away.
    else if (response.status < 500 && !pending) showPage(text);
    isReading = false;
    if (isStale) read(); // Something has happened meanwhile.
  } catch {
    isReading = false;
    isStale = true;
  }
}

/** Return whether a result is chosen and not sent. */
const isChoosing = () => Boolean(find("#result input:checked"));

/** Return whether a new page would take a choice away, or close a list of other results. */
const isBusy = () => isChoosing() || Boolean(find("#phone details[open]"));

/** Show on the button what it sends. */
function showChoice() {
  const button = find("#send");
  if (!button) return;
  const chosen = find("#result input:checked");
  button.textContent = chosen?.dataset.send || button.dataset.empty;
  button.setAttribute("aria-disabled", String(!chosen));
  if (pending) {
    find("#unsent")?.removeAttribute("hidden");
  }
}

/** Listen to the messages about the game, or look from time to time where the server refuses the line. */
function listen() {
  const url = find("#phone")?.dataset.live;
  if (!url) return;
  const source = new EventSource(url);
  for (const event of ["hello", "game", "change"]) {
    source.addEventListener(event, ({ lastEventId }) => {
      // All phones hear of a new round at once: they do not read it at once.
      setTimeout(() => {
        if (!shows(Number(lastEventId))) read();
      }, event === "change" ? Math.random() * 1500 : 0);
    });
  }
  source.onerror = () => {
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => {
      read();
      listen();
    }, POLL_PAUSE);
  };
}

document.addEventListener("change", showChoice);
document.addEventListener("toggle", () => { if (isStale) read(); }, true);
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("#result")) return; // Its field `id` hides its attribute.
  event.preventDefault();
  if (pending || !isChoosing()) return;
  pending = /** @type {[string, string][]} */ ([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const button = find("#send");
  if (button) button.setAttribute("aria-disabled", "true");
  send();
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) read(); });
addEventListener("online", () => read());

try {
  pending = JSON.parse(sessionStorage.getItem(KEY) || "null");
} catch {
  pending = null;
}
showChoice();
if (pending) send();
if (find("#phone")?.dataset.status !== "over") listen();
