"""Reading of a tournament from JSON text, with every problem found."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar, cast, get_type_hints

from rookery._record import Field, fields
from rookery.errors import FormatError, Problem, RuleError, Severity
from rookery.json_codec import BYES, Object, is_points_type, shape_of
from rookery.json_format.object_reader import (
    Notes,
    Path,
    Reader,
    as_bye,
    as_colour,
    as_ids,
    as_planned,
    as_rating,
    as_result,
    decimal,
    locate_problems,
    whole,
)
from rookery.json_format.write import VERSION
from rookery.load_result import LoadResult, refusals
from rookery.messages import msg
from rookery.model import (
    CLASSIC,
    MATCH_POINTS,
    Bye,
    ByeKind,
    Expulsion,
    FixedSeat,
    ForbiddenPair,
    Game,
    Match,
    NationalRecord,
    PartialDate,
    Player,
    PointAdjustment,
    PointSystem,
    Remark,
    ReportedResult,
    RequestedBye,
    Round,
    Team,
    Tournament,
    TournamentInfo,
    VacantBoard,
    VirtualPoints,
    Withdrawal,
)
from rookery.model._construct import pause_gc
from rookery.model.players import Rating, RatingKind, Verbatim, verbatim_if_invalid
from rookery.model.requests import check_seats
from rookery.model.tournament import find_tiebreak_errors
from rookery.model.validation import MOST_CELLS, MOST_ROUNDS
from rookery.regulations import parse_type_code

T = TypeVar("T")
Numbered = TypeVar("Numbered", Player, Team)
FieldReader = Callable[[Reader, str], Any]


def loads(text: str) -> LoadResult:
    """Return the tournament in a JSON text, with every problem found; raise FormatError if there is none.

    >>> reading = loads('{"rookery": 1, "players": [{"id": 1, "name": "Byng, Ada", "rating": "high"}]}')
    >>> print(reading.problems[0])
    line 1, columns 69-74: error: a whole number is expected here: read '"high"', used nothing [value]
    """
    with pause_gc():
        return read_tournament(parse_json(text), text)


def tournament_from_dict(data: Mapping[str, Any]) -> Tournament:
    """Return the tournament in data of the JSON form; raise FormatError with every problem where a value is wrong."""
    if not isinstance(data, Mapping):
        raise TypeError(f"a tournament is made of a dictionary, not of a {type(data).__name__}")
    result = loads(json.dumps(data))
    if errors := refusals(result.problems):
        raise FormatError(errors)
    return result.tournament


def parse_json(text: str, subject: str = msg("a tournament in JSON")) -> Any:
    """Return the JSON data of a text, with numbers as the format reads them; raise FormatError if it is not JSON."""
    try:
        return json.loads(
            text,
            parse_float=decimal,
            parse_int=whole,
            parse_constant=_reject_constant,
            object_pairs_hook=_reject_duplicates,
        )
    except json.JSONDecodeError as error:
        place = (error.lineno, (error.colno, error.colno))
        reason = f"{error.msg[:1].lower()}{error.msg[1:]}"
        raise not_json_error(msg("this is not JSON: %(why)s", why=reason), *place) from None
    except ValueError as error:
        raise not_json_error(msg("this is not %(what)s: %(why)s", what=subject, why=error.args[0])) from None
    except RecursionError:
        raise not_json_error(msg("this is not %(what)s: it is nested too deeply", what=subject)) from None


def read_tournament(top: Any, text: str, within: Path = ()) -> LoadResult:
    """Return the tournament in parsed data; `within` is the path to it if the text has more than a tournament."""
    notes = Notes()
    try:
        tournament = build_tournament(_check_version(top), notes)
        return LoadResult(tournament, (*locate_problems(text, notes.found, within), *notes.rest()), None)
    except RecursionError:
        subject = msg("a tournament in JSON")
        raise not_json_error(msg("this is not %(what)s: it is nested too deeply", what=subject)) from None


def _check_version(top: Any) -> Object:
    """Return the object after checking its version."""
    version = top.get("rookery") if isinstance(top, dict) else None
    if type(version) is not int:
        raise not_json_error(msg('this JSON is not a tournament of Rookery: it must begin with {"rookery": 1, ...'))
    if not 1 <= version <= VERSION:
        raise not_json_error(msg("this is version %(version)s of the JSON form; this Rookery reads it up to %(newest)s",
                             version=version, newest=VERSION))  # fmt: skip
    return dict(top)


def _reject_constant(constant: str) -> None:
    raise ValueError(msg("%(text)s is no number", text=constant))


def _reject_duplicates(pairs: list[tuple[str, Any]]) -> Object:
    data = dict(pairs)
    if len(data) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise ValueError(msg('"%(key)s" stands twice in one object', key=twice))
    return data


def not_json_error(text: str, line: int = 0, columns: tuple[int, int] = (0, 0)) -> FormatError:
    """Return the error for a text that is refused as a whole."""
    return FormatError([Problem(Severity.ERROR, "json", line, columns, "", text)])


# -- objects -----------------------------------------------------------------------------------------------------------


_COLOUR = msg('"white" or "black" is expected here')
_PLANNED = msg("a number of rounds from 1 to %(most)s is expected here", most=MOST_ROUNDS)
_RATING = msg("a rating is expected here, such as 1400")


def build_tournament(top: Object, notes: Notes) -> Tournament:
    """Return the tournament in the outermost object, and note its problems."""
    reader = Reader(top, (), notes)
    reader.left.pop("rookery")
    players = _read_by_id(reader, "players", _read_player)
    teams = _read_by_id(reader, "teams", lambda r: _require_known(team := _read_team(r), team.players, players))
    team_event, system = reader.flag("team_event"), reader.text("system")
    participant_ids: Collection[int] = teams if team_event else players
    match = _read_match if team_event else partial(_read_own_match, two_games=parse_type_code(system).two_game_matches)
    tournament = Tournament(
        info=Reader(reader.left.pop("event", None) or {}, ("event",), notes).read_object(_object_reader(TournamentInfo))
        or TournamentInfo(),
        players=tuple(sorted(players.values(), key=lambda participant: participant.number)),
        teams=tuple(sorted(teams.values(), key=lambda participant: participant.number)),
        team_event=team_event,
        rounds=tuple(_read_rounds(reader, players, participant_ids, match)),
        planned_rounds=reader.take("planned", as_planned, _PLANNED, None),
        system=verbatim_if_invalid("system", system),
        points=_read_points(reader, "points", CLASSIC),
        match_points=_read_points(reader, "match_points", MATCH_POINTS),
        team_bye_points=reader.points("team_bye_points"),
        tiebreaks=_read_tiebreaks(reader),
        initial_colour=reader.take("initial_colour", as_colour, _COLOUR, None),
        by_rank=reader.flag("by_rank"),
        unrated=reader.take("unrated", as_rating, _RATING, None),
        ratings_by_round=reader.flag("ratings_by_round"),
        board_colours=reader.text("board_colours"),
        requested_byes=tuple(
            reader.iter_objects(
                "requested", lambda r: _require_known(entry := _read_request(r), (entry.player,), participant_ids)
            )
        ),
        forbidden_pairs=tuple(
            reader.iter_objects(
                "forbidden", lambda r: _require_known(entry := _read_forbidden(r), entry.players, participant_ids)
            )
        ),
        acceleration=tuple(reader.iter_objects("acceleration", _read_virtual)),
        point_adjustments=tuple(
            reader.iter_objects(
                "abnormal", lambda r: _require_known(entry := _read_abnormal(r), entry.players, participant_ids)
            )
        ),
        remarks=tuple(reader.iter_objects("remarks", _object_reader(Remark))),
        reported_results=tuple(
            reader.iter_objects(
                "reported", lambda r: _require_known(n := _read_reported(r), (n.white, n.black), players)
            )
        ),
        expelled=tuple(
            reader.iter_objects(
                "expelled", lambda r: _require_known(entry := _read_expulsion(r), (entry.player,), participant_ids)
            )
        ),
        withdrawn=tuple(
            reader.iter_objects(
                "withdrawn", lambda r: _require_known(entry := _read_withdrawal(r), (entry.player,), participant_ids)
            )
        ),
        fixed_seats=tuple(_read_seats(reader, participant_ids)),
    )
    reader.finish()
    return tournament


def _read_by_id(reader: Reader, key: str, read: Callable[[Reader], Numbered]) -> dict[int, Numbered]:
    """Return the players or teams by number; each number can be used once."""
    values_by_id: dict[int, Numbered] = {}

    def once(inner: Reader) -> Numbered:
        value = read(inner)
        if value.number in values_by_id:
            raise RuleError(
                msg("number %(number)s is taken already", number=value.number), participants=(value.number,)
            )
        values_by_id[value.number] = value
        return value

    for _ in reader.iter_objects(key, once):
        pass
    return values_by_id


def _require_known(value: T, ids: Iterable[int], participant_ids: Collection[int]) -> T:
    """Return the value if every participant it names is in the tournament, else raise RuleError."""
    for participant_id in ids:
        if participant_id not in participant_ids:
            raise RuleError(
                msg("there is no %(one)s in this tournament", one=participant_id), participants=(participant_id,)
            )
    return value


def _require_free(value: T, ids: tuple[int, ...], participant_ids: Collection[int], busy: set[int]) -> T:
    """Return the value if the participants it names are known and have no other game or bye in the round."""
    _require_known(value, ids, participant_ids)
    for participant_id in busy.intersection(ids):
        raise RuleError(
            msg("%(one)s already has a game or a bye in this round", one=participant_id),
            participants=(participant_id,),
        )
    busy.update(ids)
    return value


def _object_reader(kind: type[T], *needed: str) -> Callable[[Reader], T]:
    """Return a reader of a class whose fields are read by their types; fields not given keep their defaults."""
    required = [field for key in needed for field in fields(kind) if field.json_key == key]
    others = [field for field in fields(kind) if field.json_key not in needed]
    readers: list[tuple[Field, FieldReader]] = []

    def read(reader: Reader) -> T:
        if not readers:
            hints = get_type_hints(kind)
            readers.extend((field, _field_reader(field, hints[field.name])) for field in others)
        values: Object = {field.name: reader.number(field.json_key) for field in required}
        for field, read_field in readers:
            key = field.json_key
            value = read_field(reader, key) if key in reader.left or not field.has_default else None
            if kind in _CHECKED and value.__class__ is str:
                value = _read_checked_text(reader, key, value)
            if value is not None:
                values[field.name] = value
        return kind(**values)

    return read


def _field_reader(field: Field, hint: Any) -> FieldReader:
    """Return the method of Reader for a field of this type."""
    if field.name == "fide_id":
        return Reader.id
    if is_points_type(str(field.type)):
        return Reader.points
    form, inside = shape_of(hint)
    if form == "optional":
        return _field_reader(field, inside[0])
    if form == "array" and inside[0] in _OBJECT_READERS:
        return lambda reader, key: tuple(reader.iter_objects(key, _OBJECT_READERS[inside[0]]))
    if form == "array":
        return {int: Reader.ids, str: Reader.texts}.get(inside[0], Reader.dates)
    return {int: Reader.whole, PartialDate: Reader.date}.get(hint, Reader.text)


_FORMS = {
    "sex": msg('"m" or "w" is expected here'),
    "title": msg("a title of FIDE is expected here: GM, IM, FM, CM, WGM, WIM, WFM or WCM"),
    "federation": msg("a federation is expected here: three capital letters"),
}


def _read_tiebreaks(reader: Reader) -> tuple[str, ...]:
    """Return the tie-breaks; unknown ones are kept, with a warning."""
    codes = reader.texts("ranking")
    for index, message in find_tiebreak_errors(codes):
        reader.notes.add((*reader.path, "ranking", index), "tie-break", message, codes[index], warn=True)
    return tuple(verbatim_if_invalid("tiebreaks", codes))


_CHECKED = (Player, TournamentInfo)
"""The classes with fields whose texts have a form."""


def _read_checked_text(reader: Reader, key: str, text: str) -> str:
    """Return the text of a field, with a warning if it has another form; it is kept verbatim then."""
    checked: str = verbatim_if_invalid(key, text)
    if isinstance(checked, Verbatim):
        reader.notes.add((*reader.path, key), "value", _FORMS[key], text, text, warn=True)
    return checked


_read_player = _object_reader(Player, "id")
_read_team = _object_reader(Team, "id")
_read_forbidden = _object_reader(ForbiddenPair)
_read_virtual = _object_reader(VirtualPoints, "first", "last", "first_round", "last_round")
_read_abnormal = _object_reader(PointAdjustment)
_read_expulsion = _object_reader(Expulsion, "player", "round")
_read_withdrawal = _object_reader(Withdrawal, "player", "round")


def _read_seats(reader: Reader, participant_ids: Collection[int]) -> list[FixedSeat]:
    """Return the fixed seats; one that conflicts with those before it is reported where it stands."""
    seats: list[FixedSeat] = []

    def read_compatible_seat(inner: Reader) -> FixedSeat:
        seat = _read_seat(inner)
        check_seats([*seats, _require_known(seat, (seat.player,), participant_ids)])
        seats.append(seat)
        return seat

    return list(reader.iter_objects("fixed_seats", read_compatible_seat))


def _read_seat(reader: Reader) -> FixedSeat:
    colour = reader.take("colour", as_colour, _COLOUR, None)
    first = reader.whole("first_round")
    return FixedSeat(reader.number("player"), reader.whole("board"), colour, 1 if first is None else first)


def _read_rating(reader: Reader) -> Rating:
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


_OBJECT_READERS: dict[Any, Callable[[Reader], Any]] = {
    NationalRecord: _object_reader(NationalRecord),
    Rating: _read_rating,
}


def _read_points(reader: Reader, key: str, default: PointSystem) -> PointSystem:
    value = reader.left.pop(key, None)
    return default if value is None else Reader(value, (key,), reader.notes).read_object(_read_point_system) or default


def _read_point_system(reader: Reader) -> PointSystem:
    values = {field.name: reader.points(field.name) for field in fields(PointSystem)}
    return PointSystem.from_tenths(**{name: value for name, value in values.items() if value is not None})


ReadMatch = Callable[[Reader, Collection[int]], Match]


def _read_rounds(
    reader: Reader, players: Collection[int], participant_ids: Collection[int], match: ReadMatch
) -> Iterator[Round]:
    limit = min(MOST_ROUNDS, MOST_CELLS // max(1, len(players)))
    for index, value in enumerate(reader.list("rounds")):
        if index == limit:
            message = msg("there are at most %(most)s rounds of %(number)s players: the others are left out" if
                          limit < MOST_ROUNDS else "there are at most %(most)s rounds: the others are left out",
                          most=limit, number=len(players))  # fmt: skip
            reader.notes.add(("rounds", index), "impossible", message)
            return
        inner = Reader(value, ("rounds", index), reader.notes)
        yield (
            inner.read_object(lambda round_reader: _read_round(round_reader, players, participant_ids, match))
            or Round()
        )


def _read_round(reader: Reader, players: Collection[int], participant_ids: Collection[int], match: ReadMatch) -> Round:
    busy: set[int] = set()
    players_with_bye: set[int] = set()
    games = tuple(
        reader.iter_objects(
            "games", lambda r: _require_free(g := _read_game(r), (g.white, g.black), participant_ids, busy)
        )
    )
    matches = tuple(
        reader.iter_objects(
            "matches", lambda r: _require_free(m := match(r, players), (m.white, m.black), participant_ids, busy)
        )
    )
    published = reader.flag("published")
    return Round(
        games=games,
        matches=matches,
        byes=tuple(
            reader.iter_objects("byes", lambda r: _require_free(b := _read_bye(r), (b.player,), participant_ids, busy))
        ),
        player_byes=tuple(
            reader.iter_objects(
                "player_byes", lambda r: _require_free(b := _read_bye(r), (b.player,), players, players_with_bye)
            )
        ),
        published=published,
        board_numbers=_read_board_numbers(reader, len(games) + len(matches), published),
    )


def _read_board_numbers(reader: Reader, boards: int, published: bool) -> tuple[int, ...]:
    """Return the board numbers of a round, if there is one for each board, in increasing order."""

    def check(value: object) -> tuple[int, ...] | None:
        numbers = as_ids(value)
        fits = numbers is not None and published and len(numbers) == boards
        return numbers if fits and numbers and all(a < b for a, b in pairwise((0, *numbers))) else None

    expected = msg("a number for each board is expected here, in increasing order, of a round that is published")
    return reader.take("board_numbers", check, expected, ())


def _read_game(reader: Reader) -> Game:
    white, black = reader.number("white"), reader.number("black")
    return Game(white, black, reader.result("result"), reader.flag("coloured", True))


def _read_reported(reader: Reader) -> ReportedResult:
    result = reader.needed("result", lambda key: reader.take(key, as_result, "a result is expected here", None))
    return ReportedResult(reader.number("round"), reader.number("white"), reader.number("black"), result)


def _read_match(reader: Reader, players: Collection[int]) -> Match:
    white, black = reader.number("white"), reader.number("black")
    games = tuple(
        reader.iter_objects("games", lambda r: _require_known(g := _read_game(r), (g.white, g.black), players))
    )
    forfeit = reader.take("forfeit", as_result, 'a forfeit is expected here: "+/-", "-/+" or "-/-"', None)
    vacant = tuple(reader.iter_objects("vacant", lambda r: _read_vacant_board(r, players)))
    return Match(white, black, games, forfeit, vacant)


def _read_vacant_board(reader: Reader, players: Collection[int]) -> VacantBoard:
    board, player = reader.number("board"), reader.whole("player")
    vacant_board = VacantBoard(board, player)
    return vacant_board if player is None else _require_known(vacant_board, (player,), players)


def _read_own_match(reader: Reader, players: Collection[int], two_games: bool) -> Match:
    """Return a match of two players, without games of others."""
    match = _read_match(reader, players)
    match.must_be_individual(two_games)
    return match


def _read_bye(reader: Reader) -> Bye:
    return Bye(reader.number("player"), _read_kind(reader))


def _read_kind(reader: Reader) -> ByeKind:
    expected = f"a kind of bye is expected here: {', '.join(BYES)}"
    return reader.needed("kind", lambda key: reader.take(key, as_bye, expected, None))


def _read_request(reader: Reader) -> RequestedBye:
    return RequestedBye(reader.number("round"), reader.number("player"), _read_kind(reader))
