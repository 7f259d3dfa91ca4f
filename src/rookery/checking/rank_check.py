"""Check of declared ranks and points against the announced tie-breaks, or the format's own ranking."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.checking.report import Placing
from rookery.errors import UnsupportedError
from rookery.history.history import History
from rookery.model import Player, Points, Team, Tournament
from rookery.regulations import EditionName, parse_type_code


def allowed_ranks(tournament: Tournament, edition: EditionName | None = None) -> dict[int, tuple[int, int]]:
    """Return the first and last rank allowed for each ranked participant; tied participants share theirs.

    Ranks follow the announced tie-breaks that can be used, the scores of a Keizer, or the progress in a knock-out.
    """
    from rookery.formats.standings import standings

    ranks_itself = parse_type_code(tournament.system).format.ranks_itself
    tied: dict[int, list[int]] = {}
    for row in standings(tournament, None if ranks_itself or tournament.tiebreaks else (), edition=edition).rows:
        tied.setdefault(row.rank, []).append(row.id)
    return {participant: (rank, rank + len(group) - 1) for rank, group in tied.items() for participant in group}


def find_misplaced(tournament: Tournament, edition: EditionName | None = None) -> tuple[Placing, ...] | None:
    """Return the participants whose declared rank or points do not follow from games and tie-breaks.

    Participants left tied may be in any order. None if there is nothing to check: the tournament is not finished, there
    are no ranks, or no edition of C.07 of its time is known.
    """
    declared = {player.number: player for player in tournament.participants if player.rank is not None}
    has_open_games = any(round_record.pending or round_record.adjourned for round_record in tournament.rounds)
    unfinished = has_open_games or len(tournament.rounds) < (tournament.planned_rounds or 1)
    if unfinished or not declared:
        return None
    try:
        return tuple(_compare_ranks(tournament, edition))
    except UnsupportedError:  # no edition of C.07 of that day is known
        return None


def _compare_ranks(tournament: Tournament, edition: EditionName | None) -> Iterator[Placing]:
    """Compare ranks and points; points may exclude games against early withdrawals (C.05 6.6)."""
    all_games = _all_points(tournament)
    counted = all_games
    declared = {
        participant.number: _declared_points(tournament, participant) for participant in tournament.participants
    }
    if any(points not in (None, all_games[participant]) for participant, points in declared.items()):
        from rookery.formats.standings import standings

        counted = {row.id: row.points for row in standings(tournament, (), edition=edition).rows}
    for participant, (first, last) in allowed_ranks(tournament, edition).items():
        player = tournament.participants_by_number[participant]
        points = declared[participant]
        wrong = player.rank is not None and not first <= player.rank <= last
        if wrong or points not in (None, counted.get(participant), all_games[participant]):
            yield Placing(
                participant, player.rank, (first, last), points, counted.get(participant, all_games[participant])
            )


def _declared_points(tournament: Tournament, participant: Player | Team) -> Points | None:
    """Return the declared points; of a team those of its primary score."""
    if isinstance(participant, Player):
        return participant.points
    return participant.game_points if parse_type_code(tournament.system).primary == "GP" else participant.match_points


def _all_points(tournament: Tournament) -> dict[int, Points]:
    view = History.for_tournament(tournament).before(tournament.next_round)
    return {participant: view.score(participant) for participant in tournament.participants_by_number}
