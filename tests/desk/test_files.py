"""Tournaments that come in from a file: nothing is lost on the way, and what is not by the rules is asked."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rookery
from rookery.declared import up_to_date
from rookery.desk.commands.byes import BringBack
from rookery.desk.commands.files import ImportTournament, adjusted, exported
from rookery.desk.decision import Refused, Unanswered
from rookery.desk.events.tournament import TournamentImported
from rookery.desk.happening import event_of
from rookery.errors import Problem, Severity
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
    """A tournament without keys, and without what an import puts on record."""
    tournament = replace(
        tournament,
        players=tuple(replace(one, key="") for one in tournament.players),
        teams=tuple(replace(one, key="") for one in tournament.teams),
    )
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


def test_who_has_a_key_keeps_it() -> None:
    before = rookery.load(EXAMPLES / "swiss.trf").tournament
    hall = taken(replace(before, players=(replace(before.players[0], key="u7"), *before.players[1:])))
    assert [one.key for one in hall.tournament.players][:3] == ["u7", "p2", "p3"]


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


def found(hall: Hall) -> TournamentImported:
    """What came in."""
    first = next(iter(hall.store.read(hall.stream)))
    event = event_of(first.kind, first.form, first.data)
    assert isinstance(event, TournamentImported)
    return event


def test_a_tournament_comes_in_fide_mode_and_what_that_forbids_is_found() -> None:
    hall = taken(rookery.generate(rookery.Settings(system="keizer"), 1))
    assert hall.state.fide
    assert "FIDE has published no Keizer system. (C.04.2 1.1)" in found(hall).findings


def test_rounds_that_nobody_can_judge_are_told() -> None:
    before = rookery.load(EXAMPLES / "swiss.trf").tournament
    games = before.rounds[0].games
    open = replace(before.rounds[0], games=(Game(games[0].white, games[0].black), *games[1:]))
    hall = taken(replace(before, rounds=(open, *before.rounds[1:])))
    assert any(one.startswith("rounds 2 to 3 were not judged: ") for one in found(hall).findings)


@pytest.mark.parametrize("seed", range(20))
def test_a_spoilt_round_is_asked_for_and_the_file_says_which(seed: int) -> None:
    rng = Random(seed)
    sound = rookery.generate(rookery.Settings(players=rng.randrange(8, 20), rounds=5), seed=seed)
    assert not [one for one in found(taken(sound)).findings if one.startswith("round")]
    number = rng.randrange(2, 5)
    round = sound.rounds[number - 1]
    one, other = rng.sample(range(len(round.games)), 2)
    games = list(round.games)
    games[one], games[other] = (
        replace(games[one], black=games[other].black),
        replace(games[other], black=games[one].black),
    )
    spoilt = replace(sound, rounds=(*sound.rounds[: number - 1], replace(round, games=tuple(games))))
    hall = Hall()
    with pytest.raises(Unanswered) as waiting:
        hall.do(ImportTournament(spoilt))
    assert [(one.code, one.level) for one in waiting.value.cautions] == [("import-broken", 3)]
    assert hall.version == 0
    hall.do(ImportTournament(spoilt), "import-broken")
    assert found(hall).findings[0].startswith(f"round {number} is not the one that the rules give")
    told = [str(one) for one in hall.tournament.remarks]
    assert told == [f"Import @ Round {number}: not the pairing that the rules give"]
    text = rookery.dump(exported(hall.state), "trf26").decode()
    assert f"### Import @ Round {number}: not the pairing that the rules give" in text
    again = Hall()
    again.do(ImportTournament(rookery.load(text).tournament), everything=True)
    assert rookery.dump(exported(again.state), "trf26").decode() == text


def test_who_withdrew_before_can_come_back() -> None:
    before = rookery.load(EXAMPLES / "swiss.trf").tournament
    hall = taken(replace(before, planned=None).withdraw(3))
    assert hall.state.withdrawn == {"p3": 4, "p10": 3}
    hall.do(BringBack("p3"))
    assert hall.state.withdrawn == {"p10": 3}
    assert exported(hall.state).withdrawn == ()


def test_who_is_absent_to_the_end_comes_in_as_withdrawn() -> None:
    hall = taken(rookery.load(EXAMPLES / "swiss.trf").tournament)
    assert hall.state.withdrawn == {"p10": 3}
    assert hall.tournament.withdrawn == ()
    said = "Dunnock, Alfred is absent from round 3 to the end, and is taken as withdrawn"
    assert said in found(hall).findings


def test_all_that_was_read_otherwise_is_listed() -> None:
    told = Problem(Severity.INFO, "odd", 1, (1, 2), "name", "odd")
    used = replace(told, read="x", used="nothing")
    guessed = replace(told, severity=Severity.WARNING)
    assert adjusted([told, used, guessed]) == (str(used), str(guessed))


def test_a_final_file_has_the_ranks_and_is_refused_while_anything_is_open() -> None:
    hall = taken(rookery.load(EXAMPLES / "swiss.trf").tournament)
    with pytest.raises(Refused, match="round 4 is still to be paired") as refused:
        exported(hall.state, final=True)
    assert refused.value.code == "not-final"
    over = taken(rookery.load(EXAMPLES / "norms.trf").tournament)
    made = exported(over.state, final=True)
    assert {one.id: one.rank for one in made.players} == {
        row.id: row.rank for row in rookery.standings(over.tournament).rows
    }
    teams = taken(rookery.load(EXAMPLES / "teams.trf").tournament)
    assert {one.rank for one in exported(teams.state, final=True).teams} == {1, 2, 3, 4}


def goes_out_as_it_came(path: Path) -> bool:
    """Whether a file goes out as the library itself writes it; so does one that TRF cannot tell."""
    try:
        before = rookery.load(path).tournament
        plain = rookery.dump(own(before), "trf26")
    except rookery.RookeryError:
        return True
    return rookery.dump(own(exported(taken(before).state)), "trf26") == plain


def test_files_of_the_corpora_go_out_as_the_library_writes_them(corpus: Path) -> None:
    some = sorted(corpus.rglob("*.trf"))[5::25]
    assert len(some) > 20
    assert [path.name for path in some if not goes_out_as_it_came(path)] == []


def test_real_files_go_out_as_the_library_writes_them(real_files: Path) -> None:
    some = sorted(real_files.rglob("*.trf"))[::9]
    assert [path.name for path in some if not goes_out_as_it_came(path)] == []
