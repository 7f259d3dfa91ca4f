"""What FIDE wants in a rating report, and a file does not say."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.errors import Problem, Severity
from rookery.reading import Reading
from rookery.trf.catalogue import RECORDS
from rookery.trf.notes import ERROR, NOWHERE, WARNING
from rookery.wording import filled, spoken, word

_OF_EVENT = {
    "name": "012", "city": "022", "federation": "032", "start": "042", "end": "052", "type": "092",
    "chief_arbiter": "102",
}  # fmt: skip


def missing_for_rating(reading: Reading) -> tuple[Problem, ...]:
    """What a rating report must say and this file does not, of the event and of each player."""
    return (*_missing_of_event(reading), *_missing_of_teams(reading), *_missing_of_players(reading))


def _missing_of_event(reading: Reading) -> Iterator[Problem]:
    event = reading.tournament.event
    codes = [code for name, code in _OF_EVENT.items() if not getattr(event, name)]
    if not (event.time_control or event.encoded_time_control):
        codes.append("122")
    for code in codes:
        title = word(RECORDS[code].title)
        yield _missing(ERROR, code, spoken("a rating report needs record %(code)s, %(title)s", code=code, title=title))
    if len(event.round_dates) < len(reading.tournament.rounds):
        yield _missing(WARNING, "132", spoken("a rating report needs record 132, the date of every round"))


def _missing_of_teams(reading: Reading) -> Iterator[Problem]:
    """In a team event the teams have ranks."""
    for team in reading.tournament.teams if reading.tournament.team_event else ():
        if not team.rank:
            said = spoken("a rating report needs the rank of team %(number)s", number=team.id)
            yield _missing(WARNING, "rank", said)


def _missing_of_players(reading: Reading) -> Iterator[Problem]:
    lines = {} if reading.document is None else reading.document.player_lines
    ranked = () if reading.tournament.team_event else (("rank", WARNING),)
    for player in reading.tournament.players:
        for name, severity in (("name", ERROR), ("fide_id", WARNING), *ranked):
            if not getattr(player, name):
                yield _missing(severity, name, filled(_NEEDED[name], number=player.id), lines.get(player.id, 0))


_NEEDED = {
    "name": spoken("a rating report needs the name of player %(number)s"),
    "fide_id": spoken("a rating report needs the FIDE number of player %(number)s"),
    "rank": spoken("a rating report needs the rank of player %(number)s"),
}


def _missing(severity: Severity, field: str, said: str, line: int = 0) -> Problem:
    return Problem(severity, "missing", line, NOWHERE, field, said)
