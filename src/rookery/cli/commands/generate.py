"""Make random tournaments that are paired by the rules, with results by the expectation of the FIDE rating tables.

The same seed and options give the same file, byte for byte. Without --seed one is drawn, written into the name of the
tournament and printed. With --count, OUT is a folder, and the files are called SEED.trf.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rookery.cli import generator_options
from rookery.cli.exits import DONE, TOO_LARGE, Refusal
from rookery.cli.files import deliver
from rookery.cli.hands import add_jobs, from_one
from rookery.cli.progress import Progress
from rookery.cli.render import say
from rookery.cli.streams import remark
from rookery.labels import count
from rookery.model.limits import MOST_PLAYERS, MOST_TEAMS
from rookery.typed import TYPE_CHECKING
from rookery.values import replace

if TYPE_CHECKING:
    import argparse

    from rookery.checking.settings import Settings
    from rookery.model import Tournament

EXAMPLES = (
    "rookery generate -o open.trf --players 60 --rounds 7 --seed 1",
    "rookery generate -o many --count 20 --players 20 --rounds 5 --half-byes 1 --seed 1",
    "rookery generate -o teams.trf --system team --teams 10 --boards 4 --rounds 5 --seed 1",
    "rookery generate -o cup.trf --system knockout --players 13 --seed 1",
    "rookery generate -o league.trf --system double-round-robin --teams 6 --boards 4 --seed 1",
)

DIALECTS = ("trf26", "trf16", "trfx", "trfbx", "joint", "json")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="file or, with --count, folder; - prints")
    parser.add_argument("--seed", type=int, metavar="N", help="where chance begins; with --count the first of several")
    parser.add_argument("--count", type=from_one, metavar="K", help="make so many tournaments, with seeds N, N+1, ...")
    parser.add_argument("--to", choices=DIALECTS, help="format (default: trf26, or json when OUT ends so)")
    add_jobs(parser)
    generator_options.add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Make one, or many."""
    wanted = generator_options.settings(args)
    seed = _drawn_seed() if args.seed is None else args.seed
    _warn_of_lost_system(args.to, args.system)
    dialect = args.to or ("json" if args.output.lower().endswith(".json") and args.count is None else "trf26")
    _must_have_room(wanted, dialect)
    if args.count is None:
        return _one(wanted, seed, args.output, dialect)
    if args.output == "-":
        raise Refusal("--count needs a folder to write to")
    folder = Path(args.output)
    folder.mkdir(parents=True, exist_ok=True)
    seeds = range(seed, seed + args.count)
    make = partial(_file, settings=wanted, folder=folder, dialect=dialect)
    short = 0
    from rookery.simulation.executors import in_order

    with Progress(args.count, "tournaments") as progress:
        for complete in in_order(make, seeds, args.jobs):
            short += not complete
            progress.step()
    say(f"{args.output}: {count(args.count, 'tournament')}, seeds {seed} to {seeds[-1]}")
    if short:
        remark(f"{short:,} of them end early: a round had no legal pairing")
    return DONE


def _warn_of_lost_system(dialect: str | None, system: str | None) -> None:
    """Some dialects have no record for the system, and such a file would be taken for a Dutch one."""
    from rookery.formats.catalogue import DEFAULT
    from rookery.trf.catalogue import VERSIONS, codes_of

    if dialect in VERSIONS and "192" not in codes_of(VERSIONS[dialect]) and system not in (None, DEFAULT.name):
        said = f"{dialect} has no record for the system: to check such a file, say --system {system}"
        remark(said)


def _must_have_room(settings: Settings, dialect: str) -> None:
    """Refuse a field that the format cannot number before a round of it is paired."""
    wanted = {"players": (settings.players or 0, MOST_PLAYERS), "teams": (settings.teams or 0, MOST_TEAMS)}
    for name, (number, most) in wanted.items():
        if dialect != "json" and number > most:
            said = f"TRF has room for {most:,} {name}, not for {number:,}; JSON has no such limit: -o NAME.json"
            raise Refusal(said, TOO_LARGE)


def _one(settings: Settings, seed: int, output: str, dialect: str) -> int:
    import rookery

    made = rookery.generate(settings, seed)
    deliver(_data(made, dialect), output)
    if output != "-":
        teams = f"{count(len(made.teams), 'team')}, " if made.team_event else ""
        field = f"{teams}{count(len(made.players), 'player')}"
        say(f"{output}: {field}, {count(len(made.rounds), 'round')}, seed {seed}")
    if not _complete(made, settings):
        stuck = made.next_round
        remark(f"round {stuck} has no legal pairing: the file ends with round {stuck - 1}")
    return DONE


def _data(made: Tournament, dialect: str) -> bytes:
    """The file; where the type of tournament has no place, Baku acceleration is written out as virtual points."""
    import rookery
    from rookery.acceleration import written_out
    from rookery.regulations import scheme

    if dialect in ("trfx", "trfbx") and scheme(made.system).baku:
        made = replace(made, acceleration=written_out(made))
    return rookery.dump(made, dialect)


def _drawn_seed() -> int:
    from random import SystemRandom

    return SystemRandom().randrange(2**31)


def _complete(made: Tournament, settings: Settings) -> bool:
    return len(made.rounds) >= min(made.planned or 0, settings.play or 99)


def _file(seed: int, settings: Settings, folder: Path, dialect: str) -> bool:
    """Make one of many; whether it could be played to the end."""
    import rookery

    made = rookery.generate(settings, seed)
    path, data = folder / f"{seed}.{'json' if dialect == 'json' else 'trf'}", _data(made, dialect)
    if not path.is_file() or path.read_bytes() != data:  # the same again needs no older version beside it
        deliver(data, str(path))
    return _complete(made, settings)
