"""The published JSON Schemas, closed: as they are read here, nothing may stand in an answer that they do not name."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "schemas"
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
    """Who judges answers of this form."""
    return Draft202012Validator(closed(schema(name)), format_checker=Draft202012Validator.FORMAT_CHECKER)


def faults(data: Any, form: str = "") -> list[str]:
    """What is wrong with an answer, or with several, by the schema of this form, or of the one it says."""
    if isinstance(data, list):
        return [fault for one in data for fault in faults(one)]
    name = form or data.get("form", "tournament")
    return [f"{name}: {one.json_path}: {one.message}" for one in validator(name).iter_errors(data)]
