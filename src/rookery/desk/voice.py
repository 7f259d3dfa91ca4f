"""How what is booked by hand is said: names, results, and what to do instead; every door may have words of its own."""

from __future__ import annotations

from rookery.model import Player, Result, Team, Tournament
from rookery.wording import spoken


class Voice:
    """The words of a door that has none of its own."""

    def person(self, one: Player | Team) -> str:
        """A participant for people."""
        return f"{one.id} {one.name}".rstrip()

    def score(self, result: Result) -> str:
        """A result for people."""
        return str(result)

    def back(self, entry: str) -> str:
        """How a pairing (`12-7`) or a bye (`5`) is taken back."""
        return spoken("take that back first")

    def turned(self, white: int, black: int, *, exchanged: bool = True) -> str:
        """What to do where the two have the colours the other way round."""
        if exchanged:
            return spoken("enter it with these colours, or exchange the colours first")
        return spoken("enter it with these colours")

    def of_game(self, white: int, black: int, result: Result) -> str:
        """What to enter where there are games, and no matches."""
        return spoken("enter the game of %(white)s and %(black)s", white=white, black=black)

    def of_match(self, white: int, black: int) -> str:
        """What to enter where a match was meant, and no game."""
        return spoken("a match as a whole is forfeited by its teams")

    def begun(self, number: int, one: int) -> str:
        """What to do where a round begins without everybody."""
        return spoken("pair it, or enter all of it at once, a bye for whoever does not play")

    def kept(self, one: int) -> str:
        """What to do where a round would go on without somebody."""
        return spoken("say at once whom they meet, or which bye they have")

    def no_such(self, t: Tournament, one: int) -> str:
        """That nobody in the tournament has this number; in an event of teams, whose number it is instead."""
        if not t.team_event:
            return spoken("there is no player %(one)s in this tournament", one=one)
        for team in t.teams:
            for player in t.players if one in team.players else ():
                if player.id == one:
                    return spoken("there is no team %(one)s: %(name)s is a player of %(team)s", one=one,
                                  name=self.person(player), team=self.person(team))  # fmt: skip
        return spoken("there is no team %(one)s in this tournament", one=one)


PLAIN = Voice()
