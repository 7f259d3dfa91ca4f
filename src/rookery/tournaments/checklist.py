"""The checklist for tournament software (VCL): its questions, our answers and what each answer costs.

The table is walk.psv beside this module. A row has the question in our own words, where yes and no lead and what they
cost, our answer, the commands or documents that show it, and what is still missing. A new edition of the checklist
changes the table only.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Literal

from rookery._record import record, replace

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

MAX_ITEM_COST = 100
"""The greatest cost, in percent points, of a branch whose cost is counted by item."""

Answer = Literal["yes", "no", ""]
QuestionStatus = Literal["proved", "open", "off"]


@record
class Branch:
    """A branch of a question: the number of the next question (`to`, None at the end) and its cost in percent."""

    to: int | None
    percent: int = 0
    fails: bool = False
    text: str = ""


@record
class Question:
    """A question with its two branches and our answer; questions off the path have no answer.

    `proofs` are the commands and documents that show the answer; `missing` says what is needed before it is proved.
    """

    number: int
    cluster: str
    asks: str
    yes: Branch
    no: Branch
    answer: Answer = ""
    proofs: tuple[str, ...] = ()
    missing: str = ""
    standing: QuestionStatus = "off"

    @property
    def public_answer(self) -> str:
        """Return the answer that can be given today: an answer that lacks its proof is "not yet"."""
        return "not yet" if self.missing else self.answer


@record
class Cluster:
    """The questions of a cluster that are on the path, with the numbers of proved and open ones."""

    letter: str
    title: str
    proved: int
    open: int
    questions: tuple[Question, ...]


@record
class Checklist:
    """The questions reached by our answers with their total cost.

    `open_fails` and `open_percent` are the additional cost if the other answer were right for every open question.
    """

    path: int
    proved: int
    open: int
    fails: int
    percent: int
    open_fails: int
    open_percent: int
    clusters: tuple[Cluster, ...]


@cache
def load_questions() -> tuple[Question, ...]:
    """Return all questions, by number."""
    text = files("rookery.tournaments").joinpath("walk.psv").read_text("utf-8")
    return tuple(_parse_question(line.split("|")) for line in text.splitlines()[1:])


def _parse_question(cells: list[str]) -> Question:
    number, cluster, asks, yes, no, answer, proofs, missing = cells
    if answer not in ("yes", "no", ""):
        raise ValueError(f"question {number}: {answer!r} is no answer")
    proof_names = tuple(proof.strip() for proof in proofs.split(";") if proof.strip())
    return Question(int(number), cluster, asks, parse_branch(yes), parse_branch(no), answer, proof_names, missing)  # type: ignore[arg-type]


def parse_branch(text: str) -> Branch:
    """Parse a branch of the table: `8`, `9 5%`, `146 up to 117%`, `25 by item`, `end` or `FAIL`."""
    if text == "FAIL":
        return Branch(None, fails=True, text=text)
    next_number, _, cost = text.partition(" ")
    percent = MAX_ITEM_COST if cost == "by item" else int(cost.removeprefix("up to ").removesuffix("%") or 0)
    return Branch(None if next_number == "end" else int(next_number), percent, text=cost)


def recommended_branch(question: Question) -> Branch:
    """Return the branch that our answer takes."""
    return question.yes if question.answer == "yes" else question.no


def alternative_branch(question: Question) -> Branch:
    """Return the branch that the other answer takes."""
    return question.no if question.answer == "yes" else question.yes


def find_answered_path(questions: Iterable[Question]) -> tuple[Question, ...]:
    """Return the questions that our answers reach, first to last."""
    questions_by_number = {question.number: question for question in questions}
    reached, number = list[Question](), min(questions_by_number, default=None)
    while number is not None:
        current = questions_by_number[number]
        if not current.answer:
            raise ValueError(f"question {number} is on the path and has no answer")
        reached.append(current)
        number = recommended_branch(current).to
    return tuple(reached)


def build_checklist(questions_to_follow: Iterable[Question] | None = None) -> Checklist:
    """Build the checklist report, cluster by cluster."""
    all_questions = load_questions() if questions_to_follow is None else tuple(questions_to_follow)
    reached = [
        replace(question, standing="open" if question.missing else "proved")
        for question in find_answered_path(all_questions)
    ]
    clusters = tuple(_build_cluster(letter, title, reached) for letter, title in CLUSTERS.items())
    proved_questions, open_questions = (
        [question for question in reached if question.standing == standing] for standing in ("proved", "open")
    )
    return Checklist(
        len(reached),
        len(proved_questions),
        len(open_questions),
        sum(recommended_branch(question).fails for question in reached),
        sum(recommended_branch(question).percent for question in reached),
        sum(alternative_branch(question).fails for question in open_questions),
        sum(alternative_branch(question).percent for question in open_questions),
        clusters,
    )


def _build_cluster(letter: str, title: str, reached: Iterable[Question]) -> Cluster:
    in_cluster = tuple(
        sorted((question for question in reached if question.cluster == letter), key=lambda question: question.number)
    )
    proved = sum(question.standing == "proved" for question in in_cluster)
    return Cluster(letter, title, proved, len(in_cluster) - proved, in_cluster)
