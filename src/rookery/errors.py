"""Exceptions raised on purpose by Rookery.

```
RookeryError
  FormatError(problems)              the input is malformed: every problem, with line and columns
    TooLargeError                    more participants than the format can number
  RuleError(article, participants)   the facts contradict a regulation; also a ValueError
    UnfinishedError(boards)          a round has games without a result
  NoPairingError(causes)             no legal pairing exists; the causes as objects
  UnsupportedError                   defined by a regulation or a format, and not implemented
  ConflictError(stream, expected, found)   the log was changed by another writer
```

Any other exception that escapes is a bug.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from rookery._record import record
from rookery.messages import join_texts, msg, msg_const


class RookeryError(Exception):
    """The base class of every error raised on purpose. Instances can be pickled and copied."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> dict[str, object]:
        """Return the schema by which pydantic accepts instances of the class."""
        return {"type": "is-instance", "cls": cls}

    def __reduce__(self) -> tuple[object, ...]:
        return _restore_error, (type(self), self.args), self.__dict__

    @property
    def message(self) -> str:
        """The error message, with its template and values if it has them."""
        text = self.args[0] if self.args else ""
        return text if isinstance(text, str) else str(self)


def _restore_error(error_type: type[RookeryError], args: tuple[object, ...]) -> RookeryError:
    """Recreate an error without calling `__init__`."""
    return error_type.__new__(error_type, *args)


class Severity(IntEnum):
    """Severity of a problem: INFO changes nothing, WARNING required a guess, ERROR lost or contradicts a fact."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


@record
class Problem:
    """A problem found in the input: line and columns count from 1, line 0 means the file as a whole.

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
        """The position in words."""
        if not self.line:
            return msg("file")
        first, last = self.columns
        if not first:
            return msg("line %(line)s", line=self.line)
        if first == last:
            return msg("line %(line)s, column %(column)s", line=self.line, column=first)
        return msg("line %(line)s, columns %(first)s-%(last)s", line=self.line, first=first, last=last)

    @property
    def message(self) -> str:
        """The complete message, with templates and values."""
        details = [msg("read %(text)s", text=repr(self.read))] if self.read else []
        details += [msg("used %(what)s", what=self.used)] if self.used else []
        text = join_texts(
            ": ",
            (self.place, msg_const(str(self.severity)), self.text, *([join_texts(", ", details)] if details else ())),
        )
        return join_texts(" ", (text, f"[{self.code}]"))

    def __str__(self) -> str:
        return str(self.message)


class FormatError(RookeryError):
    """Raised when input is malformed; carries every problem found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(join_texts("\n", [problem.message for problem in self.problems]))


class TooLargeError(FormatError):
    """Raised when a format has no room for that many participants, rounds or points."""


class RuleError(RookeryError, ValueError):
    """Raised when the facts contradict a regulation; names the article and the participants concerned.

    It is also a ValueError, because the fault may lie in an argument alone: pydantic reports it with the field.
    """

    def __init__(self, text: str, *, article: str = "", participants: Sequence[int] = ()) -> None:
        self.text, self.article, self.participants = text, article, tuple(participants)
        super().__init__(join_texts(" ", (text, f"({article})")) if article else text)


class UnfinishedError(RuleError):
    """Raised when a round has games without a result; `boards` holds them as (white, black)."""

    def __init__(self, round: int, boards: Sequence[tuple[int, int]]) -> None:
        self.round, self.boards = round, tuple(boards)
        games = ", ".join(f"{white}-{black}" for white, black in self.boards)
        participants = [player for board in self.boards for player in board]
        super().__init__(msg("round %(round)s is not finished: no result yet for %(games)s", round=round,
                                games=games), article="C.04.2 3.1", participants=participants)  # fmt: skip


class NoPairingError(RookeryError):
    """Raised when no legal pairing exists; `causes` holds the reasons as objects."""

    def __init__(self, text: str, causes: Iterable[object] = ()) -> None:
        self.causes: tuple[object, ...] = tuple(causes)
        super().__init__(text)


class UnsupportedError(RookeryError):
    """Raised for what a regulation or a format defines and Rookery does not implement."""


class ConflictError(RookeryError):
    """Raised when a log was changed by another writer: `expected` and `found` are versions."""

    def __init__(self, stream: str, expected: int, found: int) -> None:
        self.stream, self.expected, self.found = stream, expected, found
        text = (
            "written by another process in the meantime: %(stream)s is at version %(found)s, not %(expected)s any more"
        )
        super().__init__(text % {"stream": stream, "found": found, "expected": expected})
