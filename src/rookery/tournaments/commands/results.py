"""Commands of results, match forfeits, report corrections and point adjustments."""

from __future__ import annotations

from rookery.messages import join_list, join_texts, msg, msg_plural
from rookery.model import Game, ReportedResult, Result, Round
from rookery.tournaments.command import Command, command, decider
from rookery.tournaments.events.results import (
    MatchForfeited,
    PointsAdjusted,
    ReportCorrected,
    ResultCorrected,
    ResultEntered,
)
from rookery.tournaments.outcomes import CommandRejectedError, Decision, StaleVersionError
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import RuleWarning, rule_warning


@command("result.enter")
class EnterResult(Command):
    """Enter the result of a game; `was` is the result that the user expects to replace.

    Of several games with these colours it is the first open one, or else the last, unless `game` gives the index.
    """

    round: int
    white: str
    black: str
    result: Result
    was: Result | None = None
    source: str = "desk"
    game: int | None = None


@decider(EnterResult)
def _enter(state: State, command: EnterResult) -> Decision:
    round = require_paired_round(state, command.round)
    white, black = (_player(state, key) for key in (command.white, command.black))
    games = _between(round, white, black)
    if not games:
        raise CommandRejectedError(
            _describe_missing_meeting(state, round, command), keys=(command.white, command.black)
        )
    first_open = next((i for i, game in enumerate(games) if game.result is Result.PENDING), len(games) - 1)
    index = first_open if command.game is None else command.game
    if not 0 <= index < len(games):
        raise CommandRejectedError(msg_plural(len(games), "they have one game with these colours in round %(round)s",
                              "the two have %(num)s games with these colours in round %(round)s",
                              round=command.round))  # fmt: skip
    current = games[index].result
    if command.was is not None and command.was is not current:
        text = msg("%(white)s – %(black)s: the result is %(found)s, not %(was)s", white=state.name(command.white),
                      black=state.name(command.black), found=current, was=command.was)  # fmt: skip
        entry = state.entered.get(command.round, {}).get(f"{command.white}-{command.black}/{index}")
        raise StaleVersionError(text, expected=str(command.was), found=str(current), by=entry.by.actor if entry else "")
    if current is command.result:
        return Decision(())
    arguments = command.round, command.white, command.black, command.result, current, command.source, index
    earlier = command.round < len(state.tournament.rounds) and current is not Result.PENDING
    return Decision((ResultCorrected(*arguments) if earlier else ResultEntered(*arguments),))


def require_paired_round(state: State, number: int) -> Round:
    """Return a paired round; reject any other number."""
    rounds = state.tournament.rounds
    if not 1 <= number <= len(rounds):
        is_manual_draft = state.phase is not None and state.phase.round == number
        text = msg("round %(round)s is not paired yet: results cannot be entered", round=number)
        if is_manual_draft:
            text = msg("round %(round)s is being paired by hand: results cannot be entered yet", round=number)
            if state.phase is not None and state.phase.was is not None and state.phase.by:
                text = msg("%(name)s is changing the pairing of round %(round)s: results can be entered afterwards",
                              name=state.phase.by, round=number)  # fmt: skip
        instead = msg("finish the pairing by hand first") if is_manual_draft else msg("pair it first")
        raise CommandRejectedError.by(
            rule_warning("not-paired", state.fide, text, round=max(1, number), instead=instead)
        )
    return rounds[number - 1]


def _player(state: State, key: str) -> int:
    if key not in state.keys.players:
        raise CommandRejectedError(msg("there is no player with the key %(key)s", key=f"{key!r}"))
    return state.keys.players[key]


def _between(round: Round, white: int, black: int) -> list[Game]:
    """Return the games of two players with these colours, in order."""
    games = (*round.games, *(game for match in round.matches for game in match.games))
    return [game for game in games if game.white == white and game.black == black]


def _describe_missing_meeting(state: State, round: Round, command: EnterResult | CorrectReport) -> str:
    white, black = state.name(command.white), state.name(command.black)
    reversed_meeting = _between(round, state.keys.players[command.black], state.keys.players[command.white])
    if reversed_meeting:
        return msg("%(black)s has White against %(white)s in round %(round)s", black=black,
                      white=white, round=command.round)  # fmt: skip
    return msg("%(white)s and %(black)s do not meet in round %(round)s", white=white, black=black,
                  round=command.round)  # fmt: skip


# -- whole matches, the report, points ---------------------------------------------------------------------------------


