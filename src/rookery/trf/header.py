"""The records that speak of the event as a whole: one function for each, all listed in HEADER."""

from __future__ import annotations

from collections.abc import Callable

from rookery.model import Colour
from rookery.regulations import scheme
from rookery.trf.draft import Draft, Here, Said
from rookery.trf.fields import MOST_ROUNDS, RECORDS
from rookery.trf.notes import INFO
from rookery.trf.persons import dated
from rookery.trf.records import number, tenths
from rookery.trf.symbols import BB_POINTS, EVENT_TEXTS, GAME_POINTS, MATCH_POINTS, XXS_POINTS

_GAME_POINTS = {**GAME_POINTS, "Z": "absence"}  # as bbpPairings and Chess-Publisher write it
_XXS = {**XXS_POINTS, **{colour + end: XXS_POINTS[end] for colour in "WB" for end in "WDL"}}
_XXS_TOO = {"W": ("full_bye", "forfeit_win"), "D": ("half_bye",)}

Reader = Callable[[Draft, Here], None]
"""Reads one line into the draft."""


def _text(draft: Draft, here: Here) -> None:
    draft.event[EVENT_TEXTS[here.code]] = _checked(here)


def _deputy(draft: Draft, here: Here) -> None:
    if here.value:
        draft.deputies.append(_checked(here))


def _checked(here: Here) -> str:
    """The text of the line; a code in the middle of it, with no blank before, tells of a lost line end."""
    found = here.value
    for code in RECORDS:
        at = found.find(f"{code} ")
        if at > 0 and code.isdigit() and found[at - 1] != " ":
            here.odd("joined", f"a line end is missing before {code}", found[at : at + 20], "one text")
    return found


def _date(draft: Draft, here: Here) -> None:
    day = dated(here.value, "not a date")
    draft.event["start" if here.code == "042" else "end"] = day.value
    if day.fault:
        here.odd("date", day.fault.text, here.value, str(day.value or "no date"), severity=day.fault.severity)


def _players(draft: Draft, here: Here) -> None:
    """062: the first number; Swiss-Manager adds how many of them played."""
    first = here.value.split()[0] if here.value else ""
    if number(first) >= 0:
        draft.declared_players = Said(here.line, number(first))
    elif first:
        here.odd("value", "the number of players is a number", here.value, severity=INFO)


def _round_dates(draft: Draft, here: Here) -> None:
    found, days = here.pieces(), []
    for index, (one,) in enumerate(found.group):
        day = dated(one, "not a date")
        days.append(day.value)
        if day.fault and day.fault.severity is not INFO:
            said, used = f"round {index + 1}: {day.fault.text}", str(day.value or "no date")
            here.odd("date", said, one, used, columns=found.group_columns(index))
    while days and days[-1] is None:
        days.pop()
    draft.event["round_dates"] = tuple(days)


def _rounds(draft: Draft, here: Here) -> None:
    """142 and XXR; 142 is the one that counts."""
    planned = number(here.value)
    if not 1 <= planned <= MOST_ROUNDS:
        here.odd("value", "not a number of rounds", here.value)
        return
    _compare(draft.planned, planned, here)
    if draft.planned is None or here.code == "142":
        draft.planned = Said(here.line, planned)


def _compare(before: Said | None, now: object, here: Here) -> None:
    if before is not None and before.value != now:
        here.odd("contradiction", f"line {before.line} says something else", here.value, "what 142 or 152 says")


def _colour(draft: Draft, here: Here) -> None:
    """152 and XXC; 152 is the one that counts."""
    allowed = ("white1", "black1", "rank") if here.code == "XXC" else ("w", "b")
    for word in here.value.split():
        plain = word.lower()
        if plain not in allowed:
            here.odd_word("value", f"this is one of {', '.join(allowed)}", word)
        elif plain == "rank":
            draft.by_rank = True
        else:
            colour = Colour.WHITE if plain[0] == "w" else Colour.BLACK
            _compare(draft.initial_colour, colour, here)
            if draft.initial_colour is None or here.code == "152":
                draft.initial_colour = Said(here.line, colour)


