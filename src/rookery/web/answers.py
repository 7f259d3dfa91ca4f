"""What the desk says to a wish: done, asked, refused or too late, as JSON and as what a person reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rookery.desk.decision import Refused, Stale, Unanswered
from rookery.desk.form import Misread
from rookery.desk.levels import TWO_STEPS, Caution
from rookery.desk.state import LEFT
from rookery.errors import Conflict, RookeryError, RuleError
from rookery.values import frozen, replace
from rookery.wording import finished, spoken

ASKED = {
    "leave-mode": spoken("Leave FIDE mode?"),
    "rounds-late": spoken("Say the number of rounds now?"),
    "frozen": spoken("Change the rules now?"),
    "tie-breaks": spoken("Change the tie-breaks now?"),
    "import-broken": spoken("Take it in all the same?"),
    "rematch": spoken("Let them meet again?"),
    "banned": spoken("Let them meet anyway?"),
    "absent": spoken("Pair somebody who is away?"),
    "bye-again": spoken("Give this bye all the same?"),
    "colour-thrice": spoken("The same colour for the third time running?"),
    "colour-three": spoken("One colour three times more often?"),
    "by-hand": spoken("End with another pairing than ours?"),
    "past": spoken("Change an old round?"),
    "correction": spoken("Correct an earlier round?"),
    "results-lost": spoken("Take the round back?"),
    "report-only": spoken("Change the rating report alone?"),
    "adjourned-decided": spoken("Decide the adjourned game?"),
    "second-half-bye": spoken("One half-point bye more?"),
    "late-half-bye": spoken("A half-point bye so late?"),
    "expulsion": spoken("Expel them?"),
    "numbers": spoken("Change the pairing numbers?"),
    "numbers-late": spoken("Change the pairing numbers?"),
    "expulsion-lifted": spoken("Take the expulsion back?"),
    "points": spoken("Give or take these points?"),
    "many-absent": spoken("Are so many away?"),
    "return": spoken("Go back over the work of others?"),
    "return-published": spoken("Go back past a published round?"),
}
"""What a page asks at each warning that wants a yes or a no."""


@frozen
class Question:
    """Warnings that wait for an answer: `tokens` are what saying yes sends, `step` of `steps` it is.

    At the second step of level 4 it is asked the other way round.
    """

    level: int
    cautions: tuple[Caution, ...]
    tokens: tuple[str, ...]
    version: int
    step: int = 1
    steps: int = 1

    @property
    def title(self) -> str:
        """What is asked, of the weightiest warning."""
        return ASKED[max(self.cautions, key=lambda one: one.level).code]


def question(asked: Unanswered, given: Iterable[str]) -> Question:
    """What is to be asked next, of what waits, after what was answered."""
    answered, level = set(given), max(one.level for one in asked.cautions)
    shown = tuple(_with_its_line(one) for one in asked.cautions)
    if level < TWO_STEPS:
        return Question(level, shown, asked.tokens, asked.version)
    first = tuple(token for one in asked.cautions for token in one.tokens(asked.version)[:1])
    if answered.issuperset(first):
        return Question(level, shown, asked.tokens, asked.version, 2, 2)
    return Question(level, shown, first, asked.version, 1, 2)


def _with_its_line(one: Caution) -> Caution:
    """A warning with the line that the file will carry: leaving FIDE mode writes one without being told."""
    return replace(one, remark=LEFT) if one.code == "leave-mode" else one


def caution_data(one: Caution) -> dict[str, Any]:
    """A warning as JSON."""
    return {"code": one.code, "level": one.level, "text": one.text, "article": one.article, "who": list(one.who),
            "remark": one.remark, "round": one.round, "instead": one.instead}  # fmt: skip


@frozen
class Refusal:
    """Why something is not done: in words, by which article, whom it concerns, and what to do instead."""

    text: str
    article: str = ""
    who: tuple[str, ...] = ()
    instead: str = ""
    code: str = ""
    status: int = 422


def refusal(error: RookeryError) -> Refusal:
    """What an error says to a person."""
    if isinstance(error, Refused):
        return Refusal(_sentence(error), error.article, error.keys, error.instead, error.code)
    if isinstance(error, Stale):
        return Refusal(_sentence(error), code="stale", status=409)
    if isinstance(error, Conflict):
        return Refusal(spoken("Somebody else changed the tournament meanwhile."), instead=spoken("look again"),
                       code="conflict", status=409)  # fmt: skip
    if isinstance(error, Misread):
        return Refusal(_sentence(error), code="misread", status=400)
    article = error.article if isinstance(error, RuleError) else ""
    return Refusal(_sentence(error), article or "")


def _sentence(error: RookeryError) -> str:
    """The text without its article, which stands beside it."""
    return finished(error.text if isinstance(error, RuleError) else error.said, _ended)


def _ended(text: str) -> str:
    made = text[:1].upper() + text[1:]
    return made if made.endswith((".", "?", "!")) else f"{made}."


def refusal_data(one: Refusal, error: RookeryError) -> dict[str, Any]:
    """A refusal as JSON; who was too late is told both values."""
    said = {"text": one.text, "article": one.article, "who": list(one.who), "instead": one.instead, "code": one.code}
    if isinstance(error, Stale):
        return {"stale": {**said, "expected": error.expected, "found": error.found}}
    return {"refusal": said}
