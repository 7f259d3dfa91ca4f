"""Templates as they are compiled: kept where Python keeps its own compiled files, so that a start need not do it again.

What is kept depends on nothing but the template, Python and Jinja: no function of ours is asked while one is compiled.
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

_SUM = 32
"""How many bytes stand before the code: the sum over all that it was made from."""


class Compiled(BytecodeCache):
    """Compiled templates in files; what cannot be read or kept is compiled again."""

    def __init__(self) -> None:
        told = Path(compiler.__file__).stat()  # Jinja itself: another one writes other code
        self._with = MAGIC_NUMBER + repr((told.st_mtime_ns, told.st_size)).encode()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Where a template is kept; nowhere if it is in no file, or Python keeps nothing."""
        if filename is None or not sys.implementation.cache_tag:
            return ""
        return str(Path(cache_from_source(f"{filename}.py")).with_suffix(".jinja"))

    def get_source_checksum(self, source: str) -> str:
        """The sum over all that a template is compiled from."""
        return sha256(self._with + source.encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what is kept, if it was made from the same."""
        with suppress(OSError, EOFError, ValueError, TypeError):
            data = Path(bucket.key).read_bytes()
            if data[:_SUM] == bytes.fromhex(bucket.checksum):
                bucket.code = loads(data[_SUM:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled, all of it or nothing; not where Python may keep nothing."""
        if not bucket.key or sys.dont_write_bytecode:
            return
        path = Path(bucket.key)
        part = path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(bytes.fromhex(bucket.checksum) + dumps(bucket.code))
            part.replace(path)


class Literal(CodeGenerator):
    """Writes code as the template says: a filter is asked when the page is made, not once for all."""

    def _output_child_to_const(self, node: nodes.Expr, frame: compiler.Frame, finalize: object) -> str:
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)  # type: ignore[arg-type]
