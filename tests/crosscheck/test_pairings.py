"""Comparing engines from Python: any executor, both leads, bounded work."""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery import GeneratorSettings
from rookery.checking.report import Verdict
from rookery.crosscheck.pairings import Case, Lead, Logbook, cases, compare, crosscheck
from rookery.crosscheck.programs import Engine, EngineAnswer, parse_pairing
from rookery.errors import NoPairingError, RookeryError
from rookery.generator.generate import pair_by_tournament_rules
from rookery.history.history import History
from rookery.model import ByeKind, Tournament
from rookery.pairing.dutch_2017 import DUTCH_2017
from rookery.simulation.jobs import Checkpoint

SMALL = GeneratorSettings(players=8, rounds=3, acceleration="none")


def answers(monkeypatch: pytest.MonkeyPatch, change: Any = None) -> Engine:
    """An engine that gives our own answers, or what `change` makes of them."""

    def pair(self: Engine, position: Tournament) -> EngineAnswer:
        try:
            pairing = pair_by_tournament_rules(position, History(position))
        except NoPairingError:
            return EngineAnswer()
        return change(position, pairing) if change else EngineAnswer(pairing)

    monkeypatch.setattr(Engine, "pair", pair)
    return Engine("nobody {input}")


class AtOnce(Executor):
    """An executor that is not one of the standard library's, as a Dask client's is not."""

    most = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_two_that_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(crosscheck(SMALL, answers(monkeypatch), cases(0, 3), AtOnce(), window=2))
    assert {one.case for one in found} == set(cases(0, 3))
    assert sum(one.rounds for one in found) >= 18
    assert not any(one.findings for one in found)


def test_an_engine_of_an_older_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    """It agrees by its own rules, and not by those in force."""

    def pair(self: Engine, position: Tournament) -> EngineAnswer:
        try:
            outcome = DUTCH_2017.pair(position)
        except NoPairingError:
            return EngineAnswer()
        return EngineAnswer((outcome.pairs, outcome.bye))

    monkeypatch.setattr(Engine, "pair", pair)
    settings = GeneratorSettings(players=9, rounds=6, acceleration="none")
    old, now = (
        [compare(case, settings, Engine("nobody {input}", edition=year)) for case in cases(0, 5)]
        for year in ("2017", "")
    )
    assert not [one for one in old if one.findings]
    assert [one for one in now if one.findings]


def test_no_more_than_the_window_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted() -> Any:
        for case in cases(0, 20):
            asked.append(case)
            yield case

    with ThreadPoolExecutor(1) as executor:
        for done, _ in enumerate(crosscheck(SMALL, answers(monkeypatch), counted(), executor, window=4), 1):
            assert len(asked) <= done + 4


