"""The tie-breaks of the packages as functions `(player, games, players=None)`, each the core's own measure of C.07.

**A round without an entry contributes nothing.** The core takes a round in which somebody is not mentioned for a
zero-point bye. Here such a round is put into the table as a forfeit loss without an opponent, which article 16 neither
adjusts nor takes for the end of a row of byes (16.2.5), and what it would contribute to the participant's own sum is
left out. Rounds with an entry follow article 16 to the letter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rookery.compat.entries import Field, Games, Players, field, listed, plain_errors, seeds
from rookery.history import Kind, Meeting
from rookery.ranking.codes import TieBreak, parse
from rookery.ranking.contribution import Contribution, Why
from rookery.ranking.direct import encounters
from rookery.ranking.measure import PLAIN, Key, Measure, Modifiers, working
from rookery.ranking.table import Table

_NOTHING = Meeting(Kind.FORFEIT_LOSS)
"""A round without an entry."""


@dataclass(frozen=True)
class Entered:
    """The table of a field in which rounds without an entry count for nothing."""

    table: Table
    entries: dict[int, set[int]]
    """The rounds in which each number has an entry."""

    @classmethod
    def of(cls, plain: Field) -> Entered:
        """The table after the last round."""
        entries: dict[int, set[int]] = {number: set() for number in plain.numbers.values()}
        for at, round in enumerate(plain.rounds, 1):
            for entry in round:
                for one in (entry.white, entry.black):
                    if one:
                        entries[plain.numbers[one]].add(at)
        table = Table.of(plain.tournament, len(plain.rounds))
        rows = {
            one: tuple(meeting if at in entries[one] else _NOTHING for at, meeting in enumerate(row, 1))
            for one, row in table.meetings.items()
        }
        return cls(replace(table, meetings=rows), entries)

    def measure(self, tiebreak: TieBreak, *, skip_unrated: bool = False) -> Measure:
        """The core's measure over the rounds with an entry; with games against the unrated left out if need be."""
        assert tiebreak.definition.method is not None
        core = tiebreak.definition.method(self.table, tiebreak.how)

        def contributions(one: int) -> list[Contribution]:
            entered = self.entries[one] | {0}  # 0: what belongs to no round
            return [
                each
                for each in core.contributions(one)
                if each.round in entered and not (skip_unrated and each.why is Why.SUBSTITUTE)
            ]

        return replace(core, contributions=contributions)


Maker = Callable[[Entered], TieBreak]
"""Makes a tie-break ready for a table."""


def with_measure(tiebreak: TieBreak, measure: Measure) -> TieBreak:
    """The tie-break with this measure in the place of its own; cuts and order stay as they are."""

    def method(table: Table, how: Modifiers) -> Measure:
        return measure

    return TieBreak(replace(tiebreak.definition, method=method), tiebreak.how)


def coded(code: str, documented: bool = False) -> Maker:
    """The tie-break of a TRF26 code by the regulation, or (ratings only) as the packages document it.

    Then the code ends in /U1, by which the unrated are known, and skipped.
    """

    def make(entered: Entered) -> TieBreak:
        tiebreak = parse(code)
        if tiebreak.definition.method is None:
            return tiebreak  # it compares the tied among themselves: no round of anybody else counts
        inner = _AVERAGED.get(tiebreak.definition.name)
        if inner is not None:
            of_one = TieBreak(parse(inner).definition, tiebreak.how)
            return with_measure(tiebreak, _averaged(entered.measure(tiebreak), _measure(entered, of_one, documented)))
        return with_measure(tiebreak, _measure(entered, tiebreak, documented))

    return make


_AVERAGED = {"AOB": "BH", "APRO": "TPR", "APPO": "PTP"}
"""The tie-breaks that average another one of the opponents."""


def _measure(entered: Entered, tiebreak: TieBreak, documented: bool) -> Measure:
    """The measure of a tie-break; as documented the unrated are skipped, a full score is the best opponent + 800."""
    measure = entered.measure(tiebreak, skip_unrated=documented)
    if not documented or tiebreak.definition.name != "PTP":
        return measure

    def total(games: Sequence[Contribution]) -> Key | None:
        if games and all(each.points == 2 for each in games):
            return max(each.value for each in games) + 800
        return measure.total(games)

    return replace(measure, total=total)


