"""The acceptance checklist, as far as the library answers it: a test under the number of each question.

The questions stand here in our own words. Whoever answers one more adds a function with its number; what the desk and
the papers answer is not asked here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import (
    Bye,
    ByeKind,
    ForbiddenPair,
    Game,
    NationalRecord,
    Player,
    PointSystem,
    Rating,
    Remark,
    ReportedResult,
    RequestedBye,
    Result,
    Round,
    Tournament,
)
from rookery.chess960 import chess960_position, draw_chess960_position
from rookery.files import list_losses
from rookery.history.pairing_numbers import number_players
from rookery.history.tournament_rating import apply_rating_method, tournament_rating

Proof = Callable[[], object]
"""Raises unless it holds; the texts that it returns are compared with a snapshot."""


class Question(NamedTuple):
    """A question of the checklist: its number, what it asks for, and the proof."""

    number: int
    asks: str
    proof: Proof


QUESTIONS: list[Question] = []


def question(number: int, asks: str) -> Callable[[Proof], Proof]:
    """Put a proof under its number."""

    def listed(proof: Proof) -> Proof:
        QUESTIONS.append(Question(number, asks, proof))
        return proof

    return listed


def players(size: int) -> tuple[Player, ...]:
    return tuple(Player(one, f"P{one}", rating=2400 - 10 * one) for one in range(1, size + 1))


# -- what is frozen with round 1


@question(62, "a warning before the start when the rounds cannot be completed within the rules")
def rounds_that_cannot_be_completed() -> None:
    six = Tournament(players=players(6), planned_rounds=5, system="dutch")
    assert rookery.check_feasibility(six).answer.value == "yes"
    apart = Tournament(players=players(6), planned_rounds=5, system="dutch", forbidden_pairs=(ForbiddenPair((1, 2)),))
    found = rookery.check_feasibility(apart)
    assert (found.answer.value, found.reached) == ("no", 4)
    assert [cause.player for cause in found.causes if hasattr(cause, "player")] == [1, 2]
    away = tuple(RequestedBye(round, player) for round in (3, 4, 5) for player in (1, 2, 3))
    assert (
        rookery.check_feasibility(Tournament(players=players(6), planned_rounds=5, requested_byes=away)).answer.value
        == "yes"
    )
    alone = tuple(RequestedBye(round, player) for round in (3, 4, 5) for player in (1, 2, 3, 4, 5))
    found = rookery.check_feasibility(Tournament(players=players(6), planned_rounds=5, requested_byes=alone))
    assert (found.answer.value, found.reached) == ("no", 3)


@question(83, "with 1, ½ and 0 for a game the allocated bye is worth one of these")
def the_worth_of_the_bye() -> None:
    for pab, objected in ((10, ()), (5, ()), (0, ()), (7, ("bye value",)), (2, ("bye value",))):
        event = Tournament(players=players(7), planned_rounds=5, system="dutch", points=PointSystem(pab=pab))
        found = rookery.check_compliance(event)
        assert tuple(one.kind.value for one in found) == objected
        assert all((one.article, one.value, one.expected) == ("C.04.1 3", pab, (10, 5, 0)) for one in found)
    others = PointSystem(win=30, draw=10, pab=20)
    assert (
        rookery.check_compliance(Tournament(players=players(7), planned_rounds=5, system="dutch", points=others)) == ()
    )


# -- pairing by hand


def rounds(*pairs: tuple[tuple[int, int], ...]) -> tuple[Round, ...]:
    return tuple(Round(games=tuple(Game(white, black, Result.DRAW) for white, black in pair)) for pair in pairs)


@question(66, "each board made by hand: rematch, forbidden pair, bye again, third colour, difference of three")
def boards_that_break_an_absolute_rule() -> None:
    played = rounds(((1, 4), (2, 5), (3, 6)), ((1, 5), (2, 6), (3, 4)))
    first = Round(games=played[0].games, byes=(Bye(7, ByeKind.PAIRING_ALLOCATED),))
    event = Tournament(
        players=players(7),
        planned_rounds=7,
        system="dutch",
        rounds=(first, played[1]),
        forbidden_pairs=(ForbiddenPair((6, 7)),),
    )
    for board, kinds in (
        ((4, 1), {"rematch"}),
        ((6, 7), {"forbidden"}),
        ((7, 0), {"bye again"}),
        ((2, 1), {"third colour", "colour difference"}),
        ((6, 1), set()),
    ):
        found = rookery.check_pairing(event, [board])
        assert {one.kind.value for one in found} == kinds
        assert all(one.absolute and one.article and one.round == 3 for one in found)


@question(67, "a board on which both players get the colour opposite to the one due")
def boards_on_which_both_colours_are_wrong() -> None:
    event = Tournament(players=players(4), planned_rounds=3, system="dutch", rounds=rounds(((1, 3), (4, 2))))
    (found,) = rookery.check_pairing(event, [(4, 3)])
    assert (found.kind.value, found.participants, found.absolute, found.article) == (
        "both colours", (4, 3), False, "C.04.3 5.2.1"
    )  # fmt: skip
    assert rookery.check_pairing(event, [(3, 4)]) == ()
    assert rookery.check_pairing(event, [(1, 4)]) == ()  # only one of the two can have the colour due


# -- adjourned games


@question(167, "an adjourned game counts as a draw until it ends, and nothing else")
def the_worth_of_an_adjourned_game() -> None:
    plain = Tournament(players=players(6), planned_rounds=5, system="dutch")
    assert rookery.check_compliance(plain) == ()
    for worth in (10, 0):
        (found,) = rookery.check_compliance(replace(plain, points=PointSystem(adjourned=worth)))
        assert (found.kind.value, found.article) == ("adjourned", "C.04.2 3.1")
        assert (found.value, found.expected) == (worth, (5,))


# -- what is on record

EVENT = Tournament(players=players(4), planned_rounds=3, system="dutch")


def check_round_trip(event: Tournament) -> None:
    """The event comes back from its files."""
    for dialect in ("trf26", "json"):
        assert rookery.loads(rookery.dumps(event, dialect)).tournament == event


@question(44, "a ### comment with the round when FIDE mode is left")
def a_remark_with_its_round() -> None:
    event = replace(EVENT, remarks=(Remark("FIDE mode exited", 2),))
    assert b"### FIDE mode exited @ Round 2\r\n" in rookery.dumps(event)
    check_round_trip(event)


@question(113, "events that break the integrity of the pairing are written as ### lines")
def every_remark_in_its_order() -> None:
    said = ("MPA: 1-3 2-4 => 1-4 2-3", "TPN: 3 <-> 4", "Correction: 1-3 was 1-0", "FPB: 4")
    event = replace(EVENT, remarks=tuple(Remark(text, round) for round, text in enumerate(said, 1)))
    assert [remark.round for remark in event.remarks] == [1, 2, 3, 4]
    check_round_trip(event)


# -- ratings


def long_event(*, by_round: bool = False) -> Tournament:
    """Two months: Ann begins with 2000 and has 2100 from round 2 on; she draws with Ben, then with Cy."""
    ann = Player(1, "Ann", ratings=(Rating(2000, month="2026-09", k=20), Rating(2100, month="2026-10", from_round=2)))
    field = (ann, Player(2, "Ben", 1800), Player(3, "Cy", 1600))
    event = Tournament(players=field, planned_rounds=2, ratings_by_round=by_round)
    half = Bye(3, ByeKind.HALF)
    event = event.with_round(Round((Game(1, 2, Result.DRAW),), byes=(half,)))
    return event.with_round(Round((Game(3, 1, Result.DRAW),), byes=(Bye(2, ByeKind.HALF),)))


@question(116, "the official rating and the one with which the tournament is run are two things")
def official_and_tournament_rating() -> str:
    both = (Rating(2104, list="FIDE", month="2026-10"), Rating(2200, "tournament", by_hand=True))
    ann = Player(1, "Ann", ratings=both)
    assert (ann.rating, ann.official_rating) == (2200, 2104)
    with pytest.raises(rookery.RuleError) as caught:
        Player(1, "Ann", 2150, ratings=both)
    event = Tournament(players=(ann, Player(2, "Ben", 2150)), rounds=(Round((Game(1, 2, Result.DRAW),)),))
    assert [player.name for player in number_players(event.players)] == ["Ann", "Ben"]
    assert [row.rating for row in rookery.rate(event).rows] == [2104, 2150]
    assert rookery.loads(rookery.dumps(event, "json")).tournament == event
    assert rookery.loads(rookery.dumps(event)).tournament.players[0].rating == 2104
    return str(caught.value)


@question(145, "the tournament rating by each of the methods of record 172, in the file and in what follows from it")
def methods_of_the_tournament_rating() -> None:
    for method, ratings in (
        ("FIDE", (1900, 2000, None)),
        ("NRO", (1980, None, 1700)),
        ("FIDON", (1900, 2000, 1700)),
        ("NIDOF", (1980, 2000, 1700)),
        ("HBFN", (1980, 2000, 1700)),
        ("LBFN", (1900, 2000, 1700)),
        ("OTHER", (1900, 2000, None)),
    ):
        field = [Player(1, "Ann", 1900), Player(2, "Ben", 2000), Player(3, "Cy")]
        for at, rating in ((0, 1980), (2, 1700)):
            record = NationalRecord(federation="GER", name=field[at].name, rating=rating)
            field[at] = replace(field[at], national=(record,))
        plain = Tournament(players=tuple(field))
        run = apply_rating_method(plain, f"GER {method}")
        assert tuple(player.rating or None for player in run.players) == ratings
        assert [player.official_rating for player in run.players] == [1900, 2000, None]
        first = max((player for player in run.players), key=lambda one: one.rating or 0)
        assert number_players(run.players)[0].name == first.name
        data = rookery.dumps(run)
        assert f"172 GER {method}" in data.decode()
        assert rookery.loads(data).tournament == run
        assert rookery.loads(rookery.dumps(run, "json")).tournament == run


@question(212, "several ratings of a player, each with its list, its month and whether it was entered by hand")
def several_ratings() -> list[str]:
    event = long_event()
    assert [rating.value for rating in event.players[0].ratings] == [2000, 2100]
    assert event.players[0].rating == 2000
    assert rookery.loads(rookery.dumps(event, "json")).tournament == event
    (lost,) = list_losses(event, rookery.dumps(event))
    return [lost]


@question(213, "ratings linked to rounds")
def ratings_of_rounds() -> str:
    ann = long_event().players[0]
    assert [tournament_rating(ann, None, round) for round in (1, 2, 3)] == [2000, 2100, 2100]
    with pytest.raises(rookery.RuleError) as caught:
        replace(ann, ratings=(*ann.ratings, Rating(2200, from_round=2)))
    return str(caught.value)


@question(214, "rating tie-breaks with the rating of the round of each game")
def rating_tie_breaks_by_round() -> None:
    rows = {row.name: row.values for row in rookery.standings(long_event(by_round=True), ["ARO", "TPR"]).rows}
    assert rows == {"Ann": (1700, 1700), "Ben": (2000, 2000), "Cy": (2100, 2100)}


@question(215, "the first rating unless the event says otherwise")
def rating_tie_breaks_by_the_first() -> None:
    rows = {row.name: row.values for row in rookery.standings(long_event(), ["ARO", "TPR"]).rows}
    assert rows == {"Ann": (1700, 1700), "Ben": (2000, 2000), "Cy": (2000, 2000)}


@question(164, "an adjourned game is marked in the file of a running event")
def adjourned_games_are_marked() -> None:
    event = replace(EVENT, rounds=(Round((Game(1, 3, Result.ADJOURNED), Game(4, 2, Result.DRAW))),))
    assert b" X 0.5" in next(line for line in rookery.dumps(event).splitlines() if line.startswith(b"162"))
    check_round_trip(event)


@question(165, "the mark of an adjourned game is ?")
def by_a_question_mark() -> None:
    event = replace(EVENT, rounds=(Round((Game(1, 3, Result.ADJOURNED), Game(4, 2, Result.DRAW))),))
    rows = [line for line in rookery.dumps(event).splitlines() if line.startswith(b"001")]
    assert [row[98:99] for row in rows] == [b"?", b"=", b"?", b"="]


@question(166, "a result that is not known is read as unknown, and said")
def unknown_letters_are_unknown_results() -> list[str]:
    event = replace(EVENT, rounds=(Round((Game(1, 3, Result.DRAW), Game(4, 2, Result.DRAW))),))
    lines = rookery.dumps(event).decode().replace("   3 w =", "   3 w V").replace("   1 b =", "   1 b V")
    reading = rookery.loads(lines)
    assert reading.tournament.rounds[0].games[0].result is Result.ADJOURNED
    assert [(one.columns, one.read) for one in reading.problems if one.code == "result"] == [((99, 99), "V")] * 2
    check_round_trip(reading.tournament)
    told = rookery.loads(rookery.dumps(event, "json").replace("½-½".encode(), b"V"))
    assert [game.result for game in told.tournament.rounds[0].games] == [Result.ADJOURNED] * 2
    return sorted({problem.used for problem in told.problems})


@question(192, "corrections for the rating report alone (C.04.2 4.3)")
def a_result_for_the_report() -> None:
    event = replace(EVENT, rounds=(Round((Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW))),))
    late = replace(event, reported_results=(ReportedResult(1, 1, 3, Result.DRAW),))
    assert rookery.pair(late).round == rookery.pair(event).round
    assert rookery.standings(late).rows == rookery.standings(event).rows
    assert rookery.rate(late).games[0].result is Result.DRAW
    assert "used 1-0" in rookery.dumps(late.as_reported()).decode()
    check_round_trip(late)


@question(197, "players are marked as expelled, and left out of the standings with the reason")
def expelled_players() -> str:
    event = replace(EVENT, rounds=(Round((Game(1, 3, Result.DRAW), Game(4, 2, Result.DRAW))),)).expel(4, "absent twice")
    ((player, reason),) = rookery.standings(event).left_out
    assert player == 4
    assert reason.endswith(": absent twice")
    check_round_trip(event)
    return reason


# -- reading older files


def _older(records: str) -> list[tuple[str, str]]:
    """The defaults of a file of two players with these records, as they are told."""
    rows = (
        "001    1      Ada                               2000 ENG                         1.0    1     2 w 1\n"
        "001    2      Ben                               1900 ENG                         0.0    2     1 b 0\n"
    )
    reading = rookery.loads(f"012 Club\n{records}{rows}")
    assert all(problem.severity is rookery.Severity.INFO for problem in reading.problems)
    said = [problem.field for problem in reading.problems for code in ("absent",) if problem.code == code]
    assert all(not {"142", "152", "162", "192", "202"} & set(text.split()) for text in said)
    return [(problem.field, problem.used) for problem in reading.problems if problem.code == "default"]


@question(48, "of a file of TRF06 every default is told, record by record")
def defaults_of_2006() -> dict[str, str]:
    defaults = dict(_older(""))
    assert set(defaults) == {"142", "152", "162", "172", "192", "202", "222"}
    return defaults


@question(50, "of a file of TRF16 every default is told, record by record, and none that the file says in another way")
def defaults_of_2016() -> str:
    teams = "013 Alpha                              1\n013 Beta                               2\n"
    found = dict(_older("122 90 minutes\n" + teams))
    assert {"352", "362"} <= set(found)
    said = [code for code, _ in _older("XXR 5\nXXC white1\n")]
    assert said == ["162", "172", "192", "202", "222"]
    assert _older("142 5\n") == []
    return found["222"]


# -- the end


@question(161, "standings are final only when no result is missing")
def no_final_standings_with_results_missing() -> list[str]:
    first = Round((Game(1, 3, Result.DRAW), Game(4, 2)))
    event = replace(EVENT, planned_rounds=1, rounds=(first,))
    (reason,) = rookery.completion(event).reasons
    assert not rookery.standings(event).final
    running = rookery.standings(event, provisional=True)
    assert not running.final
    over = event.with_result(1, 4, 2, "0-1")
    assert rookery.completion(over)
    assert rookery.standings(over).final
    assert not rookery.standings(over.with_result(1, 4, 2, Result.ADJOURNED)).final
    return [reason.text]


def everything() -> Tournament:
    """An event in which everything happened that can be entered."""
    games = [game for game in Result if game is not Result.PENDING]
    size = 2 * len(games) + len(ByeKind) + 4
    field = tuple(
        Player(
            one,
            f"P{one}",
            2400 - one,
            "ENG",
            "FM",
            "w",
            rookery.PartialDate(1990, 5, 1),
            400000 + one,
            points=0,
            rank=one,
            national=(NationalRecord(federation="ENG", name=f"P{one}", rating=2300 - one, national_id=f"E{one}"),),
        )
        for one in range(1, size + 1)
    )
    met = tuple(Game(2 * at + 1, 2 * at + 2, result) for at, result in enumerate(games))
    rest = list(range(2 * len(games) + 1, size + 1))
    byes = tuple(Bye(one, kind) for one, kind in zip(rest, ByeKind, strict=False))
    absent = tuple(Bye(one, ByeKind.ZERO) for one in rest[len(byes) :])
    made = Tournament(
        info=rookery.TournamentInfo(
            name="All",
            city="Hay",
            federation="ENG",
            start=rookery.PartialDate(2026, 5, 1),
            end=rookery.PartialDate(2026, 5, 9),
            type="Swiss",
            chief_arbiter="A",
            deputies=("B", "C"),
            time_control="90 minutes",
            encoded_time_control="5400",
            round_dates=(rookery.PartialDate(2026, 5, 1),) * 4,
            ranking_method="FIDON ENG",
            controller="Rookery",
        ),
        players=field,
        rounds=(Round(met[::-1], (), (*byes, *absent), published=True),),
        planned_rounds=4,
        system="FIDE_DUTCH_2026",
        points=PointSystem(win=30, draw=10, pab=20),
        tiebreaks=("PTS", "BH", "SB"),
        initial_colour=rookery.Colour.WHITE,
        unrated=1400,
        requested_byes=(RequestedBye(2, 1, ByeKind.HALF), RequestedBye(3, 2, ByeKind.FULL)),
        forbidden_pairs=(ForbiddenPair((3, 4, 5), 2, 3),),
        acceleration=(rookery.VirtualPoints(1, 9, 1, 2, 30),),
        point_adjustments=(rookery.PointAdjustment((6,), "", -10, 0, 1), rookery.PointAdjustment((7,), "W", 20, 0, 1)),
        remarks=(Remark("FIDE mode exited", 1), Remark("MPA: 5-2 => 5-1", 1)),
        reported_results=(ReportedResult(1, 1, 2, Result.DRAW),),
    )
    made = made.expel(8, "left the hall").withdraw(9).seat(10, board=3).seat(11, board=4, colour=rookery.Colour.BLACK)
    return replace(made, requested_byes=tuple(sorted(made.requested_byes, key=lambda bye: (bye.round, bye.player))))


@question(217, "the file leaves out nothing that happened: whatever can be entered is found in it again")
def nothing_is_left_out() -> None:
    event = everything()
    unheard = {"teams", "team_event", "match_points", "team_bye_points", "board_colours"}  # of teams alone
    unheard |= {"withdrawn", "by_rank", "ratings_by_round"}  # a length is known; numbers by rating; no file says it
    plain = Tournament()
    same = {name for name in Tournament.__dataclass_fields__ if getattr(event, name) == getattr(plain, name)}
    assert same == unheard
    data = rookery.dumps(event)
    assert list_losses(event, data) == []
    assert rookery.dumps(rookery.loads(data).tournament) == data
    open_ended = replace(event, planned_rounds=None, requested_byes=()).withdraw(12)
    assert list_losses(open_ended, rookery.dumps(open_ended)) == []


@question(222, "Chess960: the position of a round, drawn by lot")
def positions_of_chess960() -> None:
    assert chess960_position(518) == "RNBQKBNR"
    drawn = [draw_chess960_position("seed", round) for round in range(1, 10)]
    assert drawn == [draw_chess960_position("seed", round) for round in range(1, 10)]
    assert all(0 <= one < 960 for one in drawn)
    assert len(set(drawn)) > 1


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: f"Q{asked.number}")
def test_the_library_answers(asked: Question, snapshot: SnapshotAssertion) -> None:
    texts = asked.proof()
    if texts is not None:
        assert texts == snapshot


def test_every_question_is_shown_once() -> None:
    numbers = [one.number for one in QUESTIONS]
    assert len(set(numbers)) == len(numbers)
