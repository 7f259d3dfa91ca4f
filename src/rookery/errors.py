"""Every error Rookery raises on purpose.

```
RookeryError
  FormatError(problems)     the text is not what it claims to be: every problem, with line and columns
    TooLarge                more participants than the format can number
  RuleError(article, who)   the facts contradict a regulation
    Unfinished(boards)      a round has games without a result
  NoPairing(causes)         no legal pairing exists; the causes as objects
  Unsupported(what)         stated by a regulation or a format, and not done here
  Conflict(stream, expected, found)   somebody else was quicker: the log has gone on since it was looked at
```

Anything else that escapes is a fault of ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery.values import IntEnum, Value
from rookery.wording import joined, spoken, word


class RookeryError(Exception):
    """The root of every error raised on purpose. Each can be pickled and copied, and is the same afterwards."""

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.args), self.__dict__

    @property
    def said(self) -> str:
        """What it says, with the template and the values of that where it has them."""
        found = self.args[0] if self.args else ""
        return found if isinstance(found, str) else str(self)


def _again(kind: type[RookeryError], args: tuple[object, ...]) -> RookeryError:
    """An error as it was, which is not what making it anew of its text would give."""
    return kind.__new__(kind, *args)


class Severity(IntEnum):
    """How much a problem matters: INFO changes nothing, WARNING needed a guess, ERROR lost or contradicts a fact."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


class Problem(Value):
    """Something odd in the input, located: line and columns count from 1, 0 means the file as a whole.

    >>> print(Problem(Severity.ERROR, "result", 12, (99, 99), "result", "result letter not known", "x", "no result"))
    line 12, column 99: error: result letter not known: read 'x', used no result [result]
    """

    severity: Severity
    code: str
    line: int
    columns: tuple[int, int]
    field: str
    text: str
    read: str = ""
    used: str = ""

    @property
    def place(self) -> str:
        """Where, in words."""
        if not self.line:
            return spoken("file")
        first, last = self.columns
        if not first:
            return spoken("line %(line)s", line=self.line)
        if first == last:
            return spoken("line %(line)s, column %(column)s", line=self.line, column=first)
        return spoken("line %(line)s, columns %(first)s-%(last)s", line=self.line, first=first, last=last)

    @property
    def said(self) -> str:
        """The whole of it in words, with the templates and the values of them."""
        tail = [spoken("read %(text)s", text=repr(self.read))] if self.read else []
        tail += [spoken("used %(what)s", what=self.used)] if self.used else []
        told = joined(": ", (self.place, word(str(self.severity)), self.text, *([joined(", ", tail)] if tail else ())))
        return joined(" ", (told, f"[{self.code}]"))

    def __str__(self) -> str:
        return str(self.said)


class FormatError(RookeryError):
    """The text is not what it claims to be; carries every problem found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(joined("\n", [one.said for one in self.problems]))


class TooLarge(FormatError):
    """More participants, rounds or points than the format has room for."""


class RuleError(RookeryError):
    """The facts contradict a regulation: which article, and whom it concerns."""

    def __init__(self, text: str, *, article: str = "", who: Sequence[int] = ()) -> None:
        self.text, self.article, self.who = text, article, tuple(who)
        super().__init__(joined(" ", (text, f"({article})")) if article else text)


class Unfinished(RuleError):
    """A round cannot be left behind while games in it have no result; `boards` are the open ones as (white, black)."""

    def __init__(self, round: int, boards: Sequence[tuple[int, int]]) -> None:
        self.round, self.boards = round, tuple(boards)
        games = ", ".join(f"{white}-{black}" for white, black in self.boards)
        who = [player for board in self.boards for player in board]
        super().__init__(spoken("round %(round)s is not finished: no result yet for %(games)s", round=round,
                                games=games), article="C.04.2 3.1", who=who)  # fmt: skip


class NoPairing(RookeryError):
    """No legal pairing exists; `causes` says why, as objects."""

    def __init__(self, text: str, causes: Iterable[object] = ()) -> None:
        self.causes: tuple[object, ...] = tuple(causes)
        super().__init__(text)


class Unsupported(RookeryError):
    """Stated by a regulation or a format, and not done here."""


class Conflict(RookeryError):
    """Somebody else was quicker: a log was to go on from the version expected, and is at the one found."""

    def __init__(self, stream: str, expected: int, found: int) -> None:
        self.stream, self.expected, self.found = stream, expected, found
        text = "somebody else was quicker: %(stream)s is at version %(found)s, not %(expected)s any more"
        super().__init__(text % {"stream": stream, "found": found, "expected": expected})
