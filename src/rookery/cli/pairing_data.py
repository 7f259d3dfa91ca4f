"""A pairing as output for other programs: the list that engines print, or the file with the round added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.cli.exit_codes import Refusal

if TYPE_CHECKING:
    from rookery.load_result import LoadResult
    from rookery.model import Tournament
    from rookery.pairing.outcome import Pairing


def format_pair_list(outcome: Pairing) -> str:
    """Return the count, then `white black` per line, the bye as `player 0`, as pairing engines print it."""
    lines = [f"{white} {black}" for white, black in outcome.pairs]
    lines += [f"{outcome.bye} 0"] if outcome.bye is not None else []
    return "\n".join([str(len(lines)), *lines]) + "\n"


def dump_with_round(result: LoadResult, outcome: Pairing, output_format: str) -> bytes:
    """Return the file with the round added and its results open; in the file's own format unchanged lines are kept."""
    import rookery

    tournament = append_outcome(result.tournament, outcome, output_format)
    if result.document is not None and output_format != "json":
        return result.document.replace(tournament).dump()
    from rookery.files import file_format

    return rookery.dumps(tournament, file_format(output_format))


def append_outcome(tournament: Tournament, outcome: Pairing, output_format: str) -> Tournament:
    """Return the tournament with the round added and its declared points updated."""
    from rookery.history.declared_points import update_declared_points

    return update_declared_points(tournament, _append_round(tournament, outcome, output_format))


def _append_round(tournament: Tournament, outcome: Pairing, output_format: str) -> Tournament:
    """Return the tournament with the round added; raise Refusal unless it is the next one and can be written."""
    if outcome.round_number != tournament.next_round:
        raise Refusal(
            f"round {outcome.round_number} is in the file already, and only the next round can be added;"
            " rookery enter changes the pairings of a round"
        )
    if not outcome.pairs and outcome.bye is None and output_format != "json":
        raise Refusal(
            f"nobody is to be paired in round {outcome.round_number}: everybody has a bye, and TRF keeps no such round;"
            " rookery convert makes a JSON file of this one, which does"
        )
    complete_round = outcome.complete_round
    if complete_round is not None and complete_round.matches and not tournament.team_event and output_format != "json":
        raise Refusal("TRF has no place for a meeting of several games: rookery convert makes a JSON file of this one")
    return tournament.with_round(outcome.round)
