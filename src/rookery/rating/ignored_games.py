"""Search for the fewest games to ignore for a norm (B.01 1.4.1e, 1.4.1f), by dynamic programming over states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rookery._record import record
from rookery.elo import DIFFERENCE_BY_PERCENT, percentage
from rookery.rating.norm_conditions import (
    MIN_PERCENT,
    NO_FEDERATION,
    NORM_TITLES,
    UNRATED_RATING,
    NormGame,
    Terms,
    Title,
    needed_titles,
)

State = tuple[int, int, int, int, int, int]
"""Ignored games: all, title-holders, of the level, of this federation; foreign federations kept; any raised rating.

Numbers that cannot matter stay 0, to keep the number of states small.
"""
_ENOUGH_FEDERATIONS = 2


def ignore_fewest(
    title: Title, federation: str, games: Sequence[NormGame], terms: Terms
) -> tuple[NormGame, ...] | None:
    """Return the games left when the fewest, at least one, are ignored and the norm is made; None if impossible.

    In a Swiss any tail of games may be ignored, in every event any games won, as long as enough remain. Of several
    ways with the same number the one with the shortest tail is taken, then the one that ignores the earliest wins.
    """
    if terms.double_round_robin and terms.players < 6:
        return None
    n = len(games)
    for ignored in range(1, min(n, n - terms.minimum) + 1):
        for tail in range((ignored if terms.swiss else 0) + 1):
            remaining = games[: n - tail]
            ignored_wins = _earliest_wins_to_ignore(title, federation, remaining, ignored - tail, terms)
            if ignored_wins is not None:
                return tuple(game for index, game in enumerate(remaining) if index not in ignored_wins)
    return None


def _earliest_wins_to_ignore(
    title: Title, federation: str, games: Sequence[NormGame], ignored: int, terms: Terms
) -> set[int] | None:
    """Return the indices of the earliest `ignored` wins without which the norm is made, or None."""
    wins = [index for index, game in enumerate(games) if game.half_points == 2]
    if len(wins) < ignored:
        return None
    if ignored == len(games):
        return set(wins)
    limits = _compute_limits(title, federation, games, ignored, terms)
    if limits is None or not _is_possible(limits, games, {}):
        return None
    decisions: dict[int, bool] = {}
    for index in wins:
        if sum(decisions.values()) == ignored:
            break
        decisions[index] = _is_possible(limits, games, {**decisions, index: True})
    return {index for index, is_ignored in decisions.items() if is_ignored}


# -- what the games that are left must bring ---------------------------------------------------------------------------


@record
class _Limits:
    """Limits on what ignoring `ignored` wins may cost; the number and score of the remaining games are fixed.

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