@command("match.forfeit")
class ForfeitMatch(Command):
    """Forfeit a match as a whole: +/-, -/+ or -/-."""

    round: int
    white: str
    black: str
    how: Result


@decider(ForfeitMatch)
def _forfeit(state: State, command: ForfeitMatch) -> Decision:
    round = require_paired_round(state, command.round)
    pair = state.number(command.white), state.number(command.black)
    match = next((match for match in round.matches if (match.white, match.black) == pair), None)
    if match is None:
        names = join_list((state.name(command.white), state.name(command.black)))
        raise CommandRejectedError(msg("%(names)s play no match with these colours in round %(round)s", names=names,
                             round=command.round))  # fmt: skip
    if not command.how.forfeit:
        raise CommandRejectedError(msg("a match is forfeited +/-, -/+ or -/-, not %(how)s", how=command.how))
    if match.forfeit is command.how:
        return Decision(())
    return Decision((MatchForfeited(command.round, command.white, command.black, command.how),))


@command("report.correct")
class CorrectReport(Command):
    """Correct a result for the rating report only, when it is too late for pairings and standings."""

    round: int
    white: str
    black: str
    result: Result | None


@decider(CorrectReport)
def _report(state: State, command: CorrectReport) -> Decision:
    round = require_paired_round(state, command.round)
    white, black = (_player(state, key) for key in (command.white, command.black))
    games = _between(round, white, black)
    if not games:
        raise CommandRejectedError(
            _describe_missing_meeting(state, round, command), keys=(command.white, command.black)
        )
    reports = [
        report
        for report in state.tournament.reported_results
        if (report.round, report.white, report.black) == (command.round, white, black)
    ]
    was = reports[-1].result if reports else None
    if was is command.result:
        return Decision(())
    if command.result is not None:
        ReportedResult(command.round, white, black, command.result)  # refuses what is no end of a game
    event = ReportCorrected(command.round, command.white, command.black, command.result, was)
    remark = f"{white}-{black} {games[-1].result} => {command.result or games[-1].result}"
    two, now = f"{state.called(command.white)} – {state.called(command.black)}", command.result or games[-1].result
    text = msg("%(two)s, %(now)s for the rating report only. Pairings and standings keep %(result)s",
                  two=two, now=now, result=games[-1].result)  # fmt: skip
    return Decision((event,), (rule_warning("report-only", state.fide, text, round=command.round, remark_text=remark),))


@command("points.adjust")
class AdjustPoints(Command):
    """Adjust points, in tenths, for a reason; or change the value of a kind of result (its letter) in a round.

    The default round is the last paired one, since earlier pairings did not take the points into account.
    """

    keys: tuple[str, ...]
    points: int = 0
    match_points: int = 0
    kind: str = ""
    round: int | None = None
    why: str = ""


@decider(AdjustPoints)
def _adjust(state: State, command: AdjustPoints) -> Decision:
    for key in command.keys:
        state.number(key)
    if not command.keys or not (command.points or command.match_points or command.kind):
        raise CommandRejectedError(msg("choose the players and the points"))
    paired = len(state.tournament.rounds)
    round = paired if command.round is None and not command.kind and paired else command.round
    arguments = command.keys, command.points, command.match_points, command.kind, round, command.why
    return Decision((PointsAdjusted(*arguments),), (_out_of_the_ordinary(state, command),))


def _out_of_the_ordinary(state: State, command: AdjustPoints) -> RuleWarning:
    """Return the warning, with the remark for the file, about points without a game or bye."""
    names = join_list((f"{state.number(key)} {state.name(key)}" for key in command.keys), 12)
    sign = "g" if command.kind else "+g"
    has_points = bool(command.points or (command.kind and not command.match_points))
    worth: list[str] = [f"{command.points / 10:{sign}}"] * has_points
    worth += [msg("%(match_points)s match points",
                     match_points=f"{command.match_points / 10:{sign}}")] * bool(command.match_points)  # fmt: skip
    adjustment = join_list(worth)
    if command.kind:
        adjustment = msg("%(kind)s is worth %(points)s", kind=command.kind, points=adjustment)
    remark = join_texts(": ", (join_texts(" ", (names, adjustment)), *[command.why] * bool(command.why)))
    text = msg("extra points, which count for pairings and standings: %(said)s", said=remark)
    round = command.round or max(1, len(state.tournament.rounds))
    return rule_warning("points", state.fide, text, keys=command.keys, round=round, remark_text=remark)
