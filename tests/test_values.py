"""Values against the dataclasses of the standard library, whose ways they have, and against themselves."""

from __future__ import annotations

import copy
import dataclasses
import enum
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from rookery import values
from rookery.values import (
    ENOUGH,
    KW_ONLY,
    Enum,
    Frozen,
    IntEnum,
    NamedTuple,
    OneOf,
    StrEnum,
    Value,
    field,
    fields,
    frozen,
    is_value,
    mutable,
    programs,
    replace,
)


@frozen
class Ours:
    """A value of ours."""

    kind: ClassVar[str] = "of the class"
    a: int
    b: int = 2
    c: list[int] = field(default_factory=list, compare=False)
    d: int = field(default=4, repr=False, kw_only=True)
    e: int = field(default=0, init=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    """The same from the standard library."""

    kind: ClassVar[str] = "of the class"
    a: int
    b: int = 2
    c: list[int] = dataclasses.field(default_factory=list, compare=False)
    d: int = dataclasses.field(default=4, repr=False, kw_only=True)
    e: int = dataclasses.field(default=0, init=False)


@frozen
class Wider(Ours):
    """More fields, one of them with another default."""

    _: KW_ONLY
    b: int = 7
    z: str = ""


@frozen
class Checked:
    """One that looks at what it is given."""

    n: int

    def __post_init__(self) -> None:
        if self.n < 0:
            raise ValueError("not negative")


class Once(Value):
    """The value of ours, made in one step."""

    kind: ClassVar[str] = "of the class"
    a: int
    b: int = 2
    c: list[int] = field(default_factory=list, compare=False)
    d: int = field(default=4, repr=False, kw_only=True)
    e: int = field(default=0, init=False)


class WiderOnce(Once, Value):
    """More fields, one of them with another default."""

    _: KW_ONLY
    b: int = 7
    z: str = ""


@mutable(slots=False)
class Workplace:
    """One that changes."""

    done: list[int] = field(default_factory=list)


@frozen(order=True)
class Place:
    """One with an order."""

    row: int
    column: int = 0


class Pair(NamedTuple):
    """A named tuple."""

    one: int
    other: int = 0

    @property
    def both(self) -> int:
        """Their sum."""
        return self.one + self.other


CALLS = [((1,), {}), ((1, 5), {}), ((1,), {"d": 9}), ((), {"a": 1, "c": [3]}), ((1, 2, [4]), {"d": 0})]
SLIPS = [((), {}), ((1, 2, [], 4), {}), ((1,), {"a": 2}), ((1,), {"x": 2}), ((1,), {"e": 2})]


@pytest.mark.parametrize("calls", [1, ENOUGH + 1])
@pytest.mark.parametrize(("args", "given"), CALLS)
def test_a_value_is_made_as_a_dataclass_is(args: tuple[object, ...], given: dict[str, object], calls: int) -> None:
    """Before and after its program is written."""
    theirs = Theirs(*args, **given)  # type: ignore[arg-type]
    for _ in range(calls):
        ours = Ours(*args, **given)  # type: ignore[arg-type]
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)  # type: ignore[call-overload]


@pytest.mark.parametrize(("args", "given"), SLIPS)
def test_a_slip_is_told_as_by_a_dataclass(args: tuple[object, ...], given: dict[str, object]) -> None:
    """Too few, too many, twice, unknown."""
    with pytest.raises(TypeError) as theirs:
        Theirs(*args, **given)  # type: ignore[arg-type]
    with pytest.raises(TypeError) as ours:
        Ours(*args, **given)  # type: ignore[arg-type]
    assert str(ours.value) == str(theirs.value).replace("Theirs", "Ours")


def test_a_default_made_anew_is_not_shared() -> None:
    """Each value has its own."""
    assert Ours(1).c is not Ours(1).c


def test_equal_fields_make_equal_values() -> None:
    """But for those that take no part in it, and only within one class."""
    assert Ours(1, c=[1]) == Ours(1, c=[2])
    assert hash(Ours(1, c=[1])) == hash(Ours(1))
    assert Ours(1) != Ours(2)
    assert Ours(1) != Wider(1, b=2)
    assert Place(1) < Place(1, 2)
    assert sorted([Place(2), Place(1, 5)]) == [Place(1, 5), Place(2)]


@pytest.mark.parametrize("one", [Ours(1), Wider(1, z="q"), Place(3), Pair(1, 2)])
def test_values_go_through_pickle_and_copy(one: object) -> None:
    """There and back, the same."""
    assert pickle.loads(pickle.dumps(one)) == one
    assert copy.copy(one) == one
    assert copy.deepcopy(one) == one


