"""Types of the JSON data that only commands and the engine return; see `rookery.serialize.types`."""

from __future__ import annotations

from typing import TypedDict

from rookery.serialize.types import Score


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


class FileData(TypedDict):
    """A tournament as the content of a file."""

    format: str
    """trf26, trf16, trfx, trfbx, joint, vega or json."""
    text: str


class ConversionData(TypedDict):
    """A tournament in another format, and what that has no place for."""

    format: str
    text: str | None
    """The content of the file; null for JSON."""
    tournament: dict[str, object] | None
    """The tournament in the JSON form; null for any other format."""
    lost: list[str]
    """What the format cannot hold."""


class NumberingData(TypedDict):
    """New pairing numbers, and the tournament with them."""

    numbers: dict[str, int]
    """The new number of each participant, by the old one."""
    tournament: dict[str, object]
    """The tournament in the JSON form."""
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
    """Commands and documents that show the answer."""
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
    """A command that changed a file: its time (UTC), author, text and events; `why` is new, do, undo or redo."""

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
    """What `rookery show` prints: the progress of an event, and the rounds of all players."""

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
    """One estimate of a simulation: what was measured, of which system, order and round, and its interval, if any."""

    outcomes: str
    column: str
    system: str
    order: str
    round: int
    value: float
    low: float | None
    high: float | None
    count: int


class DifferenceData(FindingData):
    """What a system has more than another, tournament by tournament."""

    against: str


class SimulationData(TypedDict):
    """What a study of simulated tournaments has found, by one model of outcomes."""

    study: str
    outcomes: str
    seed: int
    count: int
    digest: str
    stopped: int
    rows: list[FindingData]
    differences: list[DifferenceData]


class TurningPointData(TypedDict):
    """An open game, and a player's chance to be at the top after each of its results."""

    white: int
    black: int
    chances: dict[str, float]
    swing: float
    """The best of these chances above the worst."""
    error: float
    """How large a swing may be by luck, where nothing hangs on the game."""


class GivenData(TypedDict):
    """A result that was taken as known."""

    white: int
    black: int
    result: str


class ChancesData(TypedDict):
    """What may become of a player: the chances of places, scores and opponents of the next round to be paired."""

    id: int
    name: str
    first: float
    first_interval: list[float]
    """From where to where it lies, 19 times in 20."""
    top: float
    top_interval: list[float]
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
    stopped: int
    """How many futures ended early, because a round had no legal pairing."""
    exact: bool
    round: int
    top: int
    digest: str
    given: list[GivenData]
    tiebreaks: list[str]
    players: list[ChancesData]


class StoodData(TypedDict):
    """How the chances of a player stood before a round."""

    id: int
    name: str
    first: float
    first_interval: list[float]
    """From where to where it lies, 19 times in 20."""
    top: float
    top_interval: list[float]
    mean_points: float
    points_interval: list[float] | None
    mean_place: float
    norms: dict[str, float]
    """The chances of the norms that were asked for, by title."""
    prize: float | None
    """The prize money to be expected, where there is any."""


class CourseRoundData(TypedDict):
    """The forecast that was made before a round: the number of futures, and the chances of all players."""

    round: int
    count: int
    stopped: int
    """How many futures ended early, because a round had no legal pairing."""
    exact: bool
    players: list[StoodData]


class CourseData(TypedDict):
    """How chances stood before each round, by one model of outcomes."""

    outcomes: str
    spread: int
    seed: int
    top: int
    digest: str
    given: list[GivenData]
    """Of the round being played, for the last forecast alone."""
    tiebreaks: list[str]
    rounds: list[CourseRoundData]


class AfterData(TypedDict):
    """A result of an open game: its probability, the player's chance after it, and the change of that chance."""

    result: str
    likely: float
    chance: float
    change: float


class OpenGameData(TypedDict):
    """An open game, and a player's chance to be at the top after each of its results."""

    white: int
    black: int
    after: list[AfterData]
    swing: float
    """The best of these chances above the worst."""
    error: float
    """How large a swing may be by luck, where nothing hangs on the game."""


class ClauseData(TypedDict):
    """That a game ends in one of these results."""

    white: int
    black: int
    results: list[str]


class ConditionData(TypedDict):
    """That all of these games end so, and how likely that is; without games: whatever happens."""

    games: list[ClauseData]
    likely: float


class GoalData(TypedDict):
    """The results that make a place among the first certain, and those that rule it out."""

    places: int
    combinations: int
    """Of results of the open games, likely or not."""
    certain_combinations: int
    impossible_combinations: int
    certain: list[ConditionData]
    impossible: list[ConditionData]
    certain_left: int
    """Combinations that make it certain and that no condition tells."""
    impossible_left: int


class NeedsData(TypedDict):
    """What must happen for a player; `goals` exist for a last round whose results are all counted."""

    id: int
    name: str
    top: float
    top_interval: list[float]
    games: list[OpenGameData]
    goals: list[GoalData]


class MustHappenData(TypedDict):
    """What must happen, by one model of outcomes."""

    outcomes: str
    spread: int
    seed: int
    count: int
    stopped: int
    """How many futures ended early, because a round had no legal pairing."""
    exact: bool
    round: int
    top: int
    digest: str
    given: list[GivenData]
    tiebreaks: list[str]
    players: list[NeedsData]


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