def _averaged(core: Measure, of_one: Measure) -> Measure:
    """The average over the opponents of a value that itself leaves out what has no entry."""

    def contributions(one: int) -> list[Contribution]:
        found = []
        for each in core.contributions(one):
            value = of_one.total(of_one.contributions(each.opponent))
            if isinstance(value, int):
                found.append(each._replace(value=value, score=value))
        return found

    return replace(core, contributions=contributions)


def _from_round_two(entered: Entered) -> TieBreak:
    """Progressive scores that begin with nothing in round two."""
    plain = parse("PS")
    whole, own = entered.measure(plain), entered.table.sheet().points

    def contributions(one: int) -> list[Contribution]:
        later = [each for each in whole.contributions(one) if each.round > 1]
        return [each._replace(value=each.value - own[one][0]) for each in later]

    return with_measure(plain, replace(whole, contributions=contributions))


def _value(function: Callable[..., float], player: str, games: Games, players: Players | None) -> float:
    """The value of one player by one of the functions below, 0 where there is none."""
    plain = field(players, games)
    with plain_errors(plain.ids):
        number, entered = plain.number(player), Entered.of(plain)
        tiebreak = MAKERS[function](entered)
        assert tiebreak.definition.method is not None
        measure = tiebreak.definition.method(entered.table, tiebreak.how)
        return float(working(measure, tiebreak.how, number).value or 0)


# -- article 6 ---------------------------------------------------------------------------------------------------------


def direct_encounter(player: str, games: Games, players: Players) -> float:
    """The points of a player over the board against the others in `players`, the tied group (C.07 6).

    The order of a group by article 6, with its rule for games not played (6.3), is that of the code "DE" in `standings`
    here and in `rookery.standings`.

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("B", "C", 0)]]
    >>> [direct_encounter(one, games, [{"id": "A"}, {"id": "B"}, {"id": "C"}]) for one in "ABC"]
    [1.5, 0.0, 1.5]
    """
    group = listed(players, "players", "players")
    plain = field(group, games)
    with plain_errors(plain.ids):
        inside = [plain.numbers[one] for one in seeds(group)]
        won = encounters(Table.of(plain.tournament, len(plain.rounds)), PLAIN, inside, plain.number(player))
    return sum(each.value for each in won) / 10


# -- article 7 ---------------------------------------------------------------------------------------------------------


def number_of_wins(player: str, games: Games, players: Players | None = None) -> int:
    """The rounds that gave a win's points, played or not (C.07 7.1, WIN).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> number_of_wins("A", games)
    2
    """
    return int(_value(number_of_wins, player, games, players))


def games_won(player: str, games: Games, players: Players | None = None) -> int:
    """The games won over the board (C.07 7.2, WON).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> games_won("A", games)
    2
    """
    return int(_value(games_won, player, games, players))


def games_played_with_black(player: str, games: Games, players: Players | None = None) -> int:
    """The games played over the board with Black (C.07 7.3, BPG).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> games_played_with_black("A", games)
    1
    """
    return int(_value(games_played_with_black, player, games, players))


def games_won_with_black(player: str, games: Games, players: Players | None = None) -> int:
    """The games won over the board with Black (C.07 7.4, BWG).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> games_won_with_black("A", games)
    1
    """
    return int(_value(games_won_with_black, player, games, players))


def progressive(player: str, games: Games, players: Players | None = None) -> float:
    """The sum of the scores after each round with an entry (C.07 7.5, PS).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> progressive("A", games)
    5.0
    """
    return _value(progressive, player, games, players)


def progressive_cut1(player: str, games: Games, players: Players | None = None) -> float:
    """Progressive scores that begin with nothing in round two, as the package documents.

    C.07 14.1.2 leaves out the score after round one and keeps it in the later ones: "PS/C1" in `rookery.standings`.

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> progressive_cut1("A", games)
    2.0
    """
    return _value(progressive_cut1, player, games, players)


