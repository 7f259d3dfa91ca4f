"""Studies: closed forms, the same numbers everywhere, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import Result, Round, Tournament, pair, simulate
from rookery._record import replace
from rookery.errors import NoPairingError, RuleError
from rookery.history.history import History
from rookery.model import Game, Player
from rookery.rating import norms
from rookery.simulation import Absences, Field
from rookery.simulation.estimate import Sums
from rookery.simulation.metrics import MEASURES
from rookery.simulation.play import Games, Pairing, pair_by_tournament_rules, play_rounds, swiss_round
from rookery.simulation.result_models import OutcomeModel
from rookery.simulation.rng import KeyedRandom
from rookery.simulation.study import Job, Study, measure_all_systems, play_tournament

SMALL = Study(
    field=Field.uniform(9, 1400, 2200, noise=80),
    rounds=4,
    systems=("dutch", "burstein"),
    orders=("PTS", "BH"),
    measures=("tau", "first", "colours", "floats", "gaps"),
)


@pytest.mark.parametrize("system", ["dutch", "burstein", "dubov", "lim", "dutch+baku", "double-swiss"])
def test_the_best_wins_where_the_stronger_always_does(system: str) -> None:
    """16 players, 4 rounds: whoever is never beaten by a weaker one is alone at the top."""
    study = Study(field=Field.uniform(16, 1000, 2600), rounds=4, systems=(system,), outcomes="stronger")
    result = simulate(study, count=12, seed=3)
    if system != "dutch+baku":  # four rounds are not enough there for one player without a loss
        assert result.mean("alone").value == 1
    assert result.mean("best").value == 1
    assert result.mean("perfect").value >= 1


AWAY = Absences(half_byes=0.1, zero_byes=0.05, late_entries=0.1, withdrawals=0.1, forfeits=0.05)


@pytest.mark.parametrize("system", ["dutch", "burstein", "dubov", "lim", "dutch+baku"])
def test_rounds_built_without_checks_equal_checked_rounds(system: str) -> None:
    """A system's own rounds take the short way: the same tournament, history and all, as by with_round and pair."""
    study = Study(field=Field.uniform(23, 1400, 2200, noise=60, absences=AWAY), rounds=6, systems=(system,))
    rng = KeyedRandom(5, 1)
    entry = study.field.draw(rng, study.rounds)
    games = Games(entry.strengths, study.model.thresholds, rng, 50_000)
    checked = play_rounds(
        History(study.initial_tournament(system, entry)), 6, swiss_round(games, pair_by_tournament_rules)
    )
    short = play_tournament(study, system, 5, 1).history
    assert short.tournament == checked.tournament == History(short.tournament).tournament
    assert [round.participants for round in short.tournament.rounds] == [
        replace(round).participants for round in short.tournament.rounds
    ]
    anew = History(short.tournament)
    assert short.round_results == anew.round_results
    assert short.before(7).totals == anew.before(7).totals
    assert short.before(7).floats(1) == anew.before(7).floats(1)


def test_a_round_robin_of_the_stronger_shows_the_whole_order() -> None:
    study = Study(field=Field.given([2300, 2200, 2100, 2000]), rounds=3, systems=("round-robin",), outcomes="stronger")
    result = simulate(study, count=2)
    assert result.mean("tau").value == 1
    assert result.mean("seeds").value == 1


@pytest.mark.parametrize(
    ("strengths", "seeds"), [([2100, 2000, 1900], 1), ([2000, 2000, 1900], 2 / 3), ([2000] * 4, 0)]
)
def test_equals_in_strength_count_as_neither(strengths: list[int], seeds: float) -> None:
    """Without noise the initial order is the truth, but its tau is 1 only where all strengths differ."""
    study = Study(field=Field.given(strengths), rounds=1, outcomes="stronger")
    assert simulate(study, count=2).mean("seeds").value == pytest.approx(seeds)


def test_with_a_coin_everybody_is_first_equally_often() -> None:
    study = Study(field=Field.given(range(1400, 2200, 100)), rounds=3, outcomes="coin")
    found = simulate(study, count=400, seed=5).mean("best")
    assert found.low < 1 / 8 < found.high


