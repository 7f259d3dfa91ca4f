"""Record 299: a result that is worth something else in one round, or a bonus or fine."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.model import AbnormalPoints, Tournament
from rookery.trf.draft import Draft, Here, Numbers, Said
from rookery.trf.entry import Texts, Voice, each, pace
from rookery.trf.layout import Field, Layout, ids
from rookery.trf.notes import ERROR, INFO
from rookery.trf.record import TRF26, Record, Section
from rookery.trf.scene import Scene
from rookery.trf.texts import parsed, points_text
from rookery.values import field, mutable, replace
from rookery.wording import spoken

_TYPES = ("", "W", "D", "L", "F", "H", "Z", "+", "-")

_BY_TABLE = Layout(
    (
        Field("type", 5, 5), Field("match points", 8, 11, True), Field("game points", 14, 17, True),
        Field("round", 20, 22, True),
    ),
    ids(24),
)  # fmt: skip
_BY_EXAMPLE = Layout(
    (
        Field("type", 5, 5), Field("match points", 7, 10, True), Field("game points", 12, 15, True),
        Field("round", 17, 19, True),
    ),
    ids(21),
)  # fmt: skip
"""As the example in the same standard is laid out."""


@mutable(slots=False, eq=False, repr=False)
class Abnormal:
    """What 299 says; rounds are those of the file."""

    said: list[Said] = field(default_factory=list)


def _read(draft: Draft, here: Here) -> None:
    """By the table of the standard, or by the example it prints; never by guess."""
    found = parsed(_BY_TABLE, here.line, here.text)
    example = parsed(_BY_EXAMPLE, here.line, here.text)
    if found.strays and not example.strays:
        here.odd("layout", spoken("laid out as the example of the standard, not as its table"), used="", severity=INFO)
        found = example
    elif found.strays:
        said, at = spoken("neither the columns of the table nor those of the example"), found.strays[0]
        here.odd("misaligned", said, here.value, severity=ERROR, columns=(at, at))
        return
    numbers = Numbers(here, found)
    kind, round = numbers.text("type").upper(), numbers.round("round")
    points, match_points, whom = numbers.points("game points"), numbers.points("match points"), numbers.ids()
    if kind not in _TYPES:
        numbers.refuse(spoken("the type is one of W D L F H Z + - or blank"), kind, "type")
    elif numbers.sound:
        one = AbnormalPoints(whom, kind, points, match_points, round or None)
        draft.part(Abnormal).said.append(Said(here.line, one))


def _assemble(draft: Draft, scene: Scene) -> dict[str, object]:
    found = []
    for said in draft.part(Abnormal).said:
        one: AbnormalPoints = said.value
        round = None if one.round is None else scene.round(one.round)
        found.append(replace(one, players=scene.there(one.players, said.line), round=round))
    return {"abnormal": tuple(found)}


def _write(tournament: Tournament, voice: Voice) -> Iterator[Texts]:
    step = pace(tournament)
    for number, one in enumerate(tournament.abnormal):
        values = {
            "type": one.kind, "match points": points_text(one.match_points), "game points": points_text(one.points),
            "round": "" if one.round is None else str((one.round - 1) * step + 1),
        }  # fmt: skip
        yield Texts((number,), values, each(one.players))


def _check(draft: Draft, scene: Scene, tournament: Tournament) -> None:
    """Bonuses and fines, which nothing confirms."""
    for said in draft.part(Abnormal).said:
        one: AbnormalPoints = said.value
        whom, when = ", ".join(map(str, one.players)) or spoken("all"), one.round or spoken("any")
        worth = spoken("%(kind)s %(match)s and %(points)s for %(players)s in round %(round)s", players=whom, round=when,
                       kind=one.kind or spoken("bonus"), match=one.match_points / 10,
                       points=one.points / 10)  # fmt: skip
        scene.unconfirmed(said.line, "299", worth)


RECORDS = (
    Record(
        "299", "abnormal points", TRF26, Section.ROUNDS, _BY_TABLE,
        use="another worth of a result (`W D L F H Z + -`), or a bonus or fine (blank)", many=True, ordered=True,
        read=_read, assemble=_assemble, write=_write, check=_check,
    ),
)  # fmt: skip
