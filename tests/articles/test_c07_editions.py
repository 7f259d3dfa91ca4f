"""C.07 through its editions: which was in force when, and every difference that changes a result.

Sources. The days and approvals are those of the Handbook's index: the chapters TieBreakRegulationsPre2023, -2023,
-042024, -082024 and -032026. What March 2026 changed: FIDE's announcement of 25 March 2026 and the worked examples with
an old and a new column in the Arbiters' Manual 2026 (pages 258-261). What August 2024 changed: the council's table of
changes (2024_FC2_18_TOC). April 2024: FIDE's news of 19 January 2024, "no alterations ... to the definitions".
September 2023: the council's table of changes (2FC2023), and the exercise book. Before: article 13.15 of C.02 (July
2017) with its two examples, and the two of the Swiss Pairings committee (Kallithea 2009) in the manual of Vega.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery import standings
from rookery.errors import RuleError, UnsupportedError
from rookery.history.history import Kind
from rookery.model import Tournament
from rookery.ranking.crosstable import CrossTable
from rookery.ranking.rules import (
    APRIL_2024,
    AUGUST_2024,
    EDITIONS,
    JULY_2017,
    MARCH_2026,
    SEPTEMBER_2023,
    TieBreakReadings,
    TieBreakRules,
    get_rules,
    rules_for_edition,
    rules_on,
)
from rookery.ranking.tiebreak import Cut, Why
from rookery.ranking.unplayed_rounds import adjusted_scores
from rookery.regulations import TIE_BREAKS, Edition, edition_named, editions_of
from rookery.trf.read import read
from support.random_trf import event
from support.small_tournaments import tournament_after
from support.tiebreaks import golden, values

WORTH = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "U": 2, "F": 2, "H": 1, "Z": 0}
"""Half points of a round, as `by_hand` writes it."""
OTHER = {"1": "0", "=": "=", "0": "1", "+": "0", "-": "1"}
PLAYERS = ["BH/C1", "SB/C1", "SB/C2", "FB", "DE"]
TEAMS = ["EMGSB/C1", "EGMSB/C2", "BH:MP/M1", "EDE"]


def career(*rounds: tuple[str, str]) -> Tournament:
    """Player 1 through these rounds: what happened, and the opponent's final score.

    Each opponent has a partner of its own, against whom it makes the points it needs.
    """
    texts, met = [[f"1:{how}"] if how not in OTHER else [] for how, _ in rounds], 1
    for at, (how, score) in enumerate(rounds):
        if how not in OTHER:
            continue
        one, met = met + 1, met + 2
        texts[at].append(f"1-{one}:{how}")
        due = round(2 * float(score)) - WORTH[OTHER[how]]
        for other in (other for other in range(len(rounds)) if other != at):
            worth = min(due, 2)
            texts[other].append(f"{one}-{one + 1}:{'0=1'[worth]}")
            due -= worth
        assert not due
    return tournament_after(met, *map(" ".join, texts))


def value(tournament: Tournament, code: str, rules: TieBreakRules, after: int | None = None) -> Fraction | None:
    return standings(tournament, [code], after, rules=rules).row(1).values[0]


# -- which edition -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "name"),
    [
        ("2017-07-01", "2017-07"),
        ("2023-08-31", "2017-07"),
        ("2023-09-01", "2023-09"),
        ("2024-03-31", "2023-09"),
        ("2024-04-01", "2024-04"),
        ("2024-07-31", "2024-04"),
        ("2024-08-01", "2024-08"),
        ("2026-02-28", "2024-08"),
        ("2026-03-01", "2026-03"),
        ("2031-01-01", "2026-03"),
    ],
)
def test_an_event_has_the_rules_of_its_day(day: str, name: str) -> None:
    found = rules_on(date.fromisoformat(day))
    assert found is get_rules(name) is rules_for_edition(found.edition)
    assert (found.name, str(found)) == (name, f"C.07 ({name})")


def test_without_a_day_the_newest() -> None:
    assert rules_on() is rules_on(None) is MARCH_2026


def test_the_map_has_every_edition_that_the_chapter_knows() -> None:
    assert tuple(EDITIONS) == editions_of(TIE_BREAKS)


@pytest.mark.parametrize("day", ["2017-06-30", "1999-01-01"])
def test_a_day_whose_text_is_not_known_is_refused(day: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(UnsupportedError) as caught:
        rules_on(date.fromisoformat(day))
    assert str(caught.value) == snapshot


def test_an_edition_that_is_not_implemented_is_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"C\.07 \(2026-03\)"):
        rules_for_edition(Edition(TIE_BREAKS, date(2029, 1, 1)))
    with pytest.raises(UnsupportedError, match="2026-03"):
        get_rules("2029-01")


@pytest.mark.parametrize(("wish", "name"), [("2024", "2024-08"), (2023, "2023-09"), ("2024-04", "2024-04")])
def test_a_year_names_the_last_edition_that_began_in_it(wish: str | int, name: str) -> None:
    assert rules_for_edition(edition_named(TIE_BREAKS, wish)).name == name


def test_a_year_in_which_none_began_is_refused(snapshot: SnapshotAssertion) -> None:
    """2025 is a draft of the Swiss chapters, and nothing here."""
    with pytest.raises(UnsupportedError) as caught:
        edition_named(TIE_BREAKS, 2025)
    assert str(caught.value) == snapshot


def test_a_later_tie_break_is_worked_out_and_noted(snapshot: SnapshotAssertion) -> None:
    """4.1: an organiser may define tie-breaks that the list has not."""
    tournament = tournament_after(2, "1-2:1")
    assert standings(tournament, ["RTNG"]).notes == ()
    assert standings(tournament, ["RTNG", "BH"], rules=AUGUST_2024).notes == snapshot
    assert standings(tournament, ["REP"], rules=AUGUST_2024).notes == ()
    assert len(standings(tournament, ["REP"], rules=JULY_2017).notes) == 1


# -- March 2026 against August 2024 ------------------------------------------------------------------------------------

LAXMAN = career(
    ("1", "5"), ("1", "5"), ("0", "6.5"), ("Z", ""), ("1", "4.5"), ("=", "6"), ("1", "5"), ("=", "6.5"), ("1", "5.5"),
    ("1", "6"),
)  # fmt: skip
FORFEIT_WIN = career(*[("1", "5.5")] * 6, ("+", "5.5"), *[("0", "5.5")] * 2)
FORFEIT_LOSS = career(("-", "7"), ("Z", ""), *[("1", "6.5")] * 6, ("=", "6.5"), ("0", "6"))
FIRST_ROUND = career(("+", "4.5"), *[("1", "7")] * 6, *[("1", "7.5")] * 2, ("=", "7.5"))


@pytest.mark.parametrize(
    ("tournament", "code", "old", "new"),
    [
        (LAXMAN, "BH", "57", "55"),
        (LAXMAN, "BH/C1", "50", "50"),
        (LAXMAN, "SB", "37.25", "37.25"),
        (FORFEIT_WIN, "BH", "51", "49.5"),
        (FORFEIT_LOSS, "BH", "64.5", "63"),
        (FIRST_ROUND, "BH", "74", "69"),
    ],
)
def test_the_caps_of_the_dummy(tournament: Tournament, code: str, old: str, new: str) -> None:
    """16.4.1, 16.4.2: the examples of the Arbiters' Manual 2026, its old column and its new one."""
    assert value(tournament, code, MARCH_2026) == Fraction(new)
    for earlier in (AUGUST_2024, APRIL_2024, SEPTEMBER_2023):
        assert value(tournament, code, earlier) == Fraction(old)


