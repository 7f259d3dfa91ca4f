// @ts-check
/**
 * The script of a screen in the hall: it fills the screen, shows one page after another without cutting a row, and
 * reads itself anew when something of what it shows has changed. A result is in its message, and only changes a row.
 *
 * The body has `data-token`, a hash of all that the screen shows, `data-live`, the messages after which it is out of
 * date, `data-seconds` for each page, and `data-paused`. `data-page` says which page is shown: content, page, pages.
 */

import { updateCountdowns } from "./countdown.js";
import { find, findAll } from "./dom.js";
import { link } from "./page.js";
import { balance, countColumns, paginate } from "./screen_pages.js";
import { openScreenLine } from "./screen_line.js";
import { gettext } from "./text.js";

/** The sizes of the rows that are tried, from the largest: the first at which everything fits on one page. */
const SCALES = [2, 1.75, 1.5, 1.3, 1.15, 1];
/** The sizes of an announcement. */
const TEXT_SCALES = [4, 3.4, 2.8, 2.2, 1.8, 1.4, 1.2, 1];
/** The space between two columns, as a part of the size of the rows. */
const GAP = 1.8;
/** Milliseconds between two attempts to read the screen anew. */
const RETRY = 2000;

/**
 * A content of the screen: its element, and its rows by page and column.
 * @typedef {object} Content
 * @property {HTMLElement} section
 * @property {HTMLElement[]} rows
 * @property {HTMLElement | null} heads
 * @property {HTMLElement | null} box
 * @property {HTMLElement[][][]} pages
 */

/**
 * A new result: the `data-game` of its row, and what is shown for White and for Black.
 * @typedef {{ game: string, sides: [string, string] }} ScreenResult
 */

/** @type {Content[]} */
let contents = [];
let contentIndex = 0;
let pageIndex = 0;
/** Seconds until the next page. */
let remaining = 0;
/** Whether somebody at the screen has stopped it with the space bar. */
let isHeld = false;
/** The time of the desk minus that of this device, and the difference of the time zone of the desk to UTC. */
const clock = { difference: 0, offset: -new Date().getTimezoneOffset() };
/** The last moment at which the screen was known to be right; 0 while it is. */
let lostSince = 0;
/** @type {Promise<void> | null} */
let reading = null;
let isStale = false;
/** The results that came while the screen was being read. @type {ScreenResult[]} */
let results = [];

const now = () => Date.now() + clock.difference;

/**
 * Return the time of day at the desk.
 * @param {number} milliseconds
 */
function timeOfDay(milliseconds) {
  return new Date(milliseconds + clock.offset * 60000).toISOString().slice(11, 16);
}

// -- pages ------------------------------------------------------------------------------------------------------------

/** Take the rows out of the lists of the page. */
function prepare() {
  contents = findAll(".content").map((section) => {
    const list = find(".rows", section);
    const box = list && document.createElement("div");
    if (box) {
      box.className = "columns";
      list.after(box);
    }
    const rows = list ? /** @type {HTMLElement[]} */ ([...list.children]) : [];
    const pages = /** @type {HTMLElement[][][]} */ ([]);
    return { section, rows, heads: find(".heads", section), box, pages };
  });
}

/**
 * Show only one content, with its heading.
 * @param {Content} shown
 */
function show(shown) {
  for (const content of contents) content.section.classList.toggle("current", content === shown);
  find("#shown").replaceChildren(...[...find("h2", shown.section).childNodes].map((node) => node.cloneNode(true)));
  updateCountdowns(now());
}

/**
 * Fill a column with rows.
 * @param {Content} content
 * @param {HTMLElement[]} rows
 * @returns {HTMLElement}
 */
function createColumn({ heads }, rows) {
  const column = document.createElement("div");
  column.className = "column";
  if (heads) column.append(heads.cloneNode(true));
  const list = document.createElement("ul");
  list.className = "rows";
  list.append(...rows);
  column.append(list);
  return column;
}

/**
 * Return the heights of the rows at a width, by unit, and the height that is left for them in a column.
 * @param {Content} content
 * @param {number} width
 */
function measureHeights(content, width) {
  const { box, rows } = content;
  const column = createColumn(content, rows);
  column.style.width = `${width}px`;
  box.replaceChildren(column);
  /** @type {number[][]} */
  const units = [];
  for (const row of rows) {
    const { height } = row.getBoundingClientRect();
    if (row.classList.contains("joined") && units.length) units[units.length - 1].push(height);
    else units.push([height]);
  }
  const top = rows[0].getBoundingClientRect().top - column.getBoundingClientRect().top;
  return { units, height: box.clientHeight - top };
}

/**
 * Return the width that a row needs: the two sides of a board are of equal width, so that the results are in line.
 * @param {HTMLElement} row
 */
