"""Entering results: of games, of whole matches, for the rating report alone; and points out of the ordinary."""

from __future__ import annotations

from rookery.desk.decision import Granted, Refused, Stale
from rookery.desk.events.results import (
    MatchForfeited,
    PointsAdjusted,
    ReportCorrected,
    ResultCorrected,
    ResultEntered,
)
from rookery.desk.levels import Caution, caution
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.model import Game, ReportedResult, Result, Round
from rookery.wording import listed


@wish("result.enter")
class EnterResult(Wish):
    """Enter how a game ended; `was` is what it replaces, as far as whoever enters it knows.

    Of several games of the two with these colours it is the first that is open, else the last, unless `game` counts it.
    """

    round: int
    white: str
    black: str
    result: Result
    was: Result | None = None
    source: str = "desk"
    game: int | None = None


@decides(EnterResult)
def _enter(state: State, wanted: EnterResult) -> Granted:
    round = paired(state, wanted.round)
    white, black = (_player(state, key) for key in (wanted.white, wanted.black))
    games = _between(round, white, black)
    if not games:
        raise Refused(_not_met(state, round, wanted), keys=(wanted.white, wanted.black))
    first = next((at for at, one in enumerate(games) if one.result is Result.PENDING), len(games) - 1)
    at = first if wanted.game is None else wanted.game
    if not 0 <= at < len(games):
        raise Refused(f"the two have {len(games)} games with these colours in round {wanted.round}")
    found = games[at].result
    if wanted.was is not None and wanted.was is not found:
        text = f"{state.name(wanted.white)} - {state.name(wanted.black)}: {found} stands there, not {wanted.was}"
        raise Stale(text, expected=str(wanted.was), found=str(found))
    if found is wanted.result:
        return Granted(())
    given = wanted.round, wanted.white, wanted.black, wanted.result, found, wanted.source, at
    earlier = wanted.round < len(state.tournament.rounds) and found is not Result.PENDING
    return Granted((ResultCorrected(*given) if earlier else ResultEntered(*given),))


def paired(state: State, number: int) -> Round:
    """A round that is paired; entering anything for another is refused."""
    rounds = state.tournament.rounds
    if not 1 <= number <= len(rounds):
        made = state.phase is not None and state.phase.round == number
        text = f"round {number} is {'being made by hand' if made else 'not paired yet'}: there is nothing to enter"
        instead = "end the pairing by hand first" if made else "pair it first"
        raise Refused.by(caution("not-paired", state.fide, text, round=max(1, number), instead=instead))
    return rounds[number - 1]


def _player(state: State, key: str) -> int:
    if key not in state.keys.players:
        raise Refused(f"no player here has the key {key!r}")
    return state.keys.players[key]


def _between(round: Round, white: int, black: int) -> list[Game]:
    """The games of two with these colours, in order."""
    every = (*round.games, *(game for match in round.matches for game in match.games))
    return [one for one in every if one.white == white and one.black == black]


def _not_met(state: State, round: Round, wanted: EnterResult | CorrectReport) -> str:
    white, black = state.name(wanted.white), state.name(wanted.black)
    turned = _between(round, state.keys.players[wanted.black], state.keys.players[wanted.white])
    if turned:
        return f"{black} has White against {white} in round {wanted.round}, not the other way round"
    return f"{white} and {black} do not meet in round {wanted.round}"


# -- whole matches, the report, points ---------------------------------------------------------------------------------


@wish("match.forfeit")
class ForfeitMatch(Wish):
    """A match was forfeited as a whole: +/-, -/+ or -/-."""

    round: int
    white: str
    black: str
    how: Result


@decides(ForfeitMatch)
def _forfeit(state: State, wanted: ForfeitMatch) -> Granted:
    round = paired(state, wanted.round)
    both = state.number(wanted.white), state.number(wanted.black)
    found = next((one for one in round.matches if (one.white, one.black) == both), None)
    if found is None:
        names = f"{state.name(wanted.white)} and {state.name(wanted.black)}"
        raise Refused(f"{names} play no match with these colours in round {wanted.round}")
    if not wanted.how.forfeit:
        raise Refused(f"a match is forfeited +/-, -/+ or -/-, not {wanted.how}")
    if found.forfeit is wanted.how:
        return Granted(())
    return Granted((MatchForfeited(wanted.round, wanted.white, wanted.black, wanted.how),))


@wish("report.correct")
class CorrectReport(Wish):
    """Say how a game really ended, for the rating report alone: found out too late for pairings and standings."""

    round: int
    white: str
    black: str
    result: Result | None


@decides(CorrectReport)
def _report(state: State, wanted: CorrectReport) -> Granted:
    round = paired(state, wanted.round)
    white, black = (_player(state, key) for key in (wanted.white, wanted.black))
    games = _between(round, white, black)
    if not games:
        raise Refused(_not_met(state, round, wanted), keys=(wanted.white, wanted.black))
    told = [
        one for one in state.tournament.reported if (one.round, one.white, one.black) == (wanted.round, white, black)
    ]
    was = told[-1].result if told else None
    if was is wanted.result:
        return Granted(())
    if wanted.result is not None:
        ReportedResult(wanted.round, white, black, wanted.result)  # refuses what is no end of a game
    event = ReportCorrected(wanted.round, wanted.white, wanted.black, wanted.result, was)
    said = f"{white}-{black} {games[-1].result} => {wanted.result or games[-1].result}"
    two, now = f"{state.called(wanted.white)} – {state.called(wanted.black)}", wanted.result or games[-1].result
    text = f"{two}, {now}: for the rating report alone; pairings and standings go on with {games[-1].result}"
    return Granted((event,), (caution("report-only", state.fide, text, round=wanted.round, said=said),))


@wish("points.adjust")
class AdjustPoints(Wish):
    """Give or take points, in tenths, for a reason; or another worth to a result (its letter) in a round.

    Without a round it is the last that is paired: what was paired before did not know of them.
    """

    keys: tuple[str, ...]
    points: int = 0
    match_points: int = 0
    kind: str = ""
    round: int | None = None
    why: str = ""


@decides(AdjustPoints)
def _adjust(state: State, wanted: AdjustPoints) -> Granted:
    for key in wanted.keys:
        state.number(key)
    if not wanted.keys or not (wanted.points or wanted.match_points or wanted.kind):
        raise Refused("whose points, and how many?")
    paired = len(state.tournament.rounds)
    round = paired if wanted.round is None and not wanted.kind and paired else wanted.round
    given = wanted.keys, wanted.points, wanted.match_points, wanted.kind, round, wanted.why
    return Granted((PointsAdjusted(*given),), (_out_of_the_ordinary(state, wanted),))


def _out_of_the_ordinary(state: State, wanted: AdjustPoints) -> Caution:
    """The question, and the line in the file, about points that follow from no game and no bye."""
    who = listed((f"{state.number(key)} {state.name(key)}" for key in wanted.keys), 12)
    sign = "g" if wanted.kind else "+g"
    worth = [f"{wanted.points / 10:{sign}}"] * bool(wanted.points or (wanted.kind and not wanted.match_points))
    worth += [f"{wanted.match_points / 10:{sign}} match points"] * bool(wanted.match_points)
    what = f"{f'{wanted.kind} is worth ' if wanted.kind else ''}{' and '.join(worth)}"
    said = f"{who} {what}{f': {wanted.why}' if wanted.why else ''}"
    text = f"points out of the ordinary, which pairings and standings count: {said}"
    round = wanted.round or max(1, len(state.tournament.rounds))
    return caution("points", state.fide, text, who=wanted.keys, round=round, said=said)
