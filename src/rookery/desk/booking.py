"""A round while it is being filled in by hand: pairings, results and byes, each checked against what stands there."""

from __future__ import annotations

from functools import cached_property

from rookery.desk.line_ups import board_of, both_up, moved_up, out_of_order
from rookery.desk.voice import PLAIN, Voice
from rookery.errors import RookeryError, RuleError, Unfinished
from rookery.history import History
from rookery.matches import boards_per_match, meeting
from rookery.model import Bye, ByeKind, Game, Match, RequestedBye, Result, Round, Tournament
from rookery.pairing.tables.schedule import boards
from rookery.regulations import scheme
from rookery.values import replace
from rookery.wording import counted, joined, listed, spoken

Seat = Game | Match | Bye


class Booking:
    """One round of a tournament, open for entries; `tournament()` is the tournament with them.

    `voice` has the words of whoever enters.
    """

    def __init__(self, tournament: Tournament, number: int, voice: Voice = PLAIN) -> None:
        self.number = number
        self.voice = voice
        self.begins = number == tournament.next_round
        self.base = _with_round(tournament, number)
        round = self.base.rounds[number - 1]
        self.player_byes = list(round.player_byes)
        self.blank = [bye for bye in round.byes if bye.kind is ByeKind.NOT_ENTERED]
        self.seats: dict[int, Seat] = {bye.player: bye for bye in round.byes if bye not in self.blank}
        meetings: tuple[Game | Match, ...] = (*round.games, *round.matches)
        for each in meetings:
            self.seats[each.white] = self.seats[each.black] = each
        self.had = tuple(self.seats)
        self.two_games = scheme(tournament.system).two_game_matches and not tournament.team_event
        self.team_of = {one: team for team in tournament.teams for one in team.players}
        self.boards_changed: dict[int, None] = {}

    def tournament(self) -> Tournament:
        """The tournament with what was entered."""
        seats = list({id(seat): seat for seat in self.seats.values()}.values())
        round = Round(
            games=tuple(seat for seat in seats if isinstance(seat, Game)),
            matches=tuple(seat for seat in seats if isinstance(seat, Match)),
            byes=(*(seat for seat in seats if isinstance(seat, Bye)), *self._still_blank()),
            player_byes=tuple(self.player_byes),
            published=self.base.rounds[self.number - 1].published and bool(self.seats),
        )
        rounds = list(self.base.rounds)
        rounds[self.number - 1] = round
        if round == Round() and self.number == len(rounds):
            rounds.pop()
        return replace(self.base, rounds=tuple(rounds))

    def _still_blank(self) -> list[Bye]:
        """Who was not yet entered and still is not; nobody, when that is all there is."""
        return [bye for bye in self.blank if bye.player not in self.seats] if self.seats else []

    def without_game(self) -> list[int]:
        """Who has neither opponent nor a bye that scores."""
        scoring = {ByeKind.PAIRING_ALLOCATED, ByeKind.FULL, ByeKind.HALF}
        seats = ((one, self.seats.get(one)) for one in self.base.by_id)
        return [one for one, seat in seats if seat is None or (isinstance(seat, Bye) and seat.kind not in scoring)]

    def nobody_to_meet(self) -> list[int]:
        """The players at boards for which the other team has nobody, and who have no point for it yet."""
        size, alone = boards_per_match(self.base), list[int]()
        for team in self.base.teams if self.base.team_event else ():
            match = self.seats.get(team.id)
            if not isinstance(match, Match) or match.forfeit is not None or not match.games:
                continue
            busy = {one for game in match.games for one in (game.white, game.black)}
            busy |= {bye.player for bye in self.player_byes}
            free = size - sum(one in busy for one in team.players)
            alone += [one for one in team.players if one not in busy][:free]
        return alone

    def name(self, one: int) -> str:
        """A participant for people."""
        return self.voice.person(self.base.by_id[one])

    # -- entries; each returns what it did, in words ---------------------------------------------------------------

    def pair(self, white: int, black: int) -> str:
        """Pair two participants; nothing happens when they are paired so already."""
        remarks = self._paired(white, black)
        both = f"{self.name(white)} - {self.name(black)}"
        if remarks is None:
            return spoken("%(both)s: paired already", both=both)
        return spoken("%(both)s: paired%(remarks)s", both=both, remarks=remarks)

    def _paired(self, white: int, black: int) -> str | None:
        """Pair two participants: what is unusual about that; None when they are paired so already."""
        self._must_differ(self._known(white), self._known(black))
        if self._together(white, black) is not None:
            return None
        self._must_be_free(white, black)
        remarks = self._remarks(white, black)
        self._seat(meeting(self.base, white, black))
        return remarks

    def result(self, white: int, black: int, result: Result) -> str:
        """Enter how a game ended, pairing the two if they were not."""
        if self.base.team_event:
            return self._board_result(white, black, result)
        said = f"{self.name(self._known(white))} - {self.name(self._known(black))}: {self.voice.score(result)}"
        self._must_differ(white, black)
        found = self._together(white, black, either_way=isinstance(self.seats.get(white), Match))
        if found is None:
            self._must_be_free(white, black)
            found = meeting(self.base, white, black)
            said += self._remarks(white, black)
        if isinstance(found, Match):
            self._seat(self._with_result(found, Game(white, black, result)))
            return said
        self._seat(replace(found, result=result, coloured=found.coloured or not result.forfeit))
        same = found.result in (Result.PENDING, result)
        was = "" if same else spoken(" (was %(score)s)", score=self.voice.score(found.result))
        return said + was

    def bye(self, one: int, kind: ByeKind) -> str:
        """Give somebody a bye."""
        self._known(one)
        found = self.seats.get(one)
        if found is not None and not isinstance(found, Bye):
            raise RuleError(self._busy(one, found))
        if kind is ByeKind.PAIRING_ALLOCATED:
            for other in self.seats.values():
                if isinstance(other, Bye) and other.kind is kind and other.player != one:
                    raise RuleError(spoken("%(name)s has the bye of round %(number)s already",
                                           name=self.name(other.player), number=self.number))  # fmt: skip
        self._seat(Bye(one, kind))
        return f"{self.name(one)}: {kind}"

    def take_back(self, white: int, black: int | None) -> str:
        """Undo a pairing or a bye."""
        self._known(white)
        found = self.seats.get(white)
        if black is None and not isinstance(found, Bye):
            raise RuleError(spoken("%(white)s has no bye in round %(number)s", white=self.name(white),
                                   number=self.number))  # fmt: skip
        if black is not None and self._together(white, self._known(black)) is None:
            raise RuleError(spoken("%(white)s and %(black)s are not paired in round %(number)s", white=white,
                                   black=black, number=self.number))  # fmt: skip
        for one in (white,) if black is None else (white, black):
            self.seats.pop(one)
        self._take_points_of_boards(white, black)
        both = f"{self.name(white)} - {self.name(black)}" if black else self.name(white)
        return spoken("%(both)s: taken back", both=both)

    def forfeit_match(self, white: int, black: int, result: Result) -> str:
        """A team match as a whole was forfeited."""
        if not self.base.team_event and not self.two_games:
            raise RuleError(spoken("there are no teams in this tournament: %(of_game)s",
                                   of_game=self.voice.of_game(white, black, result)))  # fmt: skip
        remarks = self._paired(white, black) or ""
        self._seat(Match(white, black, (), result))
        self._take_points_of_boards(white, black)
        return spoken("%(white)s - %(black)s: match forfeited, %(score)s%(remarks)s", white=self.name(white),
                      black=self.name(black), score=self.voice.score(result), remarks=remarks)  # fmt: skip

    def unopposed(self, one: int, *, given: bool) -> str:
        """A player of a team has nobody to meet at their board, and the point for it; or has it no longer."""
        if not self.base.team_event:
            raise RuleError(spoken("only in a team event; a player has a bye, or wins a game by forfeit"))
        if one not in self.team_of:
            raise RuleError(spoken("player %(one)s is in no team", one=one), who=(one,))
        name, team = self.names[one], self.team_of[one]
        had, match = [bye for bye in self.player_byes if bye.player == one], self.seats.get(team.id)
        if not given:
            if not had:
                raise RuleError(spoken("%(name)s has no point without an opponent in round %(number)s", name=name,
                                       number=self.number))  # fmt: skip
            self.player_byes = [bye for bye in self.player_byes if bye.player != one]
            return spoken("%(name)s: point taken back", name=name)
        if not isinstance(match, Match) or match.forfeit is not None:
            raise RuleError(spoken("%(name)s plays no match in round %(number)s", name=team.name, number=self.number))
        if any(one in (game.white, game.black) for game in match.games):
            raise RuleError(spoken("%(name)s has an opponent in round %(number)s", name=name, number=self.number))
        used = len(match.games) + sum(self.team_of.get(bye.player) is team for bye in self.player_byes) - len(had)
        if used >= boards_per_match(self.base):
            raise RuleError(spoken("every board of %(name)s is taken in round %(number)s", name=team.name,
                                   number=self.number))  # fmt: skip
        self.player_byes += [] if had else [Bye(one, ByeKind.FULL)]
        return spoken("%(name)s: nobody to meet, a point", name=name)

    def _take_points_of_boards(self, *teams: int | None) -> None:
        """No point without an opponent outlives the match it was given in."""
        if self.base.team_event:
            whose = {one for one, team in self.team_of.items() if team.id in teams}
            self.player_byes = [bye for bye in self.player_byes if bye.player not in whose]

    # -- what stands there -----------------------------------------------------------------------------------------

    def _known(self, one: int) -> int:
        if one not in self.base.by_id:
            raise RuleError(self.voice.no_such(self.base, one), who=(one,))
        return one

    def _together(self, white: int, black: int, *, either_way: bool = False) -> Game | Match | None:
        """The meeting of these two; an error when the colours are the other way round."""
        found = self.seats.get(white)
        if found is None or isinstance(found, Bye) or {found.white, found.black} != {white, black}:
            return None
        if found.white != white and not either_way:
            instead = self.voice.turned(black, white)
            raise RuleError(spoken("%(black)s has White against %(white)s in round %(number)s: %(instead)s",
                                   black=black, white=white, number=self.number, instead=instead))  # fmt: skip
        return found

    def _remarks(self, white: int, black: int) -> str:
        """What is unusual about a new pairing: a second meeting (C.04.1 2), somebody withdrawn, colours exchanged."""
        before = self._met(white, black)
        said: list[str] = [spoken("they have met before, in round %(round)s", round=before[-1])] if before else []
        said += [
            spoken("%(name)s was withdrawn", name=self.name(one)) for one in (white, black) if self._withdrawn(one)
        ]
        if (black, white) in self.timetable and (white, black) not in self.timetable:
            said.append(spoken("the table gives %(black)s White", black=black))
        return joined("", (part for remark in said for part in (" (", remark, ")")))

    def _withdrawn(self, one: int) -> bool:
        """Whether somebody misses this round and all that follow; of the last round: and the one before it."""
        seat = self.seats.get(one)
        if not (isinstance(seat, Bye) and seat.kind is ByeKind.ZERO):
            return False
        later = range(self.number + 1, (self.base.planned or self.number) + 1)
        asked = {bye.round for bye in self.base.requested if bye.player == one and bye.kind is ByeKind.ZERO}
        if later:
            return asked.issuperset(later)
        return self.number > 1 and Bye(one, ByeKind.ZERO) in self.base.rounds[self.number - 2].byes

    @cached_property
    def timetable(self) -> frozenset[tuple[int, int]]:
        """All pairs of the table of a round robin or a Scheveningen match with their colours; nothing elsewhere."""
        if self.base.team_event and scheme(self.base.system).format.sides:
            return frozenset()  # there two teams meet round after round
        try:
            return frozenset(pair for pairs in boards(self.base) for pair in pairs)
        except RookeryError:
            return frozenset()

    @cached_property
    def names(self) -> dict[int, str]:
        """The players for people, in a team event too."""
        return {player.id: self.voice.person(player) for player in self.base.players}

    def _met(self, white: int, black: int) -> list[int]:
        """The other rounds in which two have met; none where that is as it should be."""
        format = scheme(self.base.system).format
        if format.rematches or (format.sides and self.base.team_event):
            return []
        return [number for number in self.history.rounds_met(white, black) if number != self.number]

    @cached_property
    def history(self) -> History:
        """What follows from the rounds as they stood before the first entry."""
        return History(self.base)

    def _must_differ(self, white: int, black: int) -> None:
        if white == black:
            raise RuleError(spoken("%(white)s cannot meet themselves", white=self.name(white)), who=(white,))

    def _must_be_free(self, *who: int) -> None:
        """An error when somebody has an opponent or a bye. An empty cell of a file reads as a zero-point bye: that may
        be filled; one that was asked for stands in the way while the round begins."""
        for one in who:
            found = self.seats.get(one)
            empty = isinstance(found, Bye) and found.kind is ByeKind.ZERO and not self.begins
            if found is not None and not empty:
                raise RuleError(self._busy(one, found))

    def _busy(self, one: int, seat: Seat) -> str:
        if isinstance(seat, Bye):
            return spoken("%(name)s has a %(kind)s in round %(round)s; %(do)s", name=self.name(one), kind=seat.kind,
                          round=self.number, do=self.voice.back(f"{one}"))  # fmt: skip
        other = self.name(seat.black if seat.white == one else seat.white)
        return spoken("%(name)s meets %(other)s in round %(round)s; %(do)s", name=self.name(one), other=other,
                      round=self.number, do=self.voice.back(f"{seat.white}-{seat.black}"))  # fmt: skip

    def _seat(self, seat: Seat) -> None:
        for one in (seat.player,) if isinstance(seat, Bye) else (seat.white, seat.black):
            self.seats[one] = seat

    def _with_result(self, match: Match, game: Game) -> Match:
        """A match of two players with the result of the first open game with these colours, else of the last."""
        same = [at for at, one in enumerate(match.games) if one.white == game.white]
        if not same:
            back = self.voice.back(f"{match.white}-{match.black}")
            raise RuleError(spoken("this match was forfeited as a whole; %(back)s", back=back))
        at = next((at for at in same if match.games[at].result is Result.PENDING), same[-1])
        return replace(match, games=(*match.games[:at], game, *match.games[at + 1 :]))

    # -- matches ---------------------------------------------------------------------------------------------------

    def _board_result(self, white: int, black: int, result: Result) -> str:
        """A result between two players of teams that meet; a player of the same team may stand in on an open board."""
        names = self.names
        for one in (white, black):
            if one not in self.team_of:
                raise RuleError(spoken("player %(one)s is in no team", one=one))
        if self.team_of[white] is self.team_of[black]:
            raise RuleError(spoken(
                "%(white)s and %(black)s both play for %(team)s; %(do)s", white=names[white], black=names[black],
                team=self.team_of[white].name, do=self.voice.of_match(white, black),
            ))  # fmt: skip
        match = self.seats.get(self.team_of[white].id)
        if not isinstance(match, Match) or self.team_of[black].id not in (match.white, match.black):
            teams = listed((self.team_of[white].name, self.team_of[black].name))
            raise RuleError(spoken("%(teams)s do not meet in round %(round)s; pair the teams first", teams=teams,
                                   round=self.number))  # fmt: skip
        home, guests = self.team_of[white].players, self.team_of[black].players
        board = board_of(match, white, black)
        board = both_up(match, white, black, home, guests) if board is None else board
        if board is None and board_of(match, black, white) is not None:
            instead = self.voice.turned(black, white, exchanged=False)
            raise RuleError(spoken("%(black)s has White against %(white)s in round %(number)s: %(instead)s",
                                   black=black, white=white, number=self.number, instead=instead))  # fmt: skip
        if board is None:
            raise RuleError(spoken("%(white)s and %(black)s have no board together in the match %(match)s",
                                   white=white, black=black, match=f"{match.white}-{match.black}"))  # fmt: skip
        was, games = match.games[board], list(self._moved_up(match, board, white, black).games)
        games[board] = Game(white, black, result)
        self._seat(replace(match, games=tuple(games), forfeit=None))
        self.player_byes = [bye for bye in self.player_byes if bye.player not in (white, black)]
        came = [(new, old) for new, old in ((white, was.white), (black, was.black)) if new != old]
        instead = joined("", (spoken(" (%(new)s instead of %(old)s)", new=names[new], old=names[old])
                              for new, old in came))  # fmt: skip
        same = came or was.result in (Result.PENDING, result)
        changed = "" if same else spoken(" (was %(score)s)", score=self.voice.score(was.result))
        return f"{names[white]} - {names[black]}: {self.voice.score(result)}{instead}{changed}"

    def _moved_up(self, match: Match, board: int, white: int, black: int) -> Match:
        """The match in which those who sit at an open board below have moved up to this one, and others behind them."""
        for one in (white, black):
            match = moved_up(match, self.team_of[one].players, board, one) or match
        self._must_sit_nowhere_else(match, board, white, black)
        self.boards_changed[self.team_of[white].id] = None
        return match

    def line_ups(self) -> list[str]:
        """What is to be said of the line-ups of the matches in which boards were entered."""
        seats = [self.seats.get(team) for team in self.boards_changed]
        matches = {id(seat): seat for seat in seats if isinstance(seat, Match)}
        return [text for match in matches.values() for text in out_of_order(self.base, match, self.voice)]

    def _must_sit_nowhere_else(self, match: Match, board: int, *who: int) -> None:
        """An error when somebody has another board of the match: nobody plays two."""
        for other, game in enumerate(match.games):
            for one in who if other != board else ():
                if one in (game.white, game.black):
                    rival = self.names[game.black if game.white == one else game.white]
                    raise RuleError(spoken(
                        "%(name)s meets %(rival)s on board %(board)s of the match %(match)s in round %(round)s: nobody"
                        " has two boards", name=self.names[one], rival=rival, board=other + 1, round=self.number,
                        match=f"{match.white}-{match.black}",
                    ), who=(one,))  # fmt: skip


