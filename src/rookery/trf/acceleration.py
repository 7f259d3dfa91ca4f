"""Virtual points: record 250 for many players at once, XXA for one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from rookery.model import Tournament, VirtualPoints
from rookery.model.limits import MOST_ROUNDS
from rookery.trf.draft import BEYOND, Draft, Here, Numbers, Said
from rookery.trf.entry import Cells, Texts, Voice, pace
from rookery.trf.layout import Field, Group, Layout
from rookery.trf.notes import WARNING, Spot
from rookery.trf.record import TRF26, TRFX, Record, Section
from rookery.trf.scene import Scene
from rookery.trf.texts import points_text, tenths
from rookery.values import field, mutable, replace
from rookery.wording import spoken


@mutable(slots=False, eq=False, repr=False)
class Acceleration:
    """What 250 says, and what XXA says: player -> line, points by round of the file."""

    said: list[Said] = field(default_factory=list)
    boosts: dict[int, tuple[int, list[int]]] = field(default_factory=dict)

    @property
    def first_boost(self) -> int:
        """The line of the first boosted player, by number."""
        return min(self.boosts.items())[1][0]


# -- reading -----------------------------------------------------------------------------------------------------------


def _read_250(draft: Draft, here: Here) -> None:
    numbers = Numbers(here)
    first, last = numbers.round("first round", 1), numbers.round("last round", 1)
    low, high = numbers.whole("first id", 1), numbers.whole("last id", 1)
    points, match_points = numbers.points("game points"), numbers.points("match points")
    if not numbers.sound:
        return
    if not (first and low):
        numbers.refuse(spoken("rounds or participants are missing"), here.value)
        return
    if 0 < last < first or 0 < high < low:
        numbers.refuse(spoken("the last is before the first"), here.value, used=spoken("both"))
    one = VirtualPoints(low, high or low, first, last or first, points, match_points)
    draft.part(Acceleration).said.append(Said(here.line, one))


def _read_xxa(draft: Draft, here: Here) -> None:
    numbers, boosts = Numbers(here), draft.part(Acceleration).boosts
    id = numbers.whole("id", 1)
    points = []
    for index, (one,) in enumerate(numbers.found.group):
        worth = tenths(one) if one else 0
        if index >= MOST_ROUNDS:
            numbers.refuse(BEYOND, one, columns=numbers.found.group_columns(index))
            break
        if worth is None:
            numbers.refuse(spoken("not a number of points"), one, columns=numbers.found.group_columns(index))
        points.append(worth or 0)
    if id in boosts:
        said = spoken("player %(number)s has virtual points already in line %(line)s", number=id, line=boosts[id][0])
        numbers.refuse(said, str(id), "id")
    elif id:
        boosts[id] = here.line, points


# -- assembling --------------------------------------------------------------------------------------------------------


def _assemble(draft: Draft, scene: Scene) -> dict[str, object]:
    """Record 250; XXA where there is none, one entry for each run of equal points of a player."""
    part = draft.part(Acceleration)
    if not (part.said or part.boosts):
        return {}
    found = [_in_rounds(said, scene) for said in part.said]
    runs: list[VirtualPoints] = []
    for id, (line, points) in sorted(part.boosts.items()):
        if scene.there((id,), line):
            runs += _runs(id, points[:: scene.pace])
    if part.said and part.boosts and not _same(found, runs):
        spot, said = Spot(part.first_boost, field="XXA"), spoken("the virtual points of 250 are others")
        scene.notes.add(WARNING, "contradiction", spot, said, "", "250")
    return {"acceleration": tuple(found if part.said else runs)}


def _in_rounds(said: Said, scene: Scene) -> VirtualPoints:
    one: VirtualPoints = said.value
    scene.there((one.first, one.last), said.line)
    return replace(one, first_round=scene.round(one.first_round), last_round=scene.round(one.last_round))


def _runs(id: int, points: Sequence[int]) -> list[VirtualPoints]:
    runs: list[VirtualPoints] = []
    for round, worth in enumerate(points, 1):
        if worth and runs and runs[-1].points == worth and runs[-1].last_round == round - 1:
            runs[-1] = replace(runs[-1], last_round=round)
        elif worth:
            runs.append(VirtualPoints(id, id, round, round, worth))
    return runs


def _same(one: Iterable[VirtualPoints], other: Iterable[VirtualPoints]) -> bool:
    """Whether both give everybody the same in every round: then the sums begin and end at the same corners."""

    def corners(points: Iterable[VirtualPoints]) -> dict[tuple[int, int], int]:
        found: Counter[tuple[int, int]] = Counter()
        for entry in points:
            if entry.first > entry.last or entry.first_round > entry.last_round:
                continue
            for id, sign in ((entry.first, 1), (entry.last + 1, -1)):
                found[id, entry.first_round] += sign * entry.points
                found[id, entry.last_round + 1] -= sign * entry.points
        return {corner: worth for corner, worth in found.items() if worth}

    return corners(one) == corners(other)


# -- writing -----------------------------------------------------------------------------------------------------------


def _write_250(tournament: Tournament, voice: Voice) -> Iterator[Texts]:
    step = pace(tournament)
    for number, one in enumerate(tournament.acceleration):
        values = {
            "match points": points_text(one.match_points) if one.match_points else "",
            "game points": points_text(one.points) if one.points or not one.match_points else "",
            "first round": str((one.first_round - 1) * step + 1), "last round": str(one.last_round * step),
            "first id": str(one.first), "last id": str(one.last),
        }  # fmt: skip
        yield Texts((number,), values)


def _write_xxa(tournament: Tournament, voice: Voice) -> Iterator[Texts]:
    step = pace(tournament)
    rows: dict[tuple[int, ...], Cells] = {}
    for id, points in () if tournament.team_event else _by_player(tournament):
        if points not in rows:
            cells = {worth: (points_text(worth),) for worth in set(points)}
            rows[points] = tuple(cells[worth] for worth in points for _ in range(step))
        if any(points):
            yield Texts((id,), {"id": str(id)}, rows[points])


def _by_player(tournament: Tournament) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Everybody with their virtual points of each round, up to the last of the records that name them."""
    ids, turns = sorted(tournament.by_id), defaultdict[int, list[tuple[VirtualPoints, int]]](list)
    for one in tournament.acceleration:
        first, last = bisect_left(ids, one.first), bisect_right(ids, one.last)
        if first < last and one.first_round <= one.last_round:
            turns[first].append((one, 1))
            turns[last].append((one, -1))
    steps, ends, points = Counter[int](), Counter[int](), tuple[int, ...]()
    for place, id in enumerate(ids):
        for one, sign in turns.get(place, ()):
            steps[one.first_round] += sign * one.points
            steps[one.last_round + 1] -= sign * one.points
            ends[one.last_round] += sign
        if place in turns:
            reach = max((round for round, count in ends.items() if count), default=0)
            points = tuple(accumulate(steps[round] for round in range(1, reach + 1)))
        yield id, points


