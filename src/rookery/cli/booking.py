"""A round filled in by hand from the command line: the booking of the desk, said as one types it here."""

from __future__ import annotations

from shlex import quote

from rookery.desk.booking import Booking as _Booking
from rookery.desk.booking import without_empty_round
from rookery.desk.voice import Voice
from rookery.desk.whole_round import must_be_whole
from rookery.labels import person, score
from rookery.model import Player, Result, Team, Tournament

__all__ = ["Booking", "must_be_whole", "no_such", "without_empty_round"]


class _Typed(Voice):
    """The words of the command line; `command` stands before an entry, where entries are not what is being typed."""

    def __init__(self, path: str, command: str = "") -> None:
        self.path, self.command = path, command

    def person(self, one: Player | Team) -> str:
        """A participant as lists print them."""
        return person(one)

    def score(self, result: Result) -> str:
        """A result as a pairing list prints it."""
        return score(result)

    def back(self, entry: str) -> str:
        """What takes it back."""
        return f"{self.command}{entry}=none takes that back"

    def turned(self, white: int, black: int, *, exchanged: bool = True) -> str:
        """The entry with the colours that stand there."""
        other = f", or, if the colours were exchanged, {white}-{black}=none first" if exchanged else ""
        return f"write {white}-{black}=...{other}"

    def of_game(self, white: int, black: int, result: Result) -> str:
        """The entry for a game."""
        return f"write {white}-{black}={result}"

    def of_match(self, white: int, black: int) -> str:
        """The entry for a match."""
        return f"a match as a whole is t{white}-t{black}=+/-"

    def begun(self, number: int, one: int) -> str:
        """The command that pairs the round, or the entries for whoever does not play."""
        path = quote(self.path)
        return (
            f"rookery pair {path} -o {path} pairs it; by hand, enter all of it in one command ({one}=half,"
            f" {one}=zero and {one}=bye are for whoever does not play), or say --part and enter the rest later"
        )

    def kept(self, one: int) -> str:
        """The entries for whoever does not play."""
        return (
            f"say in the same command whom they meet, or what they have instead ({one}=bye, {one}=half, {one}=zero),"
            " or say --part and enter that later"
        )


class Booking(_Booking):
    """One round of the tournament in a file, open for entries."""

    def __init__(self, tournament: Tournament, number: int, path: str, command: str = "") -> None:
        super().__init__(tournament, number, _Typed(path, command))


def no_such(t: Tournament, one: int) -> str:
    """That nobody in the tournament has this number; in an event of teams, whose number it is instead."""
    return _Typed("").no_such(t, one)
