"""Every tie-break of the packages: functions `(player, games, players=None)` and what each is in a list."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rookery._record import replace
from rookery.compat.entries import build_field, plain_errors, seeds
from rookery.compat.rounds import EnteredRounds, TieBreakFactory, player_value, tiebreak_factory, with_measure
from rookery.compat.shapes import Games, Players, order_arguments, parse_rounds, require_list
from rookery.ranking.codes import TieBreak, parse_tiebreak
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.direct import games_within_group
from rookery.ranking.tiebreak import PLAIN, Contribution


def direct_encounter(player: str, games: Games, players: Players) -> float:
    """Return the points of a player over the board against the others in `players`, the tied group (C.07 6).

    Two who met more than once have the average of their games (6.1.2). Called with the players first, as the page of
    swiss did, the players are the whole field, and those with as many points are the tied group. The order of a group
    by article 6, with its rule for games not played (6.3), is that of the code "DE" in `standings` here and in
    `rookery.standings`.

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("B", "C", 0)]]
    >>> [direct_encounter(key, games, [{"id": "A"}, {"id": "B"}, {"id": "C"}]) for key in "ABC"]
    [1.5, 0.0, 1.5]
    >>> direct_encounter("A", [{"id": "A"}, {"id": "B"}, {"id": "C"}], games)  # C alone has as many points
    0.5
    """
    game_data, everybody, field_first = order_arguments(games, players)
    group = require_list(everybody, "players", "players")
    plain = build_field(group, parse_rounds(game_data))
    with plain_errors(plain.ids):
        table = CrossTable.for_tournament(plain.tournament, len(plain.rounds))
        number, inside = plain.number(player), [plain.numbers[candidate] for candidate in seeds(group)]
        if field_first:
            totals = table.sheet().totals
            inside = [candidate for candidate in inside if totals[candidate] == totals[number]]
        met: dict[int, list[int]] = {}
        for candidate in games_within_group(table, PLAIN, inside, number):
            met.setdefault(candidate.opponent, []).append(candidate.value)
    return float(sum(Fraction(sum(won), len(won)) for won in met.values()) / 10)


def number_of_wins(player: str, games: Games, players: Players | None = None) -> int:
    """Return the rounds that gave a win's points, played or not (C.07 7.1, WIN).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> number_of_wins("A", games)
    2
    """
    return int(player_value(TIEBREAK_FACTORIES[number_of_wins], player, games, players))


def games_won(player: str, games: Games, players: Players | None = None) -> int:
    """Return the games won over the board (C.07 7.2, WON).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> games_won("A", games)
    2
    """
    return int(player_value(TIEBREAK_FACTORIES[games_won], player, games, players))


def games_played_with_black(player: str, games: Games, players: Players | None = None) -> int:
    """Return the games played over the board with Black (C.07 7.3, BPG).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> games_played_with_black("A", games)
    1
    """
    return int(player_value(TIEBREAK_FACTORIES[games_played_with_black], player, games, players))


def games_won_with_black(player: str, games: Games, players: Players | None = None) -> int:
    """Return the games won over the board with Black (C.07 7.4, BWG).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> games_won_with_black("A", games)
    1
    """
    return int(player_value(TIEBREAK_FACTORIES[games_won_with_black], player, games, players))


def progressive(player: str, games: Games, players: Players | None = None) -> float:
    """Return the sum of the scores after each round with an entry (C.07 7.5, PS).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> progressive("A", games)
    5.0
    """
    return player_value(TIEBREAK_FACTORIES[progressive], player, games, players)


def progressive_cut1(player: str, games: Games, players: Players | None = None) -> float:
    """Progressive scores that begin with nothing in round two, as the package documents.

    C.07 14.1.2 leaves out the score after round one and keeps it in the later ones: "PS/C1" in `rookery.standings`.

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> progressive_cut1("A", games)
    2.0
    """
    return player_value(TIEBREAK_FACTORIES[progressive_cut1], player, games, players)


def rounds_elected_to_play(player: str, games: Games, players: Players | None = None) -> int:
    """Return the rounds without half-point byes, zero-point byes and forfeit losses (C.07 7.6, REP).

    >>> from rookery.compat import Game
    >>> rounds_elected_to_play("A", [[Game("A", "B", 1)], [Game("A", "", 0.5, "half-bye")]])
    1
    """
    return int(player_value(TIEBREAK_FACTORIES[rounds_elected_to_play], player, games, players))


def standard_points(player: str, games: Games, players: Players | None = None) -> float:
    """One for each round with more points than the opponent, or without one more than a draw; half if level (7.7, STD).

    The package counts games over the board only.

    >>> from rookery.compat import Game
    >>> standard_points("A", [[Game("A", "B", 1)], [Game("A", "", 0.5, "half-bye")]])
    1.5
    """
    return player_value(TIEBREAK_FACTORIES[standard_points], player, games, players)


def _progressive_from_round_two(entered: EnteredRounds) -> TieBreak:
    """Return progressive scores that start from zero in round two."""
    plain = parse_tiebreak("PS")
    full, scores = entered.measure(plain), entered.table.sheet().points

    def contributions(number: int) -> list[Contribution]:
        later = [contribution for contribution in full.contributions(number) if contribution.round > 1]
        return [contribution._replace(value=contribution.value - scores[number][0]) for contribution in later]

    return with_measure(plain, replace(full, contributions=contributions, numbers=None))


def buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """Return the sum of the scores of the opponents, a dummy for each unplayed round with an entry (C.07 8.1, 16; BH).

    >>> buchholz("A", [[{"white": "A", "black": "B", "result": 0}], [{"white": "B", "black": "C", "result": 0.5}]])
    1.5
    """
    return player_value(TIEBREAK_FACTORIES[buchholz], player, games, players)


def buchholz_cut1(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the least significant contribution (C.07 14.1, 16.5; BH/C1).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> buchholz_cut1("A", games)
    0.5
    """
    return player_value(TIEBREAK_FACTORIES[buchholz_cut1], player, games, players)


