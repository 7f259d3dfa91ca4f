/* The script of the desk: small functions on data- attributes. Every page works, if slower, without it.

   form[data-act]        is sent without leaving the page; warnings open the dialog; then the page is read anew, and what
                         data-focus names has the focus
   [data-key="z"]        the key presses it, or goes into it; [data-go="s"] the same after g
   table[data-grid]      boards with results by keys; lines are tr[data-board]
                         (data-frozen: says why none is entered; empty: in the hall); [data-fresh] is read anew when its match has a result
   [data-load][data-into] loads a part of a page into another place; [data-filter="#table"] leaves fitting lines
   [data-arrows]         arrows go from one of its fields or links to the next
   [data-rows]           a table of lines: arrows go from [data-row] to [data-row], a key presses the [data-press] of a line
   body[data-live]       the kinds of messages after which the page is read anew, in place                           */
"use strict";

const $ = (what, where = document) => where.querySelector(what);
const $$ = (what, where = document) => [...where.querySelectorAll(what)];
const at = () => document.body.dataset.at, door = () => document.body.dataset.door;
const tournament = () => $(".pickt .here")?.dataset.stream;
const TEXTS = JSON.parse($("#texts")?.textContent || "{}");
const _ = (text, values = {}) => (TEXTS[text] || text).replace(/%\((\w+)\)s/g, (all, name) => values[name] ?? all); /* in the language of the page */
const html = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
const make = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text, ...more });
const fresh = () => [...crypto.getRandomValues(new Uint8Array(8))].map((one) => one.toString(16).padStart(2, "0")).join("");

/* -- what is said --------------------------------------------------------------------------------------------------- */

function say(text, bad = false) {
  const line = make("div", text, { className: bad ? "bad" : "" });
  $("#said").append(line);
  setTimeout(() => line.remove(), bad ? 9000 : 4000);
}

function refusalOf({ refusal, stale }) {
  const said = refusal || stale || { text: _("Something went wrong.") };
  return said.text + (said.article ? ` (${said.article})` : "") + (said.instead ? ` ${_("Instead:")} ${said.instead}.` : "");
}

let over = null;

/* The one dialog: `done` is told the button that was pressed, at once, or nothing; the browser gives the focus back. */
function dialog(level, html, done = () => {}) {
  const box = $("#question");
  let open = true, gone;
  over = new Promise((resolve) => { gone = resolve; });
  const end = (by) => { if (open) { open = false; box.close(); gone(); done(by); } };
  box.className = `question l${level}`;
  box.innerHTML = `<form method="dialog">${html}</form>`;
  $("form", box).addEventListener("submit", (event) => { event.preventDefault(); end(event.submitter); });
  $("[data-no]", box)?.addEventListener("click", (event) => { event.preventDefault(); end(null); });
  box.onclose = () => { if (!box.open) end(null); }; /* comes late, maybe when the next question is asked */
  box.showModal();
  return box;
}

/* The dialog of warnings: gives the tokens to send when the answer is yes, nothing when it is no. It waits for whatever
   else is asked: what is taken from the screen would never be answered. */
async function ask(answer) {
  while ($("#question").open) await over;
  const level = Math.max(...answer.warnings.map((one) => one.level));
  return new Promise((resolve) => {
    const box = dialog(level, answer.html, (by) => resolve(by ? answer.tokens : null));
    $("[data-no]", box).focus();
  });
}

/* -- sending -------------------------------------------------------------------------------------------------------- */

async function sent(url, body, headers) {
  const answer = await fetch(url, { method: "POST", body, headers: { Accept: "application/json", ...headers } });
  const old = answer.status === 403 ? { refusal: { text: _("This page is from an older visit: load it again.") } } : {};
  return { status: answer.status, data: await answer.json().catch((why) => { if (answer.ok) throw why; return old; }) }; /* cut off: as if none had come */
}

/* Do what a form says; what is asked is asked, and sent again with its answer. What was typed before goes first: that is
   what an undo takes back, and no round is paired without it. */
