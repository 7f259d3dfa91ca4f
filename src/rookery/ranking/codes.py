"""The codes of tie-breaks in TRF26, parsed and written; and self-defined tie-breaks, registered under a code.

>>> parse_tiebreak("bh:gp/c1")
TieBreak('BH:GP/C1')
>>> parse_tiebreak("SB/M1")
Traceback (most recent call last):
rookery.errors.RuleError: SB/M1: Sonneborn-Berger takes no /Mn; it may be followed by :MP :GP /Cn /P (C.07 9.1)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias, cast

from rookery._record import record, replace
from rookery.elo import round_half_up
from rookery.errors import RuleError
from rookery.messages import format_msg, join_texts, msg, msg_const
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.definitions import DEFINITIONS, MODIFIERS, Definition
from rookery.ranking.rules import TieBreakReadings
from rookery.ranking.tiebreak import PLAIN, Addends, Contribution, Key, Measure, Method, Modifiers, Why

_ALIASES = {"ESB:MM": "EMMSB", "ESB:MG": "EMGSB", "ESB:GM": "EGMSB", "ESB:GG": "EGGSB"}
_FROM_ONE, _SIGNS = tuple("123456789"), ("+", "-")
_MODIFIER_PATTERNS: dict[str, Callable[[str], bool]] = {
    "C": lambda text: text[:1] in _FROM_ONE and _is_short_number(text, 2),
    "M": lambda text: text[:1] in _FROM_ONE and _is_short_number(text, 2),
    "L": lambda text: _is_short_number(text[text[:1] in _SIGNS :], 3),
    "K": lambda text: (
        _is_short_number(text.partition(".")[0], 4) and ("." not in text or _is_short_number(text.partition(".")[2], 3))
    ),
    "U": lambda text: _is_short_number(text, 4),
    **dict.fromkeys("PFR", lambda text: not text),
}


def _is_short_number(text: str, max_digits: int) -> bool:
    return 0 < len(text) <= max_digits and text.isdecimal()


@record
class TieBreak:
    """A tie-break as a list names it: a definition and its modifiers.

    >>> str(parse_tiebreak("KS/L1")), str(parse_tiebreak("sssc/f/p"))
    ('KS/L+1', 'SSSC/P/F')
    """

    definition: Definition
    modifiers: Modifiers = PLAIN

    @property
    def lower(self) -> bool:
        """Whether the lower value is the better one."""
        return self.definition.lower != self.modifiers.reverse

    @property
    def title(self) -> str:
        """The full name with its modifiers."""
        return join_texts(", ", (msg_const(self.definition.title), *_modifier_titles(self.modifiers)))

    def __str__(self) -> str:
        return self.definition.name + "".join(_modifier_codes(self.modifiers))

    def __repr__(self) -> str:
        return f"TieBreak({str(self)!r})"

    def __reduce__(self) -> tuple[Callable[..., TieBreak], tuple[object, ...]]:
        """Pickle by name where the definition is in a table, because functions cannot be pickled."""
        line, name = self.definition, self.definition.name.upper()
        if DEFINITIONS.get(name) is line:
            return _rebuild_standard, (name, self.modifiers)
        if CUSTOM.get(name) is line:
            return _rebuild_registered, (replace(line, method=None), self.modifiers)
        return TieBreak, (line, self.modifiers)


def _rebuild_standard(name: str, modifiers: Modifiers) -> TieBreak:
    return TieBreak(DEFINITIONS[name], modifiers)


def _rebuild_registered(line: Definition, modifiers: Modifiers) -> TieBreak:
    return TieBreak(CUSTOM.get(line.name) or replace(line, method=_Unregistered(line.name)), modifiers)


@record(slots=False)
class _Unregistered:
    """A self-defined tie-break of another program, whose function is not available here."""

    name: str

    def __call__(self, table: CrossTable, modifiers: Modifiers) -> Measure:
        raise RuleError(
            msg(
                "%(name)s is not registered in this program: how its values came about is not known here",
                name=self.name,
            )
        )


def format_decimal(number: Fraction | int, digits: int, unit: int = 1) -> str:
    """Format a number of 1/`unit` parts with a limited number of digits after the point, rounded half up.

    >>> from fractions import Fraction
    >>> format_decimal(27, 2, 4), format_decimal(Fraction(13, 2), 3), format_decimal(-3, 2)
    ('6.75', '6.5', '-3')
    >>> format_decimal(Fraction(2, 3), 2)
    '0.67'
    """
    whole, rest = divmod(abs(round_half_up(number.numerator * 10**digits, number.denominator * unit)), 10**digits)
    tail = f"{rest:0{digits}}".rstrip("0") if rest else ""
    return "-" * (number < 0) + str(whole) + ("." + tail if tail else "")


def _modifier_codes(modifiers: Modifiers) -> list[str]:
    """Return the modifiers as TRF26 writes them."""
    cut = f"/M{modifiers.low}" if modifiers.high else f"/C{modifiers.low}" if modifiers.low else ""
    percent = "" if modifiers.percent is None else f"/L{modifiers.percent:02}"
    factor = "" if modifiers.factor is None else f"/K{format_decimal(modifiers.factor, 3)}"
    unrated = "" if modifiers.unrated is None else f"/U{modifiers.unrated}"
    score = modifiers.score and f":{modifiers.score}"
    halves = modifiers.halves and f"/L{modifiers.halves:+}"
    flags = ["/P" * modifiers.forfeits, "/F" * modifiers.fore, unrated, "/R" * modifiers.reverse]
    return [score, cut, percent, halves or "", factor, *flags]


def _modifier_titles(modifiers: Modifiers) -> list[str]:
    """Return the modifiers as texts."""
    texts: list[str] = []
    if modifiers.score:
        texts.append(msg("match points") if modifiers.score == "MP" else msg("game points"))
    if modifiers.low:
        cut = msg("median %(number)s") if modifiers.high else msg("cut %(number)s")
        texts.append(format_msg(cut, number=modifiers.low))
    if modifiers.percent is not None:
        texts.append(msg("limit %(number)s per cent", number=modifiers.percent))
    if modifiers.halves:
        texts.append(msg("limit %(number)s half points", number=f"{modifiers.halves:+}"))
    texts += [msg("forfeits as played")] * modifiers.forfeits + [msg("final round as drawn")] * modifiers.fore
    if modifiers.unrated is not None:
        texts.append(msg("unrated as %(rating)s", rating=modifiers.unrated))
    return texts + [msg("reversed")] * modifiers.reverse


def parse_tiebreak(
    code: str, readings: TieBreakReadings | None = None, entered_definitions: Mapping[str, Definition] | None = None
) -> TieBreak:
    """Parse a tie-break code of records 202 and 212; raise RuleError if it is wrong.

    `entered_definitions` defines further names, for values entered by hand.
    """
    return (
        _parse_code(code, readings or TieBreakReadings(), entered_definitions)
        if entered_definitions
        else _parse_cached(code, readings)
    )


def _parse_cached(code: str, readings: TieBreakReadings | None) -> TieBreak:
    """Return the tie-break of a code; those of the table are cached."""
    tiebreak = _PARSED.get((code, readings))
    if tiebreak is None:
        tiebreak = _parse_code(code, readings or TieBreakReadings(), {})
        if tiebreak.definition is DEFINITIONS.get(tiebreak.definition.name.upper()) and len(_PARSED) < _MAX_PARSED:
            _PARSED[code, readings] = tiebreak
    return tiebreak


_PARSED: dict[tuple[str, TieBreakReadings | None], TieBreak] = {}
_MAX_PARSED = 256


def _parse_code(code: str, readings: TieBreakReadings, entered_definitions: Mapping[str, Definition]) -> TieBreak:
    plain = "".join(code.split()).upper()
    head, *modifiers = plain.split("/")
    head = _ALIASES.get(head, head)
    name, _, score = head.partition(":")
    definition = DEFINITIONS.get(name) or CUSTOM.get(name) or entered_definitions.get(name)
    if definition is None:
        raise RuleError(_unknown_code_message(code, name))
    parsed = PLAIN
    if score:
        _require_modifier_allowed(code, definition, "S", f":{score}")
        if score not in ("MP", "GP"):
            raise RuleError(msg("%(code)s: the score is :MP or :GP, not :%(score)s", code=code, score=score),
                            article="C.07 13")  # fmt: skip
        parsed = replace(parsed, score=score)
    for modifier in modifiers:
        parsed = _add_modifier(code, definition, parsed, modifier, readings)
    return TieBreak(definition, parsed)


def _unknown_code_message(code: str, name: str) -> str:
    if name.startswith("OTHER_"):
        return msg("%(code)s: a self-defined tie-break is needed here, registered under this name or with its values"
                      " entered", code=code)  # fmt: skip
    if "-" in code and code.strip().upper().replace("-", "/").partition("/")[0] in DEFINITIONS:
        corrected = code.strip().upper().replace("-", "/")
        return msg("there is no tie-break %(code)s; did you mean %(spelt)s? (C.07 writes a dash, TRF26 and we a"
                      " stroke)", code=f"{code!r}", spelt=corrected)  # fmt: skip
    from difflib import get_close_matches

    near = get_close_matches(name, [*DEFINITIONS, *CUSTOM], 1)
    if near:
        return msg("there is no tie-break %(code)s; did you mean %(near)s?", code=f"{code!r}", near=near[0])
    return msg("there is no tie-break %(code)s; there are %(codes)s", code=f"{code!r}", codes=", ".join(DEFINITIONS))


def _require_modifier_allowed(code: str, definition: Definition, letter: str, text_of_modifier: str) -> None:
    if letter in definition.takes:
        return
    allowed = " ".join(MODIFIERS[other][0] for other in MODIFIERS if other in definition.takes)
    article = f"C.07 {definition.article}" if definition.article else ""
    template = msg("%(code)s: %(title)s takes no %(shown)s; it takes no modifiers")
    if allowed:
        template = msg("%(code)s: %(title)s takes no %(shown)s; it may be followed by %(allowed)s")
    text = format_msg(template, code=code, title=msg_const(definition.title), shown=text_of_modifier, allowed=allowed)
    raise RuleError(text, article=article)


def _add_modifier(
    code: str, definition: Definition, modifiers: Modifiers, text: str, readings: TieBreakReadings
) -> Modifiers:
    """Return the modifiers with one more."""
    letter, number = text[:1], text[1:]
    if letter not in _MODIFIER_PATTERNS:
        raise RuleError(msg("%(code)s: /%(text)s is no modifier; there are %(list)s", code=code, text=text,
                               list=" ".join((w for w, _ in MODIFIERS.values()))))  # fmt: skip
    _require_modifier_allowed(code, definition, letter, MODIFIERS[letter][0])
    if not _MODIFIER_PATTERNS[letter](number):
        raise RuleError(msg("%(code)s: /%(text)s cannot be read; it is written %(modifiers)s", code=code, text=text,
                               modifiers=MODIFIERS[letter][0]))  # fmt: skip
    if letter in "CM" and modifiers.low:
        raise RuleError(msg("%(code)s: one cut or median is enough", code=code), article="C.07 14")
    match letter:
        case "C":
            return replace(modifiers, low=int(number))
        case "M":
            return replace(modifiers, low=int(number), high=int(number))
        case "L":
            return _add_koya_limit(modifiers, number, readings)
        case "K":
            return _add_divisor(code, modifiers, Fraction(number))
        case "U":
            return replace(modifiers, unrated=int(number))
    return replace(modifiers, forfeits=modifiers.forfeits or letter == "P", fore=modifiers.fore or letter == "F",
                   reverse=modifiers.reverse or letter == "R")  # fmt: skip


def _add_koya_limit(modifiers: Modifiers, number: str, readings: TieBreakReadings) -> Modifiers:
    """Return the modifiers with the limit of Koya (Q7).

    A sign, or a single digit, means half points; more digits are a percentage.
    """
    if number[0] in "+-" or (len(number) == 1 and readings.koya_digit == "half points"):
        return replace(modifiers, halves=int(number))
    return replace(modifiers, percent=int(number))


def _add_divisor(code: str, modifiers: Modifiers, factor: Fraction) -> Modifiers:
    if not factor:
        raise RuleError(msg("%(code)s: nothing can be divided by zero", code=code), article="C.07 13.4.2")
    return replace(modifiers, factor=factor)


# -- self-defined tie-breaks (4.1) -------------------------------------------------------------------------------------

CUSTOM: dict[str, Definition] = {}
"""The registered tie-breaks by name."""


Values: TypeAlias = Mapping[int, Fraction | int | None]
"""A value for each participant; None or a missing value: undefined."""


@record(slots=False)
class GivenValues:
    """A tie-break with given values instead of a computation."""

    items: tuple[tuple[int, Fraction | int | None], ...]
    why: Why

    @classmethod
    def from_values(cls, values: Values, reason: Why) -> GivenValues:
        """Return a tie-break with these values, for this reason."""
        return cls(tuple(values.items()), reason)

    @cached_property
    def _values(self) -> Values:
        return dict(self.items)

    def _contributions(self, participant: int) -> list[Contribution]:
        value = self._values.get(participant)
        return [] if value is None else [Contribution(0, 0, cast(int, value), 0, self.why)]  # a Fraction does as well

    def __call__(self, table: CrossTable, modifiers: Modifiers) -> Measure:
        """Return the measure that has these values."""
        return Measure(self._contributions, _single_value, whole=True)


def _single_value(addends: Addends) -> Key | None:
    return addends.values[0] if addends.values else None


def register_tiebreak(
    name: str, function: Callable[[CrossTable], Values], *, meaning: str = "self-defined", lower: bool = False
) -> TieBreak:
    """Register a tie-break under OTHER_...: any function of the table that returns the values (4.1).

    Args:
        name: The code, which begins with OTHER_.
        function: The function: given the table, it returns values in points by pairing number.
        meaning: The name of the tie-break in words.
        lower: Whether a lower value is better.

    Returns:
        The tie-break, which `standings` takes by its code from now on.

    Raises:
        RuleError: The name does not begin with OTHER_, or has other characters than letters.

    >>> register_tiebreak("OTHER_ROUNDS", lambda table: dict.fromkeys(table.ids, table.rounds))
    TieBreak('OTHER_ROUNDS')
    """

    def method(table: CrossTable, modifiers: Modifiers) -> Measure:
        return GivenValues.from_values(function(table), Why.CUSTOM)(table, modifiers)

    CUSTOM[name.upper()] = custom_definition(name, method, meaning, lower)
    return TieBreak(CUSTOM[name.upper()])


def custom_definition(name: str, method: Method | None, meaning: str, lower: bool = False) -> Definition:
    """Return the definition of a self-defined tie-break."""
    code = name.upper()
    rest = code.removeprefix("OTHER_")
    if rest == code or not (rest.isascii() and rest.replace("_", "0").isalnum()):
        raise RuleError(msg("a self-defined tie-break is called OTHER_ and letters, not %(name)s", name=f"{name!r}"),
                        article="C.07 4.1")  # fmt: skip
    title = rest.replace("_", " ").capitalize()
    return Definition(code, "4.1", title, meaning, "", method, takes="R", lower=lower)
