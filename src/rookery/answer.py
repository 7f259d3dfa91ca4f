"""What the answers of Rookery have in common: they become plain data, and tables of plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any


class Answer:
    """A value that can be written as plain data, in the form that the command line and the web API use too."""

    __slots__ = ()

    def to_dict(self, **details: bool) -> dict[str, Any]:
        """Return the answer as data that JSON can write, with its `form` and `version`.

        Args:
            details: What is left out unless asked for: `ledger=True` the costs of a pairing, `parts=True` the rounds
                and workings of standings, `lines=True` the games of a rating report, `games=True` those of a norm.

        Returns:
            A dictionary of texts, numbers, lists and dictionaries. Points are texts ("2.5").

        >>> from rookery.history.completion import completion
        >>> from rookery.model import Player, Tournament
        >>> completion(Tournament(players=(Player(1), Player(2)), planned_rounds=1)).to_dict()["final"]
        False
        """
        as_data = import_module("rookery.serialize.as_data").as_data  # on a higher level: it knows every answer
        data: dict[str, Any] = as_data(self, **details)
        return data

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> dict[str, Any]:
        """Return the schema by which pydantic accepts instances of the class, and writes them as `to_dict` does."""
        writer = {"type": "function-plain", "function": cls.to_dict}
        return {"type": "is-instance", "cls": cls, "serialization": writer}

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> dict[str, Any]:
        """Return the JSON Schema of an answer: an object with its form and version, and what the form has."""
        properties = {"form": {"type": "string"}, "version": {"type": "integer"}}
        return {"title": cls.__name__, "type": "object", "properties": properties, "required": ["form", "version"]}


def format_text_table(headings: Sequence[str], rows: Iterable[Sequence[object]], left: Sequence[str] = ()) -> str:
    """Return rows as lines of text with aligned columns; those named in `left` are aligned to the left.

    >>> print(format_text_table(("#", "Name", "Pts"), [(1, "Byng, Ada", 2.5), (12, "Hare", 1)], left=("Name",)))
     #  Name       Pts
     1  Byng, Ada  2.5
    12  Hare         1
    """
    lines = [tuple(headings), *[tuple(map(str, row)) for row in rows]]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    to_left = [heading in left for heading in headings]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if is_left else cell.rjust(width)
            for cell, width, is_left in zip(line, widths, to_left, strict=True)
        ).rstrip()
        for line in lines
    )
