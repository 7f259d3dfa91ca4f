/* The script of the desk: small functions on data- attributes. Every page can be read without it.

   form[data-act]        is sent without leaving the page, which is read anew; data-focus names what has the focus then
   [data-key="z"]        the key presses it, or goes into it; [data-go="s"] the same after g
   table[data-grid]      boards with results by keys; lines are tr[data-board] (data-frozen: why none is entered; empty:
                         the hall); [data-fresh] is read anew with its match
   [data-load][data-into] loads a part of a page into another place; [data-filter="#table"] leaves fitting lines;
                         Enter opens the first of them, [data-left-of="#table"] tells how many there are
   [data-stay]           what is the same thing, as it was left, when the page is read anew: it has an id
   [data-arrows]         arrows go from one of its fields or links to the next
   [data-rows]           a table of lines: arrows go from [data-row] to [data-row], a key presses a line's [data-press]
   body[data-live]       the kinds of messages after which the page is read anew, in place
   body[data-heard]      the last message of the live line that was dealt with: its kind and its version
   body[data-reading]    there while the page is read anew; body[data-sending] while results are sent
   body[data-waiting]    how many results are not saved yet; not there when all are                                   */
"use strict";
const $ = (what, where = document) => where.querySelector(what);
const $$ = (what, where = document) => [...where.querySelectorAll(what)];
const at = () => document.body.dataset.at, csrfToken = () => document.body.dataset.csrfToken;
const me = () => document.body.dataset.who; /* what somebody types is theirs alone */
const placeOf = (loader) => document.getElementById(loader.closest("[data-into]").dataset.into);
const tournament = () => $(".pickt .here")?.dataset.stream;
const TEXTS = JSON.parse($("#texts")?.textContent || "{}"); /* in the language of the page */
const _ = (text, values = {}) => (TEXTS[text] || text).replace(/%\((\w+)\)s/g, (all, name) => values[name] ?? all);
const make = (tag, textContent, more = {}, ...inside) => {
  const one = Object.assign(document.createElement(tag), { textContent, ...more });
  return one.append(...inside), one;
};
/* What something is called, or what is written on it but for its keys. */
const words = (one) => one.getAttribute("aria-label") || $("span", one)?.textContent ||
  [...one.childNodes].filter((each) => each.nodeName !== "KBD").map((each) => each.textContent).join("").trim();
/* The one so many places further in a list, or its end. */
const further = (all, here, by) => all[Math.max(0, Math.min(all.length - 1, all.indexOf(here) + by))];
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const fits = (text, asked) => plain(asked).split(/\s+/).every((word) => plain(text).includes(word));
const clock = (when) => when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
const show = (what, is) => $$(what).forEach((one) => { one.hidden = !is; });
const state = (name, is) => document.body.toggleAttribute(`data-${name}`, Boolean(is));
const soon = (time) => new Promise((resolve) => setTimeout(resolve, time));
const fresh = () => crypto.getRandomValues(new BigUint64Array(1))[0].toString(16).padStart(16, "0");

/* -- what is said -------------------------------------------------------------------------------------------------- */
/* The same is said once; what lasts goes when it is pressed. */
function say(text, bad = false, lasts = false, button = "", more = []) {
  const line = make("div", text, { className: bad ? "bad" : "", onclick: () => line.remove() });
  const pressed = button && $(button); /* looked for again when it is pressed: the page may have been read anew */
  if (pressed) line.append(make("button", words(pressed), { type: "button", onclick: () => $(button)?.click() }));
  more.forEach(([label, onclick]) => line.append(make("button", label, { type: "button", onclick })));
  $$("#said > div").filter((one) => one.firstChild?.textContent === text).forEach((one) => one.remove());
  $("#said").classList.toggle("above", isLow(document.activeElement));
  $("#said").append(line);
  if (!lasts) setTimeout(() => line.remove(), bad ? 9000 : 4000);
}

/* Whether something is in the lower half of the window: what is said then stands above, and hides no form in use. */
const isLow = (one) => one && one !== document.body && one.getBoundingClientRect().top > innerHeight / 2;

function refusalOf({ refusal, stale }) {
  const { text, article, instead } = refusal || stale || { text: _("Something went wrong.") };
  return text + (article ? ` (${article})` : "") + (instead ? ` ${_("Try:")} ${instead}.` : "");
}

const old = () => _("This page is out of date. Reload it.");
const cautioned = ({ cautions }) => cautions.filter((one) => one.level === 1).forEach((one) => say(one.text));

/* The one dialog: `done` is told the button that was pressed, at once, or nothing; the browser gives the focus back. */
function dialog(level, html, done = () => {}, shown = () => {}) {
  const box = $("#question");
  let open = true;
  const end = (by) => { if (open) { open = false; box.close(); done(by); } };
  box.className = `question l${level}`;
  box.innerHTML = `<form method="dialog">${html}</form>`;
  $("form", box).addEventListener("submit", (event) => { event.preventDefault(); end(event.submitter); });
  $("[data-no]", box)?.addEventListener("click", (event) => { event.preventDefault(); end(null); });
  box.onclose = () => { if (!box.open) end(null); }; /* comes late, maybe when the next question is asked */
  shown($("form", box));
  box.showModal();
  return box;
}

/* The dialog of warnings: gives the tokens to send when the answer is yes, nothing when it is no. It waits for whatever
   else is asked: what is taken from the screen would never be answered. */
