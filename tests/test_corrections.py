"""Ratings corrected while an event is on: who changes places (C.04.2 2.3), and what that does to group A (C.04.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import RuleError
from rookery.history.acceleration import group_a, virtual_points, with_recorded_group_a
from rookery.history.late_entries import correct_ratings, insert_player, numbers_after_correction
from rookery.model import Game, Player, Result, Round, Team, Tournament, VirtualPoints


def field(rounds: int = 1, **more: object) -> Tournament:
    """Twelve players, of whom the first six are group A, with so many rounds in which number i met i + 6."""
    players = tuple(Player(i, f"P{i:02}", 2300 - 20 * i) for i in range(1, 13))
    games = tuple(Game(i, i + 6, Result.DRAW) for i in range(1, 7))
    said = {"planned_rounds": 5, "system": "FIDE_DUTCH_2026_BAKU", **more}
    return Tournament(players=players, rounds=(Round(games=games),) * rounds, **said)  # type: ignore[arg-type]


def players_with_virtual_points(tournament: Tournament, round: int) -> set[str]:
    """Who has virtual points in a round, by name."""
    return {tournament.participants_by_number[point].name for point in virtual_points(tournament, round)}


FIRST = {f"P{i:02}" for i in range(1, 7)}


# -- numbers


@pytest.mark.parametrize(
    ("ratings", "order"),
    [
        ({3: 2235}, [1, 2, 3, 4, 5, 6]),  # no step down
        ({3: 2150}, [1, 2, 4, 5, 6, 7, 3, 8]),
        ({6: 2290}, [6, 1, 2, 3, 4, 5]),
        ({6: 2260}, [1, 2, 6, 3, 4, 5]),  # equal to P02, and later in the alphabet
        ({1: None}, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1]),
        ({1: 2210, 12: 2400}, [12, 2, 3, 4, 1, 5]),
    ],
)
def test_places_changed_by_a_result(ratings: dict[int, int | None], order: list[int]) -> None:
    made = correct_ratings(field(), ratings).tournament
    assert [player.name for player in made.players][: len(order)] == [f"P{i:02}" for i in order]
    assert [player.number for player in made.players] == list(range(1, 13))
    moved = numbers_after_correction(field(), ratings)
    assert made.rounds[0].pairs == tuple((moved[i], moved[i + 6]) for i in range(1, 7))
    assert [made.participants_by_number[moved[rating]].rating for rating in ratings] == list(ratings.values())


def test_uncorrected_players_stay_in_order() -> None:
    by_hand = replace(field(), players=tuple(Player(i, f"P{i:02}", 2000 + i) for i in range(1, 13)))  # upside down
    assert [player.name for player in correct_ratings(by_hand, {12: 1900}).tournament.players][:3] == [
        "P01",
        "P02",
        "P03",
    ]


@pytest.mark.parametrize("rounds", [3, 4])
def test_numbers_stay_once_round_four_is_paired(rounds: int) -> None:
    made = correct_ratings(field(rounds), {6: 2290}).tournament
    assert made.participants_by_number[1].name == ("P06" if rounds < 4 else "P01")
    assert next(player.rating for player in made.players if player.name == "P06") == 2290


def test_numbers_of_players_in_teams_stay() -> None:
    event = replace(field(0, system="FIDE_TEAM"), teams=(Team(1, "A", (1, 2)), Team(2, "B", (3, 4))), team_event=True)
    assert correct_ratings(event, {4: 2600}).tournament.players[3].rating == 2600


def test_a_stranger(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        correct_ratings(field(), {13: 2000})
    assert str(caught.value) == snapshot


# -- group A


def test_a_file_remembers_the_last_of_group_a() -> None:
    """C.04.7 1.2: down to the same person, who is now number 5; in round one it was who it was."""
    made = correct_ratings(with_recorded_group_a(field()), {3: 2000}).tournament
    assert players_with_virtual_points(made, 1) == FIRST
    assert players_with_virtual_points(made, 2) == players_with_virtual_points(made, 3) == FIRST - {"P03"}
    assert players_with_virtual_points(made, 4) == set()
    assert virtual_points(made, 3)[5] == 5


def test_a_player_above_the_last_place_joins() -> None:
    made = correct_ratings(with_recorded_group_a(field()), {9: 2201}).tournament
    assert (players_with_virtual_points(made, 1), players_with_virtual_points(made, 2)) == (FIRST, FIRST | {"P09"})


def test_the_last_player_moves_up_and_the_group_shrinks() -> None:
    made = correct_ratings(with_recorded_group_a(field()), {6: 2235}).tournament
    assert (players_with_virtual_points(made, 1), players_with_virtual_points(made, 2)) == (
        FIRST,
        {"P01", "P02", "P03", "P06"},
    )


def test_a_second_correction_and_a_late_entry() -> None:
    once = correct_ratings(with_recorded_group_a(field()), {3: 2000}).tournament
    twice = correct_ratings(once, {1: 2190}).tournament  # still above the last one
    assert (players_with_virtual_points(twice, 1), players_with_virtual_points(twice, 2)) == (FIRST, FIRST - {"P03"})
    late = insert_player(twice, Player(99, "Late", 2500)).tournament
    assert players_with_virtual_points(late, 2) == FIRST - {"P03"} | {"Late"}
    assert "Late" not in players_with_virtual_points(insert_player(twice, Player(99, "Late", 1200)).tournament, 2)


def test_a_change_within_the_group_needs_no_more_records() -> None:
    event = with_recorded_group_a(field())
    assert correct_ratings(event, {2: 2225}).tournament.acceleration == event.acceleration
    assert event.acceleration == (VirtualPoints(1, 6, 1, 2, 10), VirtualPoints(1, 6, 3, 3, 5))


def test_nothing_to_remember() -> None:
    for event in (field(0), field(system="FIDE_DUTCH_2026"), with_recorded_group_a(field())):
        assert with_recorded_group_a(event) == event
    assert group_a(field()) == (1, 2, 3, 4, 5, 6)


def test_points_of_a_player_follow_the_player() -> None:
    own = (VirtualPoints(1, 1, 1, 5, 10), VirtualPoints(4, 6, 2, 5, 5))
    made = insert_player(field(system="FIDE_DUTCH_2026", acceleration=own), Player(99, "Late", 2500)).tournament
    assert [(one.first, one.last) for one in made.acceleration] == [(2, 2), (5, 7)]
