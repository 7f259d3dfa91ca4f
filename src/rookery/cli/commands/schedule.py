"""Print all rounds of an event whose pairings are known beforehand.

Round robins by the Berger tables (any number of players or teams, one cycle or
two) and Scheveningen matches. With a file, its system and its players; without
one, the table for so many players or boards.
"""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rookery._record import record, replace
from rookery.cli.console import print_heading, print_json, print_paragraph, say, terminal_width, width
from rookery.cli.errors import DONE, CommandError
from rookery.cli.files import load_sound, write_output
from rookery.cli.tables import data_table, print_csv, print_table
from rookery.cli.terminal import remark
from rookery.formats.resolve import handlers_for
from rookery.formatting import Column, Table, count, describe_system
from rookery.messages import join_list
from rookery.model import Player, Round, Tournament
from rookery.pairing.schedules.schedule import next_round, sides
from rookery.pairing.schedules.tables import (
    PUBLISHED,
    assign_numbers,
    draw_numbers,
    draw_varma_numbers,
    late_meetings,
    three_in_a_row,
)
from rookery.regulations import FORMATS, code_of, parse_type_code
from rookery.regulations.formats import ROUND_ROBIN, SCHEVENINGEN

if TYPE_CHECKING:
    from rookery.serialize import cli_types

EXAMPLES = (
    "rookery schedule --players 6",
    "rookery schedule --players 8 --system double-round-robin --no-reverse",
    "rookery schedule --boards 4",
    "rookery schedule --players 7 --format csv",
)


_SCHEDULED = [name for name, format in FORMATS.items() if format.predetermined]


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("file", metavar="FILE", nargs="?", help="a tournament in TRF or JSON; - is standard input")
    source.add_argument("--players", type=int, metavar="N", help="no file: the table for N players (or teams)")
    source.add_argument("--boards", type=int, metavar="N", help="no file: a Scheveningen match on N boards")
    parser.add_argument("--system", metavar="S", help=f"{', '.join(_SCHEDULED)}, or a TRF26 code (default: the file's)")
    parser.add_argument(
        "--reverse",
        action=argparse.BooleanOptionalAction,
        help="whether the last two rounds of the first of two cycles change places "
        "(default: where somebody would have three equal colours otherwise)",
    )
    parser.add_argument("--draw", choices=["lot", "varma"], help="draw the numbers first: by lot, or by Varma tables")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed draws the same numbers")
    parser.add_argument("--numbers", metavar="LIST", help="numbers by hand: the new ones of 1, 2, 3, ... (as 3,1,2)")
    parser.add_argument("--format", choices=["text", "json", "csv", "trf"], default="text", help="default: text")


@record(slots=False)
class Plan:
    """An event with all its rounds, the notes about it, and whether its players are only numbers."""

    tournament: Tournament
    rounds: tuple[Round, ...]
    notes: tuple[str, ...]
    bare: bool

    def label(self, number: int) -> str:
        """Return a participant for a narrow column."""
        if self.bare and self.scheveningen:
            for letter, side in zip("AB", sides(self.tournament), strict=True):
                if number in side:
                    return f"{letter}{side.index(number) + 1}"
        return str(number)

    def name(self, number: int) -> str:
        """Return a participant for a wide column."""
        names = {player.number: player.name for player in self.tournament.players}
        return names[number] if self.by_player else self.tournament.participants_by_number[number].name

    @property
    def scheveningen(self) -> bool:
        """Whether two sides meet."""
        return parse_type_code(self.tournament.system).format.sides

    @property
    def by_player(self) -> bool:
        """Whether boards are of players; those of a team round robin are of teams."""
        return self.scheveningen or not self.tournament.team_event

    def pairs(self, round: Round) -> tuple[tuple[int, int], ...]:
        """Return White and Black of every board."""
        if self.scheveningen and self.tournament.team_event:
            return tuple((game.white, game.black) for match in round.matches for game in match.games)
        return round.pairs


def run(args: argparse.Namespace) -> int:
    """Make the schedule and print it."""
    plan = _plan_from_arguments(args)
    if args.format == "trf":
        _print_trf(plan, args.reverse)
    elif args.format == "csv":
        _print_csv(plan)
    elif args.format == "json":
        print_json(plan_data(plan))
    else:
        _print_text(plan)
    if plan.notes and args.format in ("csv", "trf"):
        for note in plan.notes:
            remark(note)
    return DONE


# -- what is asked for -------------------------------------------------------------------------------------------------


def _plan_from_arguments(args: argparse.Namespace) -> Plan:
    bare = not args.file
    tournament = _build_numbered_tournament(args) if bare else load_sound(args.file).tournament
    tournament = _with_scheduled_system(tournament, args.system, "--system")
    if bare and (args.draw or args.numbers):
        raise CommandError("numbers are drawn for players with names: give a file")
    tournament, notes = _with_pairing_numbers(args, tournament)
    return _build_plan(tournament, args.reverse, notes, bare)


