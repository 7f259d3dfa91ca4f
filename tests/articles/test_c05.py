"""C.05 and its annexes, article by article."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rookery.errors import UnsupportedError
from rookery.history.completion import early_leavers, meetings_due
from rookery.model import Bye, ByeKind, Game, Match, Player, Result, Round, Team, Tournament, TournamentInfo
from rookery.pairing.schedules.schedule import next_round, schedule
from rookery.pairing.schedules.tables import assign_numbers, berger, draw_varma_numbers, late_meetings, three_in_a_row


def field(size: int, system: str = "BERGER_ROUNDROBIN") -> Tournament:
    players = tuple(Player(i, f"P{i:02}", federation=("AAA", "BBB")[i % 2]) for i in range(1, size + 1))
    rounds = size - 1 + size % 2
    return Tournament(players=players, system=system, planned_rounds=2 * rounds if "DOUBLE" in system else rounds)


def draw(round: Round) -> Round:
    """The round with a draw where there was no forfeit."""
    games = tuple(replace(g, result=g.result if g.result.forfeit else Result.DRAW) for g in round.games)
    return replace(round, games=games)


def after_withdrawal(event: Tournament, who: int, rounds: int) -> Tournament:
    """The event as it ends when somebody leaves after so many rounds."""
    while event.next_round <= (event.planned_rounds or 0):
        if event.next_round == rounds + 1:
            event = event.withdraw(who)
        event = event.with_round(draw(next_round(event)))
    return event


def test_berger_tables() -> None:
    """Annex 1: the table for five or six, as printed."""
    printed = ["1-6, 2-5, 3-4", "6-4, 5-3, 1-2", "2-6, 3-1, 4-5", "6-5, 1-4, 2-3", "3-6, 4-2, 5-1"]
    assert [", ".join(f"{w}-{b}" for w, b in boards) for boards in berger(6)] == printed
    assert [set(boards) for boards in berger(5)] == [{p for p in boards if 6 not in p} for boards in berger(6)]


def test_two_cycles() -> None:
    """Annex 1: with the last two rounds of the first cycle exchanged nobody has three equal colours; else two have."""
    event = field(10, "BERGER_DOUBLEROUNDROBIN")
    assert three_in_a_row(round.pairs for round in schedule(event)) == ()
    assert sorted(three_in_a_row(round.pairs for round in schedule(event, reverse=False))) == [1, 6]
    odd = field(9, "BERGER_DOUBLEROUNDROBIN")
    assert three_in_a_row(round.pairs for round in schedule(odd)) == ()
    assert schedule(odd) == schedule(odd, reverse=False)


def test_restricted_draw() -> None:
    """Annex 2: two federations of five, and none of them meet a compatriot in the last three rounds - or it is said."""
    event = replace(
        field(12), players=tuple(replace(p, federation="AAA" if p.number < 5 else "") for p in field(12).players)
    )
    for seed in range(10):
        assert late_meetings(assign_numbers(event, draw_varma_numbers(event.players, seed))) == ()
    assert late_meetings(assign_numbers(field(12), draw_varma_numbers(field(12).players, 1)))
    with pytest.raises(UnsupportedError):
        draw_varma_numbers(field(8).players, 1)


@pytest.mark.parametrize(
    ("size", "system", "played", "out"),
    [
        (6, "BERGER_ROUNDROBIN", 2, True),  # 2 of 5
        (6, "BERGER_ROUNDROBIN", 3, False),  # 3 of 5
        (5, "BERGER_ROUNDROBIN", 1, True),  # number 2 plays 1 of 4, then 2 of 4
        (5, "BERGER_ROUNDROBIN", 2, False),
        (4, "BERGER_DOUBLEROUNDROBIN", 2, True),  # 2 of 6
        (4, "BERGER_DOUBLEROUNDROBIN", 3, False),  # 3 of 6: exactly half is enough
    ],
)
def test_less_than_half_of_the_games(size: int, system: str, played: int, out: bool) -> None:
    """6.6: who completed less than half of the games is left out of the standings; exactly half is enough."""
    ended = after_withdrawal(field(size, system), 2, played)
    assert early_leavers(ended) == (frozenset({2}) if out else frozenset())
    if out:
        left = ended.before_round(played + 1).withdraw(2)
        assert early_leavers(left) == {2}  # known from the moment of leaving
        assert early_leavers(left.before_round(played + 1)) == {2}


def test_absences_written_as_byes_count_the_same() -> None:
    """6.6: a file may leave the games of the absent out instead of recording forfeits."""
    event = field(6)
    rounds = [draw(round) for round in schedule(event)]
    for number in range(2, 5):
        games = tuple(game for game in rounds[number].games if 3 not in (game.white, game.black))
        rounds[number] = Round(games=games, byes=(Bye(3, ByeKind.ZERO),))
    assert early_leavers(replace(event, rounds=tuple(rounds))) == {3}


def test_present_players_are_not_omitted() -> None:
    """6.6 speaks of those who leave: whose opponents stay away has completed the games."""
    games = (Game(1, 4, Result.WHITE_BY_FORFEIT), Game(2, 3, Result.DRAW))
    second = (Game(4, 3, Result.BLACK_BY_FORFEIT), Game(1, 2, Result.WHITE_BY_FORFEIT))
    third = (Game(2, 4, Result.DOUBLE_FORFEIT), Game(3, 1, Result.DRAW))
    event = replace(field(4), rounds=(Round(games), Round(second), Round(third)))
    assert early_leavers(event) == {2, 4}


def test_teams_too() -> None:
    """6.6 holds for teams: a match is completed if one sat down for it."""
    teams = tuple(Team(i, f"T{i}", (i,)) for i in range(1, 5))
    event = replace(field(4, "BERGER_TEAM_ROUNDROBIN"), teams=teams, team_event=True)
    first = Round(matches=(Match(1, 4, (Game(1, 4, Result.DRAW),)), Match(2, 3, (), Result.WHITE_BY_FORFEIT)))
    second = Round(matches=(Match(4, 3, (Game(4, 3, Result.WHITE_BY_FORFEIT),)), Match(1, 2, (Game(1, 2),))))
    assert early_leavers(replace(event, rounds=(first, second))) == {3}


def test_a_type_in_words_and_no_code() -> None:
    """Older files name no code: how many cycles there are follows from the number of rounds."""
    event = replace(field(4), system="", info=TournamentInfo(type="Individual: Double Round-Robin"), planned_rounds=6)
    assert meetings_due(event) == (6, 6)
    assert meetings_due(replace(event, planned_rounds=3)) == (3, 3)
    assert meetings_due(field(8, "FIDE_SCHEVENINGEN")) == (4, 4)
