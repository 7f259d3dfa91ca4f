"""Metrics of a simulated tournament, and the rank orders that they compare.

Metrics are whole numbers, so that their sums are exact in any order. Every measure yields columns with a unit: the
mean of a column is the sum of its numbers, divided by their count and by the unit. A column may belong to an order or a
round.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, groupby
from typing import NamedTuple

from rookery.elo import round_half_up
from rookery.formats.standings import rules_for
from rookery.history.history import History, Kind
from rookery.history.round_results import Meeting
from rookery.history.team_matches import boards_per_match
from rookery.model import Points, Tournament
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.rules import MARCH_2026, TieBreakRules
from rookery.ranking.standings import ranking_groups
from rookery.regulations import parse_type_code

Groups = Sequence[Sequence[int]]
"""All participants, best first; those in one group are tied."""


def groups_by_points(history: History, after: int) -> Groups:
    """Return the groups of equal points after a round."""
    history.before(after + 1)
    groups: dict[Points, list[int]] = {}
    for participant_id, score in history.scores(after + 1).items():
        groups.setdefault(score, []).append(participant_id)
    return [groups[score] for score in sorted(groups, reverse=True)]


def ranking_orders(
    history: History, lists: Sequence[str], after: int | None = None, rules: TieBreakRules | None = None
) -> dict[str, Groups]:
    """Return the groups by every list of tie-breaks ("BH/C1,SB", after the points) after a round, or the last."""
    rounds = len(history.round_columns) if after is None else after
    groups: dict[str, Groups] = {}
    table: CrossTable | None = None
    for codes in lists:
        if codes == "PTS":
            groups[codes] = groups_by_points(history, rounds)
            continue
        if table is None:
            table = CrossTable.from_history(history, rounds, rules or rules_for(history.tournament))
        groups[codes] = ranking_groups(table, codes)
    return groups


def order_by_lot(groups: Groups, lot: Callable[[int], int]) -> list[int]:
    """Return all participants in order, ties broken by lot."""
    return list(chain.from_iterable([sorted(group, key=lot) if len(group) > 1 else group for group in groups]))


MILLIONTHS = 1_000_000
TOP = 3
"""The number of places at the top that are compared with the strongest players."""
LEADERS = 5
"""The number of leaders whose opponents are compared."""


Prizes = Mapping[str, Mapping[int, Fraction]]
"""Prize money by category (empty: the whole event) and place."""


class PlayedOut(NamedTuple):
    """A played tournament: history, strengths, lots, and the groups by each order.

    `rounds` has the groups after every round, if requested; `prizes` is the money by category and place.
    """

    history: History
    strengths: Mapping[int, int]
    lots: Mapping[int, int]
    orders: Mapping[str, Groups]
    rounds: Mapping[int, Mapping[str, Groups]] = {}
    prizes: Mapping[str, Mapping[int, Fraction]] = {}


class Measurement(NamedTuple):
    """One number of a column; `order` and `round` are empty where they do not apply."""

    column: str
    value: int
    order: str = ""
    round: int = 0


class Column(NamedTuple):
    """A column: its measure, its unit for a field of this size, and its description."""

    measure: str
    unit: Callable[[int], int]
    says: str


def _unit_one(size: int) -> int:
    return 1


def _pair_count(size: int) -> int:
    return max(1, size * (size - 1) // 2)


COLUMNS: dict[str, Column] = {
    "tau": Column("tau", _pair_count, "order against true strength: 1 the same, -1 reversed"),
    "seeds": Column("tau", _pair_count, "the same of the initial order: what no play would give"),
    "best": Column("first", _unit_one, "how often the strongest is first"),
    "shared": Column("first", _unit_one, "how many are equal at the top"),
    "alone": Column("first", _unit_one, "how often nobody is equal to the first"),
    "top": Column("first", _unit_one, f"how many of the {TOP} strongest are among the first {TOP}"),
    "perfect": Column("first", _unit_one, "how many have all the points there can be"),
    "difference": Column("colours", lambda n: n, "Whites without Blacks, either way, for each player"),
    "run": Column("colours", _unit_one, "the longest run of one colour"),
    "white": Column("colours", lambda n: MILLIONTHS, "points of who has one White more, above who has one less"),
    "white_rated": Column("colours", lambda n: MILLIONTHS, "points for one White more in place of one less, by"
                          " regression on strength"),
    "floats": Column("floats", _unit_one, "games between unequal scores"),
    "floated": Column("floats", lambda n: 10, "points between them, all together"),
    "most_floats": Column("floats", _unit_one, "floats of whoever floats most"),
    "virtual": Column("floats", _unit_one, "games between unequal scores, virtual points added"),
    "gap": Column("gaps", lambda n: 1000, "mean difference of ratings on the boards, where both have one"),
    "norms": Column("norms", _unit_one, "players who make a norm of any title"),
    "norms_gm": Column("norms", _unit_one, "norms of a grandmaster"),
    "norms_im": Column("norms", _unit_one, "norms of an international master"),
    "norms_wgm": Column("norms", _unit_one, "norms of a woman grandmaster"),
    "norms_wim": Column("norms", _unit_one, "norms of a woman international master"),
    "prize_best": Column("prizes", lambda n: 100, "prize money of the strongest"),
    "prize_top": Column("prizes", lambda n: 100, f"prize money of the {TOP} strongest together"),
    "prized": Column("prizes", _unit_one, "how many receive money"),
    "leaders": Column("gaps", lambda n: 1000, f"mean strength of opponents among the first {LEADERS}: highest above"
                      " lowest"),
}  # fmt: skip

HISTOGRAMS: dict[str, dict[str, str]] = {
    "colour_histogram": {
        "black_3": "-3 or less", "black_2": "-2", "black_1": "-1", "even": "0", "white_1": "1", "white_2": "2",
        "white_3": "3 or more",
    },
    "float_histogram": {**{f"floats_{n}": str(n) for n in range(6)}, "floats_6": "6 or more"},
}  # fmt: skip
"""The columns that count players by colours and by floats, with the meaning of each."""

_COUNTED = {"colour_histogram": "Whites minus Blacks", "float_histogram": "games with another score"}
COLUMNS |= {
    column: Column(measure, lambda n: n, f"share of the players with {_COUNTED[measure]}: {label}")
    for measure, columns in HISTOGRAMS.items()
    for column, label in columns.items()
}
"""All columns, by name."""

ORDERED = frozenset({"tau", "best", "shared", "alone", "top", "leaders", "prize_best", "prize_top", "prized"})
"""The columns that depend on an order."""


def concordance(order: Sequence[int], strengths: Mapping[int, int]) -> int:
    """Return the pairs in the right order minus the pairs in the wrong one; equal strengths count as neither.

    >>> concordance([1, 2, 3], {1: 30, 2: 20, 3: 10}), concordance([3, 1, 2], {1: 30, 2: 20, 3: 10})
    (3, -1)
    """
    sorted_strengths: list[int] = []
    difference = 0
    for position, participant_id in enumerate(order):
        strength = strengths[participant_id]
        weaker = bisect_left(sorted_strengths, strength)
        stronger = position - weaker
        while stronger and sorted_strengths[position - stronger] == strength:
            stronger -= 1
        difference += stronger - weaker
        insort(sorted_strengths, strength)
    return difference


# -- measures ----------------------------------------------------------------------------------------------------------


def tau(tournament: PlayedOut) -> Iterator[Measurement]:
    """Measure how well an order shows the true one.

    Ties are broken by lot, because the seeding reveals the strengths.
    """
    yield Measurement("seeds", concordance(list(tournament.strengths), tournament.strengths))
    for name, groups in tournament.orders.items():
        yield Measurement(
            "tau", concordance(order_by_lot(groups, tournament.lots.__getitem__), tournament.strengths), name
        )
    for round, orders in tournament.rounds.items():
        for name, groups in orders.items():
            yield Measurement(
                "tau", concordance(order_by_lot(groups, tournament.lots.__getitem__), tournament.strengths), name, round
            )


def first(tournament: PlayedOut) -> Iterator[Measurement]:
    """Measure who wins: the strongest, alone, and how many of the strongest are at the top."""
    strengths, best = tournament.strengths, _strongest_participants(tournament)
    highest = strengths[best[0]]
    for name, groups in tournament.orders.items():
        order = order_by_lot(groups, tournament.lots.__getitem__)
        yield Measurement("best", int(strengths[order[0]] == highest), name)
        yield Measurement("shared", len(groups[0]), name)
        yield Measurement("alone", int(len(groups[0]) == 1), name)
        yield Measurement("top", len(set(best) & set(order[:TOP])), name)
    history = tournament.history
    rounds, full = len(history.round_columns), history.before(len(history.round_columns) + 1)
    maximum = rounds * _maximum_round_score(history.tournament)
    yield Measurement(
        "perfect", sum(full.score(participant_id) == maximum for participant_id in strengths) if rounds else 0
    )


def _strongest_participants(tournament: PlayedOut) -> list[int]:
    """Return the strongest participants, ties broken by lot."""
    strengths = tournament.strengths
    return sorted(strengths, key=lambda participant_id: (-strengths[participant_id], tournament.lots[participant_id]))[
        :TOP
    ]


def _maximum_round_score(event: Tournament) -> int:
    """Return the maximum score of a round: of two games both, of teams a won match or all its boards."""
    if not event.team_event:
        return event.points.win * (2 if event.rounds and event.rounds[0].matches else 1)
    return (
        event.points.win * boards_per_match(event)
        if parse_type_code(event.system).primary == "GP"
        else event.match_points.win
    )


def colours(tournament: PlayedOut) -> Iterator[Measurement]:
    """Measure how balanced the colours are, and what one additional White is worth."""
    history = tournament.history
    tallies = history.before(len(history.round_columns) + 1).totals
    rows = {participant_id: totals.colours for participant_id, totals in tallies.items()}
    balances = {participant_id: 2 * row.count("w") - len(row) for participant_id, row in rows.items()}
    yield Measurement("difference", sum(map(abs, balances.values())))
    yield Measurement("run", max((len(list(run)) for row in rows.values() for _, run in groupby(row)), default=0))
    scores = {participant_id: totals.score for participant_id, totals in tallies.items()}
    ahead, behind = (
        [scores[participant_id] for participant_id in balances if balances[participant_id] == balance]
        for balance in (1, -1)
    )
    if ahead and behind:
        plain = Fraction(sum(ahead), len(ahead)) - Fraction(sum(behind), len(behind))
        yield Measurement("white", _to_millionths(plain / 10))
        slope = _regression_slope(
            [
                (balances[participant_id], tournament.strengths[participant_id], scores[participant_id])
                for participant_id in balances
                if abs(balances[participant_id]) == 1
            ]
        )
        if slope is not None:
            yield Measurement("white_rated", _to_millionths(2 * slope / 10))


def _regression_slope(rows: Sequence[tuple[int, int, int]]) -> Fraction | None:
    """Return the effect of the first number on the third, the second held constant (least squares)."""
    n, sums = len(rows), [sum(row[index] for row in rows) for index in range(3)]

    def together(first: int, second: int) -> int:
        return n * sum(row[first] * row[second] for row in rows) - sums[first] * sums[second]

    xx, xz, zz, xy, zy = together(0, 0), together(0, 1), together(1, 1), together(0, 2), together(1, 2)
    if not zz:
        return Fraction(xy, xx) if xx else None
    below = xx * zz - xz * xz
    return Fraction(xy * zz - zy * xz, below) if below else None


def _to_millionths(value: Fraction) -> int:
    millionths: int = round_half_up(value.numerator * MILLIONTHS, value.denominator)
    return millionths


def floats(tournament: PlayedOut) -> Iterator[Measurement]:
    """Measure how often unequal scores meet, and how unequal they are, also with virtual points."""
    history = tournament.history
    games = points = virtual = 0
    floated: dict[int, int] = {}
    accelerated = False
    for number, meetings in _round_pairs(history):
        view, virtual_points = history.before(number), history.virtual_points(number)
        accelerated = accelerated or bool(virtual_points)
        for first, second in meetings:
            difference = abs(view.score(first) - view.score(second))
            if difference:
                games, points = games + 1, points + difference
                floated[first], floated[second] = floated.get(first, 0) + 1, floated.get(second, 0) + 1
            virtual += view.pairing_score(first) != view.pairing_score(second) if virtual_points else bool(difference)
    yield Measurement("floats", games)
    yield Measurement("floated", points)
    yield Measurement("most_floats", max(floated.values(), default=0))
    if accelerated:
        yield Measurement("virtual", virtual)


def colour_histogram(tournament: PlayedOut) -> Iterator[Measurement]:
    """Count the players by Whites minus Blacks."""
    history = tournament.history
    rows = [tally.colours for tally in history.before(len(history.round_columns) + 1).totals.values()]
    counts = Counter(max(-3, min(3, 2 * row.count("w") - len(row))) for row in rows)
    for balance, column in enumerate(HISTOGRAMS["colour_histogram"], -3):
        yield Measurement(column, counts[balance])


def float_histogram(tournament: PlayedOut) -> Iterator[Measurement]:
    """Count the players by the number of opponents with another score."""
    history, floated = tournament.history, dict.fromkeys(tournament.strengths, 0)
    for number, meetings in _round_pairs(history):
        view = history.before(number)
        for pair in meetings:
            if view.score(pair[0]) != view.score(pair[1]):
                for participant_id in pair:
                    floated[participant_id] += 1
    frequencies = Counter(min(6, count) for count in floated.values())
    for count, column in enumerate(HISTOGRAMS["float_histogram"]):
        yield Measurement(column, frequencies[count])


def gaps(tournament: PlayedOut) -> Iterator[Measurement]:
    """Measure rating differences on the boards, round by round, and the strength of the leaders' opponents."""
    ratings = _ratings(tournament.history.tournament)
    total, boards = 0, 0
    faced: dict[int, list[int]] = {}
    for number, meetings in _round_pairs(tournament.history):
        rated_pairs = [(first, second) for first, second in meetings if first in ratings and second in ratings]
        difference = sum(abs(ratings[first] - ratings[second]) for first, second in rated_pairs)
        total, boards = total + difference, boards + len(rated_pairs)
        if rated_pairs:
            yield Measurement("gap", round_half_up(1000 * difference, len(rated_pairs)), round=number)
        for first, second in meetings:
            faced.setdefault(first, []).append(tournament.strengths[second])
            faced.setdefault(second, []).append(tournament.strengths[first])
    if boards:
        yield Measurement("gap", round_half_up(1000 * total, boards))
    for name, groups in tournament.orders.items():
        leaders = [
            faced[first] for first in order_by_lot(groups, tournament.lots.__getitem__)[:LEADERS] if first in faced
        ]
        means = [round_half_up(1000 * sum(row), len(row)) for row in leaders]
        if means:
            yield Measurement("leaders", max(means) - min(means), name)


