"""Every action works without script: its button belongs to a form, and what the script sends a form sends as well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rookery.web
from support.html_elements import Element, parse_html
from support.visitors import OpenDesk, with_examples

SCRIPT = Path(rookery.web.__file__).parent / "static" / "js"
SLUGS = ("easter-open", "four-rivers", "tanners-cup")
PAGES = (
    *("", "/players", "/rules", "/standings", "/crosstable", "/log", "/report", "/papers", "/numbers", "/ratings"),
    *(
        "/prizes",
        "/schedule",
        "/players/check-in",
        "/round/1",
        "/round/2",
        "/round/3",
        "/round/4",
        "/round/5",
        "/round/6",
    ),
    *("/round/1/hand", "/round/5/hand?results=99", "/round/1/lineups", "/round/6/hand"),
)
"""Pages of a tournament; an event has those that fit it."""
SHOWS = ("data-load", "data-show", "data-find")
"""Attributes of buttons that only show something."""
RESULTS = ("data-result", "data-other")
"""Attributes of buttons that enter a result by script; below them stands a form that enters one."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Element]]:
    """Return every page of the examples, parsed."""
    house: OpenDesk = with_examples(tmp_path_factory.mktemp("desk"), shared=True)
    visitor = house.visitor()
    paths = ["/", "/people", "/lists", "/programs", *(f"/t/{slug}{page}" for slug in SLUGS for page in PAGES)]
    answers = {path: visitor.ask(path) for path in paths}
    yield {path: parse_html(answer.text) for path, answer in answers.items() if answer.status_code == 200}
    house.store.close()


def visible(page: Element, selector: str) -> list[Element]:
    """Return what a selector names, but for the parts that the script alone shows."""
    hidden = {id(node) for kind in ("template", "dialog") for part in page.select(kind) for node in part.elements}
    return [node for node in page.select(selector) if id(node) not in hidden]


def form_buttons(form: Element) -> list[Element]:
    """Return the elements inside a form that send it."""
    return [*form.select("button"), *form.select('input[type="submit"]')]


def test_enough_pages_are_looked_at(pages: dict[str, Element]) -> None:
    assert len(pages) >= 40


def test_every_button_belongs_to_a_form_or_only_shows(pages: dict[str, Element]) -> None:
    lonely = []
    for path, page in pages.items():
        forms = {form.attributes["id"] for form in page.select("form") if "id" in form.attributes}
        inside = {id(button) for form in page.select("form") for button in form_buttons(form)}
        for button in visible(page, "button"):
            attributes = button.attributes
            if attributes.get("type") == "button":
                continue  # by the standard it sends nothing
            if id(button) not in inside and attributes.get("form") not in forms:
                lonely.append((path, button.text))
    assert lonely == []


def test_every_form_has_an_address_and_a_submit_button(pages: dict[str, Element]) -> None:
    wrong = []
    for path, page in pages.items():
        for form in page.select("form"):
            name = form.attributes.get("id")
            buttons = form_buttons(form) + [one for one in page.select("button") if one.attributes.get("form") == name]
            if "action" not in form.attributes or not any(
                button.attributes.get("type") != "button" for button in buttons
            ):
                wrong.append((path, form.attributes))
    assert wrong == []


def test_buttons_of_the_script_alone_only_show_or_repeat_a_form(pages: dict[str, Element]) -> None:
    acting = set()
    for page in pages.values():
        for button in visible(page, 'button[type="button"]'):
            if not any(name in button.attributes for name in (*SHOWS, *RESULTS)):
                acting.add(" ".join(sorted(button.attributes)) + ": " + button.text)
    assert acting == set()


def test_every_command_of_the_script_is_sent_by_a_form(pages: dict[str, Element]) -> None:
    sent = {
        name for path in SCRIPT.glob("*.js") for name in re.findall(r'command: "([a-z_.]+)"', path.read_text("utf-8"))
    }
    assert "result.enter" in sent
    forms = {
        entry.attributes["value"]
        for page in pages.values()
        for form in page.select("form")
        for entry in form.select('input[name="command"]')
    }
    assert sent - forms == {"checkin.mark"}  # the page of the check-in saves all ticks together
    assert any(page.select('form[action$="/absent"]') for page in pages.values())
