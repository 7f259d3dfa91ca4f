"""The published JSON Schemas, closed: as they are read here, nothing may stand in an answer that they do not name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "schemas"
SHORT = 1000
"""As many signs of an answer are met again: longer ones are told of one round of one tournament."""
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


def schema(name: str) -> Any:
    """A schema as it is published."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def close_objects(value: Any) -> Any:
    """The same schema, in which every object has the properties it names and no others."""
    if isinstance(value, list):
        return [close_objects(element) for element in value]
    if not isinstance(value, dict):
        return value
    members = {key: close_objects(member) for key, member in value.items()}
    return members if "properties" not in members or "const" in members else {"additionalProperties": False, **members}


@cache
def validator(name: str) -> Draft202012Validator:
    """Who judges answers of this form; what was found right once, by the same part of the schema, is right again."""
    right: set[tuple[str, str]] = set()

    def part(judge: Any, ref: str, data: Any, whole: Any) -> Iterator[ValidationError]:
        if (checked := (ref, json.dumps(data))) in right:
            return
        wrong = list(Draft202012Validator.VALIDATORS["$ref"](judge, ref, data, whole))
        yield from wrong
        if not wrong and len(checked[1]) < SHORT:
            right.add(checked)

    judge = extend(Draft202012Validator, {"$ref": part})
    return judge(close_objects(schema(name)), format_checker=Draft202012Validator.FORMAT_CHECKER)


def faults(data: Any, form: str = "") -> list[str]:
    """What is wrong with an answer, or with several, by the schema of this form, or of the one it says."""
    if isinstance(data, list):
        return [fault for answer in data for fault in faults(answer)]
    name = form or data.get("form", "tournament")
    return [f"{name}: {error.json_path}: {error.message}" for error in validator(name).iter_errors(data)]
