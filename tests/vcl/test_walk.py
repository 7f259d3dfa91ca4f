"""The walk through the acceptance checklist: it is the best one there is, and whatever it calls proved is proved."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.cli.registry import COMMANDS
from rookery.tournaments.checklist import (
    CLUSTERS,
    Branch,
    Question,
    build_checklist,
    find_answered_path,
    load_questions,
    parse_branch,
    recommended_branch,
)
from support.html_elements import select_texts
from support.visitors import open_desk

ROOT = Path(__file__).resolve().parents[2]
TABLE = {question.number: question for question in load_questions()}
ON_THE_PATH = find_answered_path(load_questions())


def load_proofs() -> dict[int, list[str]]:
    """The tests that prove our answers, by the number of the question; the table stands beside this file."""
    lines = Path(__file__).with_name("proofs.psv").read_text("utf-8").splitlines()
    assert lines[0] == "question|tests"
    rows = [line.split("|") for line in lines[1:]]
    proofs = {int(number): [test.strip() for test in tests.split(";")] for number, tests in rows}
    assert len(proofs) == len(rows), "a question has two lines"
    return proofs


TESTS = load_proofs()


def test_every_question_is_there_once_and_leads_on() -> None:
    assert list(TABLE) == list(range(1, 226))
    for question in load_questions():
        assert question.cluster in CLUSTERS
        for each in (question.yes, question.no):
            assert (
                each.fails or each.to is None or each.to > question.number or (question.number, each.to) == (121, 120)
            )
            assert not (each.fails and each.percent)


@cache
def least(number: int | None) -> tuple[int, tuple[int, ...]]:
    """The least that can be lost from a question to the end, and the way there; yes before no where that is equal."""
    if number is None:
        return 0, ()
    ways = []
    for each in (TABLE[number].yes, TABLE[number].no):
        if not each.fails:
            lost, rest = least(each.to)
            ways.append((each.percent + lost, (number, *rest)))
    return min(ways, key=lambda one: one[0])


def test_the_answers_we_want_to_prove_are_the_walk_that_loses_nothing() -> None:
    """Those without proof are not given yet: until then the walk can lose, and says how much."""
    lost, best = least(1)
    assert lost == 0
    assert tuple(one.number for one in ON_THE_PATH) == best
    assert len(best) == 187
    assert {question.number for question in load_questions() if question.answer} == set(best)
    assert (build_checklist().fails, build_checklist().percent) == (0, 0)
    assert build_checklist().open_fails > 0
    assert build_checklist().open_percent > 0


@pytest.mark.parametrize("one", ON_THE_PATH, ids=lambda one: f"Q{one.number}")
def test_an_answer_is_proved_or_says_what_is_missing(one: Question) -> None:
    tests = TESTS.get(one.number, [])
    assert tests or one.missing
    for proof in (*one.proofs, *tests):
        assert proof_exists(proof), proof


def test_only_answers_are_proved_and_in_their_order() -> None:
    assert list(TESTS) == sorted(TESTS)
    assert set(TESTS) <= {one.number for one in ON_THE_PATH}
    assert all("::" in test for tests in TESTS.values() for test in tests)


def test_the_package_names_no_test() -> None:
    """The tests are no part of the installed program, so that no file of it may refer to one."""
    reference = re.compile(r"\btests/|\btest_\w+\.py|::test_|^(?:from|import) (?:articles|support|literal)\b", re.M)
    kinds = {".py", ".psv", ".html", ".js", ".css", ".json", ".md", ".sql", ".mako", ".pot", ".txt"}
    files = [file for file in (ROOT / "src").rglob("*") if file.suffix in kinds]
    assert len(files) > 100
    found = {file.relative_to(ROOT): reference.search(file.read_text("utf-8")) for file in files}
    assert {str(file): match[0] for file, match in found.items() if match} == {}


def proof_exists(proof: str) -> bool:
    """Whether a proof exists: a test, a command, or a place in the documents."""
    if proof.startswith("rookery "):
        return proof.split()[1] in COMMANDS
    file, _, name = proof.partition("::")
    if name:
        return name in list_tests(ROOT / file)
    page, _, anchor = proof.partition("#")
    return (ROOT / page).is_file() and (not anchor or anchor in anchors(ROOT / page))


@cache
def list_tests(path: Path) -> set[str]:
    """The tests in a file; those of the library by their numbers too."""
    functions = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
    marks = [mark for node in functions for mark in node.decorator_list if isinstance(mark, ast.Call)]
    numbers = {mark.args[0].value for mark in marks if ast.unparse(mark.func) == "question"}  # type: ignore[attr-defined]
    return {node.name for node in functions} | {f"test_the_library_answers[Q{number}]" for number in numbers}


@cache
def anchors(path: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in heads}


OPEN = {1, *range(33, 38)}
"""What is still to be proved, beside rating lists: the installer and the campaign."""
SHOWN = {117, 118, 132, 133, 142, 143, 144}
"""What is proved of rating lists."""
OUTSIDE = ("tests/vcl/test_", "tests/web/test_", "tests/cli/test_")
"""Where tests are that ask from outside: over HTTP, or as the commands of clusters A and B."""


def test_what_is_open_is_known() -> None:
    """Whoever proves one more, or loses a proof, sees it here."""
    lists = {one.number for one in ON_THE_PATH if one.cluster == "H"}
    assert {one.number for one in ON_THE_PATH if one.missing} == OPEN | lists - SHOWN


@pytest.mark.parametrize("one", [one for one in ON_THE_PATH if not one.missing], ids=lambda one: f"Q{one.number}")
def test_an_answer_is_proved_by_a_test_from_outside(one: Question) -> None:
    tests = [test for test in TESTS[one.number] if test.startswith(OUTSIDE) and "test_library.py" not in test]
    assert tests, TESTS[one.number]


def test_a_question_without_an_answer_is_no_way_on(snapshot: SnapshotAssertion) -> None:
    one = Question(1, "A", "?", Branch(None), Branch(None))
    with pytest.raises(ValueError, match=r"\b1\b") as caught:
        find_answered_path([one])
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FAIL", Branch(None, fails=True, text="FAIL")),
        ("end", Branch(None)),
        ("8", Branch(8)),
        ("9 5%", Branch(9, 5, text="5%")),
        ("146 up to 117%", Branch(146, 117, text="up to 117%")),
        ("25 by item", Branch(25, 100, text="by item")),
    ],
)
def test_ways(text: str, expected: Branch) -> None:
    assert parse_branch(text) == expected


def test_the_page_shows_the_walk(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    house = open_desk(tmp_path)
    page = house.visitor().ask("/vcl").text
    house.store.close()
    for one in ON_THE_PATH:
        assert f'id="q{one.number}"' in page
    assert page.count('<tr id="q') == build_checklist().path
    standings = {number: select_texts(page, f"#q{number} td")[-1] for number in (1, 7, 20)}
    assert standings == snapshot(name="standings")
    summary = select_texts(page, "main .row .chip")
    assert re.findall(r"\d+", summary[0]) == [str(build_checklist().proved), str(build_checklist().path)]
    assert [re.sub(r"\d+", "N", text) for text in summary] == snapshot(name="summary")


def test_taken_is_what_the_answer_says() -> None:
    one = Question(1, "A", "?", Branch(2), Branch(3), "no")
    assert recommended_branch(one).to == 3


def test_a_disputed_result_waits_for_proof() -> None:
    open_questions = [
        question for cluster in build_checklist().clusters for question in cluster.questions if question.missing
    ]
    assert {1, 33, 37} <= {question.number for question in open_questions}
    assert {question.public_answer for question in open_questions} == {"not yet"}
    page = (ROOT / "docs" / "checklist.md").read_text("utf-8")
    for question in open_questions:
        assert f"| {question.number} | {question.asks} | not yet |" in page
