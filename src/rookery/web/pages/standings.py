"""Standings, whole or of a category, explanations of ranks and values, prizes, and the crosstable."""

from __future__ import annotations

from collections.abc import Callable

from rookery._record import record
from rookery.charts import Drawing, Translate, draw_colour_histories, draw_heatmap, draw_ranks, draw_scores
from rookery.errors import RookeryError, UnsupportedError
from rookery.ranking.prizes import ONE_EACH, SHARING, Category, OneEach, Sharing
from rookery.tournaments.domain.prizes import MOST_CURRENCY, PrizeRow
from rookery.tournaments.rules import Prizes
from rookery.tournaments.standings import tiebreak_edition
from rookery.tournaments.state import State
from rookery.tournaments.views.crosstable import CrossTable, crosstable_view
from rookery.tournaments.views.overview import PublicationView
from rookery.tournaments.views.prizes import CategoryChoice, PrizesView, prize_categories, prize_rows, prizes_view
from rookery.tournaments.views.standings import RankOpened, StandingsView, ValueOpened, rank_view, value_view
from rookery.web.cache import get_categories, get_standings, get_standings_view
from rookery.web.page_spec import Page, RequestContext, publication_of


@record
class StandingsPage:
    """The standings after a round, the available rounds and categories, and the selected ones.

    `unpublished` means that rounds are public but no standings; `publication` is what the public sees, for arbiters.
    """

    table: StandingsView
    rounds: tuple[int, ...]
    asked: int | None
    categories: tuple[CategoryChoice, ...] = ()
    category: str = ""
    unpublished: bool = False
    publication: PublicationView | None = None


def build_standings(visit: RequestContext) -> StandingsPage:
    """Return the current standings, or those after the requested round."""
    after = visit.requested_round("after", visit.ranked_state)
    rounds = tuple(range(1, len(visit.ranked_state.tournament.rounds) + 1))
    category = visit.query.get("category", "").strip()[:LONGEST]
    table = get_standings_view(visit.site, visit.id, visit.ranked_state, visit.version, after, category)
    return StandingsPage(
        table,
        rounds,
        after,
        get_categories(visit.site, visit.id, visit.ranked_state),
        category,
        bool(not rounds and visit.state.tournament.rounds),
        publication_of(visit),
    )


def explain_rank(visit: RequestContext) -> RankOpened:
    """Return the explanation of a rank."""
    after = visit.requested_round("after", visit.ranked_state)
    standings = get_standings(visit.site, visit.id, visit.ranked_state, visit.version, after)
    return rank_view(visit.ranked_state, visit.params["key"], after, standings)


def explain_value(visit: RequestContext) -> ValueOpened:
    """Return the explanation of a tie-break value."""
    after = visit.requested_round("after", visit.ranked_state)
    standings = get_standings(visit.site, visit.id, visit.ranked_state, visit.version, after)
    return value_view(visit.ranked_state, visit.params["key"], visit.number("place"), after, standings)


# -- prizes ------------------------------------------------------------------------------------------------------------


@record
class PrizesPage:
    """The prizes of the event or of the query, as rows and as text, with their winners or what is wrong.

    `categories` can be chosen from; `blank` rows follow those that are filled. `kept` means that the event has
    prizes.
    """

    text: str
    sharing: Sharing
    categories: tuple[CategoryChoice, ...]
    given: PrizesView | None
    teams: bool
    wrong: str = ""
    one_each: OneEach = ""
    currency: str = ""
    rows: tuple[PrizeRow, ...] = ()
    others: tuple[CategoryChoice, ...] = ()
    blank: int = 5
    kept: bool = False


def build_prizes(visit: RequestContext) -> PrizesPage:
    """Return the winners of the prizes of the event or of the query."""
    requested, state = requested_prizes(visit), visit.state
    awarded: PrizesView | None = None
    rows: tuple[PrizeRow, ...] = ()
    wrong = ""
    try:
        rows = prize_rows(requested)
        awarded = (
            prizes_view(state, requested.text, requested.sharing, requested.one_each, requested.currency)
            if requested.lines
            else None
        )
    except RookeryError as error:
        wrong = error.message
    offered = prize_categories(state)
    offered_texts = {choice.text for choice in offered}
    extra_categories = dict.fromkeys(row.category for row in rows if row.category and row.category not in offered_texts)
    blank = min(max(visit.number("more") or 5, 1), MOST_BLANK)
    return PrizesPage(
        requested.text,
        requested.sharing,
        offered,
        awarded,
        state.tournament.team_event,
        wrong,
        requested.one_each,
        requested.currency,
        rows,
        tuple(CategoryChoice(text, Category(text).title, 0, "other") for text in extra_categories),
        blank,
        bool(state.prizes.lines),
    )


