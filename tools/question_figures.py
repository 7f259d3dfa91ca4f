"""Answers the questions of docs/questions with thousands of tournaments: the tables and the figures of its pages.

    python tools/question_figures.py [NAME ...] [--count 2000] [--jobs 2] [--grand-swiss FOLDER] [--redraw]

Writes docs/questions/NAME.json (the numbers) and docs/questions/NAME.svg (bright and dark), and prints the table that
stands on the page; --redraw draws the numbers that are there once more. Of --count a tenth is forecast for the
calibration, since each of these takes 200 futures. The Grand Swiss is read from a folder that is not ours: the `data`
of github.com/geckods/chessswissprediction.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import rookery
from rookery.history.history import History
from rookery.model import Game, Player, Result, Round, Tournament
from rookery.simulation import Field, Study, forecast_by_round, simulate
from rookery.simulation.estimate import Estimate, share
from rookery.simulation.figures import THEMES, Figure, lines, render_svg, study_figures
from rookery.simulation.forecast_figures import forecast_figures
from rookery.simulation.play import Games, pair_by_tournament_rules, play_rounds, swiss_round
from rookery.simulation.rng import KeyedRandom

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "questions"

Row = dict[str, Any]
Answer = tuple[list[Row], Figure]
"""The lines of a table, and what is drawn."""


def _row(estimate: Estimate, **names: object) -> Row:
    numbers = (("value", estimate.value), ("low", estimate.low), ("high", estimate.high))
    return {**names, **{name: round(number, 4) for name, number in numbers}, "count": estimate.count}


# -- how many rounds ---------------------------------------------------------------------------------------------------

SIXTY = Field.uniform(60, 1400, 2200, noise=80)
ASKED = {"one winner on points": ("alone", "PTS"), "the strongest is first": ("best", "BH"), "tau": ("tau", "BH")}


def rounds(count: int, jobs: int) -> Answer:
    """60 players, 5 to 11 rounds."""
    rows = []
    for length in range(5, 12):
        found = simulate(Study(field=SIXTY, rounds=length, orders=("PTS", "BH")), count, seed=1, jobs=jobs)
        rows += [
            _row(found.mean(column, order=order), rounds=length, measure=said)
            for said, (column, order) in ASKED.items()
        ]
    return rows, rounds_drawn(rows)


def rounds_drawn(rows: list[Row]) -> Figure:
    """The figure of these numbers."""
    text = "60 players: how often there is one winner on points, how often the strongest is first, and tau, by rounds"
    return Figure("rounds", f"{text}.", lines(rows, "rounds", "share, or tau", "measure", text))


# -- systems -----------------------------------------------------------------------------------------------------------


def baku(count: int, jobs: int) -> Answer:
    """100 players, 7 rounds, with and without acceleration."""
    study = Study(
        field=Field.uniform(100, 1400, 2200, noise=80), rounds=7, systems=("dutch", "dutch+baku"), orders=("BH", "PTS"),
        measures=("tau", "first", "floats", "gaps"),
    )  # fmt: skip
    found = simulate(study, count, seed=1, jobs=jobs)
    rows = []
    asked = {"gap of ratings on the boards": ("gap", "BH"), "games between unequal scores": ("floats", "BH"),
             **ASKED, "equal first on points": ("shared", "PTS")}  # fmt: skip
    for said, (column, order) in asked.items():
        rows += [_row(found.mean(column, one, order), measure=said, system=one) for one in study.systems]
        rows.append(_row(found.compare(column, "dutch+baku", "dutch", order), measure=said, system="difference"))
    return rows, study_figures(found)["gap-by-round"]


def burstein(count: int, jobs: int) -> Answer:
    """32 players, 7 rounds, Dutch and Burstein."""
    study = Study(
        field=Field.uniform(32, 1400, 2200, noise=100), rounds=7, systems=("dutch", "burstein"),
        orders=("PTS", "BH", "BH/C1,BH,SB"), measures=("tau", "floats", "colours"), each_round=True,
    )  # fmt: skip
    found = simulate(study, count, seed=1, jobs=jobs)
    rows = []
    for order in study.orders:
        said = f"tau by {order}"
        rows += [_row(found.mean("tau", one, order), measure=said, system=one) for one in study.systems]
        rows.append(_row(found.compare("tau", "burstein", "dutch", order), measure=said, system="difference"))
    return rows, study_figures(found)["tau-by-round-bh"]


# -- forecasts ---------------------------------------------------------------------------------------------------------


def grand_swiss(folder: Path) -> Tournament:
    """The Grand Swiss of 2025 as far as it was published, without names: numbers and ratings."""
    ratings, played = dict[int, int](), list[Round]()
    ends = {"1 - 0": Result.WHITE_WINS, "½ - ½": Result.DRAW, "0 - 1": Result.BLACK_WINS,
            "+ - -": Result.WHITE_BY_FORFEIT, "- - +": Result.BLACK_BY_FORFEIT}  # fmt: skip
    for number in range(1, 7):
        with open(folder / f"Chess Data - Round {number}.csv", encoding="utf-8", newline="") as file:
            lines = [line for line in list(csv.reader(file))[1:] if len(line) > 11 and line[11].strip()]
        for line in lines:
            ratings |= {int(line[1]): int(line[4]), int(line[11]): int(line[10])}
        played.append(Round(games=tuple(Game(int(line[1]), int(line[11]), ends[line[6].strip()]) for line in lines)))
    players = tuple(Player(one, rating=ratings[one]) for one in sorted(ratings))
    return Tournament(
        players=players,
        rounds=tuple(played),
        planned_rounds=11,
        system="FIDE_DUTCH_2026",
        tiebreaks=("PTS", "BH/C1", "BH"),
    )


def forecast(count: int, jobs: int, event: Tournament) -> Answer:
    """The chances before round 7."""
    found = rookery.forecast(event, count, seed=1, top=2, jobs=jobs)
    order = sorted(event.participants_by_number, key=lambda one: -found.within(one, 2).value)[:10]
    rows = [
        _row(found.within(one, 2), player=one, score=History.for_tournament(event).before(7).score(one) / 10)
        for one in order
    ]
    figure = forecast_figures(found, 10)["places"]
    return rows, Figure("grand-swiss", figure.text, figure.spec)


def course(count: int, jobs: int) -> Answer:
    """How the chances of those stood who have the best after six of nine rounds."""
    settings = rookery.GeneratorSettings(players=30, rounds=9, play=6, system="dutch", acceleration="none")
    found = forecast_by_round(rookery.generate(settings, seed=1), count, seed=1, jobs=jobs)
    people = found.last.tournament.participants_by_number
    rows = [
        _row(chance, player=f"{one} {people[one].name}", round=number)
        for one in found.last.ranked[:6]
        for number, chance in found.within(one).items()
    ]
    return rows, course_drawn(rows)


def course_drawn(rows: list[Row]) -> Figure:
    """The figure of these numbers."""
    text = "Chances to be first, as forecast before each round"
    values = [{"before round": row["round"], **row} for row in rows]
    return Figure("course", f"{text}.", lines(values, "before round", "chance to be first", "player", text, ".0%"))


def calibration(count: int, jobs: int) -> Answer:
    """How often what was given a chance happens: to be among the first three, two rounds before the end."""
    study, bins = Study(field=Field.uniform(30, 1400, 2200), rounds=7), {at: [0, 0.0, 0] for at in range(10)}
    for number in range(max(1, count // 10)):
        half, final = _played(study, number, 5)
        found = rookery.forecast(half, 200, seed=number, top=3, spread=0, jobs=jobs)
        places = rookery.standings(final, lots=number)
        first = {row.id for row in places.rows if row.rank <= 3}
        for one in half.participants_by_number:
            chance = sum(p for place, p in found.places(one).items() if place <= 3)
            into = bins[min(9, int(10 * chance))]
            into[0], into[1], into[2] = into[0] + 1, into[1] + chance, into[2] + (one in first)
    rows = []
    for at, (many, together, happened) in bins.items():
        if many:
            name = f"{10 * at}–{10 * at + 10} %"
            rows.append(
                {**_row(share(many, happened), chance=name, series="happened"), "given": round(together / many, 4)}
            )
    return rows, calibration_drawn(rows)


def calibration_drawn(rows: list[Row]) -> Figure:
    """The figure of these numbers: what was given beside what happened."""
    values = [{**row, "series": "happened"} for row in rows]
    values += [
        {"chance": row["chance"], "series": "given", **dict.fromkeys(("value", "low", "high"), row["given"])}
        for row in rows
    ]
    text = "How often those come among the first three who were given a chance of it, by tenths"
    return Figure("calibration", f"{text}.", lines(values, "chance", "share", "series", text))


def _played(study: Study, number: int, known: int) -> tuple[Tournament, Tournament]:
    """One tournament by the true model: as it stood after so many rounds, and at the end."""
    rng = KeyedRandom(2, number)
    entry = study.field.draw(rng, study.rounds)
    on = swiss_round(Games(entry.strengths, study.model.thresholds, rng), pair_by_tournament_rules)
    half = play_rounds(History.for_tournament(study.initial_tournament("dutch", entry)), known, on)
    return half.tournament, play_rounds(half, study.rounds, on).tournament


# -- tables ------------------------------------------------------------------------------------------------------------


def _said(row: Row, percent: bool) -> str:
    numbers = [row[name] for name in ("value", "low", "high")]
    if percent:
        hundredths = Estimate(*(100 * each for each in numbers), row["count"])
        return f"{hundredths.format(0 if hundredths.margin >= 0.5 else 1, gap=' ')} %"
    return Estimate(*numbers, row["count"]).format(3, gap=" ")


def _tenth(row: Row) -> str:
    """A line of the calibration, with the ends of its interval, which is not symmetric."""
    given, value, low, high = (f"{100 * row[name]:.1f}" for name in ("given", "value", "low", "high"))
    return f"| {row['chance']} | {given} % | {value} % | {low}–{high} % | {row['count']:,} |"


def table(name: str, rows: list[Row]) -> str:
    """The table of a page."""
    if name == "rounds":
        heads, by, across = ["rounds", *ASKED], "rounds", "measure"
    elif name in ("baku", "burstein"):
        heads, by, across = ["", *dict.fromkeys(row["system"] for row in rows)], "measure", "system"
    elif name == "course":
        rounds = list(dict.fromkeys(row["round"] for row in rows))
        lines = [f"| before round | {' | '.join(map(str, rounds))} |", f"|---|{'---:|' * len(rounds)}"]
        for player in dict.fromkeys(row["player"] for row in rows):
            cells = [f"{100 * row['value']:.0f} %" for row in rows if row["player"] == player]
            lines.append(f"| {' | '.join([player, *cells])} |")
        return "\n".join(lines)
    elif name == "grand-swiss":
        lines = [f"| {row['player']} | {row['score']:g} | {_said(row, True)} |" for row in rows]
        return "\n".join(["| number | points | first or second |", "|---:|---:|---:|", *lines])
    else:
        heads = ["| given | in the mean | happened | interval | players |", "|---|---:|---:|---:|---:|"]
        return "\n".join([*heads, *map(_tenth, rows)])
    found = []
    for key in dict.fromkeys(row[by] for row in rows):
        these = {row[across]: row for row in rows if row[by] == key}
        cells = [_said(row, row["measure"].startswith(("one winner", "the strongest"))) for row in these.values()]
        found.append(f"| {' | '.join([str(key), *cells])} |")
    return "\n".join([f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *found])


QUESTIONS: dict[str, Callable[[int, int], Answer]] = {
    "rounds": rounds, "baku": baku, "burstein": burstein, "calibration": calibration, "course": course,
}  # fmt: skip


OF_THEIR_NUMBERS = {"rounds": rounds_drawn, "calibration": calibration_drawn, "course": course_drawn}
"""The figures that are made of the rows alone."""


def of_what_was_drawn(name: str, kept: Row) -> Figure | None:
    """The figure once more of the numbers that are kept: those of the table, or those that were drawn by round."""
    if name in OF_THEIR_NUMBERS:
        return OF_THEIR_NUMBERS[name](kept["rows"])
    if "by_round" not in kept:
        return None
    by = kept["by_round"]
    return Figure(name, by["text"], lines(by["values"], "round", by["column"], "system", by["title"]))


def told(name: str, count: int, rows: list[Row], figure: Figure) -> Row:
    """What is kept of an answer."""
    found: Row = {"count": count, "rows": rows}
    if name in ("baku", "burstein"):
        values = [
            {key: round(each, 4) if isinstance(each, float) else each for key, each in value.items()}
            for value in figure.spec["data"]["values"]
        ]
        column = figure.name.partition("-")[0]
        found["by_round"] = {"text": figure.text, "title": figure.title, "column": column, "values": values}
    return found


def draw(name: str, figure: Figure) -> None:
    """Write a figure, bright and dark."""
    for theme in THEMES:
        path = FOLDER / f"{name}{'' if theme == 'light' else f'-{theme}'}.svg"
        path.write_text(render_svg(figure, theme), "utf-8")


def main() -> None:
    """Answer what is asked, and write it down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[*QUESTIONS, "grand-swiss", []])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--grand-swiss", type=Path)
    parser.add_argument("--redraw", action="store_true")
    args = parser.parse_args()
    if args.redraw:
        for name in args.names or QUESTIONS:
            figure = of_what_was_drawn(name, json.loads((FOLDER / f"{name}.json").read_text("utf-8")))
            if figure is not None:
                draw(name, figure)
        return
    asked = {name: QUESTIONS[name] for name in args.names or QUESTIONS if name in QUESTIONS}
    if args.grand_swiss:
        event = grand_swiss(args.grand_swiss)
        asked["grand-swiss"] = lambda count, jobs: forecast(count, jobs, event)
    for name, answer in asked.items():
        rows, figure = answer(args.count, args.jobs)
        kept = told(name, args.count, rows, figure)
        (FOLDER / f"{name}.json").write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
        draw(name, figure)
        print(f"{name}\n{table(name, rows)}\n")


if __name__ == "__main__":
    main()
