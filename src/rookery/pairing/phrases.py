"""How sentences speak of people, groups and wishes: names with numbers, pairs, points, "if these two met"."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rookery.model import Tournament
from rookery.pairing.facts import Named, Wished, WishKind
from rookery.pairing.outcome import Decision
from rookery.pairing.stated import as_template
from rookery.scoring import in_words
from rookery.values import frozen
from rookery.wording import called, counted, filled, listed, spoken

NAMED = 6
"""How many are named in a sentence before the rest is only counted."""

PLAYERS, TEAMS = (spoken("player"), spoken("players")), (spoken("team"), spoken("teams"))
"""What one who takes part is, and what many are."""
THE_ROUND, NONE, NOBODY = spoken("the round"), spoken("none"), spoken("nobody")
AS_IN_THE_FILE = spoken("the round were as it is in the file")


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

    def count(self, number: int) -> str:
        """So many of them."""
        return counted(number, "%(num)s team" if self.teams else "%(num)s player",
                       "%(num)s teams" if self.teams else "%(num)s players", num=number)  # fmt: skip

    def group(self, bracket: Decision) -> str:
        """A bracket by its score."""
        if not bracket.bracket:
            return THE_ROUND
        if bracket.lowest is None:
            return spoken("the group of %(points)s", points=in_words(bracket.score))
        return spoken("the groups of %(points)s down to %(lowest)s", points=in_words(bracket.score),
                      lowest=in_words(bracket.lowest))  # fmt: skip

    def worse(self, text: str, bracket: Decision) -> str:
        """What a pairing has more of that is worse, of this bracket."""
        player, players = TEAMS if self.teams else PLAYERS
        return filled(as_template(text), group=self.group(bracket), players=players, player=player)

    # -- who pays

    def named(self, one: Named) -> str:
        """Somebody, or two who meet, with their number.

        >>> People(str).named(Named((1, 2), 15, "apart")), People(str).named(Named((3,), 1, "missed"))
        ('1 against 2 (1½ points apart)', '3 who played in all rounds but one')
        """
        first, *others = map(self.name, one.who)
        who = spoken("%(one)s against %(other)s", one=first, other=others[0]) if others else first
        return who if one.number is None else _numbered(who, one.number, one.unit)

    def instead(self, those: tuple[Named, ...], these: tuple[Named, ...]) -> str:
        """Those who would pay instead of these who do."""
        pairs = any(len(one.who) > 1 for one in (*those, *these))
        return spoken("%(those)s instead of %(these)s", those=self.all_named(those, pairs),
                      these=self.all_named(these, pairs))  # fmt: skip

    def all_named(self, many: tuple[Named, ...], pairs: bool = False) -> str:
        """All who pay; nobody, or no pair, if there is none."""
        return listed(map(self.named, many), NAMED) if many else NONE if pairs else NOBODY

    # -- what is wished

    def wish(self, wish: Wished) -> str:
        """A wish, as it follows "if"."""
        kind = wish.kind
        if kind is WishKind.RECORDED:
            return AS_IN_THE_FILE
        one, *others = map(self.name, wish.who)
        if kind is WishKind.MEET:
            return spoken("%(one)s met %(other)s", one=one, other=others[0])
        if kind is WishKind.BYE:
            return spoken("%(one)s had the bye", one=one)
        if kind is WishKind.APART:
            return spoken("%(one)s and %(other)s did not meet", one=one, other=others[0])
        assert wish.score is not None
        points = in_words(wish.score)
        if kind is WishKind.STAY:
            return spoken("%(one)s met somebody of the group of %(points)s", one=one, points=points)
        return spoken("%(one)s were not brought up to the group of %(points)s", one=one, points=points)

    def means(self, wish: Wished, what: str) -> str:
        """A sentence on what would follow."""
        if wish.kind is WishKind.RECORDED:
            return spoken("The round in the file means %(what)s.", what=what)
        return spoken("If %(wish)s, that would mean %(what)s.", wish=self.wish(wish), what=what)


def _numbered(who: str, number: int, unit: str) -> str:
    """Somebody with the number that is said of them."""
    if unit == "points":
        return spoken("%(who)s with %(points)s", who=who, points=in_words(number))
    if unit == "apart":
        return spoken("%(who)s (%(points)s apart)", who=who, points=in_words(number))
    if unit == "missed" and not number:
        return spoken("%(who)s who played in every round", who=who)
    if unit == "missed":
        return counted(number, "%(who)s who played in all rounds but one",
                       "%(who)s who played in all but %(num)s rounds", who=who, num=number)  # fmt: skip
    if unit == "times":
        return counted(number, "%(who)s (once before)", "%(who)s (%(num)s times before)", who=who,
                       num=number)  # fmt: skip
    if unit == "number":
        return spoken("%(who)s with number %(number)s", who=who, number=number)
    return spoken("%(who)s rated %(number)s" if number else "%(who)s without a rating", who=who, number=number)
