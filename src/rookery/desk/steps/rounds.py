"""What events of rounds and results make of a state."""

from __future__ import annotations

from rookery.desk.events import hand, results, rounds
from rookery.desk.facts import Boards
from rookery.desk.state import Entered, Phase, Stamp, State
from rookery.desk.stepping import of, with_fields, with_round
from rookery.errors import RuleError
from rookery.model import AbnormalPoints, ByeKind, Game, Match, ReportedResult, RequestedBye, Result, Round
from rookery.model.unchecked import changed
from rookery.values import replace
from rookery.values import replace as with_values
from rookery.wording import spoken


@of(rounds.RoundPaired)
def _paired(state: State, e: rounds.RoundPaired, stamp: Stamp) -> State:
    t = state.tournament
    asked = tuple(one for one in t.requested if one.round != e.round)
    made = _with_entered(state, e.round, e.boards) if e.round in state.entered else state
    made = replace(made, in_parts=made.in_parts - {e.round}) if e.round in made.in_parts else made
    return with_fields(made, rounds=(*t.rounds[: e.round - 1], e.boards.round(state.keys)), requested=asked)


def _with_entered(state: State, number: int, boards: Boards) -> State:
    """Who entered the results of a round that was made anew: of the games that are still in it."""
    games = (*boards.games, *(game for match in boards.matches for game in match.games))
    there = {(game.white, game.black) for game in games if game.result is not Result.PENDING}
    here = {key: one for key, one in state.entered[number].items() if (one.white, one.black) in there}
    return replace(state, entered={**state.entered, number: here})


@of(rounds.RoundUnpaired)
def _unpaired(state: State, e: rounds.RoundUnpaired, stamp: Stamp) -> State:
    return _taken_back(state, e.round)


def _taken_back(state: State, number: int) -> State:
    """The state before a round, the last; the byes that can be asked for are asked for again."""
    t = state.tournament
    asked = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)
    back = tuple(RequestedBye(number, bye.player, bye.kind) for bye in t.rounds[number - 1].byes if bye.kind in asked)
    entered = {at: some for at, some in state.entered.items() if at != number}
    made = replace(state, entered=entered, in_parts=state.in_parts - {number})
    return with_fields(made, rounds=t.rounds[: number - 1], requested=(*back, *t.requested))


@of(rounds.PositionDrawn)
def _position(state: State, e: rounds.PositionDrawn, stamp: Stamp) -> State:
    return replace(state, positions={**state.positions, e.round: e.number})


@of(hand.PhaseOpened)
def _phase(state: State, e: hand.PhaseOpened, stamp: Stamp) -> State:
    paired = e.round == len(state.tournament.rounds)
    made = replace(_taken_back(state, e.round), entered=state.entered) if paired else state
    return replace(made, phase=Phase(e.round, e.boards, e.boards if paired else None))


@of(hand.BoardsSet)
def _boards(state: State, e: hand.BoardsSet, stamp: Stamp) -> State:
    if state.phase is not None and state.phase.round == e.round:
        return replace(state, phase=replace(state.phase, boards=e.boards))
    if e.round > len(state.tournament.rounds):
        made = _paired(state, rounds.RoundPaired(e.round, e.boards), stamp)
        return replace(made, in_parts=made.in_parts | {e.round})
    return with_round(state, e.round, e.boards.round(state.keys))


@of(hand.PhaseClosed)
def _phase_closed(state: State, e: hand.PhaseClosed, stamp: Stamp) -> State:
    return replace(state, phase=None, in_parts=state.in_parts - {e.round})


@of(results.ResultEntered)
def _result(state: State, e: results.ResultEntered, stamp: Stamp) -> State:
    keys = state.keys.players
    round = _ended(state.tournament.rounds[e.round - 1], keys[e.white], keys[e.black], e.game, e.result)
    made = with_round(state, e.round, round)
    told = Entered(e.white, e.black, stamp, e.source)
    here = {**state.entered.get(e.round, {}), f"{e.white}-{e.black}/{e.game}": told}
    return replace(made, entered={**state.entered, e.round: here})


@of(results.ResultCorrected)
def _corrected(state: State, e: results.ResultCorrected, stamp: Stamp) -> State:
    return _result(state, results.ResultEntered(e.round, e.white, e.black, e.result, e.was, e.source, e.game), stamp)


def _ended(round: Round, white: int, black: int, game: int, result: Result) -> Round:
    """The round in which a game of these two has ended so: the one with this number among theirs with these colours."""
    at = [i for i, one in enumerate(round.games) if one.white == white and one.black == black]
    if game < len(at):
        return changed(round, games=_in(round.games, at[game], result))
    game -= len(at)
    for place, match in enumerate(round.matches):
        at = [i for i, one in enumerate(match.games) if one.white == white and one.black == black]
        if game < len(at):
            ended = Match(match.white, match.black, _in(match.games, at[game], result), match.forfeit)
            return changed(round, matches=(*round.matches[:place], ended, *round.matches[place + 1 :]))
        game -= len(at)
    raise RuleError(spoken("%(white)s and %(black)s do not meet in this round", white=white, black=black),
                    who=(white, black))  # fmt: skip


def _in(games: tuple[Game, ...], at: int, result: Result) -> tuple[Game, ...]:
    was = games[at]
    ended = Game(was.white, was.black, result, was.coloured or not result.forfeit)
    return (*games[:at], ended, *games[at + 1 :])


@of(results.ReportCorrected)
def _reported(state: State, e: results.ReportCorrected, stamp: Stamp) -> State:
    white, black = state.keys.players[e.white], state.keys.players[e.black]
    left = tuple(
        one for one in state.tournament.reported if (one.round, one.white, one.black) != (e.round, white, black)
    )
    more = () if e.result is None else (ReportedResult(e.round, white, black, e.result),)
    return with_fields(state, reported=(*left, *more))


@of(results.MatchForfeited)
def _match(state: State, e: results.MatchForfeited, stamp: Stamp) -> State:
    white, black = state.number(e.white), state.number(e.black)
    round = state.tournament.rounds[e.round - 1]
    lost = Match(white, black, (), e.how)
    some = tuple(lost if {one.white, one.black} == {white, black} else one for one in round.matches)
    whose = {one for team in state.tournament.teams if team.id in (white, black) for one in team.players}
    kept = tuple(bye for bye in round.player_byes if bye.player not in whose)
    return with_round(state, e.round, with_values(round, matches=some, player_byes=kept))


@of(results.PointsAdjusted)
def _points(state: State, e: results.PointsAdjusted, stamp: Stamp) -> State:
    who = tuple(state.number(key) for key in e.keys)
    more = AbnormalPoints(who, e.kind, e.points, e.match_points, e.round)
    return with_fields(state, abnormal=(*state.tournament.abnormal, more))
