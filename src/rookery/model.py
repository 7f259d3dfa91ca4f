"""Facts as the arbiter wrote them: who takes part, who met whom, how it ended. No rules.

Every value is frozen, and one that cannot be true cannot be built: a game has one result written once, never one letter
per player, so 1-1 or "½ against a forfeit" have no form here. Points are whole tenths of a point.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from rookery.errors import RuleError

Points = int
"""Whole tenths of a point: a draw is 5, a win is 10."""


class Colour(Enum):
    """White or Black."""

    __hash__ = object.__hash__  # there is one of each

    WHITE = "w"
    BLACK = "b"

    @property
    def opposite(self) -> Colour:
        """The other colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Ending(Enum):
    """How a game ended for one side."""

    __hash__ = object.__hash__  # there is one of each

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"
    ADJOURNED = "adjourned"
    PENDING = "pending"


class Result(Enum):
    """How a game ended, for both sides at once; what is not here cannot happen.

    >>> Result.parse("1/2-1/2")
    <Result.DRAW: '½-½'>
    >>> Result.DRAW.white, Result.DRAW.played
    (<Ending.DRAW: 'draw'>, True)
    >>> Result.of(Ending.WIN, Ending.WIN)
    Traceback (most recent call last):
    rookery.errors.RuleError: a game cannot end win - win
    """

    __hash__ = object.__hash__  # there is one of each

    white: Ending
    black: Ending
    played: bool
    rated: bool
    number: int  # the place in this list

    WHITE_WINS = "1-0", Ending.WIN, Ending.LOSS, True, True
    DRAW = "½-½", Ending.DRAW, Ending.DRAW, True, True
    BLACK_WINS = "0-1", Ending.LOSS, Ending.WIN, True, True
    WHITE_DRAWS_ALONE = "½-0", Ending.DRAW, Ending.LOSS, True, True
    BLACK_DRAWS_ALONE = "0-½", Ending.LOSS, Ending.DRAW, True, True
    BOTH_LOSE = "0-0", Ending.LOSS, Ending.LOSS, True, True
    UNRATED_WHITE_WINS = "1-0 unrated", Ending.WIN, Ending.LOSS, True, False
    UNRATED_DRAW = "½-½ unrated", Ending.DRAW, Ending.DRAW, True, False
    UNRATED_BLACK_WINS = "0-1 unrated", Ending.LOSS, Ending.WIN, True, False
    UNRATED_WHITE_DRAWS_ALONE = "½-0 unrated", Ending.DRAW, Ending.LOSS, True, False
    UNRATED_BLACK_DRAWS_ALONE = "0-½ unrated", Ending.LOSS, Ending.DRAW, True, False
    UNRATED_BOTH_LOSE = "0-0 unrated", Ending.LOSS, Ending.LOSS, True, False
    WHITE_BY_FORFEIT = "+/-", Ending.FORFEIT_WIN, Ending.FORFEIT_LOSS, False, False
    BLACK_BY_FORFEIT = "-/+", Ending.FORFEIT_LOSS, Ending.FORFEIT_WIN, False, False
    DOUBLE_FORFEIT = "-/-", Ending.FORFEIT_LOSS, Ending.FORFEIT_LOSS, False, False
    ADJOURNED = "adjourned", Ending.ADJOURNED, Ending.ADJOURNED, True, False
    PENDING = "pending", Ending.PENDING, Ending.PENDING, False, False

    def __new__(cls, text: str, white: Ending, black: Ending, played: bool, rated: bool) -> Result:
        member = object.__new__(cls)
        member._value_ = text
        member.white, member.black, member.played, member.rated = white, black, played, rated
        member.number = len(cls.__members__)
        return member

    @property
    def forfeit(self) -> bool:
        """Decided without playing."""
        return self in (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT, Result.DOUBLE_FORFEIT)

    @property
    def reversed(self) -> Result:
        """The same result with the colours exchanged."""
        return _BY_SIDES[self.black, self.white, self.rated]

    @classmethod
    def of(cls, white: Ending, black: Ending, *, rated: bool = True) -> Result:
        """The result in which the two sides end so; an error if no game can."""
        found = _BY_SIDES.get((white, black, rated)) or _BY_SIDES.get((white, black, False))
        if found is None or (not rated and found.rated):
            raise RuleError(f"a game cannot end {white.value} - {black.value}")
        return found

    @classmethod
    def parse(cls, text: str) -> Result:
        """The result spelt so: `1-0`, `½-½`, `1/2-1/2`, `=`, `+/-`, `+-`, `1-0 unrated`, `adjourned`, `pending`, ..."""
        plain = " ".join(text.lower().split()).replace("1/2", "½").replace("0.5", "½").replace("0,5", "½")
        for spelling in (plain, _SPELLINGS.get(plain, ""), plain.replace(":", "-")):
            if spelling in _BY_TEXT:
                return _BY_TEXT[spelling]
        raise RuleError(f"{text!r} is not a result: expected one of {', '.join(_BY_TEXT)}")

    def __str__(self) -> str:
        return str(self.value)


