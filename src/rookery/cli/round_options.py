"""Entering a round by hand: the booking, with the prompts of the command line."""

from __future__ import annotations

from shlex import quote

from rookery.formatting import format_result, participant_label
from rookery.model import Player, Result, Team, Tournament
from rookery.tournaments.manual_round import EntryTexts


class TypedTexts(EntryTexts):
    """The texts of manual entries on the command line, for the tournament in a file."""

    def __init__(self, path: str) -> None:
        self.path = path

    def label(self, participant: Player | Team) -> str:
        """Return a participant as lists print it."""
        return participant_label(participant)

    def score(self, result: Result) -> str:
        """Return a result as a pairing list prints it."""
        return format_result(result)

    def removal_hint(self, entry: str) -> str:
        """Return what takes an entry back."""
        return f"{entry}=none takes that back"

    def colours_hint(self, white: int, black: int, *, exchanged: bool = True) -> str:
        """Return the entry with the colours that are recorded."""
        other = f", or, if the colours were exchanged, {white}-{black}=none first" if exchanged else ""
        return f"write {white}-{black}=...{other}"

    def game_hint(self, white: int, black: int, result: Result) -> str:
        """Return the entry for a game."""
        return f"write {white}-{black}={result}"

    def match_hint(self, white: int, black: int) -> str:
        """Return the entry for a match."""
        return f"a match as a whole is t{white}-t{black}=+/-"

    def unpaired_round_hint(self, number: int, participant_id: int) -> str:
        """Return the command that pairs the round, or the entries for those who do not play."""
        path = quote(self.path)
        return (
            f"rookery pair {path} -o {path} pairs it; by hand, enter all of it in one command ({participant_id}=half,"
            f" {participant_id}=zero and {participant_id}=bye are for whoever does not play), or say --part and enter"
            " the rest later"
        )

    def left_out_hint(self, participant_id: int) -> str:
        """Return the entries for those who do not play."""
        return (
            f"say in the same command whom they meet, or what they have instead ({participant_id}=bye,"
            f" {participant_id}=half, {participant_id}=zero),"
            " or say --part and enter that later"
        )


def no_such(t: Tournament, participant_id: int) -> str:
    """Return that no participant has this number; in a team event, whose number it is instead."""
    return TypedTexts("").unknown_number(t, participant_id)
