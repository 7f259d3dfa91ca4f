"""C.04.2, article by article, as far as facts go (the pairing tests show the rest)."""

from __future__ import annotations

import pytest

from rookery.errors import UnfinishedError
from rookery.history.history import History
from rookery.history.late_entries import insert_player
from rookery.history.pairing_numbers import initial_order, number_players, pairing_numbers, participants_to_pair
from rookery.model import Bye, ByeKind, ForbiddenPair, Game, Player, RequestedBye, Result, Round, Tournament


def test_initial_order() -> None:
    """2.2: rating, then title, then the declared key, by default the alphabet."""
    field = [
        Player(1, "Zander", 2100),
        Player(2, "adams", 2100),
        Player(3, "Yates", 2100, title="WFM"),
        Player(4, "Xu", 2100, title="FM"),
        Player(5, "Unrated"),
        Player(6, "Wade", 2100, title="WIM"),
        Player(7, "Top", 2500),
        Player(8, "Vera", 2100, title="WGM"),
    ]
    names = [player.name for player in initial_order(field)]
    assert names == ["Top", "Vera", "Xu", "Wade", "Yates", "adams", "Zander", "Unrated"]
    assert [player.name for player in initial_order(field[:2], key=lambda player: str(player.number))] == [
        "Zander",
        "adams",
    ]


def test_pairing_numbers_follow_the_order() -> None:
    """2.3: numbers are places in the initial order."""
    assert [(p.number, p.name) for p in number_players([Player(5, "B", 1900), Player(9, "A", 2000)])] == [
        (1, "A"),
        (2, "B"),
    ]


def test_late_entry() -> None:
    """2.4: inserted at its place, everybody below moves; no number before being taken into account."""
    rounds = (Round(games=(Game(1, 3, Result.DRAW),), byes=(Bye(2, ByeKind.HALF),)),)
    field = (Player(1, "A", 2200), Player(2, "B", 2000), Player(3, "C", 1800))
    event = Tournament(
        players=field, rounds=rounds, forbidden_pairs=(ForbiddenPair((2, 3)),), requested_byes=(RequestedBye(2, 3),)
    )
    late = insert_player(event, Player(99, "Late", 2100)).tournament
    assert [(player.number, player.name) for player in late.players] == [(1, "A"), (2, "Late"), (3, "B"), (4, "C")]
    assert late.rounds[0].games == (Game(1, 4, Result.DRAW),)
    assert Bye(2, ByeKind.NOT_ENTERED) in late.rounds[0].byes
    assert late.forbidden_pairs[0].players == (3, 4)
    assert late.requested_byes == (RequestedBye(2, 4),)
    assert participants_to_pair(late) == (1, 2, 3)
    assert pairing_numbers(late, participants_to_pair(late)) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert pairing_numbers(event, (1, 3)) == {1: 1, 3: 2}


def test_open_games() -> None:
    """3.1: an adjourned game is a draw for pairing; a game still open stops the pairing."""
    both = tuple(map(Player, (1, 2)))
    adjourned = Tournament(players=both, rounds=(Round(games=(Game(1, 2, Result.ADJOURNED),)),))
    assert [History(adjourned).before(2).pairing_score(one) for one in (1, 2)] == [5, 5]
    with pytest.raises(UnfinishedError):
        History(Tournament(players=both, rounds=(Round(games=(Game(1, 2),)),))).before(2)


def test_colours_of_played_games() -> None:
    """3.4: only games that were played give a colour; the gaps close."""
    rounds = (
        Round(games=(Game(1, 2, Result.DRAW),)),
        Round(games=(Game(2, 1, Result.WHITE_BY_FORFEIT),)),
        Round(byes=(Bye(1, ByeKind.HALF), Bye(2, ByeKind.PAIRING_ALLOCATED))),
        Round(games=(Game(1, 2, Result.UNRATED_WHITE_WINS),)),
    )
    tallies = History(Tournament(players=tuple(map(Player, (1, 2))), rounds=rounds)).before(5).totals
    assert (tallies[1].colours, tallies[2].colours) == ("ww", "bb")