async function ask(answer) {
  while ($("#question").open) await soon(20);
  const level = Math.max(...answer.warnings.map((one) => one.level));
  return new Promise((done) => dialog(level, answer.html, (by) => done(by ? answer.tokens : null), unread));
}

/* A question is answered by what is pressed when it can be read: not by a key that was meant for what was there before,
   nor by one held down since. The second frame begins when the first is on the screen; nobody has read it at once. */
async function unread(form) {
  form.inert = true, readable = Infinity;
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  await soon(300);
  readable = performance.now(); /* a timer may fire a little early: what counts is when the form can be used */
  form.inert = false;
  $("[data-no]", form)?.focus();
}

/* -- sending ------------------------------------------------------------------------------------------------------- */
async function sent(url, body, more, signal) {
  const headers = { Accept: "application/json", ...more }, method = "POST";
  const answer = await fetch(url, { method, body, headers, signal }), { status, ok } = answer;
  const data = answer.json(), otherwise = status === 403 ? { refusal: { text: old() } } : {};
  return { status, data: await (ok ? data : data.catch(() => otherwise)) }; /* cut off: as if none had come */
}

/* Do what a form says; what is asked is asked, and sent again with its answer. What was typed before goes first: that
   is what an undo takes back, and no round is paired without it. */
async function act(form, by) {
  const fields = new FormData(form, by);
  while (sending && !failing) await soon(20);
  if (sending) return say(_("Results you typed are not saved yet. Try again in a moment."), true);
  let answer, tokens;
  do {
    answer = await sent(form.action, new URLSearchParams(fields)).catch(() => null);
    tokens = answer?.data.warnings && await ask(answer.data);
    fields.delete("yes");
    tokens?.forEach((one) => fields.append("yes", one));
  } while (tokens);
  if (!answer) return say(_("The desk does not answer. Check whether it was saved before you try again."), true);
  if (answer.status !== 200) return answer.data.warnings || say(refusalOf(answer.data), true); /* or no was said */
  form.reset(); /* what was chosen in it is done */
  const then = fields.get("then"), away = then && new URL(then, location).pathname !== location.pathname;
  const more = away && unsaved().length; /* the next page would be without it */
  if (away && !more) { later(answer.data); leave(); return location.assign(then); }
  await refresh(true);
  document.getElementById(form.dataset.focus)?.focus();
  $("#said").replaceChildren(...$$("#said > .bad")); /* of several acts the newest is told: all would hide the page */
  const redo = fields.get("command") === "time.undo" ? '[data-key="y"]' : "";
  answer.data.said.forEach((one) => say(one, false, false, redo)); /* last: it can be seen */
  cautioned(answer.data);
  if (more) say(_("Saved. Other fields on this page are not saved yet."), true);
}

/* What was done is said on the page that comes next. */
function later({ said, cautions }) {
  const notes = cautions.filter((one) => one.level === 1).map((one) => one.text);
  try { sessionStorage.setItem("rookery said", JSON.stringify([...said, ...notes])); } catch { /* no storage */ }
}

function sayNow() {
  try {
    JSON.parse(sessionStorage.getItem("rookery said") || "[]").forEach((one) => say(one));
    sessionStorage.removeItem("rookery said");
  } catch { /* no storage */ }
}

let submitted = null; /* the form with which the browser leaves the page */
addEventListener("beforeunload", (event) => { if (unsaved(submitted).length) event.preventDefault(); });

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-act]")) { if (form.method !== "dialog") { leave(); submitted = form; } return; }
  event.preventDefault();
  if (event.submitter?.ariaDisabled === "true") return refused(event.submitter);
  if (form.dataset.busy) return;
  form.dataset.busy = "1";
  act(form, event.submitter).finally(() => { delete form.dataset.busy; read(); });
});

/* Why something waits, as it is now: results may have come since the page was read. */
async function refused({ dataset: { key = "" }, title }) {
  while (sending && !failing) await soon(20);
  await refresh(true);
  const now = $(`[data-key="${CSS.escape(key)}"]`);
  if (now && now.ariaDisabled !== "true") now.click();
  else say(now?.title || title, true);
}

/* -- reading the page anew, in place ------------------------------------------------------------------------------- */
const PARTS = ["side", "top", "work", "look", "keys"];
let reading = null, again = false, leaving = false, heard = Number(document.body.dataset.version); /* read so far */
function reach(version) {
  const now = document.body.dataset.version = Math.max(version, document.body.dataset.version);
  $$("[data-log]").forEach((one) => { one.textContent = now.toLocaleString("en"); });
  told();
}
const read = () => { if (again && !busy()) { again = false; refresh(); } };

/* Somebody goes to another page, or fetches a file from this one. */
const leave = () => { leaving = true; setTimeout(() => { leaving = false; read(); }, 5000); };

const FIELDS = ":is(#work, #look) :is(input, textarea, select):not([data-filter], [data-stay], [data-stay] *)";
const typed = (one) => (/checkbox|radio/.test(one.type) ? one.checked !== one.defaultChecked : !one.options
  ? one.value !== one.defaultValue
  : one.selectedIndex !== Math.max(0, [...one.options].findIndex((each) => each.defaultSelected)));

/* Whether somebody is at something that reading the page anew would take from them: a field, or one that they have left
   with something in it; or is about to leave the page, which may be gone with what was done on it. */
