"""What must happen, as a command shows it: which results move a chance, make a place certain or rule it out."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.cli.forecast_data import formed_each, given_data
from rookery.cli.forecast_tables import print_asides, print_forecast_head
from rookery.cli.render import paragraph, say
from rookery.cli.simulation_options import Findings
from rookery.cli.tables import print_table
from rookery.labels import Column, Table, count, person
from rookery.simulation.sentences import Statement, aim, change, goal, per_cent, short_names, statements
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.answers import command_shapes
    from rookery.model import Tournament
    from rookery.simulation.chances import Forecast, TurningPoint
    from rookery.simulation.conditions import MustHappen, ResultCondition

LEADERS = 3
"""So many of those who have the best chances are told about, where nobody is named."""
SHOWN = 6
"""So many games, and conditions of a kind, are shown."""

HEADINGS = ("outcomes", "id", "name", "places", "says", "if", "likely", "chance", "change", "error")


def told_of(found: Forecast, players: Sequence[int]) -> Sequence[int]:
    """Whom it is about: who was named, or who has the best chances."""
    return players or found.ranked[:LEADERS]


def goals(found: Forecast) -> tuple[int, ...]:
    """How many places are looked at."""
    return tuple(dict.fromkeys((1, found.top)))


# -- tables


def print_must_happen(tournament: Tournament, found: Sequence[Forecast], players: Sequence[int]) -> None:
    """Print what must happen for everybody whom it is about, by every model."""
    print_forecast_head(tournament, found)
    for each in found:
        for one in told_of(each, players):
            chances = ", ".join(
                f"{_named(places)} {per_cent(each.within(one, places).value)}" for places in goals(each)
            )
            say(f"{person(tournament.by_id[one])}, {each.outcomes}: {chances}", "bold")
            say()
            print_needs(each, one)
    print_asides(tournament, found)


def print_needs(found: Forecast, one: int) -> None:
    """Print what somebody's chance turns on and, where it is known, what it takes."""
    _print_turns(found, one)
    _print_conditions(found, one)


def _named(places: int) -> str:
    return "first" if places == 1 else f"top {places}"


def _print_turns(found: Forecast, one: int) -> None:
    """Print which results of open games raise or lower the chance to be at the top, the weightiest first."""
    points = [point for point in found.turns_on(one) if point.swing > point.error]
    if points:
        told = "the chance after each result, and how much more or less that is"
        paragraph(f"What {aim(found.top)} turns on: {told}")
        say()
        _print_points(found, one, points[:SHOWN])
        if len(points) > SHOWN:
            say(f"{count(len(points) - SHOWN, 'game')} more: --must-happen --format csv has all.")
        say()
    elif found.open and found.exact:
        say(f"No open game moves the chance of {aim(found.top)}.")
        say()
    elif found.open:
        paragraph(f"No open game moves the chance of {aim(found.top)} by more than luck may among so many futures.")
        say()


def _print_points(found: Forecast, one: int, points: Sequence[TurningPoint]) -> None:
    now, ends = found.within(one, found.top).value, ("1-0", "½-½", "0-1")
    columns = (Column("White", "<", 10), Column("Black", "<", 10), *(Column(each, ">") for each in ends))
    rows = []
    for point in points:
        chances = {str(result): f"{per_cent(chance)} ({change(chance - now)})" for result, chance in point.chances}
        names = (person(found.tournament.by_id[who]) for who in (point.white, point.black))
        rows.append((*names, *(chances.get(each, "") for each in ends)))
    print_table(Table(columns, tuple(rows)))


def _print_conditions(found: Forecast, one: int) -> None:
    """Print what makes it certain that somebody is first, or at the top, and what rules it out; where it is known."""
    if not found.exact or one not in found.watched:
        return
    names = short_names({who: each.name for who, each in found.tournament.by_id.items()})
    for places in goals(found):
        told = found.must_happen(one, places)
        certain, ruled_out = statements(told, names)
        say(f"To be {goal(places)}, whatever the lot says:")
        say()
        _print_statements([*certain[:SHOWN], *ruled_out[:SHOWN]])
        for line in left_out(told, len(certain), len(ruled_out)):
            paragraph(line)
        say()


def _print_statements(told: Sequence[Statement]) -> None:
    columns = (Column("It is"), Column("Condition", "<", 20, wraps=True), Column("Likely", ">"))
    rows = [(each.verdict.capitalize(), each.condition, per_cent(each.likely)) for each in told]
    print_table(Table(columns, tuple(rows)))


