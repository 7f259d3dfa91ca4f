"""Output of what must happen: results that change a chance, make a place certain or rule it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rookery.cli.console import print_paragraph, say
from rookery.cli.forecast_data import given_results_data, wrap_each
from rookery.cli.forecast_tables import print_forecast_head, print_notes
from rookery.cli.simulation_options import Findings
from rookery.cli.tables import print_table
from rookery.formatting import Column, Table, count, participant_label
from rookery.simulation.conditions import Statement, aim, format_change, format_percent, goal, short_names, statements

if TYPE_CHECKING:
    from rookery.model import Tournament
    from rookery.serialize import cli_types
    from rookery.simulation.chances import Forecast, TurningPoint
    from rookery.simulation.conditions import MustHappen, ResultCondition


LEADERS = 3
"""So many of those who have the best chances are told about, where nobody is named."""
SHOWN = 6
"""So many games, and conditions of a kind, are shown."""

HEADINGS = ("outcomes", "id", "name", "places", "says", "if", "likely", "chance", "change", "error")


def described_players(forecast: Forecast, players: Sequence[int]) -> Sequence[int]:
    """Return the players who were named, or those with the best chances."""
    return players or forecast.ranked[:LEADERS]


def goals(forecast: Forecast) -> tuple[int, ...]:
    """Return the numbers of places that are examined."""
    return tuple(dict.fromkeys((1, forecast.top)))


# -- tables


def print_must_happen(tournament: Tournament, forecasts: Sequence[Forecast], players: Sequence[int]) -> None:
    """Print what must happen for each selected player, by every model."""
    print_forecast_head(tournament, forecasts)
    for forecast in forecasts:
        for participant_id in described_players(forecast, players):
            chances = ", ".join(
                f"{_describe_places(places)} {format_percent(forecast.within(participant_id, places).value)}"
                for places in goals(forecast)
            )
            label = participant_label(tournament.participants_by_number[participant_id])
            say(f"{label}, {forecast.outcomes}: {chances}", "bold")
            say()
            print_needs(forecast, participant_id)
    print_notes(tournament, forecasts)


def print_needs(forecast: Forecast, participant_id: int) -> None:
    """Print what a player's chance turns on and, where it is known, what it takes."""
    _print_turns(forecast, participant_id)
    _print_conditions(forecast, participant_id)


def _describe_places(places: int) -> str:
    return "first" if places == 1 else f"top {places}"


def _print_turns(forecast: Forecast, participant_id: int) -> None:
    """Print which results of open games raise or lower the chance to be at the top, the weightiest first."""
    points = [point for point in forecast.turns_on(participant_id) if point.swing > point.error]
    if points:
        description = "the chance after each result, and how much more or less that is"
        print_paragraph(f"What {aim(forecast.top)} turns on: {description}")
        say()
        _print_points(forecast, participant_id, points[:SHOWN])
        if len(points) > SHOWN:
            say(f"{count(len(points) - SHOWN, 'game')} more: --must-happen --format csv has all.")
        say()
    elif forecast.open and forecast.exact:
        say(f"No open game moves the chance of {aim(forecast.top)}.")
        say()
    elif forecast.open:
        print_paragraph(
            f"No open game moves the chance of {aim(forecast.top)} by more than luck may among so many futures."
        )
        say()


def _print_points(forecast: Forecast, participant_id: int, points: Sequence[TurningPoint]) -> None:
    now, result_texts = forecast.within(participant_id, forecast.top).value, ("1-0", "½-½", "0-1")
    columns = (
        Column("White", "<", 10),
        Column("Black", "<", 10),
        *(Column(result_text, ">") for result_text in result_texts),
    )
    rows = []
    for point in points:
        chances = {
            str(result): f"{format_percent(chance)} ({format_change(chance - now)})" for result, chance in point.chances
        }
        names = (
            participant_label(forecast.tournament.participants_by_number[number])
            for number in (point.white, point.black)
        )
        rows.append((*names, *(chances.get(result_text, "") for result_text in result_texts)))
    print_table(Table(columns, tuple(rows)))


def _print_conditions(forecast: Forecast, participant_id: int) -> None:
    """Print what makes a place certain and what rules it out, where it is known."""
    if not forecast.exact or participant_id not in forecast.watched:
        return
    names = short_names(
        {number: participant.name for number, participant in forecast.tournament.participants_by_number.items()}
    )
    for places in goals(forecast):
        must_happen = forecast.must_happen(participant_id, places)
        certain, ruled_out = statements(must_happen, names)
        say(f"To be {goal(places)}, whatever the lot says:")
        say()
        _print_statements([*certain[:SHOWN], *ruled_out[:SHOWN]])
        for line in describe_omissions(must_happen, len(certain), len(ruled_out)):
            print_paragraph(line)
        say()


def _print_statements(statement_list: Sequence[Statement]) -> None:
    columns = (Column("It is"), Column("Condition", "<", 20, wraps=True), Column("Likely", ">"))
    rows = [
        (statement.verdict.capitalize(), statement.condition, format_percent(statement.likely))
        for statement in statement_list
    ]
    print_table(Table(columns, tuple(rows)))


