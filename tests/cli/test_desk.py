"""`rookery desk` on a store: the log, the way back, from one desk to another, copies."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery._record import replace
from rookery.cli.desk import store as desk_store
from rookery.cli.errors import BAD_INPUT, DIFFERENT, DONE, UNANSWERED, UNREADABLE, CommandError
from rookery.storage import log_file, open_store
from rookery.storage.records import Entry, chain_hash
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.warning_table import RuleWarning
from support.command_line import Run
from support.postgresql import Cluster
from support.snapshots import lines_with

CLUB = "examples/club.rookery"


@pytest.fixture
def hall(ground: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A desk with the tournament of the examples; it is the one that is meant."""
    monkeypatch.setenv("ROOKERY_DESK", "hall.sqlite")
    assert run("desk", "import", CLUB).code == DONE
    return ground


def log(run: Run, *words: object) -> list[dict[str, object]]:
    told = json.loads(run("desk", "log", "--format", "json", *words).out)
    assert (told["form"], told["version"], told["tournament"]) == ("log", 1, "club-evening")
    return list(told["events"])


# -- where it is -------------------------------------------------------------------------------------------------------


def test_the_desk_file_comes_from_the_option_the_variable_or_the_data_folder(
    ground: Path, run: Run, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.delenv("ROOKERY_DESK", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(ground / "data"))
    assert run("desk", "log").err.replace(str(ground), "GROUND") == snapshot
    assert run("desk", "import", CLUB).code == DONE
    assert (ground / "data" / "rookery" / "desk.sqlite").exists()
    monkeypatch.setenv("ROOKERY_DESK", "other.sqlite")
    assert run("desk", "import", CLUB).code == DONE
    assert run("desk", "import", CLUB, "--desk", "third.sqlite").code == DONE
    assert {path.name for path in ground.glob("*.sqlite")} == {"other.sqlite", "third.sqlite"}


@pytest.mark.smoke
def test_a_desk_on_postgresql(ground: Path, run: Run, postgresql: Cluster) -> None:
    place = postgresql.fresh()
    assert run("desk", "import", CLUB, "--desk", place).code == DONE
    assert len(log(run, "--desk", place)) == 20
    assert run("desk", "undo", "--by", "ada", "--desk", place).code == DONE
    assert run("desk", "backup", "copies", "--desk", place).code == DONE
    assert run("desk", "undo", "--by", "bo", "--yes", "return", "--desk", place).code == DONE
    assert run("desk", "restore", "copies", "--desk", place).code == UNANSWERED
    assert run("desk", "restore", "copies", "--yes", "restore", "--desk", place).code == DONE
    assert len(log(run, "--desk", place)) == 21
    assert len(list((ground / "copies" / "before").iterdir())) == 1


def test_the_desk_of_a_folder(ground: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """All commands take the folder that `rookery desk FOLDER` opens."""
    monkeypatch.delenv("ROOKERY_DESK", raising=False)
    assert run("desk", "import", CLUB, "--desk", "hall/").code == DONE
    assert (ground / "hall" / "desk.sqlite").is_file()
    for command in ("log", "check"):
        assert run("desk", command, "--desk", "hall").code == DONE
    monkeypatch.setenv("ROOKERY_DESK", "hall")
    assert run("desk", "log").code == DONE
    (ground / "empty").mkdir()
    assert "there is no desk at empty/desk.sqlite yet" in run("desk", "log", "--desk", "empty").err


def test_what_is_no_desk(ground: Path, run: Run) -> None:
    (ground / "no.sqlite").write_text("012 Tea Party\n" * 100)
    assert run("desk", "log", "--desk", "no.sqlite").code == BAD_INPUT
    assert run("desk", "log", "--desk", "postgresql://x@/y?host=/no/such").code == UNREADABLE


def test_which_tournament_is_meant(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    with open_store("hall.sqlite") as store:
        store.create("t2", "tournament", "tea-party")
    assert run("desk", "log").err == snapshot
    assert run("desk", "undo", "-t", "tee").err == snapshot
    assert len(log(run, "-t", "club-evening")) == 20


# -- the log -----------------------------------------------------------------------------------------------------------


def test_the_log_names_authors_commands_and_what_was_undone(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    lines = run("desk", "log").out.splitlines()
    assert lines[2].startswith(" 1  2026-03-14 09:00  ada  ")
    assert lines == snapshot
    assert all(len(line) <= 80 for line in lines)
    last = run("desk", "log", "--last", "1").out.splitlines()[-1]
    assert last.startswith("20  2026-03-14 10:00  ada  ")
    assert last == snapshot


@pytest.mark.parametrize(
    ("words", "versions"),
    [
        (["--after", "17"], [18, 19, 20]),
        (["--last", "2"], [19, 20]),
        (["--by", "bo"], [12, 13, 19]),
        (["--kind", "round"], [10, 15]),
        (["--kind", "round.paired", "--after", "12"], [15]),
        (["--by", "ada", "--kind", "result", "--last", "1"], [20]),
        (["--by", "nobody"], []),
    ],
)
def test_some_of_the_log(hall: Path, run: Run, words: list[str], versions: list[int]) -> None:
    assert [one["version"] for one in log(run, *words)] == versions


def test_the_log_says_which_warnings_were_answered(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    run("desk", "undo", "--by", "bo", "--yes", "return")
    *_, text = run("desk", "log", "--last", "1").out.split("  bo   ")
    assert "return" in text
    assert text == snapshot


def test_the_log_as_data(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    first, *_ = log(run)
    assert first["kind"] == "tournament.opened"
    assert (first["actor"], first["at"], first["stands"]) == ("ada", "2026-03-14T09:00:00Z", True)
    assert first["text"] == snapshot
    assert [one["version"] for one in log(run) if not one["stands"]] == [16]


# -- the way back ------------------------------------------------------------------------------------------------------


def test_undo_and_redo(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("desk", "undo", "--by", "ada")
    assert done.code == DONE
    assert done.out == snapshot
    assert run("desk", "undo", "--redo", "--by", "ada").code == DONE
    assert [one["version"] for one in log(run) if not one["stands"]] == [16]
    assert run("desk", "undo", "--by", "nobody").err == snapshot


def test_the_work_of_others_needs_confirmation(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    before = log(run)
    done = run("desk", "undo", "--by", "bo")
    assert (done.code, "--yes return " in done.err) == (UNANSWERED, True)
    assert done.err == snapshot
    assert log(run) == before
    assert run("desk", "undo", "--by", "bo", "--yes", "return").code == DONE


def test_points(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("desk", "point").out == snapshot
    done = run("desk", "point", "before the prizes", "--by", "ada")
    assert done.code == DONE
    assert done.out == snapshot
    assert run("desk", "undo", "--by", "ada").code == DONE
    done = run("desk", "undo", "--to", "before round 2", "--by", "ada")
    assert done.code == UNANSWERED
    yes = [word for code in ("return-published!", "results-lost") for word in ("--yes", code)]
    assert run("desk", "undo", "--to", "before round 2", "--by", "ada", *yes).code == DONE
    assert run("desk", "undo", "--to", "tea").err == snapshot
    assert run("desk", "export", "-o", "club.trf").code == DONE
    assert len(rookery.load("club.trf").tournament.rounds) == 1


# -- from one desk to another ------------------------------------------------------------------------------------------


def test_a_log_goes_to_another_desk_and_back(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("desk", "export", "-o", "out.rookery").code == DONE
    assert (hall / "out.rookery").read_bytes() == (hall / CLUB).read_bytes()
    there = ("--desk", "laptop.sqlite")
    assert run("desk", "import", "out.rookery", *there).out == snapshot
    run("desk", "undo", "--by", "ada", *there)
    run("desk", "export", "-o", "back.rookery", *there)
    assert run("desk", "import", "back.rookery").out == snapshot
    assert run("desk", "import", "back.rookery").out == snapshot
    run("desk", "undo", "--by", "ada", "--yes", "return")
    run("desk", "undo", "--by", "bo", *there)
    run("desk", "export", "-o", "other.rookery", *there)
    done = run("desk", "import", "other.rookery")
    assert done.code == BAD_INPUT
    assert done.err == snapshot


def test_a_log_on_standard_output(hall: Path, run: Run) -> None:
    stream, records = log_file.loads(run("desk", "export").out.encode())
    assert (stream.slug, len(records)) == ("club-evening", 20)


@pytest.mark.parametrize(("name", "rounds"), [("club.trf", 2), ("club.json", 2), ("CLUB.TRF", 2)])
def test_a_tournament_as_a_file(hall: Path, run: Run, name: str, rounds: int) -> None:
    assert run("desk", "export", "-o", name).code == DONE
    assert len(rookery.load(name).tournament.rounds) == rounds


def test_a_file_begins_a_log_and_comes_out_as_it_was(ground: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    place = ("--desk", "new.sqlite")
    assert run("desk", "import", "examples/swiss.trf", "--by", "ada", *place).out == snapshot
    assert run("desk", "import", "examples/swiss.trf", *place).err == snapshot
    assert run("desk", "import", "examples/swiss.trf", "--as", "second", *place).code == DONE
    assert run("desk", "export", "-t", "swiss", "-o", "out.trf", *place).code == DONE
    assert Path("out.trf").read_bytes() == Path("examples/swiss.trf").read_bytes()


def test_a_final_file_is_refused_while_anything_is_open(ground: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    place = ("--desk", "new.sqlite")
    run("desk", "import", "examples/swiss.trf", *place)
    run("desk", "import", "examples/round-robin.trf", *place)
    refused = run("desk", "export", "-t", "swiss", "-o", "out.trf", "--final", *place)
    assert refused.code != DONE
    assert refused.err == snapshot
    assert not (ground / "out.trf").exists()
    assert run("desk", "export", "-t", "round-robin", "-o", "out.trf", "--final", *place).code == DONE
    event = rookery.load(ground / "out.trf").tournament
    assert {player.number: player.rank for player in event.players} == {
        row.id: row.rank for row in rookery.standings(event).rows
    }
    assert run("desk", "export", "-t", "swiss", "-o", "out.rookery", "--final", *place).err == snapshot


def test_a_file_that_breaks_the_rules_needs_confirmation(ground: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("desk", "import", "examples/norms.trf", "--desk", "new.sqlite")
    assert (done.code, Path("new.sqlite").exists()) == (UNANSWERED, False)
    assert "import-broken: " in done.err
    assert done.err == snapshot
    assert run("desk", "import", "examples/norms.trf", "--yes", "import-broken", "--desk", "new.sqlite").code == DONE
    assert run("desk", "export", "-o", "out.trf", "--desk", "new.sqlite").code == DONE
    assert Path("out.trf").read_text("utf-8").count("Import @ Round ") == 10


def test_a_file_with_errors_needs_confirmation_and_lists_them(
    ground: Path, run: Run, snapshot: SnapshotAssertion
) -> None:
    done = run("desk", "import", "examples/broken.trf", "--desk", "new.sqlite")
    assert (done.code, Path("new.sqlite").exists()) == (UNANSWERED, False)
    assert done.err == snapshot
    done = run("desk", "import", "examples/broken.trf", "--desk", "new.sqlite", "--yes", "import-broken")
    assert done.code == DONE
    assert run("desk", "export", "-o", "out.trf", "--desk", "new.sqlite").code == DONE
    assert lines_with(Path("out.trf").read_text("utf-8"), "### Import: ") == snapshot


def test_what_is_no_log(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("desk", "import", "examples/players.csv").err == snapshot
    (hall / "no.rookery").write_text("012 Tea Party\n")
    done = run("desk", "import", "no.rookery")
    assert done.code == BAD_INPUT
    assert done.err == snapshot
    (hall / "cut.rookery").write_bytes((hall / CLUB).read_bytes()[:-200])
    assert run("desk", "import", "cut.rookery").code == BAD_INPUT
    assert run("desk", "import", "nowhere.rookery").code == UNREADABLE


@pytest.mark.parametrize(
    ("version", "changes"),
    [
        (15, {"kind": "player.cloned"}),
        (15, {"form": 9}),
        (11, {"data": {"round": 7, "white": "p1", "black": "p4", "result": "1-0"}}),
        (11, {"data": {"round": 1, "white": "p1", "black": "eve", "result": "1-0"}}),
        (2, {"data": {"key": "p1", "number": "one"}}),
        (17, {"data": {"to": 99}}),
    ],
    ids=["kind", "form", "round", "player", "number", "version"],
)
def test_a_log_that_sums_to_nothing_is_not_stored(
    ground: Path, run: Run, version: int, changes: dict[str, object], snapshot: SnapshotAssertion
) -> None:
    stream, records = log_file.loads(Path(CLUB).read_bytes())
    spoilt = tuple(replace(record, **changes) if record.version == version else record for record in records)
    Path("odd.rookery").write_bytes(log_file.dumps(replace(stream, sum=chain_hash("", spoilt)), spoilt))
    done = run("desk", "import", "odd.rookery", "--desk", "hall.sqlite")
    assert (done.code, done.out) == (BAD_INPUT, "")
    assert done.err == snapshot
    assert not Path("hall.sqlite").exists()


# -- copies ------------------------------------------------------------------------------------------------------------


def without_times(text: str) -> str:
    """Write a text in one line, without the times in the names of copies."""
    return re.sub(r"desk-[\dTZ.]+\.sqlite", "desk-TIME.sqlite", " ".join(text.split()))


def test_a_copy_has_everything_and_brings_it_back(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("desk", "backup", "stick")
    assert done.code == DONE
    assert {path.suffix for path in (hall / "stick").iterdir()} == {".sqlite", ".trf", ".json"}
    assert len(rookery.load("stick/club-evening.trf").tournament.rounds) == 2
    before = log(run)
    run("desk", "undo", "--by", "ada")
    done = run("desk", "restore", "stick")
    assert done.code == UNANSWERED
    assert without_times(done.err) == snapshot
    assert len(log(run)) == 21
    done = run("desk", "restore", "stick", "--yes", "restore")
    assert done.code == DONE
    assert log(run) == before
    (kept,) = (hall / "hall.sqlite.before").iterdir()
    assert kept.name in done.out
    assert without_times(done.out) == snapshot
    assert run("desk", "restore", kept, "--yes", "restore").code == DONE
    assert len(log(run)) == 21


def spoilt(path: str) -> None:
    """Change a log behind our back."""
    with closing(sqlite3.connect(path)) as file:
        file.execute("update event set actor = 'eve' where version = 3")
        file.commit()


def test_a_desk_is_checked(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("desk", "check").out == snapshot
    spoilt("hall.sqlite")
    done = run("desk", "check")
    assert done.code == DIFFERENT
    assert done.out == snapshot


def test_a_log_that_cannot_be_replayed_is_detected(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    with open_store("hall.sqlite") as store:
        (stream,) = store.streams()
        wrong = Entry("result.entered", 1, {"round": 1, "white": "p1", "black": "nobody", "result": "1-0"})
        store.append(stream.id, stream.version, [wrong], command="c", actor="eve", at="2026-03-14T11:00:00Z")
    done = run("desk", "check")
    assert done.code == DIFFERENT
    assert done.out == snapshot


def test_a_damaged_desk_is_not_copied_as_if_it_were_whole(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    spoilt("hall.sqlite")
    done = run("desk", "backup", "stick")
    assert done.code == BAD_INPUT
    assert done.err == snapshot
    assert not Path("stick").exists()


def test_a_log_comes_in_under_another_name_and_keeps_it(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("desk", "import", CLUB, "--as", "tuesday", "--desk", "other.sqlite")
    assert done.out == snapshot
    assert run("desk", "import", CLUB, "--desk", "other.sqlite").out == snapshot
    refused = run("desk", "import", CLUB, "--as", "friday", "--desk", "other.sqlite")
    assert refused.code == BAD_INPUT
    assert refused.err == snapshot


def test_a_desk_can_be_created_from_a_copy(hall: Path, run: Run, snapshot: SnapshotAssertion) -> None:
    run("desk", "backup", "stick")
    assert run("desk", "restore", "stick", "--desk", "new/laptop.sqlite").code == DONE
    assert len(log(run, "--desk", "new/laptop.sqlite")) == 20
    (hall / "empty").mkdir()
    assert run("desk", "restore", "empty").err == snapshot


# -- answers -----------------------------------------------------------------------------------------------------------

ASKED, GRAVE = RuleWarning("rematch", 3, "they have met", "C.04.1 2"), RuleWarning("by-hand", 4, "it is another one")


def tokens_accepted(cautions: Sequence[RuleWarning], yes: Sequence[str]) -> list[tuple[str, ...]]:
    """With which tokens something was done that is warned of."""
    done: list[tuple[str, ...]] = []

    def act(tokens: Sequence[str]) -> None:
        if not tokens:
            raise ConfirmationRequiredError(cautions, 7)
        done.append(tuple(tokens))

    desk_store.run_confirmed(act, "club", yes)
    return done


@pytest.mark.parametrize(
    ("cautions", "yes", "enough"),
    [
        ([ASKED], [], False),
        ([ASKED], ["by-hand!"], False),
        ([GRAVE], ["by-hand"], False),
        ([ASKED, ASKED], ["rematch"], True),
        ([GRAVE, ASKED], ["by-hand!", "rematch"], True),
    ],
    ids=["none", "another", "once", "two equal", "two"],
)
def test_a_script_answers_beforehand(
    cautions: list[RuleWarning], yes: list[str], enough: bool, snapshot: SnapshotAssertion
) -> None:
    if enough:
        assert tokens_accepted(cautions, yes) == [tuple(token for caution in cautions for token in caution.tokens(7))]
        return
    with pytest.raises(CommandError) as refused:
        tokens_accepted(cautions, yes)
    assert refused.value.code == UNANSWERED
    assert str(refused.value) == snapshot


@pytest.mark.parametrize(
    ("typed", "caution", "agreed"),
    [
        ("y\n", ASKED, True),
        ("\n", ASKED, False),
        ("no\n", ASKED, False),
        ("", ASKED, False),
        ("y\nn\n", GRAVE, True),
        ("y\ny\n", GRAVE, False),
        ("y\n\n", GRAVE, False),
        ("n\n", GRAVE, False),
    ],
)
def test_a_terminal_shows_a_question(
    typed: str, caution: RuleWarning, agreed: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard = io.StringIO(typed)
    monkeypatch.setattr(keyboard, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", keyboard)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    if agreed:
        assert tokens_accepted([caution], ()) == [caution.tokens(7)]
    else:
        with pytest.raises(CommandError):
            tokens_accepted([caution], ())
    assert caution.text in capsys.readouterr().err.lower()


# -- events with sections ----------------------------------------------------------------------------------------------


EVENT = Path(__file__).parent.parent / "golden" / "desk" / "river-festival.rookery"


def test_the_list_shows_events_and_the_verbs_know_them(hall: Path, run: Run) -> None:
    assert run("desk", "import", EVENT).code == DONE
    assert "easter-open" not in run("desk", "list").out
    assert run("desk", "import", "examples/desk/open.rookery").code == DONE
    rows = run("desk", "list").out.splitlines()[2:]
    assert rows[0].split()[:2] == ["easter-open", "river-festival"]
    assert rows[-1].split()[:2] == ["club-evening", "Club"]
    assert "2 tournaments and 1 event with sections" in run("desk", "check").out
    assert "Section Four Rivers Team Cup added." in " ".join(run("desk", "log", "-t", "river-festival").out.split())
    assert "export each section" in " ".join(run("desk", "export", "-t", "river-festival", "-o", "x.trf").err.split())
    assert run("desk", "export", "-t", "river-festival", "-o", "x.rookery").code == DONE
    assert run("desk", "import", "x.rookery", "--desk", "other.sqlite").code == DONE
    assert run("desk", "list", "--desk", "other.sqlite").out == "There is no tournament yet.\n"
    assert run("desk", "backup", "copies").code == DONE
    assert not list((hall / "copies").glob("river*"))
    assert run("desk", "restore", "copies", "--desk", "third.sqlite").code == DONE
    assert run("desk", "list", "--desk", "third.sqlite").out == run("desk", "list").out
