"""Erasure of a player from the records of a log: the exception to the rule that no stored event is rewritten.

Name, birth, club and identity numbers become a placeholder. What the game needs stays: rating, title, federation, sex,
pairings and results.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rookery._record import field, record, replace
from rookery.json_codec import Object
from rookery.storage.records import Record

_BLANK: Object = {"birth": None, "fide_id": None, "national_id": "", "club": ""}
"""The personal data of a player beside the name, erased."""
_BLANK_NATIONAL: Object = {"name": "", "national_id": "", "birth": None}
"""The personal data in the record of a national federation, erased."""
_DETAILS = ("birth", "national_id")
"""What is erased when the name stays."""
_SHORTEST_NAME = 3
"""The letters of the shortest name that is looked for in texts."""

TEXTS: dict[str, tuple[str, ...]] = {
    "fide.left": ("reason",),
    "phase.closed": ("differences", "breaches"),
    "player.expelled": ("reason",),
    "point.marked": ("name",),
    "points.adjusted": ("why",),
    "remark.added": ("text",),
    "remark.dropped": ("text",),
}
"""The fields with free texts, in which a player may be named, by kind of event."""

ENTRIES = ("player.entered", "player.changed", "player.removed")
"""The kinds of events about the details of one player."""

IMPERSONAL = frozenset(
    {
        "boards.set", "bye.asked", "checkin.closed", "checkin.marked", "checkin.opened", "checkin.scheduled",
        "claim.settled",
        "claims.set", "colour.drawn", "details.erased", "event.dissolved", "event.opened", "event.set",
        "expulsion.lifted", "half_byes.barred", "head.set", "lineup.set", "match.forfeited", "numbers.given",
        "order.drawn", "order.set", "pair.allowed", "pair.forbidden", "person.erased", "phase.opened",
        "player.returned", "player.withdrawn", "position.drawn", "prizes.set", "publication.set", "rating.set",
        "report.corrected", "result.claimed", "result.corrected", "result.entered", "returned", "round.hidden",
        "round.paired", "round.published", "round.scheduled", "round.unpaired", "rules.set", "seat.fixed",
        "seat.freed", "sections.numbered", "sections.ordered", "team.changed", "team.entered", "team.removed",
        "tournament.added", "tournament.closed", "tournament.moved", "tournament.opened", "tournament.removed",
        "tournament.reopened", "value.entered",
    }
)  # fmt: skip
"""The kinds of events without personal data of players: they have keys, numbers, results, or names of events."""

_PLAYER_ACTIONS = ("checkin.marked", "result.claimed", "result.entered")
"""The kinds of events by which players act themselves, with their names as the actors."""


@record(slots=False)
class Erasure:
    """The erasure of a player by key: the placeholder, and every name that the player had.

    Without a placeholder the names stay, and only dates of birth and national numbers are erased, of several players.
    """

    keys: frozenset[str]
    placeholder: str = ""
    names: frozenset[str] = field(default_factory=frozenset)

    def blank(self, facts: Object, blank_values: Object) -> Object:
        """Return details of a player without personal data; fields that were left out stay out."""
        values = blank_values if self.placeholder else {name: blank_values[name] for name in _DETAILS}
        return {name: values.get(name, value) for name, value in facts.items()}

    def erase_from_text(self, text: str) -> str:
        """Return a text with the placeholder for every name of the player.

        >>> erasure = Erasure(frozenset({"p1"}), "Player 7", frozenset({"Wren, Ada"}))
        >>> erasure.erase_from_text("Wren, Ada left; Ada Wren paid")
        'Player 7 left; Player 7 paid'
        """
        for pattern in self._patterns:
            text = pattern.sub(lambda _: self.placeholder, text)
        return text

    @property
    def _patterns(self) -> list[re.Pattern[str]]:
        spellings = {name for name in self.names if len(name) >= _SHORTEST_NAME}
        spellings |= {f"{first.strip()} {last.strip()}" for last, comma, first in map(_split_name, spellings) if comma}
        ordered = sorted(spellings, key=lambda name: (-len(name), name))
        return [re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE) for name in ordered]


def _split_name(name: str) -> tuple[str, str, str]:
    return name.partition(",")


def player_names(records: Iterable[Record], key: str) -> frozenset[str]:
    """Return every name that a player has had in a log."""
    return frozenset(name for stored in records for name in _names_in(stored, key) if name)


def _names_in(stored: Record, key: str) -> Iterator[str]:
    data = stored.data
    if stored.kind == "tournament.imported":
        for player in data["tournament"].get("players", ()):
            if player.get("key") == key:
                yield player.get("name", "")
                yield from (national.get("name", "") for national in player.get("national", ()))
    elif stored.kind in ENTRIES and data.get("key") == key:
        yield data.get("name", "")
        for facts in (data.get("facts"), data.get("was")):
            if facts:
                yield facts.get("name", "")
                yield from (national.get("name", "") for national in facts.get("national", ()))


ERASURES = ("details.erased", "person.erased")
"""The kinds of events that erase personal data from all earlier ones."""


def redactor_for(events: Iterable[Record], log: Iterable[Record]) -> Callable[[Record], Record] | None:
    """Return the function that erases from a log what some of its events erase; None if none of them does."""
    erasures = [stored for stored in events if stored.kind in ERASURES]
    if not erasures:
        return None
    known = list(log)
    functions = [redactor(_erasure_of(stored, known)) for stored in erasures]

    def redact(stored: Record) -> Record:
        for function in functions:
            stored = function(stored)
        return stored

    return redact


def _erasure_of(stored: Record, log: Iterable[Record]) -> Erasure:
    if stored.kind == "details.erased":
        return Erasure(frozenset(stored.data["keys"]))
    key = stored.data["key"]
    return Erasure(frozenset({key}), stored.data["name"], player_names(log, key))


def redactor(erasure: Erasure) -> Callable[[Record], Record]:
    """Return the function that erases a player from a record."""

    def redact(stored: Record) -> Record:
        actor = stored.actor
        if stored.kind in _PLAYER_ACTIONS:
            actor = erasure.erase_from_text(actor)
        return replace(stored, data=_redact_data(stored.kind, stored.data, erasure), actor=actor)

    return redact


def _redact_data(kind: str, data: Object, erasure: Erasure) -> Object:
    """Return the data of an event without the personal data of the player; those of other players stay."""
    if kind in IMPERSONAL:
        return data
    if kind in ENTRIES:
        return _redact_entry(data, erasure) if data.get("key") in erasure.keys else data
    if kind == "tournament.imported":
        return _redact_import(data, erasure)
    return {name: _redact_texts(value, erasure) if name in TEXTS[kind] else value for name, value in data.items()}


def _redact_entry(data: Object, erasure: Erasure) -> Object:
    changed = dict(data)
    if "name" in changed:
        changed["name"] = erasure.placeholder or changed["name"]
    for name in ("facts", "was"):
        if name in changed:
            changed[name] = _redact_player(changed[name], erasure)
    return changed


def _redact_player(facts: Object, erasure: Erasure) -> Object:
    """Return the details of the player with the placeholder, if there is one."""
    changed = erasure.blank(facts, _BLANK)
    if "national" in facts:
        changed["national"] = [erasure.blank(entry, _BLANK_NATIONAL) for entry in facts["national"]]
    return {**changed, "name": erasure.placeholder or facts.get("name", "")}


def _redact_import(data: Object, erasure: Erasure) -> Object:
    """Return an imported tournament without the player; names of arbiters, teams and other players stay."""
    tournament = {
        name: value if name in ("info", "players", "teams") else _redact_texts(value, erasure)
        for name, value in data["tournament"].items()
    }
    tournament["players"] = [
        _redact_player(player, erasure) if player.get("key") in erasure.keys else player
        for player in tournament.get("players", ())
    ]
    changed = {
        name: _redact_texts(value, erasure) if name in ("adjustments", "findings") else value
        for name, value in data.items()
    }
    return {**changed, "tournament": tournament}


def _redact_texts(value: Any, erasure: Erasure) -> Any:
    if isinstance(value, str):
        return erasure.erase_from_text(value)
    if isinstance(value, dict):
        return {name: _redact_texts(part, erasure) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_redact_texts(part, erasure) for part in value]
    return value