_BY_TEXT: dict[str, Result] = {str(result.value): result for result in Result}
_BY_SIDES: dict[tuple[Ending, Ending, bool], Result] = {(r.white, r.black, r.rated): r for r in Result}
_SPELLINGS = {
    "=": "½-½", "½": "½-½", "draw": "½-½", "1": "1-0", "0": "0-1",
    "+-": "+/-", "+:-": "+/-", "+--": "+/-", "-+": "-/+", "-:+": "-/+", "--+": "-/+",
    "--": "-/-", "-:-": "-/-", "---": "-/-",
    "*": "pending", "?": "pending", "": "pending", "adj": "adjourned",
}  # fmt: skip


class ByeKind(Enum):
    """Why a participant has no opponent in a round."""

    __hash__ = object.__hash__  # there is one of each

    PAIRING_ALLOCATED = "U"
    FULL = "F"
    HALF = "H"
    ZERO = "Z"
    NOT_ENTERED = " "

    def __str__(self) -> str:
        return _BYE_NAMES[self]


_BYE_NAMES = {
    ByeKind.PAIRING_ALLOCATED: "pairing-allocated bye",
    ByeKind.FULL: "full-point bye",
    ByeKind.HALF: "half-point bye",
    ByeKind.ZERO: "zero-point bye",
    ByeKind.NOT_ENTERED: "not yet entered",
}


@dataclass(frozen=True, slots=True)
class Game:
    """One board: who had White, who had Black, and how it ended. A forfeit may be recorded without colours.

    >>> Game(12, 7, Result.WHITE_WINS)
    Game(white=12, black=7, result=<Result.WHITE_WINS: '1-0'>, coloured=True)
    """

    white: int
    black: int
    result: Result = Result.PENDING
    coloured: bool = True

    def __post_init__(self) -> None:
        if self.white == self.black:
            raise RuleError("a player cannot meet themselves", who=(self.white,))
        if not self.coloured and not self.result.forfeit:
            raise RuleError(
                f"only a forfeit may be recorded without colours, not {self.result}", who=(self.white, self.black)
            )


@dataclass(frozen=True, slots=True)
class Match:
    """Two participants and the games between them: a team match (boards in order) or a two-game match.

    `white` had White on board 1 (in the first game). `forfeit` is set when the match as a whole was forfeited.
    """

    white: int
    black: int
    games: tuple[Game, ...] = ()
    forfeit: Result | None = None

    def __post_init__(self) -> None:
        if self.white == self.black:
            raise RuleError("nobody can play a match against themselves", who=(self.white,))
        if self.forfeit is not None and not self.forfeit.forfeit:
            raise RuleError(f"a match is forfeited +/-, -/+ or -/-, not {self.forfeit}", who=(self.white, self.black))

    @property
    def open(self) -> bool:
        """Whether the match still waits for results."""
        return self.forfeit is None and (not self.games or any(game.result is Result.PENDING for game in self.games))


