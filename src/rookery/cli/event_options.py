"""The head of a tournament as options of `new` and `set`: name, place, dates, arbiters, tie-breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from rookery._record import replace
from rookery.cli.errors import CommandError
from rookery.cli.options import add_points, with_points
from rookery.errors import RuleError
from rookery.formats.resolve import rounds_needed
from rookery.formats.standings import unusable_tiebreaks
from rookery.formatting import count, describe_system
from rookery.json_codec import to_json_data
from rookery.model import Colour, PartialDate, Tournament, TournamentInfo
from rookery.ranking.codes import parse_tiebreak
from rookery.regulations import parse_type_code
from rookery.spreadsheets.cells import EXPECTED, parse_date, parse_federation
from rookery.tournaments.command import Command, Proposal
from rookery.tournaments.domain.lifecycle import OpenTournament, SetHead
from rookery.tournaments.domain.players import PlayerEntered
from rookery.tournaments.domain.rules import DrawColour, SetRules
from rookery.tournaments.domain.teams import TeamEntered
from rookery.tournaments.event import Event
from rookery.tournaments.execute import decide_in_sequence
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import DEFAULT_CHOICES, TournamentRules
from rookery.tournaments.state import EMPTY
from rookery.trf.diagnostics import event_contradictions

if TYPE_CHECKING:
    import argparse


OPTIONS = {
    "012": "--name", "022": "--city", "032": "--federation", "042": "--start", "052": "--end", "092": "--type",
    "102": "--arbiter", "112": "--deputy", "122": "--time-control", "132": "--round-dates", "142": "--rounds",
    "152": "--colour", "202": "--tiebreaks", "212": "--tiebreaks",
}  # fmt: skip
"""The option that puts a record right."""


def add_event_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the head; those not given are None."""
    add = parser.add_argument
    add("--rounds", type=int, metavar="N", help="how many rounds, where the system leaves it open")
    add("--name", help="name of the tournament")
    add("--city", help="where it is played")
    add("--federation", metavar="FED", help="a code or a country, such as ENG or Germany")
    add("--start", metavar="DATE", help="first day, such as 2026-04-03")
    add("--end", metavar="DATE", help="last day")
    add("--round-dates", metavar="LIST", help="date of every round, with commas")
    add("--arbiter", help="chief arbiter")
    add("--deputy", action="append", help="deputy arbiter; may be given several times")
    add("--type", metavar="TEXT", help="type of tournament in words (new writes those of the system)")
    add("--time-control", metavar="T", help='time control, such as "90 min + 30 s"')
    add("--tiebreaks", metavar="LIST", help="tie-breaks in order, such as BH/C1,BH,SB (rookery tiebreaks lists them)")
    add("--unrated", type=int, metavar="N", help="Dubov: the rating by which those who have none are paired; 0: none")
    add("--colour", choices=["white", "black"], help="colour of player 1 in round 1, drawn by lot")
    add_points(parser)


def with_head(args: argparse.Namespace, tournament: Tournament) -> Tournament:
    """Return the tournament with the given options applied; an empty text clears a field."""
    values: dict[str, Any] = {}
    if args.tiebreaks is not None:
        values["tiebreaks"] = parse_ranking(args.tiebreaks)
    if args.colour is not None:
        values["initial_colour"] = Colour[args.colour.upper()]
    if args.unrated is not None:
        values["unrated"] = args.unrated or None
    return with_points(args, replace(tournament, info=_with_info_options(args, tournament.info), **values))


def require_consistent_head(tournament: Tournament) -> None:
    """Raise CommandError if the head contradicts itself."""
    for code, text in event_contradictions(tournament):
        raise CommandError(f"{OPTIONS[code]}: {text}")


def require_all_round_dates(tournament: Tournament) -> None:
    """Raise CommandError if some rounds have a date and others none."""
    dates, planned = len(tournament.info.round_dates), tournament.planned_rounds or 0
    if dates and dates not in (planned, planned * (2 if parse_type_code(tournament.system).two_game_matches else 1)):
        have = count(dates, "date")
        raise CommandError(
            f"--round-dates: expected a date for each of the {count(planned, 'round')}, read {have}; give a date for"
            " each, or --round-dates '' for none"
        )


