"""Start a tournament from a list of players.

The list is a CSV file whose first line names its columns: name (or first_name
and last_name), rating, title, federation, fide_id, birth, sex, club,
national_id, team. Pairing numbers follow rating, title and name (C.04.2
article 2). With a column "team" it becomes a team event: teams are numbered as
they appear, and a team's players sit in the order of the list. Round robins,
Scheveningen matches and knock-outs know how many rounds they have.
"""

from __future__ import annotations

import argparse
import os
import re
from dataclasses import replace

from rookery.acceleration import baku, group_a
from rookery.cli.codes import DONE, Refusal
from rookery.cli.entries import COLUMNS, Problems, date, player
from rookery.cli.files import dialect_of, name_of, save
from rookery.cli.render import count, listed, say
from rookery.cli.sheets import Sheet, read
from rookery.cli.words import system_in_words
from rookery.model import CLASSIC, THREE_ONE_NIL, Colour, Date, Event, Player, Team, Tournament
from rookery.order import numbered
from rookery.pairing import formats
from rookery.pairing.keizer_rules import rules_of, told
from rookery.regulations import CODES, code_of, scheme

EXAMPLES = (
    "rookery new club.trf --players examples/players.csv --rounds 5",
    'rookery new open.trf --players examples/players.csv --rounds 7 --name "Harbour Open" --city Dunmere',
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("output", metavar="OUT", help="the file to write (JSON when it ends in .json, else TRF26)")
    parser.add_argument("--players", required=True, metavar="CSV", help="the list of players; - is standard input")
    parser.add_argument("--rounds", type=int, metavar="N", help="how many rounds, where the system leaves it open")
    parser.add_argument("--system", default="", metavar="S", help=f"{', '.join(CODES)}, or a TRF26 code")
    parser.add_argument("--accelerate", action="store_true", help="with Baku acceleration (C.04.7)")
    parser.add_argument("--keizer", metavar="RULES", help="rules of a Keizer, such as top=60,start=0,apart=5")
    parser.add_argument("--name", default="", help="name of the tournament")
    parser.add_argument("--city", default="", help="where it is played")
    parser.add_argument("--federation", default="", metavar="FED", help="three letters, such as ENG")
    parser.add_argument("--start", metavar="DATE", help="first day, such as 2026-04-03")
    parser.add_argument("--end", metavar="DATE", help="last day")
    parser.add_argument("--round-dates", default="", metavar="LIST", help="date of every round, with commas")
    parser.add_argument("--arbiter", default="", help="chief arbiter")
    parser.add_argument("--deputy", action="append", default=[], help="deputy arbiter; may be given several times")
    parser.add_argument("--time-control", default="", metavar="T", help='time control, such as "90 min + 30 s"')
    parser.add_argument("--tiebreaks", default="", metavar="LIST", help="tie-breaks in order, such as BH/C1,BH,SB")
    parser.add_argument("--colour", choices=["white", "black"], help="colour of player 1 in round 1, drawn by lot")
    parser.add_argument("--points", choices=["classic", "3-1-0"], default="classic", help="points for games")
    parser.add_argument("--boards", type=int, metavar="N", help="boards of a team match")
    parser.add_argument("--overwrite", action="store_true", help="replace OUT if it is there (it stays as OUT.bak)")


def run(args: argparse.Namespace) -> int:
    """Make the tournament and write it."""
    import rookery

    if os.path.exists(args.output) and not args.overwrite:
        raise Refusal(f"{args.output} is there already; choose another name, or say --overwrite")
    sheet = read(args.players, COLUMNS, ())
    players, team_names = _players(args.players, sheet)
    tournament = _tournament(args, players, team_names)
    save(args.output, rookery.dump(tournament, dialect_of(args.output)))
    teams = f"{count(len(tournament.teams), 'team')}, " if tournament.teams else ""
    rounds = count(tournament.planned or 0, "round")
    say(f"{args.output}: {teams}{count(len(players), 'player')}, {rounds}, {system_in_words(tournament.system)}.")
    if scheme(tournament.system).baku:
        say(f"Group A of the acceleration, as long as everybody plays: {_group(tournament)}.")
    if dialect_of(args.output) != "json" and any(one.club for one in players):
        say("TRF has no place for clubs: they are kept when OUT ends in .json.")
    if sheet.unused:
        say(f"Not used from {name_of(args.players)}: {listed(sheet.unused)}.")
    return DONE


def _players(path: str, sheet: Sheet) -> tuple[list[Player], list[str]]:
    """The players of the list, and the team of each; every mistake is reported at once."""
    players, wrong = [], []
    for number, row in enumerate(sheet.rows, 1):
        problems: Problems = []
        players.append(player(row.cells, problems, number))
        wrong += [f"line {row.line}, {field}: read {text!r}, expected {said}" for field, text, said in problems]
    if not players:
        raise Refusal(f"{name_of(path)}: nobody is in the list")
    if wrong:
        raise Refusal(f"{name_of(path)}: {wrong[0]}" if len(wrong) == 1 else _several(path, wrong))
    return players, [row.cells.get("team", "") for row in sheet.rows]


def _several(path: str, wrong: list[str]) -> str:
    return "\n  ".join([f"{name_of(path)}: {len(wrong)} mistakes in this list", *wrong])


def _tournament(args: argparse.Namespace, players: list[Player], team_names: list[str]) -> Tournament:
    team_event = any(team_names)
    system = _system(args, team_event)
    teams: tuple[Team, ...] = ()
    if team_event:
        players, teams = _rosters(players, team_names)
    else:
        players = list(numbered(players))
    boards = args.boards if team_event and not scheme(system).family.endswith("scheveningen") else None
    tournament = Tournament(
        event=_event(args, scheme(system).words),
        players=tuple(replace(one, points=0) for one in players),
        teams=teams,
        team_event=team_event,
        system=system,
        points=THREE_ONE_NIL if args.points == "3-1-0" else CLASSIC,
        ranking=_ranking(args.tiebreaks),
        initial_colour=Colour[args.colour.upper()] if args.colour else None,
        board_colours=("WB" * boards)[:boards] if boards else "",
    )
    tournament = replace(tournament, planned=_rounds(args.rounds, tournament))
    if scheme(system).baku:
        baku(tournament, 1)  # refuses where it does not apply
    return tournament


def _system(args: argparse.Namespace, teams: bool) -> str:
    """The code of the system named in everyday words, or the code itself, with the options that it can tell."""
    text = args.system or ("team" if teams else "dutch")
    name = text.lower().replace("_", "-").replace(" ", "-")
    code = code_of(name, teams=teams) if name in CODES else text.upper()
    plan = scheme(code)
    if not plan.family:
        raise Refusal(f"there is no system {text!r}; choose one of {', '.join(CODES)}")
    sides = plan.family.endswith("scheveningen")
    if teams and not plan.team and not sides:
        raise Refusal(f"the list has teams, and {text} is not a system for teams")
    if plan.team and not teams:
        raise Refusal(f'{text} is a system for teams, and the list has no column "team"')
    if plan.family == "keizer":
        code = told(args.keizer or "", rules_of(code)).code
    elif args.keizer is not None:
        raise Refusal(f"--keizer is for a Keizer, and {text} is none")
    return f"{code}_BAKU" if args.accelerate and not plan.baku else code


def _rounds(asked: int | None, event: Tournament) -> int:
    """How many rounds: as many as the format needs, else as asked."""
    if asked is not None and not 1 <= asked <= 999:
        raise Refusal(f"--rounds: read {asked}, expected a number from 1 to 999")
    needed = formats.rounds_needed(event)
    if needed is None and asked is None:
        raise Refusal("say how many rounds there shall be: --rounds N")
    if needed is None:
        return asked or 0
    if asked not in (None, needed):
        name = system_in_words(event.system).partition(" (")[0].lower()
        who = count(len(event.by_id), "team" if event.team_event else "player")
        raise Refusal(
            f"--rounds: a {name} of {who} has {count(needed, 'round')}, not {asked}; --rounds may be left out"
        )
    return needed


def _group(event: Tournament) -> str:
    group = group_a(event)
    return f"{group[0]} to {group[-1]}"


def _rosters(players: list[Player], names: list[str]) -> tuple[list[Player], tuple[Team, ...]]:
    """Players numbered team by team, in the order of the list."""
    rosters: dict[str, list[Player]] = {}
    for one, name in zip(players, names, strict=True):
        if not name:
            raise Refusal(f"{one.name} has no team, and others have")
        rosters.setdefault(name, []).append(one)
    ordered = [replace(one, id=n) for n, one in enumerate((one for roster in rosters.values() for one in roster), 1)]
    left = iter(ordered)
    teams = tuple(
        Team(number, name, tuple(next(left).id for _ in roster), match_points=0, game_points=0)
        for number, (name, roster) in enumerate(rosters.items(), 1)
    )
    return ordered, teams


def _event(args: argparse.Namespace, words: str) -> Event:
    return Event(
        name=args.name,
        city=args.city,
        federation=args.federation.upper(),
        start=_date(args.start, "--start"),
        end=_date(args.end, "--end"),
        chief_arbiter=args.arbiter,
        deputies=tuple(args.deputy),
        type=words,
        time_control=args.time_control,
        encoded_time_control=_encoded(args.time_control),
        round_dates=tuple(_date(day.strip(), "--round-dates") for day in args.round_dates.split(",") if day.strip()),
    )


def _ranking(text: str) -> tuple[str, ...]:
    """Points, then the tie-breaks of the list.

    >>> _ranking("bh/c1, sb"), _ranking("")
    (('PTS', 'BH/C1', 'SB'), ())
    """
    codes = tuple(code.strip().upper() for code in text.split(",") if code.strip())
    return ("PTS", *codes) if codes and codes[0] != "PTS" else codes


def _encoded(text: str) -> str:
    """A plain time control as record 222 writes it, in seconds; nothing when it is not plain.

    >>> _encoded("90 min + 30 s"), _encoded("90+30"), _encoded("3 minutes + 2 seconds a move"), _encoded("40 in 2 h")
    ('5400+30', '5400+30', '180+2', '')
    """
    found = re.fullmatch(r"(\d+)\s*(?:m|min|mins|minutes|')?(?:\s*\+\s*(\d+)\D*)?", text.strip(), re.IGNORECASE)
    if not found:
        return ""
    base, increment = int(found[1]), found[2]
    seconds = base if base > 300 else 60 * base  # nobody has more than five hours for all moves
    return f"{seconds}+{increment}" if increment else str(seconds)


def _date(text: str | None, option: str) -> Date | None:
    found = date(text) if text else None
    if text and found is None:
        raise Refusal(f"{option}: read {text!r}, expected a date such as 2026-04-03")
    return found
