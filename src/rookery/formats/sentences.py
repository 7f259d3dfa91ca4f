"""What is said of a round that a table, a bracket or a ranking gives."""

from __future__ import annotations

from rookery.model import Result, Tournament
from rookery.wording import Text, called, filled, listed, spoken

ABSENT = spoken("%(name)s is absent in round %(round)s.")
FREE = spoken("%(name)s is free in round %(round)s.")
"""Why somebody has no opponent, where the format has no word of its own for it."""


def of_the_table(predetermined: bool) -> str:
    """Where the colours of a board come from."""
    return "the table of the format" if predetermined else "the rules of the format"


def meeting(tournament: Tournament, pair: tuple[int, int], number: int, because: str) -> str:
    """Two who meet in a round, and why."""
    return spoken("%(both)s meet in round %(round)s: %(why)s.", both=_both(tournament, pair), round=number, why=because)


def forfeited(tournament: Tournament, decided: tuple[int, int, Result], number: int, because: str) -> str:
    """Two of whom one at least is absent, so that the game is lost by forfeit, and why they are paired all the same."""
    white, black, result = decided
    both = _both(tournament, (white, black))
    if result is Result.DOUBLE_FORFEIT:
        return spoken("%(both)s would meet in round %(round)s: %(why)s; but both are absent, and both lose by forfeit.",
                      both=both, round=number, why=because)  # fmt: skip
    there, away = (white, black) if result is Result.WHITE_BY_FORFEIT else (black, white)
    return spoken("%(both)s would meet in round %(round)s: %(why)s; but %(away)s is absent, and %(there)s wins by"
                  " forfeit.", both=both, round=number, why=because, away=_name(tournament, away),
                  there=_name(tournament, there))  # fmt: skip


def apart(tournament: Tournament, pair: tuple[int, int], why: str) -> str:
    """Two who do not meet in a round, and why."""
    return spoken("%(both)s do not: %(why)s.", both=_both(tournament, pair), why=why)


def alone(tournament: Tournament, one: int, number: int, why: str) -> str:
    """Somebody without an opponent in a round, and why: a template as above, or what follows after the name."""
    name = _name(tournament, one)
    return filled(why, name=name, round=number) if isinstance(why, Text) else f"{name} {why.format(round=number)}."


def nobody_free(number: int) -> str:
    """Nobody has a bye in a round."""
    return spoken("Nobody has a bye in round %(round)s.", round=number)


def otherwise_in_the_file(tournament: Tournament, one: int, pair: tuple[int, int] | None) -> str:
    """What the file has for somebody, before what the format gives."""
    if pair:
        return spoken("In the file %(both)s meet; by the format it would be like this:", both=_both(tournament, pair))
    return spoken("In the file %(name)s is free; by the format it would be like this:", name=_name(tournament, one))


def standing(number: int, as_given: bool) -> str:
    """Whether the file has the round that the format gives."""
    return spoken("Round %(round)s in the file is paired as the format gives it." if as_given else
                  "Round %(round)s in the file is not paired as the format gives it.", round=number)  # fmt: skip


def _both(tournament: Tournament, pair: tuple[int, int]) -> str:
    return listed(_name(tournament, one) for one in pair)


def _name(tournament: Tournament, one: int) -> str:
    return called(one, tournament.by_id[one].name)
