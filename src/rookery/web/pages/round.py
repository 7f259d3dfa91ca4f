"""Pages of a round: boards and results, line-ups, a board for the players' phones, pairing by hand."""

from __future__ import annotations

from rookery._record import record, replace
from rookery.charts import Translate, draw_bracket
from rookery.errors import RookeryError
from rookery.formats.resolve import handlers_for
from rookery.history.completion import total_rounds
from rookery.history.pairing_numbers import fixed_boards
from rookery.messages import msg
from rookery.model import Result
from rookery.regulations import parse_type_code
from rookery.tournaments.domain.manual_pairing import begin_phase, count_results
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.round_diff import ChangesSincePairing, find_outdated_round
from rookery.tournaments.state import State
from rookery.tournaments.views.claims import PhoneGame, games_to_decide
from rookery.tournaments.views.crosstable import RoundCell
from rookery.tournaments.views.explanations import Sentence, WhyNotView, board_reasons, why_not
from rookery.tournaments.views.manual_pairing import HandBoard, HandView, hand_view
from rookery.tournaments.views.overview import NextStep, PublicationView, overview
from rookery.tournaments.views.participants import Participant, participants
from rookery.tournaments.views.round import BoardView, MatchView, RoundView
from rookery.tournaments.views.schedule import BracketMeeting, RoundStart, bracket_view, find_start
from rookery.tournaments.views.teams import LineupsView, lineups_view
from rookery.tournaments.visibility import hides_results, shows_coming_rounds
from rookery.web.cache import cached_cells, get_round_before, get_round_pairing, get_round_view
from rookery.web.page_spec import Page, RequestContext, publication_of


@record
class RoundPage:
    """A round and what can be done with it.

    `last` marks the last paired round, `coming` the one to be paired next. `frozen` says why no result can change.
    `of_teams` marks team events; `line_ups` are those that can change. `outdated` says what was corrected since the
    last round was paired, if it has no result yet and can be paired again. `claims` are the games whose results players
    have sent and that are not settled, `conflicts` of them need a decision. In a knock-out `called` is its stage,
    `level` are the undecided meetings, from which somebody must go `through` before the next round is paired, and
    `tree` is its picture. `publication` is what the public sees of it, for arbiters.
    """

    round: RoundView
    last: bool = False
    coming: bool = False
    closed: bool = False
    frozen: str = ""
    waits: tuple[NextStep, ...] = ()
    groups: bool = False
    scheduled: bool = False
    chess960: bool = False
    called: str = ""
    games: int | None = None
    level: tuple[BracketMeeting, ...] = ()
    through: int | None = None
    tree: str = ""
    of_teams: bool = False
    line_ups: LineupsView | None = None
    outdated: ChangesSincePairing | None = None
    claims: tuple[PhoneGame, ...] = ()
    conflicts: int = 0
    publication: PublicationView | None = None
    start: RoundStart | None = None


def build_round(visit: RequestContext) -> RoundPage:
    """Return the round of the address; visitors do not see who entered results."""
    state, number = visit.state, visit.number("round")
    round_page_view, t, system_format = (
        get_round_view(visit, number),
        visit.state.tournament,
        parse_type_code(visit.state.tournament.system).format,
    )
    coming = round_page_view.standing == "to come" and number == t.next_round
    result = RoundPage(
        _public_round(state, round_page_view) if visit.public else round_page_view,
        last=number == len(t.rounds) and state.phase is None,
        coming=coming,
        closed=state.closed is not None,
        frozen=_frozen_reason(state, round_page_view, visit.who),
        waits=_pending_steps(state, number) if coming and not visit.public else (),
        groups=system_format.swiss,
        scheduled=handlers_for(t).schedule is not None,
        chess960=state.choices.chess960,
        of_teams=t.team_event,
        line_ups=_editable_line_ups(state, number) if not visit.public else None,
        outdated=find_outdated_round(visit.recorded, visit.state_at) if not visit.public else None,
        publication=publication_of(visit, number),
        start=find_start(state, number),
    )
    if not visit.public and state.phase is None and number <= len(t.rounds):
        claims = tuple(games_to_decide(state, number, get_round_before(visit, number)))
        conflicts = sum(game.status != "waiting" for game in claims)
        result = replace(result, claims=claims, conflicts=conflicts)
    shows_bracket = system_format.eliminates and (not visit.public or shows_coming_rounds(state))
    return _with_bracket(state, result, visit.say) if shows_bracket else result


def _editable_line_ups(state: State, number: int) -> LineupsView | None:
    """Return the line-ups of the coming or the last paired round, while they can change."""
    t = state.tournament
    if not t.team_event or parse_type_code(t.system).format.sides or number not in (len(t.rounds), t.next_round):
        return None
    if number > (total_rounds(t) or number):
        return None
    line_ups = lineups_view(state, number)
    return None if line_ups.closed else line_ups


