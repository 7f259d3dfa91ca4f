"""The texts of the log: a sentence for every kind of event, with participants by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rookery.messages import Message, join_list, join_texts, msg, msg_plural
from rookery.tournaments.event import Event
from rookery.tournaments.events import (
    byes,
    hand,
    numbers,
    order,
    players,
    prizes,
    results,
    rounds,
    seats,
    teams,
    time,
    tournament,
)
from rookery.tournaments.phrases import (
    COLOUR_LABELS,
    MAX_NAMES,
    VERDICT_LABELS,
    NameOf,
    describe_differences,
    format_names,
    format_points,
    format_prizes,
    format_round_range,
    prize_rules,
    restore_point_label,
)
from rookery.tournaments.rules import TournamentRules

EventT = TypeVar("EventT", bound=Event)
EventText = Callable[[EventT, NameOf], str]
EVENT_TEXTS: dict[type[Event], EventText[Any]] = {}
"""The functions that describe events, by kind; a kind without a row fails the tests."""


def describes(kind: type[EventT]) -> Callable[[EventText[EventT]], EventText[EventT]]:
    """Return a decorator that registers the text of a kind of event."""

    def declare(describe: EventText[EventT]) -> EventText[EventT]:
        EVENT_TEXTS[kind] = describe
        return describe

    return declare


def event_text(event: Event, name: NameOf = str) -> str:
    """Return an event as a sentence.

    >>> from rookery.model import Result
    >>> event_text(results.ResultEntered(3, "p1", "p2", Result.DRAW), {"p1": "Ada", "p2": "Ben"}.__getitem__)
    'Round 3: Ada - Ben ½-½.'
    """
    text: str = EVENT_TEXTS[type(event)](event, name)
    return text


# -- the tournament ----------------------------------------------------------------------------------------------------


def _describe_rules(laws: TournamentRules) -> Message:
    system = laws.system or msg("no pairing system")
    if not laws.rounds:
        return msg("%(system)s, any number of rounds", system=system)
    rounds = msg_plural(laws.rounds, "%(num)s round", "%(num)s rounds")
    return msg("%(system)s, %(rounds)s", system=system, rounds=rounds)


@describes(tournament.TournamentOpened)
def _tournament_opened(e: tournament.TournamentOpened, name: NameOf) -> str:
    title = e.name or msg("without a name")
    return msg("Tournament %(name)s created: %(rules)s.", name=title, rules=_describe_rules(e.laws))


@describes(tournament.TournamentImported)
def _tournament_imported(e: tournament.TournamentImported, name: NameOf) -> str:
    imported = e.tournament
    parts = [
        msg_plural(len(imported.teams), "%(num)s team", "%(num)s teams") if imported.team_event
        else msg_plural(len(imported.players), "%(num)s player", "%(num)s players"),
        msg_plural(len(imported.rounds), "%(num)s round", "%(num)s rounds"),
    ]  # fmt: skip
    if e.adjustments:
        parts.append(msg_plural(len(e.adjustments), "%(num)s correction", "%(num)s corrections"))
    title = imported.info.name or msg("without a name")
    return msg("Tournament %(name)s imported: %(what)s.", name=title, what=join_texts(", ", parts))


@describes(tournament.HeadSet)
def _head_set(e: tournament.HeadSet, name: NameOf) -> str:
    return msg(
        "Event details changed: %(changes)s.", changes=join_list(describe_differences(e.was, e.event), MAX_NAMES)
    )


@describes(tournament.RulesSet)
def _rules_set(e: tournament.RulesSet, name: NameOf) -> str:
    return msg("Rules changed: %(changes)s.", changes=join_list(describe_differences(e.was, e.laws), MAX_NAMES))


@describes(tournament.ColourDrawn)
def _colour_drawn(e: tournament.ColourDrawn, name: NameOf) -> str:
    if e.how == "lot":
        return msg("%(colour)s was drawn by lot as the initial colour.", colour=COLOUR_LABELS[e.colour])
    return msg("%(colour)s was set as the initial colour.", colour=COLOUR_LABELS[e.colour])


@describes(tournament.FideLeft)
def _fide_left(e: tournament.FideLeft, name: NameOf) -> str:
    if e.reason:
        return msg("FIDE mode was left in round %(round)s: %(why)s.", round=e.round, why=e.reason)
    return msg("FIDE mode was left in round %(round)s.", round=e.round)


@describes(tournament.RemarkAdded)
def _remark_added(e: tournament.RemarkAdded, name: NameOf) -> str:
    return msg("Remark for the file: %(text)s.", text=e.text.removesuffix(chr(46)))


@describes(tournament.RemarkDropped)
def _remark_dropped(e: tournament.RemarkDropped, name: NameOf) -> str:
    return msg("Remark removed: %(text)s.", text=e.text)


@describes(tournament.TournamentClosed)
def _tournament_closed(e: tournament.TournamentClosed, name: NameOf) -> str:
    return msg("The tournament was closed after round %(round)s.", round=e.after)


@describes(tournament.TournamentMoved)
def _tournament_moved(e: tournament.TournamentMoved, name: NameOf) -> str:
    if e.to == "archive":
        return msg("The tournament was put into the archive.")
    if e.to == "deleted":
        return msg("The tournament was deleted: no page shows it any more.")
    return msg("The tournament was brought back from the archive.")


@describes(tournament.TournamentReopened)
def _tournament_reopened(e: tournament.TournamentReopened, name: NameOf) -> str:
    return msg("The tournament (closed after round %(round)s) was opened again.", round=e.after)


# -- people ------------------------------------------------------------------------------------------------------------


@describes(players.PlayerEntered)
def _player_entered(e: players.PlayerEntered, name: NameOf) -> str:
    player_name = e.facts.name or e.key
    if not e.facts.rating:
        return msg("%(name)s entered as number %(number)s.", name=player_name, number=e.number)
    return msg("%(name)s entered as number %(number)s, rating %(rating)s.", name=player_name, number=e.number,
                  rating=e.facts.rating)  # fmt: skip


@describes(players.PlayerChanged)
def _player_changed(e: players.PlayerChanged, name: NameOf) -> str:
    changes = join_list(describe_differences(e.was, e.facts), MAX_NAMES)
    return msg("%(name)s, details corrected: %(changes)s.", name=e.was.name or e.key, changes=changes)


@describes(players.CheckInMarked)
def _check_in_marked(e: players.CheckInMarked, name: NameOf) -> str:
    people = format_names(e.keys, name)
    if e.present:
        return msg_plural(len(e.keys), "Check-in for round %(round)s: %(names)s is here.",
                       "Check-in for round %(round)s: %(names)s are here.", round=e.round, names=people)  # fmt: skip
    return msg_plural(len(e.keys), "Check-in for round %(round)s: the tick of %(names)s was removed.",
                   "Check-in for round %(round)s: the ticks of %(names)s were removed.", round=e.round,
                   names=people)  # fmt: skip


@describes(players.PlayerRemoved)
def _player_removed(e: players.PlayerRemoved, name: NameOf) -> str:
    return msg("%(name)s was deleted from the list.", name=e.name or e.key)


@describes(players.RatingSet)
def _rating_set(e: players.RatingSet, name: NameOf) -> str:
    now, was = (rating or msg("none") for rating in (e.rating, e.was))
    return msg("%(name)s: rating %(now)s (was %(was)s).", name=name(e.key), now=now, was=was)


_NUMBERING_REASONS = {
    "start": msg("by rating, title and name"),
    "late": msg("changed by a late entry"),
    "correction": msg("changed by a correction"),
    "exchange": msg("swapped"),
    "hand": msg("by hand"),
    "lot": msg("drawn by lot"),
}


@describes(numbers.NumbersGiven)
def _numbers_given(e: numbers.NumbersGiven, name: NameOf) -> str:
    changes = [
        msg("%(name)s is %(number)s", name=name(key), number=number)
        for key, number in sorted(e.numbers.items(), key=lambda entry: entry[1])
    ]
    reason = _NUMBERING_REASONS.get(e.why, e.why)
    return msg("Pairing numbers %(why)s: %(who)s.", why=reason, who=join_list(changes, MAX_NAMES))


@describes(teams.TeamEntered)
def _team_entered(e: teams.TeamEntered, name: NameOf) -> str:
    if not e.roster:
        return msg("Team %(team)s entered as number %(number)s.", team=e.name, number=e.number)
    return msg("Team %(team)s entered as number %(number)s with %(players)s.", team=e.name, number=e.number,
                  players=format_names(e.roster, name))  # fmt: skip


@describes(teams.TeamChanged)
def _team_changed(e: teams.TeamChanged, name: NameOf) -> str:
    if not e.roster:
        return msg("Team %(team)s has no players.", team=e.name)
    return msg("Team %(team)s, players: %(players)s.", team=e.name, players=format_names(e.roster, name))


@describes(teams.TeamRemoved)
def _team_removed(e: teams.TeamRemoved, name: NameOf) -> str:
    return msg("Team %(team)s was deleted from the list.", team=e.name or e.key)


@describes(teams.LineupSet)
def _lineup_set(e: teams.LineupSet, name: NameOf) -> str:
    if not e.keys:
        return msg("Round %(round)s: %(team)s plays in the order of its list.", round=e.round, team=name(e.team))
    vacant = [number for number, key in enumerate(e.keys, 1) if not key]
    players = format_names(tuple(key for key in e.keys if key), name)
    if not vacant:
        return msg("Round %(round)s: line-up of %(team)s is %(players)s.", round=e.round, team=name(e.team),
                      players=players)  # fmt: skip
    return msg_plural(
        len(vacant), "Round %(round)s: line-up of %(team)s is %(players)s; board %(vacant)s is vacant (forfeit).",
        "Round %(round)s: line-up of %(team)s is %(players)s; boards %(vacant)s are vacant (forfeits).", round=e.round,
        team=name(e.team), players=players, vacant=join_list(map(str, vacant)),
    )  # fmt: skip


@describes(seats.SeatFixed)
def _seat_fixed(e: seats.SeatFixed, name: NameOf) -> str:
    parts = [] if e.board is None else [msg("board %(number)s", number=e.board)]
    parts += [] if e.colour is None else [COLOUR_LABELS[e.colour]]
    return msg("%(name)s keeps %(what)s from round %(round)s on.", name=name(e.key), what=join_list(parts),
                  round=e.round)  # fmt: skip


@describes(seats.SeatFreed)
def _seat_freed(e: seats.SeatFreed, name: NameOf) -> str:
    return msg("%(name)s has no fixed board or colour from round %(round)s on.", name=name(e.key),
                  round=e.round)  # fmt: skip


# -- byes --------------------------------------------------------------------------------------------------------------


@describes(byes.ByeAsked)
def _bye_asked(e: byes.ByeAsked, name: NameOf) -> str:
    if e.kind is None:
        if not e.was:
            return msg("Round %(round)s: %(name)s no longer has a bye.", round=e.round, name=name(e.key))
        return msg("Round %(round)s: %(name)s no longer has a bye (was a %(was)s).", round=e.round,
                      name=name(e.key), was=e.was)  # fmt: skip
    if not e.was:
        return msg("Round %(round)s: %(name)s has a %(kind)s.", round=e.round, name=name(e.key), kind=e.kind)
    return msg("Round %(round)s: %(name)s has a %(kind)s (was a %(was)s).", round=e.round, name=name(e.key),
                  kind=e.kind, was=e.was)  # fmt: skip


@describes(byes.PlayerWithdrawn)
def _player_withdrawn(e: byes.PlayerWithdrawn, name: NameOf) -> str:
    return msg("%(name)s withdrew from round %(round)s on.", name=name(e.key), round=e.round)


@describes(byes.PlayerReturned)
def _player_returned(e: byes.PlayerReturned, name: NameOf) -> str:
    return msg("%(name)s plays again from round %(round)s on.", name=name(e.key), round=e.round)


@describes(byes.PlayerExpelled)
def _player_expelled(e: byes.PlayerExpelled, name: NameOf) -> str:
    if not e.reason:
        return msg("%(name)s was expelled from round %(round)s on.", name=name(e.key), round=e.round)
    return msg("%(name)s was expelled from round %(round)s on: %(why)s.", name=name(e.key), round=e.round,
                  why=e.reason)  # fmt: skip


@describes(byes.ExpulsionLifted)
def _expulsion_lifted(e: byes.ExpulsionLifted, name: NameOf) -> str:
    return msg("%(name)s is no longer expelled and plays from round %(round)s on.", name=name(e.key),
                  round=e.round)  # fmt: skip


@describes(byes.HalfByesBarred)
def _half_byes_barred(e: byes.HalfByesBarred, name: NameOf) -> str:
    if e.barred:
        return msg("%(name)s may not have half-point byes.", name=name(e.key))
    return msg("%(name)s may have half-point byes again.", name=name(e.key))


@describes(byes.PairForbidden)
def _pair_forbidden(e: byes.PairForbidden, name: NameOf) -> str:
    when = format_round_range(e.first, e.last)
    return msg("%(names)s may not meet %(when)s.", names=format_names(e.keys, name), when=when)


@describes(byes.PairAllowed)
def _pair_allowed(e: byes.PairAllowed, name: NameOf) -> str:
    when = format_round_range(e.first, e.last)
    return msg("%(names)s may meet again (were kept apart %(when)s).", names=format_names(e.keys, name), when=when)


# -- rounds ------------------------------------------------------------------------------------------------------------


@describes(rounds.RoundPaired)
def _round_paired(e: rounds.RoundPaired, name: NameOf) -> str:
    boards, idle = len(e.boards.games) + len(e.boards.matches), len(e.boards.byes)
    summary: Message = msg_plural(boards, "%(num)s board", "%(num)s boards")
    if idle:
        summary = msg("%(boards)s, %(idle)s without an opponent", boards=summary, idle=idle)
    if e.by:
        return msg("Round %(round)s was paired (%(system)s): %(what)s.", round=e.round, system=e.by, what=summary)
    return msg("Round %(round)s was paired: %(what)s.", round=e.round, what=summary)


@describes(rounds.RoundUnpaired)
def _round_unpaired(e: rounds.RoundUnpaired, name: NameOf) -> str:
    return msg("Round %(round)s was taken back.", round=e.round)


@describes(rounds.PositionDrawn)
def _position_drawn(e: rounds.PositionDrawn, name: NameOf) -> str:
    return msg("Round %(round)s starts from position %(number)s.", round=e.round, number=e.number)


@describes(hand.PhaseOpened)
def _phase_opened(e: hand.PhaseOpened, name: NameOf) -> str:
    return msg("Pairing round %(round)s by hand started.", round=e.round)


@describes(hand.BoardsSet)
def _boards_set(e: hand.BoardsSet, name: NameOf) -> str:
    pairs = [f"{name(white)} - {name(black)}" for white, black in e.boards.pairs if (white, black) not in e.was.pairs]
    if not pairs:
        return msg("Round %(round)s: boards changed by hand.", round=e.round)
    return msg("Round %(round)s, by hand: %(pairs)s.", round=e.round,
                  pairs=join_list(pairs, MAX_NAMES))  # fmt: skip


@describes(hand.PhaseClosed)
def _phase_closed(e: hand.PhaseClosed, name: NameOf) -> str:
    if not e.verdict:
        return msg("Pairing round %(round)s by hand ended.", round=e.round)
    verdict = VERDICT_LABELS.get(e.verdict, e.verdict)
    return msg("Pairing round %(round)s by hand ended: %(verdict)s.", round=e.round, verdict=verdict)


# -- results -----------------------------------------------------------------------------------------------------------


@describes(results.ResultEntered)
def _result_entered(e: results.ResultEntered, name: NameOf) -> str:
    pairing = f"{name(e.white)} - {name(e.black)}"
    facts = {"round": e.round, "both": pairing, "result": e.result, "was": e.was}
    if e.was.value == "pending":
        if e.result.value == "pending":
            return msg("Round %(round)s: %(both)s has no result again.", **facts)
        if e.result.value == "adjourned":
            return msg("Round %(round)s: %(both)s is adjourned.", **facts)
        return msg("Round %(round)s: %(both)s %(result)s.", **facts)
    if e.result.value == "pending":
        return msg("Round %(round)s: %(both)s has no result again (was %(was)s).", **facts)
    if e.result.value == "adjourned":
        return msg("Round %(round)s: %(both)s is adjourned (was %(was)s).", **facts)
    return msg("Round %(round)s: %(both)s %(result)s (was %(was)s).", **facts)


@describes(results.ResultCorrected)
def _result_corrected(e: results.ResultCorrected, name: NameOf) -> str:
    pairing = f"{name(e.white)} - {name(e.black)}"
    return msg("Round %(round)s: %(both)s was corrected to %(result)s (was %(was)s).", round=e.round, both=pairing,
                  result=e.result, was=e.was)  # fmt: skip


@describes(results.ReportCorrected)
def _report_corrected(e: results.ReportCorrected, name: NameOf) -> str:
    pairing = f"{name(e.white)} - {name(e.black)}"
    if e.result is None:
        return msg("Round %(round)s: %(both)s counts for rating as entered.", round=e.round, both=pairing)
    return msg(
        "Round %(round)s: %(both)s counts as %(result)s for rating only; pairings and standings do not change.",
        round=e.round,
        both=pairing,
        result=e.result,
    )


@describes(results.MatchForfeited)
def _match_forfeited(e: results.MatchForfeited, name: NameOf) -> str:
    pairing = f"{name(e.white)} - {name(e.black)}"
    return msg("Round %(round)s: the match %(both)s was forfeited %(how)s.", round=e.round, both=pairing, how=e.how)


@describes(results.PointsAdjusted)
def _points_adjusted(e: results.PointsAdjusted, name: NameOf) -> str:
    amounts = []
    if e.points:
        amounts.append(_format_points(e.points, "%(num)s point", "%(num)s points"))
    if e.match_points:
        amounts.append(_format_points(e.match_points, "%(num)s match point", "%(num)s match points"))
    text = join_list(amounts) or msg("no points")
    text = msg("%(points)s for %(what)s", points=text, what=e.kind) if e.kind else text
    text = msg("%(points)s in round %(round)s", points=text, round=e.round) if e.round else text
    if e.why:
        return msg("%(names)s: %(points)s (%(why)s).", names=format_names(e.keys, name), points=text, why=e.why)
    return msg("%(names)s: %(points)s.", names=format_names(e.keys, name), points=text)


def _format_points(tenths: int, singular: str, plural: str) -> Message:
    """Return an amount of points in words: singular for half a point and one point, with or without a minus."""
    return msg_plural(1 if abs(tenths) in (5, 10) else 2, singular, plural, num=format_points(tenths))


# -- order and time ----------------------------------------------------------------------------------------------------


@describes(order.OrderDrawn)
def _order_drawn(e: order.OrderDrawn, name: NameOf) -> str:
    return msg("Lots were drawn after round %(round)s: %(names)s.", round=e.after, names=format_names(e.order, name))


@describes(order.OrderSet)
def _order_set(e: order.OrderSet, name: NameOf) -> str:
    if not e.groups:
        return msg("The ranking by hand after round %(round)s was removed.", round=e.after)
    groups = join_list([format_names(group, name) for group in e.groups], MAX_NAMES)
    return msg("Ranking set by hand after round %(round)s: %(names)s.", round=e.after, names=groups)


@describes(order.ValueEntered)
def _value_entered(e: order.ValueEntered, name: NameOf) -> str:
    now = e.value or msg("removed")
    if not e.was:
        return msg("%(name)s has %(code)s %(now)s.", name=name(e.key), code=e.code, now=now)
    return msg("%(name)s has %(code)s %(now)s (was %(was)s).", name=name(e.key), code=e.code, now=now, was=e.was)


@describes(prizes.PrizesSet)
def _prizes_set(e: prizes.PrizesSet, name: NameOf) -> str:
    if not e.prizes.lines:
        return msg("The prizes were removed.")
    return msg("Prizes: %(prizes)s. %(rule)s", prizes=format_prizes(e.prizes), rule=prize_rules(e.prizes))


@describes(time.PointMarked)
def _point_marked(e: time.PointMarked, name: NameOf) -> str:
    return msg("Restore point: %(point)s.", point=restore_point_label(e.name))


_RETURN_LABELS = {
    "undo": msg("Taken back"), "redo": msg("Done again"), "point": msg("Back to a restore point"),
    "version": msg("Back"),
}  # fmt: skip


@describes(time.Returned)
def _version_returned(e: time.Returned, name: NameOf) -> str:
    label = _RETURN_LABELS[e.why]
    if not e.lost:
        return msg("%(how)s: as at version %(version)s.", how=label, version=e.to)
    return msg_plural(
        len(e.lost),
        "%(how)s: as at version %(version)s, one entry taken back.",
        "%(how)s: as at version %(version)s, %(num)s entries taken back.",
        how=label,
        version=e.to,
    )
