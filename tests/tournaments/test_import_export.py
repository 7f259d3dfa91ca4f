"""Tournaments that come in from a file: nothing is lost on the way, and what is not by the rules is asked."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery._record import replace
from rookery.errors import Problem, Severity
from rookery.history.declared_points import update_declared_points
from rookery.model import Game, Remark, Result, Round, Tournament
from rookery.tournaments.domain.byes import BringBack
from rookery.tournaments.domain.import_export import (
    ImportTournament,
    TournamentImported,
    correction_messages,
    export_tournament,
)
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.event import event_from_data
from support.desks import DeskTournament

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
FILES = sorted(EXAMPLES.glob("*.trf"))
PUT_IN = ("Import", "FIDE mode exited")


def import_to_desk(tournament: Tournament) -> DeskTournament:
    """A desk that has taken a tournament in, whatever was to be said of it."""
    hall = DeskTournament()
    hall.do(ImportTournament(tournament, "5ha256", "trf", lots="seed"), everything=True)
    return hall


def without_keys(tournament: Tournament) -> Tournament:
    """A tournament without keys, and without what an import puts on record; boards in any order are in one."""
    tournament = replace(
        tournament,
        rounds=tuple(one if one.published else in_one_order(one) for one in tournament.rounds),
        players=tuple(replace(player, key="") for player in tournament.players),
        teams=tuple(replace(team, key="") for team in tournament.teams),
    )
    return replace(
        tournament, remarks=tuple(remark for remark in tournament.remarks if not remark.text.startswith(PUT_IN))
    )


def in_one_order(round: Round) -> Round:
    """A round whose order of boards says nothing, by the numbers of its players."""
    games, matches = (tuple(sorted(some, key=lambda one: one.white)) for some in (round.games, round.matches))
    return replace(round, games=games, matches=matches)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_comes_in_comes_out(path: Path) -> None:
    before = rookery.load(path).tournament
    hall = import_to_desk(before)
    assert without_keys(export_tournament(hall.state)) == without_keys(update_declared_points(before, before))
    assert hall.replay() == hall.state
    assert hall.state.files[0].sha256 == "5ha256"


def test_everybody_has_a_key_and_a_second_tournament_does_not_fit(snapshot: SnapshotAssertion) -> None:
    hall = import_to_desk(rookery.load(EXAMPLES / "swiss.trf").tournament)
    assert [player.key for player in hall.tournament.players] == [
        f"p{player.number}" for player in hall.tournament.players
    ]
    assert (hall.state.permanent.keys, hall.state.permanent.lots, hall.state.fide) == (12, "seed", True)
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(ImportTournament(Tournament()))
    assert str(caught.value) == snapshot


def test_existing_keys_are_preserved() -> None:
    before = rookery.load(EXAMPLES / "swiss.trf").tournament
    hall = import_to_desk(replace(before, players=(replace(before.players[0], key="u7"), *before.players[1:])))
    assert [player.key for player in hall.tournament.players][:3] == ["u7", "p2", "p3"]


def test_points_that_no_round_explains_stay() -> None:
    before = rookery.load(EXAMPLES / "swiss.trf").tournament
    first = replace(before.players[0], points=(before.players[0].points or 0) + 5)
    hall = import_to_desk(replace(before, players=(first, *before.players[1:])))
    assert hall.state.unexplained == {"p1": 5}
    assert export_tournament(hall.state).players[0].points == first.points


def test_a_round_that_breaks_the_rules_needs_confirmation_and_is_recorded(snapshot: SnapshotAssertion) -> None:
    before = rookery.load(EXAMPLES / "swiss.trf").tournament
    games = before.rounds[0].games
    turned = Game(games[0].black, games[0].white, Result.DRAW)
    spoilt = replace(before, rounds=(Round(games=(turned, *games[1:]), byes=before.rounds[0].byes),))
    hall = DeskTournament()
    with pytest.raises(ConfirmationRequiredError) as waiting:
        hall.do(ImportTournament(spoilt))
    (one,) = waiting.value.warnings
    assert (one.code, one.level) == ("import-broken", 3)
    assert one.text == snapshot
    assert hall.version == 0
    hall.do(ImportTournament(spoilt), "import-broken")
    assert [remark.round for remark in hall.tournament.remarks if str(remark).startswith("Import @ Round 1: ")] == [1]
    assert [str(remark) for remark in hall.tournament.remarks] == snapshot


def test_a_tournament_that_left_fide_mode_stays_outside() -> None:
    before = rookery.load(EXAMPLES / "swiss.trf").tournament
    hall = DeskTournament()
    hall.do(ImportTournament(replace(before, remarks=(*before.remarks, Remark("FIDE mode exited", 2)))))
    assert hall.state.permanent.left == 2


def imported_event(hall: DeskTournament) -> TournamentImported:
    """What came in."""
    first = next(iter(hall.store.read(hall.stream)))
    event = event_from_data(first.kind, first.form, first.data)
    assert isinstance(event, TournamentImported)
    return event


def test_a_tournament_is_imported_in_fide_mode_and_violations_are_listed(snapshot: SnapshotAssertion) -> None:
    hall = import_to_desk(rookery.generate(rookery.GeneratorSettings(system="keizer"), 1))
    assert hall.state.fide
    (finding,) = (one for one in imported_event(hall).findings if "(C.04.2 1.1)" in one)
    assert finding == snapshot


def test_rounds_that_cannot_be_checked_are_reported(snapshot: SnapshotAssertion) -> None:
    before = rookery.load(EXAMPLES / "swiss.trf").tournament
    games = before.rounds[0].games
    open = replace(before.rounds[0], games=(Game(games[0].white, games[0].black), *games[1:]))
    hall = import_to_desk(replace(before, rounds=(open, *before.rounds[1:])))
    assert imported_event(hall).findings == snapshot


@pytest.mark.parametrize("seed", range(20))
def test_a_spoilt_round_needs_confirmation_and_is_recorded_in_the_file(seed: int, snapshot: SnapshotAssertion) -> None:
    rng = Random(seed)
    sound = rookery.generate(rookery.GeneratorSettings(players=rng.randrange(8, 20), rounds=5), seed=seed)
    assert DeskTournament().do(ImportTournament(sound)).warnings == ()
    assert imported_event(import_to_desk(sound)).findings == snapshot(name="sound")
    number = rng.randrange(2, 5)
    round = sound.rounds[number - 1]
    one, other = rng.sample(range(len(round.games)), 2)
    games = list(round.games)
    games[one], games[other] = (
        replace(games[one], black=games[other].black),
        replace(games[other], black=games[one].black),
    )
    spoilt = replace(sound, rounds=(*sound.rounds[: number - 1], replace(round, games=tuple(games))))
    hall = DeskTournament()
    with pytest.raises(ConfirmationRequiredError) as waiting:
        hall.do(ImportTournament(spoilt))
    assert [(warning.code, warning.level) for warning in waiting.value.warnings] == [("import-broken", 3)]
    assert hall.version == 0
    hall.do(ImportTournament(spoilt), "import-broken")
    assert imported_event(hall).findings[0] == snapshot(name="spoilt")
    (remark,) = map(str, hall.tournament.remarks)
    assert remark.startswith(f"Import @ Round {number}: ")
    assert remark == snapshot(name="remark")
    text = rookery.dumps(export_tournament(hall.state), "trf26").decode()
    assert f"### {remark}" in text
    again = DeskTournament()
    again.do(ImportTournament(rookery.loads(text).tournament), everything=True)
    assert rookery.dumps(export_tournament(again.state), "trf26").decode() == text


def test_earlier_withdrawals_can_be_reversed() -> None:
    before = rookery.load(EXAMPLES / "swiss.trf").tournament
    hall = import_to_desk(replace(before, planned_rounds=None).withdraw(3))
    assert hall.state.withdrawn == {"p3": 4, "p10": 3}
    hall.do(BringBack("p3"))
    assert hall.state.withdrawn == {"p10": 3}
    assert export_tournament(hall.state).withdrawn == ()


def test_players_absent_to_the_end_are_imported_as_withdrawn(snapshot: SnapshotAssertion) -> None:
    hall = import_to_desk(rookery.load(EXAMPLES / "swiss.trf").tournament)
    assert hall.state.withdrawn == {"p10": 3}
    assert hall.tournament.withdrawn == ()
    (finding,) = (one for one in imported_event(hall).findings if "Dunnock, Alfred" in one)
    assert finding == snapshot


def test_all_that_was_read_otherwise_is_listed() -> None:
    told = Problem(Severity.INFO, "odd", 1, (1, 2), "name", "odd")
    used = replace(told, read="x", used="nothing")
    guessed = replace(told, severity=Severity.WARNING)
    assert correction_messages([told, used, guessed]) == (str(used), str(guessed))


def test_a_final_file_has_the_ranks_and_is_refused_while_anything_is_open(snapshot: SnapshotAssertion) -> None:
    hall = import_to_desk(rookery.load(EXAMPLES / "swiss.trf").tournament)
    with pytest.raises(CommandRejectedError) as refused:
        export_tournament(hall.state, final=True)
    assert refused.value.article == "C.04.2 3.1"
    assert str(refused.value) == snapshot
    assert refused.value.code == "not-final"
    over = import_to_desk(rookery.load(EXAMPLES / "norms.trf").tournament)
    made = export_tournament(over.state, final=True)
    assert {player.number: player.rank for player in made.players} == {
        row.id: row.rank for row in rookery.standings(over.tournament).rows
    }
    teams = import_to_desk(rookery.load(EXAMPLES / "teams.trf").tournament)
    assert {team.rank for team in export_tournament(teams.state, final=True).teams} == {1, 2, 3, 4}


def goes_out_as_it_came(path: Path) -> bool:
    """Whether a file goes out as the library itself writes it; so does one that TRF cannot tell."""
    try:
        before = rookery.load(path).tournament
        plain = rookery.dumps(without_keys(before), "trf26")
    except rookery.RookeryError:
        return True
    return rookery.dumps(without_keys(export_tournament(import_to_desk(before).state)), "trf26") == plain


@pytest.mark.slow
def test_files_of_the_corpora_go_out_as_the_library_writes_them(corpus: Path) -> None:
    some = sorted(corpus.rglob("*.trf"))[5::25]
    assert len(some) > 20
    assert [path.name for path in some if not goes_out_as_it_came(path)] == []


def test_real_files_go_out_as_the_library_writes_them(real_files: Path) -> None:
    some = sorted(real_files.rglob("*.trf"))[::9]
    assert [path.name for path in some if not goes_out_as_it_came(path)] == []