async function act(form, by) {
  const fields = new FormData(form, by);
  while (sending && !failing) await soon(20);
  if (sending) { say(_("The desk does not answer, and what was typed goes first. Try again later."), true); return false; }
  for (;;) {
    let answer;
    try {
      answer = await sent(form.action, new URLSearchParams(fields));
    } catch {
      say(_("The desk does not answer. Look whether it was done before you try again."), true);
      return false;
    }
    if (answer.status === 409 && answer.data.warnings) {
      const tokens = await ask(answer.data);
      if (!tokens) return false;
      fields.delete("yes");
      tokens.forEach((one) => fields.append("yes", one));
      continue;
    }
    if (answer.status !== 200) {
      say(refusalOf(answer.data), true);
      return false;
    }
    const then = fields.get("then");
    if (then && new URL(then, location).pathname !== location.pathname) { leave(); location.assign(then); }
    else await refresh(true);
    document.getElementById(form.dataset.focus)?.focus();
    $("#said").replaceChildren(...$$("#said > .bad")); /* of several acts the newest is told: all would hide the page */
    [...answer.data.said, ...answer.data.cautions.filter((one) => one.level === 1).map((one) => one.text)].forEach((one) => say(one)); /* last: it can be seen */
    return true;
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-act]")) { if (form.method !== "dialog") leave(); return; }
  event.preventDefault();
  if (event.submitter?.getAttribute("aria-disabled") === "true") {
    refused(event.submitter.dataset.key || "", event.submitter.title);
    return;
  }
  if (form.dataset.busy) return;
  form.dataset.busy = "1";
  act(form, event.submitter).finally(() => { delete form.dataset.busy; read(); });
});

/* Why something waits, as it is now: results may have come since the page was read. */
async function refused(key, title) {
  await refresh(true);
  const now = $(`[data-key="${CSS.escape(key)}"][aria-disabled=true]`);
  if (key && !now) $(`[data-key="${CSS.escape(key)}"]`)?.click();
  else say(now?.title || title, true);
}

/* -- reading the page anew, in place -------------------------------------------------------------------------------- */

const PARTS = ["side", "top", "work", "look", "keys"];
let reading = null, again = false, leaving = false, heard = Number(document.body.dataset.version); /* all up to there is on the page */

/* Somebody goes to another page, or fetches a file from this one. */
function leave() {
  leaving = true;
  setTimeout(() => { leaving = false; read(); }, 5000);
}

const typed = (one) => one.matches("input:not([type=hidden]):not([type=checkbox]):not([type=radio]), textarea") && one.value !== one.defaultValue;

/* Whether somebody is at something that reading the page anew would take from them: a field, or one that they have left
   with something in it; or is about to leave the page, which may be gone with what was done on it. */
function busy() {
  const here = document.activeElement;
  if (leaving || $("dialog[open]") || $("form[data-busy]") || waiting.length) return true;
  if ($$("#work input, #work textarea").some((one) => !one.dataset.filter && one.id !== "jump" && typed(one))) return true;
  return Boolean(here?.closest("#work")) && (here.matches("select") || typed(here));
}

function mark(one) {
  if (!one || one === document.body) return "";
  if (one.id) return `#${one.id}`;
  if (one.dataset.board) return `tr[data-board="${one.dataset.board}"]`;
  if (one.dataset.row) return `[data-row="${one.dataset.row}"]`;
  if (one.getAttribute("href")) return `a[href="${CSS.escape(one.getAttribute("href"))}"]`;
  return one.name ? `[name="${CSS.escape(one.name)}"]` : "";
}

