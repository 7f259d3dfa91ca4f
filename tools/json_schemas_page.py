"""Write docs/schemas/*.json, JSON Schemas of tournaments, answers and requests, and the list of them in docs/json.md.

python tools/json_schemas_page.py [DOCS]

The schemas are built from types: the shapes of answers (`rookery.serialize.types`), the classes that are serialized
field by field, the model, and the verbs of the engine. Descriptions are their docstrings. The wheel contains them as
rookery/schemas.
"""

from __future__ import annotations

import enum
import importlib
import inspect
import json
import sys
import typing
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import class_facts
import pages

from rookery._record import fields, is_record
from rookery.cli.commands.serve_engine import KEYS, VERBS
from rookery.json_codec import BYES, Schema, Schemas
from rookery.json_format import VERSION as TOURNAMENTS
from rookery.model import ByeKind, Colour, ForbiddenPair, PartialDate, Round, Tournament
from rookery.model.players import Rating
from rookery.pairing.explain.facts import Named
from rookery.pairing.explain.facts import __all__ as KINDS_OF_FACTS
from rookery.pairing.outcome import Fact, Line
from rookery.regulations import Edition
from rookery.serialize import cli_types, types
from rookery.serialize.as_data import ENCODERS, FORMS, VERSION

PAGE, TOOL = "json.md", "json_schemas_page"
WIDTH = 110
DIALECT = "https://json-schema.org/draft/2020-12/schema"

OF_COMMANDS = {
    "crosscheck": cli_types.CrossCheckData,
    "simulation": cli_types.SimulationData,
    "forecast": cli_types.ForecastData,
    "forecast-by-round": cli_types.CourseData,
    "must-happen": cli_types.MustHappenData,
    "hello": cli_types.HelloData,
    "history": cli_types.HistoryData,
    "log": cli_types.LogData,
    "overview": cli_types.OverviewData,
    "schedule": cli_types.ScheduleData,
    "file": cli_types.FileData,
    "conversion": cli_types.ConversionData,
    "numbering": cli_types.NumberingData,
    "tie-break": cli_types.TieBreakData,
    "walk": cli_types.WalkData,
}
"""The forms of what commands and the engine alone tell."""

TOLD_BY = {
    "tournament": "rookery.dump",
    "outcome": "rookery.pair",
    "explanation": "outcome.explain",
    "why-not": "outcome.why_not",
    "standings": "rookery.standings",
    "rating-report": "rookery.rate",
    "rated": "rookery.rating.rate_period",
    "norm": "rookery.norms",
    "norm-certificate": "rookery.rating.certify_norm",
    "title-application": "rookery.rating.apply_for_title",
    "arbiter-application": "rookery.rating.apply_for_arbiter_title",
    "check-report": "rookery.check",
    "validity": "rookery validate",
    "feasibility": "rookery.check_feasibility",
    "objection": "rookery.check_compliance",
    "breach": "rookery.check_pairing",
    "finality": "rookery.completion",
    "problem": "rookery.load",
    "error": "",
    "schedule": "rookery schedule",
    "file": "rookery serve-engine",
    "conversion": "rookery serve-engine",
    "numbering": "rookery serve-engine",
    "overview": "rookery show",
    "crosscheck": "rookery crosscheck",
    "simulation": "rookery simulate",
    "forecast": "rookery forecast",
    "forecast-by-round": "rookery forecast --by-round",
    "must-happen": "rookery forecast --must-happen",
    "tie-break": "rookery tiebreaks",
    "word": "rookery words",
    "list-entry": "rookery list find",
    "hello": "rookery serve-engine",
    "log": "rookery desk log",
    "walk": "rookery desk vcl",
    "request": "rookery serve-engine",
    "history": "rookery history",
}
"""Who gives such an answer; what has dots is called in Python."""

TEXTS: dict[str, Schema] = {
    "Score": {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9])?$", "description": 'Points, as a decimal: "2.5".'},
    "Exact": {
        "type": "string",
        "pattern": r"^-?[0-9]+(\.[0-9]+|/[1-9][0-9]*)?$",
        "description": 'A value without loss: "3", "13.5", or a fraction such as "27/4".',
    },
    "Day": {"type": "string", "format": "date", "description": 'A day: "2026-04-03".'},
}
"""The kinds of text in answers."""


MARKS = {name: typing.NewType(name, str) for name in TEXTS}
"""What these texts are while annotations are read."""

