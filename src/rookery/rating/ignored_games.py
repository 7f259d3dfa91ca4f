"""Which games to ignore for a norm (B.01 1.4.1e, 1.4.1f): as few as possible, found without trying every set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rookery.elo import DIFFERENCE_BY_PERCENT, percentage
from rookery.rating.titles import (
    HOLDERS,
    NO_FEDERATION,
    SHARE_OF_POINTS,
    UNRATED,
    NormGame,
    Terms,
    Title,
    needed_titles,
)
from rookery.values import frozen

State = tuple[int, int, int, int, int, int]
"""Ignored: all, title-holders, of the level, of this federation; foreign federations kept; whether one is raised.

What cannot decide stays 0, so that few states are told apart.
"""
_ENOUGH_FEDERATIONS = 2


def fewest_ignored(
    title: Title, federation: str, games: Sequence[NormGame], terms: Terms
) -> tuple[NormGame, ...] | None:
    """The games left when the fewest are ignored, at least one, and the norm is made; None if it cannot be.

    In a Swiss any tail of games may be ignored, in every event any games won, as long as enough remain. Of several
    ways with the same number the one with the shortest tail is taken, then the one that ignores the earliest wins.
    """
    if terms.double_round_robin and terms.players < 6:
        return None
    n = len(games)
    for ignored in range(1, min(n, n - terms.minimum) + 1):
        for tail in range((ignored if terms.swiss else 0) + 1):
            head = games[: n - tail]
            without = _first_wins(title, federation, head, ignored - tail, terms)
            if without is not None:
                return tuple(game for at, game in enumerate(head) if at not in without)
    return None


def _first_wins(
    title: Title, federation: str, games: Sequence[NormGame], ignored: int, terms: Terms
) -> set[int] | None:
    """The places of so many games won, the earliest, without which the norm is made; None if there are none."""
    won = [at for at, game in enumerate(games) if game.half_points == 2]
    if len(won) < ignored:
        return None
    if ignored == len(games):
        return set(won)
    asked = _asked(title, federation, games, ignored, terms)
    if asked is None or not _possible(asked, games, {}):
        return None
    settled: dict[int, bool] = {}
    for at in won:
        if sum(settled.values()) == ignored:
            break
        settled[at] = _possible(asked, games, {**settled, at: True})
    return {at for at, gone in settled.items() if gone}


# -- what the games that are left must bring ---------------------------------------------------------------------------


@frozen
class _Asked:
    """What ignoring so many games won may cost: the number left, hence the score left, is always the same.

    `rating` is how much of the ratings' sum may go; `holders` and `level` how many such opponents; `surplus` how many
    of a federation must. `gains` is what raising the lowest opponent brings (1.4.6) if that one was not beaten.
    """

    title: Title
    ignored: int
    rating: int
    holders: int
    level: int
    surplus: Mapping[str, int]
    own: str
    foreign: int
    gains: int


def _asked(title: Title, own: str, games: Sequence[NormGame], ignored: int, terms: Terms) -> _Asked | None:
    """What is asked; None where one condition by itself, or the score, already fails."""
    left = len(games) - ignored
    half_points = sum(game.half_points for game in games) - 2 * ignored
    if 50 * half_points < SHARE_OF_POINTS * left:
        return None
    mean = max(title.average, title.performance - DIFFERENCE_BY_PERCENT[percentage(half_points, left)])
    least = -(-(2 * mean - 1) * left // 2)  # the least sum whose average, a half going up, is the mean
    needed = needed_titles(left, terms)
    holders = sum(game.title in HOLDERS for game in games) - needed[0]
    level = sum(game.title in title.level for game in games) - needed[1]
    surplus = {} if terms.waiver(own) else _surplus(own, games, left)
    spare = sum(map(_rating, games)) - least
    gains = max((title.floor - _rating(game) for game in games if game.half_points < 2), default=0)
    foreign = 0 if terms.waiver(own) else _ENOUGH_FEDERATIONS
    asked = _Asked(title, ignored, spare, holders, level, surplus, own, foreign, max(0, gains))
    return None if _hopeless(asked, games) else asked


def _surplus(own: str, games: Sequence[NormGame], left: int) -> dict[str, int]:
    """How many games against each federation must be ignored (1.4.4); only those of which some must."""
    counts = Counter(game.federation for game in games if game.federation not in NO_FEDERATION)
    over = {one: number - (3 * left // 5 if one == own else 2 * left // 3) for one, number in counts.items()}
    return {one: number for one, number in over.items() if number > 0}


def _hopeless(asked: _Asked, games: Sequence[NormGame]) -> bool:
    """Whether one condition fails whichever games are ignored."""
    if asked.holders < 0 or asked.level < 0 or sum(asked.surplus.values()) > asked.ignored:
        return True
    lowest = sorted(_rating(game) for game in games if game.half_points == 2)[: asked.ignored]
    gains = max(0, *(asked.title.floor - _rating(game) for game in games))
    return sum(lowest) > asked.rating + gains


def _rating(game: NormGame) -> int:
    return game.rating or UNRATED


# -- the search --------------------------------------------------------------------------------------------------------


def _possible(asked: _Asked, games: Sequence[NormGame], settled: Mapping[int, bool]) -> bool:
    """Whether some choice of games won meets all that is asked, those settled being ignored or not as they are.

    Federation by federation, the least loss of rating for each state. That the lowest opponent left is raised is the
    same as that any one may be: no other gains as much.
    """
    fixed = Counter(game.federation for game in games if game.half_points < 2)
    always = sum(one != asked.own and one not in NO_FEDERATION for one in fixed)
    best: dict[State, int] = {(0, 0, 0, 0, min(always, asked.foreign), 0): -asked.gains}
    for federation, members in _by_federation(games):
        foreign = federation != asked.own and federation not in NO_FEDERATION and federation not in fixed
        counted = federation in asked.surplus or (foreign and always < asked.foreign)
        for at in members:
            best = _with_game(asked, best, games[at], settled.get(at), counted)
        if counted:
            best = _closed(asked, best, federation, len(members) if foreign else 0)
    return any(
        loss <= asked.rating and state[0] == asked.ignored and state[4] >= asked.foreign for state, loss in best.items()
    )


def _by_federation(games: Sequence[NormGame]) -> Iterator[tuple[str, list[int]]]:
    """The places of the games won, by the opponent's federation."""
    found: dict[str, list[int]] = {}
    for at, game in enumerate(games):
        if game.half_points == 2:
            found.setdefault(game.federation, []).append(at)
    return iter(found.items())


