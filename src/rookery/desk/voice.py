"""How what is booked by hand is said: names, results, and what to do instead; every door may have words of its own."""

from __future__ import annotations

from rookery.model import Player, Result, Team, Tournament


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
        return "take that back first"

    def turned(self, white: int, black: int, *, exchanged: bool = True) -> str:
        """What to do where the two have the colours the other way round."""
        return "enter it with these colours" + (", or exchange the colours first" if exchanged else "")

    def of_game(self, white: int, black: int, result: Result) -> str:
        """What to enter where there are games, and no matches."""
        return f"enter the game of {white} and {black}"

    def of_match(self, white: int, black: int) -> str:
        """What to enter where a match was meant, and no game."""
        return "a match as a whole is forfeited by its teams"

    def begun(self, number: int, one: int) -> str:
        """What to do where a round begins without everybody."""
        return "pair it, or enter all of it at once, a bye for whoever does not play"

    def kept(self, one: int) -> str:
        """What to do where a round would go on without somebody."""
        return "say at once whom they meet, or which bye they have"

    def no_such(self, t: Tournament, one: int) -> str:
        """That nobody in the tournament has this number; in an event of teams, whose number it is instead."""
        if not t.team_event:
            return f"there is no player {one} in this tournament"
        for team in t.teams:
            for player in t.players if one in team.players else ():
                if player.id == one:
                    return f"there is no team {one}: {self.person(player)} is a player of {self.person(team)}"
        return f"there is no team {one} in this tournament"


PLAIN = Voice()
