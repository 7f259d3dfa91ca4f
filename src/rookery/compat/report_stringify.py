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
from rookery.compat.shapes import abbreviate, get_by_any_name, normalize_nested, require_integer, require_list
from rookery.errors import FormatError
from rookery.trf.cells import LETTERS, NO_CELL, NOBODY
from rookery.trf.fields import format_short_date, parse_date, points_text
from rookery.trf.record import Record
from rookery.trf.records.players import PLAYER
from rookery.trf.records.points import GAME_POINT_SYMBOLS, XXS_CODES
from rookery.trf.registry import RECORDS
from rookery.trf.serialize import Entry, build_entry


def stringify(tournament: Report | Mapping[str, object], *, on_warning: Listener | None = None) -> str:
    r"""Return the tournament report file of a dict such as `parse` makes; `rookery.dump` writes that of a tournament.

    `version` chooses between the records of TRF26 and those of TRF16 with JaVaFo's. Fields may be named as in the
    package (`pairingNumber`). A name too long for its columns is cut, and `on_warning` hears of it. What is no report,
    and without `on_warning` what loses a fact when it is read again, is a ValueError that says where.

    >>> players = [{"pairing_number": 1, "name": "Hatter, Max", "points": 0, "rank": 1, "results": []}]
    >>> print(stringify({"version": "TRF26", "rounds": 5, "name": "Tea Party", "players": players}).rstrip())
    012 Tea Party
    142 5
    001    1      Hatter, Max                                                        0.0    1
    """
    report = normalize_nested(tournament)
    if not isinstance(report, Mapping):
        raise ValueError(f"a report is a dict, not {abbreviate(report)}")
    _check_field_names(report, Report.__annotations__, "a report")
    if report.get("version", "TRF26") not in ("TRF16", "TRF26"):
        raise ValueError(f"version is TRF16 or TRF26, not {abbreviate(report['version'])}")
    try:
        entries = _build_entries(report, on_warning)
    except FormatError as error:  # a number that no column has room for
        raise ValueError(str(error)) from error
    _check_widths(entries)
    text = "".join(f"{entry.line()}\n" for code in RECORDS for entry in entries if entry.code == code)
    parse(text, on_warning=on_warning)
    return text


def _build_entries(report: Mapping[str, object], on_warning: Listener | None) -> list[Entry]:
    """Build every record of a report, in no particular order."""
    modern = report.get("version", "TRF26") == "TRF26"
    old_teams = _are_old_teams(report.get("teams"))
    entries = [*_build_header(report, modern), *_build_scoring(report, modern), *_build_player_rows(report, on_warning)]
    for code, shape in SHAPES.items():
        content = report.get(shape.key)
        repeatable = RECORDS[code].repeatable
        dicts = require_list(content or (), shape.key, "dicts") if repeatable else [content] * bool(content)
        for number, fields in enumerate(dicts, 1):
            where = f"{shape.key} {number}" if repeatable else shape.key
            values, group = _write_shape(shape, fields, where, RECORDS[code])
            _warn_about_cuts(values, RECORDS[code], number, on_warning)
            if code == "260" and not values["first round"]:
                entries += _build_text_entry("XXP", " ".join(text for (text,) in group))
            elif code == "310" and old_teams:
                entries.append(build_entry("013", (number,), {"name": values["name"]}, group))
            elif code == "310" and not modern:
                raise ValueError(
                    f"{where}: TRF16 knows teams by {', '.join(OLD_TEAM)}, numbered from 1: TRF26 has more"
                )
            else:
                entries.append(build_entry(code, (number,), values, group))
    for index, fields in enumerate(
        require_list(report.get("player_accelerations") or (), "player_accelerations", "dicts"), 1
    ):
        where = f"player_accelerations {index}"
        number = require_integer(get_by_any_name(fields, "pairing_number"), f"{where}: pairing_number", 1)
        points = require_list(get_by_any_name(fields, "points"), f"{where}: points", "numbers")
        entries.append(
            build_entry("XXA", (number,), {"id": str(number)}, tuple((_format_tenths(text, where),) for text in points))
        )
    return entries


def _are_old_teams(content: object) -> bool:
    """Return whether record 013 can hold all facts about the teams."""
    teams = enumerate(require_list(content or (), "teams", "dicts"), 1)
    return all(set(OLD_TEAM).issuperset(team) and team.get("pairing_number") == place
               for place, team in teams if isinstance(team, Mapping))  # fmt: skip


def _check_widths(entries: Iterable[Entry]) -> None:
    """Raise ValueError when a repeated number does not fit its columns."""
    for entry in entries:
        group = RECORDS[entry.code].group
        fields = () if group is None else group.fields
        for field, text in (pair for texts in entry.group for pair in zip(fields, texts, strict=True)):
            if len(text) > field.width:
                raise ValueError(f"{field.name} {text} does not fit the {field.width} columns of record {entry.code}")


