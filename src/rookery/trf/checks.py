"""Whether the file agrees with itself: points declared and points earned, numbers declared and numbers counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from rookery.model import CLASSIC, ByeKind, Colour, Date, Ending, Player, PointSystem, Tournament
from rookery.regulations import scheme
from rookery.scoring import bye_points, bye_table, game_points, match_points
from rookery.trf.cells import TAILS
from rookery.trf.draft import Draft
from rookery.trf.fields import PLAYER, RECORDS
from rookery.trf.grid import LIMIT, added
from rookery.trf.notes import INFO, WARNING, Notes, Spot
from rookery.trf.players import Table
from rookery.trf.records import points_text

_OUTCOME = {
    "1": Ending.WIN, "W": Ending.WIN, "=": Ending.DRAW, "D": Ending.DRAW, "0": Ending.LOSS, "L": Ending.LOSS,
    "+": Ending.FORFEIT_WIN, "-": Ending.FORFEIT_LOSS, "X": Ending.ADJOURNED,
}  # fmt: skip
_KIND = {"U": ByeKind.PAIRING_ALLOCATED, "F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO, " ": ByeKind.ZERO}


def worth(system: PointSystem) -> list[int]:
    """What each tail of a cell is worth."""
    letters = {letter: game_points(system, outcome) for letter, outcome in _OUTCOME.items()}
    letters |= {letter: bye_points(system, kind) for letter, kind in _KIND.items()}
    return [letters[tail.letter] for tail in TAILS]


def _earned(table: Table, tournament: Tournament, rounds: int, system: PointSystem) -> list[int]:
    """What each row adds up to over so many columns."""
    columns, values = table.tails[:rounds], worth(system)
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


def check_points(table: Table, tournament: Tournament, draft: Draft, rounds: int, notes: Notes) -> None:
    """Declared points against the cells; bonuses and requested byes may be in them, for all players alike."""
    declared = [player.points for player in table.players]
    if all(points is None for points in declared):
        return
    ways = _ways(table, tournament, rounds)
    if declared == ways["the rounds played"]:
        return
    best = max(ways, key=lambda name: sum(map(int.__eq__, *_both(declared, ways[name]))))
    if best != "the rounds played":
        notes.add(INFO, "points-with", Spot(table.lines[0], _where(), "points"), f"the points are those of {best}")
    wrong = [seat for seat, points in enumerate(declared) if points != ways[best][seat]]
    if wrong and not draft.points_line:
        fitting = _fitting(table, tournament, declared, rounds)
        if fitting is not None:
            used = "win 1.0, draw 0.5, loss 0.0"
            said = f"all points fit {fitting}: a record 162 should say so"
            notes.add(WARNING, "point-system", Spot(table.lines[wrong[0]], _where(), "points"), said, "", used)
            return
    for seat in wrong:
        read, computed = points_text(declared[seat]), points_text(ways[best][seat])
        said = f"player {table.players[seat].id} has {computed} points in the cells"
        notes.add(WARNING, "points", Spot(table.lines[seat], _where(), "points"), said, read, computed)


_SHOWN_BY = {
    "win": "1W+", "draw": "=D", "loss": "0L", "absence": "Z- ", "pab": "U", "full_bye": "F", "half_bye": "H",
    "forfeit_win": "+", "forfeit_loss": "-", "adjourned": "X",
}  # fmt: skip


def check_worth(table: Table, draft: Draft, notes: Notes) -> None:
    """Points announced for something that never happened yet, so that no score confirms them."""
    if not draft.points:
        return
    seen = {TAILS[tail].letter for tail in set(b"".join(table.tails))}
    alone = [f"{name} {points_text(worth)}" for name, worth in draft.points.items() if not seen & set(_SHOWN_BY[name])]
    if alone:
        said = f"nothing else in the file confirms this: {', '.join(alone).replace('_', ' ')}"
        notes.add(INFO, "unconfirmed", Spot(draft.points_line, field="162"), said)


def _both(declared: Sequence[int | None], earned: Sequence[int]) -> tuple[list[int], Sequence[int]]:
    return [-1 if points is None else points for points in declared], earned


def _where() -> tuple[int, int]:
    return PLAYER["points"].first, PLAYER["points"].last


def _ways(table: Table, tournament: Tournament, rounds: int) -> dict[str, list[int]]:
    """What the points may be meant to hold: the rounds played, also the byes asked for, also virtual points."""
    played = _earned(table, tournament, rounds, tournament.points)
    ways = {"the rounds played": played}
    if len(table.tails) > rounds:
        ways["the rounds played and the byes announced"] = _earned(
            table, tournament, len(table.tails), tournament.points
        )
    if tournament.acceleration and not tournament.team_event:
        after = tournament.next_round
        seats = {id: seat for seat, id in enumerate(table.ids)}
        for name, earned in list(ways.items()):
            with_virtual = list(earned)
            for one in tournament.acceleration:
                if one.first_round <= after <= one.last_round:
                    for id in range(one.first, min(one.last, table.ids[-1]) + 1):
                        if id in seats:
                            with_virtual[seats[id]] += one.points
            ways[f"{name} with virtual points"] = with_virtual
    return ways


def _fitting(table: Table, tournament: Tournament, declared: Sequence[int | None], rounds: int) -> str | None:
    """A common point system under which everybody's points are right."""
    for win, draw, loss, pab, half in product((10, 20, 30), (5, 10), (0, 10), (0, 5, 10, 20, 30), (0, 5, 10)):
        if not loss <= draw <= win or loss == win or 2 * draw > win + loss or max(pab, half) > win:
            continue
        system = PointSystem(win=win, draw=draw, loss=loss, pab=pab, half_bye=half)
        earned = _earned(table, tournament, rounds, system)
        if system != CLASSIC and all(points in (None, mine) for points, mine in zip(declared, earned, strict=True)):
            byes = f"pairing-allocated bye {pab / 10}, half-point bye {half / 10}"
            return f"win {win / 10}, draw {draw / 10}, loss {loss / 10}, {byes}"
    return None


