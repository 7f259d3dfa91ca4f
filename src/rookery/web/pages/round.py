"""A round: boards and results by keys, who has no game, what is open; what can be done with it; one that is to come."""

from __future__ import annotations

from rookery.desk.decision import Refused
from rookery.desk.state import State
from rookery.desk.views.overview import NextStep, overview
from rookery.desk.views.round import BoardView, MatchView, RoundView
from rookery.desk.views.schedule import BracketMeeting, bracket_view
from rookery.desk.views.teams import TeamsView, teams_view
from rookery.formats.catalogue import conduct_of
from rookery.pictures import Say, tree
from rookery.regulations import scheme
from rookery.values import frozen, replace
from rookery.web.outcomes import seen
from rookery.web.page import Page
from rookery.web.visit import Visit
from rookery.wording import spoken


@frozen
class RoundPage:
    """A round and what can be done with it.

    `last` says that it is the last one that is paired, `coming` that it is the next to be. `frozen` says why no result
    can change. Of a knock-out `called` is its stage, `level` are the meetings that nobody has won, of which somebody
    must go `through` before the next round is paired, and `tree` is the picture of it.
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
    teams: TeamsView | None = None


def view(visit: Visit) -> RoundPage:
    """The round of the address; the hall is not told who entered what."""
    state, number = visit.state, visit.number("round")
    found, t, format = seen(visit, number), visit.state.tournament, scheme(visit.state.tournament.system).format
    coming = found.standing == "to come" and number == t.next_round
    made = RoundPage(
        _hushed(found) if visit.public else found,
        last=number == len(t.rounds) and state.phase is None,
        coming=coming,
        closed=state.closed is not None,
        frozen=_frozen(state, found),
        waits=_waits(state, number) if coming else (),
        groups=format.swiss,
        scheduled=conduct_of(t).schedule is not None,
        chess960=state.choices.chess960,
        teams=teams_view(state, number) if coming and t.team_event else None,
    )
    return _cup(state, made, visit.say) if format.eliminates else made


def now(visit: Visit) -> RoundPage:
    """The round that is being played, or the last that was: what the hall sees first."""
    return view(replace(visit, params={**visit.params, "round": str(len(visit.state.tournament.rounds) or 1)}))


def _frozen(state: State, seen: RoundView) -> str:
    """Why no result of a round can change; nothing if it can."""
    if state.closed is not None:
        return spoken("The tournament is closed after round %(closed)s.", closed=state.closed)
    if seen.standing == "by hand":
        return spoken("Round %(number)s is being made by hand: its results come after that.", number=seen.number)
    if seen.change == "past" and state.fide:
        return spoken("Round %(number)s cannot change any more: round %(played)s has been played.", number=seen.number,
                      played=state.sticky.played)  # fmt: skip
    return ""


def _waits(state: State, number: int) -> tuple[NextStep, ...]:
    """What is to be done before a round is paired."""
    steps = overview(state).next
    return tuple(one for one in steps if one.task not in ("pair", "decide adjourned", "none", "close"))


def _hushed(seen: RoundView) -> RoundView:
    """The round without the names of those who entered results."""

    def board(one: BoardView) -> BoardView:
        return replace(one, by="", source="")

    def match(one: MatchView) -> MatchView:
        return replace(one, boards=tuple(map(board, one.boards)))

    return replace(seen, boards=tuple(map(board, seen.boards)), matches=tuple(map(match, seen.matches)))


def _cup(state: State, made: RoundPage, say: Say) -> RoundPage:
    """A round of a knock-out: its stage, who must still be named, and the tree."""
    found, number, paired = bracket_view(state), made.round.number, len(state.tournament.rounds)
    if not found.stages:
        return made
    over = bool(paired) and not state.tournament.rounds[-1].pending and paired < len(found.stages)
    asked = over and number in (paired, paired + 1) and state.closed is None and state.phase is None
    level = found.stages[paired - 1].meetings if asked else ()
    return replace(
        made,
        called=found.stages[number - 1].called,
        games=state.choices.games,
        level=tuple(one for one in level if one.upper and one.lower and not one.through),
        through=paired + 1 if asked else None,
        tree=tree(state.tournament, say=say).svg,
    )


@frozen
class MatchScore:
    """What both sides of a match have made so far."""

    match: MatchView


def match(visit: Visit) -> MatchScore:
    """The match of the address, by its number."""
    here, number = seen(visit, visit.number("round")), visit.number("match")
    found = next((one for one in here.matches if one.number == number), None)
    if found is None:
        raise Refused(spoken("round %(number)s has no match %(number_2)s", number=here.number, number_2=number))
    return MatchScore(found)


PAGES = (
    Page("round", "/t/{slug}/round/{round:int}", "Round", view, "round.html", "round", public=True,
         hall="public_round.html"),
    Page("now", "/p/{slug}", "Pairings", now, "public_round.html", "round"),
    Page("match", "/t/{slug}/round/{round:int}/match/{match:int}", "Match", match, "_score.html", part=True,
         public=True),
)  # fmt: skip
