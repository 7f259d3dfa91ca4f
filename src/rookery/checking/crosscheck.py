"""Two engines against each other: random tournaments, both pair every round, and our checker judges each difference.

Each tournament is played twice over the seeds: once our pairings are played on and the other engine is asked, once its
pairings are played on and we are asked. Work goes through `concurrent.futures`; any executor will do.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import asdict
from enum import Enum
from functools import partial
from pathlib import Path

from rookery._version import __version__
from rookery.checking.checker import judge
from rookery.checking.engine import Answer, Engine
from rookery.checking.generator import Pairing, generate
from rookery.checking.report import RoundReport, Verdict
from rookery.checking.settings import Settings
from rookery.errors import NoPairing, RookeryError, RuleError
from rookery.formats.pairing import system_of
from rookery.history import History
from rookery.model import Bye, ByeKind, Game, Round, Tournament
from rookery.one_step import write
from rookery.order import to_pair
from rookery.pairing.system import System
from rookery.simulation.executors import carried_out, in_window
from rookery.simulation.work import Checkpoint
from rookery.trf.write import dump
from rookery.typed import Any, Protocol, TypeVar
from rookery.values import frozen

OTHER_WAY = 1_000_000
"""So much larger are the seeds of those tournaments in which the other engine leads."""


class Lead(Enum):
    """Whose pairings are played on."""

    OURS = "ours"
    THEIRS = "theirs"


@frozen
class Case:
    """One tournament to be compared."""

    seed: int
    lead: Lead


@frozen
class Finding:
    """One round on which the engines differ: the position, both answers (None: no pairing), our judgement of theirs."""

    round: int
    position: bytes
    ours: Pairing | None
    theirs: Pairing | None
    failure: str
    report: RoundReport | None

    @property
    def verdict(self) -> str:
        """What our checker says of the other answer, in a few words."""
        if self.failure:
            return "the engine failed"
        if self.report is None:
            return "only we found a pairing" if self.ours else "only they found a pairing"
        return f"theirs {self.report.verdict.value}"

    @property
    def ours_is_wrong(self) -> bool:
        """Whether the difference shows a fault of ours."""
        return self.report is not None and self.report.verdict is Verdict.BETTER


@frozen
class Comparison:
    """What comparing one tournament found; `seconds` of processor, those of the other program among them."""

    case: Case
    players: int
    rounds: int
    findings: tuple[Finding, ...]
    seconds: float = 0.0

    @property
    def line(self) -> dict[str, object]:
        """What a logbook keeps of it."""
        return {
            "seed": self.case.seed, "lead": self.case.lead.value, "players": self.players, "rounds": self.rounds,
            "differences": len(self.findings), "ours_wrong": sum(one.ours_is_wrong for one in self.findings),
            "seconds": round(self.seconds, 4),
        }  # fmt: skip

    def files(self) -> Iterator[tuple[str, bytes, dict[str, object]]]:
        """Every difference: a name, the position, and the difference as plain data."""
        for one in self.findings:
            yield f"round-{one.round}", one.position, told_of(one)


def compare(case: Case, settings: Settings, engine: Engine) -> Comparison:
    """Play one tournament and let both engines pair every round of it."""
    findings: list[Finding] = []
    asked, began = 0, spent()

    def both(position: Tournament, history: History) -> Pairing:
        nonlocal asked
        asked += 1
        system = system_of(position, edition=engine.edition or None)
        ours, answer = _ours(system, position, history), _answered(position, engine.pair(position))
        if not _same(ours, answer):
            findings.append(_finding(system, position, history, ours, answer))
        follow = answer.pairing if case.lead is Lead.THEIRS and _covers(position, answer.pairing) else ours
        if follow is None:
            raise NoPairing("no legal pairing exists")
        return follow

    made = generate(settings, case.seed, pairer=both)
    return Comparison(case, len(made.players), asked, tuple(findings), spent() - began)


def spent() -> float:
    """The seconds of processor that this process and those it waited for have used."""
    return sum(os.times()[:4])


def _ours(system: System, position: Tournament, history: History) -> Pairing | None:
    try:
        outcome = system.pair(position, history=history)
    except NoPairing:
        return None
    return outcome.pairs, outcome.bye


def _answered(position: Tournament, answer: Answer) -> Answer:
    """The answer of an engine; a list without boards says that there is no pairing, where anybody is to be paired."""
    return Answer() if answer.pairing == ((), None) and to_pair(position) else answer


def _same(ours: Pairing | None, answer: Answer) -> bool:
    if answer.failure or ours is None or answer.pairing is None:
        return not answer.failure and ours is answer.pairing
    return ours[1] == answer.pairing[1] and sorted(ours[0]) == sorted(answer.pairing[0])


def _covers(position: Tournament, pairing: Pairing | None) -> bool:
    """Whether a pairing has everybody in it who shall be paired, once, and nobody else."""
    if pairing is None:
        return False
    named = [one for pair in pairing[0] for one in pair] + ([pairing[1]] if pairing[1] is not None else [])
    return sorted(named) == sorted(to_pair(position))


def _finding(system: System, position: Tournament, history: History, ours: Pairing | None, answer: Answer) -> Finding:
    report, failure = None, answer.failure
    if answer.pairing is not None:
        pairs, bye = answer.pairing
        byes = () if bye is None else (Bye(bye, ByeKind.PAIRING_ALLOCATED),)
        try:
            report = judge(position, Round(games=tuple(Game(*pair) for pair in pairs), byes=byes), history, system)
        except RuleError as error:
            failure = str(error)
    return Finding(position.next_round, dump(position, "trf26"), ours, answer.pairing, failure, report)


def crosscheck(
    settings: Settings,
    engine: Engine,
    cases: Iterable[Case],
    executor: Executor | None = None,
    window: int = 64,
    jobs: int = 1,
) -> Iterator[Comparison]:
    """Compare the cases, as they are finished: by an executor, by so many processes of our own, or here.

    No more than `window` of them are under way at a time with an executor.
    """
    return carried(partial(compare, settings=settings, engine=engine), cases, executor, window, jobs)


C = TypeVar("C")


def carried(
    compared: Callable[[Case], C], cases: Iterable[Case], executor: Executor | None, window: int = 64, jobs: int = 1
) -> Iterator[C]:
    """Whatever is compared of every case, as they are finished."""
    done = in_window(compared, cases, executor, window) if executor else carried_out(compared, cases, None, jobs)
    for _, comparison in done:
        yield comparison


def cases(seed: int, count: int) -> Iterator[Case]:
    """So many tournaments each way, from this seed on; more of them begin with the same.

    >>> [(case.seed, case.lead.value) for case in cases(7, 2)]
    [(7, 'ours'), (1000007, 'theirs'), (8, 'ours'), (1000008, 'theirs')]
    """
    for number in range(seed, seed + count):
        yield Case(number, Lead.OURS)
        yield Case(number + OTHER_WAY, Lead.THEIRS)


class Compared(Protocol):
    """What a logbook takes: the comparison of one case, whatever was compared."""

    @property
    def case(self) -> Case:
        """Which tournament."""

    @property
    def line(self) -> Mapping[str, object]:
        """Its numbers."""

    def files(self) -> Iterable[tuple[str, bytes, Mapping[str, object]]]:
        """Every difference: a name, the position, and the difference as plain data."""


class Asked(Protocol):
    """Another program, as far as a logbook has to know it."""

    @property
    def told(self) -> Mapping[str, object]:
        """What another logbook has otherwise."""


class Logbook:
    """A folder that remembers which cases are done, and holds each difference as a small TRF with both answers."""

    def __init__(self, folder: Path, settings: Settings, *programs: Asked) -> None:
        """Open or make it; a logbook of other settings or another program is refused."""
        self.folder, self.done = folder, set[Case]()
        self.sums = Counter[str]()
        told: dict[str, object] = {"rookery": __version__}
        for program in programs:
            told |= program.told
        told["settings"] = repr(settings)
        self.checkpoint = Checkpoint(folder / "done.sqlite", json.dumps(told))
        if any(about != self.checkpoint.about for about in self.checkpoint.works):
            raise RookeryError(f"{folder} belongs to another comparison; choose another folder")
        for _, line in self.checkpoint.rows():
            self._count(line)

    @property
    def rounds(self) -> int:
        """How many rounds were compared."""
        return self.sums["rounds"]

    @property
    def differences(self) -> int:
        """How many differences there are."""
        return self.sums["differences"]

    @property
    def ours_wrong(self) -> int:
        """How many of them show a fault of ours."""
        return self.sums["ours_wrong"]

    def _count(self, line: Mapping[str, Any]) -> None:
        self.done.add(Case(line["seed"], Lead(line["lead"])))
        self.sums[line["lead"]] += 1
        self.sums["timed"] += "seconds" in line
        self.sums.update({name: value for name, value in line.items() if name not in ("seed", "lead")})

    def enter(self, comparison: Compared) -> None:
        """Remember one comparison; its differences first, so that a case that is noted is complete."""
        case = comparison.case
        about = {"seed": case.seed, "lead": case.lead.value}
        for named, position, told in comparison.files():
            name = self.folder / f"{case.seed}-{case.lead.value}-{named}"
            write(f"{name}.trf", position)
            facts = ",\n".join(f'"{key}": {json.dumps(value)}' for key, value in {**about, **told}.items())
            write(f"{name}.json", f"{{\n{facts}\n}}\n".encode())
        self.checkpoint.enter(f"{case.seed} {case.lead.value}", comparison.line)
        self._count(comparison.line)


def told_of(finding: Finding) -> dict[str, object]:
    """A difference as plain data: both answers, the rule that decides, and the verdict."""
    report = finding.report

    def plain(pairing: Pairing | None) -> dict[str, object] | None:
        return None if pairing is None else {"pairs": [list(pair) for pair in pairing[0]], "bye": pairing[1]}

    return {
        "round": finding.round,
        "verdict": finding.verdict,
        "failure": finding.failure,
        "ours": plain(finding.ours),
        "theirs": plain(finding.theirs),
        "decided_by": asdict(report.decided_by) if report and report.decided_by else None,
        "breaches": [asdict(breach) for breach in report.breaches] if report else [],
    }
