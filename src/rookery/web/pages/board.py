"""One board by itself: the game, what both did before, why these two and why these colours, and why not others."""

from __future__ import annotations

from rookery.desk.decision import Refused
from rookery.desk.views.cells import RoundCell
from rookery.desk.views.reasons import Sentence, WhyNotView, board_reasons, why_not
from rookery.desk.views.round import BoardView
from rookery.desk.views.who import Who, participants
from rookery.errors import RookeryError
from rookery.model import Result
from rookery.values import frozen, replace
from rookery.web.outcomes import outcome, seen, so_far
from rookery.web.page import Page
from rookery.web.visit import Visit
from rookery.wording import spoken


@frozen
class BoardLook:
    """A board by itself; in an event of teams `white_side` and `black_side` are the teams.

    `unknown` says why the rules do not tell why these two meet. A result that cannot change any more can still be put
    right for the rating report alone: that is `report`, and `reported` what was said there.
    """

    label: str
    round: int
    board: BoardView
    white: tuple[RoundCell, ...] = ()
    black: tuple[RoundCell, ...] = ()
    white_side: Who | None = None
    black_side: Who | None = None
    reasons: tuple[Sentence, ...] = ()
    unknown: str = ""
    report: bool = False
    reported: Result | None = None


def board(visit: Visit) -> BoardLook:
    """The board of the address: its number, or in a match `match.board`."""
    here, label, state = seen(visit, visit.number("round")), visit.params["board"], visit.state
    boards = {str(one.number): (one, None) for one in here.boards}
    in_matches = {f"{match.number}.{one.number}": (one, match) for match in here.matches for one in match.boards}
    one, match = {**boards, **in_matches}.get(label, (None, None))
    if one is None:
        raise Refused(spoken("round %(number)s has no board %(label)s", number=here.number, label=label))
    made = BoardLook(label, here.number, replace(one, by="", source="") if visit.public else one,
                     report=here.change == "past" and state.closed is None)  # fmt: skip
    if state.tournament.team_event and match is not None:
        made = replace(made, white_side=match.white, black_side=match.black)
    else:
        before = so_far(visit, here.number)
        made = replace(made, white=before.get(one.white.number, ()), black=before.get(one.black.number, ()))
    return _told(visit, replace(made, reported=_reported(visit, made)), match.number if match else one.number)


def _reported(visit: Visit, made: BoardLook) -> Result | None:
    """What the rating report says of a game, where that is something else."""
    game = made.round, made.board.white.number, made.board.black.number
    told = [one.result for one in visit.state.tournament.reported if (one.round, one.white, one.black) == game]
    return told[-1] if told else None


def _told(visit: Visit, made: BoardLook, number: int) -> BoardLook:
    """The board with its reasons."""
    if visit.state.phase is not None and visit.state.phase.round == made.round:
        return replace(made, unknown=spoken("Round %(round)s is being made by hand.", round=made.round))
    try:
        found = board_reasons(visit.state, made.round, number, outcome(visit, made.round))
    except RookeryError as error:
        return replace(made, unknown=error.said)
    return replace(made, reasons=found.reasons)


@frozen
class Others:
    """Somebody, and everybody else: who could have been met, or was not."""

    round: int
    one: Who
    others: tuple[Who, ...]
    told: WhyNotView | None = None


def others(visit: Visit) -> Others:
    """Whom somebody did not meet; why not, if one is asked about."""
    number, state = visit.number("round"), visit.state
    everybody = {one.key: one for one in participants(state, round=number).values()}
    key, other = visit.query.get("one", ""), visit.query.get("other", "")
    if key not in everybody:
        raise Refused(spoken("nobody here has the key %(key)s", key=f"{key!r}"))
    rest = tuple(one for one in everybody.values() if one.key != key)
    if not other:
        return Others(number, everybody[key], rest)
    return Others(number, everybody[key], (), why_not(state, number, key, None if other == "bye" else other,
                                                      outcome(visit, number)))  # fmt: skip


_AT = "/t/{slug}/round/{round:int}"

PAGES = (
    Page("board", _AT + "/board/{board}", "Board", board, "_look.html", part=True, public=True),
    Page("others", _AT + "/others", "Why not", others, "_others.html", part=True, public=True),
)
