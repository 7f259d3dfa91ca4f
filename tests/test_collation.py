"""Names in alphabetical order: by PyICU, by pyuca, by letters; and where lists use it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from rookery import collation, pair
from rookery.collation import letter_key, sort_key
from rookery.documents.model import Grid, PaperRequest
from rookery.documents.rounds import pairings_by_name
from rookery.model import Player, Tournament
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.publication import PublishRound
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from support.html_elements import select_texts
from support.visitors import open_desk

ORDERED = (
    "Adams",
    "Černá",
    "Łukasik",
    "Luzin",
    "Novák, Petr",
    "Nováková",
    "Ødegård",
    "Šimek",
    "Simon",
    "Zelenka",
    "Żuk",
)
SHUFFLED = ORDERED[::-1]


@pytest.fixture
def fresh_keys() -> Iterator[None]:
    """Forget the chosen key function and all keys, before and after."""
    sort_key.cache_clear()
    collation._key_function.cache_clear()
    yield
    sort_key.cache_clear()
    collation._key_function.cache_clear()


def test_accents_do_not_move_a_name_to_the_end() -> None:
    assert sorted(SHUFFLED, key=sort_key) == list(ORDERED)
    assert sorted(SHUFFLED, key=letter_key) == list(ORDERED)


def test_without_pyuca_the_letters_decide(monkeypatch: pytest.MonkeyPatch, fresh_keys: None) -> None:
    monkeypatch.setitem(sys.modules, "icu", None)
    monkeypatch.setitem(sys.modules, "pyuca", None)
    assert sorted(SHUFFLED, key=sort_key) == list(ORDERED)
    assert sort_key("Żuk") == letter_key("Żuk")


def test_pyicu_has_the_rules_of_the_language(monkeypatch: pytest.MonkeyPatch, fresh_keys: None) -> None:
    """Czech sorts ch after h."""
    czech = SimpleNamespace(getSortKey=lambda name: name.casefold().replace("ch", "hzz").encode())
    collators = SimpleNamespace(createInstance={"cs_CZ": czech}.__getitem__)
    locale = SimpleNamespace(getDefault=lambda: "cs_CZ")
    monkeypatch.setitem(sys.modules, "icu", SimpleNamespace(Collator=collators, Locale=locale))
    assert sorted(["Chalupa", "Havel", "Cibulka", "Ivanov"], key=sort_key) == ["Cibulka", "Havel", "Chalupa", "Ivanov"]


def test_keys_are_computed_once() -> None:
    names = [f"Nováková, Žofie {number}" for number in range(1000)]
    sorted(names, key=sort_key)
    before = sort_key.cache_info()
    sorted(names, key=sort_key)
    after = sort_key.cache_info()
    assert (after.misses, after.hits) == (before.misses, before.hits + len(names))


def test_the_wall_list_is_in_alphabetical_order() -> None:
    players = tuple(Player(number, name) for number, name in enumerate(SHUFFLED, 1))
    t = Tournament(players=players, system="dutch", planned_rounds=3)
    grid = pairings_by_name(t.with_round(pair(t).round), PaperRequest()).blocks[0]
    assert isinstance(grid, Grid)
    assert [row[0] for row in grid.table.rows] == list(ORDERED)


def _first_names(page: str, selector: str) -> list[str]:
    """Return the name that each selected line begins with."""
    return [next(name for name in ORDERED if text.startswith(name)) for text in select_texts(page, selector)]


def test_pages_and_hall_are_in_alphabetical_order(tmp_path: Path) -> None:
    house = open_desk(tmp_path, shared=True)
    try:
        stream = house.desk.create("club")
        house.desk.do(stream, OpenTournament("Club evening", TournamentRules(system="dutch", rounds=4)))
        house.desk.do(stream, EnterPlayers(tuple(Facts(name) for name in reversed(ORDERED))))
        arbiter = house.visitor()
        by_name_page = arbiter.ask("/t/club/players?sort=name").text
        assert select_texts(by_name_page, "#people .who-is") == list(ORDERED)
        assert _first_names(arbiter.ask("/t/club/players/check-in").text, "#ticks label") == list(ORDERED)
        house.desk.do(stream, PairRound())
        house.desk.do(stream, PublishRound(1))
        hall = house.outside().ask("/p/club/names").text
        assert _first_names(hall, "#names tr") == list(ORDERED)
    finally:
        house.store.close()
