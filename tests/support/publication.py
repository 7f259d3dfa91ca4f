"""Publishing for tests of public pages."""

from __future__ import annotations

from rookery.tournaments.domain.publication import PublishRound
from rookery.tournaments.service import TournamentService
from rookery.tournaments.visibility import due_publication


def publish(desk: TournamentService, stream: str) -> None:
    """Publish everything that the arbiter can publish at present, as the key of the round page does."""
    state = desk.state(stream)
    if due_publication(state):
        desk.do(stream, PublishRound(len(state.tournament.rounds)))
