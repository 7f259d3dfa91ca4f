"""Small events of matches written by hand: of teams, and of the Double-Swiss.

A round of matches is a text such as "1-2:1= 3-4:++ 5:U": for each game, from the side of who is named first and has
White on the first board (in the first game), `1 = 0` won, drawn, lost, `+ - x` won, lost, lost by both by forfeit.
"""

from __future__ import annotations

from typing import Any

from rookery.model import Bye, ByeKind, Colour, Game, Match, Player, Result, Round, Team, Tournament

WHITE = {
    "1": Result.WHITE_WINS, "=": Result.DRAW, "0": Result.BLACK_WINS, "+": Result.WHITE_BY_FORFEIT,
    "-": Result.BLACK_BY_FORFEIT, "x": Result.DOUBLE_FORFEIT,
}  # fmt: skip
TURNED = {"1": "0", "0": "1", "+": "-", "-": "+"}


def match(white: int, black: int, letters: str, teams: bool) -> Match:
    """One match; a team `t` of two boards has the players 2t - 1 and 2t."""
    games = []
    for board, letter in enumerate(letters):
        white_player, black_player = (2 * white - 1 + board, 2 * black - 1 + board) if teams else (white, black)
        away = board % 2 == 1
        result = WHITE[TURNED.get(letter, letter) if away else letter]
        games.append(Game(black_player, white_player, result) if away else Game(white_player, black_player, result))
    return Match(white, black, tuple(games))


def round_of(text: str, teams: bool) -> Round:
    """A round of matches and byes."""
    matches, byes = [], []
    for token in text.split():
        numbers, _, letters = token.partition(":")
        if "-" in numbers:
            white, black = numbers.split("-")
            matches.append(match(int(white), int(black), letters, teams))
        else:
            byes.append(Bye(int(numbers), ByeKind(letters)))
    return Round(matches=tuple(matches), byes=tuple(byes))


def teams(size: int, *rounds: str, code: str = "FIDE_TEAM", **more: Any) -> Tournament:
    """A team event of two boards after these rounds."""
    more = {"planned_rounds": 9, "initial_colour": Colour.WHITE, **more}
    return Tournament(
        players=tuple(map(Player, range(1, 2 * size + 1))),
        teams=tuple(Team(t, f"Team {t}", (2 * t - 1, 2 * t)) for t in range(1, size + 1)),
        team_event=True,
        system=code,
        board_colours="WB",
        rounds=tuple(round_of(text, True) for text in rounds),
        **more,
    )


def doubles(size: int, *rounds: str, **more: Any) -> Tournament:
    """A Double-Swiss after these rounds."""
    more = {"planned_rounds": 9, "initial_colour": Colour.WHITE, **more}
    players = tuple(Player(i, f"Player {i}") for i in range(1, size + 1))
    done = tuple(round_of(text, False) for text in rounds)
    return Tournament(players=players, system="FIDE_DOUBLESWISS", rounds=done, **more)
