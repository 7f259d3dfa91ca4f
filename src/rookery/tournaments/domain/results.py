"""Results, match forfeits, corrections of the report, and point adjustments."""

from __future__ import annotations

from rookery._record import replace
from rookery._record import replace as with_values
from rookery.errors import RuleError
from rookery.messages import Message, join_list, join_texts, msg, msg_plural
from rookery.model import Game, Match, PointAdjustment, ReportedResult, Result, Round
from rookery.model._construct import replace_unchecked
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.errors import CommandRejectedError, StaleVersionError
from rookery.tournaments.event import ROUND_RECORDS, Event, NameOf, applies, describes, format_names, kind
from rookery.tournaments.state import Entered, Stamp, State, with_fields, with_round
from rookery.tournaments.warning_table import RuleWarning, rule_warning

# -- events ------------------------------------------------------------------------------------------------------------


@kind("result.entered", trf=ROUND_RECORDS)
class ResultEntered(Event):
    """A result is entered; `game` counts the games of the two with these colours from 0."""

    round: int
    white: str
    black: str
    result: Result
    was: Result = Result.PENDING
    source: str = "desk"
    game: int = 0


@applies(ResultEntered)
def _apply_result_entered(state: State, event: ResultEntered, stamp: Stamp) -> State:
    keys = state.keys.players
    round = _with_result(
        state.tournament.rounds[event.round - 1], keys[event.white], keys[event.black], event.game, event.result
    )
    updated = with_round(state, event.round, round)
    entry = Entered(event.white, event.black, stamp, event.source)
    round_entries = {**state.entered.get(event.round, {}), f"{event.white}-{event.black}/{event.game}": entry}
    return replace(updated, entered={**state.entered, event.round: round_entries})


@describes(ResultEntered)
def _describe_result_entered(event: ResultEntered, name: NameOf) -> str:
    pairing = f"{name(event.white)} - {name(event.black)}"
    facts = {"round": event.round, "both": pairing, "result": event.result, "was": event.was}
    if event.was.value == "pending":
        if event.result.value == "pending":
            return msg("Round %(round)s: %(both)s has no result again.", **facts)
        if event.result.value == "adjourned":
            return msg("Round %(round)s: %(both)s is adjourned.", **facts)
        return msg("Round %(round)s: %(both)s %(result)s.", **facts)
    if event.result.value == "pending":
        return msg("Round %(round)s: %(both)s has no result again (was %(was)s).", **facts)
    if event.result.value == "adjourned":
        return msg("Round %(round)s: %(both)s is adjourned (was %(was)s).", **facts)
    return msg("Round %(round)s: %(both)s %(result)s (was %(was)s).", **facts)


def _with_result(round: Round, white: int, black: int, game: int, result: Result) -> Round:
    """Return the round with a result of game number `game` of these two with these colours."""
    indices = [
        i
        for i, existing_game in enumerate(round.games)
        if existing_game.white == white and existing_game.black == black
    ]
    if game < len(indices):
        return replace_unchecked(round, games=_with_game_result(round.games, indices[game], result))
    game -= len(indices)
    for place, match in enumerate(round.matches):
        indices = [
            i
            for i, existing_game in enumerate(match.games)
            if existing_game.white == white and existing_game.black == black
        ]
        if game < len(indices):
            ended = Match(
                match.white,
                match.black,
                _with_game_result(match.games, indices[game], result),
                match.forfeit,
                match.vacant,
            )
            return replace_unchecked(round, matches=(*round.matches[:place], ended, *round.matches[place + 1 :]))
        game -= len(indices)
    raise RuleError(msg("%(white)s and %(black)s do not meet in this round", white=white, black=black),
                    participants=(white, black))  # fmt: skip


def _with_game_result(games: tuple[Game, ...], index: int, result: Result) -> tuple[Game, ...]:
    was = games[index]
    ended = Game(was.white, was.black, result, was.coloured or not result.forfeit)
    return (*games[:index], ended, *games[index + 1 :])


@kind("result.corrected", trf=ROUND_RECORDS)
class ResultCorrected(Event):
    """A result of an earlier round is corrected; rounds paired since then stay."""

    round: int
    white: str
    black: str
    result: Result
    was: Result
    source: str = "desk"
    game: int = 0


@applies(ResultCorrected)
def _apply_result_corrected(state: State, event: ResultCorrected, stamp: Stamp) -> State:
    return _apply_result_entered(
        state,
        ResultEntered(event.round, event.white, event.black, event.result, event.was, event.source, event.game),
        stamp,
    )


@describes(ResultCorrected)
def _describe_result_corrected(event: ResultCorrected, name: NameOf) -> str:
    pairing = f"{name(event.white)} - {name(event.black)}"
    return msg("Round %(round)s: %(both)s was corrected to %(result)s (was %(was)s).", round=event.round, both=pairing,
               result=event.result, was=event.was)  # fmt: skip


@kind("report.corrected", trf=("###",))
class ReportCorrected(Event):
    """A result is set for the rating report only; None revokes it."""

    round: int
    white: str
    black: str
    result: Result | None
    was: Result | None = None


