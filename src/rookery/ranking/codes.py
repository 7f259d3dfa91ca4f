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
from rookery.values import Value, replace
from rookery.wording import filled, joined, spoken, word

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


class TieBreak(Value):
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
        return joined(", ", (word(self.definition.title), *_in_words(self.how)))

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


class _Unregistered(Value, slots=False):
    """A self-defined tie-break of another program: its values have come with the standings, its function has not."""

    name: str

    def __call__(self, table: CrossTable, how: Modifiers) -> Measure:
        raise RuleError(
            spoken(
                "%(name)s is not registered in this program: how its values came about is not known here",
                name=self.name,
            )
        )


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
    said: list[str] = []
    if how.score:
        said.append(spoken("match points") if how.score == "MP" else spoken("game points"))
    if how.low:
        cut = spoken("median %(number)s") if how.high else spoken("cut %(number)s")
        said.append(filled(cut, number=how.low))
    if how.percent is not None:
        said.append(spoken("limit %(number)s per cent", number=how.percent))
    if how.halves:
        said.append(spoken("limit %(number)s half points", number=f"{how.halves:+}"))
    said += [spoken("forfeits as played")] * how.forfeits + [spoken("final round as drawn")] * how.fore
    if how.unrated is not None:
        said.append(spoken("unrated as %(rating)s", rating=how.unrated))
    return said + [spoken("reversed")] * how.reverse


def parse(
    code: str, readings: TieBreakReadings | None = None, entered: Mapping[str, Definition] | None = None
) -> TieBreak:
    """The tie-break that a code of records 202 and 212 names; a RuleError says what is wrong with it.

    `entered` defines further names, for values entered by hand.
    """
    return _parsed(code, readings or TieBreakReadings(), entered) if entered else _remembered(code, readings)


def _remembered(code: str, readings: TieBreakReadings | None) -> TieBreak:
    """The same; what a code of the table means is always the same, and is read once."""
    found = _READ.get((code, readings))
    if found is None:
        found = _parsed(code, readings or TieBreakReadings(), {})
        if found.definition is DEFINITIONS.get(found.definition.name.upper()) and len(_READ) < _MOST_READ:
            _READ[code, readings] = found
    return found


_READ: dict[tuple[str, TieBreakReadings | None], TieBreak] = {}
_MOST_READ = 256


def _parsed(code: str, readings: TieBreakReadings, entered: Mapping[str, Definition]) -> TieBreak:
    plain = "".join(code.split()).upper()
    head, *modifiers = plain.split("/")
    head = _ALIASES.get(head, head)
    name, _, score = head.partition(":")
    definition = DEFINITIONS.get(name) or CUSTOM.get(name) or entered.get(name)
    if definition is None:
        raise RuleError(_unknown(code, name))
    how = PLAIN
    if score:
        _must_take(code, definition, "S", f":{score}")
        if score not in ("MP", "GP"):
            raise RuleError(spoken("%(code)s: the score is :MP or :GP, not :%(score)s", code=code, score=score),
                            article="C.07 13")  # fmt: skip
        how = replace(how, score=score)
    for modifier in modifiers:
        how = _modified(code, definition, how, modifier, readings)
    return TieBreak(definition, how)


def _unknown(code: str, name: str) -> str:
    if name.startswith("OTHER_"):
        return spoken("%(code)s: a self-defined tie-break is needed here, registered under this name or with its values"
                      " entered", code=code)  # fmt: skip
    if "-" in code and code.strip().upper().replace("-", "/").partition("/")[0] in DEFINITIONS:
        spelt = code.strip().upper().replace("-", "/")
        return spoken("there is no tie-break %(code)s; did you mean %(spelt)s? (C.07 writes a dash, TRF26 and we a"
                      " stroke)", code=f"{code!r}", spelt=spelt)  # fmt: skip
    from difflib import get_close_matches

    near = get_close_matches(name, [*DEFINITIONS, *CUSTOM], 1)
    if near:
        return spoken("there is no tie-break %(code)s; did you mean %(near)s?", code=f"{code!r}", near=near[0])
    return spoken("there is no tie-break %(code)s; there are %(codes)s", code=f"{code!r}", codes=", ".join(DEFINITIONS))


def _must_take(code: str, definition: Definition, letter: str, shown: str) -> None:
    if letter in definition.takes:
        return
    allowed = " ".join(MODIFIERS[each][0] for each in MODIFIERS if each in definition.takes)
    article = f"C.07 {definition.article}" if definition.article else ""
    template = spoken("%(code)s: %(title)s takes no %(shown)s; it takes no modifiers")
    if allowed:
        template = spoken("%(code)s: %(title)s takes no %(shown)s; it may be followed by %(allowed)s")
    text = filled(template, code=code, title=word(definition.title), shown=shown, allowed=allowed)
    raise RuleError(text, article=article)


def _modified(code: str, definition: Definition, how: Modifiers, text: str, readings: TieBreakReadings) -> Modifiers:
    """The modifiers with one more."""
    letter, number = text[:1], text[1:]
    if letter not in _READS:
        raise RuleError(spoken("%(code)s: /%(text)s is no modifier; there are %(list)s", code=code, text=text,
                               list=" ".join((w for w, _ in MODIFIERS.values()))))  # fmt: skip
    _must_take(code, definition, letter, MODIFIERS[letter][0])
    if not _READS[letter](number):
        raise RuleError(spoken("%(code)s: /%(text)s cannot be read; it is written %(modifiers)s", code=code, text=text,
                               modifiers=MODIFIERS[letter][0]))  # fmt: skip
    if letter in "CM" and how.low:
        raise RuleError(spoken("%(code)s: one cut or median is enough", code=code), article="C.07 14")
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
        raise RuleError(spoken("%(code)s: nothing can be divided by zero", code=code), article="C.07 13.4.2")
    return replace(how, factor=factor)


# -- self-defined tie-breaks (4.1) -------------------------------------------------------------------------------------

CUSTOM: dict[str, Definition] = {}
"""What has been registered, by name."""


Values: TypeAlias = "Mapping[int, Fraction | int | None]"
"""A value for each participant; None, or none at all: undefined."""


class Given(Value, slots=False):
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
        raise RuleError(spoken("a self-defined tie-break is called OTHER_ and letters, not %(name)s", name=f"{name!r}"),
                        article="C.07 4.1")  # fmt: skip
    title = rest.replace("_", " ").capitalize()
    return Definition(code, "4.1", title, meaning, "", method, takes="R", lower=lower)
