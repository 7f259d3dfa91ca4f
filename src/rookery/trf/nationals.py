"""What a national federation says of a player: a record that has the federation's letters for a code."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.model import NationalRecord, Player, Tournament
from rookery.trf.dates import written
from rookery.trf.draft import Draft, Here
from rookery.trf.entry import Texts, Voice, shown
from rookery.trf.layout import CODE, PERSON, Layout
from rookery.trf.notes import ERROR, INFO, WARNING, Spot
from rookery.trf.person import READINGS
from rookery.trf.record import TRF26, Record, Section
from rookery.trf.scene import Scene
from rookery.trf.texts import number, parsed
from rookery.values import NamedTuple, field, mutable, replace
from rookery.wording import spoken


class Said(NamedTuple):
    """A national record, where it stands and of whom it speaks."""

    line: int
    player: int
    record: NationalRecord


@mutable(slots=False, eq=False, repr=False)
class Nationals:
    """All national records."""

    said: list[Said] = field(default_factory=list)


_LAYOUT = Layout(PERSON)
_VENDOR = {"DAT"}


def may_be_national(line: str) -> bool:
    """Whether a line has the form of a national record: three capitals, a start number, a name.

    Without a name the number must end in its column, and nothing may stand outside the columns.
    """
    code = line[CODE.slice]
    if not (code.isalpha() and code.isupper() and code not in _VENDOR and line[CODE.last : CODE.last + 1] == " "):
        return False
    if number(line[_LAYOUT["id"].slice]) < 1:
        return False
    last = _LAYOUT["id"].last
    in_columns = line[last - 1 : last].isdigit() and not parsed(_LAYOUT, 0, line).strays
    return in_columns or line[_LAYOUT["name"].slice].strip() != ""


def _read(draft: Draft, here: Here) -> None:
    """The federation's letters, then a person as in 001."""
    found = parsed(here.layout, here.line, here.text)
    if found.strays:
        at = found.strays[0]
        said = spoken("column %(column)s must be blank: the row is out of step", column=at)
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
    draft.part(Nationals).said.append(Said(here.line, number(found.values["id"]), record))


def _assemble(draft: Draft, scene: Scene) -> dict[str, object]:
    """The players with their national records."""
    added: dict[int, list[NationalRecord]] = {}
    for line, id, record in draft.part(Nationals).said:
        if any(other.federation == record.federation for other in added.get(id, [])):
            said = spoken("player %(number)s has two national records of %(federation)s", number=id,
                          federation=record.federation)  # fmt: skip
            scene.notes.add(WARNING, "repeated", Spot(line, field="id"), said, str(id), spoken("both"))
        added.setdefault(id, []).append(record)
    if not added:
        return {}
    with_records = (
        replace(player, national=tuple(added[player.id])) if player.id in added else player
        for player in scene.table.players
    )
    return {"players": tuple(with_records)}


def _write(tournament: Tournament, voice: Voice) -> Iterator[Texts]:
    for player in tournament.players:
        for record in (*player.national, *_unrecorded(tournament, player)):
            yield Texts((record.federation, player.id), _texts(player, record), (), record.federation)


def _unrecorded(tournament: Tournament, player: Player) -> Iterator[NationalRecord]:
    """The first national ratings of a player that no record has: of their federation, that of 172, or the player's."""
    if not player.ratings:
        return
    from rookery.strengths import unrecorded

    for federation, rating in unrecorded(player, tournament.event.ranking_method):
        yield NationalRecord(federation=federation, name=player.name, rating=rating)


def _texts(player: Player, record: NationalRecord) -> dict[str, str]:
    return {
        "id": str(player.id), "sex": record.sex, "title": record.title, "name": record.name,
        "rating": shown(record.rating), "federation": record.origin, "number": record.national_id,
        "birth": written(record.birth),
    }  # fmt: skip


def _check(draft: Draft, scene: Scene, tournament: Tournament) -> None:
    """Year of birth and federation are those of the player row."""
    for line, id, record in draft.part(Nationals).said:
        seat = scene.table.seat(id) - 1
        player = scene.table.players[seat]
        born = player.birth and record.birth and player.birth.year != record.birth.year
        if born or record.federation != player.federation:
            said = spoken("player %(number)s has another birth year or federation in line %(line)s", number=id,
                          line=scene.table.lines[seat])  # fmt: skip
            read = f"{record.federation} {record.birth}"
            scene.notes.add(INFO, "national", Spot(line, field="birth"), said, read, spoken("both"))


NATIONAL = Record(
    "NRS", "national rating: the federation's three letters stand for the code", TRF26, Section.PLAYERS,
    _LAYOUT, use="kept with the player: class, rating and number of a national federation", many=True,
    read=_read, assemble=_assemble, write=_write, check=_check,
    key=lambda line: (line[CODE.slice], number(line[_LAYOUT["id"].slice])),
)  # fmt: skip

RECORDS = (NATIONAL,)