def test_without_an_advantage_an_extra_white_is_worth_nothing() -> None:
    study = Study(field=Field.uniform(20, 1500, 2100), rounds=5, outcomes="fide", measures=("colours",))
    found = simulate(study, count=60, seed=2)
    assert found.mean("white_rated").low < 0 < found.mean("white_rated").high
    ahead = simulate(
        Study(field=Field.given([2600] * 20), rounds=5, outcomes="milvang", measures=("colours",)), count=60, seed=2
    )
    assert ahead.mean("white").low > 0


RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def _futures(position: Tournament, left: int, model: OutcomeModel, weight: Fraction) -> Iterator[tuple[Fraction, int]]:
    """How many share the first place, with its chance, by trying every result that there can be."""
    if not left:
        view = History.for_tournament(position).before(position.next_round)
        scores = [view.score(one) for one in position.participants_by_number]
        yield weight, scores.count(max(scores))
        return
    outcome, ratings = pair(position), {player.number: player.rating or 0 for player in position.players}
    for results in product(range(3), repeat=len(outcome.pairs)):
        games, chance = [], weight
        for (white, black), at in zip(outcome.pairs, results, strict=True):
            games.append(Game(white, black, RESULTS[at]))
            chance *= Fraction(model.chances(ratings[white], ratings[black])[at], 1_000_000)
        yield from _futures(position.with_round(Round(tuple(games))), left - 1, model, chance)


def test_four_players_two_rounds_all_results() -> None:
    """Every result is tried, with its chance; the simulation meets the sum."""
    study = Study(field=Field.given([2000, 1900, 1800, 1700]), rounds=2)
    start = study.initial_tournament("dutch", study.field.draw(KeyedRandom(0, 0), 2))
    known = list(_futures(start, 2, study.model, Fraction(1)))
    assert sum(chance for chance, _ in known) == 1
    result = simulate(study, count=500, seed=9)
    alone, shared = result.mean("alone"), result.mean("shared")
    assert alone.low <= float(sum(chance for chance, many in known if many == 1)) <= alone.high
    assert shared.low <= float(sum(chance * many for chance, many in known)) <= shared.high


def test_two_systems_meet_the_same_luck() -> None:
    """A study of two systems holds the study of one, number for number."""
    alone = Study(field=SMALL.field, rounds=4, systems=("burstein",), orders=("BH",), measures=("tau",))
    both, one = (simulate(study, count=6, seed=2) for study in (SMALL, alone))
    assert both.mean("tau", "burstein", "BH") == one.mean("tau")


def test_differences_are_paired() -> None:
    result = simulate(SMALL, count=8, seed=2)
    parts = [Sums.from_values(measure_all_systems(SMALL, 2, number)).cells for number in range(8)]
    differences = [
        (part["tau", "burstein", "BH", 0][1] - part["tau", "dutch", "BH", 0][1]) / 36 for part in parts
    ]  # fmt: skip
    found = result.compare("tau", "burstein", "dutch", order="BH")
    assert found.value == pytest.approx(sum(differences) / 8)
    assert result.compare("tau", "dutch", "burstein", order="BH").value == pytest.approx(-found.value)
    orders = result.compare("tau", "dutch", "dutch", order="BH", against="PTS")
    assert orders.value == pytest.approx(
        result.mean("tau", "dutch", "BH").value - result.mean("tau", "dutch", "PTS").value
    )


def test_a_sum_of_parts_is_the_whole_in_any_order() -> None:
    job = Job(SMALL, 1, rookery.__version__)
    whole = job(0, 9)
    parts = [job(6, 9), job(0, 2), job(2, 6)]
    assert (parts[0] + parts[1] + parts[2]).digest == whole.digest == simulate(SMALL, count=9, seed=1).digest


def test_an_old_study_can_be_repeated() -> None:
    """Seed, study and count give these numbers for good, as rng promises; others would be other published answers."""
    absences = Absences(half_byes=0.05, zero_byes=0.02, late_entries=0.05, withdrawals=0.05, forfeits=0.02)
    study = Study(
        field=Field.uniform(21, 1400, 2200, noise=100, absences=absences),
        rounds=5,
        systems=("dutch", "dubov"),
        orders=("PTS", "BH/C1,BH,SB"),
        measures=("tau", "first", "colours", "floats", "gaps"),
    )
    assert simulate(study, count=10, seed=7).digest.startswith("8dc0aa9ada416fb83db2c39ece94a482")
    event = rookery.generate(rookery.GeneratorSettings(players=20, rounds=6, play=3, system="dutch"), seed=7)
    assert rookery.forecast(event, 20, seed=7).digest.startswith("28efb89592e26f644698e60a95185e85")


