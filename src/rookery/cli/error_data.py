"""Errors as plain data, for other programs: the class, the exit code of a command that met it, and what it carries."""

from __future__ import annotations

from rookery.cli.exits import OUR_FAULT, code_of, fault
from rookery.cli.problems import brief
from rookery.errors import FormatError, NoPairing, RookeryError, RuleError, TooLarge, Unfinished, Unsupported

FAULT = "Fault"
"""The class of what was not raised on purpose."""
_CLASSES = (TooLarge, FormatError, Unfinished, RuleError, NoPairing, Unsupported, RookeryError)
"""The classes that are documented, each before those it derives from."""


def as_data(error: Exception) -> dict[str, object]:
    """An error as data that JSON can write; of a fault of ours, where to look."""
    code = code_of(error)
    if code == OUR_FAULT:
        return {"class": FAULT, "code": code, "text": fault(error)}
    kind = next(one.__name__ for one in _CLASSES if isinstance(error, one))
    if isinstance(error, FormatError):
        return {"class": kind, "code": code, "text": brief(error.problems), "problems": _problems(error)}
    return {"class": kind, "code": code, "text": str(error), **_carried(error)}


def _problems(error: FormatError) -> list[dict[str, object]]:
    from rookery.reading import problem_data

    return [problem_data(problem) for problem in error.problems]


def _carried(error: Exception) -> dict[str, object]:
    """What the class of the error carries beside its text."""
    if isinstance(error, NoPairing):
        from rookery.pairing.data import as_data as plain

        return {"causes": plain(error.causes)}
    made: dict[str, object] = {}
    if isinstance(error, RuleError):
        made = {"article": error.article, "who": list(error.who)}
    if isinstance(error, Unfinished):
        made |= {"round": error.round, "boards": [list(board) for board in error.boards]}
    return made
