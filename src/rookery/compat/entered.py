"""What the tie-breaks of the packages have in common: the core's own measure of C.07, over the rounds with an entry.

**A round without an entry contributes nothing.** The core takes a round in which somebody is not mentioned for a
zero-point bye. Here such a round is put into the table as a forfeit loss without an opponent, which article 16 neither
adjusts nor takes for the end of a row of byes (16.2.5), and what it would contribute to the participant's own sum is
left out. Rounds with an entry follow article 16 to the letter.
"""

from __future__ import annotations

from collections.abc import Callable

from rookery.compat.entries import Field, field, plain_errors
from rookery.compat.shapes import Games, Players, in_order, rounds_of
from rookery.history import Kind, Meeting
from rookery.ranking.codes import TieBreak, parse
from rookery.ranking.contribution import Addends, Contribution, Why
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.measure import Key, Measure, Modifiers, working
from rookery.values import frozen, replace

_NOTHING = Meeting(Kind.FORFEIT_LOSS)
"""A round without an entry."""


@frozen(slots=False)
class Entered:
    """The table of a field in which rounds without an entry count for nothing."""

    table: CrossTable
    entries: dict[int, set[int]]
    """The rounds in which each number has an entry."""

    @classmethod
    def of(cls, plain: Field) -> Entered:
        """The table after the last round."""
        entries: dict[int, set[int]] = {number: set() for number in plain.numbers.values()}
        for at, round in enumerate(plain.rounds, 1):
            for entry in round:
                for one in (entry.white, entry.black):
                    if one:
                        entries[plain.numbers[one]].add(at)
        table = CrossTable.of(plain.tournament, len(plain.rounds))
        return cls(table.altered(lambda one, at, meeting: meeting if at in entries[one] else _NOTHING), entries)

    def measure(self, tiebreak: TieBreak, *, skip_unrated: bool = False) -> Measure:
        """The core's measure over the rounds with an entry; with games against the unrated left out if need be."""
        assert tiebreak.definition.method is not None
        core = tiebreak.definition.method(self.table, tiebreak.how)

        def contributions(one: int) -> list[Contribution]:
            entered = self.entries[one] | {0}  # 0: what belongs to no round
            return [
                each
                for each in core.contributions(one)
                if each.round in entered and not (skip_unrated and each.why is Why.SUBSTITUTE)
            ]

        return replace(core, contributions=contributions, numbers=None)


Maker = Callable[[Entered], TieBreak]
"""Makes a tie-break ready for a table."""


def with_measure(tiebreak: TieBreak, measure: Measure) -> TieBreak:
    """The tie-break with this measure in the place of its own; cuts and order stay as they are."""

    def method(table: CrossTable, how: Modifiers) -> Measure:
        return measure

    return TieBreak(replace(tiebreak.definition, method=method), tiebreak.how)


def coded(code: str, documented: bool = False) -> Maker:
    """The tie-break of a TRF26 code by the regulation, or (ratings only) as the packages document it.

    Then the code ends in /U1, by which the unrated are known, and skipped.
    """

    def make(entered: Entered) -> TieBreak:
        tiebreak = parse(code)
        if tiebreak.definition.method is None:
            return tiebreak  # it compares the tied among themselves: no round of anybody else counts
        inner = _AVERAGED.get(tiebreak.definition.name)
        if inner is not None:
            of_one = TieBreak(parse(inner).definition, tiebreak.how)
            return with_measure(tiebreak, _averaged(entered.measure(tiebreak), _measure(entered, of_one, documented)))
        return with_measure(tiebreak, _measure(entered, tiebreak, documented))

    return make


_AVERAGED = {"AOB": "BH", "APRO": "TPR", "APPO": "PTP"}
"""The tie-breaks that average another one of the opponents."""


def _measure(entered: Entered, tiebreak: TieBreak, documented: bool) -> Measure:
    """The measure of a tie-break; as documented the unrated are skipped, a full score is the best opponent + 800."""
    measure = entered.measure(tiebreak, skip_unrated=documented)
    if not documented or tiebreak.definition.name != "PTP":
        return measure

    def total(games: Addends) -> Key | None:
        if games.values and all(scored == 2 for scored in games.points):
            return max(games.values) + 800
        return measure.total(games)

    return replace(measure, total=total)


def _averaged(core: Measure, of_one: Measure) -> Measure:
    """The average over the opponents of a value that itself leaves out what has no entry."""

    def contributions(one: int) -> list[Contribution]:
        found = []
        for each in core.contributions(one):
            value = of_one.number(each.opponent)
            if isinstance(value, int):
                found.append(each._replace(value=value, score=value))
        return found

    return replace(core, contributions=contributions, numbers=None)


def value(maker: Maker, player: str, games: Games, players: Players | None) -> float:
    """The value of one player by a tie-break, 0 where there is none; games and players come in either order."""
    played, everybody, _ = in_order(games, players)
    rounds = rounds_of(played)
    if everybody is None and not any(rounds) and isinstance(player, str):
        return 0.0  # nobody can be told from anybody
    plain = field(everybody, rounds)
    with plain_errors(plain.ids):
        number, entered = plain.number(player), Entered.of(plain)
        tiebreak = maker(entered)
        assert tiebreak.definition.method is not None
        measure = tiebreak.definition.method(entered.table, tiebreak.how)
        return float(working(measure, tiebreak.how, number).value or 0)
