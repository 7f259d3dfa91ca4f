"""A case for every warning of levels 3 to 5, in FIDE mode and outside: a tournament, a wish, its event, its remarks.

They are asked at the desk itself (tests/desk) and over HTTP, by page, script and API (tests/web).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import rookery
from rookery._record import replace
from rookery.model import ByeKind, Game, Result, Round
from rookery.tournaments.command import Command
from rookery.tournaments.domain.byes import AskBye, BarHalfByes, Expel, LiftExpulsion, Withdraw
from rookery.tournaments.domain.check_in import MarkCheckIn, OpenCheckIn
from rookery.tournaments.domain.import_export import ImportTournament
from rookery.tournaments.domain.lifecycle import AddRemark, CloseTournament
from rookery.tournaments.domain.manual_pairing import ClosePhase, OpenPhase, SetBoards
from rookery.tournaments.domain.numbers import ExchangeNumbers
from rookery.tournaments.domain.pairing_constraints import ForbidPair
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.privacy import ErasePerson
from rookery.tournaments.domain.publication import HideRound, PublishRound
from rookery.tournaments.domain.restore_points import Return
from rookery.tournaments.domain.results import AdjustPoints, CorrectReport, EnterResult
from rookery.tournaments.domain.rounds import PairRound, UnpairRound
from rookery.tournaments.domain.rules import LeaveMode, SetRules
from rookery.tournaments.keyed import Boards, Facts, KeyedBye, KeyedGame
from rookery.tournaments.warning_table import CONFIRM, REFUSED, WARNING_RULES
from support.desks import FIELD, DeskTournament, swiss

EQUALS = (*FIELD[:6], Facts("Gil", 2000), Facts("Hal", 2000))
ODD = FIELD[:7]
PAB = ByeKind.PAIRING_ALLOCATED


@dataclass(frozen=True)
class Case:
    """A tournament, what somebody wants of it, the event that it comes to, and the remarks that the file has then."""

    hall: Callable[[], DeskTournament]
    wish: Callable[[DeskTournament], Command]
    event: str = ""
    remarks: tuple[str, ...] = ()


def after_commands(event: DeskTournament, *wishes: Command) -> DeskTournament:
    """The tournament after some things, all of whose warnings are answered."""
    for wish in wishes:
        event.do(wish, everything=True)
    return event


def set_boards(hall: DeskTournament, *pairs: tuple[int, int], bye: int | None = None) -> SetBoards:
    games = tuple(KeyedGame(hall.key(white), hall.key(black)) for white, black in pairs)
    return SetBoards(Boards(games, byes=(KeyedBye(hall.key(bye), PAB),) if bye else ()))


def open_phase(event: DeskTournament, *wishes: Command) -> DeskTournament:
    """The tournament while its next round is made by hand."""
    return after_commands(event, *wishes, OpenPhase(event.tournament.next_round))


def open_phase_changed() -> DeskTournament:
    """The tournament while two have a board in a round that is made by hand."""
    event = open_phase(swiss())
    return after_commands(event, set_boards(event, (1, 2)))


def result_entry(round: int, board: int = 0, result: Result = Result.DRAW) -> Callable[[DeskTournament], Command]:
    def wanted(hall: DeskTournament) -> Command:
        white, black = hall.tournament.rounds[round - 1].pairs[board]
        return EnterResult(round, hall.key(white), hall.key(black), result)

    return wanted


def adjourned() -> DeskTournament:
    event = swiss(paired=1)
    for game in event.tournament.rounds[0].games[1:]:
        event.enter(1, game.white, game.black, Result.WHITE_WINS)
    return after_commands(event, PairRound())


def import_altered(hall: DeskTournament) -> Command:
    """A file whose second round is another one than ours."""
    t = swiss(played=2).tournament
    first, second, *rest = t.rounds[1].games
    games = (Game(first.white, second.black, first.result), Game(second.white, first.black, second.result), *rest)
    players = tuple(replace(player, key="") for player in t.players)
    return ImportTournament(replace(t, players=players, rounds=(t.rounds[0], Round(games))))


def correct_report(hall: DeskTournament) -> Command:
    white, black = hall.tournament.rounds[0].pairs[0]
    return CorrectReport(1, hall.key(white), hall.key(black), Result.DRAW)


def thrice() -> DeskTournament:
    """Three rounds in which number 1 had White twice running, at the last."""
    return open_phase(swiss(7, played=4))


def white_again(hall: DeskTournament) -> Command:
    """A board at which somebody has White for the third time running, against one not met yet."""
    t = hall.tournament
    for first in t.participants_by_number:
        for other in t.participants_by_number:
            violations = (
                {violation.kind.value for violation in rookery.check_pairing(t, [(first, other)])}
                if first != other
                else set()
            )
            if "third colour" in violations:
                return set_boards(hall, (first, other))
    raise AssertionError("nobody")


def by_another_actor() -> DeskTournament:
    event = swiss(played=1)
    event.do(AddRemark("it rained"), actor="ben")
    return event


CASES = {
    "leave-mode": Case(lambda: swiss(played=1), lambda hall: LeaveMode("a friendly"), "fide.left",
                       ("FIDE mode exited @ Round 1",)),
    "not-fide": Case(swiss, lambda hall: SetRules({"system": "keizer"})),
    "frozen": Case(lambda: swiss(paired=1), lambda hall: ForbidPair((hall.key(1), hall.key(2)))),
    "rounds-late": Case(lambda: swiss(None, played=1), lambda hall: SetRules({"rounds": 5}), "rules.set",
                        ("Rules @ Round 2: the number of rounds none => 5",)),
    "tie-breaks": Case(lambda: swiss(played=1), lambda hall: SetRules({"ranking": ["PTS", "BH"]}), "rules.set",
                       ("Tie-breaks @ Round 2: was none",)),
    "import-broken": Case(DeskTournament, import_altered, "tournament.imported",
                          ("Import @ Round 2: not the pairing that the rules give",)),
    "rematch": Case(lambda: open_phase(swiss(played=1)), lambda hall: set_boards(hall, (5, 1)), "boards.set"),
    "banned": Case(lambda: open_phase(after_commands(swiss(), ForbidPair(("p1", "p2")))),
                   lambda hall: set_boards(hall, (1, 2)), "boards.set"),
    "absent": Case(lambda: open_phase(after_commands(swiss(), Withdraw("p8"))), lambda hall: set_boards(hall, (1, 8)),
                   "boards.set"),
    "bye-again": Case(lambda: open_phase(swiss(players=ODD, played=1)),
                      lambda hall: set_boards(hall, bye=7), "boards.set"),
    "colour-thrice": Case(thrice, white_again, "boards.set"),
    "colour-three": Case(thrice, white_again, "boards.set"),
    "results-wait": Case(lambda: after_commands(swiss(paired=1), result_entry(1)(swiss(paired=1))),
                         lambda hall: OpenPhase(1), "phase.opened"),
    "by-hand": Case(lambda: after_commands(open_phase(swiss()), set_boards(swiss(), (1, 2), (3, 4), (5, 6), (7, 8))),
                    lambda hall: ClosePhase(), "phase.closed",
                    ("MPA @ Round 1: 1-5 6-2 3-7 8-4 => 1-2 3-4 5-6 7-8",)),
    "past": Case(lambda: swiss(played=3), result_entry(1)),
    "correction": Case(lambda: swiss(played=2), result_entry(1), "result.corrected",
                       ("Correction @ Round 1: 1-5 1-0 => ½-½",)),
    "results-lost": Case(lambda: swiss(played=1), lambda hall: UnpairRound(), "round.unpaired",
                         ("Round taken back @ Round 1: 1-5, 6-2, 3-7 and 8-4",)),
    "report-only": Case(lambda: swiss(played=2), correct_report, "report.corrected",
                        ("Rating correction @ Round 1: 1-5 1-0 => ½-½",)),
    "adjourned-decided": Case(adjourned, result_entry(1, result=Result.WHITE_WINS), "result.corrected",
                              ("Adjournment @ Round 1: 1-5 adjourned => 1-0",)),
    "second-half-bye": Case(lambda: after_commands(swiss(), AskBye("p8", (1,), ByeKind.HALF)),
                            lambda hall: AskBye("p8", (2,), ByeKind.HALF), "bye.asked"),
    "barred-half-bye": Case(lambda: after_commands(swiss(), BarHalfByes("p8")),
                            lambda hall: AskBye("p8", (2,), ByeKind.HALF)),
    "late-half-bye": Case(lambda: after_commands(swiss(), SetRules({"choices": {"last_half_bye": 1}})),
                          lambda hall: AskBye("p8", (2,), ByeKind.HALF), "bye.asked"),
    "expulsion": Case(lambda: swiss(played=1), lambda hall: Expel("p8", "telephone"), "player.expelled",
                      ("Expelled @ Round 2: 8 Hal: telephone",)),
    "expulsion-lifted": Case(lambda: after_commands(swiss(played=1), Expel("p8")), lambda hall: LiftExpulsion("p8"),
                             "expulsion.lifted", ("Expelled @ Round 2: 8 Hal", "Expulsion lifted @ Round 2: 8 Hal")),
    "points": Case(lambda: swiss(played=1), lambda hall: AdjustPoints(("p1", "p2"), 5, why="a bonus"),
                   "points.adjusted", ("Points @ Round 1: 1 Ada and 2 Ben +0.5: a bonus",)),
    "numbers": Case(lambda: swiss(players=EQUALS, played=1), lambda hall: ExchangeNumbers("p7", "p8"), "numbers.given",
                    ("TPN @ Round 2: 7 => 8 and 8 => 7",)),
    "numbers-late": Case(lambda: swiss(7, EQUALS, played=4), lambda hall: ExchangeNumbers("p7", "p8")),
    "many-absent": Case(lambda: after_commands(swiss(), *(Withdraw(f"p{number}") for number in range(4, 9))),
                        lambda hall: PairRound(), "round.paired"),
    "not-checked-in": Case(lambda: after_commands(swiss(), OpenCheckIn(1), MarkCheckIn(1, ("p1",))),
                           lambda hall: PairRound(), "round.paired"),
    "not-paired": Case(swiss, lambda hall: EnterResult(1, "p1", "p2", Result.DRAW)),
    "late-entry": Case(lambda: swiss(2, played=2), lambda hall: EnterPlayers((Facts("Zoe", 1500),))),
    "not-final": Case(lambda: swiss(paired=1), lambda hall: CloseTournament()),
    "return": Case(by_another_actor, lambda hall: Return(to=hall.version - 1), "returned"),
    "return-published": Case(lambda: swiss(played=1), lambda hall: Return(point="before round 1"), "returned",
                             ("Round taken back @ Round 1: 1-5, 6-2, 3-7 and 8-4",)),
    "erasure": Case(lambda: swiss(played=1), lambda hall: ErasePerson("p8"), "person.erased"),
    "hide": Case(lambda: after_commands(swiss(paired=1), PublishRound(1)), lambda hall: HideRound(1), "round.hidden"),
    "closed": Case(lambda: after_commands(swiss(2, played=2), CloseTournament()), lambda hall: AddRemark("it rained")),
    "phase": Case(open_phase_changed, lambda hall: PairRound()),
}  # fmt: skip

EXITED = "FIDE mode exited @ Round {}"


def outside_fide_mode(code: str) -> Callable[[], DeskTournament]:
    """The tournament of a case after FIDE mode was left."""
    return lambda: after_commands(CASES[code].hall(), LeaveMode("a friendly"))


OUTSIDE = {
    "frozen": Case(outside_fide_mode("frozen"), CASES["frozen"].wish, "pair.forbidden",
                   (EXITED.format(1), "Rules @ Round 2: the pairs that may not meet none => 1-2")),
    "tie-breaks": Case(outside_fide_mode("tie-breaks"), CASES["tie-breaks"].wish, "rules.set",
                       (EXITED.format(1), "Tie-breaks @ Round 2: was none")),
    "by-hand": Case(outside_fide_mode("by-hand"), CASES["by-hand"].wish, "phase.closed",
                    (EXITED.format(1), "MPA @ Round 1: 1-5 6-2 3-7 8-4 => 1-2 3-4 5-6 7-8")),
    "past": Case(outside_fide_mode("past"), CASES["past"].wish, "result.corrected",
                 (EXITED.format(3), "Correction @ Round 1: 1-5 1-0 => ½-½")),
    "numbers-late": Case(outside_fide_mode("numbers-late"), CASES["numbers-late"].wish, "numbers.given",
                         (EXITED.format(4), "TPN @ Round 5: 7 => 8 and 8 => 7")),
}  # fmt: skip
"""What is refused in FIDE mode, or asked twice, and asked once outside."""

LEVELS = {f"{row.code}": row.level for row in WARNING_RULES} | {
    f"{row.code} outside": row.outside or 0 for row in WARNING_RULES
}
ALL = CASES | {f"{code} outside": case for code, case in OUTSIDE.items()}
"""Every case by its code, those outside FIDE mode with that word behind it."""
ASKING = tuple(code for code in ALL if CONFIRM <= LEVELS[code] < REFUSED)
REFUSING = tuple(code for code in ALL if LEVELS[code] >= REFUSED)


def check_complete() -> None:
    """A row of the table of warnings without a case fails."""
    assert set(CASES) == {row.code for row in WARNING_RULES if row.level >= CONFIRM}
    assert set(OUTSIDE) == {row.code for row in WARNING_RULES if row.outside in range(CONFIRM, REFUSED)}