def without_empty_round(t: Tournament) -> Tournament:
    """The tournament without a last round in which nobody is paired; its byes are asked for again, as TRF reads it."""
    if not t.rounds or t.rounds[-1].pairs or any(bye.kind is ByeKind.PAIRING_ALLOCATED for bye in t.rounds[-1].byes):
        return t
    asked = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)
    number = len(t.rounds)
    back = tuple(RequestedBye(number, bye.player, bye.kind) for bye in t.rounds[-1].byes if bye.kind in asked)
    return replace(t, rounds=t.rounds[:-1], requested=(*back, *t.requested))


def _with_round(t: Tournament, number: int) -> Tournament:
    """The tournament in which this round has begun: the byes asked for stand in it."""
    if 1 <= number <= len(t.rounds):
        return t
    if number != t.next_round:
        raise RuleError(counted(
            len(t.rounds), "round %(number)s cannot be entered: %(num)s round is paired, the next is round %(next)s",
            "round %(number)s cannot be entered: %(num)s rounds are paired, the next is round %(next)s", number=number,
            next=t.next_round,
        ))  # fmt: skip
    if t.planned is not None and number > t.planned:
        raise RuleError(counted(t.planned, "round %(number)s cannot be entered: the tournament has %(num)s round",
                                "round %(number)s cannot be entered: the tournament has %(num)s rounds",
                                number=number))  # fmt: skip
    for earlier, round in enumerate(t.rounds, 1):
        if round.pending:
            raise Unfinished(earlier, [(game.white, game.black) for game in round.pending])
    return t.with_round(Round(), part=True)
