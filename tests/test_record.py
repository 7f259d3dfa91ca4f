"""Records behave as the dataclasses of the standard library with the same fields."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, NoReturn

import pytest

import rookery
from rookery._record import field, fields, is_record, record, replace
from rookery.checking.compliance import ComplianceIssue, ComplianceKind


@record
class Ours:
    """A record."""

    kind: ClassVar[str] = "of the class"
    a: int
    b: int = 2
    c: list[int] = field(default_factory=list, compare=False)
    d: int = field(default=4, repr=False, kw_only=True)
    e: int = field(default=0, init=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    """The same as a dataclass."""

    kind: ClassVar[str] = "of the class"
    a: int
    b: int = 2
    c: list[int] = dataclasses.field(default_factory=list, compare=False)
    d: int = dataclasses.field(default=4, repr=False, kw_only=True)
    e: int = dataclasses.field(default=0, init=False)


@record
class Wider(Ours):
    """More fields, one of them with another default."""

    b: int = field(default=7, kw_only=True)
    z: str = field(default="", kw_only=True)


@record
class Checked:
    """A record that checks its field."""

    n: int

    def __post_init__(self) -> None:
        if self.n < 0:
            raise ValueError("not negative")


@record(slots=False)
class WithDict:
    """A record without slots."""

    x: int = 1
    y: tuple[int, ...] = field(default=(), repr=False)


@record(frozen=False)
class Draft:
    """A record whose fields can be set."""

    done: list[int] = field(default_factory=list)


@record
class Place:
    """A record of two fields."""

    row: int
    column: int = 0


@pytest.mark.parametrize(
    ("args", "options"),
    [((1,), {}), ((1, 3), {}), ((1, 3, [4]), {}), ((), {"a": 1}), ((1,), {"d": 5}), ((1,), {"c": [2], "b": 9})],
)
def test_a_record_is_created_as_a_dataclass_is(args: tuple[Any, ...], options: dict[str, Any]) -> None:
    ours, theirs = Ours(*args, **options), Theirs(*args, **options)
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)  # type: ignore[call-overload]
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")


@pytest.mark.parametrize(
    ("args", "options"), [((), {}), ((1, 2, [], 4), {}), ((1,), {"a": 1}), ((1,), {"e": 1}), ((1,), {"nonsense": 1})]
)
def test_a_wrong_call_is_refused_as_by_a_dataclass(args: tuple[Any, ...], options: dict[str, Any]) -> None:
    texts = []
    for cls in (Ours, Theirs):
        with pytest.raises(TypeError) as caught:
            cls(*args, **options)
        texts.append(str(caught.value).replace(cls.__name__, ""))
    assert texts[0] == texts[1]


def test_a_default_factory_is_called_for_every_record() -> None:
    Draft().done.append(1)
    assert Draft().done == []
    assert Ours(1).c is not Ours(1).c


def test_records_with_equal_fields_are_equal() -> None:
    assert Ours(1, c=[1]) == Ours(1, c=[2]) != Ours(2)
    assert hash(Ours(1, c=[1])) == hash(Ours(1, c=[2]))
    assert Ours(1) != Theirs(1)
    assert Ours(1) != Wider(1, b=2)
    assert {Checked(1): "a"}[Checked(1)] == "a"
    with pytest.raises(TypeError):
        hash(Draft())


def test_an_own_eq_keeps_the_hash_of_the_fields() -> None:
    @record
    class Own:
        n: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own) and self.n % 2 == other.n % 2

    assert Own(1) == Own(3)
    assert hash(Own(3)) == hash(Own(3))


@pytest.mark.parametrize("value", [Ours(1, c=[3]), Wider(1, z="z"), WithDict(3), Checked(1), Draft([1]), Place(1)])
def test_records_are_pickled_and_copied(value: Any) -> None:
    for other in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert other == value
        assert type(other) is type(value)
        assert repr(other) == repr(value)


@pytest.mark.parametrize("value", [Ours(1), Wider(1), WithDict(3), Checked(1)])
def test_a_record_is_frozen(value: Any) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        value.a = 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        del value.a


def test_a_record_that_is_not_frozen_can_be_set() -> None:
    draft = Draft()
    draft.done = [1]
    assert draft == Draft([1])


def test_post_init_is_called() -> None:
    with pytest.raises(ValueError, match="not negative"):
        Checked(-1)
    with pytest.raises(ValueError, match="not negative"):
        replace(Checked(1), n=-1)


def test_replace_is_that_of_dataclasses() -> None:
    ours = Ours(1, d=9)
    for function in (replace, dataclasses.replace, *([copy.replace] if sys.version_info >= (3, 13) else [])):
        assert function(ours, b=5) == Ours(1, 5, d=9)  # type: ignore[operator]
        with pytest.raises((TypeError, ValueError), match="init=False"):  # TypeError since Python 3.13
            function(ours, e=1)  # type: ignore[operator]
        with pytest.raises(TypeError):
            function(ours, nonsense=1)  # type: ignore[operator]


def test_dataclasses_and_inspect_see_a_dataclass() -> None:
    for cls in (Ours, Wider, WithDict, Draft):
        assert dataclasses.is_dataclass(cls)
        assert is_record(cls)
        assert [each.name for each in dataclasses.fields(cls)] == [each.name for each in fields(cls)]
    seen = [(f.name, f.type, f.init, f.repr, f.compare, f.kw_only, f.default) for f in dataclasses.fields(Ours)]  # type: ignore[arg-type]
    assert seen == [
        (f.name, f.type, f.init, f.repr, f.compare, f.kw_only, f.default) for f in dataclasses.fields(Theirs)
    ]
    assert str(inspect.signature(Ours)).replace("<factory>", "") == str(inspect.signature(Ours.__init__)).replace(
        "self, ", "", 1
    )
    assert list(inspect.signature(Ours).parameters) == list(inspect.signature(Theirs).parameters)
    assert Ours.__match_args__ == Theirs.__match_args__ == ("a", "b", "c")
    assert typing.get_type_hints(Ours)["c"] == list[int]
    match Ours(1, 5):
        case Ours(a, b):
            assert (a, b) == (1, 5)


def test_a_dataclass_can_inherit_from_a_record() -> None:
    @dataclasses.dataclass(frozen=True)
    class Longer(Place):
        more: int = 0

    assert Longer(1, more=3) == Longer(1, 0, 3) != Longer(1)
    assert replace(Longer(1, more=3), row=2) == Longer(2, more=3)


def body(annotations: dict[str, Any], **names: Any) -> type:
    return type("Wrong", (), {"__annotations__": annotations, **names})


def _refuse(self: object, *args: object) -> NoReturn:
    raise AssertionError


WRONG: dict[str, tuple[Callable[[Any], type], dict[str, bool]]] = {
    "no default after a default": (lambda f: body({"a": "int", "b": "int"}, a=0), {}),
    "mutable default": (lambda f: body({"a": "list"}, a=[]), {}),
    "mutable default of a field": (lambda f: body({"a": "list"}, a=f(default=[])), {}),
    "field without annotation": (lambda f: body({}, a=f()), {}),
    "two sections of keywords": (lambda f: body({"_": dataclasses.KW_ONLY, "a": "int", "__": dataclasses.KW_ONLY}), {}),
    "frozen with a setter": (lambda f: body({"a": "int"}, __setattr__=_refuse), {}),
    "unknown option of a field": (lambda f: body({"a": "int"}, a=f(nonsense=1)), {}),
    "unknown option of the class": (lambda f: body({"a": "int"}), {"nonsense": True}),
    "slots twice": (lambda f: body({"a": "int"}, __slots__=()), {}),
    "default and factory": (lambda f: body({"a": "int"}, a=f(default=1, default_factory=int)), {}),
    "factory of a class variable": (lambda f: body({"a": "ClassVar[int]"}, a=f(default_factory=int)), {}),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_class_is_refused_when_it_is_defined(name: str) -> None:
    build, options = WRONG[name]
    with pytest.raises((TypeError, ValueError)) as ours:
        record(**options)(build(field))
    with pytest.raises(type(ours.value)):
        dataclasses.dataclass(frozen=True, slots=True, **options)(build(dataclasses.field))


def test_frozen_and_not_frozen_do_not_inherit_from_each_other() -> None:
    with pytest.raises(TypeError):
        record(frozen=False)(type("Wrong", (Ours,), {}))
    with pytest.raises(TypeError):
        record(type("Wrong", (Draft,), {}))


def test_annotations_may_be_objects() -> None:
    """As in a module without `from __future__ import annotations`."""
    cls: Any = record(body({"kind": ClassVar[int], "a": int, "b": int}, kind=3, b=field(default=2, kw_only=True)))
    assert [each.name for each in fields(cls)] == ["a", "b"]
    assert str(inspect.signature(cls)) == "(a: int, *, b: int = 2) -> None"
    assert cls.kind == 3


def test_a_short_command_imports_no_dataclasses() -> None:
    code = "import rookery, sys; rookery.Player(1); print('dataclasses' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


SWISS = Path(__file__).resolve().parent.parent / "examples" / "swiss.trf"
EVENT = rookery.load(SWISS).tournament

SOME_OF_EACH: tuple[object, ...] = (
    EVENT, EVENT.players[0], EVENT.rounds[0], EVENT.rounds[0].games[0], EVENT.info, EVENT.points,
    rookery.load(SWISS), rookery.load(SWISS).document, rookery.pair(EVENT), rookery.standings(EVENT),
    rookery.check(EVENT), rookery.completion(EVENT), rookery.rate(EVENT), rookery.check_feasibility(EVENT),
    rookery.check_pairing(EVENT, [(1, 2)])[0], rookery.standings(EVENT).rules,
    ComplianceIssue(ComplianceKind.TOO_MANY_ROUNDS, "C.04.1 1"),
    rookery.Bye(1, rookery.ByeKind.HALF), rookery.Rating(2000), rookery.PartialDate(2026), rookery.Team(1),
    rookery.Match(1, 2), rookery.VacantBoard(1), rookery.ForbiddenPair((1, 2)), rookery.FixedSeat(1),
    rookery.Expulsion(1, 2), rookery.Withdrawal(1, 2), rookery.Remark("x"),
    rookery.ReportedResult(1, 1, 2, rookery.Result.DRAW), rookery.RequestedBye(1, 2),
    rookery.VirtualPoints(1, 2, 1, 2), rookery.PointAdjustment((1,)), rookery.NationalRecord(federation="NOR"),
    rookery.GeneratorSettings(), rookery.TieBreakReadings(),
    rookery.Problem(rookery.Severity.ERROR, "code", 1, (1, 1), "field", "text"),
    rookery.FormatError([]), rookery.TooLargeError([]), rookery.RuleError("x", article="1", participants=(1,)),
    rookery.UnfinishedError(1, [(1, 2)]), rookery.NoPairingError("x"), rookery.UnsupportedError("x"),
    rookery.ConflictError("a", 1, 2), rookery.RookeryError("x"), *rookery.Colour, *rookery.ByeKind, *rookery.Result,
    *rookery.Severity,
)  # fmt: skip
"""A value of each public class."""

PUBLIC = [name for name in rookery.__all__ if isinstance(getattr(rookery, name), type) and name != "Points"]
RECORDS = [name for name in PUBLIC if is_record(getattr(rookery, name))]


def test_there_is_a_value_of_each_public_class() -> None:
    assert {getattr(rookery, name) for name in PUBLIC} <= {type(value) for value in SOME_OF_EACH}


@pytest.mark.parametrize("name", [name for name in rookery.__all__ if callable(getattr(rookery, name))])
def test_types_and_signatures_of_public_names_can_be_read(name: str) -> None:
    public = getattr(rookery, name)
    typing.get_type_hints(public)
    if name != "Points":  # int, which has no signature
        assert inspect.signature(public)


@pytest.mark.parametrize("name", RECORDS)
def test_public_records_are_dataclasses(name: str) -> None:
    cls = getattr(rookery, name)
    assert [each.name for each in dataclasses.fields(cls)] == [each.name for each in fields(cls)]
    assert typing.get_type_hints(cls.__init__)
    for value in SOME_OF_EACH:
        if type(value) is cls:
            assert dataclasses.replace(value) == value  # type: ignore[type-var]
            assert set(dataclasses.asdict(value)) == {each.name for each in fields(cls)}  # type: ignore[call-overload]
            if sys.version_info >= (3, 13):
                assert copy.replace(value) == value


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_public_values_are_pickled(protocol: int) -> None:
    for value in SOME_OF_EACH:
        if protocol >= 2 or not isinstance(value, rookery.Document):
            other = pickle.loads(pickle.dumps(value, protocol))
            assert type(other) is type(value)
            assert (
                (other.args, vars(other)) == (value.args, vars(value))
                if isinstance(value, Exception)
                else (other == value)
            )


@pytest.mark.parametrize("name", ["CheckReport", "Pairing", "Player", "RatingReport", "Standings", "Tournament"])
def test_pydantic_describes_public_classes(name: str) -> None:
    pydantic = pytest.importorskip("pydantic")
    assert pydantic.TypeAdapter(getattr(rookery, name)).json_schema()["type"] == "object"


def test_pydantic_reports_a_wrong_value() -> None:
    pydantic = pytest.importorskip("pydantic")
    with pytest.raises(pydantic.ValidationError, match="the sex of player 1 must be m, w or nothing"):
        pydantic.TypeAdapter(rookery.Player).validate_python({"number": 1, "sex": "F"})
    with pytest.raises(ValueError, match="a pairing number counts from 1"):
        rookery.Player(0)


def test_pydantic_writes_an_answer_as_to_dict_does() -> None:
    pydantic = pytest.importorskip("pydantic")
    tournament = rookery.Tournament(players=(rookery.Player(1), rookery.Player(2)))
    for answer in (rookery.pair(tournament), rookery.standings(tournament), rookery.check(tournament)):
        assert pydantic.TypeAdapter(type(answer)).dump_python(answer, mode="json") == answer.to_dict()


@pytest.mark.parametrize("name", PUBLIC)
def test_pydantic_takes_public_classes(name: str) -> None:
    pydantic = pytest.importorskip("pydantic")
    cls = getattr(rookery, name)
    adapter = pydantic.TypeAdapter(cls)
    for value in SOME_OF_EACH:
        if type(value) is cls:
            assert adapter.validate_python(value) == value