function busy() {
  if (leaving || $("dialog[open]") || $("form[data-busy]") || waiting.length) return true;
  return $$(FIELDS).some(typed) || $$(":is(#work, #look) :focus").some((one) => one.matches("select, #look input")
    || (one.matches("input:not([type=checkbox], [type=radio]), textarea") && typed(one)));
}

/* Fields of forms that are sent to the desk and were changed since; of all forms but one. */
const unsaved = (but = null) => $$(FIELDS).filter((one) => one.form?.method === "post" && one.form !== but && typed(one));

/* A form by what it sends, a field by its form, its name and its place among those of that name. */
const formName = (form) => [form.getAttribute("action"), ...[...form.elements].filter((one) => one.type === "hidden"
  && !["csrf_token", "id", "seen"].includes(one.name)).map((one) => `${one.name}=${one.value}`)].join("\n");
const namesakes = (form, { name, type, value }) => [...form.elements].filter((one) => one.name === name
  && one.type === type && (!/checkbox|radio/.test(type) || one.value === value));
const fieldPlace = (one) => (one.form ? [formName(one.form), namesakes(one.form, one).indexOf(one)] : [mark(one)]);
function fieldAt(one, [name, index]) {
  if (!one.form) return name && $$(name).length === 1 ? $(name) : null;
  const forms = $$("form").filter((each) => formName(each) === name);
  return forms.length === 1 ? namesakes(forms[0], one)[index] : null;
}

/* Where something stands, inside its line if it has one: many a button is called what others are called. */
function mark(one) {
  const all = ["id", "data-board", "data-row", "data-press", "data-key", "data-show", "data-result", "href", "name"];
  const name = all.find((each) => one?.getAttribute(each)), line = one?.parentNode.closest?.("[data-board],[data-row]");
  if (!name || (name === "name" && one.matches("button"))) return "";
  return `${line ? mark(line) : ""} [${name}="${CSS.escape(one.getAttribute(name))}"]`;
}

async function refresh(now = false) {
  if (!now && (reading || busy())) { again = true; state("reading", reading); return; }
  while (reading) await reading; /* it may be older than what has just been done */
  reading = renew(now).finally(() => {
    reading = null;
    state("reading", again);
    if (again) { again = false; setTimeout(refresh, 50); }
  });
  state("reading", true);
  return reading;
}

async function renew(now) {
  const part = { headers: { "X-Rookery-Part": "page" } };
  const whole = await fetch(location.href, part).then((one) => (one.ok ? one.text() : "")).catch(() => "");
  if (!whole) return;
  const made = new DOMParser().parseFromString(whole, "text/html");
  const { version, csrfToken, who } = made.body.dataset;
  if (who !== me()) return say(old(), true); /* what is typed here is not theirs who have come in since */
  /* Older than what is here, or somebody has begun to type meanwhile. */
  if (Number(version) < Number(document.body.dataset.version) || (!now && busy())) { again = true; return; }
  const focus = mark(document.activeElement), row = hand()?.dataset.board, select = selection(document.activeElement);
  const opened = $$("[data-load][aria-expanded=true]").map((one) => one.dataset.load);
  const half = $$(FIELDS).filter((one) => typed(one) && one.type !== "file").map((one) => (
    [fieldPlace(one), one]));
  for (const id of PARTS) {
    const old = document.getElementById(id), fresh = made.getElementById(id), top = old?.scrollTop;
    if (!old || !fresh) continue;
    $$("[data-stay]", old).forEach((one) => $(`#${one.id}`, fresh)?.replaceWith(one));
    old.replaceWith(fresh);
    fresh.scrollTop = top;
  }
  Object.assign(document.body.dataset, { version, csrfToken });
  heard = Number(version);
  prepare();
  half.forEach(([place, one]) => Object.assign(fieldAt(one, place) || {}, { value: one.value, checked: one.checked }));
  const there = row && $(`tr[data-board="${row}"]:not([hidden])`);
  if (there) hold(there); else if (row && hand()) hand().dataset.offered = "";
  opened.map((url) => $(`[data-load="${CSS.escape(url)}"]`)).forEach((one) => one && open(one));
  const field = focus && [null, document.body].includes(document.activeElement) ? $(focus) : null;
  field?.focus({ preventScroll: true });
  if (field) select(field);
}

/* What is selected in a field, to be selected again in its successor: what is typed next replaces it, and goes where the
   caret was. A field of a number does not tell its caret, only whether all of it is selected. */
function selection(one) {
  const { selectionStart: from, selectionEnd: to, value } = one || {};
  if (value && getSelection().toString() === value) return (field) => field.select?.();
  return (field) => from != null && field.setSelectionRange?.(from, to);
}

document.addEventListener("focusout", () => setTimeout(read, 150));

/* -- boards: results by keys, at once; saved in order, and kept until they are ------------------------------------- */
const RESULTS = { 1: "1-0", 0: "0-1", 5: "½-½", "=": "½-½", "+": "+/-", "-": "-/+", "−": "-/+" };
const kept = (wish) => `rookery ${wish.of} ${wish.id}`;
let waiting = [], sending = false, failing = false, faults = 0, complete = null, only = "all";
const lines = () => $$("table[data-grid] tr[data-board]").filter((one) => !one.hidden);
const pending = (one) => one.dataset.result === "pending";
const hand = () => lines().find((one) => one.tabIndex === 0);
const offered = (line) => "offered" in line.dataset; /* Tab comes to it, but no key is meant for it: nobody took it */
const step = (by, here = hand()) => take(here && offered(here) ? here : further(lines(), here, by));

