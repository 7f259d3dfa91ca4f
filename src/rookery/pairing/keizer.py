"""Keizer: a club's year in which anybody may miss a round. NOT a FIDE system, and nothing of it stands in the Handbook.

Everybody has a value: the first of the ranking the highest, each place below one less, the last about a third of the
first. A win earns the value of the opponent, a draw half of it; a missed round earns a part of one's own value, and
everybody starts with their own value. Scores make the ranking, the ranking makes the values, the values make the
scores: this is repeated, all rounds anew, until the ranking stays as it is. If it goes round in a circle instead, the
mean of the scores on that circle decides. Equal scores rank by pairing number.

The next round pairs the first with the second, the third with the fourth, ..., as near as possible, but nobody with
an opponent of the last few rounds. What clubs decide for themselves is in `keizer_rules`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm

from rookery.errors import NoPairing, Problem, RuleError, Severity, Unfinished, Unsupported
from rookery.faces.face import Face
from rookery.faces.matching import EXPOSED, complete
from rookery.model import Bye, ByeKind, Colour, Ending, Game, RequestedBye, Round, Tournament
from rookery.order import sequence, to_pair
from rookery.pairing.keizer_rules import KeizerRules, rules_of
from rookery.pairing.tables.berger import colours
from rookery.values import NamedTuple, field, frozen, replace
from rookery.wording import joined, spoken

_SHARES = {
    Ending.WIN: Fraction(1), Ending.FORFEIT_WIN: Fraction(1), Ending.DRAW: Fraction(1, 2),
    Ending.ADJOURNED: Fraction(1, 2), Ending.LOSS: Fraction(0), Ending.FORFEIT_LOSS: Fraction(0),
    Ending.PENDING: Fraction(0),
}  # fmt: skip


class Earned(NamedTuple):
    """What somebody has of a round (0: before the first): the part of somebody's value, perhaps their own."""

    round: int
    whose: int
    share: Fraction


@frozen
class Place:
    """One line of the ranking: the player's value for the others, and the score it made."""

    player: int
    value: int
    score: Fraction


@frozen
class Ranking:
    """The ranking, how often it was worked out, and the length of the circle it ended in (1: it stays as it is).

    `earning` is what it earns to win against somebody: their value or, on a circle, the mean of their values.
    """

    places: tuple[Place, ...]
    repeated: int
    circle: int = 1
    earning: Mapping[int, Fraction] = field(default_factory=dict)


# -- the ranking -------------------------------------------------------------------------------------------------------


