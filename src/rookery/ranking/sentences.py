"""How a value came about, in words an interested parent can follow; what is laid out where is not decided here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery import elo
from rookery.history import Kind
from rookery.ranking.codes import TieBreak, decimal
from rookery.ranking.contribution import Contribution, Why
from rookery.ranking.measure import Working
from rookery.ranking.rank import Standings
from rookery.ranking.teams import divisor
from rookery.typed import TYPE_CHECKING
from rookery.values import NamedTuple
from rookery.wording import called as in_a_sentence
from rookery.wording import joined, spoken, word

if TYPE_CHECKING:
    from fractions import Fraction

# Grounds that go without saying beside the name of the opponent.
_PLAIN = {Why.OPPONENT, Why.POINTS, Why.RUNNING, Why.RATING, Why.MUTUAL, Why.PERFORMANCE, Why.BUCHHOLZ, Why.KOYA}


class Addend(NamedTuple):
    """One contribution: its number, where it comes from, and the reason if it was cut."""

    number: str
    text: str
    cut: str = ""


def plain(value: Fraction | None, tiebreak: TieBreak | None = None) -> str:
    """A value for a spreadsheet: all digits of a decimal that ends, two otherwise; nothing where people see a dash.

    >>> from fractions import Fraction
    >>> plain(Fraction(5, 4)), plain(Fraction(1, 16)), plain(Fraction(5, 3)), plain(None)
    ('1.25', '0.0625', '1.67', '')
    """
    if shown(value, tiebreak) == "-" or value is None:
        return ""
    digits = next((n for n in range(2, value.denominator.bit_length() + 2) if 10**n % value.denominator == 0), 2)
    return decimal(value, digits)


def shown(value: Fraction | int | None, tiebreak: TieBreak | None = None, unit: int = 1) -> str:
    """A value for people: two decimals at most; a dash where there is none, or where a comparison decided nothing."""
    if value is None or (tiebreak is not None and tiebreak.definition.by_place and not value):
        return "-"
    return decimal(value, 2, unit)


def column(values: Iterable[Fraction | int | None], tiebreak: TieBreak, unit: int = 1) -> list[str]:
    """The values of a tie-break, one below the other: all with as many digits after the point as one of them needs."""
    texts = [shown(value, tiebreak, unit) for value in values]
    digits = max((len(text.partition(".")[2]) for text in texts), default=0)
    if not digits:
        return texts
    parts = (text.partition(".") for text in texts)
    return [
        text if text == "-" else f"{whole}.{rest:0<{digits}}"
        for text, (whole, _, rest) in zip(texts, parts, strict=True)
    ]


def called(standings: Standings, one: int) -> str:
    """A participant as they are named in a sentence."""
    return in_a_sentence(one, standings.tournament.by_id[one].name)


def lines(standings: Standings, one: int, index: int) -> list[Addend]:
    """Every contribution to one value, in the order of the rounds."""
    working = standings.working(one, index)
    found: list[tuple[Contribution, str]] = [(each, "") for each in working.counted]
    found += [(each, word(str(why.value))) for each, why in working.cut]
    found.sort(key=lambda pair: (pair[0].round, pair[0].board))
    return [_line(standings, one, each, working.unit, cut) for each, cut in found]


def _line(standings: Standings, one: int, each: Contribution, unit: int, cut: str) -> Addend:
    where = _where(standings, one, each)
    reasons: list[str] = [] if each.why in _PLAIN else [word(str(each.why.value))]
    if unit == 100:
        reasons.insert(0, f"{decimal(each.score, 1, 10)} × {decimal(each.points, 1, 10)}")
    if each.board:
        return Addend(decimal(each.value, 2, unit), spoken("on board %(board)s", board=each.board), cut)
    text = joined(": ", (part for part in (where, joined(", ", reasons)) if part))
    return Addend(decimal(each.value, 2, unit), text, cut)


def _where(standings: Standings, one: int, each: Contribution) -> str:
    """The round, and the opponent or what was there instead of one."""
    if not each.round:
        return ""
    meeting = standings.table.meetings[one][each.round - 1]
    if each.why is Why.EXTERNAL:
        return spoken("round %(round)s, bonus or penalty", round=each.round)
    if not each.opponent:
        return spoken("round %(round)s, %(what)s", round=each.round, what=_kind(standings, meeting.kind))
    name = called(standings, each.opponent)
    if meeting.kind is Kind.PLAYED:
        return spoken("round %(round)s, %(name)s", round=each.round, name=name)
    what = word(str(meeting.kind.value))
    return spoken("round %(round)s, %(what)s against %(name)s", round=each.round, what=what, name=name)


def _kind(standings: Standings, kind: Kind) -> str:
    if standings.table.predetermined:
        return spoken("free round")
    return spoken("not there") if kind is Kind.NOT_ENTERED else word(str(kind.value))


def summary(standings: Standings, one: int, index: int) -> str:
    """How the contributions make the value, in one sentence."""
    tiebreak, working = standings.tiebreaks[index], standings.working(one, index)
    name, value = tiebreak.definition.name, shown(working.value, tiebreak)
    if working.value is None:
        return spoken("There is no value: nothing was played over the board.")
    if tiebreak.definition.by_place:
        return _place(standings, one, index, working)
    special = _SPECIAL.get(name)
    if special is not None and working.counted:
        return special(standings, tiebreak, working)
    if len(working.counted) < 2 and not working.cut:
        return spoken("That makes %(value)s.", value=value)
    if working.counted:
        return spoken("Together: %(value)s.", value=value)
    return spoken("Nothing is left: %(value)s.", value=value)


def _place(standings: Standings, one: int, index: int, working: Working) -> str:
    group = standings.columns[index].groups.get(one, ())
    if len(group) < 2:
        return spoken("Nobody was level at this point: nothing to decide.")
    if not working.value:
        return spoken("%(number)s were level at this point, and this does not separate them.", number=len(group))
    return spoken("%(number)s were level at this point; this gives place %(place)s among them.", number=len(group),
                  place=shown(working.value))  # fmt: skip


def _rated(working: Working) -> tuple[list[int], int]:
    return [each.value for each in working.counted], sum(each.points for each in working.counted)


def _average(standings: Standings, tiebreak: TieBreak, working: Working) -> str:
    return spoken("The average of these %(number)s is %(value)s.", number=len(working.counted),
                  value=shown(working.value))  # fmt: skip


def _performance(standings: Standings, tiebreak: TieBreak, working: Working) -> str:
    ratings, halves = _rated(working)
    percent = elo.percentage(halves, len(ratings))
    more = elo.DIFFERENCE_BY_PERCENT[percent]
    return spoken(
        "The average is %(average)s; %(points)s of %(games)s points are %(percent)s per cent, worth %(more)s"
        " (B.02 8.1.1): %(value)s.", average=elo.average(ratings), points=decimal(halves, 1, 2),
        games=len(ratings), percent=percent, more=f"{more:+}", value=shown(working.value),
    )  # fmt: skip


def _perfect(standings: Standings, tiebreak: TieBreak, working: Working) -> str:
    _, halves = _rated(working)
    if not halves:
        return spoken("No points: 800 less than the lowest of these ratings, %(value)s.", value=shown(working.value))
    points = decimal(halves, 1, 2)
    return spoken("%(value)s is the lowest rating from which %(points)s points would be expected (B.02 8.1.2).",
                  value=shown(working.value), points=points)  # fmt: skip


def _strength(standings: Standings, tiebreak: TieBreak, working: Working) -> str:
    first, *rest = (each.value for each in working.counted)
    by = decimal(divisor(standings.table, tiebreak.how), 3)
    buchholz = decimal(sum(rest), 1, 10)
    return f"{decimal(first, 1, 10)} + {buchholz} / {by} = {shown(working.value)}."


def _board_count(standings: Standings, tiebreak: TieBreak, working: Working) -> str:
    terms = (f"{each.board} × {decimal(each.value, 1, 10)}" for each in working.counted)
    return spoken("%(sum)s = %(value)s; the lower the better.", sum=" + ".join(terms), value=shown(working.value))


_SPECIAL = {
    "ARO": _average, "AOB": _average, "APRO": _average, "APPO": _average, "TPR": _performance, "PTP": _perfect,
    "SSSC": _strength, "BC": _board_count,
}  # fmt: skip


def sum_of(working: Working) -> str:
    """All contributions in one line: those that count, then those cut.

    >>> from fractions import Fraction
    >>> sum_of(Working(Fraction(3), (Contribution(1, 2, 30, 30, Why.OPPONENT),), unit=10))
    '3'
    """
    added = " + ".join(decimal(each.value, 2, working.unit) for each in _by_round(working.counted))
    cut = ", ".join(decimal(each.value, 2, working.unit) for each, _ in working.cut)
    return spoken("%(sum)s (cut %(cut)s)", sum=added, cut=cut) if cut else added


def _by_round(contributions: Sequence[Contribution]) -> list[Contribution]:
    return sorted(contributions, key=lambda each: (each.round, each.board))
