"""Whether a tournament is over: every round played, no game open or adjourned; and if not, what is still to come."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.attendance import meetings_due, rounds_until_one
from rookery.errors import RookeryError
from rookery.model import Ending, Game, Result, Round, Tournament
from rookery.model.tournament import must_be_tournament
from rookery.regulations import scheme
from rookery.typed import Literal
from rookery.values import frozen
from rookery.wording import listed, spoken

Boards = tuple[tuple[int, int], ...]
"""Who meets whom, White first."""


@frozen
class OpenEnd:
    """Why a tournament is not over: what, in which round (none where no number of rounds is known), at which boards."""

    kind: Literal["open games", "adjourned games", "round to come", "length unknown", "level final"]
    round: int | None = None
    boards: Boards = ()

    @property
    def text(self) -> str:
        """The reason in words.

        >>> OpenEnd("open games", 4, ((3, 7), (8, 1))).text
        'round 4: no result yet for 3-7 and 8-1'
        """
        games = listed(f"{white}-{black}" for white, black in self.boards)
        if self.kind == "length unknown":
            return spoken("the number of rounds is not known")
        if self.kind == "level final":
            return spoken("round %(round)s: %(games)s is level, and nobody has won the knock-out", round=self.round,
                          games=games)  # fmt: skip
        if self.kind == "round to come":
            return spoken("round %(round)s is still to be paired", round=self.round)
        if not self.boards:
            return spoken("round %(round)s: nobody is paired", round=self.round)
        if self.kind == "open games":
            return spoken("round %(round)s: no result yet for %(games)s", round=self.round, games=games)
        return spoken("round %(round)s: adjourned: %(games)s", round=self.round, games=games)


@frozen
class Finality:
    """Whether a tournament is over; true if it is, else with every reason why not.

    >>> bool(Finality()), bool(Finality((OpenEnd("round to come", 5),)))
    (True, False)
    """

    reasons: tuple[OpenEnd, ...] = ()

    def __bool__(self) -> bool:
        return not self.reasons


def is_final(tournament: Tournament) -> Finality:
    """Whether the tournament is over, so that its standings and files can be final: if not, every reason.

    >>> from rookery.model import Player, Result
    >>> two = Player(1), Player(2)
    >>> event = Tournament(players=two, planned=2, rounds=(Round((Game(1, 2),)),))
    >>> [reason.text for reason in is_final(event).reasons]
    ['round 1: no result yet for 1-2', 'round 2 is still to be paired']
    >>> bool(is_final(Tournament(players=two, planned=1, rounds=(Round((Game(1, 2, Result.DRAW),)),))))
    True
    """
    must_be_tournament(tournament, "is_final")
    return Finality(tuple(_reasons(tournament)))


def length(tournament: Tournament) -> int | None:
    """How many rounds there are in all: as planned, else as the field tells where everybody meets everybody.

    >>> from rookery.model import Player
    >>> length(Tournament(players=tuple(map(Player, range(1, 6))), system="round-robin"))
    5
    """
    if tournament.planned is not None:
        return max(tournament.planned, len(tournament.rounds))
    format = scheme(tournament.system).format
    if format.eliminates:
        return rounds_until_one(len(tournament.participants))
    if not format.predetermined:
        return None
    try:
        return max(meetings_due(tournament)[1], len(tournament.rounds))
    except RookeryError:
        return None


def _reasons(tournament: Tournament) -> Iterator[OpenEnd]:
    for number, round in enumerate(tournament.rounds, 1):
        if round.pending or any(match.open for match in round.matches):
            yield OpenEnd("open games", number, _open(round))
        if round.adjourned:
            yield OpenEnd("adjourned games", number, _boards(round.adjourned))
    rounds = length(tournament)
    if scheme(tournament.system).format.eliminates and rounds == len(tournament.rounds) > 0:
        yield from _level(tournament.rounds[-1], len(tournament.rounds))
    if rounds is None:
        yield OpenEnd("length unknown")
    for number in range(tournament.next_round, (rounds or 0) + 1):
        yield OpenEnd("round to come", number)


def _level(last: Round, number: int) -> Iterator[OpenEnd]:
    """The final of a knock-out that nobody has won over the board: it is decided elsewhere, and no place says how."""
    meetings = [(game.white, game.black, [game]) for game in last.games]
    meetings += [(one.white, one.black, list(one.games)) for one in last.matches if one.forfeit is None]
    for white, black, games in meetings:
        won = sum(_ahead(game, white) for game in games)
        if won == 0 and not any(game.result in (Result.PENDING, Result.ADJOURNED) for game in games):
            yield OpenEnd("level final", number, ((white, black),))


def _ahead(game: Game, one: int) -> int:
    """Whether this one has won the game (1), lost it (-1) or neither (0)."""
    win = (Ending.WIN, Ending.FORFEIT_WIN)
    ahead = (game.result.white in win) - (game.result.black in win)
    return ahead if game.white == one else -ahead


def _open(round: Round) -> Boards:
    """The open games; of a match without games the two who meet."""
    return _boards(round.pending) + tuple((one.white, one.black) for one in round.matches if one.open and not one.games)


def _boards(games: tuple[Game, ...]) -> Boards:
    return tuple((game.white, game.black) for game in games)
