"""A field tells in columns and sets what its seats say one by one, whatever numbers those who take part have."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import rookery
from rookery._record import replace
from rookery.history.history import Float, History
from rookery.history.pairing_numbers import participants_to_pair
from rookery.model import Bye, Colour, Game, RequestedBye, Tournament
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.field import Field, Strength

NUMBERINGS: dict[str, Callable[[int], int]] = {
    "as they come": lambda one: one,
    "with gaps": lambda one: 3 * one - 1,
    "far apart": lambda one: 1000 * one + 7,
}


def numbered_anew(event: Tournament, number: Callable[[int], int]) -> Tournament:
    """The same event with other numbers, in the same order."""
    rounds = [
        replace(
            round,
            games=tuple(replace(game, white=number(game.white), black=number(game.black)) for game in round.games),
            byes=tuple(Bye(number(bye.player), bye.kind) for bye in round.byes),
        )
        for round in event.rounds
    ]
    requested = tuple(RequestedBye(each.round, number(each.player), each.kind) for each in event.requested_byes)
    players = tuple(replace(player, number=number(player.number)) for player in event.players)
    return replace(event, players=players, rounds=tuple(rounds), requested_byes=requested)


def events(seed: int) -> Tournament:
    """An event with byes, forfeits, withdrawals and late entries."""
    settings = rookery.GeneratorSettings(
        players=14 + seed, rounds=7, play=1 + seed % 6, half_byes=2, zero_byes=2, forfeits=0.1
    )
    return replace(rookery.generate(settings, seed), forbidden_pairs=(), acceleration=(), system="FIDE_DUTCH_2026")


def mask(field: Field, holds: Callable[[object], bool]) -> int:
    return sum(1 << i for i, seat in enumerate(field.entrants) if holds(seat))


@pytest.mark.parametrize("number", NUMBERINGS.values(), ids=list(NUMBERINGS))
@pytest.mark.parametrize("seed", range(12))
def test_a_field_by_columns_is_a_field_by_seats(seed: int, number: Callable[[int], int]) -> None:
    event = numbered_anew(events(seed), number)
    pool = list(participants_to_pair(event))
    Random(seed).shuffle(pool)  # the order in which they are named does not matter
    view = History(event).before(event.next_round)
    by_seats = Field(DUTCH_2026.entrants(view, pool), event.next_round, event.planned_rounds)
    by_columns = Field.from_columns(DUTCH_2026.entrant_columns(view, pool), event.next_round, event.planned_rounds)
    assert by_columns.entrants == by_seats.entrants
    for name in (
        "ids",
        "scores",
        "bounds",
        "levels",
        "rows",
        "eligible",
        "place",
        "past_opponents",
        "trait_sets",
        "columns",
    ):
        assert getattr(by_columns, name) == getattr(by_seats, name), name


@pytest.mark.parametrize("number", NUMBERINGS.values(), ids=list(NUMBERINGS))
@pytest.mark.parametrize("seed", range(12))
def test_its_sets_are_what_its_seats_say(seed: int, number: Callable[[int], int]) -> None:
    field = DUTCH_2026.field(numbered_anew(events(seed), number))
    marks = field.trait_sets
    for colour, found in ((Colour.WHITE, marks.white), (Colour.BLACK, marks.black)):
        assert found == mask(field, lambda seat, colour=colour: seat.preference.colour is colour)
    for strength, found in ((Strength.STRONG, marks.strong), (Strength.ABSOLUTE, marks.absolute)):
        assert found == mask(field, lambda seat, strength=strength: seat.preference.strength is strength)
    for at, side, found in (
        (0, Float.DOWN, marks.down),
        (0, Float.UP, marks.up),
        (1, Float.DOWN, marks.down_before),
        (1, Float.UP, marks.up_before),
    ):
        assert found == mask(field, lambda seat, at=at, side=side: seat.floats[at] is side)
    for i, seat in enumerate(field.entrants):
        assert field.past_opponents[i] == mask(field, lambda other, seat=seat: other.id in seat.opponents)


@pytest.mark.parametrize("number", NUMBERINGS.values(), ids=list(NUMBERINGS))
@pytest.mark.parametrize("seed", range(12))
def test_numbers_in_the_same_order_give_the_same_pairs(seed: int, number: Callable[[int], int]) -> None:
    event = events(seed)
    ours, theirs = (rookery.pair(each) for each in (event, numbered_anew(event, number)))
    assert theirs.pairs == tuple((number(white), number(black)) for white, black in ours.pairs)
    assert theirs.bye == (None if ours.bye is None else number(ours.bye))


def test_an_absent_former_opponent_may_have_the_largest_number() -> None:
    event = Tournament(players=tuple(map(rookery.Player, range(1, 7))), planned_rounds=5, initial_colour=Colour.WHITE)
    event = event.with_round(
        rookery.Round(games=tuple(Game(*two, rookery.Result.WHITE_WINS) for two in ((1, 4), (5, 2), (3, 6))))
    )
    field = DUTCH_2026.field(event, pool=[1, 2, 3, 4])
    assert field.ids == (1, 3, 2, 4)
    assert field.past_opponents == (0b1000, 0, 0, 0b0001)
