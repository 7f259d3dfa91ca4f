"""Comparing engines from Python: any executor, both leads, bounded work."""

from __future__ import annotations

import errno
import os
import sys
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rookery import Settings
from rookery.checking.crosscheck import Case, Lead, Logbook, cases, compare, crosscheck
from rookery.checking.engine import Answer, Engine, parsed
from rookery.checking.generator import by_the_rules
from rookery.errors import NoPairing, RookeryError
from rookery.history import History
from rookery.model import Tournament
from rookery.pairing.dutch_2017 import DUTCH_2017

SMALL = Settings(players=8, rounds=3, acceleration="none")


def answers(monkeypatch: pytest.MonkeyPatch, change: Any = None) -> Engine:
    """An engine that gives our own answers, or what `change` makes of them."""

    def pair(self: Engine, position: Tournament) -> Answer:
        try:
            pairing = by_the_rules(position, History(position))
        except NoPairing:
            return Answer()
        return change(position, pairing) if change else Answer(pairing)

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

    def pair(self: Engine, position: Tournament) -> Answer:
        try:
            outcome = DUTCH_2017.pair(position)
        except NoPairing:
            return Answer()
        return Answer((outcome.pairs, outcome.bye))

    monkeypatch.setattr(Engine, "pair", pair)
    settings = Settings(players=9, rounds=6, acceleration="none")
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


def test_a_forgotten_player_is_no_pairing_to_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = answers(monkeypatch, lambda position, pairing: Answer((pairing[0][1:], pairing[1])))
    found = compare(Case(1, Lead.THEIRS), SMALL, engine)
    assert len(found.findings) == found.rounds == 3
    assert found.findings[0].verdict == "theirs is illegal"
    assert not any(one.ours_is_wrong for one in found.findings)


def test_nonsense_is_a_failure_not_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = answers(monkeypatch, lambda position, pairing: Answer(((pairing[0][0], *pairing[0]), None)))
    assert compare(Case(1, Lead.OURS), SMALL, engine).findings[0].verdict == "the engine failed"


def test_only_one_finds_a_pairing(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = answers(monkeypatch, lambda position, pairing: Answer())
    assert compare(Case(1, Lead.OURS), SMALL, engine).findings[0].verdict == "only we found a pairing"


def test_an_empty_list_says_that_there_is_no_pairing(monkeypatch: pytest.MonkeyPatch) -> None:
    def pair(self: Engine, position: Tournament) -> Answer:
        try:
            return Answer(by_the_rules(position, History(position)))
        except NoPairing:
            return parsed("0\n")

    monkeypatch.setattr(Engine, "pair", pair)
    stuck = Settings(players=4, rounds=6, acceleration="none", zero_byes=0, half_byes=0)
    found = compare(Case(1, Lead.OURS), stuck, Engine("nobody {input}"))
    assert (found.rounds, found.findings) == (4, ())
    engine = answers(monkeypatch, lambda position, pairing: parsed("0\n"))
    assert compare(Case(1, Lead.OURS), SMALL, engine).findings[0].verdict == "only we found a pairing"


@pytest.mark.parametrize("text", ["", "x", "2\n1 2\n", "1\n1 2 3\n"])
def test_what_is_no_pairing(text: str) -> None:
    assert parsed(text).failure


def test_a_byte_order_mark_and_blank_lines_are_forgiven() -> None:
    assert parsed("\ufeff2\r\n1 2\r\n\r\n3 0\r\n").pairing == (((1, 2),), 3)


def test_an_engine_that_does_not_answer_in_time() -> None:
    engine = Engine(f"{sys.executable} -c 'import time; time.sleep(60)' {{input}}", timeout=0.2)
    found = compare(Case(1, Lead.OURS), Settings(players=4, rounds=1), engine)
    assert "no answer after 0.2 s" in found.findings[0].failure


def test_the_logbook_remembers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = answers(monkeypatch, lambda position, pairing: Answer())
    book = Logbook(tmp_path / "log", SMALL, engine)
    for one in crosscheck(SMALL, engine, cases(0, 2), AtOnce()):
        book.enter(one)
    again = Logbook(tmp_path / "log", SMALL, engine)
    assert again.done == set(cases(0, 2))
    assert (again.rounds, again.differences, again.ours_wrong) == (book.rounds, book.differences, 0)
    for _ in range(2):
        with pytest.raises(RookeryError, match="another comparison"):
            Logbook(tmp_path / "log", Settings(players=9), engine)
    assert Logbook(tmp_path / "log", SMALL, engine).done == set(cases(0, 2))  # whoever was refused has changed nothing


def test_a_campaign_in_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More tournaments go on with those that are there: as many each way, whatever the steps."""
    engine = answers(monkeypatch)
    for count in (1, 3, 2):
        book = Logbook(tmp_path / "log", SMALL, engine)
        left = [case for case in cases(0, count) if case not in book.done]
        for one in crosscheck(SMALL, engine, left, AtOnce()):
            book.enter(one)
    assert book.done == set(cases(0, 3))
    assert (book.sums["ours"], book.sums["theirs"]) == (3, 3)


def test_a_logbook_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped between a difference and its entry: the case is not done, and is done again."""
    engine = answers(monkeypatch, lambda position, pairing: Answer())
    first, second = crosscheck(SMALL, engine, cases(0, 1), AtOnce())
    book = Logbook(tmp_path / "log", SMALL, engine)
    book.enter(first)
    monkeypatch.setattr(book.checkpoint, "enter", interrupted)
    with pytest.raises(KeyboardInterrupt):
        book.enter(second)
    again = Logbook(tmp_path / "log", SMALL, engine)
    assert again.done == {first.case}
    again.enter(second)
    assert Logbook(tmp_path / "log", SMALL, engine).done == {first.case, second.case}


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_difference_is_written_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "no space")

    engine = answers(monkeypatch, lambda position, pairing: Answer())
    book = Logbook(tmp_path / "log", SMALL, engine)
    found = next(crosscheck(SMALL, engine, cases(0, 1), AtOnce()))
    assert found.findings
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        book.enter(found)
    assert [path.name for path in (tmp_path / "log").iterdir()] == ["done.sqlite"]
