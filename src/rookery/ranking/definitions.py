"""The table of tie-breaks: code, article, meaning, the modifiers each allows.

The table drives everything: parsing, refusals, `rookery tiebreaks` and the reference in the documentation.

>>> DEFINITIONS["BH"].article, DEFINITIONS["BH"].title
('8.1', 'Buchholz')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rookery._record import record, replace
from rookery.ranking import direct, ratings, results, teams
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.tiebreak import Method


@record
class Definition:
    """One line of the table.

    `type` is the letter of 4.3. `takes` lists the modifiers allowed: S (:MP, :GP), C (cut), M (median), L (limit), K
    (divisor), P (forfeits as played), F (fore), U (rating of the unrated), R (reverse). A tie-break has a `method` that
    computes a number for each participant, or a `split` that breaks one tied group.
    """

    name: str
    article: str
    title: str
    meaning: str
    type: str
    method: Method | None = None
    split: direct.Split | None = None
    takes: str = ""
    events: str = "both"
    lower: bool = False
    by_place: bool = False
    usable: Callable[[CrossTable, Sequence[int]], bool] | None = None
    decimals: int = 0
    """Digits of a value that is rounded by rule; 0 for exact ones."""


_D = Definition
_CHAINS = {
    "EDEBT": ("BC", "TBR"), "EDEBB": ("BC", "BBE"), "EDET": ("TBR",), "EDEB": ("BBE",), "EDEC": ("BC",),
}  # fmt: skip

TABLE: tuple[Definition, ...] = (
    _D("PTS", "4.2", "Points", "the score that decides the event", "B", results.points),
    _D("MPTS", "11.1.1", "Match points", "the match points of a team", "B",
       lambda table, modifiers: results.points(table, replace(modifiers, score="MP")), events="team"),
    _D("GPTS", "11.1.2", "Game points", "the game points of a team", "B",
       lambda table, modifiers: results.points(table, replace(modifiers, score="GP")), events="team"),
    _D("DE", "6", "Direct encounter", "the games of those tied among themselves", "A",
       split=direct.direct_encounter, takes="SP", by_place=True, lower=True),
    _D("WIN", "7.1", "Number of wins", "rounds that gave a win's points, played or not", "B", results.count_wins,
       takes="S"),
    _D("WON", "7.2", "Number of games won", "games won over the board", "B", results.games_won, takes="S"),
    _D("BPG", "7.3", "Games with Black", "games played over the board with Black", "B", results.games_with_black,
       events="individual"),
    _D("BWG", "7.4", "Games won with Black", "games won over the board with Black", "B",
       results.games_won_with_black, events="individual"),
    _D("PS", "7.5", "Progressive scores", "the sum of the scores after each round", "B", results.progressive_score,
       takes="SC"),
    _D("REP", "7.6", "Rounds elected to play", "rounds without requested byes and forfeit losses", "B",
       results.rounds_elected, takes="S"),
    _D("STD", "7.7", "Standard points", "one for outscoring the opponent, half if level", "B",
       results.standard_points, takes="S"),
    _D("TPN", "7.8", "Tournament pairing number", "the pairing number, lower is better", "B",
       results.pairing_number, takes="R", lower=True),
    _D("BH", "8.1", "Buchholz", "the sum of the opponents' scores", "C", results.buchholz, takes="SCMPF"),
    _D("AOB", "8.2", "Average of opponents' Buchholz", "the average Buchholz of the opponents played", "C",
       results.average_buchholz, takes="SF", decimals=2),
    _D("FB", "8.3", "Fore Buchholz", "Buchholz as if the final round had been drawn", "D", results.fore_buchholz,
       takes="SCMP"),
    _D("SB", "9.1", "Sonneborn-Berger", "opponents' scores times the points made", "BC",
       results.sonneborn_berger("", ""), takes="SCP"),
    _D("KS", "9.2", "Koya system", "points against those with half of all points", "BC", results.koya,
       takes="SL"),
    _D("ARO", "10.1", "Average rating of opponents", "the average rating of the opponents played", "D",
       ratings.average_rating, takes="CMU", events="individual"),
    _D("TPR", "10.2", "Tournament performance rating", "ARO and the difference for the percentage", "DB",
       ratings.performance, takes="U", events="individual"),
    _D("PTP", "10.3", "Perfect tournament performance", "the lowest rating that would expect the score", "DB",
       ratings.perfect_performance, takes="U", events="individual"),
    _D("APRO", "10.4", "Average performance of opponents", "the average TPR of the opponents played", "DC",
       ratings.average_of_opponents(ratings.performance), takes="U", events="individual"),
    _D("APPO", "10.5", "Average perfect performance of opponents", "the average PTP of the opponents played", "DC",
       ratings.average_of_opponents(ratings.perfect_performance), takes="U", events="individual"),
    _D("RTNG", "10.6", "Rating", "the player's own rating", "B", ratings.player_rating, takes="UR",
       events="individual"),
    _D("BC", "12.1", "Board count", "board numbers times points on them, lower is better", "B",
       teams.board_count, events="team", lower=True, usable=teams.have_equal_game_points),
    _D("TBR", "12.2", "Top board results", "points on board one, then on board two, ...", "B", teams.top_boards,
       events="team", by_place=True),
    _D("BBE", "12.3", "Bottom board elimination", "points without the last board, then without two, ...", "B",
       teams.bottom_boards, events="team", by_place=True),
    _D("MPvGP", "13.1", "Match points or game points", "the score that does not decide the event", "B",
       teams.secondary_score, events="team"),
    _D("EMMSB", "13.2.1", "Extended Sonneborn-Berger", "opponents' match points times match points made", "BC",
       results.sonneborn_berger("MP", "MP"), takes="CP", events="team"),
    _D("EMGSB", "13.2.2", "Extended Sonneborn-Berger", "opponents' match points times game points made", "BC",
       results.sonneborn_berger("MP", "GP"), takes="CP", events="team"),
    _D("EGMSB", "13.2.3", "Extended Sonneborn-Berger", "opponents' game points times match points made", "BC",
       results.sonneborn_berger("GP", "MP"), takes="CP", events="team"),
    _D("EGGSB", "13.2.4", "Extended Sonneborn-Berger", "opponents' game points times game points made", "BC",
       results.sonneborn_berger("GP", "GP"), takes="CP", events="team"),
    _D("EDE", "13.3", "Extended direct encounter", "direct encounter on one score, then on the other", "A",
       split=teams.extended_direct_encounter(), takes="P", events="team", by_place=True, lower=True),
    *(_D(name, "13.3.2", "Extended direct encounter", f"EDE, then {' and '.join(chain)} between two teams", "A",
         split=teams.extended_direct_encounter(*chain), takes="P", events="team", by_place=True, lower=True)
      for name, chain in _CHAINS.items()),
    _D("SSSC", "13.4", "Scores and schedule strength", "the other score plus a share of the Buchholz", "BC",
       teams.schedule_strength, takes="KPF", events="team", decimals=2),
)  # fmt: skip
"""Every tie-break of C.07, in the order of its articles."""

DEFINITIONS: Mapping[str, Definition] = {definition.name.upper(): definition for definition in TABLE}
POINTS = ("PTS", "MPTS", "GPTS")
"""The codes that may stand first in a list, for the score that ranks."""

# What follows each letter of `takes`, as it is written and in words; in the order in which they are written.
MODIFIERS: dict[str, tuple[str, str]] = {
    "S": (":MP :GP", "with match points or game points"),
    "C": ("/Cn", "without the n least significant values"),
    "M": ("/Mn", "without the n least and the n most significant values"),
    "L": ("/L", "with another limit: /L+1 half a point more, /L40 forty per cent"),
    "K": ("/Kx", "with another divisor"),
    "P": ("/P", "with forfeits taken as played"),
    "F": ("/F", "as if the final round had been drawn"),
    "U": ("/Un", "with the rating n for unrated players"),
    "R": ("/R", "in reverse order"),
}
