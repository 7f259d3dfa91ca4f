"""Comparison of two pairing engines: both pair every round of random tournaments, and the checker judges differences.

Half of the tournaments continue with our pairings, half with those of the other engine. Work is distributed through
`concurrent.futures`; any executor can be used.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from rookery._record import fields, is_record, record
from rookery._version import __version__
from rookery.checking.checker import check_round
from rookery.checking.report import RoundReport, Verdict
from rookery.crosscheck.programs import Engine, EngineAnswer
from rookery.errors import NoPairingError, RookeryError, RuleError
from rookery.files import write_file
from rookery.formats.resolve import resolve
from rookery.generator.generate import Pairing, generate
from rookery.generator.settings import GeneratorSettings
from rookery.history.history import History
from rookery.history.pairing_numbers import participants_to_pair
from rookery.model import Bye, ByeKind, Game, Round, Tournament
from rookery.pairing.system import System
from rookery.simulation.executors import run_in_window, run_tasks
from rookery.simulation.jobs import Checkpoint
from rookery.trf.serialize import dump

THEIR_LEAD_OFFSET = 1_000_000
"""Offset added to the seeds of the tournaments that continue with the other engine's pairings."""


class Lead(Enum):
    """The engine whose pairings the tournament continues with."""

    OURS = "ours"
    THEIRS = "theirs"


@record
class Case:
    """One tournament to compare."""

    seed: int
    lead: Lead


@record
class Finding:
    """A round on which the engines differ: the position, both pairings (None: no pairing) and our report on theirs."""

    round: int
    position: bytes
    ours: Pairing | None
    theirs: Pairing | None
    failure: str
    report: RoundReport | None

    @property
    def verdict(self) -> str:
        """The checker's verdict on the other engine's pairing, in a few words."""
        if self.failure:
            return "the engine failed"
        if self.report is None:
            return "only we found a pairing" if self.ours else "only they found a pairing"
        return f"theirs {self.report.verdict.value}"

    @property
    def is_our_fault(self) -> bool:
        """Whether the difference shows a fault of Rookery."""
        return self.report is not None and self.report.verdict is Verdict.BETTER


@record
class Comparison:
    """The result of comparing one tournament; `seconds` is processor time including the other program's."""

    case: Case
    players: int
    rounds: int
    findings: tuple[Finding, ...]
    seconds: float = 0.0

    @property
    def line(self) -> dict[str, object]:
        """The row that a logbook stores."""
        return {
            "seed": self.case.seed, "lead": self.case.lead.value, "players": self.players, "rounds": self.rounds,
            "differences": len(self.findings), "ours_wrong": sum(finding.is_our_fault for finding in self.findings),
            "seconds": round(self.seconds, 4),
        }  # fmt: skip

    def files(self) -> Iterator[tuple[str, bytes, dict[str, object]]]:
        """Yield the name, the position and the JSON data of every difference."""
        for finding in self.findings:
            yield f"round-{finding.round}", finding.position, finding_data(finding)


def compare(case: Case, settings: GeneratorSettings, engine: Engine) -> Comparison:
    """Play one tournament and have both engines pair every round of it."""
    findings: list[Finding] = []
    round_count, started = 0, processor_seconds()

    def pair_by_both(position: Tournament, history: History) -> Pairing:
        nonlocal round_count
        round_count += 1
        system = resolve(position, edition=engine.edition or None)
        our_pairing, answer = (
            _our_pairing(system, position, history),
            _normalize_answer(position, engine.pair(position)),
        )
        if not _is_same_pairing(our_pairing, answer):
            findings.append(_build_finding(system, position, history, our_pairing, answer))
        next_pairing = (
            answer.pairing if case.lead is Lead.THEIRS and _is_playable(position, answer.pairing) else our_pairing
        )
        if next_pairing is None:
            raise NoPairingError("no legal pairing exists")
        return next_pairing

    tournament = generate(settings, case.seed, pairer=pair_by_both)
    return Comparison(case, len(tournament.players), round_count, tuple(findings), processor_seconds() - started)


def processor_seconds() -> float:
    """Return the processor time in seconds of this process and its finished child processes."""
    return sum(os.times()[:4])


def _our_pairing(system: System, position: Tournament, history: History) -> Pairing | None:
    try:
        outcome = system.pair(position, history=history)
    except NoPairingError:
        return None
    return outcome.pairs, outcome.bye


def _normalize_answer(position: Tournament, answer: EngineAnswer) -> EngineAnswer:
    """Return the engine's answer; an empty list of boards means "no pairing" if there are participants to pair."""
    return EngineAnswer() if answer.pairing == ((), None) and participants_to_pair(position) else answer


def _is_same_pairing(our_pairing: Pairing | None, answer: EngineAnswer) -> bool:
    if answer.failure or our_pairing is None or answer.pairing is None:
        return not answer.failure and our_pairing is answer.pairing
    return our_pairing[1] == answer.pairing[1] and sorted(our_pairing[0]) == sorted(answer.pairing[0])


def _is_playable(position: Tournament, pairing: Pairing | None) -> bool:
    """Return whether a tournament can continue with this pairing.

    It must contain exactly the participants to be paired, each once, and must not repeat the last round, which a
    tournament refuses (C.04.1 2). The tournament continues with other illegal pairings.
    """
    if pairing is None:
        return False
    pairs, bye = pairing
    participants = [player for pair in pairs for player in pair] + ([bye] if bye is not None else [])
    if sorted(participants) != sorted(participants_to_pair(position)):
        return False
    return not position.rounds or sorted(pairs) != sorted(position.rounds[-1].pairs)


