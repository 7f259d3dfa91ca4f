"""Where an event is found again in the file of a tournament: in which records of TRF26, or why in none."""

from __future__ import annotations

from rookery.values import frozen


@frozen
class Place:
    """The records of TRF26 that tell an event, or why it is not told; `at` says which part of it, where not all."""

    records: tuple[str, ...] = ()
    why: str = ""
    at: str = ""


_ROWS = ("001",)
_HEAD = ("012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "172", "222")
_RULES = ("142", "152", "162", "192", "202", "212", "250", "320", "352", "362", "###")
_GAMES = ("001", "240", "300", "320", "330", "352", "299")

PLACES: dict[str, Place] = {
    "tournament.opened": Place(("012", "092", *_RULES)),
    "tournament.imported": Place((*_HEAD, *_ROWS, *_RULES), at="the tournament; adjustments are told when it comes in"),
    "head.set": Place(_HEAD),
    "rules.set": Place(_RULES),
    "colour.drawn": Place(("152",)),
    "fide.left": Place(("###",)),
    "remark.added": Place(("###",)),
    "remark.dropped": Place(("###",)),
    "tournament.closed": Place(why="a file is a moment: a final one is asked for when it is written"),
    "tournament.reopened": Place(why="as its closing"),
    "player.entered": Place((*_ROWS, "062", "072", "310")),
    "player.changed": Place(_ROWS, at="all but the club, which has no column"),
    "player.removed": Place((*_ROWS, "062", "072", "310")),
    "rating.set": Place((*_ROWS, "072")),
    "numbers.given": Place((*_ROWS, "250", "260", "310")),
    "team.entered": Place(("310", "082")),
    "team.changed": Place(("310", "300")),
    "team.removed": Place(("310", "082")),
    "lineup.set": Place(why="who sat at the boards stands in the round once it is paired (300)"),
    "seat.fixed": Place(("###",)),
    "seat.freed": Place(("###",)),
    "bye.asked": Place(("240", "001")),
    "player.withdrawn": Place(("240", "###")),
    "player.returned": Place(("240", "###")),
    "player.expelled": Place(("###", "240")),
    "expulsion.lifted": Place(("###", "240")),
    "half_byes.barred": Place(("###",)),
    "pair.forbidden": Place(("260",)),
    "pair.allowed": Place(("260",)),
    "round.paired": Place(_GAMES),
    "round.unpaired": Place(_GAMES),
    "position.drawn": Place(("###",)),
    "phase.opened": Place(why="what it came to stands in the round, and in a remark (MPA) if it is not ours"),
    "boards.set": Place(_GAMES, at="once the phase has ended"),
    "phase.closed": Place(why="the round follows it, and a remark (MPA) if that is not ours"),
    "result.entered": Place(_GAMES),
    "result.corrected": Place(_GAMES),
    "report.corrected": Place(("###",)),
    "match.forfeited": Place(("001", "330", "300", "310")),
    "points.adjusted": Place(("299",)),
    "order.drawn": Place(("###",), at="ranks of final standings stand in 001"),
    "order.set": Place(("###",), at="ranks of final standings stand in 001"),
    "value.entered": Place(("###",)),
    "prizes.set": Place(
        why="the file goes to the federation, and money is the organiser's: no record has a place for it"
    ),
    "point.marked": Place(why="the way back is the log's, not the file's"),
    "returned": Place(why="the way back is the log's; the file is what it led to"),
}
"""By kind of event; a kind without a row fails the tests."""