async function refresh(now = false) {
  if (!now && (reading || busy())) { again = true; return; }
  while (reading) await reading; /* it may be older than what has just been done */
  reading = (async () => {
    try {
      const answer = await fetch(location.href, { headers: { "X-Rookery-Part": "page" } });
      if (!answer.ok) return;
      const made = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!now && busy()) { again = true; return; } /* somebody has begun to type meanwhile */
      if (Number(made.body.dataset.version) < Number(document.body.dataset.version)) { again = true; return; }
      const focus = mark(document.activeElement), row = hand()?.dataset.board;
      const opened = $$("[data-load][aria-expanded=true]").map((one) => one.dataset.load);
      const fields = $$("input[data-filter][id], #jump").map((one) => [one.id, one.value]);
      for (const id of PARTS) {
        const old = document.getElementById(id), fresh = made.getElementById(id);
        if (!old || !fresh) continue;
        const top = old.scrollTop;
        if (id === "look") { const kept = $("#board", old), place = $("#board", fresh); if (kept && place) place.replaceWith(kept); }
        old.replaceWith(fresh);
        fresh.scrollTop = top;
      }
      Object.assign(document.body.dataset, { version: made.body.dataset.version, door: made.body.dataset.door });
      heard = Number(made.body.dataset.version);
      prepare();
      for (const [id, value] of fields) { const one = document.getElementById(id); if (one && value) { one.value = value; if (one.dataset.filter) filter(one); } }
      if (row) take($(`tr[data-board="${row}"]`), false);
      for (const url of opened) { const one = $(`[data-load="${CSS.escape(url)}"]`); if (one) open(one); }
      if (focus && (!document.activeElement || document.activeElement === document.body)) $(focus)?.focus({ preventScroll: true });
    } finally {
      reading = null;
      if (again) { again = false; setTimeout(refresh, 50); }
    }
  })();
  return reading;
}

document.addEventListener("focusout", () => setTimeout(read, 150));

/* -- boards: results by keys, at once; saved in order, and kept until they are ---------------------------------------- */

const RESULTS = { 1: "1-0", 0: "0-1", 5: "½-½", "=": "½-½", "+": "+/-", "-": "-/+", "−": "-/+" };
const OTHERS = ["1-0", "½-½", "0-1", "+/-", "-/+", "-/-", "½-0", "0-½", "0-0", "1-0 unrated", "½-½ unrated", "0-1 unrated", "0-0 unrated", "pending"];
const kept = (wish) => `rookery ${wish.of} ${wish.id}`;
const soon = (time) => new Promise((resolve) => setTimeout(resolve, time));
let waiting = [], sending = false, failing = false;

const lines = () => $$("table[data-grid] tr[data-board]").filter((one) => !one.hidden);
const hand = () => $("table[data-grid] tr[tabindex='0']");

function take(line, focus = true) {
  if (!line) return;
  $$("table[data-grid] tr[tabindex='0']").forEach((one) => { if (one !== line) one.tabIndex = -1; });
  line.tabIndex = 0;
  if (focus) { line.focus({ preventScroll: true }); line.scrollIntoView({ block: "nearest" }); }
  look(line);
}

function step(by) {
  const all = lines(), here = all.indexOf(hand());
  take(all[Math.max(0, Math.min(all.length - 1, here + by))]);
}

function shown(result) {
  if (result === "pending") return "";
  if (result === "adjourned") return _("adjourned");
  const [both, ...more] = result.split(" "), parts = both.split(/[-/](?=.)/);
  const forfeit = both.includes("/"), [white, black] = forfeit ? both.split("/") : parts;
  const side = (one) => (one === "-" ? "−" : one);
  return [side(white), side(black), more.join(" ")];
}

function put(line, result, when = "") {
  paint(line, result, when);
  counted();
}

function paint(line, result, when) {
  const cell = $(".score", line), said = shown(result);
  line.dataset.result = result;
  cell.replaceChildren();
  if (typeof said === "string") cell.textContent = said;
  else cell.append(said[0], make("i", "–"), said[1], ...(said[2] ? [make("small", said[2])] : []));
  const worth = { 1: 2, "+": 2, "½": 1, 0: 0, "−": 0 };
  const [white, black] = typeof said === "string" ? [0, 0] : [worth[said[0]], worth[said[1]]];
  $(".white", line).dataset.side = white > black ? "won" : white < black ? "lost" : "";
  $(".black", line).dataset.side = black > white ? "won" : black < white ? "lost" : "";
  if (when) { $(".who", line)?.replaceChildren(when); line.classList.remove("check"); }
}

