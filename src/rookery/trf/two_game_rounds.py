"""Rounds of two-game matches: two columns of the player rows are one round."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.errors import Severity
from rookery.model import Bye, Game, Match, Round
from rookery.trf.notes import ERROR, INFO, WARNING, Notes, in_round
from rookery.trf.rounds import Column, byes
from rookery.trf.table import Table
from rookery.wording import spoken, word


def two_game_round(table: Table, pair: Sequence[Column], notes: Notes) -> Round:
    """Two columns as one round of two-game matches; a bye fills both."""
    first, second = pair[0], pair[1] if len(pair) > 1 else Column(pair[0].round + 1, [], [])
    later = {frozenset((game.white, game.black)): game for game in second.games}
    matches, busy = [], set[int]()
    for game in first.games:
        again = later.pop(frozenset((game.white, game.black)), None)
        matches.append(Match(game.white, game.black, (game, again) if again else (game,)))
        busy |= {game.white, game.black}
        if again is not None and again.white == game.white and again.coloured and game.coloured:
            _note(table, game, second.round, spoken("the colours of the second game are not reversed"), INFO, notes)
    for game in later.values():
        if busy & {game.white, game.black}:
            _note(table, game, second.round, spoken("the second game has other players than the first"), ERROR, notes)
            continue
        _note(table, game, second.round, spoken("the first game is missing"), WARNING, notes)
        matches.append(Match(game.black, game.white, (game,)))
        busy |= {game.white, game.black}
    alone = [bye for bye in byes(table, first, notes) if bye.player not in busy]
    if len(pair) > 1:
        _compare_byes(table, alone, second, notes)
    matches.sort(key=lambda match: min(match.white, match.black))
    return Round(matches=tuple(matches), byes=tuple(alone))


def _compare_byes(table: Table, alone: Sequence[Bye], second: Column, notes: Notes) -> None:
    """The second half of a bye is the same bye."""
    other = {bye.player: bye.kind for bye in byes(table, second, notes)}
    for bye in alone:
        if other.get(bye.player, bye.kind) is not bye.kind:
            said = in_round(second.round, spoken("the second half of a bye is another bye: %(kind)s",
                                                 kind=other[bye.player]))  # fmt: skip
            spot = table.cell(second.round, table.seat(bye.player), "result")
            notes.add(ERROR, "disagree", spot, said, "", word(str(bye.kind)))


def _note(table: Table, game: Game, round: int, said: str, severity: Severity, notes: Notes) -> None:
    spot = table.cell(round, table.seat(min(game.white, game.black)), "opponent")
    notes.add(severity, "two-games", spot, in_round(round, said))
