"""Colour preferences, the rules that allocate colours, and the fixed boards and colours of participants.

A rule returns the colour of the higher ranked of two entrants, or None if it does not decide; the first rule that
decides is applied. Fixed seats change colours and board numbers, never the pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from rookery._record import field, record, replace
from rookery.history.pairing_numbers import number_boards, paired_participants
from rookery.messages import msg
from rookery.model import Colour, FixedSeat, Game, Match, Result, Round, Tournament
from rookery.pairing.clauses import qualify_article
from rookery.pairing.field import Entrant, Preference, Strength
from rookery.pairing.outcome import Board, Breach
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


KEPT_COLOUR, KEPT_BOARD = "colour kept", "board kept"
"""Reasons of a board changed for a fixed seat, and of a breach."""

BOTH_KEEP = {
    Colour.WHITE: "Both should always have White: they have the colours that they would have otherwise.",
    Colour.BLACK: "Both should always have Black: they have the colours that they would have otherwise.",
}
KEEPS = {
    Colour.WHITE: "{higher} always has White in this event.",
    Colour.BLACK: "{higher} always has Black in this event.",
}
"""Texts for two opponents with the same fixed colour, and for one with a fixed colour."""

FixedSeats = Mapping[int, FixedSeat]
"""The participants with a fixed board or colour."""


def place_fixed(boards: Sequence[Board], fixed: FixedSeats) -> tuple[tuple[int, ...], tuple[Board, ...]]:
    """Return the board numbers and the boards, with fixed colours and boards applied.

    >>> boards = [Board(1, 3), Board(4, 2)]
    >>> place_fixed(boards, {3: FixedSeat(3, colour=Colour.WHITE), 2: FixedSeat(2, board=1)})[0]
    (1, 2)
    """
    boards_turned = [
        Board(b.black, b.white, "", KEPT_COLOUR) if must_swap_colours(b.white, b.black, fixed) else b for b in boards
    ]
    numbers = {participant: seat.board for participant, seat in fixed.items() if seat.board is not None}
    numbered = number_boards(boards_turned, numbers)
    return tuple([number for number, _ in numbered]), tuple([board for _, board in numbered])


def must_swap_colours(white: int, black: int, fixed: FixedSeats) -> bool:
    """Return whether the colours must be swapped for a fixed colour; False if both have the same one."""
    first, second = (fixed[participant].colour if participant in fixed else None for participant in (white, black))
    return first is not second and (first is Colour.BLACK or second is Colour.WHITE)


def with_fixed_colours(round: Round, fixed: FixedSeats) -> Round:
    """Return an unplayed round with the fixed colours applied."""
    games = [
        _swap_game(meeting) if must_swap_colours(meeting.white, meeting.black, fixed) else meeting
        for meeting in round.games
    ]
    matches = [
        _swap_match(meeting) if must_swap_colours(meeting.white, meeting.black, fixed) else meeting
        for meeting in round.matches
    ]
    return replace(round, games=tuple(games), matches=tuple(matches))


_TURNED = {
    Result.WHITE_BY_FORFEIT: Result.BLACK_BY_FORFEIT,
    Result.BLACK_BY_FORFEIT: Result.WHITE_BY_FORFEIT,
}
"""Forfeits after an exchange of colours."""


def _swap_game(game: Game) -> Game:
    return Game(game.black, game.white, _TURNED.get(game.result, game.result), game.coloured)


def _swap_match(match: Match) -> Match:
    forfeit = None if match.forfeit is None else _TURNED.get(match.forfeit, match.forfeit)
    return Match(match.black, match.white, tuple(map(_swap_game, match.games)), forfeit, match.vacant)


def find_clashes(meetings: Sequence[Board], fixed: FixedSeats) -> Iterator[Breach]:
    """Yield the conflicts of two opponents with the same fixed colour, or with a fixed board each."""
    for board in meetings:
        if board.white not in fixed or board.black not in fixed:
            continue
        white, black, participants = fixed[board.white], fixed[board.black], (board.white, board.black)
        if white.colour is not None and white.colour is black.colour:
            yield Breach(KEPT_COLOUR, "", "", participants, BOTH_KEEP[white.colour])
        if white.board is not None and black.board is not None:
            lowest, highest = sorted((white.board, black.board))
            text = msg(
                "Both have a fixed board, %(board)s and %(other)s: they meet at board %(board)s.",
                board=lowest,
                other=highest,
            )
            yield Breach(KEPT_BOARD, "", "", participants, text)
