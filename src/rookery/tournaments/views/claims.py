"""The games of a round as phones show them, and those whose claims the arbiter decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rookery._record import record
from rookery.model import Game, Match, Player, Result
from rookery.tournaments.domain.claims import ClaimStatus, GameClaims, claims_of_round, find_game_claims, game_id
from rookery.tournaments.state import Claim, Side, State
from rookery.tournaments.views.participants import Participant, describe_participant
from rookery.tournaments.views.round import RoundBefore


@record
class PhoneGame:
    """A game at its board, or board of a match (`3.1`), with what its players have sent.

    `board` is the number of the board or the match. Points are those before the round.
    """

    round: int
    board: int
    label: str
    white: Participant
    black: Participant
    game: int
    claims: GameClaims

    @property
    def result(self) -> Result:
        """The present result."""
        return self.claims.result

    @property
    def status(self) -> ClaimStatus:
        """What the claims mean."""
        return self.claims.status

    @property
    def id(self) -> str:
        """The id of the game in its round."""
        return game_id(self.white.key, self.black.key, self.game)

    def player(self, side: Side) -> Participant:
        """Return the player of a side."""
        return self.white if side == "white" else self.black

    def claim(self, side: Side) -> Claim | None:
        """Return what a side has sent since the arbiter last decided."""
        return self.claims.sides.get(side)


def list_games(state: State, round: int, before: RoundBefore, boards: Iterable[int] | None = None) -> list[PhoneGame]:
    """Return the games of a paired round by board, or those at some boards; `before` can be reused."""
    if not 1 <= round <= len(state.tournament.rounds):
        return []
    wanted = None if boards is None else set(boards)
    players = {player.number: player for player in state.tournament.players}
    return [
        _describe_game(state, round, before, players, board, label, game, index)
        for board, label, game, index in _labelled_games(state, round, before)
        if wanted is None or board in wanted
    ]


def find_game(
    state: State, round: int, before: RoundBefore, white: str, black: str, index: int = 0
) -> PhoneGame | None:
    """Return a game of a paired round by the keys of its players; None if they do not meet with these colours."""
    if not 1 <= round <= len(state.tournament.rounds):
        return None
    pair = state.keys.players.get(white), state.keys.players.get(black)
    for board, label, game, number in _labelled_games(state, round, before):
        if (game.white, game.black) == pair and number == index:
            players = {player.number: player for player in state.tournament.players if player.number in pair}
            return _describe_game(state, round, before, players, board, label, game, number)
    return None


def games_to_decide(state: State, round: int, before: RoundBefore) -> list[PhoneGame]:
    """Return the games whose claims wait: those that the arbiter has to decide first, then lone claims."""
    claims = claims_of_round(state, round)
    waiting = {name for name, game_claims in claims.items() if game_claims.status != "entered"}
    if not waiting:
        return []
    games = [game for game in list_games(state, round, before) if game.id in waiting]
    return sorted(games, key=lambda game: game.status == "waiting")


def _labelled_games(state: State, round: int, before: RoundBefore) -> Iterator[tuple[int, str, Game, int]]:
    """Yield the games of a round: the number of the board or match, the label, the game, and its index."""
    t, counts = state.tournament, dict[tuple[int, int], int]()
    paired = t.rounds[round - 1]
    all_meetings: tuple[Game | Match, ...] = (*paired.games, *paired.matches)
    meetings = {(meeting.white, meeting.black): meeting for meeting in all_meetings}
    for pair, board in before.numbers.items():
        meeting = meetings.get(pair)
        if isinstance(meeting, Game):
            yield board, str(board), meeting, 0
        elif meeting is not None:
            numbers = meeting.board_numbers if t.team_event else range(1, len(meeting.games) + 1)
            for number, game in zip(numbers, meeting.games, strict=True):
                index = counts[game.white, game.black] = counts.get((game.white, game.black), -1) + 1
                yield board, f"{board}.{number}", game, index


def _describe_game(
    state: State,
    round: int,
    before: RoundBefore,
    players: Mapping[int, Player],
    board: int,
    label: str,
    game: Game,
    index: int,
) -> PhoneGame:
    white, black = (
        describe_participant(players[number], before.points.get(number)) for number in (game.white, game.black)
    )
    claims = find_game_claims(state, round, game_id(white.key, black.key, index), game.result)
    return PhoneGame(round, board, label, white, black, index, claims)
