"""Participants as all views show them, and who has withdrawn or been expelled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from rookery._record import record
from rookery.history.declared_points import current_points
from rookery.messages import msg
from rookery.model import Ending, Player, Points, Round, Team, Tournament
from rookery.regulations import parse_type_code
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.state import State

Gone = Literal["", "withdrawn", "expelled"]
GONE = (msg("withdrawn"), msg("expelled"))
"""The labels of participants who no longer play."""


@record
class Participant:
    """A player or a team (without title and rating); `points` are those of the view, in tenths.

    `gone` says why a participant no longer plays; expulsion takes precedence.
    """

    key: str
    number: int
    name: str
    title: str = ""
    rating: int | None = None
    federation: str = ""
    points: Points | None = None
    gone: Gone = ""


@record
class Seats:
    """White and Black; without Black the allocated bye."""

    white: Participant
    black: Participant | None = None


def seats(pair: tuple[int, int], people: Mapping[int, Participant]) -> Seats:
    """Return a pair of numbers as `Seats`; the allocated bye is `(player, 0)`."""
    white, black = pair
    return Seats(people[white], people[black] if black else None)


NOBODY: Mapping[int, Points] = {}


def participants(
    state: State, points: Mapping[int, Points] = NOBODY, round: int | None = None
) -> dict[int, Participant]:
    """Return all participants by number, with these points, and whether they play in a round."""
    t = state.tournament
    away = departed_participants(state, t.next_round if round is None else round)
    entries: tuple[Player | Team, ...] = t.participants
    return {
        participant.number: describe_participant(
            participant, points.get(participant.number), away.get(participant.number, "")
        )
        for participant in entries
    }


def before_round(state: State, t: Tournament, number: int) -> dict[int, Participant]:
    """Return all participants with the points by which a round is paired."""
    second = t.team_event and parse_type_code(t.system).primary == "GP"
    return participants(
        state,
        {participant_id: scores[second] for participant_id, scores in current_points(t.before_round(number)).items()},
        number,
    )


def players(state: State, points: Mapping[int, Points] = NOBODY, round: int | None = None) -> dict[int, Participant]:
    """Return all players by number, also in a team event."""
    if not state.tournament.team_event:
        return participants(state, points, round)
    return {
        player.number: describe_participant(player, points.get(player.number)) for player in state.tournament.players
    }


def describe_participant(participant: Player | Team, points: Points | None = None, away: Gone = "") -> Participant:
    """Return the description of a participant."""
    if isinstance(participant, Team):
        return Participant(participant.key, participant.number, participant.name, points=points, gone=away)
    return Participant(
        participant.key,
        participant.number,
        participant.name,
        participant.title,
        participant.rating,
        participant.federation,
        points,
        away,
    )


def departed_participants(state: State, round: int) -> dict[int, Gone]:
    """Return the participants who no longer play in a round, by number, with the reason."""
    gone_by_number: dict[int, Gone] = {
        number: "withdrawn" for number, first in withdrawn(state).items() if first <= round
    }
    return gone_by_number | dict(_expelled_participants(state, round))


def withdrawn(state: State) -> dict[int, int]:
    """Return the first round not played by each withdrawn participant, by the log or else by the file."""
    numbers = state.keys.participants
    rounds_by_number = {withdrawal.player: withdrawal.round for withdrawal in state.tournament.withdrawn}
    return rounds_by_number | {numbers[key]: first for key, first in state.withdrawn.items() if key in numbers}


def _expelled_participants(state: State, round: int) -> Iterator[tuple[int, Gone]]:
    for expulsion in state.tournament.expelled:
        if expulsion.round <= round:
            yield expulsion.player, "expelled"


def require_player_or_team(state: State, key: str) -> None:
    """Reject a key that no player and no team has."""
    if key not in state.keys.players and key not in state.keys.teams:
        raise CommandRejectedError(msg("there is no player with the key %(key)s", key=f"{key!r}"))


def forfeited_twice(state: State) -> tuple[Participant, ...]:
    """Return the players who lost the last two rounds by forfeit and are still to be paired in the next one."""
    t = state.tournament
    if t.team_event or len(t.rounds) < 2 or state.closed is not None:
        return ()
    if t.planned_rounds is not None and t.next_round > t.planned_rounds:
        return ()
    before, last = ({*_forfeit_losers(past_round)} for past_round in t.rounds[-2:])
    away = departed_participants(state, t.next_round)
    people = participants(state)
    return tuple(people[player_id] for player_id in sorted(before & last) if player_id not in away)


def _forfeit_losers(round: Round) -> Iterator[int]:
    for game in round.games:
        sides = ((game.white, game.result.white), (game.black, game.result.black))
        yield from (player for player, ending in sides if ending is Ending.FORFEIT_LOSS)
