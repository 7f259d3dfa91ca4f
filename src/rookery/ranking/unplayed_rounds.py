"""The value of unplayed rounds (articles 15 and 16): the scores that opponents contribute, and the order of cuts.

Swiss events follow article 16; with pre-determined pairings forfeits count as games (15.2), and nothing else
differs. Before September 2023 there was a virtual opponent instead (C.02 13.15).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar, cast

from rookery.history.history import Kind
from rookery.model import Points
from rookery.ranking.crosstable import CrossTable, ScoreSheet
from rookery.ranking.tiebreak import Contribution, Why, make_contribution

T = TypeVar("T")

REQUESTED = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE, Kind.NOT_ENTERED})
"""16.1.1: requested byes; rounds after a withdrawal or before a late entry are zero-point byes."""
VOLUNTARY = REQUESTED | {Kind.FORFEIT_LOSS}
"""16.1.2: rounds in which a participant was not available to play."""


def is_final_round_drawn(table: CrossTable, participant: int, fore: bool) -> bool:
    """Return whether the final round counts as a draw: for Fore Buchholz, if the participant is paired in it (8.3)."""
    return fore and table.final and any(table.scheduled[participant][-1:])


def last_byes(table: CrossTable, participant: int) -> list[int]:
    """Return the places of the requested byes that only voluntarily unplayed rounds follow (16.2.5)."""
    unplayed = table.unplayed.get(participant, {})
    byes: list[int] = []
    for place in range(table.rounds - (participant in table.pending) - 1, -1, -1):
        if place not in unplayed or unplayed[place].kind not in VOLUNTARY:
            break
        if unplayed[place].kind in REQUESTED:
            byes.append(place)
    return byes


def adjusted_scores(table: CrossTable, sheet: ScoreSheet, fore: bool = False) -> dict[int, Points]:
    """Return each participant's score as an opponent.

    Unless pairings are pre-determined, unplayed rounds may count as draws.
    """
    fore = fore and table.final
    if table.predetermined:
        return sheet.totals
    method = _adjust_all_unplayed if table.rules.virtual else _adjust_last_byes
    return table.cached(("adjusted", sheet.name, fore), lambda: method(table, sheet, fore))


def _adjust_last_byes(table: CrossTable, sheet: ScoreSheet, fore: bool) -> dict[int, Points]:
    """Return the scores with byes of category 16.2.5 as draws, all else as awarded (16.3)."""
    scores, last, pending = dict(sheet.totals), table.rounds - 1, table.pending
    absent = [
        participant for participant, rounds in table.unplayed.items() if last - (participant in pending) in rounds
    ]
    for participant in table.ids if fore else absent:
        points = sheet.points[participant]
        if is_final_round_drawn(table, participant, fore):  # a round played: the byes before it are no longer the last
            scores[participant] += sheet.draw - points[-1]
        else:
            scores[participant] += sum(sheet.draw - points[place] for place in last_byes(table, participant))
    return scores


def _adjust_all_unplayed(table: CrossTable, sheet: ScoreSheet, fore: bool) -> dict[int, Points]:
    """Return the scores with every unplayed round as a draw (C.02 13.15)."""
    scores = dict(sheet.totals)
    for participant in table.ids if fore else table.unplayed:
        points, places = sheet.points[participant], set(table.unplayed.get(participant, ()))
        if is_final_round_drawn(table, participant, fore):
            places.add(len(points) - 1)
        scores[participant] += sum(sheet.draw - points[place] for place in places)
    return scores


# -- contributions of a participant's rounds to opponents (16.4) -------------------------------------------------------


Dummy = tuple[Points, Why, bool]
"""A dummy opponent: its score, the reason, and whether the round was voluntarily unplayed."""


class OpponentScores(NamedTuple):
    """The scores that opponents or dummies contribute, round by round; None where a round contributes nothing.

    `gaps` are the participants with such rounds, `dummies` the stand-ins for opponents by their places in the row,
    `voluntary` the places of the rounds that are cut first (16.5).
    """

    scores: Mapping[int, Sequence[Points | None]]
    gaps: Collection[int] = ()
    dummies: Mapping[int, Mapping[int, Dummy]] = {}
    voluntary: Mapping[int, Sequence[int]] = {}

    def contributing_scores(self, participant: int, row: Sequence[T]) -> tuple[Sequence[Points], Sequence[T]]:
        """Return the scores that contribute, and the values of another row for these rounds."""
        scores = self.scores[participant]
        if participant not in self.gaps:
            return cast(Sequence[Points], scores), row
        places = [place for place, score in enumerate(scores) if score is not None]
        return [scores[place] or 0 for place in places], [row[place] for place in places]

    def sums_after_cuts(self, participants: Iterable[int], low: int, high: int) -> list[int]:
        """Return the sums of rows without gaps, without so many of the lowest and of the highest scores.

        Voluntarily unplayed rounds are cut before any other (16.5), since no score is below the lowest.
        """
        scores, voluntary = cast(Mapping[int, Sequence[Points]], self.scores), self.voluntary
        sums: list[int] = []
        if not (low or high):
            return list(map(sum, map(scores.__getitem__, participants)))
        if low == 1 and not high:
            for participant in participants:
                row, places = scores[participant], voluntary.get(participant)
                sums.append(sum(row) - min([row[place] for place in places] if places else row) if row else 0)
            return sums
        for participant in participants:
            row, places = scores[participant], voluntary.get(participant)
            first = [row[place] for place in places] if places else ()
            remaining, cut = sorted(row), sorted(first)[:low]
            for score in cut:
                remaining.remove(score)
            sums.append(sum(remaining[low - len(cut) : max(len(remaining) - high, 0)]))
        return sums


def opponent_scores(table: CrossTable, sheet: ScoreSheet, fore: bool = False, forfeits: bool = False) -> OpponentScores:
    """Return the scores that the rounds of each participant contribute (16.4).

    `fore` takes the final round as drawn (8.3), `forfeits` takes forfeits as played (/P).
    """
    fore = fore and table.final
    return table.cached(
        ("schedule", sheet.name, fore, forfeits), lambda: _compute_opponent_scores(table, sheet, fore, forfeits)
    )


def _compute_opponent_scores(table: CrossTable, sheet: ScoreSheet, fore: bool, forfeits: bool) -> OpponentScores:
    scores = adjusted_scores(table, sheet, fore)
    score_by_id: dict[int, Points | None] = {**scores, 0: None}
    opponents: dict[int, Sequence[int]] = {}
    scores_by_id: dict[int, Sequence[Points | None]] = {}
    if not (table.pending or table.predetermined or fore or forfeits):
        scores_by_id |= table.rows([map(score_by_id.__getitem__, column) for column in table.opponent_columns])
    else:  # numbers of rounds differ, or opponents include those of unplayed games
        opponents = _scoring_opponents(table, fore, forfeits)
        scores_by_id = {participant: list(map(score_by_id.__getitem__, row)) for participant, row in opponents.items()}
    if table.predetermined:  # the free round of an odd round robin is an element of nothing
        return OpponentScores(scores_by_id, {participant for participant, row in opponents.items() if 0 in row})
    dummies = _find_dummies(table, sheet, opponents, scores, fore)
    voluntary: dict[int, list[int]] = {}
    for participant, rounds in dummies.items():
        scores_by_id[participant] = row = list(scores_by_id[participant])
        for place, (score, _, is_voluntary) in rounds.items():
            row[place] = score
            if is_voluntary:
                if participant in voluntary:
                    voluntary[participant].append(place)
                else:
                    voluntary[participant] = [place]
    return OpponentScores(scores_by_id, (), dummies, voluntary)


def _scoring_opponents(table: CrossTable, fore: bool, forfeits: bool) -> dict[int, Sequence[int]]:
    """Return the opponents whose scores count: those played, after a forfeit only if it is taken as played."""
    if forfeits or table.predetermined:
        return dict(table.scheduled)
    if fore:
        return {
            participant: (*row[:-1], *table.scheduled[participant][-1:]) for participant, row in table.opponents.items()
        }
    return dict(table.opponents)


def contributions_of_rounds(
    table: CrossTable, sheet: ScoreSheet, participant: int, fore: bool = False, forfeits: bool = False
) -> list[Contribution]:
    """Return what each round of a participant contributes, and why."""
    fore = fore and table.final
    return table.cached(
        ("rounds", sheet.name, fore, forfeits, participant),
        lambda: _compute_contributions(table, sheet, participant, fore, forfeits),
    )


def _compute_contributions(
    table: CrossTable, sheet: ScoreSheet, participant: int, fore: bool, forfeits: bool
) -> list[Contribution]:
    adjusted_reason = Why.FORE if fore else Why.DRAWN if table.rules.virtual else Why.ADJUSTED
    rounds_schedule, totals = opponent_scores(table, sheet, fore, forfeits), sheet.totals
    last = len(rounds_schedule.scores[participant]) - 1 if is_final_round_drawn(table, participant, fore) else -1
    unplayed = table.unplayed.get(participant, {})
    dummies = rounds_schedule.dummies.get(participant, {})
    contributions = []
    for place, (opponent, score) in enumerate(
        zip(table.scheduled[participant], rounds_schedule.scores[participant], strict=True)
    ):
        if score is None:
            continue
        reason, voluntary = Why.OPPONENT if score == totals.get(opponent) else adjusted_reason, False
        if place in dummies:
            _, reason, voluntary = dummies[place]
        elif place in unplayed and place != last:
            reason = Why.FORFEIT
        contributions.append(make_contribution((place + 1, opponent, score, score, reason, voluntary, 0, 0)))
    return contributions


def _find_dummies(
    table: CrossTable,
    sheet: ScoreSheet,
    opponents: Mapping[int, Sequence[int]],
    scores: Mapping[int, Points],
    fore: bool,
) -> dict[int, dict[int, Dummy]]:
    """Return the dummies for the unplayed rounds of each participant, given the scores of the opponents.

    The score of the dummy (16.4) is the participant's own, but not more than the scheduled opponent's adjusted score
    after a forfeit (16.4.1), nor than draws in all rounds would give after any other unplayed round (16.4.2).
    Participants missing in `opponents` have played no opponent in an unplayed round.
    """
    virtual, capped = table.rules.virtual, table.rules.capped
    dummies: dict[int, dict[int, Dummy]] = {}
    totals, pending, length, voluntary = sheet.totals, table.pending, table.length, VOLUNTARY
    all_draws, scheduled, unchanged = Why.ALL_DRAWS, Why.SCHEDULED, Why.OWN_SCORE
    for participant, unplayed in table.unplayed.items():
        row, score_of_own = opponents.get(participant), totals[participant]
        dummies[participant] = own_dummies = {}
        if fore and is_final_round_drawn(table, participant, fore):
            score_of_own += sheet.draw - sheet.points[participant][-1]
        draws_cap = sheet.draw * (table.rounds_for(participant) if pending else length)
        for place, meeting in unplayed.items():
            if row is not None and row[place]:
                continue
            if virtual:
                own_dummies[place] = _virtual_opponent_score(table, sheet, participant, place + 1), Why.VIRTUAL, False
                continue
            opponent = meeting.opponent
            cap, reason = (draws_cap, all_draws) if opponent is None else (scores[opponent], scheduled)
            score, reason = (cap, reason) if capped and score_of_own > cap else (score_of_own, unchanged)
            own_dummies[place] = score, reason, meeting.kind in voluntary
    return dummies


def _virtual_opponent_score(table: CrossTable, sheet: ScoreSheet, participant: int, round: int) -> Points:
    """Return the score of the virtual opponent (C.02 13.15).

    It is the participant's score before the round, what the round leaves the opponent, and a draw in every later round.
    """
    points = sheet.points[participant]
    before = sum(points[: round - 1]) + sum(
        bonus.get(participant, 0) for number, bonus in sheet.extra.items() if number < round
    )
    points_of_round = points[round - 1]
    remainder = sheet.draw if points_of_round == sheet.draw else sheet.win - points_of_round
    return before + remainder + sheet.draw * (table.rounds - round)
