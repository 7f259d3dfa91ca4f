// @ts-check
/** The live connection of a screen. It is opened again by itself, also where the network has failed silently. */

/** Milliseconds without any message after which the connection is dead: the desk sends one every 15 seconds. */
const SILENCE = 40000;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15000;
const KINDS = ["change", "tick", "result", "standings", "screen"];

/**
 * @typedef {object} Receiver
 * @property {(data: { token: string, now: number, offset: number }) => void} hello The connection is open.
 * @property {(kind: string, data: any) => void} change Something has changed.
 * @property {(since: number) => void} lost There is no connection; what is shown was right until then.
 */

/**
 * Open the connection.
 * @param {string} url
 * @param {Receiver} receiver
 */
export function openScreenLine(url, receiver) {
  /** @type {EventSource | null} */
  let source = null;
  let heard = Date.now();
  let failures = 0;
  let timer = 0;

  function note() {
    heard = Date.now();
  }

  function connect() {
    clearTimeout(timer);
    source?.close();
    const opened = new EventSource(url);
    source = opened;
    opened.addEventListener("hello", ({ data }) => {
      note();
      failures = 0;
      receiver.hello(JSON.parse(data));
    });
    opened.addEventListener("alive", note);
    for (const kind of KINDS) {
      opened.addEventListener(kind, ({ data }) => {
        note();
        receiver.change(kind, JSON.parse(data));
      });
    }
    opened.onerror = () => {
      receiver.lost(heard);
      if (opened.readyState === EventSource.CLOSED && opened === source) retry();
    };
  }

  /** The desk refused the connection, as while it starts: the browser does not try again by itself. */
  function retry() {
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures);
    failures += 1;
    clearTimeout(timer);
    timer = setTimeout(connect, pause * (0.5 + Math.random() / 2));
  }

  setInterval(() => {
    if (Date.now() - heard < SILENCE) return;
    note();
    receiver.lost(heard - SILENCE);
    connect();
  }, 1000);
  addEventListener("offline", () => receiver.lost(heard));
  addEventListener("online", connect);
  connect();
  return { reopen: connect };
}
