"""The checker: what agrees, what differs, and which rule it names."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import Bye, ByeKind, Colour, Game, Player, Result, Round, Tournament
from rookery.checking.checker import check_round, position_before_round
from rookery.checking.report import Difference, Verdict
from rookery.pairing.schedules.schedule import schedule
from sweeps import changes

PAB = ByeKind.PAIRING_ALLOCATED


def tournament(*rounds: Round, players: int = 6, planned: int = 5, **more: object) -> Tournament:
    who = tuple(Player(number, f"P{number}") for number in range(1, players + 1))
    more = {"initial_colour": Colour.WHITE, "system": "FIDE_DUTCH_2026", **more}
    return Tournament(players=who, rounds=rounds, planned_rounds=planned, **more)  # type: ignore[arg-type]


def games(*pairs: tuple[int, int], result: Result = Result.DRAW) -> tuple[Game, ...]:
    return tuple(Game(white, black, result) for white, black in pairs)


RIGHT = games((1, 4), (5, 2), (3, 6))


# -- single rounds -----------------------------------------------------------------------------------------------------


def test_a_right_round_agrees() -> None:
    report = rookery.check(tournament(Round(RIGHT)))
    assert report.agree
    assert report.rounds[0].legal
    assert report.standings is None, "the tournament is not finished"


@pytest.mark.parametrize(
    ("pairs", "verdict", "article", "boards"),
    [
        ([(4, 1), (5, 2), (3, 6)], Verdict.COLOURS, "C.04.3 5.2.5", [1]),
        ([(1, 5), (4, 2), (3, 6)], Verdict.WORSE, "C.04.3 4.2.2", [1, 2]),
        ([(1, 2), (3, 6), (5, 4)], Verdict.WORSE, "C.04.3 4.3.2", [1, 3]),
    ],
)
def test_a_wrong_first_round(pairs: list, verdict: Verdict, article: str, boards: list[int]) -> None:
    found = rookery.check(tournament(Round(games(*pairs)))).rounds[0]
    assert (found.verdict, found.legal) == (verdict, True)
    assert found.decided_by is not None
    assert found.decided_by.article == article
    assert [difference.board for difference in found.differences] == boards
    assert {difference.recorded for difference in found.differences} <= set(map(tuple, pairs))


def test_a_second_meeting_is_illegal() -> None:
    found = rookery.check(tournament(Round(RIGHT), Round(games((4, 1), (2, 5), (6, 3))))).rounds[1]
    assert found.verdict is Verdict.ILLEGAL
    assert [(breach.code, breach.participants) for breach in found.breaches] == [
        ("C1", (4, 1)),
        ("C1", (2, 5)),
        ("C1", (6, 3)),
    ]
    assert found.decided_by is not None
    assert (found.decided_by.recorded, found.decided_by.expected) == ((3,), (0,))


def test_forbidden_pairs_are_illegal(snapshot: SnapshotAssertion) -> None:
    event = tournament(Round(RIGHT), forbidden_pairs=(rookery.ForbiddenPair((1, 4)),))
    (breach,) = rookery.check(event).rounds[0].breaches
    assert (breach.article, breach.participants) == ("C.04.3 2.1.1", (1, 4))
    assert breach.criterion == snapshot


def test_two_allocated_byes(snapshot: SnapshotAssertion) -> None:
    odd = Round(games((1, 4)), byes=(Bye(2, PAB), Bye(3, PAB), Bye(5, ByeKind.ZERO), Bye(6, ByeKind.HALF)))
    found = rookery.check(tournament(odd)).rounds[0]
    assert found.verdict is Verdict.ILLEGAL
    assert (found.breaches[0].article, found.breaches[0].participants) == ("C.04.1 3", (2, 3))
    assert found.breaches[0].criterion == snapshot


def test_a_round_without_a_pairing(snapshot: SnapshotAssertion) -> None:
    met = Round(games((1, 2)))
    event = tournament(met, Round(games((2, 1))), players=2)
    found = rookery.check(event).rounds[1]
    assert found.verdict is Verdict.ILLEGAL
    assert found.impossible == snapshot


def test_a_forfeit_without_colours_agrees() -> None:
    won = Game(4, 1, Result.BLACK_BY_FORFEIT, coloured=False)
    assert rookery.check(tournament(Round((won, *RIGHT[1:])))).agree


def test_the_initial_colour_is_read_from_round_1() -> None:
    other = games((4, 1), (2, 5), (6, 3))
    assert rookery.check(tournament(Round(other), initial_colour=None)).agree
    assert not rookery.check(tournament(Round(other))).agree


def test_absences_are_facts() -> None:
    away = Round(games((1, 3), (4, 2)), byes=(Bye(5, ByeKind.HALF), Bye(6, ByeKind.ZERO)))
    assert rookery.check(tournament(away)).agree
    asked = position_before_round(tournament(away), 1).absent(1)
    assert asked == {5: ByeKind.HALF, 6: ByeKind.ZERO}


def test_an_answer_that_omits_a_player(snapshot: SnapshotAssertion) -> None:
    found = check_round(tournament(), Round(games((1, 4), (5, 2))))
    assert found.verdict is Verdict.ILLEGAL
    assert found.breaches[0].participants == (3, 6)
    absent = tournament(requested_byes=(rookery.RequestedBye(1, 6),))
    breach = check_round(absent, Round(RIGHT)).breaches[0]
    assert (breach.article, breach.participants) == ("C.04.2 3.3", (6,))
    assert breach.criterion == snapshot


# -- what cannot be judged, and what the judgement rests on ------------------------------------------------------------


def test_what_cannot_be_checked(snapshot: SnapshotAssertion) -> None:
    event = tournament(Round(RIGHT))
    with pytest.raises(rookery.RuleError) as caught:
        rookery.check(event, [2])
    assert str(caught.value) == snapshot
    with pytest.raises(rookery.UnsupportedError, match="2013"):
        rookery.check(replace(event, system="FIDE_DUTCH_2013"))
    pending = tournament(Round(games((1, 4), (5, 2), (3, 6), result=Result.PENDING)), Round(games((2, 1))))
    assert rookery.check(pending, [1]).agree
    with pytest.raises(rookery.UnfinishedError):
        rookery.check(pending, [2])


def test_notes(snapshot: SnapshotAssertion) -> None:
    bare = replace(tournament(Round(RIGHT)), system="", planned_rounds=None)
    notes = rookery.check(bare).notes
    assert len(notes) == 2
    assert notes == snapshot


# -- standings ---------------------------------------------------------------------------------------------------------


def with_ranks(**ranks: int) -> Tournament:
    made = rookery.generate(rookery.GeneratorSettings(players=8, rounds=4, tiebreaks=("BH", "SB")), seed=4)
    players = tuple(replace(player, rank=ranks.get(f"p{player.number}", player.rank)) for player in made.players)
    return replace(made, players=players)


def test_right_ranks() -> None:
    assert rookery.check(with_ranks()).standings == ()


def test_a_wrong_rank_is_reported() -> None:
    report = rookery.check(with_ranks(p1=8))
    assert not report.agree
    assert not report.wrong
    assert report.standings is not None
    assert [(one.player, one.recorded) for one in report.standings] == [(1, 8)]


def test_wrong_points_are_reported() -> None:
    made = with_ranks()
    players = (replace(made.players[0], points=99), *made.players[1:])
    report = rookery.check(replace(made, players=players))
    assert report.standings is not None
    assert [one.recorded_points for one in report.standings] == [99]


def test_the_tied_may_stand_in_any_order() -> None:
    event = replace(tournament(Round(RIGHT), planned=1), tiebreaks=("PTS",))
    for ranks in ((1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1), (1, 1, 1, 1, 1, 1)):
        players = tuple(replace(one, rank=rank) for one, rank in zip(event.players, ranks, strict=True))
        assert rookery.check(replace(event, players=players)).standings == ()


# -- many --------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("block", range(8))
def test_any_change_is_reported(block: int) -> None:
    """One pair, colour or bye: in the right round, about the right people, with the right rule (2,000 in all)."""
    done: Counter[str] = Counter()
    seed = 1000 * block
    while done.total() < 250:
        for change in changes.trials(seed):
            report = changes.check_change(change)
            assert not changes.complaint(change, report), (seed, change.kind, change.round)
            done[change.kind] += 1
        seed += 1
    assert set(done) == {"pair", "colour", "bye"}


def test_the_dutch_corpus_checks_clean(corpus: Path) -> None:
    files = sorted((corpus / "dutch").glob("*.trf"))
    assert len(files) >= 300
    for path in files[::6]:
        report = rookery.check(rookery.load(path).tournament)
        assert report.agree, (path.name, report.wrong)


def hard_positions(corpus: Path) -> list[dict]:
    return [json.loads(line) for line in (corpus / "dutch-hard" / "expected.jsonl").read_text("utf-8").splitlines()]


def as_round(answer: dict) -> Round:
    return Round(
        tuple(Game(*pair) for pair in answer["pairs"]), byes=(Bye(answer["bye"], PAB),) if answer["bye"] else ()
    )


@pytest.mark.slow
def test_every_hard_position_is_right_and_its_wrong_answer_named(corpus: Path) -> None:
    for position in hard_positions(corpus):
        event = rookery.load(corpus / "dutch-hard" / position["file"]).tournament
        if position["pairs"] is None:
            with pytest.raises(rookery.NoPairingError):
                rookery.pair(event)
            continue
        assert check_round(event, as_round(position)).agree, position["file"]
        wrong = position.get("wrong")
        if not wrong or not wrong.get("pairs"):
            continue
        said = check_round(event, as_round(wrong))
        assert said.verdict in (Verdict.WORSE, Verdict.ILLEGAL, Verdict.COLOURS), position["file"]
        assert said.decided_by is not None
        if position["topic"].startswith("criterion-c"):
            assert said.decided_by.code == position["topic"].removeprefix("criterion-").upper(), position["file"]
        if position["topic"] in ("second-bye", "full-point-bye-does-not-bar-the-pab"):
            assert [breach.code for breach in said.breaches] == ["C2"], position["file"]


def test_the_ranks_of_teams_are_judged() -> None:
    made = rookery.generate(rookery.GeneratorSettings(system="team", teams=6, boards=3, rounds=4, ranks=True), 3)
    assert rookery.check(made).standings == ()
    order = sorted(made.teams, key=lambda team: team.rank or 0)
    first, second = order[0], order[1]
    swapped = {first.number: replace(first, rank=2), second.number: replace(second, rank=1)}
    wrong = rookery.check(replace(made, teams=tuple(swapped.get(team.number, team) for team in made.teams)))
    assert [(one.player, one.recorded, one.expected) for one in wrong.standings or ()] == [
        (first.number, 2, (1, 1)), (second.number, 1, (2, 2)),
    ]  # fmt: skip


def test_the_points_of_teams_are_judged() -> None:
    made = rookery.generate(
        rookery.GeneratorSettings(system="team", teams=6, boards=3, rounds=4, ranks=True, scores="MP_GP"), 3
    )
    team = made.teams[2]
    more = replace(team, match_points=(team.match_points or 0) + 10)
    found = rookery.check(
        replace(made, teams=tuple(more if one.number == team.number else one for one in made.teams))
    ).standings
    assert [(one.player, one.recorded_points, one.expected_points) for one in found or ()] == [
        (team.number, more.match_points, team.match_points)
    ]


# -- round robins ------------------------------------------------------------------------------------------------------


def _round_robin() -> Tournament:
    event = tournament(system="BERGER_ROUNDROBIN")
    rounds = tuple(Round(games=games(*round.pairs)) for round in schedule(event))
    return replace(event, rounds=rounds)


def test_a_game_of_a_round_robin_that_was_not_played_is_a_difference(snapshot: SnapshotAssertion) -> None:
    event = _round_robin()
    assert rookery.check(event).agree
    last = event.rounds[-1]
    short = replace(event, rounds=(*event.rounds[:-1], replace(last, games=last.games[:-1])))
    report = rookery.check(short)
    assert not report.agree
    assert len(report.faults) == 1
    assert report.faults == snapshot


def test_other_colours_than_those_of_the_berger_table_are_a_difference() -> None:
    event = _round_robin()
    white, black = event.rounds[2].pairs[1]
    turned = tuple(Game(g.black, g.white, g.result) if g.white == white else g for g in event.rounds[2].games)
    rounds = (*event.rounds[:2], replace(event.rounds[2], games=turned), *event.rounds[3:])
    report = rookery.check(replace(event, rounds=rounds))
    (wrong,) = report.wrong
    assert (report.agree, wrong.round, wrong.verdict, wrong.legal) == (False, 3, Verdict.COLOURS, True)
    assert wrong.differences == (Difference(2, (black, white), (white, black)),)
    assert wrong.decided_by is not None
    assert wrong.decided_by.article == "C.05 Annex 1"
    assert rookery.check(replace(event, rounds=rounds, system="CUSTOM_ROUNDROBIN")).agree
    assert rookery.check(replace(event, rounds=rounds), [1, 2]).agree
