"""Writing of a tournament as JSON: one line per player, team, game and bye."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from rookery._record import fields
from rookery.json_codec import Codec, Member, Object
from rookery.model import Match, Player, Points, PointSystem, Tournament, TournamentInfo, VacantBoard

VERSION = 1
"""The version of the format that is written; all versions up to it can be read."""

_ORDER = {
    Tournament: (
        "event", "system", "planned", "points", "match_points", "team_bye_points", "ranking", "initial_colour",
        "by_rank", "unrated", "ratings_by_round", "board_colours", "players", "team_event", "teams", "rounds",
        "requested", "forbidden", "acceleration", "abnormal", "remarks", "reported", "expelled", "withdrawn",
        "fixed_seats",
    ),
    Match: ("white", "black", "forfeit", "games", "vacant"),
}  # fmt: skip
"""The order of the keys, by class, where it is not that of the fields."""

_ALWAYS = {Player: {"name", "rating", "federation", "title"}, Match: {"games"}, VacantBoard: {"player"}}
"""The fields that are written even if they are empty, by class."""

_BASIC_POINTS = ("win", "draw", "loss", "absence")


def dumps(tournament: Tournament) -> str:
    """Return the tournament as text: one line per player, team, game and bye; default values are left out.

    >>> print(dumps(Tournament(players=(Player(1, "Byng, Ada", 2105, "ENG", "WFM"),), planned_rounds=5)), end="")
    {"rookery": 1,
     "planned": 5,
     "players": [
      {"id": 1, "name": "Byng, Ada", "rating": 2105, "federation": "ENG", "title": "WFM"}]}
    """
    return _format_in_lines(as_object(tournament)) + "\n"


def as_object(tournament: Tournament) -> Object:
    """Return the tournament as the object that is written."""
    return {"rookery": VERSION, **_CODEC.encode_record(tournament)}


class _FileCodec(Codec):
    """The codec of files: points are numbers of points, and empty fields are left out."""

    def encode_points(self, points: Points | None) -> int | float | None:
        return None if points is None else points / 10 if points % 10 else points // 10

    def is_omitted(self, value: Any, default: Any) -> bool:
        if value.__class__ in (bool, PointSystem, TournamentInfo):
            return bool(value == default)
        return not value and value != 0

    def build_encoder(self, kind: type) -> Callable[..., Any]:
        return self._encode_point_system if kind is PointSystem else super().build_encoder(kind)

    def list_members(self, kind: Any) -> list[Member]:
        members = {member.key: member for member in super().list_members(kind)}
        always = _ALWAYS.get(kind, set())
        return [members[key]._replace(always=key in always) for key in _ORDER.get(kind, members)]

    def _encode_point_system(self, system: PointSystem) -> Object:
        """Return the basic values, and the others where they do not follow from them."""
        basic = {name: getattr(system, name) for name in _BASIC_POINTS}
        follows = PointSystem.from_tenths(**basic) if system.pab <= system.win else system
        names = (field.name for field in fields(PointSystem))
        return {
            name: self.encode_points(getattr(system, name))
            for name in names
            if name in basic or getattr(system, name) != getattr(follows, name)
        }


_CODEC = _FileCodec()


def encode(value: Any) -> Any:
    """Return a part of a tournament, such as a player or a round, as it is written."""
    return _CODEC.encode(value)


def _format_in_lines(value: Any, depth: int = 0) -> str:
    """Return JSON with a line for each innermost object, so that two versions can be compared line by line."""
    if isinstance(value, dict) and (depth == 0 or any(map(_has_nested_objects, value.values()))):
        parts = [f"{_encoded(key)}: {_format_in_lines(entry, depth + 1)}" for key, entry in value.items()]
        return "{" + f",\n{' ' * (depth + 1)}".join(parts) + "}"
    if isinstance(value, list) and _has_nested_objects(value):
        indent = "\n" + " " * (depth + 1)
        lines = (
            _format_flat_objects(value)
            if all(map(_is_flat, value))
            else [_format_in_lines(entry, depth + 1) for entry in value]
        )
        return "[" + indent + f",{indent}".join(lines) + "]"
    return _encoded(value)


def _format_flat_objects(objects: list[Object]) -> list[str]:
    """Return the text of each flat object: all are encoded at once and split where one ends and the next begins.

    The line end that stands between two things here cannot stand in a text: JSON writes it otherwise.
    """
    parts = _encoded_in_lines(objects)[2:-2].replace("}\n{", "\r").replace("\n", ", ").split("\r")
    return [f"{{{part}}}" for part in parts]


_encoded = json.JSONEncoder(ensure_ascii=False).encode
_encoded_in_lines = json.JSONEncoder(ensure_ascii=False, separators=("\n", ": ")).encode


def _is_flat(value: Any) -> bool:
    """Return whether a value is an object of simple values and lists of them."""
    return isinstance(value, dict) and (
        _SIMPLE.issuperset(map(type, value.values()))
        or all(
            type(entry) in _SIMPLE or (isinstance(entry, list) and _SIMPLE.issuperset(map(type, entry)))
            for entry in value.values()
        )
    )


_SIMPLE = frozenset({str, int, float, bool, type(None)})


def _has_nested_objects(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(entry, dict) for entry in value)
