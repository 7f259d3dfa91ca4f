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
    check_in,
    claims,
    import_export,
    lifecycle,
    manual_pairing,
    manual_round,
    numbers,
    pairing_constraints,
    players,
    privacy,
    prizes,
    publication,
    restore_points,
    results,
    rounds,
    rules,
    sections,
    teams,
    tie_resolution,
)
from rookery.tournaments.domain.restore_points import Redo, Return, Undo
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.keyed import Boards, Facts, KeyedGame
from rookery.tournaments.rules import Choices, TournamentRules
from rookery.tournaments.warning_table import REFUSED
from support.desks import FIELD, DeskTournament
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
def tournament_in_phase(phase: str, mode: str, first: str = "", teams: bool = False) -> DeskTournament:
    """The tournament in a phase, after what a command needs `first`, if that could be done; round 2 is the open one."""
    tournament = _start_tournament(teams)
    if mode == "outside":
        tournament.do(rules.LeaveMode("a friendly"), "leave-mode", "leave-mode!")
    for number in range(1, PAIRED[phase] + 1):
        tournament.do(rounds.PairRound(), everything=True)
        if number <= PLAYED[phase]:
            tournament.play(number)
    for wish in FIRST.get(first, ()):
        with suppress(RookeryError):
            tournament.do(wish(tournament), everything=True)
    if phase == "closed":
        try:
            tournament.do(lifecycle.CloseTournament())
        except RookeryError:  # what it needs stands in the way
            return tournament_in_phase(phase, mode)
    return tournament


def _start_tournament(of_teams: bool) -> DeskTournament:
    tournament, ranking = DeskTournament(), ("PTS", "BH", "OTHER_X")
    if of_teams:
        tournament.do(
            lifecycle.OpenTournament(
                "Cup", TournamentRules(system="FIDE_TEAM", rounds=ROUNDS, board_colours="WB"), True, "seed"
            )
        )
        for name in ("Quay", "Salt", "Marsh", "Fen"):
            tournament.do(
                teams.EnterTeam(name, tuple(Facts(f"{name} {number}", 2000 - 100 * number) for number in range(1, 4)))
            )
        return tournament
    laws = TournamentRules(system="dutch", rounds=ROUNDS, ranking=ranking, choices=Choices(chess960=True))
    tournament.do(lifecycle.OpenTournament("Tea Party", laws, lots="seed"))
    tournament.do(players.EnterPlayers(EQUALS))
    return tournament


def level(phase: str, mode: str, name: str) -> str:
    """What the desk says to a command there: the highest level of its warnings, 5 where it is refused."""
    event = tournament_in_phase(phase, mode, name if name in FIRST else "", name in OF_TEAMS)
    try:
        outcome = event.desk.preview(event.stream, WISHES[name](event), "ada")
    except ConfirmationRequiredError as error:
        return str(max(warning.level for warning in error.warnings))
    except RookeryError:
        return str(REFUSED)
    return str(max((warning.level for warning in outcome.warnings), default=0))


def answers(phase: str, mode: str, name: str) -> Iterator[tuple[str, list[str]]]:
    """Everything that the desk says to a command there, and who is named in it."""
    event = tournament_in_phase(phase, mode, name if name in FIRST else "", name in OF_TEAMS)
    t = event.state.tournament
    wanted = WISHES[name](event)
    people = [participant.name for participant in (*t.players, *t.teams)] + list(strings(command_to_data(wanted)))
    try:
        cautions = event.desk.preview(event.stream, wanted, "ada").warnings
    except ConfirmationRequiredError as confirmation:
        cautions = confirmation.warnings
    except RuleError as error:
        yield error.text, people
        yield getattr(error, "instead", ""), people
        return
    except RookeryError as error:
        yield error.message, people
        return
    for warning in cautions:
        yield warning.text, people
        yield warning.instead, people


def cells() -> Iterator[tuple[str, ...]]:
    """The whole table: a command, then its level in every phase, in FIDE mode and outside."""
    for name in sorted(WISHES):
        yield name, *(level(phase, mode, name) for mode in MODES for phase in PHASES)


# -- a wish of every kind ----------------------------------------------------------------------------------------------


def _last(event: DeskTournament) -> int:
    return max(1, len(event.tournament.rounds))


def _pair(event: DeskTournament, round: int | None = None) -> tuple[str, str]:
    """Two who meet in a round, White first; before round 1 the first two."""
    if not event.tournament.rounds:
        return event.key(1), event.key(2)
    number = len(event.tournament.rounds) if round is None else round
    pair = event.tournament.rounds[number - 1].pairs[0]
    return event.key(pair[0]), event.key(pair[1])


def _boards(event: DeskTournament) -> Boards:
    return Boards((KeyedGame(event.key(1), event.key(2)),))


def _book_round(event: DeskTournament) -> manual_round.BookRound:
    """The other result of a game, or before round 1 a first pair of it."""
    white, black = _pair(event)
    if not event.tournament.rounds:
        return manual_round.BookRound(1, (manual_round.RoundEntry("pair", white, black),), part=True)
    return manual_round.BookRound(
        _last(event), (manual_round.RoundEntry("result", white, black, Result.DRAW),), part=True
    )


