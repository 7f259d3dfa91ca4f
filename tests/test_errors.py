"""Every error is the same after pickling and copying, and comes through a pool of processes as it was raised."""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import rookery
from rookery.cli.commands.serve_engine import BadRequestError
from rookery.errors import (
    ConflictError,
    FormatError,
    NoPairingError,
    Problem,
    RookeryError,
    RuleError,
    Severity,
    TooLargeError,
    UnfinishedError,
    UnsupportedError,
)
from rookery.model import ForbiddenPair
from rookery.rating_lists.csv_source import UnknownHeadingsError
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError, StaleVersionError
from rookery.tournaments.warning_table import RuleWarning
from rookery.web.openid import OpenIdError

ODD = Problem(Severity.ERROR, "result", 12, (99, 99), "result", "result letter not known", "x", "no result")
NOTED = RuleError("too late", article="C.04.2 2.4")
NOTED.add_note("said in round 3")
ERRORS: tuple[RookeryError, ...] = (
    RookeryError("something"),
    FormatError([ODD, ODD]),
    UnknownHeadingsError(("Spieler", ""), (("Ada", "1"),), {"name": 0}),
    TooLargeError([ODD]),
    BadRequestError([ODD], "seven"),
    RuleError("they have met", article="C.04.1 2", participants=[3, 7]),
    NOTED,
    UnfinishedError(2, [(1, 2), (4, 3)]),
    NoPairingError("no legal pairing exists", [ForbiddenPair((1, 2))]),
    UnsupportedError("Baku acceleration of a Lim Swiss"),
    ConflictError("open", 7, 9),
    CommandRejectedError(
        "it is too late", article="C.04.2 2.4", keys=["p7"], instead="enter them last", code="late-entry"
    ),
    ConfirmationRequiredError([RuleWarning("rematch", 3, "they have met", "C.04.1 2", ("p1", "p2"))], 7),
    StaleVersionError("somebody was quicker", expected="1-0", found="0-1"),
    OpenIdError("the provider did not answer", "timed out"),
)


def kinds() -> Iterator[type[RookeryError]]:
    """Every class of errors there is in the house."""
    for found in pkgutil.walk_packages(rookery.__path__, "rookery."):
        if not found.name.endswith("__main__"):
            try:
                importlib.import_module(found.name)
            except ModuleNotFoundError:  # an extra that is not installed
                continue
    waiting: list[type[RookeryError]] = [RookeryError]
    while waiting:
        kind = waiting.pop()
        yield kind
        waiting += [subclass for subclass in kind.__subclasses__() if subclass.__module__.startswith("rookery.")]


def same(one: RookeryError, other: RookeryError) -> None:
    assert type(one) is type(other)
    assert (str(one), repr(one), one.args) == (str(other), repr(other), other.args)
    assert vars(one) == vars(other)


def again(error: RookeryError) -> None:
    """For all protocols, and both copies."""
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        same(pickle.loads(pickle.dumps(error, protocol)), error)
    same(copy.copy(error), error)
    same(copy.deepcopy(error), error)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_is_the_same_afterwards(error: RookeryError) -> None:
    again(error)


def test_every_error_class_is_listed_or_built_like_its_parent() -> None:
    """A class without an `__init__` of its own is made as its parent is; any other stands in ERRORS."""
    tried = {type(error): error for error in ERRORS}
    for kind in kinds():
        parent = next(each for each in kind.__mro__ if each in tried)
        assert kind in tried or "__init__" not in vars(kind), f"{kind.__qualname__} is not tried"
        made = kind.__new__(kind, *tried[parent].args)
        vars(made).update(vars(tried[parent]))
        again(made)


@pytest.mark.parametrize("system", ["dutch", "dubov", "burstein", "lim", "double-swiss", "keizer"])
def test_causes_of_no_pairing_come_along(system: str) -> None:
    players = tuple(rookery.Player(number, rating=2000) for number in range(1, 5))
    event = rookery.Tournament(players=players, planned_rounds=3, forbidden_pairs=(ForbiddenPair((1, 2, 3, 4)),))
    with pytest.raises(NoPairingError) as refused:
        rookery.pair(event, system)
    assert refused.value.causes
    again(refused.value)


def raised(index: int) -> None:
    raise ERRORS[index]


def test_an_error_comes_through_a_pool_of_processes() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for index, error in enumerate(ERRORS):
            came = pool.submit(raised, index).exception(timeout=60)
            assert isinstance(came, RookeryError)
            same(came, error)
