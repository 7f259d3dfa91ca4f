"""Pair the next round by the rules, and say why.

The pairing is printed, not written into the file, unless -o (or --format trf) asks for the file with the round added.
--explain shows what was decided group by group; with a number, everything about that player. --why-not 3 7 says why
3 and 7 do not meet.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import load_sound, save
from rookery.cli.labels import byes_of, person
from rookery.cli.render import Column, Table, count, heading, paragraph, points, print_table, say
from rookery.errors import NoPairing
from rookery.matches import line_up
from rookery.model import ByeKind, Result
from rookery.pairing.knockout import Level
from rookery.pairing.outcome import Cause
from rookery.regulations import FORMATS
from rookery.scoring import in_words
from rookery.wording import listed

if TYPE_CHECKING:
    from rookery.model import Game, Round, Tournament
    from rookery.pairing.outcome import Ledger, Outcome
    from rookery.reading import Reading

EXAMPLES = (
    "rookery pair examples/swiss.trf",
    "rookery pair examples/swiss.trf --explain",
    "rookery pair examples/swiss.trf --explain 3",
    "rookery pair examples/swiss.trf --why-not 1 2",
    "rookery pair examples/swiss.trf -o next.trf",
    "rookery pair examples/team-swiss.trf",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a tournament in TRF or JSON; - is standard input")
    parser.add_argument(
        "--system", type=str.lower, metavar="S", help="pair by this system (default: the one the file names, or dutch)"
    )
    parser.add_argument("--unrated", metavar="N", type=int, help="the rating of those who have none (Dubov needs one)")
    parser.add_argument("--round", type=int, metavar="N", help="pair round N again, from the rounds before it")
    parser.add_argument("--fix", action="append", nargs="+", default=[], metavar="A-B", help="pairs that shall be made")
    parser.add_argument("--bye", type=int, metavar="ID", help="who shall have the bye")
    parser.add_argument("--explain", nargs="?", type=int, const=0, metavar="ID", help="say why, for all or for one")
    parser.add_argument("--why-not", nargs=2, type=int, metavar=("A", "B"), help="say why A and B do not meet")
    parser.add_argument("--through", action="extend", nargs="+", type=int, default=[], metavar="ID",
        help="knock-out: who of a level match goes on")  # fmt: skip
    parser.add_argument("--games", type=int, metavar="N", help="knock-out: games of a meeting (JSON files only)")
    parser.add_argument("--keizer", metavar="RULES", help="Keizer: other rules than the file's, such as top=60,apart=5")
    formats = ["text", "json", "trf", "list"]
    parser.add_argument("--format", choices=formats, help="how to print (default: text; with -o by its name)")
    parser.add_argument("-o", "--output", metavar="OUT", help="write to this file")


def run(args: argparse.Namespace) -> int:
    """Pair it."""
    import rookery

    if args.output == "":
        raise Refusal("-o: the name of a file must follow (- is standard output)")
    reading = load_sound(args.file)
    tournament = _by_other_rules(reading.tournament, args)
    fixed = [_pair_of(text) for texts in args.fix for text in texts]
    _check_numbers(tournament, [one for pair in fixed for one in pair] + [args.bye] * (args.bye is not None))
    try:
        outcome = rookery.pair(
            tournament,
            args.system,
            round=args.round,
            fixed=fixed,
            bye=args.bye,
            unrated=args.unrated,
            through=args.through,
            games=args.games,
        )
    except rookery.Unfinished as error:
        hint = f"; --round {error.round} asks about that round itself" if error.round == len(tournament.rounds) else ""
        raise Refusal(f"{error}{hint}") from None
    except rookery.NoPairing as error:
        raise _by_name(tournament, error) from None
    except Level as error:
        first, second = error.who
        raise Refusal(f"{error}, with --through {first} or --through {second}") from None
    _remark(tournament, outcome)
    chosen = args.format or ("trf" if args.output else "text")
    if args.why_not or args.explain is not None:
        _print_reasons(tournament, outcome, args)
    elif chosen == "text" and not args.output:
        _print_text(tournament, outcome)
    else:
        _deliver(_data(reading, outcome, chosen), args.output)
        if args.output and args.output != "-":
            kind = ("match", "matches") if tournament.team_event else ("board", "boards")
            say(f"{args.output}: round {outcome.round} with {count(len(outcome.pairs), *kind)}{_byes(outcome)}.")
    return DONE


def _by_name(t: Tournament, error: NoPairing) -> NoPairing:
    """The same refusal with the names of those concerned."""
    causes = [one for one in error.causes if isinstance(one, Cause)]
    if not causes:
        return error
    return NoPairing(f"no legal pairing exists: {causes[0].said(lambda one: person(t.by_id[one]))}", error.causes)


def _byes(outcome: Outcome) -> str:
    """How many byes there are that the pairing gives."""
    given = (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL)
    number = int(outcome.bye is not None)
    if outcome.whole is not None and FORMATS[outcome.system].eliminates:
        number = sum(one.kind in given for one in outcome.whole.byes)
    return "" if not number else " and a bye" if number == 1 else f" and {number} byes"


def _by_other_rules(t: Tournament, args: argparse.Namespace) -> Tournament:
    """The tournament under the rules of a Keizer that were asked for."""
    if args.keizer is None:
        return t
    from rookery.formats.catalogue import format_of
    from rookery.pairing.keizer_rules import rules_of, told
    from rookery.regulations.format import KEIZER

    if format_of(t, args.system) is not KEIZER:
        raise Refusal("--keizer is for a Keizer, and this is none")
    return replace(t, system=told(args.keizer, rules_of(t.system)).code)


def _check_numbers(t: Tournament, numbers: list[int]) -> None:
    """What is fixed must be said of somebody."""
    for one in numbers:
        if one not in t.by_id:
            raise Refusal(f"there is no {'team' if t.team_event else 'player'} {one} in this tournament")


def _remark(t: Tournament, outcome: Outcome) -> None:
    """What the pairing rests on that the file does not say."""
    if FORMATS[outcome.system].predetermined:
        return
    if t.planned is None and outcome.whole is None:
        print("rookery: the number of rounds is not declared: this is not taken for the last one", file=sys.stderr)
    if t.initial_colour is None and outcome.round == 1:
        said = "the initial colour is not declared: White is taken as drawn (rookery set --colour declares one)"
        print(f"rookery: {said}", file=sys.stderr)


def _pair_of(text: str) -> tuple[int, int]:
    """`3-7` as two numbers."""
    parts = text.split("-")
    if len(parts) != 2 or not all(part.strip().isdigit() for part in parts):
        raise Refusal(f"--fix {text}: expected two numbers, as in 3-7")
    white, black = int(parts[0]), int(parts[1])
    if white == black:
        raise Refusal(f"--fix {text}: {white} cannot meet {white}; name two, as in 3-7 (--bye {white} gives the bye)")
    return white, black


# -- for people --------------------------------------------------------------------------------------------------------


def _print_text(t: Tournament, outcome: Outcome) -> None:
    heading(f"{t.event.name or 'Tournament'}, round {outcome.round}")
    print_table(_boards(t, outcome))
    if outcome.bye is not None:
        paragraph(f"{person(t.by_id[outcome.bye])}: {ByeKind.PAIRING_ALLOCATED}")
    if outcome.whole is not None:
        for line in _not_playing(t, outcome, outcome.whole):
            say(line)
    else:
        for one, kind in sorted(_absent(t, outcome).items()):
            paragraph(f"{person(t.by_id[one])}: {kind}")
    if t.team_event:
        given = {match.white: match for match in outcome.whole.matches} if outcome.whole is not None else {}
        for white, black in outcome.pairs:
            match = given.get(white)
            if match is None or match.forfeit is None:
                _print_line_up(t, white, black, match.games if match is not None else line_up(t, white, black))
    if outcome.breaches:
        say()
        say("What was fixed breaks these rules:", "bold")
        for breach in outcome.breaches:
            who = listed(person(t.by_id[one]) for one in breach.who)
            paragraph(f"{who}: {breach.text} ({breach.article})", indent="  ")


def _not_playing(t: Tournament, outcome: Outcome, whole: Round) -> Iterator[str]:
    """Of a round that the format gives: who is free, or has a bye, and which boards are decided by an absence."""
    for bye in whole.byes:
        if bye.kind is not ByeKind.PAIRING_ALLOCATED:
            free = byes_of(t)[bye.kind][1]
            yield f"{person(t.by_id[bye.player])}: {free}"
    for white, black, result in _decided(whole):
        if result is Result.DOUBLE_FORFEIT:
            yield f"{person(t.by_id[white])} and {person(t.by_id[black])} are absent: both lose by forfeit"
        else:
            there, away = (white, black) if result is Result.WHITE_BY_FORFEIT else (black, white)
            yield f"{person(t.by_id[away])} is absent: {person(t.by_id[there])} wins by forfeit"


def _decided(whole: Round) -> Iterator[tuple[int, int, Result]]:
    """The games and matches of a round that are forfeited before it begins."""
    for game in whole.games:
        if game.result.forfeit:
            yield game.white, game.black, game.result
    for match in whole.matches:
        if match.forfeit is not None:
            yield match.white, match.black, match.forfeit


def _absent(t: Tournament, outcome: Outcome) -> dict[int, ByeKind]:
    """Who is not paired in the round, and why."""
    if outcome.round == t.next_round:
        return t.absent(outcome.round)
    recorded = {bye.player: bye.kind for bye in t.rounds[outcome.round - 1].byes}
    leave = (ByeKind.PAIRING_ALLOCATED, ByeKind.NOT_ENTERED)
    return {one: kind for one, kind in recorded.items() if kind not in leave}


def _print_line_up(t: Tournament, white: int, black: int, games: Sequence[Game]) -> None:
    """The boards of a match of teams with their colours, as the rosters or the table have them."""
    names = {player.id: person(player) for player in t.players}
    home = set(next(team.players for team in t.teams if team.id == white))
    rows = []
    for number, game in enumerate(games, 1):
        ours, theirs = (game.white, game.black) if game.white in home else (game.black, game.white)
        colours = ("w", "b") if game.white == ours else ("b", "w")
        rows.append((str(number), names[ours], colours[0], "-", colours[1], names[theirs]))
    first, second = person(t.by_id[white]), person(t.by_id[black])
    heads = (("Board", ">", 0), (first, "<", 14), ("", "<", 0), ("", "<", 0), ("", "<", 0), (second, "<", 14))
    columns = tuple(Column(title, align, least=least) for title, align, least in heads)
    say()
    print_table(Table(columns, tuple(rows)))


def _boards(t: Tournament, outcome: Outcome) -> Table:
    from rookery.history import History

    view = History(t.until(outcome.round)).before(outcome.round)

    def side(one: int) -> tuple[str, str, str]:
        who = t.by_id[one]
        title = getattr(who, "title", "")
        return str(one), f"{title} {who.name}".strip(), points(view.score(one))

    columns = (
        Column("Match" if t.team_event else "Board", ">"), Column("No", ">"), Column("White", least=14),
        Column("Pts", ">"), Column(""), Column("Pts", ">"), Column("No", ">"), Column("Black", least=14),
    )  # fmt: skip
    rows = []
    for number, (white, black) in enumerate(outcome.pairs, 1):
        first, second = side(white), side(black)
        rows.append((str(number), *first, "-", second[2], *second[:2]))
    return Table(columns, tuple(rows))


def _print_reasons(t: Tournament, outcome: Outcome, args: argparse.Namespace) -> None:
    for one in args.why_not or filter(None, (args.explain,)):
        if one not in t.by_id:
            raise Refusal(f"there is no {one} in this tournament")
    if args.why_not:
        a, b = args.why_not
        for reason in outcome.why_not(a, b).reasons:
            paragraph(str(reason))
        return
    if args.explain:
        for reason in outcome.explain(args.explain).reasons:
            paragraph(str(reason))
        return
    brackets = [ledger for ledger in outcome.ledger if ledger.bracket]
    for number, ledger in enumerate(brackets):
        if number:
            say()
        _print_bracket(t, outcome, ledger)
    for white, _ in () if brackets else outcome.pairs:
        for reason in outcome.explain(white).reasons:
            paragraph(str(reason))
    if outcome.bye is not None:
        say()
        why = f"--explain {outcome.bye} says why"
        paragraph(f"{person(t.by_id[outcome.bye])} receives the {ByeKind.PAIRING_ALLOCATED}: {why}.")


def _print_bracket(t: Tournament, outcome: Outcome, ledger: Ledger) -> None:
    """One group: who was in it, who met, who moved on, and what was given up."""
    decision = ledger.decision
    say(f"Group of {in_words(decision.score)}", "bold")
    if decision.moved_down:
        paragraph(f"from above: {listed(map(str, decision.moved_down), 40)}", indent="  ")
    paragraph(f"in it: {listed(map(str, decision.residents), 40)}", indent="  ")
    if decision.moved_up:
        paragraph(f"from below: {listed(map(str, decision.moved_up), 40)}", indent="  ")
    for higher, lower in decision.pairs:
        paragraph(f"{person(t.by_id[higher])} meets {person(t.by_id[lower])}", indent="  ", hanging="    ")
    if decision.left:
        paragraph(f"left over: {listed(map(str, decision.left), 40)}", indent="  ")
    for reason in outcome.given_up(ledger):
        paragraph(str(reason), indent="  ", hanging="    ")


# -- for programs ------------------------------------------------------------------------------------------------------


def _data(reading: Reading, outcome: Outcome, chosen: str) -> bytes:
    """The outcome in another form."""
    if chosen == "json":
        import json

        return (json.dumps(as_json(outcome), ensure_ascii=False, indent=2) + "\n").encode()
    if chosen == "list":
        return as_list(outcome).encode()
    if chosen == "text":
        raise Refusal("-o writes a tournament (trf), a pairing (json) or a list; text is for the screen")
    return _with_round(reading, outcome)


def as_json(outcome: Outcome) -> dict[str, Any]:
    """The pairing with its ledger; a cost is a number, or a list where a criterion looks at several in turn.

    Of a format that gives the whole round: also its byes, and the boards that are decided by an absence.
    """
    more: dict[str, Any] = {}
    if outcome.whole is not None:
        more["byes"] = [{"id": bye.player, "kind": str(bye.kind)} for bye in outcome.whole.byes]
        more["forfeits"] = [[white, black, str(result)] for white, black, result in _decided(outcome.whole)]
    return {
        "round": outcome.round,
        "system": outcome.system,
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


def _with_round(reading: Reading, outcome: Outcome) -> bytes:
    """The file with the round added, its results open; only the lines that change differ."""
    import rookery
    from rookery.cli.booking import Booking
    from rookery.cli.scores import up_to_date

    tournament = reading.tournament
    if outcome.round != tournament.next_round:
        raise Refusal(
            f"round {outcome.round} is in the file already, and only the next round can be added;"
            " rookery enter changes the pairings of a round"
        )
    if outcome.whole is not None:
        if outcome.whole.matches and not tournament.team_event and reading.document is not None:
            raise Refusal(
                "TRF has no place for a meeting of several games: rookery convert makes a JSON file of this one"
            )
        paired = tournament.with_round(outcome.whole)
    else:
        booking = Booking(tournament, outcome.round)
        for white, black in outcome.pairs:
            booking.pair(white, black)
        if outcome.bye is not None:
            booking.bye(outcome.bye, ByeKind.PAIRING_ALLOCATED)
        paired = booking.tournament()
    added = up_to_date(tournament, paired)
    if reading.document is not None:
        return reading.document.replace(added).dump()
    return rookery.dump(added, "json")


def _deliver(data: bytes, path: str | None) -> None:
    if path is None or path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        save(path, data)
