"""The codes of tie-breaks in TRF26, read and written; and tie-breaks of one's own, made known under a code.

>>> parse("bh:gp/c1")
TieBreak('BH:GP/C1')
>>> parse("SB/M1")
Traceback (most recent call last):
rookery.errors.RuleError: SB/M1: Sonneborn-Berger takes no /Mn; it may be followed by :MP :GP /Cn /P (C.07 9.1)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from rookery.elo import half_up
from rookery.errors import RuleError
from rookery.ranking.contribution import Addends, Contribution, Why
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.measure import PLAIN, Key, Measure, Method, Modifiers
from rookery.ranking.rules import TieBreakReadings
from rookery.ranking.table_of_tiebreaks import DEFINITIONS, MODIFIERS, Definition
from rookery.typed import TYPE_CHECKING, TypeAlias, cast
from rookery.values import frozen, replace

if TYPE_CHECKING:
    from fractions import Fraction

_ALIASES = {"ESB:MM": "EMMSB", "ESB:MG": "EMGSB", "ESB:GM": "EGMSB", "ESB:GG": "EGGSB"}
_FROM_ONE, _SIGNS = tuple("123456789"), ("+", "-")
_READS: dict[str, Callable[[str], bool]] = {
    "C": lambda text: text[:1] in _FROM_ONE and _digits(text, 2),
    "M": lambda text: text[:1] in _FROM_ONE and _digits(text, 2),
    "L": lambda text: _digits(text[text[:1] in _SIGNS :], 3),
    "K": lambda text: _digits(text.partition(".")[0], 4) and ("." not in text or _digits(text.partition(".")[2], 3)),
    "U": lambda text: _digits(text, 4),
    **dict.fromkeys("PFR", lambda text: not text),
}


def _digits(text: str, most: int) -> bool:
    return 0 < len(text) <= most and text.isdecimal()


@frozen
class TieBreak:
    """A tie-break as it stands in a list: one line of the table, and how it is modified.

    >>> str(parse("KS/L1")), str(parse("sssc/f/p"))
    ('KS/L+1', 'SSSC/P/F')
    """

    definition: Definition
    how: Modifiers = PLAIN

    @property
    def lower(self) -> bool:
        """Whether the lower value is the better one."""
        return self.definition.lower != self.how.reverse

    @property
    def title(self) -> str:
        """The name in full, with what modifies it."""
        return ", ".join([self.definition.title, *(_in_words(self.how))])

    def __str__(self) -> str:
        return self.definition.name + "".join(_spelt(self.how))

    def __repr__(self) -> str:
        return f"TieBreak({str(self)!r})"

    def __reduce__(self) -> tuple[Callable[..., TieBreak], tuple[object, ...]]:
        """Functions do not travel: what stands in a table is known by its name there."""
        line, name = self.definition, self.definition.name.upper()
        if DEFINITIONS.get(name) is line:
            return _of_the_table, (name, self.how)
        if CUSTOM.get(name) is line:
            return _registered, (replace(line, method=None), self.how)
        return TieBreak, (line, self.how)


def _of_the_table(name: str, how: Modifiers) -> TieBreak:
    return TieBreak(DEFINITIONS[name], how)


def _registered(line: Definition, how: Modifiers) -> TieBreak:
    return TieBreak(CUSTOM.get(line.name) or replace(line, method=_Unregistered(line.name)), how)


@frozen(slots=False)
class _Unregistered:
    """A self-defined tie-break of another program: its values have come with the standings, its function has not."""

    name: str

    def __call__(self, table: CrossTable, how: Modifiers) -> Measure:
        raise RuleError(f"{self.name} is not registered in this program: how its values came about is not known here")


def decimal(number: Fraction | int, digits: int, unit: int = 1) -> str:
    """A number of parts, so many to a whole, with so many digits after the point at most, a half going up.

    >>> from fractions import Fraction
    >>> decimal(27, 2, 4), decimal(Fraction(13, 2), 3), decimal(-3, 2), decimal(Fraction(2, 3), 2)
    ('6.75', '6.5', '-3', '0.67')
    """
    whole, rest = divmod(abs(half_up(number.numerator * 10**digits, number.denominator * unit)), 10**digits)
    tail = f"{rest:0{digits}}".rstrip("0") if rest else ""
    return "-" * (number < 0) + str(whole) + ("." + tail if tail else "")


def _spelt(how: Modifiers) -> list[str]:
    """The modifiers as TRF26 writes them."""
    cut = f"/M{how.low}" if how.high else f"/C{how.low}" if how.low else ""
    percent = "" if how.percent is None else f"/L{how.percent:02}"
    factor = "" if how.factor is None else f"/K{decimal(how.factor, 3)}"
    unrated = "" if how.unrated is None else f"/U{how.unrated}"
    score = how.score and f":{how.score}"
    halves = how.halves and f"/L{how.halves:+}"
    flags = ["/P" * how.forfeits, "/F" * how.fore, unrated, "/R" * how.reverse]
    return [score, cut, percent, halves or "", factor, *flags]


def _in_words(how: Modifiers) -> list[str]:
    """The modifiers for people."""
    said = []
    if how.score:
        said.append("match points" if how.score == "MP" else "game points")
    if how.low:
        said.append(f"{'median' if how.high else 'cut'} {how.low}")
    if how.percent is not None:
        said.append(f"limit {how.percent} per cent")
    if how.halves:
        said.append(f"limit {how.halves:+} half points")
    said += ["forfeits as played"] * how.forfeits + ["final round as drawn"] * how.fore
    if how.unrated is not None:
        said.append(f"unrated as {how.unrated}")
    return said + ["reversed"] * how.reverse


def parse(
    code: str, readings: TieBreakReadings | None = None, entered: Mapping[str, Definition] | None = None
) -> TieBreak:
    """The tie-break that a code of records 202 and 212 names; a RuleError says what is wrong with it.

    `entered` defines further names, for values entered by hand.
    """
    plain = "".join(code.split()).upper()
    head, *modifiers = plain.split("/")
    head = _ALIASES.get(head, head)
    name, _, score = head.partition(":")
    definition = DEFINITIONS.get(name) or CUSTOM.get(name) or (entered or {}).get(name)
    if definition is None:
        raise RuleError(_unknown(code, name))
    how = PLAIN
    if score:
        _must_take(code, definition, "S", f":{score}")
        if score not in ("MP", "GP"):
            raise RuleError(f"{code}: the score is :MP or :GP, not :{score}", article="C.07 13")
        how = replace(how, score=score)
    for modifier in modifiers:
        how = _modified(code, definition, how, modifier, readings or TieBreakReadings())
    return TieBreak(definition, how)


def _unknown(code: str, name: str) -> str:
    if name.startswith("OTHER_"):
        return f"{code}: a self-defined tie-break is needed here, registered under this name or with its values entered"
    if "-" in code and code.strip().upper().replace("-", "/").partition("/")[0] in DEFINITIONS:
        spelt = code.strip().upper().replace("-", "/")
        return f"there is no tie-break {code!r}; did you mean {spelt}? (C.07 writes a dash, TRF26 and we a stroke)"
    from difflib import get_close_matches

    near = get_close_matches(name, [*DEFINITIONS, *CUSTOM], 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(DEFINITIONS)}"
    return f"there is no tie-break {code!r}; {hint}"


def _must_take(code: str, definition: Definition, letter: str, shown: str) -> None:
    if letter in definition.takes:
        return
    allowed = " ".join(MODIFIERS[each][0] for each in MODIFIERS if each in definition.takes)
    tail = f"; it may be followed by {allowed}" if allowed else "; it takes no modifiers"
    article = f"C.07 {definition.article}" if definition.article else ""
    raise RuleError(f"{code}: {definition.title} takes no {shown}{tail}", article=article)


def _modified(code: str, definition: Definition, how: Modifiers, text: str, readings: TieBreakReadings) -> Modifiers:
    """The modifiers with one more."""
    letter, number = text[:1], text[1:]
    if letter not in _READS:
        raise RuleError(f"{code}: /{text} is no modifier; there are {' '.join(w for w, _ in MODIFIERS.values())}")
    _must_take(code, definition, letter, MODIFIERS[letter][0])
    if not _READS[letter](number):
        raise RuleError(f"{code}: /{text} cannot be read; it is written {MODIFIERS[letter][0]}")
    if letter in "CM" and how.low:
        raise RuleError(f"{code}: one cut or median is enough", article="C.07 14")
    match letter:
        case "C":
            return replace(how, low=int(number))
        case "M":
            return replace(how, low=int(number), high=int(number))
        case "L":
            return _limited(how, number, readings)
        case "K":
            from fractions import Fraction

            return _divided(code, how, Fraction(number))
        case "U":
            return replace(how, unrated=int(number))
    return replace(how, forfeits=how.forfeits or letter == "P", fore=how.fore or letter == "F",
                   reverse=how.reverse or letter == "R")  # fmt: skip


def _limited(how: Modifiers, number: str, readings: TieBreakReadings) -> Modifiers:
    """The limit of Koya: a sign, or one digit, means half points; more digits a percentage (Q7)."""
    if number[0] in "+-" or (len(number) == 1 and readings.koya_digit == "half points"):
        return replace(how, halves=int(number))
    return replace(how, percent=int(number))


def _divided(code: str, how: Modifiers, factor: Fraction) -> Modifiers:
    if not factor:
        raise RuleError(f"{code}: nothing can be divided by zero", article="C.07 13.4.2")
    return replace(how, factor=factor)


# -- self-defined tie-breaks (4.1) -------------------------------------------------------------------------------------

CUSTOM: dict[str, Definition] = {}
"""What has been registered, by name."""


Values: TypeAlias = "Mapping[int, Fraction | int | None]"
"""A value for each participant; None, or none at all: undefined."""


@frozen(slots=False)
class Given:
    """A tie-break whose values are known beforehand."""

    items: tuple[tuple[int, Fraction | int | None], ...]
    why: Why

    @classmethod
    def of(cls, values: Values, why: Why) -> Given:
        """These values, for this reason."""
        return cls(tuple(values.items()), why)

    @cached_property
    def _values(self) -> Values:
        return dict(self.items)

    def _contributions(self, one: int) -> list[Contribution]:
        known = self._values.get(one)
        return [] if known is None else [Contribution(0, 0, cast(int, known), 0, self.why)]  # a Fraction does as well

    def __call__(self, table: CrossTable, how: Modifiers) -> Measure:
        return Measure(self._contributions, _single, whole=True)


def _single(known: Addends) -> Key | None:
    return known.values[0] if known.values else None


def register(
    name: str, function: Callable[[CrossTable], Values], *, meaning: str = "self-defined", lower: bool = False
) -> TieBreak:
    """Make a tie-break of one's own known under OTHER_...: any function of the table that gives the values (4.1).

    >>> register("OTHER_ROUNDS", lambda table: dict.fromkeys(table.ids, table.rounds))
    TieBreak('OTHER_ROUNDS')
    """

    def method(table: CrossTable, how: Modifiers) -> Measure:
        return Given.of(function(table), Why.CUSTOM)(table, how)

    CUSTOM[name.upper()] = own_definition(name, method, meaning, lower)
    return TieBreak(CUSTOM[name.upper()])


def own_definition(name: str, method: Method | None, meaning: str, lower: bool = False) -> Definition:
    """The line of a self-defined tie-break."""
    code = name.upper()
    rest = code.removeprefix("OTHER_")
    if rest == code or not (rest.isascii() and rest.replace("_", "0").isalnum()):
        raise RuleError(f"a self-defined tie-break is called OTHER_ and letters, not {name!r}", article="C.07 4.1")
    title = rest.replace("_", " ").capitalize()
    return Definition(code, "4.1", title, meaning, "", method, takes="R", lower=lower)
