"""A round made by hand: boards as cards, who has none, warnings as they arise, and ours beside the table."""

from __future__ import annotations

from rookery.desk.decision import Refused
from rookery.desk.views.hand import HandView, hand_view
from rookery.finality import length
from rookery.values import frozen
from rookery.web.page import Page
from rookery.web.visit import Visit
from rookery.wording import spoken


@frozen
class HandPage:
    """The table of a round, if it is being made by hand.

    `other` is the round that is, if it is not this one; `possible` says that this one can be begun, and `paired` that
    its boards would lie on the table then.
    """

    round: int
    seen: HandView | None = None
    other: int | None = None
    possible: bool = False
    paired: bool = False
    differ: int = 0


def view(visit: Visit) -> HandPage:
    """The table of the round of the address."""
    state, number = visit.state, visit.number("round")
    t, last = state.tournament, length(state.tournament)
    if not 1 <= number <= (last or t.next_round):
        raise Refused(spoken("there is no round %(number)s", number=number))
    if state.phase is None or state.phase.round != number:
        open = state.phase is None and state.closed is None and number in (len(t.rounds), t.next_round)
        return HandPage(number, other=state.phase.round if state.phase else None, possible=open,
                        paired=number <= len(t.rounds))  # fmt: skip
    seen = visit.kept("hand", lambda: hand_view(state))
    return HandPage(number, seen, differ=sum(not one.same for one in seen.ours))


PAGES = (Page("hand", "/t/{slug}/round/{round:int}/hand", "By hand", view, "hand.html", "round"),)
