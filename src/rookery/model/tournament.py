"""A tournament: its head data, and everything known of it at one moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property
from importlib import import_module
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal

from rookery._record import field, record, replace
from rookery.errors import RuleError
from rookery.messages import join_list, msg, msg_const, msg_plural
from rookery.model._construct import replace_unchecked
from rookery.model.players import PartialDate, Player, Team, Verbatim, coerce_date, is_federation
from rookery.model.requests import (
    Expulsion,
    FixedSeat,
    ForbiddenPair,
    PointAdjustment,
    Remark,
    ReportedResult,
    RequestedBye,
    VirtualPoints,
    Withdrawal,
    active_seats,
    check_seats,
)
from rookery.model.results import CLASSIC, MATCH_POINTS, ByeKind, Colour, Points, PointSystem, Result
from rookery.model.rounds import Bye, Round
from rookery.model.validation import MOST_RATING, coerce_tuple, fits, require_argument, require_tenths, type_error
from rookery.regulations import FORMATS, code_of, parse_type_code
from rookery.regulations.formats import COMMON_TIEBREAKS

if TYPE_CHECKING:
    from rookery.model.forbidden_pairs import ForbiddenPairsByRound


@record(kw_only=True)
class TournamentInfo:
    """General information about a tournament; it has no effect on pairings and points."""

    name: str = ""
    city: str = ""
    federation: str = ""
    start: PartialDate | None = None
    end: PartialDate | None = None
    type: str = ""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    encoded_time_control: str = ""
    round_dates: tuple[PartialDate | None, ...] = ()
    ranking_method: str = ""
    controller: str = ""

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            name: str = ...,
            city: str = ...,
            federation: str = ...,
            start: PartialDate | date | None = ...,
            end: PartialDate | date | None = ...,
            type: str = ...,  # noqa: A002  # the name of the field
            chief_arbiter: str = ...,
            deputies: Iterable[str] = ...,
            time_control: str = ...,
            encoded_time_control: str = ...,
            round_dates: Iterable[PartialDate | date | None] = ...,
            ranking_method: str = ...,
            controller: str = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        for name in ("deputies", "round_dates"):
            if getattr(self, name).__class__ is not tuple:
                coerce_tuple(self, name)
        object.__setattr__(self, "start", coerce_date("the first day of an event", self.start))
        object.__setattr__(self, "end", coerce_date("the last day of an event", self.end))
        if self.round_dates:
            days = tuple([coerce_date("each of the round dates", day) for day in self.round_dates])
            object.__setattr__(self, "round_dates", days)
        for name in _EVENT_TEXTS:
            if not fits(getattr(self, name), str):
                raise type_error(msg("the %(name)s of an event", name=name), "a text", getattr(self, name))
        for deputy in self.deputies:
            if not fits(deputy, str):
                raise type_error(msg("each of the deputies"), "a text", deputy)
        if not is_federation(self.federation) and not isinstance(self.federation, Verbatim):
            expected = msg("three capital letters such as ENG, or nothing")
            raise type_error(msg("the %(name)s of an event", name="federation"), expected, self.federation)


_EVENT_TEXTS = (
    "name", "city", "federation", "type", "chief_arbiter", "time_control", "encoded_time_control", "ranking_method",
    "controller",
)  # fmt: skip
"""The fields of an event that are texts."""


_ROWS = (
    "players",
    "teams",
    "rounds",
    "tiebreaks",
    "requested_byes",
    "forbidden_pairs",
    "acceleration",
    "point_adjustments",
    "remarks",
    "reported_results",
    "expelled",
    "withdrawn",
    "fixed_seats",
)
"""The fields that hold many."""

_FIELDS = (
    ("info", TournamentInfo, msg("a TournamentInfo")), ("system", str, msg("a text such as 'FIDE_DUTCH_2026'")),
    ("points", PointSystem, msg("a PointSystem")), ("match_points", PointSystem, msg("a PointSystem")),
)  # fmt: skip
"""The fields with a single object each, and the names of these objects."""


_ON_RECORD = (
    ("remarks", Remark), ("reported_results", ReportedResult), ("expelled", Expulsion), ("withdrawn", Withdrawal),
    ("fixed_seats", FixedSeat),
)  # fmt: skip
"""The fields with records, and the types of their entries."""


HISTORY_ATTRIBUTE = "_history"
"""The attribute with a weak reference to the cached history, which is ignored in comparisons."""

FORBIDDEN_PAIRS_ATTRIBUTE = "_bans"
"""The attribute with the cached forbidden pairs; it is no part of the value."""


def forbidden_pairs_by_round(tournament: Tournament) -> ForbiddenPairsByRound:
    """Return the forbidden pairs of a tournament by rounds, computed once and cached with the tournament."""
    pairs: ForbiddenPairsByRound | None = tournament.__dict__.get(FORBIDDEN_PAIRS_ATTRIBUTE)
    if pairs is None or pairs.source is not tournament.forbidden_pairs:  # copied from a tournament with other pairs
        from rookery.model.forbidden_pairs import build_forbidden_pairs

        pairs = tournament.__dict__[FORBIDDEN_PAIRS_ATTRIBUTE] = build_forbidden_pairs(
            tournament.forbidden_pairs, tournament.participants_by_number
        )
    return pairs


def _participant_ids(participants: tuple[Player, ...] | tuple[Team, ...], noun: str) -> list[int]:
    """Return the numbers of players or teams; raise RuleError for a value of another type."""
    kind = Player if noun == "player" else Team
    for participant in participants:
        if participant.__class__ is not kind and not fits(participant, kind):
            description = msg("each of the players" if kind is Player else "each of the teams")
            raise type_error(description, msg("a %(kind)s", kind=kind.__name__), participant)
    return [participant.number for participant in participants]


def _check_keys(participants: tuple[Player, ...] | tuple[Team, ...], noun: str) -> None:
    """Raise RuleError if two participants have the same key."""
    keys = [participant.key for participant in participants if participant.key]
    if len(set(keys)) < len(keys):
        twice = sorted({key for key in keys if keys.count(key) > 1})[0]
        ids = [participant.number for participant in participants if participant.key == twice]
        raise RuleError(
            msg("two %(whom)s have the key %(key)s", whom=msg_const(noun), key=repr(twice)), participants=ids
        )


def parse_tiebreak(code: str) -> object:
    """Return the tie-break of a code; raise RuleError if there is none."""
    return import_module("rookery.ranking.codes").parse_tiebreak(code)  # on a higher level: it knows every tie-break


def find_tiebreak_errors(codes: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the place and the fault of each tie-break of a file that does not exist.

    Those that begin with OTHER_ are defined by the event itself.
    """
    for index, code in enumerate(codes):
        if code not in COMMON_TIEBREAKS and not code.upper().startswith("OTHER_"):
            try:
                parse_tiebreak(code)
            except RuleError as error:
                yield index, error.message


