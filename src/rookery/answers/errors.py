"""Errors as data: the class, a text for people, and what the class carries."""

from __future__ import annotations

from rookery.answers.plain import plain
from rookery.errors import Conflict, FormatError, NoPairing, RookeryError, RuleError, Unfinished
from rookery.typed import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from rookery.answers import shapes


def error_data(error: RookeryError) -> shapes.ErrorData:
    """What was raised on purpose, under the name of its class that is documented."""
    public = (one.__name__ for one in type(error).__mro__ if one.__module__ == "rookery.errors")
    return cast("shapes.ErrorData", {"class": next(public), "text": str(error), **_carried(error)})


def _carried(error: RookeryError) -> dict[str, object]:
    """What the class of the error carries beside its text."""
    if isinstance(error, FormatError):
        return {"problems": plain(error.problems)}
    if isinstance(error, NoPairing):
        return {"causes": plain(error.causes)}
    if isinstance(error, Conflict):
        return {"stream": error.stream, "expected": error.expected, "found": error.found}
    made: dict[str, object] = {}
    if isinstance(error, RuleError):
        made = {"article": error.article, "who": list(error.who)}
    if isinstance(error, Unfinished):
        made |= {"round": error.round, "boards": [list(board) for board in error.boards]}
    return made
