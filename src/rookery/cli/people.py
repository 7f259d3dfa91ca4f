"""Who is meant on the command line: by number, or by a name that only one has."""

from __future__ import annotations

from rookery.cli.booking import no_such
from rookery.desk.state import State
from rookery.errors import RuleError
from rookery.labels import person
from rookery.model import Player, Team, Tournament
from rookery.wording import listed


def participant(state: State, text: str) -> str:
    """The key of a participant who is called so, or has this number.

    >>> from rookery.desk.opened import opened
    >>> event = opened(Tournament(players=(Player(1, "Rook, Ben"), Player(2, "Rook, Cyd"), Player(3, "Dipper, Lu"))))
    >>> [participant(event, one) for one in ("3", "dipper", "rook, c", "Cyd Rook", "Lu")]
    ['p3', 'p3', 'p2', 'p2', 'p3']
    """
    t = state.tournament
    if text.isdecimal():
        one = int(text)
        if one not in t.by_id:
            raise RuleError(no_such(t, one), who=(one,))
        return state.keys.participant[one]
    return state.keys.participant[_called(text, t.participants, "team" if t.team_event else "player").id]


def player(state: State, text: str) -> str:
    """The key of a player, also of one in a team."""
    t = state.tournament
    if text.isdecimal():
        if int(text) not in state.keys.player:
            raise RuleError(f"there is no player {text} in this tournament", who=(int(text),))
        return state.keys.player[int(text)]
    return state.keys.player[_called(text, t.players, "player").id]


def _called(text: str, those: tuple[Player | Team, ...], what: str) -> Player | Team:
    """The only one of this name: the whole of it, its beginning, or some of its words in any order."""
    name, words = text.strip().casefold(), _words(text)
    found = [one for one in those if one.name.casefold() == name and name]
    found = found or [one for one in those if one.name.casefold().startswith(name) and words]
    found = found or [one for one in those if words and words <= _words(one.name)]
    if len(found) == 1:
        return found[0]
    if found:
        raise RuleError(f"{text!r} may be {listed((person(one) for one in found), 8)}: say the number")
    raise RuleError(f"there is no {what} called {text!r} in this tournament")


def _words(name: str) -> set[str]:
    return set(name.casefold().replace(",", " ").split())


def meant(t: Tournament, text: str) -> Player | Team:
    """The participant who was found by this text before."""
    if text.isdecimal():
        return t.by_id[int(text)]
    return _called(text, t.participants, "participant")


def anybody(state: State, text: str) -> str:
    """The key of a player, also of one in a team, or of the team that is written `t3`."""
    if state.tournament.team_event and text[:1] in "tT" and text[1:].isdecimal():
        return participant(state, text[1:])
    return player(state, text)


def everybody(t: Tournament) -> list[Player | Team]:
    """All teams and all players."""
    return [*t.teams, *t.players]
