"""The acceptance walk: every question of the checklist for tournament software (VCL) with both its ways.

The table is walk.psv beside this module: a question in our own words, where yes and no lead and what they cost, our
answer, and what proves it or is still missing. When another checklist is published the table changes, not this.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Literal

from rookery.values import frozen, replace

CLUSTERS = {
    "A": "Installation, language, manual",
    "B": "Engine, checker, generator",
    "C": "FIDE mode and warnings",
    "D": "Reading files",
    "E": "What is frozen with round 1",
    "F": "Pairing by hand, integrity",
    "G": "Round robins",
    "H": "Rating lists",
    "I": "Tournament rating and numbers",
    "J": "Adjourned games",
    "K": "Byes, withdrawals, expulsions",
    "L": "Results, boards, the past",
    "M": "Standings",
    "N": "The report",
}
"""The clusters of the questions, in their order."""

BY_ITEM = 100
"""What a way costs at most that is counted item by item; nobody says how much an item is."""

Answer = Literal["yes", "no", ""]
Standing = Literal["proved", "open", "off"]


@frozen
class Way:
    """Where an answer leads, `to` a question or to the end, and what it costs: percent points, or everything."""

    to: int | None
    percent: int = 0
    fails: bool = False
    text: str = ""


@frozen
class Question:
    """A question with both its ways, our answer, what proves it, and what is missing; off the path it has no answer."""

    number: int
    cluster: str
    asks: str
    yes: Way
    no: Way
    answer: Answer = ""
    proofs: tuple[str, ...] = ()
    missing: str = ""
    standing: Standing = "off"


@frozen
class Cluster:
    """The questions of a cluster that are on the path: so many are proved, so many open."""

    letter: str
    title: str
    proved: int
    open: int
    questions: tuple[Question, ...]


@frozen
class Walk:
    """The walk by our answers: what it costs, how much of it is proved; and what the open ones would cost, were the
    other answer the true one."""

    path: int
    proved: int
    open: int
    fails: int
    percent: int
    open_fails: int
    open_percent: int
    clusters: tuple[Cluster, ...]


@cache
def questions() -> tuple[Question, ...]:
    """Every question there is, by its number."""
    text = files("rookery.desk").joinpath("walk.psv").read_text("utf-8")
    return tuple(_question(line.split("|")) for line in text.splitlines()[1:])


def _question(cells: list[str]) -> Question:
    number, cluster, asks, yes, no, answer, proofs, missing = cells
    if answer not in ("yes", "no", ""):
        raise ValueError(f"question {number}: {answer!r} is no answer")
    known = tuple(one.strip() for one in proofs.split(";") if one.strip())
    return Question(int(number), cluster, asks, way(yes), way(no), answer, known, missing)  # type: ignore[arg-type]


def way(text: str) -> Way:
    """A way as the table has it: `8`, `9 5%`, `146 up to 117%`, `25 by item`, `end` or `FAIL`."""
    if text == "FAIL":
        return Way(None, fails=True, text=text)
    to, _, cost = text.partition(" ")
    percent = BY_ITEM if cost == "by item" else int(cost.removeprefix("up to ").removesuffix("%") or 0)
    return Way(None if to == "end" else int(to), percent, text=cost)


def taken(question: Question) -> Way:
    """The way that our answer takes."""
    return question.yes if question.answer == "yes" else question.no


def other(question: Question) -> Way:
    """The way that the other answer would take."""
    return question.no if question.answer == "yes" else question.yes


def path(every: Iterable[Question]) -> tuple[Question, ...]:
    """The questions that our answers lead to, from the first to the end."""
    known = {one.number: one for one in every}
    made, at = list[Question](), min(known, default=None)
    while at is not None:
        here = known[at]
        if not here.answer:
            raise ValueError(f"question {at} is on the path and has no answer")
        made.append(here)
        at = taken(here).to
    return tuple(made)


def walk(every: Iterable[Question] | None = None) -> Walk:
    """The whole walk, cluster by cluster."""
    known = questions() if every is None else tuple(every)
    way = [replace(one, standing="open" if one.missing else "proved") for one in path(known)]
    clusters = tuple(_cluster(letter, title, way) for letter, title in CLUSTERS.items())
    proved, open = ([one for one in way if one.standing == standing] for standing in ("proved", "open"))
    return Walk(
        len(way),
        len(proved),
        len(open),
        sum(taken(one).fails for one in way),
        sum(taken(one).percent for one in way),
        sum(other(one).fails for one in open),
        sum(other(one).percent for one in open),
        clusters,
    )


def _cluster(letter: str, title: str, way: Iterable[Question]) -> Cluster:
    mine = tuple(sorted((one for one in way if one.cluster == letter), key=lambda one: one.number))
    proved = sum(one.standing == "proved" for one in mine)
    return Cluster(letter, title, proved, len(mine) - proved, mine)