def test_buchholz_in_round_robins(snapshot: SnapshotAssertion) -> None:
    """Article 8 has been kept from round robins since March 2026."""
    fixed = replace(tournament_after(4, "1-2:1 3-4:+", "3-1:0 2-4:=", "1-4:1 2-3:="), system="BERGER_ROUNDROBIN")
    with pytest.raises(RuleError) as caught:
        standings(fixed, ["BH"])
    assert caught.value.article == "C.07 8"
    assert str(caught.value) == snapshot
    found = values(fixed, "BH", AUGUST_2024)
    assert found == {1: 3, 2: 5, 3: Fraction(9, 2), 4: Fraction(11, 2)}


def test_forfeits_of_round_robins_in_article_7() -> None:
    """15.2: all forfeits were regular games; since March 2026 a forfeit loss is none for article 7.

    By the default reading neither counts in either edition, for article 7 itself says "over the board".
    """
    fixed = replace(tournament_after(4, "1-2:+ 4-3:-", "3-1:0 2-4:=", "1-4:1 2-3:="), system="BERGER_ROUNDROBIN")
    literal = TieBreakReadings(forfeit_wins_as_games=True)
    counts = {}
    for each in (MARCH_2026, AUGUST_2024):
        for readings in (TieBreakReadings(), literal):
            chosen = replace(each, readings=readings)
            found = values(fixed, "BPG", chosen)
            counts[each.name, readings is literal] = [found[one] for one in (1, 2, 3, 4)]
    assert counts["2026-03", False] == counts["2024-08", False] == [1, 0, 1, 2]
    assert counts["2026-03", True] == [1, 0, 2, 2]
    assert counts["2024-08", True] == [1, 1, 2, 2]