def test_a_value_never_changes() -> None:
    """Neither set nor deleted."""
    for one in (Ours(1), Wider(1), Place(1)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            one.a = 3  # type: ignore[misc,union-attr]
        with pytest.raises(dataclasses.FrozenInstanceError):
            del one.a  # type: ignore[misc,union-attr]


def test_a_class_that_fills_itself_in_never_changes_either() -> None:
    """The base class for those with a `__dict__`."""

    class Filled(Frozen):
        def __init__(self) -> None:
            self.__dict__.update(a=1)

    with pytest.raises(dataclasses.FrozenInstanceError, match="'a' of a Filled"):
        Filled().a = 2


def test_a_workplace_changes() -> None:
    """Its fields are set, and it cannot be a key."""
    one = Workplace()
    one.done = [1]
    assert one == Workplace([1])
    with pytest.raises(TypeError):
        hash(one)


def test_what_is_wrong_is_refused_however_it_is_made() -> None:
    """`__post_init__` is called before and after the program is written, and by replace."""
    for _ in range(ENOUGH + 2):
        with pytest.raises(ValueError, match="not negative"):
            Checked(-1)
        assert Checked(1).n == 1
    with pytest.raises(ValueError, match="not negative"):
        replace(Checked(1), n=-1)


def test_the_function_of_a_class_is_written_once_even_behind_a_decorator(monkeypatch: pytest.MonkeyPatch) -> None:
    @frozen
    class Pair:
        one: int
        other: int

    plain: Any = Pair.__init__
    monkeypatch.setattr(Pair, "__init__", lambda self, *args: plain(self, *args))
    written: list[type] = []
    initial = programs.initial
    monkeypatch.setattr(programs, "initial", lambda kind, how: written.append(kind) or initial(kind, how))
    assert [Pair(i, 2).one for i in range(2 * ENOUGH)] == list(range(2 * ENOUGH))
    assert written == [Pair]


def test_a_value_made_often_is_as_frozen_as_the_first_and_an_heir_stays_an_heir() -> None:
    @frozen
    class Place:
        row: int
        column: int
        level: int = 0

    class Marked(Place):
        __slots__ = ()

    made = [kind(n, n + 1) for n in range(ENOUGH + 2) for kind in (Place, Marked)]
    assert {type(one) for one in made} == {Place, Marked}
    assert [(one.row, one.column, one.level) for one in made[-2:]] == [(ENOUGH + 1, ENOUGH + 2, 0)] * 2
    for one in made[:2] + made[-2:]:
        with pytest.raises(dataclasses.FrozenInstanceError):
            one.row = 5  # type: ignore[misc]


def test_replace_is_that_of_dataclasses() -> None:
    """Ours and theirs, on ours."""
    assert replace(Ours(1), b=5, d=6) == dataclasses.replace(Ours(1), b=5, d=6) == Ours(1, 5, d=6)
    with pytest.raises(ValueError, match="e is worked out"):
        replace(Ours(1), e=5)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        replace(Ours(1), unknown=5)  # type: ignore[call-arg]


def test_those_who_ask_for_a_dataclass_find_one() -> None:
    """`fields`, `is_dataclass`, `inspect.signature`, pattern matching; a dataclass may be made of a value."""
    assert dataclasses.is_dataclass(Ours)
    assert is_value(Ours)
    assert is_value(Ours(1))
    assert not is_value(1)
    assert [each.name for each in dataclasses.fields(Wider)] == [each.name for each in fields(Wider)]
    assert list(inspect.signature(Ours).parameters) == list(inspect.signature(Theirs).parameters)
    assert inspect.signature(Ours).parameters["b"].default == 2
    match Ours(1, 5):
        case Ours(a, b):
            assert (a, b) == (1, 5)

    @dataclasses.dataclass(frozen=True, slots=True)
    class Further(Ours):
        y: int = 0

    assert dataclasses.asdict(Further(1, y=3))["y"] == 3
    assert replace(Further(1, y=3), a=2) == Further(2, y=3)


def test_fields_of_a_class_and_of_its_bases() -> None:
    """A field named again keeps its place, and takes the new default."""
    assert [each.name for each in fields(Wider)] == ["a", "b", "c", "d", "e", "z"]
    assert (Wider(1).b, Ours(1).b, Wider(1, z="x").z, Wider.kind) == (7, 2, "x", "of the class")


def test_a_named_tuple_is_one() -> None:
    """As `typing.NamedTuple` makes it."""
    one = Pair(1, other=2)
    assert (one.one, one[1], one.both, one == (1, 2), Pair._fields) == (1, 2, 3, True, ("one", "other"))
    assert repr(Pair(3)) == "Pair(one=3, other=0)"
    assert one._replace(one=9) == Pair(9, 2)
    assert one._asdict() == {"one": 1, "other": 2}
    assert Pair._make([4, 5]) == (4, 5)
    assert Pair._field_defaults == {"other": 0}
    assert Pair.__match_args__ == ("one", "other")
    for wrong in (lambda: Pair(), lambda: Pair(1, 2, 3), lambda: Pair(1, x=2), lambda: Pair._make([1])):  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ValueError, match="unexpected field names"):
        one._replace(x=1)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        one.one = 2  # type: ignore[misc]


