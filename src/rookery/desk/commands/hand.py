"""Pairing by hand: a phase with a beginning and an end, boards that are moved, both pairings side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rookery.checking.breach import HandBreach
from rookery.desk.decision import Granted, Refused
from rookery.desk.events.hand import BoardsSet, PhaseClosed, PhaseOpened
from rookery.desk.events.rounds import RoundPaired
from rookery.desk.facts import Boards, KeyedBye
from rookery.desk.fold import fold
from rookery.desk.happening import Happening
from rookery.desk.judging import Judgement, broken, by_hand, ended, judged
from rookery.desk.levels import Caution, caution
from rookery.desk.state import Phase, State
from rookery.desk.wish import Wish, decides, wish
from rookery.matches import meeting
from rookery.model import Bye, ByeKind, Game, Match, Result, Round
from rookery.values import replace as with_values
from rookery.wording import counted, listed, spoken

_ASKED = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)


@wish("hand.open")
class OpenPhase(Wish):
    """Begin to make a round by hand: the next one, or the last, whose boards then lie on the table."""

    round: int


@decides(OpenPhase)
def _open(state: State, wanted: OpenPhase) -> Granted:
    return Granted((opened(state, wanted.round),), point=f"before round {wanted.round} by hand")


def opened(state: State, number: int) -> PhaseOpened:
    """The beginning of a phase; refused while another is open, and for a round after which another was paired."""
    t = state.tournament
    if state.phase is not None:
        text = spoken("round %(round)s is being made by hand", round=state.phase.round)
        raise Refused.by(caution("phase", state.fide, text, instead=spoken("end that first")))
    if number not in (len(t.rounds), t.next_round) or number < 1 or number > (t.planned or number):
        text = counted(len(t.rounds), "round %(number)s cannot be made by hand: %(num)s round is paired",
                       "round %(number)s cannot be made by hand: %(num)s rounds are paired", number=number)  # fmt: skip
        raise Refused(text, article="C.04.2 4.3")
    if number == len(t.rounds):
        return PhaseOpened(number, Boards.of(t.rounds[-1], state.keys))
    asked = tuple(KeyedBye(state.keys.participant[one], kind) for one, kind in t.absent(number).items())
    return PhaseOpened(number, Boards(byes=asked))


@wish("hand.set")
class SetBoards(Wish):
    """Lay these boards on the table; who is not named has no board yet."""

    boards: Boards


@decides(SetBoards)
def _set(state: State, wanted: SetBoards) -> Granted:
    return laid(state, wanted.boards)


def laid(state: State, boards: Boards) -> Granted:
    """These boards lie on the table now; what they break is said once, as it arises."""
    phase, boards = on_the_table(state), _in_matches(state, boards)
    said, known = [], _found(state, phase.boards)
    for one in _found(state, boards):
        if (one.kind, one.board) not in {(old.kind, old.board) for old in known}:
            said.append(one)
    if boards == phase.boards:
        return Granted(())
    return Granted((BoardsSet(phase.round, boards, phase.boards),), tuple(broken(state, tuple(said))))


def _in_matches(state: State, boards: Boards) -> Boards:
    """The boards in which two who are laid down face to face have their match, where matches are played."""
    laid = boards.round(state.keys)
    met = tuple(meeting(state.tournament, game.white, game.black) for game in laid.games)
    matches = tuple(one for one in met if isinstance(one, Match))
    return Boards.of(with_values(laid, games=(), matches=(*laid.matches, *matches)), state.keys) if matches else boards


@wish("hand.close")
class ClosePhase(Wish):
    """End the phase: the boards on the table are the round, or the phase is given up and all is as before it."""

    give_up: bool = False


@decides(ClosePhase)
def _close(state: State, wanted: ClosePhase) -> Granted:
    phase = on_the_table(state)
    if wanted.give_up:
        back = () if phase.was is None else (RoundPaired(phase.round, phase.was, "as it was"),)
        return Granted((PhaseClosed(phase.round, "given up"), *back))
    made = _in_matches(state, phase.boards).round(state.keys)
    whole = state.tournament.with_round(made)  # everybody must be in it
    found = judged(state.tournament, whole.rounds[-1], state.choices.reverse)
    boards = Boards.of(whole.rounds[-1], state.keys)
    return Granted(tuple(closed(state, phase.round, boards, found)), tuple(by_hand(state, phase.round, found)))


def closed(state: State, number: int, boards: Boards, found: Judgement) -> Iterator[Happening]:
    """The end of a phase, and the round that it made."""
    yield ended(state, number, found)
    yield RoundPaired(number, boards, "hand")


def on_the_table(state: State) -> Phase:
    """The phase by hand; refused where there is none."""
    if state.phase is None:
        raise Refused(spoken("no round is being made by hand"), instead=spoken("begin that first"))
    return state.phase


def _found(state: State, boards: Boards) -> tuple[HandBreach, ...]:
    """What the boards on the table break, as far as they are made."""
    return judged(state.tournament, boards.round(state.keys), state.choices.reverse).broken


# -- in one step -------------------------------------------------------------------------------------------------------


@wish("hand.swap")
class Swap(Wish):
    """In the last round, exchange the colours of two who meet, or the places of two who do not."""

    one: str
    other: str
    what: Literal["colours", "places"] = "colours"
    round: int | None = None


@decides(Swap)
def _swap(state: State, wanted: Swap) -> Granted:
    number = wanted.round or len(state.tournament.rounds)
    if number == state.tournament.next_round or not state.tournament.rounds:
        text = spoken("no round has been paired")
        if number:
            text = spoken("round %(number)s is not paired yet", number=number)
        raise Refused.by(caution("not-paired", state.fide, text, instead=spoken("pair it first")))
    one, other = state.number(wanted.one), state.number(wanted.other)
    begin = opened(state, number)
    within = fold(state, (begin,))
    old = state.tournament.rounds[-1]
    made = turned(state, old, one, other) if wanted.what == "colours" else _moved(within, old, one, other)
    boards = Boards.of(made, state.keys)
    found = judged(within.tournament, made, state.choices.reverse)
    events = (begin, BoardsSet(number, boards, begin.boards), *closed(within, number, boards, found))
    said = (*lost(state, number, old, made), *broken(within, found.broken), *by_hand(state, number, found))
    return Granted(events, said, f"before round {number} by hand")


def lost(state: State, number: int, old: Round, made: Round) -> Iterator[Caution]:
    """The results of games that are not played in this round any more."""
    still = {frozenset((game.white, game.black)) for game in _games(made)}
    ended = [game for game in _games(old) if game.result is not Result.PENDING]
    gone = [f"{game.white}-{game.black}" for game in ended if {game.white, game.black} not in still]
    if gone:
        text = spoken("results of round %(number)s are lost with their boards: %(gone)s", number=number,
                      gone=listed(gone, 6))  # fmt: skip
        yield caution("results-lost", state.fide, text, round=number)


def _games(round: Round) -> Iterator[Game]:
    yield from round.games
    for match in round.matches:
        yield from match.games


def turned(state: State, round: Round, one: int, other: int) -> Round:
    """The round in which two who meet have each other's colour; how it ended for each stays."""
    if not any({one, other} == set(pair) for pair in round.pairs):
        text = spoken("%(one)s and %(other)s do not meet in this round", one=_named(state, one),
                      other=_named(state, other))  # fmt: skip
        raise Refused(text, article="C.04.1 7", instead=spoken("exchange their places"))
    games = tuple(_reversed(g) if {g.white, g.black} == {one, other} else g for g in round.games)
    matches = tuple(
        with_values(m, white=m.black, black=m.white, games=tuple(map(_reversed, m.games)),
                    forfeit=m.forfeit and m.forfeit.reversed)
        if {m.white, m.black} == {one, other} else m
        for m in round.matches
    )  # fmt: skip
    return with_values(round, games=games, matches=matches)


