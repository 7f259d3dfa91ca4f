"""Writing of a tournament as JSON: one line per player, team, game and bye."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from rookery._record import fields
from rookery.json_format.spelling import BYES, VERSION, Object
from rookery.model import (
    CLASSIC,
    MATCH_POINTS,
    Bye,
    FixedSeat,
    Game,
    Match,
    PartialDate,
    Player,
    Points,
    PointSystem,
    Round,
    Tournament,
)

_BYE_NAMES = {kind: name for name, kind in BYES.items()}
_ALWAYS = {"id", "name", "rating", "federation", "title"}
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
    return {"rookery": VERSION, **_tournament_data(tournament)}


def _tournament_data(t: Tournament) -> Object:
    return _without_empty(
        event=flat_object(t.info),
        system=t.system,
        planned=t.planned_rounds,
        points={} if t.points == CLASSIC else _points(t.points),
        match_points={} if t.match_points == MATCH_POINTS else _points(t.match_points),
        team_bye_points=_number(t.team_bye_points),
        ranking=list(t.tiebreaks),
        initial_colour=None if t.initial_colour is None else t.initial_colour.name.lower(),
        by_rank=t.by_rank,
        unrated=t.unrated,
        ratings_by_round=t.ratings_by_round,
        board_colours=t.board_colours,
        players=[_player(player) for player in t.players],
        team_event=t.team_event,
        teams=[flat_object(team, "match_points", "game_points") for team in t.teams],
        rounds=[round_object(round) for round in t.rounds],
        requested=[{"round": b.round, "player": b.player, "kind": _BYE_NAMES[b.kind]} for b in t.requested_byes],
        forbidden=[flat_object(record) for record in t.forbidden_pairs],
        acceleration=[flat_object(record, "points", "match_points") for record in t.acceleration],
        abnormal=[flat_object(record, "points", "match_points") for record in t.point_adjustments],
        remarks=[flat_object(record) for record in t.remarks],
        reported=[
            {"round": r.round, "white": r.white, "black": r.black, "result": str(r.result)} for r in t.reported_results
        ],
        expelled=[flat_object(record) for record in t.expelled],
        withdrawn=[flat_object(record) for record in t.withdrawn],
        fixed_seats=[_seat(record) for record in t.fixed_seats],
    )


def _seat(seat: FixedSeat) -> Object:
    colour = None if seat.colour is None else seat.colour.name.lower()
    return _without_empty(player=seat.player, board=seat.board, colour=colour, first_round=seat.first_round)


def _without_empty(**values: Any) -> Object:
    """Return the values that are not empty or false; zero is kept."""
    return {key: value for key, value in values.items() if value or (value == 0 and value is not False)}


def _number(tenths: Points | None) -> int | float | None:
    return None if tenths is None else tenths / 10 if tenths % 10 else tenths // 10


def flat_object(value: Any, *points: str) -> Object:
    """Return the fields of a flat value that are not empty; the fields in `points` hold tenths."""
    data = {}
    for name, key in _keys(type(value)):  # type: ignore[arg-type]  # mypy: no Hashable
        value_of_field = getattr(value, name)
        if not value_of_field and value_of_field != 0:
            continue
        if name in points:
            value_of_field = _number(value_of_field)
        elif isinstance(value_of_field, PartialDate):
            value_of_field = str(value_of_field)
        elif isinstance(value_of_field, tuple):
            value_of_field = [str(entry) if isinstance(entry, PartialDate) else entry for entry in value_of_field]
        data[key] = value_of_field
    return _without_empty(**data)


@cache
def _keys(kind: type) -> list[tuple[str, str]]:
    """Return the fields of a class, each with its key."""
    return [(field.name, field.json_key) for field in fields(kind)]


def _player(player: Player) -> Object:
    data = flat_object(player, "points")
    if player.national:
        data["national"] = [flat_object(record) for record in player.national]
    if player.ratings:
        data["ratings"] = [flat_object(rating) for rating in player.ratings]
    keys = _keys(Player)
    return {key: data.get(key, getattr(player, name)) for name, key in keys if key in data or key in _ALWAYS}


def _points(system: PointSystem) -> Object:
    basic = {name: getattr(system, name) for name in _BASIC_POINTS}
    follows = PointSystem.from_tenths(**basic) if system.pab <= system.win else system
    names = (field.name for field in fields(PointSystem))
    return {
        name: _number(getattr(system, name))
        for name in names
        if name in basic or getattr(system, name) != getattr(follows, name)
    }


def round_object(round: Round) -> Object:
    """Return a round as the object that is written."""
    return _without_empty(
        games=[_game(game) for game in round.games],
        matches=[_match(match) for match in round.matches],
        byes=[_bye(bye) for bye in round.byes],
        player_byes=[_bye(bye) for bye in round.player_byes],
        published=round.published,
        board_numbers=list(round.board_numbers),
    )


def _game(game: Game) -> Object:
    colours = {} if game.coloured else {"coloured": False}
    return {"white": game.white, "black": game.black, "result": str(game.result), **colours}


def _match(match: Match) -> Object:
    forfeit = {} if match.forfeit is None else {"forfeit": str(match.forfeit)}
    games = [_game(game) for game in match.games]
    vacant = [{"board": board.board, "player": board.player} for board in match.vacant]
    vacant_boards = {"vacant": vacant} if vacant else {}
    return {"white": match.white, "black": match.black, **forfeit, "games": games, **vacant_boards}


def _bye(bye: Bye) -> Object:
    return {"player": bye.player, "kind": _BYE_NAMES[bye.kind]}


def _format_in_lines(value: Any, depth: int = 0) -> str:
    """Return JSON with a line for each innermost object, so that two versions can be compared line by line."""
    if isinstance(value, dict) and (depth == 0 or any(map(_nested, value.values()))):
        parts = [f"{_encoded(key)}: {_format_in_lines(entry, depth + 1)}" for key, entry in value.items()]
        return "{" + f",\n{' ' * (depth + 1)}".join(parts) + "}"
    if isinstance(value, list) and _nested(value):
        indent = "\n" + " " * (depth + 1)
        lines = _lines(value) if all(map(_flat, value)) else [_format_in_lines(entry, depth + 1) for entry in value]
        return "[" + indent + f",{indent}".join(lines) + "]"
    return _encoded(value)


def _lines(objects: list[Object]) -> list[str]:
    """Return the text of each flat object: all are encoded at once and split where one ends and the next begins.

    The line end that stands between two things here cannot stand in a text: JSON writes it otherwise.
    """
    parts = _encoded_in_lines(objects)[2:-2].replace("}\n{", "\r").replace("\n", ", ").split("\r")
    return [f"{{{part}}}" for part in parts]


_encoded = json.JSONEncoder(ensure_ascii=False).encode
_encoded_in_lines = json.JSONEncoder(ensure_ascii=False, separators=("\n", ": ")).encode


def _flat(value: Any) -> bool:
    """Return whether a value is an object of simple values and lists of them."""
    return isinstance(value, dict) and (
        _SIMPLE.issuperset(map(type, value.values()))
        or all(
            type(entry) in _SIMPLE or (isinstance(entry, list) and _SIMPLE.issuperset(map(type, entry)))
            for entry in value.values()
        )
    )


_SIMPLE = frozenset({str, int, float, bool, type(None)})


def _nested(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(entry, dict) for entry in value)
