"""The kiosk: a tablet at the entrance at which the players of all sections check in."""

from __future__ import annotations

from rookery._record import record
from rookery.collation import sort_key
from rookery.tournaments.state import State
from rookery.tournaments.views.check_in import check_in_view
from rookery.tournaments.views.participants import Participant
from rookery.web.check_in_clock import local_now
from rookery.web.context import AppContext, IndexEntry


@record
class KioskPlayer:
    """A player at the kiosk; `who` names section and player in the address of the page."""

    who: str
    person: Participant
    section: str
    round: int
    here: bool


@record
class KioskPage:
    """The kiosk: the players of the sections whose check-in is open, or the `chosen` one to be confirmed.

    `until` is the closing time of the check-in of the chosen player. `is_done` says that the player has just been
    checked in.
    """

    name: str
    players: tuple[KioskPlayer, ...] = ()
    sections: int = 1
    chosen: KioskPlayer | None = None
    is_done: bool = False


def build_kiosk(site: AppContext, slug: str, who: str, is_done: bool) -> KioskPage:
    """Return the kiosk of the event of a tournament."""
    sections = [entry for entry in site.sections_of(slug) if entry.state.permanent.place == "desk"]
    event = site.event_of(sections[0].stream.id) if sections else None
    players = [player for entry in sections for player in _section_players(site, entry)]
    players.sort(key=lambda player: (sort_key(player.person.name), player.who))
    chosen = next((player for player in players if player.who == who), None)
    name = event.name if event is not None else sections[0].name if sections else slug
    return KioskPage(name, tuple(players), len(sections), chosen, is_done)


def _section_players(site: AppContext, entry: IndexEntry) -> list[KioskPlayer]:
    """Return the expected players of a section if its check-in is open."""
    state: State = site.desk.current(entry.stream.id, entry.stream.version).state
    view = check_in_view(state, local_now())
    if not view.open or view.round is None:
        return []
    return [
        KioskPlayer(f"{entry.stream.slug}/{person.key}", person, entry.name, view.round, is_here)
        for people, is_here in ((view.here, True), (view.missing, False))
        for person in people
    ]
