"""The head of a tournament as options: its name, place, days, arbiters, tie-breaks; one home for `new` and `set`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rookery.cli.exits import Refusal
from rookery.cli.point_options import add_points, with_points
from rookery.entry_tables.cells import date
from rookery.errors import RuleError
from rookery.formats.catalogue import rounds_needed
from rookery.formats.standings import unusable
from rookery.labels import count, system_in_words
from rookery.model import Colour, Date, Event, Tournament
from rookery.ranking.codes import parse
from rookery.regulations import scheme
from rookery.trf.oddities import event_oddities
from rookery.typed import TYPE_CHECKING, Any
from rookery.values import replace

if TYPE_CHECKING:
    import argparse

OPTIONS = {
    "012": "--name", "022": "--city", "032": "--federation", "042": "--start", "052": "--end", "092": "--type",
    "102": "--arbiter", "112": "--deputy", "122": "--time-control", "132": "--round-dates", "142": "--rounds",
    "152": "--colour", "202": "--tiebreaks", "212": "--tiebreaks",
}  # fmt: skip
"""The option that puts a record right."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Everything that may be said of the event; what is not said is None."""
    add = parser.add_argument
    add("--rounds", type=int, metavar="N", help="how many rounds, where the system leaves it open")
    add("--name", help="name of the tournament")
    add("--city", help="where it is played")
    add("--federation", metavar="FED", help="three letters, such as ENG")
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
    """The tournament with what the options say; an empty text takes away what was there."""
    said: dict[str, Any] = {}
    if args.tiebreaks is not None:
        said["ranking"] = ranking(args.tiebreaks)
    if args.colour is not None:
        said["initial_colour"] = Colour[args.colour.upper()]
    if args.unrated is not None:
        said["unrated"] = args.unrated or None
    return with_points(args, replace(tournament, event=_event(args, tournament.event), **said))


def must_be_sound(tournament: Tournament) -> None:
    """A refusal when the head contradicts itself."""
    for code, text in event_oddities(tournament):
        raise Refusal(f"{OPTIONS[code]}: {text}")


def must_be_dated(tournament: Tournament) -> None:
    """A refusal when some rounds have a date and others none."""
    dates, planned = len(tournament.event.round_dates), tournament.planned or 0
    if dates and dates not in (planned, planned * (2 if scheme(tournament.system).two_game_matches else 1)):
        have = count(dates, "date")
        raise Refusal(
            f"--round-dates: expected a date for each of the {count(planned, 'round')}, read {have}; give a date for"
            " each, or --round-dates '' for none"
        )


def too_many_rounds(tournament: Tournament) -> str:
    """A warning when a Swiss has as many rounds as would let everybody meet everybody, or more; else nothing."""
    size = len(tournament.participants)
    if not (scheme(tournament.system).silent or scheme(tournament.system).format.swiss) or size < 2:
        return ""
    if (tournament.planned or 0) < size:
        return ""
    most, who = size - 1 + size % 2, "teams" if tournament.team_event else "players"
    return (
        f"{count(tournament.planned or 0, 'round is', 'rounds are')} many for {size} {who}: nobody meets twice"
        " (C.04.1 2),"
        f" and after round {most} everybody has met everybody"
    )


def useless_tiebreaks(tournament: Tournament, before: Tournament | None = None) -> Iterator[str]:
    """A warning for each announced tie-break that cannot break ties in this event; or cannot any more."""
    known = {code for code, _ in unusable(before)} if before is not None else set()
    for code, said in unusable(tournament):
        if code not in known:
            yield f"{said}; the standings will leave it out (rookery set --tiebreaks announces others)"


def ranking(text: str) -> tuple[str, ...]:
    """Points, then the tie-breaks of the list; a refusal when one of them is none.

    >>> ranking("bh/c1, sb"), ranking("")
    (('PTS', 'BH/C1', 'SB'), ())
    """
    codes = tuple(code.strip().upper() for code in text.split(",") if code.strip())
    for code in codes:
        try:
            parse(code)
        except RuleError as error:
            if not code.startswith("OTHER_"):  # the event defines it, and its values are entered by hand
                raise Refusal(f"--tiebreaks: {error}") from None
    return ("PTS", *codes) if codes and codes[0] != "PTS" else codes


def _event(args: argparse.Namespace, event: Event) -> Event:
    texts = {
        "name": args.name, "city": args.city, "chief_arbiter": args.arbiter, "type": args.type,
        "time_control": args.time_control,
    }  # fmt: skip
    said: dict[str, Any] = {field: text for field, text in texts.items() if text is not None}
    if args.time_control is not None:
        said["encoded_time_control"] = encoded(args.time_control)
    if args.federation is not None:
        said["federation"] = _federation(args.federation)
    if args.start is not None:
        said["start"] = _date(args.start, "--start")
    if args.end is not None:
        said["end"] = _date(args.end, "--end")
    if args.round_dates is not None:
        days = [day.strip() for day in args.round_dates.split(",") if day.strip()]
        said["round_dates"] = tuple(_date(day, "--round-dates") for day in days)
    if args.deputy is not None:
        said["deputies"] = tuple(filter(None, args.deputy))
    return replace(event, **said)


def _federation(text: str) -> str:
    if text and not (len(text) == 3 and text.isalpha()):
        raise Refusal(f"--federation: read {text!r}, expected three letters, such as ENG")
    return text.upper()


def encoded(text: str) -> str:
    """A plain time control as record 222 writes it, in seconds; nothing when it is not plain.

    >>> encoded("90 min + 30 s"), encoded("90+30"), encoded("3 minutes + 2 seconds a move"), encoded("40 in 2 h")
    ('5400+30', '5400+30', '180+2', '')
    """
    found = re.fullmatch(r"(\d+)\s*(?:m|min|mins|minutes|')?(?:\s*\+\s*(\d+)\D*)?", text.strip(), re.IGNORECASE)
    if not found:
        return ""
    base, increment = int(found[1]), found[2]
    seconds = base if base > 300 else 60 * base  # nobody has more than five hours for all moves
    return f"{seconds}+{increment}" if increment else str(seconds)


def _date(text: str, option: str) -> Date | None:
    found = date(text) if text else None
    if text and found is None:
        raise Refusal(f"{option}: read {text!r}, expected a date such as 2026-04-03")
    return found


def rounds(asked: int | None, tournament: Tournament) -> int:
    """How many rounds: as many as the format needs, else as asked."""
    if asked is not None and not 1 <= asked <= 999:
        raise Refusal(f"--rounds: read {asked}, expected a number from 1 to 999")
    needed = rounds_needed(tournament)
    if needed is None and asked is None:
        raise Refusal("say how many rounds there shall be: --rounds N")
    if needed is None:
        return asked or 0
    if asked not in (None, needed):
        name = system_in_words(tournament.system).partition(" (")[0].lower()
        who = count(len(tournament.by_id), "team" if tournament.team_event else "player")
        raise Refusal(
            f"--rounds: a {name} of {who} has {count(needed, 'round')}, not {asked}; --rounds may be left out"
        )
    return needed