def _with_game(
    asked: _Asked, best: Mapping[State, int], game: NormGame, settled: bool | None, counted: bool
) -> dict[State, int]:
    """The states after this game too was kept, kept and raised, or ignored."""
    rating, found = _rating(game), dict[State, int]()
    holder = game.title in HOLDERS and asked.holders < asked.ignored
    level = game.title in asked.title.level and asked.level < asked.ignored
    gains = asked.title.floor - rating - asked.gains

    def reach(state: State, loss: int) -> None:
        if loss < found.get(state, loss + 1):
            found[state] = loss

    for state, loss in best.items():
        gone, holders, levels, here, foreign, raised = state
        if settled is not True:
            reach(state, loss)
            if gains > 0 and not raised:
                reach((gone, holders, levels, here, foreign, 1), loss - gains)
        if settled is not False and gone < asked.ignored:
            after = (gone + 1, holders + holder, levels + level, here + counted, foreign, raised)
            if after[1] <= asked.holders and after[2] <= asked.level:
                reach(after, loss + rating)
    return found


def _closed(asked: _Asked, best: Mapping[State, int], federation: str, only_won: int) -> dict[State, int]:
    """The states at the end of a federation: enough of it ignored, and whether it is still among the opponents."""
    found: dict[State, int] = {}
    least = asked.surplus.get(federation, 0)
    for (gone, holders, levels, here, foreign, raised), loss in best.items():
        if here < least:
            continue
        state = (gone, holders, levels, 0, min(asked.foreign, foreign + (here < only_won)), raised)
        if loss < found.get(state, loss + 1):
            found[state] = loss
    return found