@record
class LineupsPage:
    """The line-ups of a round in one grid."""

    lineups: LineupsView


def build_lineups(visit: RequestContext) -> LineupsPage:
    """Return the line-ups of the round of the address."""
    return LineupsPage(lineups_view(visit.state, visit.number("round")))


def build_current_round(visit: RequestContext) -> RoundPage:
    """Return the current round, or the last one: the first page for visitors."""
    return build_round(replace(visit, params={**visit.params, "round": str(len(visit.state.tournament.rounds) or 1)}))


def _frozen_reason(state: State, current: RoundView, user: str) -> str:
    """Return why no result of a round can change, or an empty string."""
    if state.closed is not None:
        return msg("The tournament is closed after round %(closed)s.", closed=state.closed)
    if current.standing == "by hand":
        return _manual_pairing_message(state, current.number, user)
    if current.change == "past" and state.fide:
        return msg(
            "Round %(number)s can no longer be changed, because round %(played)s has been played.",
            number=current.number,
            played=state.permanent.played,
        )
    return ""


def _manual_pairing_message(state: State, number: int, user: str) -> str:
    """Return who is pairing a round by hand, as a message for those who would enter its results."""
    name = state.phase.by if state.phase is not None else ""
    if name and name == user:
        return msg("You are changing the pairing of round %(number)s. Results can be entered afterwards.",
                      number=number)  # fmt: skip
    if name:
        return msg("%(name)s is changing the pairing of round %(number)s. Results can be entered afterwards.",
                      name=name, number=number)  # fmt: skip
    return msg("The pairing of round %(number)s is being changed. Results can be entered afterwards.", number=number)


def _pending_steps(state: State, number: int) -> tuple[NextStep, ...]:
    """Return what must be done before the round can be paired."""
    steps = overview(state).next
    return tuple(
        step for step in steps if step.task not in ("pair", "decide adjourned", "decide claims", "none", "close")
    )


def _public_round(state: State, original: RoundView) -> RoundView:
    """Return the round without the names of those who entered results, and without points that are not public."""
    without_points = hides_results(state, original.number)

    def hide_participant(participant: Participant) -> Participant:
        return replace(participant, points=None) if without_points else participant

    def hide_board(board: BoardView) -> BoardView:
        white, black = hide_participant(board.white), hide_participant(board.black)
        return replace(board, white=white, black=black, by="", source="")

    def hide_match(match: MatchView) -> MatchView:
        white, black = hide_participant(match.white), hide_participant(match.black)
        return replace(match, white=white, black=black, boards=tuple(map(hide_board, match.boards)))

    return replace(
        original, boards=tuple(map(hide_board, original.boards)), matches=tuple(map(hide_match, original.matches))
    )


def _with_bracket(state: State, round_page: RoundPage, say: Translate) -> RoundPage:
    """Add the stage, the undecided meetings and the tree of a knock-out."""
    bracket, number, paired = bracket_view(state), round_page.round.number, len(state.tournament.rounds)
    if not bracket.stages:
        return round_page
    over = bool(paired) and not state.tournament.rounds[-1].pending and paired < len(bracket.stages)
    is_open = over and number in (paired, paired + 1) and state.closed is None and state.phase is None
    level = bracket.stages[paired - 1].meetings if is_open else ()
    return replace(
        round_page,
        called=bracket.stages[number - 1].called,
        games=state.choices.games,
        level=tuple(meeting for meeting in level if meeting.upper and meeting.lower and not meeting.through),
        through=paired + 1 if is_open else None,
        tree=draw_bracket(state.tournament, say=say).svg,
    )


@record
class MatchScore:
    """The score of a match so far."""

    match: MatchView


def find_match(visit: RequestContext) -> MatchScore:
    """Return the match of the address."""
    current, number = get_round_view(visit, visit.number("round")), visit.number("match")
    selected = next((candidate for candidate in current.matches if candidate.number == number), None)
    if selected is None:
        raise CommandRejectedError(
            msg("round %(number)s has no match %(number_2)s", number=current.number, number_2=number)
        )
    return MatchScore(selected)


# -- a board ----------------------------------------------------------------------------------------------------------


@record
class BoardDetails:
    """A board in detail; in a team event `white_side` and `black_side` are the teams.

    `unknown` says why the rules give no reason for this pairing. A result that is final can still be corrected for
    the rating report alone: `report` allows that, and `reported` is the result reported so far.
    """

    label: str
    round: int
    board: BoardView
    white: tuple[RoundCell, ...] = ()
    black: tuple[RoundCell, ...] = ()
    white_side: Participant | None = None
    black_side: Participant | None = None
    reasons: tuple[Sentence, ...] = ()
    unknown: str = ""
    report: bool = False
    reported: Result | None = None