def test_the_standard_library_is_not_asked_before_it_must() -> None:
    """What brings `inspect` along is not loaded to pair a round."""
    program = "import sys, rookery, rookery.formats.pairing, rookery.trf.read; print('dataclasses' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"
    assert values.MISSING is not None
    assert repr(values.MISSING) == "MISSING"


def test_a_class_made_in_one_step_is_the_same() -> None:
    """As `frozen` makes it: slots, fields, ways to be made, what others ask of it."""
    for ours, once in ((Ours, Once), (Wider, WiderOnce)):
        assert type(once) is type
        assert once.__slots__ == ours.__slots__  # type: ignore[attr-defined]
        assert inspect.signature(once) == inspect.signature(ours)
        assert once.__match_args__ == ours.__match_args__  # type: ignore[attr-defined]
        assert [(each.name, each.kw_only) for each in fields(once)] == [(e.name, e.kw_only) for e in fields(ours)]
        assert once.__module__ == __name__
        assert not hasattr(once(1), "__dict__")
    assert Once.__init__ is not WiderOnce.__init__
    assert issubclass(WiderOnce, Once)


@pytest.mark.parametrize("calls", [1, ENOUGH + 1])
@pytest.mark.parametrize(("args", "given"), CALLS)
def test_so_are_its_values(args: tuple[object, ...], given: dict[str, object], calls: int) -> None:
    ours = Ours(*args, **given)  # type: ignore[arg-type]
    for _ in range(calls):
        once = Once(*args, **given)  # type: ignore[arg-type]
    assert repr(once) == repr(ours).replace("Ours", "Once")
    assert dataclasses.asdict(once) == dataclasses.asdict(ours)
    assert hash(once) == hash(ours)
    assert once == Once(*args, **given) != ours  # type: ignore[arg-type]
    assert pickle.dumps(once) == pickle.dumps(ours).replace(b"Ours", b"Once")
    assert pickle.loads(pickle.dumps(once)) == copy.deepcopy(once) == once
    with pytest.raises(dataclasses.FrozenInstanceError):
        once.a = 3  # type: ignore[misc]


@pytest.mark.parametrize(("args", "given"), SLIPS)
def test_so_are_slips(args: tuple[object, ...], given: dict[str, object]) -> None:
    with pytest.raises(TypeError) as ours:
        Ours(*args, **given)  # type: ignore[arg-type]
    with pytest.raises(TypeError) as once:
        Once(*args, **given)  # type: ignore[arg-type]
    assert str(once.value) == str(ours.value).replace("Ours", "Once")


def test_a_class_made_in_one_step_may_be_of_any_kind() -> None:
    class Ordered(Value, order=True):
        row: int

        def __eq__(self, other: object) -> bool:
            return super().__eq__(other) is True

    class Alone(Value, eq=False, repr=False):
        row: int

    class Open(Value, slots=False):
        row: int = field(default=3, compare=False)
        rest: list[int] = field(default_factory=list)

    class Site(values.Workplace, slots=False):
        row: int = 0

    assert Ordered(1) < Ordered(2)
    assert len({Ordered(1), Ordered(1)}) == 1  # its own way to be equal takes its hash from nobody
    assert len({Alone(1), Alone(1)}) == 2
    assert repr(Alone(1)).startswith("<")
    assert (Open().__dict__, Open.row, hasattr(Open, "rest")) == ({"row": 3, "rest": []}, 3, False)
    assert Open(1) == Open(2)
    site = Site()
    site.row = 2
    assert site == Site(2)
    with pytest.raises(TypeError):
        hash(site)


class Weight(int, OneOf):
    """How heavy."""

    LIGHT = 1
    HEAVY = 2


class Side(OneOf):
    """Which side."""

    LEFT = "on the left"
    RIGHT = "on the right"


def test_one_of_has_its_members_in_order() -> None:
    assert list(Side) == [Side.LEFT, Side.RIGHT]
    assert (Side.LEFT.name, Side.LEFT.value) == ("LEFT", "on the left")
    assert repr(Side.RIGHT) == "<Side.RIGHT: 'on the right'>"
    assert Side.LEFT != Side.RIGHT


def test_one_of_may_be_a_number() -> None:
    assert Weight.LIGHT < Weight.HEAVY == 2
    assert repr(Weight.HEAVY) == "<Weight.HEAVY: 2>"


