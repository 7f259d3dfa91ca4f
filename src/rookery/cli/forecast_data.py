"""The results of a forecast as data: rows for CSV and Parquet, and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from rookery.cli.generator_options import Findings
from rookery.cli.tables import data_table
from rookery.simulation.estimate import Estimate, share

if TYPE_CHECKING:
    from rookery.serialize import cli_types
    from rookery.simulation.chances import Forecast, TurningPoint
    from rookery.simulation.conditions import MustHappen, ResultCondition
    from rookery.simulation.history import ForecastCourse

HEADINGS = (
    "outcomes", "id", "name", "first", "first_low", "first_high", "top", "top_low", "top_high", "mean_points",
    "mean_place", "norms", "prize", "count", "exact",
)  # fmt: skip


def summary_rows(forecast: Forecast) -> list[tuple[object, ...]]:
    """Return a row for each participant, the best chances first."""
    rows: list[tuple[object, ...]] = []
    for player_id in forecast.ranked:
        first, top, prize = (
            forecast.within(player_id, 1),
            forecast.within(player_id, forecast.top),
            expected_prize(forecast, player_id),
        )
        norms = " ".join(f"{title}:{chance:g}" for title, chance in norm_chances(forecast, player_id).items())
        rows.append((
            forecast.outcomes, player_id, forecast.tournament.participants_by_number[player_id].name,
            first.value, first.low, first.high, top.value, top.low, top.high,
            forecast.mean_points(player_id), forecast.mean_place(player_id), norms, "" if prize is None else prize,
            forecast.count, forecast.exact,
        ))  # fmt: skip
    return rows


def norm_chances(forecast: Forecast, player_id: int) -> dict[str, float]:
    """Return the chances of the requested norms, by title."""
    titles = [str(key[2]) for key in forecast.sums.cells if key[:2] == ("norm", player_id)]
    return {title: forecast.norm(player_id, title).value for title in titles}


def expected_prize(forecast: Forecast, player_id: int) -> float | None:
    """Return the expected prize money, or None if there are no prizes."""
    return forecast.prize(player_id).value if any(key[0] == "prize" for key in forecast.sums.cells) else None


def forecast_data(forecast: Forecast) -> cli_types.ForecastData:
    """Return the forecast as JSON data."""
    return {
        "outcomes": forecast.outcomes, "spread": forecast.spread, "seed": forecast.seed, "count": forecast.count,
        "stopped": forecast.stopped, "exact": forecast.exact, "round": forecast.tournament.next_round,
        "top": forecast.top, "digest": forecast.digest,
        "given": assumed_results_data(forecast),
        "tiebreaks": list(forecast.tiebreaks),
        "players": [_player_data(forecast, player_id) for player_id in forecast.ranked],
    }  # fmt: skip


def assumed_results_data(forecast: Forecast) -> list[cli_types.GivenData]:
    """Return the results that were taken as known."""
    return [{"white": white, "black": black, "result": str(result)} for white, black, result in forecast.given]


def _player_data(forecast: Forecast, player_id: int) -> cli_types.ChancesData:
    rounds = range(forecast.tournament.next_round, (forecast.tournament.planned_rounds or 0) + 1)
    first, top = forecast.within(player_id, 1), forecast.within(player_id, forecast.top)
    return {
        "id": player_id,
        "name": forecast.tournament.participants_by_number[player_id].name,
        "first": first.value,
        "first_interval": [first.low, first.high],
        "top": top.value,
        "top_interval": [top.low, top.high],
        "mean_points": forecast.mean_points(player_id),
        "mean_place": forecast.mean_place(player_id),
        "places": {str(place): chance for place, chance in forecast.places(player_id).items()},
        "points": {f"{points / 10:g}": chance for points, chance in forecast.points(player_id).items()},
        "opponents": {
            str(round): {str(opponent): chance for opponent, chance in forecast.opponents(player_id, round).items()}
            for round in rounds
        },
        "norms": norm_chances(forecast, player_id),
        "prize": expected_prize(forecast, player_id),
        "turns_on": [
            {
                "white": game.white,
                "black": game.black,
                "chances": {str(result): chance for result, chance in game.chances},
                "swing": game.swing,
                "error": game.error,
            }
            for game in forecast.turns_on(player_id)
            if game.swing
        ],
    }


# -- everything, for Parquet -------------------------------------------------------------------------------------------

MEASURES = (
    "outcomes", "round", "id", "name", "measure", "at", "in_round", "value", "low", "high", "count", "exact",
)  # fmt: skip


def measure_rows(forecast: Forecast) -> list[tuple[object, ...]]:
    """Return a row for each participant and measure, as a study has them.

    `at` is the place, the score or the opponent of which `value` is the chance, `in_round` when that one is met.
    """
    rows: list[tuple[object, ...]] = []
    for player_id in forecast.ranked:
        head = (
            forecast.outcomes,
            forecast.tournament.next_round,
            player_id,
            forecast.tournament.participants_by_number[player_id].name,
        )
        for measure, key, number, estimate in _measurements(forecast, player_id):
            interval = (estimate.low, estimate.high) if estimate.bounded else (None, None)
            rows.append((*head, measure, key, number, estimate.value, *interval, forecast.count, forecast.exact))
    return rows


def _measurements(forecast: Forecast, player_id: int) -> Iterator[tuple[str, float | None, int | None, Estimate]]:
    """Yield every measure of a participant: its name, what it is about, the round, and the estimate."""

    def chance(value: float) -> Estimate:
        if forecast.exact:
            return Estimate(value, value, value, forecast.count)
        return share(forecast.count, round(value * forecast.count))

    yield "first", 1, None, forecast.within(player_id, 1)
    yield "top", forecast.top, None, forecast.within(player_id, forecast.top)
    yield "mean_points", None, None, forecast.score(player_id)
    mean = forecast.mean_place(player_id)
    yield "mean_place", None, None, Estimate(mean, -inf, inf, forecast.count)
    for place, value in forecast.places(player_id).items():
        yield "place", place, None, chance(value)
    for points, value in forecast.points(player_id).items():
        yield "points", points / 10, None, chance(value)
    for number in range(forecast.tournament.next_round, (forecast.tournament.planned_rounds or 0) + 1):
        for opponent, value in forecast.opponents(player_id, number).items():
            yield "meets", opponent, number, chance(value)
    for title in norm_chances(forecast, player_id):
        yield f"norm_{title.lower()}", None, None, forecast.norm(player_id, title)
    if expected_prize(forecast, player_id) is not None:
        yield "prize", None, None, forecast.prize(player_id)


# -- round by round ----------------------------------------------------------------------------------------------------

COURSE_HEADINGS = ("outcomes", "round", *HEADINGS[1:])


def course_rows(course: ForecastCourse) -> list[tuple[object, ...]]:
    """Return a row for each round and participant."""
    return [
        (model, forecast.tournament.next_round, *rest)
        for forecast in course.forecasts
        for model, *rest in summary_rows(forecast)
    ]


def course_data(course: ForecastCourse) -> cli_types.CourseData:
    """Return the chances before each round as JSON data."""
    last = course.last
    return {
        "outcomes": last.outcomes, "spread": last.spread, "seed": last.seed, "top": last.top, "digest": course.digest,
        "given": assumed_results_data(last), "tiebreaks": list(last.tiebreaks),
        "rounds": [
            {
                "round": forecast.tournament.next_round, "count": forecast.count, "stopped": forecast.stopped,
                "exact": forecast.exact,
                "players": [_chances_before_round(forecast, player_id) for player_id in forecast.ranked],
            }
            for forecast in course.forecasts
        ],
    }  # fmt: skip


def _chances_before_round(forecast: Forecast, player_id: int) -> cli_types.StoodData:
    first, top, score = (
        forecast.within(player_id, 1),
        forecast.within(player_id, forecast.top),
        forecast.score(player_id),
    )
    return {
        "id": player_id,
        "name": forecast.tournament.participants_by_number[player_id].name,
        "first": first.value,
        "first_interval": [first.low, first.high],
        "top": top.value,
        "top_interval": [top.low, top.high],
        "mean_points": score.value,
        "points_interval": [score.low, score.high] if score.bounded else None,
        "mean_place": forecast.mean_place(player_id),
        "norms": norm_chances(forecast, player_id),
        "prize": expected_prize(forecast, player_id),
    }


# -- what must happen --------------------------------------------------------------------------------------------------

MUST_HAPPEN_HEADINGS = ("outcomes", "id", "name", "places", "says", "if", "likely", "chance", "change", "error")
LEADERS = 3
"""Where no player is named, what must happen is told of so many with the best chances."""


def select_players(forecast: Forecast, players: Sequence[int]) -> Sequence[int]:
    """Return the players who were named, or those with the best chances."""
    return players or forecast.ranked[:LEADERS]


def examined_places(forecast: Forecast) -> tuple[int, ...]:
    """Return the numbers of places that are examined."""
    return tuple(dict.fromkeys((1, forecast.top)))


def must_happen_rows(forecast: Forecast, players: Sequence[int]) -> list[tuple[object, ...]]:
    """Return a row for each result of an open game, and for each condition."""
    rows: list[tuple[object, ...]] = []
    for participant_id in select_players(forecast, players):
        head = (forecast.outcomes, participant_id, forecast.tournament.participants_by_number[participant_id].name)
        now = forecast.within(participant_id, forecast.top).value
        for point in forecast.turns_on(participant_id):
            likely = forecast.ended(point.white, point.black)
            for result, chance in point.chances:
                ended = f"{point.white}-{point.black}={result}"
                cells = (ended, likely[result], chance, chance - now, point.error)
                rows.append((*head, forecast.top, "after", *cells))
        for places in examined_places(forecast) if forecast.exact else ():
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
        "given": assumed_results_data(forecast),
        "tiebreaks": list(forecast.tiebreaks),
        "players": [_needs_data(forecast, participant_id) for participant_id in select_players(forecast, players)],
    }


def _needs_data(forecast: Forecast, participant_id: int) -> cli_types.NeedsData:
    now = forecast.within(participant_id, forecast.top)
    return {
        "id": participant_id,
        "name": forecast.tournament.participants_by_number[participant_id].name,
        "top": now.value,
        "top_interval": [now.low, now.high],
        "games": [_game_data(forecast, point, now.value) for point in forecast.turns_on(participant_id)],
        "goals": [
            _goal_data(forecast.must_happen(participant_id, places))
            for places in (examined_places(forecast) if forecast.exact else ())
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
        table=data_table(
            MUST_HAPPEN_HEADINGS, [row for forecast in forecasts for row in must_happen_rows(forecast, players)]
        ),
    )


# -- as files and streams ----------------------------------------------------------------------------------------------


def wrap_each(form: str, values: Sequence[Any]) -> Any:
    """Wrap each model's data under the name of its form; return a single one alone, else a list."""
    from rookery.serialize.as_data import with_form

    wrapped = [with_form(form, value) for value in values]
    return wrapped[0] if len(wrapped) == 1 else wrapped


def forecast_findings(forecasts: Sequence[Forecast]) -> Findings:
    """Return the findings of forecasts by every model."""
    return Findings(
        name="forecast",
        data=wrap_each("forecast", [forecast_data(forecast) for forecast in forecasts]),
        table=data_table(HEADINGS, [row for forecast in forecasts for row in summary_rows(forecast)]),
        details=data_table(MEASURES, [row for forecast in forecasts for row in measure_rows(forecast)]),
    )


def course_findings(courses: Sequence[ForecastCourse]) -> Findings:
    """Return the findings about the chances before each round, by every model."""
    return Findings(
        name="forecast-by-round",
        data=wrap_each("forecast-by-round", [course_data(course) for course in courses]),
        table=data_table(COURSE_HEADINGS, [row for course in courses for row in course_rows(course)]),
        details=data_table(
            MEASURES, [row for course in courses for forecast in course.forecasts for row in measure_rows(forecast)]
        ),
    )
