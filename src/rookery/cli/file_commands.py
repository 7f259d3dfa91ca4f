"""The commands that apply one command of a tournament to a file: their arguments in a table, their words from the log.

Each row says what `rookery COMMAND --help` prints, which arguments there are, and which command of
`rookery.tournaments` they stand for. The command decides, warns and refuses; what it did is told as in its log.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NamedTuple

from rookery.cli import registry
from rookery.cli.errors import DONE, CommandError
from rookery.cli.file_service import FileChange, add_change_options, change_and_report
from rookery.cli.round_entry import find_participant, participant_key, player_key, player_or_team_key
from rookery.formatting import participant_label
from rookery.history.late_entries import LAST_CORRECTION
from rookery.model import ByeKind, Colour, Match, Result
from rookery.model.validation import whole
from rookery.tournaments.command import Command
from rookery.tournaments.domain.byes import AskBye, Withdraw
from rookery.tournaments.domain.manual_pairing import Swap
from rookery.tournaments.domain.numbers import CorrectRatings
from rookery.tournaments.domain.pairing_constraints import AllowPair, FixSeat, ForbidPair, FreeSeat
from rookery.tournaments.domain.players import RemovePlayer
from rookery.tournaments.domain.rounds import UnpairRound
from rookery.tournaments.domain.teams import RemoveTeam, SetLineup
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.state import State


class Argument(NamedTuple):
    """An argument: its name, and the keyword arguments of `ArgumentParser.add_argument`."""

    name: str
    settings: dict[str, Any]


class FileCommand(NamedTuple):
    """A command that changes a file.

    `build` makes the command of the tournament from the arguments and the state. `notes` adds to the words of the log
    what follows for the arbiter. `absences` are those, (round, player), that the file shall state.
    """

    about: str
    examples: tuple[str, ...]
    arguments: tuple[Argument, ...]
    build: Callable[[Namespace, State], Command]
    notes: Callable[[Namespace, FileChange], Iterable[str]] = lambda args, change: ()
    absences: Callable[[Namespace, State], Iterable[tuple[int, int]]] | None = None

    def command(self) -> registry.Command:
        """Return the row as a command."""
        return registry.Command(self.about, self.examples, self._configure, self._run)

    def _configure(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the tournament to change")
        for name, settings in self.arguments:
            parser.add_argument(name, **settings)
        add_change_options(parser)

    def _run(self, args: Namespace) -> int:
        absences = self.absences
        change_and_report(
            args,
            lambda state: self.build(args, state),
            notes=lambda change: self.notes(args, change),
            absences=None if absences is None else lambda state: absences(args, state),
        )
        return DONE


def _build_argument(name: str, help_text: str, **settings: Any) -> Argument:
    return Argument(name, {**settings, "help": help_text})


# -- commands with more to them than their arguments -------------------------------------------------------------------

_BYE_KINDS = {"half": ByeKind.HALF, "full": ByeKind.FULL, "zero": ByeKind.ZERO, "none": None}


def _zero_point_absences(args: Namespace, state: State) -> list[tuple[int, int]]:
    number = state.number(participant_key(state, args.player))
    return [(round_number, number) for round_number in args.round if _BYE_KINDS[args.kind] is ByeKind.ZERO]


def _build_rating_correction(args: Namespace, state: State) -> CorrectRatings:
    return CorrectRatings({player_key(state, name): rating for name, rating in map(_parse_rating, args.ratings)})


def _parse_rating(text: str) -> tuple[str, int | None]:
    """Parse `12=2105`: a number or a name, and a rating."""
    name, _, rating = text.rpartition("=")
    value = whole(rating)
    if not name.strip() or not (rating.lower() == "none" or 0 < (value or 0) < 4000):
        raise CommandError(
            f"{text}: expected a pairing number or a name and a rating between 1 and 3999, as in 12=2105"
        )
    return name.strip(), value


def _correction_notes(args: Namespace, change: FileChange) -> Iterator[str]:
    old, new = change.old, change.new
    if not old.team_event and len(old.rounds) >= LAST_CORRECTION:
        yield f"All numbers stay: round {LAST_CORRECTION} has been paired (C.04.2 2.3)."
    if new.acceleration and not old.acceleration:
        last = participant_label(new.participants_by_number[new.acceleration[-1].last])
        yield f"Group A of the acceleration goes down to {last}, as before round 1: written as records 250."


def _build_line_up(args: Namespace, state: State) -> SetLineup:
    if not state.tournament.team_event:
        raise CommandRejectedError("this is not a team event")
    if args.round > len(state.tournament.rounds):
        instead = f"rookery pair {args.file} -o {args.file} pairs it, and then rookery line-up says who sits where"
        raise CommandRejectedError(
            f"round {args.round} is not paired yet, and a file keeps no line-ups", instead=instead
        )
    keys = tuple("" if text == "-" else player_key(state, text) for text in args.players)
    return SetLineup(args.round, participant_key(state, args.team), keys)


def _build_removal(args: Namespace, state: State) -> RemoveTeam | RemovePlayer:
    key = player_or_team_key(state, args.who)
    return RemoveTeam(key) if key in state.keys.teams else RemovePlayer(key)


def _fix_or_free_seat(args: Namespace, state: State) -> FixSeat | FreeSeat:
    if args.free == (args.board is not None or args.colour is not None):
        raise CommandError("say what is kept, --board N or --colour white or black, or that nothing is, --free")
    key = participant_key(state, args.player)
    if args.free:
        return FreeSeat(key, args.first)
    return FixSeat(key, args.board, None if args.colour is None else Colour[args.colour.upper()], args.first)


def _build_swap(args: Namespace, state: State) -> Swap:
    text = " ".join(args.who)
    pair = re.fullmatch(r"(\d+)\s*[-:]\s*(\d+)|(.+?)\s+[-:]\s+(.+)", args.who[0]) if len(args.who) == 1 else None
    if pair is None and len(args.who) != 2:
        raise CommandError(f"{text}: expected 3-7 (two who meet, for their colours) or 3 8 (for their partners)")
    first, second = args.who if pair is None else (pair[1] or pair[3], pair[2] or pair[4])
    kind: Literal["colours", "places"] = "places" if pair is None else "colours"
    return Swap(participant_key(state, first), participant_key(state, second), kind, args.round)


def _missing_results(args: Namespace, change: FileChange) -> Iterator[str]:
    """Yield the games and matches of a withdrawn participant that have no result yet."""
    number = find_participant(change.old, args.player).number
    for round in change.old.rounds:
        if change.old.team_event:
            for match in round.matches:
                if number in (match.white, match.black) and _is_open(match):
                    yield f"The match {match.white}-{match.black} still needs its results."
        else:
            for game in (*round.pending, *round.adjourned):
                if number in (game.white, game.black):
                    yield f"The game {game.white}-{game.black} still needs its result."


def _is_open(match: Match) -> bool:
    return match.forfeit is None and any(game.result in (Result.PENDING, Result.ADJOURNED) for game in match.games)


# -- the table ---------------------------------------------------------------------------------------------------------

_PLAYER = _build_argument("player", "pairing number or name of the player (or team)", metavar="ID")
_LAST_ROUND = _build_argument("round", "the round, which must be the last one paired", type=int, metavar="ROUND")

FILE_COMMANDS: dict[str, FileCommand] = {
    "remove": FileCommand(
        """Take a player off the list, before round 1 is paired; the others close up.

