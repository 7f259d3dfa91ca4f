"""Outcome, Ledger, Decision: the pairing of a round with its reasons, as frozen data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from rookery.model import Game, Points, Round
from rookery.regulations import Edition
from rookery.scoring import in_words
from rookery.typed import Literal, Protocol
from rookery.values import NamedTuple, Value, field
from rookery.wording import counted, joined, listed, spoken

Pair = tuple[int, int]
"""Two participants by their ids, the higher ranked first."""

LineKind = Literal["criterion", "bye", "order", "step"]
"""What the numbers of a ledger line are."""

MOST_NAMED = 8
"""How many are named before the rest is only counted."""


class Line(Value):
    """What a pairing pays for one criterion: costs in order of weight, compared from the left, less is better.

    Most criteria count once. Those that look at one score after the other have a number for each; the lines of the
    candidate order hold sequence numbers, of which the smaller come first. `who` names those at whose expense it is:
    one participant each, or two who meet; empty where the cost belongs to nobody in particular. In the candidate order
    it names for each number whose turn it is and whom they take, or only who is taken. `kind` says what the numbers
    are: the cost of a criterion, a step in the choice of who receives the bye, a place in the order of equally good
    pairings, or a step of a procedure.
    """

    criterion: str
    article: str
    code: str
    cost: tuple[int, ...]
    text: str = ""
    who: tuple[tuple[int, ...], ...] = ()
    kind: LineKind = "criterion"


class Decision(Value):
    """What was decided in one bracket: who was in it, who met there, who moved on (the last one to the bye)."""

    bracket: int  # counted from 1; the brackets of a round follow each other from the top
    score: Points  # of the residents
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[Pair, ...]
    left: tuple[int, ...]
    moved_up: tuple[int, ...] = ()
    lowest: Points | None = None  # score of a resident, where several scoregroups were taken together

    @property
    def called(self) -> str:
        """The bracket by the score of its residents, or by those of the scoregroups taken together.

        >>> Decision(2, 15, (), (1, 2), (), ()).called, Decision(2, 15, (), (1, 2), (), (), lowest=0).called
        ('group of 1½ points', 'groups of 1½ points down to 0 points')
        """
        if self.lowest is None:
            return spoken("group of %(points)s", points=in_words(self.score))
        return spoken("groups of %(points)s down to %(lowest)s", points=in_words(self.score),
                      lowest=in_words(self.lowest))  # fmt: skip

    @property
    def members(self) -> tuple[int, ...]:
        """Everybody in the bracket, in order of rank."""
        return (*self.moved_down, *self.residents, *self.moved_up)


class Ledger(Value):
    """A decision with its price, criterion by criterion in their order, the candidate order last.

    Bracket 0 stands for the round as a whole.
    """

    decision: Decision
    lines: tuple[Line, ...]

    @property
    def bracket(self) -> int:
        """The number of the bracket."""
        return self.decision.bracket

    @property
    def members(self) -> tuple[int, ...]:
        """Everybody in the bracket, in order of rank."""
        return self.decision.members

    @property
    def moved_down(self) -> tuple[int, ...]:
        """The players moved down to the bracket."""
        return self.decision.moved_down


class Account(NamedTuple):
    """A decision with its price, worked out line by line as far as somebody reads."""

    decision: Decision
    lines: Iterable[Line]


class Breach(Value):
    """A rule that a given pairing does not keep, and by whom."""

    criterion: str
    article: str
    code: str
    who: tuple[int, ...]
    text: str = ""


class Cause(Value):
    """Why nobody can pair a round: each of `groups` is odd, and may only meet itself or one of `around`: too few.

    `bye` says that the allocated bye takes one of them and that is still too few; `vacant` that it is itself one of
    those for whom there are too few of `around`.
    """

    groups: tuple[tuple[int, ...], ...]
    around: tuple[int, ...]
    bye: bool = False
    vacant: bool = False

    @property
    def text(self) -> str:
        """The cause in words, everybody by number."""
        return self.said(str)

    def said(self, name: Callable[[int], str]) -> str:
        """The cause in words, everybody called as one likes.

        >>> Cause(((1,), (2,)), ()).text, Cause(((1,), (2,), (3,)), (4,)).text
        ('1 and 2 have nobody left whom they may meet', '1, 2 and 3 may meet nobody but 4')
        >>> Cause(((1, 2, 3), (4, 5, 6)), ()).text
        'none of these can all be paired among themselves, and they may meet no others: 1, 2 and 3; 4, 5 and 6'
        """
        around = listed(map(name, self.around), MOST_NAMED)
        text = self._nobody_left(name, around)
        if self.vacant and around:
            text = spoken("%(cause)s, and nobody but %(others)s may have the bye", cause=text, others=around)
        elif self.vacant:
            text = spoken("%(cause)s, and nobody may have the bye", cause=text)
        return spoken("%(cause)s, and there is only one bye", cause=text) if self.bye else text

    def _nobody_left(self, name: Callable[[int], str], around: str) -> str:
        """For whom there are too few."""
        if all(len(group) == 1 for group in self.groups):
            who = listed((name(group[0]) for group in self.groups), MOST_NAMED)
            if around:
                return counted(len(self.groups), "%(names)s may meet nobody but %(others)s",
                               "%(names)s may meet nobody but %(others)s", names=who, others=around)  # fmt: skip
            return counted(len(self.groups), "%(names)s has nobody left whom this one may meet",
                           "%(names)s have nobody left whom they may meet", names=who)  # fmt: skip
        groups = joined("; ", [listed(map(name, group), MOST_NAMED) for group in self.groups])
        if around:
            return spoken("none of these can all be paired among themselves, and they may meet nobody else but"
                          " %(others)s: %(groups)s", others=around, groups=groups)  # fmt: skip
        return spoken("none of these can all be paired among themselves, and they may meet no others: %(groups)s",
                      groups=groups)  # fmt: skip


class Board(NamedTuple):
    """Two who meet, White first, and the article that gave them their colours."""

    white: int
    black: int
    article: str = ""
    reason: str = ""

    @property
    def game(self) -> Game:
        """The game to be played."""
        return Game(self.white, self.black)


class Cited(Protocol):
    """What rests on an article, and perhaps has a code."""

    @property
    def article(self) -> str:
        """The article, with its chapter."""

    @property
    def code(self) -> str:
        """The code, if it has one."""


def cite(what: Cited) -> str:
    """The article, with the code if there is one that the article does not say itself."""
    said = not what.code or what.article.endswith(what.code)
    return what.article if said else f"{what.article} [{what.code}]"


class Fact:
    """Something that can be said about a pairing, as data; `rookery.pairing.facts` has every kind of it."""

    __slots__ = ()


class Reason(Value):
    """One sentence, the article it rests on, and the fact behind it."""

    text: str
    article: str = ""
    fact: Fact | None = None

    def __str__(self) -> str:
        return f"{self.text} ({self.article})" if self.article else self.text


class Explanation(Value):
    """Why a participant was treated so, sentence by sentence."""

    about: tuple[int, ...]
    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.reasons))


class WhyNot(Value):
    """What would follow if two had to meet (or one had to have the bye): it is illegal, impossible, or worse.

    `breaches` names the absolute rules it breaks, `causes` why nobody could pair the others; otherwise `outcome` is the
    round with that wish forced, and `bracket`, `ours`, `theirs` the first line in which the two ledgers differ.
    """

    about: tuple[int, ...]
    breaches: tuple[Breach, ...] = ()
    causes: tuple[Cause, ...] = ()
    outcome: Outcome | None = None
    bracket: Decision | None = None
    ours: Line | None = None
    theirs: Line | None = None
    reasons: tuple[Reason, ...] = ()

    @property
    def possible(self) -> bool:
        """Whether the rules would allow it at all."""
        return self.outcome is not None

    def __str__(self) -> str:
        return "\n".join(map(str, self.reasons))


class Answers(Protocol):
    """Who can be asked why an outcome is as it is."""

    def explain(self, outcome: Outcome, one: int) -> Explanation:
        """Everything there is to say about one participant."""

    def why_not(self, outcome: Outcome, a: int, b: int | None) -> WhyNot:
        """What would follow if these two met, or the first had the bye."""

    def given_up(self, ledger: Ledger) -> tuple[Reason, ...]:
        """What a bracket could not grant, and to whom."""

    def standing(self, outcome: Outcome) -> tuple[Reason, ...]:
        """Whether the file has the round that the rules give, and if not, which rule says so."""

    def as_round(self, outcome: Outcome) -> Round:
        """The round to be played: everybody in it, with an open game or match, or with the bye they have."""


class Outcome(Value, slots=False):
    """The pairing of a round: boards in the order of C.04.2 3.6, the allocated bye, and what was decided on the way.

    `number` says which round it is, `round` is that round, to be played: `tournament.with_round(outcome.round)`. The
    ledgers are priced when they are first asked for, with the same criteria that made the pairing.
    """

    system: str
    number: int
    boards: tuple[Board, ...]
    bye: int | None
    decisions: tuple[Decision, ...]
    price: Callable[[], tuple[Ledger, ...]] = field(repr=False, compare=False)
    breaches: tuple[Breach, ...] = ()
    whole: Round | None = None
    """Where the format gives it: the round with its byes, and forfeits for who is absent."""
    answers: Answers | None = field(default=None, repr=False, compare=False)
    edition: Edition | None = None
    """The edition of the rules, where the format has any."""
    numbers: tuple[int, ...] = ()
    """The numbers of the boards, where somebody keeps one."""

    @property
    def board_numbers(self) -> tuple[int, ...]:
        """The numbers of the boards in their order: 1, 2, 3, ..., unless somebody keeps one."""
        return self.numbers or tuple(range(1, len(self.boards) + 1))

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Who meets whom, White first, in board order."""
        return tuple((board.white, board.black) for board in self.boards)

    @cached_property
    def opponents(self) -> dict[int, int]:
        """Whom everybody meets."""
        return {one: other for white, black, *_ in self.boards for one, other in ((white, black), (black, white))}

    @cached_property
    def round(self) -> Round:
        """The round to be played: games or matches without results, in board order, and all byes with their kinds.

        The byes are the allocated one, those asked for, and whatever else keeps somebody from being paired.
        """
        return self.whole if self.whole is not None else self._asked.as_round(self)

    @cached_property
    def ledger(self) -> tuple[Ledger, ...]:
        """What the pairing pays, bracket by bracket from the top; bracket 0 is the round as a whole."""
        return self.price()

    def explain(self, one: int) -> Explanation:
        """Why this opponent, this colour, this float or the bye, in plain sentences.

        Where the file has the round already: first what it has, and whether the rules give that.
        """
        return self._asked.explain(self, one)

    def why_not(self, a: int, b: int | None = None) -> WhyNot:
        """Why these two do not meet, or (without a second) why the first has not got the bye."""
        return self._asked.why_not(self, a, b)

    @property
    def standing(self) -> tuple[Reason, ...]:
        """Of a round that was paired again: whether the file has it as the rules give it, and if not, why not."""
        return self._asked.standing(self)

    def given_up(self, ledger: Ledger) -> tuple[Reason, ...]:
        """What one bracket of the round could not grant, and to whom, in plain sentences."""
        return self._asked.given_up(ledger)

    @property
    def _asked(self) -> Answers:
        assert self.answers is not None, "an outcome of rookery.pair can be asked, one of System.pair cannot"
        return self.answers


class Parting(NamedTuple):
    """Where two priced pairings of the same round part: the ledger and the line of ours, what they decide and pay."""

    ours: Ledger
    theirs: Decision
    line: Line
    against: Line


def parting(ours: Iterable[Ledger], theirs: Iterable[Ledger | Account]) -> Parting | None:
    """The first line from the top in which two priced pairings of the same round differ; nothing after it is read."""
    for mine, other in zip(ours, theirs, strict=False):
        for line, against in zip(mine.lines, other.lines, strict=False):
            if line.cost != against.cost:
                return Parting(mine, other.decision, line, against)
    return None


def first_difference(ours: Iterable[Ledger], theirs: Iterable[Ledger]) -> tuple[Ledger, Line, Line] | None:
    """The same without their ledger: the bracket (ours), our line and theirs; None if there is no such line."""
    found = parting(ours, theirs)
    return None if found is None else (found.ours, found.line, found.against)
