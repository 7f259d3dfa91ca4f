"""Erasure of a person: nothing of the person is left, nothing brings it back, and the chess stays as it was."""

from __future__ import annotations

from typing import Any

import pytest

import rookery
from rookery._record import replace
from rookery.json_codec import to_json_data
from rookery.model import NationalRecord, PartialDate
from rookery.storage.records import Record
from rookery.storage.store import Store
from rookery.tournaments.domain.byes import Expel
from rookery.tournaments.domain.import_export import ImportTournament
from rookery.tournaments.domain.lifecycle import AddRemark, CloseTournament, OpenTournament
from rookery.tournaments.domain.players import EditPlayer, EnterPlayers, RemovePlayer
from rookery.tournaments.domain.privacy import EraseDetails, ErasePerson
from rookery.tournaments.domain.restore_points import Redo, Return, Undo
from rookery.tournaments.domain.results import AdjustPoints
from rookery.tournaments.event import EVENT_TYPES
from rookery.tournaments.keyed import Facts
from rookery.tournaments.redaction import ENTRIES, IMPERSONAL, TEXTS, Erasure, redactor
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.service import create_service
from rookery.tournaments.views.log import log_view
from support.desks import FIELD, DeskTournament, swiss

_RECORD = NationalRecord(
    federation="AUT", name="Zimmerwald Ottilie", rating=2090, national_id="AT-4711", sex="f", birth=PartialDate(1988)
)
PERSON = Facts(
    "Zimmerwald, Ottilie", rating=2125, federation="AUT", title="WFM", sex="f", birth=PartialDate(1988, 3, 9),
    fide_id=987654321, national_id="AT-4711", club="Turm Linz", national=(_RECORD,),
)  # fmt: skip
TRACES = ("Zimmerwald", "Ottilie", "1988-03", "987654321", "AT-4711", "Turm Linz")


def hall_of() -> DeskTournament:
    """A tournament with the person as number 6, in which much is said about her."""
    hall = swiss(players=(*FIELD[:5], PERSON, *FIELD[5:]), played=2)
    key = hall.key(6)
    hall.do(EditPlayer(key, {"club": "Turm Linz II", "name": "Zimmerwald-Berg, Ottilie"}))
    hall.do(AddRemark("Ottilie Zimmerwald-Berg felt ill; zimmerwald, ottilie had a doctor", 2))
    hall.do(AdjustPoints((key,), -5, why="Zimmerwald-Berg, Ottilie came late"), everything=True)
    hall.do(Expel(hall.key(1), "a quarrel with Ottilie Zimmerwald-Berg"), everything=True)
    hall.do(EditPlayer(key, {"name": "Zimmerwald, Ottilie"}))
    return hall


def traces_in(hall: DeskTournament) -> list[str]:
    """What is left of the person in the log, in every state that can be reached, and in the snapshots."""
    texts = [str(hall.bytes())]
    texts += [str(to_json_data(hall.desk.state_at(hall.stream, version))) for version in range(1, hall.version + 1)]
    snapshot = hall.store.snapshot(hall.stream)
    texts.append("" if snapshot is None else snapshot.data.decode())
    return [word for word in TRACES if any(word in text for text in texts)]


def games(hall: DeskTournament) -> list[Any]:
    return [(round.pairs, round.games, round.byes) for round in hall.tournament.rounds]


def test_nothing_is_left_and_the_chess_is_the_same() -> None:
    hall = hall_of()
    before, ranks = games(hall), [row.id for row in rookery.standings(hall.tournament).rows]
    others = [player for player in hall.tournament.players if player.number != 6]
    assert set(traces_in(hall)) == set(TRACES)
    done = hall.do(ErasePerson(hall.key(6)), everything=True)
    assert traces_in(hall) == []
    assert done.state == hall.state == hall.replay()
    player = next(player for player in hall.tournament.players if player.number == 6)
    assert (player.name, player.rating, player.federation, player.title) == ("Player 6", 2125, "AUT", "WFM")
    assert (player.birth, player.fide_id, player.national_id, player.club) == (None, None, "", "")
    assert [other for other in hall.tournament.players if other.number != 6] == others
    assert games(hall) == before
    assert [row.id for row in rookery.standings(hall.tournament).rows] == ranks
    assert hall.state.permanent.erased == {hall.key(6)}
    remark = next(remark.text for remark in hall.tournament.remarks if "felt ill" in remark.text)
    assert remark == "Player 6 felt ill; Player 6 had a doctor @ Round 2"


def test_an_entry_whose_correction_was_erased_still_reads_well() -> None:
    hall = hall_of()
    hall.do(ErasePerson(hall.key(6)), everything=True)
    texts = [line.text for line in log_view(hall.state, hall.store.read(hall.stream)).lines if line.redacted]
    assert "Player 6, details corrected." in texts
    assert not [text for text in texts if " ." in text or ": ." in text]


def test_nothing_brings_the_person_back() -> None:
    hall = hall_of()
    version = hall.version
    hall.do(ErasePerson(hall.key(6)), everything=True)
    hall.do(AddRemark("later"))
    for command in (Undo(), Undo(), Redo(), Return(to=version - 1), Return(to=1), Return(point="before round 2")):
        hall.do(command, everything=True)
        assert traces_in(hall) == [], command
        assert len(hall.state.permanent.erased) == 1
        assert hall.replay() == hall.state


def test_a_second_erasure_finds_nothing_unless_something_was_entered_again() -> None:
    hall = hall_of()
    key = hall.key(6)
    hall.do(ErasePerson(key), everything=True)
    assert hall.do(ErasePerson(key)).events == ()
    hall.do(EditPlayer(key, {"name": "Zimmerwald, Ottilie"}))
    assert traces_in(hall)
    hall.do(ErasePerson(key), everything=True)
    assert traces_in(hall) == []


