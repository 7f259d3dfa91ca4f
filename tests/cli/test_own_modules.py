"""The program's own finder gives what Python's gives, or nothing."""

from __future__ import annotations

import os
import py_compile
import subprocess
import sys
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from rookery.cli import own_modules
from rookery.cli.own_modules import OwnModules


@pytest.fixture(autouse=True)
def _beside_their_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", None)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A compiled module."""
    file = tmp_path / "rook.py"
    file.write_text("squares = 64\n")
    py_compile.compile(str(file), invalidation_mode=py_compile.PycInvalidationMode.TIMESTAMP)
    return file


def found(source: Path, name: str = "rookery.rook") -> ModuleSpec | None:
    return OwnModules().find_spec(name, [str(source.parent)])


def told(spec: ModuleSpec | None) -> tuple[object, ...]:
    assert spec is not None
    places = spec.submodule_search_locations
    return spec.name, spec.origin, spec.cached, spec.has_location, spec.parent, None if places is None else list(places)


def test_a_module_is_found_as_python_finds_it(source: Path) -> None:
    spec = found(source)
    assert told(spec) == told(PathFinder.find_spec("rookery.rook", [str(source.parent)]))
    assert spec is not None
    assert spec.loader is not None
    for _ in range(2):  # what was read is used once; then the loader reads for itself
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        assert (module.squares, module.__file__, module.__cached__) == (64, str(source), spec.cached)
    assert spec.loader.get_source("rookery.rook") == "squares = 64\n"  # type: ignore[attr-defined]


def test_so_is_a_package(tmp_path: Path) -> None:
    file = tmp_path / "rook" / "__init__.py"
    file.parent.mkdir()
    file.write_text("squares = 64\n")
    assert found(file.parent) is None  # not compiled
    py_compile.compile(str(file), invalidation_mode=py_compile.PycInvalidationMode.TIMESTAMP)
    assert told(found(file.parent)) == told(PathFinder.find_spec("rookery.rook", [str(tmp_path)]))


def test_what_is_not_as_expected_is_left_to_python(source: Path) -> None:
    assert found(source) is not None
    assert found(source, "others.rook") is found(source, "rookery.bishop") is None
    assert OwnModules().find_spec("rookery.rook", None) is None
    os.utime(source, (1, 1))  # another time
    assert found(source) is None
    py_compile.compile(str(source), invalidation_mode=py_compile.PycInvalidationMode.TIMESTAMP)
    assert found(source) is not None
    source.write_text("squares = 8 * 8\n")  # another size, at the same time
    os.utime(source, (1, 1))
    assert found(source) is None
    py_compile.compile(str(source), invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
    assert found(source) is None
    source.unlink()
    assert found(source) is None


def test_another_version_of_python_is_not_asked(source: Path) -> None:
    spec = found(source)
    assert spec is not None
    assert spec.cached is not None
    compiled = Path(spec.cached)
    compiled.write_bytes(b"old!" + compiled.read_bytes()[4:])
    assert found(source) is None


def test_compiled_files_elsewhere_are_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", [])
    monkeypatch.setattr(sys, "pycache_prefix", "elsewhere")
    own_modules.expect()
    assert sys.meta_path == []
    monkeypatch.setattr(sys, "pycache_prefix", None)
    own_modules.expect()
    assert [type(each) for each in sys.meta_path] == [OwnModules]


def test_the_program_finds_its_modules_so(root: Path, tmp_path: Path) -> None:
    program = """
import atexit, sys
from rookery.cli.main import main
sys.argv = ["rookery", "pair", sys.argv[1]]
atexit.register(lambda: print({type(sys.modules["rookery.formats.pairing"].__spec__.loader).__name__}, file=sys.stderr))
main()
"""
    home = tmp_path / "src"
    env = {each: told for each, told in os.environ.items() if not each.startswith("PYTHON")} | {"PYTHONPATH": str(home)}
    copytree(root / "src" / "rookery", home / "rookery", ignore=ignore_patterns("__pycache__"))
    words = [sys.executable, "-c", program, str(root / "examples" / "swiss.trf")]
    first, then = (subprocess.run(words, env=env, capture_output=True, text=True, check=True) for _ in range(2))
    assert (first.stderr, then.stderr) == ("{'SourceFileLoader'}\n", "{'Compiled'}\n")
    assert "round 4" in first.stdout
    assert first.stdout == then.stdout
