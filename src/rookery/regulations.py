"""The regulations Rookery follows: codes, editions in force, and the articles, each with what shows it done.

`scheme` reads the code of a tournament type (TRF26 record 192) into the regulation and the options it names.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache


@dataclass(frozen=True, slots=True)
class Regulation:
    """A chapter of the FIDE Handbook."""

    code: str
    title: str

    def __str__(self) -> str:
        return f"{self.code} {self.title}"


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of a regulation, by the day from which it applies."""

    regulation: Regulation
    since: date

    def __str__(self) -> str:
        return f"{self.regulation.code} ({self.since:%Y-%m})"


BASIC = Regulation("C.04.1", "Basic rules for Swiss Systems")
HANDLING = Regulation("C.04.2", "General handling rules for Swiss tournaments")
DUTCH = Regulation("C.04.3", "FIDE (Dutch) System")
DUBOV = Regulation("C.04.4.1", "Dubov System")
BURSTEIN = Regulation("C.04.4.2", "Burstein System")
LIM = Regulation("C.04.4.3", "Lim System")
DOUBLE_SWISS = Regulation("C.04.5", "Double-Swiss System")
TEAM = Regulation("C.04.6", "Swiss Team Pairing System")
BAKU = Regulation("C.04.7", "Baku acceleration")
ROUND_ROBIN = Regulation("C.05", "Round-robin tournaments")
TIE_BREAKS = Regulation("C.07", "Tie-break regulations")
RATING = Regulation("B.02", "FIDE Rating Regulations")
TITLES = Regulation("B.01", "FIDE Title Regulations")
REPORT = Regulation("TRF26", "Tournament report file")

FEBRUARY_2026 = date(2026, 2, 1)
"""The Swiss chapters in force."""
JULY_2017 = date(2017, 7, 1)
"""The Swiss chapters before."""


@dataclass(frozen=True, slots=True)
class Article:
    """One article: what it asks in our words, and the test that shows it (empty: not done)."""

    regulation: Regulation
    number: str
    meaning: str
    test: str = ""

    @property
    def done(self) -> bool:
        """Whether Rookery does this."""
        return bool(self.test)


