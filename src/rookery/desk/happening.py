"""What every event of the log has in common: a kind, the number of its form, and its JSON both ways.

The docstring of an event is its documentation. No event is ever rewritten: an old form is lifted when it is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar, dataclass_transform

from rookery.desk.form import Misread, Object, read, written
from rookery.values import frozen

T = TypeVar("T", bound="Happening")


class Happening:
    """Something that happened to a tournament: an outcome, never a wish. Players are keys, points tenths."""

    KIND: ClassVar[str] = ""
    FORM: ClassVar[int] = 1


KINDS: dict[str, type[Happening]] = {}
"""Every kind of event by its name; `rookery.desk.events` fills it."""

LIFTS: dict[tuple[str, int], Callable[[Object], Object]] = {}
"""What makes of the data of an old form those of the next one, by kind and form."""


@dataclass_transform(frozen_default=True)
def kind(name: str, form: int = 1) -> Callable[[type[T]], type[T]]:
    """Declare a kind of event."""

    def declare(cls: type[T]) -> type[T]:
        made = frozen(slots=False)(cls)
        made.KIND, made.FORM = name, form
        KINDS[name] = made
        return made

    return declare


def data_of(event: Happening) -> Object:
    """The data of an event, as the log keeps them in its present form."""
    made: Object = written(event)
    return made


def event_of(kind: str, form: int, data: Any) -> Happening:
    """The event that the log tells, lifted from the form in which it was written."""
    if kind not in KINDS:
        raise Misread(f"there is no kind of event {kind!r}: this log was written by a newer Rookery")
    known = KINDS[kind]
    if not 1 <= form <= known.FORM:
        raise Misread(f"{kind} has form {form} here, and this Rookery reads it up to {known.FORM}")
    for old in range(form, known.FORM):
        data = LIFTS[kind, old](data)
    try:
        return read(known, data)
    except Misread as error:
        raise Misread(f"{kind}: {error}") from None
