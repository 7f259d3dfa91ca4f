"""The verb that ranks: the standings of any format."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rookery.attendance import gone_since
from rookery.errors import RookeryError, RuleError
from rookery.formats.catalogue import conduct_named
from rookery.model import Tournament
from rookery.model.tournament import must_be_tournament
from rookery.model.unchecked import undisturbed
from rookery.ranking import rank
from rookery.ranking.choice import Choice, Wish
from rookery.ranking.codes import Values
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.rank import Standings
from rookery.ranking.rules import TieBreakRules, rules_of, rules_on
from rookery.ranking.rules import rules as rules_named
from rookery.regulations import TIE_BREAKS, EditionWish, Format, edition_named, scheme
from rookery.wording import Text, spoken


def standings(
    tournament: Tournament,
    tiebreaks: Sequence[Wish] | str | None = None,
    after: int | None = None,
    *,
    rules: TieBreakRules | None = None,
    edition: EditionWish | None = None,
    exclude: Collection[int] = (),
    lots: int | str | None = None,
    values: Mapping[str, Values] | None = None,
    provisional: bool = False,
) -> Standings:
    """The standings after a round (the last complete one), by this list of tie-breaks, the tournament's own, or ours.

    A format that ranks in a way of its own does so unless tie-breaks are asked for: a Keizer by its scores, a knock-out
    by the rounds come through. The tie-breaks are read by the `edition` of C.07 asked for, or in force when the event
    began; `rules` are such an edition with open questions answered otherwise. A text is a list with commas,
    "BH/C1,SB". `exclude` leaves participants out of the ranking (expelled ones); their games count for the others.
    `lots` is the seed of the drawing that breaks what is still tied; without it ties stay. `values` are tie-break
    values from outside, by code and number. If `provisional`, what is over of a round still being played counts as
    well, and its open games as not yet played; where a format ranks in a way of its own a round counts when it is
    over. What a regulation forbids is refused with a RuleError; in the tournament's own list it is dropped, and `notes`
    say so.
    """
    must_be_tournament(tournament, "standings")
    format = scheme(tournament.system).format
    if tiebreaks is None and format.ranks_itself:
        told = (exclude, spoken("left out")), (values, spoken("values from outside")), (lots, spoken("lots")), \
            (rules, spoken("rules")), (edition, spoken("an edition"))  # fmt: skip
        _must_not_be_asked(format, [name for value, name in told if value])
        own = conduct_named(format.name).standings
        if own is not None:
            return own(tournament, after)
    rules = rules or rules_for(tournament, edition)
    with undisturbed():
        table = CrossTable.of(tournament, after, rules, provisional=provisional)
        return rank.ranked(table, tiebreaks, exclude=exclude, lots=lots, values=values)


def _must_not_be_asked(format: Format, named: Sequence[Text]) -> None:
    """Refuse what is for standings by points, where a format ranks in its own way."""
    if named:
        raise RuleError(
            spoken(
                "%(what)s: for standings by points, and %(called)s ranks in its own way; give tie-breaks",
                what=named[0],
                called=format.called,
            )
        )


def unusable(tournament: Tournament) -> tuple[tuple[str, str], ...]:
    """The announced tie-breaks that cannot break ties in this event, each with the reason; those of its own are fine.

    >>> from rookery.model import Player
    >>> unusable(Tournament(players=(Player(1, rating=2000), Player(2)), ranking=("PTS", "ARO")))[0][0]
    'ARO'
    """
    if not tournament.ranking or scheme(tournament.system).format.ranks_itself:
        return ()
    try:
        dropped = Choice(CrossTable.of(tournament, 0, rules_for(tournament)), None, {}).dropped
    except RookeryError:  # nothing can be ranked, and not for want of a tie-break
        return ()
    return tuple((code, said) for code, said in dropped if not code.startswith("OTHER_"))


def gone(found: Standings) -> dict[int, int]:
    """Who of those ranked has withdrawn by the next round, and the first round they miss."""
    if scheme(found.tournament.system).format.eliminates:  # who is out has not withdrawn
        return {}
    ranked = {row.id for row in found.places}
    return {one: at for one, at in gone_since(found.tournament).items() if one in ranked and at <= found.after + 1}


def rules_for(tournament: Tournament, edition: EditionWish | None = None) -> TieBreakRules:
    """The edition of C.07 asked for, else the one in force when the event began; one that is not known is refused."""
    if isinstance(edition, str) and not edition[:1].isdigit():
        return rules_named(edition)
    if edition is not None:
        return rules_of(edition_named(TIE_BREAKS, edition))
    start = tournament.event.start
    return rules_on(start.last_day if start else None)
