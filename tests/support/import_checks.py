"""Files that come to the desk, held against what the reader and the checker say of them by themselves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import rookery
from rookery._record import replace
from rookery.errors import RookeryError, Severity
from rookery.load_result import LoadResult
from rookery.model import Game, Round
from rookery.tournaments.domain.import_export import TournamentImported
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.importing import blocking_problems, import_command
from rookery.tournaments.service import create_service
from rookery.tournaments.store import MemoryStore
from support.corpora import unpack

FOLDERS = ("dutch", "dubov", "burstein", "lim", "double-swiss", "team", "dutch-hard", "tiebreaks")


@dataclass
class Tally:
    """What was seen, and what was wrong."""

    files: int = 0
    refused: int = 0
    adjustments: int = 0
    rounds: int = 0
    unjudged: int = 0
    broken: int = 0
    spoilt: int = 0
    faulty: int = 0
    faults: list[str] = field(default_factory=list)


def corpus_files(count: int) -> list[Path]:
    """So many files of the corpora, of all systems by turns."""
    root = unpack()
    lines = [sorted((root / name).rglob("*.trf*")) for name in FOLDERS if (root / name).is_dir()]
    some = [line[at] for at in range(max(map(len, lines))) for line in lines if at < len(line)]
    return some[:count]


def altered_files(count: int) -> Iterator[tuple[bytes, str, int]]:
    """Files with one round that is not by the rules: the Blacks of its first two boards are exchanged."""
    rng = random.Random(count)
    paths = [path for path in sorted((unpack() / "dutch").rglob("*.trf*")) if _alter_round(path, 0) is not None]
    for path in rng.sample(paths, min(count, len(paths))):
        altered = _alter_round(path, rng.randrange(99))
        if altered is not None:
            yield altered


def _alter_round(path: Path, at: int) -> tuple[bytes, str, int] | None:
    t = rookery.loads(path.read_bytes()).tournament
    rounds = [n for n, entry in enumerate(t.rounds) if len(entry.games) > 1]
    if not rounds or t.team_event:
        return None
    number = rounds[at % len(rounds)]
    first, second, *rest = t.rounds[number].games
    games = (Game(first.white, second.black, first.result), Game(second.white, first.black, second.result), *rest)
    altered_rounds = (*t.rounds[:number], Round(games, byes=t.rounds[number].byes), *t.rounds[number + 1 :])
    players = tuple(replace(player, points=None, rank=None) for player in t.players)
    return rookery.dumps(replace(t, rounds=altered_rounds, players=players)), f"spoilt {path.name}", number + 1


def check_import(data: bytes, name: str, tally: Tally, broken: int = 0) -> None:
    """Take a file in; `broken` is a round of it that is known not to be by the rules."""
    tally.files += 1
    try:
        reading = rookery.loads(data)
    except RookeryError:
        tally.refused += 1
        return
    if blocking_problems(reading):
        tally.refused += 1
        return
    store = MemoryStore()
    desk = create_service(store)
    stream = desk.create("arrival")
    wish, levels = import_command(reading, data), dict[str, int]()
    try:
        done = desk.do(stream, wish)
    except ConfirmationRequiredError as error:
        levels = {warning.code: warning.level for warning in error.warnings}
        if desk.version(stream):
            tally.faults.append(f"{name}: something was written before the answer")
        done = desk.do(stream, wish, acknowledged=error.tokens)
    (event,) = (event for event in done.events if isinstance(event, TournamentImported))
    _check_adjustments(reading, event, name, tally)
    wrong, unjudged = _check_rounds(reading, event, name, tally)
    remarks = {
        remark.round for remark in desk.state(stream).tournament.remarks if remark.text.startswith("Import @ Round")
    }
    wrong |= unjudged
    faulty = any(problem.severity is Severity.ERROR for problem in reading.problems)
    tally.faulty += faulty
    has_import_remark = any(remark.text.startswith("Import: ") for remark in desk.state(stream).tournament.remarks)
    if levels != ({"import-broken": 3} if wrong or faulty else {}) or remarks != wrong or has_import_remark != faulty:
        tally.faults.append(
            f"{name}: rounds {sorted(wrong)} are wrong; asked {levels}, remarks {sorted(remarks, key=str)}"
        )
    if broken:
        tally.spoilt += 1
        if broken not in wrong:
            tally.faults.append(f"{name}: round {broken} was spoilt, and nobody saw it")


def _check_adjustments(reading: LoadResult, event: TournamentImported, name: str, tally: Tally) -> None:
    """Whatever was read otherwise than it stands there is listed."""
    due = [problem for problem in reading.problems if problem.severity > Severity.INFO or problem.used]
    tally.adjustments += len(event.adjustments)
    tally.faults += [f"{name}: {problem} is not listed" for problem in due if str(problem) not in event.adjustments]


def _check_rounds(reading: LoadResult, event: TournamentImported, name: str, tally: Tally) -> tuple[set[int], set[int]]:
    """The rounds that are not by the rules as the checker says of the whole, and the first that nobody can judge."""
    t = reading.tournament
    try:
        reports = rookery.check(t).rounds
    except RookeryError:
        reports = ()
    judged = {report.round for report in reports}
    left = set(range(1, len(t.rounds) + 1)) - judged
    unchecked = [finding for finding in event.findings if "not checked" in finding]
    if not judged and unchecked:  # the desk judges round by round, as far as it gets
        first = int(next(word for word in unchecked[0].split() if word.isdecimal()))
        reports = rookery.check(t, range(1, first)).rounds if first > 1 else ()
        judged, left = {report.round for report in reports}, set(range(first, len(t.rounds) + 1))
    if bool(left) != bool(unchecked):
        tally.faults.append(f"{name}: rounds {sorted(left)} were not judged, said: {unchecked}")
    tally.rounds += len(judged)
    tally.unjudged += len(left)
    wrong = {report.round for report in reports if not report.agree}
    tally.broken += len(wrong)
    for number in wrong:
        if not any(finding.startswith(f"round {number} is not paired as") for finding in event.findings):
            tally.faults.append(f"{name}: round {number} is wrong and not among the findings")
    return wrong, {min(left)} if left else set()
