"""Single knock-out: the bracket, byes, mini-matches, and who goes through."""

from __future__ import annotations

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import RuleError, UnfinishedError
from rookery.model import Bye, ByeKind, Colour, Game, Match, Player, RequestedBye, Result, Round, Team, Tournament
from rookery.pairing.knockout import (
    bracket_seeds,
    build_tree,
    find_problems,
    next_round,
    places,
    rounds_needed,
    stages,
    survivors,
)


def cup(size: int, *rounds: Round, **more: object) -> Tournament:
    players = tuple(Player(i, f"P{i:02}") for i in range(1, size + 1))
    return Tournament(players=players, rounds=rounds, system="CUSTOM_KNOCKOUT", **more)  # type: ignore[arg-type]


def favourites(round: Round) -> Round:
    """The round in which the smaller number wins every game."""

    def won(game: Game) -> Game:
        return replace(game, result=Result.WHITE_WINS if game.white < game.black else Result.BLACK_WINS)

    matches = tuple(replace(match, games=tuple(map(won, match.games))) for match in round.matches)
    return replace(round, games=tuple(map(won, round.games)), matches=matches)


@pytest.mark.parametrize("rounds", range(1, 9))
def test_seeds_meet_as_late_as_they_can(rounds: int) -> None:
    seeds = bracket_seeds(2**rounds)
    assert sorted(seeds) == list(range(1, 2**rounds + 1))
    left = list(seeds)
    while len(left) > 1:
        pairs = list(zip(left[::2], left[1::2], strict=True))
        assert {a + b for a, b in pairs} == {len(left) + 1}  # the first against the last of those left, and so on
        left = [min(pair) for pair in pairs]


@pytest.mark.parametrize("size", range(2, 70))
@pytest.mark.parametrize("games", [1, 2])
def test_favourites_all_the_way(size: int, games: int) -> None:
    event = cup(size)
    first = next_round(event, games=games)
    byes = 2 ** rounds_needed(size) - size
    assert sorted(bye.player for bye in first.byes) == list(range(1, byes + 1))
    assert {bye.kind for bye in first.byes} <= {ByeKind.FULL}
    for _ in range(rounds_needed(size)):
        event = event.with_round(favourites(next_round(event, games=games)))
        assert find_problems(event) == ()
    assert survivors(event) == (1,)
    assert sum(len(round.pairs) for round in event.rounds) == size - 1
    with pytest.raises(RuleError) as caught:
        next_round(event)
    assert type(caught.value) is RuleError


def test_nothing_follows_the_final(snapshot: SnapshotAssertion) -> None:
    event = cup(2).with_round(favourites(next_round(cup(2))))
    with pytest.raises(RuleError) as caught:
        next_round(event)
    assert str(caught.value) == snapshot


def test_a_mini_match_alternates_colours_and_its_length_stays() -> None:
    event = cup(4)
    first = next_round(event, games=4)
    assert [(g.white, g.black) for g in first.matches[0].games] == [(1, 4), (4, 1), (1, 4), (4, 1)]
    event = event.with_round(favourites(first))
    assert [len(match.games) for match in next_round(event).matches] == [4]


def test_tie_breaks_are_more_games_of_the_match() -> None:
    level = (Game(1, 2, Result.WHITE_WINS), Game(2, 1, Result.WHITE_WINS))
    decided = Match(1, 2, (*level, Game(1, 2, Result.UNRATED_DRAW), Game(2, 1, Result.UNRATED_WHITE_WINS)))
    assert survivors(cup(2, Round(matches=(decided,)))) == (2,)


def test_a_level_match_needs_a_word(snapshot: SnapshotAssertion) -> None:
    event = cup(4, Round(games=(Game(1, 4, Result.DRAW), Game(3, 2, Result.WHITE_WINS))))
    with pytest.raises(RuleError) as caught:
        next_round(event)
    assert str(caught.value) == snapshot
    final = next_round(event, through={4})
    assert set(final.pairs[0]) == {3, 4}
    after = event.with_round(favourites(final))
    assert survivors(after) == (3,)  # who plays in round two went through
    assert find_problems(event) == find_problems(after) == ()