def left_out(told: MustHappen, certain: int, ruled_out: int) -> list[str]:
    """What the conditions shown do not tell."""
    found = []
    more = max(0, certain - SHOWN) + max(0, ruled_out - SHOWN)
    if more:
        found.append(f"{count(more, 'condition')} more: --must-happen --format csv has all.")
    for left, one, more_of_them in (
        (told.certain_left, "makes it certain", "make it certain"),
        (told.impossible_left, "rules it out", "rule it out"),
    ):
        if left:
            which = f"{count(left, 'other combination')} of results, of {told.ways:,},"
            found.append(f"{which} {one if left == 1 else more_of_them}, too.")
    return found


# -- data


def must_happen_rows(found: Forecast, players: Sequence[int]) -> list[tuple[object, ...]]:
    """A row for each result of an open game, and for each condition."""
    rows: list[tuple[object, ...]] = []
    for one in told_of(found, players):
        head = (found.outcomes, one, found.tournament.by_id[one].name)
        now = found.within(one, found.top).value
        for point in found.turns_on(one):
            likely = found.ended(point.white, point.black)
            for result, chance in point.chances:
                ended = f"{point.white}-{point.black}={result}"
                told = (ended, likely[result], chance, chance - now, point.error)
                rows.append((*head, found.top, "after", *told))
        for places in goals(found) if found.exact else ():
            must, chance = found.must_happen(one, places), found.within(one, places).value
            rows += [(*head, places, "certain", _written(each), each.likely, 1, 1 - chance, 0) for each in must.certain]
            rows += [
                (*head, places, "impossible", _written(each), each.likely, 0, -chance, 0) for each in must.impossible
            ]
    return rows


def _written(condition: ResultCondition) -> str:
    """A condition as a line of a table has it: games as --if writes them, `|` for or, `&` for and."""
    return " & ".join(
        f"{each.white}-{each.black}={'|'.join(map(str, each.results))}" for each in condition.clauses
    )  # fmt: skip


def must_happen_data(found: Forecast, players: Sequence[int]) -> command_shapes.MustHappenData:
    """What must happen, as data."""
    return {
        "outcomes": found.outcomes, "spread": found.spread, "seed": found.seed, "count": found.count,
        "stopped": found.stopped, "exact": found.exact, "round": found.tournament.next_round, "top": found.top,
        "digest": found.digest,
        "given": given_data(found), "tiebreaks": list(found.tiebreaks),
        "players": [_player_data(found, one) for one in told_of(found, players)],
    }  # fmt: skip


def _player_data(found: Forecast, one: int) -> command_shapes.NeedsData:
    now = found.within(one, found.top)
    return {
        "id": one,
        "name": found.tournament.by_id[one].name,
        "top": now.value,
        "top_interval": [now.low, now.high],
        "games": [_game_data(found, point, now.value) for point in found.turns_on(one)],
        "goals": [_goal_data(found.must_happen(one, places)) for places in (goals(found) if found.exact else ())],
    }


def _game_data(found: Forecast, point: TurningPoint, now: float) -> command_shapes.OpenGameData:
    likely = found.ended(point.white, point.black)
    return {
        "white": point.white,
        "black": point.black,
        "after": [
            {"result": str(result), "likely": likely[result], "chance": chance, "change": chance - now}
            for result, chance in point.chances
        ],
        "swing": point.swing,
        "error": point.error,
    }


def _goal_data(told: MustHappen) -> command_shapes.GoalData:
    return {
        "places": told.places,
        "combinations": told.ways,
        "certain_combinations": told.certain_ways,
        "impossible_combinations": told.impossible_ways,
        "certain": [_condition_data(each) for each in told.certain],
        "impossible": [_condition_data(each) for each in told.impossible],
        "certain_left": told.certain_left,
        "impossible_left": told.impossible_left,
    }


def _condition_data(condition: ResultCondition) -> command_shapes.ConditionData:
    clauses = [
        {"white": each.white, "black": each.black, "results": [str(result) for result in each.results]}
        for each in condition.clauses
    ]
    return {"games": clauses, "likely": condition.likely}  # type: ignore[typeddict-item]


def must_happen_findings(found: Sequence[Forecast], players: Sequence[int]) -> Findings:
    """What must happen, by every model."""
    return Findings(
        name="must-happen",
        data=formed_each("must-happen", [must_happen_data(one, players) for one in found]),
        headings=HEADINGS,
        rows=[row for one in found for row in must_happen_rows(one, players)],
    )