def warn_too_many_rounds(tournament: Tournament) -> str:
    """Return a warning if a Swiss has so many rounds that everybody would meet everybody; else an empty string."""
    size = len(tournament.participants)
    if (
        not (parse_type_code(tournament.system).is_unspecified or parse_type_code(tournament.system).format.swiss)
        or size < 2
    ):
        return ""
    if (tournament.planned_rounds or 0) < size:
        return ""
    meeting_rounds, participants = size - 1 + size % 2, "teams" if tournament.team_event else "players"
    return (
        f"{count(tournament.planned_rounds or 0, 'round is', 'rounds are')} many for {size} {participants}:"
        " nobody meets twice (C.04.1 2),"
        f" and after round {meeting_rounds} everybody has met everybody"
    )


def warn_useless_tiebreaks(tournament: Tournament, before: Tournament | None = None) -> Iterator[str]:
    """Yield a warning for each announced tie-break that cannot break ties in this event, or no longer can."""
    useless_before = {code for code, _ in unusable_tiebreaks(before)} if before is not None else set()
    for code, reason in unusable_tiebreaks(tournament):
        if code not in useless_before:
            yield f"{reason}; the standings will leave it out (rookery set --tiebreaks announces others)"


def parse_ranking(text: str) -> tuple[str, ...]:
    """Parse a list of tie-breaks, with points first; raise CommandError if one is unknown.

    >>> parse_ranking("bh/c1, sb"), parse_ranking("")
    (('PTS', 'BH/C1', 'SB'), ())
    """
    codes = tuple(code.strip().upper() for code in text.split(",") if code.strip())
    for code in codes:
        try:
            parse_tiebreak(code)
        except RuleError as error:
            if not code.startswith("OTHER_"):  # the event defines it, and its values are entered by hand
                raise CommandError(f"--tiebreaks: {error}") from None
    return ("PTS", *codes) if codes and codes[0] != "PTS" else codes


def _with_info_options(args: argparse.Namespace, event: TournamentInfo) -> TournamentInfo:
    texts = {
        "name": args.name, "city": args.city, "chief_arbiter": args.arbiter, "type": args.type,
        "time_control": args.time_control,
    }  # fmt: skip
    values: dict[str, Any] = {field: text for field, text in texts.items() if text is not None}
    if args.time_control is not None:
        values["encoded_time_control"] = encode_time_control(args.time_control)
    if args.federation is not None:
        values["federation"] = _parse_federation(args.federation)
    if args.start is not None:
        values["start"] = _parse_date(args.start, "--start")
    if args.end is not None:
        values["end"] = _parse_date(args.end, "--end")
    if args.round_dates is not None:
        days = [day.strip() for day in args.round_dates.split(",") if day.strip()]
        values["round_dates"] = tuple(_parse_date(day, "--round-dates") for day in days)
    if args.deputy is not None:
        values["deputies"] = tuple(filter(None, args.deputy))
    return replace(event, **values)


def _parse_federation(text: str) -> str:
    code = parse_federation(text.strip()) if text.strip() else ""
    if code is None:
        raise CommandError(f"--federation: read {text!r}, expected {EXPECTED['federation']}")
    return code


def encode_time_control(text: str) -> str:
    """Return a plain time control in the seconds of record 222; empty if it is not plain.

    >>> encode_time_control("90 min + 30 s"), encode_time_control("90+30")
    ('5400+30', '5400+30')
    >>> encode_time_control("3 minutes + 2 seconds a move"), encode_time_control("40 in 2 h")
    ('180+2', '')
    """
    match = re.fullmatch(r"(\d+)\s*(?:m|min|mins|minutes|')?(?:\s*\+\s*(\d+)\D*)?", text.strip(), re.IGNORECASE)
    if not match:
        return ""
    base, increment = int(match[1]), match[2]
    seconds = base if base > 300 else 60 * base  # nobody has more than five hours for all moves
    return f"{seconds}+{increment}" if increment else str(seconds)


