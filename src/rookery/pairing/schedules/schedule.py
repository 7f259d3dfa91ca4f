"""Events whose rounds are known before the first: the schedule, its next round, and deviations from it.

Round robins and Scheveningen matches, once or twice, of players or of teams, by the code in `Tournament.system`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rookery._record import replace
from rookery.errors import Problem, RuleError, Severity, UnsupportedError
from rookery.history.pairing_numbers import ids_in_order
from rookery.history.team_matches import team_match
from rookery.messages import msg, msg_const
from rookery.model import Bye, ByeKind, Game, Match, Result, Round, Tournament
from rookery.pairing.schedules.tables import (
    Boards,
    Table,
    berger,
    colours,
    double_scheveningen,
    planned_rounds_text,
    scheveningen,
    three_in_a_row,
    two_cycles,
)
from rookery.regulations import Format, parse_type_code

Recoloured = tuple[tuple[int, int], tuple[int, int]]
"""A board as recorded and as in the table, White first."""


def schedule(tournament: Tournament, *, reverse: bool | None = None) -> tuple[Round, ...]:
    """Return all rounds of the event, without results and whether or not participants are absent.

    `reverse` says whether the last two rounds of the first of two cycles are exchanged; by default they are where a
    participant would otherwise have three equal colours in a row, that is in even fields (C.05 Annex 1). A free
    round is a zero-point bye; in a team match the first of both rosters play.
    """
    table = boards(tournament, reverse=reverse)
    if not tournament.team_event:
        return tuple(
            _build_round(tournament, tuple(Game(*pair) for pair in round_boards), ()) for round_boards in table
        )
    if parse_type_code(tournament.system).format.sides:
        return tuple(Round(matches=(_team_match_of_sides(tournament, round_boards),)) for round_boards in table)
    return tuple(
        _build_round(tournament, (), tuple(team_match(tournament, *pair) for pair in round_boards))
        for round_boards in table
    )


def boards(tournament: Tournament, *, reverse: bool | None = None) -> Table[int]:
    """Return White and Black of every board of every round; of team round robins, the teams."""
    format = _table_format(tournament)
    if format.sides:
        return _between_sides(tournament, reverse)
    seats = ids_in_order(tournament)
    table = berger(len(seats))
    if format.cycles == 2:
        table = two_cycles(table, reverse=len(seats) % 2 == 0 if reverse is None else reverse)
    return tuple(tuple((seats[white - 1], seats[black - 1]) for white, black in pairs) for pairs in table)


def sides(tournament: Tournament) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the two sides of a Scheveningen match in board order: the two teams or the halves of the list."""
    if tournament.teams:
        rosters = tuple(team.players for team in tournament.teams)
    else:
        everybody = ids_in_order(tournament)
        rosters = everybody[: len(everybody) // 2], everybody[len(everybody) // 2 :]
    if len(rosters) != 2:
        raise RuleError(msg("a Scheveningen match is between two teams, not %(number)s", number=len(rosters)))
    if not rosters[0] or len(rosters[0]) != len(rosters[1]):
        raise RuleError(msg("a Scheveningen match needs two sides of equal size, not %(list)s",
                               list=" and ".join(map(_format_size, rosters))))  # fmt: skip
    return rosters[0], rosters[1]


def next_round(tournament: Tournament, *, reverse: bool | None = None) -> Round:
    """Return the first round of the schedule that is not paired yet; the absent lose by forfeit (C.05 6.6).

    Rounds may have been played in another order than that of the table, but each must be one of its rounds.
    """
    remaining = list(schedule(tournament, reverse=reverse))
    for number, recorded in enumerate(tournament.rounds, 1):
        match = _find_round(remaining, recorded)
        if match is None:
            raise RuleError(msg("round %(number)s is not in the table for %(size)s: pair by hand",
                                   number=number, size=_format_size(ids_in_order(tournament))))  # fmt: skip
        remaining.remove(match)
    if not remaining:
        raise RuleError(msg("every round of the schedule has been paired, %(number)s",
                               number=len(tournament.rounds)))  # fmt: skip
    return _with_forfeits(tournament, remaining[0])


def find_problems(tournament: Tournament) -> tuple[Problem, ...]:
    """Return the differences between the recorded rounds and the schedule: meetings and colours."""
    table = boards(tournament)
    rounds = [_pairs(tournament, round) for round in tournament.rounds]
    problems = [*_meeting_problems(table, rounds)]
    if tournament.planned_rounds not in (None, len(table)):
        text = planned_rounds_text(tournament.planned_rounds or 0, len(table))
        problems.append(_problem(Severity.WARNING, "planned", text))
    if len(rounds) >= len(table):
        problems += _missing_meetings(table, rounds)
    if repeated := sorted(three_in_a_row(rounds)):
        text = msg("the same colour in three games in a row: %(players)s", players=", ".join(map(str, repeated)))
        problems.append(_problem(Severity.WARNING, "colours", text))
    rows = sorted(colours(rounds).items()) if len(rounds) >= len(table) else []
    uneven = [str(player) for player, row in rows if abs(row.count("w") - row.count("b")) > 1]
    if uneven:
        text = msg("Whites and Blacks differ by more than one: %(players)s", players=", ".join(uneven))
        problems.append(_problem(Severity.WARNING, "balance", text))
    return tuple(problems)


def find_other_colours(tournament: Tournament) -> dict[int, tuple[Recoloured, ...]] | None:
    """Return by round the boards of a Berger round robin with other colours than those of its table.

    Each board is given as recorded and as in the table. The rounds may be played in any order. Return None when no
    table gives the colours: the code names none, or the rounds were paired by hand and are not those of the table.
    """
    code = tournament.system.upper()
    if not (code.startswith("BERGER") and _table_format(tournament).is_round_robin):
        return None
    remaining, by_round = list(boards(tournament)), {}
    for number, round in enumerate(tournament.rounds, 1):
        pairs = set(map(frozenset, round.pairs))
        candidates = [candidate for candidate in remaining if pairs <= set(map(frozenset, candidate))]
        if not candidates:
            return None
        scheduled = max(candidates, key=lambda candidate: len(set(candidate).intersection(round.pairs)))
        remaining.remove(scheduled)
        if reversed_boards := set(_coloured_pairs(round)).difference(scheduled):
            by_round[number] = tuple(
                ((black, white), (white, black)) for white, black in scheduled if (black, white) in reversed_boards
            )
    return by_round


def _coloured_pairs(round: Round) -> Iterator[tuple[int, int]]:
    """Yield the pairs with known colours, White first."""
    yield from ((game.white, game.black) for game in round.games if game.coloured)
    yield from ((match.white, match.black) for match in round.matches if match.forfeit is None)


# -- the system --------------------------------------------------------------------------------------------------------


def _table_format(tournament: Tournament) -> Format:
    """Return the format, which must have a table."""
    code, plan = tournament.system, parse_type_code(tournament.system)
    if not plan.format.predetermined:
        raise UnsupportedError(msg("a schedule for %(code)s: its rounds are not pre-determined",
                                 code=code or msg("an event without a system")))  # fmt: skip
    if not plan.format.playable:
        raise UnsupportedError(
            msg("the %(title)s system: no text of it is at hand", title=msg_const(plan.format.title))
        )
    if plan.meeting > 1:
        raise UnsupportedError(msg("%(code)s: meetings of %(meeting)s games in a pre-determined event", code=code,
                                 meeting=plan.meeting))  # fmt: skip
    return plan.format


def _between_sides(tournament: Tournament, reverse: bool | None) -> Table[int]:
    first_side, second_side = sides(tournament)
    names = {f"A{number}": player for number, player in enumerate(first_side, 1)}
    names |= {f"B{number}": player for number, player in enumerate(second_side, 1)}
    twice = parse_type_code(tournament.system).format.cycles == 2
    table = double_scheveningen(len(first_side), reverse=reverse) if twice else scheveningen(len(first_side))
    return tuple(tuple((names[white], names[black]) for white, black in boards) for boards in table)


def _team_match_of_sides(tournament: Tournament, boards: Boards[int]) -> Match:
    """Return the round of a Scheveningen match of two teams; the side with White on board one comes first."""
    first, second = tournament.teams
    white, black = (first, second) if boards[0][0] in first.players else (second, first)
    return Match(white.number, black.number, tuple(Game(*pair) for pair in boards))


def _build_round(tournament: Tournament, games: tuple[Game, ...], matches: tuple[Match, ...]) -> Round:
    round = Round(games, matches)
    busy = {participant for pair in round.pairs for participant in pair}
    return replace(
        round,
        byes=tuple(
            Bye(participant, ByeKind.ZERO) for participant in ids_in_order(tournament) if participant not in busy
        ),
    )


def _format_size(participants: tuple[int, ...]) -> str:
    return str(len(participants))


# -- the next round ----------------------------------------------------------------------------------------------------


def _find_round(remaining: list[Round], recorded: Round) -> Round | None:
    """Return the remaining round that was played: with these colours if there is one, else with any."""
    exact, loose = set(recorded.pairs), set(map(frozenset, recorded.pairs))
    for round in remaining:
        if exact <= set(round.pairs) or (not exact and not round.pairs):
            return round
    return next((round for round in remaining if loose <= set(map(frozenset, round.pairs))), None)


def _with_forfeits(tournament: Tournament, round: Round) -> Round:
    """Return the round in which absent participants lose by forfeit."""
    absent = tournament.absent(tournament.next_round)
    with_points = sorted(participant for participant, kind in absent.items() if kind is not ByeKind.ZERO)
    if with_points:
        raise RuleError(msg("there are no byes with points in a pre-determined event: %(list)s",
                               list=", ".join(map(str, with_points))), participants=with_points)  # fmt: skip
    games = tuple(
        replace(g, result=_forfeit_result(g.white in absent, g.black in absent) or g.result) for g in round.games
    )
    matches = tuple(
        Match(m.white, m.black, forfeit=result)
        if (result := _forfeit_result(m.white in absent, m.black in absent))
        else m
        for m in round.matches
    )
    return replace(round, games=games, matches=matches)


def _forfeit_result(white: bool, black: bool) -> Result | None:
    """Return the result when White, Black or both are absent."""
    if white and black:
        return Result.DOUBLE_FORFEIT
    return Result.BLACK_BY_FORFEIT if white else Result.WHITE_BY_FORFEIT if black else None


# -- problems --------------------------------------------------------------------------------------------------------

Pair = frozenset[int]


def _problem(severity: Severity, code: str, text: str) -> Problem:
    return Problem(severity, code, 0, (0, 0), "rounds", text)


def _pairs(tournament: Tournament, round: Round) -> Boards[int]:
    """Return the pairs of a round; in a Scheveningen match of teams, those of the players."""
    if tournament.team_event and parse_type_code(tournament.system).format.sides:
        return tuple((game.white, game.black) for match in round.matches for game in match.games)
    return round.pairs


def _meetings_by_pair(rounds: Iterable[Boards[int]]) -> dict[Pair, list[tuple[int, int]]]:
    """Return by pair the rounds in which they met, and the player with White."""
    meetings: dict[Pair, list[tuple[int, int]]] = {}
    for number, pairs in enumerate(rounds, 1):
        for white, black in pairs:
            meetings.setdefault(frozenset((white, black)), []).append((number, white))
    return meetings


def _meeting_problems(table: Table[int], rounds: Sequence[Boards[int]]) -> Iterator[Problem]:
    """Check that no participant meets a wrong opponent, or too often, or twice with the same colours."""
    due = _meetings_by_pair(table)
    for pair, meetings in _meetings_by_pair(rounds).items():
        player, opponent = sorted(pair)
        where = ", ".join(str(number) for number, _ in meetings)
        if pair not in due:
            text = msg("%(one)s and %(other)s should not meet, and do in round %(rounds)s", one=player, other=opponent,
                          rounds=where)  # fmt: skip
            yield _problem(Severity.ERROR, "meeting", text)
        elif len(meetings) > len(due[pair]):
            text = msg("%(one)s and %(other)s meet %(number)s times, in rounds %(rounds)s", one=player, other=opponent,
                          number=len(meetings), rounds=where)  # fmt: skip
            yield _problem(Severity.ERROR, "meeting", text)
        elif len(meetings) == 2 and meetings[0][1] == meetings[1][1]:
            text = msg("%(one)s and %(other)s have the same colours in rounds %(rounds)s", one=player, other=opponent,
                          rounds=where)  # fmt: skip
            yield _problem(Severity.WARNING, "colours", text)


def _missing_meetings(table: Table[int], rounds: Sequence[Boards[int]]) -> Iterator[Problem]:
    """Check that at the end all participants have met as often as scheduled."""
    meetings, due = _meetings_by_pair(rounds), _meetings_by_pair(table)
    games = {player: len(row) for player, row in colours(rounds).items()}
    needed = {player: len(row) for player, row in colours(table).items()}
    short = {player for player in needed if games.get(player, 0) < needed[player]}
    for player, opponent in sorted((min(pair), max(pair)) for pair in due):
        pair = frozenset((player, opponent))
        times = len(meetings.get(pair, ()))
        if times < len(due[pair]):
            text = msg("%(one)s and %(other)s meet only once" if times else "%(one)s and %(other)s never meet",
                          one=player, other=opponent)  # fmt: skip
            if {player, opponent} <= short and _have_common_free_round(rounds, player, opponent):
                text = msg("%(what)s, both without a game in a round: an absence is a forfeit", what=text)
            yield _problem(Severity.ERROR, "meeting", text)


def _have_common_free_round(rounds: Sequence[Boards[int]], player: int, opponent: int) -> bool:
    """Return whether neither of them had an opponent in some round."""
    return any(not {player, opponent} & {participant for pair in pairs for participant in pair} for pairs in rounds)
