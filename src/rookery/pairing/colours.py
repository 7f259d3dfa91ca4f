"""Colour preferences and the rules that allocate colours.

A rule returns the colour of the higher ranked of two entrants, or None if it does not decide; the first rule that
decides is applied.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from rookery._record import field, record, replace
from rookery.history.pairing_numbers import paired_participants
from rookery.model import Colour, Tournament
from rookery.pairing.clauses import qualify_article
from rookery.pairing.field import Entrant, Preference, Strength
from rookery.pairing.rule_text import Rule, name_of, rule

_COLOURS = {colour.value: colour for colour in Colour}


@record
class ColourRule:
    """One step of the allocation of colours, with its article."""

    article: str
    decide: Rule[[Entrant, Entrant, Colour], Colour | None]
    name: str = field(init=False)  # the name of the rule in words
    code: ClassVar[str] = ""  # rules of colours have none

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", name_of(self.decide))

    @property
    def text(self) -> str:
        """The rule as one sentence."""
        return self.decide.text

    @property
    def text_of_two(self) -> str:
        """The rule in one sentence about two who meet, {higher} and {lower}."""
        return self.decide.worse or self.decide.text

    def with_chapter(self, chapter: str) -> ColourRule:
        """Return a copy with the chapter before the article."""
        return replace(self, article=qualify_article(self.article, chapter))


@lru_cache(maxsize=1 << 13)
def preference(colours: str) -> Preference:
    """Return the preference: absolute, strong or mild, by the difference and the latest colours.

    Colours of played games, oldest first. Two in a row weigh more than a difference of one (C.04.3 1.7).

    >>> preference("wbb").colour, preference("wbb").strength.name
    (<Colour.WHITE: 'w'>, 'ABSOLUTE')
    """
    if not colours:
        return Preference()
    difference = colours.count("w") - colours.count("b")
    last_twice = _COLOURS[colours[-1]] if colours[-2:] in ("ww", "bb") else None
    fewer = Colour.BLACK if difference > 0 else Colour.WHITE
    if abs(difference) > 1:
        return Preference(fewer, Strength.ABSOLUTE, difference, last_twice)
    if last_twice:
        return Preference(last_twice.opposite, Strength.ABSOLUTE, difference, last_twice)
    if difference:
        return Preference(fewer, Strength.STRONG, difference)
    return Preference(_COLOURS[colours[-1]].opposite, Strength.MILD, difference)


def would_be_third_running(colours: str, colour: str) -> bool:
    """Return whether this colour ("w" or "b") would be the third in a row (C.04.1 7).

    >>> would_be_third_running("wbb", "b"), would_be_third_running("wbb", "w")
    (True, False)
    """
    return colours[-2:] == 2 * colour


def would_be_three_more(colours: str, colour: str) -> bool:
    """Return whether this colour would make a difference of three (C.04.1 6).

    >>> would_be_three_more("wbww", "w"), would_be_three_more("wbww", "b")
    (True, False)
    """
    lead = colours.count("w") - colours.count("b")
    return abs(lead + (1 if colour == "w" else -1)) > 2


@rule("Each of the two gets the colour that is due, if any is.")
def grant_both(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    mine, yours = higher.preference.colour, lower.preference.colour
    if mine is yours:
        return None
    return mine or (yours.opposite if yours else None)


@rule("Both are due the same colour, and it goes to the one to whom it is due more strongly.")
def grant_stronger(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    mine, yours = higher.preference, lower.preference
    if mine.strength == yours.strength or mine.colour is None or yours.colour is None:
        return None
    return mine.colour if mine.strength > yours.strength else yours.colour.opposite


@rule("Both must have the same colour, and it goes to the one with the wider colour difference.")
def grant_wider(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    mine, yours = higher.preference, lower.preference
    if mine.strength != Strength.ABSOLUTE or yours.strength != Strength.ABSOLUTE or yours.colour is None:
        return None
    if abs(mine.difference) == abs(yours.difference):
        return None
    return mine.colour if abs(mine.difference) > abs(yours.difference) else yours.colour.opposite


@rule("The two change the colours that they had the last time when one had White and the other Black.")
def alternate_last_difference(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    # Only played games count, and the two lists are laid side by side from the latest game backwards (C.04.2 3.4).
    for mine, yours in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine != yours:
            return _COLOURS[yours]
    return None


@rule(
    "Both are due the same colour, and it goes to the higher ranked.",
    "Both are due the same colour, and it goes to {higher}, who is ranked higher.",
)
def grant_higher(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    return higher.preference.colour


@rule(
    "Neither is due a colour: with an odd pairing number the higher ranked gets the colour drawn by lot, with an even"
    " one the other.",
    "Neither is due a colour; {higher} is ranked higher, and with an odd pairing number gets the colour drawn by lot,"
    " with an even one the other.",
)
def initial_by_number(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    return initial if higher.number % 2 else initial.opposite


@rule(
    "Neither has played yet: with an odd pairing number the higher ranked gets the colour drawn by lot, with an even"
    " one the other.",
    "Neither has played yet; {higher} is ranked higher, and with an odd pairing number gets the colour drawn by lot,"
    " with an even one the other.",
)
def initial_if_new(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    return None if higher.colours or lower.colours else initial_by_number(higher, lower, initial)


def initial_colour(tournament: Tournament) -> Colour:
    """Return the colour drawn by lot: as declared, else as deduced from round one, else White."""
    if tournament.initial_colour is not None or not tournament.rounds:
        return tournament.initial_colour or Colour.WHITE
    first = tournament.rounds[0]
    numbers = {participant: number for number, participant in enumerate(sorted(paired_participants(first)), 1)}
    pairs = [(game.white, game.black) for game in first.games if game.coloured]
    pairs += [(match.white, match.black) for match in first.matches]
    if tournament.fixed_seats:
        with_fixed_colour = {
            participant for participant, entrant in tournament.seats_in(1).items() if entrant.colour is not None
        }
        pairs = [pair for pair in pairs if with_fixed_colour.isdisjoint(pair)]
    if not pairs:
        return Colour.WHITE
    white, black = min(pairs, key=min)
    of_higher = Colour.WHITE if white < black else Colour.BLACK
    return of_higher if numbers[min(white, black)] % 2 else of_higher.opposite