@dataclass(frozen=True, slots=True)
class Bye:
    """A participant without an opponent in a round, and why."""

    player: int
    kind: ByeKind


@dataclass(frozen=True)
class Round:
    """What happened in one round: games, or matches, and byes; nobody appears twice.

    In a team event `matches` and `byes` speak of teams; `player_byes` keeps what the rows of single players say.
    """

    games: tuple[Game, ...] = ()
    matches: tuple[Match, ...] = ()
    byes: tuple[Bye, ...] = ()
    player_byes: tuple[Bye, ...] = ()

    def __post_init__(self) -> None:
        if len(self.participants) < 2 * len(self.games) + 2 * len(self.matches) + len(self.byes):
            who = [player for pair in self.pairs for player in pair] + [bye.player for bye in self.byes]
            raise RuleError("nobody can appear twice in a round", who=sorted({i for i in who if who.count(i) > 1}))

    @cached_property
    def participants(self) -> frozenset[int]:
        """Everybody who is mentioned."""
        meetings: tuple[Game | Match, ...] = self.games + self.matches if self.matches else self.games
        whites, blacks = [one.white for one in meetings], [one.black for one in meetings]
        return frozenset([*whites, *blacks, *[bye.player for bye in self.byes]])

    @property
    def pending(self) -> tuple[Game, ...]:
        """The games without a result."""
        boards = (*self.games, *(game for match in self.matches for game in match.games))
        return tuple(game for game in boards if game.result is Result.PENDING)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom, White first."""
        meetings: tuple[Game | Match, ...] = (*self.games, *self.matches)
        return tuple([(meeting.white, meeting.black) for meeting in meetings])


@dataclass(frozen=True, slots=True, order=True)
class Date:
    """A day, or what is known of it: month and day are 0 when unknown.

    >>> str(Date(1990, 5, 1)), str(Date(1990))
    ('1990-05-01', '1990')
    """

    year: int
    month: int = 0
    day: int = 0

    def __post_init__(self) -> None:
        if not (
            0 < self.year <= 9999 and 0 <= self.month <= 12 and 0 <= self.day <= 31 and (self.month or not self.day)
        ):
            raise RuleError(f"{self.year}/{self.month}/{self.day} is not a date")

    def __str__(self) -> str:
        return "-".join(f"{part:02}" for part in (self.year, self.month, self.day) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class NationalRecord:
    """What a national federation says of a player: its class, rating and number."""

    federation: str
    title: str = ""
    name: str = ""
    rating: int | None = None
    origin: str = ""
    national_id: str = ""
    sex: str = ""
    birth: Date | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """A player; `id` is the pairing number. `points` and `rank` are as declared, not what follows from the games."""

    id: int
    name: str = ""
    rating: int | None = None
    federation: str = ""
    title: str = ""
    sex: str = ""
    birth: Date | None = None
    fide_id: int | None = None
    national_id: str = ""
    club: str = ""
    national: tuple[NationalRecord, ...] = ()
    points: Points | None = None
    rank: int | None = None

    def __post_init__(self) -> None:
        if self.id < 1:
            raise RuleError(f"a pairing number counts from 1, not {self.id}")


@dataclass(frozen=True, slots=True)
class Team:
    """A team; `id` is its pairing number, `players` its roster in board order."""

    id: int
    name: str = ""
    players: tuple[int, ...] = ()
    nickname: str = ""
    strength: int | None = None
    match_points: Points | None = None
    game_points: Points | None = None
    rank: int | None = None

    def __post_init__(self) -> None:
        if self.id < 1:
            raise RuleError(f"a team number counts from 1, not {self.id}")
        if len(set(self.players)) < len(self.players):
            raise RuleError(f"team {self.id} lists a player twice", who=(self.id,))


@dataclass(frozen=True, slots=True, kw_only=True)
class PointSystem:
    """What results are worth, in tenths. What is not given follows: forfeits and byes from win, draw and absence.

    >>> PointSystem(win=30, draw=10).pab
    30
    >>> PointSystem(win=10, draw=6)
    Traceback (most recent call last):
    rookery.errors.RuleError: two draws (1.2) are worth more than a win and a loss (1.0)
    """

    win: Points = 10
    draw: Points = 5
    loss: Points = 0
    absence: Points = 0
    pab: Points = None  # type: ignore[assignment]
    full_bye: Points = None  # type: ignore[assignment]
    half_bye: Points = None  # type: ignore[assignment]
    forfeit_win: Points = None  # type: ignore[assignment]
    forfeit_loss: Points = None  # type: ignore[assignment]
    adjourned: Points = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        follows = {
            "pab": self.win, "full_bye": self.win, "half_bye": self.draw, "forfeit_win": self.win,
            "forfeit_loss": self.absence, "adjourned": self.draw,
        }  # fmt: skip
        for name, value in follows.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)
        if not self.loss <= self.draw <= self.win or self.loss == self.win:
            raise RuleError("a win must be worth more than a loss, and a draw lie between")
        if 2 * self.draw > self.win + self.loss:
            sums = (
                f"two draws ({2 * self.draw / 10}) are worth more than a win and a loss ({(self.win + self.loss) / 10})"
            )
            raise RuleError(sums)
        if self.pab > self.win:
            raise RuleError(
                f"the pairing-allocated bye ({self.pab / 10}) is worth more than a win ({self.win / 10})",
                article="C.04.1 3",
            )


CLASSIC = PointSystem()
THREE_ONE_NIL = PointSystem(win=30, draw=10)
MATCH_POINTS = PointSystem(win=20, draw=10, pab=10)


@dataclass(frozen=True, slots=True)
class RequestedBye:
    """A bye asked for, or an absence announced, in a round that is not paired yet."""

    round: int
    player: int
    kind: ByeKind = ByeKind.ZERO

    def __post_init__(self) -> None:
        if self.kind not in (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO):
            raise RuleError(f"nobody can ask for a {self.kind}", who=(self.player,))


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Players of whom no two may meet in the rounds first..last (None: the last round of all)."""

    players: tuple[int, ...]
    first: int = 1
    last: int | None = None

    def covers(self, round: int) -> bool:
        """Whether this holds in the round."""
        return self.first <= round and (self.last is None or round <= self.last)


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """Points added for pairing only to participants first..last (by number) in the rounds first_round..last_round."""

    first: int
    last: int
    first_round: int
    last_round: int
    points: Points = 0
    match_points: Points = 0