def check_teams(tournament: Tournament, draft: Draft, notes: Notes) -> None:
    """Match and game points that record 310 declares against the matches."""
    earned = _team_points(tournament)
    lines = {team.id: line for line, team in draft.teams or draft.rosters}
    for place, name in enumerate(("match points", "game points")):
        field = RECORDS["310"][name]
        declared = {team.id: (team.match_points, team.game_points)[place] for team in tournament.teams}
        for id, points in declared.items() if any(declared.values()) else ():
            mine = earned[id][place]
            if points != mine:
                spot = Spot(lines[id], (field.first, field.last), name)
                said = f"team {id} has {points_text(mine)} {name} in its matches"
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


def check_counts(table: Table, tournament: Tournament, draft: Draft, columns: int, notes: Notes) -> None:
    """Numbers the file states twice."""
    declared = draft.declared_players
    if declared is not None and declared.value != len(table.players):
        said = f"the file has {len(table.players)} player rows"
        notes.add(
            INFO, "player-count", Spot(declared.line, field="062"), said, str(declared.value), str(len(table.players))
        )
    if draft.planned is None:
        return
    planned, line = draft.planned.value, draft.planned.line
    if columns > planned:
        said = f"{planned} rounds are announced, the player rows have {columns}"
        notes.add(WARNING, "rounds", Spot(line, field="142"), said, str(planned), str(columns))
    else:
        code, said = ("in-progress", "") if columns < planned else ("complete", "all ")
        said += f"{columns} of {planned} rounds are in the player rows"
        notes.add(INFO, code, Spot(line, field="142"), said, str(planned))


def event_oddities(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """What the head of a tournament says that cannot be so: the record concerned, and why."""
    event = tournament.event
    if event.start and event.end and _later(event.start, event.end):
        yield "052", f"the event ends on {event.end}, before it starts on {event.start}"
    planned = (tournament.planned or 0) * (2 if scheme(tournament.system).two_game_matches else 1)
    if planned and len(event.round_dates) > planned:
        yield "132", f"there are dates for {len(event.round_dates)} rounds, and the tournament has {planned}"


def _later(one: Date, other: Date) -> bool:
    """Whether a day comes after another, as far as both are known."""
    for a, b in ((one.year, other.year), (one.month, other.month), (one.day, other.day)):
        if not (a and b and a == b):
            return bool(a and b and a > b)
    return False


def same_persons(players: Iterable[Player]) -> Iterator[tuple[Player, Player]]:
    """Players with the FIDE number of somebody before them: whom they repeat, and who they are."""
    first: dict[int, Player] = {}
    for player in players:
        if player.fide_id and first.setdefault(player.fide_id, player) is not player:
            yield first[player.fide_id], player


def check_event(table: Table, tournament: Tournament, draft: Draft, notes: Notes) -> None:
    """The head agrees with itself, and nobody takes part twice."""
    for code, said in event_oddities(tournament):
        notes.add(WARNING, "event-dates", Spot(draft.first_line(code), field=code), said, "", "as it is")
    field = PLAYER["number"]
    for one, again in same_persons(table.players):
        spot = Spot(table.lines[table.seat(again.id) - 1], (field.first, field.last), "fide_id")
        said = f"player {one.id} has the same FIDE number as player {again.id}"
        notes.add(WARNING, "same-person", spot, said, str(again.fide_id), "both")


def check_first_colour(tournament: Tournament, draft: Draft, notes: Notes) -> None:
    """The initial colour shows in round 1: the highest numbered participant with a game there has it."""
    if draft.initial_colour is None or not tournament.rounds:
        return
    uncoloured = [(game.white, game.black) for game in tournament.rounds[0].games if not game.coloured]
    tops = [pair for pair in tournament.rounds[0].pairs if min(pair) == 1 and pair not in uncoloured]
    if tops:
        seen = Colour.WHITE if tops[0][0] == 1 else Colour.BLACK
        if seen is not draft.initial_colour.value:
            said = f"number 1 had {seen.name.title()} in round 1, which is not the initial colour"
            notes.add(
                INFO,
                "initial-colour",
                Spot(draft.initial_colour.line, field="152"),
                said,
                draft.initial_colour.value.name.title(),
            )
