"""The front door: what `rookery` offers is there, documented, light to import, and can be used twice."""

from __future__ import annotations

import ast
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "rookery"
SWISS = ROOT / "examples" / "swiss.trf"

VERBS = (
    *("load", "dumps", "pair", "explain", "standings", "rate", "norms", "check", "generate"),
    *("check_feasibility", "check_pairing", "check_compliance"),
)

# One line for each verb in rookery.__all__: how it is called on the example. A verb not built yet has none.
CALLS: dict[str, Callable[[], object]] = {
    "load": lambda: rookery.load(SWISS),
    "dumps": lambda: rookery.dumps(rookery.load(SWISS).tournament),
    "pair": lambda: rookery.pair(rookery.load(SWISS).tournament),
    "check": lambda: rookery.check(rookery.load(SWISS).tournament),
    "check_compliance": lambda: rookery.check_compliance(rookery.load(SWISS).tournament),
    "check_pairing": lambda: rookery.check_pairing(rookery.load(SWISS).tournament, [(1, 2)]),
    "check_feasibility": lambda: rookery.check_feasibility(rookery.load(SWISS).tournament),
    "generate": lambda: rookery.generate(rookery.GeneratorSettings(players=8), seed=1),
    "standings": lambda: rookery.standings(rookery.load(SWISS).tournament),
    "rate": lambda: rookery.rate(rookery.load(SWISS).tournament),
    "norms": lambda: rookery.norms(rookery.load(SWISS).tournament),
}


def python(code: str, *options: str) -> subprocess.CompletedProcess[str]:
    """What a fresh interpreter says to some code, with nothing but the source tree on its path."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, *options, "-c", code],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )


def loaded_after(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after some code, beyond those it starts with."""
    frame = (
        "import sys; before = set(sys.modules)\n"
        f"try:\n    exec({code!r}, {{}})\n"
        "except SystemExit as stop:\n    assert not stop.code, stop.code\n"
        "print('|', *sorted(set(sys.modules) - before))"
    )
    done = python(frame)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("|")[2].split())


def run_command(*arguments: str) -> str:
    """Code that runs `rookery` with some arguments."""
    return (
        f"import runpy, sys; sys.argv = {['rookery', *arguments]!r}; runpy.run_module('rookery', run_name='__main__')"
    )


# -- the names ---------------------------------------------------------------------------------------------------------


def test_all_is_sorted_and_complete() -> None:
    assert sorted(set(rookery.__all__)) == sorted(rookery.__all__)
    assert set(rookery.__all__) <= set(dir(rookery))


@pytest.mark.parametrize("name", rookery.__all__)
def test_a_public_name_is_there_and_says_what_it_is(name: str) -> None:
    thing = getattr(rookery, name)
    assert getattr(rookery, name) is thing
    if name != "__version__":
        documented = thing.__doc__ if callable(thing) else "a constant or an alias: its module says what it is"
        assert documented, f"rookery.{name} has no docstring"


@pytest.mark.parametrize("name", rookery.__all__)
def test_a_public_name_is_fetched_when_asked_for(name: str) -> None:
    assert python(f"from rookery import {name}").returncode == 0


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_verb"):
        rookery.no_such_verb  # noqa: B018


