"""Pairing a round by hand: board cards, unpaired players, warnings, and the pairing by the rules."""

from __future__ import annotations

from rookery._record import record
from rookery.history.completion import total_rounds
from rookery.messages import msg
from rookery.tournaments.commands.manual_pairing import begin_phase, count_results
from rookery.tournaments.outcomes import CommandRejectedError
from rookery.tournaments.views.manual_pairing import HandView, hand_view
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext


@record
class HandPage:
    """The pairing table of a round, if it can be paired by hand.

    The first change begins the phase: until then nothing is `changed`, and nobody else notices. If the round has
    `results`, the page asks first, until the query says that this many are `known`. `other` is the round being
    paired by hand if it is another one, and `by` the user who does it.
    """

    round: int
    seen: HandView | None = None
    other: int | None = None
    by: str = ""
    changed: bool = False
    results: int = 0
    known: int = 0
    differ: int = 0


def view(visit: RequestContext) -> HandPage:
    """Return the pairing table of the round of the address."""
    state, state_shown, number = visit.working or visit.state, visit.state, visit.number("round")
    t, last = state_shown.tournament, total_rounds(state_shown.tournament)
    if not 1 <= number <= (last or t.next_round):
        raise CommandRejectedError(msg("there is no round %(number)s", number=number))
    phase = state_shown.phase  # none where nothing was changed
    if phase is not None and phase.round == number:
        hand = visit.cached("hand", lambda: hand_view(state))
        return HandPage(number, hand, by=phase.by, changed=True, differ=_count_different(hand))
    if phase is not None or state_shown.closed is not None or number not in (len(t.rounds), t.next_round):
        return HandPage(number, other=phase.round if phase else None, by=phase.by if phase else "")
    results, known_results = count_results(state_shown, number), visit.number("results")
    is_begun = state.phase is not None and state.phase.round == number  # when the phase was opened
    if results > known_results and not is_begun:
        return HandPage(number, results=results)
    hand = visit.cached(f"hand {number}", lambda: hand_view(begin_phase(state_shown, number, results).state))
    return HandPage(number, hand, results=results, known=known_results, differ=_count_different(hand))


def _count_different(hand: HandView) -> int:
    """Return the number of boards by the rules that are not on the table."""
    return sum(not board.same for board in hand.ours)


PAGES = (Page("hand", "/t/{slug}/round/{round:int}/hand", "By hand", view, "hand.html", "round", asks=("results",)),)