/* The score of a match is the desk's to count: its cell is read anew. */
async function scored(line) {
  const cell = line?.dataset.match && $(`tr[data-match="${line.dataset.match}"] [data-fresh]`), asked = {};
  if (!cell) return;
  cell.asked = asked;
  const answer = await fetch(cell.dataset.fresh).catch(() => null), text = answer?.ok && await answer.text();
  if (text && cell.asked === asked) cell.innerHTML = text; /* else it was asked anew since */
}

let complete = null;

/* How many boards are open; when the last one ends, or is open again, what comes next is another thing. */
function counted() {
  const all = $$("table[data-grid] tr[data-board]"), open = all.filter((one) => one.dataset.result === "pending").length;
  if (!all.length) { complete = null; return; }
  $$("[data-count=open]").forEach((one) => { one.textContent = open; });
  $$("[data-count=ended]").forEach((one) => { one.textContent = all.length - open; });
  $$("[data-count=note]").forEach((one) => { one.textContent = open ? _("%(many)s open", { many: open }) : ""; });
  $$("[data-count=check]").forEach((one) => { one.textContent = all.filter((line) => line.classList.contains("check")).length; });
  $$(".strip progress").forEach((one) => { one.value = all.length - open; });
  const changed = complete !== null && complete !== !open;
  complete = !open;
  if (changed) refresh();
}

function read() {
  if (again && !busy()) { again = false; refresh(); }
}

const clock = (when) => when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });

function enter(chosen, result) {
  const of = tournament(), line = lineOf({ of, ...chosen.dataset }) || chosen; /* the page may have been read anew since it was chosen */
  const { round, white, black, game } = line.dataset, was = line.dataset.result;
  if (was === result) return;
  const grid = line.closest("table");
  if ("frozen" in grid.dataset) { if (grid.dataset.frozen) say(grid.dataset.frozen, true); return; }
  const wish = { of, to: at(), when: performance.timeOrigin + performance.now(), command: "result.enter", id: fresh(), round: Number(round), white, black, game: Number(game), result, was };
  waiting.push(wish); /* first: whatever is read from now on is older than it */
  put(line, result, clock(new Date()));
  line.classList.add("saving", "just");
  keep(wish);
  flush();
}

/* Each result is kept by itself: other tabs have theirs beside it. */
function keep(wish) {
  const now = waiting.find((one) => one.id === wish.id);
  try {
    if (now) localStorage.setItem(kept(now), JSON.stringify(now)); else localStorage.removeItem(kept(wish));
  } catch { /* private windows keep nothing */ }
  told();
}

/* What was typed on pages that are gone, of every tournament of this desk: whatever page comes next sends it. */
function found() {
  const places = new Map($$(".pickt [data-stream]").map((one) => [one.dataset.stream, one.getAttribute("href")]));
  try {
    const all = Object.keys(localStorage).filter((one) => one.startsWith("rookery ")).map((one) => JSON.parse(localStorage[one]));
    return all.filter((one) => places.has(one.of)).map((one) => ({ ...one, to: places.get(one.of) })).sort((one, other) => one.when - other.when);
  } catch { return []; }
}

function told() {
  const saved = $("#saved");
  if (saved && waiting.length) saved.textContent = _("Saving %(number)s …", { number: waiting.length });
  else if (saved) saved.textContent = `${_("All saved")} · ${_("version %(number)s", { number: document.body.dataset.version })}`;
}

const lineOf = (wish) => wish.of !== tournament() ? null : $(`table[data-grid] tr[data-white="${CSS.escape(wish.white)}"][data-black="${CSS.escape(wish.black)}"][data-game="${wish.game}"][data-round="${wish.round}"]`);
const same = (one, other) => ["of", "round", "white", "black", "game"].every((name) => one[name] === other[name]);

