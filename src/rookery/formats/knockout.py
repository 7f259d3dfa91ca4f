"""Conduct of knock-outs: who loses is out. Not a FIDE pairing system."""

from __future__ import annotations

from fractions import Fraction

from rookery.formats.conduct import EVERYBODY, Conduct, Draws, Wishes, always, sometimes
from rookery.formats.team_draws import OF_TEAMS
from rookery.model import Round, Tournament
from rookery.pairing import knockout
from rookery.ranking.arranged import arranged, complete
from rookery.ranking.own_column import OwnColumn
from rookery.ranking.rank import Standings
from rookery.regulations import format
from rookery.wording import spoken, word

_DRAWS: Draws = {
    "players": lambda rng: int(3 * (70 / 3) ** rng.random()),
    "tiebreaks": always(()),
    **EVERYBODY,
    "double_forfeits": always(0.0),
    "withdrawals": lambda rng: sometimes(rng, 0.3, 0.1),
}
REACHED = "OTHER_ROUNDS"
"""The column of the standings: how many rounds somebody came through."""


def next_round(tournament: Tournament, wishes: Wishes) -> Round:
    """Neighbours along the bracket meet."""
    return knockout.next_round(tournament, games=wishes.games, through=wishes.through)


def standings(tournament: Tournament, after: int | None) -> Standings:
    """Everybody by how far they came; who went out in the same round shares a place."""
    after = complete(tournament, after)
    position, through = tournament.until(after + 1), knockout.went_on(tournament, after + 1)
    column = OwnColumn(
        REACHED,
        spoken("rounds come through; who is out in the same round shares a place"),
        {one: Fraction(rounds) for one, rounds in knockout.reached(position, through).items()},
        title=spoken("Until"),
        said=knockout.stages(position, through),
    )
    return arranged(tournament, after, knockout.placed(position, through), [column])


def ranked_by(tournament: Tournament) -> str:
    """By what they are ranked."""
    return spoken("%(title)s: ranked by the round in which they went out. Not a FIDE pairing system.",
                  title=word(format.KNOCKOUT.title))  # fmt: skip


def left_over(tournament: Tournament, round: Round, one: int) -> str:
    """Why somebody has no opponent."""
    if any(bye.player == one for bye in round.byes):
        return spoken("%(name)s has a bye in round %(round)s: the highest seeds do where the field is no power of two.")
    return spoken("%(name)s went out before round %(round)s.")


def apart(tournament: Tournament, one: int, other: int) -> str:
    """Why two who are both still in do not meet yet."""
    return spoken("neighbours along the bracket meet, and these two are none in this round")


KNOCKOUT = Conduct(
    format=format.KNOCKOUT,
    next_round=next_round,
    because=spoken("so the bracket says"),
    left_over=left_over,
    apart=apart,
    standings=standings,
    ranked_by=ranked_by,
    complaints=knockout.complaints,
    length=knockout.rounds_needed,
    draws=_DRAWS,
    team_draws={**OF_TEAMS, "tiebreaks": _DRAWS["tiebreaks"]},
)
