"""Declared points compared with earned points: players against their cells, teams against their matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import product

from rookery.history.completion import unranked_participants
from rookery.history.scoring import bye_points, bye_table, game_points, match_points, outcome_table
from rookery.messages import format_msg, msg
from rookery.model import CLASSIC, ByeKind, Ending, PointSystem, Tournament
from rookery.regulations import parse_type_code
from rookery.trf.cells import TAILS
from rookery.trf.diagnostics import INFO, WARNING, Location, ProblemCollector
from rookery.trf.fields import PLAYER_ROW, points_text
from rookery.trf.player_table import PlayerTable

_OUTCOME_OF_LETTER = {
    "1": Ending.WIN, "W": Ending.WIN, "=": Ending.DRAW, "D": Ending.DRAW, "0": Ending.LOSS, "L": Ending.LOSS,
    "+": Ending.FORFEIT_WIN, "-": Ending.FORFEIT_LOSS, "?": Ending.ADJOURNED,
}  # fmt: skip
_BYE_OF_LETTER = {
    "U": ByeKind.PAIRING_ALLOCATED,
    "F": ByeKind.FULL,
    "H": ByeKind.HALF,
    "Z": ByeKind.ZERO,
    " ": ByeKind.ZERO,
}


@lru_cache(maxsize=16)
def _tail_points(system: PointSystem) -> tuple[int, ...]:
    """Return the points of each tail of a cell."""
    letters = {letter: game_points(system, outcome) for letter, outcome in _OUTCOME_OF_LETTER.items()}
    letters |= {letter: bye_points(system, kind) for letter, kind in _BYE_OF_LETTER.items()}
    return tuple(letters[tail.letter] for tail in TAILS)


def _row_points(table: PlayerTable, tournament: Tournament, rounds: int, system: PointSystem) -> list[int]:
    """Return the sum of each row over the first `rounds` columns."""
    columns, values = table.tails[:rounds], _tail_points(system)
    if not columns:
        return [0] * len(table.players)
    earned = [sum(map(values.__getitem__, row)) for row in zip(*columns, strict=True)]
    if system.absence:  # a game without a result is no absence
        for opponents, tails in zip(table.opponents, columns, strict=False):
            for position, opponent in enumerate(opponents):
                if opponent > 0 and TAILS[tails[position]].letter == " ":
                    earned[position] -= system.absence
    if parse_type_code(tournament.system).two_game_matches and system.pab == system.win:
        for position, row in enumerate(zip(*columns, strict=True)):
            allocated = sum(TAILS[tail].letter == "U" for tail in row)
            earned[position] -= allocated // 2 * (system.win - system.draw)
    return earned


def check_player_points(
    table: PlayerTable, tournament: Tournament, rounds: int, has_point_system: bool, problems: ProblemCollector
) -> None:
    """Report declared points that the cells do not give.

    Bonuses and requested byes may be included, for all players.

    `rounds` are the columns that were played, `has_point_system` is whether the file contains a point system.
    """
    declared = [player.points for player in table.players]
    if all(points is None for points in declared):
        return
    readings = _point_readings(table, tournament, rounds)
    if declared == readings[PLAYED]:
        return
    best = max(readings, key=lambda name: sum(map(int.__eq__, *_comparable(declared, readings[name]))))
    if best != PLAYED:
        message = msg("the points are those of %(what)s", what=best)
        problems.report(INFO, "points-with", Location(table.lines[0], _POINTS_COLUMNS, "points"), message)
    deviating = [position for position, points in enumerate(declared) if points != readings[best][position]]
    fitting_system = (
        _find_fitting_system(table, tournament, declared, rounds) if deviating and not has_point_system else None
    )
    if fitting_system is not None:
        used = msg("win %(win)s, draw %(draw)s, loss %(loss)s", win="1.0", draw="0.5", loss="0.0")
        message = msg("all points fit %(worth)s: a record 162 should say so", worth=fitting_system)
        problems.report(
            WARNING, "point-system", Location(table.lines[deviating[0]], _POINTS_COLUMNS, "points"), message, "", used
        )
        return
    for position in deviating:
        read, computed = points_text(declared[position]), points_text(readings[best][position])
        message = msg("player %(number)s has %(points)s points in the cells", number=table.players[position].number,
                      points=computed)  # fmt: skip
        problems.report(
            WARNING, "points", Location(table.lines[position], _POINTS_COLUMNS, "points"), message, read, computed
        )


PLAYED = msg("the rounds played")
"""The name of the default reading of declared points."""
_TEAM_MESSAGES = {
    "match points": msg("team %(number)s has %(points)s match points in its matches"),
    "game points": msg("team %(number)s has %(points)s game points in its matches"),
}
_POINTS_COLUMNS = (PLAYER_ROW["points"].first, PLAYER_ROW["points"].last)


def _comparable(declared: Sequence[int | None], earned: Sequence[int]) -> tuple[list[int], Sequence[int]]:
    return [-1 if points is None else points for points in declared], earned


def _point_readings(table: PlayerTable, tournament: Tournament, rounds: int) -> dict[str, list[int]]:
    """Return the earned points under each reading: rounds played, with requested byes, with virtual points."""
    played = _row_points(table, tournament, rounds, tournament.points)
    readings: dict[str, list[int]] = {PLAYED: played}
    unranked_players = unranked_participants(tournament) if not tournament.team_event else frozenset()
    if unranked_players:
        counting = msg("the games that count in the standings (%(article)s)", article="C.05 6.6")
        readings[counting] = _ranked_points(table, tournament, played, unranked_players)
    if len(table.tails) > rounds:
        announced = msg("the rounds played and the byes announced")
        readings[announced] = _row_points(table, tournament, len(table.tails), tournament.points)
    if tournament.acceleration and not tournament.team_event:
        from rookery.history.acceleration import explicit_points

        next_round = tournament.next_round
        positions = {participant: position for position, participant in enumerate(table.ids)}
        for name, earned in list(readings.items()):
            with_virtual = list(earned)
            for participant, virtual in explicit_points(tournament, next_round).items():
                with_virtual[positions[participant]] += virtual
            readings[msg("%(what)s with virtual points", what=name)] = with_virtual
    return readings


def _ranked_points(
    table: PlayerTable, tournament: Tournament, played: list[int], unranked_players: Collection[int]
) -> list[int]:
    """Return the points without games against unranked players, who keep their own."""
    worth, counted = outcome_table(tournament.points), list(played)
    positions = {participant: position for position, participant in enumerate(table.ids)}
    for round in tournament.rounds:
        for game in round.games:
            for player, opponent, end in (
                (game.white, game.black, game.result.white),
                (game.black, game.white, game.result.black),
            ):
                if opponent in unranked_players and player not in unranked_players:
                    counted[positions[player]] -= worth[end]
    return counted


def _find_fitting_system(
    table: PlayerTable, tournament: Tournament, declared: Sequence[int | None], rounds: int
) -> str | None:
    """Return a common point system that explains all declared points, in words; None if there is none."""
    for win, draw, loss, pab, half in product((10, 20, 30), (5, 10), (0, 10), (0, 5, 10, 20, 30), (0, 5, 10)):
        if not loss <= draw <= win or loss == win or 2 * draw > win + loss or max(pab, half) > win:
            continue
        system = PointSystem.from_tenths(win=win, draw=draw, loss=loss, pab=pab, half_bye=half)
        earned = _row_points(table, tournament, rounds, system)
        if system != CLASSIC and all(points in (None, own) for points, own in zip(declared, earned, strict=True)):
            return msg("win %(win)s, draw %(draw)s, loss %(loss)s, pairing-allocated bye %(pab)s, half-point bye"
                          " %(half)s", win=win / 10, draw=draw / 10, loss=loss / 10, pab=pab / 10,
                          half=half / 10)  # fmt: skip
    return None


def check_team_points(
    tournament: Tournament, lines: Mapping[int, int], columns: Mapping[str, tuple[int, int]], problems: ProblemCollector
) -> None:
    """Report declared match and game points of teams, in these lines and columns, that the matches do not give."""
    earned = _team_points(tournament)
    for index, (name, template) in enumerate(_TEAM_MESSAGES.items()):
        declared = {team.number: (team.match_points, team.game_points)[index] for team in tournament.teams}
        for participant, points in declared.items() if any(declared.values()) else ():
            computed = earned[participant][index]
            if points != computed:
                location = Location(lines[participant], columns[name], name)
                message = format_msg(template, number=participant, points=points_text(computed))
                problems.report(WARNING, "team-points", location, message, points_text(points), points_text(computed))


def _team_points(tournament: Tournament) -> dict[int, list[int]]:
    """Return match points and game points of each team; a board whose opponent was absent counts for its match."""
    byes = bye_table(tournament)
    earned = {team.number: [0, 0] for team in tournament.teams}
    for round in tournament.rounds:
        scores = [(bye.player, byes[bye.kind]) for bye in round.byes]
        for match in round.matches:
            scores += zip((match.white, match.black), match_points(tournament, match, round.player_byes), strict=True)
        for team, (matches, games) in scores:
            earned[team][0] += matches
            earned[team][1] += games
    return earned