def born_later(event: TournamentInfo, players: tuple[Player, ...]) -> list[Player]:
    """Return the players whose birth lies after the first day of the event."""
    if event.start is None:
        return []
    day, year = event.start.last_day, event.start.year
    born = [player for player in players if player.birth is not None and player.birth.year >= year]
    return [player for player in born if player.birth is not None and player.birth.first_day > day]


def _check_round_participants(number: int, round: Round, participant_ids: frozenset[int]) -> None:
    """Raise RuleError if a round names a participant who is not in the tournament."""
    if not fits(round, Round):
        raise type_error(msg("round %(number)s", number=number), "a Round", round)
    if not round.participants <= participant_ids:
        strangers = round.participants - participant_ids
        raise RuleError(msg("round %(round)s names %(number)s, who does not take part", round=number,
                               number=min(strangers)), participants=sorted(strangers))  # fmt: skip


SystemName = Literal[
    "dutch", "dubov", "burstein", "lim", "double-swiss", "team", "round-robin", "double-round-robin", "scheveningen",
    "double-scheveningen", "knockout", "keizer",
]  # fmt: skip
"""The names of the systems; a system of a plug-in has another."""


@record(slots=False, kw_only=True)
class Tournament:
    """Everything known of an event at one moment.

    `rounds` holds the rounds that have been paired, `planned_rounds` their planned number. `system` is the code of
    TRF26 record 192 ("FIDE_DUTCH_2026", "FIDE_TEAM_TYPEB_MP_GP", ...; "LIM" for Lim, which has no code there); a common
    name ("dutch", "round-robin") is replaced by its code, and an unknown one is refused, as is an unknown tie-break.
    What a file says is kept all the same, as a `Verbatim` text. `team_event` means that teams, not players, are the
    participants; it follows from teams and a system of teams, unless their rounds have games of players. `by_rank`
    means that pairing numbers follow the declared ranks. `unrated` is the rating with which unrated players are paired
    in systems that require ratings (Dubov). `ratings_by_round` means that tie-breaks use the ratings in force when a
    game was played instead of the initial ones (C.07 10).
    """

    info: TournamentInfo = field(default_factory=TournamentInfo, json_key="event")
    players: tuple[Player, ...] = ()
    teams: tuple[Team, ...] = ()
    team_event: bool = False
    rounds: tuple[Round, ...] = ()
    planned_rounds: int | None = field(default=None, json_key="planned")
    system: str = ""
    points: PointSystem = CLASSIC
    match_points: PointSystem = MATCH_POINTS
    team_bye_points: Points | None = None
    tiebreaks: tuple[str, ...] = field(default=(), json_key="ranking")
    initial_colour: Colour | None = None
    by_rank: bool = False
    unrated: int | None = None
    board_colours: str = ""
    requested_byes: tuple[RequestedBye, ...] = field(default=(), json_key="requested")
    forbidden_pairs: tuple[ForbiddenPair, ...] = field(default=(), json_key="forbidden")
    acceleration: tuple[VirtualPoints, ...] = ()
    point_adjustments: tuple[PointAdjustment, ...] = field(default=(), json_key="abnormal")
    remarks: tuple[Remark, ...] = ()
    ratings_by_round: bool = False
    reported_results: tuple[ReportedResult, ...] = field(default=(), json_key="reported")
    expelled: tuple[Expulsion, ...] = ()
    withdrawn: tuple[Withdrawal, ...] = ()
    fixed_seats: tuple[FixedSeat, ...] = ()

    if TYPE_CHECKING:  # what is given may be any iterable; what is kept is a tuple

        def __init__(
            self,
            *,
            info: TournamentInfo = ...,
            players: Iterable[Player] = ...,
            teams: Iterable[Team] = ...,
            team_event: bool = ...,
            rounds: Iterable[Round] = ...,
            planned_rounds: int | None = ...,
            system: SystemName | str = ...,
            points: PointSystem = ...,
            match_points: PointSystem = ...,
            team_bye_points: Points | None = ...,
            tiebreaks: Iterable[str] = ...,
            initial_colour: Colour | None = ...,
            by_rank: bool = ...,
            unrated: int | None = ...,
            board_colours: str = ...,
            requested_byes: Iterable[RequestedBye] = ...,
            forbidden_pairs: Iterable[ForbiddenPair] = ...,
            acceleration: Iterable[VirtualPoints] = ...,
            point_adjustments: Iterable[PointAdjustment] = ...,
            remarks: Iterable[Remark] = ...,
            ratings_by_round: bool = ...,
            reported_results: Iterable[ReportedResult] = ...,
            expelled: Iterable[Expulsion] = ...,
            withdrawn: Iterable[Withdrawal] = ...,
            fixed_seats: Iterable[FixedSeat] = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        for name in _ROWS:
            if getattr(self, name).__class__ is not tuple:
                coerce_tuple(self, name)
        for error in self._field_errors():
            raise error
        for participants, noun in ((self.players, "player"), (self.teams, "team")):
            ids = _participant_ids(participants, noun)
            if ids != sorted(set(ids)):
                object.__setattr__(
                    self, f"{noun}s", tuple(sorted(participants, key=lambda participant: participant.number))
                )
                if len(set(ids)) < len(ids):
                    raise RuleError(msg("two players have the same number" if noun == "player" else
                                           "two teams have the same number"),
                                    participants=sorted({i for i in ids if ids.count(i) > 1}))  # fmt: skip
        if self.system and not self.system.isupper():
            start = self.info.start
            code = code_of(self.system, teams=self.team_event, on=start.last_day if start else None)
            if not code.isupper() and not isinstance(self.system, Verbatim):
                raise RuleError(msg("there is no pairing system %(name)s; there are %(names)s", name=repr(self.system),
                                       names=", ".join(FORMATS)))  # fmt: skip
            object.__setattr__(self, "system", code)
        if self.teams and not self.team_event and parse_type_code(self.system).team:
            matches = [match for round in self.rounds for match in getattr(round, "matches", ())]
            implied = not self.rounds or any(match.has_other_players for match in matches)
            object.__setattr__(self, "team_event", implied)
        if any(code.__class__ is str for code in self.tiebreaks):
            self._check_tiebreaks()
        _check_keys(self.players, "players")
        _check_keys(self.teams, "teams")
        for late in born_later(self.info, self.players):
            raise RuleError(
                msg(
                    "player %(number)s is born %(birth)s, after the event began, %(start)s",
                    number=late.number,
                    birth=str(late.birth),
                    start=str(self.info.start),
                ),
                participants=(late.number,),
            )
        participant_ids = frozenset(self.participants_by_number)
        for number, round in enumerate(self.rounds, 1):
            _check_round_participants(number, round, participant_ids)
            for match in () if self.team_event else round.matches:
                match.must_be_individual(parse_type_code(self.system).two_game_matches)
        self._check_requests(participant_ids)
        if self.remarks or self.reported_results or self.expelled or self.withdrawn or self.fixed_seats:
            self._check_records(participant_ids)

    def _check_tiebreaks(self) -> None:
        """Raise RuleError for a tie-break that does not exist; those of a file are Verbatim, and kept as they are."""
        for code in self.tiebreaks:
            if not isinstance(code, Verbatim):
                parse_tiebreak(code)

    def __getstate__(self) -> dict[str, object]:
        """Return the state without cached values."""
        return {
            name: value
            for name, value in self.__dict__.items()
            if name not in (HISTORY_ATTRIBUTE, FORBIDDEN_PAIRS_ATTRIBUTE)
        }

    def _field_errors(self) -> Iterator[RuleError]:
        """Yield an error for every field with a value that it cannot have."""
        if self.planned_rounds is not None and (not fits(self.planned_rounds, int) or self.planned_rounds < 1):
            yield type_error("planned_rounds", "a number of rounds from 1, or None", self.planned_rounds)
        if self.unrated is not None and (not fits(self.unrated, int) or not 1 <= self.unrated <= MOST_RATING):
            yield type_error("unrated", msg("a rating from 1 to %(most)s, or None", most=MOST_RATING), self.unrated)
        if self.initial_colour is not None and not fits(self.initial_colour, Colour):
            yield type_error("initial_colour", "a Colour or None", self.initial_colour)
        require_tenths("team_bye_points", self.team_bye_points)
        for name, kind, description in _FIELDS:
            if not fits(getattr(self, name), kind):
                yield type_error(name, description, getattr(self, name))

    def _check_requests(self, participant_ids: frozenset[int]) -> None:
        """Raise RuleError if a requested bye or a forbidden pair names a participant who is not in the tournament."""
        try:
            bye_players = {bye.player for bye in self.requested_byes}
            apart = set(forbidden_pairs_by_round(self).names) if self.forbidden_pairs else set()
        except (AttributeError, TypeError):
            raise RuleError(
                msg("requested_byes holds RequestedBye values and forbidden_pairs ForbiddenPair values, nothing else")
            ) from None
        for strangers, is_bye in ((bye_players - participant_ids, True), (apart - participant_ids, False)):
            if strangers:
                raise RuleError(msg("a bye is asked for by %(number)s, who does not take part" if is_bye else
                                       "a forbidden pair names %(number)s, who does not take part",
                                       number=min(strangers)), participants=sorted(strangers))  # fmt: skip

    def _check_records(self, participant_ids: frozenset[int]) -> None:
        """Raise RuleError if an entry of the records has the wrong type or names no participant of the tournament."""
        for name, kind in _ON_RECORD:
            for entry in getattr(self, name):
                if not fits(entry, kind):
                    raise type_error(msg("each of %(name)s", name=name), msg("a %(kind)s", kind=kind.__name__), entry)
        playing = participant_ids if not self.team_event else {player.number for player in self.players}
        strangers = {player_id for entry in self.reported_results for player_id in (entry.white, entry.black)} - playing
        entries: tuple[Expulsion | Withdrawal | FixedSeat, ...] = (*self.expelled, *self.withdrawn, *self.fixed_seats)
        strangers |= {entry.player for entry in entries} - participant_ids
        if strangers:
            raise RuleError(msg("the record names %(number)s, who does not take part", number=min(strangers)),
                            participants=sorted(strangers))  # fmt: skip
        check_seats(self.fixed_seats)

    @property
    def participants(self) -> tuple[Player, ...] | tuple[Team, ...]:
        """The participants that are paired, in order of number: the teams of a team event, the players otherwise."""
        return self.teams if self.team_event else self.players

    @cached_property
    def participants_by_number(self) -> dict[int, Player | Team]:
        """The participants by number."""
        return {participant.number: participant for participant in self.participants}

    @cached_property
    def by_key(self) -> dict[str, Player | Team]:
        """The participants who have a key, by key.

        >>> Tournament(players=(Player(1, key="u7"), Player(2, key="u3"))).by_key["u3"].number
        2
        """
        return {participant.key: participant for participant in self.participants if participant.key}

    def player(self, number: int) -> Player:
        """Return the player with this pairing number.

        Args:
            number: The pairing number, in a team event that of the player and not of the team.

        Returns:
            The player.

        Raises:
            RuleError: There is no player with this number.

        >>> Tournament(players=(Player(1, "Byng, Ada"), Player(2))).player(1).name
        'Byng, Ada'
        """
        require_argument("Tournament.player", "number", number, (int,), "a pairing number")
        for player in self.players if self.team_event else ():
            if player.number == number:
                return player
        participant = None if self.team_event else self.participants_by_number.get(number)
        if not isinstance(participant, Player):
            raise RuleError(msg("there is no player %(number)s in this tournament", number=number))
        return participant

    def team(self, number: int) -> Team:
        """Return the team with this pairing number.

        Args:
            number: The pairing number of the team.

        Returns:
            The team.

        Raises:
            RuleError: There is no team with this number.
        """
        require_argument("Tournament.team", "number", number, (int,), "a pairing number")
        for team in self.teams:
            if team.number == number:
                return team
        raise RuleError(msg("there is no team %(number)s in this tournament", number=number))

    def participant(self, number: int) -> Player | Team:
        """Return who has this pairing number: a team in a team event, a player otherwise.

        Args:
            number: The pairing number.

        Returns:
            The player or the team.

        Raises:
            RuleError: There is no participant with this number.
        """
        return self.team(number) if self.team_event else self.player(number)

    def to_dict(self) -> dict[str, Any]:
        """Return the tournament as data that JSON can write, in the JSON form of Rookery.

        Returns:
            A dictionary of texts, numbers, lists and dictionaries; `from_dict` takes it.

        >>> Tournament(players=(Player(1, "Byng, Ada", 2105),)).to_dict()["players"][0]["name"]
        'Byng, Ada'
        """
        data: dict[str, Any] = import_module("rookery.json_format.write").as_object(self)  # on a higher level
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Tournament:
        """Return the tournament that a dictionary in the JSON form describes.

        Args:
            data: What `to_dict` returns, or `json.load` of a file in the JSON form.

        Returns:
            The tournament.

        Raises:
            FormatError: The data is no tournament, or a value of it is none; the error lists every problem.

        >>> event = Tournament(players=(Player(1), Player(2)), planned_rounds=3)
        >>> Tournament.from_dict(event.to_dict()) == event
        True
        """
        tournament: Tournament = import_module("rookery.json_format.read").tournament_from_dict(data)
        return tournament

    @property
    def next_round(self) -> int:
        """The round to be paired next."""
        return len(self.rounds) + 1

    @property
    def tiebreaks_after_points(self) -> tuple[str, ...]:
        """The announced tie-breaks, after the points."""
        return self.tiebreaks[1:] if self.tiebreaks[:1] == ("PTS",) else self.tiebreaks

    def before_round(self, round: int) -> Tournament:
        """Return the tournament as it stood before this round was paired; the number of planned rounds stays.

        Args:
            round: The number of the round.

        Returns:
            The tournament with the rounds before it.
        """
        return replace_unchecked(self, rounds=self.rounds[: round - 1])

    def with_round(
        self,
        round: Round,
        requested: tuple[RequestedBye, ...] | None = None,
        *,
        incomplete: bool = False,
        allow_irregular: bool = False,
    ) -> Tournament:
        """Return the tournament with one more round, whose requests are removed, or all replaced by `requested`.

        Requested byes that the round lacks are added to it. A round that leaves participants with neither a game nor a
        bye is refused, unless it is `incomplete`; so is a round beyond those planned, and one equal to the last, unless
        `allow_irregular`.

        Args:
            round: The round, such as `pair(tournament).round`.
            requested: The requested byes afterwards; by default those of later rounds.
            incomplete: Whether participants may have neither a game nor a bye.
            allow_irregular: Whether the round may be one too many, or equal to the last.

        Returns:
            The changed tournament.

        Raises:
            RuleError: The round names somebody who does not take part, or is refused.
        """
        number = self.next_round
        _check_round_participants(number, round, frozenset(self.participants_by_number))
        if not allow_irregular:
            self._check_next_round(number, round)
        absences = self.absent(number)
        if requested is None:
            requested = tuple([bye for bye in self.requested_byes if bye.round != number])
        missing = absences.keys() - round.participants if absences else ()
        if missing:
            byes = tuple(
                [Bye(participant_id, kind) for participant_id, kind in absences.items() if participant_id in missing]
            )
            round = replace_unchecked(round, byes=(*round.byes, *byes), participants=round.participants.union(missing))
        if not incomplete and len(round.participants) < len(self.participants_by_number):
            self._check_complete(number, round)
        return replace_unchecked(self, rounds=(*self.rounds, round), requested_byes=requested)

    def _check_next_round(self, number: int, round: Round) -> None:
        """Raise RuleError for a round beyond those planned, and for one equal to the last, board by board."""
        if self.planned_rounds is not None and number > self.planned_rounds:
            message = msg("round %(round)s cannot be added: the number of rounds is declared, %(number)s; change"
                          " planned_rounds first, or say allow_irregular=True", round=number,
                          number=self.planned_rounds)  # fmt: skip
            raise RuleError(message, article="C.04.1 1")
        if not self.rounds or not round.pairs or parse_type_code(self.system).format.rematches:
            return
        if round.boards == self.rounds[-1].boards:
            message = msg("round %(round)s would be round %(other)s again, and nobody meets twice: if it is so all the"
                          " same, say allow_irregular=True", round=number, other=number - 1)  # fmt: skip
            raise RuleError(message, article="C.04.1 2")

    def _check_complete(self, number: int, round: Round) -> None:
        """Raise RuleError if participants are missing, unless the format eliminates or gives a free round."""
        format, missing_ids = (
            parse_type_code(self.system).format,
            sorted(self.participants_by_number.keys() - round.participants),
        )
        if format.eliminates or (
            format.is_round_robin and len(self.participants_by_number) % 2 and len(missing_ids) == 1
        ):
            return
        names = join_list(missing_ids)
        raise RuleError(
            msg(
                "round %(round)s leaves %(names)s with neither a game nor a bye: give each a Bye, or say"
                " incomplete=True while the round is still being made",
                round=number,
                names=names,
            ),
            participants=missing_ids,
        )

    def with_result(self, round: int, white: int, black: int, result: Result | str) -> Tournament:
        """Return the tournament with the result of the game of these two in this round.

        Of two games between them with these colours it is the first that is open, else the last. In a team event the
        two are players.

        Args:
            round: The number of the round.
            white: The pairing number of White.
            black: The pairing number of Black.
            result: The result, or a text such as "1-0".

        Returns:
            The changed tournament.

        Raises:
            RuleError: There is no such round or game, or the text is no result.

        >>> from rookery.model import Game
        >>> event = Tournament(players=(Player(1), Player(2)), rounds=(Round((Game(1, 2),)),))
        >>> event.with_result(1, 1, 2, "1-0").rounds[0].games
        (Game(white=1, black=2, result=<Result.WHITE_WINS: '1-0'>, coloured=True),)
        """
        for name, number in (("round", round), ("white", white), ("black", black)):
            require_argument("Tournament.with_result", name, number, (int,), "a whole number")
        require_argument("Tournament.with_result", "result", result, (Result, str), "a Result or a text such as '1-0'")
        if not 1 <= round <= len(self.rounds):
            raise RuleError(msg_plural(len(self.rounds),
                                    "there is no round %(round)s to enter a result in: %(num)s is paired",
                                    "there is no round %(round)s to enter a result in: %(num)s are paired",
                                    round=round))  # fmt: skip
        ended = Result.parse(result) if isinstance(result, str) else result
        updated_round = self.rounds[round - 1].with_result(white, black, ended, msg("round %(round)s", round=round))
        return replace_unchecked(self, rounds=(*self.rounds[: round - 1], updated_round, *self.rounds[round:]))

    def absent(self, round: int) -> dict[int, ByeKind]:
        """Return the byes of the participants who are not paired in this round, by participant.

        A bye is the one requested, or a zero-point bye after a withdrawal or an expulsion.

        Args:
            round: The number of the round.

        Returns:
            The kind of bye by pairing number.
        """
        absences = {bye.player: bye.kind for bye in self.requested_byes if bye.round == round}
        if self.withdrawn:
            absences = {entry.player: ByeKind.ZERO for entry in self.withdrawn if entry.round <= round} | absences
        return absences | {entry.player: ByeKind.ZERO for entry in self.expelled if entry.round <= round}

    def withdraw(self, player: int, first: int | None = None) -> Tournament:
        """Return the tournament with zero-point byes for a player in all rounds to come.

        If the number of rounds is unknown, the withdrawal itself is recorded.

        Args:
            player: The pairing number; in a team event that of a team.
            first: The first round without the player: by default the next one.

        Returns:
            The changed tournament.

        Raises:
            RuleError: There is no such participant.
        """
        _check_participant("withdraw", player, first)
        if player not in self.participants_by_number:
            raise RuleError(msg("there is no %(player)s to withdraw", player=player), participants=(player,))
        start = max(first or 1, self.next_round)
        remaining_byes = tuple(bye for bye in self.requested_byes if bye.player != player or bye.round < start)
        if self.planned_rounds is None:
            other_withdrawals = tuple(withdrawal for withdrawal in self.withdrawn if withdrawal.player != player)
            return replace(
                self, requested_byes=remaining_byes, withdrawn=(*other_withdrawals, Withdrawal(player, start))
            )
        missed = tuple(RequestedBye(round, player) for round in range(start, self.planned_rounds + 1))
        return replace(self, requested_byes=(*remaining_byes, *missed))

    def expel(self, player: int, reason: str = "", first: int | None = None) -> Tournament:
        """Return the tournament without this participant in pairings from a round on.

        Standings leave them out, and say why; their games count for the others.

        Args:
            player: The pairing number; in a team event that of a team.
            reason: The reason, for the standings and the report.
            first: The first round without the participant: by default the next one.

        Returns:
            The changed tournament.

        Raises:
            RuleError: There is no such participant.
        """
        _check_participant("expel", player, first)
        if player not in self.participants_by_number:
            raise RuleError(msg("there is no %(player)s to expel", player=player), participants=(player,))
        gone = Expulsion(player, max(first or 1, self.next_round), reason)
        tournament = self if self.planned_rounds is None else self.withdraw(player, gone.round)
        return replace(
            tournament, expelled=(*(expulsion for expulsion in self.expelled if expulsion.player != player), gone)
        )

    def seat(
        self, player: int, *, board: int | None = None, colour: Colour | None = None, first: int | None = None
    ) -> Tournament:
        """Return the tournament with a fixed board, a fixed colour or both for a participant from a round on.

        Without either the participant keeps nothing any more. Rounds already paired stay as they were.

        Args:
            player: The pairing number; in a team event that of a team.
            board: The number of the board, if it is fixed.
            colour: The colour, if it is fixed.
            first: The first round in which this holds: by default the next one.

        Returns:
            The changed tournament.

        Raises:
            RuleError: There is no such participant, or another keeps the board.

        >>> four = Tournament(players=tuple(map(Player, range(1, 5))))
        >>> four.seat(4, board=2).seats_in(1)
        {4: FixedSeat(player=4, board=2, colour=None, first_round=1)}
        """
        _check_participant("seat", player, first)
        if player not in self.participants_by_number:
            raise RuleError(msg("there is no %(player)s to seat", player=player), participants=(player,))
        start = max(first or 1, self.next_round)
        remaining_seats = tuple(
            fixed_seat
            for fixed_seat in self.fixed_seats
            if fixed_seat.player != player or fixed_seat.first_round < start
        )
        had = any(fixed_seat.player == player for fixed_seat in remaining_seats)
        nothing = board is None and colour is None and not had
        return replace(
            self,
            fixed_seats=remaining_seats if nothing else (*remaining_seats, FixedSeat(player, board, colour, start)),
        )

    def seats_in(self, round: int) -> dict[int, FixedSeat]:
        """Return the seats kept in this round, by participant.

        Args:
            round: The number of the round.

        Returns:
            The fixed seat by pairing number.
        """
        return active_seats(self.fixed_seats, round) if self.fixed_seats else {}

    def as_reported(self) -> Tournament:
        """Return the tournament for the rating report, with the reported results in their rounds (C.04.2 4.3).

        A remark contains the results used by pairings and standings. The tournament is only for the report: its
        pairings and standings would use results that are not in force.

        Returns:
            The tournament with the results that are reported, and a remark on each change.
        """
        tournament, remarks = self, list(self.remarks)
        for correction in self.reported_results:
            games = self.rounds[correction.round - 1] if correction.round <= len(self.rounds) else Round()
            boards = (*games.games, *(game for match in games.matches for game in match.games))
            used = [
                str(game.result) for game in boards if (game.white, game.black) == (correction.white, correction.black)
            ]
            tournament = tournament.with_result(correction.round, correction.white, correction.black, correction.result)
            summary = f"ended {correction.result}, pairings and standings used {used[-1]}"
            text = f"Rating correction: {correction.white}-{correction.black} {summary}"
            remarks.append(Remark(text, correction.round))
        return replace_unchecked(tournament, remarks=tuple(remarks), reported_results=())


def _check_participant(verb: str, player: object, first: object) -> None:
    """Raise TypeError unless these are the number of a participant and that of a round, or None."""
    require_argument(f"Tournament.{verb}", "player", player, (int,), "a pairing number")
    require_argument(f"Tournament.{verb}", "first", first, (int, NoneType), "the number of a round or None")


def require_tournament(value: object, verb: str) -> None:
    """Raise TypeError unless a value is a tournament, with a hint on how to get one."""
    if isinstance(value, Tournament):
        return
    prefix = f"rookery.{verb} takes a Tournament, not"
    if isinstance(getattr(value, "tournament", None), Tournament):
        raise TypeError(f"{prefix} a {type(value).__name__}: use its .tournament")
    if isinstance(value, str | bytes) or hasattr(value, "__fspath__"):
        description = repr(value) if len(repr(value)) <= 60 else f"a {type(value).__name__}"
        name = repr(value) if len(repr(value)) <= 60 else "..."
        raise TypeError(f"{prefix} {description}: rookery.load({name}).tournament is the one in a file")
    raise TypeError(f"{prefix} {type(value).__name__}: rookery.load(...).tournament is the one in a file")
