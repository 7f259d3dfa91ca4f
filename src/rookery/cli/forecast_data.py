"""What a forecast has found, as data: rows for a table of commas, and the forms of JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from rookery.cli.simulation_options import Findings
from rookery.simulation.estimate import Estimate, share
from rookery.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rookery.answers import command_shapes
    from rookery.simulation.chances import Forecast
    from rookery.simulation.course import ForecastCourse

HEADINGS = (
    "outcomes", "id", "name", "first", "first_low", "first_high", "top", "top_low", "top_high", "mean_points",
    "mean_place", "norms", "prize", "count", "exact",
)  # fmt: skip


def plain_rows(found: Forecast) -> list[tuple[object, ...]]:
    """A row for everybody, the best chances first."""
    rows: list[tuple[object, ...]] = []
    for one in found.ranked:
        first, top, prize = found.within(one, 1), found.within(one, found.top), prize_of(found, one)
        norms = " ".join(f"{title}:{chance:g}" for title, chance in norms_of(found, one).items())
        rows.append((
            found.outcomes, one, found.tournament.by_id[one].name, first.value, first.low, first.high, top.value,
            top.low, top.high, found.mean_points(one), found.mean_place(one), norms, "" if prize is None else prize,
            found.count, found.exact,
        ))  # fmt: skip
    return rows


def norms_of(found: Forecast, one: int) -> dict[str, float]:
    """The chances of the norms that were asked for."""
    titles = [str(key[2]) for key in found.sums.cells if key[:2] == ("norm", one)]
    return {title: found.norm(one, title).value for title in titles}


def prize_of(found: Forecast, one: int) -> float | None:
    """The prize money to be expected, where there is any."""
    return found.prize(one).value if any(key[0] == "prize" for key in found.sums.cells) else None


def forecast_data(found: Forecast) -> command_shapes.ForecastData:
    """The forecast as data."""
    return {
        "outcomes": found.outcomes, "spread": found.spread, "seed": found.seed, "count": found.count,
        "stopped": found.stopped, "exact": found.exact, "round": found.tournament.next_round, "top": found.top,
        "digest": found.digest,
        "given": given_data(found),
        "tiebreaks": list(found.tiebreaks),
        "players": [_player_data(found, one) for one in found.ranked],
    }  # fmt: skip


def given_data(found: Forecast) -> list[command_shapes.GivenData]:
    """The results that were taken as known."""
    return [{"white": white, "black": black, "result": str(end)} for white, black, end in found.given]


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
        "norms": norms_of(found, one),
        "prize": prize_of(found, one),
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


# -- everything, for Parquet

MEASURES = (
    "outcomes", "round", "id", "name", "measure", "at", "in_round", "value", "low", "high", "count", "exact",
)  # fmt: skip


def measure_rows(found: Forecast) -> list[tuple[object, ...]]:
    """A row for everybody and everything that was found of them, as a study has it.

    `at` is the place, the score or the opponent of which `value` is the chance, `in_round` when that one is met.
    """
    rows: list[tuple[object, ...]] = []
    for one in found.ranked:
        head = (found.outcomes, found.tournament.next_round, one, found.tournament.by_id[one].name)
        for measure, at, number, known in _measured(found, one):
            ends = (known.low, known.high) if known.bounded else (None, None)
            rows.append((*head, measure, at, number, known.value, *ends, found.count, found.exact))
    return rows


def _measured(found: Forecast, one: int) -> Iterator[tuple[str, float | None, int | None, Estimate]]:
    """Everything that was found of somebody: what it is, of what, in which round, and the number."""

    def chance(value: float) -> Estimate:
        if found.exact:
            return Estimate(value, value, value, found.count)
        return share(found.count, round(value * found.count))

    yield "first", 1, None, found.within(one, 1)
    yield "top", found.top, None, found.within(one, found.top)
    yield "mean_points", None, None, found.score(one)
    mean = found.mean_place(one)
    yield "mean_place", None, None, Estimate(mean, -inf, inf, found.count)
    for place, value in found.places(one).items():
        yield "place", place, None, chance(value)
    for points, value in found.points(one).items():
        yield "points", points / 10, None, chance(value)
    for number in range(found.tournament.next_round, (found.tournament.planned or 0) + 1):
        for other, value in found.opponents(one, number).items():
            yield "meets", other, number, chance(value)
    for title in norms_of(found, one):
        yield f"norm_{title.lower()}", None, None, found.norm(one, title)
    if prize_of(found, one) is not None:
        yield "prize", None, None, found.prize(one)


# -- round by round

COURSE_HEADINGS = ("outcomes", "round", *HEADINGS[1:])


def course_rows(course: ForecastCourse) -> list[tuple[object, ...]]:
    """A row for every round and everybody."""
    return [
        (model, found.tournament.next_round, *rest) for found in course.forecasts for model, *rest in plain_rows(found)
    ]


def course_data(course: ForecastCourse) -> command_shapes.CourseData:
    """How chances stood, as data."""
    now = course.last
    return {
        "outcomes": now.outcomes, "spread": now.spread, "seed": now.seed, "top": now.top, "digest": course.digest,
        "given": given_data(now), "tiebreaks": list(now.tiebreaks),
        "rounds": [
            {
                "round": found.tournament.next_round, "count": found.count, "stopped": found.stopped,
                "exact": found.exact, "players": [_stood(found, one) for one in found.ranked],
            }
            for found in course.forecasts
        ],
    }  # fmt: skip


def _stood(found: Forecast, one: int) -> command_shapes.StoodData:
    first, top, score = found.within(one, 1), found.within(one, found.top), found.score(one)
    return {
        "id": one,
        "name": found.tournament.by_id[one].name,
        "first": first.value,
        "first_interval": [first.low, first.high],
        "top": top.value,
        "top_interval": [top.low, top.high],
        "mean_points": score.value,
        "points_interval": [score.low, score.high] if score.bounded else None,
        "mean_place": found.mean_place(one),
        "norms": norms_of(found, one),
        "prize": prize_of(found, one),
    }


def formed_each(form: str, told: Sequence[Any]) -> Any:
    """What each model has told under the name of its form: of one model alone, or a list of them."""
    from rookery.answers.data import formed

    found = [formed(form, each) for each in told]
    return found[0] if len(found) == 1 else found


# -- as files and streams


def forecast_findings(found: Sequence[Forecast]) -> Findings:
    """How chances stand, by every model."""
    return Findings(
        name="forecast",
        data=formed_each("forecast", [forecast_data(one) for one in found]),
        headings=HEADINGS,
        rows=[row for one in found for row in plain_rows(one)],
        columns=MEASURES,
        cells=[row for one in found for row in measure_rows(one)],
    )


def course_findings(courses: Sequence[ForecastCourse]) -> Findings:
    """How chances stood before each round, by every model."""
    return Findings(
        name="forecast-by-round",
        data=formed_each("forecast-by-round", [course_data(one) for one in courses]),
        headings=COURSE_HEADINGS,
        rows=[row for one in courses for row in course_rows(one)],
        columns=MEASURES,
        cells=[row for course in courses for one in course.forecasts for row in measure_rows(one)],
    )
