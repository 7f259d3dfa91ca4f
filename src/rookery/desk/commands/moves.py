"""Moving people about while a round is made by hand: exchange, put together, the bye, off the table, pair the rest."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from rookery.checking.by_hand import asked_for
from rookery.desk.commands.hand import exchanged, laid, lost, on_the_table, turned
from rookery.desk.decision import Granted, Refused
from rookery.desk.facts import Boards
from rookery.desk.seated import lined_up
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.formats.pairing import pair
from rookery.matches import meeting
from rookery.model import Bye, ByeKind, Game, Match, Round
from rookery.values import replace
from rookery.wording import spoken

Move = Literal["exchange", "together", "bye", "off"]


@wish("hand.move")
class MoveSeats(Wish):
    """Move some on the table: exchange two (their colours if they meet, else their places), put two together, the first
    with White, give one the allocated bye, or take all of them off.
    """

    keys: tuple[str, ...]
    what: Move = "exchange"


@decides(MoveSeats)
def _move(state: State, wanted: MoveSeats) -> Granted:
    phase, numbers = on_the_table(state), [state.number(key) for key in dict.fromkeys(wanted.keys)]
    many = {"exchange": 2, "together": 2, "bye": 1}.get(wanted.what, len(numbers) or 1)
    if len(numbers) != many:
        if many == 2:
            raise Refused(spoken("choose two first, not %(number)s", number=len(numbers)))
        raise Refused(spoken("choose one first, not %(number)s", number=len(numbers)))
    old = phase.boards.round(state.keys)
    made = _moved(state, old, wanted.what, numbers)
    found = laid(state, Boards.of(made, state.keys))
    return Granted(found.events, (*lost(state, phase.round, old, made), *found.cautions))


def _moved(state: State, round: Round, what: Move, numbers: list[int]) -> Round:
    if what == "off":
        return without(state, round, numbers)
    if what == "bye":
        rest = without(state, round, numbers)
        return replace(rest, byes=(*rest.byes, Bye(numbers[0], ByeKind.PAIRING_ALLOCATED)))
    one, other = numbers
    return _exchange(state, round, one, other) if what == "exchange" else _together(state, round, one, other)


def _exchange(state: State, round: Round, one: int, other: int) -> Round:
    if any({one, other} == set(both) for both in round.pairs):
        return turned(state, round, one, other)
    if one not in round.participants and other not in round.participants:
        raise Refused(spoken("neither of the two has a place yet"), instead=spoken("put them together"))
    return exchanged(state, round, one, other)


def _together(state: State, round: Round, white: int, black: int) -> Round:
    """The two at one board, where the first was or else the second; whom they met before has no board any more."""
    there = next((at for at, both in enumerate(round.pairs) if white in both), None)
    there = next((at for at, both in enumerate(round.pairs) if black in both), None) if there is None else there
    rest = without(state, round, (white, black))
    before = sum(not {white, black} & set(both) for both in round.pairs[:there])
    made = meeting(state.tournament, white, black)
    if isinstance(made, Match):
        return replace(rest, matches=(*rest.matches[:before], made, *rest.matches[before:]))
    return replace(rest, games=(*rest.games[:before], made, *rest.games[before:]))


def without(state: State, round: Round, some: Collection[int]) -> Round:
    """The round without the boards and byes of some; the players of a team that goes have no byes either."""
    gone = {one for both in round.pairs if set(some) & set(both) for one in both}
    theirs = {who for team in state.tournament.teams if team.id in gone for who in team.players}
    return replace(
        round,
        games=tuple(one for one in round.games if one.white not in gone),
        matches=tuple(one for one in round.matches if one.white not in gone),
        byes=tuple(one for one in round.byes if one.player not in some),
        player_byes=tuple(one for one in round.player_byes if one.player not in theirs),
    )


@wish("hand.fill")
class FillTable(Wish):
    """Pair those who have neither a board nor a bye yet by the rules; the boards on the table stay."""


@decides(FillTable)
def _fill(state: State, wanted: FillTable) -> Granted:
    phase = on_the_table(state)
    old, t = phase.boards.round(state.keys), state.tournament
    bye = next((one.player for one in old.byes if one.kind is ByeKind.PAIRING_ALLOCATED), None)
    found = pair(asked_for(t, old.byes), fixed=old.pairs, bye=bye, games=state.choices.games)
    whole = lined_up(state, phase.round, found.round)
    there = {frozenset(both) for both in old.pairs}
    meetings: tuple[Game | Match, ...] = (*whole.games, *whole.matches)
    more = [one for one in meetings if {one.white, one.black} not in there]
    here = {one.player for one in old.byes}
    made = replace(
        old,
        games=(*old.games, *(one for one in more if isinstance(one, Game))),
        matches=(*old.matches, *(one for one in more if isinstance(one, Match))),
        byes=(*old.byes, *(one for one in whole.byes if one.player not in here)),
        player_byes=(*old.player_byes, *(one for one in whole.player_byes if one not in old.player_byes)),
    )
    return laid(state, Boards.of(made, state.keys))