ARTICLES: tuple[Article, ...] = (
    Article(BASIC, "1", "the number of rounds is declared beforehand",
            "test_basic_rules.py::test_planned_rounds_survive_a_cut"),
    Article(BASIC, "2", "two players meet at most once; a forfeited game is no meeting",
            "test_basic_rules.py::test_only_played_games_are_meetings"),
    Article(BASIC, "3", "one value of the pairing-allocated bye for the whole event",
            "test_basic_rules.py::test_one_value_of_the_bye"),
    Article(BASIC, "4", "who may not receive the pairing-allocated bye",
            "test_basic_rules.py::test_bars_from_the_bye"),
    Article(HANDLING, "2.2", "initial order: strength, title, declared key",
            "test_handling_rules.py::test_initial_order"),
    Article(HANDLING, "2.3", "pairing numbers follow the initial order",
            "test_handling_rules.py::test_pairing_numbers_follow_the_order"),
    Article(HANDLING, "2.4", "a late entry gets its place, and no number before it is paired",
            "test_handling_rules.py::test_late_entry"),
    Article(HANDLING, "3.1", "an adjourned game is a draw for pairing; an open one stops it",
            "test_handling_rules.py::test_open_games"),
    Article(HANDLING, "3.4", "only played games give a colour",
            "test_handling_rules.py::test_colours_of_played_games"),
    Article(HANDLING, "3.5", "only played games are meetings",
            "test_basic_rules.py::test_only_played_games_are_meetings"),
    Article(DUBOV, "1.1", "nobody is without a rating",
            "test_c04_4_1.py::test_nobody_is_without_a_rating"),
    Article(DUBOV, "1.6", "colour preferences; mildly Black before the first game",
            "test_c04_4_1.py::test_colour_preferences"),
    Article(DUBOV, "1.7", "average rating of the opponents met, rounded",
            "test_c04_4_1.py::test_average_rating_of_opponents"),
    Article(DUBOV, "1.8.1", "upfloats: games played against a higher score",
            "test_c04_4_1.py::test_upfloats_are_played_games_against_higher_scores"),
    Article(DUBOV, "1.8.2", "maximum upfloaters",
            "test_c04_4_1.py::test_maximum_upfloaters"),
    Article(DUBOV, "2.1.1", "no second meeting, no forbidden pair",
            "test_c04_4_1.py::test_who_may_not_meet"),
    Article(DUBOV, "2.1.2", "who may not receive the allocated bye",
            "test_c04_4_1.py::test_who_may_not_have_the_bye"),
    Article(DUBOV, "2.1.3", "no two equal absolute preferences",
            "test_c04_4_1.py::test_who_may_not_meet"),
    Article(DUBOV, "2.2.1", "the others can be completed",
            "test_c04_4_1.py::test_completion"),
    Article(DUBOV, "2.3.1", "fewest upfloaters",
            "test_c04_4_1.py::test_quality_criteria"),
    Article(DUBOV, "2.3.2", "upfloaters of the highest scores",
            "test_c04_4_1.py::test_quality_criteria"),
    Article(DUBOV, "2.3.3", "fewest players without their colour preference",
            "test_c04_4_1.py::test_quality_criteria"),
    Article(DUBOV, "2.3.4", "fewest maximum upfloaters, but in the last round",
            "test_c04_4_1.py::test_the_last_round_has_no_memory"),
    Article(DUBOV, "2.3.5", "least upfloated maximum upfloaters, but in the last round",
            "test_c04_4_1.py::test_quality_criteria"),
    Article(DUBOV, "2.3.6", "fewest upfloaters of the previous round, but in the last round",
            "test_c04_4_1.py::test_quality_criteria"),
    Article(DUBOV, "3.1.2", "the bye leaves a complete pairing",
            "test_c04_4_1.py::test_the_bye_leaves_a_pairing"),
    Article(DUBOV, "3.1.3", "the bye: lowest score",
            "test_c04_4_1.py::test_who_has_the_bye"),
    Article(DUBOV, "3.1.4", "the bye: most games played",
            "test_c04_4_1.py::test_who_has_the_bye"),
    Article(DUBOV, "3.1.5", "the bye: largest number",
            "test_c04_4_1.py::test_who_has_the_bye"),
    Article(DUBOV, "3.2.1", "the top scoregroup is paired completely",
            "test_c04_4_1.py::test_the_top_scoregroup_takes_as_few_as_it_needs"),
    Article(DUBOV, "3.2.3", "White seekers and the others; halves of newcomers",
            "test_c04_4_1.py::test_a_bracket_of_newcomers_is_halved"),
    Article(DUBOV, "3.2.4", "players change sides until both are equal",
            "test_c04_4_1.py::test_the_larger_subgroup_gives_from_its_middle"),
    Article(DUBOV, "3.2.5", "White seekers by the rating of their opponents",
            "test_c04_4_1.py::test_white_seekers_meet_black_seekers"),
    Article(DUBOV, "4.1.3", "the first set of upfloaters",
            "test_c04_4_1.py::test_the_first_set_of_upfloaters"),
    Article(DUBOV, "4.3.1", "who is numbered to change sides",
            "test_c04_4_1.py::test_who_has_come_is_not_numbered_with_those_who_may_go"),
    Article(DUBOV, "4.3.3", "from the middle outwards",
            "test_c04_4_1.py::test_shifters_from_the_middle_outwards"),
    Article(DUBOV, "4.4", "the first transposition",
            "test_c04_4_1.py::test_the_first_transposition"),
    Article(DUBOV, "5.2", "allocation of colours",
            "test_c04_4_1.py::test_colours"),
    Article(BURSTEIN, "1.6.2", "half of the rounds, at most four, are Dutch rounds",
            "test_c04_4_2.py::test_seeding_rounds"),
    Article(BURSTEIN, "1.7.1", "Buchholz and Sonneborn-Berger",
            "test_c04_4_2.py::test_the_index"),
    Article(BURSTEIN, "1.7.2", "unplayed rounds, zero-point byes, no virtual points",
            "test_c04_4_2.py::test_zero_point_byes_of_an_opponent"),
    Article(BURSTEIN, "1.8", "rank by the Index",
            "test_c04_4_2.py::test_rank_by_the_index"),
    Article(BURSTEIN, "2.1.1", "no second meeting, no forbidden pair",
            "test_c04_4_2.py::test_who_may_not_meet"),
    Article(BURSTEIN, "2.1.2", "who may not receive the allocated bye",
            "test_c04_4_2.py::test_who_may_not_have_the_bye"),
    Article(BURSTEIN, "2.1.3", "no two equal absolute preferences",
            "test_c04_4_2.py::test_who_may_not_meet"),
    Article(BURSTEIN, "2.2.1", "the others can be completed",
            "test_c04_4_2.py::test_completion"),
    Article(BURSTEIN, "2.3.1", "most pairs",
            "test_c04_4_2.py::test_quality_criteria"),
    Article(BURSTEIN, "2.3.2", "floaters of the lowest scores",
            "test_c04_4_2.py::test_quality_criteria"),
    Article(BURSTEIN, "2.3.3", "floaters that suit the next bracket",
            "test_c04_4_2.py::test_quality_criteria"),
    Article(BURSTEIN, "2.3.4", "fewest players without their colour preference",
            "test_c04_4_2.py::test_quality_criteria"),
    Article(BURSTEIN, "3.1.2", "the bye leaves a complete pairing",
            "test_c04_4_2.py::test_the_bye_leaves_a_pairing"),
    Article(BURSTEIN, "3.1.3", "the bye: lowest score",
            "test_c04_4_2.py::test_who_has_the_bye"),
    Article(BURSTEIN, "3.1.4", "the bye: most games played",
            "test_c04_4_2.py::test_who_has_the_bye"),
    Article(BURSTEIN, "3.1.5", "the bye: lowest Index",
            "test_c04_4_2.py::test_who_has_the_bye"),
    Article(BURSTEIN, "4", "the pairings from the ends inwards",
            "test_c04_4_2.py::test_the_order_of_all_pairings"),
    Article(BURSTEIN, "5.2", "allocation of colours",
            "test_c04_4_2.py::test_colours"),
    Article(DUTCH, "1.9.3", "no complete pairing exists: the Chief Arbiter decides",
            "test_c04_3.py::test_no_pairing_names_who_cannot_be_paired"),
    Article(DUTCH, "2.1.1", "[C1] no second meeting, no meeting the event forbids",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.1.2", "[C2] who may not receive the bye",
            "test_c04_3.py::test_the_bye"),
    Article(DUTCH, "2.1.3", "[C3] no meeting of two with the same absolute preference, topscorers apart",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.3.1", "[C5] the bye to the lowest score",
            "test_c04_3.py::test_the_bye"),
    Article(DUTCH, "2.4.3", "[C8] downfloaters of the next bracket",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.4.4", "[C9] unplayed games of the bye",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.4.5", "[C10] topscorers far out of balance",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.4.6", "[C11] topscorers with a third colour",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.4.7", "[C12] preference refused",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.4.8", "[C13] strong preference refused",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.4.9", "[C14] downfloat after downfloat",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.4.10", "[C15] upfloat after upfloat",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.4.11", "[C16] downfloat two rounds after",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.4.12", "[C17] upfloat two rounds after",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.4.13", "[C18] distance after downfloat",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.4.14", "[C19] distance after upfloat",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.4.15", "[C20] distance two rounds after downfloat",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "2.4.16", "[C21] distance two rounds after upfloat",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "3.3", "the upper half meets the lower half in order",
            "test_c04_3.py::test_the_first_round"),
    Article(DUTCH, "5.2.1", "grant both",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "5.2.2", "grant stronger",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "5.2.3", "alternate last difference",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "5.2.4", "grant higher",
            "test_c04_3.py::test_the_rule_decides"),
    Article(DUTCH, "5.2.5", "initial by number",
            "test_c04_3.py::test_the_first_round"),
    Article(LIM, "1.1", "the allocated bye to the lowest rank of the lowest score",
            "test_c04_4_3.py::test_the_bye"),
    Article(LIM, "2.1", "who is compatible",
            "test_c04_4_3.py::test_compatible_players"),
    Article(LIM, "2.2", "from the top, from the bottom, the median last",
            "test_c04_4_3.py::test_order_of_the_groups"),
    Article(LIM, "2.3", "who has floated",
            "test_c04_4_3.py::test_two_floats_in_succession"),
    Article(LIM, "2.6", "a pairing next to the median is cracked when it cannot be paired",
            "test_c04_4_3.py::test_the_median_is_cracked"),
    Article(LIM, "3.2.2", "floaters that make the numbers due each colour equal",
            "test_c04_4_3.py::test_equal_numbers_due"),
    Article(LIM, "3.2.3", "Maxi-tournaments: within 100 points",
            "test_c04_4_3.py::test_maxi_tournaments"),
    Article(LIM, "3.6", "downfloaters are paired first; 3.7 is the mirror",
            "test_c04_4_3.py::test_floaters_first"),
    Article(LIM, "3.8", "whom a floater meets",
            "test_c04_4_3.py::test_opponents_of_floaters"),
    Article(LIM, "3.9", "kinds of floaters",
            "test_c04_4_3.py::test_kinds_of_floaters"),
    Article(LIM, "3.10", "not two floats in succession, if it can be",
            "test_c04_4_3.py::test_two_floats_in_succession"),
    Article(LIM, "4.1", "scrutiny from the highest number, below the median from the lowest",
            "test_c04_4_3.py::test_scrutiny_from_the_lowest_below_the_median"),
    Article(LIM, "4.2", "the order of exchanges; 4.3 and 4.4 go on from it",
            "test_c04_4_3.py::test_order_of_exchanges"),
    Article(LIM, "5.1", "limits of colours",
            "test_c04_4_3.py::test_limits_of_colours"),
    Article(LIM, "5.2", "exchanges for colours",
            "test_c04_4_3.py::test_exchanges_for_colours"),
    Article(LIM, "5.3", "who must alternate",
            "test_c04_4_3.py::test_must_alternate"),
    Article(LIM, "5.4", "two due the same colour",
            "test_c04_4_3.py::test_same_colour_due"),
    Article(LIM, "5.5", "which colour is due; 5.6 with it",
            "test_c04_4_3.py::test_colour_due"),
    Article(LIM, "6", "the last round",
            "test_c04_4_3.py::test_last_round"),
    Article(LIM, "7", "the first round",
            "test_c04_4_3.py::test_first_round"),
    Article(DOUBLE_SWISS, "Preface", "a match is forfeited only with both its games",
            "test_c04_5.py::test_matches"),
    Article(DOUBLE_SWISS, "1.1", "numbers run over those paired now or before",
            "test_c04_5.py::test_numbers_of_those_paired"),
    Article(DOUBLE_SWISS, "1.4", "the allocated bye is a game won and a game drawn",
            "test_c04_5.py::test_value_of_the_bye"),
    Article(DOUBLE_SWISS, "1.5", "a floater has played a match against another score",
            "test_c04_5.py::test_floaters"),
    Article(DOUBLE_SWISS, "1.6", "the colour of a match is that of its first game, if a game was played",
            "test_c04_5.py::test_matches"),
    Article(DOUBLE_SWISS, "2.1.1", "two players meet at most once",
            "test_c04_5.py::test_no_second_meeting"),
    Article(DOUBLE_SWISS, "2.1.2", "who may not receive the allocated bye",
            "test_c04_5.py::test_who_may_not_have_the_bye"),
    Article(DOUBLE_SWISS, "2.2.1", "the players left can still be paired",
            "test_c04_5.py::test_the_others_can_be_paired"),
    Article(DOUBLE_SWISS, "2.3.1", "as few upfloaters as possible",
            "test_c04_5.py::test_number_of_upfloaters"),
    Article(DOUBLE_SWISS, "2.3.2", "their scores as high as possible",
            "test_c04_5.py::test_scores_of_upfloaters"),
    Article(DOUBLE_SWISS, "2.3.3", "upfloaters with an eye to the following scoregroup",
            "test_c04_5.py::test_following_scoregroup"),
    Article(DOUBLE_SWISS, "2.3.4", "upfloaters who were floaters before, but for the last round",
            "test_c04_5.py::test_upfloaters_who_floated"),
    Article(DOUBLE_SWISS, "2.3.5", "opponents of upfloaters who were floaters before",
            "test_c04_5.py::test_opponents_of_upfloaters_who_floated"),
    Article(DOUBLE_SWISS, "3.4", "who receives the allocated bye",
            "test_c04_5.py::test_the_bye"),
    Article(DOUBLE_SWISS, "3.5", "the order of the sets of upfloaters",
            "test_c04_5.py::test_sets_of_upfloaters"),
    Article(DOUBLE_SWISS, "3.6", "the first identifier, by number",
            "test_c04_5.py::test_first_identifier"),
    Article(DOUBLE_SWISS, "4.2", "who is the higher ranked",
            "test_c04_5.py::test_higher_ranked"),
    Article(DOUBLE_SWISS, "4.3", "allocation of colours, step by step",
            "test_c04_5.py::test_colours"),
    Article(TEAM, "1.1", "numbers of teams are given; an absent team keeps its own",
            "test_c04_6.py::test_numbers_are_given"),
    Article(TEAM, "1.4", "the allocated bye is worth a drawn match",
            "test_c04_6.py::test_value_of_the_bye"),
    Article(TEAM, "1.5", "a floater has met another score in a played match",
            "test_c04_6.py::test_floaters"),
    Article(TEAM, "1.6", "the colour of a match is that of board one",
            "test_c04_6.py::test_colours_of_played_matches"),
    Article(TEAM, "1.7", "colour preferences of type A and B, or none",
            "test_c04_6.py::test_preferences"),
    Article(TEAM, "2.1.1", "two teams meet at most once",
            "test_c04_6.py::test_no_second_meeting"),
    Article(TEAM, "2.1.2", "who may not receive the allocated bye",
            "test_c04_6.py::test_who_may_not_have_the_bye"),
    Article(TEAM, "2.2.1", "the teams left can still be paired",
            "test_c04_6.py::test_the_others_can_be_paired"),
    Article(TEAM, "2.3.1", "as few upfloaters as possible",
            "test_c04_6.py::test_number_of_upfloaters"),
    Article(TEAM, "2.3.2", "their scores as high as possible",
            "test_c04_6.py::test_scores_of_upfloaters"),
    Article(TEAM, "2.3.3", "upfloaters with an eye to the following scoregroup",
            "test_c04_6.py::test_following_scoregroup"),
    Article(TEAM, "2.3.4", "upfloaters who were floaters before, but for the last two rounds",
            "test_c04_6.py::test_upfloaters_who_floated"),
    Article(TEAM, "2.3.5", "pairs with the same colour preference",
            "test_c04_6.py::test_same_preferences"),
    Article(TEAM, "2.3.6", "pairs with the same strong preference",
            "test_c04_6.py::test_same_strong_preferences"),
    Article(TEAM, "2.3.7", "opponents of upfloaters who were floaters before",
            "test_c04_6.py::test_opponents_of_upfloaters_who_floated"),
    Article(TEAM, "3.4", "who receives the allocated bye",
            "test_c04_6.py::test_the_bye"),
    Article(TEAM, "3.5", "the order of the sets of upfloaters",
            "test_c04_6.py::test_sets_of_upfloaters"),
    Article(TEAM, "3.6.1", "top and bottom members by number",
            "test_c04_6.py::test_seats_by_number"),
    Article(TEAM, "3.6.2", "the first identifier",
            "test_c04_6.py::test_first_identifier"),
    Article(TEAM, "4.2", "which is the first team",
            "test_c04_6.py::test_first_team"),
    Article(TEAM, "4.3", "allocation of colours, step by step",
            "test_c04_6.py::test_colours"),
    Article(BAKU, "1.2", "group A: the first half, rounded up to an even number",
            "test_baku.py::test_group_sizes"),
    Article(BAKU, "1.3", "virtual points by round",
            "test_baku.py::test_virtual_points_by_round"),
    Article(BAKU, "1.4.4", "teams: only with match points as primary score",
            "test_baku.py::test_teams_need_match_points"),
    Article(BAKU, "1.5", "pairing score = score + virtual points of the round",
            "test_baku.py::test_pairing_score"),
    Article(ROUND_ROBIN, "6.6", "who completed less than half of a round robin is left out of its standings",
            "test_c05.py::test_less_than_half_of_the_games"),
    Article(ROUND_ROBIN, "Annex 1", "Berger tables: who meets whom in which round, with which colour",
            "test_c05.py::test_berger_tables"),
    Article(ROUND_ROBIN, "Annex 1, two cycles", "the last two rounds of the first cycle may change places",
            "test_c05.py::test_two_cycles"),
    Article(ROUND_ROBIN, "Annex 2", "restricted drawing of numbers by the Varma tables",
            "test_c05.py::test_restricted_draw"),
    Article(TIE_BREAKS, "4.2", "each tie-break for those still tied, in the order of the list; then lots",
            "test_c07_own.py::test_a_list_applies_to_each_tied_subgroup_then_lots"),
    Article(TIE_BREAKS, "4.3", "type A is worked out on whoever is tied when its turn comes",
            "test_c07_own.py::test_type_a_may_be_listed_more_than_once"),
    Article(TIE_BREAKS, "4.4", "who met twice counts twice",
            "test_c07_own.py::test_who_met_twice_counts_twice"),
    Article(TIE_BREAKS, "6.1.1", "forfeits are no encounters, unless the event says so",
            "test_c07_own.py::test_forfeits_are_no_encounters_in_a_swiss"),
    Article(TIE_BREAKS, "6.1.2", "direct encounter takes the average of repeated meetings",
            "test_c07_own.py::test_who_met_twice_has_the_average"),
    Article(TIE_BREAKS, "6.2", "direct encounter when all tied participants have met",
            "test_c07_own.py::test_all_met_order_by_points_then_again"),
    Article(TIE_BREAKS, "6.3", "direct encounter whatever the outcome of missing games",
            "test_c07_own.py::test_whatever_the_outcome_of_missing_games"),
    Article(TIE_BREAKS, "7.1", "number of wins",
            "test_c07_own.py::test_number_of_wins"),
    Article(TIE_BREAKS, "7.2", "number of games won",
            "test_c07_own.py::test_number_of_games_won"),
    Article(TIE_BREAKS, "7.3", "games played with Black",
            "test_c07_own.py::test_games_with_black"),
    Article(TIE_BREAKS, "7.4", "games won with Black",
            "test_c07_own.py::test_games_won_with_black"),
    Article(TIE_BREAKS, "7.5", "progressive scores",
            "test_c07_own.py::test_progressive_scores"),
    Article(TIE_BREAKS, "7.6", "rounds one elected to play",
            "test_c07_own.py::test_rounds_one_elected_to_play"),
    Article(TIE_BREAKS, "7.7", "standard points",
            "test_c07_own.py::test_standard_points"),
    Article(TIE_BREAKS, "7.8", "tournament pairing number",
            "test_c07_own.py::test_pairing_number"),
    Article(TIE_BREAKS, "8", "Buchholz and its kin are refused in round robins",
            "test_c07_opponents.py::test_not_in_round_robins"),
    Article(TIE_BREAKS, "8.1", "Buchholz",
            "test_c07_opponents.py::test_buchholz"),
    Article(TIE_BREAKS, "8.2", "average of opponents' Buchholz",
            "test_c07_opponents.py::test_average_of_opponents_buchholz"),
    Article(TIE_BREAKS, "8.3", "Fore Buchholz",
            "test_c07_opponents.py::test_fore_buchholz"),
    Article(TIE_BREAKS, "9.1", "Sonneborn-Berger",
            "test_c07_opponents.py::test_sonneborn_berger"),
    Article(TIE_BREAKS, "9.2", "Koya system",
            "test_c07_opponents.py::test_koya"),
    Article(TIE_BREAKS, "10", "ratings are dropped when somebody has none and no substitute is given",
            "test_c07_opponents.py::test_unrated_players"),
    Article(TIE_BREAKS, "10.1", "average rating of opponents",
            "test_c07_opponents.py::test_average_rating_of_opponents"),
    Article(TIE_BREAKS, "10.2", "tournament performance rating",
            "test_c07_opponents.py::test_performance"),
    Article(TIE_BREAKS, "10.3", "perfect tournament performance",
            "test_c07_opponents.py::test_perfect_performance"),
    Article(TIE_BREAKS, "10.4", "average performance of opponents",
            "test_c07_opponents.py::test_average_performance_of_opponents"),
    Article(TIE_BREAKS, "10.5", "average perfect performance of opponents",
            "test_c07_opponents.py::test_average_perfect_performance_of_opponents"),
    Article(TIE_BREAKS, "10.6", "rating",
            "test_c07_opponents.py::test_rating"),
    Article(TIE_BREAKS, "11.1", "match points and game points",
            "test_c07_teams.py::test_two_scores"),
    Article(TIE_BREAKS, "12", "boards: forfeits are wins and losses, the allocated bye is a win on each",
            "test_c07_teams.py::test_forfeits_and_byes_on_boards"),
    Article(TIE_BREAKS, "12.1", "board count",
            "test_c07_teams.py::test_board_count"),
    Article(TIE_BREAKS, "12.2", "top board results",
            "test_c07_teams.py::test_top_board_results"),
    Article(TIE_BREAKS, "12.3", "bottom board elimination",
            "test_c07_teams.py::test_bottom_board_elimination"),
    Article(TIE_BREAKS, "13", "teams: the primary score unless another is named",
            "test_c07_teams.py::test_the_primary_score_unless_another_is_named"),
    Article(TIE_BREAKS, "13.1", "match points or game points",
            "test_c07_teams.py::test_match_points_or_game_points"),
    Article(TIE_BREAKS, "13.2", "extended Sonneborn-Berger",
            "test_c07_teams.py::test_extended_sonneborn_berger"),
    Article(TIE_BREAKS, "13.3.1", "extended direct encounter: one score, then the other",
            "test_c07_teams.py::test_direct_encounter_on_both_scores"),
    Article(TIE_BREAKS, "13.3.2", "extended direct encounter: boards between two teams",
            "test_c07_teams.py::test_two_teams_level_on_everything"),
    Article(TIE_BREAKS, "13.3.3", "extended direct encounter starts again on each new subset",
            "test_c07_teams.py::test_direct_encounter_on_both_scores"),
    Article(TIE_BREAKS, "13.4", "scores and schedule strength combination",
            "test_c07_teams.py::test_scores_and_schedule_strength"),
    Article(TIE_BREAKS, "14.1", "cut one",
            "test_c07_opponents.py::test_cut_one"),
    Article(TIE_BREAKS, "14.2", "cut two",
            "test_c07_opponents.py::test_cut_two"),
    Article(TIE_BREAKS, "14.3", "median one",
            "test_c07_opponents.py::test_median_one"),
    Article(TIE_BREAKS, "14.4", "median two",
            "test_c07_opponents.py::test_median_two"),
    Article(TIE_BREAKS, "14.5", "another limit",
            "test_c07_opponents.py::test_limit"),
    Article(TIE_BREAKS, "15.2", "forfeits of pre-determined pairings are games",
            "test_c07_opponents.py::test_forfeits_of_predetermined_pairings_are_games"),
    Article(TIE_BREAKS, "16.1", "voluntarily unplayed rounds",
            "test_c07_opponents.py::test_voluntarily_unplayed_rounds"),
    Article(TIE_BREAKS, "16.2", "categories of unplayed rounds",
            "test_c07_opponents.py::test_voluntarily_unplayed_rounds"),
    Article(TIE_BREAKS, "16.3", "an opponent's last byes count as draws",
            "test_c07_opponents.py::test_last_byes_count_as_draws_for_the_opponents"),
    Article(TIE_BREAKS, "16.4.1", "a forfeit is worth no more than the scheduled opponent",
            "test_c07_opponents.py::test_a_forfeit_is_worth_no_more_than_the_scheduled_opponent"),
    Article(TIE_BREAKS, "16.4.2", "a bye is worth no more than draws in all rounds",
            "test_c07_opponents.py::test_a_bye_is_worth_no_more_than_draws_in_all_rounds"),
    Article(TIE_BREAKS, "16.5", "voluntarily unplayed rounds are cut first",
            "test_c07_opponents.py::test_voluntarily_unplayed_rounds_are_cut_first"),
    Article(TIE_BREAKS, "16.6", "alternative provisions: the rules without caps",
            "test_c07_opponents.py::test_other_provisions"),
    Article(RATING, "0", "rules by the day an event starts; none before March 2024",
            "test_b02.py::test_editions"),
    Article(RATING, "1.1", "rate of play, by the higher rating of each game",
            "test_b02.py::test_rate_of_play"),
    Article(RATING, "1.2", "which list a rate of play belongs to (rapid, blitz)",
            "test_b02.py::test_rapid_and_blitz"),
    Article(RATING, "5.1", "unplayed games are not rated",
            "test_b02.py::test_unplayed_games"),
    Article(RATING, "6", "matches: both rated, and only until decided",
            "test_b02.py::test_matches"),
    Article(RATING, "7.1", "rapid and blitz: the standard rating stands in for a missing one",
            "test_b02.py::test_standard_rating_stands_in"),
    Article(RATING, "7.2.1", "a rating below 1400 is no rating",
            "test_b02.py::test_below_the_floor"),
    Article(RATING, "7.3.1 (rapid, blitz)", "600 points apart and one above 2600: not rated",
            "test_b02.py::test_uneven_games"),
    Article(RATING, "8.1.1", "difference for a percentage",
            "test_b02.py::test_percentage_table"),
    Article(RATING, "8.1.2", "expectation for a difference",
            "test_b02.py::test_difference_table"),
    Article(RATING, "8.2.1", "a first event without a point is left out",
            "test_b02.py::test_zero_in_the_first_event"),
    Article(RATING, "8.2.2", "first rating: five games in 26 months, two draws with 1800 added",
            "test_b02.py::test_first_rating"),
    Article(RATING, "8.2.3", "first rating: at most 2200, published from 1400",
            "test_b02.py::test_first_rating_limits"),
    Article(RATING, "8.2.4", "published after the start: rated, and unrated for the opponent",
            "test_b02.py::test_published_after_the_start"),
    Article(RATING, "8.3.1", "differences count to 400, from 2650 on in full; only rated opponents",
            "test_b02.py::test_difference_of_400"),
    Article(RATING, "8.3.2", "score less expectation, game by game",
            "test_b02.py::test_change_of_a_game"),
    Article(RATING, "8.3.3", "K, and 700 as the limit of K times games",
            "test_b02.py::test_k"),
    Article(RATING, "8.3.4", "one rounding for all tournaments of a period",
            "test_b02.py::test_one_rounding"),
    Article(RATING, "9", "reporting deadlines"),
    Article(TITLES, "1.1.3", "a title from norms: 27 games, the rating, one round a day"),
    Article(TITLES, "1.4.1", "nine games, and the events where fewer suffice",
            "test_b01.py::test_number_of_games"),
    Article(TITLES, "1.4.1d", "points above the requirement count as games",
            "test_b01.py::test_credit"),
    Article(TITLES, "1.4.1e", "Swiss: a tail of games may be ignored",
            "test_b01.py::test_trailing_games"),
    Article(TITLES, "1.4.1f", "games won may be ignored",
            "test_b01.py::test_won_games"),
    Article(TITLES, "1.4.2", "games that do not count",
            "test_b01.py::test_games_that_are_excluded"),
    Article(TITLES, "1.4.2, last round", "a forfeit win of the last round may count as lost",
            "test_b01.py::test_last_forfeit_as_loss"),
    Article(TITLES, "1.4.3", "two other federations",
            "test_b01.py::test_federations"),
    Article(TITLES, "1.4.3d", "the large Swiss is exempt",
            "test_b01.py::test_large_swiss"),
    Article(TITLES, "1.4.4", "three fifths of the own, two thirds of one federation at most",
            "test_b01.py::test_shares_of_federations"),
    Article(TITLES, "1.4.5", "title-holders, and those of the level",
            "test_b01.py::test_titles"),
    Article(TITLES, "1.4.6", "unrated as 1400, the lowest opponent raised",
            "test_b01.py::test_the_lowest_opponent_is_raised"),
    Article(TITLES, "1.4.7", "average of the opponents",
            "test_b01.py::test_average"),
    Article(TITLES, "1.4.8", "performance",
            "test_b01.py::test_performance"),
    Article(TITLES, "1.4.8b", "35 per cent",
            "test_b01.py::test_share_of_points"),
    Article(TITLES, "1.5.6", "one norm from an event of the listed kinds"),
)  # fmt: skip
"""Every article that asks something of a program. Tests live under `tests/articles`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """What a tournament-type code says: the system, its edition, acceleration and the options of team events."""

    code: str
    family: str = ""
    edition: date | None = None
    baku: bool = False
    team: bool = False
    colour_type: str = ""
    primary: str = ""
    secondary: str = ""

    @property
    def two_game_matches(self) -> bool:
        """Whether every pairing is a match of two games."""
        return self.family == "double-swiss"


_FAMILIES = {
    "DUTCH": "dutch", "DUBOV": "dubov", "BURSTEIN": "burstein", "LIM": "lim", "DOUBLESWISS": "double-swiss",
    "SWISS": "swiss", "ROUNDROBIN": "round-robin", "DOUBLEROUNDROBIN": "double-round-robin",
    "SCHEVENINGEN": "scheveningen", "DOUBLESCHEVENINGEN": "double-scheveningen", "SCHILLER": "schiller",
    "KNOCKOUT": "knockout", "KEIZER": "keizer",
}  # fmt: skip

CODES = {
    "dutch": "FIDE_DUTCH_2026", "dubov": "FIDE_DUBOV", "burstein": "FIDE_BURSTEIN", "lim": "LIM",
    "double-swiss": "FIDE_DOUBLESWISS", "team": "FIDE_TEAM", "round-robin": "BERGER_ROUNDROBIN",
    "double-round-robin": "BERGER_DOUBLEROUNDROBIN", "scheveningen": "FIDE_SCHEVENINGEN",
    "double-scheveningen": "FIDE_DOUBLESCHEVENINGEN", "knockout": "CUSTOM_KNOCKOUT", "keizer": "CUSTOM_KEIZER",
}  # fmt: skip
"""The code we write for each system by its everyday name."""


@cache
def scheme(code: str) -> Scheme:
    """What this code of record 192 says; an unknown one has no family.

    >>> scheme("FIDE_DUTCH_2026_BAKU").family, scheme("FIDE_DUTCH_2026_BAKU").baku
    ('dutch', True)
    >>> scheme("FIDE_TEAM_TYPEB_MP_GP").colour_type, scheme("FIDE_TEAM").primary
    ('B', 'MP')
    """
    parts = code.upper().replace("-", "_").split("_")
    family = next((_FAMILIES[part] for part in parts if part in _FAMILIES), "")
    team = "TEAM" in parts
    if team and family in ("", "swiss"):
        family = "team"
    years = [part for part in parts if part.isdigit() and len(part) == 4]
    edition = (JULY_2017 if int(years[0]) < 2025 else FEBRUARY_2026) if years else None
    given = [part for part in parts if part in ("MP", "GP")]
    types = [part[-1] for part in parts if part.startswith("TYPE")]
    if code.upper() in ("FIDE_TEAM", "FIDE_TEAM_BAKU"):
        given, types = ["MP", "GP"], ["A"]
    return Scheme(
        code=code,
        family=family,
        edition=edition,
        baku="BAKU" in parts,
        team=team,
        colour_type="".join(types[:1]),
        primary=(given or ["MP" if team else ""])[0],
        secondary="".join(given[1:2]),
    )
