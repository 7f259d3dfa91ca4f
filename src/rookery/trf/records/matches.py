"""Team matches built from the games of players; records 320 (byes) and 330 (forfeited matches)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from rookery._record import field, record
from rookery.history.scoring import default_bye_points
from rookery.messages import msg
from rookery.model import ByeKind, Game, Match, Result, Team, Tournament, VacantBoard
from rookery.model.validation import MOST_ROUNDS
from rookery.trf.fields import Field, Group, Layout, parse_number, points_text
from rookery.trf.record import (
    TOO_MANY_ROUNDS,
    TRF26,
    DialectOptions,
    FieldReader,
    LineContent,
    LineContext,
    ParseState,
    Record,
    Section,
)
from rookery.trf.records.points import MatchWorth

FORFEITS = {"+-": Result.WHITE_BY_FORFEIT, "-+": Result.BLACK_BY_FORFEIT, "--": Result.DOUBLE_FORFEIT}


def team_by_player(teams: Iterable[Team]) -> dict[int, int]:
    """Return the team of each player; the first team that lists a player counts."""
    team_by_player: dict[int, int] = {}
    for team in teams:
        for player in team.players:
            team_by_player.setdefault(player, team.number)
    return team_by_player


def group_games_by_teams(games: Iterable[Game], team_by_player: Mapping[int, int]) -> dict[tuple[int, int], list[Game]]:
    """Group games by their two teams, lower number first; (0, 0) collects games that are not between two teams."""
    groups: dict[tuple[int, int], list[Game]] = {}
    for game in games:
        team, opponent = sorted((team_by_player.get(game.white, 0), team_by_player.get(game.black, 0)))
        groups.setdefault((team, opponent) if team and team != opponent else (0, 0), []).append(game)
    return groups


def is_team_play(rounds: Iterable[Iterable[Game]], team_by_player: Mapping[int, int]) -> bool:
    """Return whether all games are team against team, with one opposing team per round, and there are any."""
    any_games = False
    for games in rounds:
        pairs = list(group_games_by_teams(games, team_by_player))
        teams = [team for pair in pairs for team in pair]
        if (0, 0) in pairs or len(set(teams)) < len(teams):
            return False
        any_games = any_games or bool(pairs)
    return any_games


def build_match(
    first: Team, opponent: Team, games: Sequence[Game], line_ups: Mapping[int, Sequence[int]], colours: str
) -> Match:
    """Build the match of these games: boards by line-up, else by roster; White is the team with White on board 1.

    A line-up contains the number of each board; without one the boards are counted. If board 1 is empty, the colours
    announced for the boards (by default alternating) determine who would have had White there.
    """
    leader = next((team for team in (first, opponent) if team.number in line_ups), first)
    listed = line_ups.get(leader.number)
    order = {player: board_index for board_index, player in enumerate(listed or leader.players)}

    def board_index(game: Game) -> int:
        return order.get(game.white, order.get(game.black, len(order)))

    boards = sorted(games, key=board_index)
    for count, game in enumerate(boards):
        if game.coloured:
            white, black = (first, opponent) if game.white in first.players else (opponent, first)
            if not _has_first_board_colours(board_index(game) if listed else count, colours):
                white, black = black, white
            return Match(white.number, black.number, tuple(boards))
    return Match(first.number, opponent.number, tuple(boards))


def _has_first_board_colours(board: int, colours: str) -> bool:
    """Return whether a board (from 0) has the colours of board 1."""
    return colours[board % len(colours)] == colours[0] if colours else board % 2 == 0


def players_by_board(match: Match, teams: Mapping[int, Team]) -> dict[int, list[int]]:
    """Return the players of each team by board of a match, 0 where a board is empty."""
    boards = {team: [0] * match.board_count for team in (match.white, match.black)}
    sitting = [(board.board, board.player) for board in match.vacant if board.player is not None]
    for number, game in zip(match.board_numbers, match.games, strict=True):
        sitting += [(number, game.white), (number, game.black)]
    for number, player in sitting:
        boards[match.white if player in teams[match.white].players else match.black][number - 1] = player
    return boards


def add_vacant_boards(
    match: Match, teams: Mapping[int, Team], line_ups: Mapping[int, Sequence[int]], without_opponent: Collection[int]
) -> Match:
    """Add the boards that the line-ups (record 300) leave empty.

    `without_opponent` are the players who score without an opponent. A team that sat in the order of its roster needs
    no line-up: its players without an opponent are then taken in that order. Nothing is added where the line-ups do not
    agree with the games.
    """
    own_line_ups = [line_ups.get(team) for team in (match.white, match.black)]
    if match.forfeit is not None or not any(row is not None and 0 in row for row in own_line_ups):
        return match
    home, away = (
        row if row is not None else _infer_line_up(match, teams[team], other or (), without_opponent)
        for team, row, other in zip((match.white, match.black), own_line_ups, reversed(own_line_ups), strict=True)
    )
    indices = {frozenset((game.white, game.black)): index for index, game in enumerate(match.games)}
    games, vacant = list[Game](), list[VacantBoard]()
    for number, (home_player, other) in enumerate(zip_longest(home, away, fillvalue=0), 1):
        if home_player and other:
            index = indices.get(frozenset((home_player, other)))
            if index is None:
                return match
            games.append(match.games[index])
        elif (home_player or other) and (home_player or other) not in without_opponent:
            return match
        else:
            vacant.append(VacantBoard(number, home_player or other or None))
    if len(games) != len(match.games):
        return match
    return Match(match.white, match.black, tuple(games), vacant=tuple(vacant))


def _infer_line_up(match: Match, team: Team, listed: Sequence[int], without_opponent: Collection[int]) -> list[int]:
    """Return the line-up of a team that has none of its own, from the games and the line-up of its opponent."""
    opponents: dict[int, int] = {}
    for game in match.games:
        opponents |= {game.white: game.black, game.black: game.white}
    spare = iter([player for player in team.players if player in without_opponent])
    return [next(spare, 0) if player == 0 else opponents.get(player, 0) for player in listed]


def games_off_colour(
    match: Match, teams: Mapping[int, Team], line_ups: Mapping[int, Sequence[int]], colours: str
) -> list[Game]:
    """Return the games of a match whose colours differ from those announced for their boards."""
    leader = next((teams[team_id] for team_id in (match.white, match.black) if team_id in line_ups), None)
    order = {player: place for place, player in enumerate(line_ups[leader.number])} if leader else {}
    deviating = []
    for count, game in enumerate(match.games):
        board = order.get(game.white, order.get(game.black, count)) if leader else count
        if game.coloured and (game.white in teams[match.white].players) != _has_first_board_colours(board, colours):
            deviating.append(game)
    return deviating


class AllocatedBye(NamedTuple):
    """The allocated bye of a team in a round, with its line."""

    line: int
    round: int
    team: int


class ForfeitedMatch(NamedTuple):
    """A match forfeited as a whole, with its line; `kind` is +-, -+ or --."""

    line: int
    round: int
    kind: str
    white: int
    black: int


@record(frozen=False, slots=False, eq=False, repr=False)
class UnplayedMatches:
    """The contents of records 320 and 330."""

    byes: list[AllocatedBye] = field(default_factory=list)
    forfeits: list[ForfeitedMatch] = field(default_factory=list)


# -- 320 ---------------------------------------------------------------------------------------------------------------


def _read_320(state: ParseState, line: LineContext) -> None:
    reader, worth = FieldReader(line), state.state_of(MatchWorth)
    worth.bye, worth.bye_games = reader.optional_points("match points"), reader.optional_points("game points")
    for round, (team,) in enumerate(reader.fields.group, 1):
        if round > MOST_ROUNDS:
            reader.reject(TOO_MANY_ROUNDS, team, columns=reader.fields.group_columns(round - 1))
            break
        if team and parse_number(team) < 0:
            reader.reject(msg("not a team"), team, columns=reader.fields.group_columns(round - 1))
        elif team and parse_number(team):
            state.state_of(UnplayedMatches).byes.append(AllocatedBye(line.number, round, parse_number(team)))


def _write_320(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
    points, worth = tournament.match_points, tournament.team_bye_points
    teams = [
        next((bye.player for bye in round.byes if bye.kind is ByeKind.PAIRING_ALLOCATED), 0)
        for round in tournament.rounds
    ]
    if not tournament.team_event or not (any(teams) or points.pab != points.draw or worth is not None):
        return []
    games = default_bye_points(tournament) if worth is None else worth  # a blank field would be read as 0 elsewhere
    values = {"match points": points_text(points.pab), "game points": points_text(games)}
    return [LineContent((), values, tuple((str(team) if team else "000",) for team in teams))]


# -- 330 ---------------------------------------------------------------------------------------------------------------


def _read_330(state: ParseState, line: LineContext) -> None:
    reader = FieldReader(line)
    kind, round = reader.text("type"), reader.round_number("round", 1)
    white, black = reader.integer("white", 1), reader.integer("black", 1)
    if kind not in FORFEITS:
        reader.reject(msg("the type is +-, -+ or --"), kind, "type")
    elif round and white and black:
        state.state_of(UnplayedMatches).forfeits.append(ForfeitedMatch(line.number, round, kind, white, black))


def _write_330(tournament: Tournament, options: DialectOptions) -> Iterator[LineContent]:
    kinds = {result: kind for kind, result in FORFEITS.items()}
    for number, round in enumerate(tournament.rounds, 1):
        for match in round.matches if tournament.team_event else ():
            if match.forfeit is not None:
                teams = {"white": str(match.white), "black": str(match.black)}
                values = {"type": kinds[match.forfeit], "round": str(number), **teams}
                yield LineContent((number, match.white), values)


RECORDS = (
    Record(
        "320", "pairing-allocated byes of teams", TRF26, Section.ROUNDS,
        Layout(
            (Field("match points", 5, 8, True), Field("game points", 10, 13, True)),
            Group((Field("team", 15, 17, True),), 4),
        ),
        use="what the bye is worth, and which team had it, round by round", read=_read_320, write=_write_320,
    ),
    Record(
        "330", "forfeited match", TRF26, Section.ROUNDS,
        Layout((
            Field("type", 5, 6), Field("round", 8, 10, True), Field("white", 12, 14, True),
            Field("black", 16, 18, True),
        )),
        use="a match forfeited as a whole: `+-`, `-+` or `--`", repeatable=True, read=_read_330, write=_write_330,
    ),
)  # fmt: skip
