"""Conversion of a state from and to a tournament file, which has neither keys nor a log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rookery._record import replace
from rookery.history.completion import find_withdrawals
from rookery.model import Player, Remark, Team, Tournament
from rookery.tournaments.rules import DEFAULT_CHOICES
from rookery.tournaments.state import PermanentFacts, State, fide_exit_round, index_participant_keys, last_played_round

ParticipantT = TypeVar("ParticipantT", Player, Team)


def state_from_file(tournament: Tournament, played: int = 0) -> State:
    """Return the state of a tournament read from a file; `played` is the last round that was ever played.

    Participants without a key get one. The tournament is in FIDE mode unless a remark says that it was left.
    """
    keyed = _with_keys(tournament)
    numbers = [
        *(participant.number for participant in keyed.players),
        *(participant.number for participant in keyed.teams),
    ]
    permanent = PermanentFacts(
        left=fide_exit_round(keyed), played=max(played, last_played_round(keyed)), keys=max(numbers, default=0)
    )
    keys = index_participant_keys(keyed)
    withdrawn = {keys.participant[number]: round for number, round in find_withdrawals(keyed).items()}
    return State(keyed, permanent, withdrawn=withdrawn, keys=keys)


def tournament_for_file(state: State, original: Tournament) -> Tournament:
    """Return the tournament of a state for a file: without keys, unless the `original` tournament has some."""
    t = state.tournament
    if any(_list_keys(original)):
        return t
    return replace(
        t,
        players=tuple([replace(participant, key="") for participant in t.players]),
        teams=tuple([replace(participant, key="") for participant in t.teams]),
    )


def _with_keys(t: Tournament) -> Tournament:
    """Return the tournament with a key for every participant."""
    used_keys = set(_list_keys(t))
    if "" not in used_keys:
        return t

    def with_key(participant: ParticipantT, letter: str) -> ParticipantT:
        if participant.key:
            return participant
        key = f"{letter}{participant.number}"
        while key in used_keys:
            key = f"{letter}{key}"
        return replace(participant, key=key)

    players = tuple([with_key(player, "p") for player in t.players])
    teams = tuple([with_key(team, "t") for team in t.teams])
    return replace(t, players=players, teams=teams)


def _list_keys(t: Tournament) -> list[str]:
    return [*(participant.key for participant in t.players), *(participant.key for participant in t.teams)]


def missing_remarks(state: State) -> tuple[Remark, ...]:
    """Return what a file has no record for as remarks (`###`), without those that the file has already."""
    existing = {remark.text for remark in state.tournament.remarks}
    return tuple(remark for remark in _build_remarks(state) if remark.text not in existing)


def _build_remarks(state: State) -> Iterator[Remark]:
    yield from _choice_remarks(state)
    for key in sorted(state.barred, key=state.number):
        yield Remark(f"No half-point byes: {state.number(key)} {state.name(key)}".rstrip())
    for round, position in sorted(state.positions.items()):
        yield Remark(f"Chess960: start position {position}", round)
    for round, time in sorted(state.start_times.items()):
        yield Remark(f"Start: {time}", round)
    for after, order in sorted(state.drawn.items()):
        yield Remark(f"Lots: {_format_numbers(state, order)}", after)
    for after, groups in sorted(state.ordered.items()):
        if groups:
            yield Remark(f"Order by hand: {'; '.join(_format_numbers(state, group) for group in groups)}", after)
    for code, values in sorted(state.values.items()):
        numbered_values = sorted(
            (state.number(key), value) for key, value in values.items() if key in state.keys.participants
        )
        if numbered_values:
            yield Remark(f"Value {code}: {', '.join(f'{number} {value}' for number, value in numbered_values)}")


def _choice_remarks(state: State) -> Iterator[Remark]:
    """Yield the choices that the model has no field for, where they differ from the defaults."""
    choices = state.choices
    if choices.half_byes != DEFAULT_CHOICES.half_byes:
        yield Remark(f"Half-point byes: {choices.half_byes} each")
    if choices.last_half_bye is not None:
        yield Remark(f"Half-point byes: until round {choices.last_half_bye}")
    if choices.reverse is not None:
        yield Remark(f"Last two rounds of the first cycle: {'exchanged' if choices.reverse else 'as in the table'}")
    if choices.unrated:
        yield Remark(f"Unrated players: tie-breaks count them with the {choices.unrated} rating of the field")
    if choices.tiebreak_edition:
        yield Remark(f"Tie-breaks: by C.07 of {choices.tiebreak_edition}")
    if choices.long_event:
        yield Remark("Long event: over 30 days")
    if choices.chess960:
        yield Remark("Chess960")


def _format_numbers(state: State, keys: Iterable[str]) -> str:
    """Return the pairing numbers of some participants."""
    return " ".join(str(state.number(key)) for key in keys if key in state.keys.participants)
