"""What commands did to a file is in its journal: listed, taken back, done again, and nothing lost on the way."""

from __future__ import annotations

import getpass
import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.cli.journal import apply_patch, current_user, make_patch
from support.command_line import Run
from support.snapshots import lines_with


@pytest.fixture(params=["trf", "json"])
def club(request: pytest.FixtureRequest, run: Run, ground: Path) -> str:
    path = f"club.{request.param}"
    assert run("new", path, "--players", "examples/players.csv", "--rounds", 5, "--colour", "white").code == 0
    return path


STEPS: tuple[tuple[object, ...], ...] = (
    ("bye", "{}", 8, "half", "--round", 1),
    ("pair", "{}", "-o", "{}"),
    ("enter", "{}", 1, "1-4=1-0"),
    ("enter", "{}", 1, "5-2=0-1", "3-6=="),
    ("add", "{}", "--name", "Wren, Dora", "--rating", 1885),
    ("correct", "{}", "9=2300", "--yes", "numbers"),
    ("set", "{}", "--city", "Elsewhere"),
    ("withdraw", "{}", 4),
)


LEFT_FIDE_MODE = "### FIDE mode exited @ Round 1"
"""The line of a file that is not in FIDE mode any more."""


def told(words: tuple[object, ...], club: str) -> list[object]:
    return [club if word == "{}" else word for word in words]


def without_folder(text: str) -> str:
    """Take the folder of the tournament out of the paths in a text."""
    return text.replace(f"{Path.cwd()}/", "")


def test_every_command_is_taken_back_and_done_again_byte_for_byte(
    club: str, run: Run, snapshot: SnapshotAssertion
) -> None:
    states = [Path(club).read_bytes()]
    for words in STEPS:
        done = run(*told(words, club))
        assert done.code == 0, done
        states.append(Path(club).read_bytes())
    assert len(set(states)) == len(states)
    for before in reversed(states[:-1]):
        assert run("undo", club).code == 0
        assert Path(club).read_bytes() == before
    assert run("undo", club).err == snapshot
    assert run("undo", club, "--redo", "--steps", 9).err == snapshot
    assert Path(club).read_bytes() == states[0]
    assert run("undo", club, "--redo", "--steps", 3).code == 0
    assert Path(club).read_bytes() == states[3]
    assert run("undo", club, "--redo", "--steps", len(STEPS) - 3).code == 0
    assert Path(club).read_bytes() == states[-1]
    assert run("undo", club, "--redo").err == snapshot


