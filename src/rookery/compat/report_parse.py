"""`parse` of @echecs/trf: the contents of a report as the reader of `rookery.trf` understood them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any, cast, overload

from rookery.compat.report_shapes import (
    ADJOURNED,
    COUNTS,
    LISTS,
    NATIONAL,
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
from rookery.compat.shapes import Game, GameKind, Player, abbreviate, normalize_nested
from rookery.errors import FormatError, Problem, Severity
from rookery.load_result import LoadResult
from rookery.model import CLASSIC, Colour, PointSystem, Tournament
from rookery.regulations import parse_type_code
from rookery.trf.cells import NO_CELL, NOBODY
from rookery.trf.document import Document
from rookery.trf.fields import parse_tenths
from rookery.trf.read import read
from rookery.trf.record import TRF06, TRF26, DialectOptions, columns_per_round
from rookery.trf.registry import RECORDS
from rookery.trf.serialize import Entry, build_entries

_CROSSTABLE_CODES = ("801", "802")
_SPELLINGS = {"MPVGP": "MPvGP"}
"""The one tie-break code that is not in capitals."""
_TEAM_CODES = ("300", "320", "330", "362")


@overload
def parse(input: str | bytes, *, on_error: None = None, on_warning: Listener | None = None) -> Report: ...
@overload
def parse(input: str | bytes, *, on_error: Listener, on_warning: Listener | None = None) -> Report | None: ...
def parse(
    input: str | bytes,  # noqa: A002 - the name of the parameter in the package
    *,
    on_error: Listener | None = None,
    on_warning: Listener | None = None,
) -> Report | None:
    r"""Return a tournament report file of any version as a dict; `rookery.load` gives the tournament itself.

    Whatever can be read is: what is odd goes to `on_warning`, and without one is an error if a fact is lost by it. What
    cannot be read goes to `on_error`, and None is returned; without one it is a ValueError with every problem and its
    place, where the package returns null in silence.

    >>> report = parse("012 Tea Party\n001    1      Hatter, Max                       2100\n001    2      Hare, Mia\n")
    >>> report["name"], report["players"][0]["name"], report["players"][0]["rating"]
    ('Tea Party', 'Hatter, Max', 2100)
    >>> parse("", on_error=lambda error: print(error.message))
    the file is empty: no line begins with 001, so there are no players
    """
    if not isinstance(input, str | bytes):
        raise ValueError(f"a report is a text, not {abbreviate(input)}")
    text = _trim(input) if isinstance(input, str) else input
    offset = len(input) - len(text)
    try:
        reading = read(text)
        report = cast("Report", _build_report(reading))
    except FormatError as error:
        _report_or_raise(error.problems, [offset], on_error)
        return None
    assert isinstance(reading.document, Document)
    source = reading.document.source
    lengths = (len(line) + len(end) for line, end in zip(source.lines, source.ends, strict=True))
    starts = list(accumulate(lengths, initial=offset))
    if on_warning is not None:
        for problem in (*reading.problems, *_report_omissions(reading.document, report)):
            if problem.severity > Severity.INFO:
                on_warning(_to_warning(problem, starts))
    elif lost := [problem for problem in reading.problems if problem.severity is Severity.ERROR]:
        _report_or_raise(lost, starts, on_error)
        return None
    return report


def _trim(text: str) -> str:
    """Return the text without a byte order mark and leading blanks; line ends stay, and with them line numbers."""
    rest = text.lstrip("\ufeff \t\r\n\v\f")
    return "".join(char for char in text[: len(text) - len(rest)] if char in "\r\n") + rest


def _report_or_raise(problems: Iterable[Problem], starts: Sequence[int], listener: Listener | None) -> None:
    """Pass the problems to the listener, or raise ValueError without one."""
    if listener is None:
        raise ValueError("\n".join(map(str, problems)))
    for problem in problems:
        listener(_to_warning(problem, starts))


def _to_warning(problem: Problem, starts: Sequence[int]) -> ParseWarning:
    """Return a problem with its place; a problem of the whole file is placed at its beginning."""
    line, column = max(1, problem.line), max(1, problem.columns[0])
    text = str(problem).removeprefix(f"{problem.place}: {problem.severity}: ").removesuffix(f" [{problem.code}]")
    return ParseWarning(column, line, text, starts[min(line, len(starts)) - 1] + column - 1)


def _report_omissions(document: Document, report: Mapping[str, object]) -> Iterable[Problem]:
    """Yield a problem for each record of the file that no report holds."""
    keys = TEXTS | {code: shape.key for code, shape in SHAPES.items()}
    for code in (*_CROSSTABLE_CODES, *_TEAM_CODES):
        if code in document.codes and keys.get(code) not in report:
            line = document.codes.index(code) + 1
            reason = "is a table for the eye" if code in _CROSSTABLE_CODES else "speaks of teams that are not there"
            text = f"record {code} {reason}: it is not in the report"
            yield Problem(Severity.WARNING, "left-out", line, (1, len(code)), code, text)


def _build_report(reading: LoadResult) -> dict[str, Any]:
    """Build the report, record by record, from the records that the file itself uses."""
    document, tournament = reading.document, reading.tournament
    assert isinstance(document, Document)
    file_codes = set(document.codes)
    codes = {code for code, record in RECORDS.items() if record.since == TRF06 or code in file_codes} - {"013"} | {
        "310"
    }
    entries: dict[str, list[Entry]] = {}
    for entry in build_entries(tournament, DialectOptions(frozenset(codes), document.request_cells)):
        entries.setdefault(entry.code, []).append(entry)
    has_trf26 = any(RECORDS[code].since == TRF26 for code in file_codes & set(RECORDS) - {"###"})
    report: dict[str, Any] = {
        "version": "TRF26" if has_trf26 else "TRF16",
        "rounds": (tournament.planned_rounds or 0) * columns_per_round(tournament),
        "players": _build_players(entries.get("001", []), entries.get("NRS", [])),
    }
    for code, key in TEXTS.items():
        for entry in entries.get(code, []):
            report[key] = entry.values["value"] if entry.values else entry.line()[RECORDS["012"]["value"].slice]
    for code, key in COUNTS.items():
        if code in file_codes and code in entries:
            report[key] = int(entries[code][0].values["value"])
    for code, key in LISTS.items():
        if lines_of_code := [line for line, entry in zip(document.lines, document.codes, strict=True) if entry == code]:
            codes_used = lines_of_code[-1].removeprefix(code).upper().replace(",", " ").split()
            report[key] = [_SPELLINGS.get(entry, entry) for entry in codes_used]
    for code, shape in SHAPES.items():
        if values := [_read_shape(shape, entry) for entry in entries.get(code, [])]:
            report[shape.key] = values if RECORDS[code].repeatable else values[0]
    if "310" not in file_codes and "teams" in report:
        report["teams"] = [{key: value for key, value in team.items() if key in OLD_TEAM} for team in report["teams"]]
    return report | _setting_fields(tournament) | _javafo_values(entries) | _comment_fields(document)


def _comment_fields(document: Document) -> dict[str, Any]:
    lines = zip(document.lines, document.codes, strict=True)
    comments = [line.removeprefix(code).strip() for line, code in lines if code == "###"]
    return {"comments": [text for text in comments if text]} if any(comments) else {}


def _setting_fields(tournament: Tournament) -> dict[str, Any]:
    """Return the values that the model holds as one word, or as one value per round."""
    event, colour = tournament.info, tournament.initial_colour
    values = {
        "deputy_arbiters": list(event.deputies),
        "round_dates": [str(date or "") for date in event.round_dates],
        "initial_colour": "" if colour is None else "W" if colour is Colour.WHITE else "B",
        "use_ranking_id": tournament.by_rank,
        "scoring_system": {} if tournament.points == CLASSIC else _special_point_values(tournament.points),
    }
    return {key: value for key, value in values.items() if value}


def _special_point_values(points: PointSystem) -> dict[str, float]:
    """Return the points of results that do not follow from win, draw, loss and absence."""
    defaults = PointSystem.from_tenths(win=points.win, draw=points.draw, loss=points.loss, absence=points.absence)
    names = {"win", "draw", "loss"} | {name for name in WORTH if getattr(points, name) != getattr(defaults, name)}
    names |= {"absence"} if points.absence else set()
    return {key: getattr(points, name) / 10 for name, key in WORTH.items() if name in names}


def _javafo_values(entries: Mapping[str, Sequence[Entry]]) -> dict[str, Any]:
    """Return the contents of the records of JaVaFo."""
    values: dict[str, Any] = {}
    if "XXZ" in entries:
        values["absent_players"] = [int(word) for word in entries["XXZ"][0].values["value"].split()]
    if "XXA" in entries:
        values["player_accelerations"] = [
            {
                "pairing_number": int(entry.values["id"]),
                "points": [_parse_points(text) or 0.0 for (text,) in entry.group],
            }
            for entry in entries["XXA"]
        ]
    if "XXP" in entries and "260" not in entries:
        values["prohibited_pairings"] = [
            {"first_round": 0, "last_round": 0, "player_ids": [int(word) for word in entry.values["value"].split()]}
            for entry in entries["XXP"]
        ]
    return values


def _build_players(rows: Iterable[Entry], nationals: Iterable[Entry]) -> list[dict[str, Any]]:
    players = {}
    for row in rows:
        player = players[row.values["id"]] = _read_shape(PERSON, row)
        player["results"] = [
            {
                "round": round,
                "color": colour.strip() or "-",
                "opponent_id": None if opponent in ("", NOBODY) else int(opponent),
                "result": letter.strip().replace("?", ADJOURNED),
            }
            for round, (opponent, colour, letter) in enumerate(row.group, 1)
            if (opponent, colour, letter) != NO_CELL
        ]
    for entry in nationals:
        record = {"federation": entry.head} | _read_shape(NATIONAL, entry)
        players[entry.values["id"]].setdefault("national_ratings", []).append(record)
    return list(players.values())


def _read_shape(shape: Shape, entry: Entry) -> dict[str, Any]:
    """Return a record as a dict; an absent value is left out, or 0 (None for points) where it is required."""
    values: dict[str, Any] = {}
    for key, field, kind, always in shape.pieces:
        text = entry.values.get(field, "")
        if text or always:
            values[key] = text if kind == "text" else _parse_points(text) if kind == "points" else int(text or 0)
    if shape.group:
        ids = [int(text or 0) for (text,) in entry.group]
        values[shape.group] = [number or None for number in ids] if shape.nobody else ids
    return values


def _parse_points(text: str) -> float | None:
    """Parse points; None for an empty text."""
    tenths = parse_tenths(text) if text else None
    return None if tenths is None else tenths / 10


_KINDS: dict[str, GameKind] = {"U": "pairing-bye", "F": "full-bye", "H": "half-bye", "Z": "zero-bye"}
_BYEWORTH = {"F": 1.0, "H": 0.5, "Z": 0.0}
_SCORES = {"1": 1.0, "=": 0.5, "0": 0.0, "W": 1.0, "D": 0.5, "L": 0.0, "+": 1.0, "-": 0.0}
_BY_FORFEIT: dict[str, GameKind] = {"+": "forfeit-win", "-": "forfeit-loss"}


def to_players(report: Report) -> list[Player]:
    r"""Return the players of a report, for the other calls; an id is the pairing number as a string.

    >>> from rookery.compat import parse
    >>> to_players(parse("001    1      Hatter, Max                       2100\n001    2      Hare, Mia\n"))
    [{'id': '1', 'name': 'Hatter, Max', 'rating': 2100}, {'id': '2', 'name': 'Hare, Mia'}]
    """
    players = []
    for report_player in _normalize_report(report)["players"]:
        player: Player = {"id": str(report_player["pairing_number"]), "name": report_player["name"]}
        if "rating" in report_player:
            player["rating"] = report_player["rating"]
        if "title" in report_player:
            player["title"] = report_player["title"]
        players.append(player)
    return players


def to_games(report: Report) -> list[list[Game]]:
    r"""Return the rounds of a report, for the other calls: games, forfeits and byes.

    The packages' own example leaves out byes. What has no form there, a game that both lose or one without a result, is
    a ValueError.

    >>> from rookery.compat import parse
    >>> row = "001    {}" + " " * 83 + "{}"
    >>> to_games(parse("\n".join([row.format(1, "   2 w 1"), row.format(2, "   1 b 0"), row.format(3, "0000 - H")])))
    [[Game(white='1', black='2', result=1.0, kind=None), Game(white='3', black='', result=0.5, kind='half-bye')]]
    """
    report = _normalize_report(report)
    cells = {
        (player["pairing_number"], result["round"]): result
        for player in report["players"]
        for result in player["results"]
    }
    step = 2 if parse_type_code(report.get("encoded_tournament_type", "")).two_game_matches else 1
    rounds: list[list[Game]] = [[] for _ in range(-(-max((round for _, round in cells), default=0) // step))]
    allocated = report.get("scoring_system", {}).get("pairing_allocated_bye", 1.0)
    for (player, column), cell in sorted(cells.items(), key=lambda item: (item[0][1], item[0][0])):
        opponent, games = cell["opponent_id"], rounds[(column - 1) // step]
        if opponent is None:
            if cell["result"] not in _KINDS:
                raise ValueError(f"round {column}: {player} has {cell['result']!r} against nobody")
            games.append(Game(str(player), "", _BYEWORTH.get(cell["result"], allocated), _KINDS[cell["result"]]))
        elif cell["color"] == "w" or (cell["color"] == "-" and player < opponent):
            games.append(_build_game(player, opponent, cell, cells.get((opponent, column)), column))
    return rounds


def _normalize_report(report: Report) -> Report:
    """Return the report with Python field names, where it has those of the package."""
    return cast("Report", normalize_nested(report))


def _build_game(white: int, black: int, cell: RoundResult, opposing_cell: RoundResult | None, round: int) -> Game:
    """Return the game that two cells describe."""
    white_result, black_result = cell["result"], opposing_cell["result"] if opposing_cell is not None else ""
    if white_result not in _SCORES or black_result not in _SCORES or _SCORES[white_result] + _SCORES[black_result] != 1:
        raise ValueError(
            f"round {round}: {white}-{black} ended {white_result or '?'}{black_result or '?'}, which has no form here"
        )
    return Game(str(white), str(black), _SCORES[white_result], _BY_FORFEIT.get(white_result))