async function flush() {
  if (sending) return;
  sending = true;
  while (waiting.length) {
    const wish = waiting[0], { of, to, when, ...said } = wish;
    let answer;
    try {
      answer = await sent(`${to}/commands`, JSON.stringify(said), { "Content-Type": "application/json", "X-Rookery-Door": door() });
    } catch {
      offline(true);
    }
    failing = !answer || answer.status >= 500;
    if (failing) { await soon(1000); continue; }
    offline(false);
    if (answer.status === 403) { say(`${refusalOf(answer.data)} ${_("What was typed is kept until then.")}`, true); break; }
    await settled(wish, answer);
    if (waiting[0] === wish) waiting.shift();
    if (answer.data.version && of === tournament()) document.body.dataset.version = Math.max(answer.data.version, Number(document.body.dataset.version));
    keep(wish);
  }
  sending = false;
  read();
}

/* What became of a result: saved, asked about, refused, or somebody was quicker. A board of which a newer result waits
   goes on showing that one, as not yet saved; where this one was not written, the newer one follows what was before. */
async function settled(wish, answer) {
  const line = lineOf(wish), newer = () => waiting.find((one) => one !== wish && same(one, wish));
  if (answer.status === 200) {
    if (answer.data.repeated) again = true; /* it was written some time ago: what the board has now is read */
    else if (!newer()) line?.classList.remove("saving");
    scored(line);
    answer.data.cautions.filter((one) => one.level === 1).forEach((one) => say(one.text));
    return;
  }
  if (answer.status === 409 && answer.data.warnings) {
    const tokens = await ask(answer.data);
    if (tokens) { wish.acknowledged = tokens; waiting.splice(1, 0, { ...wish }); return; }
  } else if (answer.data.stale) {
    say(_("Somebody was quicker: %(text)s. You entered %(result)s; it was not written.", { text: answer.data.stale.text, result: wish.result }), true);
    if (line && !newer()) { put(line, answer.data.stale.found); line.classList.remove("saving", "just"); line.classList.add("check"); }
    return;
  } else say(refusalOf(answer.data), true);
  let next = newer();
  if (next?.result === wish.was) { waiting = waiting.filter((one) => one !== next); keep(next); next = newer(); } /* it has that result already */
  if (next) { next.was = wish.was; keep(next); }
  else if (line) { put(line, wish.was); line.classList.remove("saving", "just"); $(".who", line).textContent = ""; }
}

function others(line) {
  const box = dialog(2, `<h2 id="question-title"></h2><div class="row"></div><div class="acts"><button class="btn" data-no>${html(_("Back"))} <kbd>Esc</kbd></button></div>`, (by) => by && enter(line, by.value));
  $("h2", box).textContent = _("Result of board %(number)s", { number: line.dataset.board });
  $(".row", box).append(...OTHERS.map((one) => make("button", one === "pending" ? _("no result") : one, { className: "btn", value: one })));
  $(".row .btn", box).focus();
}

let looking = 0, only = "all";
function look(line) {
  const place = $("#board");
  if (!place || !line) return;
  clearTimeout(looking); looking = setTimeout(async () => {
    if (waiting.length) { look(hand()); return; } /* what was typed goes first */
    const answer = await fetch(place.dataset.boardAt + line.dataset.board).catch(() => null);
    const text = answer?.ok ? await answer.text() : place.told;
    if (hand() === line && text !== place.told) place.innerHTML = place.told = text;
  }, 120);
}

/* The number of a board, alone or with a result; what is not understood stays in the field, to be typed over. */
function jump(field) {
  const [, board, result] = field.value.trim().match(/^([\d.]+)\s*(?:[=:](?=.))?\s*(\S*)$/) || [];
  const line = board && $(`tr[data-board="${CSS.escape(board)}"]`);
  if (!line || (result && !(result in RESULTS))) {
    say(line ? _("%(text)s is no result: 1, 0, 5, + or -.", { text: result }) : _("There is no board %(text)s.", { text: field.value }), true);
    field.select();
    return;
  }
  field.value = "";
  if (line.hidden) { only = "all"; showOnly(); }
  take(line);
  if (result) { enter(line, RESULTS[result]); step(1); }
}

