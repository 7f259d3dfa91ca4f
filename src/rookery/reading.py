"""What reading a tournament file gives, whatever its format: the tournament, every problem, the file itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rookery.errors import Problem, Severity
from rookery.model import Tournament
from rookery.typed import TYPE_CHECKING, NoReturn, Protocol
from rookery.values import Value


class KeptFile(Protocol):
    """A file of which nothing is lost; `rookery.Document` is the one of TRF."""

    @property
    def tournament(self) -> Tournament:
        """The tournament read from it."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines, without their ends."""

    @property
    def codes(self) -> tuple[str, ...]:
        """The kind of each line."""

    @property
    def player_lines(self) -> Mapping[int, int]:
        """The line of each player, by start number."""

    def rows(self) -> Iterator[dict[str, object]]:
        """The player rows as they are written."""

    def with_absences(self, absent: Iterable[tuple[int, int]]) -> KeptFile:
        """The file in which the empty cells of these (round, player) say that they are absences."""

    def dump(self) -> bytes:
        """The file; the very bytes that were read, when nothing was replaced."""

    def replace(self, tournament: Tournament) -> KeptFile:
        """The file of another tournament, made of this one: only lines whose data changed differ."""


class Reading(Value):
    """What was read: the tournament, every problem, and (for TRF) the document that keeps each line."""

    tournament: Tournament
    problems: tuple[Problem, ...] = ()
    document: KeptFile | None = None

    if not TYPE_CHECKING:  # type checkers know better

        def __getattr__(self, name: str) -> NoReturn:
            """Say where to look: whoever asks a reading for its rounds wants the tournament."""
            known = hasattr(Tournament, name) or name in Tournament.__dataclass_fields__
            hint = "; the tournament that was read has: use its .tournament" if known else ""
            raise AttributeError(f"a Reading has no {name!r}{hint}", name=name, obj=self)


def refusals(problems: Iterable[Problem], strict: bool = False) -> tuple[Problem, ...]:
    """The problems for which a file is refused: errors; in strict reading warnings too."""
    least = Severity.WARNING if strict else Severity.ERROR
    return tuple(problem for problem in problems if problem.severity >= least)
