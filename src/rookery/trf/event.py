"""The event itself: its name, place, days and arbiters, and how many take part."""

from __future__ import annotations

from collections.abc import Callable

from rookery.model import Event, Tournament
from rookery.trf.dates import written, written_short
from rookery.trf.draft import Draft, Here, Said
from rookery.trf.entry import Texts, Voice, shown, value
from rookery.trf.layout import Field, Group, Layout
from rookery.trf.notes import INFO, WARNING, Spot, in_round
from rookery.trf.oddities import event_oddities
from rookery.trf.person import dated
from rookery.trf.record import TRF06, TRF26, Assembler, Record, Section
from rookery.trf.scene import Scene
from rookery.trf.symbols import EVENT_TEXTS
from rookery.trf.texts import number
from rookery.typed import Any
from rookery.values import Workplace, field
from rookery.wording import spoken


class Head(Workplace, slots=False, eq=False, repr=False):
    """What the file says of the event: fields of `Event`, and how many players it announces."""

    given: dict[str, Any] = field(default_factory=dict)
    deputies: list[str] = field(default_factory=list)
    players: Said | None = None


def _assemble(draft: Draft, scene: Scene) -> dict[str, object]:
    head = draft.part(Head)
    return {"event": Event(**head.given, deputies=tuple(head.deputies))}


# -- texts -------------------------------------------------------------------------------------------------------------


def _text(code: str, title: str, since: str, use: str, assemble: Assembler | None = None) -> Record:
    """A record that is one text of the event."""
    name = EVENT_TEXTS[code]

    def read(draft: Draft, here: Here) -> None:
        draft.part(Head).given[name] = here.value

    def write(tournament: Tournament, voice: Voice) -> list[Texts]:
        return value(getattr(tournament.event, name))

    return Record(
        code, title, since, Section.EVENT, use=use, read=read, assemble=assemble, write=write, prose=True, expected=True
    )


def _read_deputy(draft: Draft, here: Here) -> None:
    if here.value:
        draft.part(Head).deputies.append(here.value)


def _write_deputies(tournament: Tournament, voice: Voice) -> list[Texts]:
    return [value(name, n)[0] for n, name in enumerate(filter(None, tournament.event.deputies))]


# -- days --------------------------------------------------------------------------------------------------------------


_NOT_A_DATE, _NO_DATE = spoken("not a date"), spoken("no date")


def _date(code: str, title: str, name: str, use: str) -> Record:
    """A record that is one day of the event."""

    def read(draft: Draft, here: Here) -> None:
        day = dated(here.value, _NOT_A_DATE)
        draft.part(Head).given[name] = day.value
        if day.fault:
            used = str(day.value) if day.value else _NO_DATE
            here.odd("date", day.fault.text, here.value, used, severity=day.fault.severity)

    def write(tournament: Tournament, voice: Voice) -> list[Texts]:
        return value(written(getattr(tournament.event, name)))

    return Record(code, title, TRF06, Section.EVENT, use=use, read=read, write=write, expected=True)


def _read_round_dates(draft: Draft, here: Here) -> None:
    found, days = here.pieces(), []
    for index, (one,) in enumerate(found.group):
        day = dated(one, _NOT_A_DATE)
        days.append(day.value)
        if day.fault and day.fault.severity is not INFO:
            used = str(day.value) if day.value else _NO_DATE
            here.odd("date", in_round(index + 1, day.fault.text), one, used, columns=found.group_columns(index))
    while days and days[-1] is None:
        days.pop()
    draft.part(Head).given["round_dates"] = tuple(days)


def _write_round_dates(tournament: Tournament, voice: Voice) -> list[Texts]:
    days = tuple((written_short(date),) for date in tournament.event.round_dates)
    return [Texts(group=days)] if days else []


def _check_days(draft: Draft, scene: Scene, tournament: Tournament) -> None:
    """The days agree with each other and with the number of rounds."""
    for code, said in event_oddities(tournament):
        scene.notes.add(WARNING, "event-dates", Spot(draft.first_line(code), field=code), said, "", spoken("as it is"))


# -- how many ----------------------------------------------------------------------------------------------------------


def _count(code: str, title: str, use: str, counted: Callable[[Tournament], int | None], **given: Any) -> Record:
    """A record that counts others."""

    def write(tournament: Tournament, voice: Voice) -> list[Texts]:
        return value(shown(counted(tournament)))

    return Record(code, title, TRF06, Section.EVENT, use=use, write=write, counts=True, expected=True, **given)


def _read_players(draft: Draft, here: Here) -> None:
    """The first number; Swiss-Manager adds how many of them played."""
    first = here.value.split()[0] if here.value else ""
    if number(first) >= 0:
        draft.part(Head).players = Said(here.line, number(first))
    elif first:
        here.odd("value", spoken("the number of players is a number"), here.value, severity=INFO)


def _check_players(draft: Draft, scene: Scene, tournament: Tournament) -> None:
    declared, there = draft.part(Head).players, len(scene.table.players)
    if declared is not None and declared.value != there:
        spot, said = Spot(declared.line, field="062"), spoken("the file has %(number)s player rows", number=there)
        scene.notes.add(INFO, "player-count", spot, said, str(declared.value), str(there))


RECORDS = (
    _text("012", "tournament name", TRF06, "stands above every table", _assemble),
    _text("022", "city", TRF06, "shown; a rating report needs it"),
    _text("032", "federation", TRF06, "shown; a rating report needs it; the host federation, for norms"),
    _date("042", "first day", "start", "shown; its day chooses the rating rules, its year the ages"),
    _date("052", "last day", "end", "shown; a rating report needs it"),
    _count(
        "062", "number of players", "compared with the player rows; counted anew when written",
        lambda tournament: len(tournament.players), read=_read_players, check=_check_players,
    ),
    _count(
        "072", "number of rated players", "kept; counted anew when written",
        lambda tournament: sum(player.official_rating is not None for player in tournament.players),
    ),
    _count(
        "082", "number of teams", "kept; counted anew when written", lambda tournament: len(tournament.teams) or None
    ),
    _text("092", "type of tournament, in words", TRF06, "shown where 192 says nothing; a rating report needs it"),
    _text("102", "chief arbiter", TRF06, "shown; a rating report needs it"),
    Record(
        "112", "deputy arbiter", TRF06, Section.EVENT, use="shown", read=_read_deputy, write=_write_deputies,
        many=True, prose=True, expected=True,
    ),
    _text("122", "time allotment", TRF06, "shown; one as plain as `90+30` is the rate of play for ratings"),
    Record(
        "132", "dates of the rounds", TRF06, Section.EVENT, Layout((), Group((Field("date", 92, 99),), 10)),
        use="kept; a rating report needs the day of every round", read=_read_round_dates, write=_write_round_dates,
        check=_check_days, expected=True, key=lambda line: (),
    ),
    _text("172", "method of the starting rank", TRF26, "which rating the event is run with, FIDE's or a national one"),
    _text("182", "pairing controller", TRF26, "kept"),
    _text("222", "time control, as a code", TRF26, "the rate of play, for the rating list and for which games count"),
)  # fmt: skip
