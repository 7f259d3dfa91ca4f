"""A record of the format as one value: its columns, and how it is read, assembled, written and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rookery.model import Tournament
from rookery.trf.draft import Draft, Here
from rookery.trf.entry import Texts, Voice
from rookery.trf.layout import TEXT, Field, Group, Layout
from rookery.trf.scene import Scene
from rookery.typed import Any
from rookery.values import KW_ONLY, OneOf, Value

TRF06, TRF26, TRFX, TRFBX = "TRF06", "TRF26", "TRF(x)", "TRF(bx)"

Reader = Callable[[Draft, Here], None]
"""Reads one line into the part of the draft that is its subject's."""

Assembler = Callable[[Draft, Scene], Mapping[str, Any]]
"""Makes fields of the tournament of what all lines said."""

Composer = Callable[[Tournament, Voice], Iterable[Texts]]
"""Says what the lines of this record are for a tournament."""

Checker = Callable[[Draft, Scene, Tournament], None]
"""Compares what the record says with the rest of the file; changes nothing."""


class Section(OneOf):
    """The sections of a file, in the order of writing."""

    EVENT = "The event"
    PLAYERS = "Players"
    TEAMS = "Teams"
    REQUESTS = "What is asked of rounds"
    ROUNDS = "What happened in rounds"
    FOR_THE_EYE = "For the eye"
    JAVAFO = "Lines of JaVaFo"
    BBP = "Lines of bbpPairings"
    COMMENTS = "Comments"


def nothing(draft: Draft, here: Here) -> None:
    """Reads a record that is kept in the document, and of which the model needs nothing."""


class Record(Value, eq=False, repr=False):
    """One kind of line: its code in columns 1-3, the version of the format that brought it, and what is done with it.

    `use` says that in words. `same_as` is the line of TRF(x) that says the same, `rather` the record that says more.
    """

    code: str
    title: str
    since: str
    section: Section
    layout: Layout = TEXT
    _: KW_ONLY
    use: str
    read: Reader = nothing
    assemble: Assembler | None = None
    write: Composer | None = None
    check: Checker | None = None
    many: bool = False
    """It may stand more than once."""
    prose: bool = False
    """Its text is free, and another code in it tells of a lost line end."""
    expected: bool = False
    """A file that does not have it is told so."""
    counts: bool = False
    """It counts others: kept right where it stands, never added to a file."""
    ordered: bool = False
    """The tournament keeps the order of its lines."""
    key: Callable[[str], tuple[object, ...]] | None = None
    """What a line speaks of, as `Texts.key` says it: of such a line single fields are changed in place."""
    ours: Callable[[str], bool] | None = None
    """Whether a line is one that we write, where others may stand beside it."""
    canonical: Callable[[str], str] | None = None
    """A line as we would write it, where its fields alone do not tell."""
    everywhere: bool = False
    """It may have to say in every dialect what the dialect's own records cannot."""
    same_as: str = ""
    rather: str = ""

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields behind the code."""
        return self.layout.fields

    @property
    def group(self) -> Group | None:
        """The fields that repeat."""
        return self.layout.group

    def __getitem__(self, name: str) -> Field:
        return self.layout[name]