document.addEventListener("click", (event) => {
  const line = event.target.closest("tr[data-board]");
  if (line) {
    take(line);
    const result = event.target.closest("button[data-result]");
    if (result) { enter(line, result.dataset.result); step(1); } else if (event.target.closest("[data-other]")) others(line);
  }
  const show = event.target.closest("[data-show]");
  if (show) { only = show.dataset.show; showOnly(); }
  const loader = event.target.closest("[data-load]");
  if (loader) { event.preventDefault(); open(loader, true); }
  if (event.target.closest("[data-find]")) find();
  if (event.target.closest("main [data-no]")) $("main [data-back]")?.click(); /* a question that is a page of its own */
});

function showOnly() {
  const shows = { all: () => true, open: (one) => one.dataset.result === "pending", check: (one) => one.classList.contains("check") }[only];
  $$("[data-show]").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.show === only)));
  $$("table[data-grid] tr[data-board]").forEach((one) => { one.hidden = !shows(one); });
  $$("table[data-grid] tr.match").forEach((one) => { one.hidden = only !== "all" && !$$(`tr[data-board][data-match="${one.dataset.match}"]`).some(shows); });
}

const placeOf = (loader) => document.getElementById(loader.closest("[data-into]").dataset.into);

/* Load a part of a page into another place; once more closes it. */
async function open(loader, toggle = false) {
  const place = placeOf(loader);
  if (!place) return;
  if (toggle && loader.getAttribute("aria-expanded") === "true") {
    loader.setAttribute("aria-expanded", "false");
    place.hidden = true;
    return;
  }
  const answer = await fetch(loader.dataset.load).catch(() => null);
  if (!answer?.ok) { say(_("That could not be read."), true); return; }
  place.innerHTML = await answer.text();
  place.hidden = false;
  $$("[data-load]").filter((one) => placeOf(one) === place).forEach((one) => one.setAttribute("aria-expanded", String(one === loader)));
}

/* -- keys ----------------------------------------------------------------------------------------------------------- */

let gone = 0, manual = () => `/help/${document.body.dataset.page}`;
const MOVES = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e6, End: 1e6 };
const typing = (one) => one.matches("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") { event.preventDefault(); find(); return; }
  if (event.key === "F1" && document.body.dataset.door) { event.preventDefault(); location.assign(manual()); return; }
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  const here = event.target;
  if (here.id === "jump" && event.key === "Enter") { event.preventDefault(); jump(here); return; }
  if (here.id === "jump" && event.key === "Escape") { take(hand()); return; }
  if (here.dataset?.filter && event.key === "ArrowDown") { event.preventDefault(); $$(`${here.dataset.filter} [data-row]`).find((one) => !one.hidden)?.focus(); return; }
  if (typing(here)) { if (event.key === "Escape") here.blur(); return; }
  if (onBoard(event, here) || along(event, here)) return;
  if (Date.now() - gone < 5000) {
    gone = 0;
    const place = $(`[data-go="${CSS.escape(event.key)}"]`);
    if (place) { event.preventDefault(); place.click(); }
    return;
  }
  if (event.key === "g") { gone = Date.now(); return; }
  if (event.key === "?") { keys(); return; }
  if (onRow(event, here)) return;
  if (event.key === "Enter" && here !== document.body && here.id !== "work") return;
  const pressed = $(`[data-key="${CSS.escape(event.key)}"]`);
  if (pressed) { event.preventDefault(); if (typing(pressed)) { pressed.focus(); pressed.select?.(); } else pressed.click(); }
});

function onRow(event, here) {
  const line = here.closest?.("[data-rows] [data-row]");
  if (!line) return false;
  const all = $$("[data-row]", line.closest("[data-rows]")).filter((one) => !one.hidden);
  const pressed = here === line && $(`[data-press="${CSS.escape(event.key)}"]`, line);
  if (event.key in MOVES) all[Math.max(0, Math.min(all.length - 1, all.indexOf(line) + MOVES[event.key]))].focus();
  else if (pressed) pressed.click();
  else return false;
  event.preventDefault();
  return true;
}

document.addEventListener("focusin", (event) => {
  const line = event.target.closest?.("[data-rows] [data-row]");
  if (!line || line !== event.target) return;
  $$("[data-row][tabindex='0']", line.closest("[data-rows]")).forEach((one) => { if (one !== line) one.tabIndex = -1; });
  line.tabIndex = 0;
});

