"""The boards of a round as PGN: read back tag by tag, for every example and every result."""

from __future__ import annotations

import re

import pytest

import rookery
from rookery._record import replace
from rookery.documents import round_pgn
from rookery.model import Game, Player, Result, Round, Tournament, TournamentInfo
from support.sample_tournaments import events

TAG = re.compile(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$')


def parse_games(text: str) -> list[tuple[dict[str, str], str]]:
    """Return the tags and the result of each game, as a reader of PGN finds them."""
    games = []
    for block in re.split(r"\n\n(?=\[)", text.strip()):
        head, _, result = block.rpartition("\n\n")
        tags = {}
        for line in head.splitlines():
            match = TAG.match(line)
            assert match, line
            tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
        games.append((tags, result))
    return games


@pytest.mark.parametrize("name", sorted(name for name, event in events().items() if event.rounds))
def test_every_game_of_a_round_is_there(name: str) -> None:
    event = events()[name]
    names = {player.number: player.name for player in event.players}
    for number, round_played in enumerate(event.rounds, 1):
        games = [*round_played.games, *(game for match in round_played.matches for game in match.games)]
        if not games:
            continue
        read = parse_games(round_pgn(event, number))
        expected = sorted(
            (" ".join(rookery.messages.make_printable(names[game.white]).split()) or "?") for game in games
        )
        assert sorted(tags["White"] for tags, _ in read) == expected
        assert len({tags["Round"] for tags, _ in read}) == len(games)
        assert all(tags["Result"] == result for tags, result in read)
        assert all(tags["Round"].startswith(f"{number}.") for tags, _ in read)


@pytest.mark.parametrize("result", list(Result), ids=str)
def test_every_result_is_valid_pgn(result: Result) -> None:
    event = Tournament(players=(Player(1, "A"), Player(2, "B")), rounds=(Round((Game(1, 2, result),)),))
    ((tags, text),) = parse_games(round_pgn(event, 1))
    score = {"1-0": (10, 0), "0-1": (0, 10), "1/2-1/2": (5, 5)}.get(text)
    assert text in ("1-0", "0-1", "1/2-1/2", "*")
    assert tags["Result"] == text
    if result in (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS):
        assert score == {Result.WHITE_WINS: (10, 0), Result.DRAW: (5, 5), Result.BLACK_WINS: (0, 10)}[result]
        assert "Termination" not in tags
    if result is Result.PENDING:
        assert text == "*"


def test_quotes_and_line_ends_of_a_name_break_no_tag() -> None:
    event = Tournament(
        players=(Player(1, 'A "B" \\'), Player(2, "C")),
        rounds=(Round((Game(1, 2),)),),
        info=TournamentInfo(name='The "Open"'),
    )
    ((tags, _),) = parse_games(round_pgn(event, 1))
    assert tags["White"] == 'A "B" \\'
    assert tags["Event"] == 'The "Open"'


def test_a_round_that_is_not_paired_is_refused() -> None:
    event = replace(events()["swiss"])
    for number in (0, len(event.rounds) + 1):
        with pytest.raises(rookery.RuleError):
            round_pgn(event, number)
