"""Phrases of the log and of messages: settings and their changes, names, rounds, restore points and prizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from rookery.checking.text import VERDICT_WORDS
from rookery.errors import RuleError
from rookery.messages import Message, format_msg, join_list, join_texts, msg, msg_const
from rookery.model import Colour, PointSystem, TournamentInfo
from rookery.ranking.prize_list import PrizeLine, category_title, parse_prizes
from rookery.tournaments.keizer_settings import is_keizer, keizer_changes
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import Choices, Prizes, TournamentRules

NameOf = Callable[[str], str]
"""A function that returns the name for a key, such as `State.name`."""

MAX_NAMES = 6
"""The number of names that a phrase lists; the others are counted."""

FIELD_LABELS = {
    field.name: msg_const(field.name.replace("_", " "))
    for kind in (TournamentInfo, TournamentRules, Choices, PointSystem, Facts)
    for field in fields(kind)
} | {
    "city": msg("place"), "start": msg("first day"), "end": msg("last day"), "fide_id": msg("FIDE number"),
    "national_id": msg("national number"), "ranking": msg("tie-breaks"), "chess960": msg("Chess960"),
    "pab": msg("pairing-allocated bye"), "tiebreak_edition": msg("edition of the tie-break rules"),
    "half_byes": msg("half-point byes a player may have"), "unrated": msg("rating of unrated players"),
    "last_half_bye": msg("last round with half-point byes"), "board_colours": msg("boards per match"),
    "half_bye": msg("half-point bye"), "full_bye": msg("full-point bye"),
}  # fmt: skip
"""The labels of the settings."""

VERDICT_LABELS = {
    **{str(verdict): words for verdict, words in VERDICT_WORDS.items()},
    "breaks rules": msg("against the rules"),
    "cannot be judged": msg("cannot be checked against the rules"),
    "is another one": msg("not the round of the table"),
    "given up": msg("the changes were discarded"),
}
"""The labels of the verdicts on manually paired rounds; where no check is possible, the reason is the verdict."""

COLOUR_LABELS = {Colour.WHITE: msg("White"), Colour.BLACK: msg("Black")}


def format_names(keys: Any, name: NameOf) -> str:
    """Return the names of participants, the first MAX_NAMES of them."""
    return join_list([name(key) for key in keys], MAX_NAMES)


def format_points(tenths: int) -> str:
    """Return points that are given or taken, with their sign."""
    return f"{tenths / 10:+g}"


def format_round_range(first: int, last: int | None) -> Message:
    """Return the rounds in which two players may not meet, in words."""
    if first == last:
        return msg("in round %(round)s", round=first)
    if last:
        return msg("from round %(first)s to %(last)s", first=first, last=last)
    return msg("in any round") if first == 1 else msg("from round %(first)s on", first=first)


def describe_differences(old: Any, new: Any, group: str = "") -> Iterator[str]:
    """Yield the fields that differ, with their old and new values."""
    for field in fields(new):
        before, after = getattr(old, field.name), getattr(new, field.name)
        if before == after:
            continue
        if field.name == "system" and is_keizer(before) and is_keizer(after):
            yield from keizer_changes(before, after)
            continue
        label = join_texts(" ", (*[group] * bool(group), FIELD_LABELS[field.name]))
        if isinstance(after, PointSystem | Choices):
            yield from describe_differences(before, after, "" if isinstance(after, Choices) else label)
        elif isinstance(after, tuple) and not all(isinstance(entry, str) for entry in (*before, *after)):
            yield label
        else:
            yield _describe_difference(label, before, after)


def _describe_difference(label: str, before: Any, after: Any) -> Message:
    if before in (None, "", ()):
        return msg("%(what)s %(now)s", what=label, now=_format_value(after))
    if after in (None, "", ()):
        return msg("%(what)s removed (was %(was)s)", what=label, was=_format_value(before))
    return msg("%(what)s %(now)s (was %(was)s)", what=label, now=_format_value(after), was=_format_value(before))


def _format_value(value: Any) -> Any:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or msg("none")
    if value in (None, ""):
        return msg("none")
    return msg("yes") if value is True else msg("no") if value is False else value


_RESTORE_POINTS = (
    msg("before round %(round)s"), msg("before round %(round)s by hand"), msg("round %(round)s as it was"),
    msg("before the check-in of round %(round)s"), msg("before a table of entries"),
)  # fmt: skip
"""The names of restore points that the application sets itself."""


def restore_point_label(name: str) -> str:
    """Return the display name of a restore point: the application's own are translated, those of users stay.

    >>> restore_point_label("before round 5").templates, restore_point_label("Lunch")
    (('before round %(round)s',), 'Lunch')
    """
    for template in _RESTORE_POINTS:
        prefix, _, suffix = template.partition("%(round)s")
        number = name.removeprefix(prefix).removesuffix(suffix)
        if name == template or (number.isdecimal() and name == f"{prefix}{number}{suffix}"):
            return format_msg(template, round=number)
    return name


SHARING_RULES = {
    "hort": msg("Those level on points share by the Hort system."),
    "equal": msg("Those level on points share equally."),
    "rank": msg("Prizes go by rank, without sharing."),
}
"""Descriptions of the ways to share prizes."""

ONE_PRIZE_RULES = {
    "value": msg("Nobody wins twice: the most valuable prize counts."),
    "order": msg("Nobody wins twice: the first prize of the list counts."),
}
"""Descriptions of the rules that allow each participant only one prize."""


def format_prizes(prizes: Prizes) -> str:
    """Return the prizes by category: "300 EUR for place 1, book for places 2–3; Women: ..."."""
    try:
        lines = parse_prizes(prizes.text)
    except RuleError:  # an old log with lines that can no longer be parsed
        return "; ".join(prizes.lines)
    groups: dict[str, list[str]] = {}
    for line in lines:
        groups.setdefault(line.category, []).append(_format_prize(line, prizes.currency))
    parts = []
    for category, group in groups.items():
        text = join_texts(", ", group)
        parts.append(
            msg("%(category)s: %(prizes)s", category=category_title(category), prizes=text) if category else text
        )
    return join_texts("; ", parts)


def _format_prize(line: PrizeLine, currency: str) -> str:
    text = line.thing or (f"{line.prize} {currency}" if currency else line.prize)
    if line.last > line.place:
        return msg("%(prize)s for places %(places)s", places=f"{line.place}–{line.last}", prize=text)
    return msg("%(prize)s for place %(place)s", place=line.place, prize=text)


def prize_rules(prizes: Prizes) -> str:
    """Return how the prizes are awarded, in one or two sentences."""
    rules = [SHARING_RULES.get(prizes.sharing, SHARING_RULES["hort"])]
    if prizes.one_each in ONE_PRIZE_RULES:
        rules.append(ONE_PRIZE_RULES[prizes.one_each])
    return join_texts(" ", rules)
