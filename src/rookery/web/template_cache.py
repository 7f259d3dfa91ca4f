"""Cache of compiled Jinja templates beside Python's own compiled files, so that a start need not compile them
again.

Compiled code depends only on the template, Python and Jinja: filters are not evaluated at compile time.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.util import MAGIC_NUMBER, cache_from_source
from marshal import dumps, loads
from pathlib import Path

from jinja2 import BytecodeCache, compiler, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator

_CHECKSUM_SIZE = 32
"""Size of the checksum before the code."""


class FileBytecodeCache(BytecodeCache):
    """Bytecode cache in files; unreadable entries are compiled again."""

    def __init__(self) -> None:
        jinja_stat = Path(compiler.__file__).stat()  # Jinja itself: another one writes other code
        self._with = MAGIC_NUMBER + repr((jinja_stat.st_mtime_ns, jinja_stat.st_size)).encode()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the path of the cached code, or an empty string if nothing can be cached."""
        if filename is None or not sys.implementation.cache_tag:
            return ""
        return str(Path(cache_from_source(f"{filename}.py")).with_suffix(".jinja"))

    def get_source_checksum(self, source: str) -> str:
        """Return the checksum of everything that the code is compiled from."""
        return sha256(self._with + source.encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the cached code if its checksum matches."""
        with suppress(OSError, EOFError, ValueError, TypeError):
            data = Path(bucket.key).read_bytes()
            if data[:_CHECKSUM_SIZE] == bytes.fromhex(bucket.checksum):
                bucket.code = loads(data[_CHECKSUM_SIZE:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write the compiled code atomically, unless Python may not write bytecode."""
        if not bucket.key or sys.dont_write_bytecode:
            return
        path = Path(bucket.key)
        part = path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(bytes.fromhex(bucket.checksum) + dumps(bucket.code))
            part.replace(path)


class RuntimeFilterGenerator(CodeGenerator):
    """Code generator that evaluates filters at render time, not when the template is compiled."""

    def _output_child_to_const(self, node: nodes.Expr, frame: compiler.Frame, finalize: object) -> str:
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)  # type: ignore[arg-type]
