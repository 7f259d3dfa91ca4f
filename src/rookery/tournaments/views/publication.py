"""What is public of a tournament, as the arbiters' pages show it, and what can be published next."""

from __future__ import annotations

from typing import Literal

from rookery._record import record
from rookery.messages import join_list, msg
from rookery.tournaments.state import Publication, State
from rookery.tournaments.views.overview import NextStep
from rookery.tournaments.visibility import (
    PUBLIC_KINDS,
    PublicKind,
    due_publication,
    public_rounds,
    published_round,
)


@record
class PublicationView:
    """What is public of a tournament, and of one of its rounds.

    The pairings of the first `paired` rounds and the standings after round `ranked` are public. `shown`, `results` and
    `standings` say what is public of `round`, `since` when its pairings were published (UTC), if by the arbiter, and
    `ranked_since` when the standings were. `due` is what can be published up to this round, `hideable` whether
    something of it can be hidden.
    """

    status: Literal["public", "private", "test"]
    settings: Publication
    round: int = 0
    paired: int = 0
    ranked: int = 0
    shown: bool = False
    results: bool = False
    standings: bool = False
    since: str = ""
    ranked_since: str = ""
    due: tuple[PublicKind, ...] = ()
    hideable: bool = False


def publication_view(state: State, number: int | None = None) -> PublicationView:
    """Return what is public, with a round or the last one."""
    settings, public = state.permanent.publication, public_rounds(state)
    number = len(state.tournament.rounds) if number is None else number
    item, ranked = published_round(state, number), published_round(state, public.standings)
    due = {kind for _, kinds in due_publication(state, number) for kind in kinds}
    stamps = (item.pairings, item.results, item.standings)
    return PublicationView(
        "test" if settings.test else "public" if settings.public else "private",
        settings,
        number,
        public.pairings,
        public.standings,
        0 < number <= public.pairings,
        number in public.results,
        0 < number <= public.standings,
        item.pairings.at if item.pairings and settings.pairings != "automatic" else "",
        ranked.standings.at if ranked.standings and settings.standings != "automatic" else "",
        tuple(kind for kind in PUBLIC_KINDS if kind in due),
        settings.pairings != "automatic" and any(stamps),
    )


def publication_step(state: State) -> NextStep | None:
    """Return the next step of an arbiter who publishes: pairings, or the standings of a finished round."""
    settings, due = state.permanent.publication, due_publication(state)
    if not due or settings.test or not settings.public:
        return None
    number, kinds = due[-1]
    if "pairings" in kinds:
        rounds = [round for round, of_round in due if "pairings" in of_round]
        return NextStep("publish", msg("The pairings of round %(round)s are not public yet.", round=join_list(rounds)),
                        number)  # fmt: skip
    if "standings" in kinds:
        return NextStep("publish", msg("The standings after round %(round)s are not public yet.", round=number), number)
    return NextStep("publish", msg("The results of round %(round)s are not public yet.", round=number), number)
