"""A file is replaced in one step, by a file that nobody could have laid there, with the rights the old one had."""

from __future__ import annotations

import errno
import os
import stat
import time
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.cli import files
from rookery.cli.errors import CommandError
from rookery.files import replace_file
from support.command_line import Run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs modes, links and pipes")


@pytest.fixture
def event(tmp_path: Path) -> Path:
    path = tmp_path / "event.trf"
    path.write_bytes(b"old")
    return path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_link_laid_where_the_new_file_is_written_is_not_followed(event: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"precious")
    (tmp_path / ".event.trf.rookery").symlink_to(other)
    (tmp_path / "event.trf.bak").symlink_to(other)
    files.save(str(event), b"new")
    assert other.read_bytes() == b"precious"
    assert (event.read_bytes(), (tmp_path / "event.trf.bak").read_bytes()) == (b"new", b"old")


def test_the_temporary_file_is_created_exclusively(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[str, int, int]] = []
    real = os.open

    def watched(path: str, flags: int, mode: int = 0o777) -> int:
        opened.append((path, flags, mode))
        return real(path, flags, mode)

    monkeypatch.setattr(os, "open", watched)
    files.save(str(event), b"new")
    files.save(str(event), b"newer")
    made = [one for one in opened if one[1] & os.O_CREAT]
    assert len({path for path, _, _ in made}) == len(made) == 4
    assert all(flags & os.O_EXCL and flags & os.O_NOFOLLOW and not mode & 0o077 for _, flags, mode in made)


@pytest.mark.parametrize("step", ["fsync", "fchmod", "replace"])
def test_a_full_disk_leaves_nothing_behind(event: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, step, full)
    with pytest.raises(OSError, match=r"No space left on device: '.*event.trf'"):
        files.save(str(event), b"new")
    assert event.read_bytes() == b"old"
    assert names(event.parent) == {"event.trf"}


