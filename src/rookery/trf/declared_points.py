"""Points declared against points earned: those of players against their cells, those of teams against their matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import product

from rookery.attendance import unranked
from rookery.model import CLASSIC, ByeKind, Ending, PointSystem, Tournament
from rookery.regulations import scheme
from rookery.scoring import bye_points, bye_table, game_points, match_points, outcome_table
from rookery.trf.cells import TAILS
from rookery.trf.grid import LIMIT, added
from rookery.trf.layout import PLAYER_ROW
from rookery.trf.notes import INFO, WARNING, Notes, Spot
from rookery.trf.table import Table
from rookery.trf.texts import points_text
from rookery.wording import filled, spoken

_OUTCOME = {
    "1": Ending.WIN, "W": Ending.WIN, "=": Ending.DRAW, "D": Ending.DRAW, "0": Ending.LOSS, "L": Ending.LOSS,
    "+": Ending.FORFEIT_WIN, "-": Ending.FORFEIT_LOSS, "?": Ending.ADJOURNED,
}  # fmt: skip
_KIND = {"U": ByeKind.PAIRING_ALLOCATED, "F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO, " ": ByeKind.ZERO}


@lru_cache(maxsize=16)
def _worth(system: PointSystem) -> tuple[int, ...]:
    """What each tail of a cell is worth."""
    letters = {letter: game_points(system, outcome) for letter, outcome in _OUTCOME.items()}
    letters |= {letter: bye_points(system, kind) for letter, kind in _KIND.items()}
    return tuple(letters[tail.letter] for tail in TAILS)


def _earned(table: Table, tournament: Tournament, rounds: int, system: PointSystem) -> list[int]:
    """What each row adds up to over so many columns."""
    columns, values = table.tails[:rounds], _worth(system)
    if not columns:
        return [0] * len(table.players)
    if min(values) >= 0 and max(values) < 256 and max(values) * len(columns) < LIMIT:
        translation = bytes(values).ljust(256, b"\0")
        earned = added(column.translate(translation) for column in columns)
    else:
        earned = [sum(values[tail] for tail in row) for row in zip(*columns, strict=True)]
    if system.absence:  # a game without a result is no absence
        for opponents, tails in zip(table.opponents, columns, strict=False):
            for seat, opponent in enumerate(opponents):
                if opponent > 0 and TAILS[tails[seat]].letter == " ":
                    earned[seat] -= system.absence
    if scheme(tournament.system).two_game_matches and system.pab == system.win:
        for seat, row in enumerate(zip(*columns, strict=True)):
            allocated = sum(TAILS[tail].letter == "U" for tail in row)
            earned[seat] -= allocated // 2 * (system.win - system.draw)
    return earned


def check_players(table: Table, tournament: Tournament, rounds: int, announced: bool, notes: Notes) -> None:
    """Declared points against the cells; bonuses and requested byes may be in them, for all players alike.

    `rounds` are the columns that were played, `announced` says whether the file tells what results are worth.
    """
    declared = [player.points for player in table.players]
    if all(points is None for points in declared):
        return
    ways = _ways(table, tournament, rounds)
    if declared == ways[PLAYED]:
        return
    best = max(ways, key=lambda name: sum(map(int.__eq__, *_both(declared, ways[name]))))
    if best != PLAYED:
        said = spoken("the points are those of %(what)s", what=best)
        notes.add(INFO, "points-with", Spot(table.lines[0], _WHERE, "points"), said)
    wrong = [seat for seat, points in enumerate(declared) if points != ways[best][seat]]
    fitting = _fitting(table, tournament, declared, rounds) if wrong and not announced else None
    if fitting is not None:
        used = spoken("win %(win)s, draw %(draw)s, loss %(loss)s", win="1.0", draw="0.5", loss="0.0")
        said = spoken("all points fit %(worth)s: a record 162 should say so", worth=fitting)
        notes.add(WARNING, "point-system", Spot(table.lines[wrong[0]], _WHERE, "points"), said, "", used)
        return
    for seat in wrong:
        read, computed = points_text(declared[seat]), points_text(ways[best][seat])
        said = spoken("player %(number)s has %(points)s points in the cells", number=table.players[seat].id,
                      points=computed)  # fmt: skip
        notes.add(WARNING, "points", Spot(table.lines[seat], _WHERE, "points"), said, read, computed)


PLAYED = spoken("the rounds played")
"""What the points of a file hold, if nothing else is said."""
_OF_TEAMS = {
    "match points": spoken("team %(number)s has %(points)s match points in its matches"),
    "game points": spoken("team %(number)s has %(points)s game points in its matches"),
}
_WHERE = (PLAYER_ROW["points"].first, PLAYER_ROW["points"].last)


def _both(declared: Sequence[int | None], earned: Sequence[int]) -> tuple[list[int], Sequence[int]]:
    return [-1 if points is None else points for points in declared], earned


def _ways(table: Table, tournament: Tournament, rounds: int) -> dict[str, list[int]]:
    """What the points may be meant to hold: the rounds played, also the byes asked for, also virtual points."""
    played = _earned(table, tournament, rounds, tournament.points)
    ways: dict[str, list[int]] = {PLAYED: played}
    early = unranked(tournament) if not tournament.team_event else frozenset()
    if early:
        counting = spoken("the games that count in the standings (%(article)s)", article="C.05 6.6")
        ways[counting] = _counted(table, tournament, played, early)
    if len(table.tails) > rounds:
        announced = spoken("the rounds played and the byes announced")
        ways[announced] = _earned(table, tournament, len(table.tails), tournament.points)
    if tournament.acceleration and not tournament.team_event:
        from rookery.acceleration import explicit_points

        after = tournament.next_round
        seats = {id: seat for seat, id in enumerate(table.ids)}
        for name, earned in list(ways.items()):
            with_virtual = list(earned)
            for id, more in explicit_points(tournament, after).items():
                with_virtual[seats[id]] += more
            ways[spoken("%(what)s with virtual points", what=name)] = with_virtual
    return ways


def _counted(table: Table, tournament: Tournament, played: list[int], early: Collection[int]) -> list[int]:
    """The same without the games against those who are left out of the standings; these keep their own."""
    worth, made = outcome_table(tournament.points), list(played)
    seats = {id: seat for seat, id in enumerate(table.ids)}
    for round in tournament.rounds:
        for game in round.games:
            for one, other, end in (
                (game.white, game.black, game.result.white),
                (game.black, game.white, game.result.black),
            ):
                if other in early and one not in early:
                    made[seats[one]] -= worth[end]
    return made


def _fitting(table: Table, tournament: Tournament, declared: Sequence[int | None], rounds: int) -> str | None:
    """A common point system under which everybody's points are right."""
    for win, draw, loss, pab, half in product((10, 20, 30), (5, 10), (0, 10), (0, 5, 10, 20, 30), (0, 5, 10)):
        if not loss <= draw <= win or loss == win or 2 * draw > win + loss or max(pab, half) > win:
            continue
        system = PointSystem(win=win, draw=draw, loss=loss, pab=pab, half_bye=half)
        earned = _earned(table, tournament, rounds, system)
        if system != CLASSIC and all(points in (None, mine) for points, mine in zip(declared, earned, strict=True)):
            return spoken("win %(win)s, draw %(draw)s, loss %(loss)s, pairing-allocated bye %(pab)s, half-point bye"
                          " %(half)s", win=win / 10, draw=draw / 10, loss=loss / 10, pab=pab / 10,
                          half=half / 10)  # fmt: skip
    return None


