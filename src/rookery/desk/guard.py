"""The one guard: what is to be said of any change, whatever way it came in, from the states before and after it.

It asks nothing of what was wished: a page, the API, an import, an undo and the command line are guarded alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from rookery.checking.objection import Objection, ObjectionKind
from rookery.checking.objections import objections
from rookery.checking.told import stated
from rookery.desk.differing import games_of, others, pairs_in
from rookery.desk.facts import Boards, KeyedGame
from rookery.desk.fold import EMPTY
from rookery.desk.frozen import LEAVE, frozen, ranked_otherwise
from rookery.desk.levels import TABLE, Caution, caution
from rookery.desk.state import State
from rookery.model import ByeKind, Remark, Result, Tournament
from rookery.regulations import scheme
from rookery.values import replace
from rookery.wording import joined, listed, spoken

MODE = frozenset(
    {
        ObjectionKind.SYSTEM, ObjectionKind.SYSTEM_NOT_NAMED, ObjectionKind.ACCELERATION, ObjectionKind.BAKU,
        ObjectionKind.BYE_VALUE, ObjectionKind.BYE_VALUES, ObjectionKind.ADJOURNED, ObjectionKind.FIXED_COLOUR,
    }
)  # fmt: skip
"""The objections that take a tournament out of FIDE mode; the others can be put right while it is in it."""

_SET_UP = (
    "system", "points", "match_points", "acceleration", "abnormal", "planned", "players", "team_event", "fixed_seats",
)  # fmt: skip
"""The fields that an objection of these kinds can come from."""


def cautions(before: State, after: State) -> tuple[Caution, ...]:
    """Everything that is to be said of a change."""
    if before is EMPTY:
        return ()
    asked = (
        (_phase, _mode, frozen, ranked_otherwise, _rounds, _byes) if before.tournament is not after.tournament else ()
    )
    return tuple(one for ask in (_closed, _left, *asked) for one in ask(before, after))


def _left(before: State, after: State) -> Iterator[Caution]:
    """Every way out of FIDE mode is asked for in two steps."""
    if before.fide and not after.fide:
        yield leaving(after.sticky.left or 1)


def leaving(round: int, reason: str = "", article: str = "") -> Caution:
    """The warning that FIDE mode is left, for good."""
    text = spoken("the tournament leaves FIDE mode: for good, and its file will say so")
    if reason:
        text = spoken("the tournament leaves FIDE mode (%(why)s): for good, and its file will say so", why=reason)
    return caution("leave-mode", True, text, round=round, article=article)


def _closed(before: State, after: State) -> Iterator[Caution]:
    """Nothing changes in a tournament that is closed."""
    if before.closed is None or after.closed is None:
        return
    if replace(after, sticky=before.sticky) != before:
        text = spoken("the tournament is closed after round %(closed)s", closed=before.closed)
        yield caution("closed", before.fide, text, instead=spoken("reopen it first"))


def _phase(before: State, after: State) -> Iterator[Caution]:
    """While a round is made by hand no other is paired, taken back or changed."""
    both = before.phase is not None and after.phase is not None
    if both and before.tournament.rounds != after.tournament.rounds:
        text = spoken("round %(round)s is being made by hand", round=before.phase.round)  # type: ignore[union-attr]
        yield caution("phase", before.fide, text, instead=spoken("end that first"))


# -- FIDE mode ---------------------------------------------------------------------------------------------------------


def against_the_mode(tournament: Tournament) -> tuple[Objection, ...]:
    """What takes a tournament out of FIDE mode."""
    return tuple(one for one in objections(tournament) if one.kind in MODE)


def _mode(before: State, after: State) -> Iterator[Caution]:
    """What FIDE has no rules for, and was not there before."""
    old, new = before.tournament, after.tournament
    if not after.fide or all(getattr(old, name) is getattr(new, name) for name in _SET_UP):
        return
    known = {one.kind for one in against_the_mode(old)}
    for one in against_the_mode(new):
        if one.kind not in known:
            known.add(one.kind)
            yield caution("not-fide", True, said_of(one), instead=LEAVE, article=one.article)


def said_of(one: Objection) -> str:
    """An objection in words; its article stands beside them."""
    return stated(one)


# -- the window of rounds that may change ------------------------------------------------------------------------------


def window(state: State) -> int:
    """The first round that may still change: the one before the last that was ever played."""
    return max(1, state.sticky.played - 1)


def _rounds(before: State, after: State) -> Iterator[Caution]:
    """Rounds that change although another has been paired after them, and rounds that are taken back with results."""
    old, new = before.tournament.rounds, after.tournament.rounds
    if old is new:
        return
    for number, (was, now) in enumerate(zip_longest(old, new), 1):
        if was is now or was is None:
            continue
        there = Boards.of(was, before.keys)
        if now is None:
            on_the_table = after.phase is not None and after.phase.round == number
            yield from _taken_back(before, number, there, on_the_table)
        elif there != (here := Boards.of(now, after.keys)):
            yield from _changed(before, after, number, there, here)


def _taken_back(before: State, number: int, there: Boards, on_the_table: bool) -> Iterator[Caution]:
    ended = [one for one in games_of(there) if one.result is not Result.PENDING]
    if number < window(before):
        yield _past(before, number, spoken("it is taken back"))
    elif ended and not on_the_table:
        games = listed((_pair(before, one) for one in ended), 6)
        text = spoken("round %(number)s has results, which are lost with it: %(games)s", number=number, games=games)
        yield caution("results-lost", before.fide, text, round=number, said=games)


def _changed(before: State, after: State, number: int, there: Boards, here: Boards) -> Iterator[Caution]:
    """What is different in a round: other games, matches and byes, or results of games that stay."""
    last, free = number == len(before.tournament.rounds), scheme(before.tournament.system).format.predetermined
    called = {**before.keys.players, **after.keys.players}
    if other := joined("; ", others(before, after, there, here)):
        yield from _beyond(before, number, other, last)
    old, new = games_of(there), games_of(here)
    for was, now in zip(old, new, strict=False) if pairs_in(old) == pairs_in(new) else ():
        if was.result is now.result or (was.result is Result.PENDING and (last or free)):
            continue
        said = f"{called[was.white]}-{called[was.black]} {was.result} => {now.result}"
        told = spoken("%(white)s – %(black)s, %(was)s becomes %(now)s", white=before.called(was.white),
                      black=before.called(was.black), was=was.result, now=now.result)  # fmt: skip
        if was.result in (Result.ADJOURNED, Result.PENDING):
            yield from _decided(before, number, (was, now), said, told)
        else:
            yield from _beyond(before, number, said, last, told)


def _beyond(before: State, number: int, said: str, last: bool, told: str = "") -> Iterator[Caution]:
    """What a later round was paired on changes: `said` goes on record by numbers, `told` names people."""
    if number < window(before):
        yield _past(before, number, said)
    elif not last:
        given = scheme(before.tournament.system).format.predetermined
        text = spoken("%(what)s: round %(round)s was paired on what stood there, and stays as it is",
                      what=told or said, round=number + 1)  # fmt: skip
        if given:
            text = spoken("%(what)s: round %(round)s has been paired since", what=told or said, round=number + 1)
        yield caution("correction", before.fide, text, round=number, said=said)


def _past(before: State, number: int, said: str) -> Caution:
    text = spoken("round %(number)s cannot change any more: round %(played)s has been played (%(said)s)", number=number,
                  played=before.sticky.played, said=said)  # fmt: skip
    instead = spoken("put a result right for the rating report alone")
    return caution("past", before.fide, text, round=number, said=said, instead=instead)


def _decided(before: State, number: int, both: tuple[KeyedGame, KeyedGame], said: str, told: str) -> Iterator[Caution]:
    """An adjourned game counted as a draw when later rounds were paired."""
    was, now = both
    level = now.result in (Result.DRAW, Result.UNRATED_DRAW, Result.PENDING, Result.ADJOURNED)
    if not level and number < len(before.tournament.rounds):
        text = spoken("%(game)s: it had no result when round %(round)s was paired", game=told, round=number + 1)
        if was.result is Result.ADJOURNED:
            text = spoken("%(game)s: it counted as a draw when round %(round)s was paired", game=told, round=number + 1)
        yield caution("adjourned-decided", before.fide, text, round=number, said=said, who=(now.white, now.black))


def _pair(state: State, one: KeyedGame) -> str:
    """A game by the numbers that the file has."""
    return f"{state.keys.players[one.white]}-{state.keys.players[one.black]}"


# -- byes --------------------------------------------------------------------------------------------------------------


def _byes(before: State, after: State) -> Iterator[Caution]:
    """Half-point byes beyond what the event gives or to somebody who may have none, and full-point byes."""
    old, new = before.tournament, after.tournament
    if old.requested is new.requested and old.rounds is new.rounds:
        return
    halves, had = given(after, ByeKind.HALF), given(before, ByeKind.HALF)
    for key in sorted(halves):
        more = halves[key] - had.get(key, set())
        if not more:
            continue
        name, round = after.name(key), min(more)
        if key in after.barred:
            text = spoken("%(name)s may have no half-point byes in this event", name=name)
            yield caution("barred-half-bye", after.fide, text, who=(key,), round=round)
        elif len(halves[key]) > max(after.choices.half_byes, len(had.get(key, ()))):
            text = spoken("%(name)s would have %(number)s half-point byes, in rounds %(halves)s", name=name,
                          number=len(halves[key]), halves=listed(sorted(halves[key])))  # fmt: skip
            yield caution("second-half-bye", after.fide, text, who=(key,), round=round)
        yield from _too_late(after, key, more)
    if scheme(new.system).format.eliminates:  # its byes are full points
        return
    fulls, before_it = given(after, ByeKind.FULL), given(before, ByeKind.FULL)
    for key in sorted(fulls):
        for round in sorted(fulls[key] - before_it.get(key, set())):
            said = f"{after.number(key)} {after.name(key)}".strip()
            text = spoken("%(name)s gets a full point in round %(round)s without a game, which FIDE advises against",
                          name=after.name(key), round=round)  # fmt: skip
            yield caution("full-bye", after.fide, text, who=(key,), round=round, said=said)


def _too_late(after: State, key: str, rounds: set[int]) -> Iterator[Caution]:
    """Half-point byes after the last round in which the event gives them."""
    last = after.choices.last_half_bye
    for number in sorted(rounds):
        if last is not None and number > last:
            text = spoken("half-point byes are given until round %(last)s: %(name)s has one in round %(number)s",
                          last=last, name=after.name(key), number=number)  # fmt: skip
            yield caution("late-half-bye", after.fide, text, who=(key,), round=number)


def given(state: State, kind: ByeKind) -> dict[str, set[int]]:
    """In which rounds everybody has a bye of this kind, had or asked for."""
    key, found = state.keys.participant, dict[str, set[int]]()
    for bye in state.tournament.requested:
        if bye.kind is kind:
            found.setdefault(key[bye.player], set()).add(bye.round)
    for number, round in enumerate(state.tournament.rounds, 1):
        for one in round.byes:
            if one.kind is kind:
                found.setdefault(key[one.player], set()).add(number)
    return found


def outdated(before: State, after: State) -> Iterator[Remark]:
    """The remarks on full-point byes that were taken back."""
    old, new = before.tournament, after.tournament
    told = [one for one in new.remarks if one.text.startswith(TABLE["full-bye"].remark)]
    if not told or (old.requested is new.requested and old.rounds is new.rounds):
        return
    left = given(after, ByeKind.FULL)
    for key, rounds in given(before, ByeKind.FULL).items():
        for round in rounds - left.get(key, set()) if key in after.keys.participants else ():
            head = Remark(f"{TABLE['full-bye'].remark}: {after.number(key)}", round).text
            yield from (one for one in told if f"{one.text} ".startswith(f"{head} "))
