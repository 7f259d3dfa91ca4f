"""The words of the log: one sentence for every kind of event, with people by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from rookery.desk.rules import Choices, Laws
from rookery.model import PointSystem
from rookery.values import fields
from rookery.wording import listed

E = TypeVar("E", bound=Happening)
Name = Callable[[str], str]
"""What somebody is called, by key; `State.name` is one."""
Say = Callable[[E, Name], str]
WORDS: dict[type[Happening], Say[Any]] = {}
"""What says an event, by its kind; a kind without a row fails the tests."""

MOST = 6
"""So many names are told; the others are counted."""


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


def _names(keys: Any, name: Name) -> str:
    return listed([name(key) for key in keys], MOST)


def _points(tenths: int) -> str:
    return f"{tenths / 10:+g}"


def _rounds(first: int, last: int | None) -> str:
    if first == last:
        return f"in round {first}"
    return f"from round {first} to {last}" if last else ("in any round" if first == 1 else f"from round {first} on")


def _differences(was: Any, now: Any) -> Iterator[str]:
    """The fields that differ, as they were and as they are."""
    for each in fields(now):
        before, after = getattr(was, each.name), getattr(now, each.name)
        if before == after:
            continue
        called = each.name.replace("_", " ")
        if isinstance(after, PointSystem | Choices):
            yield from (f"{called} {one}" for one in _differences(before, after))
        elif isinstance(after, tuple) and not all(isinstance(one, str) for one in (*before, *after)):
            yield called
        else:
            yield f"{called} {_shown(after)} (was {_shown(before)})"


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value in (None, "") else "yes" if value is True else "no" if value is False else str(value)


# -- the tournament ----------------------------------------------------------------------------------------------------


def _by(laws: Laws) -> str:
    return f"{laws.system or 'no system named'}, {laws.rounds or 'any number of'} rounds"


@of(tournament.TournamentOpened)
def _opened(e: tournament.TournamentOpened, name: Name) -> str:
    return f"The tournament {e.name or 'without a name'} opens: {_by(e.laws)}."


@of(tournament.TournamentImported)
def _imported(e: tournament.TournamentImported, name: Name) -> str:
    made = e.tournament
    who = f"{len(made.teams)} teams" if made.team_event else f"{len(made.players)} players"
    rest = f", {len(e.adjustments)} adjustments" if e.adjustments else ""
    return f"The tournament {made.event.name or 'without a name'} came in with {who}, {len(made.rounds)} rounds{rest}."


@of(tournament.HeadSet)
def _head(e: tournament.HeadSet, name: Name) -> str:
    return f"The head was set: {listed(_differences(e.was, e.event), MOST)}."


@of(tournament.RulesSet)
def _rules(e: tournament.RulesSet, name: Name) -> str:
    return f"The rules were set: {listed(_differences(e.was, e.laws), MOST)}."


@of(tournament.ColourDrawn)
def _colour(e: tournament.ColourDrawn, name: Name) -> str:
    how = "was drawn by lot" if e.how == "lot" else "was given"
    return f"{e.colour.name.title()} {how} as the initial colour."


@of(tournament.FideLeft)
def _left(e: tournament.FideLeft, name: Name) -> str:
    return f"FIDE mode was left in round {e.round}, for good{f': {e.reason}' if e.reason else ''}."


@of(tournament.RemarkAdded)
def _remark(e: tournament.RemarkAdded, name: Name) -> str:
    return f"Put on record: {e.text.removesuffix(chr(46))}."


@of(tournament.RemarkDropped)
def _dropped(e: tournament.RemarkDropped, name: Name) -> str:
    return f"Not on record any more: {e.text}."


@of(tournament.TournamentClosed)
def _closed(e: tournament.TournamentClosed, name: Name) -> str:
    return f"The tournament was closed after round {e.after}."


@of(tournament.TournamentReopened)
def _reopened(e: tournament.TournamentReopened, name: Name) -> str:
    return f"The tournament, closed after round {e.after}, was opened again."


# -- people ------------------------------------------------------------------------------------------------------------


@of(players.PlayerEntered)
def _entered(e: players.PlayerEntered, name: Name) -> str:
    rating = f", rated {e.facts.rating}" if e.facts.rating else ""
    return f"{e.facts.name or e.key} entered as number {e.number}{rating}."


@of(players.PlayerChanged)
def _changed(e: players.PlayerChanged, name: Name) -> str:
    return f"{e.was.name or e.key} was put right: {listed(_differences(e.was, e.facts), MOST)}."


@of(players.PlayerRemoved)
def _removed(e: players.PlayerRemoved, name: Name) -> str:
    return f"{e.name or e.key} was taken off the list."


@of(players.RatingSet)
def _rated(e: players.RatingSet, name: Name) -> str:
    return f"{name(e.key)} has the rating {e.rating or 'none'} (was {e.was or 'none'})."


_WHY = {
    "start": "by rating, title and name", "late": "after a late entry", "correction": "after a correction",
    "exchange": "by an exchange", "hand": "by hand", "lot": "by lot",
}  # fmt: skip


@of(numbers.NumbersGiven)
def _numbers(e: numbers.NumbersGiven, name: Name) -> str:
    some = [f"{name(key)} is {number}" for key, number in sorted(e.numbers.items(), key=lambda one: one[1])]
    return f"Numbers were given {_WHY.get(e.why, e.why)}: {listed(some, MOST)}."


@of(teams.TeamEntered)
def _team(e: teams.TeamEntered, name: Name) -> str:
    return f"The team {e.name} entered as number {e.number}{f' with {_names(e.roster, name)}' if e.roster else ''}."


@of(teams.TeamChanged)
def _team_changed(e: teams.TeamChanged, name: Name) -> str:
    return f"The team {e.name} has the roster {_names(e.roster, name) or 'of nobody'}."


@of(teams.TeamRemoved)
def _team_removed(e: teams.TeamRemoved, name: Name) -> str:
    return f"The team {e.name or e.key} was taken off the list."


@of(teams.LineupSet)
def _lineup(e: teams.LineupSet, name: Name) -> str:
    return f"Round {e.round}: {name(e.team)} sits {f'as {_names(e.keys, name)}' if e.keys else 'as in its roster'}."


@of(seats.SeatFixed)
def _seat(e: seats.SeatFixed, name: Name) -> str:
    board = [] if e.board is None else [f"board {e.board}"]
    kept = listed(board if e.colour is None else [*board, e.colour.name.title()])
    return f"{name(e.key)} keeps {kept} from round {e.round} on."


@of(seats.SeatFreed)
def _seat_freed(e: seats.SeatFreed, name: Name) -> str:
    return f"{name(e.key)} keeps neither a board nor a colour from round {e.round} on."


# -- byes --------------------------------------------------------------------------------------------------------------


@of(byes.ByeAsked)
def _bye(e: byes.ByeAsked, name: Name) -> str:
    if e.kind is None:
        return f"Round {e.round}: {name(e.key)} has no bye any more{f' (was a {e.was})' if e.was else ''}."
    return f"Round {e.round}: {name(e.key)} has a {e.kind}{f' (was a {e.was})' if e.was else ''}."


@of(byes.PlayerWithdrawn)
def _withdrawn(e: byes.PlayerWithdrawn, name: Name) -> str:
    return f"{name(e.key)} plays no more from round {e.round} on."


@of(byes.PlayerReturned)
def _returned(e: byes.PlayerReturned, name: Name) -> str:
    return f"{name(e.key)} plays again from round {e.round} on."


@of(byes.PlayerExpelled)
def _expelled(e: byes.PlayerExpelled, name: Name) -> str:
    return f"{name(e.key)} was expelled from round {e.round} on{f': {e.reason}' if e.reason else ''}."


@of(byes.ExpulsionLifted)
def _lifted(e: byes.ExpulsionLifted, name: Name) -> str:
    return f"{name(e.key)} is not expelled any more, and plays from round {e.round} on."


@of(byes.HalfByesBarred)
def _barred(e: byes.HalfByesBarred, name: Name) -> str:
    return f"{name(e.key)} may have {'no half-point byes' if e.barred else 'half-point byes again'}."


@of(byes.PairForbidden)
def _forbidden(e: byes.PairForbidden, name: Name) -> str:
    return f"{_names(e.keys, name)} may not meet {_rounds(e.first, e.last)}."


@of(byes.PairAllowed)
def _allowed(e: byes.PairAllowed, name: Name) -> str:
    return f"{_names(e.keys, name)} may meet again, who were kept apart {_rounds(e.first, e.last)}."


# -- rounds ------------------------------------------------------------------------------------------------------------


@of(rounds.RoundPaired)
def _paired(e: rounds.RoundPaired, name: Name) -> str:
    boards = len(e.boards.games) + len(e.boards.matches)
    idle = f" and {len(e.boards.byes)} without an opponent" if e.boards.byes else ""
    return f"Round {e.round} was paired{f' ({e.by})' if e.by else ''}: {boards} boards{idle}."


@of(rounds.RoundUnpaired)
def _unpaired(e: rounds.RoundUnpaired, name: Name) -> str:
    return f"Round {e.round} was taken back."


@of(rounds.PositionDrawn)
def _position(e: rounds.PositionDrawn, name: Name) -> str:
    return f"Round {e.round} starts from position {e.number}."


@of(hand.PhaseOpened)
def _phase(e: hand.PhaseOpened, name: Name) -> str:
    return f"Round {e.round} is made by hand from here on."


@of(hand.BoardsSet)
def _boards(e: hand.BoardsSet, name: Name) -> str:
    made = [f"{name(white)} - {name(black)}" for white, black in e.boards.pairs if (white, black) not in e.was.pairs]
    return f"Round {e.round}: boards were laid by hand{f', new {listed(made, MOST)}' if made else ''}."


@of(hand.PhaseClosed)
def _phase_closed(e: hand.PhaseClosed, name: Name) -> str:
    beside = f" ({e.differences[0]})" if e.differences else ""
    return f"Round {e.round} is not made by hand any more: {e.verdict or 'it is done'}{beside}."


# -- results -----------------------------------------------------------------------------------------------------------


@of(results.ResultEntered)
def _result(e: results.ResultEntered, name: Name) -> str:
    was = f" (was {e.was})" if e.was.value != "pending" else ""
    if e.result.value == "pending":
        return f"Round {e.round}: {name(e.white)} - {name(e.black)} is open again{was}."
    ended = "is adjourned" if e.result.value == "adjourned" else f"ended {e.result}"
    return f"Round {e.round}: {name(e.white)} - {name(e.black)} {ended}{was}."


@of(results.ResultCorrected)
def _corrected(e: results.ResultCorrected, name: Name) -> str:
    return f"Round {e.round}: {name(e.white)} - {name(e.black)} was corrected to {e.result} (was {e.was})."


@of(results.ReportCorrected)
def _reported(e: results.ReportCorrected, name: Name) -> str:
    both = f"Round {e.round}: {name(e.white)} - {name(e.black)}"
    if e.result is None:
        return f"{both} is reported for rating as it was played."
    return f"{both} is reported for rating as {e.result}; pairings and standings stay."


@of(results.MatchForfeited)
def _match(e: results.MatchForfeited, name: Name) -> str:
    return f"Round {e.round}: the match {name(e.white)} - {name(e.black)} was forfeited {e.how}."


@of(results.PointsAdjusted)
def _adjusted(e: results.PointsAdjusted, name: Name) -> str:
    amounts = [f"{_points(e.points)} points"] * bool(e.points)
    amounts += [f"{_points(e.match_points)} match points"] * bool(e.match_points)
    kind = f" for {e.kind}" if e.kind else ""
    when = f" in round {e.round}" if e.round else ""
    return f"{_names(e.keys, name)}: {listed(amounts) or 'no points'}{kind}{when}{f' ({e.why})' if e.why else ''}."


# -- order and time ----------------------------------------------------------------------------------------------------


@of(order.OrderDrawn)
def _drawn(e: order.OrderDrawn, name: Name) -> str:
    return f"Lots were drawn after round {e.after}: {_names(e.order, name)}."


@of(order.OrderSet)
def _ordered(e: order.OrderSet, name: Name) -> str:
    if not e.groups:
        return f"Nobody is ranked by hand after round {e.after} any more."
    return f"After round {e.after} ranked by hand: {listed([_names(group, name) for group in e.groups], MOST)}."


@of(order.ValueEntered)
def _value(e: order.ValueEntered, name: Name) -> str:
    return f"{name(e.key)} has {e.code} {e.value or 'no more'}{f' (was {e.was})' if e.was else ''}."


@of(prizes.PrizesSet)
def _prizes(e: prizes.PrizesSet, name: Name) -> str:
    if not e.prizes.lines:
        return "There are no prizes any more."
    how = "equally" if e.prizes.sharing == "equal" else "by the Hort system"
    return f"Prizes: {'; '.join(e.prizes.lines)}; who are level on points share {how}."


@of(time.PointMarked)
def _marked(e: time.PointMarked, name: Name) -> str:
    return f"One can go back to here: {e.name}."


_BACK = {"undo": "Undone", "redo": "Done again", "point": "Back to a point", "version": "Back"}


@of(time.Returned)
def _back(e: time.Returned, name: Name) -> str:
    lost = f", {len(e.lost)} events taken back" if len(e.lost) > 1 else ", one event taken back" if e.lost else ""
    return f"{_BACK[e.why]}: as at version {e.to}{lost}."
