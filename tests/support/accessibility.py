"""Check that a page can be used by everybody: the rules of axe-core, the order of Tab, what has the focus."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from support.page_waits import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""The groups of rules that a page must keep."""
COLOUR_RULES = ("color-contrast", "link-in-text-block")
"""The rules whose outcome depends on the theme and on the width of the window."""
DATE_PARTS = 4
"""No field for a day has more stops of Tab: its day, month, year and calendar."""


def axe_core() -> Path:
    """Return the path of axe-core, which is installed beside the Python that runs the tests."""
    return Path(sys.prefix, "axe", "node_modules", "axe-core", "axe.min.js")


def missing_axe() -> str:
    """Return why axe-core cannot be used here and what to do about it; an empty text when it can."""
    return "" if axe_core().exists() else "axe-core is not installed: make services"


@cache
def _axe_source() -> str:
    return axe_core().read_text("utf-8")


def run_axe(page: Page, rules: Sequence[str] = RULES, exclude: Sequence[str] = ()) -> list[str]:
    """Return the violations of rules, or of groups of rules, in a page: rule, place, what to do.

    The elements that match `exclude` are not checked.
    """
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(_axe_source())
    options = {"runOnly": list(rules), "resultTypes": ["violations"], "preload": False}
    arguments = {"context": {"exclude": [[selector] for selector in exclude]}, "options": options}
    report: dict[str, Any] = page.evaluate("({ context, options }) => axe.run(context, options)", arguments)
    return [
        f"{rule['id']} at {' '.join(map(str, node['target']))}: {node['failureSummary'].splitlines()[-1].strip()}"
        for rule in report["violations"]
        for node in rule["nodes"]
    ]


_PARTS = """
  const kept = /^(class|role|type|scope|style|hidden|disabled|tabindex|(col|row)span|aria-(?!label|describedby|controls).*)$/;
  const references = /^(for|form|headers|list|aria-(labelledby|describedby|controls|activedescendant|owns))$/;
  const resolves = (ids) => ids.split(/\\s+/).every((id) => document.getElementById(id));
  const attribute = ({ name, value }) =>
    `${name}=${references.test(name) ? resolves(value) : kept.test(name) ? value : !!value.trim()}`;
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const form = (element) => [element.tagName, ...[...element.attributes].map(attribute).sort(),
    hasText(element) ? "text" : "", element.textContent.trim() ? "filled" : "empty"].join(" ");
  const parts = (element, above = "") => {
    const column = element.tagName === "TD" || element.tagName === "TH" ? element.cellIndex : "";
    const path = `${above} > ${column} ${form(element)}`;
    return [path, ...[...element.children].flatMap((child) => parts(child, path))];
  };
"""  # noqa: E501
"""Describes the elements in another one: tags, roles, classes, whether there is a text; not which text."""
_CONTAINERS = "tbody, ul, ol, select, nav, .list, .picks, .cards, .columns, .fields, .ticks"
"""What has many rows, or other children, that are alike."""
_REMOVE_SIMILAR_ROWS = """containers => { PARTS
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const rows of document.querySelectorAll(containers)) {
    const whole = rows.closest("table") || rows, { offsetHeight: height, offsetWidth: width } = whole, seen = new Set();
    for (const row of [...rows.children]) {
      const own = parts(row);
      own.every((part) => seen.has(part)) ? row.remove() : own.forEach((part) => seen.add(part));
    }
    if (whole.offsetHeight === height) continue;
    Object.assign(whole.style, { minWidth: `${width}px`, marginBottom: `${height - whole.offsetHeight}px` });
  }
  return ids.filter((id, at) => ids.indexOf(id) !== at);
}""".replace("PARTS", _PARTS)
_DESCRIBE_ELEMENT = """selector => { PARTS
  return [...new Set(parts(document.querySelector(selector)))].sort().join(" | ");
}""".replace("PARTS", _PARTS)


def remove_similar_rows(page: Page) -> list[str]:
    """Remove the rows of tables and lists in which every element is like one in an earlier row; return duplicate ids.

    Elements are alike that stand at the same place with the same tags, roles and classes around them, and either both
    have a text or none. The rules of accessibility look at these, not at which text it is: the rows that stay violate
    the same rules. A table or list that scrolls keeps its height and its width.
    """
    duplicates: list[str] = page.evaluate(_REMOVE_SIMILAR_ROWS, _CONTAINERS)
    return duplicates


def describe_element(page: Page, selector: str) -> str:
    """Return what the rules of accessibility look at in an element; an empty text when there is no such element."""
    description: str = page.evaluate(_DESCRIBE_ELEMENT, selector) if page.locator(selector).count() else ""
    return description


def focused_element(page: Page) -> str:
    """Return what has the focus: its tag, and its id, name or text."""
    description: str = page.evaluate(
        """() => { const element = document.activeElement; if (!element) return '';
        const name = element.id || element.getAttribute('name') || (element.textContent || '').trim().slice(0, 40);
        return element.tagName.toLowerCase() + (name ? ' ' + name : ''); }"""
    )
    return description


def wait_for_focus(page: Page, element: str) -> None:
    """Wait until an element has the focus; `element` is what `focused_element` returns for it."""
    wait_until(page, lambda: focused_element(page) == element, f"{element} has the focus")


def tab_stops(page: Page, limit: int = 300) -> list[str]:
    """Return everything that Tab comes to from the top of the page, until it is back where it began.

    Each stop is named by its way in the document. Where the focus does not move on, the list ends with the same twice;
    a field for a day has a stop for each of its parts, and counts once.
    """
    way = """() => { const way = []; let element = document.activeElement;
      for (; element && element !== document.body && element.parentElement; element = element.parentElement)
        way.unshift(element.tagName.toLowerCase() + ':' + [...element.parentElement.children].indexOf(element));
      return way.join(' '); }"""
    is_date = "() => ['date', 'time'].includes(document.activeElement.type)"
    page.locator("a, button, input, select, textarea, [tabindex]").first.focus()
    page.keyboard.press("Shift+Tab")
    stops: list[str] = []
    for _ in range(limit):
        page.keyboard.press("Tab")
        stop: str = page.evaluate(way)
        parts = DATE_PARTS
        while stops and stop == stops[-1] and page.evaluate(is_date) and (parts := parts - 1):
            page.keyboard.press("Tab")
            stop = page.evaluate(way)
        if not stop or (stops and stop == stops[0]):
            break
        stops.append(stop)
        if len(stops) > 1 and stops[-1] == stops[-2]:
            break
    return stops
