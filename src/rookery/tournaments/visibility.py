"""What is public of a tournament's rounds, from its settings and from what the arbiter has published."""

from __future__ import annotations

from typing import Literal

from rookery._record import record
from rookery.tournaments.state import PublishedRound, State

PublicKind = Literal["pairings", "results", "standings"]
"""What can be published of a round."""

PUBLIC_KINDS: tuple[PublicKind, ...] = ("pairings", "results", "standings")


@record
class PublicRounds:
    """What is public: the first `pairings` rounds, the results of the rounds in `results`, the standings after one.

    The rounds with public pairings are always the first ones. Standings show the results that they are computed from.
    """

    pairings: int = 0
    results: frozenset[int] = frozenset()
    standings: int = 0


def is_public(state: State) -> bool:
    """Return whether a tournament has public pages; a test tournament has none."""
    settings = state.permanent.publication
    return settings.public and not settings.test


def published_round(state: State, number: int) -> PublishedRound:
    """Return what the arbiter has published of a round."""
    return next((item for item in state.permanent.published if item.round == number), PublishedRound(number))


def count_rounds(state: State) -> int:
    """Return the number of paired rounds; a round that is changed by hand counts."""
    phase = state.phase
    return max(len(state.tournament.rounds), phase.round if phase is not None and phase.was is not None else 0)


def is_finished(state: State, number: int) -> bool:
    """Return whether a round is paired and has all its results."""
    rounds = state.tournament.rounds
    return number <= len(rounds) and not rounds[number - 1].pending and number not in state.in_parts


def public_rounds(state: State) -> PublicRounds:
    """Return what is public of the rounds."""
    settings, total = state.permanent.publication, count_rounds(state)
    published = {item.round: item for item in state.permanent.published if item.round <= total}
    ranked = max((number for number, item in published.items() if item.standings is not None), default=0)
    paired = 0
    for number in range(1, total + 1):
        item = published.get(number)
        has_facts = item is not None and (item.pairings is not None or item.results is not None)
        if settings.pairings != "automatic" and number > ranked and not has_facts:
            break
        paired = number
    results = frozenset(
        number
        for number in range(1, paired + 1)
        if settings.results == "automatic"
        or number <= ranked
        or (number in published and published[number].results is not None)
    )
    return PublicRounds(paired, results, paired if settings.standings == "automatic" else ranked)


def hides_results(state: State, before: int) -> bool:
    """Return whether results of rounds before this one are not public."""
    paired = len(state.tournament.rounds)
    return not public_rounds(state).results.issuperset(range(1, min(before, paired + 1)))


def shows_coming_rounds(state: State) -> bool:
    """Return whether the public sees pairings that follow from a schedule or a bracket, before their rounds.

    A schedule becomes public with the pairings of the first round.
    """
    pairings = state.permanent.publication.pairings
    return pairings == "automatic" or (pairings == "manual" and public_rounds(state).pairings > 0)


def due_publication(state: State, until: int | None = None) -> tuple[tuple[int, tuple[PublicKind, ...]], ...]:
    """Return what the arbiter can publish now: rounds, at most up to one, each with what is due of it."""
    settings, public, total = state.permanent.publication, public_rounds(state), len(state.tournament.rounds)
    last = total if until is None else min(until, total)
    finished = 0
    while finished < last and is_finished(state, finished + 1):
        finished += 1
    due: list[tuple[int, tuple[PublicKind, ...]]] = []
    for number in range(1, last + 1):
        kinds: list[PublicKind] = []
        if settings.pairings == "manual" and number > public.pairings:
            kinds.append("pairings")
        if settings.results == "manual" and number not in public.results and is_finished(state, number):
            kinds.append("results")
        if settings.standings == "manual" and number == finished > public.standings:
            kinds.append("standings")
        if kinds:
            due.append((number, tuple(kinds)))
    return tuple(due)