def _build_text_entry(code: str, text: str) -> list[Entry]:
    return [build_entry(code, (), {"value": text})] if text else []


def _build_header(report: Mapping[str, object], modern: bool) -> list[Entry]:
    """Build the records of one text, one number or one list of words."""
    entries: list[Entry] = []
    for code, key in TEXTS.items():
        text = _check_text(report.get(key), key)
        if code == "362" and text:
            words = text.split()
            entries.append(build_entry(code, (), {}, tuple(zip(words[::2], words[1::2], strict=False))))
        else:
            entries += _build_text_entry(code, text)
    for code, key in COUNTS.items():
        count = report.get(key)
        entries += _build_text_entry(code, "" if count is None else str(require_integer(count, key, 0)))
    for code, key in {**LISTS, "112": "deputy_arbiters", "###": "comments"}.items():
        texts = [_check_text(text_item, key) for text_item in require_list(report.get(key) or (), key, "texts")]
        for text in [",".join(texts)] if code in LISTS else texts:
            entries += _build_text_entry(code, text)
    dates = [
        _format_date(text_item) for text_item in require_list(report.get("round_dates") or (), "round_dates", "dates")
    ]
    entries += [build_entry("132", (), {}, tuple((date,) for date in dates))] if dates else []
    entries += _build_text_entry("142" if modern else "XXR", _format_integer(report.get("rounds"), "rounds"))
    colour = _check_text(report.get("initial_colour"), "initial_colour").upper()
    if colour not in ("", "W", "B"):
        raise ValueError(f"initial_colour is W or B, not {abbreviate(colour)}")
    entries += (
        _build_text_entry("152", colour)
        if modern
        else _build_text_entry("XXC", {"W": "white1", "B": "black1"}.get(colour, ""))
    )
    entries += _build_text_entry("XXC", "rank" if report.get("use_ranking_id") else "")
    absent = require_list(report.get("absent_players") or (), "absent_players", "numbers")
    return entries + _build_text_entry(
        "XXZ", " ".join(str(require_integer(text_item, "absent_players", 1)) for text_item in absent)
    )


def _build_scoring(report: Mapping[str, object], modern: bool) -> list[Entry]:
    """Build records 162 and XXS; the points of one colour must be those of the other."""
    scoring = report.get("scoring_system") or {}
    if not isinstance(scoring, Mapping):
        raise ValueError(f"scoring_system is a dict, not {abbreviate(scoring)}")
    names = {key: name for name, key in WORTH.items()} | {"zero_point_bye": "absence"}
    _check_field_names(scoring, [*names, *OF_ONE_COLOUR], "scoring_system")
    worth: dict[str, str] = {}
    for key, value in scoring.items():
        name = names[key] if key in names else OF_ONE_COLOUR[key]
        points = _format_tenths(value, f"scoring_system: {key}")
        alone = key not in names and not (name in scoring or {f"white_{name}", f"black_{name}"} <= scoring.keys())
        if alone or worth.setdefault(name, points) != points:
            raise ValueError(f"scoring_system: {key} {points} cannot be kept: a {name} has one value for both colours")
    symbols = {name: symbol for symbol, name in GAME_POINT_SYMBOLS.items()} if modern else {"adjourned": "X"}
    pairs = tuple((symbols[name], points) for name, points in worth.items() if name in symbols)
    words = {name: code for code, name in XXS_CODES.items()}
    rest = " ".join(f"{words[name]}={worth[name]}" for name in words if name in worth and name not in symbols)
    return ([build_entry("162", (), {}, pairs)] if pairs else []) + _build_text_entry("XXS", rest)


def _build_player_rows(report: Mapping[str, object], on_warning: Listener | None) -> list[Entry]:
    entries: list[Entry] = []
    players = require_list(report.get("players"), "players", "players")
    if not players:
        raise ValueError("players: a report has one at least")
    for number, player in enumerate(players, 1):
        where = f"players {number}"
        values, _ = _write_shape(PERSON, player, where, PLAYER, ("results", "national_ratings"))
        if not values["id"]:
            raise ValueError(f"{where}: pairing_number is at least 1")
        _warn_about_cuts(values, PLAYER, number, on_warning)
        entries.append(build_entry("001", (number,), values, _build_cells(get_by_any_name(player, "results"), where)))
        for record in require_list(
            get_by_any_name(player, "national_ratings") or (), f"{where}: national_ratings", "dicts"
        ):
            texts, _ = _write_shape(NATIONAL, record, f"{where}: national_ratings", RECORDS["NRS"], ["federation"])
            head = _check_text(get_by_any_name(record, "federation"), f"{where}: national_ratings: federation")
            if not (len(head) == 3 and head.isascii() and head.isalpha() and head.isupper()):
                raise ValueError(f"{where}: national_ratings: federation is three capitals, not {abbreviate(head)}")
            entries.append(build_entry("NRS", (head, number), texts | {"id": values["id"]}, (), head))
    return entries


