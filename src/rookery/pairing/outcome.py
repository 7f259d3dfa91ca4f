"""Pairings of a round with their reasons, as frozen data: Outcome, Ledger, Decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from types import NoneType
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from rookery._record import field, record
from rookery.answer import Answer, format_text_table
from rookery.history.scoring import format_score
from rookery.messages import join_list, join_texts, msg, msg_plural
from rookery.model import ByeKind, Game, Points, Round
from rookery.model.validation import require_argument
from rookery.regulations import Edition

Pair = tuple[int, int]
"""Two participants by their ids, the higher ranked first."""

LineKind = Literal["criterion", "bye", "order", "step"]
"""The kind of numbers in a ledger line."""

MOST_NAMED = 8
"""The maximum number of names; the rest is only counted."""


@record
class Line:
    """The cost of a pairing for one criterion: numbers in order of weight, compared from the left, less is better.

    Most criteria have one number. Those that consider one score after the other have one for each; the lines of the
    candidate order hold sequence numbers, of which the smaller come first. `who` names the participants who incur
    the cost: one each, or two who meet; it is empty if the cost has no particular participants. In the candidate
    order it names for each number the participant to be paired and the one chosen, or only the one chosen. `kind`
    says what the numbers are: the cost of a criterion, a step in the choice of the bye, a position in the order of
    equally good pairings, or a step of a procedure.
    """

    criterion: str
    article: str
    code: str
    cost: tuple[int, ...]
    text: str = ""
    participants: tuple[tuple[int, ...], ...] = field(default=(), json_key="who")
    kind: LineKind = "criterion"


@record
class Decision:
    """The decision on one bracket: its members, its pairs, and the members who moved on (at the end, to the bye)."""

    bracket: int  # counted from 1; the brackets of a round follow each other from the top
    score: Points  # of the residents
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[Pair, ...]
    left: tuple[int, ...]
    moved_up: tuple[int, ...] = ()
    lowest: Points | None = None  # the lowest score of a resident, if several scoregroups were merged

    @property
    def description(self) -> str:
        """The bracket by the score of its residents, or by those of the scoregroups taken together.

        >>> Decision(2, 15, (), (1, 2), (), ()).description, Decision(2, 15, (), (1, 2), (), (), lowest=0).description
        ('group of 1½ points', 'groups of 1½ points down to 0 points')
        """
        if self.lowest is None:
            return msg("group of %(points)s", points=format_score(self.score))
        return msg("groups of %(points)s down to %(lowest)s", points=format_score(self.score),
                      lowest=format_score(self.lowest))  # fmt: skip

    @property
    def members(self) -> tuple[int, ...]:
        """All participants in the bracket, in order of rank."""
        return (*self.moved_down, *self.residents, *self.moved_up)


@record
class Ledger:
    """A decision with its costs, criterion by criterion in their order, the candidate order last.

    Bracket 0 is the round as a whole.
    """

    decision: Decision
    lines: tuple[Line, ...]

    @property
    def bracket(self) -> int:
        """The number of the bracket."""
        return self.decision.bracket

    @property
    def members(self) -> tuple[int, ...]:
        """All participants in the bracket, in order of rank."""
        return self.decision.members

    @property
    def moved_down(self) -> tuple[int, ...]:
        """The players moved down to the bracket."""
        return self.decision.moved_down


class Account(NamedTuple):
    """A decision with its costs, whose lines are computed on demand."""

    decision: Decision
    lines: Iterable[Line]


@record
class Breach:
    """A rule that a given pairing breaks, and the participants who break it."""

    criterion: str
    article: str
    code: str
    participants: tuple[int, ...] = field(json_key="who")
    text: str = ""


FORGOTTEN = Breach(
    "somebody is not paired", "C.04.1 3", "", (),
    "All who take part in the round are paired or receive the allocated bye.",
)  # fmt: skip
UNCALLED = Breach(
    "somebody absent is paired", "C.04.2 3.3", "", (), "Only those who take part in the round are paired."
)
TWO_BYES = Breach(
    "more than one allocated bye", "C.04.1 3", "", (),
    "Only one player can receive the allocated bye, and only if the number of players is odd.",
)  # fmt: skip
"""The breaches of a round as a whole, without the participants."""


@record
class Cause:
    """The reason why a round cannot be paired: all `groups` are odd, and have too few opponents in `around`.

    The members of a group may only meet each other or one of `around`. `bye` says that one of them receives the
    allocated bye, which is still too few; `vacant` that the bye is itself one of the groups.
    """

    groups: tuple[tuple[int, ...], ...]
    around: tuple[int, ...]
    bye: bool = False
    vacant: bool = False

    @property
    def text(self) -> str:
        """The cause in words, with participants by number."""
        return self.describe(str)

    def describe(self, format_name: Callable[[int], str]) -> str:
        """Return the cause in words; `format_name` formats each participant.

        >>> Cause(((1,), (2,)), ()).text, Cause(((1,), (2,), (3,)), (4,)).text
        ('1 and 2 have no possible opponents left', '1, 2 and 3 may meet only 4')
        >>> Cause(((1, 2, 3), (4, 5, 6)), ()).text
        'none of these can all be paired among themselves, and they may meet no others: 1, 2 and 3; 4, 5 and 6'
        """
        around = join_list(map(format_name, self.around), MOST_NAMED)
        text = self._describe_shortage(format_name, around)
        if self.vacant and around:
            text = msg("%(cause)s, and only %(others)s may have the bye", cause=text, others=around)
        elif self.vacant:
            text = msg("%(cause)s, and nobody may have the bye", cause=text)
        return msg("%(cause)s, and there is only one bye", cause=text) if self.bye else text

    def _describe_shortage(self, name: Callable[[int], str], around: str) -> str:
        """Describe the groups that cannot be paired."""
        if all(len(group) == 1 for group in self.groups):
            names = join_list((name(group[0]) for group in self.groups), MOST_NAMED)
            if around:
                return msg_plural(len(self.groups), "%(names)s may meet only %(others)s",
                               "%(names)s may meet only %(others)s", names=names, others=around)  # fmt: skip
            return msg_plural(len(self.groups), "%(names)s has no possible opponent left",
                           "%(names)s have no possible opponents left", names=names)  # fmt: skip
        groups = join_texts("; ", [join_list(map(name, group), MOST_NAMED) for group in self.groups])
        if around:
            return msg("none of these can all be paired among themselves, and they may meet only"
                          " %(others)s besides: %(groups)s", others=around, groups=groups)  # fmt: skip
        return msg("none of these can all be paired among themselves, and they may meet no others: %(groups)s",
                      groups=groups)  # fmt: skip


class Board(NamedTuple):
    """Two opponents, White first, and the article that gave them their colours."""

    white: int
    black: int
    article: str = ""
    reason: str = ""

    @property
    def game(self) -> Game:
        """The game to be played."""
        return Game(self.white, self.black)


class Cited(Protocol):
    """A rule with its article and, perhaps, its code."""

    @property
    def article(self) -> str:
        """The article, with its chapter."""

    @property
    def code(self) -> str:
        """The code, if it has one."""


def cite(rule: Cited) -> str:
    """Return the article, with the code of the criterion if the article does not contain it."""
    is_named = not rule.code or rule.article.endswith(rule.code)
    return rule.article if is_named else f"{rule.article} [{rule.code}]"


@record
class Fact:
    """A statement about a pairing as data; `rookery.pairing.explain.facts` defines every kind."""


@record
class Reason:
    """One sentence, the article it is based on, and the fact behind it."""

    text: str
    article: str = ""
    fact: Fact | None = None

    def __str__(self) -> str:
        return f"{self.text} ({self.article})" if self.article else self.text


@record
class Explanation(Answer):
    """The reasons for the pairing of a participant, sentence by sentence."""

    about: tuple[int, ...]
    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.reasons))


@record
class WhyNot(Answer):
    """The consequence of a meeting of two participants, or of the bye for one: it is illegal, impossible, or worse.

    `breaches` are the absolute rules it breaks, `causes` the reasons why the others cannot be paired; otherwise
    `outcome` is the round with that condition, and `bracket`, `ours`, `theirs` the first line in which the two
    ledgers differ.
    """

    about: tuple[int, ...]
    breaches: tuple[Breach, ...] = ()
    causes: tuple[Cause, ...] = ()
    outcome: Pairing | None = None
    bracket: Decision | None = None
    ours: Line | None = None
    theirs: Line | None = None
    reasons: tuple[Reason, ...] = ()

    @property
    def possible(self) -> bool:
        """Whether the rules allow it."""
        return self.outcome is not None

    def __str__(self) -> str:
        return "\n".join(map(str, self.reasons))


@runtime_checkable
class PairingExplainer(Protocol):
    """Protocol of the object that computes the explanations of an outcome."""

    def explain(self, outcome: Pairing, player: int) -> Explanation:
        """Return the reasons for one participant's pairing."""

    def why_not(self, outcome: Pairing, a: int, b: int | None) -> WhyNot:
        """Return the consequences if these two met, or the first had the bye."""

    def unmet_criteria(self, ledger: Ledger) -> tuple[Reason, ...]:
        """Return the criteria that a bracket does not fulfil, and at whose expense."""

    def verdict(self, outcome: Pairing) -> tuple[Reason, ...]:
        """Return whether a recorded round is the one that the rules give, and if not, why not."""

    def as_round(self, outcome: Pairing) -> Round:
        """Return the round to be played, with every participant paired or with a bye."""


