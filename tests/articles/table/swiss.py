"""The articles of C.04.1 and C.04.2, the rules of every Swiss system."""

from __future__ import annotations

from articles.table.article import Article
from rookery.regulations import BASIC, HANDLING

ARTICLES = (
    Article(BASIC, "1", "the number of rounds is declared beforehand",
            "test_basic_rules.py::test_planned_rounds_survive_a_cut"),
    Article(BASIC, "2", "two players meet at most once; a forfeited game is no meeting",
            "test_basic_rules.py::test_only_played_games_are_meetings"),
    Article(BASIC, "3", "one value of the pairing-allocated bye for the whole event",
            "test_basic_rules.py::test_a_single_value_of_the_bye"),
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
)  # fmt: skip
