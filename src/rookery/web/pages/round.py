"""Round page: boards and results, byes, open games; what can be done with the round, also with the coming one."""

from __future__ import annotations

from rookery._record import record, replace
from rookery.charts import Translate, draw_bracket
from rookery.formats.resolve import handlers_for
from rookery.history.completion import total_rounds
from rookery.messages import msg
from rookery.regulations import parse_type_code
from rookery.tournaments.outcomes import CommandRejectedError
from rookery.tournaments.paired_before import ChangesSincePairing, find_outdated_round
from rookery.tournaments.state import State
from rookery.tournaments.views.overview import NextStep, overview
from rookery.tournaments.views.round import BoardView, MatchView, RoundView
from rookery.tournaments.views.schedule import BracketMeeting, bracket_view
from rookery.tournaments.views.teams import LineupsView, lineups_view
from rookery.web.cache import get_round_view
from rookery.web.page_spec import Page
from rookery.web.request_context import RequestContext


@record
class RoundPage:
    """A round and what can be done with it.

    `last` marks the last paired round, `coming` the one to be paired next. `frozen` says why no result can change.
    `of_teams` marks team events; `line_ups` are those that can change. `outdated` says what was corrected since the
    last round was paired, if it has no result yet and can be paired again. In a knock-out `called` is its stage,
    `level` are the undecided meetings, from which somebody must go `through` before the next round is paired, and
    `tree` is its picture.
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


def view(visit: RequestContext) -> RoundPage:
    """Return the round of the address; visitors do not see who entered results."""
    state, number = visit.state, visit.number("round")
    round_page_view, t, system_format = (
        get_round_view(visit, number),
        visit.state.tournament,
        parse_type_code(visit.state.tournament.system).format,
    )
    coming = round_page_view.standing == "to come" and number == t.next_round
    result = RoundPage(
        _without_names(round_page_view) if visit.public else round_page_view,
        last=number == len(t.rounds) and state.phase is None,
        coming=coming,
        closed=state.closed is not None,
        frozen=_frozen_reason(state, round_page_view, visit.who),
        waits=_pending_steps(state, number) if coming else (),
        groups=system_format.swiss,
        scheduled=handlers_for(t).schedule is not None,
        chess960=state.choices.chess960,
        of_teams=t.team_event,
        line_ups=_line_ups(state, number) if not visit.public else None,
        outdated=find_outdated_round(state, visit.state_at) if not visit.public else None,
    )
    return _with_bracket(state, result, visit.say) if system_format.eliminates else result


def _line_ups(state: State, number: int) -> LineupsView | None:
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


def lineups(visit: RequestContext) -> LineupsPage:
    """Return the line-ups of the round of the address."""
    return LineupsPage(lineups_view(visit.state, visit.number("round")))


def current_round(visit: RequestContext) -> RoundPage:
    """Return the current round, or the last one: the first page for visitors."""
    return view(replace(visit, params={**visit.params, "round": str(len(visit.state.tournament.rounds) or 1)}))


def _frozen_reason(state: State, current: RoundView, user: str) -> str:
    """Return why no result of a round can change, or an empty string."""
    if state.closed is not None:
        return msg("The tournament is closed after round %(closed)s.", closed=state.closed)
    if current.standing == "by hand":
        return _changed_by(state, current.number, user)
    if current.change == "past" and state.fide:
        return msg(
            "Round %(number)s can no longer be changed, because round %(played)s has been played.",
            number=current.number,
            played=state.sticky.played,
        )
    return ""


def _changed_by(state: State, number: int, user: str) -> str:
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
    return tuple(step for step in steps if step.task not in ("pair", "decide adjourned", "none", "close"))


def _without_names(original: RoundView) -> RoundView:
    """Return the round without the names of those who entered results."""

    def hide_board(board: BoardView) -> BoardView:
        return replace(board, by="", source="")

    def hide_match(match: MatchView) -> MatchView:
        return replace(match, boards=tuple(map(hide_board, match.boards)))

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


def match_score(visit: RequestContext) -> MatchScore:
    """Return the match of the address."""
    current, number = get_round_view(visit, visit.number("round")), visit.number("match")
    selected = next((candidate for candidate in current.matches if candidate.number == number), None)
    if selected is None:
        raise CommandRejectedError(
            msg("round %(number)s has no match %(number_2)s", number=current.number, number_2=number)
        )
    return MatchScore(selected)


PAGES = (
    Page("round", "/t/{slug}/round/{round:int}", "Round", view, "round.html", "round", public=True,
         hall="public_round.html"),
    Page("lineups", "/t/{slug}/round/{round:int}/lineups", "Line-ups", lineups, "lineups.html", "round"),
    Page("now", "/p/{slug}", "Pairings", current_round, "public_round.html", "round"),
    Page("match", "/t/{slug}/round/{round:int}/match/{match:int}", "Match", match_score, "_score.html", part=True,
         public=True),
)  # fmt: skip
