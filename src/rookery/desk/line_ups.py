"""Who of a team sits at which board of a match: moving up for somebody who is missing, and the order of the list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rookery.desk.voice import Voice
from rookery.model import Game, Match, Result, Team, Tournament
from rookery.values import replace
from rookery.wording import spoken


def board_of(match: Match, white: int, black: int) -> int | None:
    """The board of these two, or an open one on which one of them sits with this colour."""
    for index, game in enumerate(match.games):
        if (game.white, game.black) == (white, black):
            return index
    for index, game in enumerate(match.games):
        if game.result is Result.PENDING and (game.white == white) != (game.black == black):
            return index
    return None


def both_up(match: Match, white: int, black: int, ours: Sequence[int], theirs: Sequence[int]) -> int | None:
    """The first open board, where both teams can move up to it and these two, who sit below, have these colours there.

    They face each other at the board below with the colours exchanged, where boards alternate.
    """
    sits = next((at for at, game in enumerate(match.games) if (game.white, game.black) == (black, white)), 0)
    board = next((at for at, game in enumerate(match.games[:sits]) if game.result is Result.PENDING), None)
    if board is None or match.games[board].white not in ours:
        return None
    once = moved_up(match, ours, board, white)
    return None if once is None or moved_up(once, theirs, board, black) is None else board


def moved_up(match: Match, roster: Sequence[int], board: int, one: int) -> Match | None:
    """The match in which somebody who sits at an open board below this one has moved up to it, and so have the others.

    Who sat there is out, and the open boards below are taken in the order of the list; None when that has nobody left,
    or nobody moves up.
    """
    sits = _seats(match, roster)
    was = sits.index(one) if one in sits else -1
    if was <= board or match.games[was].result is not Result.PENDING:
        return None
    settled = {sits[at] for at in range(len(sits)) if at < board or match.games[at].result is not Result.PENDING}
    sits[board] = one
    free = iter([each for each in roster[roster.index(one) + 1 :] if each not in settled])
    for at in range(board + 1, len(sits)):
        if match.games[at].result is Result.PENDING and sits[at] is not None:
            sits[at] = next(free, None)
            if sits[at] is None:
                return None
    return replace(match, games=tuple(_with(game, roster, now) for game, now in zip(match.games, sits, strict=True)))


def _seats(match: Match, roster: Sequence[int]) -> list[int | None]:
    """Who of a team sits at each board."""
    return [next((one for one in (game.white, game.black) if one in roster), None) for game in match.games]


def _with(game: Game, roster: Sequence[int], one: int | None) -> Game:
    """The game with this player of the team in it."""
    if one is None or one in (game.white, game.black):
        return game
    return replace(game, white=one) if game.white in roster else replace(game, black=one)


def out_of_order(t: Tournament, match: Match, voice: Voice) -> Iterator[str]:
    """The teams that do not sit in the order of their lists, in sentences; there is nothing wrong with a gap."""
    for number in (match.white, match.black):
        team = t.by_id[number]
        if not isinstance(team, Team):
            continue
        places = [team.players.index(one) + 1 for one in _seats(match, team.players) if one is not None]
        if places != sorted(places):
            order = "-".join(map(str, places))
            yield spoken(
                "%(team)s does not sit in the order of its list, but as %(order)s of it: is that so? (unless the rules"
                " of the event allow it, a team sits in that order)", team=voice.person(team), order=order,
            )  # fmt: skip