def test_another_version_refuses_the_work(snapshot: SnapshotAssertion) -> None:
    from rookery.errors import RookeryError

    with pytest.raises(RookeryError) as caught:
        Job(SMALL, 1, "0.0")(0, 1)
    assert str(caught.value).replace(rookery.__version__, "<version>") == snapshot


def test_what_is_switched_off_draws_nothing() -> None:
    plain, away = Field.uniform(8, 1500, 2000), Field.uniform(8, 1500, 2000, absences=Absences(half_byes=0.3))
    assert plain.draw(KeyedRandom(1, 1), 5).strengths == away.draw(KeyedRandom(1, 1), 5).strengths
    assert plain.draw(KeyedRandom(1, 1), 5).requested == ()
    assert away.draw(KeyedRandom(1, 1), 5).requested


def test_absences_are_as_frequent_as_requested() -> None:
    field = Field.uniform(50, 1500, 2000, absences=Absences(half_byes=0.1, late_entries=0.2, withdrawals=0.2))
    asked = [bye for number in range(20) for bye in field.draw(KeyedRandom(1, number), 6).requested]
    halves = [bye for bye in asked if bye.kind.value == "H"]
    assert 0.06 < len(halves) / (20 * 50 * 6) < 0.1  # of those who are there
    assert {bye.round for bye in asked if bye.kind.value == "Z"} >= {1, 6}


def test_ratings_are_strengths_with_an_error() -> None:
    entry = Field.given(range(1500, 2000), noise=100).draw(KeyedRandom(1, 1), 5)
    errors = [(player.rating or 0) - entry.strengths[player.number] for player in entry.players]
    assert abs(sum(errors) / 500) < 15
    assert 85 < (sum(error * error for error in errors) / 500) ** 0.5 < 115
    assert [player.rating for player in entry.players] == sorted(
        (player.rating for player in entry.players), reverse=True
    )  # type: ignore[type-var]


def test_a_field_like_a_tournament_keeps_its_people() -> None:
    from rookery import generate
    from rookery.generator.settings import GeneratorSettings

    made = generate(GeneratorSettings(players=12, rounds=3), seed=1)
    entry = Field.like(made).draw(KeyedRandom(0, 0), 3)
    assert [player.name for player in entry.players] == [
        player.name for player in sorted(made.players, key=lambda p: -(p.rating or 0))
    ]


def backwards(position: Tournament, history: History) -> Pairing:
    """A pairer of one's own: the rules, with colours exchanged."""
    pairs, bye = pair_by_tournament_rules(position, history)
    return [(black, white) for white, black in pairs], bye


def refusing(position: Tournament, history: History) -> Pairing:
    """A pairer that finds nothing."""
    raise NoPairingError("nobody")


def test_a_pairer_of_ones_own() -> None:
    study = Study(
        field=Field.given([2000] * 8), rounds=3, systems=("dutch", "mine"), outcomes="fide",
        pairers=(("mine", backwards),), measures=("colours",),
    )  # fmt: skip
    result = simulate(study, count=5)
    assert result.mean("difference", "mine").value > result.mean("difference", "dutch").value
    assert "backwards" in result.study


