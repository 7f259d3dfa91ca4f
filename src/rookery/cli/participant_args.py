"""Participants named on the command line: by number, or by a name that only one has."""

from __future__ import annotations

from rookery.cli.round_options import no_such
from rookery.errors import RuleError
from rookery.formatting import participant_label
from rookery.messages import join_list
from rookery.model import Player, Team, Tournament
from rookery.tournaments.state import State


def participant_key(state: State, text: str) -> str:
    """Return the key of the participant with this number or name.

    >>> from rookery.tournaments.file_state import state_from_file
    >>> players = (Player(1, "Rook, Ben"), Player(2, "Rook, Cyd"), Player(3, "Dipper, Lu"))
    >>> state = state_from_file(Tournament(players=players))
    >>> [participant_key(state, text) for text in ("3", "dipper", "rook, c", "Cyd Rook", "Lu")]
    ['p3', 'p3', 'p2', 'p2', 'p3']
    """
    tournament = state.tournament
    if text.isdecimal():
        participant_id = int(text)
        if participant_id not in tournament.participants_by_number:
            raise RuleError(no_such(tournament, participant_id), participants=(participant_id,))
        return state.keys.participant[participant_id]
    return state.keys.participant[
        _find_by_name(text, tournament.participants, "team" if tournament.team_event else "player").number
    ]


def player_key(state: State, text: str) -> str:
    """Return the key of the player with this number or name; also a player of a team."""
    tournament = state.tournament
    if text.isdecimal():
        if int(text) not in state.keys.player:
            raise RuleError(f"there is no player {text} in this tournament", participants=(int(text),))
        return state.keys.player[int(text)]
    return state.keys.player[_find_by_name(text, tournament.players, "player").number]


def _find_by_name(text: str, participants: tuple[Player | Team, ...], noun: str) -> Player | Team:
    """Return the one participant with this name, this beginning of a name, or these words in any order."""
    name, words = text.strip().casefold(), _name_words(text)
    matches = [participant for participant in participants if participant.name.casefold() == name and name]
    matches = matches or [
        participant for participant in participants if participant.name.casefold().startswith(name) and words
    ]
    matches = matches or [
        participant for participant in participants if words and words <= _name_words(participant.name)
    ]
    if len(matches) == 1:
        return matches[0]
    if matches:
        names = join_list(map(participant_label, matches), 8)
        raise RuleError(f"{text!r} may be {names}: say the number")
    raise RuleError(f"there is no {noun} called {text!r} in this tournament")


def _name_words(name: str) -> set[str]:
    return set(name.casefold().replace(",", " ").split())


def find_participant(tournament: Tournament, text: str) -> Player | Team:
    """Return the participant with this number or name."""
    if text.isdecimal():
        return tournament.participants_by_number[int(text)]
    return _find_by_name(text, tournament.participants, "participant")


def player_or_team_key(state: State, text: str) -> str:
    """Return the key of a player, also of a team, or of the team written as `t3`."""
    if state.tournament.team_event and text[:1] in "tT" and text[1:].isdecimal():
        return participant_key(state, text[1:])
    return player_key(state, text)


def teams_and_players(tournament: Tournament) -> list[Player | Team]:
    """Return all teams and all players."""
    return [*tournament.teams, *tournament.players]
