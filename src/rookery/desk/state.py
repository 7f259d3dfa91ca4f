"""The state of a tournament at one version: the tournament itself, and what the model has no place for."""

from __future__ import annotations

import json

from rookery.desk.facts import NONE, Boards, Keys
from rookery.desk.form import Misread, read, written
from rookery.desk.rules import NO_PRIZES, PLAIN, Choices, Laws, Prizes
from rookery.errors import RuleError
from rookery.model import Colour, Remark, Result, Tournament
from rookery.model.unchecked import changed
from rookery.values import field, frozen, replace
from rookery.wording import spoken

FORM = 1
"""The form of a state in JSON; a snapshot of another one is passed over, for the log has everything."""

LEFT = "FIDE mode exited"
"""The remark in a file that is not in FIDE mode."""


_NOTHING = Tournament()


@frozen
class Stamp:
    """Which version of the log an event made, who asked for it, and when (UTC)."""

    version: int = 0
    actor: str = ""
    at: str = ""


@frozen
class Mark:
    """A point to go back to: its name, and the version it leads to."""

    name: str
    version: int


@frozen
class Sticky:
    """What a return never takes away.

    `left` is the round in which FIDE mode was left, the earliest; `lots` the seed of the lots and `colour` the initial
    one, once drawn; `played` the last round that was ever played; `keys` how many keys have been given.
    """

    left: int | None = None
    lots: str = ""
    colour: Colour | None = None
    played: int = 0
    keys: int = 0
    marks: tuple[Mark, ...] = ()


@frozen
class Phase:
    """A round while it is made by hand: the boards on the table, and those it had when the phase began, if it did."""

    round: int
    boards: Boards = NONE
    was: Boards | None = None


@frozen
class File:
    """A file that was taken in."""

    sha256: str
    dialect: str = ""


@frozen
class Entered:
    """Who entered a result, and when."""

    white: str
    black: str
    by: Stamp
    source: str = "desk"


@frozen(slots=False)
class State:
    """Everything there is to know at one version. Players and teams of the tournament all have keys.

    `withdrawn` has the first round that somebody plays no more, `barred` who may have no half-point byes, `lineups` by
    round who sits at the boards of a team. `entered` says by round who entered results. `unexplained` are declared
    points of a file that its rounds do not explain. `in_parts` are the rounds made by hand in parts, and not held
    against ours yet. `closed` is the round after which nothing changes.
    """

    tournament: Tournament = _NOTHING
    sticky: Sticky = Sticky()
    choices: Choices = PLAIN
    withdrawn: dict[str, int] = field(default_factory=dict)
    barred: frozenset[str] = frozenset()
    lineups: dict[int, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    phase: Phase | None = None
    positions: dict[int, int] = field(default_factory=dict)
    drawn: dict[int, tuple[str, ...]] = field(default_factory=dict)
    ordered: dict[int, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    values: dict[str, dict[str, str]] = field(default_factory=dict)
    entered: dict[int, dict[str, Entered]] = field(default_factory=dict)
    files: tuple[File, ...] = ()
    unexplained: dict[str, int] = field(default_factory=dict)
    in_parts: frozenset[int] = frozenset()
    prizes: Prizes = NO_PRIZES
    closed: int | None = None
    keys: Keys = field(default_factory=lambda: keys_of(Tournament()), compare=False, repr=False)

    @property
    def fide(self) -> bool:
        """Whether the tournament is in FIDE mode."""
        return self.sticky.left is None

    @property
    def laws(self) -> Laws:
        """The rules in force."""
        return Laws.of(self.tournament, self.choices)

    def name(self, key: str) -> str:
        """What somebody is called, a player or a team."""
        number = self.keys.players.get(key)
        if number is not None:
            return next(one.name for one in self.tournament.players if one.id == number)
        return next((one.name for one in self.tournament.teams if one.key == key), key)

    def called(self, key: str) -> str:
        """The name of somebody, or the number where a file has no names."""
        return self.name(key) or str(self.keys.players.get(key) or self.number(key))

    def number(self, key: str) -> int:
        """The number of a participant."""
        try:
            return self.keys.participants[key]
        except KeyError:
            raise RuleError(spoken("nobody here has the key %(key)s", key=f"{key!r}")) from None


def keys_of(tournament: Tournament) -> Keys:
    """Keys and numbers of everybody; whoever has none, or another's, could be lost, and is refused."""
    players = {one.key: one.id for one in tournament.players}
    teams = {one.key: one.id for one in tournament.teams}
    if len(players) < len(tournament.players) or len(teams) < len(tournament.teams) or "" in players or "" in teams:
        raise RuleError(spoken("everybody at a desk has a key of their own"))
    player, team = ({number: key for key, number in some.items()} for some in (players, teams))
    if len(player) < len(players) or len(team) < len(teams):
        raise RuleError(spoken("everybody at a desk has a number of their own"))
    return Keys(players, teams, player, team, tournament.team_event)


def with_tournament(state: State, tournament: Tournament) -> State:
    """The state with another tournament; keys are looked up anew only where people have changed."""
    old = state.tournament
    same = tournament.players is old.players and tournament.teams is old.teams
    keys = state.keys if same and tournament.team_event == old.team_event else keys_of(tournament)
    return replace(state, tournament=tournament, keys=keys)


def with_sticky(state: State, sticky: Sticky) -> State:
    """The state in which these facts hold, whatever it was before: the file says so too."""
    made, tournament = replace(state, sticky=sticky), state.tournament
    if sticky.left is not None:
        told = Remark(LEFT, sticky.left)
        if told not in tournament.remarks:
            others = tuple(one for one in tournament.remarks if not one.text.startswith(LEFT))
            tournament = changed(tournament, remarks=(*others, told))
    if sticky.colour is not None and tournament.initial_colour is not sticky.colour:
        tournament = changed(tournament, initial_colour=sticky.colour)
    return made if tournament is state.tournament else replace(made, tournament=tournament)


def left_in(tournament: Tournament) -> int | None:
    """The round in which a tournament left FIDE mode, by its own remark; None if it did not.

    >>> left_in(Tournament(remarks=(Remark("FIDE mode exited @ Round 3"),)))
    3
    """
    return min((one.round or 1 for one in tournament.remarks if one.text.startswith(LEFT)), default=None)


def last_played(tournament: Tournament) -> int:
    """The last round with a game that has ended."""
    for number in range(len(tournament.rounds), 0, -1):
        round = tournament.rounds[number - 1]
        if any(game.result is not Result.PENDING for game in round.games):
            return number
        if any(one.forfeit or any(game.result is not Result.PENDING for game in one.games) for one in round.matches):
            return number
    return 0


# -- JSON --------------------------------------------------------------------------------------------------------------


def dumped(state: State) -> bytes:
    """The state as a snapshot."""
    return json.dumps({"form": FORM, **written(state)}, separators=(",", ":"), ensure_ascii=False).encode()


def loaded(data: bytes) -> State:
    """The state of a snapshot; Misread where it is of another form, or damaged."""
    try:
        found = json.loads(data)
    except ValueError as error:
        raise Misread(f"this snapshot is no JSON: {error}") from None
    if not isinstance(found, dict) or found.pop("form", None) != FORM:
        raise Misread("this snapshot is of another form")
    try:
        state: State = read(State, found)
    except RuleError as error:
        raise Misread(f"this snapshot cannot be true: {error}") from None
    return replace(state, keys=keys_of(state.tournament))
