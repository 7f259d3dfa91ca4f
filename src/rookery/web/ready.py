"""What is kept ready: standings are made once for every version, whoever asks for them."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from rookery.desk.ranked import ranked
from rookery.desk.state import State
from rookery.desk.views.prizes import CategoryChoice, categories
from rookery.desk.views.standings import StandingsView, ranks_after, standings_view
from rookery.ranking.rank import Standings
from rookery.typed import TypeVar
from rookery.web.site import Site

T = TypeVar("T")


def ranking(site: Site, stream: str, state: State, version: int, after: int | None = None) -> Standings:
    """The standings of a version, as the library has them."""
    return site.kept.get(("ranking", stream, version, after), lambda: ranked(state, after))


def table(
    site: Site, stream: str, state: State, version: int, after: int | None = None, category: str = ""
) -> StandingsView:
    """The standings of a version, as a page shows them; or of a category."""

    def make() -> StandingsView:
        found = ranking(site, stream, state, version, after)
        before = None if category else _before(site, stream, state, found.after - 1)
        return standings_view(state, after, before, category, found)

    return site.kept.get(("table", stream, version, after, category), make)


def made(site: Site, stream: str) -> Standings:
    """The standings as they are now: what is made after a change, before anybody asks."""
    version = site.desk.version(stream)  # first: what is kept may be newer than it says, never older
    return ranking(site, stream, site.desk.state(stream), version)


def categories_of(site: Site, stream: str, state: State) -> tuple[CategoryChoice, ...]:
    """The categories of an event: the same as long as its players are."""
    t = state.tournament
    return _resting(site, ("categories", stream), (t.players, t.teams, t.event), lambda: categories(state))


def _before(site: Site, stream: str, state: State, after: int) -> dict[int, int]:
    """The ranks after an earlier round: the same as long as those rounds are, so results of the last change nothing."""
    t = state.tournament
    rounds = t.rounds[: max(0, after)]
    rests = (t.players, t.teams, t.points, t.ranking, state.drawn, state.ordered, state.values, *rounds)
    return _resting(site, ("ranks", stream, after), rests, lambda: ranks_after(state, after))


def _resting(site: Site, name: tuple[Hashable, ...], rests: tuple[object, ...], make: Callable[[], T]) -> T:
    """Something that is the same as long as what it rests on is.

    That is kept beside it, so that no other value can have its identity meanwhile.
    """
    return site.kept.get((*name, *map(id, rests)), lambda: (rests, make()))[1]
