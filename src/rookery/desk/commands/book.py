"""A round filled in by hand, entry by entry: pairings, results, byes, forfeits, and what takes them back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rookery.checking.breach import BreachKind
from rookery.desk.booking import Booking, without_empty_round
from rookery.desk.commands.hand import closed
from rookery.desk.decision import Granted, Refused
from rookery.desk.differing import games_of
from rookery.desk.events.byes import ByeAsked
from rookery.desk.events.hand import BoardsSet, PhaseOpened
from rookery.desk.events.results import MatchForfeited, ResultCorrected, ResultEntered
from rookery.desk.events.rounds import RoundUnpaired
from rookery.desk.facts import NONE, Boards, KeyedBye
from rookery.desk.fold import fold
from rookery.desk.happening import Happening
from rookery.desk.judging import broken, by_hand, ended, judged, pairs_of
from rookery.desk.levels import Caution, caution
from rookery.desk.state import State
from rookery.desk.whole_round import must_be_whole
from rookery.desk.wish import Wish, decides, wish
from rookery.model import ByeKind, Result, Tournament
from rookery.values import frozen
from rookery.wording import spoken


@frozen
class Booked:
    """One entry: who has White and who Black, or who has a bye or nobody to meet.

    In a team event the two of a result are players, and so is who has nobody to meet; all others are teams.
    """

    what: Literal["pair", "result", "bye", "none", "forfeit", "alone", "not alone"]
    white: str
    black: str = ""
    result: Result | None = None
    kind: ByeKind | None = None


@wish("round.book")
class BookRound(Wish):
    """Enter a round by hand, or some of it; who is left out would have no point, so that is for a `part` only."""

    round: int
    entries: tuple[Booked, ...]
    part: bool = False
    source: str = "desk"


@decides(BookRound)
def _book(state: State, wanted: BookRound) -> Granted:
    if state.phase is not None:
        text = spoken("round %(round)s is being made by hand", round=state.phase.round)
        raise Refused.by(caution("phase", state.fide, text, instead=spoken("end that first")))
    booking = Booking(state.tournament, wanted.round)
    for entry in wanted.entries:
        _enter(booking, state, entry)
    if not wanted.part:
        must_be_whole(booking)
    return booked(state, wanted.round, without_empty_round(booking.tournament()), wanted.source, wanted.part)


def _enter(booking: Booking, state: State, entry: Booked) -> None:
    """One entry into the round."""
    of_players = entry.what in ("result", "alone", "not alone")
    numbers = state.keys.players if of_players else state.keys.participants
    try:
        white, black = numbers[entry.white], numbers[entry.black] if entry.black else None
    except KeyError as error:
        raise Refused(spoken("nobody here has the key %(args)s", args=f"{error.args[0]!r}")) from None
    if entry.what == "none":
        booking.take_back(white, black)
    elif entry.what == "bye" and entry.kind is not None:
        booking.bye(white, entry.kind)
    elif entry.what in ("alone", "not alone"):
        booking.unopposed(white, given=entry.what == "alone")
    elif black is None:
        raise Refused(spoken("a game has two players"))
    elif entry.what == "pair":
        booking.pair(white, black)
    elif entry.result is None:
        raise Refused(spoken("a result is needed here"))
    elif entry.what == "forfeit":
        booking.forfeit_match(white, black, entry.result)
    else:
        booking.result(white, black, entry.result)


# -- what has changed, as events ---------------------------------------------------------------------------------------


def booked(state: State, number: int, new: Tournament, source: str, part: bool) -> Granted:
    """The events that make a round what it is in another tournament, and what is to be said of boards made by hand."""
    old = state.tournament
    if len(new.rounds) < number:
        back = (RoundUnpaired(number),) if number <= len(old.rounds) else ()
        return Granted((*back, *_asked(fold(state, back), number, new)))
    made, keys = new.rounds[number - 1], state.keys
    boards = Boards.of(made, keys)
    if number > len(old.rounds):
        said = tuple(_by_hand(state, number, new, part))
        if part:
            begun = fold(state, (laid := (BoardsSet(number, boards),)))
            return Granted((*laid, *_judged_when_whole(begun, number)), said)
        asked = tuple(KeyedBye(keys.participant[one], kind) for one, kind in old.absent(number).items())
        begin = PhaseOpened(number, Boards(byes=asked) if asked else NONE)
        return Granted((begin, *closed(state, number, boards, judged(old, made, state.choices.reverse))), said)
    was = Boards.of(old.rounds[number - 1], keys)
    events: tuple[Happening, ...] = (BoardsSet(number, boards, was),)
    if old.rounds[number - 1].pairs == made.pairs:
        small = tuple(_small(number, was, boards, source, number < len(old.rounds)))
        events = small if fold(state, small).tournament.rounds == new.rounds else events
    same = set(pairs_of(old.rounds[number - 1])) == set(pairs_of(made))
    whole = () if same else tuple(_judged_when_whole(fold(state, events), number))
    return Granted((*events, *whole), () if same else tuple(_by_hand(state, number, new, part)))


def _judged_when_whole(state: State, number: int) -> Iterator[Happening]:
    """The end of making a round in parts, once everybody has a place in it."""
    if number in state.in_parts and _has_everybody(state, state.tournament, number):
        t = state.tournament
        yield ended(state, number, judged(t.until(number), t.rounds[number - 1], state.choices.reverse))


def _asked(state: State, number: int, new: Tournament) -> Iterator[Happening]:
    """The byes asked for in a round in which nobody is paired, where they are others now."""
    key = state.keys.participant
    old = {bye.player: bye.kind for bye in state.tournament.requested if bye.round == number}
    now = {bye.player: bye.kind for bye in new.requested if bye.round == number}
    for one in {**old, **now}:
        if old.get(one) is not now.get(one):
            yield ByeAsked(key[one], number, now.get(one), old.get(one))


def _by_hand(state: State, number: int, new: Tournament, part: bool) -> Iterator[Caution]:
    """What boards made by hand break, and that the round is not ours, once it is whole."""
    found = judged(new.until(number), new.rounds[number - 1], state.choices.reverse)
    here = number <= len(state.tournament.rounds)  # who has no game yet in a round made in parts is read as absent
    yield from broken(state, tuple(one for one in found.broken if not (here and one.kind is BreachKind.ABSENT)))
    if not part or _has_everybody(state, new, number):
        yield from by_hand(state, number, found)


def _has_everybody(state: State, t: Tournament, number: int) -> bool:
    """Whether a round entered in parts is whole: only then can it be told from ours.

    TRF has the same for who is absent and for who has no game yet: only of the withdrawn it is known.
    """
    round, gone = t.rounds[number - 1], {state.number(key) for key in state.withdrawn}
    unsure = {bye.player for bye in round.byes if bye.kind in (ByeKind.ZERO, ByeKind.NOT_ENTERED)} - gone
    return not t.by_id.keys() - (round.participants - unsure)


def _small(number: int, was: Boards, now: Boards, source: str, earlier: bool) -> Iterator[Happening]:
    """What has changed, thing by thing, where the same people meet."""
    forfeited = {(one.white, one.black) for one in now.matches if one.forfeit is not None}
    for before, after in zip(was.matches, now.matches, strict=False):
        if after.forfeit is not None and after.forfeit is not before.forfeit:
            yield MatchForfeited(number, after.white, after.black, after.forfeit)
    if not forfeited:
        seen: dict[tuple[str, str], int] = {}
        for old, new in zip(games_of(was), games_of(now), strict=False):
            both = old.white, old.black
            at = seen[both] = seen.get(both, -1) + 1
            if old.result is not new.result:
                corrects = earlier and old.result is not Result.PENDING
                kind = ResultCorrected if corrects else ResultEntered
                yield kind(number, *both, new.result, old.result, source, at)
    had, have = {one.key: one.kind for one in was.byes}, {one.key: one.kind for one in now.byes}
    for key in {**had, **have}:
        if had.get(key) is not have.get(key):
            yield ByeAsked(key, number, have.get(key), had.get(key))
