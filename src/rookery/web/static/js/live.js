// @ts-check
/**
 * Live updates of a tournament: one line of server-sent events for all tabs of a browser.
 *
 * A browser has six connections to a server that speaks HTTP/1.1, for all its tabs together; a line takes one for as
 * long as it is open. So a tab that cannot be seen has none, and of the tabs that can, one holds the line of a
 * tournament (a Web Lock) and passes on what it receives (a BroadcastChannel). Where there are no Web Locks, as over
 * plain http from another machine, every visible tab has a line of its own, and the server refuses more than a few.
 */

import { link } from "./page.js";

/**
 * A message. `open`, `lost`, `refused`: the line works, the server does not answer, or refuses the line; it is tried
 * again. `hello`: everything up to this version has been received. `missed`: something up to this version was not
 * received, and must be read from the page. `result`, `claim`, `change`: an event of the log, once, in order.
 * `standings`: new ones are ready.
 * @typedef {object} Message
 * @property {"open" | "lost" | "refused" | "hello" | "missed" | "result" | "claim" | "change" | "standings"} event
 * @property {number} [version]
 * @property {any} [data]
 */

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60000;
const EVENTS = /** @type {const} */ (["hello", "result", "claim", "change", "standings"]);

/**
 * Open a line, and pass its messages to a function until it is closed.
 * @param {string} url
 * @param {number} version The version that the page has.
 * @param {(message: Message) => void} receive
 */
export function openLine(url, version, receive) {
  const name = `rookery ${url}`;
  let received = version;
  let refusals = 0;
  let timer = 0;
  /** @type {EventSource | null} */
  let source = null;
  /** @type {BroadcastChannel | null} */
  let channel = null;
  /** Stops waiting for the lock. @type {AbortController | null} */
  let waiting = null;
  /** Releases the lock. @type {(() => void) | null} */
  let release = null;

  /**
   * Deliver an event once, and notice a gap.
   * @param {Message} message
   */
  function deliver(message) {
    if (["result", "claim", "change"].includes(message.event)) {
      if (message.version <= received) return;
      if (message.data.after > received) receive({ event: "missed", version: message.version });
      received = message.version;
    } else if (message.event === "hello" && message.version > received) {
      received = message.version;
      receive({ event: "missed", version: message.version });
    }
    receive(message);
  }

  /**
   * Deliver a message to this tab and to those that listen to it.
   * @param {Message} message
   */
  function broadcast(message) {
    channel?.postMessage(message);
    deliver(message);
  }

  function connect() {
    source = new EventSource(`${url}?after=${received}`);
    source.onopen = () => {
      refusals = 0;
      broadcast({ event: "open" });
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) retry();
      else broadcast({ event: "lost" });
    };
    for (const event of EVENTS) {
      source.addEventListener(event, ({ lastEventId, data }) => {
        broadcast({ event, version: Number(lastEventId), data: JSON.parse(data) });
      });
    }
  }

  /** The server refused the line, and the browser does not try again by itself. Many may wait, so not all at once. */
  async function retry() {
    const refused = source;
    const attempt = fetch(link("/favicon.ico"), { method: "HEAD", cache: "no-store" });
    const isLost = await attempt.then(() => false, () => true);
    if (source !== refused) return;
    broadcast({ event: isLost ? "lost" : "refused" });
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** refusals);
    refusals += 1;
    timer = setTimeout(connect, pause * (0.5 + Math.random() / 2));
  }

  /** Hold the line, or listen to the tab that holds it until that tab is gone. */
  function start() {
    if (source || waiting) return;
    if (!navigator.locks) {
      connect();
      return;
    }
    waiting = new AbortController();
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => {
      if (data.event !== "ask") deliver(data);
      else if (source?.readyState === EventSource.OPEN) channel.postMessage({ event: "hello", version: received });
    };
    channel.postMessage({ event: "ask" });
    const { signal } = waiting;
    const hold = () => signal.aborted || new Promise((resolve) => {
      release = () => resolve(true);
      connect();
    });
    navigator.locks.request(name, { signal }, hold).catch(() => {}); // Stopped while it waited.
  }

  function stop() {
    clearTimeout(timer);
    source?.close();
    waiting?.abort();
    channel?.close();
    release?.();
    source = null;
    waiting = null;
    channel = null;
    release = null;
  }

  function update() {
    if (document.hidden) stop();
    else start();
  }

  document.addEventListener("visibilitychange", update);
  update();
  return {
    close() {
      document.removeEventListener("visibilitychange", update);
      stop();
    },
  };
}
