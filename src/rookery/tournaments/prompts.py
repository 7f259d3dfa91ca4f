"""Texts with which manual entries are confirmed and rejected; an interface may override them."""

from __future__ import annotations

from rookery.messages import msg
from rookery.model import Player, Result, Team, Tournament


class PromptTexts:
    """The default texts."""

    def person(self, participant: Player | Team) -> str:
        """Return the label of a participant."""
        return f"{participant.number} {participant.name}".rstrip()

    def score(self, result: Result) -> str:
        """Return the text of a result."""
        return str(result)

    def back(self, entry: str) -> str:
        """Return the hint to remove a pairing (`12-7`) or a bye (`5`)."""
        return msg("take that back first")

    def turned(self, white: int, black: int, *, exchanged: bool = True) -> str:
        """Return the hint for two players with the opposite colours."""
        if exchanged:
            return msg("enter it with these colours, or exchange the colours first")
        return msg("enter it with these colours")

    def of_game(self, white: int, black: int, result: Result) -> str:
        """Return the hint to enter a game in a tournament without matches."""
        return msg("enter the game of %(white)s and %(black)s", white=white, black=black)

    def of_match(self, white: int, black: int) -> str:
        """Return the hint to enter a match instead of a game."""
        return msg("to forfeit a whole match, name the teams")

    def begun(self, number: int, participant: int) -> str:
        """Return the hint for participants missing from a round that begins."""
        return msg("pair it, or enter the whole round at once, with a bye for each player who does not play")

    def kept(self, participant: int) -> str:
        """Return the hint for a change that would leave participants out of a round."""
        return msg("enter also their opponents or their byes")

    def no_such(self, t: Tournament, number: int) -> str:
        """Return that no participant has a number; in a team event, name the team of the player with that number."""
        if not t.team_event:
            return msg("there is no player %(one)s in this tournament", one=number)
        for team in t.teams:
            for player in t.players if number in team.players else ():
                if player.number == number:
                    return msg("there is no team %(one)s: %(name)s is a player of %(team)s", one=number,
                                  name=self.person(player), team=self.person(team))  # fmt: skip
        return msg("there is no team %(one)s in this tournament", one=number)


PLAIN = PromptTexts()
