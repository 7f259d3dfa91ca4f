/* Live updates of a tournament: one line of server-sent events for all tabs of a browser.

   A browser has six connections to a server that speaks HTTP/1.1, for all its tabs together; a line takes one for as long
   as it is open. So a tab that cannot be seen has none, and of the tabs that can, one holds the line of a tournament (a
   Web Lock) and passes on what it hears (a BroadcastChannel). Where there are no Web Locks, as over plain http from
   another machine, every visible tab has a line of its own, and the server refuses more than a few.

   openLine(url, version, receive) calls receive with messages { event, version, data }:
   open, lost, refused   the line works, the server does not answer, or answers that there is no line: it is tried again
   hello                 the line is open, and everything up to this version has been told
   missed                something up to this version was not told, and must be read from the page
   result, change        an event of the log, once, in order; standings: new ones are ready                          */
"use strict";
const FIRST_PAUSE = 1000, LONGEST_PAUSE = 60000;
const EVENTS = ["hello", "result", "change", "standings"];

function openLine(url, version, receive) {
  let told = version, source = null, channel = null, release = null, waiting = null, timer = 0, refusals = 0;

  /* Each event once: what was told before is not told again, and a gap is noticed. */
  function deliver(message) {
    const { event, version, data } = message;
    if (event === "result" || event === "change") {
      if (version <= told) return;
      if (data.after > told) receive({ event: "missed", version });
      told = version;
    } else if (event === "hello" && version > told) {
      told = version;
      receive({ event: "missed", version });
    }
    receive(message);
  }

  /* Tell this tab and those that listen to it. */
  function pass(message) {
    channel?.postMessage(message);
    deliver(message);
  }

  function connect() {
    source = new EventSource(`${url}?after=${told}`);
    source.onopen = () => { refusals = 0; pass({ event: "open" }); };
    source.onerror = () => (source.readyState === EventSource.CLOSED ? retry() : pass({ event: "lost" }));
    for (const event of EVENTS) {
      source.addEventListener(event, ({ lastEventId, data }) => (
        pass({ event, version: Number(lastEventId), data: JSON.parse(data) })));
    }
  }

  /* The server refused the line, and the browser does not try again by itself: many may wait, so not all at once. */
  async function retry() {
    const refused = source;
    const lost = await fetch("/favicon.ico", { method: "HEAD", cache: "no-store" }).then(() => false, () => true);
    if (source !== refused) return;
    pass({ event: lost ? "lost" : "refused" });
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** refusals++);
    timer = setTimeout(connect, pause * (0.5 + Math.random() / 2));
  }

  /* Hold the line, or listen to the tab that does until it is gone. */
  function start() {
    if (source || waiting) return;
    if (!navigator.locks) { connect(); return; }
    const name = `rookery ${url}`;
    waiting = new AbortController();
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => {
      if (data.event !== "ask") deliver(data);
      else if (source?.readyState === EventSource.OPEN) channel.postMessage({ event: "hello", version: told });
    };
    channel.postMessage({ event: "ask" });
    const { signal } = waiting, held = () => signal.aborted || new Promise((done) => { release = done; connect(); });
    navigator.locks.request(name, { signal }, held).catch(() => {}); /* stopped while it waited */
  }

  function stop() {
    clearTimeout(timer);
    source?.close();
    waiting?.abort();
    channel?.close();
    release?.();
    source = waiting = channel = release = null;
  }

  const turn = () => (document.hidden ? stop() : start());
  document.addEventListener("visibilitychange", turn);
  turn();
  return { close() { document.removeEventListener("visibilitychange", turn); stop(); } };
}