def _warn_about_cuts(values: Mapping[str, str], record: Record, place: int, on_warning: Listener | None) -> None:
    """Warn about texts with more characters than columns."""
    for field in record.fields:
        if on_warning is not None and field.width and len(values[field.name]) > field.width:
            text = f"record {record.code}: {field.name} {values[field.name]!r} is cut to {field.width} characters"
            on_warning(ParseWarning(field.first, place, text, 0))


_COLOURS = ("w", "b", "-")
_LETTERS = [letter for letter, plain in LETTERS.items() if letter == plain != " "]
_CODES = ("", *(letter.replace("?", ADJOURNED) for letter in _LETTERS))


def _build_cells(results: object, where: str) -> tuple[tuple[str, ...], ...]:
    """Build the cells of a row."""
    cells: dict[int, tuple[str, ...]] = {}
    for result in require_list(results, f"{where}: results", "dicts"):
        round = require_integer(get_by_any_name(result, "round"), f"{where}: results: round", 1)
        location = f"{where}, round {round}"
        if not isinstance(result, Mapping):
            raise ValueError(f"{location}: a result is a dict, not {abbreviate(result)}")
        _check_field_names(result, RoundResult.__annotations__, location)
        if round in cells:
            raise ValueError(f"{location}: there is a result already")
        colour, letter, opponent = result.get("color"), result.get("result"), result.get("opponent_id")
        if colour not in _COLOURS:
            raise ValueError(f"{location}: color is one of {', '.join(_COLOURS)}, not {abbreviate(colour)}")
        if letter not in _CODES:
            raise ValueError(f"{location}: result is one of {' '.join(_CODES[1:])} or empty, not {abbreviate(letter)}")
        number = NOBODY if opponent is None else str(require_integer(opponent, f"{location}: opponent_id", 1))
        cells[round] = (number, str(colour), str(letter))
    return tuple(cells.get(round, NO_CELL) for round in range(1, max(cells, default=0) + 1))


def _write_shape(
    shape: Shape, fields: object, where: str, record: Record, besides: Iterable[str] = ()
) -> tuple[dict[str, str], tuple[tuple[str, ...], ...]]:
    """Return the texts of a record, and those that repeat."""
    if not isinstance(fields, Mapping):
        raise ValueError(f"{where} is a dict, not {abbreviate(fields)}")
    _check_field_names(fields, [*(piece.key for piece in shape.pieces), shape.group, *besides], where)
    writers = {"text": _check_text, "number": _format_integer, "points": _format_tenths}
    values = {
        piece.field: writers[piece.kind](fields.get(piece.key), f"{where}: {piece.key}") for piece in shape.pieces
    }
    if not shape.group or record.group is None:
        return values, ()
    ids = require_list(fields.get(shape.group), f"{where}: {shape.group}", "numbers")
    numbers = [
        0 if player_id is None and shape.nobody else require_integer(player_id, f"{where}: {shape.group}", 1)
        for player_id in ids
    ]
    nobody = "0" * record.group.fields[0].width
    return values, tuple((str(number) if number else nobody,) for number in numbers)


def _check_text(value: object, where: str) -> str:
    """Return a text, empty for None."""
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{where} is a text, not {abbreviate(value)}")
    return value or ""


def _format_integer(value: object, where: str) -> str:
    """Return a positive number as text; empty for None and for 0."""
    return "" if value is None else str(require_integer(value, where, 0) or "")


def _format_tenths(value: object, where: str) -> str:
    """Format points as the standard requires."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, SupportsFloat) or float(value) * 0 != 0:
        raise ValueError(f"{where} is a number of points, not {abbreviate(value)}")
    exact = Fraction(str(float(value))) * 10
    if exact.denominator != 1:
        raise ValueError(f"{where}: points are whole tenths, not {abbreviate(value)}")
    return points_text(int(exact))


def _format_date(value: object) -> str:
    """Format a date as record 132 requires."""
    parsed = parse_date(_check_text(value, "round_dates"))
    if parsed.date is None and value:
        raise ValueError(f"round_dates: {abbreviate(value)} is no date")
    short = format_short_date(parsed.date)
    if parse_date(short).date != parsed.date:
        raise ValueError(f"round_dates: {abbreviate(value)} cannot be written with two digits for the year")
    return short


def _check_field_names(fields: Mapping[Any, object], names_allowed: Iterable[str], where: str) -> None:
    names = [name for name in names_allowed if name]
    unknown = sorted(str(key) for key in fields if key not in names)
    if unknown:
        raise ValueError(f"{where}: there is no field {unknown[0]!r}: there are {', '.join(names)}")
