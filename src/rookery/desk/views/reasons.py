"""Why a round is paired as it is: its groups and floats, what was given up, every board; why two do not meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rookery.desk.decision import Refused
from rookery.desk.state import State
from rookery.desk.views.who import Seats, Who, before_round, must_be_here, seats
from rookery.errors import RookeryError
from rookery.formats.board_order import at_boards
from rookery.formats.pairing import pair
from rookery.model import Bye, ByeKind, Points, Round
from rookery.pairing import facts
from rookery.pairing.outcome import Fact, Ledger, Outcome, Reason
from rookery.pairing.recorded import byes_in
from rookery.regulations import scheme
from rookery.values import frozen
from rookery.wording import counted, spoken, word

_OF_BOTH = (facts.Paired, facts.AsTheRules, facts.PlainOrder, facts.PairedBefore, facts.NotAsTheRules, facts.RecordedAs)
"""What is true of two who meet is said once."""


@frozen
class Sentence:
    """A sentence and the article it rests on; `kind` names what sort of fact it tells."""

    text: str
    article: str = ""
    kind: str = ""


@frozen
class BoardReasons:
    """Why two meet, with these colours: of a match its two sides. `reasons` are empty where nobody asked for them."""

    number: int
    white: Who
    black: Who
    reasons: tuple[Sentence, ...] = ()


@frozen
class AloneReasons:
    """Why somebody has no opponent: `bye` is what they have instead, if they have one."""

    who: Who
    bye: ByeKind | None = None
    reasons: tuple[Sentence, ...] = ()


@frozen
class Group:
    """A group as it was paired: who came from above, who belongs to it, who came from below, and who moved on.

    `points` are those of the residents, in tenths; where several groups were taken together, down to `lowest`.
    """

    number: int
    called: str
    points: Points
    lowest: Points | None = None
    moved_down: tuple[Who, ...] = ()
    residents: tuple[Who, ...] = ()
    moved_up: tuple[Who, ...] = ()
    pairs: tuple[tuple[Who, Who], ...] = ()
    left: tuple[Who, ...] = ()
    given_up: tuple[Sentence, ...] = ()


@frozen
class FloatArrow:
    """Somebody who is paired in another group: from the group of that number, 0 if all of it was, to the other."""

    who: Who
    opponent: Who
    start: int
    end: int
    down: bool


@frozen
class ReasonsView:
    """Why a round is as it is, by these `rules`; formats without groups have none.

    Where the round is not the one that the rules give, `ours` and `theirs` are the boards that differ, groups and
    floats are of ours, and `standing` says why. `unknown` says why nobody can tell.
    """

    round: int
    format: str
    rules: str = ""
    agrees: bool = True
    groups: tuple[Group, ...] = ()
    floats: tuple[FloatArrow, ...] = ()
    boards: tuple[BoardReasons, ...] = ()
    alone: tuple[AloneReasons, ...] = ()
    standing: tuple[Sentence, ...] = ()
    ours: tuple[Seats, ...] = ()
    theirs: tuple[Seats, ...] = ()
    unknown: str = ""


@frozen
class WhyNotView:
    """Why two do not meet, or why somebody has not got the bye; `possible` says that the rules would allow it."""

    round: int
    one: Who
    other: Who | None
    possible: bool
    reasons: tuple[Sentence, ...]


def asked_again(state: State, round: int) -> Outcome:
    """The round as the rules give it, to be asked why; results of the round itself do not change it.

    Every view here takes it as `outcome`, for whoever has kept it.
    """
    rounds = state.tournament.rounds
    if not 1 <= round <= len(rounds):
        raise Refused(counted(len(rounds), "round %(round)s is not paired: %(num)s round is",
                              "round %(round)s is not paired: %(num)s rounds are", round=round))  # fmt: skip
    return pair(state.tournament, round=round)


def reasons_view(state: State, round: int, outcome: Outcome | None = None, *, every: bool = False) -> ReasonsView:
    """Why a round is as it is; the sentences of each board only if `every` one is asked for."""
    t, who = state.tournament, before_round(state, state.tournament, round)
    format = word(scheme(t.system).format.title)
    try:
        found = outcome or asked_again(state, round)
    except Refused:
        raise
    except RookeryError as error:
        boards = tuple(BoardReasons(at, who[one.white], who[one.black]) for at, one in at_boards(t, round))
        return ReasonsView(round, format, agrees=False, boards=boards, unknown=error.said)
    ours, theirs = _differing(t.rounds[round - 1], found)
    return ReasonsView(
        round,
        format,
        str(found.edition or ""),
        not ours and not theirs,
        tuple(_group(found, ledger, who) for ledger in found.ledger if ledger.bracket),
        tuple(_floats(found, who)),
        tuple(_boards(state, round, found, who, every)),
        tuple(_alone(t.rounds[round - 1], found, who)),
        _told(found.standing) if ours or theirs else (),
        tuple(seats(both, who) for both in ours),
        tuple(seats(both, who) for both in theirs),
    )


def board_reasons(state: State, round: int, board: int, outcome: Outcome | None = None) -> BoardReasons:
    """Why two meet at a board, by its number."""
    found, who = outcome or asked_again(state, round), before_round(state, state.tournament, round)
    there = dict(at_boards(state.tournament, round))
    if board not in there:
        raise Refused(spoken("there is no board %(board)s in round %(round)s", board=board, round=round))
    return _board(found, board, who[there[board].white], who[there[board].black])


def player_reasons(state: State, round: int, key: str, outcome: Outcome | None = None) -> tuple[Sentence, ...]:
    """Everything there is to say about one participant in a round; of a player of a team about the team."""
    one, found = _number(state, key), outcome or asked_again(state, round)
    return _told(found.explain(one).reasons)


def why_not(state: State, round: int, one: str, other: str | None = None, outcome: Outcome | None = None) -> WhyNotView:
    """Why two do not meet in a round, or (without a second) why the first has not got the bye."""
    who, found = before_round(state, state.tournament, round), outcome or asked_again(state, round)
    first, second = _number(state, one), None if other is None else _number(state, other)
    told = found.why_not(first, second)
    reasons = [*told.reasons]
    if second is None and found.bye not in (None, first):
        reasons += found.explain(found.bye or 0).reasons  # why who has it does
    return WhyNotView(round, who[first], None if second is None else who[second], told.possible,
                      _told(reasons))  # fmt: skip


def _number(state: State, key: str) -> int:
    """The number of who is paired: of a player of a team, the team's."""
    must_be_here(state, key)
    if key in state.keys.participants:
        return state.keys.participants[key]
    one = state.keys.players.get(key)
    for team in state.tournament.teams:
        if one in team.players and state.tournament.team_event:
            return team.id
    raise Refused(spoken("%(name)s is not paired here", name=state.name(key)), keys=(key,))


