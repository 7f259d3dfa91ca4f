"""Types of the JSON data of answers that are not encoded field by field.

They are for mypy, which checks the encoders, and for the tool that generates JSON Schemas: nothing imports this module
at run time. `Annotated[JSONValue, X]` is the data of an X that is encoded field by field.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from rookery.checking.compliance import ComplianceKind
from rookery.checking.feasibility import Obstacle, Possibility
from rookery.checking.report import DecidingRule, Difference, Placing, Verdict
from rookery.errors import Problem
from rookery.history.round_results import Kind
from rookery.model import Bye, Colour, ForbiddenPair, Round
from rookery.pairing.outcome import Board, Breach, Cause, Decision, Line
from rookery.rating.norm_conditions import Condition, NormGame
from rookery.serialize.as_data import JSONValue

Score: TypeAlias = str
"""Points, as a decimal: "2.5"."""
Exact: TypeAlias = str
"""A value without loss: "3", "13.5", or a fraction such as "27/4"."""
Day: TypeAlias = str
"""A day: "2026-04-03"."""


# -- pairing


class LedgerData(TypedDict):
    """What was decided in a bracket, and what it costs, criterion by criterion; bracket 0 is the round as a whole."""

    bracket: int
    members: list[int]
    """Everybody in the bracket, in order of rank."""
    decision: Annotated[JSONValue, Decision]
    costs: Annotated[JSONValue, tuple[Line, ...]]


class OutcomeData(TypedDict):
    """The pairing of a round."""

    round: int
    """The number of the round."""
    system: str
    regulation: str | None
    """The chapter of the rules, where the format has any."""
    edition: Day | None
    """The day from which these rules applied."""
    pairs: list[list[int]]
    """Who meets whom, White first, in board order."""
    bye: int | None
    """Who has the allocated bye."""
    boards: Annotated[JSONValue, tuple[Board, ...]]
    numbers: list[int]
    """The numbers of the boards: 1, 2, 3, ..., unless a player has a fixed board."""
    decisions: Annotated[JSONValue, tuple[Decision, ...]]
    breaches: Annotated[JSONValue, tuple[Breach, ...]]
    whole: Annotated[JSONValue, Round | None]
    """The round to be played, as `rounds` of a tournament in the JSON form has it."""
    byes: NotRequired[Annotated[JSONValue, tuple[Bye, ...]]]
    """Everybody who has a bye in the round, and which."""
    forfeits: NotRequired[list[list[int | str]]]
    """Where the format gives the whole round: White, Black and result of what is decided without a game."""
    ledger: NotRequired[list[LedgerData]]
    """What the pairing pays, bracket by bracket from the top."""


# -- ranking


class PartData(TypedDict):
    """What one round, opponent or board contributes to a value."""

    value: Exact
    why: str
    round: NotRequired[int]
    opponent: NotRequired[int]
    board: NotRequired[int]
    cut: NotRequired[str]
    """Why it does not count."""


class MetData(TypedDict):
    """A round of a participant: a cell of the crosstable."""

    round: int
    kind: Annotated[JSONValue, Kind]
    opponent: int | None
    colour: Annotated[JSONValue, Colour | None]
    """The scheduled one, also of a forfeit."""
    points: Score
    secondary: Score
    """In a team event the other score."""


class RowData(TypedDict):
    """One line of the standings; equal ranks are still tied. A format's own columns stand here under their names."""

    rank: int
    id: int
    name: str
    points: Score
    values: list[Exact | None]
    """A value for each of the tie-breaks, without loss; null where it is undefined."""
    shown: list[str]
    """The same as people see them, rounded."""
    withdrawn: NotRequired[int]
    """The first round in which a withdrawn participant no longer plays."""
    parts: NotRequired[list[list[PartData]]]
    """What each of the values is made of."""
    rounds: NotRequired[list[MetData]]


class LeftOutData(TypedDict):
    """Somebody who is not ranked."""

    id: int
    why: str


class PrizeData(TypedDict):
    """The prize money of a participant, a decimal with two digits, and its category (empty: the whole event)."""

    id: int
    amount: str
    category: str
    place: int
    """The place in the category, among those who can win in it."""
    things: NotRequired[list[str]]
    """What is given in addition to the money, or instead of it."""


class StandingsData(TypedDict):
    """Ranked rows, and how they came about."""

    tournament: str
    system: str
    after: int
    """After which round."""
    provisional: bool
    """Whether they take in a round of which games are still open."""
    final: bool
    rules: str | None
    """The edition of C.07; null where the format ranks in its own way."""
    tiebreaks: list[str]
    source: Annotated[str, Literal["asked for", "of the tournament", "ours", "of the format"]]
    """Where the list of tie-breaks comes from."""
    rows: list[RowData]
    notes: NotRequired[list[str]]
    left_out: NotRequired[list[LeftOutData]]
    category: NotRequired[str]
    """Whose rows these are, where a category was asked for."""
    categories: NotRequired[dict[str, list[RowData]]]
    prizes: NotRequired[list[PrizeData]]


# -- rating


class WhoData(TypedDict):
    """A player by number, FIDE's number and name."""

    id: int
    fide_id: int | None
    name: str


class GameChangeData(TypedDict):
    """One rated game of a player: the opponent's rating, the score, what it changes before K."""

    round: int
    opponent: int
    rating: int
    half_points: int
    change_hundredths: int
    limited: bool
    """Whether the difference of the ratings counts as 400."""


