"""Options of the Keizer system that clubs choose, and their notation in the code of the system.

CUSTOM_KEIZER_TOP60_START0_APART5 is a Keizer in which the first place is worth 60, players start without points, and
two who met do not meet again for five rounds; options not given have their default.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from rookery._record import field, record, replace
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.model import ByeKind
from rookery.regulations.formats import KEIZER

BYES = {
    "bye": ByeKind.PAIRING_ALLOCATED, "full": ByeKind.FULL, "half": ByeKind.HALF, "zero": ByeKind.ZERO,
    "late": ByeKind.NOT_ENTERED,
}  # fmt: skip
"""The kind of bye by its option word."""
WORDS = ("top", "start", "apart", *BYES)
"""All option words."""


def _usual_byes() -> dict[ByeKind, Fraction]:
    return {
        ByeKind.PAIRING_ALLOCATED: Fraction(1, 2),
        ByeKind.FULL: Fraction(2, 3),
        ByeKind.HALF: Fraction(1, 3),
        ByeKind.ZERO: Fraction(0),
        ByeKind.NOT_ENTERED: Fraction(0),
    }


@record(kw_only=True)
class KeizerRules:
    """The options of a Keizer.

    `byes` are parts of the player's own value: by default half of it for the player left over, two thirds for a
    full-point bye (duty for the club), a third for a half-point bye (absent with notice).
    """

    top: int | None = None
    """The value of the first place; by default such that it is three times the value of the last."""
    start: Fraction = Fraction(1)
    """The points of each player at the start, as a multiple of the player's own value."""
    byes: Mapping[ByeKind, Fraction] = field(default_factory=_usual_byes)
    apart: int = 3
    """The number of rounds in which two who met do not meet again; reduced if no pairing is possible otherwise."""

    def __post_init__(self) -> None:
        least: dict[str, int | Fraction] = {
            "top": self.top or 1,
            "start": self.start,
            "apart": self.apart,
            **_by_word(self.byes),
        }
        for word, value in least.items():
            if value < 0:
                raise RuleError(msg("Keizer: %(word)s is not negative: %(value)s", word=word, value=value))

    @property
    def code(self) -> str:
        """The code of the system with the options that differ from the default.

        >>> KeizerRules(top=60, start=Fraction(1, 2)).code
        'CUSTOM_KEIZER_TOP60_START1/2'
        """
        usual, own = _as_words(KeizerRules()), _as_words(self)
        changed = [f"{word.upper()}{value}" for word, value in own.items() if value != usual[word]]
        return "_".join([KEIZER.code, *changed])


def _by_word(byes: Mapping[ByeKind, Fraction]) -> dict[str, Fraction]:
    return {word: byes.get(kind, Fraction(0)) for word, kind in BYES.items()}


def _as_words(rules: KeizerRules) -> dict[str, int | Fraction | None]:
    return {"top": rules.top, "start": rules.start, "apart": rules.apart, **_by_word(rules.byes)}


USUAL = KeizerRules()


def with_options(rules: KeizerRules, words: Iterable[tuple[str, str]]) -> KeizerRules:
    """Return the rules with these options: ("top", "60"), ("half", "1/3"), ...

    >>> with_options(USUAL, [("apart", "5"), ("bye", "2/3")]).code
    'CUSTOM_KEIZER_APART5_BYE2/3'
    """
    for word, text in words:
        name = word.lower()
        if name not in WORDS:
            raise RuleError(msg("Keizer has no option %(word)s: there are %(list)s", word=f"{word!r}",
                                   list=", ".join(WORDS)))  # fmt: skip
        whole = name in ("top", "apart")
        if not re.fullmatch(r"\d{1,6}" if whole else r"\d{1,6}(/[1-9]\d{0,5}|\.\d{1,6})?", text, re.ASCII):
            expected = "a whole number" if whole else "a number such as 2, 2/3 or 0.5"
            raise RuleError(msg("Keizer: %(name)s is %(expected)s, not %(text)s", name=name, expected=expected,
                                   text=f"{text!r}"))  # fmt: skip
        if name in BYES:
            rules = replace(rules, byes={**rules.byes, BYES[name]: Fraction(text)})
        elif name == "start":
            rules = replace(rules, start=Fraction(text))
        else:
            rules = replace(rules, apart=int(text)) if name == "apart" else replace(rules, top=int(text))
    return rules


def parse_options(text: str, rules: KeizerRules = USUAL) -> KeizerRules:
    """Parse rules written in one line: top=60,apart=5.

    >>> parse_options("top=60, half=1/2").code
    'CUSTOM_KEIZER_TOP60_HALF1/2'
    """
    options = [part.partition("=") for part in text.split(",") if part.strip()]
    for word, equals, _ in options:
        if not equals:
            raise RuleError(msg("Keizer: read %(strip)s, expected words such as apart=5 (%(list)s)",
                                   strip=f"{word.strip()!r}", list=", ".join(WORDS)))  # fmt: skip
    return with_options(rules, [(word.strip(), value.strip()) for word, _, value in options])


def rules_from_code(code: str) -> KeizerRules:
    """Return the rules that the code of a system contains.

    >>> rules_from_code("CUSTOM_KEIZER_TOP60_HALF1/2").top
    60
    """
    _, _, options = code.upper().replace("-", "_").partition("KEIZER")
    words = [re.fullmatch(r"([A-Z]+)(.*)", part) for part in options.split("_") if part]
    if not all(words):
        raise RuleError(msg("%(code)s: KEIZER is followed by options such as APART5, with %(list)s", code=code,
                               list=", ".join(WORDS)))  # fmt: skip
    return with_options(USUAL, [(match[1].lower(), match[2]) for match in words if match])
