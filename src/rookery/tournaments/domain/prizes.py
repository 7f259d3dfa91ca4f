"""The prizes and how they are shared."""

from __future__ import annotations

import re

from rookery._record import record, replace
from rookery.errors import RuleError
from rookery.messages import join_texts, msg
from rookery.model import Player
from rookery.ranking.prize_list import PrizeLine, build_line, category_title, parse_prizes
from rookery.ranking.prizes import ONE_EACH, SHARING, Category, OneEach, Sharing
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import Event, NameOf, applies, describes, kind
from rookery.tournaments.rules import NO_PRIZES, Prizes
from rookery.tournaments.state import Stamp, State

# -- events ------------------------------------------------------------------------------------------------------------


@kind("prizes.set", note="the file goes to the federation, and no record has a place for prizes")
class PrizesSet(Event):
    """The prizes are set, and how tied participants share them; without lines there are no prizes."""

    prizes: Prizes
    was: Prizes = NO_PRIZES


@applies(PrizesSet)
def _apply_prizes_set(state: State, event: PrizesSet, stamp: Stamp) -> State:
    return replace(state, prizes=event.prizes)


@describes(PrizesSet)
def _describe_prizes_set(event: PrizesSet, name: NameOf) -> str:
    if not event.prizes.lines:
        return msg("The prizes were removed.")
    return msg("Prizes: %(prizes)s. %(rule)s", prizes=format_prizes(event.prizes), rule=prize_rules(event.prizes))


# -- commands ----------------------------------------------------------------------------------------------------------


_ANY_YEAR = 2000


MOST = 200
"""The maximum number of prize lines."""


MOST_CURRENCY = 12
"""The maximum length of a currency."""


@record
class PrizeRow:
    """A row of the prize table: places such as 1 or 4-10, an amount or a non-cash prize, and a category.

    The category includes ratings of `at_least` this and `below` that. Rows without place and prize, and rows to
    `drop`, are ignored.
    """

    place: str = ""
    prize: str = ""
    category: str = ""
    at_least: int | None = None
    below: int | None = None
    drop: bool = False


@command("prizes.set")
class SetPrizes(Command):
    """Set the prizes, as `rows` or as lines `place,amount` or `place,amount,category`.

    `sharing` is how tied players share: by the Hort system, equally, or not at all, by `rank`. `one_each` limits
    players to one prize: the most valuable (`value`), or the first of the list (`order`).
    """

    prizes: str = ""
    sharing: Sharing = "hort"
    one_each: OneEach = ""
    currency: str = ""
    rows: tuple[PrizeRow, ...] = ()


@decider(SetPrizes)
def _decide_set_prizes(state: State, command: SetPrizes) -> Proposal:
    if command.sharing not in SHARING or command.one_each not in ONE_EACH:
        raise CommandRejectedError(msg("prizes are shared by hort, equal or rank, and one each goes by value or order"))
    currency = " ".join(command.currency.split())
    if len(currency) > MOST_CURRENCY or any(character.isdigit() for character in currency):
        raise CommandRejectedError(msg("%(text)s is no currency such as EUR or €", text=f"{currency[:40]!r}"))
    if command.rows:  # a row that says nothing stays as an empty line, so that a message counts as the table does
        drafts = [row and row.text for row in map(_parse_prize_row, range(1, len(command.rows) + 1), command.rows)]
    else:
        drafts = [line.strip() for line in command.prizes.splitlines()]
    lines = [line for line in drafts if line]
    if len(lines) > MOST:
        raise CommandRejectedError(
            msg("these are %(number)s lines of prizes, and %(most)s is the most", number=len(lines), most=MOST)
        )
    for line in parse_prizes("\n".join(line or "" for line in drafts)):
        if line.category and state.tournament.team_event:
            raise CommandRejectedError(msg("categories are for players, and this is a team event"))
        if line.category:
            Category(line.category).includes_player(
                Player(1), _ANY_YEAR
            )  # refused where it is none; the year may be said later
    prizes = Prizes(tuple(lines), command.sharing, command.one_each, currency) if lines else NO_PRIZES
    return Proposal(() if prizes == state.prizes else (PrizesSet(prizes, state.prizes),))


