"""The base class of what the functions of Rookery return."""

from __future__ import annotations

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