In a team event ID is a player of a roster, and t3 team 3 with all its players.
Once round 1 has been paired nobody is removed: rookery withdraw FILE ID takes a
player out of the rounds that are left.""",
        (
            "rookery new club.trf --players examples/players.csv --rounds 5 && rookery remove club.trf Linnet",
            "rookery remove club.trf 3 --dry-run",
        ),
        (_build_argument("who", "number or name of the player; t3 is team 3", metavar="ID"),),
        _build_removal,
    ),
    "forbid": FileCommand(
        """Keep players (or teams) apart: no two of those named meet, in all rounds or in some.

That is laid down before round 1 is paired; later it is refused while the event
is in FIDE mode (C.04.2 article 1.3). rookery allow FILE ID ID takes it back.""",
        (
            "rookery new club.trf --players examples/players.csv --rounds 5 && rookery forbid club.trf Rook Dipper",
            "rookery forbid club.trf 3 5 7 --to 2 --dry-run",
        ),
        (
            _build_argument("who", "two or more, by number or by name", nargs="+", metavar="ID"),
            _build_argument("--from", "from this round (default: 1)", dest="first", type=int, default=1, metavar="N"),
            _build_argument("--to", "up to this round (default: the last)", dest="last", type=int, metavar="N"),
        ),
        lambda args, state: ForbidPair(tuple(participant_key(state, name) for name in args.who), args.first, args.last),
    ),
    "allow": FileCommand(
        """Let players (or teams) meet again who were kept apart by rookery forbid.

Name all of a group: of one with three, no two can be let out of it. After round
1 is paired it is refused while the event is in FIDE mode (C.04.2 article 1.3).""",
        (
            "rookery new club.trf --players examples/players.csv --rounds 5 && rookery forbid club.trf 1 2"
            " && rookery allow club.trf 1 2",
        ),
        (_build_argument("who", "all who were kept apart, by number or by name", nargs="+", metavar="ID"),),
        lambda args, state: AllowPair(tuple(participant_key(state, name) for name in args.who)),
    ),
    "swap": FileCommand(
        """Exchange colours or partners in the last round.

  3-7         3 and 7, who meet, exchange their colours; "Rook - Dipper" by names
  3 8         3 and 8, who do not meet, exchange their partners

Whoever has another partner then has no result yet; with other colours it stays.
A pairing that is not by the rules asks first, for it must have a reason that
can be given in public, and the file says so in a line of remarks (C.04.2 1.1).""",
        (
            "rookery swap examples/swiss.trf 3 1-2 --dry-run",
            "rookery swap examples/swiss.trf 3 4 7 --yes 'by-hand!' --yes rematch --yes results-lost",
        ),
        (
            _LAST_ROUND,
            _build_argument("who", "3-7 for colours, 3 8 for partners; numbers or names", nargs="+", metavar="ID"),
        ),
        _build_swap,
    ),
    "unpair": FileCommand(
        """Take the last round back, so that it can be paired anew; byes that were asked for stay asked for.

