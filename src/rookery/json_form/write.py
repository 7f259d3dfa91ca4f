"""From a tournament to text: one line per player, team, game and bye."""

from __future__ import annotations

import json
from functools import cache

from rookery.json_form.form import BYES, SPELT, VERSION, Object
from rookery.model import (
    CLASSIC,
    MATCH_POINTS,
    Bye,
    Date,
    FixedSeat,
    Game,
    Match,
    Player,
    Points,
    PointSystem,
    Round,
    Tournament,
)
from rookery.typed import Any
from rookery.values import fields

_BYE_NAMES = {kind: name for name, kind in BYES.items()}
_ALWAYS = {"id", "name", "rating", "federation", "title"}
_BASIC_POINTS = ("win", "draw", "loss", "absence")


def dumps(tournament: Tournament) -> str:
    """The tournament as text: one line per player, team, game and bye; what has its ordinary value is left out.

    >>> print(dumps(Tournament(players=(Player(1, "Byng, Ada", 2105, "ENG", "WFM"),), planned=5)), end="")
    {"rookery": 1,
     "planned": 5,
     "players": [
      {"id": 1, "name": "Byng, Ada", "rating": 2105, "federation": "ENG", "title": "WFM"}]}
    """
    return _laid_out(as_object(tournament)) + "\n"


def as_object(tournament: Tournament) -> Object:
    """The tournament as the object that is written."""
    return {"rookery": VERSION, **_tournament(tournament)}


def _tournament(t: Tournament) -> Object:
    return _given(
        event=flat_object(t.event),
        system=t.system,
        planned=t.planned,
        points={} if t.points == CLASSIC else _points(t.points),
        match_points={} if t.match_points == MATCH_POINTS else _points(t.match_points),
        team_bye_points=_number(t.team_bye_points),
        ranking=list(t.ranking),
        initial_colour=None if t.initial_colour is None else t.initial_colour.name.lower(),
        by_rank=t.by_rank,
        unrated=t.unrated,
        ratings_by_round=t.ratings_by_round,
        board_colours=t.board_colours,
        players=[_player(player) for player in t.players],
        team_event=t.team_event,
        teams=[flat_object(team, "match_points", "game_points") for team in t.teams],
        rounds=[round_object(round) for round in t.rounds],
        requested=[{"round": b.round, "player": b.player, "kind": _BYE_NAMES[b.kind]} for b in t.requested],
        forbidden=[flat_object(one) for one in t.forbidden],
        acceleration=[flat_object(one, "points", "match_points") for one in t.acceleration],
        abnormal=[flat_object(one, "points", "match_points") for one in t.abnormal],
        remarks=[flat_object(one) for one in t.remarks],
        reported=[{"round": r.round, "white": r.white, "black": r.black, "result": str(r.result)} for r in t.reported],
        expelled=[flat_object(one) for one in t.expelled],
        withdrawn=[flat_object(one) for one in t.withdrawn],
        fixed_seats=[_seat(one) for one in t.fixed_seats],
    )


def _seat(seat: FixedSeat) -> Object:
    colour = None if seat.colour is None else seat.colour.name.lower()
    return _given(player=seat.player, board=seat.board, colour=colour, first_round=seat.first_round)


def _given(**values: Any) -> Object:
    """Those that say something: a nought does, and nothing else that is empty or false."""
    return {key: value for key, value in values.items() if value or (value == 0 and value is not False)}


def _number(tenths: Points | None) -> int | float | None:
    return None if tenths is None else tenths / 10 if tenths % 10 else tenths // 10


def flat_object(value: Any, *points: str) -> Object:
    """The fields of a flat value that say something; the names in `points` hold tenths."""
    made = {}
    for name, key in _keys(type(value)):  # type: ignore[arg-type]  # mypy: no Hashable
        found = getattr(value, name)
        if not found and found != 0:
            continue
        if name in points:
            found = _number(found)
        elif isinstance(found, Date):
            found = str(found)
        elif isinstance(found, tuple):
            found = [str(one) if isinstance(one, Date) else one for one in found]
        made[key] = found
    return _given(**made)


@cache
def _keys(kind: type) -> list[tuple[str, str]]:
    """The fields of such a value, each with its key."""
    return [(each.name, SPELT.get((kind, each.name), each.name)) for each in fields(kind)]


def _player(player: Player) -> Object:
    made = flat_object(player, "points")
    if player.national:
        made["national"] = [flat_object(record) for record in player.national]
    if player.ratings:
        made["ratings"] = [flat_object(rating) for rating in player.ratings]
    names = (each.name for each in fields(Player))
    return {name: made.get(name, getattr(player, name)) for name in names if name in made or name in _ALWAYS}


def _points(system: PointSystem) -> Object:
    basic = {name: getattr(system, name) for name in _BASIC_POINTS}
    follows = PointSystem(**basic) if system.pab <= system.win else system
    names = (each.name for each in fields(PointSystem))
    return {
        name: _number(getattr(system, name))
        for name in names
        if name in basic or getattr(system, name) != getattr(follows, name)
    }


def round_object(round: Round) -> Object:
    """A round as the object that is written."""
    return _given(
        games=[_game(game) for game in round.games],
        matches=[_match(match) for match in round.matches],
        byes=[_bye(bye) for bye in round.byes],
        player_byes=[_bye(bye) for bye in round.player_byes],
        published=round.published,
    )


def _game(game: Game) -> Object:
    colours = {} if game.coloured else {"coloured": False}
    return {"white": game.white, "black": game.black, "result": str(game.result), **colours}


def _match(match: Match) -> Object:
    forfeit = {} if match.forfeit is None else {"forfeit": str(match.forfeit)}
    return {"white": match.white, "black": match.black, **forfeit, "games": [_game(game) for game in match.games]}


def _bye(bye: Bye) -> Object:
    return {"player": bye.player, "kind": _BYE_NAMES[bye.kind]}


def _laid_out(value: Any, depth: int = 0) -> str:
    """JSON with a line for each innermost object, so that two versions compare line by line."""
    if isinstance(value, dict) and (depth == 0 or any(map(_nested, value.values()))):
        parts = [f"{_encoded(key)}: {_laid_out(one, depth + 1)}" for key, one in value.items()]
        return "{" + f",\n{' ' * (depth + 1)}".join(parts) + "}"
    if isinstance(value, list) and _nested(value):
        indent = "\n" + " " * (depth + 1)
        lines = _lines(value) if all(map(_flat, value)) else [_laid_out(one, depth + 1) for one in value]
        return "[" + indent + f",{indent}".join(lines) + "]"
    return _encoded(value)


def _lines(objects: list[Object]) -> list[str]:
    """Flat objects, each as its text: all are written at once, and parted where one closes and the next one opens.

    The line end that stands between two things here cannot stand in a text: JSON writes it otherwise.
    """
    parts = _encoded_in_lines(objects)[2:-2].replace("}\n{", "\r").replace("\n", ", ").split("\r")
    return [f"{{{part}}}" for part in parts]


_encoded = json.JSONEncoder(ensure_ascii=False).encode
_encoded_in_lines = json.JSONEncoder(ensure_ascii=False, separators=("\n", ": ")).encode


def _flat(value: Any) -> bool:
    """Whether it is an object of simple things, and of lists of them."""
    return isinstance(value, dict) and (
        _SIMPLE.issuperset(map(type, value.values()))
        or all(
            type(one) in _SIMPLE or (isinstance(one, list) and _SIMPLE.issuperset(map(type, one)))
            for one in value.values()
        )
    )


_SIMPLE = frozenset({str, int, float, bool, type(None)})


def _nested(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(one, dict) for one in value)
