"""The state of a tournament at one version: the tournament itself, and what the model has no field for."""

from __future__ import annotations

import json
from typing import Literal

from rookery._record import field, record, replace
from rookery.errors import RuleError
from rookery.json_codec import InvalidDataError, from_json_data, to_json_data
from rookery.messages import msg
from rookery.model import Colour, PartialDate, Remark, Result, Round, Tournament
from rookery.model._construct import replace_unchecked
from rookery.tournaments.keyed import NO_BOARDS, Boards, Keys
from rookery.tournaments.limits import check_bounds, check_fraction
from rookery.tournaments.rules import DEFAULT_CHOICES, NO_PRIZES, Choices, Prizes, TournamentRules

SNAPSHOT_FORM = 4
"""The form of a state in JSON; snapshots of other forms are ignored, because the log has everything.

Since form 2 every paired round has the order of its boards, since form 3 the version that paired it, since form 4 the
start of a round that was announced first.
"""


FIDE_EXIT_REMARK = "FIDE mode exited"
"""The remark in the file of a tournament that left FIDE mode."""


_NO_TOURNAMENT = Tournament()


@record
class Stamp:
    """The version of an event in the log, its author, and its time (UTC)."""

    version: int = 0
    actor: str = ""
    at: str = ""


@record
class Mark:
    """A restore point: its name, and its version."""

    name: str
    version: int


SelfCheckIn = Literal["anyone", "code", "kiosk"]
"""How players check in themselves: on their page, with the code on their card, or at a kiosk only."""


@record
class CheckIn:
    """The participants ticked as present for a round, and whether players can check in themselves.

    `since` is the time (UTC) at which that began, `until` the time of day at which it ends, if any. `closed` says that
    they could, and that it has ended.
    """

    round: int = 0
    keys: frozenset[str] = frozenset()
    open: bool = False
    since: str = ""
    until: str = ""
    by: SelfCheckIn = "anyone"
    closed: bool = False


@record
class CheckInSchedule:
    """When the clock opens and closes the check-in of each round: minutes before its start; no `opens`, never."""

    opens: int = 0
    closes: int = 0
    by: SelfCheckIn = "anyone"


Side = Literal["white", "black"]
LoneClaims = Literal["wait", "count"]
"""A result that only one player has sent waits for the other player, or counts at once."""


@record
class Claim:
    """A result that a player has sent from a phone; `code` begins the id of the access code."""

    result: Result
    by: Stamp
    code: str = ""


When = Literal["automatic", "manual", "never"]
"""When something becomes public: as soon as it exists, when the arbiter publishes it, or never."""


@record
class Publication:
    """What the public may see of a tournament: the settings.

    A tournament that is not `public`, or is a `test`, has no public pages. `pairings`, `results` and `standings` say
    when each becomes public. `short_names` shortens the names of minors, `ids` shows FIDE and national numbers. The
    default shows everything at once: logs without settings are older than these.
    """

    public: bool = True
    test: bool = False
    pairings: When = "automatic"
    results: When = "automatic"
    standings: When = "automatic"
    short_names: bool = False
    ids: bool = False


NEW_PUBLICATION = Publication(pairings="manual", standings="manual")
"""The settings of a new tournament."""


@record
class PublishedRound:
    """What the arbiter has published of a round, each with its stamp."""

    round: int
    pairings: Stamp | None = None
    results: Stamp | None = None
    standings: Stamp | None = None


@record
class PermanentFacts:
    """Facts that no return to an earlier version removes.

    `left` is the round in which FIDE mode was left, the earliest; `lots` the seed of the lots and `colour` the initial
    one, once drawn; `played` the last round that was ever played; `keys` the number of keys given; `check_in` that of
    the coming round; `start_changes` counts by round how often its start changed, also by returns; `place` is where
    the tournament is kept; `claims` are the results that players have sent, by round, game and side. `publication` are
    the settings of what is public, `published` the rounds of which something was published, in order. `erased` are the
    players whose personal data was erased, by key.
    """

    left: int | None = None
    lots: str = ""
    colour: Colour | None = None
    played: int = 0
    keys: int = 0
    marks: tuple[Mark, ...] = ()
    check_in: CheckIn = CheckIn()
    start_changes: dict[int, int] = field(default_factory=dict)
    place: Literal["desk", "archive", "deleted"] = "desk"
    claims: dict[int, dict[str, dict[Side, Claim]]] = field(default_factory=dict)
    publication: Publication = Publication()
    published: tuple[PublishedRound, ...] = ()
    erased: frozenset[str] = frozenset()


