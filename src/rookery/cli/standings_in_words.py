"""How the values of one participant came about, tie-break by tie-break."""

from __future__ import annotations

from rookery.cli.exits import Refusal
from rookery.cli.render import heading, paragraph, say
from rookery.labels import count, person
from rookery.ranking import sentences as words
from rookery.ranking.rank import Standings
from rookery.scoring import in_words
from rookery.wording import listed


def explain(found: Standings, one: int) -> None:
    """How each value of one participant came about."""
    if one not in found.tournament.by_id:
        raise Refusal(f"there is no number {one} in this tournament")
    row = found.row(one)
    level = [other.id for other in found.rows if other.points == row.points and other.id != one]
    tied = [other.id for other in found.rows if other.rank == row.rank and other.id != one]
    when = f"round {found.after}" if found.after else "before round 1"
    heading(f"{person(found.tournament.by_id[one])}: rank {row.rank}{'=' * bool(tied)}, {in_words(row.points)}, {when}")
    if level:
        paragraph(
            f"{count(len(level), 'other has', 'others have')} as many points:"
            f" {listed((words.called(found, other) for other in level), 6)}. {_decided(found, level, tied)}"
        )
    else:
        paragraph("Nobody else has as many points, so no tie-break was needed.")
    for index, each in enumerate(found.tiebreaks):
        say()
        say(f"{each}  {words.shown(row.values[index], each)}  {each.title}", "bold")
        meaning = each.definition.meaning
        paragraph(f"{meaning[0].upper()}{meaning[1:]} (C.07 {each.definition.article}).", indent="  ")
        for line in words.lines(found, one, index):
            _print_line(line)
        paragraph(words.summary(found, one, index), indent="  ")


def _decided(found: Standings, level: list[int], tied: list[int]) -> str:
    """What the tie-breaks do among those with as many points."""
    if not found.tiebreaks:
        return "There are no tie-breaks, so they share the rank."
    if not tied:
        return "The tie-breaks below decide between them, the first that differs."
    if len(tied) == len(level):
        return "The tie-breaks below do not separate them: they share the rank."
    names = listed((words.called(found, other) for other in tied), 6)
    return f"The tie-breaks below decide, the first that differs; they leave {names} level: these share the rank."


def _print_line(line: words.Addend) -> None:
    cut = f" [cut: {line.cut}]" if line.cut else ""
    number = f"({line.number})" if line.cut else f"{line.number} "
    paragraph(f"{line.text}{cut}" or "-", indent=f"  {number:>8} ", hanging=" " * 11)
