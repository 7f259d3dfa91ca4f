"""Small events for the tests of norms: player 1 against a line of opponents, a game a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rookery.model import Bye, ByeKind, Game, Player, Result, Round, Tournament, TournamentInfo

RESULTS = {"1": Result.WHITE_WINS, "=": Result.DRAW, "0": Result.BLACK_WINS, "+": Result.WHITE_BY_FORFEIT}


class Opponent(NamedTuple):
    """One opponent and the result: 1, =, 0, + (forfeit win)."""

    rating: int | None = 2450
    title: str = "GM"
    federation: str = "GER"
    result: str = "1"


def event(
    opponents: Sequence[Opponent | str],
    *,
    rounds: int = 0,
    system: str = "FIDE_DUTCH_2026",
    sex: str = "m",
    about: TournamentInfo | None = None,
) -> Tournament:
    """The event of player 1 (NOR); a text instead of an opponent is a bye of that kind, U, H or Z."""
    players, played = [Player(1, "Applicant", 2400, "NOR", "", sex)], []
    for number, opponent in enumerate(opponents, 2):
        if isinstance(opponent, str):
            played.append(Round(byes=(Bye(1, ByeKind(opponent)),)))
            continue
        players.append(Player(number, f"Opponent {number}", opponent.rating, opponent.federation, opponent.title))
        played.append(Round((Game(1, number, RESULTS[opponent.result]),)))
    return Tournament(
        info=about or TournamentInfo(name="Norms"),
        players=tuple(players),
        rounds=tuple(played),
        planned_rounds=rounds or len(played),
        system=system,
    )


def line(results: str, titles: str, federations: str, ratings: int | Sequence[int | None] = 2450) -> list[Opponent]:
    """Opponents by columns; titles and federations by their first letters (G I W F C for titles, - for none)."""
    names = {"G": "GM", "I": "IM", "W": "WGM", "w": "WIM", "F": "FM", "C": "CM", "-": ""}
    countries = {"G": "GER", "F": "FRA", "N": "NOR", "E": "ENG", "S": "SWE", "D": "FID", "X": "NON"}
    ratings_by_game = [ratings] * len(results) if isinstance(ratings, int) else ratings
    rows = zip(ratings_by_game, titles, federations, results, strict=True)
    return [Opponent(rating, names[title], countries[country], result) for rating, title, country, result in rows]