def plan_rounds(
    tournament: Tournament, system: str = "", reverse: bool | None = None, notes: Sequence[str] = ()
) -> Plan:
    """Return the schedule of a tournament, of another system if one is named.

    Raises:
        CommandError: The rounds of the system are not known beforehand.
    """
    return _build_plan(_with_scheduled_system(tournament, system, "system"), reverse, notes, bare=False)


def _with_scheduled_system(tournament: Tournament, system: str, option: str) -> Tournament:
    """Return the tournament with the system that is named, or its own; raise CommandError if that has no schedule."""
    if system:
        code = code_of(system.lower()).upper()
        if not parse_type_code(code).format.predetermined:
            raise CommandError(f"{option}: read {system!r}, expected one of {', '.join(_SCHEDULED)}")
        tournament = replace(tournament, system=code)
    if not parse_type_code(tournament.system).format.predetermined:
        name = describe_system(tournament.system).partition(" (")[0] or "tournament that names no system"
        raise CommandError(
            f"a {name} is paired round by round, with rookery pair: it has no schedule ({option} names another)"
        )
    return tournament


def _build_plan(tournament: Tournament, reverse: bool | None, notes: Sequence[str], bare: bool) -> Plan:
    make_schedule = handlers_for(tournament).schedule
    rounds = make_schedule(tournament, reverse) if make_schedule is not None else ()
    plan = Plan(tournament, rounds, (), bare)
    return replace(plan, notes=(*notes, *_arbiter_notes(plan, reverse)))


def _build_numbered_tournament(args: argparse.Namespace) -> Tournament:
    """Return an event whose players are only numbers."""
    if args.boards is not None:
        size = 2 * _require_in_range("--boards", args.boards, 1, 100)
    else:
        size = _require_in_range("--players", args.players, 2, 1000)
    system = (ROUND_ROBIN if args.boards is None else SCHEVENINGEN).code
    return Tournament(players=tuple(map(Player, range(1, size + 1))), system=system)


def _require_in_range(option: str, value: int, minimum: int, maximum: int) -> int:
    if not minimum <= value <= maximum:
        raise CommandError(f"{option}: read {value}, expected a number from {minimum} to {maximum}")
    return value


def _with_pairing_numbers(args: argparse.Namespace, tournament: Tournament) -> tuple[Tournament, list[str]]:
    """Return the event with numbers drawn or given, and how they were drawn."""
    if args.seed is not None and args.draw is None:
        raise CommandError("--seed goes with --draw")
    if args.numbers and args.draw:
        raise CommandError("numbers are given by hand or drawn, not both")
    if args.numbers:
        try:
            new_numbers = [int(word) for word in args.numbers.split(",")]
        except ValueError:
            raise CommandError(f"--numbers: read {args.numbers!r}, expected numbers as in 3,1,2") from None
        return assign_numbers(tournament, numbers_by_participant(tournament, new_numbers)), []
    if not args.draw:
        return tournament, []
    seed = secrets.randbelow(10**6) if args.seed is None else args.seed
    numbers = draw_by(args.draw, tournament, seed)
    numbered_tournament = assign_numbers(tournament, numbers)
    return numbered_tournament, [*draw_notes(args.draw, f"--seed {seed}", numbered_tournament)]


def numbers_by_participant(tournament: Tournament, new_numbers: Sequence[int]) -> dict[int, int]:
    """Return the new numbers of the participants, which are listed in their present order."""
    return dict(zip(tournament.participants_by_number, new_numbers, strict=False))


def draw_by(method: str, tournament: Tournament, seed: int) -> dict[int, int]:
    """Draw the numbers of the participants by lot or by the Varma tables."""
    if method == "lot":
        return draw_numbers(tournament, seed)
    if tournament.team_event:
        raise CommandError("the Varma tables keep players of a federation apart, and this is an event of teams")
    return draw_varma_numbers(tournament.players, seed)


def draw_notes(method: str, seed: str, numbered_tournament: Tournament) -> Iterator[str]:
    """Yield how the numbers were drawn, and which compatriots could not be kept apart."""
    yield f"Numbers drawn by {'Varma tables' if method == 'varma' else 'lot'}; {seed} draws the same again."
    if method == "varma":
        pairs = [f"{white}-{black} (round {number})" for number, white, black in late_meetings(numbered_tournament)]
        if pairs:
            yield f"Compatriots could not all be kept apart in the last three rounds: {join_list(pairs)}."


def _arbiter_notes(plan: Plan, reverse: bool | None) -> list[str]:
    """Return the notes for the arbiter."""
    notes = []
    in_row = sorted(three_in_a_row([plan.pairs(round) for round in plan.rounds]))
    if in_row:
        labels = join_list(plan.label(number) for number in in_row)
        hint = "" if reverse is None else f"; leave out --{'no-' * (not reverse)}reverse to avoid it"
        notes.append(f"{labels} {'has' if len(in_row) == 1 else 'have'} the same colour in three games running{hint}.")
    boards = len(plan.pairs(plan.rounds[0]))
    if plan.scheveningen and boards not in PUBLISHED:
        notes.append(
            f"There is no published table for {count(boards, 'board')} that we know of: this one carries on the pattern"
            " of the others. Everybody meets every opponent, with colours balanced and never three equal ones running."
        )
    return notes