def test_a_disk_that_fills_while_we_write_leaves_nothing_behind(event: Path, tmp_path: Path) -> None:
    import resource
    import signal

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError, match=r"event\.trf"):
            files.save(str(event), b"new" * 1000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert event.read_bytes() == b"old"
    assert names(tmp_path) == {"event.trf", "event.trf.bak"}


@pytest.mark.parametrize("rights", [0o600, 0o640, 0o664, 0o444])
def test_the_rights_stay_and_are_never_wider(event: Path, rights: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    real = os.fsync

    def watched(handle: int) -> None:
        seen.append(os.fstat(handle).st_mode)
        real(handle)

    monkeypatch.setattr(os, "fsync", watched)
    event.chmod(rights)
    files.save(str(event), b"new")
    assert {mode(event), mode(event.with_name("event.trf.bak"))} == {rights}
    assert all(not stat.S_IMODE(one) & ~rights for one in seen if stat.S_ISREG(one))


def test_a_new_file_has_the_rights_of_any_new_file(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        files.save(str(tmp_path / "new.trf"), b"new")
    finally:
        os.umask(before)
    assert mode(tmp_path / "new.trf") == 0o640


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files away")
def test_owner_and_group_stay(event: Path) -> None:
    os.chown(event, 12345, 23456)
    files.save(str(event), b"new")
    for path in (event, event.with_name("event.trf.bak")):
        assert (path.stat().st_uid, path.stat().st_gid) == (12345, 23456)


@pytest.mark.parametrize(("rights", "left"), [(0o664, 0o644), (0o660, 0o600), (0o604, 0o600), (0o666, 0o666)])
def test_a_group_that_cannot_be_separated_is_not_replaced_by_another(
    event: Path, rights: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "fchown", refused)
    event.chmod(rights)
    files.save(str(event), b"new")
    assert mode(event) == left


def test_what_a_killed_write_left_blocks_nothing_and_goes_in_time(event: Path, tmp_path: Path) -> None:
    fresh, stale, other = (tmp_path / name for name in (".event.trf.a.rookery", ".event.trf.b.rookery", ".b.rookery"))
    for path in (tmp_path / ".event.trf.rookery", fresh, stale, other):
        path.write_bytes(b"half")
        path.chmod(0o400)
    for path in (stale, other):
        os.utime(path, (time.time() - 7200,) * 2)
    files.save(str(event), b"new")
    assert event.read_bytes() == b"new"
    assert fresh.exists()
    assert other.exists()
    assert not stale.exists()


def test_pipes_and_devices_are_refused_without_blocking(
    tmp_path: Path, examples: Path, run: Run, snapshot: SnapshotAssertion
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for words in (
        ("pair", examples / "swiss.trf", "-o", pipe),
        ("convert", examples / "swiss.trf", pipe),
        ("convert", examples / "swiss.trf", "/dev/zero"),
        ("generate", "--players", 8, "--rounds", 2, "--seed", 1, "-o", pipe),
        ("bye", pipe, 1, "half", "--round", 1),
    ):
        done = run(*words)
        assert done.code == 3, words
        assert done.err.replace(f"{tmp_path}/", "") == snapshot
    assert names(tmp_path) == {"pipe"}


def test_what_goes_nowhere_or_to_standard_output_does(
    examples: Path, capfdbinary: pytest.CaptureFixture[bytes], snapshot: SnapshotAssertion
) -> None:
    files.write_output(b"nobody reads this", os.devnull)
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    files.write_output(b"everybody reads this", "/dev/stdout")
    assert capfdbinary.readouterr().out == b"everybody reads this"
    with pytest.raises(CommandError) as caught:
        files.require_regular_file("/dev/zero", "/dev/zero")
    assert str(caught.value) == snapshot


def test_a_folder_is_no_file(tmp_path: Path, examples: Path, run: Run) -> None:
    done = run("convert", examples / "swiss.trf", tmp_path)
    assert done.code == 5
    assert str(tmp_path) in done.err


def test_a_rating_period_is_written_as_a_whole(
    ground: Path, run: Run, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    words = ("rate-period", "--list", "examples/period/list.csv", "--games", "examples/period/games.csv", "-o", "n.csv")
    assert run(*words).code == 0
    whole = (ground / "n.csv").read_bytes()

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    (ground / "n.csv").write_bytes(b"id\n1\n")
    done = run(*words)
    assert done.code == 5
    assert done.err == snapshot
    assert (ground / "n.csv").read_bytes() == b"id\n1\n"
    monkeypatch.undo()
    assert len(whole) > 20


# -- the versions before -----------------------------------------------------------------------------------------------


def versions(event: Path) -> dict[str, bytes]:
    """What stands beside a file, by what follows its name."""
    return {one.name.removeprefix(event.name): one.read_bytes() for one in event.parent.iterdir() if one != event}


def test_nine_versions_stay_and_the_first_of_all_for_good(event: Path) -> None:
    for number in range(1, 15):
        files.save(str(event), b"%d" % number)
        if number == 3:
            assert versions(event) == {".bak": b"2", ".bak.2": b"1", ".bak.3": b"old"}
    kept = {".bak": b"13", **{f".bak.{back}": b"%d" % (14 - back) for back in range(2, 10)}}
    assert versions(event) == {**kept, ".bak.first": b"old"}


def test_a_version_that_is_gone_makes_room_for_another(event: Path) -> None:
    for number in range(1, 6):
        files.save(str(event), b"%d" % number)
    event.with_name("event.trf.bak.3").unlink()
    files.save(str(event), b"6")
    assert versions(event) == {".bak": b"5", ".bak.2": b"4", ".bak.3": b"3", ".bak.4": b"1", ".bak.5": b"old"}


def test_a_command_that_came_no_further_than_the_copy_takes_no_version(
    event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.save(str(event), b"1")

    def stopped(path: str, *rest: Any, **more: Any) -> None:
        if path == str(event):
            raise OSError(errno.ENOSPC, "No space left on device")
        replace_file(path, *rest, **more)

    monkeypatch.setattr(files, "replace_file", stopped)
    for _ in range(12):
        with pytest.raises(OSError, match="No space"):
            files.save(str(event), b"2")
    monkeypatch.undo()
    files.save(str(event), b"2")
    assert versions(event) == {".bak": b"1", ".bak.2": b"old"}


def test_links_laid_where_versions_stay_are_not_followed(event: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"precious")
    for end in ("", ".2", ".9", ".first"):
        (tmp_path / f"event.trf.bak{end}").symlink_to(other)
    for number in range(1, 20):
        files.save(str(event), b"%d" % number)
    assert other.read_bytes() == b"precious"
    assert other.stat().st_nlink == 1


def test_a_new_tournament_is_never_written_over_another(event: Path, tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        files.create(str(event), b"new")
    (tmp_path / "nowhere").symlink_to(tmp_path / "absent")
    with pytest.raises(FileExistsError):
        files.create(str(tmp_path / "nowhere"), b"new")
    files.create(str(tmp_path / "fresh.trf"), b"new")
    assert names(tmp_path) == {"event.trf", "nowhere", "fresh.trf"}


def test_the_second_start_of_a_tournament_is_reported(
    ground: Path, run: Run, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    words = ("new", "club.trf", "--players", "examples/players.csv", "--rounds", 5)
    assert run(*words).code == 0
    whole = (ground / "club.trf").read_bytes()
    monkeypatch.setattr(os.path, "lexists", lambda _: False)
    done = run(*words)
    assert done.code == 3
    assert done.err == snapshot
    assert (ground / "club.trf").read_bytes() == whole


# -- what other programs ask for ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("-p", "out.txt"), ("-p", "pairs.txt", "-l", "out.txt"), ("-c", "-l", "out.txt")])
def test_exports_for_other_programs_are_written_atomically(
    words: tuple[str, ...], ground: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = ground / "examples" / "out.txt"
    out.write_bytes(b"old")

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert run("--dutch", "examples/swiss.trf", *words).code == 5
    assert out.read_bytes() == b"old"
    assert run("--dutch", "examples/swiss.trf", *words).code == 0
    assert len(out.read_bytes()) > 10
    assert not [name for name in names(out.parent) if ".bak" in name or name.startswith(".")]


def test_what_other_programs_ask_for_goes_to_a_device_as_well(ground: Path, run: Run) -> None:
    assert run("--dutch", ground / "examples" / "swiss.trf", "-p", "/dev/null").code == 0
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
