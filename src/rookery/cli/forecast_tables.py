"""What a forecast has found, as tables: chances of everybody, all about one player, how chances stood."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rookery.cli.render import UNBROKEN, facts, paragraph, say
from rookery.cli.tables import print_folded, print_table
from rookery.labels import Column, Table, count, person
from rookery.simulation.sentences import between, per_cent, short_names
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.model import Tournament
    from rookery.simulation.chances import Forecast
    from rookery.simulation.course import ForecastCourse
    from rookery.simulation.estimate import Estimate

SHOWN = 20
"""So many are shown who have the best chances."""
COUNTED_HERE = 3**11
"""So many combinations of results are counted in minutes."""


def print_forecasts(
    tournament: Tournament, found: Sequence[Forecast], players: Sequence[int], after: Callable[[Forecast, int], None]
) -> None:
    """Print the chances of those who have the best by every model, or all about these players and what is `after`."""
    print_forecast_head(tournament, found)
    if not players:
        _print_all(found)
    for one in players:
        for each in found:
            _print_player(each, one)
            after(each, one)
    print_asides(tournament, found)


def print_asides(tournament: Tournament, found: Sequence[Forecast]) -> None:
    """Print the chances of the norms that were asked for, and how a last round that was drawn could be counted out."""
    first = found[0]
    for one, title in dict.fromkeys((int(key[1]), str(key[2])) for key in first.sums.cells if key[0] == "norm"):
        shown = ", ".join(f"{per_cent(each.norm(one, title).value)}{_by(each, found)}" for each in found)
        say(f"Norm of {title} for {person(tournament.by_id[one])}: {shown}")
    _print_way_to_count(first)


def _print_way_to_count(found: Forecast) -> None:
    """Print how a last round that was drawn could be counted out, which tells what is certain."""
    if found.exact or found.tournament.next_round != found.tournament.planned:
        return
    ways = 3 ** len(found.open)
    games = count(len(found.open), "open game")
    if ways <= COUNTED_HERE:
        told = f"with --count {ways} every one is counted, and --must-happen tells what is certain"
        paragraph(f"{games} can end in {ways:,} ways: {told}.")
    else:
        paragraph(f"{games} can end in more ways than are soon counted: --if takes results as known, and leaves fewer.")


def print_forecast_head(tournament: Tournament, found: Sequence[Forecast]) -> None:
    """Print what was counted of the rounds to come, and how."""
    first = found[0]
    counted = "every result there can be" if first.exact else f"{count(first.count, 'future')}, seed {first.seed}"
    number, last = first.tournament.next_round, tournament.planned
    coming = ("To come", f"round {number}, the last" if number == last else f"rounds {number} to {last}")
    print_head(tournament, found, [coming, ("Counted", counted)], [each.digest for each in found])


def print_head(
    tournament: Tournament, found: Sequence[Forecast], counted: Sequence[tuple[str, str]], digests: Sequence[str]
) -> None:
    """Print what was `counted`, and how."""
    first = found[0]
    facts([
        ("Tournament", tournament.event.name),
        *counted,
        *([] if first.exact else [("Error", f"a chance is off by {_off(first.count)} at the most, 19 times in 20")]),
        *([("Taken as known", _told(first))] if first.given else []),
        ("Tie-breaks", ", ".join(first.tiebreaks) or "none: what is tied is decided by lot"),
        ("Outcomes", ", ".join(one.outcomes for one in found) + f"; strengths ±{first.spread}"),
        ("Digest", " ".join(digest[:16] for digest in digests)),
    ])  # fmt: skip
    say()


def _off(count: int) -> str:
    """How far a chance may be off that was counted over so many futures: where it is one half or, of few, none.

    >>> _off(1000), _off(10), _off(1)
    ('±3.1 %', '±28 %', '±79 %')
    """
    from rookery.simulation.estimate import share

    half, none = share(count, count // 2), share(count, 0)
    return f"±{100 * max(half.margin, none.high):.2g} %"


def _told(found: Forecast) -> str:
    """The results that were taken as known."""
    names = short_names({one: each.name for one, each in found.tournament.by_id.items()})
    return ", ".join(f"{names[white]} - {names[black]} {end}" for white, black, end in found.given)


def _by(one: Forecast, found: Sequence[Forecast]) -> str:
    """The name of the model, where there are several."""
    return f" {one.outcomes}" if len(found) > 1 else ""


def _has_prizes(found: Forecast) -> bool:
    return any(key[0] == "prize" for key in found.sums.cells)


def _goals(found: Forecast) -> dict[int, str]:
    """How many places are looked at, and what they are called."""
    return {1: "First"} | ({found.top: f"Top {found.top}"} if found.top > 1 else {})


def _print_all(found: Sequence[Forecast]) -> None:
    first = found[0]
    goals, money = _goals(first), _has_prizes(first)
    columns = [Column("Player", "<", 12)]
    for each in found:
        heads = (*goals.values(), "Points", *(["Prize"] if money else []))
        columns += [Column(f"{head}{_by(each, found)}", ">") for head in heads]
    rows = []
    for one in first.ranked[:SHOWN]:
        cells = [person(first.tournament.by_id[one])]
        for each in found:
            cells += [per_cent(each.within(one, places).value) for places in goals]
            cells += [f"{each.mean_points(one):.1f}", *([f"{each.prize(one).value:.2f}"] if money else [])]
        rows.append(tuple(cells))
    print_folded(Table(tuple(columns), tuple(rows)), 1)
    left = len(first.tournament.by_id) - SHOWN
    if left > 0:
        say(f"{count(left, 'player')} more: --format csv has everybody, --player N tells all about one.")


def _print_player(found: Forecast, one: int) -> None:
    who = person(found.tournament.by_id[one])
    chances = [f"{name.lower()} {per_cent(found.within(one, at).value)}" for at, name in _goals(found).items()]
    means = [f"{found.mean_points(one):.1f} points", f"place {found.mean_place(one):.1f}"]
    means += [f"{found.prize(one).value:.2f} of prize money"] if _has_prizes(found) else []
    say(f"{who}, {found.outcomes}: {', '.join(chances)}; on average {', '.join(means)}")
    say()
    rows = [(f"{points / 10:g}", per_cent(chance)) for points, chance in found.points(one).items()]
    print_table(Table((Column("Points", ">"), Column("Chance", ">")), tuple(rows)))
    say()
    for round in range(found.tournament.next_round, (found.tournament.planned or 0) + 1):
        paragraph(f"Round {round}: {_met(found, one, round)}", hanging="  ")
    say()


def _met(found: Forecast, one: int, round: int) -> str:
    """Whom somebody meets in a round, if anybody, the likeliest first."""
    chances = found.opponents(one, round)
    likely = [(chance, person(found.tournament.by_id[other])) for other, chance in chances.items()]
    alone = 1 - sum(chances.values())
    if alone > 1e-9:
        likely = sorted([*likely, (alone, "nobody")], key=lambda each: -each[0])
    return ", ".join(f"{who} {per_cent(chance)}".replace(" ", UNBROKEN) for chance, who in likely[:5])


# -- round by round


def print_courses(tournament: Tournament, courses: Sequence[ForecastCourse], players: Sequence[int]) -> None:
    """Print how chances stood before each round: of those who have the best now, or of these players."""
    first = courses[0]
    drawn = [found for found in first.forecasts if not found.exact] or [first.last]
    digests = [course.digest for course in courses]
    others = [course.last for course in courses[1:]]
    print_head(tournament, [drawn[0], *others], [("Counted", _counted(first))], digests)
    for course in courses:
        for one in players:
            _print_stood(course, one)
        for places in () if players else dict.fromkeys((1, course.last.top)):
            _print_standing(course, places)
    begun = len(first.last.open) < len(first.last.round.games)
    today = f" The last knows the games of round {first.rounds[-1]} that are over, too." if begun else ""
    paragraph(
        f"Each forecast knows the ratings of the file, the pairing of its round and the results before it.{today}"
    )
    if _has_prizes(first.last) or any(key[0] == "norm" for key in first.last.sums.cells):
        say("Norms and prize money, round by round: --format csv has them.")


def _counted(course: ForecastCourse) -> str:
    """How many futures were counted before each round."""
    first, last, now = course.rounds[0], course.rounds[-1], course.last
    every = f"every result there can be before round {last}"
    if course.forecasts[0].exact:
        return every
    drawn = len(course.rounds) - now.exact
    each = f"before each of the rounds {first} to {course.rounds[drawn - 1]}" if drawn > 1 else f"before round {first}"
    seed = f"{count(course.forecasts[0].count, 'future')} {each}, seed {now.seed}"
    return f"{seed}; {every}" if now.exact else seed


def _print_standing(course: ForecastCourse, places: int) -> None:
    """The chances of those who have the best now, a column for each round."""
    now, goal = course.last, "first" if places == 1 else f"in the top {places}"
    say(f"Chance to be {goal}, by {now.outcomes} before round")
    say()
    columns = (Column("Player", "<", 12), *(Column(str(number), ">") for number in course.rounds))
    rows = []
    for one in now.ranked[:SHOWN]:
        chances = course.within(one, places)
        rows.append((person(now.tournament.by_id[one]), *(per_cent(each.value) for each in chances.values())))
    print_folded(Table(columns, tuple(rows)), 1)
    say()


def _print_stood(course: ForecastCourse, one: int) -> None:
    """How the chances of one player stood, a line for each round."""
    now = course.last
    say(f"{person(now.tournament.by_id[one])}, by {now.outcomes}")
    say()
    goals = _goals(now)
    digits = 2 if any(found.score(one).margin < 0.05 for found in course.forecasts if not found.exact) else 1
    rows = []
    for found in course.forecasts:
        chances = [found.within(one, places) for places in goals]
        shown = [f"{per_cent(each.value)}{_ends(found, each)}" for each in chances]
        score = f"{found.score(one).value:.{digits}f}" if found.exact else found.score(one).told(digits)
        rows.append((str(found.tournament.next_round), *shown, score, f"{found.mean_place(one):.1f}"))
    columns = [Column(head, ">") for head in ("Before round", *goals.values(), "Points", "Place")]
    print_table(Table(tuple(columns), tuple(rows)))
    say()


def _ends(found: Forecast, chance: Estimate) -> str:
    """From where to where a chance may lie, 19 times in 20, for people."""
    return "" if found.exact else f" ({between(chance.value, chance.low, chance.high)})"