function onBoard(event, here) {
  const line = here.closest?.("tr[data-board]") || (here === document.body || here.id === "work" ? hand() : null);
  if (!line || line.closest("table").dataset.frozen === "") return false;
  if (event.key in MOVES) step(MOVES[event.key]);
  else if (event.key in RESULTS) { enter(line, RESULTS[event.key]); step(1); }
  else if (event.key === ".") others(line);
  else if (event.key === "Backspace" || event.key === "Delete") enter(line, "pending");
  else return false;
  event.preventDefault();
  return true;
}

function along(event, here) {
  const moves = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }, list = here.closest?.("[data-arrows]");
  if (!list || !(event.key in moves)) return false;
  const all = $$("input:not([type=hidden]), a, [data-row]", list).filter((one) => one.offsetParent);
  all[all.indexOf(here) + moves[event.key]]?.focus();
  event.preventDefault();
  return true;
}

function keys() {
  const box = dialog(2, `<h2 id="question-title">${html(_("Keys"))}</h2><div class="list"></div><div class="acts"><button class="btn primary">${html(_("Close"))} <kbd>Esc</kbd></button>${document.body.dataset.door ? `<a class="btn" href="${html(manual())}">${html(_("Manual"))} <kbd>F1</kbd></a>` : ""}</div>`);
  const told = [...$$("#keys span").slice(0, -1).map((one) => [$$("kbd", one).map((key) => key.textContent).join(" "), one.textContent.replace($$("kbd", one).map((key) => key.textContent).join(""), "")]),
    ...$$("[data-go]").map((one) => [`g ${one.dataset.go}`, $("span", one)?.textContent || one.textContent]),
    ...$$("[data-key]").map((one) => [one.dataset.key, (one.getAttribute("aria-label") || one.closest("label")?.textContent || one.textContent).replace($("kbd", one)?.textContent || "", "")]),
    ["Ctrl K", _("find or do anything")], ...(document.body.dataset.door ? [["F1", _("the manual of this page")]] : [])];
  for (const [key, what] of told.filter(([one], at) => told.findIndex(([other]) => other.trim() === one.trim()) === at)) {
    const line = make("div");
    line.append(make("span", what.trim()), make("kbd", key.trim()));
    $(".list", box).append(line);
  }
}

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const fits = (text, asked) => { const here = plain(text); return plain(asked).split(/\s+/).every((word) => here.includes(word)); };

/* -- find or do anything --------------------------------------------------------------------------------------------- */

async function find() {
  let box = $("#find");
  if (!box) {
    box = make("dialog", "", { id: "find" });
    box.setAttribute("aria-label", _("Find or do"));
    box.innerHTML = `<input type="text" role="combobox" aria-expanded="true" aria-controls="found" aria-label="${html(_("Find or do"))}" autocomplete="off" placeholder="${html(_("A player, a page, something to do"))}"><div role="listbox" id="found" aria-label="${html(_("Found"))}"></div>`;
    document.body.append(box);
    $("input", box).addEventListener("input", () => fitting(box));
    $("input", box).addEventListener("keydown", (event) => {
      const all = $$("[role=option]", box), here = all.findIndex((one) => one.getAttribute("aria-selected") === "true");
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        choose(all, (here + (event.key === "ArrowDown" ? 1 : -1) + all.length) % all.length);
      } else if (event.key === "Enter") { event.preventDefault(); all[here]?.click(); }
    });
  }
  const things = box.things = [
    ...$$("#places a, .rounds a, .pickt a").map((one) => ({ text: one.getAttribute("aria-label") || $("span", one)?.textContent || "", kind: _("go"), run: () => one.click() })),
    ...$$("#top button:not([data-find]), #work button[data-key], #work a[data-key]").map((one) => ({ text: one.textContent.replace($("kbd", one)?.textContent || "", "").trim(), kind: _("do"), run: () => one.click() })),
  ];
  $("input", box).value = "";
  fitting(box);
  box.showModal(); /* before the players are there: what is typed meanwhile is for this field, and no key */
  const people = at() ? await fetch(`${at()}/find`).then((one) => one.json()).catch(() => []) : [];
  things.push(...people.map((one) => ({ text: one.text, kind: one.kind, run: () => location.assign(one.href) })));
  fitting(box, Math.max(0, $$("[role=option]", box).findIndex((one) => one.getAttribute("aria-selected") === "true")));
}