def values(order: Sequence[int], top: int | None = None) -> dict[int, int]:
    """The value of everybody in this order.

    >>> values("abcde")
    {'a': 6, 'b': 5, 'c': 4, 'd': 3, 'e': 2}
    """
    first = -(-3 * (len(order) - 1) // 2) if top is None else top
    return {one: max(first, 1) - place for place, one in enumerate(order)}


def ranking(tournament: Tournament, rules: KeizerRules | None = None) -> Ranking:
    """Everybody by their score, with values that agree with the places; by the rules that the code tells unless given.

    >>> from rookery.model import Player, Result
    >>> event = Tournament(players=(Player(1), Player(2), Player(3)))
    >>> event = event.with_round(Round(games=(Game(2, 1, Result.WHITE_WINS),), byes=(Bye(3, ByeKind.HALF),)))
    >>> [(place.player, place.value, str(place.score)) for place in ranking(event).places]
    [(2, 3, '5'), (1, 2, '2'), (3, 1, '4/3')]
    """
    if tournament.team_event:
        raise Unsupported(spoken("Keizer for teams"))
    rules = rules or rules_of(tournament.system)
    everybody = sequence(tournament)
    if rules.top is not None and rules.top < len(everybody):
        raise RuleError(spoken("the first of %(number)s needs a value of as much, not %(top)s", number=len(everybody),
                               top=rules.top))  # fmt: skip
    earnings = earned(tournament, rules)
    unit = lcm(*(each.share.denominator for row in earnings.values() for each in row))
    parts = {one: [(each.whose, int(unit * each.share)) for each in row] for one, row in earnings.items()}
    order, seen = everybody, dict[tuple[int, ...], int]()
    while order not in seen:
        seen[order] = len(seen)
        order = _ordered(everybody, _scores(order, parts, rules))
    orders = list(seen)[seen[order] :]
    scores = [_scores(each, parts, rules) for each in orders]
    total = {one: sum(each[one] for each in scores) for one in everybody}
    final = _ordered(everybody, total)
    worth, unit = values(final, rules.top), unit * len(orders)
    places = tuple(Place(one, worth[one], Fraction(total[one], unit)) for one in final)
    sums = [values(each, rules.top) for each in orders]
    earning = {one: Fraction(sum(each[one] for each in sums), len(sums)) for one in everybody}
    return Ranking(places, len(seen), len(orders), earning)


def _ordered(everybody: Sequence[int], scores: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(sorted(everybody, key=lambda one: -scores[one]))


def _scores(order: Sequence[int], parts: Mapping[int, Sequence[tuple[int, int]]], rules: KeizerRules) -> dict[int, int]:
    """What everybody has when the values follow this order, in whole parts of a point."""
    worth = values(order, rules.top)
    return {one: sum([part * worth[whose] for whose, part in parts[one]]) for one in order}


def earned(tournament: Tournament, rules: KeizerRules | None = None) -> dict[int, list[Earned]]:
    """Whose value everybody has earned, and what part of it: their own at the start, then round after round."""
    rules = rules or rules_of(tournament.system)
    found = {one: [Earned(0, one, rules.start)] for one in tournament.by_id}
    for number, round in enumerate(tournament.rounds, 1):
        for game in round.games:
            found[game.white].append(Earned(number, game.black, _SHARES[game.result.white]))
            found[game.black].append(Earned(number, game.white, _SHARES[game.result.black]))
        for bye in round.byes:
            found[bye.player].append(Earned(number, bye.player, rules.byes.get(bye.kind, Fraction(0))))
    return found


# -- pairing -----------------------------------------------------------------------------------------------------------


def next_round(tournament: Tournament, rules: KeizerRules | None = None) -> Round:
    """The next round: neighbours in the ranking meet, as near as possible from the top.

    In an odd field the lowest of those with the fewest byes is left over. White goes to the one with fewer Whites, then
    to the one who did not have it last time, then to the higher placed on odd boards and to the lower on even ones.
    """
    for number, round in enumerate(tournament.rounds, 1):
        if round.pending:
            raise Unfinished(number, [(game.white, game.black) for game in round.pending])
    rules = rules or rules_of(tournament.system)
    present = set(to_pair(tournament))
    order = [place.player for place in ranking(tournament, rules).places if place.player in present]
    byes = [Bye(one, kind) for one, kind in tournament.absent(tournament.next_round).items()]
    if len(order) % 2:
        left_over = _left_over(tournament, order)
        order.remove(left_over)
        byes.insert(0, Bye(left_over, ByeKind.PAIRING_ALLOCATED))
    pairs = _neighbours(tournament, order, rules.apart)
    history = colours(round.pairs for round in tournament.rounds)
    first = tournament.initial_colour or Colour.WHITE
    games = []
    for board, (higher, lower) in enumerate(pairs):
        white = _white(higher, lower, history, (first is Colour.WHITE) == (board % 2 == 0))
        games.append(Game(white, lower if white == higher else higher))
    return Round(games=tuple(games), byes=tuple(byes))


def _left_over(tournament: Tournament, order: Sequence[int]) -> int:
    had = dict.fromkeys(order, 0)
    for bye in (bye for round in tournament.rounds for bye in round.byes):
        if bye.kind is ByeKind.PAIRING_ALLOCATED and bye.player in had:
            had[bye.player] += 1
    return min(reversed(order), key=lambda one: had[one])


def _neighbours(tournament: Tournament, order: Sequence[int], apart: int) -> list[tuple[int, int]]:
    """From the top, everybody with the nearest below who leaves the others a pairing."""
    size, everybody = len(order), (1 << len(order)) - 1
    for rounds in range(min(apart, len(tournament.rounds)), -1, -1):
        rows, mate = _may_meet(tournament, order, rounds), [EXPOSED] * size
        if complete(rows, mate, everybody, everybody):
            face = Face(rows, mate, everybody)
            return [(order[i], order[face.settle(i, everybody)]) for i in range(size) if face.alive >> i & 1]
    raise NoPairing(spoken("the forbidden pairs leave no pairing"), tournament.forbidden)


def _may_meet(tournament: Tournament, order: Sequence[int], apart: int) -> list[int]:
    """Row by row who may meet whom: not who met in the last rounds, not who is forbidden to."""
    recent = tournament.rounds[len(tournament.rounds) - apart :]
    barred = {frozenset(pair) for round in recent for pair in round.pairs}
    groups = [set(one.players) for one in tournament.forbidden if one.covers(tournament.next_round)]

    def free(one: int, other: int) -> bool:
        together = {one, other}
        return one != other and together not in barred and not any(together <= group for group in groups)

    return [sum(1 << j for j, other in enumerate(order) if free(one, other)) for one in order]


def _white(higher: int, lower: int, history: Mapping[int, str], higher_first: bool) -> int:
    """Who of the two has White."""
    first, second = history.get(higher, ""), history.get(lower, "")
    difference = (first.count("w") - first.count("b")) - (second.count("w") - second.count("b"))
    if difference:
        return lower if difference > 0 else higher
    if first[-1:] != second[-1:]:
        return lower if first[-1:] == "w" or second[-1:] == "b" else higher
    return higher if higher_first else lower


# -- complaints --------------------------------------------------------------------------------------------------------


def complaints(tournament: Tournament) -> Iterator[Problem]:
    """Where the rounds of the file are not those that these rules give; no more than a remark, for clubs differ."""
    for number, recorded in enumerate(tournament.rounds, 1):
        try:
            ours = next_round(_position(tournament, number))
        except (NoPairing, Unfinished):
            continue
        others = [pair for pair in ours.pairs if pair not in recorded.pairs]
        others += [
            (bye.player, 0) for bye in ours.byes if bye.kind is ByeKind.PAIRING_ALLOCATED and bye not in recorded.byes
        ]
        if others:
            pairs = joined(", ", [f"{white}-{black}" if black else spoken("a bye for %(number)s", number=white)
                                  for white, black in others])  # fmt: skip
            text = spoken("round %(round)s is not the one that these rules give, with %(pairs)s", round=number,
                          pairs=pairs)  # fmt: skip
            yield Problem(Severity.WARNING, "keizer", 0, (0, 0), "rounds", text)


def _position(tournament: Tournament, number: int) -> Tournament:
    """The tournament before a round, in which whoever was not paired has asked for that."""
    round = tournament.rounds[number - 1]
    kinds = {bye.player: bye.kind for bye in round.byes}
    busy = {one for pair in round.pairs for one in pair}
    absent = [one for one in tournament.by_id if one not in busy and kinds.get(one) is not ByeKind.PAIRING_ALLOCATED]
    return replace(tournament.until(number), requested=tuple(RequestedBye(number, one) for one in absent))
