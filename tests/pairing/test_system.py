"""A system is a value: its priorities in one list, another edition by naming what differs, sentences as data."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import MISSING, FrozenInstanceError, fields
from pathlib import Path
from typing import Never

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import RuleError
from rookery.model import Bye, ByeKind, Game, Player, Result, Round, Tournament
from rookery.pairing.bracket import Bracket
from rookery.pairing.burstein import BURSTEIN_2026
from rookery.pairing.clauses import Clause, Criterion, Role
from rookery.pairing.colours import ColourRule, grant_higher
from rookery.pairing.criteria import downfloaters
from rookery.pairing.double_swiss import DOUBLE_SWISS_2026
from rookery.pairing.dubov import DUBOV_2026
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.dutch_2017 import DUTCH_2017
from rookery.pairing.explain import facts as facts
from rookery.pairing.field import Entrant, Field
from rookery.pairing.lim.system import LIM_2026
from rookery.pairing.system import Declaration, System, by_pairing_number
from rookery.pairing.team import TEAM_2026
from rookery.pairing.upfloat.procedure import UpfloatBracket
from rookery.regulations import DUTCH, Edition

SYSTEMS = (DUTCH_2026, DUBOV_2026, BURSTEIN_2026, LIM_2026, DOUBLE_SWISS_2026, TEAM_2026)
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)


# -- the list of priorities


@every_system
def test_the_codes_stand_in_order_and_none_is_left_out(system: System) -> None:
    codes = list(dict.fromkeys(clause.code for clause in system.criteria if clause.code))
    assert codes == [f"C{n}" for n in range(1, len(codes) + 1)]
    last = {"dutch": 21, "dubov": 10, "burstein": 8, "lim": 0, "double-swiss": 8, "team": 10}
    assert len(codes) == last[system.name]


@every_system
def test_every_clause_has_its_article_with_the_chapter(system: System) -> None:
    for line in (*system.criteria, *system.colours):
        assert re.fullmatch(r"C\.04\.\d(\.\d)? [\d.]+", line.article), line
        assert line.name
    for clause in system.criteria:
        assert clause.text.endswith(".") or clause.role is Role.ORDER
    assert all(rule.text.endswith(".") for rule in system.colours)


@every_system
def test_what_is_absolute_comes_first(system: System) -> None:
    roles = [clause.role for clause in system.criteria]
    absolute = {Role.BAN, Role.BAR, Role.COMPLETION}
    assert set(roles[: roles.index(Role.COMPLETION) + 1]) == absolute
    assert not absolute & set(roles[roles.index(Role.COMPLETION) + 1 :])
    assert roles[-1] is Role.ORDER


# -- another edition


def test_another_edition_names_what_differs() -> None:
    fewer = Criterion("2.4.4", "C9", downfloaters)
    edition = Edition(DUTCH, DUTCH_2026.edition.since.replace(year=2030))
    changed = DUTCH_2026.changed(
        edition=edition,
        replaced={"C12": (fewer.with_article("2.4.7", "C12a"), fewer.with_article("2.4.7", "C12b"))},
        without=("C9", "5.2.2"),
        after={"C13": DUTCH_2026.clause("C14").with_article("9.9", "C13a"), "5.2.5": ColourRule("5.2.6", grant_higher)},
    )
    codes = [clause.code for clause in changed.criteria]
    before = [clause.code for clause in DUTCH_2026.criteria]
    assert codes[codes.index("C13") :][:3] == ["C13", "C13a", "C14"]
    assert [code for code in codes if code not in before] == ["C12a", "C12b", "C13a"]
    assert [code for code in before if code not in codes] == ["C9", "C12"]
    assert changed.clause("C12a").article == "C.04.3 2.4.7"
    articles = [rule.article.split()[-1] for rule in changed.colours]
    assert articles == ["5.2.1", "5.2.3", "5.2.4", "5.2.5", "5.2.6"]
    assert (changed.edition, changed.name, DUTCH_2026.edition.since.year) == (edition, "dutch", 2026)


def test_keys_mean_the_list_as_it_was() -> None:
    """Codes that move up by one do not meet each other."""
    changed = DUTCH_2026.changed(
        replaced={
            "C8": DUTCH_2026.clause("C8").with_article("x", "C9"),
            "C9": DUTCH_2026.clause("C9").with_article("y", "C10"),
        },
        without=("C10",),
    )
    assert [clause.code for clause in changed.criteria if clause.article.endswith(("x", "y"))] == ["C9", "C10"]


@pytest.mark.parametrize(
    "how",
    [{"without": ("C22",)}, {"replaced": {"5.9": ()}}, {"after": {"nothing": ()}}],
    ids=["without", "replaced", "after"],
)
def test_what_is_not_there_cannot_be_changed(how: dict[str, object], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(KeyError) as caught:
        DUTCH_2026.changed(**how)  # type: ignore[arg-type]
    assert str(caught.value) == snapshot


def test_whatever_a_system_declares_can_differ() -> None:
    """Also what is no line of a list: the walk, what it knows of seats, who comes first."""
    declared = {field.name for field in fields(System) if field.init}
    assert declared == set(Declaration.__annotations__)
    assert all(getattr(DUTCH_2017, name) is getattr(DUTCH_2026, name) for name in ("preference", "order", "rank"))
    other = DUTCH_2026.changed(name="other", rank=by_pairing_number, procedure=DUTCH_2017.procedure, without=("C.8",))
    assert (other.name, other.rank, other.edition) == ("other", by_pairing_number, DUTCH_2026.edition)
    assert len(other.criteria) == len(DUTCH_2017.criteria) - 1
    assert other.procedure.bye_last
    with pytest.raises(TypeError, match="nonsense"):
        DUTCH_2026.changed(nonsense=1)  # type: ignore[call-arg]


def test_nothing_that_decides_has_a_default() -> None:
    """Only what a system may do without is left out: details of seats, an opening, a last look before colours."""
    assert {field.name for field in fields(System) if field.default is None} == {"details", "opening", "after_pairing"}
    assert all(field.default in (MISSING, None) for field in fields(System))


@pytest.mark.parametrize(
    ("system", "after", "moved"),
    [
        (DUTCH_2026, "C5", "C14"),
        (DUTCH_2026, "C12", "C3"),
        (DUBOV_2026, "4.1.3", "C8"),
        (LIM_2026, "2.6", "7.1"),
        (BURSTEIN_2026, "C4", "C8"),
        (DUTCH_2026, "C12", Criterion("9", "C12a", downfloaters, role=Role.INSIDE)),
        (DUTCH_2017, "C.4", DUTCH_2026.clause("C5")),
        (LIM_2026, "4.4", DUTCH_2026.clause("C12")),
    ],
    ids=["dutch-C14", "dutch-C3", "dubov-C8", "lim-7.1", "burstein-C8", "dutch-C12a", "dutch-2017-C5", "lim-C12"],
)
def test_a_clause_applies_where_it_is_supported_or_is_refused(
    system: System, after: str, moved: str | Clause[Never], snapshot: SnapshotAssertion
) -> None:
    clause = system.clause(moved) if isinstance(moved, str) else moved
    with pytest.raises(RuleError) as caught:
        system.changed(after={after: clause.with_article(f"{after}a", f"{after}a")})
    assert str(caught.value) == snapshot


def test_a_changed_system_pairs_by_its_own_list() -> None:
    event = Tournament(players=tuple(Player(i) for i in range(1, 5)), planned_rounds=3)
    event = event.with_round(Round(games=(Game(1, 2, Result.DRAW), Game(3, 4, Result.DRAW))))
    assert {frozenset(pair) for pair in DUTCH_2026.pair(event).pairs} == {frozenset((1, 4)), frozenset((2, 3))}
    again = DUTCH_2026.changed(without=("C1", "C12", "C13"))
    assert {frozenset(pair) for pair in again.pair(event).pairs} == {frozenset((1, 3)), frozenset((2, 4))}


@every_system
def test_a_system_can_be_pickled(system: System) -> None:
    twin = pickle.loads(pickle.dumps(system))
    assert [(one.article, one.text) for one in twin.criteria] == [(one.article, one.text) for one in system.criteria]
    assert twin.colours == system.colours


# -- what is said


def two_rounds(system: str) -> Tournament:
    """Five players, of whom the last has had the bye and is lowest again."""
    players = tuple(Player(i, f"P{i}", 2000 - i) for i in range(1, 6))
    first = Round(
        games=(Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.BLACK_WINS)), byes=(Bye(5, ByeKind.PAIRING_ALLOCATED),)
    )
    points = rookery.PointSystem(pab=0)
    return Tournament(players=players, rounds=(first,), planned_rounds=5, points=points, system=system)


@pytest.mark.parametrize(
    ("code", "article"),
    [
        ("FIDE_DUTCH_2026", "C.04.3 2.1.2 [C2]"),
        ("FIDE_LIM", "C.04.1 4"),
        ("FIDE_DUBOV", "C.04.4.1 2.1.2 [C2]"),
    ],
)
def test_the_bar_is_cited_as_the_system_has_it(code: str, article: str, snapshot: SnapshotAssertion) -> None:
    """Lim has no [C2]: it takes the bar from the basic rules."""
    outcome = rookery.pair(two_rounds(code))
    assert outcome.bye is not None
    barred = [reason for reason in outcome.explain(outcome.bye).reasons if isinstance(reason.fact, facts.Barred)]
    assert [reason.article for reason in barred] == [article]
    assert [reason.text for reason in barred] == snapshot
    assert str(outcome.why_not(5)).endswith(f"({article})")


def test_sentences_are_not_docstrings(snapshot: SnapshotAssertion) -> None:
    """`python -OO` takes docstrings away, and no explanation loses a word."""
    program = (
        "import rookery, sys\n"
        "outcome = rookery.pair(rookery.load('examples/swiss.trf').tournament)\n"
        "for board in outcome.boards: print(outcome.explain(board.white))\n"
        "for ledger in outcome.ledger: print(*outcome.unmet_criteria(ledger), sep='\\n')\n"
        "print(outcome.why_not(1, 2)); print(__debug__)\n"
    )
    root = Path(__file__).resolve().parent.parent.parent
    said = {"cwd": root, "env": {**os.environ, "PYTHONPATH": str(root / "src")}, "text": True}
    plain, bare = (
        subprocess.check_output([sys.executable, *flags, "-c", program], **said).splitlines()
        for flags in ((), ("-OO",))
    )
    assert (plain[:-1], plain[-1], bare[-1]) == (bare[:-1], "True", "False")
    assert [line for line in bare if line.endswith(("[C6])", "[C12])"))] == snapshot


@pytest.mark.parametrize(
    ("system", "code"),
    [(DUTCH_2026, "C6"), (DUTCH_2026, "C7"), (DUTCH_2026, "C8"), (DUBOV_2026, "C5"), (TEAM_2026, "C4")],
    ids=["dutch-C6", "dutch-C7", "dutch-C8", "dubov-C5", "team-C4"],
)
def test_what_a_walk_cannot_do_without_is_not_left_out(system: System, code: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        system.changed(without=(code,))
    assert str(caught.value) == snapshot


# -- the field


def test_a_field_is_frozen() -> None:
    field = Field([Entrant(1, 1, 10), Entrant(2, 2, 10), Entrant(3, 3, 0)], 1, 5)
    for name in ("rows", "eligible", "entrants", "anything"):
        with pytest.raises(FrozenInstanceError):
            setattr(field, name, 0)
    other = field.with_edges([0b110, 0b001, 0b001], eligible=0b100)
    assert (field.rows, field.eligible) == ((0b110, 0b101, 0b011), 0b111)
    assert (other.rows, other.eligible, other.entrants) == ((0b110, 0b001, 0b001), 0b100, field.entrants)
    left = field.exclude(1)
    assert (left.ids, left.rows, left.eligible, left.levels) == ((1, 3), (0b10, 0b01), 0, field.levels)
    assert field.with_entrants(replace_details(field)).entrants[0].details == "one"


def everything(value: object) -> Iterator[tuple[str, object]]:
    """Whatever can be read of a value by name, worked out or given."""
    for name in dir(value):
        if not name.startswith("_") and not callable(getattr(value, name)):
            yield name, getattr(value, name)


def test_nothing_of_a_field_or_a_bracket_can_be_changed() -> None:
    field = Field([Entrant(1, 1, 10), Entrant(2, 2, 10), Entrant(3, 3, 0), Entrant(4, 4, 0)], 2, 5)
    for value in (
        field,
        Bracket(field, [1], 1),
        Bracket(field, [0], 1).with_outside_vertices(0b1000),
        UpfloatBracket(field, 0b11, 0b1100),
    ):
        before = list(everything(value))
        assert len(before) > 5
        for name, held in before:
            assert not isinstance(held, list | dict | set), name
            with pytest.raises(FrozenInstanceError):
                setattr(value, name, held)
            with pytest.raises(FrozenInstanceError):
                delattr(value, name)
        assert list(everything(value)) == before
    with pytest.raises(TypeError):
        field.place[1] = 2  # type: ignore[index]


def test_a_field_can_be_pickled() -> None:
    field = Field([Entrant(7, 1, 10), Entrant(2, 2, 10), Entrant(3, 3, 0)], 2, 5).with_edges(eligible=1)
    assert field.trait_sets
    twin = pickle.loads(pickle.dumps(field))
    assert dict(everything(twin)) == dict(everything(field))
    assert (twin.place[7], twin.eligible) == (0, 1)


def replace_details(field: Field) -> list[Entrant]:
    return [seat._replace(details="one") for seat in field.entrants]


def test_sentences_that_could_be_read_in_two_ways(snapshot: SnapshotAssertion) -> None:
    """Who floated up was heard of those from above; a bye in the last group is no float to a lower one."""
    from rookery.pairing.dutch import DUTCH_2026
    from rookery.pairing.lim.procedure import STEPS

    assert {line.code: line.text for line in DUTCH_2026.criteria if line.code in ("C6", "C15", "C17")} == snapshot
    kind = next(step for step in STEPS if step.article == "3.9")
    assert len(set(kind.grades)) == 4
    assert kind.grades == snapshot
