"""How sentences speak of people, groups and wishes: names with numbers, pairs, points, "if these two met"."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rookery.model import Tournament
from rookery.pairing.facts import Named, Wished, WishKind
from rookery.pairing.outcome import Decision
from rookery.scoring import in_words
from rookery.values import frozen
from rookery.wording import called, listed

NAMED = 6
"""How many are named in a sentence before the rest is only counted."""


@frozen(slots=False)
class People:
    """Those who take part, as a sentence speaks of them."""

    name: Callable[[int], str]
    teams: bool = False

    @classmethod
    def of(cls, tournament: Tournament) -> People:
        """The participants by name and number.

        >>> from rookery.model import Player
        >>> People.of(Tournament(players=(Player(1, "Ada"), Player(2)))).names((1, 2))
        'Ada (1) and number 2'
        """

        def name(one: int) -> str:
            return called(one, tournament.by_id[one].name)

        return cls(name, tournament.team_event)

    def names(self, many: Iterable[int]) -> str:
        """Several of them."""
        return listed(map(self.name, many), NAMED)

    @property
    def player(self) -> str:
        """What one of them is."""
        return "team" if self.teams else "player"

    @property
    def players(self) -> str:
        """What many of them are."""
        return f"{self.player}s"

    def group(self, bracket: Decision) -> str:
        """A bracket by its score."""
        return f"the {bracket.called}" if bracket.bracket else "the round"

    def worse(self, text: str, bracket: Decision) -> str:
        """What a pairing has more of that is worse, of this bracket."""
        return text.format(group=self.group(bracket), players=self.players, player=self.player)

    # -- who pays

    def named(self, one: Named) -> str:
        """Somebody, or two who meet, with their number.

        >>> People(str).named(Named((1, 2), 15, "apart")), People(str).named(Named((3,), 1, "missed"))
        ('1 against 2 (1½ points apart)', '3 who played in all rounds but one')
        """
        who = " against ".join(map(self.name, one.who))
        return who if one.number is None else f"{who} {self._number(one.number, one.unit)}"

    def _number(self, number: int, unit: str) -> str:
        if unit == "points":
            return f"with {in_words(number)}"
        if unit == "apart":
            return f"({in_words(number)} apart)"
        if unit == "missed":
            rounds = (
                "every round" if not number else "all rounds but one" if number == 1 else f"all but {number} rounds"
            )
            return f"who played in {rounds}"
        if unit == "times":
            return "(once before)" if number == 1 else f"({number} times before)"
        return f"with number {number}" if unit == "number" else f"rated {number}" if number else "without a rating"

    def instead(self, those: tuple[Named, ...], these: tuple[Named, ...]) -> str:
        """Those who would pay instead of these who do."""
        pairs = any(len(one.who) > 1 for one in (*those, *these))
        return f"{self.all_named(those, pairs)} instead of {self.all_named(these, pairs)}"

    def all_named(self, many: tuple[Named, ...], pairs: bool = False) -> str:
        """All who pay; nobody, or no pair, if there is none."""
        return listed(map(self.named, many), NAMED) if many else "none" if pairs else "nobody"

    # -- what is wished

    def wish(self, wish: Wished) -> str:
        """A wish, as it follows "if"."""
        if wish.kind is WishKind.RECORDED:
            return "the round were as it is in the file"
        one, *others = map(self.name, wish.who)
        group = "" if wish.score is None else f"the group of {in_words(wish.score)}"
        return {
            WishKind.MEET: f"{one} met {''.join(others)}",
            WishKind.BYE: f"{one} had the bye",
            WishKind.STAY: f"{one} met somebody of {group}",
            WishKind.BELOW: f"{one} were not brought up to {group}",
            WishKind.APART: f"{one} and {''.join(others)} did not meet",
        }[wish.kind]

    def as_good(self, wish: Wished, bracket: Decision) -> str:
        """The beginning of a sentence on a pairing that is as good but for the order."""
        group = self.group(bracket)
        if wish.kind is WishKind.RECORDED:
            return f"In the round of the file {group} is paired just as well by the rules before this one"
        return f"If {self.wish(wish)}, {group} could be paired just as well by the rules before this one"

    def means(self, wish: Wished) -> str:
        """The beginning of a sentence on what would follow."""
        if wish.kind is WishKind.RECORDED:
            return "The round in the file means"
        return f"If {self.wish(wish)}, that would mean"
