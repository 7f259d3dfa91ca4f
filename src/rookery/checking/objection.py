"""What is not by FIDE's rules in the set-up of a tournament, as frozen data: it pickles, compares, and becomes JSON."""

from __future__ import annotations

from rookery.values import StrEnum, Value


class ObjectionKind(StrEnum):
    """What is not by FIDE's rules; `given`, `value` and `expected` of an objection are what it says here."""

    SYSTEM = "system"
    """FIDE has published no rules of this pairing system: `given` is its name."""
    SYSTEM_NOT_NAMED = "system not named"
    """`given` is a code that does not say by which rules rounds are paired."""
    EDITION = "edition"
    """The rules that the code names were not those in force on the first day: `given` is the code."""
    ACCELERATION = "acceleration"
    """Virtual points other than those of the Baku method, in these `rounds`."""
    BAKU = "baku"
    """The Baku method where it does not apply: `given` is the system."""
    ROUNDS_NOT_DECLARED = "rounds not declared"
    """Nobody has said how many rounds there shall be."""
    TOO_MANY_ROUNDS = "too many rounds"
    """More rounds (`value`) than were declared (`expected`)."""
    ROUNDS_OF_THE_TABLE = "rounds of the table"
    """Another number of rounds (`value`) than the table has (`expected`)."""
    BYE_VALUE = "bye value"
    """With 1, ½ and 0 points for a game the allocated bye is worth `value` tenths, and not one of those `expected`."""
    BYE_VALUES = "bye values"
    """The allocated bye of `who` is worth something else than that of the others: `value` tenths."""
    ADJOURNED = "adjourned"
    """An adjourned game is worth `value` tenths until it ends, and not a draw (`expected`)."""
    UNRATED = "unrated"
    """The system pairs by ratings, and `who` have none."""
    FIXED_COLOUR = "fixed colour"
    """`who` keep a colour, whatever the rules of colours say."""
    TIE_BREAK = "tie-break"
    """An announced tie-break that cannot be used in this event: `given` is its code."""


class Objection(Value):
    """Something that is not by FIDE's rules, with the article that says so; points are whole tenths."""

    kind: ObjectionKind
    article: str
    given: str = ""
    value: int | None = None
    expected: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()
    who: tuple[int, ...] = ()
