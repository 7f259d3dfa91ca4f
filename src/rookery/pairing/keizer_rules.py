"""The rules of a Keizer that clubs decide for themselves, and how the code of the system tells them.

CUSTOM_KEIZER_TOP60_START0_APART5 is a Keizer in which the first place is worth 60, nobody starts with points, and two
who met stay apart for five rounds; whatever is not told is as usual.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from rookery.errors import RuleError
from rookery.model import ByeKind
from rookery.regulations.format import KEIZER
from rookery.values import field, frozen, replace
from rookery.wording import spoken

BYES = {
    "bye": ByeKind.PAIRING_ALLOCATED, "full": ByeKind.FULL, "half": ByeKind.HALF, "zero": ByeKind.ZERO,
    "late": ByeKind.NOT_ENTERED,
}  # fmt: skip
"""What each bye is called where its worth is told."""
WORDS = ("top", "start", "apart", *BYES)
"""What can be told of the rules of a club."""


def _usual_byes() -> dict[ByeKind, Fraction]:
    return {
        ByeKind.PAIRING_ALLOCATED: Fraction(1, 2),
        ByeKind.FULL: Fraction(2, 3),
        ByeKind.HALF: Fraction(1, 3),
        ByeKind.ZERO: Fraction(0),
        ByeKind.NOT_ENTERED: Fraction(0),
    }


@frozen(kw_only=True)
class KeizerRules:
    """What clubs decide for themselves. `byes` are parts of one's own value: by default half of it for the one who is
    left over, two thirds for a full-point bye (duty for the club), a third for a half-point bye (absent with notice).
    """

    top: int | None = None
    """The value of the first place; so that the first has three times the value of the last unless given."""
    start: Fraction = Fraction(1)
    """How many times their own value everybody starts with."""
    byes: Mapping[ByeKind, Fraction] = field(default_factory=_usual_byes)
    apart: int = 3
    """Two who met do not meet again in so many rounds; one less, and so on, if nobody can be paired otherwise."""

    def __post_init__(self) -> None:
        least: dict[str, int | Fraction] = {
            "top": self.top or 1,
            "start": self.start,
            "apart": self.apart,
            **_by_word(self.byes),
        }
        for word, value in least.items():
            if value < 0:
                raise RuleError(spoken("Keizer: %(word)s is not negative: %(value)s", word=word, value=value))

    @property
    def code(self) -> str:
        """The code of the system with what is not as usual.

        >>> KeizerRules(top=60, start=Fraction(1, 2)).code
        'CUSTOM_KEIZER_TOP60_START1/2'
        """
        usual, ours = _told(KeizerRules()), _told(self)
        more = [f"{word.upper()}{value}" for word, value in ours.items() if value != usual[word]]
        return "_".join([KEIZER.code, *more])


def _by_word(byes: Mapping[ByeKind, Fraction]) -> dict[str, Fraction]:
    return {word: byes.get(kind, Fraction(0)) for word, kind in BYES.items()}


def _told(rules: KeizerRules) -> dict[str, int | Fraction | None]:
    return {"top": rules.top, "start": rules.start, "apart": rules.apart, **_by_word(rules.byes)}


USUAL = KeizerRules()


def with_words(rules: KeizerRules, words: Iterable[tuple[str, str]]) -> KeizerRules:
    """The rules with what is told of them: ("top", "60"), ("half", "1/3"), ...

    >>> with_words(USUAL, [("apart", "5"), ("bye", "2/3")]).code
    'CUSTOM_KEIZER_APART5_BYE2/3'
    """
    for word, text in words:
        name = word.lower()
        if name not in WORDS:
            raise RuleError(spoken("Keizer has no option %(word)s: there are %(list)s", word=f"{word!r}",
                                   list=", ".join(WORDS)))  # fmt: skip
        whole = name in ("top", "apart")
        if not re.fullmatch(r"\d{1,6}" if whole else r"\d{1,6}(/[1-9]\d{0,5}|\.\d{1,6})?", text, re.ASCII):
            expected = "a whole number" if whole else "a number such as 2, 2/3 or 0.5"
            raise RuleError(spoken("Keizer: %(name)s is %(expected)s, not %(text)s", name=name, expected=expected,
                                   text=f"{text!r}"))  # fmt: skip
        if name in BYES:
            rules = replace(rules, byes={**rules.byes, BYES[name]: Fraction(text)})
        elif name == "start":
            rules = replace(rules, start=Fraction(text))
        else:
            rules = replace(rules, apart=int(text)) if name == "apart" else replace(rules, top=int(text))
    return rules


def told(text: str, rules: KeizerRules = USUAL) -> KeizerRules:
    """The rules told in one line: top=60,apart=5.

    >>> told("top=60, half=1/2").code
    'CUSTOM_KEIZER_TOP60_HALF1/2'
    """
    words = [part.partition("=") for part in text.split(",") if part.strip()]
    for word, equals, _ in words:
        if not equals:
            raise RuleError(spoken("Keizer: read %(strip)s, expected words such as apart=5 (%(list)s)",
                                   strip=f"{word.strip()!r}", list=", ".join(WORDS)))  # fmt: skip
    return with_words(rules, [(word.strip(), value.strip()) for word, _, value in words])


def rules_of(code: str) -> KeizerRules:
    """The rules that the code of a system tells.

    >>> rules_of("CUSTOM_KEIZER_TOP60_HALF1/2").top
    60
    """
    _, _, told = code.upper().replace("-", "_").partition("KEIZER")
    words = [re.fullmatch(r"([A-Z]+)(.*)", part) for part in told.split("_") if part]
    if not all(words):
        raise RuleError(spoken("%(code)s: after KEIZER stand options such as APART5, with %(list)s", code=code,
                               list=", ".join(WORDS)))  # fmt: skip
    return with_words(USUAL, [(found[1].lower(), found[2]) for found in words if found])
