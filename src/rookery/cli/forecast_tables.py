"""The results of a forecast as tables: the chances of all, details of one player, the chances before each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rookery.cli.console import UNBROKEN, print_facts, print_paragraph, say
from rookery.cli.forecast_data import examined_places, select_players
from rookery.cli.tables import print_folded, print_table
from rookery.formatting import Column, Table, count, participant_label
from rookery.simulation.conditions import (
    Statement,
    format_change,
    format_interval,
    format_percent,
    goal_phrase,
    goal_predicate,
    short_names,
    statements,
)

if TYPE_CHECKING:
    from rookery.model import Tournament
    from rookery.simulation.chances import Forecast, TurningPoint
    from rookery.simulation.conditions import MustHappen
    from rookery.simulation.estimate import Estimate
    from rookery.simulation.history import ForecastCourse

SHOWN = 20
"""So many are shown who have the best chances."""
COUNTED_HERE = 3**11
"""So many combinations of results are counted in minutes."""
SHOWN_CONDITIONS = 6
"""So many games, and conditions of a kind, are shown."""


def print_forecasts(
    tournament: Tournament,
    forecasts: Sequence[Forecast],
    players: Sequence[int],
) -> None:
    """Print the best chances by every model, or all about these players."""
    _print_forecast_head(tournament, forecasts)
    if not players:
        _print_all(forecasts)
    for player_id in players:
        for forecast in forecasts:
            _print_player(forecast, player_id)
            _print_needs(forecast, player_id)
    _print_notes(tournament, forecasts)


def _print_notes(tournament: Tournament, forecasts: Sequence[Forecast]) -> None:
    """Print the chances of the requested norms, and how a sampled last round could be counted out."""
    first = forecasts[0]
    for player_id, title in dict.fromkeys((int(key[1]), str(key[2])) for key in first.sums.cells if key[0] == "norm"):
        chances = ", ".join(
            f"{format_percent(forecast.norm(player_id, title).value)}{_model_suffix(forecast, forecasts)}"
            for forecast in forecasts
        )
        say(f"Norm of {title} for {participant_label(tournament.participants_by_number[player_id])}: {chances}")
    _print_way_to_count(first)


def _print_way_to_count(forecast: Forecast) -> None:
    """Print how a sampled last round could be counted out exactly."""
    if forecast.exact or forecast.tournament.next_round != forecast.tournament.planned_rounds:
        return
    ways = 3 ** len(forecast.open)
    games = count(len(forecast.open), "open game")
    if ways <= COUNTED_HERE:
        advice = f"with --count {ways} every one is counted, and --must-happen tells what is certain"
        print_paragraph(f"{games} can end in {ways:,} ways: {advice}.")
    else:
        print_paragraph(
            f"{games} can end in more ways than are soon counted: --if takes results as known, and leaves fewer."
        )


def _print_forecast_head(tournament: Tournament, forecasts: Sequence[Forecast]) -> None:
    """Print which rounds were forecast, and how."""
    first = forecasts[0]
    samples = "every result there can be" if first.exact else f"{count(first.count, 'future')}, seed {first.seed}"
    number, last = first.tournament.next_round, tournament.planned_rounds
    rounds_to_come = ("To come", f"round {number}, the last" if number == last else f"rounds {number} to {last}")
    _print_head(
        tournament, forecasts, [rounds_to_come, ("Counted", samples)], [forecast.digest for forecast in forecasts]
    )


def _print_head(
    tournament: Tournament, forecasts: Sequence[Forecast], scope: Sequence[tuple[str, str]], digests: Sequence[str]
) -> None:
    """Print the tournament, the `scope` and the parameters of the forecasts."""
    first = forecasts[0]
    error = f"a chance is off by {_largest_error(first.count)} at the most, 19 times in 20"
    print_facts([
        ("Tournament", tournament.info.name),
        *scope,
        *([] if first.exact else [("Error", error)]),
        *([("Taken as known", _describe_given_results(first))] if first.given else []),
        ("Tie-breaks", ", ".join(first.tiebreaks) or "none: what is tied is decided by lot"),
        ("Outcomes", ", ".join(forecast.outcomes for forecast in forecasts) + f"; strengths ±{first.spread}"),
        ("Digest", " ".join(digest[:16] for digest in digests)),
    ])  # fmt: skip
    say()


def _largest_error(futures: int) -> str:
    """Return the largest error of a chance sampled over so many futures.

    >>> _largest_error(1000), _largest_error(10), _largest_error(1)
    ('±3.1 %', '±28 %', '±79 %')
    """
    from rookery.simulation.estimate import share

    half, none = share(futures, futures // 2), share(futures, 0)
    return f"±{100 * max(half.margin, none.high):.2g} %"


def _describe_given_results(forecast: Forecast) -> str:
    """Return the results that were taken as known."""
    names = short_names(
        {
            participant_id: participant.name
            for participant_id, participant in forecast.tournament.participants_by_number.items()
        }
    )
    return ", ".join(f"{names[white]} - {names[black]} {result}" for white, black, result in forecast.given)


def _model_suffix(forecast: Forecast, forecasts: Sequence[Forecast]) -> str:
    """Return the name of the model as a suffix, if there are several."""
    return f" {forecast.outcomes}" if len(forecasts) > 1 else ""


def _has_prizes(forecast: Forecast) -> bool:
    return any(key[0] == "prize" for key in forecast.sums.cells)


def _place_goals(forecast: Forecast) -> dict[int, str]:
    """Return the numbers of places of interest, with their titles."""
    return {1: "First"} | ({forecast.top: f"Top {forecast.top}"} if forecast.top > 1 else {})


def _print_all(forecasts: Sequence[Forecast]) -> None:
    first = forecasts[0]
    goals, has_prizes = _place_goals(first), _has_prizes(first)
    columns = [Column("Player", "<", 12)]
    for forecast in forecasts:
        heads = (*goals.values(), "Points", *(["Prize"] if has_prizes else []))
        columns += [Column(f"{head}{_model_suffix(forecast, forecasts)}", ">") for head in heads]
    rows = []
    for player_id in first.ranked[:SHOWN]:
        cells = [participant_label(first.tournament.participants_by_number[player_id])]
        for forecast in forecasts:
            cells += [format_percent(forecast.within(player_id, places).value) for places in goals]
            cells += [
                f"{forecast.mean_points(player_id):.1f}",
                *([f"{forecast.prize(player_id).value:.2f}"] if has_prizes else []),
            ]
        rows.append(tuple(cells))
    print_folded(Table(tuple(columns), tuple(rows)), 1)
    hidden = len(first.tournament.participants_by_number) - SHOWN
    if hidden > 0:
        say(f"{count(hidden, 'player')} more: --format csv has everybody, --player N tells all about one.")


def _print_player(forecast: Forecast, player_id: int) -> None:
    player = participant_label(forecast.tournament.participants_by_number[player_id])
    chances = [
        f"{name.lower()} {format_percent(forecast.within(player_id, places).value)}"
        for places, name in _place_goals(forecast).items()
    ]
    means = [f"{forecast.mean_points(player_id):.1f} points", f"place {forecast.mean_place(player_id):.1f}"]
    means += [f"{forecast.prize(player_id).value:.2f} of prize money"] if _has_prizes(forecast) else []
    say(f"{player}, {forecast.outcomes}: {', '.join(chances)}; on average {', '.join(means)}")
    say()
    rows = [(f"{points / 10:g}", format_percent(chance)) for points, chance in forecast.points(player_id).items()]
    print_table(Table((Column("Points", ">"), Column("Chance", ">")), tuple(rows)))
    say()
    for number in range(forecast.tournament.next_round, (forecast.tournament.planned_rounds or 0) + 1):
        print_paragraph(f"Round {number}: {_likely_opponents(forecast, player_id, number)}", hanging="  ")
    say()


def _likely_opponents(forecast: Forecast, player_id: int, number: int) -> str:
    """Return the opponents in a round, the likeliest first."""
    chances = forecast.opponents(player_id, number)
    likely = [
        (chance, participant_label(forecast.tournament.participants_by_number[opponent]))
        for opponent, chance in chances.items()
    ]
    chance_of_nobody = 1 - sum(chances.values())
    if chance_of_nobody > 1e-9:
        likely = sorted([*likely, (chance_of_nobody, "nobody")], key=lambda entry: -entry[0])
    return ", ".join(
        f"{opponent_name} {format_percent(chance)}".replace(" ", UNBROKEN) for chance, opponent_name in likely[:5]
    )


# -- round by round ----------------------------------------------------------------------------------------------------


def print_courses(tournament: Tournament, courses: Sequence[ForecastCourse], players: Sequence[int]) -> None:
    """Print the chances before each round: of the present leaders, or of these players."""
    first = courses[0]
    sampled = [forecast for forecast in first.forecasts if not forecast.exact] or [first.last]
    digests = [course.digest for course in courses]
    other_forecasts = [course.last for course in courses[1:]]
    _print_head(tournament, [sampled[0], *other_forecasts], [("Counted", _describe_futures(first))], digests)
    for course in courses:
        for player_id in players:
            _print_player_course(course, player_id)
        for places in () if players else dict.fromkeys((1, course.last.top)):
            _print_course(course, places)
    has_begun = len(first.last.open) < len(first.last.round.games)
    addition = f" The last knows the games of round {first.rounds[-1]} that are over, too." if has_begun else ""
    print_paragraph(
        f"Each forecast knows the ratings of the file, the pairing of its round and the results before it.{addition}"
    )
    if _has_prizes(first.last) or any(key[0] == "norm" for key in first.last.sums.cells):
        say("Norms and prize money, round by round: --format csv has them.")


def _describe_futures(course: ForecastCourse) -> str:
    """Return how many futures were counted before each round."""
    first, last, now = course.rounds[0], course.rounds[-1], course.last
    all_results = f"every result there can be before round {last}"
    if course.forecasts[0].exact:
        return all_results
    sampled = len(course.rounds) - now.exact
    rounds = (
        f"before each of the rounds {first} to {course.rounds[sampled - 1]}" if sampled > 1 else f"before round {first}"
    )
    futures = f"{count(course.forecasts[0].count, 'future')} {rounds}, seed {now.seed}"
    return f"{futures}; {all_results}" if now.exact else futures


def _print_course(course: ForecastCourse, places: int) -> None:
    """Print the chances of the present leaders, with a column for each round."""
    forecast, goal = course.last, "first" if places == 1 else f"in the top {places}"
    say(f"Chance to be {goal}, by {forecast.outcomes} before round")
    say()
    columns = (Column("Player", "<", 12), *(Column(str(number), ">") for number in course.rounds))
    rows = []
    for player_id in forecast.ranked[:SHOWN]:
        chances = course.within(player_id, places)
        rows.append(
            (
                participant_label(forecast.tournament.participants_by_number[player_id]),
                *(format_percent(chance.value) for chance in chances.values()),
            )
        )
    print_folded(Table(columns, tuple(rows)), 1)
    say()


def _print_player_course(course: ForecastCourse, player_id: int) -> None:
    """Print the chances of one player, with a line for each round."""
    latest = course.last
    say(f"{participant_label(latest.tournament.participants_by_number[player_id])}, by {latest.outcomes}")
    say()
    goals = _place_goals(latest)
    digits = (
        2 if any(forecast.score(player_id).margin < 0.05 for forecast in course.forecasts if not forecast.exact) else 1
    )
    rows = []
    for forecast in course.forecasts:
        chances = [forecast.within(player_id, places) for places in goals]
        cells = [f"{format_percent(chance.value)}{_format_interval(forecast, chance)}" for chance in chances]
        score = (
            f"{forecast.score(player_id).value:.{digits}f}"
            if forecast.exact
            else forecast.score(player_id).format(digits)
        )
        rows.append((str(forecast.tournament.next_round), *cells, score, f"{forecast.mean_place(player_id):.1f}"))
    columns = [Column(head, ">") for head in ("Before round", *goals.values(), "Points", "Place")]
    print_table(Table(tuple(columns), tuple(rows)))
    say()


def _format_interval(forecast: Forecast, chance: Estimate) -> str:
    """Return the interval of a chance, 19 times in 20."""
    return "" if forecast.exact else f" ({format_interval(chance.value, chance.low, chance.high)})"


# -- what must happen --------------------------------------------------------------------------------------------------


def print_must_happen(tournament: Tournament, forecasts: Sequence[Forecast], players: Sequence[int]) -> None:
    """Print what must happen for each selected player, by every model."""
    _print_forecast_head(tournament, forecasts)
    for forecast in forecasts:
        for participant_id in select_players(forecast, players):
            chances = ", ".join(
                f"{_describe_places(places)} {format_percent(forecast.within(participant_id, places).value)}"
                for places in examined_places(forecast)
            )
            label = participant_label(tournament.participants_by_number[participant_id])
            say(f"{label}, {forecast.outcomes}: {chances}", "bold")
            say()
            _print_needs(forecast, participant_id)
    _print_notes(tournament, forecasts)


def _print_needs(forecast: Forecast, participant_id: int) -> None:
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
        print_paragraph(f"What {goal_phrase(forecast.top)} turns on: {description}")
        say()
        _print_points(forecast, participant_id, points[:SHOWN_CONDITIONS])
        if len(points) > SHOWN_CONDITIONS:
            say(f"{count(len(points) - SHOWN_CONDITIONS, 'game')} more: --must-happen --format csv has all.")
        say()
    elif forecast.open and forecast.exact:
        say(f"No open game moves the chance of {goal_phrase(forecast.top)}.")
        say()
    elif forecast.open:
        print_paragraph(
            f"No open game moves the chance of {goal_phrase(forecast.top)} by more than luck may among so many futures."
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
    for places in examined_places(forecast):
        must_happen = forecast.must_happen(participant_id, places)
        certain, ruled_out = statements(must_happen, names)
        say(f"To be {goal_predicate(places)}, whatever the lot says:")
        say()
        _print_statements([*certain[:SHOWN_CONDITIONS], *ruled_out[:SHOWN_CONDITIONS]])
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
    hidden_count = max(0, certain - SHOWN_CONDITIONS) + max(0, ruled_out - SHOWN_CONDITIONS)
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
