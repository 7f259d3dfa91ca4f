"""Check whether an event follows FIDE's rules and can be played to the end, as text and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rookery.cli.console import print_paragraph, say
from rookery.formatting import participant_label

if TYPE_CHECKING:
    from rookery.checking.compliance import ComplianceIssue
    from rookery.checking.feasibility import Feasibility
    from rookery.model import Tournament


class FideCheck(NamedTuple):
    """The deviations from FIDE's rules, and whether the remaining rounds can be paired (None if unknown)."""

    tournament: Tournament
    objections: tuple[ComplianceIssue, ...]
    feasible: Feasibility | None

    @property
    def passes(self) -> bool:
        """Whether there is no deviation, and the remaining rounds can be paired."""
        from rookery.checking.feasibility import Possibility

        return not self.objections and (self.feasible is None or self.feasible.answer is not Possibility.NO)

    def print(self) -> None:
        """Print everything in sentences."""
        from rookery.checking.text import describe_feasibility, describe_issue

        def name(issue: int) -> str:
            return participant_label(self.tournament.participants_by_number[issue])

        say()
        print_paragraph("Not by FIDE's rules:" if self.objections else "By FIDE's rules, as it is set up.")
        for issue in self.objections:
            print_paragraph(describe_issue(issue, name), "  - ", "    ")
        if self.feasible is not None:
            first, *causes = describe_feasibility(self.feasible, name)
            print_paragraph(first)
            for cause in causes:
                print_paragraph(cause, "  - ", "    ")

    def as_json(self) -> dict[str, object]:
        """Return the result as JSON data."""
        from rookery.serialize.encode import encode

        return {"objections": encode(self.objections), "feasible": encode(self.feasible)}


def check_fide_rules(tournament: Tournament) -> FideCheck:
    """Check a tournament against FIDE's rules, as it is set up."""
    import rookery
    from rookery.errors import RookeryError

    try:
        feasibility = rookery.check_feasibility(tournament)
    except RookeryError:  # a system that is not known here: the objections say so
        feasibility = None
    return FideCheck(tournament, rookery.check_compliance(tournament), feasibility)