def test_a_forgotten_player_is_no_pairing_to_play_on(
    monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    engine = answers(monkeypatch, lambda position, pairing: EngineAnswer((pairing[0][1:], pairing[1])))
    found = compare(Case(1, Lead.THEIRS), SMALL, engine)
    assert len(found.findings) == found.rounds == 3
    assert found.findings[0].report is not None
    assert found.findings[0].report.verdict is Verdict.ILLEGAL
    assert found.findings[0].verdict == snapshot
    assert not any(finding.is_our_fault for finding in found.findings)


def test_a_repeated_round_is_a_difference(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    """The other engine gives the last round again: illegal, and the comparison goes on with our pairing (C.04.1 2)."""

    def repeat(position: Tournament, pairing: Any) -> EngineAnswer:
        if not position.rounds:
            return EngineAnswer(pairing)
        bye = [each.player for each in position.rounds[-1].byes if each.kind is ByeKind.PAIRING_ALLOCATED]
        return EngineAnswer((position.rounds[-1].pairs, bye[0] if bye else None))

    engine = answers(monkeypatch, repeat)
    settings = GeneratorSettings(
        players=8, rounds=3, acceleration="none", zero_byes=0, half_byes=0, late_entries=0, withdrawals=0
    )
    for case in cases(1, 2):
        comparison = compare(case, settings, engine)
        assert (comparison.rounds, [finding.round for finding in comparison.findings]) == (3, [2, 3])
        for finding in comparison.findings:
            assert finding.report is not None
            assert finding.report.verdict is Verdict.ILLEGAL
            assert not finding.is_our_fault
    assert comparison.findings[0].verdict == snapshot


def test_nonsense_is_a_failure_not_a_crash(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    engine = answers(monkeypatch, lambda position, pairing: EngineAnswer(((pairing[0][0], *pairing[0]), None)))
    finding = compare(Case(1, Lead.OURS), SMALL, engine).findings[0]
    assert finding.failure
    assert finding.verdict == snapshot


def test_only_a_single_program_returns_a_pairing(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    engine = answers(monkeypatch, lambda position, pairing: EngineAnswer())
    finding = compare(Case(1, Lead.OURS), SMALL, engine).findings[0]
    assert (bool(finding.ours), finding.theirs, finding.failure) == (True, None, "")
    assert finding.verdict == snapshot


def test_an_empty_list_says_that_there_is_no_pairing(
    monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    def pair(self: Engine, position: Tournament) -> EngineAnswer:
        try:
            return EngineAnswer(pair_by_tournament_rules(position, History(position)))
        except NoPairingError:
            return parse_pairing("0\n")

    monkeypatch.setattr(Engine, "pair", pair)
    stuck = GeneratorSettings(players=4, rounds=6, acceleration="none", zero_byes=0, half_byes=0)
    found = compare(Case(1, Lead.OURS), stuck, Engine("nobody {input}"))
    assert (found.rounds, found.findings) == (4, ())
    engine = answers(monkeypatch, lambda position, pairing: parse_pairing("0\n"))
    finding = compare(Case(1, Lead.OURS), SMALL, engine).findings[0]
    assert (bool(finding.ours), finding.theirs, finding.failure) == (True, None, "")
    assert finding.verdict == snapshot


@pytest.mark.parametrize("text", ["", "x", "2\n1 2\n", "1\n1 2 3\n"])
def test_what_is_no_pairing(text: str) -> None:
    assert parse_pairing(text).failure


def test_a_byte_order_mark_and_blank_lines_are_forgiven() -> None:
    assert parse_pairing("\ufeff2\r\n1 2\r\n\r\n3 0\r\n").pairing == (((1, 2),), 3)


def test_an_engine_that_does_not_answer_in_time(snapshot: SnapshotAssertion) -> None:
    engine = Engine(f"{sys.executable} -c 'import time; time.sleep(60)' {{input}}", timeout=0.2)
    found = compare(Case(1, Lead.OURS), GeneratorSettings(players=4, rounds=1), engine)
    assert found.findings[0].failure == snapshot


def test_the_logbook_remembers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    engine = answers(monkeypatch, lambda position, pairing: EngineAnswer())
    with Logbook(tmp_path / "log", SMALL, engine) as book:
        for one in crosscheck(SMALL, engine, cases(0, 2), AtOnce()):
            book.enter(one)
    with Logbook(tmp_path / "log", SMALL, engine) as again:
        assert again.done == set(cases(0, 2))
        assert (again.rounds, again.differences, again.ours_wrong) == (book.rounds, book.differences, 0)
    for _ in range(2):
        with pytest.raises(RookeryError) as caught:
            Logbook(tmp_path / "log", GeneratorSettings(players=9), engine)
        assert str(caught.value).replace(str(tmp_path), "TMP") == snapshot
    with Logbook(tmp_path / "log", SMALL, engine) as unchanged:
        assert unchanged.done == set(cases(0, 2))  # whoever was refused has changed nothing


def test_a_logbook_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    """After its use, and when it is refused: the file of its cases does not stay open."""
    engine, opened = answers(monkeypatch), list[Checkpoint]()
    open_it = Checkpoint.__init__

    def recorded(self: Checkpoint, path: Path, about: str) -> None:
        opened.append(self)
        open_it(self, path, about)

    monkeypatch.setattr(Checkpoint, "__init__", recorded)
    with Logbook(tmp_path / "log", SMALL, engine) as book:
        book.enter(next(crosscheck(SMALL, engine, cases(0, 1), AtOnce())))
    with pytest.raises(RookeryError) as caught:
        Logbook(tmp_path / "log", GeneratorSettings(players=9), engine)
    assert str(caught.value).replace(str(tmp_path), "TMP") == snapshot
    assert len(opened) == 2
    for checkpoint in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            checkpoint.file.execute("SELECT 1")


def test_a_campaign_in_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More tournaments go on with those that are there: as many each way, whatever the steps."""
    engine = answers(monkeypatch)
    for count in (1, 3, 2):
        with Logbook(tmp_path / "log", SMALL, engine) as book:
            left = [case for case in cases(0, count) if case not in book.done]
            for one in crosscheck(SMALL, engine, left, AtOnce()):
                book.enter(one)
    assert book.done == set(cases(0, 3))
    assert (book.sums["ours"], book.sums["theirs"]) == (3, 3)


def test_a_logbook_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped between a difference and its entry: the case is not done, and is done again."""
    engine = answers(monkeypatch, lambda position, pairing: EngineAnswer())
    first, second = crosscheck(SMALL, engine, cases(0, 1), AtOnce())
    with Logbook(tmp_path / "log", SMALL, engine) as book:
        book.enter(first)
        monkeypatch.setattr(book.checkpoint, "enter", interrupted)
        with pytest.raises(KeyboardInterrupt):
            book.enter(second)
    with Logbook(tmp_path / "log", SMALL, engine) as again:
        assert again.done == {first.case}
        again.enter(second)
    with Logbook(tmp_path / "log", SMALL, engine) as whole:
        assert whole.done == {first.case, second.case}


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_difference_is_written_atomically(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "no space")

    engine = answers(monkeypatch, lambda position, pairing: EngineAnswer())
    found = next(crosscheck(SMALL, engine, cases(0, 1), AtOnce()))
    assert found.findings
    with Logbook(tmp_path / "log", SMALL, engine) as book:
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="no space"):
            book.enter(found)
    assert [path.name for path in (tmp_path / "log").iterdir()] == ["done.sqlite"]