NAMES = {**MARKS, "Points": MARKS["Score"], "Rating": Rating}
"""What annotations mean where their module does not say it: points are known by their name."""


IN_THE_FORM = (ForbiddenPair, Round)
"""What is told as the JSON form of a tournament has it."""

OTHERWISE: dict[tuple[type, str], Any] = {
    (Line, "cost"): int | list[int],
    (Named, "number"): MARKS["Score"] | int | None,
}
"""The fields that are told otherwise than their type says, and how."""


# -- what a type becomes -----------------------------------------------------------------------------------------------


class Writer(Schemas):
    """Makes schemas of the types of answers."""

    def type_schema(self, kind: Any) -> Schema:
        """The schema of whatever an annotation says."""
        origin = typing.get_origin(kind)
        if isinstance(kind, typing.NewType):
            return self.reference(kind.__name__, lambda: TEXTS[kind.__name__])
        if origin is typing.Annotated:
            return self.type_schema(typing.get_args(kind)[1])
        if origin in (typing.NotRequired, typing.Required):
            return self.type_schema(typing.get_args(kind)[0])
        return super().type_schema(kind)

    def class_schema(self, kind: Any) -> Schema:
        """The schema of a class: what plain data it becomes."""
        if kind is object or kind in (int, str, bool, type(None), float):
            return super().class_schema(kind)
        if kind is Edition or issubclass(kind, date):
            return self.type_schema(MARKS["Day"])
        own = _own_shape(kind)
        if own is not None:
            return self.type_schema(own)
        if issubclass(kind, enum.Enum):
            return self.reference(kind.__name__, lambda: _enumerated(kind))
        if kind is Fact:
            return self.reference(
                "Fact", lambda: {**class_facts.describe(Fact), "anyOf": [self.type_schema(one) for one in _facts()]}
            )
        if kind in IN_THE_FORM:
            return self.tournament().type_schema(kind)
        if is_record(kind) or hasattr(kind, "_fields") or typing.is_typeddict(kind):
            return self.reference(class_facts.title_of(kind), lambda: self.object(kind))
        return super().class_schema(kind)

    def any_fact(self) -> Schema:
        """The schema of a fact, of whatever kind."""
        return {**class_facts.describe(Fact), "anyOf": [self.type_schema(one) for one in _facts()]}

    def tournament(self) -> Writer:
        """The writer of the JSON form, which spells some things otherwise, with the same definitions."""
        made = InTheForm()
        made.definitions = self.definitions
        return made

    def object(self, kind: type) -> Schema:
        """The schema of a class with fields: described, and what must be there."""
        said = class_facts.described(kind)
        known = class_facts.annotations(kind, NAMES)
        keys = {field.name: field.json_key for field in fields(kind)} if is_record(kind) else {}
        made: Schema = {"type": "object", **class_facts.describe(kind), "properties": {}, "required": []}
        if isinstance(kind, type) and issubclass(kind, Fact):
            made["properties"]["fact"] = {"const": kind.__name__}
            made["required"].append("fact")
        for name, annotation in known.items():
            schema = {**self.type_schema(OTHERWISE.get((kind, name), annotation))}
            if name in said:
                schema["description"] = said[name]
            key = keys.get(name, name)
            made["properties"][key] = schema
            if self.needed(kind, name, annotation):
                made["required"].append(key)
        if kind is types.RowData:
            made["additionalProperties"] = {"type": ["string", "integer", "null"]}
        return made

    def needed(self, kind: type, name: str, annotation: Any) -> bool:
        """Whether the key is always there."""
        return typing.get_origin(annotation) is not typing.NotRequired


class InTheForm(Writer):
    """Makes the schema of a tournament: numbers for points, and what has its ordinary value may be left out."""

    def type_schema(self, kind: Any) -> Schema:
        """The same, but for points."""
        if kind is MARKS["Score"]:
            what = "Points: a number with at most one decimal."
            return self.reference("Points", lambda: {"type": "number", "description": what})
        return super().type_schema(kind)

    def class_schema(self, kind: Any) -> Schema:
        """The same, but for dates."""
        if kind is PartialDate:
            text = {"type": "string", "pattern": "^[0-9]{1,4}(-[0-9]{2}){0,2}$"}
            what = 'A date: "2026-04-03", "2026-04" or "2026".'
            return self.reference("Date", lambda: {**text, "description": what})
        if kind in IN_THE_FORM:
            return self.reference(kind.__name__, lambda: self.object(kind))
        return super().class_schema(kind)

    def object(self, kind: type) -> Schema:
        """Return the schema of a class in this form; null is as good as nothing."""
        made = super().object(kind)
        for key, schema in made["properties"].items():
            if key not in made["required"] and schema != {"type": "null"}:
                made["properties"][key] = _or_null(schema)
        return made

    def needed(self, kind: type, name: str, annotation: Any) -> bool:
        """What has no ordinary value."""
        return any(one.name == name and not one.has_default for one in fields(kind))


