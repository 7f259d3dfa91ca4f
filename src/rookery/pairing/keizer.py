"""Keizer: a club's year in which anybody may miss a round. NOT a FIDE system, and nothing of it stands in the Handbook.

Everybody has a value: the first of the ranking the highest, each place below one less, the last about a third of the
first. A win earns the value of the opponent, a draw half of it; a missed round earns a part of one's own value, and
everybody starts with their own value. Scores make the ranking, the ranking makes the values, the values make the
scores: this is repeated, all rounds anew, until the ranking stays as it is. If it goes round in a circle instead, the
mean of the scores on that circle decides. Equal scores rank by pairing number.

The next round pairs the first with the second, the third with the fourth, ..., as near as possible, but nobody with
an opponent of the last few rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rookery.errors import NoPairing, RuleError, Unfinished, Unsupported
from rookery.model import Bye, ByeKind, Colour, Ending, Game, Round, Tournament
from rookery.order import sequence, to_pair
from rookery.pairing.kernel import Face
from rookery.pairing.matching import EXPOSED, complete
from rookery.pairing.round_robin import colours

_SHARES = {
    Ending.WIN: Fraction(1), Ending.FORFEIT_WIN: Fraction(1), Ending.DRAW: Fraction(1, 2),
    Ending.ADJOURNED: Fraction(1, 2), Ending.LOSS: Fraction(0), Ending.FORFEIT_LOSS: Fraction(0),
    Ending.PENDING: Fraction(0),
}  # fmt: skip


def _usual_byes() -> dict[ByeKind, Fraction]:
    return {
        ByeKind.PAIRING_ALLOCATED: Fraction(1, 2),
        ByeKind.FULL: Fraction(2, 3),
        ByeKind.HALF: Fraction(1, 3),
        ByeKind.ZERO: Fraction(0),
        ByeKind.NOT_ENTERED: Fraction(0),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class KeizerRules:
    """What clubs decide for themselves. `byes` are parts of one's own value: by default half of it for the one who is
    left over, two thirds for a full-point bye (duty for the club), a third for a half-point bye (absent with notice).
    """

    top: int | None = None
    """The value of the first place; so that the first has three times the value of the last unless given."""
    start: Fraction = Fraction(1)
    """How many times their own value everybody starts with."""
    byes: Mapping[ByeKind, Fraction] = field(default_factory=_usual_byes)
    apart: int = 3
    """Two who met do not meet again in so many rounds; one less, and so on, if nobody can be paired otherwise."""


@dataclass(frozen=True, slots=True)
class Place:
    """One line of the ranking: the player's value for the others, and the score it made."""

    player: int
    value: int
    score: Fraction


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking, how often it was worked out, and the length of the circle it ended in (1: it stays as it is)."""

    places: tuple[Place, ...]
    repeated: int
    circle: int = 1


USUAL = KeizerRules()


def values(order: Sequence[int], top: int | None = None) -> dict[int, int]:
    """The value of everybody in this order.

    >>> values("abcde")
    {'a': 6, 'b': 5, 'c': 4, 'd': 3, 'e': 2}
    """
    first = -(-3 * (len(order) - 1) // 2) if top is None else top
    return {one: max(first, 1) - place for place, one in enumerate(order)}


def ranking(tournament: Tournament, rules: KeizerRules = USUAL) -> Ranking:
    """Everybody by their score, with values that agree with the places.

    >>> from rookery.model import Player, Result
    >>> event = Tournament(players=(Player(1), Player(2), Player(3)))
    >>> event = event.with_round(Round(games=(Game(2, 1, Result.WHITE_WINS),), byes=(Bye(3, ByeKind.HALF),)))
    >>> [(place.player, place.value, str(place.score)) for place in ranking(event).places]
    [(2, 3, '5'), (1, 2, '2'), (3, 1, '4/3')]
    """
    if tournament.team_event:
        raise Unsupported("Keizer for teams")
    everybody = sequence(tournament)
    if rules.top is not None and rules.top < len(everybody):
        raise RuleError(f"the first of {len(everybody)} needs a value of as much, not {rules.top}")
    earnings = _earnings(tournament, rules)
    order, seen = everybody, dict[tuple[int, ...], int]()
    while order not in seen:
        seen[order] = len(seen)
        order = _ordered(everybody, _scores(order, earnings, rules))
    orders = list(seen)[seen[order] :]
    scores = [_scores(each, earnings, rules) for each in orders]
    mean = {one: sum((each[one] for each in scores), Fraction(0)) / len(orders) for one in everybody}
    final = _ordered(everybody, mean)
    worth = values(final, rules.top)
    return Ranking(tuple(Place(one, worth[one], mean[one]) for one in final), len(seen), len(orders))


def _ordered(everybody: Sequence[int], scores: Mapping[int, Fraction]) -> tuple[int, ...]:
    return tuple(sorted(everybody, key=lambda one: -scores[one]))


def _scores(
    order: Sequence[int], earnings: Mapping[int, Sequence[tuple[int, Fraction]]], rules: KeizerRules
) -> dict[int, Fraction]:
    worth = values(order, rules.top)
    return {one: sum((share * worth[whose] for whose, share in earnings[one]), Fraction(0)) for one in order}


def _earnings(tournament: Tournament, rules: KeizerRules) -> dict[int, list[tuple[int, Fraction]]]:
    """Whose value everybody has earned, and what part of it, round after round."""
    found = {one: [(one, rules.start)] for one in tournament.by_id}
    for round in tournament.rounds:
        for game in round.games:
            found[game.white].append((game.black, _SHARES[game.result.white]))
            found[game.black].append((game.white, _SHARES[game.result.black]))
        for bye in round.byes:
            found[bye.player].append((bye.player, rules.byes[bye.kind]))
    return found


# -- pairing -----------------------------------------------------------------------------------------------------------


def next_round(tournament: Tournament, rules: KeizerRules = USUAL) -> Round:
    """The next round: neighbours in the ranking meet, as near as possible from the top.

    In an odd field the lowest of those with the fewest byes is left over. White goes to the one with fewer Whites, then
    to the one who did not have it last time, then to the higher placed on odd boards and to the lower on even ones.
    """
    for number, round in enumerate(tournament.rounds, 1):
        if round.pending:
            raise Unfinished(number, [(game.white, game.black) for game in round.pending])
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
    raise NoPairing("the forbidden pairs leave no pairing", tournament.forbidden)


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
