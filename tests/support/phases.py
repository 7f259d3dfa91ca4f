"""Every command in every phase of a tournament, in FIDE mode and outside it: at which level the desk answers it.

The tournament is a Swiss of eight players over three rounds; what only teams can do is done in one of four teams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import pairwise

import rookery
from rookery.errors import RookeryError, RuleError
from rookery.model import ByeKind, Colour, PartialDate, Result, Tournament
from rookery.tournaments.command import Command, command_to_data
from rookery.tournaments.domain import (
    byes,
    import_export,
    lifecycle,
    manual_pairing,
    manual_round,
    numbers,
    pairing_constraints,
    players,
    prizes,
    restore_points,
    results,
    rounds,
    rules,
    teams,
    tie_resolution,
)
from rookery.tournaments.domain.restore_points import Redo, Return, Undo
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.keyed import Boards, Facts, KeyedGame
from rookery.tournaments.rules import Choices, TournamentRules
from rookery.tournaments.warning_table import REFUSED
from support.desks import FIELD, Hall
from support.pseudo_locale import strings

PHASES = ("before round 1", "round open", "between rounds", "last round", "closed")
MODES = ("FIDE", "outside")
EQUALS = (*FIELD[:6], Facts("Gil", 2000, club="Rooks"), Facts("Hal", 2000, club="Rooks"))
ROUNDS = 3


PAIRED = {"before round 1": 0, "round open": 2, "between rounds": 2, "last round": 3, "closed": 3}
PLAYED = {"before round 1": 0, "round open": 1, "between rounds": 2, "last round": 2, "closed": 3}
OF_TEAMS = {"lineup.set", "lineups.set", "match.forfeit", "team.change", "team.enter", "team.join", "team.remove"}
"""The commands that need teams."""


@cache
def hall(phase: str, mode: str, first: str = "", teams: bool = False) -> Hall:
    """The tournament in a phase, after what a command needs `first`, if that could be done; round 2 is the open one."""
    made = _entered(teams)
    if mode == "outside":
        made.do(rules.LeaveMode("a friendly"), "leave-mode", "leave-mode!")
    for number in range(1, PAIRED[phase] + 1):
        made.do(rounds.PairRound(), everything=True)
        if number <= PLAYED[phase]:
            made.play(number)
    for wish in FIRST.get(first, ()):
        with suppress(RookeryError):
            made.do(wish(made), everything=True)
    if phase == "closed":
        try:
            made.do(lifecycle.CloseTournament())
        except RookeryError:  # what it needs stands in the way
            return hall(phase, mode)
    return made


def _entered(of_teams: bool) -> Hall:
    made, ranking = Hall(), ("PTS", "BH", "OTHER_X")
    if of_teams:
        made.do(
            lifecycle.OpenTournament(
                "Cup", TournamentRules(system="FIDE_TEAM", rounds=ROUNDS, board_colours="WB"), True, "seed"
            )
        )
        for name in ("Quay", "Salt", "Marsh", "Fen"):
            made.do(teams.EnterTeam(name, tuple(Facts(f"{name} {one}", 2000 - 100 * one) for one in range(1, 4))))
        return made
    laws = TournamentRules(system="dutch", rounds=ROUNDS, ranking=ranking, choices=Choices(chess960=True))
    made.do(lifecycle.OpenTournament("Tea Party", laws, lots="seed"))
    made.do(players.EnterPlayers(EQUALS))
    return made


def level(phase: str, mode: str, name: str) -> str:
    """What the desk says to a command there: the highest level of its warnings, 5 where it is refused."""
    here = hall(phase, mode, name if name in FIRST else "", name in OF_TEAMS)
    try:
        found = here.desk.preview(here.stream, WISHES[name](here), "ada")
    except ConfirmationRequiredError as asked:
        return str(max(one.level for one in asked.warnings))
    except RookeryError:
        return str(REFUSED)
    return str(max((one.level for one in found.warnings), default=0))


def answers(phase: str, mode: str, name: str) -> Iterator[tuple[str, list[str]]]:
    """Everything that the desk says to a command there, and who is named in it."""
    here = hall(phase, mode, name if name in FIRST else "", name in OF_TEAMS)
    t = here.state.tournament
    wanted = WISHES[name](here)
    people = [one.name for one in (*t.players, *t.teams)] + list(strings(command_to_data(wanted)))
    try:
        cautions = here.desk.preview(here.stream, wanted, "ada").warnings
    except ConfirmationRequiredError as asked:
        cautions = asked.warnings
    except RuleError as error:
        yield error.text, people
        yield getattr(error, "instead", ""), people
        return
    except RookeryError as error:
        yield error.message, people
        return
    for one in cautions:
        yield one.text, people
        yield one.instead, people


def cells() -> Iterator[tuple[str, ...]]:
    """The whole table: a command, then its level in every phase, in FIDE mode and outside."""
    for name in sorted(WISHES):
        yield name, *(level(phase, mode, name) for mode in MODES for phase in PHASES)


# -- a wish of every kind ----------------------------------------------------------------------------------------------


def _last(here: Hall) -> int:
    return max(1, len(here.tournament.rounds))


def _pair(here: Hall, round: int | None = None) -> tuple[str, str]:
    """Two who meet in a round, White first; before round 1 the first two."""
    if not here.tournament.rounds:
        return here.key(1), here.key(2)
    number = len(here.tournament.rounds) if round is None else round
    one = here.tournament.rounds[number - 1].pairs[0]
    return here.key(one[0]), here.key(one[1])


def _boards(here: Hall) -> Boards:
    return Boards((KeyedGame(here.key(1), here.key(2)),))


def _booked(here: Hall) -> manual_round.BookRound:
    """The other result of a game, or before round 1 a first pair of it."""
    white, black = _pair(here)
    if not here.tournament.rounds:
        return manual_round.BookRound(1, (manual_round.RoundEntry("pair", white, black),), part=True)
    return manual_round.BookRound(
        _last(here), (manual_round.RoundEntry("result", white, black, Result.DRAW),), part=True
    )


def _equals(here: Hall) -> tuple[tuple[str, ...], ...]:
    """The first who share a rank, in the other order."""
    if not here.tournament.rounds or here.tournament.rounds[-1].pending:
        return ((here.key(1), here.key(2)),)
    rows = rookery.standings(here.tournament).rows
    pairs = [(one.id, other.id) for one, other in pairwise(rows) if one.rank == other.rank]
    return (tuple(here.key(one) for one in pairs[0][::-1]),)


def _match(here: Hall) -> results.ForfeitMatch:
    """The first match of the last round."""
    found = here.tournament.rounds[-1].matches[0] if here.tournament.rounds else None
    both = (here.key(found.white), here.key(found.black)) if found else (here.key(1), here.key(2))
    return results.ForfeitMatch(_last(here), *both, Result.WHITE_BY_FORFEIT)


def _line_up(here: Hall) -> teams.SetLineup:
    """The second and the third of a team, in a round that is open or to come."""
    team = here.tournament.teams[0]
    number = min(ROUNDS, len(here.tournament.rounds) + (not _open(here)))
    return teams.SetLineup(number, team.key, tuple(here.state.keys.player[one] for one in team.players[1:]))


def _open(here: Hall) -> bool:
    last = here.tournament.rounds[-1:]
    return any(round.pending or any(game.result is Result.PENDING for one in round.matches for game in one.games)
               for round in last)  # fmt: skip


WISHES: dict[str, Callable[[Hall], Command]] = {
    "bye.ask": lambda here: byes.AskBye(here.key(8), (ROUNDS,), ByeKind.HALF),
    "colour.draw": lambda here: rules.DrawColour(Colour.BLACK),
    "expulsion.lift": lambda here: byes.LiftExpulsion(here.key(8)),
    "half_byes.bar": lambda here: byes.BarHalfByes(here.key(8), True),
    "hand.close": lambda here: manual_pairing.ClosePhase(),
    "hand.fill": lambda here: manual_pairing.FillTable(),
    "hand.move": lambda here: manual_pairing.MoveSeats((here.key(1), here.key(2)), "together"),
    "hand.open": lambda here: manual_pairing.OpenPhase(_last(here)),
    "hand.set": lambda here: manual_pairing.SetBoards(_boards(here)),
    "hand.swap": lambda here: manual_pairing.Swap(*_pair(here)),
    "head.set": lambda here: lifecycle.SetHead({"city": "Hay"}),
    "lineup.set": _line_up,
    "lineups.set": lambda here: teams.SetLineups(_line_up(here).round, {_line_up(here).team: _line_up(here).keys}),
    "match.forfeit": _match,
    "mode.leave": lambda here: rules.LeaveMode("a friendly"),
    "numbers.draw": lambda here: numbers.DrawNumbers(),
    "numbers.exchange": lambda here: numbers.ExchangeNumbers(here.key(7), here.key(8)),
    "numbers.give": lambda here: numbers.GiveNumbers(),
    "numbers.regenerate": lambda here: numbers.RegenerateNumbers(),
    "numbers.set": lambda here: numbers.SetNumbers(tuple(here.key(n) for n in (1, 2, 3, 4, 5, 6, 8, 7))),
    "order.draw": lambda here: tie_resolution.DrawOrder(_last(here)),
    "order.set": lambda here: tie_resolution.SetOrder(_last(here), _equals(here)),
    "mates.allow": lambda here: pairing_constraints.AllowMates(),
    "mates.forbid": lambda here: pairing_constraints.ForbidMates(),
    "pair.allow": lambda here: pairing_constraints.AllowPair((here.key(1), here.key(2))),
    "pair.forbid": lambda here: pairing_constraints.ForbidPair((here.key(1), here.key(2))),
    "player.edit": lambda here: players.EditPlayer(here.key(8), {"club": "Hay"}),
    "player.expel": lambda here: byes.Expel(here.key(8), "a telephone"),
    "player.remove": lambda here: players.RemovePlayer(here.key(8)),
    "player.return": lambda here: byes.BringBack(here.key(8)),
    "player.withdraw": lambda here: byes.Withdraw(here.key(8)),
    "players.enter": lambda here: players.EnterPlayers((Facts("Zoe", 1500),)),
    "checkin.mark": lambda here: players.MarkCheckIn(here.tournament.next_round, (here.key(1),)),
    "point.mark": lambda here: restore_points.MarkPoint("here"),
    "points.adjust": lambda here: results.AdjustPoints((here.key(8),), -5, why="late"),
    "position.draw": lambda here: rounds.DrawPosition(1),
    "round.schedule": lambda here: rounds.ScheduleRound(3, PartialDate(2026, 11, 21), "14:30"),
    "prizes.set": lambda here: prizes.SetPrizes("1,300"),
    "ratings.correct": lambda here: numbers.CorrectRatings({here.key(8): 2500}),
    "ratings.method": lambda here: numbers.ChooseMethod("HBFN"),
    "remark.add": lambda here: lifecycle.AddRemark("the lights went out"),
    "report.correct": lambda here: results.CorrectReport(1, *_pair(here, 1), Result.DRAW),
    "result.enter": lambda here: results.EnterResult(_last(here), *_pair(here), Result.DRAW),
    "round.book": _booked,
    "round.pair": lambda here: rounds.PairRound(),
    "round.pair_again": lambda here: rounds.PairAgain(),
    "round.unpair": lambda here: rounds.UnpairRound(),
    "rules.set": lambda here: rules.SetRules({"rounds": ROUNDS + 1}),
    "seat.fix": lambda here: pairing_constraints.FixSeat(here.key(8), board=2),
    "seat.free": lambda here: pairing_constraints.FreeSeat(here.key(8)),
    "team.change": lambda here: teams.ChangeTeam(here.key(1), {"name": "Hay"}),
    "team.enter": lambda here: teams.EnterTeam("Hay", (Facts("Zoe", 1500),)),
    "team.join": lambda here: teams.JoinTeam(here.key(1), Facts("Zoe", 1500)),
    "team.remove": lambda here: teams.RemoveTeam(here.key(1)),
    "time.redo": lambda here: Redo(),
    "time.return": lambda here: Return(to=1),
    "time.undo": lambda here: Undo(),
    "tournament.archive": lambda here: lifecycle.ArchiveTournament(),
    "tournament.close": lambda here: lifecycle.CloseTournament(),
    "tournament.delete": lambda here: lifecycle.DeleteTournament(here.tournament.info.name),
    "tournament.restore": lambda here: lifecycle.RestoreTournament(),
    "tournament.import": lambda here: import_export.ImportTournament(Tournament()),
    "tournament.open": lambda here: lifecycle.OpenTournament("Again"),
    "tournament.reopen": lambda here: lifecycle.ReopenTournament(),
    "value.enter": lambda here: tie_resolution.EnterValue("OTHER_X", here.key(8), "2"),
}


def _open_phase(here: Hall) -> Command:
    """The last round while it is open, else the next one."""
    paired = len(here.tournament.rounds)
    return manual_pairing.OpenPhase(paired if paired and _open(here) else min(paired + 1, ROUNDS))


def _exchanged(here: Hall) -> Command:
    """The first two of the table exchange their colours."""
    phase = here.state.phase
    pairs = phase.boards.pairs if phase else ()
    return manual_pairing.MoveSeats(pairs[0] if pairs else (here.key(1), here.key(2)))


FIRST: dict[str, tuple[Callable[[Hall], Command], ...]] = {
    "expulsion.lift": (WISHES["player.expel"],),
    "hand.close": (_open_phase, lambda here: manual_pairing.FillTable(), _exchanged),
    "hand.fill": (_open_phase,),
    "hand.move": (_open_phase,),
    "hand.set": (_open_phase,),
    "numbers.regenerate": (lambda here: players.EditPlayer(here.key(8), {"title": "FM"}),),
    "mates.allow": (WISHES["mates.forbid"],),
    "pair.allow": (WISHES["pair.forbid"],),
    "player.return": (WISHES["player.withdraw"],),
    "seat.free": (WISHES["seat.fix"],),
    "time.redo": (WISHES["remark.add"], lambda here: Undo()),
}
"""What is done before a command that needs it."""
