"""The phrases of the log: what can be set, how it was and is, who, in which rounds, points to go back to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from rookery.checking.report import Verdict
from rookery.desk.facts import Facts
from rookery.desk.rules import Choices, Laws
from rookery.model import Colour, Event, PointSystem
from rookery.wording import Text, filled, joined, listed, spoken, word

Name = Callable[[str], str]
"""What somebody is called, by key; `State.name` is one."""

MOST = 6
"""So many names are told; the others are counted."""

FIELDS = {
    each.name: word(each.name.replace("_", " "))
    for kind in (Event, Laws, Choices, PointSystem, Facts)
    for each in fields(kind)
}
"""What each thing is called that can be set."""

VERDICTS = {one: word(one) for one in (*map(str, Verdict), "breaks rules", "cannot be judged", "is another one")}
"""What is said of a round made by hand; where nobody can say, why stands there instead."""

COLOURS = {Colour.WHITE: spoken("White"), Colour.BLACK: spoken("Black")}


def names(keys: Any, name: Name) -> str:
    """Some people by their names; of many only the first."""
    return listed([name(key) for key in keys], MOST)


def points_of(tenths: int) -> str:
    """Points that are given or taken."""
    return f"{tenths / 10:+g}"


def kept_apart(first: int, last: int | None) -> Text:
    """In which rounds two are kept apart."""
    if first == last:
        return spoken("in round %(round)s", round=first)
    if last:
        return spoken("from round %(first)s to %(last)s", first=first, last=last)
    return spoken("in any round") if first == 1 else spoken("from round %(first)s on", first=first)


def differences(was: Any, now: Any, within: str = "") -> Iterator[str]:
    """The fields that differ, as they were and as they are."""
    for each in fields(now):
        before, after = getattr(was, each.name), getattr(now, each.name)
        if before == after:
            continue
        called = joined(" ", (*[within] * bool(within), FIELDS[each.name]))
        if isinstance(after, PointSystem | Choices):
            yield from differences(before, after, called)
        elif isinstance(after, tuple) and not all(isinstance(one, str) for one in (*before, *after)):
            yield called
        else:
            yield spoken("%(what)s %(now)s (was %(was)s)", what=called, now=_shown(after), was=_shown(before))


def _shown(value: Any) -> Any:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or spoken("none")
    if value in (None, ""):
        return spoken("none")
    return spoken("yes") if value is True else spoken("no") if value is False else value


_POINTS = (
    spoken("before round %(round)s"), spoken("before round %(round)s by hand"), spoken("round %(round)s as it was"),
    spoken("before the check-in of round %(round)s"), spoken("before a table of entries"),
)  # fmt: skip
"""The names of points that the desk marks itself."""


def point(name: str) -> str:
    """The name of a point to go back to: one that the desk gave is a text, one that somebody gave stays as it is.

    >>> point("before round 5").templates, point("Lunch")
    (('before round %(round)s',), 'Lunch')
    """
    for known in _POINTS:
        before, _, after = known.partition("%(round)s")
        number = name.removeprefix(before).removesuffix(after)
        if name == known or (number.isdecimal() and name == f"{before}{number}{after}"):
            return filled(known, round=number)
    return name
