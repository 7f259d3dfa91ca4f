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
from rookery.wording import joined, listed, spoken


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
        raise Refused(spoken("the two have %(number)s games with these colours in round %(round)s", number=len(games),
                             round=wanted.round))  # fmt: skip
    found = games[at].result
    if wanted.was is not None and wanted.was is not found:
        text = spoken("%(white)s - %(black)s: %(found)s stands there, not %(was)s", white=state.name(wanted.white),
                      black=state.name(wanted.black), found=found, was=wanted.was)  # fmt: skip
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
        text = spoken("round %(round)s is not paired yet: there is nothing to enter", round=number)
        if made:
            text = spoken("round %(round)s is being made by hand: there is nothing to enter", round=number)
        instead = spoken("end the pairing by hand first") if made else spoken("pair it first")
        raise Refused.by(caution("not-paired", state.fide, text, round=max(1, number), instead=instead))
    return rounds[number - 1]


def _player(state: State, key: str) -> int:
    if key not in state.keys.players:
        raise Refused(spoken("no player here has the key %(key)s", key=f"{key!r}"))
    return state.keys.players[key]


def _between(round: Round, white: int, black: int) -> list[Game]:
    """The games of two with these colours, in order."""
    every = (*round.games, *(game for match in round.matches for game in match.games))
    return [one for one in every if one.white == white and one.black == black]


def _not_met(state: State, round: Round, wanted: EnterResult | CorrectReport) -> str:
    white, black = state.name(wanted.white), state.name(wanted.black)
    turned = _between(round, state.keys.players[wanted.black], state.keys.players[wanted.white])
    if turned:
        return spoken("%(black)s has White against %(white)s in round %(round)s, not the other way round", black=black,
                      white=white, round=wanted.round)  # fmt: skip
    return spoken("%(white)s and %(black)s do not meet in round %(round)s", white=white, black=black,
                  round=wanted.round)  # fmt: skip


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
        names = listed((state.name(wanted.white), state.name(wanted.black)))
        raise Refused(spoken("%(names)s play no match with these colours in round %(round)s", names=names,
                             round=wanted.round))  # fmt: skip
    if not wanted.how.forfeit:
        raise Refused(spoken("a match is forfeited +/-, -/+ or -/-, not %(how)s", how=wanted.how))
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
    text = spoken("%(two)s, %(now)s: for the rating report alone; pairings and standings go on with %(result)s",
                  two=two, now=now, result=games[-1].result)  # fmt: skip
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
        raise Refused(spoken("whose points, and how many?"))
    paired = len(state.tournament.rounds)
    round = paired if wanted.round is None and not wanted.kind and paired else wanted.round
    given = wanted.keys, wanted.points, wanted.match_points, wanted.kind, round, wanted.why
    return Granted((PointsAdjusted(*given),), (_out_of_the_ordinary(state, wanted),))


def _out_of_the_ordinary(state: State, wanted: AdjustPoints) -> Caution:
    """The question, and the line in the file, about points that follow from no game and no bye."""
    who = listed((f"{state.number(key)} {state.name(key)}" for key in wanted.keys), 12)
    sign = "g" if wanted.kind else "+g"
    there = bool(wanted.points or (wanted.kind and not wanted.match_points))
    worth: list[str] = [f"{wanted.points / 10:{sign}}"] * there
    worth += [spoken("%(match_points)s match points",
                     match_points=f"{wanted.match_points / 10:{sign}}")] * bool(wanted.match_points)  # fmt: skip
    what = listed(worth)
    if wanted.kind:
        what = spoken("%(kind)s is worth %(points)s", kind=wanted.kind, points=what)
    said = joined(": ", (joined(" ", (who, what)), *[wanted.why] * bool(wanted.why)))
    text = spoken("points out of the ordinary, which pairings and standings count: %(said)s", said=said)
    round = wanted.round or max(1, len(state.tournament.rounds))
    return caution("points", state.fide, text, who=wanted.keys, round=round, said=said)
