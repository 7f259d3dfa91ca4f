"""Why a round is as it is: groups and floats drawn, what was given up, every board; why two do not meet."""

from __future__ import annotations

from rookery.desk.decision import Refused
from rookery.desk.views.reasons import (
    BoardReasons,
    Group,
    ReasonsView,
    Sentence,
    board_reasons,
    player_reasons,
    reasons_view,
    why_not,
)
from rookery.desk.views.who import Who, participants
from rookery.errors import RookeryError
from rookery.pairing.outcome import Outcome
from rookery.pictures import groups as drawn
from rookery.values import frozen
from rookery.web.outcomes import outcome
from rookery.web.page import Page
from rookery.web.visit import Visit
from rookery.wording import spoken


@frozen
class GroupBoards:
    """A group with its boards, by their numbers."""

    group: Group
    boards: tuple[BoardReasons, ...]


@frozen
class Asked:
    """What was asked about, and what there is to say: a board, somebody, two who do not meet, or the bye."""

    one: Who | None = None
    other: Who | None = None
    bye: bool = False
    board: BoardReasons | None = None
    reasons: tuple[Sentence, ...] = ()


@frozen
class ReasonsPage:
    """A round with its reasons: `groups` with their boards, `rest` the boards of no group, and the picture of both."""

    seen: ReasonsView
    groups: tuple[GroupBoards, ...]
    rest: tuple[BoardReasons, ...]
    everybody: tuple[Who, ...]
    picture: str = ""
    asked: Asked | None = None


def view(visit: Visit) -> ReasonsPage:
    """The round of the address."""
    number = visit.number("round")
    told = _outcome(visit, number)
    seen = reasons_view(visit.state, number, told)
    at = {frozenset((one.white.key, one.black.key)): one for one in seen.boards}
    groups = tuple(
        GroupBoards(group, tuple(at[both] for both in map(_both, group.pairs) if both in at)) for group in seen.groups
    )
    here = {board.number for group in groups for board in group.boards}
    rest = tuple(board for board in seen.boards if board.number not in here)
    everybody = tuple(sorted(participants(visit.state, round=number).values(), key=lambda one: one.name.casefold()))
    asked = _asked(visit, number, told, {one.key: one for one in everybody}) if told else None
    return ReasonsPage(seen, groups, rest, everybody, _picture(visit, number), asked)


def _both(pair: tuple[Who, Who]) -> frozenset[str]:
    return frozenset(one.key for one in pair)


def _outcome(visit: Visit, number: int) -> Outcome | None:
    """The round as the rules give it; nothing where they give none, which the view explains."""
    try:
        return outcome(visit, number)
    except Refused:
        raise
    except RookeryError:
        return None


def _picture(visit: Visit, number: int) -> str:
    try:
        return drawn(visit.state.tournament, number, visit.say).svg
    except RookeryError:  # formats without groups
        return ""


def _asked(visit: Visit, round: int, told: Outcome, everybody: dict[str, Who]) -> Asked | None:
    """The answer to the question behind the address."""
    state, one, other = visit.state, visit.query.get("one", ""), visit.query.get("other", "")
    if "board" in visit.query:
        board = board_reasons(state, round, visit.number("board"), told)
        return Asked(board=board, reasons=board.reasons)
    if not one:
        return None
    if one not in everybody or (other and other != "bye" and other not in everybody):
        raise Refused(spoken("nobody here has the key %(rest)s", rest=f"{one if one not in everybody else other!r}"))
    if not other or other == one:
        return Asked(everybody[one], reasons=player_reasons(state, round, one, told))
    found = why_not(state, round, one, None if other == "bye" else other, told)
    return Asked(found.one, found.other, other == "bye", reasons=found.reasons)


@frozen
class AnswerPart:
    """The answer by itself, to be put into the page."""

    asked: Asked | None


def answer(visit: Visit) -> AnswerPart:
    """What there is to say to a question behind the address."""
    number = visit.number("round")
    everybody = {one.key: one for one in participants(visit.state, round=number).values()}
    return AnswerPart(_asked(visit, number, outcome(visit, number), everybody))


_AT = "/t/{slug}/round/{round:int}/why"

PAGES = (
    Page("reasons", _AT, "Reasons", view, "reasons.html", "round", public=True),
    Page("asked-why", _AT + "/asked", "Reasons", answer, "_asked.html", part=True, public=True),
)