class RatedPlayerData(WhoData):
    """A rated player: rating, average of the opponents, score, number of games, changes, K."""

    rating: int
    opponents_average: int | None
    half_points: int
    games: int
    change_hundredths: int
    k: int
    """0 in a system that knows no K."""
    k_change_hundredths: int
    """K times the change, not rounded: FIDE rounds once, after all tournaments of the month."""
    new_rating_if_alone: int
    lines: NotRequired[list[GameChangeData]]


class NewcomerData(WhoData):
    """An unrated player: what the games against rated opponents would give."""

    half_points: int
    games: int
    first_rating: int | None
    why_none: str
    no_point: bool


class NotCountedData(TypedDict):
    """A game that changes no rated player's rating."""

    round: int
    white: int
    black: int
    result: str
    why: str
    article: str


class RatingReportData(TypedDict):
    """What a tournament does to ratings."""

    event: str
    kind: str
    rules: str
    """What the rules are called: B.02, or another system."""
    rules_since: str
    players: list[RatedPlayerData]
    unrated: list[NewcomerData]
    not_counted: list[NotCountedData]
    notes: list[str]


class LeastScoreData(TypedDict):
    """A score in the games to come that suffices, and the average the unknown opponents must have for it."""

    half_points: int
    average: int


class OutlookData(TypedDict):
    """What is needed in the games to come."""

    games: int
    known_opponents: list[int]
    needs: list[str]
    hopeless: str
    """Why the norm cannot be made any more; empty if it can."""
    scores: list[LeastScoreData]


class NormData(TypedDict):
    """Whether a player made a norm: every condition on the games that count."""

    id: int
    name: str
    title: str
    met: bool
    half_points: int
    games: int
    average: int | None
    performance: int | None
    games_credited: int
    ignored_rounds: list[int]
    last_forfeit_as_loss: bool
    unplayed_win: bool
    """Whether eight games and an unplayed win make it: an application may hold one such norm (1.4.1c)."""
    conditions: Annotated[JSONValue, tuple[Condition, ...]]
    games_counted: NotRequired[Annotated[JSONValue, tuple[NormGame, ...]]]
    to_come: NotRequired[OutlookData]


# -- judging


class RoundReportData(TypedDict):
    """The check of one round: the recorded pairing compared with the one by the rules."""

    round: int
    agree: bool
    verdict: Annotated[str, Verdict]
    legal: bool
    differences: Annotated[JSONValue, tuple[Difference, ...]]
    decided_by: Annotated[JSONValue, DecidingRule | None]
    breaches: Annotated[JSONValue, tuple[Breach, ...]]
    causes: Annotated[JSONValue, tuple[Cause, ...]]
    impossible: str | None
    """Why the rules give no pairing at all; null if they do."""


class CheckReportData(TypedDict):
    """What checking a tournament found, round by round."""

    file: NotRequired[str]
    """Which file this is about, where a command was given some."""
    agree: bool
    cannot: NotRequired[str]
    """Why it could not be judged; there are no rounds then."""
    system: str
    edition: Day | None
    rounds: list[RoundReportData]
    standings: Annotated[JSONValue, tuple[Placing, ...] | None]
    """The participants in the wrong place; null if the standings were not judged."""
    notes: list[str]
    faults: list[str]


class FeasibilityData(TypedDict):
    """Whether the rounds `first` to `last` can all be paired, without regard to results and colours."""

    answer: Annotated[str, Possibility]
    known: bool
    first: int
    last: int | None
    reached: int | None
    """The last round up to which they can, as far as that is known."""
    causes: Annotated[JSONValue, tuple[Obstacle, ...]]


class ObjectionData(TypedDict):
    """Something that is not by FIDE's rules, with the article that says so."""

    kind: Annotated[str, ComplianceKind]
    article: str
    given: str
    value: Score | int | None
    """Points as text, anything else as a number."""
    expected: list[Score | int]
    rounds: list[int]
    who: list[int]


class ValidityData(TypedDict):
    """Whether a file is in order, and every problem of it."""

    file: NotRequired[str]
    """Which file this is about, where a command was given some."""
    valid: bool
    cannot: NotRequired[str]
    """Why nothing could be read of it."""
    problems: Annotated[JSONValue, tuple[Problem, ...]]
    objections: NotRequired[list[ObjectionData]]
    """Where FIDE's rules were asked: what is not by them."""
    feasible: NotRequired[FeasibilityData | None]
    """Where FIDE's rules were asked: whether the rounds that are left can be paired."""


class OpenEndData(TypedDict):
    """Why a tournament is not over."""

    kind: Literal["open games", "adjourned games", "round to come", "length unknown", "level final"]
    round: int | None
    boards: list[list[int]]
    text: str


class FinalityData(TypedDict):
    """Whether a tournament is over; if not, every reason."""

    final: bool
    reasons: list[OpenEndData]


# -- errors


# Not a class, since one of the keys is a word of Python.
ErrorData = TypedDict(
    "ErrorData",
    {
        "class": str,
        "code": NotRequired[int],
        "text": str,
        "problems": NotRequired[Annotated[JSONValue, tuple[Problem, ...]]],
        "article": NotRequired[str],
        "who": NotRequired[list[int]],
        "round": NotRequired[int],
        "boards": NotRequired[list[list[int]]],
        "causes": NotRequired[Annotated[JSONValue, tuple[Cause | ForbiddenPair, ...]]],
        "stream": NotRequired[str],
        "expected": NotRequired[int],
        "found": NotRequired[int],
    },
)