@pytest.mark.parametrize("name", ["tec-swiss5", "tec-swiss9", "tec-team"])
def test_three_editions_give_the_same(name: str) -> None:
    """The changes of April and August 2024 are of wording."""
    tournament = golden(name)
    codes = (
        ["EMGSB/C1", "EGMSB/C2", "BH:MP/M1", "EDE"]
        if tournament.team_event
        else ["BH/C1", "SB/C1", "SB/C2", "FB", "DE"]
    )
    book, april, august = (
        standings(tournament, codes, rules=each).rows for each in (SEPTEMBER_2023, APRIL_2024, AUGUST_2024)
    )
    assert book == april == august


# -- before September 2023: the virtual opponent -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "which", "after", "at_the_end"),
    [
        (("1", "=", "-", "1", "0", "1", "=", "1", "1"), 3, 25, 55),
        (("1", "1", "=", "=", "=", "+", "1", "1", "0"), 6, 35, 50),
        (("1", "1", "+", "=", "=", "0", "1", "=", "="), 3, 20, 50),
        (("1", "1", "=", "=", "=", "=", "-", "1", "1"), 7, 50, 60),
        (("1", "H", "=", "1", "0", "1", "=", "1", "1"), 2, 15, 50),
        (("1", "Z", "=", "1", "0", "1", "=", "1", "1"), 2, 20, 55),
        (("U", "1", "=", "1", "0", "1", "=", "1", "1"), 1, 0, 40),
    ],
)
def test_the_virtual_opponent(rounds: Sequence[str], which: int, after: int, at_the_end: int) -> None:
    """C.02 13.15: level before the round, the other side of its result, a draw in each later round.

    The first two are the examples of the article, the next two those of the committee.
    """
    tournament = career(*((how, "4.5" if how in OTHER else "") for how in rounds))
    for until, wanted in ((which, after), (9, at_the_end)):
        part = standings(tournament, ["BH"], until, rules=JULY_2017).working(1, 0).counted[which - 1]
        assert (part.value, part.why, part.voluntary) == (wanted, Why.VIRTUAL, False)


@pytest.mark.parametrize(
    ("rounds", "total", "as_opponent"),
    [
        (("1", "1", "+", "=", "=", "0", "1", "=", "="), 60, 55),
        (("1", "1", "=", "=", "=", "=", "-", "1", "1"), 60, 65),
        (("1", "1", "Z", "Z", "U"), 30, 35),
    ],
)
def test_unplayed_rounds_of_an_opponent_are_draws(rounds: Sequence[str], total: int, as_opponent: int) -> None:
    """C.02 13.15: the first two are the committee's examples."""
    table = CrossTable.for_tournament(career(*((how, "2" if how in OTHER else "") for how in rounds)), None, JULY_2017)
    assert table.sheet().totals[1] == total
    assert adjusted_scores(table, table.sheet())[1] == as_opponent


def test_nothing_is_cut_first_before_september_2023() -> None:
    """16.5 came with the dummy."""
    tournament = career(("1", "1"), ("-", "3"), ("1", "3"), ("1", "3"))
    for each, why, cut in ((JULY_2017, Cut.LOWEST, 1), (SEPTEMBER_2023, Cut.UNPLAYED, 2)):
        ((part, reason),) = standings(tournament, ["BH/C1"], rules=each).working(1, 0).cut
        assert (reason, part.round) == (why, cut)


def _literal(table: CrossTable, one: int, products: bool) -> Fraction:
    """Buchholz and Sonneborn-Berger as article 13.15 has them, word by word, in half points."""
    half = {player: [Fraction(points, 5) for points in row] for player, row in table.sheet().points.items()}
    unplayed = {player: [meeting.kind is not Kind.PLAYED for meeting in row] for player, row in table.meetings.items()}
    total = Fraction(0)
    for at, meeting in enumerate(table.meetings[one]):
        result = half[one][at]
        if unplayed[one][at]:
            score = sum(half[one][:at]) + (2 - result) + (table.rounds - 1 - at)
        else:
            assert meeting.opponent is not None
            rounds = zip(half[meeting.opponent], unplayed[meeting.opponent], strict=True)
            score = sum(Fraction(1) if missed else points for points, missed in rounds)
        total += score * result / 4 if products else score / 2
    return total


@pytest.mark.parametrize("code", ["BH", "SB"])
def test_virtual_opponents_of_fresh_events(code: str) -> None:
    compared = 0
    for seed in range(40):
        tournament = read(event("swiss", seed, small=True).text().encode()).tournament
        if (tournament.points.win, tournament.points.draw, tournament.points.loss) != (10, 5, 0):
            continue
        table = CrossTable.for_tournament(tournament, None, JULY_2017)
        for row in standings(tournament, [code], rules=JULY_2017):
            assert row.values[0] == _literal(table, row.id, code == "SB"), (seed, row)
            compared += 1
    assert compared > 200
