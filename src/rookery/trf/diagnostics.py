"""Problems collected while reading, each with its location; and checks that apply to any tournament."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rookery._record import replace
from rookery.errors import Problem, Severity
from rookery.messages import msg
from rookery.model import PartialDate, Player, Tournament
from rookery.model.validation import MOST_SHOWN
from rookery.regulations import parse_type_code

INFO, WARNING, ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR
NOWHERE = (0, 0)
NOTHING = msg("nothing")
"""Shown as the value used in place of an invalid one."""


CODES = {
    # the file as a whole
    "no-tournament": "there is no player row in the file: it is something else, or empty",
    "no-players": "no player row has a start number",
    "vega-tdf": "the file is Vega's own format, with fields between |",
    "too-large": "more players, teams, rounds or points than the format has room for",
    "encoding": "the bytes are not UTF-8; they are read as Windows-1252",
    # lines
    "unknown": "no record begins with these three characters",
    "code": "the code of a record must be followed by a blank",
    "repeated": "a record that stands once stands twice",
    "joined": "a line end seems to be missing",
    "empty": "a record without a value",
    "ruler": "a ruler for human eyes that is not marked as a comment",
    "absent": "records of the event that the file does not have",
    "default": "a record of TRF26 that an older file cannot have, and what is used in its place",
    "missing": "something a rating report needs is not there",
    # columns
    "misaligned": "a character where a blank must be: the row or record is out of step",
    "shifted": "the row was out of step by one or two columns, and was moved back",
    "tab": "a tab in a player row",
    "too-long": "a player row reaches past round 999",
    "layout": "record 299 laid out as the example of the standard, not as its table",
    # persons
    "start-number": "a player row without a start number",
    "duplicate": "two player rows have the same start number",
    "gap": "start numbers that belong to nobody",
    "sex": "the sex is not written m or w",
    "tie-break": "a tie-break we do not know; it is kept as it stands, and standings leave it out",
    "federation": "a federation is not written as three capital letters; it is kept as it stands",
    "title": "the title is not written as FIDE does",
    "rating": "the rating is not a number",
    "rank": "the rank is not a number",
    "fide-id": "the FIDE number is not a number",
    "date": "a date is not written YYYY/MM/DD, or is none",
    "same-person": "two players have the same FIDE number",
    "national": "a national record does not fit the player",
    # games and byes
    "opponent": "the opponent is not a start number of anybody",
    "colour": "the colour is not w, b or -",
    "result": "the result letter is not known",
    "self": "a player is their own opponent",
    "disagree": "two places of the file say different things",
    "half-told": "only one of the two rows tells a game in full",
    "contradiction": "colours, results or values that cannot both be true",
    "no-opponent": "a colour or the result of a game, and no opponent",
    "two-byes": "a second pairing-allocated bye in a round",
    "trf06-bye": "a bye written the way of TRF06",
    "bare-bye": "a bye without 0000 in place of the opponent",
    "full-point-bye": "full-point byes, all of them",
    "no-word": "neither a game nor a bye in a round for which a player or a team was there",
    "nobody-paired": "a round in which every participant has a bye: it looks like one that is still to be paired",
    "adjourned": "an adjourned game",
    "two-games": "the games of a two-game match do not fit together",
    # numbers and points
    "points": "declared points that the cells do not give",
    "points-with": "declared points include more than the rounds played",
    "point-system": "points for results that cannot be read, or do not fit the scores",
    "player-count": "record 062 is not the number of player rows",
    "rounds": "more rounds in the player rows than announced",
    "in-progress": "how many of the announced rounds are there",
    "complete": "all announced rounds are there",
    "initial-colour": "number 1 had another colour in round 1",
    "unconfirmed": "nothing else in the file confirms a value",
    # records
    "value": "a value that cannot stand where it stands",
    "system": "a type of tournament we do not know",
    "event-dates": "the event ends before it starts, or has dates for more rounds than it has",
    # teams
    "roster": "a player in two teams, twice in one, or not in the file",
    "no-team": "players who are in no team",
    "team-game": "a game that is not between two teams that meet",
    "team-points": "declared points of a team that its matches do not give",
    "line-up": "a line-up that is not who played",
    "board-colours": "games without the colours announced for their boards",
}
"""Every code a problem of this format can have, and what it means. docs/problems.md has examples and advice."""


class Location(NamedTuple):
    """The place of a problem: line, columns (none: the whole line) and field."""

    line: int
    columns: tuple[int, int] = NOWHERE
    field: str = ""


def _shorten(read: str) -> str:
    return read if len(read) <= MOST_SHOWN else f"{read[: MOST_SHOWN - 3]}..."


def round_message(round: int, message: str) -> str:
    """Return a message about a round."""
    return msg("round %(round)s: %(what)s", round=round, what=message)


def _with_count(message: str, number: int) -> str:
    return msg("%(what)s (and %(number)s more)", what=message, number=number)


class ProblemCollector:
    """Collects problems in the order of the file."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []
        self._repeated: dict[tuple[str, str, str], tuple[Problem, int]] = {}

    def report(
        self, severity: Severity, code: str, location: Location, text: str, read: str = "", used: str = ""
    ) -> None:
        """Record one problem."""
        assert code in CODES, code
        self._problems.append(Problem(severity, code, *location, text, _shorten(read), used))

    def report_repeated(
        self, severity: Severity, code: str, location: Location, text: str, read: str = "", used: str = ""
    ) -> None:
        """Record a problem that many lines share: kept for the first line, with the number of further lines."""
        assert code in CODES, code
        first, count = self._repeated.get((code, location.field, text), (None, -1))
        problem = first or Problem(severity, code, *location, text, _shorten(read), used)
        self._repeated[code, location.field, text] = problem, count + 1

    def sorted_problems(self) -> tuple[Problem, ...]:
        """Return all problems by line and column."""
        merged = [
            replace(problem, text=_with_count(problem.text, count)) if count else problem
            for problem, count in self._repeated.values()
        ]
        return tuple(sorted([*self._problems, *merged], key=lambda problem: (problem.line, problem.columns)))


def event_contradictions(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield contradictions in the event's own data: the record concerned, and the message."""
    event = tournament.info
    if event.start and event.end and _is_later(event.start, event.end):
        yield "052", msg("the event ends on %(end)s, before it starts on %(start)s", end=str(event.end),
                            start=str(event.start))  # fmt: skip
    planned = (tournament.planned_rounds or 0) * (2 if parse_type_code(tournament.system).two_game_matches else 1)
    if planned and len(event.round_dates) > planned:
        yield "132", msg("there are dates for %(number)s rounds, and the tournament has %(rounds)s",
                            number=len(event.round_dates), rounds=planned)  # fmt: skip


def _is_later(first: PartialDate, second: PartialDate) -> bool:
    """Return whether a date comes after another, as far as both are known."""
    for first_part, second_part in ((first.year, second.year), (first.month, second.month), (first.day, second.day)):
        if not (first_part and second_part and first_part == second_part):
            return bool(first_part and second_part and first_part > second_part)
    return False


def find_duplicate_fide_ids(players: Iterable[Player]) -> Iterator[tuple[Player, Player]]:
    """Yield pairs of players with the same FIDE number: the first and the repeated one."""
    player_of: dict[int, Player] = {}
    for player in players:
        if player.fide_id and player_of.setdefault(player.fide_id, player) is not player:
            yield player_of[player.fide_id], player


def duplicate_fide_id_message(first: Player, repeated: Player) -> str:
    """Return the message about two players with the same FIDE number."""
    return msg(
        "player %(number)s has the same FIDE number as player %(other)s", number=first.number, other=repeated.number
    )