def test_history_shows_author_and_command(
    club: str, run: Run, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    (begun,) = run("history", club).out.splitlines()
    assert begun.split(": ", 1)[1] == snapshot
    assert run("undo", club).err == snapshot
    monkeypatch.setenv("ROOKERY_ARBITER", "agatha")
    run("bye", club, "Cranesbill", "half", "--round", 1)
    run("undo", club)
    lines = run("history", club).out.splitlines()[1:]
    assert [line.split("  ", 2)[2].split("  ", 1)[-1] for line in lines] == snapshot
    data = json.loads(run("history", club, "--format", "json").out)["commands"]
    assert (data[0]["why"], data[0]["stands"]) == ("new", True)
    assert data[1]["events"] == [{"kind": "bye.asked", "form": 1, "data": {"key": "p8", "round": 1, "kind": "half"}}]


def test_a_file_that_something_else_has_changed_is_left_alone(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    run("bye", club, 8, "half", "--round", 1)
    text = Path(club).read_text(encoding="utf-8")
    Path(club).write_text(text.replace("Wagtail", "Wagtale"), encoding="utf-8")
    before = Path(club).read_bytes()
    done = run("undo", club)
    assert done.code == 3
    assert done.err == snapshot
    assert Path(club).read_bytes() == before


def test_a_line_whose_command_came_no_further_is_passed_over(club: str, run: Run) -> None:
    run("bye", club, 8, "half", "--round", 1)
    before = Path(club).read_bytes()
    run("bye", club, 7, "half", "--round", 2)
    power_cut(club, before)
    assert run("undo", club).code == 0
    assert rookery.load(Path(club)).tournament.requested_byes == ()


def test_leaving_fide_mode_is_not_taken_back(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    run("set", club, "--city", "Elsewhere")
    done = run("set", club, "--leave-fide-mode", "a friendly")
    assert (done.code, "leave-mode" in done.err) == (6, True)
    assert run("set", club, "--leave-fide-mode", "a friendly", "--yes", "leave-mode").code == 6
    assert run("set", club, "--leave-fide-mode", "a friendly", "--yes", "leave-mode!").code == 0
    assert run("undo", club, "--steps", 2).out == snapshot
    made = rookery.load(Path(club)).tournament
    assert [str(remark) for remark in made.remarks] == ["FIDE mode exited @ Round 1"]
    assert made.info.city == ""


def test_a_broken_journal_is_named(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    Path(f"{club}.journal").write_text("nonsense\n")
    before = Path(club).read_bytes()
    done = run("bye", club, 8, "half", "--round", 1)
    assert done.code == 3
    assert without_folder(done.err) == snapshot
    assert Path(club).read_bytes() == before


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (b"", b"a\n"),
        (b"a\nb\n", b"b\n"),
        (b"a\x85b\r\nc", b"a\x85\r\nd"),
        (b"\xff\n\xfe", b"\xfe\n\xff\n"),
        (b"a", b""),
    ],
)
def test_a_patch_transforms_the_old_text_into_the_new(one: bytes, other: bytes) -> None:
    assert apply_patch(one, make_patch(one, other)) == other


def test_a_round_is_not_written_over_open_games_without_an_answer(
    club: str, run: Run, snapshot: SnapshotAssertion
) -> None:
    assert run("pair", club, "-o", club).code == 0
    assert run("enter", club, 1, "1-5=1-0").code == 0
    before = Path(club).read_bytes()
    done = run("pair", club, "-o", club)
    assert (done.code, "adjourned-now: " in done.err) == (6, True)
    assert done.err == snapshot
    assert Path(club).read_bytes() == before
    assert run("pair", club, "-o", club, "--yes", "adjourned-now").code == 0
    made = rookery.load(Path(club)).tournament
    assert len(made.rounds) == 2
    assert len(made.rounds[0].adjourned) == 3
    assert run("undo", club).code == 0
    assert Path(club).read_bytes() == before


def test_a_forced_pair_needs_two_confirmations_and_is_recorded_in_the_file(club: str, run: Run) -> None:
    done = run("pair", club, "--fix", "1-2", "-o", club)
    assert (done.code, "by-hand" in done.err) == (6, True)
    assert run("pair", club, "--fix", "1-2", "-o", club, "--yes", "by-hand!").code == 0
    (told,) = rookery.load(Path(club)).tournament.remarks
    assert str(told).startswith("MPA @ Round 1: 1-5 6-2")


def test_a_late_entry_is_taken_back_although_everybody_was_renumbered(run: Run, ground: Path) -> None:
    before = Path("examples/swiss.trf").read_bytes()
    assert run("add", "examples/swiss.trf", "--name", "Typo, Y", "--rating", 2150).code == 0
    assert run("undo", "examples/swiss.trf").code == 0
    assert Path("examples/swiss.trf").read_bytes() == before
    assert run("undo", "examples/swiss.trf", "--redo").code == 0


def test_all_steps_are_taken_back_or_none(run: Run, ground: Path) -> None:
    swiss = "examples/swiss.trf"
    run("enter", swiss, 2, "8-7=1-0", "--yes", "correction")
    run("withdraw", swiss, 3)
    before = Path(swiss).read_bytes()
    done = run("undo", swiss, "--steps", 2)
    assert (done.code, Path(swiss).read_bytes()) == (6, before)
    assert run("undo", swiss, "--steps", 2, "--yes", "correction").code == 0


def test_the_journal_of_a_private_file_is_private(club: str, run: Run) -> None:
    Path(club).chmod(0o600)
    run("bye", club, 8, "half", "--round", 1)
    assert Path(f"{club}.journal").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("spoil", [b"\xff\xfe\n", b"{}\n", b'{"form":2}\n'], ids=["bytes", "empty", "form"])
def test_a_damaged_journal_is_named(spoil: bytes, club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    run("bye", club, 8, "half", "--round", 1)
    with Path(f"{club}.journal").open("ab") as file:
        file.write(spoil)
    done = run("undo", club)
    assert done.code == 3
    assert without_folder(done.err) == snapshot


def test_users_have_the_same_name_at_every_entry(club: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ROOKERY_ARBITER", "LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    run("withdraw", club, 3)
    _, note = json.loads(run("history", club, "--format", "json").out)["commands"]
    assert note["by"] == current_user() == getpass.getuser()
    monkeypatch.setenv("ROOKERY_ARBITER", "agatha")
    assert (current_user(), current_user("bo")) == ("agatha", "bo")


def test_a_file_begun_anew_has_no_old_history(club: str, run: Run) -> None:
    run("bye", club, 8, "half", "--round", 1)
    run("new", club, "--players", "examples/players.csv", "--rounds", 5, "--overwrite")
    assert len(run("history", club).out.splitlines()) == 1


def by_hand(path: str, old: str, new: str) -> None:
    """Change a file as an editor does."""
    text = Path(path).read_bytes().decode("utf-8")
    assert old in text
    Path(path).write_bytes(text.replace(old, new).encode("utf-8"))


def power_cut(path: str, before: bytes) -> None:
    """As if the power had gone between the journal and the file."""
    journal = Path(f"{path}.journal").read_bytes()
    assert journal.endswith(b"}\n\n"), "the file of the last line was written"
    Path(f"{path}.journal").write_bytes(journal[:-1])
    Path(path).write_bytes(before)


def test_a_power_cut_on_the_way_out_of_fide_mode_leaves_it_as_it_was(club: str, run: Run) -> None:
    before = Path(club).read_bytes()
    assert run("set", club, "--leave-fide-mode", "a friendly", "--yes", "leave-mode!").code == 0
    power_cut(club, before)
    assert run("withdraw", club, 3).code == 0
    assert rookery.load(Path(club)).tournament.remarks == ()


@pytest.mark.parametrize(
    "words",
    [
        ("withdraw", "{}", 3),
        ("undo", "{}"),
        ("pair", "{}", "-o", "{}"),
        ("convert", "{}", "{}"),
        ("desk", "import", "{}", "--desk", "desk.sqlite"),
    ],
    ids=lambda words: words[0],
)
def test_a_copy_of_before_the_last_command_does_not_bring_fide_mode_back(
    club: str, run: Run, words: tuple[object, ...], snapshot: SnapshotAssertion
) -> None:
    """The copy that every command keeps is put back: that is no power cut."""
    run("bye", club, 8, "half", "--round", 1)
    assert run("set", club, "--leave-fide-mode", "a friendly", "--yes", "leave-mode!").code == 0
    before = Path(f"{club}.bak").read_bytes()
    Path(club).write_bytes(before)
    done = run(*told(words, club))
    if words[0] != "convert" or done.code != 0:  # converting writes it as it is
        assert (done.code, LEFT_FIDE_MODE in done.err) == (3, True), done
        assert without_folder(done.err) == snapshot
    assert Path(club).read_bytes() == before


def test_a_copy_of_before_the_last_command_opens_no_old_round(
    run: Run, ground: Path, snapshot: SnapshotAssertion
) -> None:
    run("new", "club.trf", "--players", "examples/players.csv", "--rounds", 5, "--name", "Club")
    for number in (1, 2, 3):
        run("pair", "club.trf", "-o", "club.trf")
        games = rookery.load(Path("club.trf")).tournament.rounds[-1].games
        assert run("enter", "club.trf", number, *(f"{game.white}-{game.black}=1-0" for game in games)).code == 0
    Path("club.trf").write_bytes(Path("club.trf.bak").read_bytes())  # round 3 without its results
    assert run("unpair", "club.trf").code == 0
    done = run("enter", "club.trf", 1, "1-5=0-1")
    assert done.code == 3, done
    assert done.err == snapshot


def test_an_editor_does_not_bring_fide_mode_back(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    run("new", "club.trf", "--players", "examples/players.csv", "--rounds", 5, "--colour", "white")
    run("pair", "club.trf", "-o", "club.trf")
    left = Path("club.trf").read_bytes()
    run("set", "club.trf", "--leave-fide-mode", "a friendly", "--yes", "leave-mode!")
    run("bye", "club.trf", 8, "half", "--round", 2)
    whole = Path("club.trf").read_bytes()
    for made in (whole.replace(b"### FIDE mode exited @ Round 1\r\n", b""), left):  # a line deleted, an old copy
        Path("club.trf").write_bytes(made)
        for words in (("withdraw", "club.trf", 3), ("pair", "club.trf", "-o", "club.trf", "--yes", "adjourned-now"),
                      ("desk", "import", "club.trf", "--desk", "desk.sqlite")):  # fmt: skip
            done = run(*words)
            assert (done.code, LEFT_FIDE_MODE in done.err) == (3, True), words
            assert without_folder(done.err) == snapshot
        assert Path("club.trf").read_bytes() == made
    by_hand_too = whole.replace(b"Wagtail", b"Wagtale")
    Path("club.trf").write_bytes(by_hand_too)
    assert run("withdraw", "club.trf", 3).code == 0


def test_an_editor_does_not_open_old_rounds(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    run("new", "club.trf", "--players", "examples/players.csv", "--rounds", 5, "--name", "Club")
    for number in (1, 2, 3):
        run("pair", "club.trf", "-o", "club.trf")
        games = rookery.load(Path("club.trf")).tournament.rounds[-1].games
        assert run("enter", "club.trf", number, *(f"{game.white}-{game.black}=1-0" for game in games)).code == 0
    for _ in range(2):
        assert run("unpair", "club.trf", "--yes", "results-lost").code == 0
    by_hand("club.trf", "Wagtail", "Wagtale")
    done = run("unpair", "club.trf", "--yes", "results-lost")
    assert done.code == 3
    assert done.err == snapshot


def test_a_round_entered_in_parts_is_judged_by_the_command_after_it(club: str, run: Run) -> None:
    assert run("enter", club, 1, "1-2", "--part").code == 0
    assert run("enter", club, 1, "3-4", "--part").code == 0
    done = run("pair", club, "-o", club, "--yes", "adjourned-now")
    assert (done.code, "by-hand" in done.err) == (6, True), done
    assert run("pair", club, "-o", club, "--yes", "adjourned-now", "--yes", "by-hand!").code == 0
    assert [
        str(remark) for remark in rookery.load(Path(club)).tournament.remarks if str(remark).startswith("MPA @ Round 1")
    ]


def test_undeclared_settings_may_be_declared_later_and_tie_breaks_after_confirmation(
    run: Run, ground: Path, snapshot: SnapshotAssertion
) -> None:
    run("convert", "examples/swiss.trf", "old.trf", "--to", "trf16")
    assert run("set", "old.trf", "--rounds", 7).code == 6
    assert run("set", "old.trf", "--rounds", 7, "--yes", "rounds-late").code == 0
    assert lines_with(Path("old.trf").read_text("utf-8"), "### Rules @ Round 4: ") == snapshot
    assert run("set", "old.trf", "--tiebreaks", "BH,SB").code == 6
    assert run("set", "old.trf", "--tiebreaks", "BH,SB", "--yes", "tie-breaks!").code == 0
    assert run("set", "old.trf", "--rounds", 8).code == 3


def test_the_initial_colour_stays_once_round_1_is_paired(club: str, run: Run, snapshot: SnapshotAssertion) -> None:
    run("pair", club, "-o", club)
    done = run("set", club, "--colour", "black")
    assert (done.code, "--leave-fide-mode" in done.err) == (3, True)
    assert done.err == snapshot


def test_a_club_event_was_never_in_fide_mode(run: Run, ground: Path) -> None:
    run(
        "new",
        "kz.json",
        "--players",
        "examples/players.csv",
        "--rounds",
        5,
        "--system",
        "keizer",
        "--yes",
        "leave-mode!",
    )
    assert run("pair", "kz.json", "-o", "kz.json").code == 0
    assert run("set", "kz.json", "--rounds", 8, "--yes", "frozen").code == 0


def test_no_bye_with_points_in_a_round_robin(run: Run, ground: Path, snapshot: SnapshotAssertion) -> None:
    run("new", "rr.trf", "--players", "examples/players.csv", "--system", "round-robin")
    done = run("bye", "rr.trf", 1, "half", "--round", 4)
    assert done.code == 3
    assert done.err == snapshot
