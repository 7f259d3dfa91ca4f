"""Where texts stand in a line: a field, fields that repeat, and the layout they make together.

Columns count characters from 1, both ends included, as the handbook prints them; `last=0` means to the end of the
line. The columns of each record stand with the record, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.values import Value


class Field(Value, eq=False, repr=False):
    """A piece of a line: its name, its columns, on which side blanks fill it, and whether a longer text may be cut."""

    name: str
    first: int
    last: int = 0
    right: bool = False
    cut: bool = False

    @property
    def slice(self) -> slice:
        """The piece as Python counts."""
        return slice(self.first - 1, self.last or None)

    @property
    def width(self) -> int:
        """How many characters fit; 0 for as many as you like."""
        return self.last - self.first + 1 if self.last else 0

    def moved(self, columns: int) -> Field:
        """The same piece further right."""
        return Field(self.name, self.first + columns, self.last + columns, self.right, self.cut)


class Group(Value, eq=False, repr=False):
    """Pieces that repeat to the end of the line, every `step` columns; `whole` when none is cut short at the end."""

    fields: tuple[Field, ...]
    step: int
    whole: bool = False

    def at(self, index: int) -> tuple[Field, ...]:
        """The pieces of one repetition, counted from 0."""
        return tuple(field.moved(index * self.step) for field in self.fields)

    def count(self, length: int) -> int:
        """How many repetitions a line of this length reaches into."""
        return max(0, -(-(length - self.fields[0].first + 1) // self.step))


class Layout(Value, eq=False, repr=False):
    """The fields of a line behind its code, and those that repeat."""

    fields: tuple[Field, ...] = ()
    group: Group | None = None

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def __getitem__(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)


CODE = Field("code", 1, 3)
"""Where every line says what it is; a blank follows."""

TEXT = Layout((Field("value", 5),))
"""One text to the end of the line."""


def ids(first: int) -> Group:
    """Start numbers from this column on, four columns each with a blank between."""
    return Group((Field("id", first, first + 3, True),), 5)


PERSON = (
    Field("id", 5, 8, True), Field("sex", 10, 10), Field("title", 11, 13, True, True), Field("name", 15, 47, cut=True),
    Field("rating", 49, 52, True), Field("federation", 54, 56, cut=True), Field("number", 58, 68, True),
    Field("birth", 70, 79),
)  # fmt: skip
"""What 001 and a national record say of a person."""

PLAYER_ROW = Layout(
    (*PERSON, Field("points", 81, 84, True), Field("rank", 86, 89, True)),
    Group((Field("opponent", 92, 95, True), Field("colour", 97, 97), Field("result", 99, 99)), 10, whole=True),
)
"""The row of a player, which every round makes longer by a cell."""
