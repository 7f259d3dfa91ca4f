"""What a forecast has found, as data: rows for a table of commas, and the forms of JSON."""

from __future__ import annotations

from collections.abc import Sequence

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
        "exact": found.exact, "round": found.tournament.next_round, "top": found.top, "digest": found.digest,
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
                "round": found.tournament.next_round, "count": found.count, "exact": found.exact,
                "players": [_stood(found, one) for one in found.ranked],
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
    }


def formed_each(form: str, told: Sequence[Any]) -> Any:
    """What each model has told under the name of its form: of one model alone, or a list of them."""
    from rookery.answers.data import formed

    found = [formed(form, each) for each in told]
    return found[0] if len(found) == 1 else found
