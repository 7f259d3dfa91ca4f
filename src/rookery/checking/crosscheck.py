"""Two engines against each other: random tournaments, both pair every round, and our checker judges each difference.

Each tournament is played twice over the seeds: once our pairings are played on and the other engine is asked, once its
pairings are played on and we are asked. Work goes through `concurrent.futures`; any executor will do.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import asdict
from enum import Enum
from itertools import islice
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
from rookery.simulation.work import Checkpoint
from rookery.trf.write import dump
from rookery.typed import Any
from rookery.values import frozen


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
    """What comparing one tournament found."""

    case: Case
    players: int
    rounds: int
    findings: tuple[Finding, ...]


def compare(case: Case, settings: Settings, engine: Engine) -> Comparison:
    """Play one tournament and let both engines pair every round of it."""
    findings: list[Finding] = []
    asked = 0

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
    return Comparison(case, len(made.players), asked, tuple(findings))


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
    settings: Settings, engine: Engine, cases: Iterable[Case], executor: Executor, window: int = 64
) -> Iterator[Comparison]:
    """Compare the cases, as they are finished; no more than `window` of them are under way at a time."""
    waiting = iter(cases)
    running: set[Future[Comparison]] = set()
    while True:
        running |= {executor.submit(compare, case, settings, engine) for case in islice(waiting, window - len(running))}
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def cases(seed: int, count: int) -> Iterator[Case]:
    """So many tournaments each way, from this seed on."""
    for number in range(seed, seed + count):
        yield Case(number, Lead.OURS)
        yield Case(number + count, Lead.THEIRS)


class Logbook:
    """A folder that remembers which cases are done, and holds each difference as a small TRF with both answers."""

    def __init__(self, folder: Path, settings: Settings, engine: Engine) -> None:
        """Open or make it; a logbook of other settings or another engine is refused."""
        self.folder, self.done = folder, set[Case]()
        self.rounds = self.differences = self.ours_wrong = 0
        told = {"rookery": __version__, "engine": engine.command, "dialect": engine.dialect, "settings": repr(settings)}
        if engine.edition:
            told["edition"] = engine.edition
        self.checkpoint = Checkpoint(folder / "done.sqlite", json.dumps(told))
        if len(self.checkpoint.works) > 1:
            raise RookeryError(f"{folder} belongs to another comparison; choose another folder")
        for _, line in self.checkpoint.rows():
            self._count(line)

    def _count(self, line: dict[str, Any]) -> None:
        self.done.add(Case(line["seed"], Lead(line["lead"])))
        self.rounds += line["rounds"]
        self.differences += line["differences"]
        self.ours_wrong += line["ours_wrong"]

    def enter(self, comparison: Comparison) -> None:
        """Remember one comparison; its differences first, so that a case that is noted is complete."""
        case = comparison.case
        for finding in comparison.findings:
            name = self.folder / f"{case.seed}-{case.lead.value}-round-{finding.round}"
            write(str(name.with_suffix(".trf")), finding.position)
            facts = ",\n".join(f'"{key}": {json.dumps(value)}' for key, value in told_of(finding, case).items())
            write(str(name.with_suffix(".json")), f"{{\n{facts}\n}}\n".encode())
        line = {
            "seed": case.seed,
            "lead": case.lead.value,
            "players": comparison.players,
            "rounds": comparison.rounds,
            "differences": len(comparison.findings),
            "ours_wrong": sum(finding.ours_is_wrong for finding in comparison.findings),
        }
        self.checkpoint.enter(f"{case.seed} {case.lead.value}", line)
        self._count(line)


def told_of(finding: Finding, case: Case) -> dict[str, object]:
    """A difference as plain data: both answers, the rule that decides, and the verdict."""
    report = finding.report

    def plain(pairing: Pairing | None) -> dict[str, object] | None:
        return None if pairing is None else {"pairs": [list(pair) for pair in pairing[0]], "bye": pairing[1]}

    return {
        "seed": case.seed,
        "lead": case.lead.value,
        "round": finding.round,
        "verdict": finding.verdict,
        "failure": finding.failure,
        "ours": plain(finding.ours),
        "theirs": plain(finding.theirs),
        "decided_by": asdict(report.decided_by) if report and report.decided_by else None,
        "breaches": [asdict(breach) for breach in report.breaches] if report else [],
    }
