"""What is said of a round that a table, a bracket or a ranking gives."""

from __future__ import annotations

from rookery.model import Result, Tournament
from rookery.wording import called

ABSENT, FREE = "is absent in round {round}", "is free in round {round}"
"""Why somebody has no opponent, where the format has no word of its own for it."""


def of_the_table(predetermined: bool) -> str:
    """Where the colours of a board come from."""
    return "the table of the format" if predetermined else "the rules of the format"


def meeting(tournament: Tournament, pair: tuple[int, int], number: int, because: str) -> str:
    """Two who meet in a round, and why."""
    return f"{_both(tournament, pair)} meet in round {number}: {because}."


def forfeited(tournament: Tournament, decided: tuple[int, int, Result], number: int, because: str) -> str:
    """Two of whom one at least is absent, so that the game is lost by forfeit, and why they are paired all the same."""
    white, black, result = decided
    would = f"{_both(tournament, (white, black))} would meet in round {number}: {because}; but"
    if result is Result.DOUBLE_FORFEIT:
        return f"{would} both are absent, and both lose by forfeit."
    there, away = (white, black) if result is Result.WHITE_BY_FORFEIT else (black, white)
    return f"{would} {_name(tournament, away)} is absent, and {_name(tournament, there)} wins by forfeit."


def apart(tournament: Tournament, pair: tuple[int, int], why: str) -> str:
    """Two who do not meet in a round, and why."""
    return f"{_both(tournament, pair)} do not: {why}."


def alone(tournament: Tournament, one: int, number: int, why: str) -> str:
    """Somebody without an opponent in a round, and why."""
    return f"{_name(tournament, one)} {why.format(round=number)}."


def nobody_free(number: int) -> str:
    """Nobody has a bye in a round."""
    return f"Nobody has a bye in round {number}."


def otherwise_in_the_file(tournament: Tournament, one: int, pair: tuple[int, int] | None) -> str:
    """What the file has for somebody, before what the format gives."""
    there = f"{_both(tournament, pair)} meet" if pair else f"{_name(tournament, one)} is free"
    return f"In the file {there}; by the format it would be like this:"


def standing(number: int, as_given: bool) -> str:
    """Whether the file has the round that the format gives."""
    return f"Round {number} in the file {'is' if as_given else 'is not'} paired as the format gives it."


def _both(tournament: Tournament, pair: tuple[int, int]) -> str:
    return f"{_name(tournament, pair[0])} and {_name(tournament, pair[1])}"


def _name(tournament: Tournament, one: int) -> str:
    return called(one, tournament.by_id[one].name)
