"""What each answer looks like as data, where it is not simply told by its fields.

For mypy, which holds the writers to these shapes, and for the tool that makes JSON Schemas of them: nothing imports
this module while a program runs. `Annotated[Plain, X]` is what becomes of an X that is told by its fields.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from rookery.answers.plain import Plain
from rookery.checking.feasibility import Obstacle, Possibility
from rookery.checking.objection import ObjectionKind
from rookery.checking.report import DecidingRule, Difference, Placing, Verdict
from rookery.errors import Problem
from rookery.meetings import Kind
from rookery.model import Bye, Colour, Forbidden, Round
from rookery.pairing.outcome import Board, Breach, Cause, Decision, Line
from rookery.rating.titles import Condition, NormGame

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
    decision: Annotated[Plain, Decision]
    costs: Annotated[Plain, tuple[Line, ...]]


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
    boards: Annotated[Plain, tuple[Board, ...]]
    numbers: list[int]
    """The numbers of the boards: 1, 2, 3, ..., unless somebody keeps one."""
    decisions: Annotated[Plain, tuple[Decision, ...]]
    breaches: Annotated[Plain, tuple[Breach, ...]]
    whole: Annotated[Plain, Round | None]
    """The round to be played, as `rounds` of a tournament in the JSON form has it."""
    byes: NotRequired[Annotated[Plain, tuple[Bye, ...]]]
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
    """What somebody did in a round: a cell of the crosstable."""

    round: int
    kind: Annotated[Plain, Kind]
    opponent: int | None
    colour: Annotated[Plain, Colour | None]
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
    """The first round that somebody who has withdrawn plays no more."""
    parts: NotRequired[list[list[PartData]]]
    """What each of the values is made of."""
    rounds: NotRequired[list[MetData]]


class LeftOutData(TypedDict):
    """Somebody who is not ranked."""

    id: int
    why: str


class PrizeData(TypedDict):
    """What somebody receives, as a decimal with two digits, and for which category (empty: the whole event)."""

    id: int
    amount: str
    category: str


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
    conditions: Annotated[Plain, tuple[Condition, ...]]
    games_counted: NotRequired[Annotated[Plain, tuple[NormGame, ...]]]
    to_come: NotRequired[OutlookData]


# -- judging


class RoundReportData(TypedDict):
    """What there is to say of one round: how the recorded pairing stands beside the one that the rules give."""

    round: int
    agree: bool
    verdict: Annotated[str, Verdict]
    legal: bool
    differences: Annotated[Plain, tuple[Difference, ...]]
    decided_by: Annotated[Plain, DecidingRule | None]
    breaches: Annotated[Plain, tuple[Breach, ...]]
    causes: Annotated[Plain, tuple[Cause, ...]]
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
    standings: Annotated[Plain, tuple[Placing, ...] | None]
    """Who stands in the wrong place; null when the standings were not judged."""
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
    causes: Annotated[Plain, tuple[Obstacle, ...]]


class ObjectionData(TypedDict):
    """Something that is not by FIDE's rules, with the article that says so."""

    kind: Annotated[str, ObjectionKind]
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
    problems: Annotated[Plain, tuple[Problem, ...]]
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
        "problems": NotRequired[Annotated[Plain, tuple[Problem, ...]]],
        "article": NotRequired[str],
        "who": NotRequired[list[int]],
        "round": NotRequired[int],
        "boards": NotRequired[list[list[int]]],
        "causes": NotRequired[Annotated[Plain, tuple[Cause | Forbidden, ...]]],
        "stream": NotRequired[str],
        "expected": NotRequired[int],
        "found": NotRequired[int],
    },
)


# -- what commands alone tell


class ParticipantData(TypedDict):
    """A participant of a schedule."""

    id: int
    name: str


class ScheduledBoardData(TypedDict):
    """Two who meet; of two sides without names A1, B2, ..."""

    white: int | str
    black: int | str


class ScheduledRoundData(TypedDict):
    """A round of a schedule."""

    round: int
    boards: list[ScheduledBoardData]
    free: list[int | str]


class ScheduleData(TypedDict):
    """All rounds of an event whose table gives them."""

    system: str
    participants: list[ParticipantData]
    rounds: list[ScheduledRoundData]
    notes: list[str]


