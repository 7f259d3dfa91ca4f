"""The tournament that rows and records together describe."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from rookery.errors import RuleError
from rookery.model import (
    CLASSIC,
    MATCH_POINTS,
    AbnormalPoints,
    ByeKind,
    Event,
    Forbidden,
    Game,
    Match,
    Player,
    PointSystem,
    RequestedBye,
    Round,
    Tournament,
    VirtualPoints,
)  # fmt: skip
from rookery.model.unchecked import changed, new
from rookery.regulations import scheme
from rookery.trf.draft import Draft, Said
from rookery.trf.notes import ERROR, INFO, WARNING, Notes, Spot
from rookery.trf.players import Table
from rookery.trf.rounds import Column, byes, paired
from rookery.trf.teams import is_team_event, team_rounds, teams

_ASKED = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)


def assembled(draft: Draft, table: Table, columns: Sequence[Column], notes: Notes) -> tuple[Tournament, int]:
    """The tournament, and how many columns of the rows were rounds played."""
    found = teams(draft, table, notes)
    team_event = is_team_event(draft, found, columns)
    double = scheme(draft.system).two_game_matches and not team_event
    played = paired(table, columns)
    if team_event:
        rounds = team_rounds(draft, table, found, columns, notes)
        played = max(played, len(rounds))
    elif double:
        rounds = tuple(_double_round(table, columns[at : at + 2], notes) for at in range(0, played, 2))
    else:
        rounds = tuple(_round(table, column, notes) for column in columns[:played])
    ids = {team.id for team in found} if team_event else set(table.ids)
    pace = 2 if double else 1
    planned = None if draft.planned is None else -(-draft.planned.value // pace)
    tournament = Tournament(
        event=Event(**draft.event, deputies=tuple(draft.deputies)),
        players=_with_national(draft, table, notes), teams=found, team_event=team_event, planned=planned,
        system=draft.system, points=_points(draft, notes), match_points=_match_points(draft, notes),
        team_bye_points=draft.team_bye_points, ranking=draft.ranking, by_rank=draft.by_rank,
        initial_colour=draft.initial_colour.value if draft.initial_colour else None,
        board_colours=draft.board_colours.value if draft.board_colours else "",
        requested=_requested(draft, table, columns[played:], rounds, pace, ids, notes),
        forbidden=_forbidden(draft, pace, planned, ids, notes), acceleration=_acceleration(draft, pace, ids, notes),
        abnormal=_abnormal(draft, pace, ids, notes),
    )  # fmt: skip
    if not team_event:
        _note_full_byes(table, rounds, pace, notes)
    return changed(tournament, rounds=rounds), played


def _round(table: Table, column: Column, notes: Notes) -> Round:
    """A round of games, in which nobody can appear twice: everybody has one cell of the table."""
    return new(Round, games=tuple(column.games), byes=tuple(byes(table, column, notes)))


# -- two-game matches --------------------------------------------------------------------------------------------------


def _double_round(table: Table, pair: Sequence[Column], notes: Notes) -> Round:
    """Two columns as one round of two-game matches; a bye fills both."""
    first, second = pair[0], pair[1] if len(pair) > 1 else Column(pair[0].round + 1, [], [])
    later = {frozenset((game.white, game.black)): game for game in second.games}
    matches, busy = [], set[int]()
    for game in first.games:
        again = later.pop(frozenset((game.white, game.black)), None)
        matches.append(Match(game.white, game.black, (game, again) if again else (game,)))
        busy |= {game.white, game.black}
        if again is not None and again.white == game.white and again.coloured and game.coloured:
            _note_pair(table, game, second.round, "the colours of the second game are not reversed", INFO, notes)
    for game in later.values():
        if busy & {game.white, game.black}:
            _note_pair(table, game, second.round, "the second game has other players than the first", ERROR, notes)
            continue
        _note_pair(table, game, second.round, "the first game is missing", WARNING, notes)
        matches.append(Match(game.black, game.white, (game,)))
        busy |= {game.white, game.black}
    alone = [bye for bye in byes(table, first, notes) if bye.player not in busy]
    if len(pair) > 1:
        other = {bye.player: bye.kind for bye in byes(table, second, notes)}
        for bye in alone:
            if other.get(bye.player, bye.kind) is not bye.kind:
                place = table.ids.index(bye.player)
                said = f"round {second.round}: the second half of a bye is another bye: {other[bye.player]}"
                notes.add(ERROR, "disagree", table.cell(second.round, place + 1, "result"), said, "", str(bye.kind))
    matches.sort(key=lambda match: min(match.white, match.black))
    return Round(matches=tuple(matches), byes=tuple(alone))


def _note_pair(table: Table, game: Game, round: int, said: str, severity: Any, notes: Notes) -> None:
    place = table.ids.index(min(game.white, game.black))
    notes.add(severity, "two-games", table.cell(round, place + 1, "opponent"), f"round {round}: {said}")


# -- points ------------------------------------------------------------------------------------------------------------


def _points(draft: Draft, notes: Notes) -> PointSystem:
    return _system(CLASSIC, draft.points, draft.points_line, notes)


def _match_points(draft: Draft, notes: Notes) -> PointSystem:
    given = dict(draft.match_points)
    win, draw = given.get("win", MATCH_POINTS.win), given.get("draw", MATCH_POINTS.draw)
    pab = draw if draft.team_pab is None else draft.team_pab
    return _system(
        MATCH_POINTS,
        {**given, "win": win, "draw": draw, "pab": pab},
        draft.match_points_line or draft.first_line("320"),
        notes,
    )


def _system(default: PointSystem, given: dict[str, int], line: int, notes: Notes) -> PointSystem:
    try:
        return PointSystem(**given) if given else default
    except RuleError as error:
        notes.add(ERROR, "point-system", Spot(line, field="points"), str(error), "", "the usual points")
        return default


# -- what is asked of rounds to come -----------------------------------------------------------------------------------


Asked = dict[tuple[int, int], ByeKind]
"""(round, participant) -> the bye asked for."""


def _requested(
    draft: Draft, table: Table, later: Sequence[Column], rounds: Sequence[Round], pace: int, ids: set[int], notes: Notes
) -> tuple[RequestedBye, ...]:
    """Byes in cells behind the last round, 240 for such rounds, XXZ for the next."""
    asked = _asked_in_rows(table, later, len(rounds), pace, notes) if later and ids == set(table.ids) else {}
    _asked_in_records(draft, rounds, pace, ids, asked, notes)
    away, following = [], len(rounds) + 1
    for said in draft.absent:
        for id in _there((said.value,), ids, said, notes):
            if (following, id) not in asked:
                asked[following, id] = ByeKind.ZERO
                away.append(id)
    if away:
        _alone(draft.absent[0].line, "XXZ", f"missing the next round: {', '.join(map(str, away))}", notes)
    return tuple(RequestedBye(*key, asked[key]) for key in sorted(asked))


def _asked_in_rows(table: Table, later: Sequence[Column], played: int, pace: int, notes: Notes) -> Asked:
    asked: Asked = {}
    for column in later:
        round = -(-column.round // pace)
        for bye in byes(table, column, notes):
            if round > played and bye.kind in _ASKED and not table.blank(column.round, table.seat(bye.player)):
                asked.setdefault((round, bye.player), bye.kind)
    if asked:
        (_, first), listed = min(asked), [f"{id} a {asked[round, id]} in round {round}" for round, id in sorted(asked)]
        _alone(table.lines[table.seat(first) - 1], "001", ", ".join(listed), notes)
    return asked


def _asked_in_records(
    draft: Draft, rounds: Sequence[Round], pace: int, ids: set[int], asked: Asked, notes: Notes
) -> None:
    """Record 240: confirms the rows of rounds played, and asks for rounds to come."""
    sat_out = [{bye.player: bye.kind for bye in round.byes} for round in rounds]
    alone: dict[tuple[int, str], list[int]] = {}
    for line, file_round, kind, id in draft.byes:
        round, spot = -(-file_round // pace), Spot(line, field="id")
        if not _there((id,), ids, Said(line, id), notes):
            continue
        if round <= len(rounds):
            seen = sat_out[round - 1].get(id)
            if seen is not kind:
                said = f"{id} has a {kind} here, in the row {f'a {seen}' if seen else 'a game'}"
                notes.add(WARNING, "disagree", spot, f"round {file_round}: {said}", str(id), "the row")
            continue
        if asked.get((round, id), kind) is not kind:
            said = f"round {file_round}: {id} asks for a {kind} here, in the row for a {asked[round, id]}"
            notes.add(WARNING, "disagree", spot, said, str(id), str(kind))
        asked[round, id] = kind
        alone.setdefault((line, f"a {kind} in round {file_round} for "), []).append(id)
    for (line, what), who in alone.items():
        _alone(line, "240", what + ", ".join(map(str, who)), notes)


def _alone(line: int, code: str, said: str, notes: Notes) -> None:
    """Something the file says once, and nothing in it confirms: worth a second look, no more."""
    notes.add(INFO, "unconfirmed", Spot(line, field=code), f"nothing else in the file confirms this: {said}")


def _forbidden(draft: Draft, pace: int, planned: int | None, ids: set[int], notes: Notes) -> tuple[Forbidden, ...]:
    """Record 260, and what XXP adds to it. A ban up to the last round has no last round of its own."""
    found: list[Forbidden] = []
    for said in (*draft.forbidden, *draft.never):
        group: Forbidden = said.value
        players = _there(group.players, ids, said, notes)
        last = None if group.last_round is None else -(-group.last_round // pace)
        if planned is not None and last is not None and last >= planned:
            last = None
        if said in draft.never and any(set(players) <= set(one.players) for one in found):
            continue
        if len(players) > 1:
            found.append(Forbidden(players, -(-group.first_round // pace), last))
            rounds = f"in rounds {group.first_round} to {group.last_round or 'the last'}"
            _alone(said.line, "260", f"{', '.join(map(str, players))} may not meet {rounds}", notes)
    return tuple(found)


def _there(ids: Iterable[int], known: set[int], said: Said, notes: Notes) -> tuple[int, ...]:
    for id in ids:
        if id not in known:
            notes.add(ERROR, "value", Spot(said.line, field="id"), f"there is no participant {id}", str(id), "nothing")
    return tuple(id for id in ids if id in known)


def _acceleration(draft: Draft, pace: int, ids: set[int], notes: Notes) -> tuple[VirtualPoints, ...]:
    """Record 250; XXA where there is none, one entry for each run of equal points of a player."""
    found: list[VirtualPoints] = []
    for said in draft.acceleration:
        one: VirtualPoints = said.value
        _there((one.first, one.last), ids, said, notes)
        found.append(replace(one, first_round=-(-one.first_round // pace), last_round=-(-one.last_round // pace)))
        whom = f"{one.first} to {one.last} in rounds {one.first_round} to {one.last_round}"
        worth = f"{one.match_points / 10} and {one.points / 10} virtual points for {whom}"
        _alone(said.line, "250", worth, notes)
    boosts = sorted(draft.boosts.items())
    if boosts:
        total = sum(sum(points) for _, (_, points) in boosts)
        _alone(boosts[0][1][0], "XXA", f"{len(boosts)} players, {total / 10} virtual points: {_hash(boosts)}", notes)
    runs: list[VirtualPoints] = []
    for id, (line, points) in boosts:
        if _there((id,), ids, Said(line, id), notes):
            runs += _runs(id, points[::pace])
    if not draft.acceleration:
        return tuple(runs)
    if boosts and not _same(found, runs):
        notes.add(
            WARNING,
            "contradiction",
            Spot(boosts[0][1][0], field="XXA"),
            "the virtual points of 250 are others",
            "",
            "250",
        )
    return tuple(found)


def _hash(boosts: Sequence[tuple[int, tuple[int, list[int]]]]) -> str:
    """The rounds and players weighed with their points, as one number that any change of a digit changes."""
    weighed = sum(id * round * worth for id, (_, points) in boosts for round, worth in enumerate(points, 1))
    return f"checksum {weighed}"


def _same(one: Iterable[VirtualPoints], other: Iterable[VirtualPoints]) -> bool:
    def spread(points: Iterable[VirtualPoints]) -> dict[tuple[int, int], int]:
        found: dict[tuple[int, int], int] = {}
        for entry in points:
            for id in range(entry.first, entry.last + 1):
                for round in range(entry.first_round, entry.last_round + 1):
                    found[id, round] = entry.points
        return {key: worth for key, worth in found.items() if worth}

    return spread(one) == spread(other)


def _runs(id: int, points: Sequence[int]) -> list[VirtualPoints]:
    runs: list[VirtualPoints] = []
    for round, worth in enumerate(points, 1):
        if worth and runs and runs[-1].points == worth and runs[-1].last_round == round - 1:
            runs[-1] = replace(runs[-1], last_round=round)
        elif worth:
            runs.append(VirtualPoints(id, id, round, round, worth))
    return runs


def _abnormal(draft: Draft, pace: int, ids: set[int], notes: Notes) -> tuple[AbnormalPoints, ...]:
    found = []
    for said in draft.abnormal:
        one: AbnormalPoints = said.value
        round = None if one.round is None else -(-one.round // pace)
        found.append(replace(one, players=_there(one.players, ids, said, notes), round=round))
        whom = f"{', '.join(map(str, one.players)) or 'all'} in round {one.round or 'any'}"
        worth = f"{one.kind or 'bonus'} {one.match_points / 10} and {one.points / 10} for {whom}"
        _alone(said.line, "299", worth, notes)
    return tuple(found)


# -- persons -----------------------------------------------------------------------------------------------------------


def _with_national(draft: Draft, table: Table, notes: Notes) -> tuple[Player, ...]:
    """The players with their national records."""
    if not draft.national:
        return table.players
    added: dict[int, list[Any]] = {}
    players = {player.id: player for player in table.players}
    for line, id, record in draft.national:
        player = players[id]
        if any(other.federation == record.federation for other in added.get(id, [])):
            notes.add(
                WARNING,
                "repeated",
                Spot(line, field="id"),
                f"player {id} has two national records of {record.federation}",
                str(id),
                "both",
            )
        if (
            player.birth and record.birth and player.birth.year != record.birth.year
        ) or record.federation != player.federation:
            said = f"player {id} has another birth year or federation in line {table.lines[table.ids.index(id)]}"
            notes.add(INFO, "national", Spot(line, field="birth"), said, f"{record.federation} {record.birth}", "both")
        added.setdefault(id, []).append(record)
    return tuple(
        replace(player, national=tuple(added[player.id])) if player.id in added else player for player in table.players
    )


def _note_full_byes(table: Table, rounds: Sequence[Round], pace: int, notes: Notes) -> None:
    """Full-point byes are rare, and are worth what the pairing-allocated bye is: one word about all of them."""
    given = [
        (number, bye.player) for number, round in enumerate(rounds, 1) for bye in round.byes if bye.kind is ByeKind.FULL
    ]
    if given:
        round, player = given[0]
        listed = ", ".join(f"{player} in round {round}" for round, player in given)
        place = table.ids.index(player)
        notes.add(
            INFO, "full-point-bye", table.cell(round * pace, place + 1, "result"), f"full-point byes: {listed}", "F"
        )