A round that has results asks first: they are lost with it (rookery undo brings
them back). A round before the last is never taken back alone.""",
        (
            "rookery pair examples/swiss.trf -o examples/swiss.trf && rookery unpair examples/swiss.trf",
            "rookery unpair examples/swiss.trf --dry-run",
        ),
        (),
        lambda args, state: UnpairRound(),
    ),
    "line-up": FileCommand(
        """Say who sits at the boards of a team in the last round, in the order of the boards.

  rookery line-up FILE 3 Quayside 5 6 - 9

A dash is a board at which the team has nobody: it stays vacant, and the
opponent wins there by forfeit. The round must be paired, and a board that has a
result stays as it is: enter who really played with its result. Without players
it is the order of the list again. A file keeps no line-ups of rounds to come.""",
        (
            "rookery pair examples/team-swiss.trf -o examples/team-swiss.trf"
            " && rookery line-up examples/team-swiss.trf 4 Heronsgate 8 1 15 22 --yes line-up",
            "rookery line-up examples/team-swiss.trf 4 Heronsgate 1 - 15 22 --dry-run",
            "rookery line-up examples/team-swiss.trf 4 Heronsgate --dry-run",
        ),
        (
            _LAST_ROUND,
            _build_argument("team", "number or name of the team", metavar="TEAM"),
            _build_argument(
                "players", "its players, board by board, by number or by name; - for nobody", nargs="*", metavar="ID"
            ),
        ),
        _build_line_up,
    ),
    "correct": FileCommand(
        """Correct ratings, and move the players to the places that these give.

Until round 4 has been paired a corrected rating changes pairing numbers (C.04.2 article 2.3); afterwards, and in team
events, numbers stay. Rounds already paired stay as they are. In an event with Baku acceleration group A goes on down
to the same player as before round 1 (C.04.7): where the numbers alone would not tell, it is written into the file.""",
        (
            "rookery correct examples/swiss.trf 3=2105 --dry-run",
            "rookery correct examples/swiss.trf 3=2105 10=none --yes numbers",
        ),
        (
            _build_argument(
                "ratings", "pairing number or name, and rating; none: unrated", nargs="+", metavar="ID=RATING"
            ),
        ),
        _build_rating_correction,
        _correction_notes,
    ),
    "bye": FileCommand(
        """Give a player a bye in a round: half, full, or zero (absent); none takes it back.

For a round that is not paired yet the bye is written down and respected when
the round is paired; in a round already paired it takes effect at once. The
pairing-allocated bye belongs to the pairing: rookery enter FILE ROUND 5=bye""",
        (
            "rookery bye examples/swiss.trf 5 half --round 5 --yes second-half-bye",
            "rookery bye examples/swiss.trf 5 zero --round 6 7 --dry-run",
        ),
        (
            _PLAYER,
            _build_argument("kind", "half, full, zero or none", choices=list(_BYE_KINDS), metavar="KIND"),
            _build_argument("--round", "the round, or several", type=int, nargs="+", required=True, metavar="N"),
        ),
        lambda args, state: AskBye(participant_key(state, args.player), tuple(args.round), _BYE_KINDS[args.kind]),
        absences=_zero_point_absences,
    ),
    "withdraw": FileCommand(
        """Take a player out of the remaining rounds.

From the next round (or --from N) to the last the player gets a zero-point bye
and is not paired, also where nobody has said how many rounds there will be.
Rounds already paired stay as they are.
rookery bye FILE ID none --round N ... brings the player back.""",
        (
            "rookery withdraw examples/swiss.trf 10",
            "rookery withdraw examples/swiss.trf 10 --from 6 --dry-run",
        ),
        (
            _PLAYER,
            _build_argument("--from", "first round missed (default: the next)", dest="first", type=int, metavar="N"),
        ),
        lambda args, state: Withdraw(participant_key(state, args.player), args.first),
        _missing_results,
    ),
    "seat": FileCommand(
        """Let a player keep a board, a colour or both: one who cannot move, or needs it for another reason.

From the next round (or --from N) on the player's game is at that board, and
the others fill the boards before and after it. Who meets whom does not change.
A colour is given as asked, whatever the rules of colours say: that is not by
FIDE's rules, and rookery validate --fide says so. --free ends both.""",
        (
            "rookery seat examples/swiss.trf 10 --board 1",
            "rookery seat examples/swiss.trf 10 --board 3 --from 6 --dry-run",
        ),
        (
            _PLAYER,
            _build_argument("--board", "the board (or table of a team) that is kept", type=int, metavar="N"),
            _build_argument(
                "--colour", "the colour kept, outside FIDE mode; of a team on board 1", choices=["white", "black"]
            ),
            _build_argument("--free", "keep neither any more", action="store_true"),
            _build_argument("--from", "the first round (default: the next)", dest="first", type=int, metavar="N"),
        ),
        _fix_or_free_seat,
    ),
}
