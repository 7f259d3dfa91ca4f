"""The title office: certificates, applications across events, titles without norms, arbiters' norms."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from rating.test_norms import ENOUGH, WIN
from rookery import load
from rookery._record import replace
from rookery.errors import RuleError
from rookery.model import PartialDate, Tournament, TournamentInfo
from rookery.rating import (
    ArbiterCertificate,
    Certificate,
    Terms,
    apply_for_arbiter_title,
    apply_for_title,
    certify_arbiter_norm,
    certify_norm,
    derive_terms,
    direct_title,
    titles_by_rating,
    with_exemption,
)
from support.norm_events import event, line

DAILY = tuple(PartialDate(2026, 5, day) for day in range(1, 10))
GOOD = line(WIN, *ENOUGH)
HOME = line(WIN, ENOUGH[0], "N" * 9)
EIGHT = [*line("11111=00", "GGGII---", "GGGFFFNN", 2490), "U"]


def norm(
    number: int, opponents: list = GOOD, *, about: TournamentInfo | None = None, terms: Terms | None = None
) -> Certificate:
    """The certificate of player 1 from an event with this number, one round a day."""
    said = about or TournamentInfo(
        name=f"Event {number}", federation="NOR", end=PartialDate(2026, number, 9), round_dates=DAILY
    )
    tournament = event(opponents, about=said)
    me = replace(tournament.players[0], fide_id=1500001)
    tournament = replace(tournament, players=(me, *tournament.players[1:]))
    return certify_norm(tournament, 1, "GM", terms=terms)


def national_norm(number: int) -> Certificate:
    """A norm of a national final, without anybody from abroad."""
    tournament = event(HOME, about=TournamentInfo(federation="NOR"))
    return norm(number, HOME, terms=with_exemption(derive_terms(tournament), "national championship", tournament))


LONG = line("1" * 13, "G" * 13, "GF" * 6 + "E")
THREE = [norm(1), norm(2), norm(3)]


def test_a_certificate_lists_the_findings_of_the_audit() -> None:
    made = norm(1)
    assert (made.title, made.player.name, made.player.fide_id, made.event.system) == (
        "GM",
        "Applicant",
        1500001,
        "Swiss",
    )
    result = made.result
    assert (result.half_points, result.needed_half_points, result.average, result.performance) == (13, 13, 2450, 2616)
    assert (result.title_holders, result.level, result.federations, result.compatriots) == (5, 3, 2, 3)
    assert [game.opponent.title for game in result.games] == ["GM", "GM", "GM", "IM", "IM", "", "", "", ""]
    assert (made.credit, made.waiver, made.normal_foreigners) == (9, "", True)
    assert made.one_round_a_day.passed
    assert made.one_round_a_day.decided


def test_a_certificate_has_every_figure_of_the_form() -> None:
    """What form IT1 asks for; the figures here are counted by hand in the nine opponents of `GOOD`."""
    made = norm(1)
    mix, games = made.result.mix, made.result.games
    opponents = [game.opponent for game in games]
    assert mix.by_title == (("GM", 3), ("IM", 2), ("WGM", 0), ("WIM", 0), ("FM", 0), ("WFM", 0))
    assert (mix.titled, mix.rated) == (5, 9)
    assert mix.federations == len({opponent.federation for opponent in opponents}) == 3
    assert (mix.not_of_own_federation, mix.of_host_federation) == (6, 3)  # the event is at home
    assert [game.counted for game in games] == [opponent.rating for opponent in opponents]
    assert mix.field_from_abroad == 0  # everybody else missed more than one round


def test_a_certificate_counts_the_field_from_abroad() -> None:
    tournament = load("examples/norms.trf").tournament
    assert tournament.info.federation == "GER"
    abroad = [player for player in tournament.players if player.federation != "GER"]
    mix = certify_norm(tournament, 2, "GM").result.mix
    assert (mix.field_from_abroad, mix.field_federations) == (len(abroad), len({one.federation for one in abroad}))
    assert mix.field_titled == sum(one.title in ("GM", "IM", "WGM", "WIM") for one in abroad)
    assert (len(abroad), mix.field_titled) == (17, 12)


@pytest.mark.parametrize(("lowest", "counted"), [(2199, 2200), (2200, 2200), (2250, 2250), (None, 2200)])
def test_the_form_tells_the_rating_by_1_4_6(lowest: int | None, counted: int) -> None:
    """Only the lowest opponent is raised; an unrated one is the lowest of all."""
    made = norm(1, line("1" * 9, *ENOUGH, [2490] * 8 + [lowest]))
    assert [game.counted for game in made.result.games] == [2490] * 8 + [counted]
    assert made.result.games[-1].opponent.rating == lowest


def test_no_player_is_foreign_without_a_declared_host() -> None:
    made = norm(1, about=TournamentInfo(name="Event", end=PartialDate(2026, 1, 9), round_dates=DAILY))
    mix = made.result.mix
    assert (mix.field_from_abroad, mix.field_federations, mix.field_titled, mix.of_host_federation) == (0, 0, 0, 0)


def test_no_certificate_without_a_norm(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        norm(1, line("111111000", *ENOUGH))
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        certify_norm(event(GOOD, rounds=10), 1, "GM")
    assert str(caught.value) == snapshot


# Each row: what it shows, the norms, the rating, the events of 1.5.6b to f, and the one article it fails by.
APPLICATIONS = [
    ("three norms", THREE, 2500, [0], ""),
    ("two norms", THREE[:2], 2500, [0], "1.5.1"),
    ("two norms with points above", [norm(1, line("1" * 9, *ENOUGH)), norm(2, LONG)], 2500, [0], ""),
    ("a rating too low", THREE, 2499, [0], "1.5.3"),
    ("no event of 1.5.6", THREE, 2500, [], "1.5.6"),
    ("one norm of eight games", [*THREE[:2], norm(3, EIGHT)], 2500, [0], ""),
    ("two norms of eight games", [THREE[0], norm(2, EIGHT), norm(3, EIGHT)], 2500, [0], "1.4.1c"),
    ("two norms at home", [THREE[0], national_norm(2), national_norm(3)], 2500, [0], ""),
    ("all norms at home", [national_norm(1), national_norm(2), national_norm(3)], 2500, [0], "1.4.3e"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("norms", "rating", "qualifying", "article"),
    [row[1:] for row in APPLICATIONS],
    ids=[row[0] for row in APPLICATIONS],
)
def test_an_application_hangs_on_its_article(
    norms: list[Certificate], rating: int, qualifying: list[int], article: str
) -> None:
    made = apply_for_title("GM", norms, rating=rating, qualifying=qualifying)
    assert [line.article for line in made.failed] == [article] * bool(article)
    assert made.is_met is not bool(article)


def test_two_rounds_a_day_everywhere_make_no_grandmaster() -> None:
    """1.1.3a is asked for GM and WGM alone."""
    double = TournamentInfo(
        name="Double",
        end=PartialDate(2026, 5, 5),
        round_dates=tuple(PartialDate(2026, 5, day) for day in (1, 1, 2, 2, 3, 3, 4, 4, 5)),
    )
    norms = [norm(number, about=replace(double, name=f"Double {number}")) for number in (1, 2, 3)]
    made = apply_for_title("GM", norms, rating=2500, qualifying=[0])
    assert [line.article for line in made.failed] == ["1.1.3a"]


def test_undeclared_values_are_undecided() -> None:
    silent = [norm(number, about=TournamentInfo(name=f"Silent {number}")) for number in (1, 2, 3)]
    made = apply_for_title("gm", silent, qualifying=[2])
    assert made.is_met
    assert [line.article for line in made.conditions if not line.decided] == ["1.1.3a", "1.5.3"]


def test_old_norms_need_no_event_of_1_5_6() -> None:
    old = [
        norm(number, about=TournamentInfo(name=f"Old {number}", end=PartialDate(2022, 6, 30), round_dates=DAILY))
        for number in (1, 2, 3)
    ]
    assert apply_for_title("GM", old, rating=2500).is_met
    newer = [*old[:2], norm(3, about=TournamentInfo(name="New", end=PartialDate(2022, 7, 1), round_dates=DAILY))]
    assert [line.article for line in apply_for_title("GM", newer, rating=2500).failed] == ["1.5.6"]


def test_what_is_no_application(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        apply_for_title("FM", THREE)
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        apply_for_title("IM", THREE)
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        apply_for_title("GM", [THREE[0], THREE[0]])
    assert str(caught.value) == snapshot
    other = replace(THREE[1], player=replace(THREE[1].player, fide_id=1500002))
    with pytest.raises(RuleError) as caught:
        apply_for_title("GM", [THREE[0], other])
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    ("rating", "games", "woman", "titles"),
    [
        (2300, 30, False, ("FM",)),
        (2299, 30, False, ("CM",)),
        (2200, 30, False, ("CM",)),
        (2199, 30, False, ()),
        (2500, 29, False, ()),
        (2200, 30, True, ("CM", "WFM")),
        (2099, 30, True, ("WCM",)),
        (1999, 30, True, ()),
    ],
)
def test_titles_by_rating(rating: int, games: int, woman: bool, titles: tuple[str, ...]) -> None:
    assert titles_by_rating(rating, games, woman=woman) == titles


@pytest.mark.parametrize("rating", [-1, 99999])
def test_an_impossible_rating_is_refused(rating: int, snapshot: SnapshotAssertion) -> None:
    for ask in (
        lambda: titles_by_rating(rating, 40),
        lambda: direct_title("IM", rating=rating),
        lambda: apply_for_title("GM", (), rating=rating),
    ):
        with pytest.raises(RuleError) as caught:
            ask()
        assert str(caught.value) == snapshot


@pytest.mark.parametrize(("title", "rating"), [("GM", 2300), ("IM", 2200), ("FM", 2100), ("CM", 2000), ("WGM", 2100),
                                               ("WIM", 2000), ("WFM", 1900), ("WCM", 1800)])  # fmt: skip
def test_a_direct_title_is_conditional_below_a_rating(title: str, rating: int) -> None:
    assert direct_title(title, rating=rating).passed
    assert not direct_title(title, rating=rating - 1).passed
    assert not direct_title(title, rating=rating, games=29).passed
    assert not direct_title(title, rating=None).passed


# -- arbiters ----------------------------------------------------------------------------------------------------------


def officiated(system: str = "FIDE_DUTCH_2026") -> Tournament:
    """An event with two arbiters."""
    about = TournamentInfo(
        name="Open", chief_arbiter="IA Whimbrel, Ida", deputies=("FA Godwit, Geir",), federation="NOR"
    )
    return event(GOOD, system=system, about=about)


def test_the_certificate_of_an_arbiter(snapshot: SnapshotAssertion) -> None:
    made = certify_arbiter_norm(officiated(), "godwit", "ia")
    assert (made.form, made.arbiter) == ("IA1", "FA Godwit, Geir")
    assert made.role == snapshot
    assert (made.players, made.rated, made.titled, made.federations) == (10, 10, 5, 3)
    assert [(line.article, line.decided) for line in made.conditions] == [("2.3.1", True), ("4", False)]
    for wrong in ("curlew", "i", ""):
        with pytest.raises(RuleError) as caught:
            certify_arbiter_norm(officiated(), wrong, "IA")
        assert str(caught.value) == snapshot


def test_an_application_of_an_arbiter(snapshot: SnapshotAssertion) -> None:
    swiss, other, third = (_with_event_name(certify_arbiter_norm(officiated(), "godwit", "FA"), name) for name in "abc")
    robin = _with_event_name(certify_arbiter_norm(officiated("BERGER_ROUNDROBIN"), "godwit", "FA"), "d")
    robins = [robin, _with_event_name(robin, "e"), _with_event_name(robin, "f")]
    made = apply_for_arbiter_title("FA", [swiss, other, robin], seminar=True)
    assert made.is_met
    assert [line.article for line in made.conditions if not line.decided] == ["3"]
    few = apply_for_arbiter_title("FA", [swiss, robin], seminar=True)
    assert [line.article for line in few.conditions if not line.passed] == ["2.2"]
    alike = apply_for_arbiter_title("FA", robins, seminar=True)
    assert [line.article for line in alike.conditions if not line.passed] == ["2.4"]
    swisses = apply_for_arbiter_title("FA", [swiss, other, third], seminar=True)
    assert [line.article for line in swisses.conditions if not line.decided] == ["2.4", "3"]
    unsaid = apply_for_arbiter_title("FA", [swiss, other, robin])
    assert [line.article for line in unsaid.conditions if not line.decided] == ["2.2", "3.7", "3"]
    with pytest.raises(RuleError) as caught:
        apply_for_arbiter_title("IA", [swiss])
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        apply_for_arbiter_title("FA", [swiss, robin, swiss], seminar=True)
    assert str(caught.value) == snapshot


def _with_event_name(certificate: ArbiterCertificate, name: str) -> ArbiterCertificate:
    """The same of an event of another name."""
    return replace(certificate, event=replace(certificate.event, name=name))
