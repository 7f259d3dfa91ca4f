"""Writes the tables of docs/desk-inside.md: events, commands, warnings and views, from where they are declared.

python tools/desk_reference.py
"""

from __future__ import annotations

import dataclasses

import pages

from rookery.tournaments import domain
from rookery.tournaments.command import COMMANDS
from rookery.tournaments.event import EVENT_TYPES, Event
from rookery.tournaments.views import (
    crosstable,
    explanations,
    log,
    manual_pairing,
    overview,
    player_card,
    players,
    prizes,
    report,
    round,
    rules,
    schedule,
    standings,
    teams,
)
from rookery.tournaments.warning_table import WARNING_RULES

PAGE, TOOL = "desk-inside.md", "desk_reference"
DECLARED = (domain,)
"""Importing it has filled the tables."""

VIEWS = {
    "overview": overview.Overview,
    "round_view": round.RoundView,
    "player_card_view": player_card.CardView,
    "standings_view": standings.StandingsView,
    "value_view": standings.ValueOpened,
    "log_view": log.LogView,
    "rules_view": rules.RulesView,
    "numbers_view": players.NumbersView,
    "players_view": players.PlayersView,
    "reasons_view": explanations.ReasonsView,
    "board_reasons": explanations.BoardReasons,
    "why_not": explanations.WhyNotView,
    "crosstable_view": crosstable.CrossTable,
    "hand_view": manual_pairing.HandView,
    "report_view": report.ReportView,
    "teams_view": teams.TeamsView,
    "schedule_view": schedule.ScheduleView,
    "bracket_view": schedule.BracketView,
    "prizes_view": prizes.PrizesView,
    "sorted_home": overview.HomeView,
}
"""What makes a view, and the view."""


def parts() -> dict[str, str]:
    """The generated parts of the page by name."""
    kinds = [
        (f"`{name}`", _fields(kind), _line(kind), _describe_records(kind)) for name, kind in sorted(EVENT_TYPES.items())
    ]
    wishes = [(f"`{name}`", _fields(wish), _line(wish)) for name, wish in sorted(COMMANDS.items())]
    cautions = [
        (f"`{row.code}`", str(row.level), str(row.outside or row.level), row.when, row.article, row.remark)
        for row in WARNING_RULES
    ]
    views = [(f"`{made.__module__}.{name}`", _fields(made), _line(made)) for name, made in VIEWS.items()]
    return {
        "views": pages.table(("made by", "fields", "what it shows"), views),
        "events": pages.table(("kind", "fields", "what it says", "in the file"), kinds),
        "commands": pages.table(("command", "fields", "what it does"), wishes),
        "warnings": pages.table(("code", "level", "outside FIDE mode", "when", "article", "remark"), cautions),
    }


def _fields(kind: type) -> str:
    return ", ".join(f"`{each.name}`" for each in dataclasses.fields(kind))


def _line(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def _describe_records(kind: type[Event]) -> str:
    records = ", ".join(f"`{code}`" for code in kind.TRF_RECORDS)
    return f"{records}{f' ({kind.TRF_NOTE})' if kind.TRF_NOTE else ''}" if records else f"no: {kind.TRF_NOTE}"


if __name__ == "__main__":
    pages.write(PAGE, parts(), TOOL)
