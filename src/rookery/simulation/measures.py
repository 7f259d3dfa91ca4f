"""What is measured of a tournament: whole numbers, so that their sums are exact in any order.

Every measure gives columns, each with a unit: the mean of a column is the sum of its numbers, divided by how many
there are and by the unit. Where a column belongs to an order or a round it says so.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from rookery.elo import half_up
from rookery.history import History, Kind
from rookery.matches import boards_per_match
from rookery.meetings import Meeting
from rookery.model import Tournament
from rookery.ranking.rules import MARCH_2026
from rookery.regulations import scheme
from rookery.simulation.orders import Groups, by_lot
from rookery.values import NamedTuple

MILLIONTHS = 1_000_000
TOP = 3
"""How many of the best are looked for at the top."""
LEADERS = 5
"""Among so many leaders the strength of the opponents is compared."""


Prizes = Mapping[str, Mapping[int, Fraction]]
"""Prize money by category (empty: the whole event) and place."""


class PlayedOut(NamedTuple):
    """A tournament that was played: its history, how strong everybody is, the lots, and the groups by each order.

    `rounds` has the groups after every round, where they are asked for; `prizes` is the money by category and place.
    """

    history: History
    strengths: Mapping[int, int]
    lots: Mapping[int, int]
    orders: Mapping[str, Groups]
    rounds: Mapping[int, Mapping[str, Groups]] = {}
    prizes: Mapping[str, Mapping[int, Fraction]] = {}


class Seen(NamedTuple):
    """One number of a column; `order` and `round` are empty where it belongs to none."""

    column: str
    value: int
    order: str = ""
    round: int = 0


class Column(NamedTuple):
    """What a column is: its measure, its unit for a field of this size, and what it says."""

    measure: str
    unit: Callable[[int], int]
    says: str


def _one(size: int) -> int:
    return 1


def _pairs(size: int) -> int:
    return max(1, size * (size - 1) // 2)


COLUMNS: dict[str, Column] = {
    "tau": Column("tau", _pairs, "order against true strength: 1 the same, -1 reversed"),
    "seeds": Column("tau", _pairs, "the same of the initial order: what no play would give"),
    "best": Column("first", _one, "how often the strongest is first"),
    "shared": Column("first", _one, "how many are equal at the top"),
    "alone": Column("first", _one, "how often nobody is equal to the first"),
    "top": Column("first", _one, f"how many of the {TOP} strongest are among the first {TOP}"),
    "perfect": Column("first", _one, "how many have all the points there can be"),
    "difference": Column("colours", lambda n: n, "Whites without Blacks, either way, for each player"),
    "run": Column("colours", _one, "the longest run of one colour"),
    "white": Column("colours", lambda n: MILLIONTHS, "points of who has one White more, above who has one less"),
    "white_rated": Column("colours", lambda n: MILLIONTHS, "points for one White more in place of one less, by"
                          " regression on strength"),
    "floats": Column("floats", _one, "games between unequal scores"),
    "floated": Column("floats", lambda n: 10, "points between them, all together"),
    "most_floats": Column("floats", _one, "floats of whoever floats most"),
    "virtual": Column("floats", _one, "games between unequal scores, virtual points added"),
    "gap": Column("gaps", lambda n: 1000, "mean difference of ratings on the boards, where both have one"),
    "norms": Column("norms", _one, "players who make a norm of any title"),
    "norms_gm": Column("norms", _one, "norms of a grandmaster"),
    "norms_im": Column("norms", _one, "norms of an international master"),
    "norms_wgm": Column("norms", _one, "norms of a woman grandmaster"),
    "norms_wim": Column("norms", _one, "norms of a woman international master"),
    "prize_best": Column("prizes", lambda n: 100, "prize money of the strongest"),
    "prize_top": Column("prizes", lambda n: 100, f"prize money of the {TOP} strongest together"),
    "prized": Column("prizes", _one, "how many receive money"),
    "leaders": Column("gaps", lambda n: 1000, f"mean strength of opponents among the first {LEADERS}: highest above"
                      " lowest"),
}  # fmt: skip

HISTOGRAMS: dict[str, dict[str, str]] = {
    "colour_histogram": {
        "black_3": "-3 or less", "black_2": "-2", "black_1": "-1", "even": "0", "white_1": "1", "white_2": "2",
        "white_3": "3 or more",
    },
    "float_histogram": {**{f"floats_{many}": str(many) for many in range(6)}, "floats_6": "6 or more"},
}  # fmt: skip
"""The columns that count players by their colours and by their floats, and for how much each stands."""

_COUNTED = {"colour_histogram": "Whites minus Blacks", "float_histogram": "games with another score"}
COLUMNS |= {
    column: Column(measure, lambda n: n, f"share of the players with {_COUNTED[measure]}: {many}")
    for measure, columns in HISTOGRAMS.items()
    for column, many in columns.items()
}
"""Every column there is."""

ORDERED = frozenset({"tau", "best", "shared", "alone", "top", "leaders", "prize_best", "prize_top", "prized"})
"""The columns that an order has."""


def concordance(order: Sequence[int], strengths: Mapping[int, int]) -> int:
    """Pairs in the right order minus pairs in the wrong one; equals in strength count as neither.

    >>> concordance([1, 2, 3], {1: 30, 2: 20, 3: 10}), concordance([3, 1, 2], {1: 30, 2: 20, 3: 10})
    (3, -1)
    """
    above: list[int] = []
    found = 0
    for placed, one in enumerate(order):
        own = strengths[one]
        weaker = bisect_left(above, own)
        stronger = placed - weaker
        while stronger and above[placed - stronger] == own:
            stronger -= 1
        found += stronger - weaker
        insort(above, own)
    return found


# -- measures ----------------------------------------------------------------------------------------------------------


def tau(played: PlayedOut) -> Iterator[Seen]:
    """How well an order shows the true one; ties are broken by lot, never by the seed, which leaks the truth."""
    yield Seen("seeds", concordance(list(played.strengths), played.strengths))
    for name, groups in played.orders.items():
        yield Seen("tau", concordance(by_lot(groups, played.lots.__getitem__), played.strengths), name)
    for round, known in played.rounds.items():
        for name, groups in known.items():
            yield Seen("tau", concordance(by_lot(groups, played.lots.__getitem__), played.strengths), name, round)


def first(played: PlayedOut) -> Iterator[Seen]:
    """Who wins: the best? alone? how many of the best are at the top?"""
    strengths, best = played.strengths, _strongest(played)
    highest = strengths[best[0]]
    for name, groups in played.orders.items():
        order = by_lot(groups, played.lots.__getitem__)
        yield Seen("best", int(strengths[order[0]] == highest), name)
        yield Seen("shared", len(groups[0]), name)
        yield Seen("alone", int(len(groups[0]) == 1), name)
        yield Seen("top", len(set(best) & set(order[:TOP])), name)
    history = played.history
    rounds, full = len(history.sheets), history.before(len(history.sheets) + 1)
    most = rounds * _full_score(history.tournament)
    yield Seen("perfect", sum(full.score(one) == most for one in strengths) if rounds else 0)


def _strongest(played: PlayedOut) -> list[int]:
    """The strongest, equals by lot."""
    strengths = played.strengths
    return sorted(strengths, key=lambda one: (-strengths[one], played.lots[one]))[:TOP]


def _full_score(event: Tournament) -> int:
    """What a round gives at most: of two games both, of teams a match won, or all its boards where these decide."""
    if not event.team_event:
        return event.points.win * (2 if event.rounds and event.rounds[0].matches else 1)
    return (
        event.points.win * boards_per_match(event) if scheme(event.system).primary == "GP" else event.match_points.win
    )


def colours(played: PlayedOut) -> Iterator[Seen]:
    """How even colours are, and what one White more is worth."""
    history = played.history
    tallies = history.before(len(history.sheets) + 1).tallies
    rows = {one: tally.colours for one, tally in tallies.items()}
    more = {one: 2 * row.count("w") - len(row) for one, row in rows.items()}
    yield Seen("difference", sum(map(abs, more.values())))
    yield Seen("run", max((len(list(run)) for row in rows.values() for _, run in groupby(row)), default=0))
    scores = {one: tally.score for one, tally in tallies.items()}
    ahead, behind = ([scores[one] for one in more if more[one] == each] for each in (1, -1))
    if ahead and behind:
        plain = Fraction(sum(ahead), len(ahead)) - Fraction(sum(behind), len(behind))
        yield Seen("white", _whole(plain / 10))
        slope = _slope([(more[one], played.strengths[one], scores[one]) for one in more if abs(more[one]) == 1])
        if slope is not None:
            yield Seen("white_rated", _whole(2 * slope / 10))


def _slope(rows: Sequence[tuple[int, int, int]]) -> Fraction | None:
    """What one step of the first number is worth in the third, the second held (least squares)."""
    n, sums = len(rows), [sum(row[at] for row in rows) for at in range(3)]

    def together(i: int, j: int) -> int:
        return n * sum(row[i] * row[j] for row in rows) - sums[i] * sums[j]

    xx, xz, zz, xy, zy = together(0, 0), together(0, 1), together(1, 1), together(0, 2), together(1, 2)
    if not zz:
        return Fraction(xy, xx) if xx else None
    below = xx * zz - xz * xz
    return Fraction(xy * zz - zy * xz, below) if below else None


def _whole(value: Fraction) -> int:
    found: int = half_up(value.numerator * MILLIONTHS, value.denominator)
    return found


def floats(played: PlayedOut) -> Iterator[Seen]:
    """How often unequal scores meet, and how unequal they are; with virtual points, where there are any."""
    history = played.history
    games = points = virtual = 0
    floated: dict[int, int] = {}
    accelerated = False
    for number, meetings in _boards(history):
        view, more = history.before(number), history.virtual(number)
        accelerated = accelerated or bool(more)
        for one, other in meetings:
            apart = abs(view.score(one) - view.score(other))
            if apart:
                games, points = games + 1, points + apart
                floated[one], floated[other] = floated.get(one, 0) + 1, floated.get(other, 0) + 1
            virtual += view.pairing_score(one) != view.pairing_score(other) if more else bool(apart)
    yield Seen("floats", games)
    yield Seen("floated", points)
    yield Seen("most_floats", max(floated.values(), default=0))
    if accelerated:
        yield Seen("virtual", virtual)


def colour_histogram(played: PlayedOut) -> Iterator[Seen]:
    """How many players have so many Whites more than Blacks, or Blacks more than Whites."""
    history = played.history
    rows = [tally.colours for tally in history.before(len(history.sheets) + 1).tallies.values()]
    more = Counter(max(-3, min(3, 2 * row.count("w") - len(row))) for row in rows)
    for many, column in enumerate(HISTOGRAMS["colour_histogram"], -3):
        yield Seen(column, more[many])


def float_histogram(played: PlayedOut) -> Iterator[Seen]:
    """How many players met somebody of another score so often."""
    history, floated = played.history, dict.fromkeys(played.strengths, 0)
    for number, meetings in _boards(history):
        view = history.before(number)
        for pair in meetings:
            if view.score(pair[0]) != view.score(pair[1]):
                for one in pair:
                    floated[one] += 1
    often = Counter(min(6, many) for many in floated.values())
    for many, column in enumerate(HISTOGRAMS["float_histogram"]):
        yield Seen(column, often[many])


def gaps(played: PlayedOut) -> Iterator[Seen]:
    """How unequal the ratings on the boards are, round by round, and the opponents of the leaders."""
    ratings = _ratings(played.history.tournament)
    everything, boards = 0, 0
    faced: dict[int, list[int]] = {}
    for number, meetings in _boards(played.history):
        rated = [(one, other) for one, other in meetings if one in ratings and other in ratings]
        apart = sum(abs(ratings[one] - ratings[other]) for one, other in rated)
        everything, boards = everything + apart, boards + len(rated)
        if rated:
            yield Seen("gap", half_up(1000 * apart, len(rated)), round=number)
        for one, other in meetings:
            faced.setdefault(one, []).append(played.strengths[other])
            faced.setdefault(other, []).append(played.strengths[one])
    if boards:
        yield Seen("gap", half_up(1000 * everything, boards))
    for name, groups in played.orders.items():
        leaders = [faced[one] for one in by_lot(groups, played.lots.__getitem__)[:LEADERS] if one in faced]
        means = [half_up(1000 * sum(row), len(row)) for row in leaders]
        if means:
            yield Seen("leaders", max(means) - min(means), name)


def _ratings(event: Tournament) -> dict[int, int]:
    """The rating of everybody who is paired and has one; of a team the mean of its players."""
    known = {one.id: one.rating for one in event.players if one.rating}
    if not event.team_event:
        return known
    return {one.id: half_up(sum(map(known.__getitem__, one.players)), len(one.players) or 1) for one in event.teams}


def norms(played: PlayedOut) -> Iterator[Seen]:
    """Norms made, by the audit of B.01: of every title by itself, and how many make one."""
    from rookery.rating.norms import norms as audited

    met = [audit for audit in audited(played.history.tournament) if audit.met]
    yield Seen("norms", len({audit.player.id for audit in met}))
    for title in ("GM", "IM", "WGM", "WIM"):
        yield Seen(f"norms_{title.lower()}", sum(audit.title == title for audit in met))


def prizes(played: PlayedOut) -> Iterator[Seen]:
    """Who gets what, shared as at a prize-giving: the strongest, the strongest few, and how many get anything."""
    from rookery.formats.standings import standings
    from rookery.ranking.prizes import awards

    best = _strongest(played)
    for name in played.orders:
        table = standings(played.history.tournament, () if name == "PTS" else name, rules=MARCH_2026)
        won: dict[int, int] = {}
        for award in awards(table, played.prizes):
            won[award.id] = won.get(award.id, 0) + award.amount
        yield Seen("prize_best", won.get(best[0], 0), name)
        yield Seen("prize_top", sum(won.get(one, 0) for one in best), name)
        yield Seen("prized", sum(cents > 0 for cents in won.values()), name)


def _boards(history: History) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Of every round, who were paired, each two once."""
    for number, sheet in enumerate(history.sheets, 1):
        yield number, sheet.boards + list(_unplayed(sheet.others))


def _unplayed(others: Mapping[int, Meeting]) -> Iterable[tuple[int, int]]:
    kinds = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)
    for one, meeting in others.items():
        if meeting.kind in kinds and meeting.opponent is not None and one < meeting.opponent:
            yield one, meeting.opponent


Measure = Callable[[PlayedOut], Iterator[Seen]]

MEASURES: dict[str, Measure] = {
    "tau": tau, "first": first, "colours": colours, "floats": floats, "gaps": gaps, "norms": norms, "prizes": prizes,
    "colour_histogram": colour_histogram, "float_histogram": float_histogram,
}  # fmt: skip
"""Every measure there is."""
