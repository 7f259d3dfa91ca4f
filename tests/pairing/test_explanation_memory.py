"""Memory of explanations is freed with the pairing, without the cycle collector."""

from __future__ import annotations

import gc

import pytest

import rookery
from rookery import GeneratorSettings
from rookery.pairing.field import Field

SYSTEMS = ("dutch", "dubov", "burstein", "lim", "double-swiss", "team")


def explained(event: rookery.Tournament, edition: str | None) -> None:
    """Ask why those on the first two boards do not meet."""
    outcome = rookery.pair(event, edition=edition)
    (one, _), (other, _) = outcome.pairs[:2]
    assert str(outcome.why_not(one, other))
    assert str(outcome.explain(one))


@pytest.mark.parametrize(("system", "edition"), [*((system, None) for system in SYSTEMS), ("dutch", "2017")])
def test_an_explained_outcome_leaves_no_cycle(system: str, edition: str | None) -> None:
    who = {"teams": 9, "boards": 1, "reserves": 0} if system == "team" else {"players": 9}
    event = rookery.generate(GeneratorSettings(**who, rounds=5, play=3, system=system), seed=4)
    explained(event, edition)
    gc.collect()
    gc.freeze()  # the objects of other tests
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)  # functions that classes write when they are first called may go: no values
    try:
        explained(event, edition)
        assert not [one for one in gc.get_objects() if isinstance(one, Field)]
        gc.collect()
        assert not [one for one in gc.garbage if type(one).__module__.startswith("rookery")]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
