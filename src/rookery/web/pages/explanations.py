"""Reasons of a round: groups and floats as a picture, the criteria given up, every board; why two do not meet."""

from __future__ import annotations

from rookery._record import record
from rookery.charts import draw_groups as drawn
from rookery.collation import sort_key
from rookery.errors import RookeryError
from rookery.messages import msg
from rookery.pairing.outcome import Pairing
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.views.explanations import (
    BoardReasons,
    Group,
    ReasonsView,
    Sentence,
    board_reasons,
    player_reasons,
    reasons_view,
    why_not,
)
from rookery.tournaments.views.participants import Participant, participants
from rookery.web.cache import get_round_pairing
from rookery.web.page_spec import Page, RequestContext


@record
class GroupBoards:
    """A group with its boards by number."""

    group: Group
    boards: tuple[BoardReasons, ...]


@record
class Asked:
    """A question and its answer: a board, a participant, two who do not meet, or the bye."""

    one: Participant | None = None
    other: Participant | None = None
    bye: bool = False
    board: BoardReasons | None = None
    reasons: tuple[Sentence, ...] = ()


@record
class ReasonsPage:
    """A round with its reasons: `groups` with their boards, `rest` for boards without a group, and the picture."""

    seen: ReasonsView
    groups: tuple[GroupBoards, ...]
    rest: tuple[BoardReasons, ...]
    everybody: tuple[Participant, ...]
    picture: str = ""
    asked: Asked | None = None


def build_explanations(visit: RequestContext) -> ReasonsPage:
    """Return the reasons of the round of the address."""
    number = visit.number("round")
    pairing = _pairing_or_none(visit, number)
    reasons = reasons_view(visit.state, number, pairing)
    reasons_by_pair = {frozenset((board.white.key, board.black.key)): board for board in reasons.boards}
    groups = tuple(
        GroupBoards(
            group, tuple(reasons_by_pair[pair] for pair in map(_pair_key, group.pairs) if pair in reasons_by_pair)
        )
        for group in reasons.groups
    )
    shown_numbers = {board.number for group in groups for board in group.boards}
    rest = tuple(board for board in reasons.boards if board.number not in shown_numbers)
    everybody = tuple(
        sorted(
            participants(visit.state, round=number).values(),
            key=lambda participant: (sort_key(participant.name), participant.number),
        )
    )
    answer_shown = (
        _answer_question(visit, number, pairing, {participant.key: participant for participant in everybody})
        if pairing
        else None
    )
    return ReasonsPage(reasons, groups, rest, everybody, _draw_groups_picture(visit, number), answer_shown)


def _pair_key(pair: tuple[Participant, Participant]) -> frozenset[str]:
    return frozenset(player.key for player in pair)


def _pairing_or_none(visit: RequestContext, number: int) -> Pairing | None:
    """Return the pairing by the rules, or None if they give none, which the view explains."""
    try:
        return get_round_pairing(visit, number)
    except CommandRejectedError:
        raise
    except RookeryError:
        return None


def _draw_groups_picture(visit: RequestContext, number: int) -> str:
    try:
        return drawn(visit.state.tournament, number, visit.say).svg
    except RookeryError:  # formats without groups
        return ""


def _answer_question(
    visit: RequestContext, round_number: int, pairing: Pairing, everybody: dict[str, Participant]
) -> Asked | None:
    """Return the answer to the question in the query."""
    state, key, other = visit.state, visit.query.get("one", ""), visit.query.get("other", "")
    if "board" in visit.query:
        board = board_reasons(state, round_number, visit.number("board"), pairing)
        return Asked(board=board, reasons=board.reasons)
    if not key:
        return None
    if key not in everybody or (other and other != "bye" and other not in everybody):
        raise CommandRejectedError(
            msg("there is no player with the key %(rest)s", rest=f"{key if key not in everybody else other!r}")
        )
    if not other or other == key:
        return Asked(everybody[key], reasons=player_reasons(state, round_number, key, pairing))
    why = why_not(state, round_number, key, None if other == "bye" else other, pairing)
    return Asked(why.one, why.other, other == "bye", reasons=why.reasons)


@record
class AnswerPart:
    """The answer alone, to be inserted into the page."""

    asked: Asked | None


def build_answer(visit: RequestContext) -> AnswerPart:
    """Return the answer to the question in the query."""
    number = visit.number("round")
    everybody = {participant.key: participant for participant in participants(visit.state, round=number).values()}
    return AnswerPart(_answer_question(visit, number, get_round_pairing(visit, number), everybody))


_AT = "/t/{slug}/round/{round:int}/why"
_ASKS = ("board", "one", "other")

PAGES = (
    Page("reasons", _AT, "Reasons", build_explanations, "reasons.html", "round", public=True, asks=_ASKS),
    Page(
        "asked-why",
        _AT + "/asked",
        "Reasons",
        build_answer,
        "components/explained_pair.html",
        part=True,
        public=True,
        asks=_ASKS,
    ),
)
