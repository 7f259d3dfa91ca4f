"""Formats of other packages: added by a call, or loaded from an installed package by name."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import formats
from rookery.errors import RuleError, UnsupportedError
from rookery.formats.handlers import PairingRequest
from rookery.model import Game, PartialDate, Player, Round, Tournament, TournamentInfo
from rookery.pairing.dutch import DUTCH_2026
from rookery.ranking.rules import EDITIONS
from rookery.regulations import FORMATS, TIE_BREAKS, Edition, Format, Regulation, editions_of, parse_type_code

FIELD = tuple(map(Player, range(1, 7)))


def in_order(tournament: Tournament, request: PairingRequest) -> Round:
    """One meets two, three meets four, ..."""
    numbers = [player.number for player in tournament.players]
    return Round(games=tuple(Game(a, b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)))


PLAIN = formats.FormatHandlers(
    format=Format(name="plain", title="Plain", code="CUSTOM_PLAIN", words=("PLAIN",), rematches=True),
    next_round=in_order,
)


@pytest.fixture
def plain() -> Iterator[None]:
    formats.add(PLAIN)
    yield
    formats.remove("plain")


@pytest.mark.usefixtures("plain")
def test_a_format_from_outside_is_paired_ranked_and_checked() -> None:
    event = Tournament(players=FIELD, system="plain", planned_rounds=2)
    assert event.system == "CUSTOM_PLAIN"
    outcome = rookery.pair(event)
    assert outcome.pairs == ((1, 2), (3, 4), (5, 6))
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    everybody = {"half_byes": 0, "full_byes": 0, "zero_byes": 0, "withdrawals": 0, "late_entries": 0}
    made = rookery.generate(rookery.GeneratorSettings(system="plain", players=6, rounds=2, **everybody), seed=3)
    assert [round.pairs for round in made.rounds] == [outcome.pairs] * 2
    assert rookery.check(made).agree
    assert rookery.loads(rookery.dumps(made)).tournament == made


def test_what_was_removed_is_not_known() -> None:
    formats.add(PLAIN)
    formats.remove("plain")
    assert "plain" not in FORMATS
    assert not parse_type_code("CUSTOM_PLAIN").format.name
    with pytest.raises(UnsupportedError, match="CUSTOM_PLAIN"):
        rookery.pair(Tournament(players=FIELD, system="CUSTOM_PLAIN", planned_rounds=2))


@pytest.mark.parametrize(
    "format",
    [replace(PLAIN.format, name="dutch"), replace(PLAIN.format, code="CUSTOM_LIM", words=("LIM",))],
    ids=["name", "words"],
)
def test_names_and_words_of_ours_stay_ours(format: Format, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        formats.add(replace(PLAIN, format=format))
    assert str(caught.value) == snapshot
    assert format.name == "dutch" or format.name not in FORMATS


def test_a_swiss_from_outside_chooses_among_its_own_editions_of() -> None:
    rules = Regulation("CLUB 1", "Swiss of the club")
    old, new = (DUTCH_2026.changed(edition=Edition(rules, date(year, 1, 1))) for year in (2010, 2020))
    swiss = Format(name="club", title="Club Swiss", code="CUSTOM_CLUB", words=("CLUB",), regulation=rules, swiss=True)
    formats.add(formats.FormatHandlers(format=swiss, systems={each.edition: each for each in (old, new)}))
    try:
        event = Tournament(players=FIELD, system="CUSTOM_CLUB", planned_rounds=3)
        assert rookery.pair(event).edition == new.edition
        assert formats.SYSTEMS["club"]() is new
        assert rookery.pair(event, edition="2010").edition == old.edition
        assert rookery.pair(replace(event, info=TournamentInfo(start=PartialDate(2015, 3, 1)))).edition == old.edition
        with pytest.raises(UnsupportedError, match="CLUB 1"):
            rookery.pair(replace(event, info=TournamentInfo(start=PartialDate(2009, 3, 1))))
    finally:
        formats.remove("club")
    assert "club" not in formats.SYSTEMS


def test_what_is_known_is_changed_through_the_door_only() -> None:
    """The tables that everybody reads can be read, and nothing else."""
    dutch = formats.get_handlers("dutch")
    tables = (FORMATS, formats.SYSTEMS, dutch.systems, dutch.settings, dutch.team_settings, EDITIONS)
    for table in tables:
        with pytest.raises(TypeError):
            table["plain"] = PLAIN  # type: ignore[index]
        with pytest.raises((TypeError, AttributeError)):
            table.clear()  # type: ignore[attr-defined]
    mine = {DUTCH_2026.edition: DUTCH_2026}
    handlers = replace(dutch, systems=mine)
    mine.clear()
    assert list(handlers.systems) == [DUTCH_2026.edition]


def test_a_system_names_an_edition_that_is_known() -> None:
    """The first days of editions stand in one table: rules of another day are refused where they are declared."""
    for name in formats.SYSTEMS:
        chapter = FORMATS[name].regulation
        assert chapter is not None
        assert list(formats.get_handlers(name).systems) == list(editions_of(chapter))
    assert list(EDITIONS) == list(editions_of(TIE_BREAKS))
    assert [edition.name for edition in EDITIONS.values()] == [
        f"{each.since:%Y-%m}" for each in editions_of(TIE_BREAKS)
    ]


PACKAGE = """
from rookery.formats import FormatHandlers
from rookery.model import Game, Round
from rookery.regulations import Format

