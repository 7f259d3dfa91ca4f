"""A pairing for programs: as the list that engines print, or as the file with the round added."""

from __future__ import annotations

from rookery.cli.exits import Refusal
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.model import Tournament
    from rookery.pairing.outcome import Outcome
    from rookery.reading import Reading


def as_list(outcome: Outcome) -> str:
    """The count line, then `white black`, the bye as `player 0`: what pairing engines print."""
    lines = [f"{white} {black}" for white, black in outcome.pairs]
    lines += [f"{outcome.bye} 0"] if outcome.bye is not None else []
    return "\n".join([str(len(lines)), *lines]) + "\n"


def with_round(reading: Reading, outcome: Outcome, form: str) -> bytes:
    """The file with the round added, its results open; in its own form only the lines that change differ."""
    import rookery

    added = with_outcome(reading.tournament, outcome, form)
    if reading.document is not None and form != "json":
        return reading.document.replace(added).dump()
    return rookery.dump(added, form)


def with_outcome(tournament: Tournament, outcome: Outcome, form: str) -> Tournament:
    """The tournament with the round, and its declared points as they stand."""
    from rookery.declared import up_to_date

    return up_to_date(tournament, _added(tournament, outcome, form))


def _added(tournament: Tournament, outcome: Outcome, form: str) -> Tournament:
    """The tournament with the round, which must be the next one."""
    if outcome.number != tournament.next_round:
        raise Refusal(
            f"round {outcome.number} is in the file already, and only the next round can be added;"
            " rookery enter changes the pairings of a round"
        )
    if not outcome.pairs and outcome.bye is None and form != "json":
        raise Refusal(
            f"nobody is to be paired in round {outcome.number}: everybody has a bye, and TRF keeps no such round;"
            " rookery convert makes a JSON file of this one, which does"
        )
    whole = outcome.whole
    if whole is not None and whole.matches and not tournament.team_event and form != "json":
        raise Refusal("TRF has no place for a meeting of several games: rookery convert makes a JSON file of this one")
    return tournament.with_round(outcome.round)