@dataclass(frozen=True, slots=True)
class AbnormalPoints:
    """Points out of the ordinary: `kind` is a result letter whose worth is replaced, or blank for a bonus or fine."""

    players: tuple[int, ...]
    kind: str = ""
    points: Points = 0
    match_points: Points = 0
    round: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What is written above the tables: nothing here moves a pairing or a point."""

    name: str = ""
    city: str = ""
    federation: str = ""
    start: Date | None = None
    end: Date | None = None
    type: str = ""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    encoded_time_control: str = ""
    round_dates: tuple[Date | None, ...] = ()
    ranking_method: str = ""
    controller: str = ""


def _must_be_known(number: int, round: Round, known: frozenset[int]) -> None:
    """Refuse a round that names somebody who does not take part."""
    if not round.participants <= known:
        strangers = round.participants - known
        raise RuleError(f"round {number} names {min(strangers)}, who does not take part", who=sorted(strangers))


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """Everything known of an event at one moment.

    `rounds` holds the rounds that have been paired, `planned` how many there shall be. `system` is the code of TRF26
    record 192 ("FIDE_DUTCH_2026", "FIDE_TEAM_TYPEB_MP_GP", ...; "LIM" for Lim, which has none). `team_event` says that
    teams, not players, are the participants. `by_rank` says that pairing numbers follow the declared ranks.
    """

    event: Event = field(default_factory=Event)
    players: tuple[Player, ...] = ()
    teams: tuple[Team, ...] = ()
    team_event: bool = False
    rounds: tuple[Round, ...] = ()
    planned: int | None = None
    system: str = ""
    points: PointSystem = CLASSIC
    match_points: PointSystem = MATCH_POINTS
    team_bye_points: Points | None = None
    ranking: tuple[str, ...] = ()
    initial_colour: Colour | None = None
    by_rank: bool = False
    board_colours: str = ""
    requested: tuple[RequestedBye, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    acceleration: tuple[VirtualPoints, ...] = ()
    abnormal: tuple[AbnormalPoints, ...] = ()

    def __post_init__(self) -> None:
        for who, what in ((self.players, "player"), (self.teams, "team")):
            ids = [one.id for one in who]
            if ids != sorted(set(ids)):
                object.__setattr__(self, f"{what}s", tuple(sorted(who, key=lambda one: one.id)))
                if len(set(ids)) < len(ids):
                    raise RuleError(
                        f"two {what}s have the same number", who=sorted({i for i in ids if ids.count(i) > 1})
                    )
        known = frozenset(self.by_id)
        for number, round in enumerate(self.rounds, 1):
            _must_be_known(number, round, known)

    @property
    def participants(self) -> tuple[Player, ...] | tuple[Team, ...]:
        """Who is paired: the teams of a team event, the players otherwise; in order of number."""
        return self.teams if self.team_event else self.players

    @cached_property
    def by_id(self) -> dict[int, Player | Team]:
        """The participants by number."""
        return {one.id: one for one in self.participants}

    @property
    def next_round(self) -> int:
        """The round to be paired next."""
        return len(self.rounds) + 1

    @property
    def tiebreaks(self) -> tuple[str, ...]:
        """The announced tie-breaks, after the points."""
        return self.ranking[1:] if self.ranking[:1] == ("PTS",) else self.ranking

    def until(self, round: int) -> Tournament:
        """The tournament as it stood before this round was paired; the number of planned rounds stays."""
        return self._at(self.rounds[: round - 1], self.requested)

    def with_round(self, round: Round, requested: tuple[RequestedBye, ...] | None = None) -> Tournament:
        """The tournament with one more round; requests for that round are used up, or these take the place of all."""
        number = self.next_round
        _must_be_known(number, round, frozenset(self.by_id))
        if requested is None:
            requested = tuple([bye for bye in self.requested if bye.round != number])
        return self._at((*self.rounds, round), requested)

    def _at(self, rounds: tuple[Round, ...], requested: tuple[RequestedBye, ...]) -> Tournament:
        """The same event at another moment: who takes part, and all else that was checked once, is the same."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, rounds=rounds, requested=requested)
        return made

    def absent(self, round: int) -> dict[int, ByeKind]:
        """Who asked not to be paired in this round, and for which bye."""
        return {bye.player: bye.kind for bye in self.requested if bye.round == round}

    def withdraw(self, player: int, first: int | None = None) -> Tournament:
        """The tournament with a zero-point bye for this player from round `first` (the next) to the last planned."""
        if player not in self.by_id:
            raise RuleError(f"there is no {player} to withdraw", who=(player,))
        if self.planned is None:
            raise RuleError(
                "the number of rounds must be known before anyone can withdraw from the rest", who=(player,)
            )
        rounds = range(max(first or 1, self.next_round), self.planned + 1)
        kept = tuple(bye for bye in self.requested if bye.player != player or bye.round not in rounds)
        return replace(self, requested=(*kept, *(RequestedBye(r, player) for r in rounds)))
