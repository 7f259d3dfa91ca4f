"""`rookery desk publish`: the public pages in a folder, and the command that follows."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli.conftest import Run
from rookery.cli.errors import DONE
from rookery.storage import open_store
from rookery.tournaments.domain.publication import SetPublication
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.service import create_service


@pytest.fixture
def desk_file(run: Run, ground: Path) -> Path:
    assert run("desk", "import", "examples/swiss.trf", "--as", "open", "--desk", "hall.sqlite").code == DONE
    return ground / "hall.sqlite"


def test_a_site_is_written_and_written_again(run: Run, ground: Path, desk_file: Path) -> None:
    done = run("desk", "publish", "site", "--desk", desk_file)
    assert done.code == DONE, done.err
    assert (ground / "site" / "index.html").is_file()
    assert ", 0 new or changed" in run("desk", "publish", "site", "open", "--desk", desk_file).out


def test_a_subfolder_has_the_name_of_the_tournament(run: Run, ground: Path, desk_file: Path) -> None:
    assert run("desk", "publish", "sites", "--subfolder", "--desk", desk_file).code == DONE
    assert (ground / "sites" / "open" / "index.html").is_file()


def test_the_command_that_follows_runs_in_the_folder(run: Run, ground: Path, desk_file: Path) -> None:
    script = ground / "upload.py"
    script.write_text(
        "import pathlib, sys\npathlib.Path('../seen').write_text(str(len(list(pathlib.Path().iterdir()))))\n"
    )
    assert run("desk", "publish", "site", "--desk", desk_file, "--then", f"{sys.executable} {script}").code == DONE
    assert int((ground / "seen").read_text()) > 5


@pytest.mark.parametrize(
    "words", [("--then", "no-such-program-here"), ("--without", "rating"), ("--then", f"{sys.executable} -c 1/0")]
)
def test_failures_are_reported(run: Run, desk_file: Path, words: tuple[str, ...]) -> None:
    done = run("desk", "publish", "site", "--desk", desk_file, *words)
    assert done.code != DONE
    assert "Traceback" not in done.err
    assert done.err.startswith("rookery")


def test_the_site_of_a_hidden_tournament_is_withdrawn(run: Run, ground: Path, desk_file: Path) -> None:
    assert run("desk", "publish", "site", "--desk", desk_file).code == DONE
    with open_store(desk_file) as store:
        desk, (stream,) = create_service(store), store.streams()
        with pytest.raises(ConfirmationRequiredError) as asked:
            desk.do(stream.id, SetPublication({"test": True}))
        desk.do(stream.id, SetPublication({"test": True}), acknowledged=asked.value.tokens)
    done = run("desk", "publish", "site", "--desk", desk_file)
    assert "open is not public any more" in done.out
    assert sorted(path.name for path in (ground / "site").iterdir() if path.is_file()) == [
        "index.html", "rookery-site.json"
    ]  # fmt: skip
    assert run("desk", "publish", "another", "--desk", desk_file).code != DONE


def test_a_folder_with_other_files_is_refused(run: Run, ground: Path, desk_file: Path) -> None:
    (ground / "mine").mkdir()
    (ground / "mine" / "thesis.txt").write_text("years of work")
    assert run("desk", "publish", "mine", "--desk", desk_file).code != DONE
    assert [path.name for path in (ground / "mine").iterdir()] == ["thesis.txt"]
