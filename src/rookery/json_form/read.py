"""From text to a tournament, with every problem that was found."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial

from rookery.errors import FormatError, Problem, RuleError, Severity
from rookery.json_form.form import BYES, SPELT, VERSION, Object, Path
from rookery.json_form.places import located
from rookery.json_form.reader import Notes, Reader
from rookery.json_form.values import as_bye, as_colour, as_planned, as_rating, as_result, decimal, whole
from rookery.model import (
    CLASSIC,
    MATCH_POINTS,
    AbnormalPoints,
    Bye,
    ByeKind,
    Event,
    Expulsion,
    FixedSeat,
    Forbidden,
    Game,
    Match,
    NationalRecord,
    Player,
    PointSystem,
    Remark,
    ReportedResult,
    RequestedBye,
    Round,
    Team,
    Tournament,
    VirtualPoints,
    Withdrawal,
)
from rookery.model.announcements import must_all_be_kept
from rookery.model.limits import MOST_CELLS, MOST_ROUNDS
from rookery.model.unchecked import undisturbed
from rookery.reading import Reading
from rookery.regulations import scheme
from rookery.typed import TYPE_CHECKING, Any, TypeVar, cast
from rookery.values import MISSING, fields
from rookery.wording import spoken

if TYPE_CHECKING:
    from rookery.model.ratings import Rating, RatingKind

T = TypeVar("T")
Numbered = TypeVar("Numbered", Player, Team)


def loads(text: str) -> Reading:
    """The tournament in the text, with every problem found; raises FormatError when it is no tournament in JSON form.

    >>> reading = loads('{"rookery": 1, "players": [{"id": 1, "name": "Byng, Ada", "rating": "high"}]}')
    >>> print(reading.problems[0])
    line 1, columns 69-74: error: a whole number is expected here: read '"high"', used nothing [value]
    """
    with undisturbed():
        return reading_of(parsed(text), text)


def parsed(text: str, what: str = spoken("a tournament in JSON")) -> Any:
    """What is written in JSON, its numbers as the form reads them; raises FormatError when it is not JSON."""
    try:
        return json.loads(text, parse_float=decimal, parse_int=whole, parse_constant=_refused, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        place = (error.lineno, (error.colno, error.colno))
        why = f"{error.msg[:1].lower()}{error.msg[1:]}"
        raise no_json(spoken("this is not JSON: %(why)s", why=why), *place) from None
    except ValueError as error:
        raise no_json(spoken("this is not %(what)s: %(why)s", what=what, why=error.args[0])) from None
    except RecursionError:
        raise no_json(spoken("this is not %(what)s: it is nested too deeply", what=what)) from None


def reading_of(top: Any, text: str, within: Path = ()) -> Reading:
    """The tournament in what was parsed of a text; `within` leads to it, where the text has more than a tournament."""
    notes = Notes()
    try:
        tournament = tournament_of(_of_a_version(top), notes)
        return Reading(tournament, (*located(text, notes.found, within), *notes.rest()), None)
    except RecursionError:
        what = spoken("a tournament in JSON")
        raise no_json(spoken("this is not %(what)s: it is nested too deeply", what=what)) from None


def _of_a_version(top: Any) -> Object:
    """The object, of a version we know."""
    version = top.get("rookery") if isinstance(top, dict) else None
    if type(version) is not int:
        raise no_json(spoken('this JSON is not a tournament of Rookery: it must begin with {"rookery": 1, ...'))
    if not 1 <= version <= VERSION:
        raise no_json(spoken("this is version %(version)s of the JSON form; this Rookery reads it up to %(newest)s",
                             version=version, newest=VERSION))  # fmt: skip
    return dict(top)


def _refused(constant: str) -> None:
    raise ValueError(spoken("%(text)s is no number", text=constant))


def _once(pairs: list[tuple[str, Any]]) -> Object:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise ValueError(spoken('"%(key)s" stands twice in one object', key=twice))
    return made


def no_json(text: str, line: int = 0, columns: tuple[int, int] = (0, 0)) -> FormatError:
    """The refusal of a text as a whole."""
    return FormatError([Problem(Severity.ERROR, "json", line, columns, "", text)])


# -- objects -----------------------------------------------------------------------------------------------------------


_COLOUR = spoken('"white" or "black" is expected here')
_PLANNED = spoken("a number of rounds from 1 to %(most)s is expected here", most=MOST_ROUNDS)
_RATING = spoken("a rating is expected here, such as 1400")


def tournament_of(top: Object, notes: Notes) -> Tournament:
    reader = Reader(top, (), notes)
    reader.left.pop("rookery")
    players = _by_id(reader, "players", _read_player)
    teams = _by_id(reader, "teams", lambda r: _naming(team := _read_team(r), team.players, players))
    team_event, system = reader.flag("team_event"), reader.text("system")
    known: Collection[int] = teams if team_event else players
    match = _read_match if team_event else partial(_read_own_match, two_games=scheme(system).two_game_matches)
    tournament = Tournament(
        event=Reader(reader.left.pop("event", None) or {}, ("event",), notes).made(_flat(Event)) or Event(),
        players=tuple(sorted(players.values(), key=lambda one: one.id)),
        teams=tuple(sorted(teams.values(), key=lambda one: one.id)),
        team_event=team_event,
        rounds=tuple(_read_rounds(reader, players, known, match)),
        planned=reader.take("planned", as_planned, _PLANNED, None),
        system=system,
        points=_read_points(reader, "points", CLASSIC),
        match_points=_read_points(reader, "match_points", MATCH_POINTS),
        team_bye_points=reader.points("team_bye_points"),
        ranking=reader.texts("ranking"),
        initial_colour=reader.take("initial_colour", as_colour, _COLOUR, None),
        by_rank=reader.flag("by_rank"),
        unrated=reader.take("unrated", as_rating, _RATING, None),
        ratings_by_round=reader.flag("ratings_by_round"),
        board_colours=reader.text("board_colours"),
        requested=tuple(reader.each("requested", lambda r: _naming(one := _read_request(r), (one.player,), known))),
        forbidden=tuple(reader.each("forbidden", lambda r: _naming(one := _read_forbidden(r), one.players, known))),
        acceleration=tuple(reader.each("acceleration", _read_virtual)),
        abnormal=tuple(reader.each("abnormal", lambda r: _naming(one := _read_abnormal(r), one.players, known))),
        remarks=tuple(reader.each("remarks", _flat(Remark))),
        reported=tuple(reader.each("reported", lambda r: _naming(n := _read_reported(r), (n.white, n.black), players))),
        expelled=tuple(reader.each("expelled", lambda r: _naming(one := _read_expulsion(r), (one.player,), known))),
        withdrawn=tuple(reader.each("withdrawn", lambda r: _naming(one := _read_withdrawal(r), (one.player,), known))),
        fixed_seats=tuple(_read_seats(reader, known)),
    )
    reader.finish()
    return tournament


def _by_id(reader: Reader, key: str, read: Callable[[Reader], Numbered]) -> dict[int, Numbered]:
    """The players, or teams, by number; a number can be had once."""
    found: dict[int, Numbered] = {}

    def once(inner: Reader) -> Numbered:
        made = read(inner)
        if made.id in found:
            raise RuleError(spoken("number %(number)s is taken already", number=made.id), who=(made.id,))
        found[made.id] = made
        return made

    for _ in reader.each(key, once):
        pass
    return found


def _naming(made: T, ids: Iterable[int], known: Collection[int]) -> T:
    """The same, when everybody it names takes part."""
    for one in ids:
        if one not in known:
            raise RuleError(spoken("there is no %(one)s in this tournament", one=one), who=(one,))
    return made


def _seated(made: T, who: tuple[int, ...], known: Collection[int], busy: set[int]) -> T:
    """The same, when everybody it names takes part and has nothing else to do in the round."""
    _naming(made, who, known)
    for one in busy.intersection(who):
        raise RuleError(spoken("%(one)s already has a game or a bye in this round", one=one), who=(one,))
    busy.update(who)
    return made


def _flat(kind: type[T], *needed: str) -> Callable[[Reader], T]:
    """How to read a value of simple fields: each by its name, as FIELDS says; what is not given keeps its default."""
    keys = {
        each.name: (SPELT.get((kind, each.name), each.name), each.default is MISSING)
        for each in fields(kind)
        if each.name not in needed
    }

    def read(reader: Reader) -> T:
        given: Object = {name: reader.number(name) for name in needed}
        for name, (key, always) in keys.items():
            value = FIELDS.get(key, Reader.text)(reader, key) if always or key in reader.left else None
            if value is not None:
                given[name] = value
        return kind(**given)

    return read


FIELDS: dict[str, Callable[[Reader, str], Any]] = {
    **dict.fromkeys(("rating", "fide_id", "rank", "strength", "round", "first", "last"), Reader.whole),
    **dict.fromkeys(("points", "match_points", "game_points"), Reader.points),
    **dict.fromkeys(("start", "end", "birth"), Reader.date),
    "players": Reader.ids,
    "deputies": Reader.texts,
    "round_dates": Reader.dates,
    "national": lambda reader, key: tuple(reader.each(key, _flat(NationalRecord))),
    "ratings": lambda reader, key: tuple(reader.each(key, _read_rating)),
}
"""The fields that are not text."""

_read_player = _flat(Player, "id")
_read_team = _flat(Team, "id")
_read_forbidden = _flat(Forbidden)
_read_virtual = _flat(VirtualPoints, "first", "last", "first_round", "last_round")
_read_abnormal = _flat(AbnormalPoints)
_read_expulsion = _flat(Expulsion, "player", "round")
_read_withdrawal = _flat(Withdrawal, "player", "round")


def _read_seats(reader: Reader, known: Collection[int]) -> list[FixedSeat]:
    """The seats that can all be kept: one that cannot beside those before it is a problem where it stands."""
    found: list[FixedSeat] = []

    def one_more(inner: Reader) -> FixedSeat:
        seat = _read_seat(inner)
        must_all_be_kept([*found, _naming(seat, (seat.player,), known)])
        found.append(seat)
        return seat

    return list(reader.each("fixed_seats", one_more))


def _read_seat(reader: Reader) -> FixedSeat:
    colour = reader.take("colour", as_colour, _COLOUR, None)
    first = reader.whole("first_round")
    return FixedSeat(reader.number("player"), reader.whole("board"), colour, 1 if first is None else first)


def _read_rating(reader: Reader) -> Rating:
    from rookery.model.ratings import Rating

    return Rating(
        reader.number("value"),
        cast("RatingKind", reader.text("kind") or "official"),
        reader.text("list"),
        reader.text("month"),
        reader.flag("by_hand"),
        reader.needed("from_round", reader.whole) if "from_round" in reader.left else 1,
        reader.text("federation"),
        reader.whole("k"),
    )


def _read_points(reader: Reader, key: str, default: PointSystem) -> PointSystem:
    value = reader.left.pop(key, None)
    return default if value is None else Reader(value, (key,), reader.notes).made(_read_point_system) or default


def _read_point_system(reader: Reader) -> PointSystem:
    given = {each.name: reader.points(each.name) for each in fields(PointSystem)}
    return PointSystem(**{name: value for name, value in given.items() if value is not None})


ReadMatch = Callable[[Reader, Collection[int]], Match]


def _read_rounds(reader: Reader, players: Collection[int], known: Collection[int], match: ReadMatch) -> Iterator[Round]:
    most = min(MOST_ROUNDS, MOST_CELLS // max(1, len(players)))
    for index, value in enumerate(reader.list("rounds")):
        if index == most:
            said = spoken("there are at most %(most)s rounds of %(number)s players: the others are left out" if
                          most < MOST_ROUNDS else "there are at most %(most)s rounds: the others are left out",
                          most=most, number=len(players))  # fmt: skip
            reader.notes.add(("rounds", index), "impossible", said)
            return
        inner = Reader(value, ("rounds", index), reader.notes)
        yield inner.made(lambda one: _read_round(one, players, known, match)) or Round()


def _read_round(reader: Reader, players: Collection[int], known: Collection[int], match: ReadMatch) -> Round:
    busy: set[int] = set()
    taken: set[int] = set()
    return Round(
        games=tuple(reader.each("games", lambda r: _seated(g := _read_game(r), (g.white, g.black), known, busy))),
        matches=tuple(
            reader.each("matches", lambda r: _seated(m := match(r, players), (m.white, m.black), known, busy))
        ),
        byes=tuple(reader.each("byes", lambda r: _seated(b := _read_bye(r), (b.player,), known, busy))),
        player_byes=tuple(
            reader.each("player_byes", lambda r: _seated(b := _read_bye(r), (b.player,), players, taken))
        ),
        published=reader.flag("published"),
    )


def _read_game(reader: Reader) -> Game:
    white, black = reader.number("white"), reader.number("black")
    return Game(white, black, reader.result("result"), reader.flag("coloured", True))


def _read_reported(reader: Reader) -> ReportedResult:
    result = reader.needed("result", lambda key: reader.take(key, as_result, "a result is expected here", None))
    return ReportedResult(reader.number("round"), reader.number("white"), reader.number("black"), result)


def _read_match(reader: Reader, players: Collection[int]) -> Match:
    white, black = reader.number("white"), reader.number("black")
    games = tuple(reader.each("games", lambda r: _naming(g := _read_game(r), (g.white, g.black), players)))
    forfeit = reader.take("forfeit", as_result, 'a forfeit is expected here: "+/-", "-/+" or "-/-"', None)
    return Match(white, black, games, forfeit)


def _read_own_match(reader: Reader, players: Collection[int], two_games: bool) -> Match:
    """A match of two players, which is theirs alone."""
    found = _read_match(reader, players)
    found.must_be_individual(two_games)
    return found


def _read_bye(reader: Reader) -> Bye:
    return Bye(reader.number("player"), _read_kind(reader))


def _read_kind(reader: Reader) -> ByeKind:
    expected = f"a kind of bye is expected here: {', '.join(BYES)}"
    return reader.needed("kind", lambda key: reader.take(key, as_bye, expected, None))


def _read_request(reader: Reader) -> RequestedBye:
    return RequestedBye(reader.number("round"), reader.number("player"), _read_kind(reader))
