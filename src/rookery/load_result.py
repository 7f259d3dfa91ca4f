"""The result of reading a tournament file of any format: the tournament, every problem, and the file itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, NoReturn, Protocol, runtime_checkable

from rookery._record import record
from rookery.errors import Problem, Severity
from rookery.model import Tournament


@runtime_checkable
class KeptFile(Protocol):
    """A file that preserves every line; `rookery.Document` implements it for TRF."""

    @property
    def tournament(self) -> Tournament:
        """The tournament read from it."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines, without their ends."""

    @property
    def codes(self) -> tuple[str, ...]:
        """The code of each line."""

    @property
    def player_lines(self) -> Mapping[int, int]:
        """The line of each player, by start number."""

    def rows(self) -> Iterator[dict[str, object]]:
        """Yield the player rows as they are written."""

    def with_absences(self, absent: Iterable[tuple[int, int]]) -> KeptFile:
        """Return the file with zero-point byes in the empty cells of these (round, player)."""

    def dump(self) -> bytes:
        """Return the bytes of the file; exactly those that were read, when nothing was replaced."""

    def replace(self, tournament: Tournament) -> KeptFile:
        """Return the file for another tournament; only lines whose data changed differ."""


@record
class LoadResult:
    """The result of reading: the tournament, every problem, and (for TRF) the document that preserves each line."""

    tournament: Tournament
    problems: tuple[Problem, ...] = ()
    document: KeptFile | None = None
    __pydantic_config__: ClassVar[dict[str, bool]] = {"arbitrary_types_allowed": True}

    if not TYPE_CHECKING:  # type checkers know better

        def __getattr__(self, name: str) -> NoReturn:
            """Raise AttributeError with a hint when the name is an attribute of the tournament."""
            of_tournament = hasattr(Tournament, name) or name in Tournament.__dataclass_fields__
            hint = "; the tournament that was read has: use its .tournament" if of_tournament else ""
            raise AttributeError(f"a LoadResult has no {name!r}{hint}", name=name, obj=self)


def refusals(problems: Iterable[Problem], strict: bool = False) -> tuple[Problem, ...]:
    """Return the problems for which a file is refused: errors; in strict reading also warnings."""
    least = Severity.WARNING if strict else Severity.ERROR
    return tuple(problem for problem in problems if problem.severity >= least)
