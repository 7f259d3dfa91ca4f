"""Facts about a pairing, as data: one class for each kind; `text` has the sentences.

The docstring of a class is the statement it makes. P is the set of all complete pairings of the field: every
participant to be paired meets an opponent allowed by the absolute rules, except for one bye (if the number is odd)
of a participant who may receive it; the pairs and the bye fixed by the arbiter are kept. "Ours" is the pairing that
was made. Pairings are compared by their ledgers from the top, line by line.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from rookery._record import field, record
from rookery.model import ByeKind, Colour, Points
from rookery.pairing.field import Preference
from rookery.pairing.outcome import Breach, Cause, Decision, Fact, Line

__all__ = [
    "AheadWorse",
    "AlreadySo",
    "AsTheRules",
    "Away",
    "Barred",
    "ByTheRules",
    "ByeAsksFor",
    "ByeBound",
    "CalledUp",
    "CameDown",
    "ColourDue",
    "ColourGiven",
    "Condition",
    "ConditionKind",
    "EquallyGood",
    "Fixed",
    "FixedOtherwise",
    "GivenUp",
    "HasTheBye",
    "Illegal",
    "Incomplete",
    "Instead",
    "Later",
    "LeftTheGroup",
    "Named",
    "NoByeToGive",
    "NobodyLower",
    "NobodyToMeet",
    "NotAsTheRules",
    "NotAsked",
    "NotPaired",
    "NotWorkedOut",
    "Paired",
    "PairedBefore",
    "PlainOrder",
    "RecordedAs",
    "ThirdTime",
    "Unit",
    "Worse",
]


class ConditionKind(StrEnum):
    """Kinds of conditions: which members of P are considered."""

    MEET = "meet"
    """The pairings in which the two of `participants` meet."""
    BYE = "bye"
    """The pairings in which the one of `participants` has the bye."""
    STAY = "stay"
    """The pairings in which the one of `participants` meets one of `group`."""
    BELOW = "below"
    """The pairings in which the one of `participants` meets none of `group`."""
    APART = "apart"
    """The pairings in which the two of `participants` do not meet."""
    RECORDED = "recorded"
    """The recorded pairing."""


@record
class Condition:
    """A condition, such as that two participants meet; `group` has the members of a bracket, `score` its score."""

    kind: ConditionKind
    participants: tuple[int, ...] = field(json_key="who")
    group: tuple[int, ...] = ()
    score: Points | None = None


Unit = Literal["", "points", "apart", "times", "missed", "number", "rating"]
"""The unit of the number beside a name: points, points between two opponents, games missed, ..."""


@record
class Named:
    """A participant, or two who meet, with the number that a sentence gives for them."""

    participants: tuple[int, ...] = field(json_key="who")
    number: int | None = None
    unit: Unit = ""


@record
class NotPaired(Fact):
    """These participants are not to be paired in the round: they are not in the field."""

    participants: tuple[int, ...] = field(json_key="who")


@record
class AlreadySo(Fact):
    """The pairing satisfies the condition already."""

    condition: Condition = field(json_key="wish")


@record
class NoByeToGive(Fact):
    """The number of participants to be paired is even: no member of P has a bye."""

    participant: int = field(json_key="one")


@record
class FixedOtherwise(Fact):
    """The arbiter has fixed pairs or the bye for participants of the condition: no member of P satisfies it."""

    participants: tuple[tuple[int, ...], ...] = field(json_key="who")


@record
class Illegal(Fact):
    """An absolute rule is broken: the two met in that round, or both must have that colour, or as the rule states."""

    breach: Breach
    met_in: int | None = None
    both_must_have: Colour | None = None


@record
class Incomplete(Fact):
    """No member of P satisfies the condition, for these causes; `article` is the rule that all must be paired."""

    condition: Condition = field(json_key="wish")
    causes: tuple[Cause, ...]
    article: str


@record
class NotWorkedOut(Fact):
    """The best member of P that satisfies the condition was not computed: there are too many to compare."""

    condition: Condition = field(json_key="wish")


@record
class EquallyGood(Fact):
    """The best member of P that satisfies the condition has the same ledger as ours."""

    condition: Condition = field(json_key="wish")


@record
class Worse(Fact):
    """The best member of P that satisfies the condition differs from ours first in this line, and costs more there.

    `bracket` is our decision there, `otherwise` the other one. `paid` names the participants who incur the cost in
    ours, `instead` those under the condition, each with a number; `worse` is the consequence in words.
    """

    condition: Condition = field(json_key="wish")
    bracket: Decision
    otherwise: Decision
    ours: Line
    theirs: Line
    worse: str
    paid: tuple[Named, ...] = ()
    instead: tuple[Named, ...] = ()


@record
class AheadWorse(Fact):
    """The difference is in a line that looks ahead: the best possible cost of the next bracket in either case.

    It is that of the best pairing of the next bracket that leaves a complete pairing of the others. `floaters` is
    the number of participants who must leave it in ours, `instead` under the condition; `scores` and
    `scores_instead` are their scores, from the highest. None: the next bracket cannot be paired completely.
    """

    condition: Condition = field(json_key="wish")
    bracket: Decision
    otherwise: Decision
    ours: Line
    theirs: Line
    next: Points
    floaters: int | None = None
    instead: int | None = None
    scores: tuple[Points, ...] = ()
    scores_instead: tuple[Points, ...] = ()


@record
class Later(Fact):
    """The best member of P that satisfies the condition differs from ours first in this line of the order.

    So all brackets above, and all earlier lines of the bracket, are equally good in both. `turn` is the participant
    to be paired at the first position where the two orders differ (None if there is none), `first` the participants
    chosen there in ours, and `then` those chosen in the other; empty if none is. In an exchange they are all
    participants who change halves, those who leave the upper half first.
    """

    condition: Condition = field(json_key="wish")
    bracket: Decision
    otherwise: Decision
    ours: Line
    theirs: Line
    differs: str
    turn: int | None = None
    first: tuple[int, ...] = ()
    then: tuple[int, ...] = ()


@record
class ByeBound(Fact):
    """A participant of the condition has the bye in ours; `other` has it in the best member of P that satisfies it.

    None: there is no such member.
    """

    participant: int = field(json_key="one")
    other: int | None = None


@record
class Instead(Fact):
    """The reason `why` the participant `other` is not the opponent of `meeting`, or (None) does not have the bye."""

    other: int
    meeting: int | None
    why: Fact


@record
class NotAsked(Fact):
    """The number of further candidates before the one chosen, which were not compared."""

    number: int


@record
class Away(Fact):
    """A participant who is not paired in the round: absent with a bye of this kind, or without one."""

    participant: int = field(json_key="one")
    round: int
    bye: ByeKind | None


@record
class Paired(Fact):
    """An opponent, a colour and a board."""

    participant: int = field(json_key="one")
    other: int
    colour: Colour
    board: int
    round: int


@record
class PairedBefore(Fact):
    """These two were paired in that round, without a game played: by the rules they have not met."""

    participant: int = field(json_key="one")
    other: int
    round: int


@record
class Fixed(Fact):
    """The arbiter has fixed the pair, or the bye."""

    bye: bool


@record
class LeftTheGroup(Fact):
    """A participant left the bracket without an opponent in it.

    If `fewest`, every member of P whose earlier brackets are as good as ours leaves at least as many of its members
    without an opponent in it. `upwards` says that they are paired in a group above.
    """

    participant: int = field(json_key="one")
    bracket: Decision
    upwards: bool
    fewest: bool = True


@record
class NobodyToMeet(Fact):
    """The absolute rules allow this participant no opponent in the bracket.

    `met` are the members already met, `apart` those forbidden by another rule.
    """

    participant: int = field(json_key="one")
    score: Points
    met: tuple[int, ...]
    apart: tuple[int, ...]
    article: str


@record
class CalledUp(Fact):
    """A participant was brought up to the bracket from a lower score.

    Every member of P whose earlier brackets are as good as ours brings up at least as many to it.
    """

    participant: int = field(json_key="one")
    bracket: Decision


@record
class CameDown(Fact):
    """A participant came down from a higher score to this group."""

    participant: int = field(json_key="one")
    score: Points


@record
class PlainOrder(Fact):
    """The other is the opponent by the plain order of the bracket, before any rule changes it; `text` describes it."""

    participant: int = field(json_key="one")
    other: int
    bracket: Decision
    text: str
    article: str


@record
class ColourDue(Fact):
    """The colours a participant had, and the colour due."""

    participant: int = field(json_key="one")
    had: str
    preference: Preference


@record
class ColourGiven(Fact):
    """The player with White, and the first rule of colours that decides between the two opponents.

    `higher` has priority in these rules, or has a fixed colour, and is {higher} in the text, the other is {lower};
    if `filed`, the recorded colours are reversed.
    """

    white: int
    black: int
    rule: str
    text: str
    article: str
    higher: int
    filed: bool = False


@record
class ThirdTime(Fact):
    """A participant has this colour in the last two games played and in this round; `last`: it is the last round."""

    participant: int = field(json_key="one")
    colour: Colour
    last: bool


@record
class HasTheBye(Fact):
    """The participant with the bye, with their points; the number of participants to be paired is odd."""

    participant: int = field(json_key="one")
    round: int
    points: Points


@record
class ByeAsksFor(Fact):
    """A requirement of the rules for the bye, and the number of the participant who has it."""

    line: Line
    named: Named


@record
class NobodyLower(Fact):
    """No participant to be paired is ranked lower than the one with the bye."""


@record
class Barred(Fact):
    """The participants ranked lower who may not have the bye, and the rule that bars them."""

    participants: tuple[int, ...] = field(json_key="who")
    article: str
    code: str
    text: str


# -- of a recorded round


@record
class RecordedAs(Fact):
    """The recorded opponent and colour of a participant (None where none is recorded), or the bye."""

    participant: int = field(json_key="one")
    round: int
    other: int | None = None
    colour: Colour | None = None
    bye: ByeKind | None = None


@record
class AsTheRules(Fact):
    """The recorded round has the boards, the colours and the bye that this edition of the rules gives."""

    round: int
    edition: str


@record
class NotAsTheRules(Fact):
    """The recorded round differs from what this edition of the rules gives; if `colours`, in colours only."""

    round: int
    edition: str
    colours: bool = False


@record
class ByTheRules(Fact):
    """The facts that follow are about the round that the rules give, not about the recorded one."""

    round: int


# -- of a bracket


@record
class GivenUp(Fact):
    """The cost of this line in ours is not zero; `paid` names the participants who incur it.

    Every member of P that is as good as ours in all earlier lines costs at least as much here.
    """

    line: Line
    bracket: Decision
    paid: tuple[Named, ...] = ()
