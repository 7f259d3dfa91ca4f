"""The editions of C.07, and how their open questions are answered; every choice has a name and a default.

>>> MARCH_2026.readings.standard_points
'opponent'
>>> get_rules("2024-08").capped
False
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Literal

from rookery._record import record, replace
from rookery.errors import RuleError, UnsupportedError
from rookery.messages import msg
from rookery.regulations import TIE_BREAKS, Edition, edition_in_force, edition_named, newest_edition


@record(kw_only=True)
class TieBreakReadings:
    """Answers to questions that the text leaves open; the first answer of each is the default.

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
    """Participants who completed less than half of a round robin are left out and their games do not count (C.05
    6.6); or they are only left out; or they are ranked."""


@record
class TieBreakRules:
    """An edition of C.07: how it differs from the others, and how its open questions are answered.

    The defaults are those of March 2026; an earlier edition is defined by its differences.
    """

    name: str
    edition: Edition
    capped: bool = True
    """The dummy has at most the scheduled opponent's score, or that of draws in all rounds (16.4.1, 16.4.2)."""
    readings: TieBreakReadings = TieBreakReadings()
    virtual: bool = False
    """No dummy but a virtual opponent, level before the round and drawing all later ones; every unplayed round of an
    opponent is a draw; no unplayed round is cut first (C.02 13.15)."""
    forfeit_losses_unplayed: bool = True
    """With pre-determined pairings, forfeit losses are no games for article 7 (15.2)."""
    buchholz_in_round_robins: bool = False
    """Article 8 may be used in round robins."""
    lacking: frozenset[str] = frozenset()
    """Tie-breaks introduced by a later edition: an event may list them (4.1); they follow that edition."""

    def __str__(self) -> str:
        return str(self.edition)


MARCH_2026 = TieBreakRules("2026-03", edition_named(TIE_BREAKS, "2026-03"))
AUGUST_2024 = replace(
    MARCH_2026,
    name="2024-08",
    edition=edition_named(TIE_BREAKS, "2024-08"),
    capped=False,
    forfeit_losses_unplayed=False,
    buchholz_in_round_robins=True,
    lacking=frozenset({"STD", "TPN", "RTNG"}),
)
APRIL_2024 = replace(AUGUST_2024, name="2024-04", edition=edition_named(TIE_BREAKS, "2024-04"))
"""August 2024 rewrote the cuts and EDE without changing a result."""
SEPTEMBER_2023 = replace(APRIL_2024, name="2023-09", edition=edition_named(TIE_BREAKS, "2023-09"))
"""The edition of the exercise book; April 2024 clarified the wording without changing a definition."""
JULY_2017 = replace(
    SEPTEMBER_2023,
    name="2017-07",
    edition=edition_named(TIE_BREAKS, "2017-07"),
    virtual=True,
    lacking=SEPTEMBER_2023.lacking | {"REP", "AOB", "FB", "SSSC"},
)
"""Article 13 of C.02; its text on unplayed games is quoted in many places, that on the rest only in part."""

EDITIONS: Mapping[Edition, TieBreakRules] = MappingProxyType(
    {edition.edition: edition for edition in (JULY_2017, SEPTEMBER_2023, APRIL_2024, AUGUST_2024, MARCH_2026)}
)
"""Every edition that is implemented, oldest first."""
_NAMES = {edition.name: edition for edition in reversed(list(EDITIONS.values()))} | {"exercise-book": SEPTEMBER_2023}


def get_rules(name: str) -> TieBreakRules:
    """Return the rules with this name.

    The names are `2026-03`, `2024-08`, `2024-04`, `2023-09` (also `exercise-book`) and `2017-07`.
    """
    if name not in _NAMES:
        raise UnsupportedError(msg("tie-breaks by the rules of %(name)s: there are %(list)s", name=f"{name!r}",
                                 list=", ".join(_NAMES)))  # fmt: skip
    return _NAMES[name]


def rules_for_edition(edition: Edition) -> TieBreakRules:
    """Return the rules of an edition; raise UnsupportedError for one that is not implemented."""
    if edition not in EDITIONS:
        raise UnsupportedError(msg("tie-breaks by %(edition)s: there are %(list)s", edition=edition,
                                 list=", ".join(map(str, EDITIONS))))  # fmt: skip
    return EDITIONS[edition]


def rules_on(day: date | None = None) -> TieBreakRules:
    """Return the rules in force on this day (default: the newest).

    Raises UnsupportedError if that text is not implemented.

    >>> str(rules_on(date(2025, 5, 1))), str(rules_on())
    ('C.07 (2024-08)', 'C.07 (2026-03)')
    """
    return rules_for_edition(newest_edition(TIE_BREAKS) if day is None else edition_in_force(TIE_BREAKS, day))


def open_questions() -> dict[str, tuple[str, ...]]:
    """Return every open question with its answers, the default first.

    >>> open_questions()["rounds"]
    ('counted', 'planned')
    """
    import typing

    hints = typing.get_type_hints(TieBreakReadings)
    return {name: tuple(map(str, typing.get_args(kind))) or ("no", "yes") for name, kind in hints.items()}


def with_answer(rules: TieBreakRules, text: str) -> TieBreakRules:
    """Return the rules with one open question answered otherwise, written `name=answer`.

    >>> with_answer(MARCH_2026, "standard_points=draw").readings.standard_points
    'draw'
    """
    name, _, answer = (part.strip() for part in text.partition("="))
    answers_by_question = open_questions()
    if name not in answers_by_question:
        raise RuleError(msg("there is no open question %(name)s: they are %(list)s", name=f"{name!r}",
                               list=", ".join(answers_by_question)))  # fmt: skip
    if answer not in answers_by_question[name]:
        raise RuleError(msg("%(name)s can be %(list)s, not %(answer)s", name=name,
                               list=" or ".join(answers_by_question[name]), answer=f"{answer!r}"))  # fmt: skip
    change: dict[str, str | bool] = {name: answer == "yes" if answers_by_question[name] == ("no", "yes") else answer}
    return replace(rules, readings=replace(rules.readings, **change))  # type: ignore[arg-type]