def _parse_date(text: str, option: str) -> PartialDate | None:
    date = parse_date(text) if text else None
    if text and date is None:
        raise CommandError(f"{option}: read {text!r}, expected a date such as 2026-04-03")
    return date


def resolve_rounds(requested: int | None, tournament: Tournament) -> int:
    """Return the number of rounds: what the format needs, else what was requested."""
    if requested is not None and not 1 <= requested <= 999:
        raise CommandError(f"--rounds: read {requested}, expected a number from 1 to 999")
    needed = rounds_needed(tournament)
    if needed is None and requested is None:
        raise CommandError("say how many rounds there shall be: --rounds N")
    if needed is None:
        return requested or 0
    if requested not in (None, needed):
        name = describe_system(tournament.system).partition(" (")[0].lower()
        participants = count(len(tournament.participants_by_number), "team" if tournament.team_event else "player")
        raise CommandError(
            f"--rounds: a {name} of {participants} has {count(needed, 'round')}, not {requested};"
            " --rounds may be left out"
        )
    return needed


def list_changes(old: Tournament, new: Tournament) -> Iterator[Command]:
    """Yield the commands that change the head and the rules of one tournament into those of another."""
    if head := _changed_fields(old.info, new.info):
        yield SetHead(head)
    if rules := _changed_fields(
        TournamentRules.from_tournament(old, DEFAULT_CHOICES), TournamentRules.from_tournament(new, DEFAULT_CHOICES)
    ):
        yield SetRules(rules)
    if new.initial_colour is not None:
        yield DrawColour(new.initial_colour, "given")


def _changed_fields(old: Any, new: Any) -> dict[str, Any]:
    """Return the fields that differ, by name, in JSON form."""
    values = ((field.name, getattr(old, field.name), getattr(new, field.name)) for field in fields(new))
    return {name: to_json_data(after) for name, before, after in values if before != after}


def build_opening(new: Tournament) -> Proposal:
    """Return the decision that opens a tournament with these participants, who are numbered already."""
    laws = TournamentRules.from_tournament(new, DEFAULT_CHOICES)
    command = OpenTournament(new.info.name, laws, new.team_event)
    empty_event = replace(new, info=TournamentInfo(name=new.info.name), initial_colour=None)
    decision = decide_in_sequence(EMPTY, [command, *list_changes(empty_event, new)])
    return Proposal((*decision.events, *_entry_events(new)), decision.warnings)


def _entry_events(new: Tournament) -> Iterator[Event]:
    """Yield the entries of all players, then of the teams."""
    for player in new.players:
        yield PlayerEntered(f"p{player.number}", player.number, Facts.from_player(player))
    for team in new.teams:
        yield TeamEntered(f"t{team.number}", team.number, team.name, tuple(f"p{number}" for number in team.players))


def add_player_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for a new player."""
    parser.add_argument("--name", required=True, metavar="NAME", help='"Family name, given name"')
    parser.add_argument("--rating", metavar="N", help="rating; none for an unrated player")
    add_player_fields(parser)


def add_player_fields(parser: argparse.ArgumentParser) -> None:
    """Add the options for a player's fields other than name and rating."""
    parser.add_argument("--title", metavar="T", help="GM, IM, WGM, FM, WIM, CM, WFM or WCM")
    parser.add_argument("--federation", metavar="FED", help="a code or a country, such as ENG or Germany")
    parser.add_argument("--fide-id", metavar="ID", help="FIDE identity number")
    parser.add_argument("--national-id", metavar="ID", help="national number (TRF has it where there is no FIDE ID)")
    parser.add_argument("--birth", metavar="DATE", help="2001-05-31 or 31.5.2001, or the year alone")
    parser.add_argument("--sex", metavar="SEX", help="m or w")
    parser.add_argument("--club", metavar="CLUB", help="club (kept in JSON files only)")
