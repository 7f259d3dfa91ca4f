"""Apply events of rounds and results."""

from __future__ import annotations

from rookery._record import replace
from rookery._record import replace as with_values
from rookery.errors import RuleError
from rookery.formats.board_order import fix_boards
from rookery.messages import msg
from rookery.model import ByeKind, Game, Match, PointAdjustment, ReportedResult, RequestedBye, Result, Round
from rookery.model._construct import replace_unchecked
from rookery.tournaments.events import hand, results, rounds
from rookery.tournaments.keyed import Boards
from rookery.tournaments.state import Entered, Phase, Stamp, State
from rookery.tournaments.stepping import applies, with_fields, with_round


@applies(rounds.RoundPaired)
def _paired(state: State, e: rounds.RoundPaired, stamp: Stamp) -> State:
    result = _with_paired(state, e)
    if e.by == rounds.AS_IT_WAS and e.round in state.paired_at:
        return result
    before = {number: version for number, version in state.paired_at.items() if number < e.round}
    return replace(result, paired_at={**before, e.round: stamp.version} if stamp.version else before)


def _with_paired(state: State, e: rounds.RoundPaired, *, in_parts: bool = False) -> State:
    """Return the state with a round; boards of a round entered in parts get permanent numbers when it is complete."""
    t = state.tournament
    other_requests = tuple(request for request in t.requested_byes if request.round != e.round)
    updated = _with_entered(state, e.round, e.boards) if e.round in state.entered else state
    updated = replace(updated, in_parts=updated.in_parts - {e.round}) if e.round in updated.in_parts else updated
    updated = with_fields(
        updated, rounds=(*t.rounds[: e.round - 1], e.boards.round(state.keys)), requested_byes=other_requests
    )
    return updated if in_parts else _with_fixed_boards(updated, e.round)


def _with_fixed_boards(state: State, number: int) -> State:
    """Return the state in which the boards of a round have permanent numbers.

    Events record them since state format 2; in older logs they are the numbers shown at this moment.
    """
    round = state.tournament.rounds[number - 1]
    fixed = fix_boards(state.tournament, number)
    return state if fixed is round else with_round(state, number, fixed)


def _with_entered(state: State, number: int, boards: Boards) -> State:
    """Keep who entered the results of a replaced round, for the games that are still in it."""
    games = (*boards.games, *(game for match in boards.matches for game in match.games))
    with_result = {(game.white, game.black) for game in games if game.result is not Result.PENDING}
    kept_entries = {
        key: entry for key, entry in state.entered[number].items() if (entry.white, entry.black) in with_result
    }
    return replace(state, entered={**state.entered, number: kept_entries})


@applies(rounds.RoundUnpaired)
def _unpaired(state: State, e: rounds.RoundUnpaired, stamp: Stamp) -> State:
    return _unpair(state, e.round)


def _unpair(state: State, number: int) -> State:
    """Return the state before the last round; its byes that can be requested are requested again."""
    t = state.tournament
    requestable = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)
    back = tuple(
        RequestedBye(number, bye.player, bye.kind) for bye in t.rounds[number - 1].byes if bye.kind in requestable
    )
    remaining_results = {
        round_number: entries for round_number, entries in state.entered.items() if round_number != number
    }
    paired_at = {round_number: version for round_number, version in state.paired_at.items() if round_number != number}
    updated = replace(state, entered=remaining_results, in_parts=state.in_parts - {number}, paired_at=paired_at)
    return with_fields(updated, rounds=t.rounds[: number - 1], requested_byes=(*back, *t.requested_byes))


@applies(rounds.PositionDrawn)
def _position(state: State, e: rounds.PositionDrawn, stamp: Stamp) -> State:
    return replace(state, positions={**state.positions, e.round: e.number})


@applies(hand.PhaseOpened)
def _phase(state: State, e: hand.PhaseOpened, stamp: Stamp) -> State:
    if e.round != len(state.tournament.rounds):
        return replace(state, phase=Phase(e.round, e.boards, by=stamp.actor))
    boards = e.boards if e.boards.published else Boards.of(state.tournament.rounds[-1], state.keys)
    updated = replace(_unpair(state, e.round), entered=state.entered, paired_at=state.paired_at)
    return replace(updated, phase=Phase(e.round, boards, boards, stamp.actor))