function take(line) {
  if (!line) return;
  hold(line);
  line.focus({ preventScroll: true });
  line.scrollIntoView({ block: "nearest" });
}

/* One line of a table is at hand: Tab comes to it alone. */
function hold(line) {
  const table = line.closest("table, [data-rows]");
  $$(":is(tr, [data-row])[tabindex='0']", table).forEach((one) => { one.tabIndex = -1; });
  line.tabIndex = 0;
  delete line.dataset.offered;
  if (line.dataset.board) look(line);
}

document.addEventListener("focusin", ({ target }) => (
  target.matches?.("table[data-grid] tr[data-board], [data-rows] [data-row]") && hold(target)));

/* A result as seen from the left: in a match of teams the player at the left may have Black. And back again. */
const facing = (line, result) => (line && "turned" in line.dataset
  ? result.replace(/^(.)([-/])(.)/, "$3$2$1") : result);

/* A result as its board shows it; whose name is bold the style sheet knows. */
function put(line, result, when = "", saving = false) {
  const [, left, right, unrated] = facing(line, result).match(/^(.)[-/](.)( unrated)?$/) || [];
  const cell = $(".score", line);
  line.dataset.result = result;
  line.classList.toggle("saving", saving);
  cell.textContent = result === "adjourned" ? _("adjourned") : "";
  if (left) cell.append(left.replace("-", "−"), make("i", "–"), right.replace("-", "−"));
  if (unrated) cell.append(make("small", _("unrated")));
  if (when) { $(".who", line)?.replaceChildren(when); line.classList.remove("check"); }
  queueMicrotask(counted); /* once all boards are as they are to be */
}

/* A part of a page is read into its place, unless another was asked for since; whether it could be read. */
async function load(place, url) {
  const asked = place.asked = {}, text = await fetch(url).then((one) => (one.ok ? one.text() : null)).catch(() => null);
  if (text !== null && place.asked === asked && text !== place.told) place.innerHTML = place.told = text;
  return text !== null;
}

/* The score of a match is the desk's to count: its cell is read anew. */
function scored(line) {
  const cell = line?.dataset.match && $(`tr[data-match="${line.dataset.match}"] [data-fresh]`);
  if (cell) load(cell, cell.dataset.fresh);
}

/* How many boards are open; when the last one ends, or is open again, what comes next is another thing. */
function counted() {
  const all = $$("table[data-grid] tr[data-board]"), open = all.filter(pending).length;
  if (!all.length) { complete = null; return; }
  const check = all.filter((line) => line.classList.contains("check")).length, ended = all.length - open;
  const counts = { open, ended, check, note: open ? _("%(many)s open", { many: open }) : "" };
  $$("[data-count]").forEach((one) => { one.textContent = counts[one.dataset.count]; });
  $$(".strip progress").forEach((one) => { one.value = ended; });
  const changed = complete !== null && complete !== !open;
  complete = !open;
  if (changed) refresh();
}

