"""Which edition of C.07 is applied, and how its open questions are read; every choice has a name and a default.

>>> MARCH_2026.readings.standard_points
'opponent'
>>> rules("2017")
Traceback (most recent call last):
rookery.errors.Unsupported: tie-breaks by the rules of '2017': there are 2026-03 and exercise-book
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Literal, get_args, get_type_hints

from rookery.errors import RuleError, Unsupported
from rookery.regulations import TIE_BREAKS, Edition


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """Questions the text leaves open; the first answer of each is the default.

    (Q8, a loss worth more than an absence, has one reading only: the points awarded.)
    """

    forfeit_wins_as_games: bool = False
    """Q1: WON, BPG and BWG of pre-determined pairings count games over the board only; or forfeit wins too (15.2)."""
    standard_points: Literal["opponent", "draw"] = "opponent"
    """Q2: STD compares with the points of the scheduled opponent (7.7), or with those of a draw."""
    chain_boards: Literal["match", "event"] = "match"
    """Q3: the boards that decide EDEBT and its kin are those of the teams' own match, or of the whole event."""
    board_count: Literal["equal game points", "always"] = "equal game points"
    """Q4: BC leaves teams tied whose game points differ (12.1), or compares them anyway."""
    zero_divisor: Literal["one", "refuse"] = "one"
    """Q5: an SSSC divisor of zero (13.4.2) becomes one, or is refused."""
    rounds: Literal["counted", "planned"] = "counted"
    """Q6: before the end, "the number of rounds" is that of the rounds counted so far, or of the whole tournament."""
    koya_digit: Literal["half points", "percent"] = "half points"
    """Q7: a single digit without a sign (KS/L1) is a number of half points, or a percentage."""
    averages: Literal["two decimals", "exact"] = "two decimals"
    """Q9: AOB and SSSC are compared after rounding to two decimals (a half goes up), or exactly."""
    withdrawn_early: Literal["void", "unranked", "ranked"] = "void"
    """Who completed under half of a round robin is left out and their games count for nobody (C.05 6.6); or only
    left out; or ranked like everybody."""


@dataclass(frozen=True, slots=True)
class Rules:
    """An edition of C.07: `capped` says whether the dummy opponent of 16.4 is limited as since March 2026."""

    name: str
    edition: Edition
    capped: bool = True
    readings: Readings = Readings()

    def __str__(self) -> str:
        return str(self.edition) if self.capped else f"{self.edition.regulation.code} ({self.name})"


MARCH_2026 = Rules("2026-03", Edition(TIE_BREAKS, date(2026, 3, 1)))
EXERCISE_BOOK = Rules("exercise-book", Edition(TIE_BREAKS, date(2023, 1, 1)), capped=False)
"""As printed in the exercise book of 2023: the dummy of 16.4 has the participant's own score, whatever it is."""


def rules(name: str) -> Rules:
    """The rules called so: `2026-03` or `exercise-book`."""
    known = {each.name: each for each in (MARCH_2026, EXERCISE_BOOK)}
    if name not in known:
        raise Unsupported(f"tie-breaks by the rules of {name!r}: there are {' and '.join(known)}")
    return known[name]


def answers() -> dict[str, tuple[str, ...]]:
    """Every open question with its answers, the default first.

    >>> answers()["rounds"]
    ('counted', 'planned')
    """
    hints = get_type_hints(Readings)
    return {name: tuple(map(str, get_args(kind))) or ("no", "yes") for name, kind in hints.items()}


def read_so(rules: Rules, text: str) -> Rules:
    """The rules with one open question answered otherwise, written `name=answer`.

    >>> read_so(MARCH_2026, "standard_points=draw").readings.standard_points
    'draw'
    """
    name, _, answer = (part.strip() for part in text.partition("="))
    known = answers()
    if name not in known:
        raise RuleError(f"there is no open question {name!r}: they are {', '.join(known)}")
    if answer not in known[name]:
        raise RuleError(f"{name} can be {' or '.join(known[name])}, not {answer!r}")
    chosen: dict[str, str | bool] = {name: answer == "yes" if known[name] == ("no", "yes") else answer}
    return replace(rules, readings=replace(rules.readings, **chosen))  # type: ignore[arg-type]
