"""Bounds of numbers, texts and rows: shared by commands, events, imports and logs from other desks."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import RookeryError, RuleError
from rookery.model import Player, Tournament, TournamentInfo
from rookery.model.validation import MOST_ROUNDS
from rookery.storage.records import Entry
from rookery.tournaments.command import command_from_data
from rookery.tournaments.domain.import_export import ImportTournament
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.rules import SetRules
from rookery.tournaments.domain.tie_resolution import EnterValue, ValueEntered
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import event_from_data
from rookery.tournaments.importing import check_replay
from rookery.tournaments.keyed import Facts
from rookery.tournaments.limits import MOST_GAMES, MOST_TEXT, MOST_TIEBREAKS, check_bounds
from rookery.tournaments.rules import Choices, Prizes, TournamentRules
from rookery.tournaments.service import TournamentService
from rookery.tournaments.standings import tiebreak_values
from rookery.tournaments.state import State, dump_state, index_participant_keys
from rookery.tournaments.store import MemoryStore
from support.desks import swiss

DEEP: Any = 1
for _ in range(300):
    DEEP = [DEEP]

COMMANDS: dict[str, dict[str, Any]] = {
    "rounds": {"command": "rules.set", "fields": {"rounds": 10**7}},
    "games of a round": {"command": "round.pair", "games": 10**6},
    "games of the event": {"command": "rules.set", "fields": {"choices": {"games": 10**6}}},
    "rating": {"command": "players.enter", "players": [{"name": "Byng, Ada", "rating": 10**400}]},
    "FIDE number": {"command": "players.enter", "players": [{"name": "Byng, Ada", "fide_id": 10**12}]},
    "name": {"command": "players.enter", "players": [{"name": "x" * 900_000}]},
    "name of a team": {"command": "team.enter", "name": "x" * 900_000},
    "tie-breaks": {"command": "rules.set", "fields": {"ranking": ["BH"] * 2000}},
    "points": {"command": "points.adjust", "keys": ["p1"], "points": 10**9},
    "remark": {"command": "remark.add", "text": "x" * 900_000},
    "depth": {"command": "head.set", "fields": {"name": DEEP}},
    "NUL": {"command": "head.set", "fields": {"city": "Bath\0"}},
    "half of a character": {"command": "players.enter", "players": [{"name": "\ud801x"}]},
    "half of a character in a key": {"command": "player.withdraw", "key": "\udfff"},
}


@pytest.mark.parametrize("what", COMMANDS)
def test_a_command_out_of_bounds_is_refused(what: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        command_from_data(COMMANDS[what])
    str(caught.value).encode()
    assert str(caught.value)[:300] == snapshot


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (TournamentRules, {"rounds": MOST_ROUNDS + 1}),
        (TournamentRules, {"ranking": ("BH",) * (MOST_TIEBREAKS + 1)}),
        (Choices, {"games": MOST_GAMES + 1}),
        (Choices, {"half_byes": 1000}),
        (Facts, {"name": "x" * (MOST_TEXT + 1)}),
        (Facts, {"rating": 10_000}),
        (Facts, {"club": "\0"}),
        (Prizes, {"lines": ("1,\udfff",)}),
        (ImportTournament, {"tournament": Tournament(players=(Player(1, "x" * 10**5),))}),
        (ImportTournament, {"tournament": Tournament(info=TournamentInfo(city="\udfff"))}),
        (ImportTournament, {"tournament": Tournament(planned_rounds=10**7)}),
        (ValueEntered, {"code": "X", "key": "p1", "value": "1e300000000"}),
    ],
)
def test_a_record_checks_itself(kind: type, fields: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        kind(**fields)


def test_what_is_within_bounds_is_taken() -> None:
    laws = TournamentRules(rounds=MOST_ROUNDS, ranking=("BH",) * MOST_TIEBREAKS, choices=Choices(games=MOST_GAMES))
    assert laws.rounds == MOST_ROUNDS
    Facts("Ngọc Trường Sơn, Nguyễn\u2028" + "x" * 900, rating=9999, fide_id=10**12 - 1)
    check_bounds(Tournament(players=(Player(1, "Byng, Ada"),), planned_rounds=MOST_ROUNDS))


# -- tie-breaks that are entered -----------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["1e300000000", "1E9", "9" * 31, "1/" + "9" * 31, "1/0", "nan", "", "²"])
def test_a_value_that_is_no_plain_number_is_refused(value: str) -> None:
    hall = swiss()
    with pytest.raises(CommandRejectedError):
        hall.do(EnterValue("X", "p1", value))


@pytest.mark.parametrize(("value", "kept"), [("2", "2"), (" 2.50 ", "5/2"), ("-5/2", "-5/2"), (".5", "1/2")])
def test_a_plain_number_is_a_value(value: str, kept: str) -> None:
    hall = swiss()
    hall.do(EnterValue("X", "p1", value))
    assert hall.state.values["X"]["p1"] == kept
    assert tiebreak_values(hall.state)["X"][1] is not None


# -- logs ----------------------------------------------------------------------------------------------------------


def test_an_event_of_an_own_log_is_cut_to_its_bounds() -> None:
    """A log may be older than a bound, and is never rewritten."""
    event = event_from_data("rules.set", 1, {"laws": {"rounds": 10**8}, "was": {"choices": {"games": 10**8}}})
    assert event == event_from_data("rules.set", 1, {"laws": {"rounds": 999}, "was": {"choices": {"games": 100}}})
    opened = event_from_data("tournament.opened", 1, {"name": "a\0\ud801", "laws": {}})
    assert opened == event_from_data("tournament.opened", 1, {"name": "a\ufffd\ufffd", "laws": {}})
    assert event_from_data("value.entered", 1, {"code": "X", "key": "p", "value": "1e9"}) == ValueEntered(
        "X", "p", None
    )
    with pytest.raises(RuleError):
        event_from_data("rules.set", 1, {"laws": {"rounds": 10**8}, "was": {}}, strict=True)


def old_store() -> MemoryStore:
    """A log with a number of rounds that was granted before there was a bound."""
    store = MemoryStore()
    store.create("s", "tournament", "open")
    entries = [
        Entry("tournament.opened", 1, {"name": "Open", "laws": {"system": "FIDE_DUTCH_2026"}}),
        Entry("rules.set", 1, {"laws": {"system": "FIDE_DUTCH_2026", "rounds": 10**8}, "was": {}}),
        Entry("head.set", 1, {"event": {"name": "Open", "city": "\udfff"}, "was": {"name": "Open"}}),
    ]
    store.append("s", 0, entries, command="c", actor="ada", at="2026-11-16T09:00:00Z")
    return store


def test_a_log_from_before_the_bounds_opens() -> None:
    store = old_store()
    desk = TournamentService(store, lambda: "2026-11-16T09:00:00Z", lambda: "x")
    state = desk.state("s")
    assert (state.tournament.planned_rounds, state.laws.rounds, state.tournament.info.city) == (999, 999, "\ufffd")
    desk.do("s", SetRules({"rounds": 7}))
    assert desk.state("s").tournament.planned_rounds == 7


def test_a_snapshot_from_before_the_bounds_is_passed_over() -> None:
    store = old_store()
    wide = Tournament(planned_rounds=10**8)
    store.keep_snapshot("s", 3, dump_state(State(wide, keys=index_participant_keys(wide))))
    assert TournamentService(store, str, str).state("s").tournament.planned_rounds == 999


def test_a_log_from_elsewhere_must_be_within_bounds(snapshot: SnapshotAssertion) -> None:
    """It is refused before anything is built of it; what this desk has already is not asked again."""
    records = list(old_store().read("s"))
    with pytest.raises(RookeryError) as caught:
        check_replay(records)
    assert str(caught.value) == snapshot
    check_replay(records, trusted=3)


def test_an_event_refused_by_its_bounds_names_no_digits() -> None:
    with pytest.raises(RuleError) as caught:
        OpenTournament("Open", TournamentRules(rounds=10**5000))
    assert len(str(caught.value)) < 100
