"""Problems while they are collected: each located, the same remark about many lines said once."""

from __future__ import annotations

from rookery.errors import Problem, Severity
from rookery.model.limits import MOST_SHOWN
from rookery.values import NamedTuple, replace
from rookery.wording import spoken

INFO, WARNING, ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR
NOWHERE = (0, 0)
NOTHING = spoken("nothing")
"""What is used in place of something that cannot be."""


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
    "nobody-paired": "a round in which everybody has a bye: it cannot be told from one that is still to be paired",
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


class Spot(NamedTuple):
    """Where something odd stands: line, columns (none: the whole line) and the field it concerns."""

    line: int
    columns: tuple[int, int] = NOWHERE
    field: str = ""


def _short(read: str) -> str:
    return read if len(read) <= MOST_SHOWN else f"{read[: MOST_SHOWN - 3]}..."


def in_round(round: int, said: str) -> str:
    """Something odd in a round."""
    return spoken("round %(round)s: %(what)s", round=round, what=said)


def _and_more(said: str, number: int) -> str:
    return spoken("%(what)s (and %(number)s more)", what=said, number=number)


class Notes:
    """Collects problems in the order of the file."""

    def __init__(self) -> None:
        self._found: list[Problem] = []
        self._often: dict[tuple[str, str, str], tuple[Problem, int]] = {}

    def add(self, severity: Severity, code: str, spot: Spot, text: str, read: str = "", used: str = "") -> None:
        """One problem, said where it is."""
        assert code in CODES, code
        self._found.append(Problem(severity, code, *spot, text, _short(read), used))

    def often(self, severity: Severity, code: str, spot: Spot, text: str, read: str = "", used: str = "") -> None:
        """A habit of the whole file: said at the first line it shows, with the number of lines that share it."""
        assert code in CODES, code
        first, more = self._often.get((code, spot.field, text), (None, -1))
        problem = first or Problem(severity, code, *spot, text, _short(read), used)
        self._often[code, spot.field, text] = problem, more + 1

    def all(self) -> tuple[Problem, ...]:
        """Everything found, by line and column."""
        habits = [replace(one, text=_and_more(one.text, more)) if more else one for one, more in self._often.values()]
        return tuple(sorted([*self._found, *habits], key=lambda problem: (problem.line, problem.columns)))
