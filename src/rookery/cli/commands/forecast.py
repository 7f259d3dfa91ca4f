"""Say who may win a tournament that is running: the rounds to come are paired by the rules and played many times over.

A round that is paired stays as it is; results that are known count, and --if takes others as known. Before the last
round, when the combinations of results are few, all of them are counted and the chances are exact. Every player's
strength is drawn around the rating and the score so far.
"""

from __future__ import annotations

from pathlib import Path

from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import content, load_sound
from rookery.cli.generator_options import reading
from rookery.cli.progress import Progress
from rookery.cli.render import facts, print_json, say
from rookery.cli.simulation_options import add_work, carried, csv_text, draw, parts
from rookery.cli.tables import print_folded, print_table
from rookery.errors import RuleError
from rookery.labels import Column, Table, count, person
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from rookery.answers import command_shapes
    from rookery.model import Tournament
    from rookery.simulation.chances import Forecast, TurningPoint

EXAMPLES = ("rookery forecast examples/swiss.trf --count 20 --seed 1 --top 3",)

SHOWN = 20
"""So many are shown who have the best chances."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament")
    parser.add_argument("--top", type=int, default=3, metavar="K", help="how many places matter (default: 3)")
    parser.add_argument("--if", dest="given", action="append", default=[], type=reading(_given), metavar="W-B=RESULT",
                        help="take a result as known: 12-7=1-0")  # fmt: skip
    parser.add_argument("--player", type=int, metavar="N", help="all about one player")
    parser.add_argument("--outcomes", type=parts, default=("milvang",), metavar="MODELS",
                        help="how games end; two with a comma are shown side by side (default: milvang)")  # fmt: skip
    parser.add_argument("--spread", type=int, default=60, metavar="D",
                        help="how far a strength may be from the rating (default: 60)")  # fmt: skip
    parser.add_argument("--tiebreaks", metavar="LIST", help="rank by these (default: those of the tournament)")
    parser.add_argument("--norms", type=reading(_norms), default=(), metavar="N:TITLE,...",
                        help="chances of norms, such as 12:GM,7:IM")  # fmt: skip
    parser.add_argument("--prizes", metavar="FILE", help="prize money by place, as `rookery standings` reads it")
    parser.add_argument("--rounds", type=int, metavar="R", help="how many rounds, where the file does not say")
    add_work(parser)
    parser.add_argument("-o", "--output", metavar="DIR", help="folder for what is done, and for figures")
    parser.add_argument("--figures", action="store_true", help="draw figures into the folder of -o (or: figures)")
    parser.add_argument("--format", choices=["text", "json", "csv"], default="text", help="how to print")


def _given(text: str) -> tuple[int, int, str]:
    """Who meets, and the result: 12-7=1-0."""
    pair, _, result = text.partition("=")
    white, _, black = pair.partition("-")
    return int(white), int(black), result


def _norms(text: str) -> tuple[tuple[int, str], ...]:
    """Players and titles: 12:GM,7:IM."""
    found = [one.partition(":") for one in text.split(",")]
    return tuple((int(number), title.strip().upper()) for number, _, title in found)


def run(args: argparse.Namespace) -> int:
    """Forecast by every model, and print."""
    tournament = _tournament(args)
    if args.player is not None and args.player not in tournament.by_id:
        raise Refusal(f"there is no player {args.player} in {args.file}")
    found = [_forecast(tournament, model, args) for model in args.outcomes]
    if args.figures:
        from rookery.simulation.figures import of_forecast

        for one in found:
            folder = Path(args.output or "figures")
            draw(of_forecast(one), folder / one.outcomes if len(found) > 1 else folder)
    if args.format == "json":
        from rookery.answers.data import formed

        told = [formed("forecast", forecast_data(one)) for one in found]
        print_json(told[0] if len(told) == 1 else told)
    elif args.format == "csv":
        print(csv_text(_HEADINGS, [row for one in found for row in _plain(one)]), end="")
    else:
        _print(tournament, found, args)
    return DONE


def _tournament(args: argparse.Namespace) -> Tournament:
    from rookery.values import replace

    tournament = load_sound(args.file).tournament
    return tournament if args.rounds is None else replace(tournament, planned=args.rounds)


def _forecast(tournament: Tournament, model: str, args: argparse.Namespace) -> Forecast:
    from rookery.ranking.prizes import read_prizes
    from rookery.simulation.forecast import forecast

    money = read_prizes(content(args.prizes).decode("utf-8-sig")) if args.prizes else None
    kept = Path(args.output) / "checkpoint.sqlite" if args.output else None
    try:
        given = _assumed(args.given)
        with Progress(args.count, "futures") as progress, carried(args) as work:
            return forecast(
                tournament, args.count, args.seed, outcomes=model, spread=args.spread, given=given, top=args.top,
                tiebreaks=args.tiebreaks, norms=args.norms, prizes=money, checkpoint=kept, progress=progress.reached,
                **work,
            )  # fmt: skip
    except RuleError as error:
        hint = "; say --rounds R" if "rounds are planned is not known" in str(error) else ""
        raise Refusal(f"{error}{hint}") from None


def _assumed(given: list[tuple[int, int, str]]) -> dict[tuple[int, int], str]:
    """The results that are taken as known, each once."""
    found: dict[tuple[int, int], str] = {}
    for white, black, result in given:
        if found.setdefault((white, black), result) != result:
            raise Refusal(f"--if {white}-{black}: both {found[white, black]} and {result}")
    return found


# -- what was found

_HEADINGS = (
    "outcomes", "id", "name", "first", "first_low", "first_high", "top", "top_low", "top_high", "mean_points",
    "mean_place", "norms", "prize", "count", "exact",
)  # fmt: skip


def _ranked(found: Forecast) -> list[int]:
    """Everybody, the best chances first."""
    return sorted(found.tournament.by_id, key=lambda one: (-found.within(one, found.top).value, found.mean_place(one)))


def _plain(found: Forecast) -> list[tuple[object, ...]]:
    """A row for everybody, the best chances first."""
    rows: list[tuple[object, ...]] = []
    for one in _ranked(found):
        first, top, prize = found.within(one, 1), found.within(one, found.top), _prize(found, one)
        norms = " ".join(f"{title}:{chance:g}" for title, chance in _norms_of(found, one).items())
        rows.append((
            found.outcomes, one, found.tournament.by_id[one].name, first.value, first.low, first.high, top.value,
            top.low, top.high, found.mean_points(one), found.mean_place(one), norms, "" if prize is None else prize,
            found.count, found.exact,
        ))  # fmt: skip
    return rows


def _norms_of(found: Forecast, one: int) -> dict[str, float]:
    """The chances of the norms that were asked for."""
    titles = [str(key[2]) for key in found.sums.cells if key[:2] == ("norm", one)]
    return {title: found.norm(one, title).value for title in titles}


def _prize(found: Forecast, one: int) -> float | None:
    """The prize money to be expected, where there is any."""
    return found.prize(one).value if any(key[0] == "prize" for key in found.sums.cells) else None


def forecast_data(found: Forecast) -> command_shapes.ForecastData:
    """The forecast as data."""
    return {
        "outcomes": found.outcomes, "spread": found.spread, "seed": found.seed, "count": found.count,
        "exact": found.exact, "round": found.tournament.next_round, "top": found.top, "digest": found.digest,
        "given": [{"white": white, "black": black, "result": str(end)} for white, black, end in found.given],
        "tiebreaks": list(found.tiebreaks),
        "players": [_player_data(found, one) for one in _ranked(found)],
    }  # fmt: skip


def _player_data(found: Forecast, one: int) -> command_shapes.ChancesData:
    rounds = range(found.tournament.next_round, (found.tournament.planned or 0) + 1)
    first, top = found.within(one, 1), found.within(one, found.top)
    return {
        "id": one,
        "name": found.tournament.by_id[one].name,
        "first": first.value,
        "first_interval": [first.low, first.high],
        "top": top.value,
        "top_interval": [top.low, top.high],
        "mean_points": found.mean_points(one),
        "mean_place": found.mean_place(one),
        "places": {str(place): chance for place, chance in found.places(one).items()},
        "points": {f"{points / 10:g}": chance for points, chance in found.points(one).items()},
        "opponents": {
            str(round): {str(other): chance for other, chance in found.opponents(one, round).items()}
            for round in rounds
        },
        "norms": _norms_of(found, one),
        "prize": _prize(found, one),
        "turns_on": [
            {
                "white": at.white,
                "black": at.black,
                "chances": {str(result): chance for result, chance in at.chances},
                "swing": at.swing,
                "error": at.error,
            }
            for at in found.turns_on(one)
            if at.swing
        ],
    }


def _print(tournament: Tournament, found: list[Forecast], args: argparse.Namespace) -> None:
    first = found[0]
    how = "every result there can be" if first.exact else f"{count(first.count, 'future')}, seed {first.seed}"
    facts([
        ("Tournament", tournament.event.name),
        ("To come", f"rounds {first.tournament.next_round} to {tournament.planned}"),
        ("Counted", how),
        *([] if first.exact else [("Error", f"a chance is off by {_off(first.count)} at the most, 19 times in 20")]),
        *([("Taken as known", _told(first))] if first.given else []),
        ("Tie-breaks", ", ".join(first.tiebreaks) or "none: what is tied is decided by lot"),
        ("Outcomes", ", ".join(one.outcomes for one in found) + f"; strengths ±{first.spread}"),
        ("Digest", " ".join(one.digest[:16] for one in found)),
    ])  # fmt: skip
    say()
    if args.player is None:
        _print_all(found)
    else:
        for one in found:
            _print_player(one, args.player)
    for player, title in args.norms:
        shown = ", ".join(_per_cent(one.norm(player, title).value) for one in found)
        say(f"Norm of {title} for {person(tournament.by_id[player])}: {shown}")


def _off(count: int) -> str:
    """How far a chance may be off that was counted over so many futures: where it is one half, the most.

    >>> _off(1000), _off(10)
    ('±3.1 %', '±26 %')
    """
    from rookery.simulation.estimate import share

    half = share(count, count // 2)
    return f"±{50 * (half.high - half.low):.2g} %"


def _told(found: Forecast) -> str:
    """The results that were taken as known."""
    return ", ".join(f"{white} - {black} {end}" for white, black, end in found.given)


def _per_cent(chance: float) -> str:
    """A chance for people.

    >>> _per_cent(0.5), _per_cent(0.004), _per_cent(0.0), _per_cent(0.99999)
    ('50 %', '0.4 %', '0 %', '100 %')
    """
    shown = f"{100 * chance:.0f}" if chance == 0 or chance >= 0.0995 else f"{100 * chance:.1f}"
    return f"{shown} %"


def _print_all(found: list[Forecast]) -> None:
    first = found[0]
    heads = [(one, f" {one.outcomes}" if len(found) > 1 else "") for one in found]
    columns = [Column("Player", "<", 12)]
    for of, name in heads:
        columns += [Column(f"First{name}", ">"), Column(f"Top {of.top}{name}", ">"), Column(f"Points{name}", ">")]
    money = any(key[0] == "prize" for key in first.sums.cells)
    columns += [Column("Prize", ">")] if money else []
    rows = []
    for one in _ranked(first)[:SHOWN]:
        cells = [person(first.tournament.by_id[one])]
        for each in found:
            chances = (each.within(one, 1).value, each.within(one, each.top).value)
            cells += [*map(_per_cent, chances), f"{each.mean_points(one):.1f}"]
        rows.append((*cells, *([f"{first.prize(one).value:.2f}"] if money else [])))
    print_folded(Table(tuple(columns), tuple(rows)), 1)
    left = len(first.tournament.by_id) - SHOWN
    if left > 0:
        say(f"{count(left, 'player')} more: --format csv has everybody, --player N tells all about one.")


def _print_player(found: Forecast, one: int) -> None:
    who = person(found.tournament.by_id[one])
    say(f"{who}, {found.outcomes}: first {_per_cent(found.within(one, 1).value)},"
        f" top {found.top} {_per_cent(found.within(one, found.top).value)},"
        f" {found.mean_points(one):.1f} points, place {found.mean_place(one):.1f}")  # fmt: skip
    say()
    rows = [(f"{points / 10:g}", _per_cent(chance)) for points, chance in found.points(one).items()]
    print_table(Table((Column("Points", ">"), Column("Chance", ">")), tuple(rows)))
    for round in range(found.tournament.next_round, (found.tournament.planned or 0) + 1):
        likely = list(found.opponents(one, round).items())[:5]
        named = ", ".join(f"{person(found.tournament.by_id[other])} {_per_cent(chance)}" for other, chance in likely)
        say(f"Round {round}: {named or 'nobody'}")
    points = [point for point in found.turns_on(one) if point.swing > point.error]
    if points:
        say()
        _print_turns(found, points[:8])
    elif found.open:
        say()
        say(f"No open game moves the chance of the top {found.top} by more than luck may among so many futures.")
    say()


def _print_turns(found: Forecast, points: list[TurningPoint]) -> None:
    say(f"What the top {found.top} turns on:")
    ends = ("1-0", "½-½", "0-1")
    columns = (Column("White", "<", 10), Column("Black", "<", 10), *(Column(each, ">") for each in ends))
    rows = []
    for point in points:
        chances = {str(result): _per_cent(chance) for result, chance in point.chances}
        names = (person(found.tournament.by_id[who]) for who in (point.white, point.black))
        rows.append((*names, *(chances.get(each, "") for each in ends)))
    print_table(Table(columns, tuple(rows)))