def _parse_prize_row(number: int, row: PrizeRow) -> PrizeLine | None:
    """Return the prize line of a row, or None if it is empty."""
    place, prize = row.place.strip(), row.prize.strip()
    if row.drop or not (place or prize):
        return None
    places = re.fullmatch(r"(\d{1,4})\.?(?:\s*[-–]\s*(\d{1,4})\.?)?", place)
    try:
        if not place:
            raise RuleError(msg("which place is it for? Write 1, or 4-10 for several"))
        if places is None:
            raise RuleError(msg("%(text)s is no place: write 1, or 4-10 for several", text=f"{place!r}"))
        return build_line(places[1], places[2] or places[1], prize, row_category(row))
    except RuleError as error:
        raise CommandRejectedError(msg("row %(number)s: %(why)s", number=number, why=error.message)) from None


def row_category(row: PrizeRow) -> str:
    """Return the category of a row in the form of prize lines.

    >>> row_category(PrizeRow("1", "50", "sex=w", None, 1600)), row_category(PrizeRow("1", "50", at_least=1600))
    ('sex=w,-1599', '1600-')
    """
    if row.at_least is None and row.below is None:
        return row.category.strip()
    least, below = row.at_least or 0, row.below or 0
    if any(limit and not 100 < limit < 4000 for limit in (least, below)) or (below and least >= below):
        raise RuleError(msg("write ratings such as from 1400 and below 1600, not from %(least)s and below %(below)s",
                            least=row.at_least or "…", below=row.below or "…"))  # fmt: skip
    rating_range = f"{least or ''}-{below - 1 if below else ''}"
    return ",".join(filter(None, (row.category.strip(), rating_range)))


# -- descriptions ------------------------------------------------------------------------------------------------------


SHARING_RULES = {
    "hort": msg("Those level on points share by the Hort system."),
    "equal": msg("Those level on points share equally."),
    "rank": msg("Prizes go by rank, without sharing."),
}
"""Descriptions of the ways to share prizes."""


ONE_PRIZE_RULES = {
    "value": msg("Nobody wins twice: the most valuable prize counts."),
    "order": msg("Nobody wins twice: the first prize of the list counts."),
}
"""Descriptions of the rules that allow each participant only one prize."""


def format_prizes(prizes: Prizes) -> str:
    """Return the prizes by category: "300 EUR for place 1, book for places 2–3; Women: ..."."""
    try:
        lines = parse_prizes(prizes.text)
    except RuleError:  # an old log with lines that can no longer be parsed
        return "; ".join(prizes.lines)
    groups: dict[str, list[str]] = {}
    for line in lines:
        groups.setdefault(line.category, []).append(_format_prize(line, prizes.currency))
    parts = []
    for category, group in groups.items():
        text = join_texts(", ", group)
        parts.append(
            msg("%(category)s: %(prizes)s", category=category_title(category), prizes=text) if category else text
        )
    return join_texts("; ", parts)


def _format_prize(line: PrizeLine, currency: str) -> str:
    text = line.thing or (f"{line.prize} {currency}" if currency else line.prize)
    if line.last > line.place:
        return msg("%(prize)s for places %(places)s", places=f"{line.place}–{line.last}", prize=text)
    return msg("%(prize)s for place %(place)s", place=line.place, prize=text)


def prize_rules(prizes: Prizes) -> str:
    """Return how the prizes are awarded, in one or two sentences."""
    rules = [SHARING_RULES.get(prizes.sharing, SHARING_RULES["hort"])]
    if prizes.one_each in ONE_PRIZE_RULES:
        rules.append(ONE_PRIZE_RULES[prizes.one_each])
    return join_texts(" ", rules)
