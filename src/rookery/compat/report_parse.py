"""`parse` of @echecs/trf: what the reader of `rookery.trf` has understood, record by record."""

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
    Shape,
)
from rookery.compat.values import brief
from rookery.errors import FormatError, Problem, Severity
from rookery.model import CLASSIC, Colour, PointSystem, Tournament
from rookery.reading import Reading
from rookery.trf.catalogue import RECORDS
from rookery.trf.cells import NO_CELL, NOBODY
from rookery.trf.compose import Entry, composed
from rookery.trf.document import Document
from rookery.trf.entry import Voice, pace
from rookery.trf.read import read
from rookery.trf.record import TRF06, TRF26
from rookery.trf.texts import tenths

_FOR_THE_EYE = ("801", "802")
_SPELT = {"MPVGP": "MPvGP"}
"""The one tie-break code that is not in capitals."""
_OF_TEAMS = ("300", "320", "330", "362")


@overload
def parse(input: str | bytes, *, on_error: None = None, on_warning: Listener | None = None) -> Report: ...
@overload
def parse(input: str | bytes, *, on_error: Listener, on_warning: Listener | None = None) -> Report | None: ...
def parse(input: str | bytes, *, on_error: Listener | None = None, on_warning: Listener | None = None) -> Report | None:
    r"""A tournament report file of any version as a dict; `rookery.load` gives the tournament itself.

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
        raise ValueError(f"a report is a text, not {brief(input)}")
    text = _trimmed(input) if isinstance(input, str) else input
    cut = len(input) - len(text)
    try:
        reading = read(text)
        report = cast("Report", _report(reading))
    except FormatError as error:
        _fail(error.problems, [cut], on_error)
        return None
    assert isinstance(reading.document, Document)
    source = reading.document.source
    lengths = (len(line) + len(end) for line, end in zip(source.lines, source.ends, strict=True))
    starts = list(accumulate(lengths, initial=cut))
    if on_warning is not None:
        for each in (*reading.problems, *_left_out(reading.document, report)):
            if each.severity > Severity.INFO:
                on_warning(_located(each, starts))
    elif lost := [each for each in reading.problems if each.severity is Severity.ERROR]:
        _fail(lost, starts, on_error)
        return None
    return report


def _trimmed(text: str) -> str:
    """The text without a mark and blanks before it; line ends stay, so that lines keep their numbers."""
    rest = text.lstrip("\ufeff \t\r\n\v\f")
    return "".join(char for char in text[: len(text) - len(rest)] if char in "\r\n") + rest


def _fail(problems: Iterable[Problem], starts: Sequence[int], listener: Listener | None) -> None:
    """What nobody hears is raised."""
    if listener is None:
        raise ValueError("\n".join(map(str, problems)))
    for each in problems:
        listener(_located(each, starts))


def _located(problem: Problem, starts: Sequence[int]) -> ParseWarning:
    """A problem at its place; of the file as a whole, at its beginning."""
    line, column = max(1, problem.line), max(1, problem.columns[0])
    said = str(problem).removeprefix(f"{problem.place}: {problem.severity}: ").removesuffix(f" [{problem.code}]")
    return ParseWarning(column, line, said, starts[min(line, len(starts)) - 1] + column - 1)


def _left_out(document: Document, report: Mapping[str, object]) -> Iterable[Problem]:
    """The records that no report holds, and those of teams where there are none."""
    keys = TEXTS | {code: shape.key for code, shape in SHAPES.items()}
    for code in (*_FOR_THE_EYE, *_OF_TEAMS):
        if code in document.codes and keys.get(code) not in report:
            line = document.codes.index(code) + 1
            why = "is a table for the eye" if code in _FOR_THE_EYE else "speaks of teams that are not there"
            said = f"record {code} {why}: it is not in the report"
            yield Problem(Severity.WARNING, "left-out", line, (1, len(code)), code, said)


def _report(reading: Reading) -> dict[str, Any]:
    """What was understood, record by record, with the records that the file itself uses."""
    document, tournament = reading.document, reading.tournament
    assert isinstance(document, Document)
    here = set(document.codes)
    codes = {code for code, record in RECORDS.items() if record.since == TRF06 or code in here} - {"013"} | {"310"}
    entries: dict[str, list[Entry]] = {}
    for each in composed(tournament, Voice(frozenset(codes), document.request_cells)):
        entries.setdefault(each.code, []).append(each)
    modern = any(RECORDS[code].since == TRF26 for code in here & set(RECORDS) - {"###"})
    report: dict[str, Any] = {
        "version": "TRF26" if modern else "TRF16",
        "rounds": (tournament.planned or 0) * pace(tournament),
        "players": _players(entries.get("001", []), entries.get("NRS", [])),
    }
    for code, key in TEXTS.items():
        for each in entries.get(code, []):
            report[key] = each.values["value"] if each.values else each.line()[RECORDS["012"]["value"].slice]
    for code, key in COUNTS.items():
        if code in here and code in entries:
            report[key] = int(entries[code][0].values["value"])
    for code, key in LISTS.items():
        if found := [line for line, each in zip(document.lines, document.codes, strict=True) if each == code]:
            codes_used = found[-1].removeprefix(code).upper().replace(",", " ").split()
            report[key] = [_SPELT.get(each, each) for each in codes_used]
    for code, shape in SHAPES.items():
        if made := [_read_shape(shape, each) for each in entries.get(code, [])]:
            report[shape.key] = made if RECORDS[code].many else made[0]
    if "310" not in here and "teams" in report:
        report["teams"] = [{key: value for key, value in team.items() if key in OLD_TEAM} for team in report["teams"]]
    return report | _settings(tournament) | _extended(entries) | _comments(document)


def _comments(document: Document) -> dict[str, Any]:
    lines = zip(document.lines, document.codes, strict=True)
    comments = [line.removeprefix(code).strip() for line, code in lines if code == "###"]
    return {"comments": [text for text in comments if text]} if any(comments) else {}


def _settings(tournament: Tournament) -> dict[str, Any]:
    """What the model says in one word, or in one value for each round."""
    event, colour = tournament.event, tournament.initial_colour
    found = {
        "deputy_arbiters": list(event.deputies),
        "round_dates": [str(date or "") for date in event.round_dates],
        "initial_colour": "" if colour is None else "W" if colour is Colour.WHITE else "B",
        "use_ranking_id": tournament.by_rank,
        "scoring_system": {} if tournament.points == CLASSIC else _worth(tournament.points),
    }
    return {key: value for key, value in found.items() if value}


def _worth(points: PointSystem) -> dict[str, float]:
    """What results are worth, unless it follows from win, draw, loss and absence."""
    plain = PointSystem(win=points.win, draw=points.draw, loss=points.loss, absence=points.absence)
    said = {"win", "draw", "loss"} | {name for name in WORTH if getattr(points, name) != getattr(plain, name)}
    said |= {"absence"} if points.absence else set()
    return {key: getattr(points, name) / 10 for name, key in WORTH.items() if name in said}


def _extended(entries: Mapping[str, Sequence[Entry]]) -> dict[str, Any]:
    """The records of JaVaFo."""
    found: dict[str, Any] = {}
    if "XXZ" in entries:
        found["absent_players"] = [int(word) for word in entries["XXZ"][0].values["value"].split()]
    if "XXA" in entries:
        found["player_accelerations"] = [
            {"pairing_number": int(each.values["id"]), "points": [_points(one) or 0.0 for (one,) in each.group]}
            for each in entries["XXA"]
        ]
    if "XXP" in entries and "260" not in entries:
        found["prohibited_pairings"] = [
            {"first_round": 0, "last_round": 0, "player_ids": [int(word) for word in each.values["value"].split()]}
            for each in entries["XXP"]
        ]
    return found


def _players(rows: Iterable[Entry], nationals: Iterable[Entry]) -> list[dict[str, Any]]:
    found = {}
    for row in rows:
        player = found[row.values["id"]] = _read_shape(PERSON, row)
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
    for each in nationals:
        record = {"federation": each.head} | _read_shape(NATIONAL, each)
        found[each.values["id"]].setdefault("national_ratings", []).append(record)
    return list(found.values())


def _read_shape(shape: Shape, given: Entry) -> dict[str, Any]:
    """A record as a dict; what is not said is left out, or 0 (None for points) where it must be there."""
    found: dict[str, Any] = {}
    for key, field, kind, always in shape.pieces:
        text = given.values.get(field, "")
        if text or always:
            found[key] = text if kind == "text" else _points(text) if kind == "points" else int(text or 0)
    if shape.group:
        ids = [int(text or 0) for (text,) in given.group]
        found[shape.group] = [one or None for one in ids] if shape.nobody else ids
    return found


def _points(text: str) -> float | None:
    """Points; None where the file says nothing, because 0 would say something."""
    worth = tenths(text) if text else None
    return None if worth is None else worth / 10
