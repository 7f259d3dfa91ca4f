"""From a report to the other calls: its players, and its rounds as games and byes."""

from __future__ import annotations

from typing import cast

from rookery.compat.report_shapes import Report, RoundResult
from rookery.compat.shapes import Game, GameKind, Player
from rookery.compat.values import renamed
from rookery.regulations import scheme

_KINDS: dict[str, GameKind] = {"U": "pairing-bye", "F": "full-bye", "H": "half-bye", "Z": "zero-bye"}
_BYEWORTH = {"F": 1.0, "H": 0.5, "Z": 0.0}
_SCORES = {"1": 1.0, "=": 0.5, "0": 0.0, "W": 1.0, "D": 0.5, "L": 0.0, "+": 1.0, "-": 0.0}
_BY_FORFEIT: dict[str, GameKind] = {"+": "forfeit-win", "-": "forfeit-loss"}


def to_players(report: Report) -> list[Player]:
    """The players of a report, for the other calls; an id is the pairing number as a string.

    >>> from rookery.compat import parse
    >>> to_players(parse("001    1      Hatter, Max                       2100\\n001    2      Hare, Mia\\n"))
    [{'id': '1', 'name': 'Hatter, Max', 'rating': 2100}, {'id': '2', 'name': 'Hare, Mia'}]
    """
    found = []
    for one in _in_our_words(report)["players"]:
        player: Player = {"id": str(one["pairing_number"]), "name": one["name"]}
        if "rating" in one:
            player["rating"] = one["rating"]
        if "title" in one:
            player["title"] = one["title"]
        found.append(player)
    return found


def to_games(report: Report) -> list[list[Game]]:
    """The rounds of a report, for the other calls: games, forfeits and byes.

    The packages' own example leaves out byes. What has no form there, a game that both lose or one without a result, is
    a ValueError.

    >>> from rookery.compat import parse
    >>> row = "001    {}" + " " * 83 + "{}"
    >>> to_games(parse("\\n".join([row.format(1, "   2 w 1"), row.format(2, "   1 b 0"), row.format(3, "0000 - H")])))
    [[Game(white='1', black='2', result=1.0, kind=None), Game(white='3', black='', result=0.5, kind='half-bye')]]
    """
    report = _in_our_words(report)
    cells = {(one["pairing_number"], each["round"]): each for one in report["players"] for each in one["results"]}
    step = 2 if scheme(report.get("encoded_tournament_type", "")).two_game_matches else 1
    rounds: list[list[Game]] = [[] for _ in range(-(-max((round for _, round in cells), default=0) // step))]
    allocated = report.get("scoring_system", {}).get("pairing_allocated_bye", 1.0)
    for (one, column), cell in sorted(cells.items(), key=lambda item: (item[0][1], item[0][0])):
        opponent, games = cell["opponent_id"], rounds[(column - 1) // step]
        if opponent is None:
            if cell["result"] not in _KINDS:
                raise ValueError(f"round {column}: {one} has {cell['result']!r} against nobody")
            games.append(Game(str(one), "", _BYEWORTH.get(cell["result"], allocated), _KINDS[cell["result"]]))
        elif cell["color"] == "w" or (cell["color"] == "-" and one < opponent):
            games.append(_game(one, opponent, cell, cells.get((opponent, column)), column))
    return rounds


def _in_our_words(report: Report) -> Report:
    """The report with the fields that it has here, where it has those of the package."""
    return cast("Report", renamed(report))


def _game(white: int, black: int, cell: RoundResult, other: RoundResult | None, round: int) -> Game:
    """The game that two cells tell of."""
    mine, theirs = cell["result"], other["result"] if other is not None else ""
    if mine not in _SCORES or theirs not in _SCORES or _SCORES[mine] + _SCORES[theirs] != 1:
        raise ValueError(f"round {round}: {white}-{black} ended {mine or '?'}{theirs or '?'}, which has no form here")
    return Game(str(white), str(black), _SCORES[mine], _BY_FORFEIT.get(mine))
