"""Make random tournaments that are paired by the rules, with results by the expectation of the FIDE rating tables.

The same seed and options give the same file, byte for byte. Without --seed one is drawn, written into the name of the
tournament and printed. With --count, OUT is a folder, and the files are called SEED.trf.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rookery._record import replace
from rookery.cli import generator_options
from rookery.cli.console import Progress, say
from rookery.cli.errors import DONE, TOO_LARGE, CommandError
from rookery.cli.files import write_output
from rookery.cli.options import add_jobs, parse_positive
from rookery.cli.terminal import remark
from rookery.formatting import count
from rookery.model.validation import MOST_PLAYERS, MOST_TEAMS

if TYPE_CHECKING:
    import argparse

    from rookery.generator.settings import GeneratorSettings
    from rookery.model import Tournament

EXAMPLES = (
    "rookery generate -o open.trf --players 60 --rounds 7 --seed 1",
    "rookery generate -o many --count 20 --players 20 --rounds 5 --half-byes 1 --seed 1",
    "rookery generate -o teams.trf --system team --teams 10 --boards 4 --rounds 5 --seed 1",
    "rookery generate -o cup.trf --system knockout --players 13 --seed 1",
    "rookery generate -o league.trf --system double-round-robin --teams 6 --boards 4 --seed 1",
)

DIALECTS = ("trf26", "trf16", "trfx", "trfbx", "joint", "vega", "json")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="file or, with --count, folder; - prints")
    parser.add_argument("--seed", type=int, metavar="N", help="where chance begins; with --count the first of several")
    parser.add_argument(
        "--count", type=parse_positive, metavar="K", help="make so many tournaments, with seeds N, N+1, ..."
    )
    parser.add_argument("--to", choices=DIALECTS, help="format (default: trf26, or json when OUT ends so)")
    add_jobs(parser)
    generator_options.add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Generate one tournament, or many."""
    settings = generator_options.settings_from_options(args)
    seed = _draw_seed() if args.seed is None else args.seed
    _warn_of_lost_system(args.to, args.system)
    dialect = args.to or ("json" if args.output.lower().endswith(".json") and args.count is None else "trf26")
    _require_dialect_has_room(settings, dialect)
    if args.count is None:
        return _generate_one(settings, seed, args.output, dialect)
    if args.output == "-":
        raise CommandError("--count needs a folder to write to")
    folder = Path(args.output)
    folder.mkdir(parents=True, exist_ok=True)
    seeds = range(seed, seed + args.count)
    make = partial(_generate_file, settings=settings, folder=folder, dialect=dialect)
    unfinished = 0
    from rookery.simulation.executors import in_order

    with Progress(args.count, "tournaments") as progress:
        for complete in in_order(make, seeds, args.jobs):
            unfinished += not complete
            progress.step()
    say(f"{args.output}: {count(args.count, 'tournament')}, seeds {seed} to {seeds[-1]}")
    if unfinished:
        remark(f"{unfinished:,} of them end early: a round had no legal pairing")
    return DONE


def _warn_of_lost_system(dialect: str | None, system: str | None) -> None:
    """Warn if the dialect has no record for the system, so that the file would be taken for a Dutch one."""
    from rookery.formats.resolve import DEFAULT
    from rookery.trf.registry import VERSIONS, codes_of

    if dialect in VERSIONS and "192" not in codes_of(VERSIONS[dialect]) and system not in (None, DEFAULT.name):
        warning = f"{dialect} has no record for the system: to check such a file, say --system {system}"
        remark(warning)


def _require_dialect_has_room(settings: GeneratorSettings, dialect: str) -> None:
    """Raise CommandError for more participants than the format can number."""
    sizes = {"players": (settings.players or 0, MOST_PLAYERS), "teams": (settings.teams or 0, MOST_TEAMS)}
    for name, (number, limit) in sizes.items():
        if dialect != "json" and number > limit:
            message = f"TRF has room for {limit:,} {name}, not for {number:,}; JSON has no such limit: -o NAME.json"
            raise CommandError(message, TOO_LARGE)


def _generate_one(settings: GeneratorSettings, seed: int, output: str, dialect: str) -> int:
    import rookery

    tournament = rookery.generate(settings, seed)
    write_output(_dump_tournament(tournament, dialect), output)
    if output != "-":
        teams = f"{count(len(tournament.teams), 'team')}, " if tournament.team_event else ""
        field = f"{teams}{count(len(tournament.players), 'player')}"
        say(f"{output}: {field}, {count(len(tournament.rounds), 'round')}, seed {seed}")
    if not _is_complete(tournament, settings):
        stuck = tournament.next_round
        remark(f"round {stuck} has no legal pairing: the file ends with round {stuck - 1}")
    return DONE


def _dump_tournament(tournament: Tournament, dialect: str) -> bytes:
    """Return the file; where the type has no record, Baku acceleration is written as virtual points."""
    import rookery
    from rookery.history.acceleration import baku_records
    from rookery.regulations import parse_type_code

    if dialect in ("trfx", "trfbx") and parse_type_code(tournament.system).baku:
        tournament = replace(tournament, acceleration=baku_records(tournament))
    from rookery.files import file_format

    return rookery.dumps(tournament, file_format(dialect))


def _draw_seed() -> int:
    from random import SystemRandom

    return SystemRandom().randrange(2**31)


def _is_complete(tournament: Tournament, settings: GeneratorSettings) -> bool:
    return len(tournament.rounds) >= min(tournament.planned_rounds or 0, settings.play or 99)


def _generate_file(seed: int, settings: GeneratorSettings, folder: Path, dialect: str) -> bool:
    """Generate one of many, and return whether it could be played to the end."""
    import rookery

    tournament = rookery.generate(settings, seed)
    path, data = folder / f"{seed}.{'json' if dialect == 'json' else 'trf'}", _dump_tournament(tournament, dialect)
    if not path.is_file() or path.read_bytes() != data:  # the same again needs no older version beside it
        write_output(data, str(path))
    return _is_complete(tournament, settings)
