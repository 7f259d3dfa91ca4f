"""Virtual points: record 250 for many players at once, XXA for one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rookery.model import Tournament, VirtualPoints
from rookery.trf.draft import Draft, Here, Numbers, Said
from rookery.trf.entry import Texts, Voice, pace
from rookery.trf.layout import Field, Group, Layout
from rookery.trf.notes import WARNING, Spot
from rookery.trf.record import TRF26, TRFX, Record, Section
from rookery.trf.scene import Scene
from rookery.trf.texts import points_text, tenths


@dataclass(eq=False, repr=False)
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
    draft.part(Acceleration).said.append(Said(here.line, one))


def _read_xxa(draft: Draft, here: Here) -> None:
    numbers, boosts = Numbers(here), draft.part(Acceleration).boosts
    id = numbers.whole("id", 1)
    points = []
    for index, (one,) in enumerate(numbers.found.group):
        worth = tenths(one) if one else 0
        if worth is None:
            numbers.refuse("not a number of points", one, columns=numbers.found.group_columns(index))
        points.append(worth or 0)
    if id in boosts:
        numbers.refuse(f"player {id} has virtual points already in line {boosts[id][0]}", str(id), "id")
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
        spot, said = Spot(part.first_boost, field="XXA"), "the virtual points of 250 are others"
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
    def spread(points: Iterable[VirtualPoints]) -> dict[tuple[int, int], int]:
        found: dict[tuple[int, int], int] = {}
        for entry in points:
            for id in range(entry.first, entry.last + 1):
                for round in range(entry.first_round, entry.last_round + 1):
                    found[id, round] = entry.points
        return {key: worth for key, worth in found.items() if worth}

    return spread(one) == spread(other)


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
    by_player: dict[int, dict[int, int]] = {}
    for one in tournament.acceleration:
        for id in range(one.first, one.last + 1):
            for column in range((one.first_round - 1) * step + 1, one.last_round * step + 1):
                by_player.setdefault(id, {})[column] = one.points
    for id, points in sorted(by_player.items()):
        if any(points.values()) and not tournament.team_event and id in tournament.by_id:
            row = tuple((points_text(points.get(column, 0)),) for column in range(1, max(points) + 1))
            yield Texts((id,), {"id": str(id)}, row)


# -- consistency -------------------------------------------------------------------------------------------------------


def _check(draft: Draft, scene: Scene, tournament: Tournament) -> None:
    """Virtual points, which nothing confirms; a checksum stands for the rounds and players of all the XXA lines."""
    part = draft.part(Acceleration)
    for said in part.said:
        one: VirtualPoints = said.value
        whom = f"{one.first} to {one.last} in rounds {one.first_round} to {one.last_round}"
        worth = f"{one.match_points / 10} and {one.points / 10} virtual points for {whom}"
        scene.unconfirmed(said.line, "250", worth)
    if part.boosts:
        boosts = [(id, points) for id, (_, points) in part.boosts.items()]
        total = sum(sum(points) for _, points in boosts)
        weighed = sum(id * round * worth for id, points in boosts for round, worth in enumerate(points, 1))
        listed = f"{len(boosts)} players, {total / 10} virtual points: checksum {weighed}"
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
