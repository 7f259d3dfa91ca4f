"""The norms of a player are those that the library audits, with what the rounds to come must bring."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery._record import replace
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.views.norms import norms_view
from support.states import STATES, state_of


@pytest.mark.parametrize("after", [5, 10])
def test_every_title_is_audited(after: int) -> None:
    whole = STATES["norms"].tournament
    state = state_of(replace(whole, rounds=whole.rounds[:after]))
    t, outlooks = state.tournament, 0
    for player in t.players:
        view = norms_view(state, f"p{player.number}")
        for told, audit in zip(view.norms, rookery.norms(t, player=player.number), strict=True):
            assert (told.title, told.met, told.conditions) == (audit.title, audit.is_met, audit.conditions)
            assert (told.half_points, told.performance) == (audit.half_points, audit.performance)
            if audit.outlook is not None:
                outlooks += 1
                assert told.outlook is not None
                assert tuple(one.number for one in told.outlook.known) == audit.outlook.known
                assert (told.outlook.scores, told.outlook.hopeless) == (audit.outlook.scores, audit.outlook.hopeless)
    assert bool(outlooks) == (after < len(whole.rounds))


def test_a_team_makes_no_norms(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(CommandRejectedError) as caught:
        norms_view(STATES["team-swiss"], "t1")
    assert str(caught.value) == snapshot
