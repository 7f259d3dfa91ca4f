"""Cluster M from outside: the standings, lots, order by hand, values from elsewhere."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.model import Result
from rookery.model.players import Rating
from rookery.ranking.definitions import TABLE
from rookery.tournaments.domain.lifecycle import SetHead
from rookery.tournaments.domain.numbers import ExchangeNumbers
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.restore_points import Undo
from rookery.tournaments.domain.rules import SetRules
from rookery.tournaments.domain.tie_resolution import DrawOrder, EnterValue, SetOrder
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.views.standings import RankedRow, standings_view
from support.html_elements import select_texts
from support.http_event import FIELD, Event, event

ALL = [one.name for one in TABLE if one.events != "team" and one.name not in ("KS", "PTS")]


@pytest.mark.parametrize("code", ALL)
def test_every_tie_break_ranks_a_swiss_on_the_page(tmp_path: Path, code: str) -> None:
    with event(tmp_path) as made:
        ranking = ["PTS", code] if code != "OTHER" else ["PTS", "OTHER_X"]
        answer = made.visitor.wish("open", SetRules({"ranking": ranking}))
        assert answer.status_code == 200, answer.text
        made.rounds(3)
        assert standings_view(made.state).tiebreaks == tuple(ranking[1:])
        assert code in made.page("/standings")


def test_places_can_be_shared_drawn_once_and_ranked_by_hand(tmp_path: Path) -> None:
    with event(tmp_path, TournamentRules(system="dutch", rounds=1, ranking=("PTS",)), FIELD[:4]) as made:
        made.rounds(1, Result.DRAW)
        ranks = [row.rank for row in _rows(made)]
        assert ranks == [1, 1, 1, 1]
        keys = tuple(made.key(number) for number in (3, 1, 4, 2))
        made.do(SetOrder(1, (keys,)))
        assert [row.who.key for row in _rows(made)] == list(keys)
        made.do(SetOrder(1, ()))
        made.do(DrawOrder(1))
        drawn = [row.who.key for row in _rows(made)]
        assert made.refusal(DrawOrder(1))["article"] == "C.07 4.2"
        made.do(Undo())
        made.do(DrawOrder(1))
        assert [row.who.key for row in _rows(made)] == drawn


def test_another_number_is_no_way_to_another_lot(tmp_path: Path) -> None:
    """Lots that were drawn and taken back fall the same, though a late entry or an exchange moves the numbers."""
    equal = tuple(Facts(name, 2000) for name in ("Ann", "Ben", "Cyd", "Dot", "Eve", "Fay"))
    with event(tmp_path, TournamentRules(system="dutch", rounds=3, ranking=("PTS",)), equal) as made:
        made.rounds(1, Result.DRAW)
        made.do(DrawOrder(1))
        drawn = [row.who.name for row in _rows(made)]
        made.do(Undo())
        made.do(ExchangeNumbers(made.key(1), made.key(6)), "numbers")
        made.do(EnterPlayers((Facts("Zoe", 2100),)))
        assert {player.name: player.number for player in made.tournament.players}["Fay"] == 2
        made.do(DrawOrder(1))
        assert [row.who.name for row in _rows(made) if row.who.name != "Zoe"] == drawn


def _rows(made: Event) -> tuple[RankedRow, ...]:
    """The rows that the page shows, whose names it has in this order."""
    rows, page = standings_view(made.state).rows, made.page("/standings").partition("<tbody")[2]
    places = [page.index(f">{row.who.name}<") for row in rows]
    assert places == sorted(places)
    return rows


def test_values_from_elsewhere(tmp_path: Path) -> None:
    with event(
        tmp_path, TournamentRules(system="dutch", rounds=1, ranking=("PTS", "OTHER_PLAYOFF")), FIELD[:4]
    ) as made:
        made.rounds(1, Result.DRAW)
        made.do(EnterValue("OTHER_PLAYOFF", made.key(4), "3/2"))
        page = made.page("/standings")
        assert "OTHER_PLAYOFF" in page
        assert _rows(made)[0].who.name == "Dot"


def test_unrated_players_count_with_a_rating_that_the_event_lays_down(tmp_path: Path) -> None:
    people = (*FIELD[:3], Facts("Zed"))
    with event(tmp_path, TournamentRules(system="dutch", rounds=1, ranking=("PTS", "ARO")), people) as made:
        made.rounds(1)
        assert "ARO" not in standings_view(made.state).tiebreaks
    with event(
        tmp_path / "laid", TournamentRules(system="dutch", rounds=1, ranking=("PTS", "ARO/U1400")), people
    ) as made:
        made.rounds(1)
        assert standings_view(made.state).tiebreaks == ("ARO/U1400",)
        assert "ARO/U1400" in made.page("/standings")


@pytest.mark.parametrize(("method", "rating"), [("lowest", 2250), ("average", 2300)])
def test_the_unrated_can_be_counted_in_several_ways(
    tmp_path: Path, method: str, rating: int, snapshot: SnapshotAssertion
) -> None:
    laws = TournamentRules(system="dutch", rounds=2, ranking=("PTS", "ARO", "BH", "RTNG/R"))
    with event(tmp_path, laws, (*FIELD[:2], Facts("Zed"))) as made:
        made.do(SetRules({"choices": {"unrated": method}}))
        made.do(EnterPlayers((FIELD[2],)))  # the field of three who are rated: 2350, 2300, 2250
        assert made.tournament.tiebreaks == ("PTS", f"ARO/U{rating}", "BH", f"RTNG/U{rating}/R")
        made.rounds(1)
        assert f"ARO/U{rating}" in made.page("/standings")
        zed = next(player.number for player in made.tournament.players if player.name == "Zed")
        game = next(one for one in made.tournament.rounds[0].games if zed in (one.white, one.black))
        other = game.black if game.white == zed else game.white
        row = next(one for one in _rows(made) if one.who.number == other)
        assert row.values[0] == rating
        assert f"ARO/U{rating}" in next(line for line in made.file().splitlines() if line.startswith("202"))
        (remark,) = (one for one in made.remarks if one.startswith("Unrated players: "))
        assert remark == snapshot
        wanted = SetRules({"choices": {"unrated": "lowest" if method == "average" else "average"}})
        assert made.warnings(wanted) == {"tie-breaks": 4}
        assert made.visitor.wish("open", SetRules({"choices": {"unrated": "best"}})).status_code == 422


def test_an_event_of_over_30_days_is_marked_and_advised_against_rating_tie_breaks(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    with event(tmp_path, TournamentRules(system="dutch", rounds=2, ranking=("PTS", "ARO", "BH"))) as made:
        made.do(SetHead({"start": "2026-03-01", "end": "2026-03-30"}))
        assert select_texts(made.page("/rules"), "div.note") == []
        made.do(SetHead({"end": "2026-03-31"}))
        assert select_texts(made.page("/rules"), "div.note") == snapshot
        made.do(SetRules({"choices": {"long_event": True}}))
        assert select_texts(made.page("/rules"), "div.note") == snapshot
        assert made.remarks == snapshot
        made.do(SetRules({"ranking": ["PTS", "BH"]}))
        assert select_texts(made.page("/rules"), "div.note") == []


@pytest.mark.parametrize(("by_round", "expected"), [(True, "2200"), (False, "2000")])
def test_ratings_of_rounds(tmp_path: Path, by_round: bool, expected: str) -> None:
    two = (Rating(2000, month="2026-09"), Rating(2200, month="2026-10", from_round=2))
    people = (Facts("Ann", ratings=two), Facts("Ben", 1900), Facts("Cyd", 1800), Facts("Dot", 1700))
    with event(tmp_path, TournamentRules(system="dutch", rounds=2, ranking=("PTS", "ARO")), people) as made:
        made.do(SetRules({"ratings_by_round": by_round}))
        made.rounds(2, Result.DRAW)
        game = next(one for one in made.tournament.rounds[1].games if 1 in (one.white, one.black))
        other = game.black if game.white == 1 else game.white
        met = next(one for one in made.tournament.rounds[0].games if other in (one.white, one.black))
        first = met.black if met.white == other else met.white
        ratings = {1: int(expected), 2: 1900, 3: 1800, 4: 1700}
        row = next(one for one in _rows(made) if one.who.number == other)
        assert row.values[0] == Fraction(ratings[1] + ratings[first], 2)
        assert '"from_round"' in made.file("json")