# -- printing ----------------------------------------------------------------------------------------------------------


def _print_text(plan: Plan) -> None:
    event, system = plan.tournament, describe_system(plan.tournament.system)
    print_heading(
        system.partition(" (")[0].capitalize() if plan.bare else event.info.name or "Tournament without a name"
    )
    parts = [count(len(event.participants), "team" if event.team_event else "player")]
    parts += [count(len(plan.rounds), "round"), *([] if plan.bare else [system])]
    order = "White is named first" if plan.by_player else "The team with White on board 1 is named first"
    print_paragraph(f"{', '.join(parts)}. {order}.")
    say()
    print_table(_rounds_table(plan) if plan.bare else _boards_table(plan))
    for note in plan.notes:
        say()
        print_paragraph(note)


def _rounds_table(plan: Plan) -> Table:
    """Return a row for each round, or several if its boards need them."""
    cells = [[f"{plan.label(white)}-{plan.label(black)}" for white, black in plan.pairs(r)] for r in plan.rounds]
    wide = max(width(cell) for row in cells for cell in row)
    free = [join_list(plan.label(bye.player) for bye in round.byes) for round in plan.rounds]
    room = terminal_width() - len("Round  ") - (len("Free  ") if any(free) else 0)
    fit = max(1, (room + 2) // (wide + 2))
    rows = []
    for number, boards in enumerate(cells, 1):
        for start in range(0, len(boards), fit):
            line = "  ".join(f"{cell:<{wide}}" for cell in boards[start : start + fit]).rstrip()
            rows.append(("" if start else str(number), "" if start else free[number - 1], line))
    return Table((Column("Round", ">"), Column("Free", ">"), Column("Boards")), tuple(rows)).without_empty()


def _boards_table(plan: Plan) -> Table:
    """Return a row for each board."""
    rows = []
    for number, round in enumerate(plan.rounds, 1):
        lines = [(str(white), plan.name(white), str(black), plan.name(black)) for white, black in plan.pairs(round)]
        lines += [(str(bye.player), plan.name(bye.player), "", "free") for bye in round.byes]
        rows += [(str(number) if line is lines[0] else "", *line) for line in lines]
    titles = ("White", "Black") if plan.by_player else ("Team", "Opponent")
    names = [Column(title, least=14) for title in titles]
    return Table((Column("Round", ">"), Column("No", ">"), names[0], Column("No", ">"), names[1]), tuple(rows))


def plan_data(plan: Plan) -> dict[str, object]:
    """Return a schedule as JSON data."""
    from rookery.serialize.as_data import with_form

    event = plan.tournament

    def identify(number: int) -> int | str:
        return plan.label(number) if plan.bare and plan.scheveningen else number

    data: cli_types.ScheduleData = {
        "system": event.system,
        "participants": []
        if plan.bare
        else [{"id": participant.number, "name": participant.name} for participant in event.participants],
        "rounds": [
            {
                "round": number,
                "boards": [{"white": identify(white), "black": identify(black)} for white, black in plan.pairs(round)],
                "free": [identify(bye.player) for bye in round.byes],
            }
            for number, round in enumerate(plan.rounds, 1)
        ],
        "notes": list(plan.notes),
    }
    return with_form("schedule", data)


def _print_csv(plan: Plan) -> None:
    names = ("white_name", "black_name") if not plan.bare else ()
    rows = list[tuple[object, ...]]()
    for number, round in enumerate(plan.rounds, 1):
        for board, pair in enumerate(plan.pairs(round), 1):
            pair_names = map(plan.name, pair) if names else ()
            rows.append((number, board, *map(plan.label, pair), *pair_names))
        for bye in round.byes:
            rows.append((number, "free", plan.label(bye.player), "", *((plan.name(bye.player), "") if names else ())))
    print_csv(data_table(("round", "board", "white", "black", *names), rows))


def _print_trf(plan: Plan, reverse: bool | None) -> None:
    """Print the event with all its rounds paired, ready for `rookery enter`; rounds in the file stay."""
    import rookery

    event = replace(plan.tournament, planned_rounds=len(plan.rounds))
    if not event.rounds:
        event = replace(
            event,
            players=tuple(replace(entrant, points=0, rank=None) for entrant in event.players),
            teams=tuple(replace(entrant, match_points=0, game_points=0, rank=None) for entrant in event.teams),
        )
    while len(event.rounds) < len(plan.rounds):
        event = event.with_round(next_round(event, reverse=reverse))
    write_output(rookery.dumps(event), None)