@record
class Phase:
    """A round while it is paired by hand: its present boards, and those when the phase began, if any.

    `by` is the person who began the phase.
    """

    round: int
    boards: Boards = NO_BOARDS
    was: Boards | None = None
    by: str = ""


@record
class File:
    """An imported file."""

    sha256: str
    dialect: str = ""


@record
class Entered:
    """The person who entered a result, and the time."""

    white: str
    black: str
    by: Stamp
    source: str = "desk"


@record
class AnnouncedStart:
    """The day and the start time of a round as they were announced first, and when they were set (UTC)."""

    day: PartialDate | None = None
    time: str = ""
    at: str = ""


@record
class Section:
    """A tournament of an event by the id of its log, its name when it was added, and the number of its first board."""

    tournament: str
    name: str = ""
    first_board: int = 1


@record(slots=False)
class State:
    """Everything known at one version. Players and teams of the tournament all have keys.

    `withdrawn` has the first round that a participant no longer plays, `barred` those who may have no half-point
    byes,
    `lineups` the line-ups by round and team. `entered` has the authors of results by round. `unexplained` are
    declared
    points of a file that its rounds do not explain. `in_parts` are rounds entered by hand in parts and not yet
    compared
    with the rules. `paired_at` has by round the version of the log that paired it. `announced_starts` are the starts
    by round as they were first announced. `settled` has by round and game the version at which the arbiter kept a
    result against the players' claims. `check_in_schedule` says when the clock opens the check-in.
    `closed` is the round after which nothing changes. The state of an event has its details as `tournament.info`, and
    its `sections`.
    """

    tournament: Tournament = _NO_TOURNAMENT
    permanent: PermanentFacts = field(default_factory=PermanentFacts, json_key="sticky")
    choices: Choices = DEFAULT_CHOICES
    withdrawn: dict[str, int] = field(default_factory=dict)
    barred: frozenset[str] = frozenset()
    lineups: dict[int, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    phase: Phase | None = None
    positions: dict[int, int] = field(default_factory=dict)
    start_times: dict[int, str] = field(default_factory=dict)
    announced_starts: dict[int, AnnouncedStart] = field(default_factory=dict)
    drawn: dict[int, tuple[str, ...]] = field(default_factory=dict)
    ordered: dict[int, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    values: dict[str, dict[str, str]] = field(default_factory=dict)
    entered: dict[int, dict[str, Entered]] = field(default_factory=dict)
    files: tuple[File, ...] = ()
    unexplained: dict[str, int] = field(default_factory=dict)
    in_parts: frozenset[int] = frozenset()
    paired_at: dict[int, int] = field(default_factory=dict)
    prizes: Prizes = NO_PRIZES
    lone_claims: LoneClaims = "wait"
    check_in_schedule: CheckInSchedule = CheckInSchedule()
    settled: dict[int, dict[str, int]] = field(default_factory=dict)
    closed: int | None = None
    kind: Literal["tournament", "event"] = "tournament"
    sections: tuple[Section, ...] = ()
    keys: Keys = field(default_factory=lambda: index_participant_keys(Tournament()), compare=False, repr=False)

    @property
    def fide(self) -> bool:
        """Whether the tournament is in FIDE mode."""
        return self.permanent.left is None

    @property
    def laws(self) -> TournamentRules:
        """The rules in force."""
        return TournamentRules.from_tournament(self.tournament, self.choices)

    def name(self, key: str) -> str:
        """Return the name of a player or a team."""
        number = self.keys.players.get(key)
        if number is not None:
            return next(participant.name for participant in self.tournament.players if participant.number == number)
        return next((participant.name for participant in self.tournament.teams if participant.key == key), key)

    def label(self, key: str) -> str:
        """Return the name of a participant, or the number where a file has no names."""
        return self.name(key) or str(self.keys.players.get(key) or self.number(key))

    def number(self, key: str) -> int:
        """Return the pairing number of a participant."""
        try:
            return self.keys.participants[key]
        except KeyError:
            raise RuleError(msg("there is no player with the key %(key)s", key=f"{key!r}")) from None


def index_participant_keys(tournament: Tournament) -> Keys:
    """Return the keys and numbers of all participants.

    Raises:
        RuleError: Keys or numbers are missing or not unique.
    """
    players = {participant.key: participant.number for participant in tournament.players}
    teams = {participant.key: participant.number for participant in tournament.teams}
    if len(players) < len(tournament.players) or len(teams) < len(tournament.teams) or "" in players or "" in teams:
        raise RuleError(msg("everybody at a desk has a key of their own"))
    player, team = ({number: key for key, number in numbers.items()} for numbers in (players, teams))
    if len(player) < len(players) or len(team) < len(teams):
        raise RuleError(msg("everybody at a desk has a number of their own"))
    return Keys(players, teams, player, team, tournament.team_event)


EMPTY = State()
"""The state before the first event."""


def with_tournament(state: State, tournament: Tournament) -> State:
    """Return the state with another tournament; keys are looked up only where participants changed."""
    old_tournament = state.tournament
    has_same_people = tournament.players is old_tournament.players and tournament.teams is old_tournament.teams
    keys = (
        state.keys
        if has_same_people and tournament.team_event == old_tournament.team_event
        else index_participant_keys(tournament)
    )
    return replace(state, tournament=tournament, keys=keys)


def with_permanent(state: State, permanent: PermanentFacts) -> State:
    """Return the state with these permanent facts, also in the tournament's remarks and initial colour."""
    result, tournament = replace(state, permanent=permanent), state.tournament
    if permanent.left is not None:
        exit_remark = Remark(FIDE_EXIT_REMARK, permanent.left)
        if exit_remark not in tournament.remarks:
            other_remarks = tuple(
                remark for remark in tournament.remarks if not remark.text.startswith(FIDE_EXIT_REMARK)
            )
            tournament = replace_unchecked(tournament, remarks=(*other_remarks, exit_remark))
    if permanent.colour is not None and tournament.initial_colour is not permanent.colour:
        tournament = replace_unchecked(tournament, initial_colour=permanent.colour)
    return result if tournament is state.tournament else replace(result, tournament=tournament)


def with_start_changes(before: State, after: State) -> State:
    """Return the later state with the changes of the rounds' days and start times counted."""
    old_days, days = before.tournament.info.round_dates, after.tournament.info.round_dates
    if after.start_times == before.start_times and days == old_days:
        return after
    rounds = {*before.start_times, *after.start_times, *range(1, max(len(old_days), len(days)) + 1)}
    changed = [
        number
        for number in rounds
        if (before.start_times.get(number), old_days[number - 1 : number])
        != (after.start_times.get(number), days[number - 1 : number])
    ]
    counts = after.permanent.start_changes
    counts = counts | {number: counts.get(number, 0) + 1 for number in sorted(changed)}
    return replace(after, permanent=replace(after.permanent, start_changes=counts))


def fide_exit_round(tournament: Tournament) -> int | None:
    """Return the round in which a tournament left FIDE mode, by its remark, or None.

    >>> fide_exit_round(Tournament(remarks=(Remark("FIDE mode exited @ Round 3"),)))
    3
    """
    return min(
        (remark.round or 1 for remark in tournament.remarks if remark.text.startswith(FIDE_EXIT_REMARK)), default=None
    )


def last_played_round(tournament: Tournament) -> int:
    """Return the last round with a finished game, or 0."""
    for number in range(len(tournament.rounds), 0, -1):
        round = tournament.rounds[number - 1]
        if any(game.result is not Result.PENDING for game in round.games):
            return number
        if any(
            match.forfeit or any(game.result is not Result.PENDING for game in match.games) for match in round.matches
        ):
            return number
    return 0


def dump_state(state: State) -> bytes:
    """Return the state as a snapshot."""
    return json.dumps(
        {"form": SNAPSHOT_FORM, **to_json_data(state)}, separators=(",", ":"), ensure_ascii=False
    ).encode()


def load_state(data: bytes) -> State:
    """Load the state of a snapshot.

    Raises:
        InvalidDataError: The snapshot has another form, or is damaged.
    """
    try:
        fields = json.loads(data)
    except ValueError as error:
        raise InvalidDataError(f"this snapshot is no JSON: {error}") from None
    if not isinstance(fields, dict) or fields.pop("form", None) != SNAPSHOT_FORM:
        raise InvalidDataError("this snapshot is of another form")
    try:
        state: State = from_json_data(State, fields)
        check_bounds(state.tournament)
        for values in state.values.values():
            for value in values.values():
                check_fraction(value)
    except RuleError as error:
        raise InvalidDataError(f"this snapshot cannot be true: {error}") from None
    return replace(state, keys=index_participant_keys(state.tournament))


def with_fields(state: State, **fields: object) -> State:
    """Return the state with other validated fields of its tournament, except players and teams."""
    return with_tournament(state, replace_unchecked(state.tournament, **fields))


def with_round(state: State, number: int, round: Round) -> State:
    """Return the state with another round in place of a paired one."""
    rounds = state.tournament.rounds
    return with_fields(state, rounds=(*rounds[: number - 1], round, *rounds[number:]))


def without_key(table: dict[str, int], key: str) -> dict[str, int]:
    """Return a table without a key."""
    return {other_key: value for other_key, value in table.items() if other_key != key}