function fitting(box, here = 0) {
  const fit = box.things.filter((one) => fits(one.text, $("input", box).value)).slice(0, 30);
  $("#found", box).replaceChildren(...fit.map((one, index) => {
    const line = make("div", one.text, { id: `found-${index}` });
    line.setAttribute("role", "option");
    line.append(make("span", one.kind, { className: "muted small" }));
    line.addEventListener("click", () => { box.close(); one.run(); });
    return line;
  }));
  choose($$("[role=option]", box), here);
}

function choose(all, here) {
  all.forEach((one, index) => one.setAttribute("aria-selected", String(index === here)));
  $("#find input").setAttribute("aria-activedescendant", all[here]?.id || "");
  all[here]?.scrollIntoView({ block: "nearest" });
}

/* -- live: what others do, as they do it ------------------------------------------------------------------------------ */

function offline(is) {
  const chip = $("#offline");
  if (chip) chip.hidden = !is;
}

function listen() {
  if (!at()) return;
  const line = new EventSource(`${at()}/live`), live = () => document.body.dataset.live.split(" ").filter(Boolean);
  line.addEventListener("open", () => offline(false));
  line.addEventListener("error", () => offline(true));
  line.addEventListener("hello", (event) => { if (live().length && Number(event.lastEventId) > heard) refresh(); flush(); });
  line.addEventListener("result", (event) => {
    const told = { ...JSON.parse(event.data), of: tournament() }, row = lineOf(told), ours = waiting.filter((one) => same(one, told));
    if (row && !ours.length) {
      put(row, told.result, told.at ? clock(new Date(told.at)) : "");
      row.classList.remove("saving");
      $(".who", row)?.setAttribute("title", told.by || "");
      scored(row);
    } else if (row && !ours.some((one) => one.result === told.result)) again = true; /* somebody else's: it is read when ours are answered */
    document.body.dataset.version = Math.max(Number(event.lastEventId), Number(document.body.dataset.version));
    if (!again && !reading) heard = Math.max(Number(event.lastEventId), heard);
    if (live().includes("result")) refresh();
  });
  for (const kind of ["change", "standings"]) {
    line.addEventListener(kind, (event) => { if (live().includes(kind) && (kind !== "change" || Number(event.lastEventId) > heard)) refresh(); });
  }
  addEventListener("pagehide", () => line.close(), { once: true });
}

/* -- beginning -------------------------------------------------------------------------------------------------------- */

function prepare() {
  $$("table[data-grid] tr[data-board]").forEach((one) => paint(one, one.dataset.result, ""));
  waiting.forEach((wish) => { const line = lineOf(wish); if (line) { paint(line, wish.result, clock(new Date())); line.classList.add("saving"); } });
  counted();
  if (waiting.length) told();
  if (only !== "all") showOnly();
}

document.addEventListener("input", (event) => { if (event.target.matches("input[data-filter]")) filter(event.target); });

function filter(field) {
  $$(`${field.dataset.filter} [data-row]`).forEach((one) => { one.hidden = !fits(one.textContent, field.value); });
}

/* Where an address leads into a form, its first field has the focus. */
function into() {
  const place = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (place && place.id !== "work") $("input:not([type=hidden]), select, textarea", place)?.focus();
}

waiting = found();
prepare();
if (hand() && !location.hash) { const line = lines().find((one) => one.dataset.result === "pending") || hand(); take(line); }
for (const when of ["load", "hashchange"]) addEventListener(when, into); /* not before: a browser blurs what it leads to */
addEventListener("pageshow", (event) => { leaving = false; if (event.persisted) { listen(); refresh(); } });
flush();
listen();
