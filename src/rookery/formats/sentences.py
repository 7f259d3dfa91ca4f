"""What is said of a round that a table, a bracket or a ranking gives."""

from __future__ import annotations

from rookery.model import Tournament
from rookery.wording import called

ABSENT, FREE = "is absent", "is free"
"""Why somebody has no opponent, where the format has no word of its own for it."""


def of_the_table(predetermined: bool) -> str:
    """Where the colours of a board come from."""
    return "the table of the format" if predetermined else "the rules of the format"


def meeting(tournament: Tournament, pair: tuple[int, int], number: int, because: str) -> str:
    """Two who meet in a round, and why."""
    return f"{_both(tournament, pair)} meet in round {number}: {because}."


def alone(tournament: Tournament, one: int, number: int, why: str) -> str:
    """Somebody without an opponent in a round, and why."""
    return f"{_name(tournament, one)} {why} in round {number}."


def otherwise_in_the_file(tournament: Tournament, one: int, pair: tuple[int, int] | None) -> str:
    """What the file has for somebody, before what the format gives."""
    there = f"{_both(tournament, pair)} meet" if pair else f"{_name(tournament, one)} {FREE}"
    return f"In the file {there}; by the format it would be like this:"


def standing(number: int, as_given: bool) -> str:
    """Whether the file has the round that the format gives."""
    return f"Round {number} in the file {'is' if as_given else 'is not'} paired as the format gives it."


def _both(tournament: Tournament, pair: tuple[int, int]) -> str:
    return f"{_name(tournament, pair[0])} and {_name(tournament, pair[1])}"


def _name(tournament: Tournament, one: int) -> str:
    return called(one, tournament.by_id[one].name)