def describe_omissions(must_happen: MustHappen, certain: int, ruled_out: int) -> list[str]:
    """Return what the conditions shown do not cover."""
    lines = []
    hidden_count = max(0, certain - SHOWN) + max(0, ruled_out - SHOWN)
    if hidden_count:
        lines.append(f"{count(hidden_count, 'condition')} more: --must-happen --format csv has all.")
    for remaining, singular, plural in (
        (must_happen.certain_left, "makes it certain", "make it certain"),
        (must_happen.impossible_left, "rules it out", "rule it out"),
    ):
        if remaining:
            which = f"{count(remaining, 'other combination')} of results, of {must_happen.ways:,},"
            lines.append(f"{which} {singular if remaining == 1 else plural}, too.")
    return lines


# -- data


def must_happen_rows(forecast: Forecast, players: Sequence[int]) -> list[tuple[object, ...]]:
    """Return a row for each result of an open game, and for each condition."""
    rows: list[tuple[object, ...]] = []
    for participant_id in described_players(forecast, players):
        head = (forecast.outcomes, participant_id, forecast.tournament.participants_by_number[participant_id].name)
        now = forecast.within(participant_id, forecast.top).value
        for point in forecast.turns_on(participant_id):
            likely = forecast.ended(point.white, point.black)
            for result, chance in point.chances:
                ended = f"{point.white}-{point.black}={result}"
                cells = (ended, likely[result], chance, chance - now, point.error)
                rows.append((*head, forecast.top, "after", *cells))
        for places in goals(forecast) if forecast.exact else ():
            must, chance = forecast.must_happen(participant_id, places), forecast.within(participant_id, places).value
            rows += [
                (*head, places, "certain", _condition_text(condition), condition.likely, 1, 1 - chance, 0)
                for condition in must.certain
            ]
            rows += [
                (*head, places, "impossible", _condition_text(condition), condition.likely, 0, -chance, 0)
                for condition in must.impossible
            ]
    return rows


def _condition_text(condition: ResultCondition) -> str:
    """Return a condition as in a table: games as --if writes them, `|` for or, `&` for and."""
    return " & ".join(
        f"{clause.white}-{clause.black}={'|'.join(map(str, clause.results))}" for clause in condition.clauses
    )  # fmt: skip


def must_happen_data(forecast: Forecast, players: Sequence[int]) -> cli_types.MustHappenData:
    """Return what must happen as data."""
    return {
        "outcomes": forecast.outcomes,
        "spread": forecast.spread,
        "seed": forecast.seed,
        "count": forecast.count,
        "stopped": forecast.stopped,
        "exact": forecast.exact,
        "round": forecast.tournament.next_round,
        "top": forecast.top,
        "digest": forecast.digest,
        "given": given_results_data(forecast),
        "tiebreaks": list(forecast.tiebreaks),
        "players": [_player_data(forecast, participant_id) for participant_id in described_players(forecast, players)],
    }


def _player_data(forecast: Forecast, participant_id: int) -> cli_types.NeedsData:
    now = forecast.within(participant_id, forecast.top)
    return {
        "id": participant_id,
        "name": forecast.tournament.participants_by_number[participant_id].name,
        "top": now.value,
        "top_interval": [now.low, now.high],
        "games": [_game_data(forecast, point, now.value) for point in forecast.turns_on(participant_id)],
        "goals": [
            _goal_data(forecast.must_happen(participant_id, places))
            for places in (goals(forecast) if forecast.exact else ())
        ],
    }


def _game_data(forecast: Forecast, point: TurningPoint, now: float) -> cli_types.OpenGameData:
    likely = forecast.ended(point.white, point.black)
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


def _goal_data(must_happen: MustHappen) -> cli_types.GoalData:
    return {
        "places": must_happen.places,
        "combinations": must_happen.ways,
        "certain_combinations": must_happen.certain_ways,
        "impossible_combinations": must_happen.impossible_ways,
        "certain": [_condition_data(condition) for condition in must_happen.certain],
        "impossible": [_condition_data(condition) for condition in must_happen.impossible],
        "certain_left": must_happen.certain_left,
        "impossible_left": must_happen.impossible_left,
    }


def _condition_data(condition: ResultCondition) -> cli_types.ConditionData:
    clauses = [
        {"white": clause.white, "black": clause.black, "results": [str(result) for result in clause.results]}
        for clause in condition.clauses
    ]
    return {"games": clauses, "likely": condition.likely}  # type: ignore[typeddict-item]


def must_happen_findings(forecasts: Sequence[Forecast], players: Sequence[int]) -> Findings:
    """Return what must happen, by every model."""
    return Findings(
        name="must-happen",
        data=wrap_each("must-happen", [must_happen_data(forecast, players) for forecast in forecasts]),
        headings=HEADINGS,
        rows=[row for forecast in forecasts for row in must_happen_rows(forecast, players)],
    )
