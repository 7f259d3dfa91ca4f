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
from support.corpora import unpacked

FOLDERS = ("dutch", "dubov", "burstein", "lim", "double-swiss", "team", "dutch-hard", "tiebreaks")


@dataclass
class Told:
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


def whole_files(count: int) -> list[Path]:
    """So many files of the corpora, of all systems by turns."""
    root = unpacked()
    lines = [sorted((root / name).rglob("*.trf*")) for name in FOLDERS if (root / name).is_dir()]
    some = [line[at] for at in range(max(map(len, lines))) for line in lines if at < len(line)]
    return some[:count]


def spoilt_files(count: int) -> Iterator[tuple[bytes, str, int]]:
    """Files with one round that is not by the rules: the Blacks of its first two boards are exchanged."""
    rng = random.Random(count)
    paths = [path for path in sorted((unpacked() / "dutch").rglob("*.trf*")) if _spoilt(path, 0) is not None]
    for path in rng.sample(paths, min(count, len(paths))):
        found = _spoilt(path, rng.randrange(99))
        if found is not None:
            yield found


def _spoilt(path: Path, at: int) -> tuple[bytes, str, int] | None:
    t = rookery.loads(path.read_bytes()).tournament
    rounds = [n for n, one in enumerate(t.rounds) if len(one.games) > 1]
    if not rounds or t.team_event:
        return None
    number = rounds[at % len(rounds)]
    one, two, *rest = t.rounds[number].games
    games = (Game(one.white, two.black, one.result), Game(two.white, one.black, two.result), *rest)
    made = (*t.rounds[:number], Round(games, byes=t.rounds[number].byes), *t.rounds[number + 1 :])
    players = tuple(replace(each, points=None, rank=None) for each in t.players)
    return rookery.dumps(replace(t, rounds=made, players=players)), f"spoilt {path.name}", number + 1


def came_in(data: bytes, name: str, told: Told, broken: int = 0) -> None:
    """Take a file in; `broken` is a round of it that is known not to be by the rules."""
    told.files += 1
    try:
        reading = rookery.loads(data)
    except RookeryError:
        told.refused += 1
        return
    if blocking_problems(reading):
        told.refused += 1
        return
    store = MemoryStore()
    desk = create_service(store)
    stream = desk.create("arrival")
    wish, asked = import_command(reading, data), dict[str, int]()
    try:
        done = desk.do(stream, wish)
    except ConfirmationRequiredError as error:
        asked = {one.code: one.level for one in error.warnings}
        if desk.version(stream):
            told.faults.append(f"{name}: something was written before the answer")
        done = desk.do(stream, wish, acknowledged=error.tokens)
    (event,) = (one for one in done.events if isinstance(one, TournamentImported))
    _adjustments(reading, event, name, told)
    wrong, unjudged = _rounds(reading, event, name, told)
    remarks = {one.round for one in desk.state(stream).tournament.remarks if one.text.startswith("Import @ Round")}
    wrong |= unjudged
    faulty = any(one.severity is Severity.ERROR for one in reading.problems)
    told.faulty += faulty
    said = any(one.text.startswith("Import: ") for one in desk.state(stream).tournament.remarks)
    if asked != ({"import-broken": 3} if wrong or faulty else {}) or remarks != wrong or said != faulty:
        told.faults.append(
            f"{name}: rounds {sorted(wrong)} are wrong; asked {asked}, remarks {sorted(remarks, key=str)}"
        )
    if broken:
        told.spoilt += 1
        if broken not in wrong:
            told.faults.append(f"{name}: round {broken} was spoilt, and nobody saw it")


def _adjustments(reading: LoadResult, event: TournamentImported, name: str, told: Told) -> None:
    """Whatever was read otherwise than it stands there is listed."""
    due = [one for one in reading.problems if one.severity > Severity.INFO or one.used]
    told.adjustments += len(event.adjustments)
    told.faults += [f"{name}: {one} is not listed" for one in due if str(one) not in event.adjustments]


def _rounds(reading: LoadResult, event: TournamentImported, name: str, told: Told) -> tuple[set[int], set[int]]:
    """The rounds that are not by the rules as the checker says of the whole, and the first that nobody can judge."""
    t = reading.tournament
    try:
        reports = rookery.check(t).rounds
    except RookeryError:
        reports = ()
    judged = {one.round for one in reports}
    left = set(range(1, len(t.rounds) + 1)) - judged
    said = [one for one in event.findings if "not checked" in one]
    if not judged and said:  # the desk judges round by round, as far as it gets
        first = int(next(word for word in said[0].split() if word.isdecimal()))
        reports = rookery.check(t, range(1, first)).rounds if first > 1 else ()
        judged, left = {one.round for one in reports}, set(range(first, len(t.rounds) + 1))
    if bool(left) != bool(said):
        told.faults.append(f"{name}: rounds {sorted(left)} were not judged, said: {said}")
    told.rounds += len(judged)
    told.unjudged += len(left)
    wrong = {one.round for one in reports if not one.agree}
    told.broken += len(wrong)
    for number in wrong:
        if not any(one.startswith(f"round {number} is not paired as") for one in event.findings):
            told.faults.append(f"{name}: round {number} is wrong and not among the findings")
    return wrong, {min(left)} if left else set()