def _or_null(schema: Schema) -> Schema:
    told = {key: value for key, value in schema.items() if key == "description"}
    rest = {key: value for key, value in schema.items() if key != "description"}
    if isinstance(rest.get("type"), str) and set(rest) <= {"type", "items", "enum"}:
        return {**told, **rest, "type": [rest["type"], "null"]}
    if rest.get("anyOf", [{}])[-1] == {"type": "null"} or "null" in rest.get("type", ()):
        return schema
    return {**told, "anyOf": [rest, {"type": "null"}]}


# -- classes with ways of their own ------------------------------------------------------------------------------------


def _own_shape(kind: type) -> Any:
    """The shape of a class that is told in a way of its own."""
    path = ENCODERS.get(f"{kind.__module__}.{kind.__qualname__}", "")
    if not path.startswith("rookery.serialize"):
        return None
    home, _, name = path.rpartition(".")
    returned = inspect.signature(getattr(importlib.import_module(home), name)).return_annotation
    return getattr(types, returned.removeprefix("types."))


def _enumerated(kind: Any) -> Schema:
    if kind is ByeKind:
        return {"enum": list(BYES), **class_facts.describe(kind)}
    if kind is Colour or not all(isinstance(one.value, str) for one in kind):
        return {"enum": [one.name.lower() for one in kind], **class_facts.describe(kind)}
    return {"enum": [one.value for one in kind], **class_facts.describe(kind)}


def _facts() -> Iterator[type]:
    home = importlib.import_module("rookery.pairing.explain.facts")
    kinds = [getattr(home, name) for name in sorted(KINDS_OF_FACTS)]
    return (one for one in kinds if isinstance(one, type) and issubclass(one, Fact))


# -- the files ---------------------------------------------------------------------------------------------------------


def schemas() -> dict[str, Schema]:
    """Every schema, by the name of its form."""
    kinds: dict[str, Any] = {name: _class(path) for path, name in FORMS.items() if name != "error"}
    made = {name: _answer(name, kind) for name, kind in {**kinds, **OF_COMMANDS, "error": types.ErrorData}.items()}
    made["error"]["description"] = "Why there is no answer: the class of what was raised, what it says and carries."
    return {"tournament": _tournament(), **dict(sorted({**made, "request": _request()}.items()))}


_WHOLE: Schema = {"type": "integer"}
_FLAG: Schema = {"type": "boolean"}
_TEXT: Schema = {"type": "string"}
_NUMBERS: Schema = {"type": "array", "items": _WHOLE}
_FLAGS = ("ledger", "parts", "provisional", "strict", "for_rating", "approved", "lines", "force", "reverse")
REQUEST_VALUES: dict[str, Schema] = {
    "tournament": {
        "type": ["object", "string"],
        "description": "A tournament in JSON (see the schema `tournament`), or the content of a TRF or JSON file.",
    },
    **dict.fromkeys(("round", "bye", "unrated", "games", "after", "player", "other", "seed"), _WHOLE),
    **dict.fromkeys(_FLAGS, _FLAG),
    **dict.fromkeys(("system", "edition", "kind", "title", "format", "to"), _TEXT),
    **dict.fromkeys(("rounds", "through", "exclude"), _NUMBERS),
    "ratings": {
        "type": "object",
        "additionalProperties": {"type": ["integer", "null"]},
        "description": "Ratings by pairing number, null for none.",
    },
    "k": {
        "type": "object",
        "additionalProperties": {"type": "integer", "minimum": 1},
        "description": "Values of K by pairing number.",
    },
    "numbers": {**_NUMBERS, "description": "The new numbers of the participants, in the order of the present ones."},
    "draw": {"enum": ["lot", "varma"], "description": "How the numbers are drawn."},
    "fixed": {"$ref": "#/$defs/Pairs"},
    "boards": {"$ref": "#/$defs/Pairs", "description": "Boards, White first; 0 is the bye."},
    "tiebreaks": {
        "anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}],
        "description": 'Tie-breaks: ["BH/C1", "SB"] or "BH/C1,SB".',
    },
    "lots": {"type": ["string", "integer"], "description": "The seed of the drawing of lots."},
}
"""The values of the keys of a request; tests compare them with what the engine accepts."""


