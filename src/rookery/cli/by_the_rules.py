"""Whether an event is by FIDE's rules as it is set up, and can be played to the end: for people, and as data."""

from __future__ import annotations

from rookery.cli.render import paragraph, say
from rookery.labels import person
from rookery.typed import TYPE_CHECKING
from rookery.values import NamedTuple

if TYPE_CHECKING:
    from rookery.checking.feasibility import Feasibility
    from rookery.checking.objection import Objection
    from rookery.model import Tournament


class ByTheRules(NamedTuple):
    """What is not by FIDE's rules, and whether the rounds that are left can be paired; None where nobody can say."""

    tournament: Tournament
    objections: tuple[Objection, ...]
    feasible: Feasibility | None

    @property
    def passes(self) -> bool:
        """Whether there is nothing to object, and nothing in the way."""
        from rookery.checking.feasibility import Possibility

        return not self.objections and (self.feasible is None or self.feasible.answer is not Possibility.NO)

    def print(self) -> None:
        """Everything there is to say, in sentences."""
        from rookery.checking.told import feasibility, objection

        def name(one: int) -> str:
            return person(self.tournament.by_id[one])

        say()
        paragraph("Not by FIDE's rules:" if self.objections else "By FIDE's rules, as it is set up.")
        for one in self.objections:
            paragraph(objection(one, name), "  - ", "    ")
        if self.feasible is not None:
            first, *causes = feasibility(self.feasible, name)
            paragraph(first)
            for cause in causes:
                paragraph(cause, "  - ", "    ")

    def as_json(self) -> dict[str, object]:
        """The same for another program."""
        from rookery.answers.plain import plain

        return {"objections": plain(self.objections), "feasible": plain(self.feasible)}


def by_the_rules(tournament: Tournament) -> ByTheRules:
    """What FIDE's rules have to say to a tournament as it is set up."""
    import rookery
    from rookery.errors import RookeryError

    try:
        feasible = rookery.feasible(tournament)
    except RookeryError:  # a system that is not known here: the objections say so
        feasible = None
    return ByTheRules(tournament, rookery.objections(tournament), feasible)
