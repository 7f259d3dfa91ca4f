"""The records that name participants: byes, virtual points, who may not meet, abnormal points, teams, persons."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.model import AbnormalPoints, ByeKind, Forbidden, NationalRecord, Team, VirtualPoints
from rookery.trf.draft import Draft, Here, Numbers, Said
from rookery.trf.fields import ABNORMAL_BY_EXAMPLE, NATIONAL, RECORDS
from rookery.trf.header import Reader
from rookery.trf.notes import ERROR, INFO
from rookery.trf.persons import READINGS
from rookery.trf.records import number, parsed, tenths

_KINDS = {"F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO}
_ABNORMAL = ("", "W", "D", "L", "F", "H", "Z", "+", "-")


def _byes(draft: Draft, here: Here) -> None:
    numbers = Numbers(here)
    round, kind = numbers.whole("round", 1), _KINDS.get(numbers.text("type").upper())
    if kind is None:
        numbers.refuse("the type is F, H or Z", numbers.text("type"), "type")
    elif not numbers.text("round"):
        numbers.refuse("the round is missing", "", "round")
    else:
        draft.byes += [(here.line, round, kind, id) for id in numbers.ids()]


def _virtual(draft: Draft, here: Here) -> None:
    numbers = Numbers(here)
    first, last = numbers.whole("first round", 1), numbers.whole("last round", 1)
    low, high = numbers.whole("first id", 1), numbers.whole("last id", 1)
    points, match_points = numbers.points("game points"), numbers.points("match points")
    if not numbers.sound:
        return
    if not (first and low):
        numbers.refuse("rounds or participants are missing", here.value)
        return
    if 0 < last < first or 0 < high < low:
        numbers.refuse("the last is before the first", here.value, used="both")
    one = VirtualPoints(low, high or low, first, last or first, points, match_points)
    draft.acceleration.append(Said(here.line, one))


def _forbidden(draft: Draft, here: Here) -> None:
    numbers = Numbers(here)
    first, last = numbers.whole("first round"), numbers.whole("last round")
    _group(draft.forbidden, here, numbers.ids(), first or 1, last or None)


def _never(draft: Draft, here: Here) -> None:
    _group(draft.never, here, _ids(here), 1, None)


def _group(target: list[Said], here: Here, ids: tuple[int, ...], first: int, last: int | None) -> None:
    if len(set(ids)) < max(2, len(ids)) or (last is not None and last < first):
        said = f"record {here.code}: two or more different participants, and rounds in order"
        here.odd("value", said, here.value, "what makes sense of it", severity=ERROR)
    if len(set(ids)) > 1:
        target.append(Said(here.line, Forbidden(tuple(dict.fromkeys(ids)), first, last)))


def _ids(here: Here) -> tuple[int, ...]:
    """Start numbers as free words."""
    words = here.value.split()
    for word in words:
        if number(word) < 1:
            here.odd_word("value", f"record {here.code}: not a start number", word, severity=ERROR)
    return tuple(number(word) for word in words if number(word) > 0)


def _absent(draft: Draft, here: Here) -> None:
    draft.absent += [Said(here.line, id) for id in _ids(here)]


def _boost(draft: Draft, here: Here) -> None:
    numbers = Numbers(here)
    id = numbers.whole("id", 1)
    points = []
    for index, (one,) in enumerate(numbers.found.group):
        worth = tenths(one) if one else 0
        if worth is None:
            numbers.refuse("not a number of points", one, columns=numbers.found.group_columns(index))
        points.append(worth or 0)
    if id in draft.boosts:
        numbers.refuse(f"player {id} has virtual points already in line {draft.boosts[id][0]}", str(id), "id")
    elif id:
        draft.boosts[id] = here.line, points


def _abnormal(draft: Draft, here: Here) -> None:
    """299: by the table of the standard, or by the example it prints; never by guess."""
    found = parsed(RECORDS["299"], here.line, here.text)
    example = parsed(ABNORMAL_BY_EXAMPLE, here.line, here.text)
    if found.strays and not example.strays:
        here.odd("layout", "laid out as the example of the standard, not as its table", used="", severity=INFO)
        found = example
    elif found.strays:
        said, at = "neither the columns of the table nor those of the example", found.strays[0]
        here.odd("misaligned", said, here.value, severity=ERROR, columns=(at, at))
        return
    numbers = Numbers(here, found)
    kind, round = numbers.text("type").upper(), numbers.whole("round")
    points, match_points, ids = numbers.points("game points"), numbers.points("match points"), numbers.ids()
    if kind not in _ABNORMAL:
        numbers.refuse("the type is one of W D L F H Z + - or blank", kind, "type")
    elif numbers.sound:
        draft.abnormal.append(Said(here.line, AbnormalPoints(ids, kind, points, match_points, round or None)))


# -- teams -------------------------------------------------------------------------------------------------------------


def _team(draft: Draft, here: Here) -> None:
    numbers = Numbers(here)
    id = numbers.whole("id", 1)
    if not id or any(id == team.id for _, team in draft.teams):
        numbers.refuse("not a team number of its own", numbers.text("id"), "id", "nothing: the team is left out")
        return
    team = _roster(here, id, numbers.text("name"), numbers.ids())
    team = Team(
        id, team.name, team.players, numbers.text("nickname"), numbers.whole("strength") or None,
        numbers.maybe("match points"), numbers.maybe("game points"), numbers.whole("rank") or None,
    )  # fmt: skip
    draft.teams.append((here.line, team))


def _old_team(draft: Draft, here: Here) -> None:
    numbers = Numbers(here)
    draft.rosters.append((here.line, _roster(here, len(draft.rosters) + 1, numbers.text("name"), numbers.ids())))


def _roster(here: Here, id: int, name: str, ids: tuple[int, ...]) -> Team:
    try:
        return Team(id, name, ids)
    except RuleError as error:
        here.odd("roster", str(error), "", "each player once", severity=ERROR)
        return Team(id, name, tuple(dict.fromkeys(ids)))


def _line_up(draft: Draft, here: Here) -> None:
    numbers = Numbers(here)
    round, team, opponent = numbers.whole("round", 1), numbers.whole("team", 1), numbers.whole("opponent")
    ids = numbers.ids(0)
    if (round, team) in draft.line_ups:
        numbers.refuse(f"team {team} has a line-up for round {round} already", str(team), "team")
    elif round and team:
        draft.line_ups[round, team] = here.line, opponent, ids


def _allocated(draft: Draft, here: Here) -> None:
    numbers = Numbers(here)
    draft.team_pab, draft.team_bye_points = numbers.maybe("match points"), numbers.maybe("game points")
    for round, (team,) in enumerate(numbers.found.group, 1):
        if team and number(team) < 0:
            numbers.refuse("not a team", team, columns=numbers.found.group_columns(round - 1))
        elif team and number(team):
            draft.pabs.append((here.line, round, number(team)))


def _forfeit(draft: Draft, here: Here) -> None:
    numbers = Numbers(here)
    kind, round = numbers.text("type"), numbers.whole("round", 1)
    white, black = numbers.whole("white", 1), numbers.whole("black", 1)
    if kind not in ("+-", "-+", "--"):
        numbers.refuse("the type is +-, -+ or --", kind, "type")
    elif round and white and black:
        draft.forfeits.append((here.line, round, kind, white, black))


def national(draft: Draft, here: Here) -> None:
    """A national record: the federation's letters, then a person as in 001."""
    found = parsed(NATIONAL, here.line, here.text)
    if found.strays:
        at = found.strays[0]
        said = f"column {at} must be blank: the row is out of step"
        here.odd("misaligned", said, here.text[at - 1], "", severity=ERROR, columns=(at, at))
    read = {name: READINGS[name](found.values[name]) for name in ("sex", "rating", "birth")}
    for name, (_, fault) in read.items():
        if fault is not None:
            columns = found.columns(name)
            here.odd(fault.code, fault.text, found.values[name], severity=fault.severity, columns=columns)
    record = NationalRecord(
        federation=here.code, title=found.values["title"], name=found.values["name"], rating=read["rating"].value,
        origin=found.values["federation"], national_id=found.values["number"], sex=read["sex"].value,
        birth=read["birth"].value,
    )  # fmt: skip
    draft.national.append((here.line, number(found.values["id"]), record))


CONSTRAINTS: dict[str, Reader] = {
    "240": _byes, "250": _virtual, "260": _forbidden, "299": _abnormal, "300": _line_up, "310": _team,
    "013": _old_team, "320": _allocated, "330": _forfeit, "XXZ": _absent, "XXA": _boost, "XXP": _never,
}  # fmt: skip
