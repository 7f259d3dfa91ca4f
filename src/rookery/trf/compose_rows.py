"""Player rows out of rounds: every player's cells, and the national records."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.model import Bye, ByeKind, Game, NationalRecord, Player, Tournament
from rookery.trf.cells import NO_CELL, bye_cell, game_cells
from rookery.trf.dates import written
from rookery.trf.entry import Composer, Entry, Voice, entry, pace, shown
from rookery.trf.records import points_text

Cell = tuple[str, str, str]


def _players(tournament: Tournament, voice: Voice) -> Iterator[Entry]:
    cells = _cells(tournament, voice.request_cells)
    for player in tournament.players:
        values = _person(player) | {"points": points_text(player.points), "rank": shown(player.rank)}
        yield entry("001", (player.id,), values, tuple(cells[player.id]))


def _person(player: Player) -> dict[str, str]:
    return {
        "id": str(player.id), "sex": player.sex, "title": player.title, "name": player.name,
        "rating": shown(player.rating), "federation": player.federation,
        "number": shown(player.fide_id) or player.national_id, "birth": written(player.birth),
    }  # fmt: skip


def _cells(tournament: Tournament, requests: bool) -> dict[int, list[Cell]]:
    """The cells of every player, round by round."""
    step = pace(tournament)
    width = step * len(tournament.rounds)
    silent = bye_cell(ByeKind.ZERO) if tournament.team_event else NO_CELL
    cells = {player.id: [silent] * width for player in tournament.players}
    for number, round in enumerate(tournament.rounds):
        for match in round.matches:
            for game_number, game in enumerate(match.games):
                _put_game(cells, number * step + (game_number if step == 2 else 0), game)
        for game in round.games:
            _put_game(cells, number * step, game)
        for bye in round.player_byes if tournament.team_event else round.byes:
            for column in range(number * step, (number + 1) * step):
                cells[bye.player][column] = _bye_cell(cells[bye.player], column, bye)
    if requests and not tournament.team_event:
        for asked in sorted(tournament.requested, key=lambda one: one.round):
            row = cells[asked.player]
            row += [NO_CELL] * ((asked.round - 1) * step - len(row)) + [bye_cell(asked.kind)] * step
    return cells


def _put_game(cells: dict[int, list[Cell]], column: int, game: Game) -> None:
    for player, cell in zip((game.white, game.black), game_cells(game), strict=True):
        if player in cells:
            cells[player][column] = cell


def _bye_cell(row: list[Cell], column: int, bye: Bye) -> Cell:
    """Blank only before the player's first cell; later it would read as an absence anyway."""
    late = bye.kind is ByeKind.NOT_ENTERED and any(cell != NO_CELL for cell in row[:column])
    return bye_cell(ByeKind.ZERO if late else bye.kind)


def _nationals(tournament: Tournament, voice: Voice) -> Iterator[Entry]:
    for player in tournament.players:
        for record in player.national:
            yield entry("NRS", (record.federation, player.id), _national(player, record), (), record.federation)


def _national(player: Player, record: NationalRecord) -> dict[str, str]:
    return {
        "id": str(player.id), "sex": record.sex, "title": record.title, "name": record.name,
        "rating": shown(record.rating), "federation": record.origin, "number": record.national_id,
        "birth": written(record.birth),
    }  # fmt: skip


ROWS: dict[str, Composer] = {"001": _players, "NRS": _nationals}
