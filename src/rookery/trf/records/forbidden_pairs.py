"""Forbidden pairs: record 260, and XXP for all rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rookery._record import field, record
from rookery.messages import msg
from rookery.model import ForbiddenPair, Tournament
from rookery.trf.context import AssemblyContext, FieldReader, LineContext, ParseState, parse_id_words
from rookery.trf.diagnostics import ERROR
from rookery.trf.fields import Field, Layout, id_group
from rookery.trf.record import (
    TRF26,
    TRFX,
    DialectOptions,
    LineContent,
    Record,
    Section,
    columns_per_round,
    id_cells,
    text_line,
)


class ForbiddenGroup(NamedTuple):
    """A group of participants of whom no two may meet, with its line; rounds are those of the file."""

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


def _assemble(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    """Combine record 260 with what XXP adds. A group up to the last round has no last round."""
    groups, forbidden = state.state_of(ForbiddenGroups), list[ForbiddenPair]()
    if not (groups.listed or groups.permanent):
        return {}
    groups_of: dict[int, set[int]] = {}  # participant -> the bans of whom, by their places
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


def _check(state: ParseState, context: AssemblyContext, tournament: Tournament) -> None:
    """Report forbidden pairs, which nothing confirms."""
    for ban in state.state_of(ForbiddenGroups).used:
        players = ", ".join(str(id) for id in ban.group.players if id in context.ids)
        message = msg("%(players)s may not meet in rounds %(first)s to %(last)s", players=players,
                      first=ban.group.first_round, last=ban.group.last_round or msg("the last"))  # fmt: skip
        context.report_unconfirmed(ban.line, "260", message)


RECORDS = (
    Record(
        "260", "who may not meet", TRF26, Section.REQUESTS,
        Layout((Field("first round", 5, 7, True), Field("last round", 9, 11, True)), id_group(13)),
        use="no two of these meet in these rounds, or at all where no rounds are given", repeatable=True, ordered=True,
        same_as="XXP", read=_read_260, assemble=_assemble, write=_write_260, check=_check,
    ),
    Record(
        "XXP", "who may not meet", TRFX, Section.JAVAFO, use="no two of these meet", repeatable=True,
        read=_read_xxp, write=_write_xxp,
    ),
)  # fmt: skip