function enter(chosen, result) {
  const of = tournament(), line = lineOf({ of, ...chosen.dataset }) || chosen; /* it may be another line since */
  const { board, round, white, black, game, result: was } = line.dataset, grid = line.closest("table");
  if (was === result) return;
  if ("frozen" in grid.dataset) { if (grid.dataset.frozen) say(grid.dataset.frozen, true); return; }
  const typed = facing(line, result); /* as whoever typed it reads it again */
  const wish = { of, to: at(), by: me(), board, when: performance.timeOrigin + performance.now(), typed, result, was };
  Object.assign(wish, { command: "result.enter", id: fresh(), round: Number(round), white, black, game: Number(game) });
  waiting.push(wish); /* first: whatever is read from now on is older than it */
  put(line, result, clock(new Date()), true);
  line.classList.add("just");
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

/* What was typed on pages that are gone, of every tournament of this desk: the next page of one of them sends it. */
function found() {
  const places = new Map($$(".pickt a").map((one) => [one.dataset.stream, { to: one.pathname, event: one.title }]));
  try {
    const kept = Object.keys(localStorage).filter((one) => one.startsWith("rookery "));
    const all = kept.map((one) => JSON.parse(localStorage[one])).filter((one) => places.has(one.of));
    const mine = { by: me() }; /* what was kept before it said whose it is */
    return all.map((one) => ({ ...mine, ...one, ...places.get(one.of) })).sort((one, other) => one.when - other.when);
  } catch { return []; }
}

/* What others typed waits until they are back; whoever is here is shown which boards, and may type it as well. */
function left(all) {
  const boards = ({ to, ...one }) => make("a", _("%(event)s, round %(round)s, board %(board)s: %(result)s", {
    ...one, result: one.result === "pending" ? _("no result") : one.typed || one.result,
  }), { href: `${to}/round/${one.round}` });
  $("#left")?.replaceChildren(...[...new Set(all.map((one) => one.by))].map((who) => {
    const theirs = all.filter((one) => one.by === who), number = theirs.length;
    const text = _("Results of %(who)s that are not saved yet: %(number)s. They are sent when %(who)s signs in again.", { who, number });
    return make("details", "", { className: "note waits" }, make("summary", text), ...theirs.map(boards));
  }));
}

function told() {
  const few = waiting.length, number = few || document.body.dataset.version;
  const now = few ? _("Saving %(number)s …", { number }) : `${_("All saved")} · ${_("version %(number)s", { number })}`;
  $$("#saved").forEach((one) => { one.textContent = now; });
  if (few) document.body.dataset.waiting = few; else state("waiting", false);
}

const lineOf = (wish) => (wish.of !== tournament() ? null : $(["white", "black", "game", "round"].reduce(
  (what, name) => `${what}[data-${name}="${CSS.escape(wish[name])}"]`, "table[data-grid] tr")));
const same = (one, other) => ["of", "round", "white", "black", "game"].every((name) => one[name] === other[name]);

async function flush() {
  if (sending) return;
  sending = true;
  state("sending", true);
  while (waiting.length) {
    const wish = waiting[0], { of, to, by, board, event, when, typed, ...said } = wish;
    const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrfToken() };
    const signal = AbortSignal.timeout(15000); /* sent again by the same id, it is written once */
    const answer = await sent(`${to}/commands`, JSON.stringify(said), headers, signal).catch(() => null);
    faults = answer?.status >= 500 ? faults + 1 : 0;
    show("#offline", !answer);
    if (answer?.data.refusal?.code && answer.status === 503 && $("#fault b")) $("#fault b").textContent = refusalOf(answer.data);
    show("#fault", faults > 1); /* once may be a moment's; again, and whoever typed is told why it is not saved */
    failing = !answer || faults > 0;
    if (failing) { await soon(1000); continue; }
    if (answer.status === 403) { say(`${refusalOf(answer.data)} ${_("Your results are kept in this browser.")}`, true); break; }
    wish.acknowledged = answer.data.warnings && await ask(answer.data);
    if (wish.acknowledged) continue;
    settled(wish, answer);
    if (waiting[0] === wish) waiting.shift();
    if (answer.data.version && of === tournament()) reach(answer.data.version);
    keep(wish);
  }
  sending = false;
  state("sending", false);
  read();
}

/* Another arbiter entered a result before: who, which, and whether it is kept or the own one takes its place. */
function clash(wish, { by, found }) {
  const line = lineOf(wish), shown = (one) => (one === "pending" ? _("no result") : facing(line, one));
  const said = { board: wish.board, who: by, found: shown(found), result: shown(wish.result) };
  const text = by ? _("Board %(board)s: %(who)s entered %(found)s before you. Your %(result)s was not saved.", said)
    : _("Board %(board)s: the result is now %(found)s. Your %(result)s was not saved.", said);
  const change = () => {
    const { acknowledged, ...again } = wish, own = { ...again, id: fresh(), was: found };
    waiting.push(own);
    if (lineOf(own)) put(lineOf(own), own.result, clock(new Date()), true);
    keep(own);
    flush();
  };
  say(text, true, true, "", [
    [_("Keep %(result)s", { result: said.found }), () => {}],
    [_("Change to %(result)s", { result: said.result }), change],
  ]);
}

/* What became of a result: saved, asked about, refused, or another was quicker. A board of which a newer result waits
   goes on showing that one, as not yet saved; where this one was not written, the newer one follows what was before. */
function settled(wish, answer) {
  const line = lineOf(wish), newer = () => waiting.find((one) => one !== wish && same(one, wish));
  if (answer.status === 200) {
    if (answer.data.repeated) again = true; /* it was written some time ago: what the board has now is read */
    else if (!newer()) line?.classList.remove("saving");
    scored(line);
    return cautioned(answer.data);
  }
  const { stale, warnings } = answer.data;
  again = true; /* what else the line says is the desk's to know */
  if (stale) {
    clash(wish, stale);
    if (line && !newer()) { put(line, stale.found); line.classList.remove("just"); line.classList.add("check"); }
    return;
  }
  if (!warnings) say(refusalOf(answer.data), true);
  let next = newer();
  /* What the board has already need not be sent. */
  if (next?.result === wish.was) { waiting = waiting.filter((one) => one !== next); keep(next); next = newer(); }
  if (next) { next.was = wish.was; keep(next); }
  else if (line) { put(line, wish.was); line.classList.remove("just"); $(".who", line).textContent = ""; }
}

function others(line) {
  const box = dialog(2, $("#every-result").innerHTML, (by) => by && enter(line, facing(line, by.value)));
  $("h2", box).textContent = _("Result of board %(number)s", { number: line.dataset.board });
  $(".row .btn", box).focus();
}

/* The menu of a round: pressed with the mouse it asks which bye; its key gives the first one, or takes it away. */
function chooseBye(cell) {
  const name = $(".who-is, h2", cell.closest("tr, main"))?.textContent.trim() || "", round = cell.dataset.press;
  const box = dialog(2, $("#every-bye").innerHTML, (by) => {
    const now = by && $(`${mark(cell)}`); /* the page may have been read anew */
    if (!now || by.value === now.dataset.bye) return;
    now.value = JSON.stringify({ ...JSON.parse(now.value), kind: by.value || null });
    now.form.requestSubmit(now);
  });
  $("h2", box).textContent = _("%(name)s, round %(round)s", { name, round });
  $$(".stack .btn", box).forEach((one) => {
    one.hidden = !cell.dataset.kinds.split(" ").includes(one.value);
    one.setAttribute("aria-pressed", String(one.value === cell.dataset.bye));
  });
  $(".stack .btn:not([hidden])", box).focus();
}

