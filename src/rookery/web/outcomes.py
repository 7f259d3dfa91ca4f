"""A round as the rules give it, to be asked why: made once, and kept as long as what it rests on stays the same."""

from __future__ import annotations

from rookery.desk.views.reasons import asked_again
from rookery.pairing.outcome import Outcome
from rookery.web.visit import Visit


def outcome(visit: Visit, round: int) -> Outcome:
    """The outcome of a round; results of the round itself and of later ones do not change it."""
    state, t = visit.state, visit.state.tournament
    there = t.rounds[round - 1] if 1 <= round <= len(t.rounds) else None
    rests = (t.until(round), there.pairs, there.byes) if there else ()
    return visit.site.kept.get(("outcome", visit.id, round, rests), lambda: asked_again(state, round))