@applies(ReportCorrected)
def _apply_report_corrected(state: State, event: ReportCorrected, stamp: Stamp) -> State:
    white, black = state.keys.players[event.white], state.keys.players[event.black]
    remaining_reports = tuple(
        report
        for report in state.tournament.reported_results
        if (report.round, report.white, report.black) != (event.round, white, black)
    )
    new_reports = () if event.result is None else (ReportedResult(event.round, white, black, event.result),)
    return with_fields(state, reported_results=(*remaining_reports, *new_reports))


@describes(ReportCorrected)
def _describe_report_corrected(event: ReportCorrected, name: NameOf) -> str:
    pairing = f"{name(event.white)} - {name(event.black)}"
    if event.result is None:
        return msg("Round %(round)s: %(both)s counts for rating as entered.", round=event.round, both=pairing)
    return msg(
        "Round %(round)s: %(both)s counts as %(result)s for rating only; pairings and standings do not change.",
        round=event.round,
        both=pairing,
        result=event.result,
    )


@kind("match.forfeited", trf=("001", "330", "300", "310", "###"))
class MatchForfeited(Event):
    """A match is forfeited as a whole, without games."""

    round: int
    white: str
    black: str
    how: Result


@applies(MatchForfeited)
def _apply_match_forfeited(state: State, event: MatchForfeited, stamp: Stamp) -> State:
    white, black = state.number(event.white), state.number(event.black)
    round = state.tournament.rounds[event.round - 1]
    lost = Match(white, black, (), event.how)
    updated_matches = tuple(
        lost if {match_.white, match_.black} == {white, black} else match_ for match_ in round.matches
    )
    team_players = {
        player_id for team in state.tournament.teams if team.number in (white, black) for player_id in team.players
    }
    remaining_byes = tuple(bye for bye in round.player_byes if bye.player not in team_players)
    return with_round(state, event.round, with_values(round, matches=updated_matches, player_byes=remaining_byes))


@describes(MatchForfeited)
def _describe_match_forfeited(event: MatchForfeited, name: NameOf) -> str:
    pairing = f"{name(event.white)} - {name(event.black)}"
    return msg(
        "Round %(round)s: the match %(both)s was forfeited %(how)s.", round=event.round, both=pairing, how=event.how
    )


@kind("points.adjusted", trf=("299", "###"))
class PointsAdjusted(Event):
    """Points are adjusted: a bonus, a penalty, or another value of a kind of result in a round."""

    keys: tuple[str, ...]
    points: int = 0
    match_points: int = 0
    kind: str = ""
    round: int | None = None
    why: str = ""


@applies(PointsAdjusted)
def _apply_points_adjusted(state: State, event: PointsAdjusted, stamp: Stamp) -> State:
    participants = tuple(state.number(key) for key in event.keys)
    adjustment = PointAdjustment(participants, event.kind, event.points, event.match_points, event.round)
    return with_fields(state, point_adjustments=(*state.tournament.point_adjustments, adjustment))


@describes(PointsAdjusted)
def _describe_points_adjusted(event: PointsAdjusted, name: NameOf) -> str:
    amounts = []
    if event.points:
        amounts.append(_format_point_amount(event.points, "%(num)s point", "%(num)s points"))
    if event.match_points:
        amounts.append(_format_point_amount(event.match_points, "%(num)s match point", "%(num)s match points"))
    text = join_list(amounts) or msg("no points")
    text = msg("%(points)s for %(what)s", points=text, what=event.kind) if event.kind else text
    text = msg("%(points)s in round %(round)s", points=text, round=event.round) if event.round else text
    if event.why:
        return msg("%(names)s: %(points)s (%(why)s).", names=format_names(event.keys, name), points=text, why=event.why)
    return msg("%(names)s: %(points)s.", names=format_names(event.keys, name), points=text)


def _format_point_amount(tenths: int, singular: str, plural: str) -> Message:
    """Return an amount of points in words: singular for half a point and one point, with or without a minus."""
    return msg_plural(1 if abs(tenths) in (5, 10) else 2, singular, plural, num=format_points(tenths))


def format_points(tenths: int) -> str:
    """Return points that are given or taken, with their sign."""
    return f"{tenths / 10:+g}"


# -- commands ----------------------------------------------------------------------------------------------------------


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
def _decide_enter_result(state: State, command: EnterResult) -> Proposal:
    games = _require_games(state, command.round, command.white, command.black)
    first_open = next((i for i, game in enumerate(games) if game.result is Result.PENDING), len(games) - 1)
    index = first_open if command.game is None else command.game
    current = _game_at(games, index, command.round).result
    if command.was is not None and command.was is not current:
        text = msg("%(white)s – %(black)s: the result is %(found)s, not %(was)s", white=state.name(command.white),
                   black=state.name(command.black), found=current, was=command.was)  # fmt: skip
        entry = state.entered.get(command.round, {}).get(f"{command.white}-{command.black}/{index}")
        raise StaleVersionError(text, expected=str(command.was), found=str(current), by=entry.by.actor if entry else "")
    if current is command.result:
        return Proposal(())
    arguments = command.round, command.white, command.black, command.result, current, command.source, index
    earlier = command.round < len(state.tournament.rounds) and current is not Result.PENDING
    return Proposal((ResultCorrected(*arguments) if earlier else ResultEntered(*arguments),))


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
        raise CommandRejectedError.from_warning(
            rule_warning("not-paired", state.fide, text, round=max(1, number), instead=instead)
        )
    return rounds[number - 1]


