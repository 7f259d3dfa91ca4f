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


def closed(value: Any) -> Any:
    """The same schema, in which every object has the properties it names and no others."""
    if isinstance(value, list):
        return [closed(one) for one in value]
    if not isinstance(value, dict):
        return value
    made = {key: closed(one) for key, one in value.items()}
    return made if "properties" not in made or "const" in made else {"additionalProperties": False, **made}


@cache
def validator(name: str) -> Draft202012Validator:
    """Who judges answers of this form; what was found right once, by the same part of the schema, is right again."""
    right: set[tuple[str, str]] = set()

    def part(judge: Any, ref: str, data: Any, whole: Any) -> Iterator[ValidationError]:
        if (told := (ref, json.dumps(data))) in right:
            return
        wrong = list(Draft202012Validator.VALIDATORS["$ref"](judge, ref, data, whole))
        yield from wrong
        if not wrong and len(told[1]) < SHORT:
            right.add(told)

    judge = extend(Draft202012Validator, {"$ref": part})
    return judge(closed(schema(name)), format_checker=Draft202012Validator.FORMAT_CHECKER)


def faults(data: Any, form: str = "") -> list[str]:
    """What is wrong with an answer, or with several, by the schema of this form, or of the one it says."""
    if isinstance(data, list):
        return [fault for one in data for fault in faults(one)]
    name = form or data.get("form", "tournament")
    return [f"{name}: {one.json_path}: {one.message}" for one in validator(name).iter_errors(data)]
