"""The prize categories of an event, the table of its prizes, and the awards."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rookery._record import record
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.model import Points
from rookery.ranking.prize_list import condition, conditions, parse_prizes
from rookery.ranking.prizes import Category, OneEach, Sharing, awards, read_prizes, read_things
from rookery.tournaments.domain.prizes import PrizeRow
from rookery.tournaments.rules import Prizes
from rookery.tournaments.standings import standings_in_final_order
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import Participant, participants

_AGES = (8, 10, 12, 14, 16, 18, 20)
_SENIORS = (50, 65)
_BAND = 200
"""The width of a rating band."""


@record
class CategoryChoice:
    """A category: its code in prize lines, its title, and its number of players; `sort` is the kind of category."""

    text: str
    called: str
    players: int
    sort: str = ""


@record
class AwardLine:
    """An award, in hundredths of the currency, and its category; none is the whole event.

    `called` is the title of the category, `things` are non-cash prizes, `place` is the place in the category. `tied`:
    some are tied on everything, so the winner of a non-cash prize is undecided.
    """

    who: Participant
    amount: int
    points: Points
    category: str = ""
    called: str = ""
    things: tuple[str, ...] = ()
    place: int = 0
    tied: bool = False


@record
class PrizesView:
    """The awards by category; not to be paid out before they are `final`."""

    awards: tuple[AwardLine, ...]
    total: int
    sharing: Sharing
    after: int
    final: bool
    one_each: OneEach = ""
    currency: str = ""


def categories(state: State) -> tuple[CategoryChoice, ...]:
    """Return the categories to which some, but not all, players belong: women, ages, ratings, federations, clubs."""
    total = len(state.tournament.players)
    return tuple(choice for choice in _count_players(state, _possible_categories(state)) if 0 < choice.players < total)


def prize_categories(state: State) -> tuple[CategoryChoice, ...]:
    """Return all categories that a prize can have, even without players; ratings are entered separately."""
    return tuple(choice for choice in _count_players(state, _possible_categories(state)) if choice.sort != "rating")


def _count_players(state: State, possible: Iterator[tuple[str, str]]) -> Iterator[CategoryChoice]:
    """Yield categories with the number of their players, 0 where the year of the event is needed and not known."""
    t = state.tournament
    if t.team_event:
        return
    day = t.info.start or t.info.end
    year = day.year if day is not None else None
    for text, sort in possible:
        group = Category(text)
        try:
            inside = sum(group.includes_player(player, year) for player in t.players)
        except RuleError:  # the year of the event is not known
            inside = 0
        yield CategoryChoice(text, group.title, inside, sort)


def _possible_categories(state: State) -> Iterator[tuple[str, str]]:
    """Yield all possible categories with their kinds."""
    players = state.tournament.players
    yield "sex=w", "women"
    yield from ((f"u{age}", "junior") for age in _AGES)
    yield from ((f"{age}+", "senior") for age in _SENIORS)
    for first in sorted({(player.rating // _BAND) * _BAND for player in players if player.rating}):
        yield f"{max(100, first)}-{first + _BAND - 1}", "rating"
    yield "unrated", "unrated"
    for federation in sorted({player.federation for player in players if player.federation.strip()}):
        yield condition("fed", federation), "federation"
    for club in sorted({player.club for player in players if player.club.strip()}):
        yield condition("club", club), "club"


def prize_rows(prizes: Prizes) -> tuple[PrizeRow, ...]:
    """Return the rows of the table of prizes; raise RuleError for an invalid line."""
    return tuple(_build_prize_row(line.places, line.prize, line.category) for line in parse_prizes(prizes.text))


def _build_prize_row(places: str, prize: str, category: str) -> PrizeRow:
    """Return a row, with rating limits separated from the other conditions of its category."""
    rest, at_least, below = [], None, None
    for part in conditions(category) if category else ():
        match = re.fullmatch(r"(\d{3,4})?-(\d{3,4})?", part)
        if match is None or at_least is not None or below is not None:
            rest.append(part)
        else:
            at_least = int(match[1]) if match[1] else None
            below = int(match[2]) + 1 if match[2] else None
    return PrizeRow(places, prize, ",".join(rest), at_least, below)


def prizes_view(
    state: State, prizes: str, sharing: Sharing = "hort", one_each: OneEach = "", currency: str = ""
) -> PrizesView:
    """Return the awards for prizes in lines `place,amount` or `place,amount,category`."""
    standings = standings_in_final_order(state)
    won = awards(standings, read_prizes(prizes), sharing, things=read_things(prizes), one_each=one_each)
    people, points = participants(state), {row.id: row.points for row in standings.rows}
    everybody = msg("All teams") if state.tournament.team_event else msg("All players")
    lines = tuple(
        AwardLine(people[award.id], award.amount, points[award.id], award.category,
                  Category(award.category).title if award.category else everybody, award.things, award.place,
                  award.tied)
        for award in won
    )  # fmt: skip
    total = sum(award.amount for award in won)
    final = standings.final and state.phase is None
    return PrizesView(lines, total, sharing, standings.after, final, one_each, currency)
