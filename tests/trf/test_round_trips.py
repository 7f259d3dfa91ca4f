"""Any tournament the format can carry comes back as it went, in every dialect as far as the dialect reaches."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookery.errors import Severity
from rookery.history.declared_points import player_points
from rookery.model import CLASSIC, ForbiddenPair, Player, Tournament, VirtualPoints
from rookery.trf.read import read
from rookery.trf.serialize import dump
from support.tournament_strategies import double_swiss_events, individual_events, team_events


@given(individual_events())
def test_an_individual_event_in_trf26(tournament: Tournament) -> None:
    data = dump(tournament)
    reading = read(data)
    assert reading.tournament == tournament
    assert dump(reading.tournament) == data
    assert not [
        problem for problem in reading.problems if problem.severity is Severity.ERROR and problem.code != "points"
    ]


@given(double_swiss_events())
def test_two_game_matches_in_trf26(tournament: Tournament) -> None:
    assert read(dump(tournament)).tournament == tournament


@given(team_events())
def test_a_team_event_in_trf26(tournament: Tournament) -> None:
    assert read(dump(tournament)).tournament == tournament


@given(st.one_of(individual_events(), team_events()))
def test_joint_says_all_that_trf26_says(tournament: Tournament) -> None:
    assert read(dump(tournament, "joint")).tournament == tournament


def in_trf16(tournament: Tournament) -> Tournament:
    """What is left of an individual event in TRF16: people, rounds, byes asked for, remarks, the old head."""
    event = replace(tournament.info, ranking_method="", controller="", encoded_time_control="")
    return Tournament(
        info=event, players=tuple(replace(player, national=()) for player in tournament.players),
        rounds=tuple(replace(one, published=False) for one in tournament.rounds),
        requested_byes=tournament.requested_byes, remarks=tournament.remarks,
    )  # fmt: skip


@given(individual_events())
def test_an_individual_event_in_trf16(tournament: Tournament) -> None:
    assert read(dump(tournament, "trf16")).tournament == in_trf16(tournament)


def in_trfx(tournament: Tournament) -> Tournament:
    """What JaVaFo's lines add: rounds, colour, points (not for adjourned games), bans of all rounds, virtual points."""
    points = replace(tournament.points, adjourned=tournament.points.draw)
    bans = tuple(ForbiddenPair(ban.players) for ban in tournament.forbidden_pairs if ban.covers(tournament.next_round))
    return replace(
        in_trf16(tournament), planned_rounds=tournament.planned_rounds, initial_colour=tournament.initial_colour,
        points=points,
        by_rank=tournament.by_rank, forbidden_pairs=tuple(dict.fromkeys(bans)), acceleration=by_player(tournament),
        players=with_points(tournament),
    )  # fmt: skip


def with_points(tournament: Tournament) -> tuple[Player, ...]:
    """The players as TRF16 has them; those who declared no points have what their rounds add up to."""
    earned = player_points(replace(tournament, point_adjustments=()))
    return tuple(
        replace(player, national=(), points=earned[player.number] if player.points is None else player.points)
        for player in tournament.players
    )


def by_player(tournament: Tournament) -> tuple[VirtualPoints, ...]:
    """Virtual points as runs of each player; entries that overlap add up, as they do in pairing."""
    spread: dict[int, dict[int, int]] = {}
    for one in tournament.acceleration:
        for id in range(one.first, one.last + 1):
            for round in range(one.first_round, one.last_round + 1):
                points = spread.setdefault(id, {})
                points[round] = points.get(round, 0) + one.points
    runs: list[VirtualPoints] = []
    for id, points in sorted(spread.items()):
        for round, worth in sorted(points.items()):
            last = runs[-1] if runs else None
            if last and (last.first, last.last_round, last.points) == (id, round - 1, worth):
                runs[-1] = replace(last, last_round=round)
            else:
                runs.append(VirtualPoints(id, id, round, round, worth))
    return tuple(runs)


@pytest.mark.parametrize("dialect", ["trfx", "trfbx"])
@given(tournament=individual_events())
def test_an_individual_event_in_the_dialects_of_the_engines(dialect: str, tournament: Tournament) -> None:
    covered = [ban for ban in tournament.forbidden_pairs if ban.covers(tournament.next_round)]
    nested = any(set(one.players) <= set(other.players) for n, one in enumerate(covered) for other in covered[:n])
    found = read(dump(tournament, dialect)).tournament
    expected = in_trfx(tournament)
    if nested:  # a group inside another says nothing new
        found, expected = replace(found, forbidden_pairs=()), replace(expected, forbidden_pairs=())
    assert found == expected


@given(
    st.one_of(individual_events(), double_swiss_events(), team_events()),
    st.sampled_from(("trf26", "trf16", "trfx", "trfbx", "joint")),
)
def test_writing_twice_gives_the_same_bytes(tournament: Tournament, dialect: str) -> None:
    once = read(dump(tournament, dialect)).tournament
    again = dump(once, dialect)
    assert dump(read(again).tournament, dialect) == again


def test_the_smallest_tournament() -> None:
    assert read(b"001    1").tournament.players[0].number == 1
    assert read("001    1").tournament.points == CLASSIC