# -- boards ------------------------------------------------------------------------------------------------------------


def _boards(state: State, round: int, outcome: Outcome, who: Mapping[int, Who], every: bool) -> Iterator[BoardReasons]:
    for at, one in at_boards(state.tournament, round):
        white, black = who[one.white], who[one.black]
        yield _board(outcome, at, white, black) if every else BoardReasons(at, white, black)


def _board(outcome: Outcome, at: int, white: Who, black: Who) -> BoardReasons:
    """A board: what there is to say of White, and what more there is to say of Black."""
    more = [one for one in outcome.explain(black.number).reasons if not isinstance(one.fact, _OF_BOTH)]
    return BoardReasons(at, white, black, _told((*outcome.explain(white.number).reasons, *more)))


def _told(reasons: Iterable[Reason]) -> tuple[Sentence, ...]:
    """Every sentence once; that the round is as the rules give it the view says itself."""
    said = (one for one in reasons if not isinstance(one.fact, facts.AsTheRules))
    return tuple(dict.fromkeys(Sentence(one.text, one.article, _kind(one.fact)) for one in said))


def _kind(fact: Fact | None) -> str:
    return "" if fact is None else type(fact).__name__


def _alone(round: Round, outcome: Outcome, who: Mapping[int, Who]) -> Iterator[AloneReasons]:
    """Who has no opponent, the allocated bye first, each with what there is to say."""
    first = ByeKind.PAIRING_ALLOCATED
    byes: list[Bye] = sorted(round.byes, key=lambda bye: (bye.kind is not first, bye.player))
    for bye in byes:
        told = _told(outcome.explain(bye.player).reasons) if bye.kind is first else ()
        yield AloneReasons(who[bye.player], bye.kind, told)


# -- groups ------------------------------------------------------------------------------------------------------------


def _group(outcome: Outcome, ledger: Ledger, who: Mapping[int, Who]) -> Group:
    """A group, and what it could not grant."""
    made = ledger.decision

    def named(some: Iterable[int]) -> tuple[Who, ...]:
        return tuple([who[one] for one in some])

    return Group(
        made.bracket,
        made.called,
        made.score,
        made.lowest,
        named(made.moved_down),
        named(made.residents),
        named(made.moved_up),
        tuple((who[higher], who[lower]) for higher, lower in made.pairs),
        named(made.left),
        _told(outcome.given_up(ledger)),
    )


def _floats(outcome: Outcome, who: Mapping[int, Who]) -> Iterator[FloatArrow]:
    """Everybody who is paired in a group to which they do not belong, from the top."""
    groups = [one for one in outcome.decisions if one.bracket]
    home = {one: group.bracket for group in groups for one in group.residents}
    for group in groups:
        moved = {*group.moved_down, *group.moved_up}
        for one, other in ((a, b) for both in group.pairs for a, b in (both, both[::-1]) if a in moved):
            down = one in group.moved_down
            yield FloatArrow(who[one], who[other], home.get(one, 0), group.bracket, down)


# -- ours beside theirs ------------------------------------------------------------------------------------------------

_Both = tuple[int, int]
"""Two who meet, White first; the allocated bye is `(player, 0)`."""


def _differing(round: Round, outcome: Outcome) -> tuple[list[_Both], list[_Both]]:
    """The boards that only the rules have, and those that only the round has; colours count where they are recorded."""
    ours, theirs = list(outcome.pairs), list(round.pairs)
    either = {(game.white, game.black) for game in round.games if not game.coloured}
    if outcome.whole is None:
        ours += [(outcome.bye, 0)] if outcome.bye is not None else []
        theirs += [(one, 0) for one in byes_in(round)]
    else:  # a table, a bracket or a ranking: who meets is what it gives
        either = set(theirs)
    here, there, turned = set(ours), set(theirs), {both[::-1] for both in either}
    return (
        [both for both in ours if both not in there and both not in turned],
        [both for both in theirs if both not in here and not (both in either and both[::-1] in here)],
    )
