"""Every article of B.01 that a norm can hang on: an event that makes the norm beside one that fails by it alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from syrupy.assertion import SnapshotAssertion

from rating.test_norms import ENOUGH, TWINS, WIN
from rookery._record import replace
from rookery.errors import RuleError
from rookery.model import Game, PartialDate, Player, Result, Round, Tournament, TournamentInfo
from rookery.rating import Audit, Condition, Terms, check_event, derive_terms, norms, with_exemption, with_fewer_games
from support.norm_events import event, line

FOUR_DAYS = TournamentInfo(start=PartialDate(2026, 5, 1), end=PartialDate(2026, 5, 4))
FIVE_DAYS = TournamentInfo(start=PartialDate(2026, 5, 1), end=PartialDate(2026, 5, 5))
GOOD = line(WIN, *ENOUGH)
HOME = line(WIN, ENOUGH[0], "N" * 9)
SLOW, FAST, ABRUPT = (TournamentInfo(federation="NOR", time_control=pace) for pace in ("90+30", "15+10", "89+30"))


def days(*rounds: int) -> TournamentInfo:
    """Nine rounds at 90+30 on these days of May."""
    return replace(SLOW, round_dates=tuple(PartialDate(2026, 5, day) for day in rounds))


ONE_A_DAY, TWO_A_DAY = days(*range(1, 10)), days(1, 1, 2, 2, 3, 3, 4, 4, 5)
THREE_A_DAY = days(1, 1, 1, 2, 2, 3, 3, 4, 4)
LONG = replace(TWO_A_DAY, time_control="181")
HOURS = replace(TWO_A_DAY, time_control="180")

Terming = Callable[[Tournament], Terms]


def cup(t: Tournament) -> Terms:
    return with_fewer_games(derive_terms(t), "world cup")


def team(t: Tournament) -> Terms:
    return with_fewer_games(derive_terms(t), "continental team")


def final(t: Tournament) -> Terms:
    return with_exemption(derive_terms(t), "national championship", t)


def league(t: Tournament) -> Terms:
    return with_exemption(derive_terms(t), "national team championship", t)


def zonal(t: Tournament) -> Terms:
    return with_exemption(derive_terms(t), "zonal", t)


def approved(t: Tournament) -> Terms:
    return derive_terms(t, approved=True)


class Case(NamedTuple):
    """An event, how it is to be understood, the title, and the article it fails by; none where the norm is made."""

    what: str
    tournament: Tournament
    article: str = ""
    terms: Terming = derive_terms
    title: str = "GM"


def event_of_type(words: str, opponents: list) -> Tournament:
    """An event whose system is told by the words of record 092."""
    return event(opponents, system="", about=replace(SLOW, type=words))


TAIL = line("111111=000", "GGGGI-----", "GGGFFFNNNS", [2450] * 9 + [2300])
LOW = [1400, 1400, *[2460] * 9]
WON = line("11111111=00", "--GGGGII---", "SSGGGFFFNNN", LOW)
WON_THIN = line("11111111=00", "--GGGIII---", "SSGGGFFFNNN", LOW)
WON_HOME = line("111111111=00", "---GGGGIII--", "NNNGGGFFFNNN", [2000] * 3 + [2450] * 9)
EIGHT = line("11111=00", "GGGII---", "GGGFFFNN", 2490)
SEVEN = line("11111=0", "GGGII--", "GGGFFFN", 2490)
ROBIN = "BERGER_ROUNDROBIN"

CASES = [
    Case("two hours for sixty moves", event(GOOD, about=SLOW)),
    Case("rapid", event(GOOD, about=FAST), "1.1.3"),
    Case("rapid by record 222", event(GOOD, about=TournamentInfo(encoded_time_control="900+10")), "1.1.3"),
    Case("one minute too few", event(GOOD, about=ABRUPT), "1.1.3"),
    Case("one minute too few, approved", event(GOOD, about=ABRUPT), terms=approved),
    Case("different times", event(GOOD, about=TournamentInfo(encoded_time_control="W7200-B9000")), "1.1.3"),
    Case("two rounds a day", event(GOOD, about=TWO_A_DAY)),
    Case("three rounds in a day", event(GOOD, about=THREE_A_DAY), "1.1.3"),
    Case("nine rounds in five days", event(GOOD, about=FIVE_DAYS)),
    Case("nine rounds in four days", event(GOOD, about=FOUR_DAYS), "1.1.3"),
    Case("twelve hours a day", event(GOOD, about=HOURS)),
    Case("twelve hours and four minutes a day", event(GOOD, about=LONG), "1.1.2"),
    Case("a tail in a Swiss", event(TAIL)),
    Case("a tail in a knock-out", event(TAIL, system="CUSTOM_KNOCKOUT")),
    Case("no tail in a round robin", event_of_type("Round Robin", TAIL), "1.4.8"),
    Case("no tail by Berger's tables", event_of_type("Berger", TAIL), "1.4.8"),
    Case("no tail where all play all", event_of_type("All-play-all", TAIL), "1.4.8"),
    Case("no tail in a Scheveningen", event_of_type("Scheveningen", TAIL), "1.4.8", approved),
    Case("no tail in a Schiller", event_of_type("Schiller", TAIL), "1.4.8", approved),
    Case("a Scheveningen that was approved", event_of_type("Scheveningen", GOOD), terms=approved),
    Case("a Scheveningen that was not", event_of_type("Scheveningen", GOOD), "1.4.2e"),
    Case("a Schiller that was not", event_of_type("Schiller", GOOD), "1.4.2e"),
    Case("Keizer", event(GOOD, system="CUSTOM_KEIZER"), "1.4.2e"),
    Case("the field makes a norm possible", event(WON, system=ROBIN)),
    Case("too few grandmasters in the field", event(WON_THIN, system=ROBIN), "1.4.1f"),
    Case("the same games of a Swiss", event(WON_THIN)),
    Case("three of the field ignored", event(WON_HOME, system=ROBIN)),
    Case("a field of the own federation",
         event(line("11111111=00", "--GGGGIII--", "NNGGFFNNNNN", [2000] * 2 + [2450] * 9), system=ROBIN), "1.4.1f"),
    Case("eight games and a forfeit win", event([*EIGHT, *line("+", "G", "G")])),
    Case("eight games and a bye asked for", event([*EIGHT, "H"]), "1.4.1"),
    Case("eight games and a bye of ten rounds", event([*EIGHT, "U"], rounds=10), "1.4.1"),
    Case("eight games of a World Cup", event(EIGHT), terms=cup),
    Case("eight games of any other event", event(EIGHT), "1.4.1"),
    Case("seven games of a team championship", event(SEVEN), terms=team),
    Case("seven games of a World Cup", event(SEVEN), "1.4.1", cup),
    Case("a national final at home", event(HOME, about=SLOW), terms=final),
    Case("a national final of others", event(line(WIN, ENOUGH[0], "GGGGGGNNN"), about=replace(SLOW, federation="GER")),
         "1.4.3", final),
    Case("a team championship at home", event(HOME, about=SLOW), terms=league),
    Case("a team championship of others",
         event(line(WIN, ENOUGH[0], "GGGGGGGFN"), about=replace(SLOW, federation="GER")), "1.4.4", league),
    Case("a zonal spares everybody", event(HOME, about=replace(SLOW, federation="GER")), terms=zonal),
    Case("an opponent of no federation of FIDE", event(line("1111110=1", ENOUGH[0], "GGGFFFNNX")), "1.4.1"),
    Case("a last forfeit that the number of games needs", event(["H", *line("111111=0+", *ENOUGH)])),
    Case("a last forfeit that it does not",
         event(line("111111=00+", "GGIII----G", "GGGFFFNNNG", 2470)), "1.4.5b"),
    Case("unrated without a point in a round robin",
         event(line("111111=01", "GGGII----", "GGGFFFNNN", [2460] * 8 + [None]), system=ROBIN), "1.4.1"),
]  # fmt: skip


def audited(case: Case) -> Audit:
    """The audit of player 1."""
    return norms(case.tournament, player=1, title=case.title, terms=case.terms(case.tournament))[0]


@pytest.mark.parametrize("case", CASES, ids=[case.what for case in CASES])
def test_a_norm_hangs_on_its_article(case: Case) -> None:
    found = audited(case)
    assert [line.article for line in found.failed] == [case.article] * bool(case.article)
    assert found.is_met is not bool(case.article)


def test_there_are_enough_cases() -> None:
    """At least forty, and half of them fail by one article only."""
    failing = sum(bool(case.article) for case in CASES) + len(TWINS)
    assert len(CASES) + 2 * len(TWINS) >= 40
    assert 2 * failing >= len(CASES) + 2 * len(TWINS)


# -- what a norm is worth ----------------------------------------------------------------------------------------------

STRONG = line("1" * 13, "G" * 13, "GF" * 6 + "E", 2450)
WORTH = [
    ("nine games and nothing over", event(GOOD), derive_terms, 9),
    ("points over (1.4.1d)", event(line("1" * 9, *ENOUGH)), derive_terms, 11),
    ("eight and an unplayed win (1.4.1c)", event([*EIGHT, "U"]), derive_terms, 9),
    ("eight of a World Cup (1.4.1b)", event(EIGHT), cup, 9),
    ("seven of a team championship (1.4.1b)", event(SEVEN), team, 7),
    ("thirteen rounds may be worth more than thirteen (1.4.1d)", event(STRONG), derive_terms, 16),
    ("fourteen rounds may not (1.7)", event([*STRONG, *line("1", "G", "G")]), derive_terms, 13),
]


@pytest.mark.parametrize(("tournament", "terms", "credit"), [row[1:] for row in WORTH], ids=[row[0] for row in WORTH])
def test_what_a_norm_is_worth(tournament: Tournament, terms: Terming, credit: int) -> None:
    found = audited(Case("", tournament, terms=terms))
    assert found.is_met, found.failed
    assert found.credit == credit


def test_which_norm_of_eight_games() -> None:
    """1.4.1c: an application may hold one of them, so that it must be known."""
    assert audited(Case("", event([*EIGHT, "U"]))).unplayed_win
    assert not audited(Case("", event(EIGHT), terms=cup)).unplayed_win
    assert not audited(Case("", event(GOOD))).unplayed_win


# -- the event itself --------------------------------------------------------------------------------------------------


def conditions_by_name(t: Tournament) -> dict[str, Condition]:
    """The conditions of an event, by what they ask; and the two that an application asks."""
    found = check_event(t)
    return {line.what: line for line in (*found.conditions, found.one_round_a_day, found.strong_swiss)}


def test_what_a_file_does_not_say_is_undecided(snapshot: SnapshotAssertion) -> None:
    found = norms(event(GOOD), player=1, title="GM")[0]
    assert found.is_met
    assert [line.article for line in found.undecided] == ["1.1.3", "1.1.3", "1.1.5"]
    assert [line.what for line in found.undecided] == snapshot
    said = event(GOOD, about=replace(ONE_A_DAY, chief_arbiter="FA Whimbrel, Ida"))
    assert norms(said, player=1, title="GM")[0].undecided == ()


@pytest.mark.parametrize(
    ("about", "passed", "decided"),
    [
        (ONE_A_DAY, True, True),
        (days(1, 2, 3, 4, 4, 5, 5, 6, 6), True, True),
        (days(1, 2, 3, 3, 4, 4, 5, 5, 6), True, True),
        (TWO_A_DAY, False, True),
        (days(1, 2, 3, 3, 4, 4, 5, 5), True, False),  # a day is missing
        (TournamentInfo(start=PartialDate(2026, 5, 1), end=PartialDate(2026, 5, 2)), False, True),
        (TournamentInfo(), True, False),
    ],
)
def test_a_round_a_day(about: TournamentInfo, passed: bool, decided: bool) -> None:
    """1.1.3a: one norm of a grandmaster comes from an event with one round a day on three days."""
    one = check_event(event(GOOD, about=about)).one_round_a_day
    assert (one.passed, one.decided) == (passed, decided)


def swiss(ratings: list[int | None], *, absent: int = 0) -> Tournament:
    """Nine rounds of as many players, each time the same neighbours; the last two miss so many rounds."""
    players = tuple(Player(number, f"P{number}", rating) for number, rating in enumerate(ratings, 1))
    games = tuple(Game(number, number + 1, Result.DRAW) for number in range(1, len(ratings), 2))
    rounds = tuple(Round(games[:-1] if number < absent else games) for number in range(9))
    return Tournament(players=players, rounds=rounds, planned_rounds=9, system="FIDE_DUTCH_2026")


@pytest.mark.parametrize(
    ("tournament", "passed", "decided"),
    [
        (swiss([2000] * 40), True, True),
        (swiss([2000] * 38), False, True),
        (swiss([1999] * 40), False, True),
        (swiss([2000] * 42, absent=1), True, True),
        (swiss([2000] * 40, absent=1), False, True),  # in one round there are 38
        (swiss([2000] * 42, absent=2), True, True),  # who misses two rounds counts in none
        (swiss([2000] * 40 + [1000, 1000]), True, False),  # whose average?
        (swiss([2020] * 40 + [None, None]), True, False),
        (swiss([2040] * 40 + [None, None]), True, True),
        (replace(swiss([2100] * 40), system=ROBIN), False, True),
    ],
)
def test_a_strong_swiss(tournament: Tournament, passed: bool, decided: bool) -> None:
    """1.5.6a: forty players of an average of 2000 in every round; whose average is read in two ways."""
    one = check_event(tournament).strong_swiss
    assert (one.passed, one.decided) == (passed, decided)


def test_no_norm_prospects_where_norms_are_impossible(snapshot: SnapshotAssertion) -> None:
    ahead = norms(event(GOOD[:7], rounds=9, about=FAST), player=1, title="GM")[0].outlook
    assert ahead is not None
    assert ahead.hopeless == snapshot


def test_a_round_missed_in_a_round_robin_is_undecided() -> None:
    """1.4.1e: all scheduled rounds count; nothing is said of one that the player missed."""
    field = line("1111111=000", "GGGGII-----", "GGGFFFNNNNS")
    whole = event(field, system=ROBIN)
    last = whole.rounds[-1].games[0]
    missed = replace(whole, rounds=(*whole.rounds[:-1], Round((replace(last, result=Result.BLACK_BY_FORFEIT),))))
    for tournament, articles in ((whole, []), (missed, ["1.4.1e"])):
        found = norms(tournament, player=1, title="GM")[0]
        assert [one.article for one in found.undecided if one.article == "1.4.1e"] == articles
    swiss_one = replace(missed, system="FIDE_DUTCH_2026")
    assert not [one for one in norms(swiss_one, player=1, title="GM")[0].undecided if one.article == "1.4.1e"]


def test_an_exemption_that_is_none(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        with_exemption(Terms(), "club championship", event(GOOD))
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        with_exemption(Terms(), "national championship", event(GOOD))
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        with_fewer_games(Terms(), "club championship")
    assert str(caught.value) == snapshot