def buchholz_cut2(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the two least significant contributions (C.07 14.2; BH/C2).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> buchholz_cut2("A", games)
    0.5
    """
    return player_value(TIEBREAK_FACTORIES[buchholz_cut2], player, games, players)


def buchholz_median1(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the least and the most significant contribution (C.07 14.3; BH/M1).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> buchholz_median1("A", games)
    0.0
    """
    return player_value(TIEBREAK_FACTORIES[buchholz_median1], player, games, players)


def buchholz_median2(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the two least and the two most significant contributions (C.07 14.4; BH/M2).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> buchholz_median2("A", games)
    0.0
    """
    return player_value(TIEBREAK_FACTORIES[buchholz_median2], player, games, players)


def average_opponents_buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """Return the average Buchholz of the opponents played, to two decimals (C.07 8.2, AOB).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> average_opponents_buchholz("A", games)
    2.5
    """
    return player_value(TIEBREAK_FACTORIES[average_opponents_buchholz], player, games, players)


def fore_buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz as if every paired game of the last round in `games` had been drawn (C.07 8.3, FB).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> fore_buchholz("A", games)
    1.0
    """
    return player_value(TIEBREAK_FACTORIES[fore_buchholz], player, games, players)


def sonneborn_berger(player: str, games: Games, players: Players | None = None) -> float:
    """Return the scores of the opponents times the points made against them (C.07 9.1, SB).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> sonneborn_berger("A", games)
    0.25
    """
    return player_value(TIEBREAK_FACTORIES[sonneborn_berger], player, games, players)


def sonneborn_berger_cut1(player: str, games: Games, players: Players | None = None) -> float:
    """Sonneborn-Berger without the least significant contribution (C.07 14.1, 16.5; SB/C1).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> sonneborn_berger_cut1("A", games)
    0.25
    """
    return player_value(TIEBREAK_FACTORIES[sonneborn_berger_cut1], player, games, players)


def sonneborn_berger_cut2(player: str, games: Games, players: Players | None = None) -> float:
    """Sonneborn-Berger without the two least significant contributions (C.07 14.2; SB/C2).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> sonneborn_berger_cut2("A", games)
    0.25
    """
    return player_value(TIEBREAK_FACTORIES[sonneborn_berger_cut2], player, games, players)


def koya(player: str, games: Games, players: Players | None = None) -> float:
    """Return the points against opponents with at least half of the points one could have (C.07 9.2, KS).

    >>> from rookery.compat import Game
    >>> koya("A", [[Game("A", "B", 1)], [Game("B", "A", 0.5)], [Game("B", "C", 1)]])  # B has 1.5 of 3
    1.5
    """
    return player_value(TIEBREAK_FACTORIES[koya], player, games, players)


buchholz_cut = buchholz_cut1
median_buchholz = buchholz_median1


def average_rating(player: str, games: Games, players: Players) -> int:
    """Return the average rating of the opponents played (C.07 10.1, ARO); those without a rating are skipped.

    Article 10 does not let ratings break ties where somebody has none, unless a substitute is declared: "ARO" and
    "ARO/U1400" in `rookery.standings`. This is so for all ratings here.

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> rated = [{"id": "B", "rating": 1600}, {"id": "C", "rating": 1700}, {"id": "D", "rating": 1900}]
    >>> average_rating("A", games, rated)
    1733
    """
    return int(player_value(TIEBREAK_FACTORIES[average_rating], player, games, players))


def average_rating_cut1(player: str, games: Games, players: Players) -> int:
    """Return the average rating of the opponents without the lowest (C.07 10.1, 14.1; "ARO/C1" where all are rated).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> rated = [{"id": "B", "rating": 1600}, {"id": "C", "rating": 1700}, {"id": "D", "rating": 1900}]
    >>> average_rating_cut1("A", games, rated)
    1800
    """
    return int(player_value(TIEBREAK_FACTORIES[average_rating_cut1], player, games, players))


def performance_rating(player: str, games: Games, players: Players) -> int:
    """Return the average of the rated opponents and the difference for the percentage (C.07 10.2; "TPR").

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> rated = [{"id": "B", "rating": 1600}, {"id": "C", "rating": 1700}, {"id": "D", "rating": 1900}]
    >>> performance_rating("A", games, rated)
    2006
    """
    return int(player_value(TIEBREAK_FACTORIES[performance_rating], player, games, players))


def perfect_performance_rating(player: str, games: Games, players: Players) -> int:
    """Return the lowest rating that expects the score; for a full score, as documented, the best opponent and 800.

    C.07 10.3 stays with the table, where 736 are enough: "PTP" in `rookery.standings`.

    >>> from rookery.compat import Game
    >>> perfect_performance_rating("A", [[Game("A", "B", 1)]], [{"id": "B", "rating": 1600}])
    2400
    """
    return int(player_value(TIEBREAK_FACTORIES[perfect_performance_rating], player, games, players))


def average_performance_of_opponents(player: str, games: Games, players: Players) -> int:
    """Return the average performance of the opponents played, a half going up (C.07 10.4; "APRO" where all are rated).

    >>> from rookery.compat import Game
    >>> rated = [{"id": "A", "rating": 1800}, {"id": "B", "rating": 1600}]
    >>> average_performance_of_opponents("A", [[Game("A", "B", 0.5)]], rated)
    1800
    """
    return int(player_value(TIEBREAK_FACTORIES[average_performance_of_opponents], player, games, players))


def average_perfect_performance_of_opponents(player: str, games: Games, players: Players) -> int:
    """Return the average of `perfect_performance_rating` of the opponents played ("APPO" follows C.07 10.5).

    >>> from rookery.compat import Game
    >>> rated = [{"id": "A", "rating": 1800}, {"id": "B", "rating": 1600}]
    >>> average_perfect_performance_of_opponents("A", [[Game("B", "A", 1)]], rated)
    2600
    """
    return int(player_value(TIEBREAK_FACTORIES[average_perfect_performance_of_opponents], player, games, players))


average_rating_of_opponents = average_rating
average_rating_of_opponents_cut1 = average_rating_cut1
tournament_performance_rating = performance_rating
perfect_tournament_performance = perfect_performance_rating
average_performance_rating_of_opponents = average_performance_of_opponents


TIEBREAK_FACTORIES: dict[Callable[..., float], TieBreakFactory] = {
    direct_encounter: tiebreak_factory("DE"),
    number_of_wins: tiebreak_factory("WIN"),
    games_won: tiebreak_factory("WON"),
    games_played_with_black: tiebreak_factory("BPG"),
    games_won_with_black: tiebreak_factory("BWG"),
    progressive: tiebreak_factory("PS"),
    progressive_cut1: _progressive_from_round_two,
    rounds_elected_to_play: tiebreak_factory("REP"),
    standard_points: tiebreak_factory("STD"),
    buchholz: tiebreak_factory("BH"),
    buchholz_cut1: tiebreak_factory("BH/C1"),
    buchholz_cut2: tiebreak_factory("BH/C2"),
    buchholz_median1: tiebreak_factory("BH/M1"),
    buchholz_median2: tiebreak_factory("BH/M2"),
    average_opponents_buchholz: tiebreak_factory("AOB"),
    fore_buchholz: tiebreak_factory("FB"),
    sonneborn_berger: tiebreak_factory("SB"),
    sonneborn_berger_cut1: tiebreak_factory("SB/C1"),
    sonneborn_berger_cut2: tiebreak_factory("SB/C2"),
    koya: tiebreak_factory("KS"),
    average_rating: tiebreak_factory("ARO/U1", True),
    average_rating_cut1: tiebreak_factory("ARO/C1/U1", True),
    performance_rating: tiebreak_factory("TPR/U1", True),
    perfect_performance_rating: tiebreak_factory("PTP/U1", True),
    average_performance_of_opponents: tiebreak_factory("APRO/U1", True),
    average_perfect_performance_of_opponents: tiebreak_factory("APPO/U1", True),
}
"""The factory of each function, for lists of tie-breaks where a whole field is computed at once."""
