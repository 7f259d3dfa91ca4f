"""Small tournaments written by hand, for tests: a round is a text such as "1-2:1 3-4:= 5:U"."""

from __future__ import annotations

from typing import Any

from rookery.model import Bye, ByeKind, Game, Player, Result, Round, Tournament

RESULTS = {
    "1": Result.WHITE_WINS, "=": Result.DRAW, "0": Result.BLACK_WINS, "+": Result.WHITE_BY_FORFEIT,
    "-": Result.BLACK_BY_FORFEIT, "x": Result.DOUBLE_FORFEIT, "=0": Result.WHITE_DRAWS_ALONE, "00": Result.BOTH_LOSE,
    "?": Result.PENDING, "a": Result.ADJOURNED,
}  # fmt: skip


def parse_round(text: str) -> Round:
    """`1-2:1` White won, `:=` drawn, `:0` Black won, `:+ :- :x` by forfeit, `:?` open; `5:U` a bye by its letter."""
    games, byes = [], []
    for token in text.split():
        who, _, letter = token.partition(":")
        if "-" in who:
            white, black = who.split("-")
            games.append(Game(int(white), int(black), RESULTS[letter]))
        else:
            byes.append(Bye(int(who), ByeKind(letter)))
    return Round(games=tuple(games), byes=tuple(byes))


def tournament_after(size: int, *rounds: str, ratings: dict[int, int | None] | None = None, **more: Any) -> Tournament:
    """A tournament of so many players after these rounds."""
    rating_of = ratings or {}
    players = tuple(Player(number, f"Player {number}", rating_of.get(number, 2000)) for number in range(1, size + 1))
    more.setdefault("planned_rounds", len(rounds))
    more.setdefault("system", "FIDE_DUTCH_2026")
    return Tournament(players=players, rounds=tuple(map(parse_round, rounds)), **more)