def _build_finding(
    system: System, position: Tournament, history: History, our_pairing: Pairing | None, answer: EngineAnswer
) -> Finding:
    report, failure = None, answer.failure
    if answer.pairing is not None:
        pairs, bye = answer.pairing
        byes = () if bye is None else (Bye(bye, ByeKind.PAIRING_ALLOCATED),)
        try:
            report = check_round(
                position, Round(games=tuple(Game(*pair) for pair in pairs), byes=byes), history, system
            )
        except RuleError as error:
            failure = str(error)
    return Finding(position.next_round, dump(position, "trf26"), our_pairing, answer.pairing, failure, report)


def crosscheck(
    settings: GeneratorSettings,
    engine: Engine,
    cases: Iterable[Case],
    executor: Executor | None = None,
    window: int = 64,
    jobs: int = 1,
) -> Iterator[Comparison]:
    """Yield the comparisons as they finish: run by an executor, by `jobs` processes, or in this process.

    With an executor at most `window` of them run at a time.
    """
    return run_comparisons(partial(compare, settings=settings, engine=engine), cases, executor, window, jobs)


C = TypeVar("C")


def run_comparisons(
    compare_case: Callable[[Case], C], cases: Iterable[Case], executor: Executor | None, window: int = 64, jobs: int = 1
) -> Iterator[C]:
    """Apply a comparison to every case and yield the results as they finish."""
    results = (
        run_in_window(compare_case, cases, executor, window) if executor else run_tasks(compare_case, cases, None, jobs)
    )
    for _, comparison in results:
        yield comparison


def cases(seed: int, count: int) -> Iterator[Case]:
    """Yield `count` cases for each lead, from a seed on; a larger count extends a smaller one.

    >>> [(case.seed, case.lead.value) for case in cases(7, 2)]
    [(7, 'ours'), (1000007, 'theirs'), (8, 'ours'), (1000008, 'theirs')]
    """
    for number in range(seed, seed + count):
        yield Case(number, Lead.OURS)
        yield Case(number + THEIR_LEAD_OFFSET, Lead.THEIRS)


class CaseComparison(Protocol):
    """The comparison of one case, as a logbook stores it."""

    @property
    def case(self) -> Case:
        """The tournament compared."""

    @property
    def line(self) -> Mapping[str, object]:
        """The row to store."""

    def files(self) -> Iterable[tuple[str, bytes, Mapping[str, object]]]:
        """Yield the name, the position and the JSON data of every difference."""


class ExternalProgram(Protocol):
    """An external program, as a logbook identifies it."""

    @property
    def identity(self) -> Mapping[str, object]:
        """The settings that identify the program."""


class Logbook:
    """A folder with the finished cases, and a TRF and a JSON file for each difference."""

    def __init__(self, folder: Path, settings: GeneratorSettings, *programs: ExternalProgram) -> None:
        """Open or create the folder; raise RookeryError if it belongs to other settings or another program."""
        self.folder, self.done = folder, set[Case]()
        self.sums = Counter[str]()
        identity: dict[str, object] = {"rookery": __version__}
        for program in programs:
            identity |= program.identity
        identity["settings"] = repr(settings)
        with ExitStack() as stack:
            self.checkpoint = stack.enter_context(Checkpoint(folder / "done.sqlite", json.dumps(identity)))
            if any(about != self.checkpoint.about for about in self.checkpoint.works):
                raise RookeryError(f"{folder} belongs to another comparison; choose another folder")
            for _, line in self.checkpoint.rows():
                self._count(line)
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def rounds(self) -> int:
        """The number of rounds compared."""
        return self.sums["rounds"]

    @property
    def differences(self) -> int:
        """The number of differences found."""
        return self.sums["differences"]

    @property
    def ours_wrong(self) -> int:
        """The number of differences that show a fault of Rookery."""
        return self.sums["ours_wrong"]

    def _count(self, line: Mapping[str, Any]) -> None:
        self.done.add(Case(line["seed"], Lead(line["lead"])))
        self.sums[line["lead"]] += 1
        self.sums["timed"] += "seconds" in line
        self.sums.update({name: value for name, value in line.items() if name not in ("seed", "lead")})

    def enter(self, comparison: CaseComparison) -> None:
        """Store a comparison: first the files of its differences, so that a case on record is complete."""
        case = comparison.case
        case_data = {"seed": case.seed, "lead": case.lead.value}
        for suffix, position, details in comparison.files():
            name = self.folder / f"{case.seed}-{case.lead.value}-{suffix}"
            write_file(f"{name}.trf", position)
            lines = ",\n".join(f'"{key}": {json.dumps(value)}' for key, value in {**case_data, **details}.items())
            write_file(f"{name}.json", f"{{\n{lines}\n}}\n".encode())
        self.checkpoint.enter(f"{case.seed} {case.lead.value}", comparison.line)
        self._count(comparison.line)


def finding_data(finding: Finding) -> dict[str, object]:
    """Return a difference as JSON data: both pairings, the deciding rule and the verdict."""
    report = finding.report

    def plain(pairing: Pairing | None) -> dict[str, object] | None:
        return None if pairing is None else {"pairs": [list(pair) for pair in pairing[0]], "bye": pairing[1]}

    return {
        "round": finding.round,
        "verdict": finding.verdict,
        "failure": finding.failure,
        "ours": plain(finding.ours),
        "theirs": plain(finding.theirs),
        "decided_by": _to_json(report.decided_by) if report and report.decided_by else None,
        "breaches": [_to_json(breach) for breach in report.breaches] if report else [],
    }


def _to_json(value: Any) -> Any:
    """Return a record as a dictionary under its JSON keys, with the values unchanged."""
    if is_record(type(value)):
        return {field.json_key: _to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        return [_to_json(part) for part in value]
    return value
