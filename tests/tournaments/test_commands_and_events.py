"""Events and states in JSON, the guarded execution of commands, and undo."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery._record import replace
from rookery.errors import ConflictError, RuleError
from rookery.json_codec import InvalidDataError, from_json_data, to_json_data
from rookery.model import ByeKind, Colour, Player, Remark, Result, Tournament
from rookery.regulations import FORMATS
from rookery.tournaments.command import COMMANDS, DECIDERS, command_from_data, command_to_data
from rookery.tournaments.domain.byes import Withdraw
from rookery.tournaments.domain.import_export import TournamentImported
from rookery.tournaments.domain.lifecycle import OpenTournament, SetHead
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.restore_points import Redo, Return, Undo
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound, UnpairRound
from rookery.tournaments.domain.rules import DrawColour, FideLeft, LeaveMode, SetRules
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError, StaleVersionError
from rookery.tournaments.event import EVENT_TYPES, HANDLERS, apply_events, event_from_data
from rookery.tournaments.guard import find_warnings
from rookery.tournaments.keyed import Boards, Facts
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.service import TRIES, TournamentService
from rookery.tournaments.state import EMPTY, State, dump_state, index_participant_keys, load_state
from rookery.tournaments.store import MemoryStore
from rookery.tournaments.warning_table import TABLE, WARNING_RULES
from support.desks import FIELD, DeskTournament, swiss

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
FILES = sorted(path for path in EXAMPLES.glob("*.trf") if path.stem != "broken")

# -- nothing is lost in JSON -------------------------------------------------------------------------------------------


def keyed(tournament: Tournament) -> Tournament:
    players = tuple(replace(player, key=f"p{player.number}") for player in tournament.players)
    teams = tuple(replace(team, key=f"t{team.number}") for team in tournament.teams)
    return replace(tournament, players=players, teams=teams)


def must_survive(tournament: Tournament) -> None:
    """The tournament, and each of its rounds by keys, come back from JSON as they were."""
    made = keyed(tournament)
    state = State(made, keys=index_participant_keys(made))
    assert load_state(dump_state(state)) == state
    for round in made.rounds:
        assert from_json_data(Boards, to_json_data(Boards.from_round(round, state.keys))).round(state.keys) == round


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_state_of_every_format_comes_back_from_its_json(name: str) -> None:
    for seed in range(3):
        must_survive(rookery.generate(rookery.GeneratorSettings(system=name), seed))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_state_of_every_example_comes_back_from_its_json(path: Path) -> None:
    must_survive(rookery.load(path).tournament)


def test_json_of_another_form_is_no_state_and_no_event(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(InvalidDataError) as caught:
        load_state(b'{"form": 0}')
    assert str(caught.value) == snapshot
    with pytest.raises(InvalidDataError) as caught:
        event_from_data("player.cloned", 1, {})
    assert str(caught.value) == snapshot
    with pytest.raises(InvalidDataError) as caught:
        event_from_data("round.unpaired", 2, {"round": 1})
    assert str(caught.value) == snapshot
    with pytest.raises(InvalidDataError) as caught:
        event_from_data("round.unpaired", 1, {"round": 1, "wind": "west"})
    assert str(caught.value) == snapshot


# -- tables that must be complete --------------------------------------------------------------------------------------


def test_every_kind_is_folded() -> None:
    folded = {kind.KIND for kind in HANDLERS} | {"returned"}
    assert set(EVENT_TYPES) == folded


def test_every_wish_is_decided() -> None:
    of_time = {"time.undo", "time.redo", "time.return"}
    assert set(COMMANDS) == {wish.NAME for wish in DECIDERS} | of_time


def test_the_table_of_warnings_is_sound() -> None:
    assert len(TABLE) == len(WARNING_RULES)
    assert all(1 <= row.level <= 5 and row.when for row in WARNING_RULES)
    assert all(row.outside is None or 1 <= row.outside <= row.level for row in WARNING_RULES)


def test_a_wish_comes_back_from_its_json(snapshot: SnapshotAssertion) -> None:
    for wanted in (EnterPlayers(FIELD), EnterResult(1, "p1", "p2", Result.DRAW), SetRules({"rounds": 7}), PairRound()):
        assert command_from_data(command_to_data(wanted)) == wanted
    with pytest.raises(InvalidDataError) as caught:
        command_from_data({"command": "dance"})
    assert str(caught.value) == snapshot


# -- from entries to results -------------------------------------------------------------------------------------------


def test_a_round_is_paired_as_the_library_pairs_it() -> None:
    hall = swiss(paired=1)
    expected = rookery.pair(hall.tournament.before_round(1))
    assert hall.tournament.rounds[0].pairs == expected.pairs
    assert [player.name for player in hall.tournament.players] == [facts.name for facts in FIELD]


def test_memory_is_the_fold_of_the_log_and_of_any_snapshot() -> None:
    hall = swiss(paired=3, played=2)
    hall.do(Undo())
    hall.do(PairRound(), "adjourned-now")
    assert hall.replay() == hall.state
    assert TournamentService(hall.store, str, str).state("open") == hall.state
    for version in range(1, hall.version + 1):
        hall.store.keep_snapshot("open", version, dump_state(hall.desk.state_at("open", version)))
        assert TournamentService(hall.store, str, str).state("open") == hall.state


def test_a_refused_command_leaves_no_trace() -> None:
    hall = swiss()
    hall.do(SetRules({"ranking": ["PTS", "SB"]}))
    hall.do(PairRound())
    before, log = hall.state, hall.bytes()
    for wanted in (EnterResult(2, "p1", "p2", Result.DRAW), SetRules({"rounds": 9}), EnterPlayers((FIELD[0],))):
        with pytest.raises(CommandRejectedError):
            hall.do(wanted)
    with pytest.raises(ConfirmationRequiredError):
        hall.do(SetRules({"ranking": ["PTS", "BH"]}))
    assert (hall.state, hall.bytes()) == (before, log)


def test_a_result_before_its_round_is_paired_is_refused(snapshot: SnapshotAssertion) -> None:
    hall = swiss()
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(EnterResult(1, "p1", "p2", Result.DRAW))
    assert (caught.value.code, caught.value.article) == ("not-paired", "C.04.2 1.1")
    assert (str(caught.value), caught.value.instead) == snapshot


def test_a_result_says_what_it_replaces() -> None:
    hall = swiss(paired=1)
    white, black = hall.tournament.rounds[0].pairs[0]
    hall.enter(1, white, black, Result.DRAW, was=Result.PENDING)
    with pytest.raises(StaleVersionError) as caught:
        hall.enter(1, white, black, Result.WHITE_WINS, was=Result.PENDING)
    assert (caught.value.expected, caught.value.found) == ("pending", "½-½")
    assert hall.state.entered[1][f"{hall.key(white)}-{hall.key(black)}/0"].by.actor == "ada"


def test_games_without_a_result_become_adjourned_with_the_next_pairing() -> None:
    hall = swiss(paired=1)
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(PairRound())
    assert [warning.code for warning in caught.value.warnings] == ["adjourned-now"]
    hall.do(PairRound(), "adjourned-now")
    assert len(hall.tournament.rounds[0].adjourned) == 4
    white, black = hall.tournament.rounds[0].pairs[0]
    hall.enter(1, *hall.tournament.rounds[0].pairs[1], Result.DRAW)
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.enter(1, white, black, Result.WHITE_WINS)
    assert [(warning.code, warning.level) for warning in caught.value.warnings] == [("adjourned-decided", 3)]
    hall.enter(1, white, black, Result.WHITE_WINS, "adjourned-decided")
    assert str(hall.tournament.remarks[-1]) == f"Adjournment @ Round 1: {white}-{black} adjourned => 1-0"


def test_the_window_of_rounds_that_may_change(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=4, played=3)
    white, black = hall.tournament.rounds[1].pairs[0]
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.enter(2, white, black, Result.DRAW)
    assert [(warning.code, warning.level) for warning in caught.value.warnings] == [("correction", 3)]
    hall.enter(2, white, black, Result.DRAW, "correction")
    assert str(hall.tournament.remarks[-1]) == f"Correction @ Round 2: {white}-{black} 1-0 => ½-½"
    with pytest.raises(CommandRejectedError) as caught:
        hall.enter(1, *hall.tournament.rounds[0].pairs[0], Result.DRAW)
    assert (caught.value.code, caught.value.article) == ("past", "C.04.2 4.3")
    assert str(caught.value) == snapshot


def test_unpairing_is_no_way_round_the_window(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=3, played=3)
    hall.do(UnpairRound(), everything=True)
    hall.do(UnpairRound(), everything=True)
    with pytest.raises(CommandRejectedError) as caught:
        hall.enter(1, *hall.tournament.rounds[0].pairs[0], Result.DRAW)
    assert (caught.value.code, caught.value.article) == ("past", "C.04.2 4.3")
    assert str(caught.value) == snapshot
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(UnpairRound())
    assert (caught.value.code, caught.value.article) == ("past", "C.04.2 4.3")
    assert str(caught.value) == snapshot


# -- rules and FIDE mode -----------------------------------------------------------------------------------------------


def test_rules_are_frozen_with_round_1() -> None:
    hall = swiss()
    hall.do(SetRules({"rounds": 4, "ranking": ["PTS", "BH"]}))
    hall.do(PairRound())
    for fields in ({"rounds": 5}, {"points": {"win": 30, "draw": 10}}, {"system": "dubov"}):
        with pytest.raises(CommandRejectedError) as caught:
            hall.do(SetRules(fields))
        assert caught.value.code == "frozen"
        assert caught.value.article == ("C.04.1 1" if "rounds" in fields else "C.04.2 1.3")
    with pytest.raises(ConfirmationRequiredError) as asked:
        hall.do(SetRules({"ranking": ["PTS", "SB"]}))
    steps = [token.partition("@")[0] for token in asked.value.tokens]
    assert steps == ["tie-breaks", "tie-breaks!"]
    with pytest.raises(ConfirmationRequiredError):
        hall.do(SetRules({"ranking": ["PTS", "SB"]}), "tie-breaks")
    hall.do(SetRules({"ranking": ["PTS", "SB"]}), "tie-breaks", "tie-breaks!")
    assert str(hall.tournament.remarks[-1]) == "Tie-breaks @ Round 2: was BH"


def test_an_old_answer_does_not_fit_a_new_state() -> None:
    hall = swiss(paired=1)
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(LeaveMode())
    hall.enter(1, *hall.tournament.rounds[0].pairs[0], Result.DRAW)
    with pytest.raises(ConfirmationRequiredError):
        hall.desk.do("open", LeaveMode(), acknowledged=caught.value.tokens)


def test_fide_mode_is_left_for_good_whatever_is_undone() -> None:
    hall = swiss(paired=2, played=1)
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(SetRules({"points": {"pab": 7}}))
    assert caught.value.code in ("not-fide", "frozen")
    hall.do(LeaveMode("a bye of our own"), "leave-mode", "leave-mode!")
    assert not hall.state.fide
    hall.do(Undo())
    hall.do(Return(to=9), everything=True)
    assert hall.state.permanent.left == 2
    assert "FIDE mode exited @ Round 2" in [str(remark) for remark in hall.tournament.remarks]
    assert hall.replay() == hall.state


def test_a_system_of_our_own_leaves_fide_mode_at_once() -> None:
    hall = DeskTournament()
    wanted = OpenTournament("Club", TournamentRules(system="keizer", rounds=9))
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(wanted)
    assert [warning.code for warning in caught.value.warnings] == ["leave-mode"]
    hall.do(wanted, "leave-mode", "leave-mode!")
    assert str(hall.tournament.remarks[0]) == "FIDE mode exited @ Round 1"


def test_the_colour_is_drawn_once(snapshot: SnapshotAssertion) -> None:
    hall = swiss()
    version = hall.version
    hall.do(DrawColour(Colour.BLACK))
    hall.do(Return(to=version))
    assert hall.tournament.initial_colour is Colour.BLACK
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(DrawColour(Colour.WHITE))
    assert caught.value.article == "C.04.2 1.3"
    assert str(caught.value) == snapshot


def test_the_head_is_set_field_by_field(snapshot: SnapshotAssertion) -> None:
    hall = swiss()
    hall.do(SetHead({"city": "Dunmere", "start": "2026-11-16"}))
    assert (hall.tournament.info.name, hall.tournament.info.city) == ("Tea Party", "Dunmere")
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(SetHead({"weather": "fine"}))
    assert str(caught.value) == snapshot


# -- late entries ------------------------------------------------------------------------------------------------------


def test_a_late_entry_has_the_place_of_the_rating_and_keys_stay() -> None:
    hall = swiss(paired=1, played=1)
    before = {player.key: player.name for player in hall.tournament.players}
    hall.do(EnterPlayers((Facts("Gus", 2225),), missed=ByeKind.HALF))
    late = hall.tournament.by_key["p9"]
    assert (late.number, late.name) == (4, "Gus")
    assert before.items() <= {player.key: player.name for player in hall.tournament.players}.items()
    assert [bye.kind for bye in hall.tournament.rounds[0].byes] == [ByeKind.HALF]


def test_late_entry_is_impossible_after_the_last_round(snapshot: SnapshotAssertion) -> None:
    hall = swiss(rounds=2, paired=2, played=2)
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(EnterPlayers((Facts("Gus", 2225),)))
    assert (caught.value.code, caught.value.article) == ("late-entry", "C.04.2 2.4")
    assert str(caught.value) == snapshot


# -- time --------------------------------------------------------------------------------------------------------------


def test_undo_and_redo_go_both_ways_step_by_step(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=2, played=1)
    states = {hall.version: hall.state}
    for _ in range(3):
        hall.do(Undo())
        states[hall.version] = hall.state
    assert len(hall.tournament.rounds) == 1
    assert len(hall.tournament.rounds[0].pending) == 2
    for _ in range(3):
        hall.do(Redo())
    assert hall.state == states[min(states)]
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(Redo())
    assert str(caught.value) == snapshot
    hall.do(Undo())
    hall.enter(1, *hall.tournament.rounds[0].pairs[0], Result.DRAW)
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(Redo())
    assert str(caught.value) == snapshot
    assert hall.replay() == hall.state


def test_undo_takes_back_ones_own_and_asks_for_what_others_did(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=1)
    (white, black), (other, another), *_ = hall.tournament.rounds[0].pairs
    hall.enter(1, white, black, Result.DRAW)
    key = hall.state.keys.player
    hall.do(EnterResult(1, key[other], key[another], Result.DRAW), actor="ben")
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(Undo())
    assert str(caught.value) == snapshot
    hall.do(Undo(), "return")
    assert len(hall.tournament.rounds[0].pending) == 4


def test_there_is_a_point_before_every_pairing(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=2, played=1)
    hall.do(Return(point="before round 2"))
    assert len(hall.tournament.rounds) == 1
    with pytest.raises(CommandRejectedError) as caught:
        hall.do(Return(point="before round 9"))
    assert str(caught.value) == snapshot


def test_a_repeated_command_is_answered_as_the_first_time() -> None:
    hall = swiss(paired=1)
    key, (white, black) = hall.state.keys.player, hall.tournament.rounds[0].pairs[0]
    wanted = EnterResult(1, key[white], key[black], Result.DRAW)
    first = hall.desk.do("open", wanted, command_id="once")
    again = hall.desk.do("open", wanted, command_id="once")
    assert (again.version, again.repeated) == (first.version, True)
    with pytest.raises(ConflictError):
        hall.desk.do("open", PairRound(), expected_version=first.version - 1)


@pytest.mark.parametrize("conflicts", [1, TRIES - 1, TRIES])
def test_a_lost_race_is_repeated_a_limited_number_of_times(conflicts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = swiss(paired=1)
    before, append, tries = hall.version, hall.store.append, []

    def append_late(*args: Any, **options: Any) -> int:
        tries.append(1)
        if len(tries) <= conflicts:
            raise ConflictError(hall.stream, before, before + 1)
        return append(*args, **options)

    monkeypatch.setattr(hall.store, "append", append_late)
    white, black = hall.tournament.rounds[0].pairs[0]
    if conflicts < TRIES:
        hall.enter(1, white, black, Result.DRAW)
    else:
        with pytest.raises(ConflictError):
            hall.enter(1, white, black, Result.DRAW)
    assert (len(tries), hall.version - before) == ((conflicts + 1, 1) if conflicts < TRIES else (TRIES, 0))


def test_a_whole_round_is_not_in_parts_any_more() -> None:
    hall = swiss(paired=1)
    (paired,) = (record for record in hall.store.read(hall.stream) if record.kind == "round.paired")
    before = replace(hall.state, in_parts=frozenset({1, 2}))
    assert apply_events(before, [event_from_data(paired.kind, paired.form, paired.data)]).in_parts == {2}


def test_two_desks_with_a_shared_log_see_each_other() -> None:
    hall = swiss(paired=1)
    other = TournamentService(hall.store, str, lambda: "d1")
    key, (white, black) = hall.state.keys.player, hall.tournament.rounds[0].pairs[0]
    assert other.version("open") == hall.version
    hall.enter(1, white, black, Result.DRAW)
    assert other.state("open") == hall.state
    told: list[int] = []
    other.subscribe(lambda stream, done: told.append(done.version))
    other.do("open", EnterResult(1, key[white], key[black], Result.WHITE_WINS))
    assert told == [hall.version]
    assert other.state("open") == hall.state


def test_unpairable_rounds_are_reported_before_the_first(snapshot: SnapshotAssertion) -> None:
    hall = swiss(players=FIELD[:4], rounds=4)
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(PairRound())
    assert str(caught.value) == snapshot
    assert [(warning.code, warning.level) for warning in caught.value.warnings] == [("not-feasible", 2)]
    hall.do(PairRound(), "not-feasible")


def test_threads_share_a_desk_and_lose_nothing() -> None:
    hall = swiss(paired=1)
    pairs, key = hall.tournament.rounds[0].pairs, hall.state.keys.player
    wishes = [EnterResult(1, key[white], key[black], Result.DRAW) for white, black in pairs]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda wanted: hall.desk.do("open", wanted, actor="ada"), wishes))
    assert hall.tournament.rounds[0].pending == ()
    assert hall.replay() == hall.state


def test_a_restore_never_splits_a_command(snapshot: SnapshotAssertion) -> None:
    hall = swiss(paired=2, played=1)
    hall.do(LeaveMode("tried"), "leave-mode", "leave-mode!")
    for version in range(1, hall.version):
        marked = hall.desk.state_at("open", version).permanent.marks
        commands = [record.command for record in hall.store.read("open")]
        if commands[version - 1] == commands[version]:
            with pytest.raises(CommandRejectedError) as caught:
                hall.do(Return(to=version))
            assert str(caught.value) == snapshot
        elif not marked:
            hall.do(Return(to=version), everything=True)
            hall.do(Undo())
    assert hall.replay() == hall.state


def test_withdrawals_stay_when_rounds_are_added() -> None:
    hall = swiss(rounds=3, paired=1, played=1)
    hall.do(Withdraw(hall.key(8)))
    hall.do(LeaveMode("more rounds"), "leave-mode", "leave-mode!")
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(SetRules({"rounds": 5}))
    assert [warning.code for warning in caught.value.warnings] == ["still-withdrawn", "frozen"]
    hall.do(SetRules({"rounds": 5}), everything=True)
    assert [hall.tournament.absent(number) for number in (2, 3, 4, 5)] == [{8: ByeKind.ZERO}] * 4
    hall.do(SetRules({"rounds": 4}), everything=True)
    assert {bye.round for bye in hall.tournament.requested_byes} == {2, 3, 4}


def test_the_lots_have_a_random_seed() -> None:
    hall = DeskTournament()
    hall.do(OpenTournament("Tea", TournamentRules(system="dutch", rounds=3)))
    assert hall.state.permanent.lots
    assert hall.replay() == hall.state


def test_open_games_of_a_round_robin_stay_open() -> None:
    hall = DeskTournament()
    hall.do(OpenTournament("Tea", TournamentRules(system="round-robin")))
    hall.do(EnterPlayers(FIELD[:4]))
    hall.do(PairRound())
    hall.do(PairRound())
    assert len(hall.tournament.rounds[0].pending) == 2


def test_a_file_that_left_fide_mode_comes_in_outside_it() -> None:
    made = keyed(swiss(paired=1).tournament)
    told = replace(made, remarks=(Remark("FIDE mode exited", 1),))
    state = apply_events(EMPTY, [TournamentImported(told, "ab12", "trf26")])
    assert (state.fide, state.permanent.left) == (False, 1)
    assert apply_events(EMPTY, [TournamentImported(made)]).fide


def test_every_way_out_of_fide_mode_is_guarded() -> None:
    before = swiss(paired=1).state
    after = apply_events(before, [FideLeft(1)])
    assert [(warning.code, warning.level) for warning in find_warnings(before, after)] == [("leave-mode", 4)]
    assert find_warnings(after, apply_events(after, [FideLeft(2)])) == ()


def test_a_damaged_snapshot_is_passed_over() -> None:
    hall = swiss(paired=2, played=1)
    for data in (b"{", b"[]", b'{"form": 0}', b'{"form": 1, "tournament": {"planned": 0}}', b'{"form": 1, "moon": 2}'):
        hall.store.keep_snapshot("open", hall.version, data)
        assert TournamentService(hall.store, str, str).state("open") == hall.state


def test_what_others_write_while_a_desk_opens_is_not_missed() -> None:
    hall = swiss(paired=1)
    white, black = hall.tournament.rounds[0].pairs[0]

    class Busy(MemoryStore):
        """A store into which somebody writes as soon as its version was asked for."""

        def version(self, stream: str) -> int:
            found = hall.store.version(stream)
            if hall.tournament.rounds[0].games[0].result is Result.PENDING:
                hall.enter(1, white, black, Result.DRAW)
            return found

    busy = Busy()
    busy._logs = hall.store._logs  # type: ignore[attr-defined]
    assert TournamentService(busy, str, str).state("open") == hall.state
    assert hall.tournament.rounds[0].games[0].result is Result.DRAW


def test_a_desk_requires_a_key(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        index_participant_keys(Tournament(players=(Player(1), Player(2, key="p2"))))
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        apply_events(EMPTY, [TournamentImported(rookery.load(FILES[0]).tournament)])
    assert str(caught.value) == snapshot
