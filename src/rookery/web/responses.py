"""Outcomes of a command as shown to users and as JSON: questions, refusals and version conflicts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from rookery._record import record, replace
from rookery.errors import ConflictError, RookeryError, RuleError
from rookery.json_codec import InvalidDataError
from rookery.messages import map_text, msg
from rookery.storage.database import Reason
from rookery.tournaments.errors import (
    NOT_FOUND,
    ROLE,
    CommandRejectedError,
    ConfirmationRequiredError,
    StaleVersionError,
)
from rookery.tournaments.state import FIDE_EXIT_REMARK
from rookery.tournaments.warning_table import LEVEL_LABELS, TWO_STEPS, RuleWarning

QUESTION_TEXTS = {
    "leave-mode": (msg("Leave FIDE mode?"), msg("Leave FIDE mode")),
    "rounds-late": (msg("Set the number of rounds now?"), msg("Set the number of rounds")),
    "frozen": (msg("Change the rules after round 1?"), msg("Change the rules")),
    "tie-breaks": (msg("Change the tie-breaks after round 1?"), msg("Change the tie-breaks")),
    "not-feasible": (msg("Pair round 1?"), msg("Pair the round")),
    "namesake": (msg("Enter another player of this name?"), msg("Enter the player")),
    "import-broken": (msg("Import it all the same?"), msg("Import it")),
    "rematch": (msg("Let them meet again?"), msg("Pair them")),
    "banned": (msg("Pair two who may not meet?"), msg("Pair them")),
    "absent": (msg("Pair an absent player?"), msg("Pair the player")),
    "bye-again": (msg("Give this bye all the same?"), msg("Give the bye")),
    "colour-thrice": (msg("The same colour three times in a row?"), msg("Allow the colour")),
    "colour-three": (msg("One colour three times more than the other?"), msg("Allow the colour")),
    "both-colours": (msg("Give both the wrong colour?"), msg("Pair them")),
    "results-wait": (msg("Change the pairing of a round that has results?"), msg("Change the pairing")),
    "by-hand": (msg("Keep a pairing that differs from the rules?"), msg("Use this pairing")),
    "past": (msg("Change an old round?"), msg("Change the round")),
    "correction": (msg("Correct an earlier round?"), msg("Correct it")),
    "results-lost": (msg("Delete these results?"), msg("Delete the results")),
    "report-only": (msg("Change the result for the rating report only?"), msg("Change it for rating")),
    "adjourned-now": (msg("Pair the next round with results missing?"), msg("Pair the round")),
    "adjourned-old": (msg("Pair the next round with a game adjourned?"), msg("Pair the round")),
    "adjourned-decided": (msg("Enter the result of this adjourned game?"), msg("Enter the result")),
    "second-half-bye": (msg("Give another half-point bye?"), msg("Give the bye")),
    "late-half-bye": (msg("Give a half-point bye this late?"), msg("Give the bye")),
    "full-bye": (msg("Give a full-point bye?"), msg("Give the bye")),
    "expulsion": (msg("Expel this player?"), msg("Expel the player")),
    "expulsion-lifted": (msg("Lift the expulsion?"), msg("Lift the expulsion")),
    "points": (msg("Change these points?"), msg("Change the points")),
    "line-up": (msg("Save this line-up?"), msg("Save the line-up")),
    "numbers": (msg("Change the pairing numbers?"), msg("Change the numbers")),
    "numbers-late": (msg("Change the pairing numbers?"), msg("Change the numbers")),
    "not-checked-in": (msg("Pair players who have not checked in?"), msg("Pair them")),
    "many-absent": (msg("Go on with so many absent?"), msg("Go on")),
    "still-withdrawn": (msg("Change the number of rounds?"), msg("Set the number of rounds")),
    "return": (msg("Take back another arbiter's work?"), msg("Take it back")),
    "hide": (msg("Hide this from the public?"), msg("Hide it")),
    "erasure": (msg("Erase this person for good?"), msg("Erase the person")),
    "return-published": (msg("Take back a published round?"), msg("Take it back")),
}
"""Question and button label for each warning that needs a confirmation."""


@record
class Question:
    """Warnings that must be confirmed before a command is carried out.

    Confirming sends `tokens`; this is step `step` of `steps`. The second step of level 4 reverses the question.
    """

    level: int
    cautions: tuple[RuleWarning, ...]
    tokens: tuple[str, ...]
    version: int
    step: int = 1
    steps: int = 1

    @property
    def title(self) -> str:
        """Title of the question, taken from the most serious warning."""
        return QUESTION_TEXTS[self._highest.code][0]

    @property
    def go_on(self) -> str:
        """Label of the confirming button."""
        return QUESTION_TEXTS[self._highest.code][1]

    @property
    def weight(self) -> str:
        """Level of the warnings in words."""
        return msg("For good") if self._highest.code == "erasure" else LEVEL_LABELS[self.level]

    @property
    def _highest(self) -> RuleWarning:
        return max(self.cautions, key=lambda warning: warning.level)


def next_question(pending: ConfirmationRequiredError, acknowledged: Iterable[str]) -> Question:
    """Return the next question for pending warnings, given the tokens already sent."""
    answered, level = set(acknowledged), max(warning.level for warning in pending.warnings)
    warnings = tuple(_with_remark(warning) for warning in pending.warnings)
    if level < TWO_STEPS:
        return Question(level, warnings, pending.tokens, pending.version)
    first = tuple(token for warning in pending.warnings for token in warning.tokens(pending.version)[:1])
    if answered.issuperset(first):
        return Question(level, warnings, pending.tokens, pending.version, 2, 2)
    return Question(level, warnings, first, pending.version, 1, 2)


def _with_remark(warning: RuleWarning) -> RuleWarning:
    """Return the warning with the remark that the file will carry; leaving FIDE mode writes a fixed one."""
    return replace(warning, remark=FIDE_EXIT_REMARK) if warning.code == "leave-mode" else warning


def warning_data(warning: RuleWarning) -> dict[str, Any]:
    """Return a warning as JSON data."""
    return {
        "code": warning.code,
        "level": warning.level,
        "text": warning.text,
        "article": warning.article,
        "who": list(warning.who),
        "remark": warning.remark,
        "round": warning.round,
        "instead": warning.instead,
        "note": warning.note,
    }


@record
class Clash:
    """A conflicting result: who entered it, the current result, and the one to be entered."""

    by: str
    found: str
    result: str


@record
class Refusal:
    """Why a request was rejected: text, article, people concerned, and what to do instead."""

    text: str
    article: str = ""
    who: tuple[str, ...] = ()
    instead: str = ""
    code: str = ""
    status: int = 422


class RequestRefusedError(Exception):
    """Raised by an endpoint that answers with a refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


