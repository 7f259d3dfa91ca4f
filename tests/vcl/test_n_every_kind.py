"""Q217 from outside: every kind of event entered over HTTP is found again in a final TRF26 that the checker accepts.

Teams need a team event, and a log either begins anew or with a file: so there are two tournaments, one of players that
is begun here and has every kind but those, and one of teams that comes in from a file and has the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import Player, Team, Tournament
from rookery.cli.main import main
from rookery.model import ByeKind, Colour, Result
from rookery.tournaments.command import Command
from rookery.tournaments.domain.byes import AskBye, BarHalfByes, BringBack, Expel, LiftExpulsion, Withdraw
from rookery.tournaments.domain.check_in import CloseCheckIn, MarkCheckIn, OpenCheckIn, ScheduleCheckIn
from rookery.tournaments.domain.claims import ClaimResult, SetClaims, SettleClaim
from rookery.tournaments.domain.lifecycle import (
    AddRemark,
    ArchiveTournament,
    CloseTournament,
    ReopenTournament,
    RestoreTournament,
    SetHead,
)
from rookery.tournaments.domain.manual_pairing import ClosePhase, OpenPhase, SetBoards
from rookery.tournaments.domain.numbers import CorrectRatings, ExchangeNumbers
from rookery.tournaments.domain.pairing_constraints import AllowPair, FixSeat, ForbidPair, FreeSeat
from rookery.tournaments.domain.players import EditPlayer, RemovePlayer
from rookery.tournaments.domain.privacy import EraseDetails, ErasePerson
from rookery.tournaments.domain.prizes import SetPrizes
from rookery.tournaments.domain.publication import HideRound, PublishRound, SetPublication
from rookery.tournaments.domain.restore_points import MarkPoint, Undo
from rookery.tournaments.domain.results import AdjustPoints, CorrectReport, EnterResult, ForfeitMatch
from rookery.tournaments.domain.rounds import DrawPosition, PairRound, ScheduleRound, UnpairRound
from rookery.tournaments.domain.rules import DrawColour, LeaveMode, SetRules
from rookery.tournaments.domain.teams import ChangeTeam, EnterTeam, RemoveTeam, SetLineup
from rookery.tournaments.domain.tie_resolution import DrawOrder, EnterValue, SetOrder
from rookery.tournaments.event import EVENT_TYPES
from rookery.tournaments.keyed import Boards, Facts
from rookery.tournaments.rules import Choices, TournamentRules
from support.http_event import FIELD, Event, do_confirmed, event
from support.visitors import import_file, open_desk

MORE = {"Gil": 2000, "Hal": 2000, "Ivo": 1900, "Jan": 1800, "Kim": 1700}
PEOPLE = (*FIELD[:6], *(Facts(name, rating) for name, rating in MORE.items()))
LAWS = TournamentRules(system="dutch", rounds=4, ranking=("PTS", "BH", "OTHER_X"), choices=Choices(chess960=True))


def before_it_begins(made: Event) -> Iterator[Command]:
    """What is done before round 1."""
    key = made.key
    yield SetHead({"city": "Hay", "federation": "ENG"})
    yield SetRules({"choices": {"last_half_bye": 3}})
    yield SetPrizes("1,100\n2,50")
    yield DrawColour(Colour.WHITE)
    yield RemovePlayer(key(11))
    yield EditPlayer(key(1), {"title": "WFM"})
    yield from (EditPlayer(key(6), {"birth": "1990-04-01"}), EraseDetails(), ErasePerson(key(6)))
    yield CorrectRatings({key(10): 1810})
    yield ExchangeNumbers(key(7), key(8))
    yield from (ForbidPair((key(1), key(2))), ForbidPair((key(1), key(3))), AllowPair((key(1), key(3))))
    yield from (BarHalfByes(key(1)), DrawPosition(1), MarkCheckIn(1, (key(1), key(2))))
    yield from (OpenCheckIn(1, "13:45"), CloseCheckIn(1), ScheduleCheckIn(45), ScheduleCheckIn(0))
    yield ScheduleRound(1, time="14:30")
    yield from (AskBye(key(9), (3,), ByeKind.FULL), AskBye(key(9), (3,), None))
    yield from (AskBye(key(8), (2,), ByeKind.FULL), AskBye(key(10), (2,), ByeKind.HALF))
    yield from (FixSeat(key(3), board=1), FixSeat(key(4), board=2), FreeSeat(key(4)))
    yield from (MarkPoint("before it begins"), AddRemark("it rained", 1), Undo(), AddRemark("the lights went out", 1))


def when_it_is_played(made: Event) -> Iterator[Command]:
    """What is done after the last round, and while it can still change."""
    game = made.tournament.rounds[2].games[0]
    yield EnterResult(3, made.key(game.white), made.key(game.black), Result.UNRATED_WHITE_WINS)
    first = made.tournament.rounds[0].games[0]
    yield CorrectReport(1, made.key(first.white), made.key(first.black), Result.DRAW)
    yield AdjustPoints((made.key(5),), -5, why="late")
    yield EnterValue("OTHER_X", made.key(3), "5/2")
    yield DrawOrder(4)
    rows = rookery.standings(made.tournament).rows
    level = next((other.id, one.id) for one, other in pairwise(rows) if one.rank == other.rank)
    yield SetOrder(4, (tuple(made.key(one) for one in level),))
    yield LeaveMode("a friendly")
    yield from (ArchiveTournament(), RestoreTournament())
    yield from (CloseTournament(), ReopenTournament(), CloseTournament())


@dataclass(frozen=True)
class Ended:
    """A tournament that is over: the kinds of its events, and its final file."""

    kinds: frozenset[str]
    file: str
    path: Path


def of_players(folder: Path) -> Ended:
    """A tournament of players with every kind of event that one begun here can have."""
    with event(folder, LAWS, PEOPLE) as made:

        def do(*wishes: Command) -> None:
            for wish in wishes:
                do_confirmed(made.visitor, "open", wish)

        for one in before_it_begins(made):
            do(one)
        do(PairRound(), UnpairRound())
        made.rounds(1)
        do(PublishRound(1), HideRound(1), SetPublication({"pairings": "automatic"}))
        do(Withdraw(made.key(5)), BringBack(made.key(5), 3), PairRound())
        ours = Boards.from_round(made.tournament.rounds[-1], made.state.keys)
        do(Undo(), OpenPhase(2), SetBoards(ours), ClosePhase())
        game = made.tournament.rounds[1].games[0]
        pair = made.key(game.white), made.key(game.black)
        do(SetClaims("count"), SetClaims("wait"))
        do(ClaimResult(2, *pair, Result.WHITE_WINS, "white"), ClaimResult(2, *pair, Result.DRAW, "black"))
        do(SettleClaim(2, *pair, Result.PENDING))
        made.play()
        do(Expel(made.key(9), "a telephone"), LiftExpulsion(made.key(9)))
        made.rounds(2)
        for one in when_it_is_played(made):
            do(one)
        data = made.visitor.ask("/t/open/files/trf26?final=1").content
        kinds = frozenset(one.kind for one in made.house.store.read("open"))
    (folder / "players.trf").write_bytes(data)
    return Ended(kinds, data.decode().replace("\r\n", "\n"), folder / "players.trf")


def cup() -> Tournament:
    """Three teams of three, before their first round."""
    names = ("Quay", "Salt", "Marsh")
    players = tuple(
        Player(3 * at + board, f"{name} {board}", 2000 - 50 * board - 10 * at)
        for at, name in enumerate(names)
        for board in (1, 2, 3)
    )
    teams = tuple(Team(at + 1, name, tuple(range(3 * at + 1, 3 * at + 4))) for at, name in enumerate(names))
    return Tournament(
        info=rookery.TournamentInfo(name="Cup"), players=players, teams=teams, team_event=True, planned_rounds=2,
        system="FIDE_TEAM_TYPEB_MP_GP", board_colours="WB", tiebreaks=("MPTS", "GPTS"),
    )  # fmt: skip


def of_teams(folder: Path) -> Ended:
    """A tournament of teams that comes in from a file, with what only teams have."""
    house = open_desk(folder)
    visitor = house.visitor()
    slug = import_file(visitor, "cup.trf", rookery.dumps(cup()))
    stream = house.site.store.streams()[0].id

    def key(number: int) -> str:
        return house.desk.state(stream).keys.team[number]

    def do(*wishes: Command) -> None:
        for wish in wishes:
            do_confirmed(visitor, slug, wish)

    for name in ("Fen", "Hay"):
        do(EnterTeam(name, tuple(Facts(f"{name} {board}", 1800 - 50 * board) for board in (1, 2, 3))))
    do(RemoveTeam(key(5)), ChangeTeam(key(1), {"name": "Quayside"}))
    people = house.desk.state(stream).keys.player
    do(SetLineup(1, key(1), (people[2], people[3])))
    for round in (1, 2):
        do(PairRound())
        for at, match in enumerate(house.desk.state(stream).tournament.rounds[-1].matches):
            if (round, at) == (2, 0):
                do(ForfeitMatch(2, key(match.white), key(match.black), Result.WHITE_BY_FORFEIT))
                continue
            for game in match.games:
                do(EnterResult(round, people[game.white], people[game.black], Result.WHITE_WINS))
    do(CloseTournament())
    data = visitor.ask(f"/t/{slug}/files/trf26?final=1").content
    kinds = frozenset(one.kind for one in house.store.read(stream))
    house.store.close()
    (folder / "teams.trf").write_bytes(data)
    return Ended(kinds, data.decode().replace("\r\n", "\n"), folder / "teams.trf")


@pytest.fixture(scope="module")
def both_events(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ended]:
    made: dict[str, Callable[[Path], Ended]] = {"players": of_players, "teams": of_teams}
    return {name: make(tmp_path_factory.mktemp(name)) for name, make in made.items()}


OF_TEAMS = {"lineup.set", "match.forfeited", "team.changed", "team.entered", "team.removed", "tournament.imported"}

OF_EVENTS = {
    "event.dissolved", "event.opened", "event.set", "sections.numbered", "sections.ordered", "tournament.added",
    "tournament.removed",
}  # fmt: skip
"""The kinds in the log of an event with sections, which is no tournament."""

FOUND: dict[str, tuple[str, ...]] = {
    "tournament.opened": ("012 Tea Party", "142 4", "192 FIDE_DUTCH_2026", "202 BH,OTHER_X", "### Chess960\n"),
    "tournament.imported": ("012 Cup", "310   2 Salt", "Marsh 3", "212 MPTS,GPTS"),
    "tournament.moved": ("012 Tea Party",),
    "head.set": ("022 Hay", "032 ENG"),
    "rules.set": ("### Half-point byes: until round 3",),
    "colour.drawn": ("152 W",),
    "fide.left": ("### FIDE mode exited @ Round 4",),
    "remark.added": ("### the lights went out @ Round 1",),
    "remark.dropped": ("### FPB @ Round 2: 8 Gil",),
    "player.entered": ("      Ben  ", "      Jan  ", "062 10"),
    "player.changed": ("WFM Ada",),
    "player.removed": ("062 10",),
    "details.erased": ("001    6      Player 6",),
    "person.erased": ("001    6      Player 6",),
    "rating.set": ("Jan                               1810",),
    "numbers.given": ("001    7      Hal", "001    8      Gil", "### TPN @ Round 1: 7 => 8 and 8 => 7"),
    "team.entered": ("310   4 Fen", "082 4"),
    "team.changed": ("310   1 Quayside",),
    "team.removed": ("082 4",),
    "lineup.set": ("Quay 1                            1950                             0.0       0000 - Z",),
    "seat.fixed": ("### seat",),
    "seat.freed": ("### seat",),
    "bye.asked": ("0000 - H", "0000 - F"),
    "player.withdrawn": ("001    5      Eve", "0000 - Z"),
    "player.returned": ("001    5      Eve",),
    "player.expelled": ("### Expelled @ Round 3: 9 Ivo: a telephone",),
    "expulsion.lifted": ("### Expulsion lifted @ Round 3: 9 Ivo",),
    "half_byes.barred": ("### No half-point byes: 1 Ada",),
    "pair.forbidden": ("260   1   4    1    2",),
    "pair.allowed": ("260   1   4    1    2",),
    "round.paired": ("001    1  WFM Ada",),
    "round.unpaired": ("001    1  WFM Ada",),
    "round.scheduled": ("### Start @ Round 1: 14:30",),
    "position.drawn": ("### Chess960 @ Round 1: start position ",),
    "phase.opened": ("0000 - U",),
    "boards.set": ("0000 - U",),
    "phase.closed": ("0000 - U",),
    "result.entered": (" w 1",),
    "result.corrected": (" w W", " b L", "### Correction @ Round 3: ", "1-0 => 1-0 unrated"),
    "report.corrected": ("### report 1: ", "### Rating correction @ Round 1: "),
    "match.forfeited": ("330 +-   2",),
    "points.adjusted": ("299 ", "### Points @ Round 4: 5 Eve -0.5: late"),
    "order.drawn": ("### Lots @ Round 4: ",),
    "order.set": ("### Order by hand @ Round 4: ",),
    "value.entered": ("### Value OTHER_X: 3 5/2",),
}
"""What the final file says of each kind of event."""


@pytest.mark.slow
def test_the_two_tournaments_have_every_kind_of_event(both_events: dict[str, Ended]) -> None:
    assert both_events["players"].kinds == set(EVENT_TYPES) - OF_TEAMS - OF_EVENTS
    assert both_events["teams"].kinds >= OF_TEAMS


@pytest.mark.parametrize("kind", sorted(EVENT_TYPES))
def test_kinds_of_events_are_read_back_from_the_final_file(both_events: dict[str, Ended], kind: str) -> None:
    file = both_events["teams" if kind in OF_TEAMS else "players"].file
    if kind not in FOUND:  # the way back, and that it was closed, are the log's: the place says why
        assert EVENT_TYPES[kind].TRF_NOTE, f"{kind} has no place in the file"
        assert not EVENT_TYPES[kind].TRF_RECORDS
        return
    assert [words for words in FOUND[kind] if words not in file] == [], file


def test_what_was_taken_back_is_not_in_the_file(both_events: dict[str, Ended]) -> None:
    file = both_events["players"].file
    for gone in ("Kim", "it rained", "FPB @ Round 3", "260   1   4    1    3"):
        assert gone not in file
    assert "Hay 1" not in both_events["teams"].file


@pytest.mark.parametrize("name", ["players", "teams"])
def test_the_checker_accepts_the_final_file(
    both_events: dict[str, Ended], name: str, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    assert main(["check", str(both_events[name].path)]) == 0, capsys.readouterr().out
    assert capsys.readouterr().out.replace(str(both_events[name].path), "<file>") == snapshot
    assert main(["validate", str(both_events[name].path)]) == 0
