"""Reports of the checker are data: they pickle, compare and become JSON; sentences follow from them."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import CheckReport, Game, Round, as_data
from rookery.checking.report import DecidingRule, RoundReport, RuleKind, Verdict
from rookery.checking.text import describe_round
from rookery.pairing.explain import facts as facts
from rookery.pairing.outcome import Decision, Line
from sweeps import changes

KINDS = {
    Verdict.ILLEGAL: {RuleKind.ABSOLUTE},
    Verdict.COLOURS: {RuleKind.COLOURS},
    Verdict.WORSE: {RuleKind.BYE_SCORE, RuleKind.CRITERION, RuleKind.ORDER},
}


@pytest.fixture(scope="module")
def spoilt() -> list[CheckReport]:
    """Reports of tournaments with one pair, colour or bye changed."""
    return [rookery.check(trial.tournament) for seed in range(6) for trial in changes.trials(seed)]


def test_reports_pickle_compare_and_become_json(spoilt: list[CheckReport]) -> None:
    for found in spoilt:
        again = pickle.loads(pickle.dumps(found))
        assert again == found
        assert hash(again) == hash(found)
        told = as_data(found)
        assert json.loads(json.dumps(told)) == told
        assert (told["agree"], told["edition"]) == (found.agree, "2026-02-01")
    assert replace(spoilt[0], system="other") != spoilt[0]


def test_the_rule_that_decides_says_what_its_numbers_are(spoilt: list[CheckReport]) -> None:
    seen: dict[Verdict, set[RuleKind]] = {}
    for found in spoilt:
        for round in found.wrong:
            assert round.decided_by is not None
            seen.setdefault(round.verdict, set()).add(round.decided_by.kind)
    assert seen == KINDS


def test_an_unpairable_round_has_its_causes(snapshot: SnapshotAssertion) -> None:
    event = rookery.Tournament(players=tuple(map(rookery.Player, (1, 2))), system="FIDE_DUTCH_2026", planned_rounds=3)
    met = Round((Game(1, 2, rookery.Result.DRAW),))
    wrong = rookery.check(event.with_round(met).with_round(met, allow_irregular=True)).rounds[1]
    assert [cause.groups for cause in wrong.causes] == [((1,), (2,))]
    assert wrong.impossible == snapshot


WORSE = facts.Worse(
    facts.Condition(facts.ConditionKind.RECORDED, ()),
    Decision(2, 15, (), (4, 5), ((4, 5),), ()),
    Decision(2, 15, (), (4, 5), (), (4, 5)),
    Line("downfloaters", "C.04.3 2.4.1", "C6", (0,)),
    Line("downfloaters", "C.04.3 2.4.1", "C6", (2,)),
    "more {players} floating down from {group}",
    (),
    (facts.Named((5,), 15, "points"), facts.Named((4,), 15, "points")),
)


def report_decided_by(kind: RuleKind, **more: object) -> RoundReport:
    rule = DecidingRule(kind, 2, "downfloaters", "C.04.3 2.4.1", "C6", (2,), (0,), "As few as possible.", ((5,), (4,)))
    return RoundReport(4, Verdict.WORSE, decided_by=replace(rule, **more))


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        (RuleKind.CRITERION, {"score": 15}),
        (RuleKind.CRITERION, {"fact": WORSE}),
        (RuleKind.BYE, {}),
        (RuleKind.COLOURS, {"text": "", "code": ""}),
        (RuleKind.ORDER, {"text": "", "code": "", "score": 10}),
    ],
    ids=["criterion", "fact", "bye", "colours", "order"],
)
def test_reasons_in_sentences(kind: RuleKind, more: dict[str, object], snapshot: SnapshotAssertion) -> None:
    assert list(describe_round(report_decided_by(kind, **more), "Mr {}".format)) == snapshot
