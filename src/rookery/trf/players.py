"""Players: record 001, a row each. The rows are read all at once (`table`), and tell the rounds as well (`rounds`)."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.model import Bye, ByeKind, Game, Player, Points, Tournament
from rookery.trf.cells import NO_CELL, bye_cell, game_cells
from rookery.trf.dates import written
from rookery.trf.declared_points import check_players
from rookery.trf.draft import Draft
from rookery.trf.entry import Texts, Voice, pace, shown
from rookery.trf.layout import PLAYER_ROW
from rookery.trf.notes import INFO, WARNING, Spot
from rookery.trf.oddities import same_person, same_persons
from rookery.trf.points import GameWorth
from rookery.trf.record import TRF06, Record, Section
from rookery.trf.scene import Scene
from rookery.trf.texts import number, points_text
from rookery.values import replace
from rookery.wording import spoken

Cell = tuple[str, str, str]
_NUMBER = (PLAYER_ROW["number"].first, PLAYER_ROW["number"].last)


def _assemble(draft: Draft, scene: Scene) -> dict[str, object]:
    return {"players": scene.table.players}


# -- writing -----------------------------------------------------------------------------------------------------------


def _write(tournament: Tournament, voice: Voice) -> Iterator[Texts]:
    cells = _cells(tournament, voice.request_cells)
    earned = _earned(tournament) if voice.with_points else {}
    for player in tournament.players:
        points = earned.get(player.id) if player.points is None else player.points
        values = _person(player) | {"points": points_text(points), "rank": shown(player.rank)}
        yield Texts((player.id,), values, tuple(cells[player.id]))


def _earned(tournament: Tournament) -> dict[int, Points]:
    """What the cells of each player add up to, where somebody has declared nothing."""
    if all(player.points is not None for player in tournament.players):
        return {}
    from rookery.declared import player_points

    return player_points(replace(tournament, abnormal=()))


def _person(player: Player) -> dict[str, str]:
    return {
        "id": str(player.id), "sex": player.sex, "title": player.title, "name": player.name,
        "rating": shown(player.official_rating), "federation": player.federation,
        "number": shown(player.fide_id) or player.national_id, "birth": written(player.birth),
    }  # fmt: skip


def _cells(tournament: Tournament, requests: bool) -> dict[int, list[Cell]]:
    """The cells of every player, round by round."""
    step = pace(tournament)
    width = step * len(tournament.rounds)
    silent = bye_cell(ByeKind.ZERO) if tournament.team_event else NO_CELL
    cells = {player.id: [silent] * width for player in tournament.players}
    for start, round in zip(range(0, width, step), tournament.rounds, strict=True):
        for match in round.matches:
            for place, game in enumerate(match.games):
                _put_game(cells, start + (place if step == 2 else 0), game)
        for game in round.games:
            _put_game(cells, start, game)
        for bye in round.player_byes if tournament.team_event else round.byes:
            for column in range(start, start + step):
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


# -- consistency -------------------------------------------------------------------------------------------------------


def _check(draft: Draft, scene: Scene, tournament: Tournament) -> None:
    """The points are those of the cells, and nobody takes part twice."""
    table = scene.table
    if not tournament.team_event:
        _note_full_byes(scene)
    check_players(table, tournament, scene.columns, bool(draft.part(GameWorth).line), scene.notes)
    for one, again in same_persons(table.players):
        spot = Spot(table.lines[table.seat(again.id) - 1], _NUMBER, "fide_id")
        said = same_person(one, again)
        scene.notes.add(WARNING, "same-person", spot, said, str(again.fide_id), spoken("both"))


def _note_full_byes(scene: Scene) -> None:
    """Full-point byes are rare, and are worth what the pairing-allocated bye is: one word about all of them."""
    rounds = enumerate(scene.rounds, 1)
    given = [(at, bye.player) for at, round in rounds for bye in round.byes if bye.kind is ByeKind.FULL]
    if given:
        round, player = given[0]
        listed = ", ".join(f"{player} in round {round}" for round, player in given)
        spot = scene.table.cell(round * scene.pace, scene.table.seat(player), "result")
        scene.notes.add(INFO, "full-point-bye", spot, spoken("full-point byes: %(players)s", players=listed), "F")


PLAYER = Record(
    "001", "player", TRF06, Section.PLAYERS, PLAYER_ROW,
    use="the player and every round; points and rank are kept as declared, and checked", many=True,
    assemble=_assemble, write=_write, check=_check, key=lambda line: (number(line[PLAYER_ROW["id"].slice]),),
)  # fmt: skip

RECORDS = (PLAYER,)