class LogEventData(TypedDict):
    """An event of a log: what happened, by which command, who sent it and when."""

    version: int
    """Its place in the log, from 1."""
    kind: str
    form: int
    """The form of its data."""
    data: dict[str, object]
    command: str
    actor: str
    at: str
    """UTC, as ISO 8601 writes it."""
    acknowledged: list[str]
    """The warnings that were answered."""
    stands: bool
    """Whether it was not taken back since."""
    text: str
    """What happened, in words."""


class LogData(TypedDict):
    """What `rookery desk log` prints: what happened to a tournament, or what was asked for of it."""

    tournament: str
    events: list[LogEventData]


class WalkQuestionData(TypedDict):
    """A question of the acceptance walk: what it asks in our words, our answer, what proves it or is missing."""

    number: int
    cluster: str
    asks: str
    answer: str
    """`yes` or `no`."""
    otherwise: str
    """What the other answer would cost; empty for nothing."""
    standing: str
    """`proved` or `open`."""
    proofs: list[str]
    """Tests, commands and pages of the documents."""
    missing: str


class WalkData(TypedDict):
    """What `rookery desk vcl` prints: the acceptance walk, or what was asked for of it; the counts are of all of it."""

    path: int
    proved: int
    open: int
    fails: int
    percent: int
    questions: list[WalkQuestionData]


class NoteData(TypedDict):
    """What one command did to a file: when (UTC), who, what it said, its events; `why` is new, do, undo or redo."""

    number: int
    at: str
    by: str
    why: str
    said: list[str]
    events: list[dict[str, object]]
    stands: bool
    """Whether it can be undone: it was not taken back, and is no undo itself."""


class HistoryData(TypedDict):
    """What `rookery history` prints: what commands did to a file."""

    file: str
    commands: list[NoteData]


class OverviewData(TypedDict):
    """What `rookery show` prints: how far an event is, and everybody's rounds."""

    name: str
    system: str
    planned: int | None
    paired: int
    open: list[list[int]]
    """Round, White and Black of every game without a result."""
    adjourned: list[list[int]]
    players: list[OverviewPlayerData]


class OverviewPlayerData(TypedDict):
    """A player, points so far, and a cell for each round, by its number."""

    id: int
    name: str
    title: str
    rating: int | None
    federation: str
    points: Score
    rounds: dict[str, str]


class CrossCheckData(TypedDict):
    """What comparing with another engine came to."""

    tournaments: int
    rounds: int
    differences: int
    ours_wrong: int
    unexplained: int
    folder: str


class FindingData(TypedDict):
    """One estimate of a simulation: what was measured, of which system, order and round, with its interval."""

    column: str
    system: str
    order: str
    round: int
    value: float
    low: float
    high: float
    count: int


class DifferenceData(FindingData):
    """What a system has more than another, tournament by tournament."""

    against: str


class SimulationData(TypedDict):
    """What a study of simulated tournaments has found."""

    study: str
    seed: int
    count: int
    digest: str
    stopped: int
    rows: list[FindingData]
    differences: list[DifferenceData]


class TurningPointData(TypedDict):
    """An open game, and somebody's chance to be at the top after each of its results."""

    white: int
    black: int
    chances: dict[str, float]


class ChancesData(TypedDict):
    """What may become of a player: the chances of places, scores and opponents of the next round to be paired."""

    id: int
    name: str
    first: float
    top: float
    mean_points: float
    mean_place: float
    places: dict[str, float]
    points: dict[str, float]
    opponents: dict[str, dict[str, float]]
    norms: dict[str, float]
    prize: float | None
    turns_on: list[TurningPointData]


class ForecastData(TypedDict):
    """A forecast by one model of outcomes."""

    outcomes: str
    spread: int
    seed: int
    count: int
    exact: bool
    round: int
    top: int
    digest: str
    players: list[ChancesData]


class TieBreakData(TypedDict):
    """A tie-break that is known here."""

    code: str
    article: str
    title: str
    meaning: str
    type: str
    events: str
    modifiers: list[str]


class VerbData(TypedDict):
    """What the engine can be asked: the keys that must be there, and those that may."""

    needs: list[str]
    takes: list[str]


class HelloData(TypedDict):
    """Which Rookery this is, what the engine can be asked, and the editions of the rules it knows."""

    rookery: str
    tournaments: int
    """The version of the JSON form of tournaments."""
    verbs: dict[str, VerbData]
    systems: dict[str, list[str]]
    tiebreaks: list[str]