@pytest.mark.parametrize("one", [Side.LEFT, Weight.HEAVY])
def test_one_of_stays_itself(one: OneOf) -> None:
    assert pickle.loads(pickle.dumps(one)) is one
    assert copy.deepcopy(one) is one


def _of_texts(base: Any) -> Any:
    class Kind(base):  # type: ignore[misc]
        """With a way of its own to be made, and to be shown."""

        __hash__ = object.__hash__

        heavy: bool

        PAWN = "pawn", False
        ROOK = "rook", True

        def __new__(cls, text: str, heavy: bool) -> Any:
            member = object.__new__(cls)
            member._value_ = text
            member.heavy = heavy
            return member

        @property
        def light(self) -> bool:
            return not self.heavy

        def __str__(self) -> str:
            return str(self.value)

    return Kind


def _plain(base: Any) -> Any:
    class Kind(base):  # type: ignore[misc]
        """One, two."""

        ONE = "1"
        TWO = "2"

    return Kind


def _of_numbers(base: Any) -> Any:
    class Kind(base):  # type: ignore[misc]
        """One, two."""

        ONE = 1
        TWO = 2

        def __str__(self) -> str:
            return self.name.lower()  # type: ignore[no-any-return]

    return Kind


MADE = [(_of_texts, Enum), (_plain, Enum), (_of_numbers, IntEnum), (_plain, StrEnum)]


@pytest.mark.parametrize(("made", "base"), MADE)
@pytest.mark.parametrize("quick", [True, False])
def test_an_enumeration_is_that_of_the_library(
    made: Callable[[Any], Any], base: Any, quick: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = made(getattr(enum, base.__name__))
    if not quick:  # a Python that no longer has the quick way
        monkeypatch.delattr(enum, "_simple_enum")
    _must_be_alike(made(base), theirs)


def _must_be_alike(ours: Any, theirs: Any) -> None:
    assert type(ours) is type(theirs) is enum.EnumType
    assert ours.__mro__[1:] == theirs.__mro__[1:]
    assert ours.__doc__ == theirs.__doc__
    assert ours.__module__ == theirs.__module__
    assert list(ours.__members__) == list(theirs.__members__)
    for one, other in zip(ours, theirs, strict=True):
        assert (one.name, one.value, repr(one), str(one), f"{one}") == (
            other.name, other.value, repr(other), str(other), f"{other}"
        )  # fmt: skip
        assert one is ours(other.value) is ours[other.name] is getattr(ours, other.name) is copy.deepcopy(one)
        assert one in ours
        assert one.__dict__.keys() == other.__dict__.keys()
        assert (vars(ours)[one.name] is one) == (vars(theirs)[other.name] is other)  # found as quickly
        assert hash(one) == hash(one)
    with pytest.raises(ValueError, match="is not a valid"):
        ours("something else")
    with pytest.raises(AttributeError):
        setattr(ours, next(iter(ours.__members__)), 3)


FILES = [
    "model/results.py", "errors.py", "meetings.py", "history.py", "ranking/contribution.py", "ranking/measure.py",
    "checking/report.py", "checking/objection.py", "checking/breach.py",
]  # fmt: skip


@pytest.mark.parametrize("file", FILES)
def test_what_users_are_given_is_that_of_the_library(file: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same source, once with the enumerations of the standard library."""
    text = (root / "src" / "rookery" / file).read_text()
    name = "rookery." + file.removesuffix(".py").replace("/", ".")
    found = {}
    for turn in ("ours", "theirs"):
        if turn == "theirs":
            for base in ("Enum", "IntEnum", "StrEnum"):
                monkeypatch.setattr(values, base, getattr(enum, base))
        space: dict[str, Any] = {"__name__": name}
        exec(compile(text, file, "exec"), space)
        found[turn] = {k: v for k, v in space.items() if isinstance(v, enum.EnumType) and v.__module__ == name}
    assert found["ours"].keys() == found["theirs"].keys() != set()
    for each, ours in found["ours"].items():
        _must_be_alike(ours, found["theirs"][each])


@pytest.mark.parametrize("file", FILES)
def test_its_members_go_through_pickle(file: str) -> None:
    module = __import__("rookery." + file.removesuffix(".py").replace("/", "."), fromlist=["__name__"])
    kinds = [each for each in vars(module).values() if isinstance(each, enum.EnumType)]
    for kind in kinds:
        assert all(pickle.loads(pickle.dumps(one)) is one for one in kind)


def test_two_threads_may_write_what_makes_a_named_tuple() -> None:
    class Two(NamedTuple):
        one: int
        other: int = 2

    begun = Two.__dict__["__new__"].__func__
    Two.__new__ = lambda kind, *args: tuple.__new__(kind, args)  # type: ignore[method-assign]  # the other was quicker
    for _ in range(ENOUGH + 2):
        assert begun(Two, 1) == (1, 2)