/* What is said of the board at hand; what was typed goes first. */
async function look(line) {
  const place = $("#board"), asked = {};
  if (!place) return;
  place.asked = asked;
  do await soon(120); while (waiting.length && !failing && place.asked === asked);
  if (place.asked === asked && !await load(place, place.dataset.boardAt + line.dataset.board)) place.textContent = "";
}

/* The number of a board, alone or with a result; what is not understood stays in the field, to be typed over. */
function jump(field) {
  const [, board, result] = field.value.trim().match(/^([\d.]+)\s*(?:[=:](?=.))?\s*(\S*)$/) || [];
  const line = board && $(`tr[data-board="${CSS.escape(board)}"]`);
  const vacant = board && $(`tr[data-vacant="${CSS.escape(board)}"]`);
  const wrong = vacant ? _("Board %(board)s is vacant, so it is a forfeit.", { board })
    : !line ? _("There is no board %(text)s.", { text: board || field.value })
    : result && !(result in RESULTS) ? _("%(text)s is not a result. Use 1, 0, 5 (draw), + or -.", { text: result }) : "";
  if (wrong) { field.select(); return say(wrong, true); }
  field.value = "";
  if (line.hidden) { only = "all"; showOnly(); }
  take(line);
  if (result) { enter(line, facing(line, RESULTS[result])); step(1); }
}

document.addEventListener("click", (event) => {
  const line = event.target.closest("tr[data-board]");
  if (line) {
    take(line);
    const result = event.target.closest("button[data-result]");
    if (result) { enter(line, facing(line, result.dataset.result)); step(1); }
    else if (event.target.closest("[data-other]")) others(line);
  }
  const bye = event.detail && event.target.closest("button[data-bye]");
  if (bye) { event.preventDefault(); chooseBye(bye); }
  const chosen = event.target.closest("[data-show]");
  if (chosen) { only = chosen.dataset.show; showOnly(); }
  const loader = event.target.closest("[data-load]");
  if (loader) { event.preventDefault(); open(loader, true); }
  if (event.target.closest("[data-find]")) find();
});

function showOnly() {
  const shows = { all: () => true, open: pending, check: (one) => one.classList.contains("check") }[only];
  $$("[data-show]").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.show === only)));
  $$("table[data-grid] tr[data-board]").forEach((one) => { one.hidden = !shows(one); });
  const boards = (match) => $$(`tr[data-board][data-match="${match.dataset.match}"]`);
  $$("table[data-grid] tr.match").forEach((one) => { one.hidden = only !== "all" && !boards(one).some(shows); });
  if (!hand() && lines().length) { hold(lines()[0]); hand().dataset.offered = ""; }
}

/* Load a part of a page into another place; once more closes it. */
async function open(loader, toggle = false) {
  const place = placeOf(loader), shut = toggle && loader.getAttribute("aria-expanded") === "true";
  if (!place) return;
  if (!shut && !await load(place, loader.dataset.load)) return say(_("This could not be loaded."), true);
  place.hidden = shut;
  const all = $$("[data-load]").filter((one) => placeOf(one) === place);
  all.forEach((one) => one.setAttribute("aria-expanded", String(one === loader && !shut)));
}

/* -- keys ---------------------------------------------------------------------------------------------------------- */
let gone = 0, readable = 0;
const MOVES = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e6, End: 1e6 };
/* With Caps Lock a letter comes in the other case: what counts is whether Shift is held. */
function keyOf(event) {
  const letter = /^\p{L}$/u.test(event.key) && event.getModifierState("CapsLock");
  return !letter ? event.key : event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase();
}
const typing = (one) => one.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");

document.addEventListener("keydown", (event) => {
  const answers = ["Enter", " ", "Escape"].includes(event.key) && $("#question[open], main .question");
  if (answers && (event.repeat || event.timeStamp < readable)) return event.preventDefault();
  const here = event.target, instead = (act) => { event.preventDefault(); act(); };
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") return instead(find);
  const time = (event.ctrlKey || event.metaKey) && !event.altKey && !typing(here) && !$("dialog[open]")
    && { z: event.shiftKey ? "y" : "z", y: "y" }[event.key.toLowerCase()];
  if (time && $(`[data-key="${time}"]`)) return instead(() => event.repeat || $(`[data-key="${time}"]`).click());
  if (event.key === "F1" && csrfToken()) return instead(() => location.assign(`/help/${document.body.dataset.page}`));
  const seeks = here.closest?.("#find");
  if (seeks && /^Arrow(Up|Down)$/.test(event.key)) return instead(() => fitting(MOVES[event.key]));
  if (seeks && event.key === "Enter") return instead(() => $("#found [aria-selected=true]")?.click());
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  if (here.id === "jump" && event.key === "Enter") return instead(() => jump(here));
  if (here.id === "jump" && event.key === "Escape") return take(hand());
  const rows = here.dataset?.filter && event.key === "ArrowDown" && $$(`${here.dataset.filter} [data-row]`);
  if (rows) return instead(() => rows.find((one) => !one.hidden)?.focus());
  if (here.dataset?.filter && event.key === "Enter") return instead(() => openFirst(here));
  if (typing(here)) { if (event.key === "Escape") here.blur(); return; }
  if (onBoard(event, here) || along(event, here)) return event.preventDefault();
  const went = Date.now() - gone < 5000;
  gone = !went && keyOf(event) === "g" ? Date.now() : 0;
  if (!went && event.key === "?") return keys();
  if (!went && onRow(event, here)) return event.preventDefault();
  if (event.key === "Enter" && here !== document.body && here.id !== "work") return;
  const pressed = $(`[data-${went ? "go" : "key"}="${CSS.escape(keyOf(event))}"]`);
  if (pressed && typing(pressed)) instead(() => { pressed.focus(); pressed.select?.(); });
  else if (pressed) instead(() => event.repeat || pressed.click());
});

