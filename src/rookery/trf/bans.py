"""Who may not meet: record 260, and XXP for all rounds."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.model import Forbidden, Tournament
from rookery.trf.draft import Draft, Here, Numbers, words_as_ids
from rookery.trf.entry import Texts, Voice, each, pace, value
from rookery.trf.layout import Field, Layout, ids
from rookery.trf.notes import ERROR
from rookery.trf.record import TRF26, TRFX, Record, Section
from rookery.trf.scene import Scene
from rookery.values import NamedTuple, field, mutable
from rookery.wording import spoken


class Ban(NamedTuple):
    """A group of whom no two may meet, where it stands; rounds are those of the file."""

    line: int
    group: Forbidden


@mutable(slots=False, eq=False, repr=False)
class Bans:
    """What 260 and XXP say; and, once assembled, which of these bans are used."""

    said: list[Ban] = field(default_factory=list)
    never: list[Ban] = field(default_factory=list)
    used: list[Ban] = field(default_factory=list)


def _read_260(draft: Draft, here: Here) -> None:
    numbers = Numbers(here)
    first, last = numbers.round("first round"), numbers.round("last round")
    _ban(draft.part(Bans).said, here, numbers.ids(), first or 1, last or None)


def _read_xxp(draft: Draft, here: Here) -> None:
    _ban(draft.part(Bans).never, here, words_as_ids(here), 1, None)


def _ban(target: list[Ban], here: Here, ids: tuple[int, ...], first: int, last: int | None) -> None:
    if len(set(ids)) < max(2, len(ids)) or (last is not None and last < first):
        said = spoken("record %(code)s: two or more different participants, and rounds in order", code=here.code)
        here.odd("value", said, here.value, spoken("what makes sense of it"), severity=ERROR)
    if len(set(ids)) > 1:
        target.append(Ban(here.line, Forbidden(tuple(dict.fromkeys(ids)), first, last)))


def _assemble(draft: Draft, scene: Scene) -> dict[str, object]:
    """Record 260, and what XXP adds to it. A ban up to the last round has no last round of its own."""
    part, found = draft.part(Bans), list[Forbidden]()
    if not (part.said or part.never):
        return {}
    known: dict[int, set[int]] = {}  # participant -> the bans of whom, by their places
    for number, ban in enumerate((*part.said, *part.never)):
        group = ban.group
        players = scene.there(group.players, ban.line)
        last = None if group.last_round is None else scene.round(group.last_round)
        if scene.planned is not None and last is not None and last >= scene.planned:
            last = None
        if len(players) < 2:
            continue
        if number >= len(part.said) and set.intersection(*[known.get(one, set()) for one in players]):
            continue
        for one in players:
            known.setdefault(one, set()).add(number)
        found.append(Forbidden(players, scene.round(group.first_round), last))
        part.used.append(ban)
    return {"forbidden": tuple(found)}


def _write_260(tournament: Tournament, voice: Voice) -> Iterator[Texts]:
    step = pace(tournament)
    for number, one in enumerate(tournament.forbidden):
        last = one.last_round
        if last is None and tournament.planned:
            last = max(one.first_round, tournament.planned)
        values = {
            "first round": str((one.first_round - 1) * step + 1),
            "last round": "" if last is None else str(last * step),
        }
        yield Texts((number,), values, each(one.players))


def _write_xxp(tournament: Tournament, voice: Voice) -> Iterator[Texts]:
    for number, one in enumerate(tournament.forbidden):
        if one.covers(tournament.next_round) and not tournament.team_event:
            yield from value(" ".join(map(str, one.players)), number)


def _check(draft: Draft, scene: Scene, tournament: Tournament) -> None:
    """Bans, which nothing confirms."""
    for ban in draft.part(Bans).used:
        players = ", ".join(str(id) for id in ban.group.players if id in scene.ids)
        said = spoken("%(players)s may not meet in rounds %(first)s to %(last)s", players=players,
                      first=ban.group.first_round, last=ban.group.last_round or spoken("the last"))  # fmt: skip
        scene.unconfirmed(ban.line, "260", said)


RECORDS = (
    Record(
        "260", "who may not meet", TRF26, Section.REQUESTS,
        Layout((Field("first round", 5, 7, True), Field("last round", 9, 11, True)), ids(13)),
        use="no two of these meet in these rounds, or at all where no rounds are given", many=True, ordered=True,
        same_as="XXP", read=_read_260, assemble=_assemble, write=_write_260, check=_check,
    ),
    Record(
        "XXP", "who may not meet", TRFX, Section.JAVAFO, use="no two of these meet", many=True,
        read=_read_xxp, write=_write_xxp,
    ),
)  # fmt: skip
