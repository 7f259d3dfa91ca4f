"""Byes asked for: record 240, cells behind the last round, and who misses the next one (XXZ)."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.attendance import no_word, overlooked
from rookery.model import ByeKind, RequestedBye, Tournament
from rookery.trf.draft import Draft, Here, Numbers, Said, words_as_ids
from rookery.trf.entry import Texts, Voice, each, pace, value
from rookery.trf.layout import Field, Layout, ids
from rookery.trf.notes import WARNING, Spot, in_round
from rookery.trf.record import TRF26, TRFX, Record, Section
from rookery.trf.rounds import byes
from rookery.trf.scene import Scene
from rookery.values import NamedTuple, Workplace, field
from rookery.wording import joined, spoken, word

_KINDS = {"F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO}


class Said240(NamedTuple):
    """A bye of record 240, of a player or a team; the round is the file's."""

    line: int
    round: int
    kind: ByeKind
    id: int


Asked = dict[tuple[int, int], ByeKind]
"""(round, participant) -> the bye asked for."""


class Byes(Workplace, slots=False, eq=False, repr=False):
    """What 240 and XXZ say; and, once assembled, what only the rows and only XXZ ask for."""

    said: list[Said240] = field(default_factory=list)
    absent: list[Said] = field(default_factory=list)
    in_rows: Asked = field(default_factory=dict)
    away: list[int] = field(default_factory=list)


# -- reading -----------------------------------------------------------------------------------------------------------


def _read_byes(draft: Draft, here: Here) -> None:
    numbers = Numbers(here)
    round, kind = numbers.round("round", 1), _KINDS.get(numbers.text("type").upper())
    if kind is None:
        numbers.refuse(spoken("the type is F, H or Z"), numbers.text("type"), "type")
    elif not numbers.text("round"):
        numbers.refuse(spoken("the round is missing"), "", "round")
    else:
        who = numbers.ids()
        draft.part(Byes).said += [Said240(here.line, round, kind, id) for id in who if round]


def _read_absent(draft: Draft, here: Here) -> None:
    draft.part(Byes).absent += [Said(here.line, id) for id in words_as_ids(here)]


# -- assembling --------------------------------------------------------------------------------------------------------


def _assemble(draft: Draft, scene: Scene) -> dict[str, object]:
    """Byes in cells behind the last round, 240 for such rounds, XXZ for the next."""
    part = draft.part(Byes)
    if scene.later and not scene.team_event:
        part.in_rows = _asked_in_rows(scene)
    if not (part.in_rows or part.said or part.absent):
        return {}
    asked = _asked_in_records(part, scene)
    following = len(scene.rounds) + 1
    for said in part.absent:
        for id in scene.there((said.value,), said.line):
            if (following, id) not in asked:
                asked[following, id] = ByeKind.ZERO
                part.away.append(id)
    return {"requested": tuple(RequestedBye(*key, asked[key]) for key in sorted(asked))}


def _asked_in_rows(scene: Scene) -> Asked:
    asked: Asked = {}
    seats = scene.table.seats_by_id()
    for column in scene.later:
        round = scene.round(column.round)
        for bye in byes(scene.table, column, scene.notes):
            blank = scene.table.blank(column.round, seats[bye.player])
            if round > len(scene.rounds) and bye.kind in _KINDS.values() and not blank:
                asked.setdefault((round, bye.player), bye.kind)
    for round in sorted({round for round, _ in asked}):
        if sum(each == round for each, _ in asked) == len(scene.ids):
            said = in_round(round, spoken("everybody has a bye and nobody is paired, so it is read as a round to come"))
            spot = Spot(scene.table.lines[0], field="round")
            scene.notes.add(WARNING, "nobody-paired", spot, said, used=spoken("byes asked for"))
    return asked


def _asked_in_records(part: Byes, scene: Scene) -> Asked:
    """Record 240: confirms the rows of rounds played, and asks for rounds to come."""
    asked = dict(part.in_rows)
    sat_out = [{bye.player: bye.kind for bye in round.byes} for round in scene.rounds]
    for line, column, kind, id in part.said:
        round, spot = scene.round(column), Spot(line, field="id")
        if not scene.there((id,), line):
            continue
        if round <= len(scene.rounds):
            seen = sat_out[round - 1].get(id)
            if seen is not kind:
                said = spoken("%(number)s has a %(kind)s here, in the row a %(seen)s" if seen else
                              "%(number)s has a %(kind)s here, in the row a game", number=id, kind=kind,
                              seen=seen)  # fmt: skip
                scene.notes.add(WARNING, "disagree", spot, in_round(column, said), str(id), spoken("the row"))
            continue
        if asked.get((round, id), kind) is not kind:
            said = spoken("%(number)s asks for a %(kind)s here, in the row for a %(seen)s", number=id, kind=kind,
                          seen=asked[round, id])  # fmt: skip
            scene.notes.add(WARNING, "disagree", spot, in_round(column, said), str(id), word(str(kind)))
        asked[round, id] = kind
    return asked


