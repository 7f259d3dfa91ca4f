"""The grammar of bbpPairings and JaVaFo, for programs that call one of them: same words, same output, same exit codes.

    rookery [-r] [--dutch] IN -c [-l [LIST]]
    rookery [-r] [--dutch] IN -p [OUT] [-l [LIST]]
    rookery [-r] [--dutch] (MODEL -g | -g [CFG]) -o OUT [-s SEED] [-l [LIST]]
    rookery -r

Rules of this file: it is started once for every round of somebody else's tournament, so it imports nothing that it can
do without, not even argparse.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rookery._record import record
from rookery.cli import errors
from rookery.cli.terminal import remark
from rookery.model.validation import whole
from rookery.regulations.registry import FORMATS

if TYPE_CHECKING:
    from rookery.checking.report import Difference, RoundReport
    from rookery.generator.settings import GeneratorSettings
    from rookery.history.history import History
    from rookery.model import Tournament
    from rookery.pairing.field import Entrant, Field
    from rookery.pairing.outcome import Pairing


_FLOAT_LETTERS = " DU"
"""The letters of no float, a downfloat and an upfloat in a checklist, by the value of `Float`."""

FLAGS = tuple(f"--{name}" for name, format in FORMATS.items() if format.legacy)
USAGE = (
    "[-r] [--SYSTEM] IN (-c | -p [OUT]) [-l [LIST]], or"
    " [-r] [--SYSTEM] (MODEL -g | -g [CFG]) -o OUT [-s SEED] [-l [LIST]]"
)


@record
class Request:
    """A parsed command line: check (c), pair (p) or generate (g), with the files."""

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
    """Execute the command line."""
    request = parse_words(words)
    if request.release:
        print(_release_text())
    if not request.verb:
        return errors.DONE
    return {"p": _run_pair, "c": _run_check, "g": _run_generate}[request.verb](request)


def _release_text() -> str:
    from rookery._version import __version__

    return f"Rookery {__version__} (FIDE Swiss rules of February 2026)"


# -- the words


def parse_words(words: Sequence[str]) -> Request:
    """Parse the words of the command line.

    >>> parse_words(["--dutch", "open.trf", "-p", "out.txt", "-l"]).output
    'out.txt'
    >>> parse_words(["-g", "-o", "new.trf", "-s", "7"]).seed
    7
    """
    remaining = _without_modes(words)
    release = remaining[:1] == ["-r"]
    remaining = remaining[release:]
    system = remaining.pop(0)[2:] if remaining and remaining[0] in FLAGS else None
    if not remaining and release:
        return Request(release=True, system=system)
    listing, list_name = "-l" in remaining, None
    if listing:
        index = remaining.index("-l")
        list_name, rest = next(iter(remaining[index + 1 :]), None), remaining[index + 2 :]
        remaining = remaining[:index]
        if rest:
            raise _grammar_error()
    source, verb, output, seed = _parse_core(remaining)
    model = verb == "g" and source is not None and remaining[0] != "-g"
    return Request(verb, system, source, model, output, seed, listing, list_name, release)


def _without_modes(words: Sequence[str]) -> list[str]:
    """Return the words without -w and -q [number], which choose among algorithms of JaVaFo."""
    remaining: list[str] = []
    after_q = False
    for word in words:
        if not (word in ("-w", "-q") or (after_q and whole(word) is not None)):
            remaining.append(word)
        after_q = word == "-q"
    return remaining


def _parse_core(words: list[str]) -> tuple[str | None, str, str | None, int | None]:
    """Return input file, verb, output file and seed."""
    match words:
        case [source, "-c"]:
            return source, "c", None, None
        case [source, "-p"]:
            return source, "p", None, None
        case [source, "-p", output]:
            return source, "p", output, None
        case ["-g", "-o", output, *rest]:
            return None, "g", output, _parse_seed(rest)
        case ["-g", source, "-o", output, *rest] | [source, "-g", "-o", output, *rest]:
            return source, "g", output, _parse_seed(rest)
    raise _grammar_error()


def _parse_seed(words: list[str]) -> int | None:
    match words:
        case []:
            return None
        case ["-s", text] if whole(text) is not None:
            return int(text)
    raise _grammar_error()


def _grammar_error() -> errors.CommandError:
    return errors.CommandError(f"not understood; the grammar is: rookery {USAGE}")


# -- files


def beside_file(name: str, reference: str | None) -> str:
    """Return a file name in the folder of another file, if it is a bare name.

    >>> beside_file("out.txt", "games/open.trf"), beside_file("./out.txt", "games/open.trf")
    ('games/out.txt', './out.txt')
    >>> beside_file("out.txt", None)
    'out.txt'
    """
    if reference is None or os.path.dirname(name):
        return name
    return os.path.join(os.path.dirname(reference), name)


def _pairing_list_path(request: Request, base: str) -> str:
    if request.list_name is not None:
        return beside_file(request.list_name, base)
    return os.path.splitext(base)[0] + ".list"


def _load_tournament(request: Request) -> Tournament:
    """Load the tournament in the input file, with the requested system."""
    import rookery
    from rookery.errors import Severity
    from rookery.formats.resolve import with_system
    from rookery.regulations import parse_type_code

    assert request.source is not None
    try:
        reading = rookery.loads(read_bytes(request.source))
    except rookery.FormatError as error:
        message = f"error parsing file {request.source}: {error.problems[0]}"
        raise errors.CommandError(message, errors.exit_code(error)) from None
    mistakes = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    if mistakes:
        raise errors.CommandError(f"error parsing file {request.source}: {mistakes[0]}")
    tournament, requested = reading.tournament, request.system
    declared = parse_type_code(tournament.system).format.name
    if requested is not None and declared not in ("", requested):
        raise errors.CommandError(f"{request.source} is a tournament of type {tournament.system}, not {requested}")
    return with_system(tournament, requested)


def write_file(path: str, data: str | bytes) -> None:
    """Write a file atomically."""
    from rookery.files import write_file

    write_file(path, data.encode() if isinstance(data, str) else data)


def read_bytes(path: str) -> bytes:
    """Return the bytes of a file."""
    with open(path, "rb") as file:
        return file.read()


# -- the three verbs


def _run_pair(request: Request) -> int:
    from rookery.errors import NoPairingError
    from rookery.formats.resolve import resolve
    from rookery.history.history import History
    from rookery.pairing.colours import initial_colour

    tournament = _load_tournament(request)
    assert request.source is not None
    if tournament.planned_rounds is not None and len(tournament.rounds) >= tournament.planned_rounds:
        raise errors.CommandError(f"{request.source}: all {tournament.planned_rounds} rounds are paired")
    system = resolve(tournament).system_for_round(tournament.next_round, tournament.planned_rounds)
    history = History(tournament)
    field = system.field(tournament, history=history)
    try:
        outcome = system.pair_with_fixed(field, initial_colour(tournament))
    except NoPairingError as error:
        outcome = None
        remark(f"error while pairing {request.source}: {error}")
    if request.listing:
        write_file(
            _pairing_list_path(request, request.source),
            f"{render_checklist(tournament, history, field, outcome)}{_release_text()}",
        )
    if outcome is None:
        return errors.DIFFERENT
    boards = [*outcome.pairs, *([(outcome.bye, 0)] if outcome.bye is not None else [])]
    text = "".join(f"{line}\n" for line in (len(boards), *(f"{white} {black}" for white, black in boards)))
    if request.output is None:
        sys.stdout.write(text)
    else:
        write_file(beside_file(request.output, request.source), text)
    return errors.DONE


def _run_check(request: Request) -> int:
    """Print the differences; they are no error here."""
    from rookery._record import replace
    from rookery.checking.checker import check

    tournament = _load_tournament(request)
    assert request.source is not None
    if (
        tournament.planned_rounds is None and tournament.rounds
    ):  # bbpPairings takes the last round played for the last of all
        tournament = replace(tournament, planned_rounds=len(tournament.rounds))
    name = os.path.splitext(os.path.basename(request.source))[0]
    for report in check(tournament).rounds:
        print(f"{name}: Round #{report.round}")
        _print_differences(report)
    print()
    if request.listing:
        write_file(_pairing_list_path(request, request.source), _render_checklists(tournament, ""))
    return errors.DONE


def _print_differences(report: RoundReport) -> None:
    if report.impossible:
        print(f"No valid pairing exists for round {report.round}.\n")
    if not report.differences:
        return
    print(f"  Checker pairings{'':8}Tournament pairings ")
    for difference in report.differences:
        print(f"    {_format_pair(difference, 'expected')}{'':16}{_format_pair(difference, 'recorded')}")
    print()


def _format_pair(difference: Difference, which: str) -> str:
    pair = getattr(difference, which)
    return f"{pair[0]:>3} - {pair[1]:>3}" if pair else " " * 9


def _render_checklists(tournament: Tournament, suffix: str) -> str:
    """Return the checklists of all rounds of a tournament."""
    from rookery.checking.checker import position_before_round
    from rookery.errors import NoPairingError
    from rookery.formats.resolve import resolve
    from rookery.history.history import History
    from rookery.pairing.colours import initial_colour

    texts = []
    for number in range(1, len(tournament.rounds) + 1):
        before, system = (
            position_before_round(tournament, number),
            resolve(tournament).system_for_round(number, tournament.planned_rounds),
        )
        history: History = History(before)
        field = system.field(before, history=history)
        try:
            outcome = system.pair_with_fixed(field, initial_colour(tournament))
        except NoPairingError:
            outcome = None
        texts.append(f"Round #{number}{suffix}\n{render_checklist(before, history, field, outcome)}")
    return "".join((*texts, _release_text()))


def render_checklist(tournament: Tournament, history: History, field: Field, outcome: Pairing | None) -> str:
    """Return the checklist of the next round as bbpPairings prints it; `outcome` is None when it cannot be paired.

    It has every participant by scoregroup, with the deciding facts.
    """
    rounds = len(tournament.rounds)
    names = [f"R{number}" for number in range(1, rounds + 1)]
    head = ["ID", "Pts", "-" * (rounds + 1), "Pref", "C2", "C14", "C16", "Cur", "", *names]
    current = _current_pairings(outcome)
    rows = [_checklist_row(seat, current.get(seat.id, ""), history) for seat in field.entrants]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = ["", _checklist_line(head, widths)]
    for place, row in enumerate(rows):
        if place in field.bounds:
            lines.append("")
        lines.append(_checklist_line(row, widths))
    return "\n".join([*lines, "", "", ""])


def _checklist_line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"{cell:>{width}}\t" for cell, width in zip(cells, widths, strict=True))


def _current_pairings(outcome: Pairing | None) -> dict[int, str]:
    """Return the opponent and colour of each participant in the pairing."""
    if outcome is None:
        return {}
    cells = {} if outcome.bye is None else {outcome.bye: "(bye)"}
    for white, black in outcome.pairs:
        cells[white], cells[black] = f"({black}W)", f"({white}B)"
    return cells


def _checklist_row(entrant: Entrant, current: str, history: History) -> list[str]:
    opponents = [
        meeting.opponent if meeting.kind.bars_rematch else None
        for meeting in (c[entrant.id] for c in history.round_results)
    ]
    before, earlier = (_FLOAT_LETTERS[last.value] for last in entrant.floats)
    return [
        str(entrant.id),
        f"{entrant.score / 10:.1f}",
        entrant.colours.upper(),
        _format_preference(entrant),
        "N" if entrant.barred else "Y",
        before,
        earlier,
        current,
        "",
        *(str(number or "") for number in opponents),
    ]


def _format_preference(entrant: Entrant) -> str:
    """Return the due colour: capital if absolute, in brackets if strong, lower case if mild, A if there is none."""
    from rookery.pairing.field import Strength

    colour, strength = entrant.preference.colour, entrant.preference.strength
    if colour is None:
        return "A "
    letter = colour.value
    return {Strength.ABSOLUTE: f"{letter.upper()} ", Strength.STRONG: f"({letter.upper()})"}.get(strength, f"{letter} ")


def _run_generate(request: Request) -> int:
    from random import SystemRandom

    from rookery._record import replace
    from rookery.generator.generate import generate
    from rookery.generator.settings import settings_like
    from rookery.trf.serialize import dump

    assert request.output is not None
    if request.model:
        settings = settings_like(_load_tournament(request))
    else:
        from rookery.cli.legacy.generator_settings import parse_settings

        settings = parse_settings(
            "" if request.source is None else read_bytes(request.source).decode("utf-8", "replace")
        )
    if request.system is not None:
        settings = replace(settings, system=request.system)
    if settings.acceleration == "baku":  # which this dialect cannot name
        settings = replace(settings, acceleration="written")
    seed = SystemRandom().randrange(2**31) if request.seed is None else request.seed
    tournament = generate(settings, seed)
    path = beside_file(request.output, request.source)
    write_file(path, dump(tournament, "trfbx"))
    if request.listing:
        write_file(_pairing_list_path(request, path), _render_checklists(tournament, "."))
    return _report_end(tournament, settings, path)


def _report_end(tournament: Tournament, settings: GeneratorSettings, path: str) -> int:
    planned = min(settings.play or 99, tournament.planned_rounds or 0)
    if len(tournament.rounds) >= planned:
        return errors.DONE
    remark(f"error generating {path}: no legal pairing exists for round {tournament.next_round}")
    return errors.DIFFERENT
