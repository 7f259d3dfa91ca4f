"""What becomes of a wish: events and warnings, or a refusal with its article and what to do instead."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.desk.happening import Happening
from rookery.desk.levels import Caution
from rookery.errors import RookeryError, RuleError
from rookery.values import frozen


@frozen
class Granted:
    """The events that a wish comes to, and what is to be said before they are written.

    `point` names a point to go back to, marked before them.
    """

    events: tuple[Happening, ...]
    cautions: tuple[Caution, ...] = ()
    point: str = ""


class Refused(RuleError):
    """A wish that cannot be granted: why, by which article, whom it concerns by key, and what to do instead."""

    def __init__(
        self, text: str, *, article: str = "", keys: Iterable[str] = (), instead: str = "", code: str = ""
    ) -> None:
        self.keys, self.instead, self.code = tuple(keys), instead, code
        super().__init__(text, article=article)

    @classmethod
    def by(cls, one: Caution) -> Refused:
        """The refusal that a warning of level 5 is."""
        return cls(one.text, article=one.article, keys=one.who, instead=one.instead, code=one.code)


class Unanswered(RookeryError):
    """Warnings wait for an answer, and nothing was written; `tokens` answer all of them at this version."""

    def __init__(self, cautions: Iterable[Caution], version: int) -> None:
        self.cautions, self.version = tuple(cautions), version
        super().__init__("; ".join(one.text for one in self.cautions))

    @property
    def tokens(self) -> tuple[str, ...]:
        """What answers every warning."""
        return tuple(token for one in self.cautions for token in one.tokens(self.version))


class Stale(RookeryError):
    """Somebody was quicker: what should be replaced is not there any more; both values are told."""

    def __init__(self, text: str, *, expected: str, found: str) -> None:
        self.expected, self.found = expected, found
        super().__init__(text)
