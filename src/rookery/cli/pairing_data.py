"""A pairing for programs: as data, as the list that engines print, or as the file with the round added."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.cli.exits import Refusal
from rookery.model import ByeKind, Result

if TYPE_CHECKING:
    from rookery.model import Round, Tournament
    from rookery.pairing.outcome import Outcome
    from rookery.reading import Reading


def decided_before(whole: Round) -> Iterator[tuple[int, int, Result]]:
    """The games and matches of a round that are forfeited before it begins."""
    for game in whole.games:
        if game.result.forfeit:
            yield game.white, game.black, game.result
    for match in whole.matches:
        if match.forfeit is not None:
            yield match.white, match.black, match.forfeit


def as_json(outcome: Outcome) -> dict[str, object]:
    """The pairing with its ledger; a cost is a number, or a list where a criterion looks at several in turn.

    Of a format that gives the whole round: also its byes, and the boards that are decided by an absence.
    """
    more: dict[str, object] = {}
    if outcome.whole is not None:
        more["byes"] = [{"id": bye.player, "kind": str(bye.kind)} for bye in outcome.whole.byes]
        more["forfeits"] = [[white, black, str(result)] for white, black, result in decided_before(outcome.whole)]
    return {
        "round": outcome.round,
        "system": outcome.system,
        "edition": outcome.edition and f"{outcome.edition.since:%Y-%m-%d}",
        "pairs": [list(pair) for pair in outcome.pairs],
        "bye": outcome.bye,
        "ledger": [
            {
                "bracket": ledger.bracket,
                "members": list(ledger.members),
                "costs": [
                    {"criterion": line.criterion, "article": line.article, "code": line.code, "cost": _cost(line.cost)}
                    for line in ledger.lines
                ],
            }
            for ledger in outcome.ledger
        ],
        **more,
    }


def _cost(cost: tuple[int, ...]) -> int | list[int]:
    return cost[0] if len(cost) == 1 else list(cost) or 0


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
    from rookery.cli.scores import up_to_date

    return up_to_date(tournament, _added(tournament, outcome, form))


def _added(tournament: Tournament, outcome: Outcome, form: str) -> Tournament:
    """The tournament with the round, which must be the next one."""
    from rookery.cli.booking import Booking

    if outcome.round != tournament.next_round:
        raise Refusal(
            f"round {outcome.round} is in the file already, and only the next round can be added;"
            " rookery enter changes the pairings of a round"
        )
    if outcome.whole is not None:
        if outcome.whole.matches and not tournament.team_event and form != "json":
            raise Refusal(
                "TRF has no place for a meeting of several games: rookery convert makes a JSON file of this one"
            )
        return tournament.with_round(outcome.whole)
    booking = Booking(tournament, outcome.round)
    for white, black in outcome.pairs:
        booking.pair(white, black)
    if outcome.bye is not None:
        booking.bye(outcome.bye, ByeKind.PAIRING_ALLOCATED)
    return booking.tournament()