function measureWidth(row) {
  const [left, right] = findAll(".left, .right", row).map((side) => side.getBoundingClientRect().width);
  return row.getBoundingClientRect().width + (right === undefined ? 0 : Math.abs(left - right));
}

/**
 * Divide the rows of a content into pages, at the largest size at which they fit on one page.
 * @param {Content} content
 */
function layoutRows(content) {
  const { box, rows } = content;
  for (const scale of SCALES) {
    box.style.setProperty("--scale", String(scale));
    const column = createColumn(content, rows);
    column.classList.add("natural");
    box.replaceChildren(column);
    const widths = rows.map(measureWidth);
    const gap = GAP * parseFloat(getComputedStyle(box).fontSize);
    let columns = countColumns(widths, box.clientWidth, gap);
    const widthOf = (/** @type {number} */ number) => (box.clientWidth - gap * (number - 1)) / number;
    let { units, height } = measureHeights(content, widthOf(columns));
    let pages = paginate(units, height, columns);
    if (pages.length > 1 && scale > 1) continue;
    if (pages.length === 1) {
      columns = pages[0].length;
      ({ units, height } = measureHeights(content, widthOf(columns)));
      pages = [balance(units, height, columns)];
    }
    content.pages = pages.map((page) => page.map((numbers) => numbers.map((number) => rows[number])));
    box.style.setProperty("--column", `${widthOf(columns)}px`);
    box.style.setProperty("--gap", `${gap}px`);
    return;
  }
}

/**
 * Show an announcement as large as it fits.
 * @param {HTMLElement} text
 */
function layoutText(text) {
  const box = text.parentElement;
  for (const scale of TEXT_SCALES) {
    text.style.setProperty("--scale", String(scale));
    if (text.offsetHeight <= box.clientHeight && text.scrollWidth <= text.clientWidth + 1) return;
  }
}

/** Measure the screen and divide everything into pages. */
function layout() {
  setText("where", " "); // It always takes its line.
  setText("time", timeOfDay(now()));
  for (const content of contents) {
    show(content);
    const text = find(".text", content.section);
    content.pages = [[]];
    if (content.rows.length) layoutRows(content);
    else if (text) layoutText(text);
  }
  contentIndex = Math.min(contentIndex, contents.length - 1);
  pageIndex = Math.min(pageIndex, contents[contentIndex].pages.length - 1);
  showPage();
}

/** Show the current page. */
function showPage() {
  const content = contents[contentIndex];
  show(content);
  if (content.box) {
    const columns = content.pages[pageIndex].map((rows) => createColumn(content, rows));
    const { style } = content.box;
    columns.forEach((column, index) => {
      const gap = parseFloat(style.getPropertyValue("--gap"));
      column.style.width = `${parseFloat(style.getPropertyValue("--column")) + (index ? gap / 2 : 0)}px`;
    });
    content.box.replaceChildren(...columns);
  }
  remaining = Number(document.body.dataset.seconds);
  document.body.dataset.page = `${content.section.dataset.kind.trim()} ${pageIndex + 1}/${content.pages.length}`;
  tick();
}

/** Return the number of pages of all contents. */
const countPages = () => contents.reduce((sum, content) => sum + content.pages.length, 0);

/**
 * Show the next page, or the one before.
 * @param {number} step
 */
function turn(step) {
  pageIndex += step;
  if (pageIndex >= contents[contentIndex].pages.length || pageIndex < 0) {
    contentIndex = (contentIndex + step + contents.length) % contents.length;
    pageIndex = step > 0 ? 0 : contents[contentIndex].pages.length - 1;
  }
  showPage();
}

// -- the line below ---------------------------------------------------------------------------------------------------

/** Return which rows are shown, such as A–M. */
function describeRange() {
  const { pages } = contents[contentIndex];
  if (pages.length < 2) return "";
  const labels = [].concat(...pages[pageIndex]).map((row) => row.dataset.label).filter(Boolean);
  const first = labels[0];
  const last = labels[labels.length - 1];
  return first === last ? first || "" : `${first}–${last}`;
}

/** Return the parts of the line below: the rows, the page, and when the next one follows. */
function describePage() {
  const parts = [describeRange()];
  const pages = contents[contentIndex].pages.length;
  if (pages > 1) parts.push(gettext("page %(page)s of %(pages)s", { page: pageIndex + 1, pages }));
  if (isPaused()) parts.push(gettext("paused"));
  else if (countPages() > 1) parts.push(gettext("next in %(seconds)s s", { seconds: remaining }));
  return parts.filter(Boolean).join(" · ");
}

const isPaused = () => isHeld || "paused" in document.body.dataset;

/**
 * @param {string} id
 * @param {string} text
 */
function setText(id, text) {
  const element = document.getElementById(id);
  element.hidden = !text;
  if (element.textContent !== text) element.textContent = text;
}

