"""The JSON form of a tournament: documented in docs/json.md, versioned, both ways, without a limit of size.

`dumps` writes it, `loads` reads it. What `loads` cannot take as it stands becomes a problem with its path in `field`
("players[3].rating") and the line and columns of that value; only a text that is no tournament at all raises.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from decimal import Decimal
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, TypeVar

from rookery.errors import FormatError, Problem, RuleError, Severity
from rookery.model import (
    CLASSIC,
    MATCH_POINTS,
    AbnormalPoints,
    Bye,
    ByeKind,
    Colour,
    Date,
    Event,
    Forbidden,
    Game,
    Match,
    NationalRecord,
    Player,
    Points,
    PointSystem,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
    VirtualPoints,
)
from rookery.trf.read import Reading

VERSION = 1
"""The version of the form that is written; every version up to it is read."""

BYES = {
    "pairing-allocated": ByeKind.PAIRING_ALLOCATED,
    "full": ByeKind.FULL,
    "half": ByeKind.HALF,
    "zero": ByeKind.ZERO,
    "not-entered": ByeKind.NOT_ENTERED,
}
"""How the form spells the byes."""

T = TypeVar("T")
U = TypeVar("U")
Numbered = TypeVar("Numbered", Player, Team)
Path = tuple[str | int, ...]
Object = dict[str, Any]

_BYE_NAMES = {kind: name for name, kind in BYES.items()}
_ALWAYS = {"id", "name", "rating", "federation", "title"}
_BASIC_POINTS = ("win", "draw", "loss", "absence")


# -- writing -----------------------------------------------------------------------------------------------------------


def dumps(tournament: Tournament) -> str:
    """The tournament as text: one line per player, team, game and bye; what has its ordinary value is left out.

    >>> print(dumps(Tournament(players=(Player(1, "Byng, Ada", 2105, "ENG", "WFM"),), planned=5)), end="")
    {"rookery": 1,
     "planned": 5,
     "players": [
      {"id": 1, "name": "Byng, Ada", "rating": 2105, "federation": "ENG", "title": "WFM"}]}
    """
    return _laid_out({"rookery": VERSION, **_tournament(tournament)}) + "\n"


def _tournament(t: Tournament) -> Object:
    return _given(
        event=_plain(t.event),
        system=t.system,
        planned=t.planned,
        points={} if t.points == CLASSIC else _points(t.points),
        match_points={} if t.match_points == MATCH_POINTS else _points(t.match_points),
        team_bye_points=_number(t.team_bye_points),
        ranking=list(t.ranking),
        initial_colour=None if t.initial_colour is None else t.initial_colour.name.lower(),
        by_rank=t.by_rank,
        board_colours=t.board_colours,
        players=[_player(player) for player in t.players],
        team_event=t.team_event,
        teams=[_plain(team, "match_points", "game_points") for team in t.teams],
        rounds=[_round(round) for round in t.rounds],
        requested=[{"round": b.round, "player": b.player, "kind": _BYE_NAMES[b.kind]} for b in t.requested],
        forbidden=[_plain(one) for one in t.forbidden],
        acceleration=[_plain(one, "points", "match_points") for one in t.acceleration],
        abnormal=[_plain(one, "points", "match_points") for one in t.abnormal],
    )


def _given(**values: Any) -> Object:
    return {key: value for key, value in values.items() if value not in (None, "", [], {}) and value is not False}


def _number(tenths: Points | None) -> int | float | None:
    return None if tenths is None else tenths / 10 if tenths % 10 else tenths // 10


def _plain(value: Any, *points: str) -> Object:
    """The fields of a flat value that say something; the names in `points` hold tenths."""
    made = {}
    for name in (each.name for each in fields(value)):
        found = getattr(value, name)
        if name in points:
            found = _number(found)
        elif isinstance(found, Date):
            found = str(found)
        elif isinstance(found, tuple):
            found = [str(one) if isinstance(one, Date) else one for one in found]
        made[name] = found
    return _given(**made)


def _player(player: Player) -> Object:
    made = _plain(player, "points")
    if player.national:
        made["national"] = [_plain(record) for record in player.national]
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


def _round(round: Round) -> Object:
    return _given(
        games=[_game(game) for game in round.games],
        matches=[_match(match) for match in round.matches],
        byes=[_bye(bye) for bye in round.byes],
        player_byes=[_bye(bye) for bye in round.player_byes],
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
    if isinstance(value, dict) and (depth == 0 or any(_nested(one) for one in value.values())):
        parts = [f"{json.dumps(key)}: {_laid_out(one, depth + 1)}" for key, one in value.items()]
        return "{" + f",\n{' ' * (depth + 1)}".join(parts) + "}"
    if isinstance(value, list) and _nested(value):
        indent = "\n" + " " * (depth + 1)
        return "[" + indent + f",{indent}".join(_laid_out(one, depth + 1) for one in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _nested(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(one, dict) for one in value)


# -- reading -----------------------------------------------------------------------------------------------------------


def loads(text: str) -> Reading:
    """The tournament in the text, with every problem found; raises FormatError when it is no tournament in JSON form.

    >>> reading = loads('{"rookery": 1, "players": [{"id": 1, "name": "Byng, Ada", "rating": "high"}]}')
    >>> print(reading.problems[0])
    line 1, columns 69-74: error: a whole number is expected here: read '"high"', used nothing [value]
    """
    top = _parsed(text)
    notes = _Notes()
    tournament = _read_tournament(top, notes)
    return Reading(tournament, _located(text, notes.found), None)


def _parsed(text: str) -> Object:
    """The outermost object, of a version we know."""
    try:
        top = json.loads(text, parse_float=Decimal, parse_constant=_refused, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        place = (error.lineno, (error.colno, error.colno))
        raise _no_tournament(f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}", *place) from None
    except (ValueError, ArithmeticError, RecursionError) as error:
        said = str(error) if isinstance(error, ValueError) else "it is too large or nested too deeply"
        raise _no_tournament(f"this is not a tournament in JSON: {said}") from None
    version = top.get("rookery") if isinstance(top, dict) else None
    if type(version) is not int:
        raise _no_tournament('this JSON is not a tournament of Rookery: it must begin with {"rookery": 1, ...')
    if not 1 <= version <= VERSION:
        raise _no_tournament(f"this is version {version} of the JSON form; this Rookery reads it up to {VERSION}")
    return dict(top)


def _refused(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


def _once(pairs: list[tuple[str, Any]]) -> Object:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f'"{twice}" stands twice in one object')
    return made


def _no_tournament(text: str, line: int = 0, columns: tuple[int, int] = (0, 0)) -> FormatError:
    return FormatError([Problem(Severity.ERROR, "json", line, columns, "", text)])


class _Missing(RuleError):
    """An object lacks a value it makes no sense without."""


class _Notes:
    """The problems found so far, by path."""

    def __init__(self) -> None:
        self.found: list[tuple[Path, Severity, str, str, str, str]] = []

    def add(self, path: Path, code: str, text: str, read: Any = "", used: str = "nothing", warn: bool = False) -> None:
        shown = _shown(read) if read != "" else ""
        self.found.append((path, Severity.WARNING if warn else Severity.ERROR, code, text, shown, used))


def _shown(value: Any) -> str:
    text = str(value) if isinstance(value, Decimal) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


class _Reader:
    """One object of the text, read key by key; says at the end which keys nobody asked for."""

    def __init__(self, value: Any, path: Path, notes: _Notes) -> None:
        self.path, self.notes = path, notes
        self.left: Object = dict(value) if isinstance(value, dict) else {}
        if not isinstance(value, dict):
            notes.add(path, "value", "an object {...} is expected here", value)

    def take(self, key: str, read: Callable[[Any], T | None], expected: str, default: U) -> T | U:
        """The value of the key, or the default, with a problem when it is not what is expected."""
        value = self.left.pop(key, None)
        if value is None:
            return default
        try:
            found = read(value)
        except RuleError as error:
            found, expected = None, str(error)
        if found is None:
            used = str(default) if isinstance(default, Result | bool) else "nothing"
            self.notes.add((*self.path, key), "value", expected, value, used)
            return default
        return found

    def text(self, key: str) -> str:
        return self.take(key, _as_text, "a text of one line, in quotes, is expected here", "")

    def whole(self, key: str) -> int | None:
        return self.take(key, _as_whole, "a whole number is expected here", None)

    def points(self, key: str) -> Points | None:
        return self.take(key, _as_points, "points are expected here, in whole tenths (1, 0.5)", None)

    def date(self, key: str) -> Date | None:
        return self.take(key, _as_date, 'a date is expected here: "2026-03-14", "2026-03" or "2026"', None)

    def flag(self, key: str, default: bool = False) -> bool:
        return self.take(key, _as_flag, "true or false is expected here", default)

    def ids(self, key: str) -> tuple[int, ...]:
        return self.take(key, _as_ids, "a list of numbers is expected here: [1, 2]", ())

    def texts(self, key: str) -> tuple[str, ...]:
        return self.take(key, _as_texts, 'a list of texts is expected here: ["one", "two"]', ())

    def dates(self, key: str) -> tuple[Date | None, ...]:
        return self.take(key, _as_dates, "a list of dates (or null) is expected here", ())

    def list(self, key: str) -> list[Any]:
        nothing: list[Any] = []
        return self.take(key, _as_list, "a list [...] is expected here", nothing)

    def number(self, key: str) -> int:
        """A number that must be there."""
        found = self.whole(key)
        if found is None:
            raise _Missing(f'"{key}" is missing here')
        return found

    def each(self, key: str, read: Callable[[_Reader], T]) -> Iterator[T]:
        """What the objects of a list say; one that says nothing possible is left out with a problem."""
        for index, value in enumerate(self.list(key)):
            inner = _Reader(value, (*self.path, key, index), self.notes)
            made = inner.made(read) if isinstance(value, dict) else None
            if made is not None:
                yield made

    def made(self, read: Callable[[_Reader], T]) -> T | None:
        """What this object says, or None with a problem when it says something impossible."""
        whole = dict(self.left)
        try:
            made = read(self)
        except RuleError as error:
            self.notes.add(self.path, "missing" if isinstance(error, _Missing) else "impossible", str(error), whole)
            return None
        self.finish()
        return made

    def finish(self) -> None:
        for key in self.left:
            self.notes.add((*self.path, key), "unknown-key", f'"{key}" has no meaning here', used="", warn=True)


# -- single values; None when it is not one ----------------------------------------------------------------------------


_UNWRITABLE = re.compile("[\r\n\ud800-\udfff]")
"""Line ends, which no other form can hold, and halves of characters, which no file can."""


def _as_text(value: Any) -> str | None:
    return value if isinstance(value, str) and not _UNWRITABLE.search(value) else None


def _as_texts(value: Any) -> tuple[str, ...] | None:
    return tuple(value) if isinstance(value, list) and all(_as_text(one) is not None for one in value) else None


def _as_flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _as_whole(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < 10**12 else None


def _as_planned(value: Any) -> int | None:
    return value if type(value) is int and 1 <= value <= 999 else None


def _as_points(value: Any) -> Points | None:
    if type(value) not in (int, Decimal) or abs(value) > 1_000_000:
        return None
    tenths = value * 10
    return int(tenths) if tenths == int(tenths) else None


def _as_date(value: Any) -> Date | None:
    found = re.fullmatch(r"(\d{1,4})(?:-(\d\d))?(?:-(\d\d))?", value) if isinstance(value, str) else None
    return None if found is None else Date(*(int(part or 0) for part in found.groups()))


def _as_dates(value: Any) -> tuple[Date | None, ...] | None:
    if not isinstance(value, list):
        return None
    made = tuple(None if one is None else _as_date(one) for one in value)
    return made if all(one is None or day is not None for one, day in zip(value, made, strict=True)) else None


def _as_list(value: Any) -> list[Any] | None:
    return value if isinstance(value, list) else None


def _as_ids(value: Any) -> tuple[int, ...] | None:
    return tuple(value) if isinstance(value, list) and all(type(one) is int for one in value) else None


def _as_colour(value: Any) -> Colour | None:
    return {"white": Colour.WHITE, "black": Colour.BLACK}.get(value) if isinstance(value, str) else None


def _as_result(value: Any) -> Result | None:
    return Result.parse(value) if isinstance(value, str) else None


def _as_bye(value: Any) -> ByeKind | None:
    return BYES.get(value) if isinstance(value, str) else None


# -- objects -----------------------------------------------------------------------------------------------------------


def _read_tournament(top: Object, notes: _Notes) -> Tournament:
    reader = _Reader(top, (), notes)
    reader.left.pop("rookery")
    players = _by_id(reader, "players", _read_player)
    teams = _by_id(reader, "teams", lambda r: _naming(team := _read_team(r), team.players, players))
    team_event = reader.flag("team_event")
    known: Collection[int] = teams if team_event else players
    tournament = Tournament(
        event=_Reader(reader.left.pop("event", None) or {}, ("event",), notes).made(_flat(Event)) or Event(),
        players=tuple(sorted(players.values(), key=lambda one: one.id)),
        teams=tuple(sorted(teams.values(), key=lambda one: one.id)),
        team_event=team_event,
        rounds=tuple(_read_rounds(reader, players, known)),
        planned=reader.take("planned", _as_planned, "a number of rounds from 1 to 999 is expected here", None),
        system=reader.text("system"),
        points=_read_points(reader, "points", CLASSIC),
        match_points=_read_points(reader, "match_points", MATCH_POINTS),
        team_bye_points=reader.points("team_bye_points"),
        ranking=reader.texts("ranking"),
        initial_colour=reader.take("initial_colour", _as_colour, '"white" or "black" is expected here', None),
        by_rank=reader.flag("by_rank"),
        board_colours=reader.text("board_colours"),
        requested=tuple(reader.each("requested", lambda r: _naming(one := _read_request(r), (one.player,), known))),
        forbidden=tuple(reader.each("forbidden", lambda r: _naming(one := _read_forbidden(r), one.players, known))),
        acceleration=tuple(reader.each("acceleration", _read_virtual)),
        abnormal=tuple(reader.each("abnormal", lambda r: _naming(one := _read_abnormal(r), one.players, known))),
    )
    reader.finish()
    return tournament


def _by_id(reader: _Reader, key: str, read: Callable[[_Reader], Numbered]) -> dict[int, Numbered]:
    """The players, or teams, by number; a number can be had once."""
    found: dict[int, Numbered] = {}

    def once(inner: _Reader) -> Numbered:
        made = read(inner)
        if made.id in found:
            raise RuleError(f"number {made.id} is taken already", who=(made.id,))
        found[made.id] = made
        return made

    for _ in reader.each(key, once):
        pass
    return found


def _naming(made: T, ids: Iterable[int], known: Collection[int]) -> T:
    """The same, when everybody it names takes part."""
    for one in ids:
        if one not in known:
            raise RuleError(f"there is no {one} in this tournament", who=(one,))
    return made


def _seated(made: T, who: tuple[int, ...], known: Collection[int], busy: set[int]) -> T:
    """The same, when everybody it names takes part and has nothing else to do in the round."""
    _naming(made, who, known)
    for one in busy.intersection(who):
        raise RuleError(f"{one} already has a game or a bye in this round", who=(one,))
    busy.update(who)
    return made


def _flat(kind: type[T], *needed: str) -> Callable[[_Reader], T]:
    """How to read a value of simple fields: each by its name, as FIELDS says; what is not given keeps its default."""
    names = [each.name for each in fields(kind)]  # type: ignore[arg-type]

    def read(reader: _Reader) -> T:
        given: Object = {name: reader.number(name) for name in needed}
        for name in names:
            value = None if name in given else FIELDS.get(name, _Reader.text)(reader, name)
            if value is not None:
                given[name] = value
        return kind(**given)

    return read


FIELDS: dict[str, Callable[[_Reader, str], Any]] = {
    **dict.fromkeys(("rating", "fide_id", "rank", "strength", "round", "first", "last"), _Reader.whole),
    **dict.fromkeys(("points", "match_points", "game_points"), _Reader.points),
    **dict.fromkeys(("start", "end", "birth"), _Reader.date),
    "players": _Reader.ids,
    "deputies": _Reader.texts,
    "round_dates": _Reader.dates,
    "national": lambda reader, key: tuple(reader.each(key, _flat(NationalRecord))),
}
"""The fields that are not text."""

_read_player = _flat(Player, "id")
_read_team = _flat(Team, "id")
_read_forbidden = _flat(Forbidden)
_read_virtual = _flat(VirtualPoints, "first", "last", "first_round", "last_round")
_read_abnormal = _flat(AbnormalPoints)


def _read_points(reader: _Reader, key: str, default: PointSystem) -> PointSystem:
    value = reader.left.pop(key, None)
    return default if value is None else _Reader(value, (key,), reader.notes).made(_read_point_system) or default


def _read_point_system(reader: _Reader) -> PointSystem:
    given = {each.name: reader.points(each.name) for each in fields(PointSystem)}
    return PointSystem(**{name: value for name, value in given.items() if value is not None})


def _read_rounds(reader: _Reader, players: Collection[int], known: Collection[int]) -> Iterator[Round]:
    for index, value in enumerate(reader.list("rounds")):
        inner = _Reader(value, ("rounds", index), reader.notes)
        yield inner.made(lambda one: _read_round(one, players, known)) or Round()


def _read_round(reader: _Reader, players: Collection[int], known: Collection[int]) -> Round:
    busy: set[int] = set()
    taken: set[int] = set()
    return Round(
        games=tuple(reader.each("games", lambda r: _seated(g := _read_game(r), (g.white, g.black), known, busy))),
        matches=tuple(
            reader.each("matches", lambda r: _seated(m := _read_match(r, players), (m.white, m.black), known, busy))
        ),
        byes=tuple(reader.each("byes", lambda r: _seated(b := _read_bye(r), (b.player,), known, busy))),
        player_byes=tuple(
            reader.each("player_byes", lambda r: _seated(b := _read_bye(r), (b.player,), players, taken))
        ),
    )


def _read_game(reader: _Reader) -> Game:
    white, black = reader.number("white"), reader.number("black")
    result = reader.take("result", _as_result, "a result is expected here", Result.PENDING)
    return Game(white, black, result, reader.flag("coloured", True))


def _read_match(reader: _Reader, players: Collection[int]) -> Match:
    white, black = reader.number("white"), reader.number("black")
    games = tuple(reader.each("games", lambda r: _naming(g := _read_game(r), (g.white, g.black), players)))
    forfeit = reader.take("forfeit", _as_result, 'a forfeit is expected here: "+/-", "-/+" or "-/-"', None)
    return Match(white, black, games, forfeit)


def _read_bye(reader: _Reader) -> Bye:
    return Bye(reader.number("player"), _read_kind(reader))


def _read_kind(reader: _Reader) -> ByeKind:
    found = reader.take("kind", _as_bye, f"a kind of bye is expected here: {', '.join(BYES)}", None)
    if found is None:
        raise _Missing('"kind" is missing here')
    return found


def _read_request(reader: _Reader) -> RequestedBye:
    return RequestedBye(reader.number("round"), reader.number("player"), _read_kind(reader))


# -- where in the text a path lies -------------------------------------------------------------------------------------


def _located(text: str, found: list[tuple[Path, Severity, str, str, str, str]]) -> tuple[Problem, ...]:
    """The problems with the line and columns of the value each path leads to."""
    if not found:
        return ()
    wanted: dict[str | int, Any] = {}
    for path, *_ in found:
        node = wanted
        for step in path:
            node = node.setdefault(step, {})
    spans = dict(_spans(text, _blank(text, 0), (), wanted))
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]
    return tuple(
        Problem(severity, code, *_place(starts, spans.get(path), text), _dotted(path), said, read, used)
        for path, severity, code, said, read, used in found
    )


def _spans(text: str, at: int, path: Path, wanted: Mapping[Any, Any]) -> Iterator[tuple[Path, tuple[int, int]]]:
    """Path and span of every wanted value below the one that starts at `at`; the text is known to be JSON."""
    decoder = json.JSONDecoder()
    yield path, (at, decoder.raw_decode(text, at)[1])
    if not wanted:
        return
    keyed, at = text[at] == "{", _blank(text, at + 1)
    index = 0
    while text[at] not in "}]":
        step: str | int = index
        if keyed:
            step, at = scanstring(text, at + 1)
            at = _blank(text, _blank(text, at) + 1)
        if step in wanted:
            yield from _spans(text, at, (*path, step), wanted[step])
        at = _blank(text, decoder.raw_decode(text, at)[1])
        at = _blank(text, at + 1) if text[at] == "," else at
        index += 1


_BLANKS = re.compile(r"[ \t\r\n]*")


def _blank(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found else at


def _place(starts: list[int], span: tuple[int, int] | None, text: str) -> tuple[int, tuple[int, int]]:
    if span is None:
        return 0, (0, 0)
    line = bisect_right(starts, span[0])
    first = span[0] - starts[line - 1]
    inside = re.split(r"[\r\n]", text[span[0] : span[1]], maxsplit=1)[0]
    return line, (first + 1, first + max(len(inside), 1))


def _dotted(path: Path) -> str:
    said = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return said.lstrip(".")
