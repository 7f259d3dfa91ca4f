"""The walk through the acceptance checklist: it is the best one there is, and whatever it calls proved is proved."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from rookery.cli.command_table import COMMANDS
from rookery.desk.walk import CLUSTERS, Question, Way, path, questions, taken, walk, way
from support.visitors import opened

ROOT = Path(__file__).resolve().parents[2]
TABLE = {one.number: one for one in questions()}
ON_THE_PATH = path(questions())


def test_every_question_is_there_once_and_leads_on() -> None:
    assert list(TABLE) == list(range(1, 226))
    for one in questions():
        assert one.cluster in CLUSTERS
        for each in (one.yes, one.no):
            assert each.fails or each.to is None or each.to > one.number or (one.number, each.to) == (121, 120)
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


def test_our_answers_are_the_walk_that_loses_nothing() -> None:
    lost, best = least(1)
    assert lost == 0
    assert tuple(one.number for one in ON_THE_PATH) == best
    assert len(best) == 187
    assert {one.number for one in questions() if one.answer} == set(best)
    assert (walk().fails, walk().percent) == (0, 0)


@pytest.mark.parametrize("one", ON_THE_PATH, ids=lambda one: f"Q{one.number}")
def test_an_answer_is_proved_or_says_what_is_missing(one: Question) -> None:
    assert one.proofs or one.missing
    for proof in one.proofs:
        assert there(proof), proof


def there(proof: str) -> bool:
    """Whether a proof exists: a test, a command, or a place in the documents."""
    if proof.startswith("rookery "):
        return proof.split()[1] in COMMANDS
    file, _, name = proof.partition("::")
    if name:
        return name in named_in(ROOT / file)
    page, _, anchor = proof.partition("#")
    return (ROOT / page).is_file() and (not anchor or anchor in anchors(ROOT / page))


@cache
def named_in(path: Path) -> set[str]:
    """The tests in a file; those of the library by their numbers too."""
    functions = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
    marks = [mark for node in functions for mark in node.decorator_list if isinstance(mark, ast.Call)]
    numbers = {mark.args[0].value for mark in marks if ast.unparse(mark.func) == "question"}  # type: ignore[attr-defined]
    return {node.name for node in functions} | {f"test_the_library_answers[Q{number}]" for number in numbers}


@cache
def anchors(path: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", one).strip().lower().replace(" ", "-") for one in heads}


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
    tests = [proof for proof in one.proofs if proof.startswith(OUTSIDE) and "test_library.py" not in proof]
    assert tests, one.proofs


def test_a_question_without_an_answer_is_no_way_on() -> None:
    one = Question(1, "A", "?", Way(None), Way(None))
    with pytest.raises(ValueError, match="question 1 is on the path"):
        path([one])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FAIL", Way(None, fails=True, text="FAIL")),
        ("end", Way(None)),
        ("8", Way(8)),
        ("9 5%", Way(9, 5, text="5%")),
        ("146 up to 117%", Way(146, 117, text="up to 117%")),
        ("25 by item", Way(25, 100, text="by item")),
    ],
)
def test_ways(text: str, expected: Way) -> None:
    assert way(text) == expected


def test_the_page_shows_the_walk(tmp_path: Path) -> None:
    house = opened(tmp_path)
    page = house.visitor().ask("/vcl").text
    house.store.close()
    for one in ON_THE_PATH:
        assert f'id="q{one.number}"' in page
    assert page.count('<tr id="q') == walk().path
    assert f"{walk().proved} of {walk().path} proved" in page


def test_taken_is_what_the_answer_says() -> None:
    one = Question(1, "A", "?", Way(2), Way(3), "no")
    assert taken(one).to == 3
