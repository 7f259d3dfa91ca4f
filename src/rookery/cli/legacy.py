"""The grammar of bbpPairings and JaVaFo, for programs that call one of them: same words, same output, same exit codes.

    rookery [-r] [--dutch] IN -c [-l [LIST]]
    rookery [-r] [--dutch] IN -p [OUT] [-l [LIST]]
    rookery [-r] [--dutch] (MODEL -g | -g [CFG]) -o OUT [-s SEED] [-l [LIST]]
    rookery -r

Rules of this file: it is started once for every round of somebody else's tournament, so it imports nothing that it can
do without, neither argparse nor rich.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from rookery.cli import exits
from rookery.cli.streams import remark
from rookery.model.limits import whole
from rookery.regulations.catalogue import FORMATS
from rookery.typed import TYPE_CHECKING
from rookery.values import Value

if TYPE_CHECKING:
    from rookery.checking.report import Difference, RoundReport
    from rookery.checking.settings import Settings
    from rookery.history import History
    from rookery.model import Tournament

FLAGS = tuple(f"--{name}" for name, format in FORMATS.items() if format.legacy)
USAGE = (
    "[-r] [--SYSTEM] IN (-c | -p [OUT]) [-l [LIST]], or"
    " [-r] [--SYSTEM] (MODEL -g | -g [CFG]) -o OUT [-s SEED] [-l [LIST]]"
)


class Request(Value):
    """What was asked: to (c)heck, (p)air or (g)enerate, with which files."""

    verb: str = ""
    system: str | None = None
    source: str | None = None
    model: bool = False
    output: str | None = None
    seed: int | None = None
    listing: bool = False
    list_name: str | None = None
    release: bool = False


def run(words: Sequence[str]) -> int:
    """Do what the words say."""
    request = parsed(words)
    if request.release:
        print(_release())
    if not request.verb:
        return exits.DONE
    return {"p": _pair, "c": _check, "g": _generate}[request.verb](request)


def _release() -> str:
    from rookery._version import __version__

    return f"Rookery {__version__} (FIDE Swiss rules of February 2026)"


# -- the words


def parsed(words: Sequence[str]) -> Request:
    """The request in some words.

    >>> parsed(["--dutch", "open.trf", "-p", "out.txt", "-l"]).output
    'out.txt'
    >>> parsed(["-g", "-o", "new.trf", "-s", "7"]).seed
    7
    """
    left = _without_modes(words)
    release = left[:1] == ["-r"]
    left = left[release:]
    system = left.pop(0)[2:] if left and left[0] in FLAGS else None
    if not left and release:
        return Request(release=True, system=system)
    listing, list_name = "-l" in left, None
    if listing:
        at = left.index("-l")
        list_name, rest = next(iter(left[at + 1 :]), None), left[at + 2 :]
        left = left[:at]
        if rest:
            raise _misunderstood()
    source, verb, output, seed = _core(left)
    model = verb == "g" and source is not None and left[0] != "-g"
    return Request(verb, system, source, model, output, seed, listing, list_name, release)


def _without_modes(words: Sequence[str]) -> list[str]:
    """The words without -w and -q [number], which choose among algorithms of JaVaFo."""
    left: list[str] = []
    after_q = False
    for word in words:
        if not (word in ("-w", "-q") or (after_q and whole(word) is not None)):
            left.append(word)
        after_q = word == "-q"
    return left


def _core(words: list[str]) -> tuple[str | None, str, str | None, int | None]:
    """Input file, verb, output file and seed."""
    match words:
        case [source, "-c"]:
            return source, "c", None, None
        case [source, "-p"]:
            return source, "p", None, None
        case [source, "-p", output]:
            return source, "p", output, None
        case ["-g", "-o", output, *rest]:
            return None, "g", output, _seed(rest)
        case ["-g", source, "-o", output, *rest] | [source, "-g", "-o", output, *rest]:
            return source, "g", output, _seed(rest)
    raise _misunderstood()


def _seed(words: list[str]) -> int | None:
    match words:
        case []:
            return None
        case ["-s", text] if whole(text) is not None:
            return int(text)
    raise _misunderstood()


def _misunderstood() -> exits.Refusal:
    return exits.Refusal(f"not understood; the grammar is: rookery {USAGE}")


# -- files


def beside(name: str, other: str | None) -> str:
    """A bare file name is taken to lie in the folder of another file.

    >>> beside("out.txt", "games/open.trf"), beside("./out.txt", "games/open.trf"), beside("out.txt", None)
    ('games/out.txt', './out.txt', 'out.txt')
    """
    if other is None or os.path.dirname(name):
        return name
    return os.path.join(os.path.dirname(other), name)


def _list_path(request: Request, base: str) -> str:
    if request.list_name is not None:
        return beside(request.list_name, base)
    return os.path.splitext(base)[0] + ".list"


def _loaded(request: Request) -> Tournament:
    """The tournament in the input file, paired by the system that was asked for."""

    import rookery
    from rookery.errors import Severity
    from rookery.formats.catalogue import as_named
    from rookery.regulations import scheme

    assert request.source is not None
    try:
        reading = rookery.load(open_bytes(request.source))
    except rookery.FormatError as error:
        said = f"error parsing file {request.source}: {error.problems[0]}"
        raise exits.Refusal(said, exits.code_of(error)) from None
    errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    if errors:
        raise exits.Refusal(f"error parsing file {request.source}: {errors[0]}")
    tournament, wanted = reading.tournament, request.system
    named = scheme(tournament.system).format.name
    if wanted is not None and named not in ("", wanted):
        raise exits.Refusal(f"{request.source} is a tournament of type {tournament.system}, not {wanted}")
    return as_named(tournament, wanted)


def write(path: str, made: str | bytes) -> None:
    """Write a file, all of it or nothing."""
    from rookery import one_step

    one_step.write(path, made.encode() if isinstance(made, str) else made)


def open_bytes(path: str) -> bytes:
    """The bytes of a file."""
    with open(path, "rb") as file:
        return file.read()


# -- the three verbs


def _pair(request: Request) -> int:
    from rookery.errors import NoPairing
    from rookery.formats.pairing import system_of
    from rookery.history import History
    from rookery.pairing.colours import initial_colour

    tournament = _loaded(request)
    assert request.source is not None
    if tournament.planned is not None and len(tournament.rounds) >= tournament.planned:
        raise exits.Refusal(f"{request.source}: all {tournament.planned} rounds are paired")
    system = system_of(tournament).in_round(tournament.next_round, tournament.planned)
    history = History(tournament)
    field = system.field(tournament, history=history)
    try:
        outcome = system.decide(field, initial_colour(tournament))
    except NoPairing as error:
        outcome = None
        remark(f"error while pairing {request.source}: {error}")
    if request.listing:
        from rookery.cli.checklist import checklist

        write(_list_path(request, request.source), f"{checklist(tournament, history, field, outcome)}{_release()}")
    if outcome is None:
        return exits.DIFFERENT
    boards = [*outcome.pairs, *([(outcome.bye, 0)] if outcome.bye is not None else [])]
    text = "".join(f"{line}\n" for line in (len(boards), *(f"{white} {black}" for white, black in boards)))
    if request.output is None:
        sys.stdout.write(text)
    else:
        write(beside(request.output, request.source), text)
    return exits.DONE


def _check(request: Request) -> int:
    """Print what differs; that something does is no error here."""
    from rookery.checking.checker import check
    from rookery.values import replace

    tournament = _loaded(request)
    assert request.source is not None
    if tournament.planned is None and tournament.rounds:  # bbpPairings takes the last round played for the last of all
        tournament = replace(tournament, planned=len(tournament.rounds))
    name = os.path.splitext(os.path.basename(request.source))[0]
    for round in check(tournament).rounds:
        print(f"{name}: Round #{round.round}")
        _print_differences(round)
    print()
    if request.listing:
        write(_list_path(request, request.source), _lists(tournament, ""))
    return exits.DONE


def _print_differences(round: RoundReport) -> None:
    if round.impossible:
        print(f"No valid pairing exists for round {round.round}.\n")
    if not round.differences:
        return
    print(f"  Checker pairings{'':8}Tournament pairings ")
    for one in round.differences:
        print(f"    {_seats(one, 'expected')}{'':16}{_seats(one, 'recorded')}")
    print()


def _seats(difference: Difference, which: str) -> str:
    seats = getattr(difference, which)
    return f"{seats[0]:>3} - {seats[1]:>3}" if seats else " " * 9


def _lists(tournament: Tournament, end: str) -> str:
    """The checklists of all rounds of a tournament."""
    from rookery.checking.checker import position
    from rookery.cli.checklist import checklist
    from rookery.errors import NoPairing
    from rookery.formats.pairing import system_of
    from rookery.history import History
    from rookery.pairing.colours import initial_colour

    found = []
    for number in range(1, len(tournament.rounds) + 1):
        before, system = position(tournament, number), system_of(tournament).in_round(number, tournament.planned)
        history: History = History(before)
        field = system.field(before, history=history)
        try:
            outcome = system.decide(field, initial_colour(tournament))
        except NoPairing:
            outcome = None
        found.append(f"Round #{number}{end}\n{checklist(before, history, field, outcome)}")
    return "".join((*found, _release()))


def _generate(request: Request) -> int:
    from random import SystemRandom

    from rookery.checking.generator import generate
    from rookery.checking.likeness import like
    from rookery.trf.write import dump
    from rookery.values import replace

    assert request.output is not None
    if request.model:
        settings = like(_loaded(request))
    else:
        from rookery.cli.configuration import settings_in

        settings = settings_in("" if request.source is None else open_bytes(request.source).decode("utf-8", "replace"))
    if request.system is not None:
        settings = replace(settings, system=request.system)
    if settings.acceleration == "baku":  # which this dialect cannot name
        settings = replace(settings, acceleration="written")
    seed = SystemRandom().randrange(2**31) if request.seed is None else request.seed
    made = generate(settings, seed)
    path = beside(request.output, request.source)
    write(path, dump(made, "trfbx"))
    if request.listing:
        write(_list_path(request, path), _lists(made, "."))
    return _ended(made, settings, path)


def _ended(made: Tournament, settings: Settings, path: str) -> int:
    wanted = min(settings.play or 99, made.planned or 0)
    if len(made.rounds) >= wanted:
        return exits.DONE
    remark(f"error generating {path}: no legal pairing exists for round {made.next_round}")
    return exits.DIFFERENT
