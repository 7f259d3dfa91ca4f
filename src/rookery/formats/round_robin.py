"""Conduct of round robins, once and twice (C.05): every round from the table."""

from __future__ import annotations

from rookery.attendance import numbered
from rookery.formats.conduct import EVERYBODY, Conduct, Draws, Wishes, always, one_of, sometimes
from rookery.formats.team_draws import OF_TEAMS
from rookery.model import Round, Tournament
from rookery.pairing.tables import schedule
from rookery.regulations import Format, format
from rookery.wording import spoken

_DRAWS: Draws = {
    "players": lambda rng: int(4 * (20 / 4) ** rng.random()),
    "tiebreaks": one_of(("DE", "SB", "WIN", "KS"), ("SB", "DE", "WIN"), ("WIN", "SB"), ("KS", "SB", "DE")),
    "initial_colour": always(None),
    **EVERYBODY,
    "withdrawals": lambda rng: sometimes(rng, 0.3, 0.15),
}


def next_round(tournament: Tournament, wishes: Wishes) -> Round:
    """The first round of the table that has not been paired yet."""
    return schedule.next_round(tournament)


def all_rounds(tournament: Tournament, reverse: bool | None = None) -> tuple[Round, ...]:
    """All rounds of the table."""
    return schedule.schedule(tournament, reverse=reverse)


def apart(tournament: Tournament, one: int, other: int) -> str:
    """When the table has two meet."""
    table = enumerate(schedule.schedule(tournament), 1)
    rounds = [number for number, round in table if {one, other} in map(set, round.pairs)]
    if not rounds:
        return spoken("the table has no game of the two")
    return spoken("the table has them meet in %(rounds)s", rounds=numbered(rounds))


def _conduct(facts: Format) -> Conduct:
    return Conduct(
        format=facts,
        next_round=next_round,
        apart=apart,
        complaints=schedule.complaints,
        other_colours=schedule.other_colours,
        schedule=all_rounds,
        length=lambda entrants: facts.cycles * (entrants - 1 + entrants % 2),
        draws=_DRAWS,
        team_draws=OF_TEAMS,
    )


ROUND_ROBIN = _conduct(format.ROUND_ROBIN)
DOUBLE_ROUND_ROBIN = _conduct(format.DOUBLE_ROUND_ROBIN)
