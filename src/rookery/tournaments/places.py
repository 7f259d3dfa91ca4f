"""The TRF26 records that hold each kind of event in a tournament's file, or why none does."""

from __future__ import annotations

from rookery._record import record


@record
class FilePlace:
    """The TRF26 records that hold an event (`records`), or why none does (`why`); `at` restricts which part is
    held.
    """

    records: tuple[str, ...] = ()
    why: str = ""
    at: str = ""


_PLAYER_RECORDS = ("001",)
_INFO_RECORDS = (
    "012",
    "022",
    "032",
    "042",
    "052",
    "062",
    "072",
    "082",
    "092",
    "102",
    "112",
    "122",
    "132",
    "172",
    "222",
)
_RULE_RECORDS = ("142", "152", "162", "192", "202", "212", "250", "320", "352", "362", "###")
_ROUND_RECORDS = ("001", "240", "300", "320", "330", "352", "299", "###")
"""Comments (###) have the boards of a round where scores no longer determine them."""

EVENT_RECORDS: dict[str, FilePlace] = {
    "tournament.opened": FilePlace(("012", "092", *_RULE_RECORDS)),
    "tournament.imported": FilePlace(
        (*_INFO_RECORDS, *_PLAYER_RECORDS, *_RULE_RECORDS), at="the tournament; adjustments are told when it comes in"
    ),
    "head.set": FilePlace(_INFO_RECORDS),
    "rules.set": FilePlace(_RULE_RECORDS),
    "colour.drawn": FilePlace(("152",)),
    "fide.left": FilePlace(("###",)),
    "remark.added": FilePlace(("###",)),
    "remark.dropped": FilePlace(("###",)),
    "tournament.closed": FilePlace(why="a file is a moment: a final one is asked for when it is written"),
    "tournament.reopened": FilePlace(why="as its closing"),
    "tournament.moved": FilePlace(why="the archive is that of a desk, not of the tournament"),
    "checkin.marked": FilePlace(why="who is not there has a bye once the check-in ends (240)"),
    "player.entered": FilePlace((*_PLAYER_RECORDS, "062", "072", "310")),
    "player.changed": FilePlace(_PLAYER_RECORDS, at="all but the club, which has no column"),
    "player.removed": FilePlace((*_PLAYER_RECORDS, "062", "072", "310")),
    "rating.set": FilePlace((*_PLAYER_RECORDS, "072")),
    "numbers.given": FilePlace(
        (*_PLAYER_RECORDS, "250", "260", "310", "###"), at="boards of rounds paired before keep their numbers"
    ),
    "team.entered": FilePlace(("310", "082")),
    "team.changed": FilePlace(("310", "300")),
    "team.removed": FilePlace(("310", "082")),
    "lineup.set": FilePlace(why="who sat at the boards stands in the round once it is paired (300)"),
    "seat.fixed": FilePlace(("###",)),
    "seat.freed": FilePlace(("###",)),
    "bye.asked": FilePlace(("240", "001", "###")),
    "player.withdrawn": FilePlace(("240", "###")),
    "player.returned": FilePlace(("240", "###")),
    "player.expelled": FilePlace(("###", "240")),
    "expulsion.lifted": FilePlace(("###", "240")),
    "half_byes.barred": FilePlace(("###",)),
    "pair.forbidden": FilePlace(("260",)),
    "pair.allowed": FilePlace(("260",)),
    "round.paired": FilePlace(_ROUND_RECORDS),
    "round.unpaired": FilePlace(_ROUND_RECORDS),
    "position.drawn": FilePlace(("###",)),
    "phase.opened": FilePlace(why="what it came to stands in the round, and in a remark (MPA) if it is not ours"),
    "boards.set": FilePlace(_ROUND_RECORDS, at="once the phase has ended"),
    "phase.closed": FilePlace(why="the round follows it, and a remark (MPA) if that is not ours"),
    "result.entered": FilePlace(_ROUND_RECORDS),
    "result.corrected": FilePlace(_ROUND_RECORDS),
    "report.corrected": FilePlace(("###",)),
    "match.forfeited": FilePlace(("001", "330", "300", "310", "###")),
    "points.adjusted": FilePlace(("299", "###")),
    "order.drawn": FilePlace(("###",), at="ranks of final standings stand in 001"),
    "order.set": FilePlace(("###",), at="ranks of final standings stand in 001"),
    "value.entered": FilePlace(("###",)),
    "prizes.set": FilePlace(
        why="the file goes to the federation, and money is the organiser's: no record has a place for it"
    ),
    "point.marked": FilePlace(why="the way back is the log's, not the file's"),
    "returned": FilePlace(why="the way back is the log's; the file is what it led to"),
}
"""File records by kind of event; a kind without a row fails the tests."""
