"""The words of the log: one sentence for every kind of event, with people by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rookery.desk.events import (
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
from rookery.desk.happening import Happening
from rookery.desk.phrases import COLOURS, MOST, VERDICTS, Name, differences, kept_apart, names, point, points_of
from rookery.desk.rules import Laws
from rookery.wording import Text, counted, joined, listed, spoken

E = TypeVar("E", bound=Happening)
Say = Callable[[E, Name], str]
WORDS: dict[type[Happening], Say[Any]] = {}
"""What says an event, by its kind; a kind without a row fails the tests."""


def of(kind: type[E]) -> Callable[[Say[E]], Say[E]]:
    """Declare the sentence of a kind."""

    def declare(say: Say[E]) -> Say[E]:
        WORDS[kind] = say
        return say

    return declare


def said(event: Happening, name: Name = str) -> str:
    """An event in a sentence.

    >>> from rookery.model import Result
    >>> said(results.ResultEntered(3, "p1", "p2", Result.DRAW), {"p1": "Ada", "p2": "Ben"}.__getitem__)
    'Round 3: Ada - Ben ended ½-½.'
    """
    text: str = WORDS[type(event)](event, name)
    return text


# -- the tournament ----------------------------------------------------------------------------------------------------


def _by(laws: Laws) -> Text:
    system = laws.system or spoken("no system named")
    if not laws.rounds:
        return spoken("%(system)s, any number of rounds", system=system)
    return spoken("%(system)s, %(rounds)s rounds", system=system, rounds=laws.rounds)


@of(tournament.TournamentOpened)
def _opened(e: tournament.TournamentOpened, name: Name) -> str:
    called = e.name or spoken("without a name")
    return spoken("The tournament %(name)s opens: %(rules)s.", name=called, rules=_by(e.laws))


@of(tournament.TournamentImported)
def _imported(e: tournament.TournamentImported, name: Name) -> str:
    made = e.tournament
    parts = [
        spoken("%(number)s teams", number=len(made.teams)) if made.team_event
        else spoken("%(number)s players", number=len(made.players)),
        spoken("%(number)s rounds", number=len(made.rounds)),
    ]  # fmt: skip
    parts += [spoken("%(number)s adjustments", number=len(e.adjustments))] * bool(e.adjustments)
    called = made.event.name or spoken("without a name")
    return spoken("The tournament %(name)s came in with %(what)s.", name=called, what=joined(", ", parts))


@of(tournament.HeadSet)
def _head(e: tournament.HeadSet, name: Name) -> str:
    return spoken("The head was set: %(changes)s.", changes=listed(differences(e.was, e.event), MOST))


@of(tournament.RulesSet)
def _rules(e: tournament.RulesSet, name: Name) -> str:
    return spoken("The rules were set: %(changes)s.", changes=listed(differences(e.was, e.laws), MOST))


@of(tournament.ColourDrawn)
def _colour(e: tournament.ColourDrawn, name: Name) -> str:
    if e.how == "lot":
        return spoken("%(colour)s was drawn by lot as the initial colour.", colour=COLOURS[e.colour])
    return spoken("%(colour)s was given as the initial colour.", colour=COLOURS[e.colour])


@of(tournament.FideLeft)
def _left(e: tournament.FideLeft, name: Name) -> str:
    if e.reason:
        return spoken("FIDE mode was left in round %(round)s, for good: %(why)s.", round=e.round, why=e.reason)
    return spoken("FIDE mode was left in round %(round)s, for good.", round=e.round)


@of(tournament.RemarkAdded)
def _remark(e: tournament.RemarkAdded, name: Name) -> str:
    return spoken("Put on record: %(text)s.", text=e.text.removesuffix(chr(46)))


@of(tournament.RemarkDropped)
def _dropped(e: tournament.RemarkDropped, name: Name) -> str:
    return spoken("Not on record any more: %(text)s.", text=e.text)


@of(tournament.TournamentClosed)
def _closed(e: tournament.TournamentClosed, name: Name) -> str:
    return spoken("The tournament was closed after round %(round)s.", round=e.after)


@of(tournament.TournamentReopened)
def _reopened(e: tournament.TournamentReopened, name: Name) -> str:
    return spoken("The tournament, closed after round %(round)s, was opened again.", round=e.after)


# -- people ------------------------------------------------------------------------------------------------------------


@of(players.PlayerEntered)
def _entered(e: players.PlayerEntered, name: Name) -> str:
    called = e.facts.name or e.key
    if not e.facts.rating:
        return spoken("%(name)s entered as number %(number)s.", name=called, number=e.number)
    return spoken("%(name)s entered as number %(number)s, rated %(rating)s.", name=called, number=e.number,
                  rating=e.facts.rating)  # fmt: skip


@of(players.PlayerChanged)
def _changed(e: players.PlayerChanged, name: Name) -> str:
    changes = listed(differences(e.was, e.facts), MOST)
    return spoken("%(name)s was put right: %(changes)s.", name=e.was.name or e.key, changes=changes)


@of(players.PlayerRemoved)
def _removed(e: players.PlayerRemoved, name: Name) -> str:
    return spoken("%(name)s was taken off the list.", name=e.name or e.key)


@of(players.RatingSet)
def _rated(e: players.RatingSet, name: Name) -> str:
    now, was = (one or spoken("none") for one in (e.rating, e.was))
    return spoken("%(name)s has the rating %(now)s (was %(was)s).", name=name(e.key), now=now, was=was)


_WHY = {
    "start": spoken("by rating, title and name"), "late": spoken("after a late entry"),
    "correction": spoken("after a correction"), "exchange": spoken("by an exchange"), "hand": spoken("by hand"),
    "lot": spoken("by lot"),
}  # fmt: skip


@of(numbers.NumbersGiven)
def _numbers(e: numbers.NumbersGiven, name: Name) -> str:
    some = [
        spoken("%(name)s is %(number)s", name=name(key), number=number)
        for key, number in sorted(e.numbers.items(), key=lambda one: one[1])
    ]
    why = _WHY.get(e.why, e.why)
    return spoken("Numbers were given %(why)s: %(who)s.", why=why, who=listed(some, MOST))


@of(teams.TeamEntered)
def _team(e: teams.TeamEntered, name: Name) -> str:
    if not e.roster:
        return spoken("The team %(team)s entered as number %(number)s.", team=e.name, number=e.number)
    return spoken("The team %(team)s entered as number %(number)s with %(players)s.", team=e.name, number=e.number,
                  players=names(e.roster, name))  # fmt: skip


@of(teams.TeamChanged)
def _team_changed(e: teams.TeamChanged, name: Name) -> str:
    if not e.roster:
        return spoken("The team %(team)s has the roster of nobody.", team=e.name)
    return spoken("The team %(team)s has the roster %(players)s.", team=e.name, players=names(e.roster, name))


@of(teams.TeamRemoved)
def _team_removed(e: teams.TeamRemoved, name: Name) -> str:
    return spoken("The team %(team)s was taken off the list.", team=e.name or e.key)


@of(teams.LineupSet)
def _lineup(e: teams.LineupSet, name: Name) -> str:
    if not e.keys:
        return spoken("Round %(round)s: %(team)s sits as in its roster.", round=e.round, team=name(e.team))
    return spoken("Round %(round)s: %(team)s sits as %(players)s.", round=e.round, team=name(e.team),
                  players=names(e.keys, name))  # fmt: skip


@of(seats.SeatFixed)
def _seat(e: seats.SeatFixed, name: Name) -> str:
    kept = [] if e.board is None else [spoken("board %(number)s", number=e.board)]
    kept += [] if e.colour is None else [COLOURS[e.colour]]
    return spoken("%(name)s keeps %(what)s from round %(round)s on.", name=name(e.key), what=listed(kept),
                  round=e.round)  # fmt: skip


@of(seats.SeatFreed)
def _seat_freed(e: seats.SeatFreed, name: Name) -> str:
    return spoken("%(name)s keeps neither a board nor a colour from round %(round)s on.", name=name(e.key),
                  round=e.round)  # fmt: skip


# -- byes --------------------------------------------------------------------------------------------------------------


@of(byes.ByeAsked)
def _bye(e: byes.ByeAsked, name: Name) -> str:
    if e.kind is None:
        if not e.was:
            return spoken("Round %(round)s: %(name)s has no bye any more.", round=e.round, name=name(e.key))
        return spoken("Round %(round)s: %(name)s has no bye any more (was a %(was)s).", round=e.round,
                      name=name(e.key), was=e.was)  # fmt: skip
    if not e.was:
        return spoken("Round %(round)s: %(name)s has a %(kind)s.", round=e.round, name=name(e.key), kind=e.kind)
    return spoken("Round %(round)s: %(name)s has a %(kind)s (was a %(was)s).", round=e.round, name=name(e.key),
                  kind=e.kind, was=e.was)  # fmt: skip


@of(byes.PlayerWithdrawn)
def _withdrawn(e: byes.PlayerWithdrawn, name: Name) -> str:
    return spoken("%(name)s plays no more from round %(round)s on.", name=name(e.key), round=e.round)


@of(byes.PlayerReturned)
def _returned(e: byes.PlayerReturned, name: Name) -> str:
    return spoken("%(name)s plays again from round %(round)s on.", name=name(e.key), round=e.round)


@of(byes.PlayerExpelled)
def _expelled(e: byes.PlayerExpelled, name: Name) -> str:
    if not e.reason:
        return spoken("%(name)s was expelled from round %(round)s on.", name=name(e.key), round=e.round)
    return spoken("%(name)s was expelled from round %(round)s on: %(why)s.", name=name(e.key), round=e.round,
                  why=e.reason)  # fmt: skip


@of(byes.ExpulsionLifted)
def _lifted(e: byes.ExpulsionLifted, name: Name) -> str:
    return spoken("%(name)s is not expelled any more, and plays from round %(round)s on.", name=name(e.key),
                  round=e.round)  # fmt: skip


@of(byes.HalfByesBarred)
def _barred(e: byes.HalfByesBarred, name: Name) -> str:
    if e.barred:
        return spoken("%(name)s may have no half-point byes.", name=name(e.key))
    return spoken("%(name)s may have half-point byes again.", name=name(e.key))


@of(byes.PairForbidden)
def _forbidden(e: byes.PairForbidden, name: Name) -> str:
    when = kept_apart(e.first, e.last)
    return spoken("%(names)s may not meet %(when)s.", names=names(e.keys, name), when=when)


@of(byes.PairAllowed)
def _allowed(e: byes.PairAllowed, name: Name) -> str:
    when = kept_apart(e.first, e.last)
    return spoken("%(names)s may meet again, who were kept apart %(when)s.", names=names(e.keys, name), when=when)


# -- rounds ------------------------------------------------------------------------------------------------------------


@of(rounds.RoundPaired)
def _paired(e: rounds.RoundPaired, name: Name) -> str:
    boards, idle = len(e.boards.games) + len(e.boards.matches), len(e.boards.byes)
    what = spoken("%(boards)s boards", boards=boards)
    if idle:
        what = spoken("%(boards)s boards and %(idle)s without an opponent", boards=boards, idle=idle)
    if e.by:
        return spoken("Round %(round)s was paired (%(system)s): %(what)s.", round=e.round, system=e.by, what=what)
    return spoken("Round %(round)s was paired: %(what)s.", round=e.round, what=what)


@of(rounds.RoundUnpaired)
def _unpaired(e: rounds.RoundUnpaired, name: Name) -> str:
    return spoken("Round %(round)s was taken back.", round=e.round)


@of(rounds.PositionDrawn)
def _position(e: rounds.PositionDrawn, name: Name) -> str:
    return spoken("Round %(round)s starts from position %(number)s.", round=e.round, number=e.number)


@of(hand.PhaseOpened)
def _phase(e: hand.PhaseOpened, name: Name) -> str:
    return spoken("Round %(round)s is made by hand from here on.", round=e.round)


@of(hand.BoardsSet)
def _boards(e: hand.BoardsSet, name: Name) -> str:
    made = [f"{name(white)} - {name(black)}" for white, black in e.boards.pairs if (white, black) not in e.was.pairs]
    if not made:
        return spoken("Round %(round)s: boards were laid by hand.", round=e.round)
    return spoken("Round %(round)s: boards were laid by hand, new %(pairs)s.", round=e.round,
                  pairs=listed(made, MOST))  # fmt: skip


@of(hand.PhaseClosed)
def _phase_closed(e: hand.PhaseClosed, name: Name) -> str:
    verdict = VERDICTS.get(e.verdict, e.verdict) or spoken("it is done")
    if not e.differences:
        return spoken("Round %(round)s is not made by hand any more: %(verdict)s.", round=e.round, verdict=verdict)
    return spoken("Round %(round)s is not made by hand any more: %(verdict)s (%(difference)s).", round=e.round,
                  verdict=verdict, difference=e.differences[0])  # fmt: skip


# -- results -----------------------------------------------------------------------------------------------------------


@of(results.ResultEntered)
def _result(e: results.ResultEntered, name: Name) -> str:
    both = f"{name(e.white)} - {name(e.black)}"
    was = spoken(" (was %(result)s)", result=e.was) if e.was.value != "pending" else ""
    if e.result.value == "pending":
        return spoken("Round %(round)s: %(both)s is open again%(was)s.", round=e.round, both=both, was=was)
    if e.result.value == "adjourned":
        return spoken("Round %(round)s: %(both)s is adjourned%(was)s.", round=e.round, both=both, was=was)
    return spoken("Round %(round)s: %(both)s ended %(result)s%(was)s.", round=e.round, both=both, result=e.result,
                  was=was)  # fmt: skip


@of(results.ResultCorrected)
def _corrected(e: results.ResultCorrected, name: Name) -> str:
    both = f"{name(e.white)} - {name(e.black)}"
    return spoken("Round %(round)s: %(both)s was corrected to %(result)s (was %(was)s).", round=e.round, both=both,
                  result=e.result, was=e.was)  # fmt: skip


@of(results.ReportCorrected)
def _reported(e: results.ReportCorrected, name: Name) -> str:
    both = f"{name(e.white)} - {name(e.black)}"
    if e.result is None:
        return spoken("Round %(round)s: %(both)s is reported for rating as it was played.", round=e.round, both=both)
    return spoken("Round %(round)s: %(both)s is reported for rating as %(result)s; pairings and standings stay.",
                  round=e.round, both=both, result=e.result)  # fmt: skip


@of(results.MatchForfeited)
def _match(e: results.MatchForfeited, name: Name) -> str:
    both = f"{name(e.white)} - {name(e.black)}"
    return spoken("Round %(round)s: the match %(both)s was forfeited %(how)s.", round=e.round, both=both, how=e.how)


@of(results.PointsAdjusted)
def _adjusted(e: results.PointsAdjusted, name: Name) -> str:
    amounts = [spoken("%(amount)s points", amount=points_of(e.points))] * bool(e.points)
    amounts += [spoken("%(amount)s match points", amount=points_of(e.match_points))] * bool(e.match_points)
    what = listed(amounts) or spoken("no points")
    what = spoken("%(points)s for %(what)s", points=what, what=e.kind) if e.kind else what
    what = spoken("%(points)s in round %(round)s", points=what, round=e.round) if e.round else what
    if e.why:
        return spoken("%(names)s: %(points)s (%(why)s).", names=names(e.keys, name), points=what, why=e.why)
    return spoken("%(names)s: %(points)s.", names=names(e.keys, name), points=what)


# -- order and time ----------------------------------------------------------------------------------------------------


@of(order.OrderDrawn)
def _drawn(e: order.OrderDrawn, name: Name) -> str:
    return spoken("Lots were drawn after round %(round)s: %(names)s.", round=e.after, names=names(e.order, name))


@of(order.OrderSet)
def _ordered(e: order.OrderSet, name: Name) -> str:
    if not e.groups:
        return spoken("Nobody is ranked by hand after round %(round)s any more.", round=e.after)
    groups = listed([names(group, name) for group in e.groups], MOST)
    return spoken("After round %(round)s ranked by hand: %(names)s.", round=e.after, names=groups)


@of(order.ValueEntered)
def _value(e: order.ValueEntered, name: Name) -> str:
    now = e.value or spoken("no more")
    if not e.was:
        return spoken("%(name)s has %(code)s %(now)s.", name=name(e.key), code=e.code, now=now)
    return spoken("%(name)s has %(code)s %(now)s (was %(was)s).", name=name(e.key), code=e.code, now=now, was=e.was)


@of(prizes.PrizesSet)
def _prizes(e: prizes.PrizesSet, name: Name) -> str:
    if not e.prizes.lines:
        return spoken("There are no prizes any more.")
    lines = "; ".join(e.prizes.lines)
    if e.prizes.sharing == "equal":
        return spoken("Prizes: %(prizes)s; who are level on points share equally.", prizes=lines)
    return spoken("Prizes: %(prizes)s; who are level on points share by the Hort system.", prizes=lines)


@of(time.PointMarked)
def _marked(e: time.PointMarked, name: Name) -> str:
    return spoken("One can go back to here: %(point)s.", point=point(e.name))


_BACK = {
    "undo": spoken("Undone"), "redo": spoken("Done again"), "point": spoken("Back to a point"),
    "version": spoken("Back"),
}  # fmt: skip


@of(time.Returned)
def _back(e: time.Returned, name: Name) -> str:
    how = _BACK[e.why]
    if not e.lost:
        return spoken("%(how)s: as at version %(version)s.", how=how, version=e.to)
    return counted(
        len(e.lost),
        "%(how)s: as at version %(version)s, one event taken back.",
        "%(how)s: as at version %(version)s, %(num)s events taken back.",
        how=how,
        version=e.to,
    )
