"""A plain tournament as a state, and back: for files, which have neither keys nor a log."""

from __future__ import annotations

from rookery.attendance import gone_since
from rookery.desk.state import LEFT, State, Sticky, keys_of, last_played
from rookery.model import Tournament
from rookery.values import replace


def opened(tournament: Tournament, played: int = 0) -> State:
    """The state of a tournament of which nothing else is known; `played` is the last round that was ever played.

    Who has no key gets one by the number. It is in FIDE mode unless it says that it was left.
    """
    made = _keyed(tournament)
    left = [one.round or 1 for one in made.remarks if one.text.startswith(LEFT)]
    numbers = [*(one.id for one in made.players), *(one.id for one in made.teams)]
    sticky = Sticky(left=min(left, default=None), played=max(played, last_played(made)), keys=max(numbers, default=0))
    keys = keys_of(made)
    gone = {keys.participant[one]: round for one, round in gone_since(made).items()}
    return State(made, sticky, withdrawn=gone, keys=keys)


def plain(state: State, like: Tournament) -> Tournament:
    """The tournament of a state as a file keeps it: without keys, unless the one it came from had some."""
    t = state.tournament
    if any(_keys(like)):
        return t
    return replace(
        t,
        players=tuple([replace(one, key="") for one in t.players]),
        teams=tuple([replace(one, key="") for one in t.teams]),
    )


def _keyed(t: Tournament) -> Tournament:
    """The tournament in which everybody has a key."""
    taken = set(_keys(t))
    if "" not in taken:
        return t

    def named(letter: str, number: int) -> str:
        key = f"{letter}{number}"
        while key in taken:
            key = f"{letter}{key}"
        return key

    return replace(
        t,
        players=tuple([one if one.key else replace(one, key=named("p", one.id)) for one in t.players]),
        teams=tuple([one if one.key else replace(one, key=named("t", one.id)) for one in t.teams]),
    )


def _keys(t: Tournament) -> list[str]:
    return [*(one.key for one in t.players), *(one.key for one in t.teams)]