def _compute_limits(title: Title, own: str, games: Sequence[NormGame], ignored: int, terms: Terms) -> _Limits | None:
    """Return the limits, or None if the score or another single condition already fails."""
    kept_count = len(games) - ignored
    half_points = sum(game.half_points for game in games) - 2 * ignored
    if 50 * half_points < MIN_PERCENT * kept_count:
        return None
    mean = max(title.average, title.performance - DIFFERENCE_BY_PERCENT[percentage(half_points, kept_count)])
    least_sum = -(-(2 * mean - 1) * kept_count // 2)  # the least sum whose average, a half going up, is the mean
    needed = needed_titles(kept_count, terms)
    holders = sum(game.title in NORM_TITLES for game in games) - needed[0]
    level = sum(game.title in title.level for game in games) - needed[1]
    surplus = {} if terms.waiver(own) else _federation_surplus(own, games, kept_count)
    spare_rating = sum(map(_rating_of, games)) - least_sum
    gains = max((title.floor - _rating_of(game) for game in games if game.half_points < 2), default=0)
    foreign = 0 if terms.waiver(own) else _ENOUGH_FEDERATIONS
    limits = _Limits(title, ignored, spare_rating, holders, level, surplus, own, foreign, max(0, gains))
    return None if _is_hopeless(limits, games) else limits


def _federation_surplus(own: str, games: Sequence[NormGame], kept_count: int) -> dict[str, int]:
    """Return how many games against each federation must be ignored (1.4.4), where any must."""
    counts = Counter(game.federation for game in games if game.federation not in NO_FEDERATION)
    surplus = {
        code: number - (3 * kept_count // 5 if code == own else 2 * kept_count // 3) for code, number in counts.items()
    }
    return {code: number for code, number in surplus.items() if number > 0}


def _is_hopeless(limits: _Limits, games: Sequence[NormGame]) -> bool:
    """Return whether one condition fails whichever games are ignored."""
    if limits.holders < 0 or limits.level < 0 or sum(limits.surplus.values()) > limits.ignored:
        return True
    lowest = sorted(_rating_of(game) for game in games if game.half_points == 2)[: limits.ignored]
    gains = max(0, *(limits.title.floor - _rating_of(game) for game in games))
    return sum(lowest) > limits.rating + gains


def _rating_of(game: NormGame) -> int:
    return game.rating or UNRATED_RATING


# -- the search --------------------------------------------------------------------------------------------------------


def _is_possible(limits: _Limits, games: Sequence[NormGame], decisions: Mapping[int, bool]) -> bool:
    """Return whether some choice of wins, consistent with `decisions`, meets all limits.

    Federation by federation, the least loss of rating for each state. That the lowest opponent left is raised is the
    same as that any one may be: no other gains as much.
    """
    fixed_counts = Counter(game.federation for game in games if game.half_points < 2)
    fixed_foreign = sum(code != limits.own and code not in NO_FEDERATION for code in fixed_counts)
    best: dict[State, int] = {(0, 0, 0, 0, min(fixed_foreign, limits.foreign), 0): -limits.gains}
    for federation, members in _wins_by_federation(games):
        foreign = federation != limits.own and federation not in NO_FEDERATION and federation not in fixed_counts
        is_counted = federation in limits.surplus or (foreign and fixed_foreign < limits.foreign)
        for index in members:
            best = _add_game(limits, best, games[index], decisions.get(index), is_counted)
        if is_counted:
            best = _close_federation(limits, best, federation, len(members) if foreign else 0)
    return any(
        loss <= limits.rating and state[0] == limits.ignored and state[4] >= limits.foreign
        for state, loss in best.items()
    )


def _wins_by_federation(games: Sequence[NormGame]) -> Iterator[tuple[str, list[int]]]:
    """Return the indices of the wins by the opponent's federation."""
    indices: dict[str, list[int]] = {}
    for index, game in enumerate(games):
        if game.half_points == 2:
            indices.setdefault(game.federation, []).append(index)
    return iter(indices.items())


def _add_game(
    limits: _Limits, losses: Mapping[State, int], game: NormGame, decision: bool | None, is_counted: bool
) -> dict[State, int]:
    """Return the states after this game was kept, kept and raised, or ignored."""
    rating, new_losses = _rating_of(game), dict[State, int]()
    holder = game.title in NORM_TITLES and limits.holders < limits.ignored
    level = game.title in limits.title.level and limits.level < limits.ignored
    gains = limits.title.floor - rating - limits.gains

    def update_loss(state: State, loss: int) -> None:
        if loss < new_losses.get(state, loss + 1):
            new_losses[state] = loss

    for state, loss in losses.items():
        ignored, holders, levels, federation_ignored, foreign, is_raised = state
        if decision is not True:
            update_loss(state, loss)
            if gains > 0 and not is_raised:
                update_loss((ignored, holders, levels, federation_ignored, foreign, 1), loss - gains)
        if decision is not False and ignored < limits.ignored:
            new_state = (
                ignored + 1,
                holders + holder,
                levels + level,
                federation_ignored + is_counted,
                foreign,
                is_raised,
            )
            if new_state[1] <= limits.holders and new_state[2] <= limits.level:
                update_loss(new_state, loss + rating)
    return new_losses


def _close_federation(limits: _Limits, losses: Mapping[State, int], federation: str, only_won: int) -> dict[State, int]:
    """Return the states at the end of a federation: enough of it ignored, and whether it still counts as foreign."""
    new_losses: dict[State, int] = {}
    least = limits.surplus.get(federation, 0)
    for (ignored, holders, levels, federation_ignored, foreign, is_raised), loss in losses.items():
        if federation_ignored < least:
            continue
        state = (ignored, holders, levels, 0, min(limits.foreign, foreign + (federation_ignored < only_won)), is_raised)
        if loss < new_losses.get(state, loss + 1):
            new_losses[state] = loss
    return new_losses
