"""Records of teams: rosters in 310 and 013, line-ups in 300, board colours in 352."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rookery._record import field, record, replace
from rookery.errors import RuleError
from rookery.history.completion import find_overlooked_rounds, format_rounds
from rookery.messages import msg, msg_const
from rookery.model import ByeKind, Match, Round, Team, Tournament
from rookery.regulations import parse_type_code
from rookery.trf.declared_points import check_team_points
from rookery.trf.diagnostics import ERROR, INFO, WARNING, Location, ProblemCollector, round_message
from rookery.trf.fields import Field, Layout, id_group, parse_number, points_text
from rookery.trf.player_table import PlayerTable
from rookery.trf.record import (
    TRF06,
    TRF26,
    AssemblyContext,
    DialectOptions,
    FieldReader,
    LineContent,
    LineContext,
    LocatedValue,
    ParseState,
    Record,
    Section,
    id_cells,
    number_text,
    text_line,
)
from rookery.trf.records.event import EventSettings
from rookery.trf.records.matches import build_match, games_off_colour, players_by_board
from rookery.trf.rounds import RoundColumn

TeamLines = list[tuple[int, Team]]
"""Teams with their lines."""


@record(frozen=False, slots=False, eq=False, repr=False)
class Rosters:
    """The teams of record 310, those of 013 (used without a 310), and the rounds in which no record names a team."""

    modern: TeamLines = field(default_factory=list)
    old: TeamLines = field(default_factory=list)
    silent_rounds: dict[int, list[int]] = field(default_factory=dict)

    @property
    def effective(self) -> TeamLines:
        """The teams in force: those of 310, otherwise those of 013."""
        return self.modern or self.old


# -- reading -----------------------------------------------------------------------------------------------------------


def _read_310(state: ParseState, line: LineContext) -> None:
    reader, rosters = FieldReader(line), state.state_of(Rosters).modern
    team_id = reader.integer("id", 1)
    if not team_id or any(team_id == team.number for _, team in rosters):
        message, used = msg("not a team number of its own"), msg("nothing: the team is left out")
        reader.reject(message, reader.text("id"), "id", used)
        return
    team = _build_roster(line, team_id, reader.text("name"), reader.ids())
    team = Team(
        team_id, team.name, team.players, reader.text("nickname"), reader.integer("strength") or None,
        reader.optional_points("match points"), reader.optional_points("game points"), reader.integer("rank") or None,
    )  # fmt: skip
    rosters.append((line.number, team))


def _read_013(state: ParseState, line: LineContext) -> None:
    reader, rosters = FieldReader(line), state.state_of(Rosters).old
    rosters.append((line.number, _build_roster(line, len(rosters) + 1, reader.text("name"), reader.ids())))


def _build_roster(line: LineContext, team_id: int, name: str, ids: tuple[int, ...]) -> Team:
    try:
        return Team(team_id, name, ids)
    except RuleError as error:
        line.report("roster", error.message, "", msg("each player once"), severity=ERROR)
        return Team(team_id, name, tuple(dict.fromkeys(ids)))


# -- assembling --------------------------------------------------------------------------------------------------------


def build_teams(state: ParseState, table: PlayerTable, problems: ProblemCollector) -> tuple[Team, ...]:
    """Return the teams with their existing players; record 310 takes precedence over 013."""
    rosters = state.state_of(Rosters).effective
    known_players, teams = set(table.ids if rosters else ()), []
    first_team: dict[int, int] = {}
    for line, team in rosters:
        absent = [player for player in team.players if player not in known_players]
        if absent:
            message = msg("team %(number)s lists %(players)s, whom no 001 line has", number=team.number,
                          players=", ".join(map(str, absent)))  # fmt: skip
            problems.report(ERROR, "roster", Location(line, field="players"), message, "", msg("the others"))
        for player in team.players:
            if player in first_team:
                message = msg("player %(player)s is in team %(team)s and in team %(other)s", player=player,
                              team=first_team[player], other=team.number)  # fmt: skip
                used = msg("team %(number)s", number=first_team[player])
                problems.report(WARNING, "roster", Location(line, field="players"), message, "", used)
            first_team.setdefault(player, team.number)
        teams.append(replace(team, players=tuple(player for player in team.players if player in known_players)))
    return tuple(sorted(teams, key=lambda team: team.number))


def is_team_event(state: ParseState, teams: Sequence[Team], columns: Sequence[RoundColumn]) -> bool:
    """Return whether teams are paired: by the type, by record 310, or by the games of the teams of 013."""
    if not teams:
        return False
    if parse_type_code(state.state_of(EventSettings).system).team or state.state_of(Rosters).modern:
        return True
    from rookery.trf.records.matches import is_team_play, team_by_player

    return is_team_play((column.games for column in columns), team_by_player(teams))


def _assemble_teams(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    return {"teams": context.teams, "team_event": context.team_event}


# -- writing -----------------------------------------------------------------------------------------------------------


def _write_310(tournament: Tournament, options: DialectOptions) -> Iterator[LineContent]:
    for team in tournament.teams:
        values = {
            "id": str(team.number), "name": team.name, "nickname": team.nickname,
            "strength": number_text(team.strength), "match points": points_text(team.match_points),
            "game points": points_text(team.game_points),
            "rank": number_text(team.rank),
        }  # fmt: skip
        yield LineContent((team.number,), values, id_cells(team.players))


def _write_013(tournament: Tournament, options: DialectOptions) -> Iterator[LineContent]:
    for team in tournament.teams:
        yield LineContent((team.number,), {"name": team.name}, id_cells(team.players))


# -- consistency -------------------------------------------------------------------------------------------------------


def _check_teams(state: ParseState, context: AssemblyContext, tournament: Tournament) -> None:
    """Report players without a team, and declared points that the matches do not give."""
    rosters = state.state_of(Rosters).effective
    if not rosters:
        return
    without_team = sorted(set(context.table.ids) - {player for _, team in rosters for player in team.players})
    if without_team:
        message = msg("%(number)s players are in no team: %(players)s", number=len(without_team),
                      players=", ".join(map(str, without_team)))  # fmt: skip
        context.problems.report(INFO, "no-team", Location(rosters[0][0], field="players"), message)
    if tournament.team_event:
        columns = {
            name: (_TEAM_LAYOUT[name].first, _TEAM_LAYOUT[name].last) for name in ("match points", "game points")
        }
        check_team_points(tournament, {team.number: line for line, team in rosters}, columns, context.problems)
        _report_silent_teams(state.state_of(Rosters), tournament, context.problems)


def _report_silent_teams(rosters: Rosters, tournament: Tournament, problems: ProblemCollector) -> None:
    """Report teams without a match or a bye."""
    overlooked_teams = find_overlooked_rounds(tournament, rosters.silent_rounds)
    for line, team in rosters.effective:
        if team.number in rosters.silent_rounds:
            message = msg("nothing is said of team %(number)s in %(rounds)s", number=team.number,
                          rounds=format_rounds(rosters.silent_rounds[team.number]))  # fmt: skip
            severity = WARNING if team.number in overlooked_teams else INFO
            problems.report(
                severity, "no-word", Location(line, field="team"), message, "", msg_const(str(ByeKind.ZERO))
            )


_TEAM_LAYOUT = Layout(
    (
        Field("id", 5, 7, True), Field("name", 9, 40, cut=True), Field("nickname", 42, 46, cut=True),
        Field("strength", 48, 53, True), Field("match points", 55, 60, True), Field("game points", 62, 67, True),
        Field("rank", 69, 71, True),
    ),
    id_group(74),
)  # fmt: skip

RECORDS = (
    Record(
        "013", "team, the old way", TRF06, Section.TEAMS, Layout((Field("name", 5, 36, cut=True),), id_group(37)),
        use="the roster, where there is no 310; teams are numbered in the order of the lines", repeatable=True,
        superseded_by="310",
        read=_read_013, write=_write_013,
    ),
    Record(
        "310", "team", TRF26, Section.TEAMS, _TEAM_LAYOUT,
        use="the team and its roster in board order; declared points and rank are kept, the points checked",
        repeatable=True, read=_read_310, assemble=_assemble_teams, write=_write_310, check=_check_teams,
        key=lambda line: (parse_number(line[_TEAM_LAYOUT["id"].slice]),),
    ),
    *(
        Record(
            code, "team crosstable, for display only", TRF26, Section.DISPLAY, use="kept, never read", repeatable=True
        )
        for code in ("801", "802")
    ),
)  # fmt: skip


class LineUp(NamedTuple):
    """The line-up of a team, board by board (0: an empty board)."""

    line: int
    opponent: int
    players: tuple[int, ...]


@record(frozen=False, slots=False, eq=False, repr=False)
class TeamBoards:
    """The line-ups of record 300 by round and team, and the board colours of record 352."""

    line_ups: dict[tuple[int, int], LineUp] = field(default_factory=dict)
    colours: LocatedValue | None = None

    @property
    def order(self) -> str:
        """The colours announced for the boards, if any."""
        return self.colours.value if self.colours else ""

    def line_ups_in_round(self, round: int) -> dict[int, tuple[int, ...]]:
        """Return the line-ups of a round by team."""
        return {team: line_up.players for (number, team), line_up in self.line_ups.items() if number == round}


# -- 300 ---------------------------------------------------------------------------------------------------------------


def _read_300(state: ParseState, line: LineContext) -> None:
    reader, line_ups = FieldReader(line), state.state_of(TeamBoards).line_ups
    round, team, opponent = reader.round_number("round", 1), reader.integer("team", 1), reader.integer("opponent")
    players = reader.ids(0)
    if (round, team) in line_ups:
        message = msg("team %(team)s has a line-up for round %(round)s already", team=team, round=round)
        reader.reject(message, str(team), "team")
    elif round and team:
        line_ups[round, team] = LineUp(line.number, opponent, players)


_THE_GAMES = msg("the games")


def report_contradicted_line_ups(state: ParseState, number: int, round: Round, problems: ProblemCollector) -> None:
    """Report line-ups that the games contradict: a line-up names the opponents and every player with a game."""
    rosters = {team.number: set(team.players) for _, team in state.state_of(Rosters).effective}
    for (round_number, team), line_up in state.state_of(TeamBoards).line_ups.items():
        if round_number != number or team not in rosters:
            continue
        match = next((match for match in round.matches if team in (match.white, match.black)), None)
        if match is None or (line_up.opponent and line_up.opponent not in (match.white, match.black)):
            message = msg("team %(team)s does not meet team %(other)s", team=team, other=line_up.opponent)
            location = Location(line_up.line, field="opponent")
            problems.report(
                WARNING, "line-up", location, round_message(number, message), str(line_up.opponent), _THE_GAMES
            )
            continue
        played = {player for game in match.games for player in (game.white, game.black)}
        members = (played | {bye.player for bye in round.unopposed}) & rosters[team]
        listed = [player for player in line_up.players if player]
        not_playing = sorted(set(listed) - members) if match.forfeit is None else []
        if not_playing or members - set(listed) or len(set(listed)) < len(listed):
            message = msg("the line-up of team %(team)s is not who played", team=team)
            location = Location(line_up.line, field="id")
            facts = f"listed without a game {not_playing}, playing unlisted {sorted(members - set(listed))}"
            problems.report(INFO, "line-up", location, round_message(number, message), facts, _THE_GAMES)


def _write_300(tournament: Tournament, options: DialectOptions) -> Iterator[LineContent]:
    """Write a line-up for every match that rosters and colours alone would not restore."""
    if not tournament.team_event:
        return
    teams = {team.number: team for team in tournament.teams}
    for number, round in enumerate(tournament.rounds, 1):
        for match in round.matches:
            for team, opponent, players in build_line_ups(match, teams, tournament.board_colours):
                values = {"round": str(number), "team": str(team), "opponent": str(opponent)}
                yield LineContent(
                    (number, team), values, tuple((str(team_id) if team_id else "0000",) for team_id in players)
                )


def build_line_ups(match: Match, teams: Mapping[int, Team], colours: str) -> list[tuple[int, int, Sequence[int]]]:
    """Return team, opponent and players of both sides (0: an empty board); empty when no line-up is needed.

    If no game determines the colours, White's line-up is the first.
    """
    first, opponent = sorted((match.white, match.black))
    if match.vacant:
        boards = players_by_board(match, teams)
        if not match.games:
            first, opponent = match.white, match.black
        return [(first, opponent, boards[first]), (opponent, first, boards[opponent])]
    games = sorted(match.games, key=lambda game: min(game.white, game.black))

    def is_rebuilt(players_by_team: Mapping[int, list[int]]) -> bool:
        rebuilt = build_match(teams[first], teams[opponent], games, players_by_team, colours)
        return rebuilt.games == match.games and (rebuilt.white == match.white or match.forfeit is not None)

    if not match.games or is_rebuilt({}):
        return []
    sides: dict[int, list[int]] = {first: [], opponent: []}
    for game in match.games:
        for player in (game.white, game.black):
            sides[first if player in teams[first].players else opponent].append(player)
    for empty in (0, 1, 2):
        lists_by_team = {team: [0] * empty + players for team, players in sides.items()}
        if is_rebuilt(lists_by_team):
            break
    return [(first, opponent, lists_by_team[first]), (opponent, first, lists_by_team[opponent])]


# -- 352 ---------------------------------------------------------------------------------------------------------------


def _read_352(state: ParseState, line: LineContext) -> None:
    colours = line.value.upper()
    if colours.strip("WB"):
        line.report("value", msg("the colours of the boards are a row of W and B"), line.value)
    elif colours:
        state.state_of(TeamBoards).colours = LocatedValue(line.number, colours)


def _assemble_352(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    return {"board_colours": state.state_of(TeamBoards).order}


def _write_352(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
    return text_line(tournament.board_colours)


def _check_352(state: ParseState, context: AssemblyContext, tournament: Tournament) -> None:
    """Report games without the colours announced for their boards."""
    boards = state.state_of(TeamBoards)
    if boards.colours is None or not tournament.team_event:
        return
    by_id, deviating = {team.number: team for team in tournament.teams}, 0
    for number, round in enumerate(tournament.rounds, 1):
        line_ups = boards.line_ups_in_round(number)
        deviating += sum(len(games_off_colour(match, by_id, line_ups, boards.order)) for match in round.matches)
    longest = max((match.board_count for round in tournament.rounds for match in round.matches), default=0)
    if deviating or longest > len(boards.order):
        message = msg("%(number)s games do not have the colours announced for their boards (%(boards)s boards were"
                      " played)", number=deviating, boards=longest)  # fmt: skip
        context.problems.report(
            INFO, "board-colours", Location(boards.colours.line, field="352"), message, boards.order
        )


LINE_UP_RECORDS = (
    Record(
        "352", "colours of the boards", TRF26, Section.EVENT,
        use="colours of a match, board by board; games that differ are noted",
        read=_read_352, assemble=_assemble_352, write=_write_352, check=_check_352,
    ),
    Record(
        "300", "line-up", TRF26, Section.ROUNDS,
        Layout((Field("round", 5, 7, True), Field("team", 9, 11, True), Field("opponent", 13, 15, True)), id_group(17)),
        use="who played on which board, where rosters and colours do not tell; 0 is a vacant board, which the opponent"
        " wins by forfeit", repeatable=True,
        read=_read_300, write=_write_300,
    ),
)  # fmt: skip
