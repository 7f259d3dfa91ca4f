"""Records of requests: byes (240, XXZ, cells behind the last round) and forbidden pairs (260, XXP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rookery._record import field, record
from rookery.history.completion import find_overlooked_rounds, overlooked_message
from rookery.messages import join_texts, msg, msg_const
from rookery.model import ByeKind, ForbiddenPair, RequestedBye, Tournament
from rookery.trf.diagnostics import ERROR, WARNING, Location, round_message
from rookery.trf.fields import Field, Layout, id_group
from rookery.trf.record import (
    TRF26,
    TRFX,
    AssemblyContext,
    DialectOptions,
    FieldReader,
    LineContent,
    LineContext,
    LocatedValue,
    ParseState,
    Record,
    Section,
    columns_per_round,
    id_cells,
    parse_id_words,
    text_line,
)
from rookery.trf.rounds import build_byes

_KINDS = {"F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO}


class ByeLine(NamedTuple):
    """A bye of record 240, of a player or a team; the round is the file's."""

    line: int
    round: int
    kind: ByeKind
    id: int


ByeRequests = dict[tuple[int, int], ByeKind]
"""(round, participant) -> the requested bye."""


@record(frozen=False, slots=False, eq=False, repr=False)
class Byes:
    """The byes of records 240 and XXZ; once assembled, also those that only the rows and only XXZ request."""

    lines: list[ByeLine] = field(default_factory=list)
    absent: list[LocatedValue] = field(default_factory=list)
    in_rows: ByeRequests = field(default_factory=dict)
    absent_next_round: list[int] = field(default_factory=list)


# -- byes: reading -----------------------------------------------------------------------------------------------------


def _read_byes(state: ParseState, line: LineContext) -> None:
    reader = FieldReader(line)
    round, kind = reader.round_number("round", 1), _KINDS.get(reader.text("type").upper())
    if kind is None:
        reader.reject(msg("the type is F, H or Z"), reader.text("type"), "type")
    elif not reader.text("round"):
        reader.reject(msg("the round is missing"), "", "round")
    else:
        ids = reader.ids()
        state.state_of(Byes).lines += [ByeLine(line.number, round, kind, participant) for participant in ids if round]


def _read_absent(state: ParseState, line: LineContext) -> None:
    state.state_of(Byes).absent += [LocatedValue(line.number, participant) for participant in parse_id_words(line)]


# -- byes: assembling --------------------------------------------------------------------------------------------------