def build_board_details(visit: RequestContext) -> BoardDetails:
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
    result = BoardDetails(
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


def _reported_result(visit: RequestContext, details: BoardDetails) -> Result | None:
    """Return the result in the rating report if it differs from the one entered."""
    game = details.round, details.board.white.number, details.board.black.number
    results = [
        report.result
        for report in visit.state.tournament.reported_results
        if (report.round, report.white, report.black) == game
    ]
    return results[-1] if results else None


def _with_reasons(visit: RequestContext, details: BoardDetails, number: int) -> BoardDetails:
    """Return the board with the reasons for its pairing."""
    phase = visit.state.phase
    if phase is not None and phase.was is None and phase.round == details.round:
        return replace(details, unknown=msg("Round %(round)s is being paired by hand.", round=details.round))
    try:
        reasons = board_reasons(visit.state, details.round, number, get_round_pairing(visit, details.round))
    except RookeryError as error:
        return replace(details, unknown=error.message)
    return replace(details, reasons=reasons.reasons)


@record
class Others:
    """A participant, and all others they were not paired with."""

    round: int
    one: Participant
    others: tuple[Participant, ...]
    told: WhyNotView | None = None


def explain_other_opponents(visit: RequestContext) -> Others:
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


# -- pairing by hand --------------------------------------------------------------------------------------------------


@record
class HandPage:
    """The pairing table of a round, if it can be paired by hand.

    The first change begins the phase: until then nothing is `changed`, and nobody else notices. If the round has
    `results`, the page asks first, until the query says that this many are `known`. `other` is the round being
    paired by hand if it is another one, and `by` the user who does it.
    """

    round: int
    seen: HandView | None = None
    other: int | None = None
    by: str = ""
    changed: bool = False
    results: int = 0
    known: int = 0
    differ: int = 0


def build_manual_pairing(visit: RequestContext) -> HandPage:
    """Return the pairing table of the round of the address."""
    state, state_shown, number = visit.working or visit.state, visit.recorded, visit.number("round")
    t, last = state_shown.tournament, total_rounds(state_shown.tournament)
    if not 1 <= number <= (last or t.next_round):
        raise CommandRejectedError(msg("there is no round %(number)s", number=number))
    phase = state_shown.phase  # none where nothing was changed
    if phase is not None and phase.round == number:
        hand = visit.cached("hand", lambda: _with_shown_boards(visit, hand_view(state)))
        return HandPage(number, hand, by=phase.by, changed=True, differ=_count_different(hand))
    if phase is not None or state_shown.closed is not None or number not in (len(t.rounds), t.next_round):
        return HandPage(number, other=phase.round if phase else None, by=phase.by if phase else "")
    results, known_results = count_results(state_shown, number), visit.number("results")
    is_begun = state.phase is not None and state.phase.round == number  # when the phase was opened
    if results > known_results and not is_begun:
        return HandPage(number, results=results)
    hand = visit.cached(
        f"hand {number}",
        lambda: _with_shown_boards(visit, hand_view(begin_phase(state_shown, number, results).state)),
    )
    return HandPage(number, hand, results=results, known=known_results, differ=_count_different(hand))


def _with_shown_boards(visit: RequestContext, hand: HandView) -> HandView:
    """Return the table with the board numbers of the event, except those that participants keep."""
    kept = set(fixed_boards(visit.recorded.tournament, hand.round).items())

    def show(board: HandBoard) -> HandBoard:
        people = [board.white, board.black] if board.black else [board.white]
        if visit.first_board == 1 or kept & {(person.number, board.number) for person in people}:
            return board
        return replace(board, number=board.number + visit.first_board - 1)

    return replace(hand, boards=tuple(map(show, hand.boards)), byes=tuple(map(show, hand.byes)))


def _count_different(hand: HandView) -> int:
    """Return the number of boards by the rules that are not on the table."""
    return sum(not board.same for board in hand.ours)


PAGES = (
    Page(
        "round",
        "/t/{slug}/round/{round:int}",
        "Round",
        build_round,
        "round.html",
        "round",
        public=True,
        live=("change", "claim"),
        hall="public_round.html",
    ),
    Page("lineups", "/t/{slug}/round/{round:int}/lineups", "Line-ups", build_lineups, "lineups.html", "round"),
    Page("now", "/p/{slug}", "Pairings", build_current_round, "public_round.html", "round"),
    Page(
        "match",
        "/t/{slug}/round/{round:int}/match/{match:int}",
        "Match",
        find_match,
        "components/score.html",
        part=True,
        public=True,
    ),
    Page(
        "board",
        _AT + "/board/{board}",
        "Board",
        build_board_details,
        "components/board_details.html",
        part=True,
        public=True,
    ),
    Page(
        "others",
        _AT + "/others",
        "Why not",
        explain_other_opponents,
        "components/others.html",
        part=True,
        public=True,
        asks=("one", "other"),
    ),
    Page(
        "hand",
        "/t/{slug}/round/{round:int}/hand",
        "By hand",
        build_manual_pairing,
        "manual_pairing.html",
        "round",
        asks=("results",),
    ),
)
