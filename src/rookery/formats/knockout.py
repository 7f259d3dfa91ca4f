"""Handlers of knock-outs, in which a lost match ends the event. Not a FIDE pairing system."""

from __future__ import annotations

from fractions import Fraction

from rookery.formats.handlers import (
    NO_ABSENCES,
    TEAM_SETTINGS,
    FormatHandlers,
    PairingRequest,
    SettingDraws,
    draw_share,
    fixed_setting,
)
from rookery.messages import msg, msg_const
from rookery.model import Round, Tournament
from rookery.pairing import knockout
from rookery.ranking.columns import CustomColumn
from rookery.ranking.standings import Standings, last_complete_round, standings_from_order
from rookery.regulations import formats

_SETTINGS: SettingDraws = {
    "players": lambda rng: int(3 * (70 / 3) ** rng.random()),
    "tiebreaks": fixed_setting(()),
    **NO_ABSENCES,
    "double_forfeits": fixed_setting(0.0),
    "withdrawals": lambda rng: draw_share(rng, 0.3, 0.1),
}
REACHED = "OTHER_ROUNDS"
"""The column of the standings with the number of rounds survived."""


def next_round(tournament: Tournament, request: PairingRequest) -> Round:
    """Pair neighbours along the bracket."""
    return knockout.next_round(tournament, games=request.games, through=request.through)


def standings(tournament: Tournament, after: int | None) -> Standings:
    """Return the standings by the round reached; participants eliminated in the same round share a place."""
    after = last_complete_round(tournament, after)
    position, through = tournament.before_round(after + 1), knockout.advancing_participants(tournament, after + 1)
    column = CustomColumn(
        REACHED,
        msg("the last round a player got to"),
        {player: Fraction(rounds) for player, rounds in knockout.reached(position, through).items()},
        title=msg("Until"),
        texts=knockout.stages(position, through),
    )
    return standings_from_order(tournament, after, knockout.places(position, through), [column])


def ranking_description(tournament: Tournament) -> str:
    """Return by what the standings are ranked, in a sentence."""
    return msg("%(title)s: ranked by the round in which they went out. Not a FIDE pairing system.",
                  title=msg_const(formats.KNOCKOUT.title))  # fmt: skip


def bye_reason(tournament: Tournament, round: Round, player: int) -> str:
    """Return why a participant has no opponent."""
    if any(bye.player == player for bye in round.byes):
        return msg("%(name)s has a bye in round %(round)s: the highest seeds do where the field is no power of two.")
    return msg("%(name)s went out before round %(round)s.")


def not_paired_reason(tournament: Tournament, player: int, opponent: int) -> str:
    """Return why two who are both still in do not meet yet."""
    return msg("neighbours in the bracket meet, and these two are not neighbours in this round")


KNOCKOUT = FormatHandlers(
    format=formats.KNOCKOUT,
    next_round=next_round,
    reason=msg("as in the bracket"),
    reason_for_bye=bye_reason,
    reason_not_paired=not_paired_reason,
    standings=standings,
    ranking_description=ranking_description,
    find_problems=knockout.find_problems,
    count_rounds=knockout.rounds_needed,
    settings=_SETTINGS,
    team_settings={**TEAM_SETTINGS, "tiebreaks": _SETTINGS["tiebreaks"]},
)
