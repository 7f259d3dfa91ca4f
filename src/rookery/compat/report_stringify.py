"""`stringify` of @echecs/trf: records by the table of `rookery.trf`, which reads them before they are handed out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, SupportsFloat

from rookery.compat.report_parse import parse
from rookery.compat.report_shapes import (
    ADJOURNED,
    COUNTS,
    LISTS,
    NATIONAL,
    OF_ONE_COLOUR,
    OLD_TEAM,
    PERSON,
    SHAPES,
    TEXTS,
    WORTH,
    Listener,
    ParseWarning,
    Report,
    RoundResult,
    Shape,
)
from rookery.compat.values import attribute, brief, listed, renamed, whole
from rookery.errors import FormatError
from rookery.trf.catalogue import RECORDS
from rookery.trf.cells import LETTERS, NO_CELL, NOBODY
from rookery.trf.compose import Entry, entry
from rookery.trf.dates import day, written_short
from rookery.trf.players import PLAYER
from rookery.trf.record import Record
from rookery.trf.symbols import GAME_POINTS, XXS_POINTS
from rookery.trf.texts import points_text


def stringify(tournament: Report | Mapping[str, object], *, on_warning: Listener | None = None) -> str:
    r"""The tournament report file of a dict such as `parse` makes; `rookery.dump` writes that of a tournament.

    `version` chooses between the records of TRF26 and those of TRF16 with JaVaFo's. Fields may be named as in the
    package (`pairingNumber`). A name too long for its columns is cut, and `on_warning` hears of it. What is no report,
    and without `on_warning` what loses a fact when it is read again, is a ValueError that says where.

    >>> players = [{"pairing_number": 1, "name": "Hatter, Max", "points": 0, "rank": 1, "results": []}]
    >>> print(stringify({"version": "TRF26", "rounds": 5, "name": "Tea Party", "players": players}).rstrip())
    012 Tea Party
    142 5
    001    1      Hatter, Max                                                        0.0    1
    """
    report = renamed(tournament)
    if not isinstance(report, Mapping):
        raise ValueError(f"a report is a dict, not {brief(report)}")
    _must_be_known(report, Report.__annotations__, "a report")
    if report.get("version", "TRF26") not in ("TRF16", "TRF26"):
        raise ValueError(f"version is TRF16 or TRF26, not {brief(report['version'])}")
    try:
        made = _entries(report, on_warning)
    except FormatError as error:  # a number that no column has room for
        raise ValueError(str(error)) from error
    _must_fit(made)
    text = "".join(f"{each.line()}\n" for code in RECORDS for each in made if each.code == code)
    parse(text, on_warning=on_warning)
    return text


def _entries(report: Mapping[str, object], on_warning: Listener | None) -> list[Entry]:
    """Every record of a report, in no particular order."""
    modern = report.get("version", "TRF26") == "TRF26"
    old_teams = _are_old_teams(report.get("teams"))
    made = [*_header(report, modern), *_scoring(report, modern), *_player_rows(report, on_warning)]
    for code, shape in SHAPES.items():
        given = report.get(shape.key)
        many = RECORDS[code].many
        dicts = listed(given or (), shape.key, "dicts") if many else [given] * bool(given)
        for place, one in enumerate(dicts, 1):
            where = f"{shape.key} {place}" if many else shape.key
            values, group = _write_shape(shape, one, where, RECORDS[code])
            _warn_of_cuts(values, RECORDS[code], place, on_warning)
            if code == "260" and not values["first round"]:
                made += _value("XXP", " ".join(each for (each,) in group))
            elif code == "310" and old_teams:
                made.append(entry("013", (place,), {"name": values["name"]}, group))
            elif code == "310" and not modern:
                raise ValueError(
                    f"{where}: TRF16 knows teams by {', '.join(OLD_TEAM)}, numbered from 1: TRF26 has more"
                )
            else:
                made.append(entry(code, (place,), values, group))
    for place, one in enumerate(listed(report.get("player_accelerations") or (), "player_accelerations", "dicts"), 1):
        where = f"player_accelerations {place}"
        id = whole(attribute(one, "pairing_number"), f"{where}: pairing_number", 1)
        points = listed(attribute(one, "points"), f"{where}: points", "numbers")
        made.append(entry("XXA", (id,), {"id": str(id)}, tuple((_tenths(each, where),) for each in points)))
    return made


def _are_old_teams(given: object) -> bool:
    """Whether record 013 can say all that is said of the teams."""
    teams = enumerate(listed(given or (), "teams", "dicts"), 1)
    return all(set(OLD_TEAM).issuperset(one) and one.get("pairing_number") == place
               for place, one in teams if isinstance(one, Mapping))  # fmt: skip


def _must_fit(made: Iterable[Entry]) -> None:
    """Numbers that repeat are never cut."""
    for each in made:
        group = RECORDS[each.code].group
        fields = () if group is None else group.fields
        for field, text in (pair for texts in each.group for pair in zip(fields, texts, strict=True)):
            if len(text) > field.width:
                raise ValueError(f"{field.name} {text} does not fit the {field.width} columns of record {each.code}")


def _value(code: str, text: str) -> list[Entry]:
    return [entry(code, (), {"value": text})] if text else []


def _header(report: Mapping[str, object], modern: bool) -> list[Entry]:
    """The records of one text, one number or one list of words."""
    made: list[Entry] = []
    for code, key in TEXTS.items():
        text = _text(report.get(key), key)
        if code == "362" and text:
            words = text.split()
            made.append(entry(code, (), {}, tuple(zip(words[::2], words[1::2], strict=False))))
        else:
            made += _value(code, text)
    for code, key in COUNTS.items():
        count = report.get(key)
        made += _value(code, "" if count is None else str(whole(count, key, 0)))
    for code, key in {**LISTS, "112": "deputy_arbiters", "###": "comments"}.items():
        texts = [_text(one, key) for one in listed(report.get(key) or (), key, "texts")]
        for text in [",".join(texts)] if code in LISTS else texts:
            made += _value(code, text)
    dates = [_date(one) for one in listed(report.get("round_dates") or (), "round_dates", "dates")]
    made += [entry("132", (), {}, tuple((date,) for date in dates))] if dates else []
    made += _value("142" if modern else "XXR", _whole(report.get("rounds"), "rounds"))
    colour = _text(report.get("initial_colour"), "initial_colour").upper()
    if colour not in ("", "W", "B"):
        raise ValueError(f"initial_colour is W or B, not {brief(colour)}")
    made += _value("152", colour) if modern else _value("XXC", {"W": "white1", "B": "black1"}.get(colour, ""))
    made += _value("XXC", "rank" if report.get("use_ranking_id") else "")
    absent = listed(report.get("absent_players") or (), "absent_players", "numbers")
    return made + _value("XXZ", " ".join(str(whole(one, "absent_players", 1)) for one in absent))


def _scoring(report: Mapping[str, object], modern: bool) -> list[Entry]:
    """Records 162 and XXS; the points of one colour must be those of the other."""
    given = report.get("scoring_system") or {}
    if not isinstance(given, Mapping):
        raise ValueError(f"scoring_system is a dict, not {brief(given)}")
    names = {key: name for name, key in WORTH.items()} | {"zero_point_bye": "absence"}
    _must_be_known(given, [*names, *OF_ONE_COLOUR], "scoring_system")
    worth: dict[str, str] = {}
    for key, value in given.items():
        name = names[key] if key in names else OF_ONE_COLOUR[key]
        points = _tenths(value, f"scoring_system: {key}")
        alone = key not in names and not (name in given or {f"white_{name}", f"black_{name}"} <= given.keys())
        if alone or worth.setdefault(name, points) != points:
            raise ValueError(f"scoring_system: {key} {points} cannot be kept: a {name} has one value for both colours")
    symbols = {name: symbol for symbol, name in GAME_POINTS.items()} if modern else {"adjourned": "X"}
    pairs = tuple((symbols[name], points) for name, points in worth.items() if name in symbols)
    words = {name: code for code, name in XXS_POINTS.items()}
    rest = " ".join(f"{words[name]}={worth[name]}" for name in words if name in worth and name not in symbols)
    return ([entry("162", (), {}, pairs)] if pairs else []) + _value("XXS", rest)


def _player_rows(report: Mapping[str, object], on_warning: Listener | None) -> list[Entry]:
    made: list[Entry] = []
    players = listed(report.get("players"), "players", "players")
    if not players:
        raise ValueError("players: a report has one at least")
    for place, one in enumerate(players, 1):
        where = f"players {place}"
        values, _ = _write_shape(PERSON, one, where, PLAYER, ("results", "national_ratings"))
        if not values["id"]:
            raise ValueError(f"{where}: pairing_number is at least 1")
        _warn_of_cuts(values, PLAYER, place, on_warning)
        made.append(entry("001", (place,), values, _cells(attribute(one, "results"), where)))
        for record in listed(attribute(one, "national_ratings") or (), f"{where}: national_ratings", "dicts"):
            texts, _ = _write_shape(NATIONAL, record, f"{where}: national_ratings", RECORDS["NRS"], ["federation"])
            head = _text(attribute(record, "federation"), f"{where}: national_ratings: federation")
            if not (len(head) == 3 and head.isascii() and head.isalpha() and head.isupper()):
                raise ValueError(f"{where}: national_ratings: federation is three capitals, not {brief(head)}")
            made.append(entry("NRS", (head, place), texts | {"id": values["id"]}, (), head))
    return made


def _warn_of_cuts(values: Mapping[str, str], record: Record, place: int, on_warning: Listener | None) -> None:
    """Says which texts have more characters than columns."""
    for field in record.fields:
        if on_warning is not None and field.width and len(values[field.name]) > field.width:
            said = f"record {record.code}: {field.name} {values[field.name]!r} is cut to {field.width} characters"
            on_warning(ParseWarning(field.first, place, said, 0))


_COLOURS = ("w", "b", "-")
_LETTERS = [letter for letter, plain in LETTERS.items() if letter == plain != " "]
_CODES = ("", *(letter.replace("?", ADJOURNED) for letter in _LETTERS))


def _cells(results: object, where: str) -> tuple[tuple[str, ...], ...]:
    """The cells of a row."""
    found: dict[int, tuple[str, ...]] = {}
    for one in listed(results, f"{where}: results", "dicts"):
        round = whole(attribute(one, "round"), f"{where}: results: round", 1)
        here = f"{where}, round {round}"
        if not isinstance(one, Mapping):
            raise ValueError(f"{here}: a result is a dict, not {brief(one)}")
        _must_be_known(one, RoundResult.__annotations__, here)
        if round in found:
            raise ValueError(f"{here}: there is a result already")
        colour, letter, opponent = one.get("color"), one.get("result"), one.get("opponent_id")
        if colour not in _COLOURS:
            raise ValueError(f"{here}: color is one of {', '.join(_COLOURS)}, not {brief(colour)}")
        if letter not in _CODES:
            raise ValueError(f"{here}: result is one of {' '.join(_CODES[1:])} or empty, not {brief(letter)}")
        number = NOBODY if opponent is None else str(whole(opponent, f"{here}: opponent_id", 1))
        found[round] = (number, str(colour), str(letter))
    return tuple(found.get(round, NO_CELL) for round in range(1, max(found, default=0) + 1))


def _write_shape(
    shape: Shape, given: object, where: str, record: Record, besides: Iterable[str] = ()
) -> tuple[dict[str, str], tuple[tuple[str, ...], ...]]:
    """The texts of a record, and those that repeat."""
    if not isinstance(given, Mapping):
        raise ValueError(f"{where} is a dict, not {brief(given)}")
    _must_be_known(given, [*(piece.key for piece in shape.pieces), shape.group, *besides], where)
    writers = {"text": _text, "number": _whole, "points": _tenths}
    values = {piece.field: writers[piece.kind](given.get(piece.key), f"{where}: {piece.key}") for piece in shape.pieces}
    if not shape.group or record.group is None:
        return values, ()
    ids = listed(given.get(shape.group), f"{where}: {shape.group}", "numbers")
    numbers = [0 if one is None and shape.nobody else whole(one, f"{where}: {shape.group}", 1) for one in ids]
    nobody = "0" * record.group.fields[0].width
    return values, tuple((str(number) if number else nobody,) for number in numbers)


def _text(value: object, where: str) -> str:
    """A text, or nothing."""
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{where} is a text, not {brief(value)}")
    return value or ""


def _whole(value: object, where: str) -> str:
    """A number from 1 up as a text; nothing for none and for 0."""
    return "" if value is None else str(whole(value, where, 0) or "")


def _tenths(value: object, where: str) -> str:
    """Points as the standard writes them."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, SupportsFloat) or float(value) * 0 != 0:
        raise ValueError(f"{where} is a number of points, not {brief(value)}")
    exact = Fraction(str(float(value))) * 10
    if exact.denominator != 1:
        raise ValueError(f"{where}: points are whole tenths, not {brief(value)}")
    return points_text(int(exact))


def _date(value: object) -> str:
    """A day as record 132 wants it."""
    found = day(_text(value, "round_dates"))
    if found.date is None and value:
        raise ValueError(f"round_dates: {brief(value)} is no date")
    short = written_short(found.date)
    if day(short).date != found.date:
        raise ValueError(f"round_dates: {brief(value)} cannot be written with two digits for the year")
    return short


def _must_be_known(given: Mapping[Any, object], known: Iterable[str], where: str) -> None:
    names = [name for name in known if name]
    unknown = sorted(str(key) for key in given if key not in names)
    if unknown:
        raise ValueError(f"{where}: there is no field {unknown[0]!r}: there are {', '.join(names)}")