# -- consistency -------------------------------------------------------------------------------------------------------


def _check(draft: Draft, scene: Scene, tournament: Tournament) -> None:
    """Virtual points, which nothing confirms; a checksum stands for the rounds and players of all the XXA lines."""
    part = draft.part(Acceleration)
    for said in part.said:
        one: VirtualPoints = said.value
        worth = spoken(
            "%(match)s and %(points)s virtual points for %(first)s to %(last)s in rounds %(since)s to %(until)s",
            match=one.match_points / 10, points=one.points / 10, first=one.first, last=one.last,
            since=one.first_round, until=one.last_round,
        )  # fmt: skip
        scene.unconfirmed(said.line, "250", worth)
    if part.boosts:
        boosts = [(id, points) for id, (_, points) in part.boosts.items()]
        total = sum(sum(points) for _, points in boosts)
        weighed = sum(id * round * worth for id, points in boosts for round, worth in enumerate(points, 1))
        listed = spoken("%(number)s players, %(points)s virtual points: checksum %(sum)s", number=len(boosts),
                        points=total / 10, sum=weighed)  # fmt: skip
        scene.unconfirmed(part.first_boost, "XXA", listed)


RECORDS = (
    Record(
        "250", "virtual points", TRF26, Section.REQUESTS,
        Layout((
            Field("match points", 5, 8, True), Field("game points", 10, 13, True), Field("first round", 15, 17, True),
            Field("last round", 19, 21, True), Field("first id", 23, 26, True), Field("last id", 28, 31, True),
        )),
        use="virtual points of these numbers in these rounds, for pairing only", many=True, ordered=True,
        same_as="XXA", read=_read_250, assemble=_assemble, write=_write_250, check=_check,
    ),
    Record(
        "XXA", "virtual points of one player", TRFX, Section.JAVAFO,
        Layout((Field("id", 5, 8, True),), Group((Field("points", 10, 13, True),), 5)),
        use="virtual points of one player, round by round", many=True, read=_read_xxa, write=_write_xxa,
    ),
)  # fmt: skip