def check_teams(
    tournament: Tournament, lines: Mapping[int, int], columns: Mapping[str, tuple[int, int]], notes: Notes
) -> None:
    """Declared match and game points of teams, in these lines and columns, against the matches."""
    earned = _team_points(tournament)
    for place, (name, said_of) in enumerate(_OF_TEAMS.items()):
        declared = {team.id: (team.match_points, team.game_points)[place] for team in tournament.teams}
        for id, points in declared.items() if any(declared.values()) else ():
            mine = earned[id][place]
            if points != mine:
                spot = Spot(lines[id], columns[name], name)
                said = filled(said_of, number=id, points=points_text(mine))
                notes.add(WARNING, "team-points", spot, said, points_text(points), points_text(mine))


def _team_points(tournament: Tournament) -> dict[int, list[int]]:
    """Match points and game points of each team; a board whose opponent stayed away counts for its match."""
    byes = bye_table(tournament)
    earned = {team.id: [0, 0] for team in tournament.teams}
    for round in tournament.rounds:
        got = [(bye.player, byes[bye.kind]) for bye in round.byes]
        for match in round.matches:
            got += zip((match.white, match.black), match_points(tournament, match, round.player_byes), strict=True)
        for team, (matches, games) in got:
            earned[team][0] += matches
            earned[team][1] += games
    return earned