class TournamentNotFoundError(RequestRefusedError):
    """Raised when no tournament has the requested slug."""

    def __init__(self) -> None:
        super().__init__(Refusal(msg("There is no such tournament here."), code="unknown", status=404))


class EventNotFoundError(RequestRefusedError):
    """Raised when no event has the requested slug."""

    def __init__(self) -> None:
        super().__init__(Refusal(msg("There is no such event here."), code="unknown", status=404))


ROLE_REFUSAL = Refusal(
    msg("Your role does not permit this."), instead=msg("ask the chief arbiter"), code=ROLE, status=403
)
"""The answer to a page or an action that is not for the role of the person."""


def refusal_for(error: RookeryError) -> Refusal:
    """Return the refusal that describes an error."""
    if isinstance(error, CommandRejectedError):
        status = {NOT_FOUND: 404, ROLE: 403}.get(error.code, 422)
        return Refusal(_message_of(error), error.article, error.keys, error.instead, error.code, status)
    if isinstance(error, StaleVersionError):
        return Refusal(_message_of(error), code="stale", status=409)
    if isinstance(error, ConflictError):
        return Refusal(
            msg("Another arbiter changed the tournament at the same moment."),
            instead=msg("try again"),
            code="conflict",
            status=409,
        )
    if isinstance(error, InvalidDataError):
        return Refusal(_message_of(error), code="misread", status=400)
    article = error.article if isinstance(error, RuleError) else ""
    return Refusal(_message_of(error), article or "")


def _message_of(error: RookeryError) -> str:
    """Return the error message as a sentence, without its article, which is shown separately."""
    return map_text(error.text if isinstance(error, RuleError) else error.message, _as_sentence)


def _as_sentence(text: str) -> str:
    sentence = text[:1].upper() + text[1:]
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


STORAGE_REFUSALS: dict[Reason, Refusal] = {
    "full": Refusal(
        msg("The disk of the desk is full: nothing can be saved now. What was saved before is safe."),
        instead=msg("make room on that disk, then do it again"), code="disk full", status=503,
    ),
    "locked": Refusal(
        msg("Another program has locked the database of the desk: nothing can be saved. What was saved is safe."),
        instead=msg("wait a moment, or close that program, then do it again"), code="locked", status=503,
    ),
    "read-only": Refusal(
        msg("The desk may not write to its file: nothing can be saved. What was saved before is safe."),
        instead=msg("close the desk, and open it where its folder can be written"), code="read-only", status=503,
    ),
    "gone": Refusal(
        msg("The file of the desk was deleted, moved or replaced while the desk is open: nothing more is saved."),
        instead=msg("save a copy of the desk now, then close it and put the file back"), code="file gone",
        status=503,
    ),
    "lost": Refusal(
        msg("The database of the desk cannot be reached. What was saved before is safe."),
        instead=msg("wait a moment, then do it again"), code="no database", status=503,
    ),
}  # fmt: skip
"""The refusal for each reason for which a database cannot be used."""


def content_disposition(disposition: str, name: str) -> dict[str, str]:
    """Return the Content-Disposition header of a file name; names that are not ASCII are encoded as in RFC 6266.

    >>> content_disposition("inline", "open.pdf")
    {'content-disposition': 'inline; filename="open.pdf"'}
    >>> content_disposition("inline", "блиц.pdf")["content-disposition"][:32]
    "inline; filename*=UTF-8''%D0%B1%"
    """
    parameter = f'filename="{name}"' if name.isascii() else f"filename*=UTF-8''{quote(name)}"
    return {"content-disposition": f"{disposition}; {parameter}"}
