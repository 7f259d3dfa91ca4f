"""An event: what stands above its tables, and all that is known of it at one moment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rookery.errors import RuleError
from rookery.model.announcements import (
    AbnormalPoints,
    FixedSeat,
    Forbidden,
    RequestedBye,
    VirtualPoints,
    kept_in,
    must_all_be_kept,
)
from rookery.model.kinds import fits, misfit, must_be_tenths, row
from rookery.model.limits import MOST_RATING
from rookery.model.participants import Date, Player, Team
from rookery.model.points import CLASSIC, MATCH_POINTS, Points, PointSystem
from rookery.model.register import Expulsion, Remark, ReportedResult, Withdrawal
from rookery.model.results import ByeKind, Colour, Result
from rookery.model.rounds import Bye, Round
from rookery.model.unchecked import changed
from rookery.regulations import code_of, scheme
from rookery.typed import TYPE_CHECKING
from rookery.values import Value, field, replace
from rookery.wording import counted, listed, spoken, word

if TYPE_CHECKING:
    from rookery.model.apart import Bans


class Event(Value, kw_only=True):
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


_ROWS = (
    "players",
    "teams",
    "rounds",
    "ranking",
    "requested",
    "forbidden",
    "acceleration",
    "abnormal",
    "remarks",
    "reported",
    "expelled",
    "withdrawn",
    "fixed_seats",
)
"""The fields that hold many."""

_FIELDS = (
    ("event", Event, spoken("an Event")), ("system", str, spoken("a text such as 'FIDE_DUTCH_2026'")),
    ("points", PointSystem, spoken("a PointSystem")), ("match_points", PointSystem, spoken("a PointSystem")),
)  # fmt: skip
"""The fields that hold one thing of a kind, and how it is called."""


_ON_RECORD = (
    ("remarks", Remark), ("reported", ReportedResult), ("expelled", Expulsion), ("withdrawn", Withdrawal),
    ("fixed_seats", FixedSeat),
)  # fmt: skip
"""The fields of what is on record, and what they hold."""


HELD = "_history"
"""Where a tournament remembers, weakly, what was found out about its rounds: no part of its value."""

BANS = "_bans"
"""Where it remembers what its bans say, once they were read: no part of its value either."""


def bans_of(tournament: Tournament) -> Bans:
    """The bans of a tournament, which are read when it is made: hundreds of thousands are not read for each round."""
    known: Bans | None = tournament.__dict__.get(BANS)
    if known is None or known.said is not tournament.forbidden:  # made out of another, with other bans
        from rookery.model.apart import read  # few events have any

        known = tournament.__dict__[BANS] = read(tournament.forbidden, tournament.by_id)
    return known


def _ids(who: tuple[Player, ...] | tuple[Team, ...], what: str) -> list[int]:
    """The numbers of players, or of teams."""
    kind = Player if what == "player" else Team
    for one in who:
        if one.__class__ is not kind and not fits(one, kind):
            each = spoken("each of the players" if kind is Player else "each of the teams")
            raise misfit(each, spoken("a %(kind)s", kind=kind.__name__), one)
    return [one.id for one in who]


def _must_have_own_keys(who: tuple[Player, ...] | tuple[Team, ...], what: str) -> None:
    """Refuse a key that two have."""
    keys = [one.key for one in who if one.key]
    if len(set(keys)) < len(keys):
        twice = sorted({key for key in keys if keys.count(key) > 1})[0]
        raise RuleError(spoken("two %(whom)s have the key %(key)s", whom=word(what), key=repr(twice)),
                        who=[one.id for one in who if one.key == twice])  # fmt: skip


def born_later(event: Event, players: tuple[Player, ...]) -> list[Player]:
    """The players who would be born after the first day of the event."""
    if event.start is None:
        return []
    day, year = event.start.last_day, event.start.year
    born = [one for one in players if one.birth is not None and one.birth.year >= year]
    return [one for one in born if one.birth is not None and one.birth.first_day > day]


def _must_be_known(number: int, round: Round, known: frozenset[int]) -> None:
    """Refuse a round that names somebody who does not take part."""
    if not fits(round, Round):
        raise misfit(spoken("round %(number)s", number=number), "a Round", round)
    if not round.participants <= known:
        strangers = round.participants - known
        raise RuleError(spoken("round %(round)s names %(number)s, who does not take part", round=number,
                               number=min(strangers)), who=sorted(strangers))  # fmt: skip


class Tournament(Value, slots=False, kw_only=True):
    """Everything known of an event at one moment.

    `rounds` holds the rounds that have been paired, `planned` how many there shall be. `system` is the code of TRF26
    record 192 ("FIDE_DUTCH_2026", "FIDE_TEAM_TYPEB_MP_GP", ...; "LIM" for Lim, which has none); an everyday name
    ("dutch", "round-robin") becomes its code. `team_event` says that teams, not players, are the participants.
    `by_rank` says that pairing numbers follow the declared ranks. `unrated` is the rating by which those who have none
    are paired, where the system cannot do without (Dubov). `ratings_by_round` says that tie-breaks take the ratings
    that counted when a game was played, and not the first ones of all (C.07 10).
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
    unrated: int | None = None
    board_colours: str = ""
    requested: tuple[RequestedBye, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    acceleration: tuple[VirtualPoints, ...] = ()
    abnormal: tuple[AbnormalPoints, ...] = ()
    remarks: tuple[Remark, ...] = ()
    ratings_by_round: bool = False
    reported: tuple[ReportedResult, ...] = ()
    expelled: tuple[Expulsion, ...] = ()
    withdrawn: tuple[Withdrawal, ...] = ()
    fixed_seats: tuple[FixedSeat, ...] = ()

    def __post_init__(self) -> None:
        for name in _ROWS:
            if getattr(self, name).__class__ is not tuple:
                row(self, name)
        for error in self._misfits():
            raise error
        for who, what in ((self.players, "player"), (self.teams, "team")):
            ids = _ids(who, what)
            if ids != sorted(set(ids)):
                object.__setattr__(self, f"{what}s", tuple(sorted(who, key=lambda one: one.id)))
                if len(set(ids)) < len(ids):
                    raise RuleError(spoken("two players have the same number" if what == "player" else
                                           "two teams have the same number"),
                                    who=sorted({i for i in ids if ids.count(i) > 1}))  # fmt: skip
        if self.system and not self.system.isupper():
            start = self.event.start
            code = code_of(self.system, teams=self.team_event, on=start.last_day if start else None)
            object.__setattr__(self, "system", code)
        _must_have_own_keys(self.players, "players")
        _must_have_own_keys(self.teams, "teams")
        for late in born_later(self.event, self.players):
            raise RuleError(
                spoken(
                    "player %(number)s is born %(birth)s, after the event began, %(start)s",
                    number=late.id,
                    birth=str(late.birth),
                    start=str(self.event.start),
                ),
                who=(late.id,),
            )
        known = frozenset(self.by_id)
        for number, round in enumerate(self.rounds, 1):
            _must_be_known(number, round, known)
            for match in () if self.team_event else round.matches:
                match.must_be_individual(scheme(self.system).two_game_matches)
        self._must_announce(known)
        if self.remarks or self.reported or self.expelled or self.withdrawn or self.fixed_seats:
            self._must_record(known)

    def __getstate__(self) -> dict[str, object]:
        """Its value, without what is only remembered."""
        return {name: value for name, value in self.__dict__.items() if name not in (HELD, BANS)}

    def _misfits(self) -> Iterator[RuleError]:
        """What single fields hold and cannot."""
        if self.planned is not None and (not fits(self.planned, int) or self.planned < 1):
            yield misfit("planned", "a number of rounds from 1, or None", self.planned)
        if self.unrated is not None and (not fits(self.unrated, int) or not 1 <= self.unrated <= MOST_RATING):
            yield misfit("unrated", spoken("a rating from 1 to %(most)s, or None", most=MOST_RATING), self.unrated)
        if self.initial_colour is not None and not fits(self.initial_colour, Colour):
            yield misfit("initial_colour", "a Colour or None", self.initial_colour)
        must_be_tenths("team_bye_points", self.team_bye_points)
        for name, kind, called in _FIELDS:
            if not fits(getattr(self, name), kind):
                yield misfit(name, called, getattr(self, name))

    def _must_announce(self, known: frozenset[int]) -> None:
        """Refuse a bye asked for, or a pair forbidden, of somebody who does not take part."""
        try:
            named = {bye.player for bye in self.requested}
            apart = set(bans_of(self).names) if self.forbidden else set()
        except (AttributeError, TypeError):
            raise RuleError(spoken("requested holds RequestedByes, forbidden holds Forbiddens, nothing else")) from None
        for strangers, asked in ((named - known, True), (apart - known, False)):
            if strangers:
                raise RuleError(spoken("a bye is asked for by %(number)s, who does not take part" if asked else
                                       "a forbidden pair names %(number)s, who does not take part",
                                       number=min(strangers)), who=sorted(strangers))  # fmt: skip

    def _must_record(self, known: frozenset[int]) -> None:
        """Refuse on record what is something else, or of somebody who does not take part."""
        for name, kind in _ON_RECORD:
            for one in getattr(self, name):
                if not fits(one, kind):
                    raise misfit(spoken("each of %(name)s", name=name), spoken("a %(kind)s", kind=kind.__name__), one)
        playing = known if not self.team_event else {player.id for player in self.players}
        strangers = {who for one in self.reported for who in (one.white, one.black)} - playing
        named: tuple[Expulsion | Withdrawal | FixedSeat, ...] = (*self.expelled, *self.withdrawn, *self.fixed_seats)
        strangers |= {one.player for one in named} - known
        if strangers:
            raise RuleError(spoken("the record names %(number)s, who does not take part", number=min(strangers)),
                            who=sorted(strangers))  # fmt: skip
        must_all_be_kept(self.fixed_seats)

    @property
    def participants(self) -> tuple[Player, ...] | tuple[Team, ...]:
        """Who is paired: the teams of a team event, the players otherwise; in order of number."""
        return self.teams if self.team_event else self.players

    @cached_property
    def by_id(self) -> dict[int, Player | Team]:
        """The participants by number."""
        return {one.id: one for one in self.participants}

    @cached_property
    def by_key(self) -> dict[str, Player | Team]:
        """The participants who have a key, by it.

        >>> Tournament(players=(Player(1, key="u7"), Player(2, key="u3"))).by_key["u3"].id
        2
        """
        return {one.key: one for one in self.participants if one.key}

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
        return changed(self, rounds=self.rounds[: round - 1])

    def with_round(
        self, round: Round, requested: tuple[RequestedBye, ...] | None = None, *, part: bool = False, odd: bool = False
    ) -> Tournament:
        """The tournament with one more round; requests for that round are used up, or these take the place of all.

        Byes asked for that the round lacks are put into it. Whoever it leaves with neither a game nor a bye would have
        no point for it, so such a round is refused; as a `part`, of which the rest is still being made, it is taken.
        Refused is also one more than the rounds planned, and the last round over again; unless the event is `odd`.
        """
        number = self.next_round
        _must_be_known(number, round, frozenset(self.by_id))
        if not odd:
            self._must_be_next(number, round)
        asked = self.absent(number)
        if requested is None:
            requested = tuple([bye for bye in self.requested if bye.round != number])
        missing = asked.keys() - round.participants if asked else ()
        if missing:
            byes = tuple([Bye(one, kind) for one, kind in asked.items() if one in missing])
            round = changed(round, byes=(*round.byes, *byes), participants=round.participants.union(missing))
        if not part and len(round.participants) < len(self.by_id):
            self._must_have_everybody(number, round)
        return changed(self, rounds=(*self.rounds, round), requested=requested)

    def _must_be_next(self, number: int, round: Round) -> None:
        """Refuse a round that is not planned, or that is the last one again, board by board."""
        if self.planned is not None and number > self.planned:
            said = spoken("round %(round)s cannot be added: the number of rounds is declared, %(number)s; change"
                          " planned first, or say odd=True", round=number, number=self.planned)  # fmt: skip
            raise RuleError(said, article="C.04.1 1")
        if not self.rounds or not round.pairs or scheme(self.system).format.rematches:
            return
        if round.boards == self.rounds[-1].boards:
            said = spoken("round %(round)s would be round %(other)s again, and nobody meets twice: if it is so all the"
                          " same, say odd=True", round=number, other=number - 1)  # fmt: skip
            raise RuleError(said, article="C.04.1 2")

    def _must_have_everybody(self, number: int, round: Round) -> None:
        """Refuse a round that leaves somebody out, unless losers are out, or one is free in a table of odd size."""
        format, left = scheme(self.system).format, sorted(self.by_id.keys() - round.participants)
        if format.eliminates or (format.everybody_meets and len(self.by_id) % 2 and len(left) == 1):
            return
        who = listed(left)
        raise RuleError(
            spoken(
                "round %(round)s leaves %(names)s with neither a game nor a bye: give each a Bye, or say part=True"
                " while the round is still being made",
                round=number,
                names=who,
            ),
            who=left,
        )

    def with_result(self, round: int, white: int, black: int, result: Result | str) -> Tournament:
        """The tournament in which the game of these two in this round has ended so; it may be a result, or a text.

        Of two games between them with these colours it is the first that is open, else the last. In a team event the
        two are players.

        >>> from rookery.model import Game
        >>> event = Tournament(players=(Player(1), Player(2)), rounds=(Round((Game(1, 2),)),))
        >>> event.with_result(1, 1, 2, "1-0").rounds[0].games
        (Game(white=1, black=2, result=<Result.WHITE_WINS: '1-0'>, coloured=True),)
        """
        if not fits(round, int) or not 1 <= round <= len(self.rounds):
            raise RuleError(counted(len(self.rounds),
                                    "there is no round %(round)s to enter a result in: %(num)s is paired",
                                    "there is no round %(round)s to enter a result in: %(num)s are paired",
                                    round=round))  # fmt: skip
        ended = Result.parse(result) if isinstance(result, str) else result
        entered = self.rounds[round - 1].with_result(white, black, ended, spoken("round %(round)s", round=round))
        return changed(self, rounds=(*self.rounds[: round - 1], entered, *self.rounds[round:]))

    def absent(self, round: int) -> dict[int, ByeKind]:
        """Who is not to be paired in this round: who asked for a bye, and for which; who is withdrawn or expelled."""
        asked = {bye.player: bye.kind for bye in self.requested if bye.round == round}
        if self.withdrawn:
            asked = {one.player: ByeKind.ZERO for one in self.withdrawn if one.round <= round} | asked
        return asked | {one.player: ByeKind.ZERO for one in self.expelled if one.round <= round}

    def withdraw(self, player: int, first: int | None = None) -> Tournament:
        """The tournament with a zero-point bye for this player from round `first` (the next) to the last planned.

        Where nobody has said how many rounds there will be, the withdrawal itself is written down.
        """
        if player not in self.by_id:
            raise RuleError(spoken("there is no %(player)s to withdraw", player=player), who=(player,))
        start = max(first or 1, self.next_round)
        kept = tuple(bye for bye in self.requested if bye.player != player or bye.round < start)
        if self.planned is None:
            others = tuple(one for one in self.withdrawn if one.player != player)
            return replace(self, requested=kept, withdrawn=(*others, Withdrawal(player, start)))
        missed = tuple(RequestedBye(round, player) for round in range(start, self.planned + 1))
        return replace(self, requested=(*kept, *missed))

    def expel(self, player: int, reason: str = "", first: int | None = None) -> Tournament:
        """The tournament from which this participant is expelled: not paired from round `first` (the next) on.

        Standings leave them out, and say why; their games count for the others.
        """
        if player not in self.by_id:
            raise RuleError(spoken("there is no %(player)s to expel", player=player), who=(player,))
        gone = Expulsion(player, max(first or 1, self.next_round), reason)
        made = self if self.planned is None else self.withdraw(player, gone.round)
        return replace(made, expelled=(*(one for one in self.expelled if one.player != player), gone))

    def seat(
        self, player: int, *, board: int | None = None, colour: Colour | None = None, first: int | None = None
    ) -> Tournament:
        """The tournament in which this participant keeps a board, a colour or both from round `first` (the next) on.

        With neither they keep nothing any more. Rounds already paired stay as they were.

        >>> four = Tournament(players=tuple(map(Player, range(1, 5))))
        >>> four.seat(4, board=2).seats_in(1)
        {4: FixedSeat(player=4, board=2, colour=None, first_round=1)}
        """
        if player not in self.by_id:
            raise RuleError(spoken("there is no %(player)s to seat", player=player), who=(player,))
        start = max(first or 1, self.next_round)
        kept = tuple(one for one in self.fixed_seats if one.player != player or one.first_round < start)
        had = any(one.player == player for one in kept)
        nothing = board is None and colour is None and not had
        return replace(self, fixed_seats=kept if nothing else (*kept, FixedSeat(player, board, colour, start)))

    def seats_in(self, round: int) -> dict[int, FixedSeat]:
        """Who keeps a board or a colour in this round, and which."""
        return kept_in(self.fixed_seats, round) if self.fixed_seats else {}

    def as_reported(self) -> Tournament:
        """The tournament for the rating report: each result that is to be reported stands in its round (C.04.2 4.3).

        A remark says what pairings and standings have used. Only for the report: what is paired or ranked from it would
        be by other results than those in force.
        """
        made, remarks = self, list(self.remarks)
        for one in self.reported:
            games = self.rounds[one.round - 1] if one.round <= len(self.rounds) else Round()
            boards = (*games.games, *(game for match in games.matches for game in match.games))
            used = [str(game.result) for game in boards if (game.white, game.black) == (one.white, one.black)]
            made = made.with_result(one.round, one.white, one.black, one.result)
            said = f"{one.white}-{one.black} ended {one.result}, pairings and standings used {used[-1]}"
            remarks.append(Remark(f"Rating correction: {said}", one.round))
        return changed(made, remarks=tuple(remarks), reported=())


def must_be_tournament(given: object, verb: str) -> None:
    """Refuse anything else, and say how a tournament is come by."""
    if isinstance(given, Tournament):
        return
    said = f"rookery.{verb} takes a Tournament, not"
    if isinstance(getattr(given, "tournament", None), Tournament):
        raise TypeError(f"{said} a {type(given).__name__}: use its .tournament")
    if isinstance(given, str | bytes) or hasattr(given, "__fspath__"):
        shown = repr(given) if len(repr(given)) <= 60 else f"a {type(given).__name__}"
        name = repr(given) if len(repr(given)) <= 60 else "..."
        raise TypeError(f"{said} {shown}: rookery.load({name}).tournament is the one in a file")
    raise TypeError(f"{said} {type(given).__name__}: rookery.load(...).tournament is the one in a file")