def requested_prizes(visit: RequestContext) -> Prizes:
    """Return the prizes of the query, else those of the event."""
    query, event_prizes = visit.query, visit.state.prizes
    text = query.get("prizes", "").replace("\r\n", "\n").strip()[:MOST_PRIZES]
    if not text:
        return event_prizes
    sharing: Sharing = next((word for word in SHARING if word == query.get("sharing")), "hort")
    one_each: OneEach = next((word for word in ONE_EACH if word == query.get("one_each")), "")
    return Prizes(tuple(text.splitlines()), sharing, one_each, query.get("currency", "").strip()[:MOST_CURRENCY])


MOST_BLANK = 50
LONGEST, MOST_PRIZES = 200, 4000
"""Maximum length of a category, and of a list of prizes."""

LIVE = ("standings", "change")


# -- the crosstable ---------------------------------------------------------------------------------------------------


Draw = Callable[[State, Translate], Drawing]

PICTURES: dict[str, Draw] = {
    "heat": lambda state, say: draw_heatmap(state.tournament, edition=tiebreak_edition(state), say=say),
    "scores": lambda state, say: draw_scores(state.tournament, edition=tiebreak_edition(state), say=say),
    "ranks": lambda state, say: draw_ranks(state.tournament, edition=tiebreak_edition(state), say=say),
    "colours": lambda state, say: draw_colour_histories(state.tournament, say=say),
}
"""The pictures of a crosstable, by name."""
MOST_BY_OPPONENT = 24
"""Maximum number of participants of a round robin shown with a column for each opponent."""


@record
class CrossPage:
    """The crosstable or one of its pictures; `by_opponent` has a column per opponent instead of per round."""

    table: CrossTable
    shown: str = ""
    picture: Drawing | None = None
    by_opponent: bool = False


def build_crosstable(visit: RequestContext) -> CrossPage:
    """Return the table; `?as=` names a picture."""
    picture_name = visit.query.get("as", "")
    crosstable = visit.cached("crosstable", lambda: crosstable_view(visit.ranked_state))
    table = CrossPage(crosstable, by_opponent=crosstable.opponents and len(crosstable.rows) <= MOST_BY_OPPONENT)
    if (
        picture_name not in PICTURES
        or not visit.ranked_state.tournament.rounds
        or not visit.state.tournament.participants
    ):
        return table
    name = f"picture of {picture_name} in {visit.language}"
    try:
        return CrossPage(
            crosstable, picture_name, visit.cached(name, lambda: PICTURES[picture_name](visit.ranked_state, visit.say))
        )
    except UnsupportedError:  # nobody can be ranked, as the table says
        return table


PAGES = (
    Page(
        "standings",
        "/t/{slug}/standings",
        "Standings",
        build_standings,
        "standings.html",
        "standings",
        True,
        LIVE,
        asks=("after", "category"),
    ),
    Page(
        "prizes",
        "/t/{slug}/prizes",
        "Prizes",
        build_prizes,
        "prizes.html",
        "standings",
        live=LIVE,
        asks=("prizes", "sharing", "one_each", "currency", "more"),
    ),
    Page(
        "rank",
        "/t/{slug}/standings/{key}",
        "Why this rank",
        explain_rank,
        "components/rank.html",
        public=True,
        part=True,
        asks=("after",),
    ),
    Page(
        "value",
        "/t/{slug}/standings/{key}/{place:int}",
        "How it adds up",
        explain_value,
        "components/value.html",
        public=True,
        part=True,
        asks=("after",),
    ),
    Page(
        "crosstable",
        "/t/{slug}/crosstable",
        "Crosstable",
        build_crosstable,
        "crosstable.html",
        "crosstable",
        public=True,
        live=LIVE,
        asks=("as",),
    ),
)