def test_a_player_who_was_deleted_is_erased_by_key() -> None:
    hall = swiss(players=(*FIELD[:5], PERSON))
    key = hall.key(6)
    hall.do(RemovePlayer(key))
    assert set(traces_in(hall)) == set(TRACES)
    hall.do(ErasePerson(key), everything=True)
    assert traces_in(hall) == []
    assert hall.replay() == hall.state


@pytest.mark.parametrize("key", ["p99", "x", "p", "p0", ""])
def test_nobody_is_erased_who_was_never_there(key: str) -> None:
    with pytest.raises(rookery.RuleError, match="there is no player"):
        hall_of().do(ErasePerson(key))


def test_a_closed_tournament_stays_closed() -> None:
    hall = swiss(1, players=(*FIELD[:5], PERSON), played=1)
    hall.do(CloseTournament())
    hall.do(ErasePerson(hall.key(6)), everything=True)
    assert hall.state.closed == 1
    assert traces_in(hall) == []


def test_an_imported_tournament_and_its_findings_are_erased() -> None:
    source = swiss(players=(*FIELD[:5], PERSON), played=1).tournament
    source = replace(source, info=replace(source.info, chief_arbiter="Zimmerwald, Hugo"))
    hall = DeskTournament()
    adjustments = ("line 7: Zimmerwald, Ottilie has no result in round 1", "Zimmerwald, Hugo is no arbiter")
    hall.do(ImportTournament(source, "ab12", "trf26", adjustments), everything=True)
    hall.do(ErasePerson(hall.key(6)), everything=True)
    assert traces_in(hall) == ["Zimmerwald"]  # Hugo, the arbiter
    data = next(iter(hall.store.read(hall.stream))).data
    assert data["adjustments"] == ["line 7: Player 6 has no result in round 1", "Zimmerwald, Hugo is no arbiter"]


def test_a_namesake_and_an_arbiter_stay() -> None:
    twin = replace(PERSON, fide_id=123, birth=PartialDate(2001), national_id="", national=())
    hall = swiss(players=(*FIELD[:5], PERSON))
    hall.do(EnterPlayers((twin,)), everything=True)
    number = next(player.number for player in hall.tournament.players if player.fide_id == 987654321)
    hall.do(ErasePerson(hall.key(number)), everything=True)
    assert [player.name for player in hall.tournament.players if player.fide_id == 123] == ["Zimmerwald, Ottilie"]
    record = Record("s", 1, "result.claimed", 1, {}, "c", "Zimmerwald, Ottilie (phone)", "")
    erase = redactor(Erasure(frozenset({"p6"}), "Player 6", frozenset({"Zimmerwald, Ottilie"})))
    assert erase(record).actor == "Player 6 (phone)"
    paired = replace(record, kind="round.paired", actor="Zimmerwald, Ottilie")
    assert erase(paired) == paired


def test_the_warning_names_the_report_only_after_round_1() -> None:
    for paired, is_named in ((0, False), (1, True)):
        hall = swiss(players=(*FIELD[:5], PERSON), paired=paired)
        with pytest.raises(rookery.RookeryError) as caught:
            hall.do(ErasePerson(hall.key(6)))
        (warning,) = caught.value.warnings  # type: ignore[attr-defined]
        assert (warning.code, warning.level) == ("erasure", 4)
        assert ("rating report" in warning.text) is is_named


def test_every_kind_of_event_is_classified() -> None:
    tables = (set(IMPERSONAL), set(TEXTS), set(ENTRIES), {"tournament.imported"})
    kinds = [kind for table in tables for kind in table]
    assert len(kinds) == len(set(kinds))
    assert set(kinds) == set(EVENT_TYPES), "say whether a new kind has personal data: tournaments/redaction.py"


def test_another_process_forgets_too(tmp_path: Any) -> None:
    with Store(tmp_path / "desk.sqlite") as store, Store(tmp_path / "desk.sqlite") as same:
        hall = DeskTournament(store)
        laws = TournamentRules(system="dutch", rounds=5)
        hall.do(OpenTournament("Tea Party", laws, lots="seed"))
        hall.do(EnterPlayers((*FIELD[:5], PERSON)))
        other, told = create_service(same), list[str]()
        other.subscribe_to_erasures(told.append)
        assert "Ottilie" in str(to_json_data(other.state(hall.stream)))
        version = hall.version
        hall.do(ErasePerson(hall.key(6)), everything=True)
        assert "Ottilie" not in str(to_json_data(other.state(hall.stream)))
        assert "Ottilie" not in str(to_json_data(other.state_at(hall.stream, version)))
        assert told == [hall.stream]
        assert store.check() == ()


def test_details_alone_are_erased_of_everybody_also_of_a_closed_tournament() -> None:
    hall = swiss(1, players=(*FIELD[:5], PERSON), played=1)
    hall.do(CloseTournament())
    version = hall.version
    done = hall.do(EraseDetails(), everything=True)
    assert [event.KIND for event in done.events] == ["details.erased"]
    assert set(traces_in(hall)) == {"Zimmerwald", "Ottilie", "987654321", "Turm Linz"}
    assert hall.replay() == hall.state == done.state
    hall.do(Undo(), everything=True)
    hall.do(Return(to=version), everything=True)
    assert "1988-03" not in traces_in(hall)
    assert hall.do(EraseDetails()).events == ()


def test_names_in_texts() -> None:
    erasure = Erasure(frozenset({"p1"}), "Player 1", frozenset({"Li", "An, Bo"}))
    assert erasure.erase_from_text("Li and Bo An, Anna, Boanerges and An, Bo") == (
        "Li and Player 1, Anna, Boanerges and Player 1"
    )
