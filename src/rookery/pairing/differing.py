"""The line in which two pairings first differ, read as a fact: who pays, what it comes to, who comes first.

Nothing here knows what any criterion means: the clause of the system says whom to name, and with which number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rookery.model import Colour, Points
from rookery.pairing import facts
from rookery.pairing.criterion import Candidates, Clause, Step
from rookery.pairing.facts import Named, Unit, Wished
from rookery.pairing.field import Field
from rookery.pairing.kept_seats import KEEPS, KEPT_COLOUR
from rookery.pairing.outcome import Board, Decision, Fact, Line, Outcome, Parting
from rookery.pairing.seat import Seat
from rookery.pairing.stated import Shows
from rookery.pairing.system import System
from rookery.typed import Never


def differing(system: System, field: Field, wish: Wished, met: Parting) -> Fact:
    """The fact behind the first line in which a pairing that keeps to a wish differs from ours."""
    ours, theirs, clause = met.ours.decision, met.theirs, clause_of(system, met.line)
    if met.line.kind == "order":
        return facts.Later(wish, ours, theirs, met.line, met.against, clause.worse, *_places(met.line, met.against))
    if clause.shows is Shows.AHEAD:
        return facts.AheadWorse(wish, ours, theirs, met.line, met.against, *_ahead(field, met))
    paid = named(system, field, met.line, ours)
    instead = named(system, field, met.against, theirs)
    grades = clause.grades if isinstance(clause, Step) else ()
    worse = grades[met.against.cost[0]] if grades else clause.worse
    return facts.Worse(wish, ours, theirs, met.line, met.against, worse, paid, instead)


def clause_of(system: System, line: Line) -> Clause[Never]:
    """The clause that a line of a ledger belongs to."""
    for clause in system.criteria:
        steps: tuple[Clause[Never], ...] = clause.steps if isinstance(clause, Candidates) else ()
        for one in (clause, *steps):
            if one.article == line.article and one.code == line.code and one.name == line.criterion:
                return one
    raise KeyError(f"{system.name} asks for no {line.criterion!r}")


def shown(system: System, line: Line) -> Shows:
    """Whom a sentence on this line names."""
    return clause_of(system, line).shows


# -- who pays


def named(system: System, field: Field, line: Line, decision: Decision) -> tuple[Named, ...]:
    """Those whom a sentence on this line of a decision names, each with the number that it gives."""
    clause = clause_of(system, line)
    if clause.shows is Shows.GAPS:
        return tuple(_gaps(clause, field, decision))
    return tuple(_with_number(clause, field, line, who) for who in _whom(clause.shows, line, decision))


def _whom(shows: Shows, line: Line, decision: Decision) -> Iterator[tuple[int, ...]]:
    if line.kind == "bye" or not decision.bracket or shows in (Shows.LEAVING, Shows.MISSED):
        yield from ((one,) for one in decision.left)
    elif shows is Shows.COMING:
        yield from ((one,) for one in decision.moved_up)
    elif shows is not Shows.AHEAD:
        yield from line.who


def _gaps(clause: Clause[Never], field: Field, decision: Decision) -> Iterator[Named]:
    """Whoever leaves the bracket, and who meets another score in it, if they count."""

    def counts(seat: Seat) -> bool:
        return clause.times is None or bool(clause.times(seat))

    for one in decision.left:
        seat = field.seats[field.place[one]]
        if counts(seat):
            yield Named((one,), seat.score, "points")
    for pair in decision.pairs:
        higher, lower = sorted((field.seats[field.place[one]] for one in pair), key=lambda seat: -seat.score)
        if higher.score > lower.score and counts(higher):
            yield Named((higher.id, lower.id), higher.score - lower.score, "apart")


_OF_A_SEAT: dict[Shows, tuple[Unit, Callable[[Seat], int]]] = {
    Shows.POINTS: ("points", lambda seat: seat.score),
    Shows.LEAVING: ("points", lambda seat: seat.score),
    Shows.COMING: ("points", lambda seat: seat.score),
    Shows.MISSED: ("missed", lambda seat: seat.unplayed),
    Shows.NUMBER: ("number", lambda seat: seat.number),
}


def _with_number(clause: Clause[Never], field: Field, line: Line, who: tuple[int, ...]) -> Named:
    seats = [field.seats[field.place[one]] for one in who]
    if clause.shows is Shows.APART and len(seats) == 2:
        return Named(who, abs(seats[0].score - seats[1].score), "apart")
    if clause.shows is Shows.TIMES and clause.times is not None:
        return Named(who, clause.times(seats[0]), "times")
    if clause.shows is Shows.RATING:
        return Named(who, line.cost[0], "rating")
    known = _OF_A_SEAT.get(Shows.POINTS if clause.shows is Shows.APART else clause.shows)
    return Named(who) if known is None or len(seats) > 1 else Named(who, known[1](seats[0]), known[0])


# -- what the next bracket comes to


Outlook = tuple[Points, int | None, int | None, tuple[Points, ...], tuple[Points, ...]]
"""The score of the next bracket, how many it must send on, and with which scores, in either case."""


def _ahead(field: Field, met: Parting) -> Outlook:
    """What the next bracket comes to; None where it cannot be paired completely."""
    ours, theirs, left = met.line.cost, met.against.cost, met.ours.decision.left
    lower = [score for score in field.scores if score < met.ours.decision.score]
    if not ours or not theirs or max(ours[0], theirs[0]) > len(left) + lower.count(lower[0]):
        return lower[0], None, None, (), ()
    levels = sorted({field.scores[field.place[one]] for one in left}, reverse=True)
    scores = [tuple(_scores(cost, levels, lower[0])) for cost in (ours, theirs)]
    return lower[0], ours[0], theirs[0], scores[0], scores[1]


def _scores(cost: tuple[int, ...], levels: list[Points], home: Points) -> Iterator[Points]:
    """The scores of those counted: so many of each level, and the rest of the group itself."""
    for number, score in zip(cost[1:], levels, strict=False):
        yield from [score] * number
    yield from [home] * (cost[0] - sum(cost[1 : len(levels) + 1]))


# -- who comes first


def _places(ours: Line, theirs: Line) -> tuple[int | None, tuple[int, ...], tuple[int, ...]]:
    """Whose turn it is at the first number in which two places in an order differ, whom ours takes, whom the other."""
    if len(ours.who) != len(ours.cost) or len(theirs.who) != len(theirs.cost):
        return None, _all(ours), _all(theirs)
    both = enumerate(zip(ours.cost, theirs.cost, strict=False))
    index = next((i for i, (mine, other) in both if mine != other), min(len(ours.cost), len(theirs.cost)))
    mine, other = (line.who[index] if index < len(line.who) else () for line in (ours, theirs))
    if max(len(mine), len(other)) < 2:
        return None, mine, other
    return (mine or other)[0], mine[1:], other[1:]


def _all(line: Line) -> tuple[int, ...]:
    return tuple(one for who in line.who for one in who)


def colour_given(
    system: System, field: Field, outcome: Outcome, board: Board, *, filed: bool = False
) -> facts.ColourGiven:
    """Who of two has White by the rules, and why; `filed`: the file has it otherwise."""
    if board.reason == KEPT_COLOUR:
        return _colour_kept(field, board, filed)
    rule = next(rule for rule in system.colours if (rule.article, rule.name) == (board.article, board.reason))
    higher = system.higher(field, outcome.decisions, (board.white, board.black))
    return facts.ColourGiven(board.white, board.black, rule.name, rule.of_two, rule.article, higher, filed)


def _colour_kept(field: Field, board: Board, filed: bool) -> facts.ColourGiven:
    """The colours of two of whom one keeps theirs."""
    keeps = board.white if board.white in field.kept and field.kept[board.white].colour else board.black
    said = KEEPS[Colour.WHITE if keeps == board.white else Colour.BLACK]
    return facts.ColourGiven(board.white, board.black, KEPT_COLOUR, said, "", keeps, filed)
