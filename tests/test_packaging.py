"""What is handed out works: wheel and source archive are built, whole, and run where nothing else is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from pathlib import Path
from venv import EnvBuilder

import pytest

import rookery

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
STEM = f"rookery_chess-{rookery.__version__}"

# Nothing of the checkout, or of whoever runs the tests, is to be found by accident.
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_", "VIRTUAL_ENV"))}
CLEAN |= {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1", "COLUMNS": "80"}


def run(*words: str | Path, where: Path) -> str:
    """What a command prints; it must succeed."""
    done = subprocess.run(
        [str(word) for word in words],
        cwd=where,
        env=CLEAN,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
    return done.stdout


def build(source: Path, target: Path, kind: str) -> Path:
    """The archive of this kind, built from a source tree without the network."""
    run(sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", target, where=source)
    (found,) = target.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return found


def files_of(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("sdist"), "sdist")


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the source archive unpacks into."""
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (found,) = folder.iterdir()
    return found


@pytest.fixture(scope="module")
def empty(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a virtual environment in which there is the wheel, and nothing else."""
    folder = tmp_path_factory.mktemp("empty") / "environment"
    EnvBuilder(with_pip=False).create(folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "-qq", "--no-input", "--disable-pip-version-check"]
    run(
        *pip, "--python", programs / "python", "install", "--no-index", "--no-deps", "--no-compile", wheel, where=folder
    )
    return programs


# -- what is in them ---------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_the_wheel_holds_the_whole_package(wheel: Path) -> None:
    ours = {
        path.relative_to(SRC).as_posix(): path.read_bytes()
        for path in (SRC / "rookery").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }
    ours |= {f"rookery/schemas/{path.name}": path.read_bytes() for path in (ROOT / "docs" / "schemas").iterdir()}
    held = {name: data for name, data in files_of(wheel).items() if ".dist-info/" not in name}
    assert "rookery/py.typed" in held
    assert held == ours


@pytest.mark.smoke
def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    held = files_of(wheel)
    about = message_from_string(held[f"{STEM}.dist-info/METADATA"].decode())
    assert (about["Name"], about["Version"], about["License-Expression"]) == (
        "rookery-chess",
        rookery.__version__,
        "MIT",
    )
    assert about["Requires-Python"] == ">=3.11"
    needs = [need for need in about.get_all("Requires-Dist", []) if "extra ==" not in need]
    assert [re.split(r"\W", need)[0] for need in needs] == ["platformdirs"]
    assert b"rookery = rookery.cli.main:main" in held[f"{STEM}.dist-info/entry_points.txt"]
    assert held[f"{STEM}.dist-info/licenses/LICENSE"] == (ROOT / "LICENSE").read_bytes()


def test_the_source_archive_holds_what_a_reader_needs(unpacked: Path) -> None:
    assert unpacked.name == STEM
    names = ("README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "mkdocs.yml", "pyproject.toml")
    for name in (*names, "docs/index.md", "examples/swiss.trf", "tests/test_packaging.py", "src/rookery/py.typed"):
        assert (unpacked / name).read_bytes() == (ROOT / name).read_bytes(), name


# -- the workflows -----------------------------------------------------------------------------------------------------

WORKFLOWS = {path.name: path.read_text("utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml")}


@pytest.mark.skipif(not WORKFLOWS, reason="the source archive has no workflows")
def test_actions_are_pinned_by_hash() -> None:
    actions = [action for text in WORKFLOWS.values() for action in re.findall(r"uses: (\S+.*)", text)]
    assert actions
    assert [action for action in actions if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", action)] == []


@pytest.mark.skipif(not WORKFLOWS, reason="the source archive has no workflows")
def test_every_python_of_the_classifiers_is_tested() -> None:
    matrix = re.search(r"python-version: \[(.*)\]", WORKFLOWS["checks.yml"])
    assert matrix
    classifiers = re.findall(
        r'"Programming Language :: Python :: (3\.\d+)"', (ROOT / "pyproject.toml").read_text("utf-8")
    )
    assert re.findall(r'"([\d.]+)"', matrix[1]) == classifiers
    assert {"windows-latest", "macos-latest"} <= set(re.findall(r"\w+-latest", WORKFLOWS["checks.yml"]))


# -- whether they work -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_wheel_of_the_source_archive_is_the_same(unpacked: Path, wheel: Path, tmp_path: Path) -> None:
    assert files_of(build(unpacked, tmp_path, "wheel")) == files_of(wheel)


@pytest.mark.slow
@pytest.mark.parametrize("command", [["python", "-m", "rookery"], ["rookery"]], ids=" ".join)
def test_it_runs_where_nothing_else_is_installed(command: list[str], empty: Path, tmp_path: Path) -> None:
    words = [empty / command[0], *command[1:]]
    assert rookery.__version__ in run(*words, "--version", where=tmp_path)
    assert "Heron, Isolde" in run(*words, "pair", ROOT / "examples" / "swiss.trf", where=tmp_path)


@pytest.mark.slow
def test_the_installed_package_is_its_own(empty: Path, tmp_path: Path) -> None:
    code = (
        "import importlib.util as u, rookery; print(rookery.__file__); print(u.find_spec('rich'), u.find_spec('pip'))"
    )
    where, others = run(empty / "python", "-c", code, where=tmp_path).splitlines()
    assert Path(where).is_relative_to(empty.parent)
    assert others == "None None"