@record(slots=False)
class Pairing(Answer):
    """The pairing of a round: boards in the order of C.04.2 3.6, the allocated bye, and the decisions.

    `round_number` is the number of the round, `round` the round to be played:
    `tournament.with_round(outcome.round)`. The ledgers are computed on first access, with the same criteria that
    made the pairing.
    """

    system: str
    round_number: int
    boards: tuple[Board, ...]
    bye: int | None
    decisions: tuple[Decision, ...]
    price: Callable[[], tuple[Ledger, ...]] = field(repr=False, compare=False)
    breaches: tuple[Breach, ...] = ()
    complete_round: Round | None = None
    """The round with its byes, and forfeits of absent participants, if the format supplies it."""
    explainer: PairingExplainer | None = field(default=None, repr=False, compare=False)
    edition: Edition | None = None
    """The edition of the rules, if the format has any."""
    numbers: tuple[int, ...] = ()
    """The numbers of the boards, if a participant has a fixed board."""

    def __str__(self) -> str:
        """Return the boards as a plain-text table, participants by pairing number."""
        boards = [(number, *pair) for number, pair in zip(self.board_numbers, self.pairs, strict=True)]
        table = format_text_table(("Board", "White", "Black"), boards)
        return table if self.bye is None else f"{table}\nBye: {self.bye}"

    @property
    def board_numbers(self) -> tuple[int, ...]:
        """The numbers of the boards in their order: 1, 2, 3, ..., unless a participant has a fixed board."""
        return self.numbers or tuple(range(1, len(self.boards) + 1))

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pairs, White first, in board order."""
        return tuple((board.white, board.black) for board in self.boards)

    @cached_property
    def opponents(self) -> dict[int, int]:
        """The opponent of every participant who has one."""
        return {
            player: opponent
            for white, black, *_ in self.boards
            for player, opponent in ((white, black), (black, white))
        }

    @cached_property
    def round(self) -> Round:
        """The round to be played: games or matches without results, in board order, and all byes with their kinds.

        The byes are the allocated one, the requested ones, and those of other participants who are not paired.
        """
        return self.complete_round if self.complete_round is not None else self._explainer.as_round(self)

    @cached_property
    def ledger(self) -> tuple[Ledger, ...]:
        """The costs of the pairing, bracket by bracket from the top; bracket 0 is the round as a whole."""
        return self.price()

    def explain(self, player: int) -> Explanation:
        """Return the reasons for the opponent, the colour, the float or the bye, in plain sentences.

        For a recorded round, the recorded pairing comes first, and whether the rules give it.

        Args:
            player: The pairing number.

        Returns:
            The reasons, as facts and as sentences.

        Raises:
            RuleError: There is no such participant.
            TypeError: The number is no whole number.
        """
        require_argument("pair(...).explain", "the participant", player, (int,), "a pairing number")
        return self._explainer.explain(self, player)

    def why_not(self, a: int, b: int | None = None) -> WhyNot:
        """Return why these two do not meet, or (without a second) why the first does not have the bye.

        Args:
            a: The pairing number of the first.
            b: The pairing number of the second; None asks for the bye.

        Returns:
            The reasons, as facts and as sentences.

        Raises:
            RuleError: There is no such participant.
            TypeError: A number is no whole number.
        """
        require_argument("pair(...).why_not", "the participant", a, (int,), "a pairing number")
        require_argument("pair(...).why_not", "the opponent", b, (int, NoneType), "a pairing number or None")
        return self._explainer.why_not(self, a, b)

    @property
    def verdict(self) -> tuple[Reason, ...]:
        """Whether a recorded round is the one that the rules give, and if not, why not; empty for a new round."""
        return self._explainer.verdict(self)

    def unmet_criteria(self, ledger: Ledger) -> tuple[Reason, ...]:
        """Return the criteria that a bracket does not fulfil, and at whose expense, in plain sentences.

        Args:
            ledger: The costs of the bracket, from `ledger`.

        Returns:
            A reason for each criterion that is not fulfilled.
        """
        return self._explainer.unmet_criteria(ledger)

    @property
    def _explainer(self) -> PairingExplainer:
        assert self.explainer is not None, (
            "only the pairings of rookery.pair can be explained, not those of System.pair"
        )
        return self.explainer


def allocated_byes(recorded: Round) -> list[int]:
    """Return the participants who received the allocated bye in a recorded round."""
    return [bye.player for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]


class CostDifference(NamedTuple):
    """The first difference of two priced pairings: our ledger, their decision, and the lines of both."""

    ours: Ledger
    theirs: Decision
    line: Line
    their_line: Line


def first_difference(our_ledgers: Iterable[Ledger], their_ledgers: Iterable[Ledger | Account]) -> CostDifference | None:
    """Return the first line in which two priced pairings of a round differ; later lines are not computed."""
    for our_ledger, their_ledger in zip(our_ledgers, their_ledgers, strict=False):
        for line, their_line in zip(our_ledger.lines, their_ledger.lines, strict=False):
            if line.cost != their_line.cost:
                return CostDifference(our_ledger, their_ledger.decision, line, their_line)
    return None


def first_differing_lines(
    our_ledgers: Iterable[Ledger], their_ledgers: Iterable[Ledger]
) -> tuple[Ledger, Line, Line] | None:
    """Return our bracket, our line and their line where two priced pairings first differ; None if nowhere."""
    difference = first_difference(our_ledgers, their_ledgers)
    return None if difference is None else (difference.ours, difference.line, difference.their_line)