function onRow(event, here) {
  const line = here.closest?.("[data-rows] [data-row]");
  if (!line) return false;
  const all = $$("[data-row]", line.closest("[data-rows]")).filter((one) => !one.hidden);
  const pressed = here === line ? $(`[data-press="${CSS.escape(keyOf(event))}"]`, line) : null;
  if (event.key in MOVES) further(all, line, MOVES[event.key]).focus();
  else if (!event.repeat) pressed?.click();
  return event.key in MOVES || Boolean(pressed);
}

function onBoard(event, here) {
  const line = here.closest?.("tr[data-board]") || (here === document.body || here.id === "work" ? hand() : null);
  if (!line || line.closest("table").dataset.frozen === "") return false;
  if (event.key in MOVES) step(MOVES[event.key]);
  else if (offered(line)) return event.key in RESULTS;
  else if (event.repeat && /^([^.]|Backspace|Delete)$/.test(event.key)) return true; /* held down: meant once */
  else if (event.key in RESULTS) { enter(line, facing(line, RESULTS[event.key])); step(1); }
  else if (event.key === ".") others(line);
  else if (["Backspace", "Delete"].includes(event.key)) enter(line, "pending");
  else return false;
  return true;
}

function along(event, here) {
  const moves = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }, list = here.closest?.("[data-arrows]");
  if (!list || !(event.key in moves)) return false;
  const all = $$("input:not([type=hidden]), a, [data-row]", list).filter((one) => one.offsetParent);
  further(all, here, moves[event.key])?.focus();
  return true;
}

/* Every key of this page, each once; those of all pages stand there already. */
function keys() {
  const first = $(".list > *", dialog(2, $("#every-key").innerHTML));
  const told = [
    ...$$("#keys span").slice(0, -1).map((one) => [$$("kbd", one).map((key) => key.textContent).join(" "), one]),
    ...$$("[data-go]").map((one) => [`g ${one.dataset.go}`, one]),
    ...$$("[data-key]").map((one) => [one.dataset.key.replace(/^[A-Z]$/, "⇧$&"), one.closest("label") || one]),
  ];
  for (const [key, one] of told.filter(([key], at) => told.findIndex(([other]) => other === key) === at)) {
    first.before(make("div", "", {}, make("span", words(one)), make("kbd", key)));
  }
}

/* -- find or do anything ------------------------------------------------------------------------------------------- */
async function find() {
  const box = $("#find"), shown = (what, kind, order) => $$(what).map((one) => (
    { text: words(one), kind, order, run: () => one.click() }));
  const things = box.things = [
    ...shown("#top button:not([data-find]), #work :is(button, a)[data-key]", _("do"), 0),
    ...shown("#places a, .rounds a", _("go"), 2),
    ...shown(".pickt a", _("tournament"), 5),
  ];
  $("input", box).value = "";
  fitting(0, 0);
  box.showModal(); /* before the players are there: what is typed meanwhile is for this field, and no key */
  const people = at() ? await fetch(`${at()}/find`).then((one) => one.json()).catch(() => []) : [];
  const orders = { do: 1, go: 3 }, kinds = { do: _("do"), go: _("go"), player: _("player"), team: _("team") };
  const run = ({ href }) => () => (/\/papers\/./.test(href) ? window.open(href, "_blank") : location.assign(href));
  things.push(...people.map((one) => (
    { ...one, kind: kinds[one.kind], order: orders[one.kind] ?? 4, run: run(one) })));
  things.sort((one, other) => one.order - other.order); /* tournaments come last */
  fitting();
}

/* What fits is listed; of it the one is chosen that is so many lines from where one was, around its ends. */
function fitting(by = 0, from = $("#find").here) {
  const box = $("#find"), field = $("input", box);
  const typedWords = plain(field.value).split(/\s+/).filter(Boolean);
  const meant = ({ verb }) => !verb || typedWords.some((one) => one.length > 2 && plain(verb).startsWith(one));
  const fit = box.things.filter((one) => meant(one) && fits(`${one.text} ${one.words || ""}`, field.value)).slice(0, 30);
  box.here = (from + by + fit.length) % fit.length || 0;
  const run = (one) => () => { box.close(); one.run(); };
  $("#found").replaceChildren(...fit.map((one, index) => make("div", one.text, {
    id: `found-${index}`, role: "option", ariaSelected: String(index === box.here), onclick: run(one),
  }, make("span", one.kind, { className: "muted small" }))));
  if (!fit.length) $("#found").append(make("div", _("Nothing found"), { role: "option", ariaDisabled: "true" }));
  field.setAttribute("aria-activedescendant", fit.length ? `found-${box.here}` : "");
  $("#found [aria-selected=true]")?.scrollIntoView({ block: "nearest" });
}