/** Update everything that changes with the time. */
function tick() {
  setText("time", timeOfDay(now()));
  setText("where", describePage() || " ");
  setText("lost", lostSince ? gettext("State of %(time)s, not connected", { time: timeOfDay(lostSince) }) : "");
  updateCountdowns(now());
}

/** A second has passed. */
function countDown() {
  if (!isPaused() && countPages() > 1) {
    remaining -= 1;
    if (remaining <= 0) {
      turn(1);
      return;
    }
  }
  tick();
}

// -- what is new ------------------------------------------------------------------------------------------------------

/**
 * Show a result in the row of its game; return whether there is such a row.
 * @param {ScreenResult} result
 */
function showResult({ game, sides }) {
  const rows = contents.flatMap((content) => content.rows).filter((row) => row.dataset.game === game);
  for (const row of rows) {
    const dash = document.createElement("i");
    dash.textContent = "–";
    const [left, right] = "turned" in row.dataset ? [sides[1], sides[0]] : sides;
    find(".outcome", row).replaceChildren(left, dash, right);
  }
  return rows.length > 0;
}

/** Read the screen anew; what comes meanwhile is read afterwards. */
function refresh() {
  if (reading) {
    isStale = true;
    return;
  }
  results = [];
  reading = read().finally(() => {
    reading = null;
    if (!isStale) return;
    isStale = false;
    refresh();
  });
}

async function read() {
  const response = await fetch(location.href, { cache: "no-store" }).catch(() => /** @type {Response} */ (null));
  if (response && response.status === 404) {
    location.replace(link("/s/")); // The screen was deleted.
    return;
  }
  if (!response || !response.ok) {
    setTimeout(refresh, RETRY);
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const script = "script[type=module]";
  const isSameScript = find(script, page).getAttribute("src") === find(script).getAttribute("src");
  if (!isSameScript || page.documentElement.lang !== document.documentElement.lang) {
    location.reload(); // The desk has another version, or the screen another language.
    return;
  }
  replaceContents(page);
  lostSince = 0;
  tick();
}

/**
 * Show another version of the page: at the same place, unless that is gone.
 * @param {Document} page
 */
function replaceContents(page) {
  const kinds = () => contents.map(({ section }) => section.dataset.kind).join();
  const before = kinds();
  const kind = contents[contentIndex].section.dataset.kind;
  const left = remaining;
  for (const selector of ["h1", "#contents", ".address"]) {
    find(selector)?.replaceChildren(...(find(selector, page)?.childNodes || []));
  }
  const { theme } = page.documentElement.dataset;
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  const { paused } = page.body.dataset;
  delete document.body.dataset.paused;
  const streams = document.body.dataset.streams;
  Object.assign(document.body.dataset, page.body.dataset, paused === undefined ? {} : { paused });
  document.title = page.title;
  prepare();
  results.forEach(showResult); // The page may be older.
  const isSame = before === kinds();
  contentIndex = Math.max(0, contents.findIndex(({ section }) => section.dataset.kind === kind));
  if (!isSame) pageIndex = 0;
  layout();
  if (isSame) remaining = Math.min(left, remaining);
  tick();
  if (streams !== document.body.dataset.streams) line.reopen();
}

const line = openScreenLine(`${location.pathname.replace(/\/$/, "")}/live`, {
  hello(data) {
    clock.difference = data.now - Date.now();
    clock.offset = data.offset;
    document.body.dataset.connected = "";
    if (data.token !== document.body.dataset.token) {
      refresh();
      return;
    }
    lostSince = 0;
    tick();
  },
  change(kind, data) {
    if (kind === "result" && reading) results.push(data);
    if (kind === "result" && showResult(data)) return;
    if (kind === "screen" || document.body.dataset.live.split(" ").includes(kind)) refresh();
  },
  lost(since) {
    delete document.body.dataset.connected;
    lostSince = lostSince || since + clock.difference;
    tick();
  },
});

// -- keys -------------------------------------------------------------------------------------------------------------

/** @type {Record<string, () => void>} */
const KEYS = {
  "ArrowRight": () => turn(1),
  "ArrowLeft": () => turn(-1),
  " "() {
    isHeld = !isHeld;
    tick();
  },
  "f": toggleFullScreen,
};

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});
document.addEventListener("dblclick", toggleFullScreen);

document.documentElement.classList.add("paged");
find("#shown").hidden = false;
prepare();
layout();
const size = () => `${innerWidth} ${find("#contents").clientHeight}`;
let laidOut = size();
new ResizeObserver(() => {
  // The window has changed, or the heading has become longer.
  if (size() === laidOut) return;
  layout();
  laidOut = size();
}).observe(find("#contents"));
setInterval(countDown, 1000);
