"""Remarks in the forms that the desk writes, when players or teams have other numbers.

A remark stands in the file for good, and so the numbers in it must be those of the file. Only what is of such a form
as a whole is touched: what somebody wrote in other words stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rookery.model import ByeKind, Remark, Result
from rookery.values import replace

Moved = Mapping[int, int]
"""New numbers by the old ones; who is not named keeps theirs."""

_PAIRINGS, _NAMED = ("MPA",), ("FPB", "Expelled")
_GAMES = ("Correction", "Round taken back", "Rating correction", "Adjournment")
_WORDS = frozenset(
    word for text in (*map(str, Result), *map(str, ByeKind), "=> and more none match played no bye")
    for word in text.split()
)  # fmt: skip


def with_numbers(remarks: Iterable[Remark], players: Moved, participants: Moved) -> tuple[Remark, ...]:
    """The remarks with other numbers of players, and of those who are paired.

    >>> kept = Remark("Correction: 3-4 1-0 => ½-½", 2), Remark("FPB: 4 Dot", 3), Remark("3-4 asked for tea")
    >>> [one.text for one in with_numbers(kept, {3: 4, 4: 5}, {3: 4, 4: 5})]
    ['Correction @ Round 2: 4-5 1-0 => ½-½', 'FPB @ Round 3: 5 Dot', '3-4 asked for tea']
    """
    return tuple(_renumbered(one, players, participants) for one in remarks)


def _renumbered(remark: Remark, players: Moved, participants: Moved) -> Remark:
    head, colon, said = remark.text.partition(": ")
    form = head.partition(" @ ")[0]
    if form in _NAMED:
        number, space, rest = said.partition(" ")
        made = f"{_moved(number, participants)}{space}{rest}" if number.isdecimal() else said
    elif form in (*_PAIRINGS, *_GAMES) and (tokens := said.split(" ")) and all(map(_known, tokens)):
        made = " ".join(_told(tokens, form in _PAIRINGS, players, participants))
    else:
        return remark
    return remark if made == said else replace(remark, text=f"{head}{colon}{made}")


def _known(token: str) -> bool:
    """Whether a word belongs to the forms: a pair, a number, a result or a bye."""
    bare = token.rstrip(",;")
    return bare in _WORDS or all(part.isdecimal() for part in bare.split("-", 1))


def _told(tokens: list[str], of_participants: bool, players: Moved, participants: Moved) -> Iterable[str]:
    """The words with other numbers: `5-0` is a bye where a pairing is told, and a result elsewhere."""
    for before, token, after in zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False):
        bare = token.rstrip(",;")
        rest, (white, _, black) = token[len(bare) :], bare.partition("-")
        if not white.isdecimal() or after == "more":
            yield token
        elif not black:
            yield f"{_moved(white, participants)}{rest}"
        elif not black.isdecimal() or (not of_participants and bare in _WORDS):
            yield token
        else:
            who = participants if of_participants or before == "match" else players
            yield f"{_moved(white, who)}-{_moved(black, who)}{rest}"


def _moved(number: str, moved: Moved) -> str:
    return str(moved.get(int(number), int(number)))
