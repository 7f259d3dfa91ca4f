"""Rounds of a team event: matches from the players' games, byes and forfeits from the team records."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rookery._record import replace
from rookery.messages import msg
from rookery.model import Bye, ByeKind, Game, Match, Round, Team
from rookery.trf.diagnostics import ERROR, NOTHING, WARNING, Location, ProblemCollector, round_message
from rookery.trf.player_table import PlayerTable
from rookery.trf.record import ParseState
from rookery.trf.records.matches import (
    FORFEITS,
    UnplayedMatches,
    add_vacant_boards,
    build_match,
    group_games_by_teams,
    team_by_player,
)
from rookery.trf.records.requests import Byes
from rookery.trf.records.rosters import Rosters, TeamBoards, report_contradicted_line_ups
from rookery.trf.rounds import RoundColumn, build_player_byes, count_paired_rounds, unopposed_winners


def build_team_rounds(
    state: ParseState,
    table: PlayerTable,
    teams: Sequence[Team],
    columns: Sequence[RoundColumn],
    problems: ProblemCollector,
) -> tuple[Round, ...]:
    """Build the rounds of a team event as matches and byes of teams."""
    unplayed = state.state_of(UnplayedMatches)
    announced = [event.round for event in unplayed.forfeits] + [event.round for event in unplayed.byes]
    _drop_unknown_teams(state, teams, problems)
    count = max([count_paired_rounds(table, columns), *announced, *_rounds_without_games(state, table, columns)])
    rounds = []
    for number in range(1, count + 1):
        column = columns[number - 1] if number <= len(columns) else RoundColumn(number, [], [])
        rounds.append(_build_team_round(state, table, {team.number: team for team in teams}, column, problems))
    return tuple(_add_byes(state, teams, rounds, problems))


def _rounds_without_games(state: ParseState, table: PlayerTable, columns: Sequence[RoundColumn]) -> list[int]:
    """Return the rounds in which teams meet by their line-ups alone."""
    line_ups = state.state_of(TeamBoards).line_ups
    full = {column.round: unopposed_winners(table, column) for column in columns}
    return [
        number
        for number in {number for number, _ in line_ups}
        if _matches_without_games(state, number, (), full.get(number, ()))
    ]


def _drop_unknown_teams(state: ParseState, teams: Sequence[Team], problems: ProblemCollector) -> None:
    """Report and drop the records of teams that do not exist."""
    team_ids, byes, unplayed = {team.number for team in teams}, state.state_of(Byes), state.state_of(UnplayedMatches)
    references: list[tuple[int, tuple[int, ...]]] = [(entry.line, (entry.id,)) for entry in byes.lines]
    references += [(entry.line, (entry.team,)) for entry in unplayed.byes]
    references += [(entry.line, (entry.white, entry.black)) for entry in unplayed.forfeits]
    references += [
        (line_up.line, (team, line_up.opponent) if line_up.opponent else (team,))
        for (_, team), line_up in state.state_of(TeamBoards).line_ups.items()
    ]
    for line, ids in references:
        for team_id in ids:
            if team_id not in team_ids:
                message = msg("there is no team %(number)s", number=team_id)
                problems.report(ERROR, "value", Location(line, field="team"), message, str(team_id), NOTHING)
    byes.lines = [entry for entry in byes.lines if entry.id in team_ids]
    boards = state.state_of(TeamBoards)
    boards.line_ups = {key: row for key, row in boards.line_ups.items() if key[1] in team_ids}
    unplayed.byes = [entry for entry in unplayed.byes if entry.team in team_ids]
    unplayed.forfeits = [
        entry for entry in unplayed.forfeits if {entry.white, entry.black} <= team_ids and entry.white != entry.black
    ]


def _build_team_round(
    state: ParseState, table: PlayerTable, teams: dict[int, Team], column: RoundColumn, problems: ProblemCollector
) -> Round:
    """Build one round with its matches, without the byes of teams."""
    boards = state.state_of(TeamBoards)
    line_ups = boards.line_ups_in_round(column.round)
    matches: dict[frozenset[int], Match] = {}
    busy: set[int] = set()
    for pair, games in sorted(group_games_by_teams(column.games, team_by_player(teams.values())).items()):
        key = frozenset(pair)
        if pair == (0, 0) or key & busy:
            _report_stray(table, column, games, problems)
            continue
        busy |= key
        matches[key] = build_match(teams[pair[0]], teams[pair[1]], games, line_ups, boards.order)
    _apply_forfeits(state, column.round, matches, busy, problems)
    byes = build_player_byes(table, column, problems)
    alone = {bye.player for bye in byes if bye.kind is ByeKind.FULL}
    for team, opponent in _matches_without_games(state, column.round, busy, alone):
        matches[frozenset((team, opponent))] = Match(team, opponent)
    ordered = [
        add_vacant_boards(match, teams, line_ups, alone)
        for match in sorted(matches.values(), key=lambda match: min(match.white, match.black))
    ]
    at_vacant_boards = {board.player for match in ordered for board in match.vacant}
    byes = [bye for bye in byes if bye.player not in at_vacant_boards]
    round = Round(matches=tuple(ordered), player_byes=tuple(byes))
    report_contradicted_line_ups(state, column.round, round, problems)
    return round


def _matches_without_games(
    state: ParseState, number: int, busy: Collection[int], alone: Collection[int]
) -> list[tuple[int, int]]:
    """Return the teams that meet by their line-ups alone: each of their players sat at a board without an opponent.

    The team whose line-up stands first in the file has White.
    """
    line_ups = {
        team: row
        for (round_number, team), row in state.state_of(TeamBoards).line_ups.items()
        if round_number == number and team not in busy
    }
    return [
        (team, row.opponent)
        for team, row in line_ups.items()
        if row.opponent in line_ups
        and line_ups[row.opponent].opponent == team
        and row.line < line_ups[row.opponent].line
        and {player for line_up in (row, line_ups[row.opponent]) for player in line_up.players if player} <= set(alone)
    ]


def _apply_forfeits(
    state: ParseState, number: int, matches: dict[frozenset[int], Match], busy: set[int], problems: ProblemCollector
) -> None:
    """Apply the forfeited matches of record 330 to the matches of a round."""
    forfeits = [forfeit for forfeit in state.state_of(UnplayedMatches).forfeits if forfeit.round == number]
    for key, forfeit in {frozenset((forfeit.white, forfeit.black)): forfeit for forfeit in forfeits}.items():
        if key not in matches and key & busy:
            message = msg(
                "%(one)s and %(other)s forfeit their match, but play another", one=forfeit.white, other=forfeit.black
            )
            problems.report(
                ERROR, "disagree", Location(forfeit.line, field="330"), round_message(number, message), "", NOTHING
            )
            continue
        busy |= key
        games = matches[key].games if key in matches else ()
        matches[key] = Match(forfeit.white, forfeit.black, games, FORFEITS[forfeit.kind])


def _report_stray(table: PlayerTable, column: RoundColumn, games: Sequence[Game], problems: ProblemCollector) -> None:
    for game in games:
        location = table.cell_location(column.round, table.position(min(game.white, game.black)), "opponent")
        message = msg("%(white)s-%(black)s is not a game between two teams that meet in this round", white=game.white,
                      black=game.black)  # fmt: skip
        problems.report(ERROR, "team-game", location, round_message(column.round, message), "", NOTHING)


RecordedByes = dict[tuple[int, int], tuple[int, ByeKind]]
"""(round, team) -> line and kind of a bye."""


def _add_byes(
    state: ParseState, teams: Sequence[Team], rounds: Sequence[Round], problems: ProblemCollector
) -> list[Round]:
    """Add a bye for every team without a match: as 320 and 240 say, otherwise absent or not yet entered."""
    recorded = _recorded_byes(state)
    completed, entered = [], set[int]()
    silent = state.state_of(Rosters).silent_rounds
    for number, round in enumerate(rounds, 1):
        busy = {team for pair in round.pairs for team in pair}
        for team in _teams_without_record(recorded, teams, number, busy, problems):
            if team in entered:
                silent.setdefault(team, []).append(number)
        entered |= busy | {team for at, team in recorded if at == number}
        byes = []
        for bye_team in teams:
            if bye_team.number not in busy:
                otherwise = ByeKind.ZERO if bye_team.number in entered else ByeKind.NOT_ENTERED
                byes.append(Bye(bye_team.number, recorded.get((number, bye_team.number), (0, otherwise))[1]))
        completed.append(replace(round, byes=tuple(byes)))
    return completed


def _teams_without_record(
    recorded: RecordedByes, teams: Sequence[Team], number: int, busy: set[int], problems: ProblemCollector
) -> list[int]:
    """Return the teams without a match and without a recorded bye; report a bye beside a match."""
    for team in teams:
        line, kind = recorded.get((number, team.number), (0, ByeKind.ZERO))
        if line and team.number in busy:
            message = round_message(
                number, msg("team %(number)s has a %(kind)s, and a match", number=team.number, kind=kind)
            )
            problems.report(
                WARNING, "disagree", Location(line, field="team"), message, str(team.number), msg("the match")
            )
    return [team.number for team in teams if team.number not in busy and (number, team.number) not in recorded]


def _recorded_byes(state: ParseState) -> RecordedByes:
    """Return the byes recorded in 240 and 320."""
    recorded = {(entry.round, entry.id): (entry.line, entry.kind) for entry in state.state_of(Byes).lines}
    allocated = state.state_of(UnplayedMatches).byes
    return recorded | {(entry.round, entry.team): (entry.line, ByeKind.PAIRING_ALLOCATED) for entry in allocated}