def _points(draft: Draft, here: Here) -> None:
    """162 and 362: pairs of a symbol and points."""
    games = here.code == "162"
    names, target = (_GAME_POINTS, draft.points) if games else (MATCH_POINTS, draft.match_points)
    found = here.pieces()
    for index, pair in enumerate(found.group):
        symbol, worth = (*pair, "")[:2]
        points = tenths(worth)
        if symbol.upper() in names and points is not None:
            target[names[symbol.upper()]] = points
        elif symbol or worth:
            said, columns = f"a symbol ({', '.join(names)}) and its points", found.group_columns(index)
            here.odd("point-system", said, f"{symbol} {worth}", columns=columns)
    if games:
        draft.points_line = here.line
    else:
        draft.match_points_line = here.line


def _xxs(draft: Draft, here: Here) -> None:
    draft.points_line = here.line
    for word in here.value.replace(",", " ").split():
        name, _, worth = word.upper().partition("=")
        points = tenths(worth)
        if name not in _XXS or points is None:
            here.odd_word("point-system", "a code, = and its points", word)
            continue
        if len(name) == 2 and name[0] in "WB" and draft.points.get(_XXS[name], points) != points:
            said = "points that depend on the colour cannot be kept: the last value is used for both"
            here.odd_word("point-system", said, word)
        for field in (_XXS[name], *_XXS_TOO.get(name, ())):
            draft.points[field] = points


def _bb(draft: Draft, here: Here) -> None:
    points = tenths(here.value)
    if points is None:
        here.odd("point-system", "not a number of points", here.value)
    else:
        draft.points[BB_POINTS[here.code]] = points
        draft.points_line = here.line


def _system(draft: Draft, here: Here) -> None:
    code = here.value.upper().replace("-", "_")
    if draft.system != "LIM" or "SWISS" not in code:
        draft.system = code
    if code and not scheme(code).format.name:
        here.odd("system", "not a type of tournament we know", here.value, "kept as it is")


def _comment(draft: Draft, here: Here) -> None:
    """A comment; one of ours names the system that has no code."""
    if here.text.lower().strip("# ").replace(":", " ").split() == ["system", "lim"]:
        draft.system = "LIM"


def _ranking(draft: Draft, here: Here) -> None:
    names = tuple(here.value.upper().replace(",", " ").split())
    if names:
        draft.ranking = names if here.code == "212" else ("PTS", *names)


def _boards(draft: Draft, here: Here) -> None:
    colours = here.value.upper()
    if colours.strip("WB"):
        here.odd("value", "the colours of the boards are a row of W and B", here.value)
    elif colours:
        draft.board_colours = Said(here.line, colours)


def _nothing(draft: Draft, here: Here) -> None:
    """A record kept in the document, of which the model needs nothing."""


HEADER: dict[str, Reader] = {
    **dict.fromkeys(EVENT_TEXTS, _text), "042": _date, "052": _date, "062": _players, "072": _nothing, "082": _nothing,
    "112": _deputy, "132": _round_dates, "142": _rounds, "XXR": _rounds, "152": _colour, "XXC": _colour,
    "162": _points, "362": _points, "XXS": _xxs, **dict.fromkeys(BB_POINTS, _bb), "192": _system, "###": _comment,
    "202": _ranking, "212": _ranking, "352": _boards, "801": _nothing, "802": _nothing,
}  # fmt: skip

_ALWAYS = ("012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132")
_SINCE_26 = ("152", "172", "182", "192", "202", "212", "222")


def unsaid(draft: Draft) -> list[str]:
    """The records of the event that the file does not have; those of TRF26 only when it has any of them."""
    missing = [code for code in _ALWAYS if code not in draft.lines]
    if draft.planned is None:
        missing.append("142")
    if any(code in draft.lines for code in _SINCE_26):
        missing += [code for code in _SINCE_26 if code not in draft.lines]
    return missing
