"""Tournaments that come in from a file: nothing is lost on the way, and what is not by the rules is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

import rookery
from rookery.declared import up_to_date
from rookery.desk.commands.files import ImportTournament, exported
from rookery.desk.decision import Refused, Unanswered
from rookery.model import Game, Remark, Result, Round, Tournament
from rookery.values import replace
from support.desks import Hall

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
FILES = sorted(EXAMPLES.glob("*.trf"))
PUT_IN = ("Import", "FIDE mode exited")


def taken(tournament: Tournament) -> Hall:
    """A desk that has taken a tournament in, whatever was to be said of it."""
    hall = Hall()
    hall.do(ImportTournament(tournament, "5ha256", "trf", lots="seed"), everything=True)
    return hall


def own(tournament: Tournament) -> Tournament:
    """A tournament without what an import puts on record."""
    return replace(tournament, remarks=tuple(one for one in tournament.remarks if not one.text.startswith(PUT_IN)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_comes_in_comes_out(path: Path) -> None:
    before = rookery.load(path).tournament
    hall = taken(before)
    assert own(exported(hall.state)) == own(up_to_date(before, before))
    assert hall.folded() == hall.state
    assert hall.state.files[0].sha256 == "5ha256"


def test_everybody_has_a_key_and_a_second_tournament_does_not_fit() -> None:
    hall = taken(rookery.load(EXAMPLES / "swiss.trf").tournament)
    assert [one.key for one in hall.tournament.players] == [f"p{one.id}" for one in hall.tournament.players]
    assert (hall.state.sticky.keys, hall.state.sticky.lots, hall.state.fide) == (12, "seed", True)
    with pytest.raises(Refused, match="has been opened already"):
        hall.do(ImportTournament(Tournament()))


def test_points_that_no_round_explains_stay() -> None:
    before = rookery.load(EXAMPLES / "swiss.trf").tournament
    first = replace(before.players[0], points=(before.players[0].points or 0) + 5)
    hall = taken(replace(before, players=(first, *before.players[1:])))
    assert hall.state.unexplained == {"p1": 5}
    assert exported(hall.state).players[0].points == first.points


def test_a_round_that_is_not_by_the_rules_is_asked_and_put_on_record() -> None:
    before = rookery.load(EXAMPLES / "swiss.trf").tournament
    games = before.rounds[0].games
    turned = Game(games[0].black, games[0].white, Result.DRAW)
    spoilt = replace(before, rounds=(Round(games=(turned, *games[1:]), byes=before.rounds[0].byes),))
    hall = Hall()
    with pytest.raises(Unanswered) as waiting:
        hall.do(ImportTournament(spoilt))
    (one,) = waiting.value.cautions
    assert (one.code, one.level, one.text[:48]) == (
        "import-broken",
        3,
        "round 1 is not the one that the rules give: By t",
    )
    assert hall.version == 0
    hall.do(ImportTournament(spoilt), "import-broken")
    assert "Import @ Round 1: not the pairing that the rules give" in map(str, hall.tournament.remarks)


def test_a_tournament_that_left_fide_mode_stays_outside() -> None:
    before = rookery.load(EXAMPLES / "swiss.trf").tournament
    hall = Hall()
    hall.do(ImportTournament(replace(before, remarks=(*before.remarks, Remark("FIDE mode exited", 2)))))
    assert hall.state.sticky.left == 2


def test_a_tournament_that_cannot_be_in_fide_mode_leaves_it_in_two_steps() -> None:
    before = rookery.generate(rookery.Settings(system="keizer"), 1)
    hall = Hall()
    with pytest.raises(Unanswered) as waiting:
        hall.do(ImportTournament(before))
    assert ("leave-mode", 4) in [(one.code, one.level) for one in waiting.value.cautions]
    hall.do(ImportTournament(before), everything=True)
    assert not hall.state.fide
