"""`rookery desk` on a store: the log, the way back, from one desk to another, copies."""

from __future__ import annotations

import io
import json
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

import rookery
from rookery.cli import desks
from rookery.cli.exits import BAD, DIFFERENT, DONE, UNANSWERED, UNREADABLE, Refusal
from rookery.desk.decision import Unanswered
from rookery.desk.levels import Caution
from rookery.store import carried, open_store
from rookery.store.records import Entry, chained
from rookery.values import replace
from support.command_line import Run
from support.postgresql import Cluster

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


def test_a_desk_is_found_by_option_variable_or_in_the_data_folder(
    ground: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ROOKERY_DESK", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(ground / "data"))
    assert run("desk", "log").err == (
        f"rookery: there is no desk at {ground}/data/rookery/desk.sqlite yet; rookery desk import FILE makes one\n"
    )
    assert run("desk", "import", CLUB).code == DONE
    assert (ground / "data" / "rookery" / "desk.sqlite").exists()
    monkeypatch.setenv("ROOKERY_DESK", "other.sqlite")
    assert run("desk", "import", CLUB).code == DONE
    assert run("desk", "import", CLUB, "--desk", "third.sqlite").code == DONE
    assert {path.name for path in ground.glob("*.sqlite")} == {"other.sqlite", "third.sqlite"}


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


def test_what_is_no_desk(ground: Path, run: Run) -> None:
    (ground / "no.sqlite").write_text("012 Tea Party\n" * 100)
    assert run("desk", "log", "--desk", "no.sqlite").code == BAD
    assert run("desk", "log", "--desk", "postgresql://x@/y?host=/no/such").code == UNREADABLE


def test_which_tournament_is_meant(hall: Path, run: Run) -> None:
    with open_store("hall.sqlite") as store:
        store.create("t2", "tournament", "tea-party")
    said = run("desk", "log").err
    assert said == "rookery: say which tournament: hall.sqlite has club-evening and tea-party\n"
    assert "there is no tournament 'tee'" in run("desk", "undo", "-t", "tee").err
    assert len(log(run, "-t", "club-evening")) == 20


# -- the log -----------------------------------------------------------------------------------------------------------


def test_the_log_says_who_did_what_and_what_was_taken_back(hall: Path, run: Run) -> None:
    lines = run("desk", "log").out.splitlines()
    assert lines[2].startswith(" 1  2026-03-14 09:00  ada  The tournament Club Evening opens: FIDE_DUTCH_2026, 3")
    assert [line[:4].strip() for line in lines if "Taken back: " in line] == ["16"]
    assert all(len(line) <= 80 for line in lines)
    last = run("desk", "log", "--last", "1").out.splitlines()[-1]
    assert last == "20  2026-03-14 10:00  ada  Round 2: Wren, Ada - Siskin, Bo ended 0-1."


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


def test_the_log_says_which_warnings_were_answered(hall: Path, run: Run) -> None:
    run("desk", "undo", "--by", "bo", "--yes", "return")
    said = " ".join(run("desk", "log", "--last", "1").out.split())
    assert said.endswith("bo Undone: as at version 18, 2 events taken back. (answered: return)")


def test_the_log_as_data(hall: Path, run: Run) -> None:
    first, *_ = log(run)
    assert first["kind"] == "tournament.opened"
    assert (first["actor"], first["at"], first["stands"]) == ("ada", "2026-03-14T09:00:00Z", True)
    assert first["text"] == "The tournament Club Evening opens: FIDE_DUTCH_2026, 3 rounds."
    assert [one["version"] for one in log(run) if not one["stands"]] == [16]


# -- the way back ------------------------------------------------------------------------------------------------------


def test_undo_and_redo(hall: Path, run: Run) -> None:
    done = run("desk", "undo", "--by", "ada")
    assert (done.code, done.out) == (
        DONE,
        "club-evening is as it was at version 19; 1 event taken back. This is version 21.\n",
    )
    assert run("desk", "undo", "--redo", "--by", "ada").code == DONE
    assert [one["version"] for one in log(run) if not one["stands"]] == [16]
    assert "there is nothing of nobody's to undo" in run("desk", "undo", "--by", "nobody").err


def test_the_work_of_others_is_asked_for(hall: Path, run: Run) -> None:
    before = log(run)
    done = run("desk", "undo", "--by", "bo")
    assert done.code == UNANSWERED
    assert "this would also take back one thing that ada did" in done.err
    assert done.err.endswith("--yes return goes on all the same\n")
    assert log(run) == before
    assert run("desk", "undo", "--by", "bo", "--yes", "return").code == DONE


def test_points(hall: Path, run: Run) -> None:
    assert run("desk", "point").out == "     9  before round 1\n    14  before round 2\n"
    done = run("desk", "point", "before the prizes", "--by", "ada")
    assert (done.code, done.out) == (DONE, "Version 21 of club-evening is 'before the prizes' from now on.\n")
    assert run("desk", "undo", "--by", "ada").code == DONE
    done = run("desk", "undo", "--to", "before round 2", "--by", "ada")
    assert done.code == UNANSWERED
    yes = [word for code in ("return-published!", "results-lost") for word in ("--yes", code)]
    assert run("desk", "undo", "--to", "before round 2", "--by", "ada", *yes).code == DONE
    assert "there is no point 'tea'" in run("desk", "undo", "--to", "tea").err
    assert run("desk", "export", "-o", "club.trf").code == DONE
    assert len(rookery.load("club.trf").tournament.rounds) == 1


# -- from one desk to another ------------------------------------------------------------------------------------------


def test_a_log_goes_to_another_desk_and_back(hall: Path, run: Run) -> None:
    assert run("desk", "export", "-o", "out.rookery").code == DONE
    assert (hall / "out.rookery").read_bytes() == (hall / CLUB).read_bytes()
    there = ("--desk", "laptop.sqlite")
    assert run("desk", "import", "out.rookery", *there).out == (
        "laptop.sqlite has club-evening at version 20 now: 20 new events.\n"
    )
    run("desk", "undo", "--by", "ada", *there)
    run("desk", "export", "-o", "back.rookery", *there)
    assert "1 new event" in run("desk", "import", "back.rookery").out
    assert run("desk", "import", "back.rookery").out == "hall.sqlite has all of club-evening already.\n"
    run("desk", "undo", "--by", "ada", "--yes", "return")
    run("desk", "undo", "--by", "bo", *there)
    run("desk", "export", "-o", "other.rookery", *there)
    done = run("desk", "import", "other.rookery")
    assert done.code == BAD
    assert "went on here in another way" in done.err


def test_a_log_on_standard_output(hall: Path, run: Run) -> None:
    stream, records = carried.loads(run("desk", "export").out.encode())
    assert (stream.slug, len(records)) == ("club-evening", 20)


@pytest.mark.parametrize(("name", "rounds"), [("club.trf", 2), ("club.json", 2), ("CLUB.TRF", 2)])
def test_a_tournament_as_a_file(hall: Path, run: Run, name: str, rounds: int) -> None:
    assert run("desk", "export", "-o", name).code == DONE
    assert len(rookery.load(name).tournament.rounds) == rounds


def test_a_file_begins_a_log_and_comes_out_as_it_was(ground: Path, run: Run) -> None:
    place = ("--desk", "new.sqlite")
    assert run("desk", "import", "examples/swiss.trf", "--by", "ada", *place).out == (
        "new.sqlite has swiss at version 1 now: 1 new event.\n"
    )
    assert "'swiss' is taken" in run("desk", "import", "examples/swiss.trf", *place).err
    assert run("desk", "import", "examples/swiss.trf", "--as", "second", *place).code == DONE
    assert run("desk", "export", "-t", "swiss", "-o", "out.trf", *place).code == DONE
    assert Path("out.trf").read_bytes() == Path("examples/swiss.trf").read_bytes()


def test_a_final_file_is_refused_while_anything_is_open(ground: Path, run: Run) -> None:
    place = ("--desk", "new.sqlite")
    run("desk", "import", "examples/swiss.trf", *place)
    run("desk", "import", "examples/round-robin.trf", *place)
    refused = run("desk", "export", "-t", "swiss", "-o", "out.trf", "--final", *place)
    assert refused.code != DONE
    assert "round 4 is still to be paired" in refused.err
    assert not (ground / "out.trf").exists()
    assert run("desk", "export", "-t", "round-robin", "-o", "out.trf", "--final", *place).code == DONE
    event = rookery.load(ground / "out.trf").tournament
    assert {one.id: one.rank for one in event.players} == {row.id: row.rank for row in rookery.standings(event).rows}
    assert "a log goes on" in run("desk", "export", "-t", "swiss", "-o", "out.rookery", "--final", *place).err


def test_a_file_that_is_not_by_the_rules_is_asked_for(ground: Path, run: Run) -> None:
    done = run("desk", "import", "examples/norms.trf", "--desk", "new.sqlite")
    assert (done.code, Path("new.sqlite").exists()) == (UNANSWERED, False)
    assert (
        "import-broken: rounds 1, 2, 3, 4, 5, 6, 7, 8, 9 and 10 are not those that the rules give; round 1" in done.err
    )
    assert done.err.endswith("\n  --yes import-broken goes on all the same\n")
    assert run("desk", "import", "examples/norms.trf", "--yes", "import-broken", "--desk", "new.sqlite").code == DONE
    assert run("desk", "export", "-o", "out.trf", "--desk", "new.sqlite").code == DONE
    assert Path("out.trf").read_text("utf-8").count("Import @ Round ") == 10


def test_a_file_with_errors_is_asked_about_and_says_so(ground: Path, run: Run) -> None:
    done = run("desk", "import", "examples/broken.trf", "--desk", "new.sqlite")
    assert (done.code, Path("new.sqlite").exists()) == (UNANSWERED, False)
    assert "2 faults of the file put right, the first: line 13" in " ".join(done.err.split())
    done = run("desk", "import", "examples/broken.trf", "--desk", "new.sqlite", "--yes", "import-broken")
    assert done.code == DONE
    assert run("desk", "export", "-o", "out.trf", "--desk", "new.sqlite").code == DONE
    assert "### Import: 2 faults of the file put right, the first: line 13" in Path("out.trf").read_text("utf-8")


def test_what_is_no_log(hall: Path, run: Run) -> None:
    assert "this is no tournament file" in run("desk", "import", "examples/players.csv").err
    (hall / "no.rookery").write_text("012 Tea Party\n")
    done = run("desk", "import", "no.rookery")
    assert (done.code, "this is no log of Rookery" in done.err) == (BAD, True)
    (hall / "cut.rookery").write_bytes((hall / CLUB).read_bytes()[:-200])
    assert run("desk", "import", "cut.rookery").code == BAD
    assert run("desk", "import", "nowhere.rookery").code == UNREADABLE


@pytest.mark.parametrize(
    ("version", "changes", "says"),
    [
        (15, {"kind": "player.cloned"}, "there is no kind of event 'player.cloned'"),
        (15, {"form": 9}, "round.paired has form 9 here"),
        (11, {"data": {"round": 7, "white": "p1", "black": "p4", "result": "1-0"}}, ""),
        (11, {"data": {"round": 1, "white": "p1", "black": "eve", "result": "1-0"}}, ""),
        (2, {"data": {"key": "p1", "number": "one"}}, ""),
        (17, {"data": {"to": 99}}, ""),
    ],
)
def test_a_log_that_adds_up_to_nothing_is_not_kept(
    ground: Path, run: Run, version: int, changes: dict[str, object], says: str
) -> None:
    stream, records = carried.loads(Path(CLUB).read_bytes())
    spoilt = tuple(replace(one, **changes) if one.version == version else one for one in records)
    Path("odd.rookery").write_bytes(carried.dumps(replace(stream, sum=chained("", spoilt)), spoilt))
    done = run("desk", "import", "odd.rookery", "--desk", "hall.sqlite")
    assert (done.code, done.out) == (BAD, "")
    assert "odd.rookery: the events do not add up to a tournament: " in done.err
    assert says in done.err
    assert not Path("hall.sqlite").exists()


# -- copies ------------------------------------------------------------------------------------------------------------


def test_a_copy_has_everything_and_brings_it_back(hall: Path, run: Run) -> None:
    done = run("desk", "backup", "stick")
    assert done.code == DONE
    assert {path.suffix for path in (hall / "stick").iterdir()} == {".sqlite", ".trf", ".json"}
    assert len(rookery.load("stick/club-evening.trf").tournament.rounds) == 2
    before = log(run)
    run("desk", "undo", "--by", "ada")
    done = run("desk", "restore", "stick")
    assert (done.code, "one event is not in stick" in done.err) == (UNANSWERED, True)
    assert len(log(run)) == 21
    done = run("desk", "restore", "stick", "--yes", "restore")
    assert (done.code, "What the desk was is kept in hall.sqlite.before" in " ".join(done.out.split())) == (DONE, True)
    assert log(run) == before
    (kept,) = (hall / "hall.sqlite.before").iterdir()
    assert run("desk", "restore", kept, "--yes", "restore").code == DONE
    assert len(log(run)) == 21


def spoilt(path: str) -> None:
    """Change a log behind our back."""
    with closing(sqlite3.connect(path)) as file:
        file.execute("update event set actor = 'eve' where version = 3")
        file.commit()


def test_a_desk_is_checked(hall: Path, run: Run) -> None:
    assert run("desk", "check").out == "hall.sqlite is whole: 1 tournament, 20 events.\n"
    spoilt("hall.sqlite")
    done = run("desk", "check")
    assert done.code == DIFFERENT
    assert "club-evening: the log was changed" in done.out


def test_a_log_that_does_not_fold_is_found(hall: Path, run: Run) -> None:
    with open_store("hall.sqlite") as store:
        (stream,) = store.streams()
        wrong = Entry("result.entered", 1, {"round": 1, "white": "p1", "black": "nobody", "result": "1-0"})
        store.append(stream.id, stream.version, [wrong], command="c", actor="eve", at="2026-03-14T11:00:00Z")
    done = run("desk", "check")
    assert done.code == DIFFERENT
    assert "club-evening: the events do not add up to a tournament" in done.out


def test_a_damaged_desk_is_not_copied_as_if_it_were_whole(hall: Path, run: Run) -> None:
    spoilt("hall.sqlite")
    done = run("desk", "backup", "stick")
    assert done.code == BAD
    assert "hall.sqlite is damaged, and was not copied: club-evening: the log was changed" in done.err
    assert not Path("stick").exists()


def test_a_log_comes_in_under_another_name_and_keeps_it(hall: Path, run: Run) -> None:
    done = run("desk", "import", CLUB, "--as", "tuesday", "--desk", "other.sqlite")
    assert done.out == "other.sqlite has tuesday at version 20 now: 20 new events.\n"
    assert run("desk", "import", CLUB, "--desk", "other.sqlite").out == "other.sqlite has all of tuesday already.\n"
    refused = run("desk", "import", CLUB, "--as", "friday", "--desk", "other.sqlite")
    assert (refused.code, "as tuesday: it keeps that name" in refused.err) == (BAD, True)


def test_a_desk_is_made_of_a_copy(hall: Path, run: Run) -> None:
    run("desk", "backup", "stick")
    assert run("desk", "restore", "stick", "--desk", "new/laptop.sqlite").code == DONE
    assert len(log(run, "--desk", "new/laptop.sqlite")) == 20
    (hall / "empty").mkdir()
    assert "there is no copy of a desk in empty" in run("desk", "restore", "empty").err


# -- answers -----------------------------------------------------------------------------------------------------------

ASKED, GRAVE = Caution("rematch", 3, "they have met", "C.04.1 2"), Caution("by-hand", 4, "it is another one")


def answered(cautions: Sequence[Caution], yes: Sequence[str]) -> list[tuple[str, ...]]:
    """With which tokens something was done that is warned of."""
    done: list[tuple[str, ...]] = []

    def act(tokens: Sequence[str]) -> None:
        if not tokens:
            raise Unanswered(cautions, 7)
        done.append(tuple(tokens))

    desks.answered(act, "club", yes)
    return done


@pytest.mark.parametrize(
    ("cautions", "yes", "says"),
    [
        ([ASKED], [], "--yes rematch goes on all the same"),
        ([ASKED], ["by-hand!"], "rematch: they have met (C.04.1 2)"),
        ([GRAVE], ["by-hand"], "--yes 'by-hand!' goes on all the same"),
        ([ASKED, ASKED], ["rematch"], None),
        ([GRAVE, ASKED], ["by-hand!", "rematch"], None),
    ],
)
def test_a_script_answers_beforehand(cautions: list[Caution], yes: list[str], says: str | None) -> None:
    if says is None:
        assert answered(cautions, yes) == [tuple(token for one in cautions for token in one.tokens(7))]
        return
    with pytest.raises(Refusal) as refused:
        answered(cautions, yes)
    assert refused.value.code == UNANSWERED
    assert says in str(refused.value)


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
def test_a_terminal_is_asked(
    typed: str, caution: Caution, agreed: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard = io.StringIO(typed)
    monkeypatch.setattr(keyboard, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", keyboard)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    if agreed:
        assert answered([caution], ()) == [caution.tokens(7)]
    else:
        with pytest.raises(Refusal):
            answered([caution], ())
    assert caution.text in capsys.readouterr().err.lower()
