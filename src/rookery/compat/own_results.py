"""The tie-breaks of the packages on somebody's own results: direct encounter (C.07 6), wins, colours, progress (7)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rookery.compat.entered import Entered, Maker, coded, value, with_measure
from rookery.compat.entries import field, plain_errors, seeds
from rookery.compat.shapes import Games, Players, in_order, rounds_of
from rookery.compat.values import listed
from rookery.ranking.codes import TieBreak, parse
from rookery.ranking.contribution import Contribution
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.direct import encounters
from rookery.ranking.measure import PLAIN
from rookery.values import replace


def direct_encounter(player: str, games: Games, players: Players) -> float:
    """The points of a player over the board against the others in `players`, the tied group (C.07 6).

    Two who met more than once have the average of their games (6.1.2). Called with the players first, as the page of
    swiss did, the players are the whole field, and those with as many points are the tied group. The order of a group
    by article 6, with its rule for games not played (6.3), is that of the code "DE" in `standings` here and in
    `rookery.standings`.

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("B", "C", 0)]]
    >>> [direct_encounter(one, games, [{"id": "A"}, {"id": "B"}, {"id": "C"}]) for one in "ABC"]
    [1.5, 0.0, 1.5]
    >>> direct_encounter("A", [{"id": "A"}, {"id": "B"}, {"id": "C"}], games)  # C alone has as many points
    0.5
    """
    played, everybody, field_first = in_order(games, players)
    group = listed(everybody, "players", "players")
    plain = field(group, rounds_of(played))
    with plain_errors(plain.ids):
        table = CrossTable.of(plain.tournament, len(plain.rounds))
        one, inside = plain.number(player), [plain.numbers[each] for each in seeds(group)]
        if field_first:
            totals = table.sheet().totals
            inside = [each for each in inside if totals[each] == totals[one]]
        met: dict[int, list[int]] = {}
        for each in encounters(table, PLAIN, inside, one):
            met.setdefault(each.opponent, []).append(each.value)
    return float(sum(Fraction(sum(won), len(won)) for won in met.values()) / 10)


def number_of_wins(player: str, games: Games, players: Players | None = None) -> int:
    """The rounds that gave a win's points, played or not (C.07 7.1, WIN).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> number_of_wins("A", games)
    2
    """
    return int(value(MAKERS[number_of_wins], player, games, players))


def games_won(player: str, games: Games, players: Players | None = None) -> int:
    """The games won over the board (C.07 7.2, WON).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> games_won("A", games)
    2
    """
    return int(value(MAKERS[games_won], player, games, players))


def games_played_with_black(player: str, games: Games, players: Players | None = None) -> int:
    """The games played over the board with Black (C.07 7.3, BPG).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> games_played_with_black("A", games)
    1
    """
    return int(value(MAKERS[games_played_with_black], player, games, players))


def games_won_with_black(player: str, games: Games, players: Players | None = None) -> int:
    """The games won over the board with Black (C.07 7.4, BWG).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> games_won_with_black("A", games)
    1
    """
    return int(value(MAKERS[games_won_with_black], player, games, players))


def progressive(player: str, games: Games, players: Players | None = None) -> float:
    """The sum of the scores after each round with an entry (C.07 7.5, PS).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> progressive("A", games)
    5.0
    """
    return value(MAKERS[progressive], player, games, players)


def progressive_cut1(player: str, games: Games, players: Players | None = None) -> float:
    """Progressive scores that begin with nothing in round two, as the package documents.

    C.07 14.1.2 leaves out the score after round one and keeps it in the later ones: "PS/C1" in `rookery.standings`.

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> progressive_cut1("A", games)
    2.0
    """
    return value(MAKERS[progressive_cut1], player, games, players)


def rounds_elected_to_play(player: str, games: Games, players: Players | None = None) -> int:
    """The rounds without half-point byes, zero-point byes and forfeit losses (C.07 7.6, REP).

    >>> from rookery.compat import Game
    >>> rounds_elected_to_play("A", [[Game("A", "B", 1)], [Game("A", "", 0.5, "half-bye")]])
    1
    """
    return int(value(MAKERS[rounds_elected_to_play], player, games, players))


def standard_points(player: str, games: Games, players: Players | None = None) -> float:
    """One for each round with more points than the opponent, or without one more than a draw; half if level (7.7, STD).

    The package counts games over the board only.

    >>> from rookery.compat import Game
    >>> standard_points("A", [[Game("A", "B", 1)], [Game("A", "", 0.5, "half-bye")]])
    1.5
    """
    return value(MAKERS[standard_points], player, games, players)


def _from_round_two(entered: Entered) -> TieBreak:
    """Progressive scores that begin with nothing in round two."""
    plain = parse("PS")
    whole, own = entered.measure(plain), entered.table.sheet().points

    def contributions(one: int) -> list[Contribution]:
        later = [each for each in whole.contributions(one) if each.round > 1]
        return [each._replace(value=each.value - own[one][0]) for each in later]

    return with_measure(plain, replace(whole, contributions=contributions, numbers=None))


MAKERS: dict[Callable[..., float], Maker] = {
    direct_encounter: coded("DE"),
    number_of_wins: coded("WIN"),
    games_won: coded("WON"),
    games_played_with_black: coded("BPG"),
    games_won_with_black: coded("BWG"),
    progressive: coded("PS"),
    progressive_cut1: _from_round_two,
    rounds_elected_to_play: coded("REP"),
    standard_points: coded("STD"),
}
"""What each function is in a list of tie-breaks, where a whole field is worked out at once."""