# -- writing -----------------------------------------------------------------------------------------------------------


def _write_byes(tournament: Tournament, voice: Voice) -> Iterator[Texts]:
    step, found = pace(tournament), dict[tuple[int, str], list[int]]()
    asked = [(one.round, one.kind, one.player) for one in (*tournament.requested, *_gone(tournament))]
    if tournament.team_event:
        asked += [
            (n, bye.kind, bye.player)
            for n, round in enumerate(tournament.rounds, 1)
            for bye in round.byes
            if bye.kind in _KINDS.values()
        ]
    for round, kind, id in asked:
        for column in range((round - 1) * step + 1, round * step + 1):
            found.setdefault((column, kind.value), []).append(id)
    for (column, letter), who in sorted(found.items()):
        yield Texts((column, letter), {"type": letter, "round": str(column)}, each(sorted(who)))


def _gone(tournament: Tournament) -> Iterator[RequestedBye]:
    """Who misses the next round and asked for no bye: withdrawn or expelled, and nobody knows from how many rounds."""
    if tournament.planned is None:
        asked = {one.player for one in tournament.requested if one.round == tournament.next_round}
        for one, kind in tournament.absent(tournament.next_round).items():
            if one not in asked:
                yield RequestedBye(tournament.next_round, one, kind)


def _write_absent(tournament: Tournament, voice: Voice) -> list[Texts]:
    next_round = tournament.next_round
    away = [] if tournament.team_event else sorted(tournament.absent(next_round))
    return value(" ".join(map(str, away)))


# -- consistency -------------------------------------------------------------------------------------------------------


def _check(draft: Draft, scene: Scene, tournament: Tournament) -> None:
    """Byes of rounds to come, which nothing confirms; and who has neither a game nor a bye."""
    part = draft.part(Byes)
    if not tournament.team_event:
        _note_overlooked(part, scene, tournament)
    if part.in_rows:
        (_, first), asked = min(part.in_rows), sorted(part.in_rows.items())
        listed = [spoken("%(number)s a %(kind)s in round %(round)s", number=id, kind=kind, round=round)
                  for (round, id), kind in asked]  # fmt: skip
        scene.unconfirmed(scene.table.lines[scene.table.seat(first) - 1], "001", joined(", ", listed))
    alone: dict[tuple[int, ByeKind, int], list[int]] = {}
    for line, column, kind, id in part.said:
        if id in scene.ids and scene.round(column) > len(scene.rounds):
            alone.setdefault((line, kind, column), []).append(id)
    for (line, kind, column), who in alone.items():
        scene.unconfirmed(line, "240", spoken("a %(kind)s in round %(round)s for %(players)s", kind=kind, round=column,
                                              players=", ".join(map(str, who))))  # fmt: skip
    if part.away:
        listed_away = ", ".join(map(str, part.away))
        said = spoken("missing the next round: %(players)s", players=listed_away)
        scene.unconfirmed(part.absent[0].line, "XXZ", said)


def _note_overlooked(part: Byes, scene: Scene, tournament: Tournament) -> None:
    """Players with an empty cell in a round for which they were there: it reads as a zero-point bye."""
    silent = _empty_cells(part, scene)
    for id, rounds in overlooked(tournament, silent).items():
        said = no_word(id, rounds)
        spot = scene.table.cell(rounds[0] * scene.pace, scene.table.seat(id))
        scene.notes.add(WARNING, "no-word", spot, said, "", word(str(ByeKind.ZERO)))


def _empty_cells(part: Byes, scene: Scene) -> dict[int, list[int]]:
    """The rounds after their first in which players have an empty cell, and no record says that they miss it."""
    silent: dict[int, list[int]] = {}
    said, seats = {(scene.round(one.round), one.id) for one in part.said}, dict[int, int]()
    for number, round in enumerate(scene.rounds, 1):
        for bye in round.byes:
            if bye.kind is not ByeKind.ZERO or (number, bye.player) in said:
                continue
            seats = seats or scene.table.seats_by_id()
            columns = range((number - 1) * scene.pace + 1, number * scene.pace + 1)
            if all(scene.table.blank(column, seats[bye.player]) for column in columns):
                silent.setdefault(bye.player, []).append(number)
    return silent


RECORDS = (
    Record(
        "240", "byes", TRF26, Section.REQUESTS, Layout((Field("type", 5, 5), Field("round", 7, 9, True)), ids(11)),
        use="`F`, `H` or `Z` for a round to come; of teams also for past rounds", many=True, same_as="XXZ",
        read=_read_byes, assemble=_assemble, write=_write_byes, check=_check,
    ),
    Record(
        "XXZ", "who misses the next round", TRFX, Section.JAVAFO, use="zero-point byes in the next round", many=True,
        read=_read_absent, write=_write_absent,
    ),
)  # fmt: skip