def rounds_elected_to_play(player: str, games: Games, players: Players | None = None) -> int:
    """The rounds without half-point byes, zero-point byes and forfeit losses (C.07 7.6, REP).

    >>> from rookery.compat import Game
    >>> rounds_elected_to_play("A", [[Game("A", "B", 1)], [Game("A", "", 0.5, "half-bye")]])
    1
    """
    return int(_value(rounds_elected_to_play, player, games, players))


def standard_points(player: str, games: Games, players: Players | None = None) -> float:
    """One for each round with more points than the opponent, or without one more than a draw; half if level (7.7, STD).

    The package counts games over the board only.

    >>> from rookery.compat import Game
    >>> standard_points("A", [[Game("A", "B", 1)], [Game("A", "", 0.5, "half-bye")]])
    1.5
    """
    return _value(standard_points, player, games, players)


# -- articles 8 and 9 --------------------------------------------------------------------------------------------------


def buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """The sum of the scores of the opponents, a dummy for each unplayed round with an entry (C.07 8.1, 16; BH).

    >>> buchholz("A", [[{"white": "A", "black": "B", "result": 0}], [{"white": "B", "black": "C", "result": 0.5}]])
    1.5
    """
    return _value(buchholz, player, games, players)


def buchholz_cut1(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the least significant contribution (C.07 14.1, 16.5; BH/C1).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> buchholz_cut1("A", games)
    0.5
    """
    return _value(buchholz_cut1, player, games, players)


def buchholz_cut2(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the two least significant contributions (C.07 14.2; BH/C2).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> buchholz_cut2("A", games)
    0.5
    """
    return _value(buchholz_cut2, player, games, players)


def buchholz_median1(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the least and the most significant contribution (C.07 14.3; BH/M1).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> buchholz_median1("A", games)
    0.0
    """
    return _value(buchholz_median1, player, games, players)


def buchholz_median2(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the two least and the two most significant contributions (C.07 14.4; BH/M2).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> buchholz_median2("A", games)
    0.0
    """
    return _value(buchholz_median2, player, games, players)


def average_opponents_buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """The average Buchholz of the opponents played, to two decimals (C.07 8.2, AOB).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> average_opponents_buchholz("A", games)
    2.5
    """
    return _value(average_opponents_buchholz, player, games, players)


def fore_buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz as if every paired game of the last round in `games` had been drawn (C.07 8.3, FB).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> fore_buchholz("A", games)
    1.0
    """
    return _value(fore_buchholz, player, games, players)


def sonneborn_berger(player: str, games: Games, players: Players | None = None) -> float:
    """The scores of the opponents times the points made against them (C.07 9.1, SB).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> sonneborn_berger("A", games)
    0.25
    """
    return _value(sonneborn_berger, player, games, players)


def sonneborn_berger_cut1(player: str, games: Games, players: Players | None = None) -> float:
    """Sonneborn-Berger without the least significant contribution (C.07 14.1, 16.5; SB/C1).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> sonneborn_berger_cut1("A", games)
    0.25
    """
    return _value(sonneborn_berger_cut1, player, games, players)


def sonneborn_berger_cut2(player: str, games: Games, players: Players | None = None) -> float:
    """Sonneborn-Berger without the two least significant contributions (C.07 14.2; SB/C2).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> sonneborn_berger_cut2("A", games)
    0.25
    """
    return _value(sonneborn_berger_cut2, player, games, players)


def koya(player: str, games: Games, players: Players | None = None) -> float:
    """The points against opponents with at least half of the points one could have (C.07 9.2, KS).

    >>> from rookery.compat import Game
    >>> koya("A", [[Game("A", "B", 1)], [Game("B", "A", 0.5)], [Game("B", "C", 1)]])  # B has 1.5 of 3
    1.5
    """
    return _value(koya, player, games, players)


# -- article 10 --------------------------------------------------------------------------------------------------------


def average_rating(player: str, games: Games, players: Players) -> int:
    """The average rating of the opponents played (C.07 10.1, ARO); those without a rating are skipped.

    Article 10 does not let ratings break ties where somebody has none, unless a substitute is declared: "ARO" and
    "ARO/U1400" in `rookery.standings`. This is so for all ratings here.

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> rated = [{"id": "B", "rating": 1600}, {"id": "C", "rating": 1700}, {"id": "D", "rating": 1900}]
    >>> average_rating("A", games, rated)
    1733
    """
    return int(_value(average_rating, player, games, players))


def average_rating_cut1(player: str, games: Games, players: Players) -> int:
    """The average rating of the opponents without the lowest (C.07 10.1, 14.1; "ARO/C1" where all are rated).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> rated = [{"id": "B", "rating": 1600}, {"id": "C", "rating": 1700}, {"id": "D", "rating": 1900}]
    >>> average_rating_cut1("A", games, rated)
    1800
    """
    return int(_value(average_rating_cut1, player, games, players))


def performance_rating(player: str, games: Games, players: Players) -> int:
    """The average of the rated opponents and the difference for the percentage (C.07 10.2; "TPR").

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> rated = [{"id": "B", "rating": 1600}, {"id": "C", "rating": 1700}, {"id": "D", "rating": 1900}]
    >>> performance_rating("A", games, rated)
    2006
    """
    return int(_value(performance_rating, player, games, players))


def perfect_performance_rating(player: str, games: Games, players: Players) -> int:
    """The lowest rating that expects the score; for a full score, as documented, the best opponent and 800.

    C.07 10.3 stays with the table, where 736 are enough: "PTP" in `rookery.standings`.

    >>> from rookery.compat import Game
    >>> perfect_performance_rating("A", [[Game("A", "B", 1)]], [{"id": "B", "rating": 1600}])
    2400
    """
    return int(_value(perfect_performance_rating, player, games, players))


def average_performance_of_opponents(player: str, games: Games, players: Players) -> int:
    """The average performance of the opponents played, a half going up (C.07 10.4; "APRO" where all are rated).

    >>> from rookery.compat import Game
    >>> rated = [{"id": "A", "rating": 1800}, {"id": "B", "rating": 1600}]
    >>> average_performance_of_opponents("A", [[Game("A", "B", 0.5)]], rated)
    1800
    """
    return int(_value(average_performance_of_opponents, player, games, players))


def average_perfect_performance_of_opponents(player: str, games: Games, players: Players) -> int:
    """The average of `perfect_performance_rating` of the opponents played ("APPO" follows C.07 10.5).

    >>> from rookery.compat import Game
    >>> rated = [{"id": "A", "rating": 1800}, {"id": "B", "rating": 1600}]
    >>> average_perfect_performance_of_opponents("A", [[Game("B", "A", 1)]], rated)
    2600
    """
    return int(_value(average_perfect_performance_of_opponents, player, games, players))


average_rating_of_opponents = average_rating
average_rating_of_opponents_cut1 = average_rating_cut1
tournament_performance_rating = performance_rating
perfect_tournament_performance = perfect_performance_rating
average_performance_rating_of_opponents = average_performance_of_opponents

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
    buchholz: coded("BH"),
    buchholz_cut1: coded("BH/C1"),
    buchholz_cut2: coded("BH/C2"),
    buchholz_median1: coded("BH/M1"),
    buchholz_median2: coded("BH/M2"),
    average_opponents_buchholz: coded("AOB"),
    fore_buchholz: coded("FB"),
    sonneborn_berger: coded("SB"),
    sonneborn_berger_cut1: coded("SB/C1"),
    sonneborn_berger_cut2: coded("SB/C2"),
    koya: coded("KS"),
    average_rating: coded("ARO/U1", True),
    average_rating_cut1: coded("ARO/C1/U1", True),
    performance_rating: coded("TPR/U1", True),
    perfect_performance_rating: coded("PTP/U1", True),
    average_performance_of_opponents: coded("APRO/U1", True),
    average_perfect_performance_of_opponents: coded("APPO/U1", True),
}
"""What each function is in a list of tie-breaks, where a whole field is worked out at once."""
