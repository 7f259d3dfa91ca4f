"""What the hall sees is made once, whoever asks: the same for all, until something changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery.desk.commands.results import EnterResult
from rookery.model import Result
from rookery.web import served
from support.visitors import Open, with_examples

PATH = "/p/easter-open/standings"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Open]:
    made = with_examples(tmp_path, shared=True)
    yield made
    made.store.close()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the pages that were made."""
    names: list[str] = []
    rendered = served.rendered

    def counted(visit: object, page: object, *more: object, **others: object) -> str:
        names.append(page.name)  # type: ignore[attr-defined]
        return rendered(visit, page, *more, **others)  # type: ignore[arg-type]

    monkeypatch.setattr(served, "rendered", counted)
    return names


def test_a_public_page_is_made_once_for_every_version(house: Open, made: list[str]) -> None:
    guest, owner = house.outside(), house.visitor()
    first = guest.ask(PATH)
    assert first.headers["content-encoding"] == "gzip"
    assert [guest.ask(PATH).text, owner.ask(PATH).text] == [first.text, first.text]
    assert guest.ask(PATH, {"accept-encoding": "identity"}).text == first.text
    assert made == ["standings"]
    stream = next(one.id for one in house.store.streams() if one.slug == "easter-open")
    state = house.desk.state(stream)
    game, key = state.tournament.rounds[-1].pending[0], state.keys.player
    house.desk.do(stream, EnterResult(5, key[game.white], key[game.black], Result.DRAW), actor="Ada")
    guest.ask(PATH)
    guest.ask(PATH + "?after=2")
    assert made == ["standings"] * 3


def test_the_owner_is_nobody_in_the_hall(house: Open) -> None:
    owner = house.visitor("Rosalind")
    page = owner.ask(PATH).text
    assert "Rosalind" not in page
    assert 'data-door=""' in page
