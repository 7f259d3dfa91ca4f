"""The Dutch edition of 2017: its priorities, when it is taken, brackets of several scores, what it says of itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.checking.report import Verdict
from rookery.model import Bye, ByeKind, Colour, Game, PartialDate, Player, Result, Round, Tournament, TournamentInfo
from rookery.pairing.bracket import Bracket
from rookery.pairing.clauses import Role
from rookery.pairing.dutch import DUTCH_2026
from rookery.pairing.dutch_2017 import DUTCH_2017, gaps, has_several_scores, score_levels
from rookery.regulations import DUTCH, JULY_2017, Edition
from support.swiss import GOLDEN


def test_the_checker_takes_the_edition_that_a_file_names() -> None:
    for path in sorted((GOLDEN / "dutch-2017").glob("*.trf")):
        report = rookery.check(rookery.load(path).tournament)
        assert report.agree
        assert report.edition == DUTCH_2017.edition


# -- the value


def test_its_priorities() -> None:
    codes = list(dict.fromkeys(clause.code for clause in DUTCH_2017.criteria if clause.code))
    assert codes == [f"C.{n}" for n in range(1, 20)]
    assert [rule.article for rule in DUTCH_2017.colours] == [f"C.04.3 E.{n}" for n in (1, 2, 2, 3, 4, 5)]
    assert DUTCH_2017.edition == Edition(DUTCH, JULY_2017)
    assert DUTCH_2017.name == DUTCH_2026.name


@pytest.mark.parametrize(
    ("code", "day", "asked", "articles"),
    [
        ("FIDE_DUTCH_2017", date(2026, 5, 1), None, "E"),
        ("FIDE_DUTCH_2026", date(2019, 5, 1), None, "5"),
        ("FIDE_DUTCH", date(2019, 5, 1), None, "E"),
        ("FIDE_DUTCH", date(2026, 1, 31), None, "E"),
        ("", date(2026, 2, 1), None, "5"),
        ("", None, None, "5"),
        ("", None, "2017", "E"),
        ("FIDE_DUTCH_2017", None, "2026", "5"),
    ],
)
def test_which_edition_is_taken(code: str, day: date | None, asked: str | None, articles: str) -> None:
    event = Tournament(players=tuple(map(Player, range(1, 7))), system=code, planned_rounds=5)
    if day:
        event = replace(event, info=TournamentInfo(start=PartialDate(day.year, day.month, day.day)))
    outcome = rookery.pair(event, edition=asked)
    assert {board.article for board in outcome.boards} == {f"C.04.3 {articles}.{'5' if articles == 'E' else '2.5'}"}


# -- brackets of several scores


def several() -> Bracket:
    """2, then 1, 1, ½ and 0 points as one bracket with the first moved down to it."""
    rounds = (
        Round(games=(Game(1, 5, Result.WHITE_WINS), Game(4, 2, Result.BLACK_WINS)), byes=(Bye(3, ByeKind.FULL),)),
        Round(games=(Game(2, 1, Result.BLACK_WINS), Game(3, 5, Result.BLACK_WINS)), byes=(Bye(4, ByeKind.HALF),)),
    )
    event = Tournament(players=tuple(map(Player, range(1, 6))), rounds=rounds, planned_rounds=9)
    field = DUTCH_2017.field(event)
    return Bracket(field.merge_groups(1), [0], 1)


def test_score_differences_of_a_collapsed_bracket() -> None:
    b = several()
    assert has_several_scores(b)
    assert [(score, bin(who)) for score, who in score_levels(b)] == [(20, "0b1"), (10, "0b1110"), (5, "0b10000")]
    found = [(gap.pairs, gap.alone) for gap in gaps(b)]
    assert found == [
        ([], 0b1),  # 2 to -½
        ([(0b1, 0b10000)], 0b1110),  # 1½, and 1 to -½
        ([(0b1, 0b1110)], 0b10000),  # 1, and ½ to -½
        ([(0b1110, 0b10000)], 0),  # ½
    ]


def test_more_may_float_down_than_the_next_scoregroup_has() -> None:
    """Confirmed by the literal reference: here they go on from it, where other editions look at everybody."""
    won, drawn, lost = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
    bye = ByeKind.PAIRING_ALLOCATED
    rounds = (
        Round(games=(Game(1, 4, lost), Game(5, 2, drawn), Game(3, 6, drawn)), byes=(Bye(7, bye),)),
        Round(games=(Game(2, 3, won), Game(4, 7, won), Game(6, 5, drawn)), byes=(Bye(1, bye),)),
        Round(games=(Game(5, 1, drawn), Game(2, 4, won), Game(7, 6, won)), byes=(Bye(3, bye),)),
        Round(games=(Game(1, 3, won), Game(7, 2, won), Game(4, 5, drawn)), byes=(Bye(6, bye),)),
    )
    event = Tournament(
        players=tuple(map(Player, range(1, 8))), rounds=rounds, planned_rounds=5, system="FIDE_DUTCH_2017"
    )
    outcome = rookery.pair(replace(event, initial_colour=Colour.WHITE))
    assert (outcome.pairs, outcome.bye) == (((1, 7), (6, 2), (3, 4)), 5)


WISHED = {
    (5, 7): (
        ((1, 8), (2, 6), (3, 4), (5, 7)),
        9,
        (
            "   7 w =     9 w 0     5 b +     4 b =",
            "   3 w 0  0000 - F  0000 - F  0000 - F",
            "   2 b 1     7 w -  0000 - U     9 b 0",
            "0000 - H     5 w 1  0000 - Z     1 w =",
            "   6 w 0     4 b 0     1 w -     8 b =",
            "   5 b 1     8 w 1     9 w =     7 b 0",
            "   1 b =     3 b -     8 b 0     6 w 1",
            "   9 b 1     6 b 0     7 w 1     5 w =",
            "   8 w 0     1 b 1     6 b =     3 w 1",
        ),
        "142 6\n152 W",
    ),
    (5, 6): (
        ((2, 7), (3, 4), (5, 6)),
        1,
        (
            "   7 b 1  0000 - F     3 b 0",
            "   3 w 0  0000 - U     6 b =",
            "   2 b 1     6 w -     1 w 1",
            "   6 b 0  0000 - F     5 w 1",
            "0000 - U     7 w 1     4 b 0",
            "   4 w 1     3 b +     2 w =",
            "   1 w 0     5 b 0  0000 - U",
        ),
        "142 5\n152 B\n260   4   5    2    3\n260   4   5    4    5",
    ),
}
"""Two who do not meet; the best complete pairing in which they do, by the literal reference; rows and records."""


@pytest.mark.parametrize("wish", WISHED)
def test_the_best_pairing_with_a_wish_looks_at_the_next_bracket_only(wish: tuple[int, int]) -> None:
    """The bye belongs to the last bracket, and the next one is asked even where more are left below it than one."""
    pairs, bye, rows, records = WISHED[wish]
    text = "".join(f"001 {number:4}".ljust(91) + row + "\n" for number, row in enumerate(rows, 1)) + records + "\n"
    found = rookery.pair(rookery.loads(text).tournament, edition="2017").why_not(*wish).outcome
    assert found is not None
    assert (tuple(sorted(tuple(sorted(pair)) for pair in found.pairs)), found.bye) == (pairs, bye)


# -- what it says of itself


def test_why_not(snapshot: SnapshotAssertion) -> None:
    first = Round(
        games=(Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW)), byes=(Bye(5, ByeKind.PAIRING_ALLOCATED),)
    )
    event = Tournament(players=tuple(Player(i, f"P{i}") for i in range(1, 6)), rounds=(first,), planned_rounds=5)
    outcome = rookery.pair(event, edition="2017")
    assert str(outcome.why_not(3)) == snapshot
    assert "(C.04.3 C.1)" in str(outcome.why_not(2, 4))
    assert "(C.04.3 C.2)" in str(outcome.why_not(5))


def test_what_the_checker_says() -> None:
    """A round by the rules of 2026 in an event of 2017."""
    first = Round(
        games=(Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW)), byes=(Bye(5, ByeKind.PAIRING_ALLOCATED),)
    )
    second = Round(games=(Game(2, 1, Result.DRAW), Game(5, 4, Result.DRAW)), byes=(Bye(3, ByeKind.PAIRING_ALLOCATED),))
    event = Tournament(
        players=tuple(Player(i, f"P{i}") for i in range(1, 6)), rounds=(first, second), system="FIDE_DUTCH_2017"
    )
    one, two = rookery.check(event).rounds
    assert one.verdict is Verdict.AGREE
    assert two.verdict is Verdict.WORSE
    assert two.decided_by is not None
    assert (two.decided_by.article, two.decided_by.recorded, two.decided_by.expected) == ("C.04.3 C.5", (2,), (0,))
    assert rookery.check(event, edition="2026").agree


def test_every_criterion_has_its_part() -> None:
    roles = [clause.role for clause in DUTCH_2017.criteria]
    assert roles[:5] == [Role.BAN, Role.BAN, Role.BAR, Role.BAN, Role.COMPLETION]
    assert Role.BYE not in roles
