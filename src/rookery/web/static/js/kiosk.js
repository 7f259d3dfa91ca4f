// @ts-check
/** A kiosk goes back to its first page by itself: `data-return` is the address, `data-after` the seconds at rest. */

import { find } from "./dom.js";

const place = find("[data-return]");
let timer = 0;

/** Start to wait again: the user has done something. */
function restart() {
  clearTimeout(timer);
  timer = setTimeout(() => location.replace(place.dataset.return), 1000 * Number(place.dataset.after));
}

if (place) {
  for (const event of ["pointerdown", "keydown", "input", "scroll"]) {
    addEventListener(event, restart, { passive: true });
  }
  restart();
}