def in_order(tournament, request):
    numbers = [player.number for player in tournament.players]
    return Round(games=tuple(Game(a, b) for a, b in zip(numbers[::2], numbers[1::2])))

LADDER = FormatHandlers(
    format=Format(name="ladder", title="Ladder", code="CUSTOM_LADDER", words=("LADDER",)), next_round=in_order
)
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder of packages in which one brings a format."""
    about = tmp_path / "club_ladder-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: club-ladder\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[rookery.formats]\nladder = club_ladder:LADDER\n")
    (tmp_path / "club_ladder.py").write_text(PACKAGE)
    return tmp_path


def run(folder: Path, *words: str) -> str:
    src = Path(rookery.__file__).parent.parent
    environment = {
        **os.environ, "PYTHONPATH": f"{src}{os.pathsep}{folder}", "NO_COLOR": "1", "PYTHONUTF8": "1", "COLUMNS": "80",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, *words], env=environment, cwd=folder, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_installed_package_is_recognised_by_the_code_of_a_file(installed: Path, snapshot: SnapshotAssertion) -> None:
    file = installed / "club.trf"
    file.write_bytes(rookery.dumps(Tournament(players=FIELD, system="CUSTOM_LADDER", planned_rounds=2)))
    assert rookery.load(file).problems, "without the package nobody knows the code"
    said = "".join(run(installed, "-m", "rookery", "validate", str(file)).split())  # the name may be broken in two
    assert str(file) in said
    assert "192" not in said.replace(str(file), "")
    shown = run(installed, "-m", "rookery", "pair", str(file), "--format", "list")
    assert shown == "3\n1 2\n3 4\n5 6\n"
    assert run(installed, "-m", "rookery", "check", "--system", "ladder", file.name) == snapshot


def test_an_installed_package_is_looked_for_only_when_a_name_is_unknown(installed: Path) -> None:
    asked = (
        "import sys, rookery; from rookery import Player, Tournament;"
        "event = Tournament(players=tuple(map(Player, range(1, 7))), planned_rounds=3); rookery.pair(event);"
        "print('club_ladder' in sys.modules, 'importlib.metadata' in sys.modules);"
        "print(rookery.pair(event, 'ladder').pairs)"
    )
    assert run(installed, "-c", asked).splitlines() == ["False False", "((1, 2), (3, 4), (5, 6))"]
