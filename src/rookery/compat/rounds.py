"""Tie-breaks of the packages: the core's measures of C.07, restricted to the rounds with an entry.

**A round without an entry contributes nothing.** The core takes a round in which somebody is not mentioned for a
zero-point bye. Here such a round is put into the table as a forfeit loss without an opponent, which article 16 neither
adjusts nor takes for the end of a row of byes (16.2.5), and what it would contribute to the participant's own sum is
left out. Rounds with an entry follow article 16 to the letter.
"""

from __future__ import annotations

from collections.abc import Callable

from rookery._record import record, replace
from rookery.compat.entries import Field, build_field, plain_errors
from rookery.compat.shapes import Games, Players, order_arguments, parse_rounds
from rookery.history.history import Kind, Meeting
from rookery.ranking.codes import TieBreak, parse_tiebreak
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.tiebreak import Addends, Contribution, Key, Measure, Modifiers, Why, explain_value

_NOTHING = Meeting(Kind.FORFEIT_LOSS)
"""A round without an entry."""


@record(slots=False)
class EnteredRounds:
    """The cross table of a field in which rounds without an entry contribute nothing."""

    table: CrossTable
    entries: dict[int, set[int]]
    """The rounds in which each number has an entry."""

    @classmethod
    def from_field(cls, field: Field) -> EnteredRounds:
        """Return the table after the last round."""
        entries: dict[int, set[int]] = {number: set() for number in field.numbers.values()}
        for round_number, round in enumerate(field.rounds, 1):
            for entry in round:
                for key in (entry.white, entry.black):
                    if key:
                        entries[field.numbers[key]].add(round_number)
        table = CrossTable.for_tournament(field.tournament, len(field.rounds))
        return cls(
            table.with_meetings(
                lambda number, round_number, meeting: meeting if round_number in entries[number] else _NOTHING
            ),
            entries,
        )

    def measure(self, tiebreak: TieBreak, *, skip_unrated: bool = False) -> Measure:
        """Return the core's measure over the rounds with an entry, without games against unrated players on request."""
        assert tiebreak.definition.method is not None
        core = tiebreak.definition.method(self.table, tiebreak.modifiers)

        def contributions(number: int) -> list[Contribution]:
            rounds = self.entries[number] | {0}  # 0: what belongs to no round
            return [
                contribution
                for contribution in core.contributions(number)
                if contribution.round in rounds and not (skip_unrated and contribution.why is Why.SUBSTITUTE)
            ]

        return replace(core, contributions=contributions, numbers=None)


TieBreakFactory = Callable[[EnteredRounds], TieBreak]
"""Makes a tie-break ready for a table."""


def with_measure(tiebreak: TieBreak, measure: Measure) -> TieBreak:
    """Return the tie-break with this measure in place of its own; cuts and order stay."""

    def method(table: CrossTable, how: Modifiers) -> Measure:
        return measure

    return TieBreak(replace(tiebreak.definition, method=method), tiebreak.modifiers)


def tiebreak_factory(code: str, documented: bool = False) -> TieBreakFactory:
    """Return a factory for the tie-break of a TRF26 code by the regulation, or as the packages document it.

    The latter concerns ratings only: the code ends in /U1, which marks unrated players, and they are skipped.
    """

    def build(entered: EnteredRounds) -> TieBreak:
        tiebreak = parse_tiebreak(code)
        if tiebreak.definition.method is None:
            return tiebreak  # it compares the tied among themselves: no round of anybody else counts
        averaged_code = _AVERAGED_CODES.get(tiebreak.definition.name)
        if averaged_code is not None:
            averaged = TieBreak(parse_tiebreak(averaged_code).definition, tiebreak.modifiers)
            return with_measure(
                tiebreak,
                _average_over_opponents(entered.measure(tiebreak), _measure_of_tiebreak(entered, averaged, documented)),
            )
        return with_measure(tiebreak, _measure_of_tiebreak(entered, tiebreak, documented))

    return build


_AVERAGED_CODES = {"AOB": "BH", "APRO": "TPR", "APPO": "PTP"}
"""The tie-breaks that average another one of the opponents."""


def _measure_of_tiebreak(entered: EnteredRounds, tiebreak: TieBreak, documented: bool) -> Measure:
    """Return the measure of a tie-break.

    As documented by the packages, unrated players are skipped and a full score is the best opponent + 800.
    """
    measure = entered.measure(tiebreak, skip_unrated=documented)
    if not documented or tiebreak.definition.name != "PTP":
        return measure

    def total(games: Addends) -> Key | None:
        if games.values and all(scored == 2 for scored in games.points):
            return max(games.values) + 800
        return measure.total(games)

    return replace(measure, total=total)


def _average_over_opponents(core: Measure, averaged: Measure) -> Measure:
    """Return the average over the opponents of a measure that itself leaves out rounds without an entry."""

    def contributions(number: int) -> list[Contribution]:
        averages = []
        for contribution in core.contributions(number):
            value = averaged.number(contribution.opponent)
            if isinstance(value, int):
                averages.append(contribution._replace(value=value, score=value))
        return averages

    return replace(core, contributions=contributions, numbers=None)


def player_value(factory: TieBreakFactory, player: str, games: Games, players: Players | None) -> float:
    """Return the tie-break of one player, 0 where there is none; games and players come in either order."""
    rounds_data, field_players, _ = order_arguments(games, players)
    rounds = parse_rounds(rounds_data)
    if field_players is None and not any(rounds) and isinstance(player, str):
        return 0.0  # nobody can be told from anybody
    plain = build_field(field_players, rounds)
    with plain_errors(plain.ids):
        number, entered = plain.number(player), EnteredRounds.from_field(plain)
        tiebreak = factory(entered)
        assert tiebreak.definition.method is not None
        measure = tiebreak.definition.method(entered.table, tiebreak.modifiers)
        return float(explain_value(measure, tiebreak.modifiers, number).value or 0)
