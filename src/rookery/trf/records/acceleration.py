"""Records of virtual points: 250 for many players at once, XXA for one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from rookery._record import field, record, replace
from rookery.messages import msg
from rookery.model import Tournament, VirtualPoints
from rookery.model.validation import MOST_ROUNDS
from rookery.trf.diagnostics import WARNING, Location
from rookery.trf.fields import Field, Group, Layout, parse_tenths, points_text
from rookery.trf.record import (
    TOO_MANY_ROUNDS,
    TRF26,
    TRFX,
    AssemblyContext,
    Cells,
    DialectOptions,
    FieldReader,
    LineContent,
    LineContext,
    LocatedValue,
    ParseState,
    Record,
    Section,
    columns_per_round,
)


@record(frozen=False, slots=False, eq=False, repr=False)
class Acceleration:
    """The entries of record 250, and those of XXA: player -> line, points by round of the file."""

    entries: list[LocatedValue] = field(default_factory=list)
    boosts: dict[int, tuple[int, list[int]]] = field(default_factory=dict)

    @property
    def first_boost(self) -> int:
        """Return the line of the first player with an XXA record, by number."""
        return min(self.boosts.items())[1][0]


# -- reading -----------------------------------------------------------------------------------------------------------


def _read_250(state: ParseState, line: LineContext) -> None:
    reader = FieldReader(line)
    first, last = reader.round_number("first round", 1), reader.round_number("last round", 1)
    low, high = reader.integer("first id", 1), reader.integer("last id", 1)
    points, match_points = reader.points("game points"), reader.points("match points")
    if not reader.valid:
        return
    if not (first and low):
        reader.reject(msg("rounds or participants are missing"), line.value)
        return
    if 0 < last < first or 0 < high < low:
        reader.reject(msg("the last is before the first"), line.value, used=msg("both"))
    virtual = VirtualPoints(low, high or low, first, last or first, points, match_points)
    state.state_of(Acceleration).entries.append(LocatedValue(line.number, virtual))


def _read_xxa(state: ParseState, line: LineContext) -> None:
    reader, boosts = FieldReader(line), state.state_of(Acceleration).boosts
    participant = reader.integer("id", 1)
    points = []
    for index, (text,) in enumerate(reader.fields.group):
        worth = parse_tenths(text) if text else 0
        if index >= MOST_ROUNDS:
            reader.reject(TOO_MANY_ROUNDS, text, columns=reader.fields.group_columns(index))
            break
        if worth is None:
            reader.reject(msg("not a number of points"), text, columns=reader.fields.group_columns(index))
        points.append(worth or 0)
    if participant in boosts:
        message = msg(
            "player %(number)s has virtual points already in line %(line)s",
            number=participant,
            line=boosts[participant][0],
        )
        reader.reject(message, str(participant), "id")
    elif participant:
        boosts[participant] = line.number, points


# -- assembling --------------------------------------------------------------------------------------------------------


def _assemble(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    """Return record 250; without it XXA, one entry for each run of equal points of a player."""
    acceleration = state.state_of(Acceleration)
    if not (acceleration.entries or acceleration.boosts):
        return {}
    ranges = [_convert_rounds(entry, context) for entry in acceleration.entries]
    runs: list[VirtualPoints] = []
    for participant, (line, points) in sorted(acceleration.boosts.items()):
        if context.find_known_ids((participant,), line):
            runs += _build_runs(participant, points[:: context.columns_per_round])
    if acceleration.entries and acceleration.boosts and not _are_equal(ranges, runs):
        location, entry = Location(acceleration.first_boost, field="XXA"), msg("the virtual points of 250 are others")
        context.problems.report(WARNING, "contradiction", location, entry, "", "250")
    return {"acceleration": tuple(ranges if acceleration.entries else runs)}


def _convert_rounds(entry: LocatedValue, context: AssemblyContext) -> VirtualPoints:
    virtual: VirtualPoints = entry.value
    context.find_known_ids((virtual.first, virtual.last), entry.line)
    return replace(
        virtual, first_round=context.round_of(virtual.first_round), last_round=context.round_of(virtual.last_round)
    )


def _build_runs(participant: int, points: Sequence[int]) -> list[VirtualPoints]:
    runs: list[VirtualPoints] = []
    for round, worth in enumerate(points, 1):
        if worth and runs and runs[-1].points == worth and runs[-1].last_round == round - 1:
            runs[-1] = replace(runs[-1], last_round=round)
        elif worth:
            runs.append(VirtualPoints(participant, participant, round, round, worth))
    return runs


def _are_equal(first: Iterable[VirtualPoints], second: Iterable[VirtualPoints]) -> bool:
    """Return whether both give every player equal points in every round: their sums change at the same corners."""

    def corners(points: Iterable[VirtualPoints]) -> dict[tuple[int, int], int]:
        sums: Counter[tuple[int, int]] = Counter()
        for entry in points:
            if entry.first > entry.last or entry.first_round > entry.last_round:
                continue
            for participant, sign in ((entry.first, 1), (entry.last + 1, -1)):
                sums[participant, entry.first_round] += sign * entry.points
                sums[participant, entry.last_round + 1] -= sign * entry.points
        return {corner: worth for corner, worth in sums.items() if worth}

    return corners(first) == corners(second)


# -- writing -----------------------------------------------------------------------------------------------------------


def _write_250(tournament: Tournament, options: DialectOptions) -> Iterator[LineContent]:
    step = columns_per_round(tournament)
    for number, virtual in enumerate(tournament.acceleration):
        values = {
            "match points": points_text(virtual.match_points) if virtual.match_points else "",
            "game points": points_text(virtual.points) if virtual.points or not virtual.match_points else "",
            "first round": str((virtual.first_round - 1) * step + 1), "last round": str(virtual.last_round * step),
            "first id": str(virtual.first), "last id": str(virtual.last),
        }  # fmt: skip
        yield LineContent((number,), values)


def _write_xxa(tournament: Tournament, options: DialectOptions) -> Iterator[LineContent]:
    step = columns_per_round(tournament)
    rows: dict[tuple[int, ...], Cells] = {}
    for participant, points in () if tournament.team_event else _points_by_player(tournament):
        if points not in rows:
            cells = {worth: (points_text(worth),) for worth in set(points)}
            rows[points] = tuple(cells[worth] for worth in points for _ in range(step))
        if any(points):
            yield LineContent((participant,), {"id": str(participant)}, rows[points])


def _points_by_player(tournament: Tournament) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield every player with virtual points by round, up to the last of the records that name the player."""
    ids, changes = sorted(tournament.participants_by_number), defaultdict[int, list[tuple[VirtualPoints, int]]](list)
    for virtual in tournament.acceleration:
        first, last = bisect_left(ids, virtual.first), bisect_right(ids, virtual.last)
        if first < last and virtual.first_round <= virtual.last_round:
            changes[first].append((virtual, 1))
            changes[last].append((virtual, -1))
    steps, last_rounds, points = Counter[int](), Counter[int](), tuple[int, ...]()
    for index, participant in enumerate(ids):
        for virtual, sign in changes.get(index, ()):
            steps[virtual.first_round] += sign * virtual.points
            steps[virtual.last_round + 1] -= sign * virtual.points
            last_rounds[virtual.last_round] += sign
        if index in changes:
            last_round = max((round for round, count in last_rounds.items() if count), default=0)
            points = tuple(accumulate(steps[round] for round in range(1, last_round + 1)))
        yield participant, points