def _ratings(event: Tournament) -> dict[int, int]:
    """Return the rating of every rated participant; of a team the mean of its players."""
    ratings = {participant.number: participant.rating for participant in event.players if participant.rating}
    if not event.team_event:
        return ratings
    return {
        participant.number: round_half_up(
            sum(map(ratings.__getitem__, participant.players)), len(participant.players) or 1
        )
        for participant in event.teams
    }


def norms(tournament: PlayedOut) -> Iterator[Measurement]:
    """Count the norms made, by the audit of B.01: for each title, and how many players make one."""
    from rookery.rating.norms import norms as audit_norms

    audits = [audit for audit in audit_norms(tournament.history.tournament) if audit.is_met]
    yield Measurement("norms", len({audit.player.number for audit in audits}))
    for title in ("GM", "IM", "WGM", "WIM"):
        yield Measurement(f"norms_{title.lower()}", sum(audit.title == title for audit in audits))


def prizes(tournament: PlayedOut) -> Iterator[Measurement]:
    """Measure the prize money of the strongest, and count the winners."""
    from rookery.formats.standings import standings
    from rookery.ranking.prizes import awards

    best = _strongest_participants(tournament)
    for name in tournament.orders:
        table = standings(tournament.history.tournament, () if name == "PTS" else name, rules=MARCH_2026)
        won: dict[int, int] = {}
        for award in awards(table, tournament.prizes):
            won[award.id] = won.get(award.id, 0) + award.amount
        yield Measurement("prize_best", won.get(best[0], 0), name)
        yield Measurement("prize_top", sum(won.get(participant_id, 0) for participant_id in best), name)
        yield Measurement("prized", sum(cents > 0 for cents in won.values()), name)


def _round_pairs(history: History) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield the number of every round with its pairs."""
    for number, sheet in enumerate(history.round_columns, 1):
        yield number, sheet.boards + list(_forfeited_pairs(sheet.unplayed))


def _forfeited_pairs(meetings: Mapping[int, Meeting]) -> Iterable[tuple[int, int]]:
    kinds = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)
    for participant_id, meeting in meetings.items():
        if meeting.kind in kinds and meeting.opponent is not None and participant_id < meeting.opponent:
            yield participant_id, meeting.opponent


Measure = Callable[[PlayedOut], Iterator[Measurement]]

MEASURES: dict[str, Measure] = {
    "tau": tau, "first": first, "colours": colours, "floats": floats, "gaps": gaps, "norms": norms, "prizes": prizes,
    "colour_histogram": colour_histogram, "float_histogram": float_histogram,
}  # fmt: skip
"""All measures, by name."""