def _named(state: State, one: int) -> str:
    return state.name(state.keys.participant[one]) or str(one)


def _reversed(game: Game) -> Game:
    return Game(game.black, game.white, game.result.reversed, game.coloured)


def _moved(state: State, round: Round, one: int, other: int) -> Round:
    """The round in which two have each other's place."""
    if missing := [who for who in (one, other) if who not in round.participants]:
        raise Refused(spoken("%(name)s has no place in this round", name=_named(state, missing[0])),
                      article="C.04.2 3.2")  # fmt: skip
    return exchanged(state, round, one, other)


def exchanged(state: State, round: Round, one: int, other: int) -> Round:
    """The round in which two have each other's place; whoever has another opponent now has no result yet."""
    t, seats = state.tournament, {one: other, other: one}
    if any({one, other} == set(pair) for pair in round.pairs):
        text = spoken("%(one)s and %(other)s meet in this round", one=_named(state, one), other=_named(state, other))
        raise Refused(text, article="C.04.1 2", instead=spoken("exchange their colours"))
    for bye in round.byes:
        if bye.player in seats and bye.kind in _ASKED:
            text = spoken("%(name)s has a %(kind)s, and no place to give", name=_named(state, bye.player),
                          kind=bye.kind)  # fmt: skip
            raise Refused(text, article="C.04.2 3.3", instead=spoken("take the bye away, and make the round anew"))

    def moved(meets: Game | Match) -> Game | Match:
        white, black = seats.get(meets.white, meets.white), seats.get(meets.black, meets.black)
        return meets if (white, black) == (meets.white, meets.black) else meeting(t, white, black)

    there: tuple[Game | Match, ...] = (*round.games, *round.matches)
    made = [moved(meets) for meets in there]
    whose = {who for team in t.teams if team.id in seats for who in team.players}
    return with_values(
        round,
        games=tuple(meets for meets in made if isinstance(meets, Game)),
        matches=tuple(meets for meets in made if isinstance(meets, Match)),
        byes=tuple(Bye(seats.get(bye.player, bye.player), bye.kind) for bye in round.byes),
        player_byes=tuple(bye for bye in round.player_byes if bye.player not in whose),
    )