# -- consistency -------------------------------------------------------------------------------------------------------


def _check(state: ParseState, context: AssemblyContext, tournament: Tournament) -> None:
    """Report virtual points, which nothing confirms; a checksum stands for all XXA lines."""
    acceleration = state.state_of(Acceleration)
    for entry in acceleration.entries:
        virtual: VirtualPoints = entry.value
        worth = msg(
            "%(match)s and %(points)s virtual points for %(first)s to %(last)s in rounds %(since)s to %(until)s",
            match=virtual.match_points / 10, points=virtual.points / 10, first=virtual.first, last=virtual.last,
            since=virtual.first_round, until=virtual.last_round,
        )  # fmt: skip
        context.report_unconfirmed(entry.line, "250", worth)
    if acceleration.boosts:
        boosts = [(participant, points) for participant, (_, points) in acceleration.boosts.items()]
        total = sum(sum(points) for _, points in boosts)
        checksum = sum(
            participant * round * worth for participant, points in boosts for round, worth in enumerate(points, 1)
        )
        listed = msg("%(number)s players, %(points)s virtual points: checksum %(sum)s", number=len(boosts),
                        points=total / 10, sum=checksum)  # fmt: skip
        context.report_unconfirmed(acceleration.first_boost, "XXA", listed)


RECORDS = (
    Record(
        "250", "virtual points", TRF26, Section.REQUESTS,
        Layout((
            Field("match points", 5, 8, True), Field("game points", 10, 13, True), Field("first round", 15, 17, True),
            Field("last round", 19, 21, True), Field("first id", 23, 26, True), Field("last id", 28, 31, True),
        )),
        use="virtual points of these numbers in these rounds, for pairing only", repeatable=True, ordered=True,
        same_as="XXA", read=_read_250, assemble=_assemble, write=_write_250, check=_check,
    ),
    Record(
        "XXA", "virtual points of one player", TRFX, Section.JAVAFO,
        Layout((Field("id", 5, 8, True),), Group((Field("points", 10, 13, True),), 5)),
        use="virtual points of one player, round by round", repeatable=True, read=_read_xxa, write=_write_xxa,
    ),
)  # fmt: skip
