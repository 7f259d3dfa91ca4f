"""Team matches out of the games of their players: which boards, in which order, and who had White on the first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rookery.model import Game, Match, Result, Team

FORFEITS = {"+-": Result.WHITE_BY_FORFEIT, "-+": Result.BLACK_BY_FORFEIT, "--": Result.DOUBLE_FORFEIT}


def membership(teams: Iterable[Team]) -> dict[int, int]:
    """The team of each player; the first one that lists them."""
    home: dict[int, int] = {}
    for team in teams:
        for player in team.players:
            home.setdefault(player, team.id)
    return home


def grouped(games: Iterable[Game], home: Mapping[int, int]) -> dict[tuple[int, int], list[Game]]:
    """The games by the two teams they belong to, lower number first; (0, 0) for a game that is not of two teams."""
    found: dict[tuple[int, int], list[Game]] = {}
    for game in games:
        one, other = sorted((home.get(game.white, 0), home.get(game.black, 0)))
        found.setdefault((one, other) if one and one != other else (0, 0), []).append(game)
    return found


def consistent(rounds: Iterable[Iterable[Game]], home: Mapping[int, int]) -> bool:
    """Whether all games are team against team, no team against two in a round, and there are any."""
    some = False
    for games in rounds:
        pairs = list(grouped(games, home))
        met = [team for pair in pairs for team in pair]
        if (0, 0) in pairs or len(set(met)) < len(met):
            return False
        some = some or bool(pairs)
    return some


def arranged(
    one: Team, other: Team, games: Sequence[Game], line_ups: Mapping[int, Sequence[int]], colours: str
) -> Match:
    """The match of these games: boards by line-up, else by roster; White's is the team with White on board 1.

    A line-up tells the number of each board; without one the boards are counted. When board 1 is empty, the colours
    announced for the boards (alternating when none are) tell who would have had White there.
    """
    leader = next((team for team in (one, other) if team.id in line_ups), one)
    listed = line_ups.get(leader.id)
    order = {player: place for place, player in enumerate(listed or leader.players)}

    def place(game: Game) -> int:
        return order.get(game.white, order.get(game.black, len(order)))

    boards = sorted(games, key=place)
    for count, game in enumerate(boards):
        if game.coloured:
            white, black = (one, other) if game.white in one.players else (other, one)
            if not _as_first(place(game) if listed else count, colours):
                white, black = black, white
            return Match(white.id, black.id, tuple(boards))
    return Match(one.id, other.id, tuple(boards))


def _as_first(board: int, colours: str) -> bool:
    """Whether this board (from 0) has the colours of board 1."""
    return colours[board % len(colours)] == colours[0] if colours else board % 2 == 0


def off_colour(
    match: Match, teams: Mapping[int, Team], line_ups: Mapping[int, Sequence[int]], colours: str
) -> list[Game]:
    """The games of a match whose colours are not those announced for their board."""
    leader = next((teams[id] for id in (match.white, match.black) if id in line_ups), None)
    order = {player: place for place, player in enumerate(line_ups[leader.id])} if leader else {}
    wrong = []
    for count, game in enumerate(match.games):
        board = order.get(game.white, order.get(game.black, count)) if leader else count
        if game.coloured and (game.white in teams[match.white].players) != _as_first(board, colours):
            wrong.append(game)
    return wrong
