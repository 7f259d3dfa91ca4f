// @ts-check
/** The division of the rows of a screen into pages and columns. */

/** What may be missing at the lower end of a column, in pixels: heights are rounded. */
const TOLERANCE = 0.5;

/**
 * Divide rows into pages of columns, in their order. Rows of one unit, such as a match with its boards, stay in one
 * column where they fit into one.
 * @param {number[][]} units The heights of the rows, by unit.
 * @param {number} height The height of a column.
 * @param {number} columns The number of columns of a page.
 * @returns {number[][][]} The numbers of the rows, by page and column.
 */
export function paginate(units, height, columns) {
  /** @type {number[][]} */
  const filled = [[]];
  let used = 0;
  let row = 0;
  const place = (/** @type {number} */ size, /** @type {number} */ needed) => {
    const current = filled[filled.length - 1];
    if (current.length && used + needed > height + TOLERANCE) {
      filled.push([]);
      used = 0;
    }
    filled[filled.length - 1].push(row);
    used += size;
    row += 1;
  };
  for (const unit of units) {
    const whole = unit.reduce((sum, size) => sum + size, 0);
    const fits = whole <= height;
    // The first row of a unit that fits nowhere as a whole is not the last one of a column.
    unit.forEach((size, index) => {
      const isFirst = index === 0;
      let needed = size;
      if (isFirst && fits) needed = whole;
      else if (isFirst && unit.length > 1) needed = size + unit[1];
      place(size, needed);
    });
  }
  const pages = [];
  for (let start = 0; start < filled.length; start += columns) pages.push(filled.slice(start, start + columns));
  return pages;
}

/**
 * Divide rows that fit on one page into columns of about the same height.
 * @param {number[][]} units
 * @param {number} height
 * @param {number} columns
 * @returns {number[][]}
 */
export function balance(units, height, columns) {
  const sizes = [].concat(...units);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const step = Math.max(1, Math.min(...sizes) / 2);
  for (let target = total / columns; target < height; target += step) {
    const pages = paginate(units, target, columns);
    if (pages.length === 1) return pages[0];
  }
  return paginate(units, height, columns)[0];
}

/**
 * Return how many columns have room for rows of these widths. A few long names do not count: they are broken.
 * @param {number[]} widths
 * @param {number} width The width of the screen.
 * @param {number} gap The space between two columns.
 */
export function countColumns(widths, width, gap) {
  const sorted = [...widths].sort((first, second) => first - second);
  const needed = sorted[Math.floor((sorted.length - 1) * 0.9)] || width;
  return Math.max(1, Math.floor((width + gap) / (needed + gap)));
}
