"""Explanations of tie-break values in words; their layout is up to the caller."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rookery import elo
from rookery.history.history import Kind
from rookery.messages import join_texts, msg, msg_const, name_with_number
from rookery.ranking.codes import TieBreak, format_decimal
from rookery.ranking.standings import Standings
from rookery.ranking.teams import schedule_strength_divisor
from rookery.ranking.tiebreak import Contribution, Why, Working

if TYPE_CHECKING:
    from fractions import Fraction

# Grounds that go without saying beside the name of the opponent.
_PLAIN = {Why.OPPONENT, Why.POINTS, Why.RUNNING, Why.RATING, Why.MUTUAL, Why.PERFORMANCE, Why.BUCHHOLZ, Why.KOYA}


class Addend(NamedTuple):
    """The text of one contribution: its number, its origin, and the reason if it was cut."""

    number: str
    text: str
    cut: str = ""


def format_plain(value: Fraction | None, tiebreak: TieBreak | None = None) -> str:
    """Format a value for a spreadsheet: all digits of a finite decimal, otherwise two.

    The text is empty where tables for people have a dash.

    >>> from fractions import Fraction
    >>> format_plain(Fraction(5, 4)), format_plain(Fraction(1, 16)), format_plain(Fraction(5, 3)), format_plain(None)
    ('1.25', '0.0625', '1.67', '')
    """
    if format_value(value, tiebreak) == "-" or value is None:
        return ""
    digits = next((n for n in range(2, value.denominator.bit_length() + 2) if 10**n % value.denominator == 0), 2)
    return format_decimal(value, digits)


def format_value(value: Fraction | int | None, tiebreak: TieBreak | None = None, unit: int = 1) -> str:
    """Format a value for people: two decimals at most; a dash if undefined, or if a comparison decided nothing."""
    if value is None or (tiebreak is not None and tiebreak.definition.by_place and not value):
        return "-"
    return format_decimal(value, 2, unit)


def format_column(values: Iterable[Fraction | int | None], tiebreak: TieBreak, unit: int = 1) -> list[str]:
    """Format the values of a tie-break for a column: all with as many digits after the point as one of them needs."""
    texts = [format_value(value, tiebreak, unit) for value in values]
    digits = max((len(text.partition(".")[2]) for text in texts), default=0)
    if not digits:
        return texts
    parts = (text.partition(".") for text in texts)
    return [
        text if text == "-" else f"{whole}.{rest:0<{digits}}"
        for text, (whole, _, rest) in zip(texts, parts, strict=True)
    ]


def participant_name(standings: Standings, participant: int) -> str:
    """Return the name of a participant for use in a sentence."""
    return name_with_number(participant, standings.tournament.participants_by_number[participant].name)


def contribution_lines(standings: Standings, participant: int, index: int) -> list[Addend]:
    """Return every contribution to one value, in the order of the rounds."""
    working = standings.working(participant, index)
    contributions: list[tuple[Contribution, str]] = [(contribution, "") for contribution in working.counted]
    contributions += [(contribution, msg_const(str(reason.value))) for contribution, reason in working.cut]
    contributions.sort(key=lambda pair: (pair[0].round, pair[0].board))
    return [
        _contribution_line(standings, participant, contribution, working.unit, cut)
        for contribution, cut in contributions
    ]


def _contribution_line(
    standings: Standings, participant: int, contribution: Contribution, unit: int, cut: str
) -> Addend:
    where = _origin(standings, participant, contribution)
    reasons: list[str] = [] if contribution.why in _PLAIN else [msg_const(str(contribution.why.value))]
    if unit == 100:
        reasons.insert(0, f"{format_decimal(contribution.score, 1, 10)} × {format_decimal(contribution.points, 1, 10)}")
    if contribution.why is Why.BOARD_PRODUCT:
        product = f"{contribution.board} × {format_decimal(contribution.points, 1, 10)}"
        place = msg("on board %(board)s", board=contribution.board)
        return Addend(format_decimal(contribution.value, 2, unit), join_texts(": ", (place, product)), cut)
    if contribution.board:
        return Addend(
            format_decimal(contribution.value, 2, unit), msg("on board %(board)s", board=contribution.board), cut
        )
    text = join_texts(": ", (part for part in (where, join_texts(", ", reasons)) if part))
    return Addend(format_decimal(contribution.value, 2, unit), text, cut)


def _origin(standings: Standings, participant: int, contribution: Contribution) -> str:
    """Return the round, and the opponent or what took the place of one."""
    if not contribution.round:
        return ""
    meeting = standings.table.meetings[participant][contribution.round - 1]
    if contribution.why is Why.EXTERNAL:
        return msg("round %(round)s, bonus or penalty", round=contribution.round)
    if not contribution.opponent:
        return msg("round %(round)s, %(what)s", round=contribution.round, what=_kind_text(standings, meeting.kind))
    name = participant_name(standings, contribution.opponent)
    if meeting.kind is Kind.PLAYED:
        return msg("round %(round)s, %(name)s", round=contribution.round, name=name)
    kind = msg_const(str(meeting.kind.value))
    return msg("round %(round)s, %(what)s against %(name)s", round=contribution.round, what=kind, name=name)


def _kind_text(standings: Standings, kind: Kind) -> str:
    if standings.table.predetermined:
        return msg("free round")
    return msg("absent") if kind is Kind.NOT_ENTERED else msg_const(str(kind.value))


def summary(standings: Standings, participant: int, index: int) -> str:
    """Return a sentence that describes how the value is computed from the contributions."""
    tiebreak, working = standings.tiebreaks[index], standings.working(participant, index)
    name, value = tiebreak.definition.name, format_value(working.value, tiebreak)
    if working.value is None:
        return msg("There is no value: nothing was played over the board.")
    if tiebreak.definition.by_place:
        return _place_summary(standings, participant, index, working)
    special = _SPECIAL.get(name)
    if special is not None and working.counted:
        return special(standings, tiebreak, working)
    if len(working.counted) < 2 and not working.cut:
        return msg("That makes %(value)s.", value=value)
    if working.counted:
        return msg("Together: %(value)s.", value=value)
    return msg("No value is left: %(value)s.", value=value)


def _place_summary(standings: Standings, participant: int, index: int, working: Working) -> str:
    group = standings.columns[index].groups.get(participant, ())
    if len(group) < 2:
        return msg("Nobody was level here: nothing to decide.")
    if not working.value:
        return msg("%(number)s were level here, and they still are.", number=len(group))
    return msg("%(number)s were level here; this gives place %(place)s among them.", number=len(group),
                  place=format_value(working.value))  # fmt: skip


def _ratings_and_points(working: Working) -> tuple[list[int], int]:
    return [contribution.value for contribution in working.counted], sum(
        contribution.points for contribution in working.counted
    )


def _average_summary(standings: Standings, tiebreak: TieBreak, working: Working) -> str:
    return msg("The average of these %(number)s is %(value)s.", number=len(working.counted),
                  value=format_value(working.value))  # fmt: skip


def _performance_summary(standings: Standings, tiebreak: TieBreak, working: Working) -> str:
    ratings, halves = _ratings_and_points(working)
    percent = elo.percentage(halves, len(ratings))
    difference = elo.DIFFERENCE_BY_PERCENT[percent]
    return msg(
        "The average is %(average)s; %(points)s of %(games)s points are %(percent)s per cent, worth %(more)s"
        " (B.02 8.1.1): %(value)s.", average=elo.average(ratings), points=format_decimal(halves, 1, 2),
        games=len(ratings), percent=percent, more=f"{difference:+}", value=format_value(working.value),
    )  # fmt: skip


def _perfect_summary(standings: Standings, tiebreak: TieBreak, working: Working) -> str:
    _, halves = _ratings_and_points(working)
    if not halves:
        lowest = format_value(working.value)
        return msg("No points: 800 less than the lowest of these ratings, %(value)s.", value=lowest)
    points = format_decimal(halves, 1, 2)
    return msg("%(value)s is the lowest rating from which %(points)s points would be expected (B.02 8.1.2).",
                  value=format_value(working.value), points=points)  # fmt: skip


def _strength_summary(standings: Standings, tiebreak: TieBreak, working: Working) -> str:
    first, *rest = (contribution.value for contribution in working.counted)
    divisor_text = format_decimal(schedule_strength_divisor(standings.table, tiebreak.modifiers), 3)
    buchholz = format_decimal(sum(rest), 1, 10)
    return f"{format_decimal(first, 1, 10)} + {buchholz} / {divisor_text} = {format_value(working.value)}."


def _board_count_summary(standings: Standings, tiebreak: TieBreak, working: Working) -> str:
    terms = (f"{contribution.board} × {format_decimal(contribution.points, 1, 10)}" for contribution in working.counted)
    return msg("%(sum)s = %(value)s; the lower the better.", sum=" + ".join(terms), value=format_value(working.value))


_SPECIAL = {
    "ARO": _average_summary, "AOB": _average_summary, "APRO": _average_summary, "APPO": _average_summary,
    "TPR": _performance_summary, "PTP": _perfect_summary, "SSSC": _strength_summary, "BC": _board_count_summary,
}  # fmt: skip


def format_sum(working: Working) -> str:
    """Format all contributions in one line: those that count, then those cut.

    >>> from fractions import Fraction
    >>> format_sum(Working(Fraction(3), (Contribution(1, 2, 30, 30, Why.OPPONENT),), unit=10))
    '3'
    """
    counted = " + ".join(
        format_decimal(contribution.value, 2, working.unit) for contribution in _sort_by_round(working.counted)
    )
    cut = ", ".join(format_decimal(contribution.value, 2, working.unit) for contribution, _ in working.cut)
    return msg("%(sum)s (cut %(cut)s)", sum=counted, cut=cut) if cut else counted


def _sort_by_round(contributions: Sequence[Contribution]) -> list[Contribution]:
    return sorted(contributions, key=lambda contribution: (contribution.round, contribution.board))