def _equals(event: DeskTournament) -> tuple[tuple[str, ...], ...]:
    """The first who share a rank, in the other order."""
    if not event.tournament.rounds or event.tournament.rounds[-1].pending:
        return ((event.key(1), event.key(2)),)
    rows = rookery.standings(event.tournament).rows
    pairs = [(row.id, other.id) for row, other in pairwise(rows) if row.rank == other.rank]
    return (tuple(event.key(number) for number in pairs[0][::-1]),)


def _match(event: DeskTournament) -> results.ForfeitMatch:
    """The first match of the last round."""
    match = event.tournament.rounds[-1].matches[0] if event.tournament.rounds else None
    both = (event.key(match.white), event.key(match.black)) if match else (event.key(1), event.key(2))
    return results.ForfeitMatch(_last(event), *both, Result.WHITE_BY_FORFEIT)


def _line_up(event: DeskTournament) -> teams.SetLineup:
    """The second and the third of a team, in a round that is open or to come."""
    team = event.tournament.teams[0]
    number = min(ROUNDS, len(event.tournament.rounds) + (not _open(event)))
    return teams.SetLineup(number, team.key, tuple(event.state.keys.player[player] for player in team.players[1:]))


def _open(event: DeskTournament) -> bool:
    last = event.tournament.rounds[-1:]
    return any(round.pending or any(game.result is Result.PENDING for match in round.matches for game in match.games)
               for round in last)  # fmt: skip


WISHES: dict[str, Callable[[DeskTournament], Command]] = {
    "bye.ask": lambda event: byes.AskBye(event.key(8), (ROUNDS,), ByeKind.HALF),
    "colour.draw": lambda event: rules.DrawColour(Colour.BLACK),
    "event.dissolve": lambda event: sections.DissolveEvent(),
    "event.open": lambda event: sections.OpenEvent("Festival"),
    "event.set": lambda event: sections.SetEvent({"city": "Hay"}),
    "expulsion.lift": lambda event: byes.LiftExpulsion(event.key(8)),
    "half_byes.bar": lambda event: byes.BarHalfByes(event.key(8), True),
    "hand.close": lambda event: manual_pairing.ClosePhase(),
    "hand.fill": lambda event: manual_pairing.FillTable(),
    "hand.move": lambda event: manual_pairing.MoveSeats((event.key(1), event.key(2)), "together"),
    "hand.open": lambda event: manual_pairing.OpenPhase(_last(event)),
    "hand.set": lambda event: manual_pairing.SetBoards(_boards(event)),
    "hand.swap": lambda event: manual_pairing.Swap(*_pair(event)),
    "head.set": lambda event: lifecycle.SetHead({"city": "Hay"}),
    "lineup.set": _line_up,
    "lineups.set": lambda event: teams.SetLineups(_line_up(event).round, {_line_up(event).team: _line_up(event).keys}),
    "match.forfeit": _match,
    "mode.leave": lambda event: rules.LeaveMode("a friendly"),
    "numbers.draw": lambda event: numbers.DrawNumbers(),
    "numbers.exchange": lambda event: numbers.ExchangeNumbers(event.key(7), event.key(8)),
    "numbers.give": lambda event: numbers.GiveNumbers(),
    "numbers.regenerate": lambda event: numbers.RegenerateNumbers(),
    "numbers.set": lambda event: numbers.SetNumbers(tuple(event.key(n) for n in (1, 2, 3, 4, 5, 6, 8, 7))),
    "order.draw": lambda event: tie_resolution.DrawOrder(_last(event)),
    "order.set": lambda event: tie_resolution.SetOrder(_last(event), _equals(event)),
    "mates.allow": lambda event: pairing_constraints.AllowMates(),
    "mates.forbid": lambda event: pairing_constraints.ForbidMates(),
    "pair.allow": lambda event: pairing_constraints.AllowPair((event.key(1), event.key(2))),
    "pair.forbid": lambda event: pairing_constraints.ForbidPair((event.key(1), event.key(2))),
    "details.erase": lambda event: privacy.EraseDetails(),
    "person.erase": lambda event: privacy.ErasePerson(event.key(8)),
    "player.edit": lambda event: players.EditPlayer(event.key(8), {"club": "Hay"}),
    "player.expel": lambda event: byes.Expel(event.key(8), "a telephone"),
    "player.remove": lambda event: players.RemovePlayer(event.key(8)),
    "player.return": lambda event: byes.BringBack(event.key(8)),
    "player.withdraw": lambda event: byes.Withdraw(event.key(8)),
    "players.enter": lambda event: players.EnterPlayers((Facts("Zoe", 1500),)),
    "checkin.mark": lambda event: check_in.MarkCheckIn(event.tournament.next_round, (event.key(1),)),
    "checkin.open": lambda event: check_in.OpenCheckIn(event.tournament.next_round, "13:45"),
    "checkin.close": lambda event: check_in.CloseCheckIn(event.tournament.next_round),
    "checkin.schedule": lambda event: check_in.ScheduleCheckIn(45, 5, "kiosk"),
    "checkin.self": lambda event: check_in.CheckInPlayer(event.tournament.next_round, event.key(1)),
    "point.mark": lambda event: restore_points.MarkPoint("here"),
    "points.adjust": lambda event: results.AdjustPoints((event.key(8),), -5, why="late"),
    "position.draw": lambda event: rounds.DrawPosition(1),
    "round.publish": lambda event: publication.PublishRound(_last(event)),
    "round.schedule": lambda event: rounds.ScheduleRound(3, PartialDate(2026, 11, 21), "14:30"),
    "prizes.set": lambda event: prizes.SetPrizes("1,300"),
    "publication.set": lambda event: publication.SetPublication({"test": True}),
    "ratings.correct": lambda event: numbers.CorrectRatings({event.key(8): 2500}),
    "ratings.method": lambda event: numbers.ChooseMethod("HBFN"),
    "remark.add": lambda event: lifecycle.AddRemark("the lights went out"),
    "report.correct": lambda event: results.CorrectReport(1, *_pair(event, 1), Result.DRAW),
    "claim.settle": lambda event: claims.SettleClaim(_last(event), *_pair(event), Result.DRAW),
    "claims.set": lambda event: claims.SetClaims("count"),
    "result.claim": lambda event: claims.ClaimResult(_last(event), *_pair(event), Result.DRAW, "white"),
    "result.enter": lambda event: results.EnterResult(_last(event), *_pair(event), Result.DRAW),
    "round.book": _book_round,
    "round.hide": lambda event: publication.HideRound(_last(event)),
    "round.pair": lambda event: rounds.PairRound(),
    "round.pair_again": lambda event: rounds.PairAgain(),
    "round.unpair": lambda event: rounds.UnpairRound(),
    "rules.set": lambda event: rules.SetRules({"rounds": ROUNDS + 1}),
    "seat.fix": lambda event: pairing_constraints.FixSeat(event.key(8), board=2),
    "seat.free": lambda event: pairing_constraints.FreeSeat(event.key(8)),
    "section.add": lambda event: sections.AddSection("other"),
    "section.boards": lambda event: sections.NumberSections({}),
    "section.order": lambda event: sections.OrderSections(()),
    "section.remove": lambda event: sections.RemoveSection("other"),
    "team.change": lambda event: teams.ChangeTeam(event.key(1), {"name": "Hay"}),
    "team.enter": lambda event: teams.EnterTeam("Hay", (Facts("Zoe", 1500),)),
    "team.join": lambda event: teams.JoinTeam(event.key(1), Facts("Zoe", 1500)),
    "team.remove": lambda event: teams.RemoveTeam(event.key(1)),
    "time.redo": lambda event: Redo(),
    "time.return": lambda event: Return(to=1),
    "time.undo": lambda event: Undo(),
    "tournament.archive": lambda event: lifecycle.ArchiveTournament(),
    "tournament.close": lambda event: lifecycle.CloseTournament(),
    "tournament.delete": lambda event: lifecycle.DeleteTournament(event.tournament.info.name),
    "tournament.restore": lambda event: lifecycle.RestoreTournament(),
    "tournament.import": lambda event: import_export.ImportTournament(Tournament()),
    "tournament.open": lambda event: lifecycle.OpenTournament("Again"),
    "tournament.reopen": lambda event: lifecycle.ReopenTournament(),
    "value.enter": lambda event: tie_resolution.EnterValue("OTHER_X", event.key(8), "2"),
}