/* -- live: what others do, as they do it --------------------------------------------------------------------------- */
const HEARD = {
  open() { show("#offline", false); },
  lost() { show("#offline", true); },
  refused() { show("#offline", false); if (document.body.dataset.live) refresh(); },
  hello() { flush(); },
  missed({ version }) { if (document.body.dataset.live && version > heard) refresh(); },
  change({ version }) { if (live("change") && version > heard) refresh(); },
  standings() { if (live("standings")) refresh(); },
  result({ version, data }) {
    const result = { ...data, of: tournament() }, row = lineOf(result), ours = waiting.filter((one) => same(one, result));
    if (row && version > heard && !ours.length) {
      put(row, result.result, result.at ? clock(new Date(result.at)) : "");
      $(".who", row)?.setAttribute("title", result.by || "");
      scored(row);
    } else if (row && ours.length && !ours.some((one) => one.result === result.result)) again = true; /* read once ours
      are answered */
    reach(version);
    if (!again && !reading) heard = Math.max(version, heard);
    if (live("result")) refresh();
  },
};
const live = (kind) => document.body.dataset.live.split(" ").includes(kind);
let line = null;

function listen() {
  if (!at()) return;
  line?.close();
  line = openLine(`${at()}/live`, Number(document.body.dataset.version), (message) => {
    HEARD[message.event](message);
    if (message.version) document.body.dataset.heard = `${message.event} ${message.version}`; /* it has been handled */
  });
  addEventListener("pagehide", () => line.close(), { once: true });
}

/* -- beginning ----------------------------------------------------------------------------------------------------- */
function prepare() {
  waiting.forEach((wish) => { const line = lineOf(wish); if (line) put(line, wish.result, clock(new Date()), true); });
  counted(), waiting.length && told();
  if (only !== "all") showOnly();
  $$("input[data-filter]").filter((one) => one.value).forEach(filter);
  centrePlace();
}

/* Lines that do not fit are hidden, and how many are left is told. */
function filter({ dataset, value }) {
  const rows = $$(`${dataset.filter} [data-row]`), hides = Boolean(value.trim());
  rows.forEach((one) => { one.hidden = !fits(one.textContent, value); });
  $$(`[data-left-of="${dataset.filter}"]`).forEach((one) => {
    one.hidden = !hides;
    one.textContent = _("%(left)s of %(all)s shown", { left: rows.filter((row) => !row.hidden).length, all: rows.length });
  });
}

/* Enter in a filter opens the first line that is left. */
function openFirst({ dataset }) {
  const first = $$(`${dataset.filter} [data-row]`).find((one) => !one.hidden);
  if (first?.matches("button")) first.click();
  else if (first) $('[data-press="Enter"], a', first)?.click();
}

document.addEventListener("input", ({ target }) => (target.matches("#find input") ? fitting(0, 0)
  : target.matches("input[data-filter]") && filter(target)));

/* Ticks of a check-in are saved one by one as they are made, and shown to everybody who has the page open. */
let ticking = Promise.resolve();
document.addEventListener("change", ({ target }) => {
  const round = target.closest?.("[data-ticks]")?.dataset.ticks;
  if (round && target.type === "checkbox") ticking = ticking.then(() => saveTick(target, Number(round)));
});

async function saveTick(box, round) {
  const present = box.checked, command = { command: "checkin.mark", id: fresh(), round, keys: [box.value], present };
  if (present === box.defaultChecked) return;
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrfToken() };
  const answer = await sent(`${at()}/commands`, JSON.stringify(command), headers).catch(() => null);
  if (answer?.status !== 200) return say(answer ? refusalOf(answer.data) : _("The tick was not saved: the desk does not answer."), true);
  box.defaultChecked = present;
  again = true; /* others may have ticked meanwhile */
  read();
}

/* A menu that opens is in sight, also at the last board. */
document.addEventListener("toggle", ({ target }) => {
  if (target.matches?.(".more[open]")) $(".card", target)?.scrollIntoView({ block: "nearest" });
}, true);

/* On a phone the places are one long line: the one at hand is in its middle. */
function centrePlace() {
  const side = $("#side"), here = $("#places .here");
  if (side && here) side.scrollLeft = here.offsetLeft - (side.clientWidth - here.offsetWidth) / 2;
}

/* Where an address leads into a form, its first field has the focus. */
const boardOfHash = () => $(`tr[data-board="${CSS.escape(/^#board-([\d.]+)$/.exec(location.hash)?.[1] ?? "")}"]`);
const into = () => boardOfHash() ? take(boardOfHash()) : $(":target:not(#work) :is(input:not([type=hidden]), select, textarea)")?.focus();

waiting = found().filter((one) => one.by === me());
left(found().filter((one) => one.by !== me()));
prepare();
$$("main .question:has([data-no])").forEach(unread);
if (hand() && !location.hash) take(lines().find(pending) || hand());
for (const when of ["load", "hashchange"]) addEventListener(when, into); /* before, a browser blurs it again */
addEventListener("pageshow", (event) => { leaving = false; if (event.persisted) { listen(); refresh(); } });
sayNow();
flush();
listen();
