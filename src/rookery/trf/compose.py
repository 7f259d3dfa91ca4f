"""A tournament as records: what each record would say, in canonical form. Writing is these records line by line."""

from __future__ import annotations

from collections.abc import Mapping

from rookery.errors import Problem, TooLarge
from rookery.model import Tournament
from rookery.model.limits import MOST_PLAYERS, MOST_ROUNDS, MOST_TEAMS
from rookery.trf.catalogue import RECORDS
from rookery.trf.entry import Cells, Voice, pace
from rookery.trf.layout import PLAYER_ROW, Group
from rookery.trf.notes import ERROR, NOWHERE
from rookery.trf.texts import rendered
from rookery.values import frozen
from rookery.wording import filled, spoken

_TO_ONE_LINE = str.maketrans("\r\n\t", "   ")


@frozen(eq=False, repr=False)
class Entry:
    """One record to be: what it speaks of (`key`), its texts; `head` stands for the code of a national one."""

    code: str
    key: tuple[object, ...]
    values: Mapping[str, str]
    group: Cells = ()
    head: str = ""

    def __eq__(self, other: object) -> bool:
        """Whether both say the same."""
        if not isinstance(other, Entry):
            return NotImplemented
        return self.values == other.values and (self.key, self.group, self.head) == (other.key, other.group, other.head)

    __hash__ = None  # type: ignore[assignment]

    def line(self) -> str:
        """The record as a line, without a line end."""
        return rendered(RECORDS[self.code].layout, self.head or self.code, self.values, self.group)


def entry(code: str, key: tuple[object, ...], values: Mapping[str, str], group: Cells = (), head: str = "") -> Entry:
    """A record whose texts fit: a name is cut to its columns, a number that is too long is refused."""
    for field in RECORDS[code].fields:
        text = values.get(field.name, "")
        if text and not field.cut and 0 < field.width < len(text):
            raise _too_large(f"{field.name} {text} does not fit the {field.width} columns of record {code}", field.name)
    repeated = RECORDS[code].layout.group
    if repeated is not None and RECORDS[code].layout is not PLAYER_ROW:  # whose cells are as wide as they can be
        _must_fit(code, repeated, group)
    return Entry(code, key, in_one_line(values), group, head)


def in_one_line(values: Mapping[str, str]) -> dict[str, str]:
    """Texts without line ends and tabs, which no field of a line can hold."""
    return {name: text.translate(_TO_ONE_LINE) for name, text in values.items()}


def _must_fit(code: str, repeated: Group, group: Cells) -> None:
    """Refuse a text that is too long for its columns in a repetition."""
    for texts in group:
        for field, text in zip(repeated.fields, texts, strict=True):
            if len(text) > field.width:
                said = spoken("%(field)s: %(text)s does not fit the columns of record %(code)s", field=field.name,
                              text=" ".join(filter(None, texts)), code=code)  # fmt: skip
                raise _too_large(said, field.name)


_ROOM = {
    "players": spoken("TRF has room for %(most)s players, not for %(number)s; JSON has no such limit"),
    "teams": spoken("TRF has room for %(most)s teams, not for %(number)s; JSON has no such limit"),
    "rounds": spoken("TRF has room for %(most)s rounds, not for %(number)s; JSON has no such limit"),
}


def composed(tournament: Tournament, voice: Voice) -> list[Entry]:
    """Every record of the tournament, in the order of writing; TooLarge when the format has no room for a number."""
    highest = {
        "players": (max((player.id for player in tournament.players), default=0), MOST_PLAYERS),
        "teams": (max((team.id for team in tournament.teams), default=0), MOST_TEAMS),
        "rounds": (pace(tournament) * max(len(tournament.rounds), tournament.planned or 0), MOST_ROUNDS),
    }
    for name, (here, most) in highest.items():
        if here > most:
            said = filled(_ROOM[name], most=f"{most:,}", number=f"{here:,}")
            raise _too_large(said, name)
    return [
        entry(record.code, *texts)
        for record in RECORDS.values()
        if record.write is not None and (record.everywhere or record.code in voice.codes)
        for texts in record.write(tournament, voice)
    ]


def _too_large(said: str, field: str) -> TooLarge:
    """The error for what does not fit."""
    return TooLarge([Problem(ERROR, "too-large", 0, NOWHERE, field, said)])