def _open_phase(event: DeskTournament) -> Command:
    """The last round while it is open, else the next one."""
    paired = len(event.tournament.rounds)
    return manual_pairing.OpenPhase(paired if paired and _open(event) else min(paired + 1, ROUNDS))


def _exchange_players(event: DeskTournament) -> Command:
    """The first two of the table exchange their colours."""
    phase = event.state.phase
    pairs = phase.boards.pairs if phase else ()
    return manual_pairing.MoveSeats(pairs[0] if pairs else (event.key(1), event.key(2)))


FIRST: dict[str, tuple[Callable[[DeskTournament], Command], ...]] = {
    "details.erase": (lambda event: players.EditPlayer(event.key(8), {"birth": "1999-04-01"}),),
    "checkin.close": (WISHES["checkin.open"],),
    "checkin.self": (WISHES["checkin.open"],),
    "expulsion.lift": (WISHES["player.expel"],),
    "hand.close": (_open_phase, lambda event: manual_pairing.FillTable(), _exchange_players),
    "hand.fill": (_open_phase,),
    "hand.move": (_open_phase,),
    "hand.set": (_open_phase,),
    "numbers.regenerate": (lambda event: players.EditPlayer(event.key(8), {"title": "FM"}),),
    "mates.allow": (WISHES["mates.forbid"],),
    "pair.allow": (WISHES["pair.forbid"],),
    "player.return": (WISHES["player.withdraw"],),
    "round.hide": (WISHES["round.publish"],),
    "seat.free": (WISHES["seat.fix"],),
    "time.redo": (WISHES["remark.add"], lambda event: Undo()),
}
"""What is done before a command that needs it."""
