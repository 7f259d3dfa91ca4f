"""Handlers of round robins and Scheveningen matches, single and double (C.05): every round comes from a table."""

from __future__ import annotations

from rookery.formats.handlers import (
    NO_ABSENCES,
    TEAM_SETTINGS,
    FormatHandlers,
    PairingRequest,
    SettingDraws,
    draw_from,
    draw_share,
    fixed_setting,
)
from rookery.history.completion import format_rounds
from rookery.messages import msg
from rookery.model import Round, Tournament
from rookery.pairing.schedules import schedule
from rookery.regulations import Format, formats

_ROUND_ROBIN_SETTINGS: SettingDraws = {
    "players": lambda rng: int(4 * (20 / 4) ** rng.random()),
    "tiebreaks": draw_from(("DE", "SB", "WIN", "KS"), ("SB", "DE", "WIN"), ("WIN", "SB"), ("KS", "SB", "DE")),
    "initial_colour": fixed_setting(None),
    **NO_ABSENCES,
    "withdrawals": lambda rng: draw_share(rng, 0.3, 0.15),
}
_SCHEVENINGEN_SETTINGS: SettingDraws = {
    "teams": lambda rng: 2 if rng.random() < 0.5 else 0,
    "boards": lambda rng: 2 + int(9 * rng.random()),
    "tiebreaks": fixed_setting(("SB", "WIN")),
    "initial_colour": fixed_setting(None),
    **NO_ABSENCES,
    "withdrawals": fixed_setting(0),
}


def next_round(tournament: Tournament, request: PairingRequest) -> Round:
    """Return the first round of the table that has not been paired yet."""
    return schedule.next_round(tournament)


def all_rounds(tournament: Tournament, reverse: bool | None = None) -> tuple[Round, ...]:
    """Return all rounds of the table."""
    return schedule.schedule(tournament, reverse=reverse)


def not_paired_reason(tournament: Tournament, player: int, opponent: int) -> str:
    """Return in which rounds the table pairs two players."""
    table = enumerate(schedule.schedule(tournament), 1)
    rounds = [number for number, round in table if {player, opponent} in map(set, round.pairs)]
    if not rounds:
        return msg("the table has no game of the two")
    return msg("the table has them meet in %(rounds)s", rounds=format_rounds(rounds))


def _round_robin(facts: Format) -> FormatHandlers:
    return FormatHandlers(
        format=facts,
        next_round=next_round,
        reason_not_paired=not_paired_reason,
        find_problems=schedule.find_problems,
        other_colours=schedule.find_other_colours,
        schedule=all_rounds,
        count_rounds=lambda entrants: facts.cycles * (entrants - 1 + entrants % 2),
        settings=_ROUND_ROBIN_SETTINGS,
        team_settings=TEAM_SETTINGS,
    )


ROUND_ROBIN = _round_robin(formats.ROUND_ROBIN)
DOUBLE_ROUND_ROBIN = _round_robin(formats.DOUBLE_ROUND_ROBIN)


def _scheveningen(facts: Format) -> FormatHandlers:
    return FormatHandlers(
        format=facts,
        next_round=next_round,
        reason_not_paired=not_paired_reason,
        find_problems=schedule.find_problems,
        schedule=all_rounds,
        count_rounds=lambda entrants: facts.cycles * entrants // 2,
        settings=_SCHEVENINGEN_SETTINGS,
    )


SCHEVENINGEN = _scheveningen(formats.SCHEVENINGEN)
DOUBLE_SCHEVENINGEN = _scheveningen(formats.DOUBLE_SCHEVENINGEN)
