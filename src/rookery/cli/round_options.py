"""Entering a round by hand: the booking, with the prompts of the command line."""

from __future__ import annotations

from shlex import quote

from rookery.formatting import format_result, participant_label
from rookery.model import Player, Result, Team, Tournament
from rookery.tournaments.manual_round import ManualRound as _Booking
from rookery.tournaments.manual_round import PromptTexts

__all__ = ["Booking", "no_such"]


class _Typed(PromptTexts):
    """Prompt texts of the command line; `command` is put before an entry that is typed as a command."""

    def __init__(self, path: str, command: str = "") -> None:
        self.path, self.command = path, command

    def person(self, participant: Player | Team) -> str:
        """Return a participant as lists print it."""
        return participant_label(participant)

    def score(self, result: Result) -> str:
        """Return a result as a pairing list prints it."""
        return format_result(result)

    def back(self, entry: str) -> str:
        """Return what takes an entry back."""
        return f"{self.command}{entry}=none takes that back"

    def turned(self, white: int, black: int, *, exchanged: bool = True) -> str:
        """Return the entry with the colours that are recorded."""
        other = f", or, if the colours were exchanged, {white}-{black}=none first" if exchanged else ""
        return f"write {white}-{black}=...{other}"

    def of_game(self, white: int, black: int, result: Result) -> str:
        """Return the entry for a game."""
        return f"write {white}-{black}={result}"

    def of_match(self, white: int, black: int) -> str:
        """Return the entry for a match."""
        return f"a match as a whole is t{white}-t{black}=+/-"

    def begun(self, number: int, participant_id: int) -> str:
        """Return the command that pairs the round, or the entries for those who do not play."""
        path = quote(self.path)
        return (
            f"rookery pair {path} -o {path} pairs it; by hand, enter all of it in one command ({participant_id}=half,"
            f" {participant_id}=zero and {participant_id}=bye are for whoever does not play), or say --part and enter"
            " the rest later"
        )

    def kept(self, participant_id: int) -> str:
        """Return the entries for those who do not play."""
        return (
            f"say in the same command whom they meet, or what they have instead ({participant_id}=bye,"
            f" {participant_id}=half, {participant_id}=zero),"
            " or say --part and enter that later"
        )


class Booking(_Booking):
    """One round of the tournament in a file, open for entries."""

    def __init__(
        self, tournament: Tournament, number: int, path: str, command: str = "", *, in_parts: bool = False
    ) -> None:
        super().__init__(tournament, number, _Typed(path, command), in_parts=in_parts)


def no_such(t: Tournament, participant_id: int) -> str:
    """Return that no participant has this number; in a team event, whose number it is instead."""
    return _Typed("").no_such(t, participant_id)