def _request() -> Schema:
    """The schema of a request to the engine, with the keys of each verb."""
    assert set(REQUEST_VALUES) == set(KEYS)
    return {
        "$schema": DIALECT,
        "$id": f"urn:rookery:request:{VERSION}",
        "title": "request",
        "description": "A request to `rookery serve-engine`. It is one line of JSON.",
        "oneOf": [
            {
                "title": name,
                "type": "object",
                "properties": {
                    "id": {"type": ["string", "integer"], "description": "Returned with the answer."},
                    "verb": {"const": name},
                    **{key: REQUEST_VALUES[key] for key in (*verb.needs, *verb.takes)},
                },
                "required": ["verb", *verb.needs],
                "additionalProperties": False,
            }
            for name, verb in VERBS.items()
        ],
        "$defs": {
            "Pairs": {
                "type": "array",
                "items": {"type": "array", "prefixItems": [_WHOLE, _WHOLE], "minItems": 2, "maxItems": 2},
            }
        },
    }


def _class(path: str) -> type:
    home, _, name = path.rpartition(".")
    found = getattr(importlib.import_module(home), name)
    assert isinstance(found, type)
    return found


def _answer(name: str, kind: Any) -> Schema:
    writer = Writer()
    whole = writer.type_schema(kind)["$ref"].rpartition("/")[2]
    body = writer.definitions[whole]
    if _refers(writer.definitions, whole):
        rest = writer.definitions
    else:
        rest = {key: one for key, one in writer.definitions.items() if key != whole}
    head = {"form": {"const": name}, "version": {"const": VERSION}}
    return {
        "$schema": DIALECT,
        "$id": f"urn:rookery:{name}:{VERSION}",
        "title": name,
        **body,
        "properties": {**head, **body["properties"]},
        "required": [*head, *body["required"]],
        **({"$defs": dict(sorted(rest.items()))} if rest else {}),
    }


def _refers(definitions: dict[str, Schema], name: str) -> bool:
    """Whether a definition is used by another, or by itself."""
    return f'"#/$defs/{name}"' in json.dumps(definitions)


def _tournament() -> Schema:
    writer = InTheForm()
    body = writer.object(Tournament)
    return {
        "$schema": DIALECT,
        "$id": f"urn:rookery:tournament:{TOURNAMENTS}",
        "title": "tournament",
        **body,
        "properties": {"rookery": {"const": TOURNAMENTS}, **body["properties"]},
        "required": ["rookery"],
        "$defs": dict(sorted(writer.definitions.items())),
    }


def text(value: Any, depth: int = 0) -> str:
    """A schema as JSON, with what fits on a line on one."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or len(flat) + depth <= WIDTH:
        return flat
    keys = [f"{json.dumps(key)}: " for key in value] if isinstance(value, dict) else [""] * len(value)
    ones = value.values() if isinstance(value, dict) else value
    start, end = flat[0], flat[-1]
    lines = (f"{' ' * (depth + 1)}{key}{text(one, depth + 1)}" for key, one in zip(keys, ones, strict=True))
    return f"{start}\n" + ",\n".join(lines) + f"\n{' ' * depth}{end}"


def parts() -> dict[str, str]:
    """The generated part of the page."""
    rows = []
    for name, schema in schemas().items():
        what, by = schema["description"].partition(".")[0], TOLD_BY[name]
        rows.append((f"[`{name}`](schemas/{name}.json)", what, f"`{by}`" if by else "all of them"))
    return {"forms": pages.table(("form", "what it is", "asked of"), rows)}


def write(docs: Path) -> None:
    """Write every schema and the page into a folder of documents."""
    (docs / "schemas").mkdir(exist_ok=True)
    for name, schema in schemas().items():
        (docs / "schemas" / f"{name}.json").write_text(text(schema) + "\n", encoding="utf-8")
    page = docs / PAGE
    page.write_text(pages.filled(page.read_text("utf-8"), parts(), TOOL), encoding="utf-8")


if __name__ == "__main__":
    write(Path(*sys.argv[1:2]) if sys.argv[1:] else pages.DOCS)
