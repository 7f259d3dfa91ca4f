"""The labels and values of settings, as pages and the log show them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from rookery._record import record, replace
from rookery.errors import RuleError
from rookery.messages import Message, join_texts, msg, msg_const
from rookery.model import Colour, PointSystem, TournamentInfo
from rookery.pairing.keizer import BYES, USUAL, KeizerRules, rules_from_code, with_options
from rookery.regulations import parse_type_code
from rookery.regulations.formats import KEIZER
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import Choices, TournamentRules

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


COLOUR_LABELS = {Colour.WHITE: msg("White"), Colour.BLACK: msg("Black")}


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


# -- settings of a Keizer tournament -----------------------------------------------------------------------------------


LABELS = {
    "top": msg("Value of the first place"),
    "start": msg("Everybody starts with their own value, times"),
    "apart": msg("Rounds before two may meet again"),
    "bye": msg("Left over without an opponent"),
    "full": msg("Full-point bye (duty for the club)"),
    "half": msg("Half-point bye (absent with notice)"),
    "zero": msg("Absent without notice"),
    "late": msg("Rounds before a late entry"),
}
"""The labels of the settings; those of byes are fractions of one's own value."""


_QUARTERS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}


@record
class KeizerSetting:
    """A setting: its name, label, value and default; `part` marks a fraction of one's own value."""

    name: str
    label: str
    value: str
    usual: str
    part: bool = False


def is_keizer(code: str) -> bool:
    """Return whether a system code is that of a Keizer tournament."""
    return parse_type_code(code).format is KEIZER


def keizer_settings(code: str = "") -> tuple[KeizerSetting, ...]:
    """Return the settings of a Keizer tournament by its system code; the defaults without one."""
    values, usual = _format_rules(rules_from_code(code)), _format_rules(USUAL)
    return tuple(KeizerSetting(name, label, values[name], usual[name], name in BYES) for name, label in LABELS.items())


def _format_rules(rules: KeizerRules) -> dict[str, str]:
    byes = {name: str(rules.byes.get(kind, 0)) for name, kind in BYES.items()}
    top = "" if rules.top is None else str(rules.top)
    return {"top": top, "start": str(rules.start), "apart": str(rules.apart), **byes}


def with_keizer_settings(code: str, settings: Mapping[str, str], players: int = 0) -> str:
    """Return the system code of a Keizer tournament with these settings; an empty text is the default.

    >>> with_keizer_settings("CUSTOM_KEIZER", {"top": "60", "half": "½", "apart": ""})
    'CUSTOM_KEIZER_TOP60_HALF1/2'
    """
    if not is_keizer(code):
        raise CommandRejectedError(msg("these are settings of a Keizer, and this is none"))
    rules, defaults = rules_from_code(code), _format_rules(USUAL)
    options = []
    for name, text in settings.items():
        value = _normalize_number(text) or defaults.get(name, "")
        if name == "top" and not value:
            rules = replace(rules, top=None)
        else:
            options.append((name, value))
    try:
        rules = with_options(rules, options)
    except RuleError as error:
        raise CommandRejectedError(error.message) from None
    if rules.top is not None and rules.top < players:
        raise CommandRejectedError(
            msg(
                "the value of the first place is %(top)s, and with %(players)s players it must be %(players)s or more",
                top=rules.top,
                players=players,
            )
        )
    return rules.code


def _normalize_number(text: str) -> str:
    """Return a number as the library parses it: 1/2 for ½, 0.5 for 0,5."""
    number = text.strip().replace(",", ".")
    return _QUARTERS.get(number, re.sub(r"\s*/\s*", "/", number))


def keizer_changes(old_code: str, new_code: str) -> Iterator[Message]:
    """Yield the differences between the settings of two Keizer tournaments as messages."""
    before, after = _format_rules(rules_from_code(old_code)), _format_rules(rules_from_code(new_code))
    for name, label in LABELS.items():
        if before[name] != after[name]:
            yield msg(
                "%(what)s: %(now)s (was %(was)s)",
                what=label,
                now=after[name] or msg("as usual"),
                was=before[name] or msg("as usual"),
            )
