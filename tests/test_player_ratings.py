"""Several ratings of a player: which counts, contradictions, and how each is written."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import (
    Game,
    NationalRecord,
    PartialDate,
    Player,
    Rating,
    Result,
    Round,
    RuleError,
    Tournament,
    TournamentInfo,
)
from rookery.history.late_entries import correct_ratings, with_provisional_ratings
from rookery.history.tournament_rating import (
    METHODS,
    apply_rating_method,
    national_rating,
    official_rating,
    parse_rating_method,
    tournament_rating,
    with_official_rating,
)
from support.long_events import differences

GER = NationalRecord(federation="GER", name="Ann", rating=1980)
AUT = NationalRecord(federation="AUT", name="Ann", rating=2050)


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"value": 0}, id="value-0"),
        pytest.param({"value": 2000.0}, id="value-a-float"),
        pytest.param({"value": 2000, "kind": "fide"}, id="unknown-kind"),
        pytest.param({"value": 2000, "month": "2026-13"}, id="month-13"),
        pytest.param({"value": 2000, "from_round": 0}, id="from-round-0"),
        pytest.param({"value": 2000, "k": 0}, id="k-0"),
        pytest.param({"value": 2000, "federation": "GER"}, id="federation-without-national"),
    ],
)
def test_a_rating_that_cannot_be(fields: dict[str, object], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        Rating(**fields)  # type: ignore[arg-type]
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    ("rating", "ratings", "national", "found"),
    [
        (None, (Rating(2000),), (), 2000),
        (None, (Rating(2000, from_round=2), Rating(1900)), (), 1900),
        (None, (Rating(2000), Rating(2100, "tournament")), (), 2100),
        (None, (Rating(2000), Rating(2100, "tournament", from_round=3)), (), 2000),
        (None, (Rating(1700, "national"),), (), None),
        (1700, (Rating(2000), Rating(1700, "national")), (), 1700),
        (1980, (Rating(2000),), (GER,), 1980),
        (0, (Rating(2000),), (), 0),
    ],
)
def test_the_rating_follows_from_the_ratings(
    rating: int | None, ratings: tuple[Rating, ...], national: tuple[NationalRecord, ...], found: int | None
) -> None:
    assert Player(1, "Ann", rating, ratings=ratings, national=national).rating == found


@pytest.mark.parametrize(
    ("rating", "ratings", "national"),
    [
        (2001, (Rating(2000),), ()),
        (2000, (Rating(2000), Rating(2100, "tournament")), ()),
        (2100, (Rating(2000), Rating(2100, from_round=2)), ()),
        (None, (Rating(2000), Rating(2100)), ()),
        (None, (Rating(1900, "national", federation="GER"),), (GER,)),
        (None, (2000,), ()),
    ],
)
def test_ratings_that_contradict(
    rating: int | None, ratings: tuple[Rating, ...], national: tuple[NationalRecord, ...]
) -> None:
    with pytest.raises(RuleError):
        Player(1, "Ann", rating, ratings=ratings, national=national)


@pytest.mark.parametrize("code", METHODS)
def test_a_method_is_read_with_and_without_its_federation(code: str) -> None:
    assert parse_rating_method(code) == (METHODS[code], "")
    assert parse_rating_method(f"ger  {code.lower()}") == (METHODS[code], "GER")


@pytest.mark.parametrize("text", ["", "GER", "GER AUT FIDE", "by lot"])
def test_a_text_without_a_method(text: str, snapshot: SnapshotAssertion) -> None:
    assert parse_rating_method(text) is None
    if text:
        with pytest.raises(RuleError) as caught:
            apply_rating_method(Tournament(), text)
        assert str(caught.value) == snapshot


def test_the_federation_says_whose_national_rating() -> None:
    ann = Player(1, "Ann", 1900, national=(GER, AUT))
    assert [national_rating(ann, one) for one in ("GER", "AUT", "", "POL")] == [1980, 2050, 1980, None]
    assert tournament_rating(ann, parse_rating_method("AUT HBFN")) == 2050
    lists = tuple(Rating(value, "national", federation=one) for one, value in (("GER", 1980), ("AUT", 2050)))
    assert [national_rating(Player(1, ratings=lists), one) for one in ("GER", "AUT", "")] == [1980, 2050, 1980]


def test_a_file_says_which_rating_counts(snapshot: SnapshotAssertion) -> None:
    event = Tournament(
        players=(Player(1, "Ann", 1900, national=(GER,)), Player(2, "Ben", 1950)),
        info=TournamentInfo(ranking_method="GER NRO"),
    )
    data = rookery.dumps(event)
    read = rookery.loads(data).tournament
    assert [(player.rating, player.official_rating) for player in read.players] == [(1980, 1900), (0, 1950)]
    assert rookery.dumps(read) == data
    with pytest.raises(RuleError) as caught:
        rookery.standings(read.with_round(Round((Game(1, 2, Result.DRAW),))), ["ARO"])
    assert str(caught.value) == snapshot


def test_a_national_rating_without_a_record_gets_a_record_in_the_file() -> None:
    event = Tournament(players=(Player(1, "Ann", ratings=(Rating(1900), Rating(1980, "national", federation="GER"))),))
    assert rookery.loads(rookery.dumps(event)).tournament.players[0].national == (GER,)


def test_a_correction_is_entered_by_hand() -> None:
    event = Tournament(players=(Player(1, "Ann", ratings=(Rating(2000),)), Player(2, "Ben", 1900)))
    ben, ann = correct_ratings(event, {1: 1800}).tournament.players
    assert (ann.rating, ann.official_rating, ann.ratings[1].by_hand, ben.name) == (1800, 2000, True, "Ben")
    bare = Tournament(players=(Player(1, "Ann", ratings=(Rating(1500, "national"),)),))
    assert with_provisional_ratings(bare, 1400).players[0].rating == 1400
    assert with_official_rating(event.players[0], 2010).rating == 2010


def test_a_report_takes_what_fide_says() -> None:
    ann = Player(1, "Ann", ratings=(Rating(2000, k=40), Rating(2300, "tournament"), Rating(2050, from_round=2)))
    event = Tournament(players=(ann, Player(2, "Ben", 2000)), rounds=(Round((Game(1, 2, Result.WHITE_WINS),)),))
    row = rookery.rate(event).rows[0]
    assert (row.rating, row.k, row.change) == (2000, 40, 50)
    assert [official_rating(ann, round) for round in (1, 2)] == [2000, 2050]


@pytest.mark.parametrize(("last", "rating"), [(PartialDate(2026, 1, 20), 2000), (PartialDate(2026, 2, 20), 2400)])
def test_a_norm_in_an_event_of_over_thirty_days_takes_the_ratings_of_the_rounds(last: PartialDate, rating: int) -> None:
    ben = Player(2, "Ben", federation="GER", ratings=(Rating(2000), Rating(2400, from_round=2)))
    days = TournamentInfo(start=PartialDate(2026, 1, 10), end=last)
    rounds = (Round((Game(3, 2, Result.DRAW),)), Round((Game(1, 2, Result.DRAW),)))
    event = Tournament(players=(Player(1, "Ann", 2300), ben, Player(3, "Cy", 2200)), info=days, rounds=rounds)
    (audit,) = rookery.norms(event, player=1, title="GM")
    assert [game.rating for game in audit.games] == [rating]


def test_tie_breaks_are_those_of_the_literal_reading() -> None:
    counted = dict.fromkeys(("first", "by round", "refused"), 0)
    assert [text for seed in range(8) for text in differences(Random(seed), counted)] == []
    assert all(counted.values())


def test_json_without_ratings_is_as_it_was() -> None:
    event = Tournament(players=(Player(1, "Ann", 2000),), planned_rounds=3)
    assert b"ratings" not in rookery.dumps(event, "json")
    text = '{"rookery": 1, "players": [{"id": 1, "name": "Ann", "rating": 2000}]}'
    assert rookery.loads(text.encode()).tournament == replace(event, planned_rounds=None)


def test_a_player_with_a_single_rating_never_loads_the_lists() -> None:
    program = (
        "import sys, rookery; rookery.pair(rookery.load('examples/swiss.trf').tournament);"
        " assert 'rookery.history.tournament_rating' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
