"""Any sequence of commands at a desk, undone, redone, returned from: a state machine for hypothesis.

Whatever happens, the state in memory is what the log adds up to, from its beginning and from any snapshot; what can
never be undone is never lost; a command that is refused, or waits for an answer, leaves no trace.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

import rookery
from rookery._record import replace
from rookery.errors import RookeryError
from rookery.formats.standings import standings
from rookery.model import ByeKind, Colour, Result, Tournament
from rookery.pairing.colours import initial_colour
from rookery.regulations import FORMATS
from rookery.storage.records import Entry
from rookery.tournaments.command import Command, command_from_data, command_to_data
from rookery.tournaments.domain.byes import AskBye, BarHalfByes, BringBack, Expel, LiftExpulsion, Withdraw
from rookery.tournaments.domain.check_in import CheckInPlayer, CloseCheckIn, MarkCheckIn, OpenCheckIn, ScheduleCheckIn
from rookery.tournaments.domain.claims import ClaimResult, SetClaims, SettleClaim
from rookery.tournaments.domain.import_export import TournamentImported, export_tournament
from rookery.tournaments.domain.lifecycle import AddRemark, CloseTournament, ReopenTournament, SetHead
from rookery.tournaments.domain.manual_pairing import ClosePhase, OpenPhase, SetBoards, Swap
from rookery.tournaments.domain.manual_round import BookRound, RoundEntry
from rookery.tournaments.domain.numbers import (
    CorrectRatings,
    DrawNumbers,
    ExchangeNumbers,
    GiveNumbers,
    RegenerateNumbers,
)
from rookery.tournaments.domain.pairing_constraints import AllowPair, FixSeat, ForbidPair, FreeSeat
from rookery.tournaments.domain.players import EditPlayer, EnterPlayers, RemovePlayer
from rookery.tournaments.domain.publication import HideRound, PublishRound, SetPublication
from rookery.tournaments.domain.restore_points import MarkPoint, Redo, Return, Undo
from rookery.tournaments.domain.results import AdjustPoints, CorrectReport, EnterResult, ForfeitMatch
from rookery.tournaments.domain.rounds import PairRound, ScheduleRound, UnpairRound
from rookery.tournaments.domain.rules import DrawColour, LeaveMode, SetRules
from rookery.tournaments.domain.teams import ChangeTeam, EnterTeam, JoinTeam, RemoveTeam, SetLineup
from rookery.tournaments.domain.tie_resolution import DrawOrder, EnterValue, SetOrder
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError, StaleVersionError
from rookery.tournaments.event import event_to_data
from rookery.tournaments.keyed import Boards, Facts, KeyedGame
from rookery.tournaments.publication import public_state, ranked_state
from rookery.tournaments.round_diff import games_of
from rookery.tournaments.service import TournamentService
from rookery.tournaments.standings import tiebreak_values
from rookery.tournaments.state import PermanentFacts, Side, State, dump_state, load_state
from rookery.tournaments.store import EventStore, MemoryStore
from rookery.tournaments.undo import replay_records
from rookery.tournaments.visibility import count_rounds, public_rounds

STREAM = "walk"
RESULTS = st.sampled_from(list(Result))
RATINGS = st.none() | st.integers(1000, 2800)
ACTORS = st.sampled_from(["ada", "ben"])
_LAWS: list[dict[str, object]] = [
    {"rounds": 4}, {"rounds": 9}, {"ranking": ["PTS", "BH"]}, {"ranking": ["PTS", "SB", "DE"]}, {"system": "dubov"},
    {"system": "keizer"}, {"points": {"win": 30, "draw": 10}}, {"points": {"pab": 7}}, {"choices": {"half_byes": 2}},
    {"choices": {"chess960": True}}, {"unrated": 1400},
]  # fmt: skip


@cache
def tournament_under_way(system: str, seed: int) -> Tournament:
    """A generated tournament of a format after a round or two, everybody with a key."""
    if system == "team":
        generated = rookery.generate(rookery.GeneratorSettings(system=system, teams=4 + seed, boards=2, rounds=4), seed)
    elif FORMATS[system].sides:
        generated = rookery.generate(rookery.GeneratorSettings(system=system), seed)
    else:
        generated = rookery.generate(rookery.GeneratorSettings(system=system, players=6 + seed), seed)
    rounds = generated.rounds[: seed % 3]
    players = tuple(
        replace(participant, key=f"p{participant.number}", points=None, rank=None) for participant in generated.players
    )
    teams = tuple(
        replace(participant, key=f"t{participant.number}", match_points=None, game_points=None)
        for participant in generated.teams
    )
    return replace(generated, players=players, teams=teams, rounds=rounds, requested_byes=())


def _ranks(state: State, number: int) -> object:
    """What the lots after a round rest on: who ranks where after it."""
    rows = standings(state.tournament, after=number, values=tiebreak_values(state) or None).rows
    return sorted((state.keys.participant[row.id], row.rank) for row in rows)


def _participant_keys(state: State) -> set[str]:
    return {*state.keys.players, *state.keys.teams}


def _byes(boards: Boards, keys: set[str]) -> dict[str, ByeKind]:
    return {bye.key: bye.kind for bye in boards.byes if bye.key in keys}


class ServiceMachine(RuleBasedStateMachine):
    """A tournament at a desk, and whatever people do with it."""

    make: Callable[[], EventStore] = MemoryStore

    def __init__(self) -> None:
        super().__init__()
        self.store: EventStore = type(self).make()
        self.counted = self.commands = 0
        self.desk = self._create_service()
        self.permanent = PermanentFacts()
        self.draws: list[tuple[int, object, tuple[str, ...]]] = []

    def _create_service(self) -> TournamentService:
        def id() -> str:
            self.counted += 1
            return f"c{self.counted}"

        return TournamentService(self.store, lambda: "2026-11-16T16:00:00Z", id)

    @initialize(system=st.sampled_from(sorted(FORMATS)), seed=st.integers(0, 5))
    def begin(self, system: str, seed: int) -> None:
        self.store.create(STREAM, "tournament", STREAM)
        event = TournamentImported(tournament_under_way(system, seed), lots="seed")
        entry = Entry(event.KIND, event.FORM, event_to_data(event))
        self.store.append(STREAM, 0, [entry], command="first", actor="ada", at="2026-11-16T15:00:00Z")
        self.permanent = self.desk.state(STREAM).permanent

    # -- one command ---------------------------------------------------------------------------------------------------

    def do(self, wanted: Command, actor: str = "ada", yes: bool = True) -> None:
        """Do it, or not; and see that nothing is lost."""
        self.commands += 1
        before, version, sum = self.desk.state(STREAM), self.desk.version(STREAM), self.sum()
        assert command_from_data(command_to_data(wanted)) == wanted
        try:
            try:
                self.desk.do(STREAM, wanted, actor=actor)
            except ConfirmationRequiredError as error:
                assert (self.desk.state(STREAM), self.sum()) == (before, sum)
                if not yes:
                    return
                self.desk.do(STREAM, wanted, actor=actor, acknowledged=error.tokens)
        except (RookeryError, StaleVersionError):
            assert (self.desk.version(STREAM), self.sum()) == (version, sum)
            assert self.desk.state(STREAM) == before
        if isinstance(wanted, Undo | Redo | Return):
            assert self.desk.state(STREAM).permanent.check_in == before.permanent.check_in
            assert self.desk.state(STREAM).permanent.published == before.permanent.published
            assert self.desk.state(STREAM).permanent.publication == before.permanent.publication
        self.check_permanent_facts()
        self.check_public_state()
        self.check_past_rounds(before)
        self.check_rules(before)
        if not isinstance(wanted, Undo | Redo | Return):
            now = self.desk.state(STREAM).drawn
            assert all(now.get(number, order) == order for number, order in before.drawn.items())
        if isinstance(wanted, DrawOrder) and wanted.after not in before.drawn:
            self.check_lots(wanted.after)

    def check_public_state(self) -> None:
        """Visitors see the first rounds, with the boards of the desk, and results of public rounds only."""
        state = self.desk.state(STREAM)
        public, seen = public_rounds(state), public_state(state)
        assert len(seen.tournament.rounds) == min(public.pairings, count_rounds(state))
        assert public.standings <= public.pairings
        assert public.results >= set(range(1, public.standings + 1))
        assert not seen.tournament.requested_byes
        for number, round in enumerate(seen.tournament.rounds, 1):
            assert number in public.results or all(game.result is Result.PENDING for game in round.games)
        assert len(ranked_state(seen).tournament.rounds) == public.standings

    def sum(self) -> str:
        """The sum over the log."""
        return next(stream.sum for stream in self.store.streams() if stream.id == STREAM)

    def check_permanent_facts(self) -> None:
        """What can never be undone is there still."""
        was, now = self.permanent, self.desk.state(STREAM).permanent
        assert was.left is None or (now.left is not None and now.left <= was.left)
        assert not was.lots or now.lots == was.lots
        assert was.colour is None or now.colour is was.colour
        assert now.played >= was.played
        assert now.keys >= was.keys
        assert now.marks[: len(was.marks)] == was.marks
        newest = max(now.claims, default=0)
        assert all(
            now.claims[number].keys() >= games.keys() for number, games in was.claims.items() if number in now.claims
        )
        assert all(number < newest - 1 for number in was.claims.keys() - now.claims.keys())
        if now.left is not None:
            remarks = [str(remark) for remark in self.desk.state(STREAM).tournament.remarks]
            assert f"FIDE mode exited @ Round {now.left}" in remarks
        self.permanent = now

    def check_past_rounds(self, before: State) -> None:
        """In FIDE mode no round before the one before the last played has changed, but for adjourned games.

        Who came late, or is gone again by an undo, has byes there that are nobody else's.
        """
        after = self.desk.state(STREAM)
        if not (before.fide and after.fide):
            return
        for number in range(1, before.permanent.played - 1):
            was = Boards.from_round(before.tournament.rounds[number - 1], before.keys)
            now = Boards.from_round(after.tournament.rounds[number - 1], after.keys)
            both = _participant_keys(before) & _participant_keys(after)
            assert was.pairs == now.pairs
            assert _byes(now, both) == _byes(was, both)
            for old, new in zip(games_of(was), games_of(now), strict=True):
                assert old.result in (new.result, Result.ADJOURNED, Result.PENDING)

    def check_rules(self, before: State) -> None:
        """FIDE mode is never entered again, colour and lots are drawn once, nothing is final while anything is open."""
        after = self.desk.state(STREAM)
        assert before.fide or not after.fide
        old, new = before.tournament, after.tournament
        if before.fide and after.fide and old.rounds and new.rounds and not new.fixed_seats:
            assert initial_colour(old) is initial_colour(new) or old.rounds[0] != new.rounds[0]
        games = [game for round in new.rounds for game in games_of(Boards.from_round(round, after.keys))]
        open = after.phase or any(game.result in (Result.PENDING, Result.ADJOURNED) for game in games)
        if open or after.in_parts or len(new.rounds) < (new.planned_rounds or 0):
            with suppress(CommandRejectedError):
                export_tournament(after, final=True)
                raise AssertionError("a final file while something is open")

    def check_lots(self, number: int) -> None:
        """Whoever draws again among the same equals gets the same order."""
        after = self.desk.state(STREAM)
        if number in after.drawn:
            table, order = _ranks(after, number), after.drawn[number]
            for number_before, then, drawn in self.draws:
                assert (number_before, then) != (number, table) or drawn == order
            self.draws.append((number, table, order))

    # -- what people do ------------------------------------------------------------------------------------------------

    @rule(data=st.data(), result=RESULTS, actor=ACTORS, yes=st.booleans())
    def result(self, data: st.DataObject, result: Result, actor: str, yes: bool) -> None:
        state = self.desk.state(STREAM)
        last = len(state.tournament.rounds)
        number = data.draw(st.integers(max(1, last - 2), last + 1))
        rounds = state.tournament.rounds[number - 1 : number]
        games = [game for round in rounds for game in games_of(Boards.from_round(round, state.keys))]
        if not games:
            self.do(EnterResult(number, "p1", "p2", result), actor, yes)
            return
        game = data.draw(st.sampled_from(games))
        kind = data.draw(st.sampled_from([EnterResult, EnterResult, EnterResult, CorrectReport]))
        self.do(kind(number, game.white, game.black, result), actor, yes)

    @rule(data=st.data(), result=RESULTS, side=st.sampled_from(("white", "black")))
    def claim(self, data: st.DataObject, result: Result, side: Side) -> None:
        """A player sends a result, or the arbiter decides what the players sent."""
        before = self.desk.state(STREAM)
        number = len(before.tournament.rounds) - data.draw(st.sampled_from((0, 0, 0, 1)))
        rounds = before.tournament.rounds[max(0, number - 1) : number]
        games = [game for round in rounds for game in games_of(Boards.from_round(round, before.keys))]
        if not games:
            self.do(SetClaims(data.draw(st.sampled_from(("wait", "count")))))
            return
        game = data.draw(st.sampled_from(games))
        if data.draw(st.booleans()):
            self.do(ClaimResult(number, game.white, game.black, result, side), f"phone of {side}")
            self.check_entered_results(before, number, game, result)
        else:
            self.do(SettleClaim(number, game.white, game.black, result))

    def check_entered_results(self, before: State, number: int, claimed: KeyedGame, result: Result) -> None:
        """A claim changes no result but that of its game, and none that the arbiter entered."""
        after = self.desk.state(STREAM)
        old, new = (
            games_of(Boards.from_round(state.tournament.rounds[number - 1], state.keys)) for state in (before, after)
        )
        sources = {(entry.white, entry.black): entry.source for entry in before.entered.get(number, {}).values()}
        for was, now in zip(old, new, strict=True):
            if was.result is not now.result:
                assert (was.white, was.black) == (claimed.white, claimed.black)
                assert now.result is result
                assert was.result is Result.PENDING or sources[was.white, was.black] == "phone"

    @rule(result=RESULTS)
    def all_results(self, result: Result) -> None:
        """Every open game of the last round, in one command."""
        state = self.desk.state(STREAM)
        number = len(state.tournament.rounds)
        if number:
            games = games_of(Boards.from_round(state.tournament.rounds[-1], state.keys))
            entries = [
                RoundEntry("result", game.white, game.black, result) for game in games if game.result is Result.PENDING
            ]
            self.do(BookRound(number, tuple(entries)))

    @rule(yes=st.booleans(), actor=ACTORS)
    def pair(self, yes: bool, actor: str) -> None:
        self.do(PairRound(), actor, yes)

    @rule()
    def unpair(self) -> None:
        self.do(UnpairRound())

    @rule(actor=ACTORS)
    def undo(self, actor: str) -> None:
        self.do(Undo(), actor)

    @rule(actor=ACTORS)
    def redo(self, actor: str) -> None:
        self.do(Redo(), actor)

    @rule(data=st.data(), yes=st.booleans())
    def publish(self, data: st.DataObject, yes: bool) -> None:
        """Publish or hide something, or change what the public sees."""
        number = data.draw(st.integers(1, len(self.desk.state(STREAM).tournament.rounds) + 1))
        what = data.draw(st.sampled_from(((), (), ("pairings",), ("results",), ("standings",))))
        when = st.sampled_from(("automatic", "manual", "never"))
        settings = {"pairings": data.draw(when), "results": data.draw(when), "standings": data.draw(when)}
        wanted = [PublishRound(number, what), HideRound(number, what), SetPublication(settings)]
        self.do(data.draw(st.sampled_from([wanted[0], *wanted])), yes=yes)

    @rule(data=st.data())
    def back(self, data: st.DataObject) -> None:
        marks = [Return(point=mark.name) for mark in self.permanent.marks]
        to = data.draw(st.integers(0, self.desk.version(STREAM)))
        self.do(data.draw(st.sampled_from([Return(to=to), *marks])))

    @rule(data=st.data(), actor=ACTORS, yes=st.booleans())
    def rules(self, data: st.DataObject, actor: str, yes: bool) -> None:
        wanted = data.draw(
            st.one_of(
                st.builds(SetRules, st.sampled_from(_LAWS), st.booleans()),
                st.just(LeaveMode("tried")),
                st.builds(DrawColour, st.sampled_from(list(Colour))),
                st.just(SetHead({"city": "Dunmere"})),
                st.builds(ScheduleRound, st.integers(1, 3), time=st.sampled_from(("", "9:30", "14:30"))),
                st.just(AddRemark("it rained")),
                st.builds(MarkPoint, st.sampled_from(["quiet", "loud"])),
                st.sampled_from([CloseTournament(), ReopenTournament()]),
            )
        )
        self.do(wanted, actor, yes)

    @rule(data=st.data(), name=st.text("abc", min_size=1, max_size=6), rating=st.none() | st.integers(1000, 2800))
    def player(self, data: st.DataObject, name: str, rating: int | None) -> None:
        missed = data.draw(st.sampled_from([ByeKind.NOT_ENTERED, ByeKind.HALF, ByeKind.ZERO]))
        self.do(EnterPlayers((Facts(name, rating),), missed, data.draw(st.booleans())))

    @rule(data=st.data(), present=st.booleans(), until=st.sampled_from(("", "9.30", "13:45")))
    def check_in(self, data: st.DataObject, present: bool, until: str) -> None:
        """Only while it is open players tick themselves, and nobody but the arbiter makes them absent."""
        state = self.desk.state(STREAM)
        key = data.draw(st.sampled_from(sorted(state.keys.participants)))
        number = len(state.tournament.rounds) + data.draw(st.sampled_from((1, 1, 1, 2)))
        by = data.draw(st.sampled_from((None, "anyone", "code", "kiosk")))
        ticked = CheckInPlayer(number, key, present)
        wanted: list[Command] = [
            OpenCheckIn(number, until, by),
            CloseCheckIn(number),
            ScheduleCheckIn(45, 5, by),
            MarkCheckIn(number, (key,), present),
            ticked,
        ]
        chosen = data.draw(st.sampled_from([ticked, *wanted]))
        self.do(chosen)
        now, was = self.desk.state(STREAM), state.permanent.check_in
        assert now.tournament == state.tournament
        assert chosen is not ticked or (was.open and was.round == number) or now.permanent.check_in == was

    @rule(data=st.data(), yes=st.booleans())
    def by_hand(self, data: st.DataObject, yes: bool) -> None:
        state = self.desk.state(STREAM)
        keys = sorted(state.keys.participants)
        some = data.draw(st.permutations(keys))
        if state.phase is None:
            two = (some[0], some[1])
            number = len(state.tournament.rounds) + data.draw(st.integers(0, 1))
            wishes: list[Command] = [OpenPhase(number), Swap(*two), Swap(*two, "places"), PairRound(fixed=(two,))]
            wishes += [BookRound(number, (RoundEntry("pair", *two),), part=True)]
            self.do(data.draw(st.sampled_from(wishes)), yes=yes)
            return
        games = tuple(KeyedGame(white, black) for white, black in zip(some[::2], some[1::2], strict=False))
        laid = replace_games(state.phase.boards, games[: data.draw(st.integers(0, len(games)))])
        wanted = [SetBoards(laid), ClosePhase(), ClosePhase(give_up=True)]
        self.do(data.draw(st.sampled_from(wanted)), yes=yes)

    @rule(data=st.data())
    def order(self, data: st.DataObject) -> None:
        state = self.desk.state(STREAM)
        keys = sorted(state.keys.participants)
        key, after = data.draw(st.sampled_from(keys)), len(state.tournament.rounds)
        wanted = [DrawOrder(after), SetOrder(after, (tuple(keys[:2]),)), EnterValue("OTHER_X", key, "5/2")]
        wanted += [AdjustPoints((key,), points=-5), EnterValue("OTHER_X", key, None)]
        name = state.keys.participant
        matches = [match for round in state.tournament.rounds[-1:] for match in round.matches]
        wanted += [
            ForfeitMatch(after, name[match.white], name[match.black], Result.DOUBLE_FORFEIT) for match in matches
        ]
        self.do(data.draw(st.sampled_from(wanted)))

    @rule(data=st.data(), yes=st.booleans())
    def people(self, data: st.DataObject, yes: bool) -> None:
        """Byes, withdrawals, expulsions, forbidden pairs, numbers, ratings, teams."""
        state = self.desk.state(STREAM)
        key, other_key = data.draw(st.permutations(sorted(state.keys.participants)))[:2]
        player = data.draw(st.sampled_from(sorted(state.keys.players)))
        round = data.draw(st.integers(1, len(state.tournament.rounds) + 3))
        kind = data.draw(st.sampled_from([None, ByeKind.HALF, ByeKind.FULL, ByeKind.ZERO]))
        wanted: list[Command] = [
            AskBye(key, (round,), kind), AskBye(key, (round, round + 1), ByeKind.HALF), Withdraw(key), BringBack(key),
            Withdraw(key, round), Expel(key, "telephone"), LiftExpulsion(key), BarHalfByes(key),
            ForbidPair((key, other_key)), AllowPair((key, other_key)),
            EditPlayer(player, {"title": "FM", "club": "Quay"}),
            *([RemovePlayer(player)] if len(state.keys.participants) > 2 else ()),
            GiveNumbers(), RegenerateNumbers(), ExchangeNumbers(key, other_key), DrawNumbers(),
            CorrectRatings({player: data.draw(RATINGS)}), FixSeat(key, board=round), FreeSeat(key),
            FixSeat(other_key, colour=Colour.WHITE, round=round),
        ]  # fmt: skip
        if state.tournament.team_event:
            roster = [
                state.keys.player[number]
                for number in state.tournament.participants_by_number[state.number(key)].players
            ]  # type: ignore[union-attr]
            wanted += [SetLineup(round, key, tuple(roster[:2])), JoinTeam(key, Facts("new", 2000))]
            wanted += [RemoveTeam(key)] if len(state.keys.participants) > 2 else []
            wanted += [EnterTeam(f"Team {round}", (Facts("first", 1900),)), ChangeTeam(key, {"nickname": "T"})]
        self.do(data.draw(st.sampled_from(wanted)), yes=yes)

    # -- what the desk and the store do --------------------------------------------------------------------------------

    @rule(data=st.data())
    def snapshot(self, data: st.DataObject) -> None:
        version = data.draw(st.integers(1, self.desk.version(STREAM)))
        state = self.desk.state_at(STREAM, version)
        assert load_state(dump_state(state)) == state
        self.store.keep_snapshot(STREAM, version, dump_state(state))

    @rule()
    def sit_down_again(self) -> None:
        state = self.desk.state(STREAM)
        self.desk = self._create_service()
        assert self.desk.state(STREAM) == state

    def teardown(self) -> None:
        if self.store.streams():
            state = self.desk.state(STREAM)
            assert replay_records(self.store.read(STREAM)) == state
            assert self._create_service().state(STREAM) == state


def replace_games(boards: Boards, games: tuple[KeyedGame, ...]) -> Boards:
    """Boards with these games, and the byes of those who have none."""
    busy = {key for game in games for key in (game.white, game.black)}
    return Boards(games, byes=tuple(bye for bye in boards.byes if bye.key not in busy))
