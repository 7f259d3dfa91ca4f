"""Colour preference, and who gets which colour: ordered lists of small functions.

A rule names the colour of the higher ranked of two seats, or None when it has nothing to say; the first that speaks
decides.
"""

from __future__ import annotations

from functools import lru_cache

from rookery.model import Colour, Tournament
from rookery.order import took_part
from rookery.pairing.criterion import cited
from rookery.pairing.seat import Preference, Seat, Strength
from rookery.pairing.stated import Stated, name_of, stated
from rookery.typed import ClassVar
from rookery.values import Value, field, replace

_COLOURS = {colour.value: colour for colour in Colour}


class ColourRule(Value):
    """One step of the allocation of colours, with the article that orders it."""

    article: str
    decide: Stated[[Seat, Seat, Colour], Colour | None]
    name: str = field(init=False)  # the rule by its meaning
    code: ClassVar[str] = ""  # rules of colours have none

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", name_of(self.decide))

    @property
    def text(self) -> str:
        """The rule in one sentence."""
        return self.decide.text

    @property
    def of_two(self) -> str:
        """The rule in one sentence about two who meet, {higher} and {lower}."""
        return self.decide.worse or self.decide.text

    def cited(self, chapter: str) -> ColourRule:
        """The same with the chapter before the article."""
        return replace(self, article=cited(self.article, chapter))


@lru_cache(maxsize=1 << 13)
def preference(colours: str) -> Preference:
    """Absolute after a difference of two or twice the same colour, strong after a difference of one, else mild.

    Colours of played games, oldest first. Two in a row weigh more than a difference of one (C.04.3 1.7).

    >>> preference("wbb").colour, preference("wbb").strength.name
    (<Colour.WHITE: 'w'>, 'ABSOLUTE')
    """
    if not colours:
        return Preference()
    difference = colours.count("w") - colours.count("b")
    repeated = _COLOURS[colours[-1]] if colours[-2:] in ("ww", "bb") else None
    fewer = Colour.BLACK if difference > 0 else Colour.WHITE
    if abs(difference) > 1:
        return Preference(fewer, Strength.ABSOLUTE, difference, repeated)
    if repeated:
        return Preference(repeated.opposite, Strength.ABSOLUTE, difference, repeated)
    if difference:
        return Preference(fewer, Strength.STRONG, difference)
    return Preference(_COLOURS[colours[-1]].opposite, Strength.MILD, difference)


def third_running(colours: str, colour: str) -> bool:
    """Whether this colour, "w" or "b", after those of the games played would be the third running (C.04.1 7).

    >>> third_running("wbb", "b"), third_running("wbb", "w")
    (True, False)
    """
    return colours[-2:] == 2 * colour


def three_more(colours: str, colour: str) -> bool:
    """Whether with this colour one has been had three times more than the other (C.04.1 6).

    >>> three_more("wbww", "w"), three_more("wbww", "b")
    (True, False)
    """
    lead = colours.count("w") - colours.count("b")
    return abs(lead + (1 if colour == "w" else -1)) > 2


@stated("Each of the two gets the colour that is due, if any is.")
def grant_both(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    mine, yours = higher.preference.colour, lower.preference.colour
    if mine is yours:
        return None
    return mine or (yours.opposite if yours else None)


@stated("Both are due the same colour, and it goes to whoever it is due to more strongly.")
def grant_stronger(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    mine, yours = higher.preference, lower.preference
    if mine.strength == yours.strength or mine.colour is None or yours.colour is None:
        return None
    return mine.colour if mine.strength > yours.strength else yours.colour.opposite


@stated("Both must have the same colour, and it goes to the one with the wider colour difference.")
def grant_wider(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    mine, yours = higher.preference, lower.preference
    if mine.strength != Strength.ABSOLUTE or yours.strength != Strength.ABSOLUTE or yours.colour is None:
        return None
    if abs(mine.difference) == abs(yours.difference):
        return None
    return mine.colour if abs(mine.difference) > abs(yours.difference) else yours.colour.opposite


@stated("The two change the colours that they had the last time when one had White and the other Black.")
def alternate_last_difference(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    # Only played games count, and the two lists are laid side by side from the latest game backwards (C.04.2 3.4).
    for mine, yours in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine != yours:
            return _COLOURS[yours]
    return None


@stated(
    "Both are due the same colour, and it goes to the higher ranked.",
    "Both are due the same colour, and it goes to {higher}, who is ranked higher.",
)
def grant_higher(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    return higher.preference.colour


@stated(
    "Neither is due a colour: with an odd pairing number the higher ranked gets the colour drawn by lot, with an even"
    " one the other.",
    "Neither is due a colour; {higher} is ranked higher, and with an odd pairing number gets the colour drawn by lot,"
    " with an even one the other.",
)
def initial_by_number(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    return initial if higher.number % 2 else initial.opposite


@stated(
    "Neither has played yet: with an odd pairing number the higher ranked gets the colour drawn by lot, with an even"
    " one the other.",
    "Neither has played yet; {higher} is ranked higher, and with an odd pairing number gets the colour drawn by lot,"
    " with an even one the other.",
)
def initial_if_new(higher: Seat, lower: Seat, initial: Colour) -> Colour | None:
    return None if higher.colours or lower.colours else initial_by_number(higher, lower, initial)


def initial_colour(tournament: Tournament) -> Colour:
    """The colour drawn by lot: as declared, else as the first board with colours of round one shows it, else White."""
    if tournament.initial_colour is not None or not tournament.rounds:
        return tournament.initial_colour or Colour.WHITE
    first = tournament.rounds[0]
    numbers = {one: number for number, one in enumerate(sorted(took_part(first)), 1)}
    pairs = [(game.white, game.black) for game in first.games if game.coloured]
    pairs += [(match.white, match.black) for match in first.matches]
    if tournament.fixed_seats:
        kept = {one for one, seat in tournament.seats_in(1).items() if seat.colour is not None}
        pairs = [pair for pair in pairs if kept.isdisjoint(pair)]
    if not pairs:
        return Colour.WHITE
    white, black = min(pairs, key=min)
    of_higher = Colour.WHITE if white < black else Colour.BLACK
    return of_higher if numbers[min(white, black)] % 2 else of_higher.opposite