@applies(hand.BoardsSet)
def _boards(state: State, e: hand.BoardsSet, stamp: Stamp) -> State:
    if state.phase is not None and state.phase.round == e.round:
        return replace(state, phase=replace(state.phase, boards=e.boards))
    if e.round > len(state.tournament.rounds):
        updated = _with_paired(state, rounds.RoundPaired(e.round, e.boards), in_parts=True)
        return replace(updated, in_parts=updated.in_parts | {e.round})
    updated = with_round(state, e.round, e.boards.round(state.keys))
    return updated if e.round in state.in_parts else _with_fixed_boards(updated, e.round)


@applies(hand.PhaseClosed)
def _phase_closed(state: State, e: hand.PhaseClosed, stamp: Stamp) -> State:
    updated = replace(state, phase=None, in_parts=state.in_parts - {e.round})
    return _with_fixed_boards(updated, e.round) if e.round in state.in_parts else updated


@applies(results.ResultEntered)
def _result(state: State, e: results.ResultEntered, stamp: Stamp) -> State:
    keys = state.keys.players
    round = _with_result(state.tournament.rounds[e.round - 1], keys[e.white], keys[e.black], e.game, e.result)
    updated = with_round(state, e.round, round)
    entry = Entered(e.white, e.black, stamp, e.source)
    round_entries = {**state.entered.get(e.round, {}), f"{e.white}-{e.black}/{e.game}": entry}
    return replace(updated, entered={**state.entered, e.round: round_entries})


@applies(results.ResultCorrected)
def _corrected(state: State, e: results.ResultCorrected, stamp: Stamp) -> State:
    return _result(state, results.ResultEntered(e.round, e.white, e.black, e.result, e.was, e.source, e.game), stamp)


def _with_result(round: Round, white: int, black: int, game: int, result: Result) -> Round:
    """Return the round with a result of game number `game` of these two with these colours."""
    indices = [
        i
        for i, existing_game in enumerate(round.games)
        if existing_game.white == white and existing_game.black == black
    ]
    if game < len(indices):
        return replace_unchecked(round, games=_set_result(round.games, indices[game], result))
    game -= len(indices)
    for place, match in enumerate(round.matches):
        indices = [
            i
            for i, existing_game in enumerate(match.games)
            if existing_game.white == white and existing_game.black == black
        ]
        if game < len(indices):
            ended = Match(
                match.white, match.black, _set_result(match.games, indices[game], result), match.forfeit, match.vacant
            )
            return replace_unchecked(round, matches=(*round.matches[:place], ended, *round.matches[place + 1 :]))
        game -= len(indices)
    raise RuleError(msg("%(white)s and %(black)s do not meet in this round", white=white, black=black),
                    participants=(white, black))  # fmt: skip


def _set_result(games: tuple[Game, ...], index: int, result: Result) -> tuple[Game, ...]:
    was = games[index]
    ended = Game(was.white, was.black, result, was.coloured or not result.forfeit)
    return (*games[:index], ended, *games[index + 1 :])


@applies(results.ReportCorrected)
def _reported(state: State, e: results.ReportCorrected, stamp: Stamp) -> State:
    white, black = state.keys.players[e.white], state.keys.players[e.black]
    remaining_reports = tuple(
        report
        for report in state.tournament.reported_results
        if (report.round, report.white, report.black) != (e.round, white, black)
    )
    new_reports = () if e.result is None else (ReportedResult(e.round, white, black, e.result),)
    return with_fields(state, reported_results=(*remaining_reports, *new_reports))


@applies(results.MatchForfeited)
def _match(state: State, e: results.MatchForfeited, stamp: Stamp) -> State:
    white, black = state.number(e.white), state.number(e.black)
    round = state.tournament.rounds[e.round - 1]
    lost = Match(white, black, (), e.how)
    updated_matches = tuple(
        lost if {match_.white, match_.black} == {white, black} else match_ for match_ in round.matches
    )
    team_players = {
        player_id for team in state.tournament.teams if team.number in (white, black) for player_id in team.players
    }
    remaining_byes = tuple(bye for bye in round.player_byes if bye.player not in team_players)
    return with_round(state, e.round, with_values(round, matches=updated_matches, player_byes=remaining_byes))


@applies(results.PointsAdjusted)
def _points(state: State, e: results.PointsAdjusted, stamp: Stamp) -> State:
    participants = tuple(state.number(key) for key in e.keys)
    adjustment = PointAdjustment(participants, e.kind, e.points, e.match_points, e.round)
    return with_fields(state, point_adjustments=(*state.tournament.point_adjustments, adjustment))
