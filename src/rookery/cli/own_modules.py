"""Finds the program's own modules where Python keeps them compiled, without asking all it asks of any other module.

A short command is a hundred small modules, and Python's search for them takes as long as its own start: other finders,
extensions, folders listed. Ours lie where their package lies. What is found is what Python would have taken, a file
compiled by this version from the source as it is; for everything else there is no answer here, and Python looks itself.
"""

from __future__ import annotations

import os
import sys
from marshal import loads
from os import close, read, sep, stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib._bootstrap_external import MAGIC_NUMBER
    from importlib.machinery import ModuleSpec, SourceFileLoader
    from types import CodeType, ModuleType
else:  # where `importlib` has them from; it would import `warnings` as well
    from _frozen_importlib import ModuleSpec
    from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader

_OURS = "rookery."
_HEAD = 16
"""How many bytes stand before the code: the version, how the source is compared, its time and its size."""
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_MOST = 1 << 20
"""A compiled file of so many bytes is none of ours."""
_Module = type(sys)
_BY_TIME = MAGIC_NUMBER + bytes(4)


class Compiled(SourceFileLoader):
    """Loads a module of which the compiled file has been read already."""

    def __init__(self, name: str, path: str, data: bytes) -> None:
        super().__init__(name, path)
        self._data = data

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """A new module that knows where it is from: Python would tell it, after asking for what is not there."""
        module = _Module(spec.name)
        module.__dict__.update(__file__=spec.origin, __cached__=spec.cached)
        return module

    def get_code(self, fullname: str) -> CodeType | None:
        """The compiled module; whoever asks for it again is given what Python finds."""
        data, self._data = self._data, b""
        return loads(memoryview(data)[_HEAD:]) if data else super().get_code(fullname)


class OwnModules:
    """A finder for the modules of this program."""

    def __init__(self) -> None:
        self._tail = f".{sys.implementation.cache_tag}.pyc"

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Where a module of ours is, if it is there compiled; otherwise Python may look for it."""
        if not name.startswith(_OURS) or not path:
            return None
        stem = name.rpartition(".")[2]
        return self._found(name, path[0], stem) or self._found(name, f"{path[0]}{sep}{stem}", "__init__")

    def _found(self, name: str, folder: str, stem: str) -> ModuleSpec | None:
        source, compiled = f"{folder}{sep}{stem}.py", f"{folder}{sep}__pycache__{sep}{stem}{self._tail}"
        try:
            file = os.open(compiled, _FLAGS)
            try:
                data = read(file, _MOST)
            finally:
                close(file)
            told = stat(source)
        except OSError:
            return None
        if len(data) == _MOST or data[:_HEAD] != _BY_TIME + _four_bytes(int(told.st_mtime)) + _four_bytes(told.st_size):
            return None
        spec = ModuleSpec(name, Compiled(name, source, data), origin=source, is_package=stem == "__init__")
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(folder)
        spec.has_location, spec.cached = True, compiled
        return spec


def _four_bytes(number: int) -> bytes:
    return (number & 0xFFFFFFFF).to_bytes(4, "little")


def expect() -> None:
    """Find our modules so from now on; not if Python was told to keep compiled files elsewhere, or other ones."""
    if sys.pycache_prefix is None and not sys.flags.optimize and sys.implementation.cache_tag:
        sys.meta_path.insert(0, OwnModules())
