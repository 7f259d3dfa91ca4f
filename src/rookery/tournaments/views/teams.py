"""The teams: their rosters and line-ups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rookery._record import record
from rookery.formats.board_order import list_numbered_boards
from rookery.history.completion import total_rounds
from rookery.history.declared_points import current_points, player_points
from rookery.history.team_matches import board_seats, boards_per_match, match_boards
from rookery.messages import msg
from rookery.model import Match, Points, Result, Team
from rookery.tournaments.errors import CommandRejectedError, round_not_found
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import Participant, before_round, describe_participant, players, withdrawn
from rookery.tournaments.views.players import Presence, presences


@record
class TeamLine:
    """A team: its `roster` in board order, with the points from own games.

    `sits` is the line-up of the round, None for a vacant board: as submitted (`said`), as paired, or by the roster.
    `rounds` has a cell for every planned round.
    """

    who: Participant
    roster: tuple[Participant, ...]
    sits: tuple[Participant | None, ...] = ()
    said: bool = False
    nickname: str = ""
    strength: int | None = None
    match_points: Points = 0
    game_points: Points = 0
    rounds: tuple[Presence, ...] = ()
    withdrawn: int | None = None
    expelled: int | None = None
    barred: bool = False


@record
class TeamsView:
    """All teams by number, with their line-ups in a `round`; `open`: line-ups can still change.

    `boards` is the number of boards of a match, `paired` the last paired round. In an individual event, teams have
    rosters only.
    """

    lines: tuple[TeamLine, ...]
    round: int
    boards: int
    open: bool
    event: bool
    paired: int = 0


def teams_view(state: State, round: int | None = None) -> TeamsView:
    """Return all teams with the line-ups of a round: by default the next, or else the last."""
    t = state.tournament
    last = total_rounds(t)
    number = round or min(t.next_round, last or t.next_round)
    if number < 1 or (last is not None and number > last):
        raise round_not_found(number)
    everybody = players(state, player_points(t))
    if not t.team_event:
        lines = tuple(
            TeamLine(describe_participant(team), tuple(everybody[player] for player in team.players))
            for team in t.teams
        )
        return TeamsView(lines, number, 0, False, False)
    people, points, cells = before_round(state, t, t.next_round), current_points(t), presences(state)
    gone, expelled = withdrawn(state), {team.player: team.round for team in t.expelled}
    lines = tuple(
        TeamLine(
            people[team.number],
            tuple(everybody[player] for player in team.players),
            *_team_line_up(state, team, number, everybody),
            team.nickname,
            team.strength,
            *points[team.number],
            cells[team.number],
            gone.get(team.number),
            expelled.get(team.number),
            team.key in state.barred,
        )
        for team in sorted(t.teams, key=lambda team: team.number)
    )
    return TeamsView(lines, number, boards_per_match(t), state.closed is None and number >= len(t.rounds), True,
                     len(t.rounds))  # fmt: skip


def _team_line_up(
    state: State, team: Team, number: int, everybody: Mapping[int, Participant]
) -> tuple[tuple[Participant | None, ...], bool]:
    """Return the line-up of a team, and whether it was submitted."""
    t, lineup = state.tournament, state.lineups.get(number, {}).get(team.key, ())
    if number <= len(t.rounds):
        match = next(
            (player for player in t.rounds[number - 1].matches if team.number in (player.white, player.black)), None
        )
        side = 0 if match is not None and match.white == team.number else 1
        sits = [pair[side] for pair in board_seats(t, match)] if match is not None else []
    else:
        sits = _future_line_up(state, team, number)
    return tuple(everybody.get(player) for player in sits), bool(lineup)


def _future_line_up(state: State, team: Team, number: int) -> list[int]:
    """Return the line-up of a team in a future round, 0 for a vacant board."""
    lineup, boards = state.lineups.get(number, {}).get(team.key, ()), boards_per_match(state.tournament)
    lineup_ids = [state.keys.players[key] if key else 0 for key in lineup] or list(team.players[:boards])
    return [*lineup_ids, *[0] * (boards - len(lineup_ids))]


# -- line-ups in one grid ----------------------------------------------------------------------------------------------


@record
class LineupLine:
    """The line-up of a team: the players at the boards (`sits`, None if vacant), and their `colours` once paired.

    `said`: a line-up was submitted.
    """

    team: Participant
    roster: tuple[Participant, ...]
    sits: tuple[Participant | None, ...]
    colours: tuple[str, ...] = ()
    said: bool = False


@record
class LineupMatch:
    """The line-ups of a match by its `number`, or of one team before the round is paired.

    `closed` says why they can no longer change.
    """

    lines: tuple[LineupLine, ...]
    number: int | None = None
    closed: str = ""


@record
class LineupsView:
    """The line-ups of a future or paired round, by match or team, with the number of `boards`.

    `announced`: the number of boards is a rule of the event; otherwise it follows from the rosters. `closed` says why
    line-ups can no longer change, `longest` is the length of the longest roster.
    """

    round: int
    boards: int
    paired: bool
    announced: bool
    matches: tuple[LineupMatch, ...]
    closed: str = ""
    longest: int = 0


def lineups_view(state: State, number: int) -> LineupsView:
    """Return the line-ups of a future or paired round."""
    t = state.tournament
    if not t.team_event:
        raise CommandRejectedError(msg("this is not a team event"))
    if not 1 <= number <= (total_rounds(t) or t.next_round) or number > t.next_round:
        raise CommandRejectedError(msg("there is no round %(number)s for line-ups", number=number))
    paired = number <= len(t.rounds)
    people, everybody = before_round(state, t, number), players(state)
    matches = tuple((_paired_line_ups if paired else _future_line_ups)(state, number, people, everybody))
    boards = max((len(line.sits) for match in matches for line in match.lines), default=boards_per_match(t))
    return LineupsView(
        number,
        boards,
        paired,
        bool(t.board_colours),
        matches,
        _reason_line_ups_are_closed(state, number),
        max((len(team.players) for team in t.teams), default=0),
    )


def _reason_line_ups_are_closed(state: State, number: int) -> str:
    """Return why the line-ups of a round can no longer change, or ""."""
    t = state.tournament
    if state.closed is not None:
        return msg("The tournament is closed after round %(closed)s.", closed=state.closed)
    if state.phase is not None and state.phase.round == number:
        return msg("The pairing of round %(number)s is being changed by hand.", number=number)
    if number < len(t.rounds):
        return msg("Round %(next)s has been paired.", next=number + 1)
    return ""


def _future_line_ups(
    state: State, number: int, people: Mapping[int, Participant], everybody: Mapping[int, Participant]
) -> Iterator[LineupMatch]:
    """Yield the line-ups of the teams to be paired, one match per team."""
    t, away = state.tournament, state.tournament.absent(number)
    for team in sorted(t.teams, key=lambda team: team.number):
        if team.number in away:
            continue
        sits, is_handed_in = _team_line_up(state, team, number, everybody)
        yield LineupMatch(
            (
                LineupLine(
                    people[team.number], tuple(everybody[player] for player in team.players), sits, (), is_handed_in
                ),
            )
        )


def _paired_line_ups(
    state: State, number: int, people: Mapping[int, Participant], everybody: Mapping[int, Participant]
) -> Iterator[LineupMatch]:
    """Yield the line-ups of the matches of a round; the first result of a match closes both."""
    t = state.tournament
    teams, handed_in = {team.number: team for team in t.teams}, state.lineups.get(number, {})
    for board_number, match in list_numbered_boards(t, number):
        if not isinstance(match, Match):
            continue
        boards, pairs = match_boards(t, match), board_seats(t, match)
        lines = tuple(
            LineupLine(
                people[side], tuple(everybody[player] for player in teams[side].players),
                tuple(everybody.get(pair[place]) for pair in pairs),
                tuple("wb"[board.turned == (place == 0)] for board in boards), teams[side].key in handed_in,
            )
            for place, side in enumerate((match.white, match.black))
        )  # fmt: skip
        yield LineupMatch(lines, board_number, _reason_match_is_closed(match))


def _reason_match_is_closed(match: Match) -> str:
    """Return why the line-ups of a match can no longer change, or ""."""
    if match.forfeit is not None:
        return msg("The match was forfeited.")
    if any(game.result is not Result.PENDING for game in match.games):
        return msg("A result is in: the line-ups are closed.")
    return "" if match.board_count else msg("A team of this match has no players.")