def _assemble_byes(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    """Collect byes in cells behind the last round, 240 for such rounds, XXZ for the next."""
    byes_state = state.state_of(Byes)
    if context.unplayed_columns and not context.team_event:
        byes_state.in_rows = _requests_in_rows(context)
    if not (byes_state.in_rows or byes_state.lines or byes_state.absent):
        return {}
    requests = _merge_recorded_requests(byes_state, context)
    following = len(context.rounds) + 1
    for absence in byes_state.absent:
        for participant in context.find_known_ids((absence.value,), absence.line):
            if (following, participant) not in requests:
                requests[following, participant] = ByeKind.ZERO
                byes_state.absent_next_round.append(participant)
    return {"requested_byes": tuple(RequestedBye(*key, requests[key]) for key in sorted(requests))}


def _requests_in_rows(context: AssemblyContext) -> ByeRequests:
    requests: ByeRequests = {}
    positions = context.table.positions_by_id()
    for column in context.unplayed_columns:
        round = context.round_of(column.round)
        for bye in build_byes(context.table, column, context.problems):
            blank = context.table.is_blank(column.round, positions[bye.player])
            if round > len(context.rounds) and bye.kind in _KINDS.values() and not blank:
                requests.setdefault((round, bye.player), bye.kind)
    for round in sorted({round for round, _ in requests}):
        if sum(number == round for number, _ in requests) == len(context.ids):
            message = round_message(
                round, msg("everybody has a bye and nobody is paired, so it is read as a round to come")
            )
            location = Location(context.table.lines[0], field="round")
            context.problems.report(WARNING, "nobody-paired", location, message, used=msg("byes asked for"))
    return requests


def _merge_recorded_requests(byes_state: Byes, context: AssemblyContext) -> ByeRequests:
    """Record 240 confirms the rows of rounds played, and contains requests for later rounds."""
    requests = dict(byes_state.in_rows)
    sat_out = [{bye.player: bye.kind for bye in round.byes} for round in context.rounds]
    for line, column, kind, participant in byes_state.lines:
        round, location = context.round_of(column), Location(line, field="id")
        if not context.find_known_ids((participant,), line):
            continue
        if round <= len(context.rounds):
            played_kind = sat_out[round - 1].get(participant)
            if played_kind is not kind:
                message = msg("%(number)s has a %(kind)s here, in the row a %(seen)s" if played_kind else
                              "%(number)s has a %(kind)s here, in the row a game", number=participant, kind=kind,
                              seen=played_kind)  # fmt: skip
                context.problems.report(
                    WARNING, "disagree", location, round_message(column, message), str(participant), msg("the row")
                )
            continue
        if requests.get((round, participant), kind) is not kind:
            message = msg("%(number)s asks for a %(kind)s here, in the row for a %(seen)s", number=participant,
                          kind=kind, seen=requests[round, participant])  # fmt: skip
            context.problems.report(
                WARNING, "disagree", location, round_message(column, message), str(participant), msg_const(str(kind))
            )
        requests[round, participant] = kind
    return requests


# -- byes: writing -----------------------------------------------------------------------------------------------------


def _write_byes(tournament: Tournament, options: DialectOptions) -> Iterator[LineContent]:
    step, ids_by_bye = columns_per_round(tournament), dict[tuple[int, str], list[int]]()
    requests = (*tournament.requested_byes, *_unrequested_absences(tournament))
    byes = [(bye.round, bye.kind, bye.player) for bye in requests]
    if tournament.team_event:
        byes += [
            (n, bye.kind, bye.player)
            for n, round in enumerate(tournament.rounds, 1)
            for bye in round.byes
            if bye.kind in _KINDS.values()
        ]
    for round, kind, participant in byes:
        for column in range((round - 1) * step + 1, round * step + 1):
            ids_by_bye.setdefault((column, kind.value), []).append(participant)
    for (column, letter), ids in sorted(ids_by_bye.items()):
        yield LineContent((column, letter), {"type": letter, "round": str(column)}, id_cells(sorted(ids)))


def _unrequested_absences(tournament: Tournament) -> Iterator[RequestedBye]:
    """Yield byes for absentees of the next round who requested none, if the planned rounds are unknown.

    Such absentees are withdrawn or expelled.
    """
    if tournament.planned_rounds is None:
        requesting = {request.player for request in tournament.requested_byes if request.round == tournament.next_round}
        for request, kind in tournament.absent(tournament.next_round).items():
            if request not in requesting:
                yield RequestedBye(tournament.next_round, request, kind)


def _write_absent(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
    next_round = tournament.next_round
    away = [] if tournament.team_event else sorted(tournament.absent(next_round))
    return text_line(" ".join(map(str, away)))


# -- byes: consistency -------------------------------------------------------------------------------------------------


def _check_byes(state: ParseState, context: AssemblyContext, tournament: Tournament) -> None:
    """Report byes of future rounds, which nothing confirms, and players with neither a game nor a bye."""
    byes_state = state.state_of(Byes)
    if not tournament.team_event:
        _report_overlooked(byes_state, context, tournament)
    if byes_state.in_rows:
        (_, first), requests = min(byes_state.in_rows), sorted(byes_state.in_rows.items())
        listed = [msg("%(number)s a %(kind)s in round %(round)s", number=participant, kind=kind, round=round)
                  for (round, participant), kind in requests]  # fmt: skip
        context.report_unconfirmed(
            context.table.lines[context.table.position(first) - 1], "001", join_texts(", ", listed)
        )
    unconfirmed: dict[tuple[int, ByeKind, int], list[int]] = {}
    for line, column, kind, participant in byes_state.lines:
        if participant in context.ids and context.round_of(column) > len(context.rounds):
            unconfirmed.setdefault((line, kind, column), []).append(participant)
    for (line, kind, column), ids in unconfirmed.items():
        message = msg("a %(kind)s in round %(round)s for %(players)s", kind=kind, round=column,
                      players=", ".join(map(str, ids)))  # fmt: skip
        context.report_unconfirmed(line, "240", message)
    if byes_state.absent_next_round:
        players = ", ".join(map(str, byes_state.absent_next_round))
        message = msg("missing the next round: %(players)s", players=players)
        context.report_unconfirmed(byes_state.absent[0].line, "XXZ", message)


def _report_overlooked(byes_state: Byes, context: AssemblyContext, tournament: Tournament) -> None:
    """Report players with an empty cell in a round after their entry; it reads as a zero-point bye."""
    empty_rounds = _empty_cells(byes_state, context)
    for participant, rounds in find_overlooked_rounds(tournament, empty_rounds).items():
        message = overlooked_message(participant, rounds)
        location = context.table.cell_location(
            rounds[0] * context.columns_per_round, context.table.position(participant)
        )
        context.problems.report(WARNING, "no-word", location, message, "", msg_const(str(ByeKind.ZERO)))


def _empty_cells(byes_state: Byes, context: AssemblyContext) -> dict[int, list[int]]:
    """Return the rounds after their first in which players have an empty cell that no record explains."""
    empty_rounds: dict[int, list[int]] = {}
    recorded = {(context.round_of(bye_line.round), bye_line.id) for bye_line in byes_state.lines}
    positions = dict[int, int]()
    for number, round in enumerate(context.rounds, 1):
        for bye in round.byes:
            if bye.kind is not ByeKind.ZERO or (number, bye.player) in recorded:
                continue
            positions = positions or context.table.positions_by_id()
            columns = range((number - 1) * context.columns_per_round + 1, number * context.columns_per_round + 1)
            if all(context.table.is_blank(column, positions[bye.player]) for column in columns):
                empty_rounds.setdefault(bye.player, []).append(number)
    return empty_rounds


# -- forbidden pairs ---------------------------------------------------------------------------------------------------


class ForbiddenGroup(NamedTuple):
    """A group of participants who may not meet each other, with its line; rounds are those of the file."""

    line: int
    group: ForbiddenPair


@record(frozen=False, slots=False, eq=False, repr=False)
class ForbiddenGroups:
    """The groups of 260 and XXP; once assembled, also the groups that are used."""

    listed: list[ForbiddenGroup] = field(default_factory=list)
    permanent: list[ForbiddenGroup] = field(default_factory=list)
    used: list[ForbiddenGroup] = field(default_factory=list)


def _read_260(state: ParseState, line: LineContext) -> None:
    reader = FieldReader(line)
    first, last = reader.round_number("first round"), reader.round_number("last round")
    _add_group(state.state_of(ForbiddenGroups).listed, line, reader.ids(), first or 1, last or None)


def _read_xxp(state: ParseState, line: LineContext) -> None:
    _add_group(state.state_of(ForbiddenGroups).permanent, line, parse_id_words(line), 1, None)


def _add_group(
    groups: list[ForbiddenGroup], line: LineContext, ids: tuple[int, ...], first: int, last: int | None
) -> None:
    if len(set(ids)) < max(2, len(ids)) or (last is not None and last < first):
        message = msg("record %(code)s: two or more different participants, and rounds in order", code=line.code)
        line.report("value", message, line.value, msg("what makes sense of it"), severity=ERROR)
    if len(set(ids)) > 1:
        groups.append(ForbiddenGroup(line.number, ForbiddenPair(tuple(dict.fromkeys(ids)), first, last)))


def _assemble_forbidden_pairs(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    """Combine record 260 with what XXP adds. A group up to the last round has no last round."""
    groups, forbidden = state.state_of(ForbiddenGroups), list[ForbiddenPair]()
    if not (groups.listed or groups.permanent):
        return {}
    groups_of: dict[int, set[int]] = {}  # the groups of each participant, by index
    for number, ban in enumerate((*groups.listed, *groups.permanent)):
        group = ban.group
        players = context.find_known_ids(group.players, ban.line)
        last = None if group.last_round is None else context.round_of(group.last_round)
        if context.planned is not None and last is not None and last >= context.planned:
            last = None
        if len(players) < 2:
            continue
        if number >= len(groups.listed) and set.intersection(*[groups_of.get(player, set()) for player in players]):
            continue
        for player in players:
            groups_of.setdefault(player, set()).add(number)
        forbidden.append(ForbiddenPair(players, context.round_of(group.first_round), last))
        groups.used.append(ban)
    return {"forbidden_pairs": tuple(forbidden)}


def _write_260(tournament: Tournament, options: DialectOptions) -> Iterator[LineContent]:
    step = columns_per_round(tournament)
    for number, forbidden in enumerate(tournament.forbidden_pairs):
        last = forbidden.last_round
        if last is None and tournament.planned_rounds:
            last = max(forbidden.first_round, tournament.planned_rounds)
        values = {
            "first round": str((forbidden.first_round - 1) * step + 1),
            "last round": "" if last is None else str(last * step),
        }
        yield LineContent((number,), values, id_cells(forbidden.players))


def _write_xxp(tournament: Tournament, options: DialectOptions) -> Iterator[LineContent]:
    for number, forbidden in enumerate(tournament.forbidden_pairs):
        if forbidden.covers(tournament.next_round) and not tournament.team_event:
            yield from text_line(" ".join(map(str, forbidden.players)), number)


def _check_forbidden_pairs(state: ParseState, context: AssemblyContext, tournament: Tournament) -> None:
    """Report forbidden pairs, which nothing confirms."""
    for ban in state.state_of(ForbiddenGroups).used:
        players = ", ".join(str(participant) for participant in ban.group.players if participant in context.ids)
        message = msg("%(players)s may not meet in rounds %(first)s to %(last)s", players=players,
                      first=ban.group.first_round, last=ban.group.last_round or msg("the last"))  # fmt: skip
        context.report_unconfirmed(ban.line, "260", message)


RECORDS = (
    Record(
        "240", "byes", TRF26, Section.REQUESTS, Layout((Field("type", 5, 5), Field("round", 7, 9, True)), id_group(11)),
        use="`F`, `H` or `Z` for a round to come; of teams also for past rounds", repeatable=True, same_as="XXZ",
        read=_read_byes, assemble=_assemble_byes, write=_write_byes, check=_check_byes,
    ),
    Record(
        "XXZ", "who misses the next round", TRFX, Section.JAVAFO, use="zero-point byes in the next round",
        repeatable=True, read=_read_absent, write=_write_absent,
    ),
    Record(
        "260", "who may not meet", TRF26, Section.REQUESTS,
        Layout((Field("first round", 5, 7, True), Field("last round", 9, 11, True)), id_group(13)),
        use="no two of these meet in these rounds, or at all where no rounds are given", repeatable=True, ordered=True,
        same_as="XXP", read=_read_260, assemble=_assemble_forbidden_pairs, write=_write_260,
        check=_check_forbidden_pairs,
    ),
    Record(
        "XXP", "who may not meet", TRFX, Section.JAVAFO, use="no two of these meet", repeatable=True,
        read=_read_xxp, write=_write_xxp,
    ),
)  # fmt: skip
