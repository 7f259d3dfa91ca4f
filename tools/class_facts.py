"""What the source says of a class, for tools that write about it: its fields and their types, docstrings, texts."""

from __future__ import annotations

import ast
import inspect
import sys
import typing
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from rookery._record import fields, is_record
from rookery.json_codec import describe as describe


def title_of(kind: type) -> str:
    """The name of a class, without what says that it is a shape of data."""
    return kind.__name__.removesuffix("Data")


def annotations(kind: type, names: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that take part in comparisons, and what they hold; `names` mean what they say here."""
    told = {one.name for one in fields(kind) if one.compare} if is_record(kind) else None
    found: dict[str, Any] = {}
    for base in [kind] if typing.is_typeddict(kind) else reversed(kind.__mro__):
        here = {**vars(sys.modules[base.__module__]), **names}
        for name, said in inspect.get_annotations(base).items():
            if told is None or name in told:
                found[name] = _read(said, here)
    return found


def _read(annotation: Any, here: dict[str, Any]) -> Any:
    """What an annotation says where it stands."""
    said = annotation.__forward_arg__ if isinstance(annotation, typing.ForwardRef) else annotation
    return eval(said, here) if isinstance(said, str) else said


@cache
def described(kind: type) -> dict[str, str]:
    """What the texts below the fields of a class say."""
    try:
        body = ast.parse(inspect.cleandoc("\n" + inspect.getsource(kind))).body[0]
    except (OSError, TypeError, IndentationError):
        return {}
    found: dict[str, str] = {}
    lines = body.body if isinstance(body, ast.ClassDef) else []
    for line, below in pairwise(lines):
        if (
            isinstance(line, ast.AnnAssign)
            and isinstance(line.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
            and isinstance(below.value.value, str)
        ):
            found[line.target.id] = " ".join(below.value.value.split())
    return found
