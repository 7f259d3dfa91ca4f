"""Standings of any format."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import NoneType

from rookery.errors import RookeryError, RuleError
from rookery.formats.resolve import get_handlers
from rookery.history.completion import find_withdrawals
from rookery.messages import Message, msg
from rookery.model import Tournament
from rookery.model._construct import pause_gc
from rookery.model.tournament import require_tournament
from rookery.model.validation import require_argument
from rookery.ranking.codes import Values
from rookery.ranking.columns import Selection, TieBreakRequest
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.rules import TieBreakRules, rules_for_edition, rules_on
from rookery.ranking.rules import get_rules as rules_named
from rookery.ranking.standings import Standings, rank
from rookery.regulations import TIE_BREAKS, EditionName, Format, edition_named, parse_type_code


def standings(
    tournament: Tournament,
    tiebreaks: Sequence[TieBreakRequest] | str | None = None,
    after: int | None = None,
    *,
    rules: TieBreakRules | None = None,
    edition: EditionName | None = None,
    exclude: Collection[int] = (),
    lots: int | str | None = None,
    values: Mapping[str, Values] | None = None,
    provisional: bool = False,
) -> Standings:
    """Return the standings after a round (the last complete one), by these tie-breaks or the tournament's own.

    A format with its own ranking uses it unless tie-breaks are given: a Keizer by its scores, a knock-out by the rounds
    reached. The tie-breaks follow the given `edition` of C.07, or the one in force when the event began; `rules` are an
    edition with other answers to its open questions. A text is a list with commas, "BH/C1,SB". `exclude` leaves
    participants out of the ranking (expelled ones); their games count for the others. `lots` is the seed of the drawing
    that breaks what is still tied; without it ties stay. `values` are tie-break values from outside, by code and
    number. If `provisional`, what is over of a round still being played counts as well, and its open games as not yet
    played; in a format with its own ranking a round counts when it is over. What a regulation forbids is refused with a
    RuleError; in the tournament's own list it is dropped, and `notes` say so.

    Args:
        tournament: The tournament.
        tiebreaks: The tie-breaks, as a list or as a text with commas.
        after: The number of the round.
        rules: The rules of tie-breaks, in place of an edition.
        edition: The edition of C.07, such as "2024".
        exclude: The participants who are not ranked.
        lots: The seed of the drawing of lots.
        values: Values from outside, by code and number.
        provisional: Whether a round still being played counts.

    Returns:
        The standings.

    Raises:
        RuleError: There is no such round or tie-break, or it cannot be used.
        UnsupportedError: The edition is unknown.
    """
    require_tournament(tournament, "standings")
    require_argument("standings", "after", after, (int, NoneType), "the number of a round or None")
    format = parse_type_code(tournament.system).format
    if tiebreaks is None and format.ranks_itself:
        options = (exclude, msg("left out")), (values, msg("values from outside")), (lots, msg("lots")), \
            (rules, msg("rules")), (edition, msg("an edition"))  # fmt: skip
        _reject_options(format, [name for value, name in options if value])
        own_standings = get_handlers(format.name).standings
        if own_standings is not None:
            return own_standings(tournament, after)
    rules = rules or rules_for(tournament, edition)
    with pause_gc():
        table = CrossTable.for_tournament(tournament, after, rules, provisional=provisional)
        return rank(table, tiebreaks, exclude=exclude, lots=lots, values=values)


def allowed_ranks(tournament: Tournament, edition: EditionName | None = None) -> dict[int, tuple[int, int]]:
    """Return the first and last rank allowed for each ranked participant; tied participants share theirs.

    Ranks follow the announced tie-breaks that can be used, the scores of a Keizer, or the progress in a knock-out.
    """
    ranks_itself = parse_type_code(tournament.system).format.ranks_itself
    tied: dict[int, list[int]] = {}
    for row in standings(tournament, None if ranks_itself or tournament.tiebreaks else (), edition=edition).rows:
        tied.setdefault(row.rank, []).append(row.id)
    return {participant: (rank, rank + len(group) - 1) for rank, group in tied.items() for participant in group}


def _reject_options(format: Format, names: Sequence[Message]) -> None:
    """Raise RuleError for options of standings by points, where a format has its own ranking."""
    if names:
        raise RuleError(
            msg(
                "%(what)s: for standings by points, and %(called)s ranks in its own way; give tie-breaks",
                what=names[0],
                called=format.noun_phrase,
            )
        )


def unusable_tiebreaks(tournament: Tournament) -> tuple[tuple[str, str], ...]:
    """Return the announced tie-breaks that cannot break ties in this event, each with the reason.

    >>> from rookery.model import Player
    >>> unusable_tiebreaks(Tournament(players=(Player(1, rating=2000), Player(2)), tiebreaks=("PTS", "ARO")))[0][0]
    'ARO'
    """
    if not tournament.tiebreaks or parse_type_code(tournament.system).format.ranks_itself:
        return ()
    try:
        dropped = Selection(CrossTable.for_tournament(tournament, 0, rules_for(tournament)), None, {}).dropped
    except RookeryError:  # nothing can be ranked, and not for want of a tie-break
        return ()
    return tuple((code, reason) for code, reason in dropped if not code.startswith("OTHER_"))


def withdrawn_participants(standings: Standings) -> dict[int, int]:
    """Return who of those ranked has withdrawn by the next round, and the first round they miss."""
    if parse_type_code(standings.tournament.system).format.eliminates:  # eliminated participants have not withdrawn
        return {}
    ranked = {row.id for row in standings.places}
    return {
        participant: at
        for participant, at in find_withdrawals(standings.tournament).items()
        if participant in ranked and at <= standings.after + 1
    }


def rules_for(tournament: Tournament, edition: EditionName | None = None) -> TieBreakRules:
    """Return the edition of C.07 asked for, else the one in force when the event began."""
    if isinstance(edition, str) and not edition[:1].isdigit():
        return rules_named(edition)
    if edition is not None:
        return rules_for_edition(edition_named(TIE_BREAKS, edition))
    start = tournament.info.start
    return rules_on(start.last_day if start else None)
