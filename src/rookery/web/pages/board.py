"""Board page: the game, both players' earlier rounds, and the reasons for pairing and colours; why others do not
meet.
"""

from __future__ import annotations

from rookery._record import record, replace
from rookery.errors import RookeryError
from rookery.messages import msg
from rookery.model import Result
from rookery.tournaments.outcomes import CommandRejectedError
from rookery.tournaments.views.explanations import Sentence, WhyNotView, board_reasons, why_not
from rookery.tournaments.views.participants import Who, participants
from rookery.tournaments.views.round import BoardView
from rookery.tournaments.views.round_cells import RoundCell
from rookery.web.cache import cached_cells, get_round_pairing, get_round_view
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext


@record
class BoardLook:
    """A board in detail; in a team event `white_side` and `black_side` are the teams.

    `unknown` says why the rules give no reason for this pairing. A result that is final can still be corrected for
    the rating report alone: `report` allows that, and `reported` is the result reported so far.
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


def board_look(visit: RequestContext) -> BoardLook:
    """Return the board of the address: its number, or `match.board` in a team event."""
    current, label, state = get_round_view(visit, visit.number("round")), visit.params["board"], visit.state
    boards = {str(game_board.number): (game_board, None) for game_board in current.boards}
    in_matches = {
        f"{match.number}.{game_board.number}": (game_board, match)
        for match in current.matches
        for game_board in match.boards
    }
    game_board, match = {**boards, **in_matches}.get(label, (None, None))
    if game_board is None:
        raise CommandRejectedError(msg("round %(number)s has no board %(label)s", number=current.number, label=label))
    result = BoardLook(
        label,
        current.number,
        replace(game_board, by="", source="") if visit.public else game_board,
        report=current.change == "past" and state.closed is None,
    )
    if state.tournament.team_event and match is not None:
        white, black = (match.black, match.white) if game_board.turned else (match.white, match.black)
        result = replace(result, white_side=white, black_side=black)
    else:
        before = cached_cells(visit, current.number)
        result = replace(
            result, white=before.get(game_board.white.number, ()), black=before.get(game_board.black.number, ())
        )
    return _with_reasons(
        visit, replace(result, reported=_reported_result(visit, result)), match.number if match else game_board.number
    )


def _reported_result(visit: RequestContext, look: BoardLook) -> Result | None:
    """Return the result in the rating report if it differs from the one entered."""
    game = look.round, look.board.white.number, look.board.black.number
    results = [
        report.result
        for report in visit.state.tournament.reported_results
        if (report.round, report.white, report.black) == game
    ]
    return results[-1] if results else None


def _with_reasons(visit: RequestContext, look: BoardLook, number: int) -> BoardLook:
    """Return the board with the reasons for its pairing."""
    phase = visit.state.phase
    if phase is not None and phase.was is None and phase.round == look.round:
        return replace(look, unknown=msg("Round %(round)s is being paired by hand.", round=look.round))
    try:
        reasons = board_reasons(visit.state, look.round, number, get_round_pairing(visit, look.round))
    except RookeryError as error:
        return replace(look, unknown=error.message)
    return replace(look, reasons=reasons.reasons)


@record
class Others:
    """A participant, and all others they were not paired with."""

    round: int
    one: Who
    others: tuple[Who, ...]
    told: WhyNotView | None = None


def why_not_others(visit: RequestContext) -> Others:
    """Return the participants that someone did not meet, or why not for one of them."""
    round_number, state = visit.number("round"), visit.state
    everybody = {participant.key: participant for participant in participants(state, round=round_number).values()}
    key, other = visit.query.get("one", ""), visit.query.get("other", "")
    if key not in everybody:
        raise CommandRejectedError(msg("there is no player with the key %(key)s", key=f"{key!r}"))
    rest = tuple(participant for participant in everybody.values() if participant.key != key)
    if not other:
        return Others(round_number, everybody[key], rest)
    return Others(round_number, everybody[key], (), why_not(state, round_number, key, None if other == "bye" else other,
                                                      get_round_pairing(visit, round_number)))  # fmt: skip


_AT = "/t/{slug}/round/{round:int}"

PAGES = (
    Page("board", _AT + "/board/{board}", "Board", board_look, "_look.html", part=True, public=True),
    Page(
        "others",
        _AT + "/others",
        "Why not",
        why_not_others,
        "_others.html",
        part=True,
        public=True,
        asks=("one", "other"),
    ),
)