def test_colours_are_evened_out() -> None:
    event = cup(4, Round(games=(Game(1, 4, Result.WHITE_WINS), Game(3, 2, Result.BLACK_WINS))))
    assert next_round(event).pairs == ((2, 1),)
    assert next_round(cup(4)).pairs == ((1, 4), (3, 2))
    assert next_round(cup(4, initial_colour=Colour.BLACK)).pairs == ((4, 1), (2, 3))


def test_absentees_lose_by_forfeit() -> None:
    event = cup(4, requested_byes=(RequestedBye(1, 1),))
    assert next_round(event).games[0] == Game(1, 4, Result.BLACK_BY_FORFEIT)
    assert next_round(event, games=2).matches[0] == Match(1, 4, (), Result.BLACK_BY_FORFEIT)
    assert survivors(event.with_round(favourites(next_round(event, games=2))))[0] == 4


def test_teams() -> None:
    teams = (Team(1, "One", (1, 2)), Team(2, "Two", (3, 4)))
    event = replace(cup(4), teams=teams, team_event=True, system="CUSTOM_TEAM_KNOCKOUT")
    round = next_round(event)
    assert round.matches == (Match(1, 2, (Game(1, 3), Game(4, 2))),)
    lost = replace(round.matches[0], games=(Game(1, 3, Result.DRAW), Game(4, 2, Result.WHITE_WINS)))
    assert survivors(event.with_round(Round(matches=(lost,)))) == (2,)


@pytest.mark.parametrize(
    "rounds",
    [
        [Round(games=(Game(1, 2, Result.DRAW), Game(3, 4, Result.DRAW)))],
        [
            Round(games=(Game(1, 4, Result.WHITE_WINS), Game(3, 2, Result.WHITE_WINS))),
            Round(games=(Game(1, 2, Result.DRAW),)),
        ],
        [
            Round(games=(Game(1, 4, Result.DRAW), Game(3, 2, Result.WHITE_WINS))),
            Round(games=(Game(3, 2, Result.DRAW),)),
        ],
        [Round(), Round(), Round()],
    ],
    ids=["wrong pair", "wrong winner", "level match", "too many rounds"],
)
def test_complaints(rounds: list[Round], snapshot: SnapshotAssertion) -> None:
    found = find_problems(cup(4, *rounds))
    assert [problem.code for problem in found] == ["knockout"]
    assert [problem.text for problem in found] == snapshot


def test_open_games(snapshot: SnapshotAssertion) -> None:
    event = cup(4).with_round(next_round(cup(4)))
    with pytest.raises(UnfinishedError):
        next_round(event)
    assert find_problems(event) == ()
    found = find_problems(cup(4, planned_rounds=3))
    assert [problem.code for problem in found] == ["planned"]
    assert [problem.text for problem in found] == snapshot


def test_a_bye_is_no_game() -> None:
    assert next_round(cup(3)) == Round(games=(Game(3, 2),), byes=(Bye(1, ByeKind.FULL),))


@pytest.mark.parametrize("second", [Result.PENDING, Result.ADJOURNED])
def test_the_leader_of_an_unfinished_match_is_not_qualified(second: Result, snapshot: SnapshotAssertion) -> None:
    cup = Tournament(players=tuple(map(Player, range(1, 5))), system="CUSTOM_KNOCKOUT")
    matches = (
        Match(1, 4, (Game(1, 4, Result.WHITE_WINS), Game(4, 1, second))),
        Match(2, 3, (Game(2, 3, Result.WHITE_WINS), Game(3, 2, Result.DRAW))),
    )
    cup = cup.with_round(Round(matches=matches))
    assert places(cup) == ((1, 2, 4), (3,))
    assert stages(cup) == snapshot
    semi_final, final = build_tree(cup)
    assert [meeting.through for meeting in semi_final.meetings] == [None, 2]
    assert final.meetings[0][:2] == (None, 2)
