"""A round while it is made by hand: the boards on the table with their warnings, who has none, and ours beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rookery.checking.by_hand import asked_for
from rookery.desk.commands.hand import ClosePhase
from rookery.desk.decision import Refused
from rookery.desk.fold import fold
from rookery.desk.guard import cautions
from rookery.desk.judging import Judgement, broken, given, judged, pairs_of
from rookery.desk.levels import Caution, together
from rookery.desk.state import State
from rookery.desk.views.who import Who, before_round
from rookery.desk.wish import decide
from rookery.errors import RookeryError
from rookery.finality import length
from rookery.model import ByeKind, Game, Match, Result, Round
from rookery.order import to_pair
from rookery.values import frozen
from rookery.wording import count, spoken

Both = tuple[int, int]
"""Two who meet, White first; the allocated bye is `(player, 0)`."""


@frozen
class HandBoard:
    """A board on the table, counted as they lie there: two who meet, or who has which bye, and what it breaks.

    `same` says that it is one of ours, `ended` that it has results already, which moving somebody would lose.
    """

    number: int
    white: Who
    black: Who | None = None
    bye: ByeKind | None = None
    cautions: tuple[Caution, ...] = ()
    same: bool = False
    ended: bool = False


@frozen
class OurBoard:
    """A board as the rules give it, without Black the allocated bye; `same` says that it lies on the table."""

    white: Who
    black: Who | None
    same: bool


@frozen
class HandView:
    """The phase by hand: `boards` and `byes` on the table, in the `pool` who has neither, and the round by the rules.

    `unknown` says why the rules give none. `verdict` is how a whole round stands beside ours. `asks` are the warnings
    that closing would bring; where it would be refused, `refused` says why. It was paired before if it is made
    `again`.
    """

    round: int
    of: int | None
    boards: tuple[HandBoard, ...] = ()
    byes: tuple[HandBoard, ...] = ()
    pool: tuple[Who, ...] = ()
    ours: tuple[OurBoard, ...] = ()
    unknown: str = ""
    verdict: str = ""
    asks: tuple[Caution, ...] = ()
    refused: str = ""
    again: bool = False


def hand_view(state: State) -> HandView:
    """The round that is being made by hand."""
    phase, t = state.phase, state.tournament
    if phase is None:
        raise Refused(spoken("no round is being made by hand"), instead=spoken("begin that first"))
    made, who = phase.boards.round(state.keys), before_round(state, t, phase.round)
    said, verdict, trouble = _judgement(state, made)
    ours, unknown = _ours(state, made)
    same = set(ours)
    boards = tuple(_boards(made, who, said, same))
    byes = tuple(_byes(made, who, said, same, len(boards) + 1))
    pool = tuple(who[one] for one in to_pair(asked_for(t, made.byes)) if one not in made.participants)
    asks, refused = ((), _waiting(state, len(pool))) if pool else _closing(state)
    laid = set(pairs_of(made))
    return HandView(
        phase.round,
        length(t),
        boards,
        byes,
        pool,
        tuple(OurBoard(who[one], who[other] if other else None, (one, other) in laid) for one, other in ours),
        unknown or trouble,
        "" if pool else verdict,
        asks,
        refused,
        phase.was is not None,
    )


def _judgement(state: State, made: Round) -> tuple[dict[Both, list[Caution]], str, str]:
    """What each board breaks, how the whole stands beside ours, and why nobody can say."""
    try:
        found: Judgement = judged(state.tournament, made, state.choices.reverse)
    except RookeryError as error:
        return {}, "", error.said
    said: dict[Both, list[Caution]] = {}
    for one, warning in zip(found.broken, broken(state, found.broken), strict=True):
        said.setdefault(one.board, []).append(warning)
    return said, found.verdict, ""


def _ours(state: State, made: Round) -> tuple[tuple[Both, ...], str]:
    """The round by the rules, byes on the table taken for asked for; or why there is none."""
    try:
        return pairs_of(given(asked_for(state.tournament, made.byes), state.choices.reverse)), ""
    except RookeryError as error:
        return (), error.said


def _boards(
    made: Round, who: Mapping[int, Who], said: Mapping[Both, list[Caution]], ours: set[Both]
) -> Iterator[HandBoard]:
    meetings: tuple[Game | Match, ...] = (*made.games, *made.matches)
    for at, one in enumerate(meetings, 1):
        both, games = (one.white, one.black), one.games if isinstance(one, Match) else (one,)
        ended = any(game.result is not Result.PENDING for game in games)
        yield HandBoard(at, who[one.white], who[one.black], None, tuple(said.get(both, ())), both in ours, ended)


def _byes(
    made: Round, who: Mapping[int, Who], said: Mapping[Both, list[Caution]], ours: set[Both], first: int
) -> Iterator[HandBoard]:
    for at, bye in enumerate(made.byes, first):
        both = bye.player, 0
        same = bye.kind is not ByeKind.PAIRING_ALLOCATED or both in ours
        told = tuple(said.get(both, ())) if bye.kind is ByeKind.PAIRING_ALLOCATED else ()
        yield HandBoard(at, who[bye.player], None, bye.kind, told, same)


def _waiting(state: State, pool: int) -> str:
    teams = ("team has", "teams have") if state.tournament.team_event else ("player has", "players have")
    return spoken("%(number)s neither a board nor a bye yet", number=count(pool, *teams))


def _closing(state: State) -> tuple[tuple[Caution, ...], str]:
    """The warnings that closing brings now, or why it is refused."""
    try:
        found = decide(state, ClosePhase())
        return together(found.cautions, cautions(state, fold(state, found.events))), ""
    except RookeryError as error:
        return (), error.said