def test_the_facade_names_for_type_checkers_are_the_public_names() -> None:
    """Every public name can be seen by a type checker, too: it is imported or defined somewhere in __init__.py."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text("utf-8"))
    seen = {alias.asname or alias.name for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) for alias in n.names}
    seen |= {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    seen |= {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    assert set(rookery.__all__) <= seen


# -- the verbs ---------------------------------------------------------------------------------------------------------


def test_no_module_carries_the_name_of_a_verb() -> None:
    """An import of rookery.pair (a module) would put it in the place of rookery.pair (the verb)."""
    modules = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert not modules & set(VERBS)


def test_every_verb_has_its_line() -> None:
    assert {name for name in rookery.__all__ if name in VERBS} == set(CALLS)


@pytest.mark.parametrize("verb", CALLS)
def test_a_verb_can_be_called_twice(verb: str) -> None:
    first, second = CALLS[verb](), CALLS[verb]()
    assert callable(getattr(rookery, verb))
    assert first is not None
    assert first == second


# -- weight ------------------------------------------------------------------------------------------------------------

HEAVY = {"platformdirs", "numpy", "argparse", "sqlite3", "json"}

needs_the_command = pytest.mark.skipif(not (PACKAGE / "cli" / "main.py").exists(), reason="no command line yet")


def test_the_import_is_light() -> None:
    loaded = loaded_after("import rookery")
    assert not loaded & HEAVY
    assert {name for name in loaded if name.startswith("rookery.")} <= {"rookery._version"}


@needs_the_command
def test_help_is_light() -> None:
    assert not loaded_after(run_command("--help")) & {"platformdirs", "numpy"}


@needs_the_command
@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_the_bare_source_tree_runs(argument: str) -> None:
    """With no site-packages at all (-S, -E would hide PYTHONPATH): nothing installed."""
    done = python(run_command(argument), "-S")
    assert done.returncode == 0, done.stderr
    assert "rookery" in done.stdout.lower()


def test_the_version_is_written_once() -> None:
    written = (PACKAGE / "_version.py").read_text("utf-8")
    assert f'"{rookery.__version__}"' in written
    for file in ("pyproject.toml", "src/rookery/__init__.py"):
        assert f'"{rookery.__version__}"' not in (ROOT / file).read_text("utf-8"), file


def test_a_reading_given_for_a_tournament_is_told_apart(snapshot: SnapshotAssertion) -> None:
    reading = rookery.loads("001    1      Byng, Ada\n001    2      Ash, Bo\n")
    for verb in (rookery.pair, rookery.standings, rookery.check, rookery.rate, rookery.dumps):
        with pytest.raises(TypeError) as caught:
            verb(reading)
        assert str(caught.value) == snapshot(name=verb.__name__)
    with pytest.raises(AttributeError) as unknown:
        reading.nonsense  # noqa: B018
    assert str(unknown.value) == snapshot(name="nonsense")
    assert pickle.loads(pickle.dumps(reading)) == reading


@pytest.mark.parametrize(
    "source", [123, None, ["001"], b"001    1", "012 Open\n"], ids=["number", "None", "list", "bytes", "text"]
)
def test_load_takes_a_path(source: object, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(TypeError) as caught:
        rookery.load(source)  # type: ignore[arg-type]
    assert str(caught.value) == snapshot


@pytest.mark.parametrize("source", [123, None, SWISS], ids=["number", "None", "path"])
def test_loads_takes_a_text_or_bytes(source: object) -> None:
    with pytest.raises(TypeError, match="loads takes a text or bytes"):
        rookery.loads(source)  # type: ignore[arg-type]


def test_dump_writes_a_file_and_returns_what_it_does_not_hold(tmp_path: Path) -> None:
    tournament = rookery.load(SWISS).tournament
    assert rookery.dump(tournament, tmp_path / "copy.trf") == ()
    assert rookery.load(tmp_path / "copy.trf").tournament == tournament
    assert rookery.dump(tournament, tmp_path / "copy.json") == ()
    assert (tmp_path / "copy.json").read_bytes() == rookery.dumps(tournament, "json")
    assert rookery.dump(tournament, tmp_path / "old.trf", format="trf16")


def test_a_tournament_becomes_a_dictionary_and_back() -> None:
    tournament = rookery.load(SWISS).tournament
    assert rookery.Tournament.from_dict(tournament.to_dict()) == tournament
    with pytest.raises(rookery.FormatError):
        rookery.Tournament.from_dict({"rookery": 1, "players": [{"id": 1, "rating": "high"}]})
    with pytest.raises(rookery.FormatError):
        rookery.Tournament.from_dict({})


def test_answers_become_dictionaries() -> None:
    tournament = rookery.load(SWISS).tournament
    for answer in (rookery.pair(tournament), rookery.standings(tournament), rookery.completion(tournament)):
        assert answer.to_dict() == rookery.as_data(answer)


def test_pairing_and_standings_are_tables_as_text(snapshot: SnapshotAssertion) -> None:
    tournament = rookery.load(SWISS).tournament
    assert str(rookery.pair(tournament)) == snapshot(name="pairing")
    assert str(rookery.standings(tournament)) == snapshot(name="standings")


@pytest.mark.skipif(shutil.which("mypy") is None and not (ROOT / ".venv/bin/mypy").exists(), reason="needs mypy")
def test_an_unknown_name_is_an_error_for_mypy(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("from rookery import Nonsense, Player\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(tmp_path / "wrong.py")],
        env={**os.environ, "MYPYPATH": str(PACKAGE.parent)}, cwd=tmp_path, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert 'has no attribute "Nonsense"' in done.stdout
    assert '"Player"' not in done.stdout


@pytest.mark.parametrize(
    "verb", ["pair", "standings", "check", "rate", "norms", "dumps", "check_feasibility", "check_compliance"]
)
def test_a_file_name_given_for_a_tournament_is_told_apart(verb: str, snapshot: SnapshotAssertion) -> None:
    for argument in ("my.trf", 7, "001 " * 50):
        with pytest.raises(TypeError) as caught:
            getattr(rookery, verb)(argument)
        assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("", id="empty"),
        pytest.param("  \n", id="blank"),
        pytest.param("[]", id="list"),
        pytest.param(b"[1]", id="list-of-bytes"),
        pytest.param('{"a": 1}', id="other-object"),
        pytest.param("\ufeff{", id="broken"),
    ],
)
def test_loads_refuses_what_is_no_tournament(source: str | bytes, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(rookery.FormatError) as caught:
        rookery.loads(source)
    assert str(caught.value) == snapshot


def test_tiebreaks_that_are_none(snapshot: SnapshotAssertion) -> None:
    event = rookery.Tournament(players=(rookery.Player(1), rookery.Player(2)))
    with pytest.raises(rookery.RuleError) as caught:
        rookery.standings(event, [3])  # type: ignore[list-item]
    assert str(caught.value) == snapshot


def test_what_the_questions_return_is_at_the_door() -> None:
    """Whoever annotates the answer of a question finds its type beside the question."""
    for question, answer in (("check", "CheckReport"), ("pair", "Pairing"), ("rate", "RatingReport"),
                             ("standings", "Standings"), ("load", "LoadResult"),
                             ("check_feasibility", "Feasibility"),
                             ("loads", "LoadResult"), ("completion", "Completion")):  # fmt: skip
        assert answer in rookery.__all__
        assert getattr(rookery, question).__annotations__["return"] == answer
