"""The way in: any answer as data, under the name of its form and the version of all forms."""

from __future__ import annotations

from collections.abc import Mapping

from rookery.answers.plain import dotted, plain, writer
from rookery.errors import RookeryError
from rookery.typed import Any

VERSION = 1
"""The version of the forms. Within a version keys are only added."""

FORMS = {
    "rookery.checking.breach.HandBreach": "breach",
    "rookery.checking.feasibility.Feasibility": "feasibility",
    "rookery.checking.objection.Objection": "objection",
    "rookery.checking.report.CheckReport": "check-report",
    "rookery.checking.validity.Validity": "validity",
    "rookery.errors.Problem": "problem",
    "rookery.errors.RookeryError": "error",
    "rookery.finality.Finality": "finality",
    "rookery.glossary.Word": "word",
    "rookery.lists.entry.ListEntry": "list-entry",
    "rookery.pairing.outcome.Explanation": "explanation",
    "rookery.pairing.outcome.Outcome": "outcome",
    "rookery.pairing.outcome.WhyNot": "why-not",
    "rookery.ranking.rank.Standings": "standings",
    "rookery.rating.applications.Application": "title-application",
    "rookery.rating.arbiter_norms.ArbiterApplication": "arbiter-application",
    "rookery.rating.certificates.Certificate": "norm-certificate",
    "rookery.rating.listed.Rated": "rated",
    "rookery.rating.norms.Audit": "norm",
    "rookery.rating.report.RatingReport": "rating-report",
}
"""What is an answer, and what its form is called."""

_DETAILS = {"outcome": "ledger", "standings": "parts", "rating-report": "lines", "norm": "games"}
"""What is told only on request."""


def as_data(
    answer: object, *, ledger: bool = False, parts: bool = False, lines: bool = False, games: bool = False
) -> Any:
    """Any answer of Rookery as data that JSON can write, in the form that the command line and the engine give too.

    It says its `form` and the `version`; several answers are a list, and a part of an answer (a board, a fact) is told
    without these two. A tournament is told in the JSON form. On request, `ledger` tells what a pairing pays, `parts`
    the rounds and workings of standings, `lines` the games of a rating report, `games` those of a norm.

    Points are texts ("2.5"), values of tie-breaks too ("27/4"): neither can be taken for the tenths of Python.

    >>> from rookery.finality import Finality
    >>> as_data(Finality())
    {'form': 'finality', 'version': 1, 'final': True, 'reasons': []}
    """
    if isinstance(answer, RookeryError):
        from rookery.answers.errors import error_data

        return formed("error", error_data(answer))
    if isinstance(answer, list | tuple) and not hasattr(answer, "_fields"):
        return [as_data(one, ledger=ledger, parts=parts, lines=lines, games=games) for one in answer]
    form = FORMS.get(dotted(type(answer)))
    if form is None:
        return plain(answer)
    wanted = {"ledger": ledger, "parts": parts, "lines": lines, "games": games}
    details = {_DETAILS[form]: wanted[_DETAILS[form]]} if form in _DETAILS else {}
    return formed(form, writer(answer)(answer, **details))


def formed(form: str, told: Mapping[str, object]) -> dict[str, Any]:
    """What is told, under the name of its form."""
    return {"form": form, "version": VERSION, **told}
