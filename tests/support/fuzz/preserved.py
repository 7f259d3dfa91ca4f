"""Nothing is lost: what was read is there after it was written and read again, or the loss is told."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import rookery
from rookery.errors import FormatError, Problem, RookeryError, Severity, TooLargeError
from rookery.files import iter_losses
from rookery.load_result import LoadResult
from rookery.model import Round, Tournament
from support.fuzz.commands_run import Fault
from support.mutants import differences


def read(data: bytes) -> LoadResult | None:
    """What the library reads; None when it refuses with reasons. Every problem has a place that exists."""
    try:
        reading = rookery.loads(data)
    except FormatError as error:
        if not error.problems or not all(problem.text for problem in error.problems):
            raise Fault("refused without a reason") from error
        return None
    lines = data.count(b"\n") + data.count(b"\r") + 1
    for problem in reading.problems:
        if not 0 <= problem.line <= lines or problem.columns[0] > problem.columns[1]:
            raise Fault(f"a problem of no place: {problem}")
    return reading


def sound(problems: tuple[Problem, ...]) -> bool:
    """Whether none of them is an error."""
    return all(problem.severity < Severity.ERROR for problem in problems)


def check_conversions(reading: LoadResult) -> None:
    """The same tournament by way of JSON; by way of TRF the same, or the loss is told."""
    before = reading.tournament
    again = rookery.loads(rookery.dumps(before, "json"))
    if again.tournament != before:
        raise Fault(f"lost in JSON: {_describe_differences(before, again.tournament)}")
    if sound(reading.problems) and not sound(again.problems):
        raise Fault(f"JSON of ours has problems: {again.problems[0]}")
    try:
        text = rookery.dumps(before, "trf26")
    except RookeryError:
        return
    try:
        after = rookery.loads(text).tournament
    except RookeryError:  # this is told as a loss of everything
        return
    if _unordered(after) != _unordered(before) and not any(iter_losses(before, after)):
        raise Fault(f"lost in TRF in silence: {_describe_differences(before, after)}")


def _unordered(tournament: Tournament) -> Tournament:
    """The tournament with the boards of its rounds in one order, where nothing says in which they were published."""
    return replace(
        tournament, rounds=tuple(entry if entry.published else _sorted(entry) for entry in tournament.rounds)
    )


def _sorted(round: Round) -> Round:
    return replace(round, games=tuple(sorted(round.games, key=str)), matches=tuple(sorted(round.matches, key=str)))


def _describe_differences(before: Tournament, after: Tournament) -> str:
    return ", ".join(islice(differences(before, after), 6))


def check_rewriting(reading: LoadResult, data: bytes) -> None:
    """A file is written as it was read; with one fact changed, all others stay."""
    document = reading.document
    if document is None:
        return
    if document.dump() != data:
        raise Fault("the file is not written as it was read")
    if not sound(reading.problems):
        return
    wanted = replace(reading.tournament, info=replace(reading.tournament.info, city="Sylt"))
    try:
        rewritten_data = document.replace(wanted).dump()
    except TooLargeError:  # such as points that were read from four digits: refused, and the file stays
        return
    reread = rookery.loads(rewritten_data).tournament
    if reread != wanted:
        raise Fault(f"a change of the city changed: {_describe_differences(wanted, reread)}")