def test_a_tournament_that_cannot_go_on_ends_early() -> None:
    study = Study(field=Field.given([2000] * 4), rounds=3, systems=("none",), pairers=(("none", refusing),))
    assert simulate(study, count=2).stopped == 2


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"systems": ("duch",)}, id="unknown-system"),
        pytest.param({"systems": ()}, id="no-system"),
        pytest.param({"systems": ("dutch", "dutch")}, id="system-twice"),
        pytest.param({"systems": ("team",)}, id="team-system-for-players"),
        pytest.param({"systems": ("scheveningen",)}, id="scheveningen"),
        pytest.param(
            {"systems": ("dutch",), "field": Field.uniform(6, 1800, 2200).in_teams(4)}, id="player-system-for-teams"
        ),
        pytest.param({"measures": ("prizes",)}, id="prizes-without-money"),
        pytest.param({"prizes": {"": {1: Fraction(100)}}}, id="money-without-prizes"),
        pytest.param({"systems": ("knockout",)}, id="knockout"),
        pytest.param({"systems": ("lim+baku",)}, id="lim-with-baku"),
        pytest.param({"outcomes": "dice"}, id="unknown-outcomes"),
        pytest.param({"orders": ("BHX",)}, id="unknown-tie-break"),
        pytest.param({"measures": ("luck",)}, id="unknown-measure"),
        pytest.param({"rounds": 0}, id="no-rounds"),
    ],
)
def test_what_is_no_study(changes: dict[str, object], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        Study(**{"field": SMALL.field, "rounds": 3, **changes})  # type: ignore[arg-type]
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: Field.uniform(1, 1400, 2200), id="one-player"),
        pytest.param(lambda: Field.uniform(8.5, 1400, 2200), id="half-a-player"),  # type: ignore[arg-type]
        pytest.param(
            lambda: Study(field=Field.uniform(8, 1400, 2200, absences=Absences(half_byes=(1, 2, 3, 4))), rounds=3),
            id="byes-for-more-rounds-than-there-are",
        ),
        pytest.param(lambda: Field.uniform(8, 2200, 1400), id="limits-exchanged"),
        pytest.param(lambda: Field.given([2000, 99999]), id="strength-too-large"),
        pytest.param(lambda: Field.normal(8, 2000, -3), id="negative-deviation"),
        pytest.param(lambda: Absences(half_byes=2.0), id="half-byes-beyond-1"),
        pytest.param(lambda: Field.uniform(8, 1400, 2200).in_teams(0), id="no-boards"),
        pytest.param(lambda: Field.uniform(8, 1400, 2200).in_teams(4, apart=-1), id="negative-distance-in-a-team"),
        pytest.param(lambda: simulate(SMALL, count=0), id="no-tournaments"),
        pytest.param(lambda: simulate(SMALL, count=3, jobs=0), id="no-jobs"),
        pytest.param(lambda: simulate(SMALL, count=3, chunk=-1), id="negative-chunk"),
        pytest.param(lambda: simulate(SMALL, count=1).mean("tau"), id="mean-without-system"),
        pytest.param(lambda: simulate(SMALL, count=1).mean("tau", "dutch"), id="mean-without-order"),
        pytest.param(lambda: simulate(SMALL, count=1).mean("tao", "dutch"), id="mean-of-an-unknown-column"),
        pytest.param(lambda: simulate(SMALL, count=1).mean("tau", "dutch", "BH", 3), id="mean-of-an-unmeasured-round"),
    ],
)
def test_what_is_refused(make: object, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        make()  # type: ignore[operator]
    assert str(caught.value) == snapshot


def test_what_is_no_study_at_all(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(TypeError) as caught:
        simulate(SMALL.field, count=1)  # type: ignore[arg-type]
    assert str(caught.value) == snapshot


def test_no_perfect_score_without_games() -> None:
    apart = Study(field=Field.uniform(4, 1400, 2200, forbidden=99), rounds=3)
    found = simulate(apart, count=2)
    assert (found.stopped, found.mean("perfect").value) == (2, 0)


def test_tau_after_every_round() -> None:
    study = Study(field=Field.uniform(16, 1400, 2200), rounds=4, each_round=True)
    result = simulate(study, count=10)
    rounds = result.by_round("tau")
    assert list(rounds) == [1, 2, 3, 4]
    assert rounds[4].value == result.mean("tau").value > rounds[1].value


# -- teams, norms, prizes


@pytest.mark.parametrize("boards", [1, 3, 4])
def test_the_best_team_wins_where_the_stronger_always_does(boards: int) -> None:
    """Eight teams whose players do not overlap: three rounds are enough."""
    field = Field.given(range(2400, 1600, -100)).in_teams(boards, apart=0)
    study = Study(field=field, rounds=3, systems=("team",), outcomes="stronger", measures=("first", "tau"))
    result = simulate(study, count=6, seed=2)
    assert [result.mean(name).value for name in ("best", "alone", "perfect", "seeds")] == [1, 1, 1, 1]


def test_a_simulated_team_event_is_paired_and_played_by_the_rules() -> None:
    field = Field.uniform(9, 1700, 2300, noise=60, absences=Absences(half_byes=0.05, forfeits=0.05)).in_teams(4)
    study = Study(field=field, rounds=5, systems=("team",), orders=("PTS", "BH"))
    played = play_tournament(study, "team", seed=4, number=1)
    made = played.history.tournament
    assert len(made.rounds) == 5
    assert rookery.check(made).agree
    assert {len(match.games) for round in made.rounds for match in round.matches} == {4}
    ratings = {player.number: player.rating or 0 for player in made.players}
    rosters = [[ratings[player] for player in team.players] for team in made.teams]
    assert all(roster == sorted(roster, reverse=True) for roster in rosters)
    assert [sum(roster) for roster in rosters] == sorted(map(sum, rosters), reverse=True)
    table = rookery.standings(made, "BH")
    for group in played.orders["BH"]:
        assert {row.rank for row in table.rows if row.id in group} == {
            min(row.rank for row in table.rows if row.id in group)
        }


def test_teams_are_as_strong_as_their_players() -> None:
    entry = Field.uniform(5, 1800, 2200).in_teams(4, apart=50).draw(KeyedRandom(1, 1), 3)
    for team in entry.teams:
        mean = sum(entry.seated[player] for player in team.players) / 4
        assert abs(entry.strengths[team.number] - mean) <= 0.5
    again = Field.uniform(5, 1800, 2200).in_teams(4, apart=50).draw(KeyedRandom(1, 1), 9)
    assert (again.players, again.strengths) == (entry.players, entry.strengths)


def test_a_study_of_teams_is_the_same_in_parts() -> None:
    field = Field.uniform(6, 1800, 2200, noise=50).in_teams(2)
    study = Study(
        field=field,
        rounds=3,
        systems=("team", "team+baku"),
        measures=tuple(name for name in MEASURES if name != "prizes"),
    )
    whole = simulate(study, count=6, seed=3)
    assert whole.digest == simulate(study, count=6, seed=3, chunk=1).digest
    assert whole.mean("norms", "team").value == 0


def test_prizes_are_those_of_the_prize_giving() -> None:
    """The stronger always wins: the strongest has the first prize, and the money is what there is of it."""
    money = {"": {1: Fraction(500), 2: Fraction(250, 1), 3: Fraction(125)}}
    field = Field.given(range(2300, 1500, -100))
    study = Study(
        field=field, rounds=7, systems=("round-robin",), outcomes="stronger", measures=("prizes",), prizes=money
    )
    result = simulate(study, count=2)
    assert [result.mean(name).value for name in ("prize_best", "prize_top", "prized")] == [500, 875, 3]
    shared = simulate(
        Study(field=Field.given([2000] * 4), rounds=1, outcomes="coin", measures=("prizes",), prizes=money), 3
    )
    assert shared.mean("prized").value in (3, 4)
    other = replace(study, prizes={"": {1: Fraction(1)}})
    assert (other.description != study.description, simulate(other, 1).mean("prize_best").value) == (True, 1)


def test_norms_are_those_of_the_audit() -> None:
    """Players of a titled event: counted here once more by the audit of every tournament."""
    titles = ("GM", "GM", "GM", "IM", "IM", "FM", "", "", "", "")
    federations = ("GER", "FRA", "NOR", "ENG", "SWE", "GER", "FRA", "NOR", "ENG", "SWE")
    people = tuple(
        Player(at, rating=2560 - 12 * at, title=title, federation=land)
        for at, (title, land) in enumerate(zip(titles, federations, strict=True), 1)
    )
    study = Study(field=Field.like(Tournament(players=people)), rounds=9, measures=("norms",), systems=("round-robin",))
    result = simulate(study, count=12, seed=6)
    found = [norms(play_tournament(study, "round-robin", 6, at).history.tournament) for at in range(12)]
    for column, title in (("norms_gm", "GM"), ("norms_im", "IM")):
        met = sum(audit.is_met for audits in found for audit in audits if audit.title == title)
        assert result.mean(column).value == pytest.approx(met / 12)
        assert met > 0
    makers = sum(len({audit.player.number for audit in audits if audit.is_met}) for audits in found)
    assert result.mean("norms").value == pytest.approx(makers / 12)