def require_game(state: State, round: int, white: str, black: str, index: int) -> Game:
    """Return the game of two players with these colours and this index; reject any other."""
    return _game_at(_require_games(state, round, white, black), index, round)


def _game_at(games: list[Game], index: int, round: int) -> Game:
    if not 0 <= index < len(games):
        raise CommandRejectedError(msg_plural(len(games), "they have one game with these colours in round %(round)s",
                                              "the two have %(num)s games with these colours in round %(round)s",
                                              round=round))  # fmt: skip
    return games[index]


def _require_games(state: State, number: int, white_key: str, black_key: str) -> list[Game]:
    """Return the games of two players with these colours in a paired round; reject those who do not meet."""
    round = require_paired_round(state, number)
    white, black = (_require_player_number(state, key) for key in (white_key, black_key))
    games = _games_with_colours(round, white, black)
    if not games:
        text = _describe_missing_meeting(state, round, number, white_key, black_key)
        raise CommandRejectedError(text, keys=(white_key, black_key))
    return games


def games_of(round: Round) -> tuple[Game, ...]:
    """Return the games of a round, those of matches last."""
    return (*round.games, *(game for match in round.matches for game in match.games))


def _require_player_number(state: State, key: str) -> int:
    if key not in state.keys.players:
        raise CommandRejectedError(msg("there is no player with the key %(key)s", key=f"{key!r}"))
    return state.keys.players[key]


def _games_with_colours(round: Round, white: int, black: int) -> list[Game]:
    """Return the games of two players with these colours, in order."""
    return [game for game in games_of(round) if game.white == white and game.black == black]


def _describe_missing_meeting(state: State, round: Round, number: int, white_key: str, black_key: str) -> str:
    white, black = state.name(white_key), state.name(black_key)
    if _games_with_colours(round, state.keys.players[black_key], state.keys.players[white_key]):
        return msg("%(black)s has White against %(white)s in round %(round)s", black=black,
                   white=white, round=number)  # fmt: skip
    return msg("%(white)s and %(black)s do not meet in round %(round)s", white=white, black=black,
               round=number)  # fmt: skip


@command("match.forfeit")
class ForfeitMatch(Command):
    """Forfeit a match as a whole: +/-, -/+ or -/-."""

    round: int
    white: str
    black: str
    how: Result


@decider(ForfeitMatch)
def _decide_forfeit_match(state: State, command: ForfeitMatch) -> Proposal:
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
        return Proposal(())
    return Proposal((MatchForfeited(command.round, command.white, command.black, command.how),))


@command("report.correct")
class CorrectReport(Command):
    """Correct a result for the rating report only, when it is too late for pairings and standings."""

    round: int
    white: str
    black: str
    result: Result | None


@decider(CorrectReport)
def _decide_correct_report(state: State, command: CorrectReport) -> Proposal:
    games = _require_games(state, command.round, command.white, command.black)
    white, black = games[0].white, games[0].black
    reports = [
        report
        for report in state.tournament.reported_results
        if (report.round, report.white, report.black) == (command.round, white, black)
    ]
    was = reports[-1].result if reports else None
    if was is command.result:
        return Proposal(())
    if command.result is not None:
        ReportedResult(command.round, white, black, command.result)  # refuses what is no end of a game
    event = ReportCorrected(command.round, command.white, command.black, command.result, was)
    remark = f"{white}-{black} {games[-1].result} => {command.result or games[-1].result}"
    two, now = f"{state.label(command.white)} – {state.label(command.black)}", command.result or games[-1].result
    text = msg("%(two)s, %(now)s for the rating report only. Pairings and standings keep %(result)s",
               two=two, now=now, result=games[-1].result)  # fmt: skip
    return Proposal((event,), (rule_warning("report-only", state.fide, text, round=command.round, remark_text=remark),))


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
def _decide_adjust_points(state: State, command: AdjustPoints) -> Proposal:
    for key in command.keys:
        state.number(key)
    if not command.keys or not (command.points or command.match_points or command.kind):
        raise CommandRejectedError(msg("choose the players and the points"))
    paired = len(state.tournament.rounds)
    round = paired if command.round is None and not command.kind and paired else command.round
    arguments = command.keys, command.points, command.match_points, command.kind, round, command.why
    return Proposal((PointsAdjusted(*arguments),), (_adjustment_warning(state, command),))


def _adjustment_warning(state: State, command: AdjustPoints) -> RuleWarning:
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
