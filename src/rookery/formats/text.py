"""Sentences about a round that a table, a bracket or a ranking gives."""

from __future__ import annotations

from rookery.messages import Message, format_msg, join_list, msg, name_with_number
from rookery.model import Result, Tournament

ABSENT = msg("%(name)s is absent in round %(round)s.")
FREE = msg("%(name)s is free in round %(round)s.")
"""The reason why a participant has no opponent, in formats without a text of their own."""


def colour_source(predetermined: bool) -> str:
    """Return where the colours of a board come from."""
    return "the table of the format" if predetermined else "the rules of the format"


def meeting_text(tournament: Tournament, pair: tuple[int, int], number: int, reason: str) -> str:
    """Return that two meet in a round, and why."""
    return msg("%(both)s meet in round %(round)s: %(why)s.", both=_names(tournament, pair), round=number, why=reason)


def forfeit_text(tournament: Tournament, forfeit: tuple[int, int, Result], number: int, reason: str) -> str:
    """Return that two are paired although at least one is absent, so that the game is lost by forfeit."""
    white, black, result = forfeit
    names = _names(tournament, (white, black))
    if result is Result.DOUBLE_FORFEIT:
        return msg("%(both)s would meet in round %(round)s: %(why)s; but both are absent, and both lose by forfeit.",
                      both=names, round=number, why=reason)  # fmt: skip
    present, away = (white, black) if result is Result.WHITE_BY_FORFEIT else (black, white)
    return msg("%(both)s would meet in round %(round)s: %(why)s; but %(away)s is absent, and %(there)s wins by"
                  " forfeit.", both=names, round=number, why=reason, away=_name(tournament, away),
                  there=_name(tournament, present))  # fmt: skip


def not_paired_text(tournament: Tournament, pair: tuple[int, int], reason: str) -> str:
    """Return that two do not meet in a round, and why."""
    return msg("%(both)s do not meet: %(why)s.", both=_names(tournament, pair), why=reason)


def unpaired_text(tournament: Tournament, participant: int, number: int, reason: str) -> str:
    """Return why a participant has no opponent; `reason` is a template, or what follows the name."""
    name = _name(tournament, participant)
    return (
        format_msg(reason, name=name, round=number)
        if isinstance(reason, Message)
        else f"{name} {reason.format(round=number)}."
    )


def no_bye_text(number: int) -> str:
    """Return the text for a round without a bye."""
    return msg("Nobody has a bye in round %(round)s.", round=number)


def recorded_differently_text(tournament: Tournament, participant: int, pair: tuple[int, int] | None) -> str:
    """Return what the file has for a participant, before what the format gives."""
    if pair:
        return msg("In this round %(both)s meet; by the format it would be like this:", both=_names(tournament, pair))
    return msg(
        "In this round %(name)s is free; by the format it would be like this:", name=_name(tournament, participant)
    )


def verdict_text(number: int, as_given: bool) -> str:
    """Return whether the recorded round is the one that the format gives."""
    return msg("Round %(round)s is paired as the format gives it." if as_given else
                  "Round %(round)s is not paired as the format gives it.", round=number)  # fmt: skip


def _names(tournament: Tournament, pair: tuple[int, int]) -> str:
    return join_list(_name(tournament, participant) for participant in pair)


def _name(tournament: Tournament, participant: int) -> str:
    return name_with_number(participant, tournament.participants_by_number[participant].name)
