"""JSON encoding of events, commands, states and views: points are whole tenths, and default values are left out."""

from __future__ import annotations

from typing import Any, TypeVar

from rookery.json_codec import Codec
from rookery.model import ForbiddenPair

T = TypeVar("T")


LOG_CODEC = Codec({ForbiddenPair: {"first_round": "first_round", "last_round": "last_round"}})


def to_json_data(value: Any) -> Any:
    """Return a value as JSON data.

    >>> from rookery.model import Game, PartialDate, Player, Result
    >>> to_json_data(Game(3, 5, Result.DRAW)), to_json_data(Player(1, "Byng, Ada", birth=PartialDate(1990)))
    ({'white': 3, 'black': 5, 'result': '½-½'}, {'id': 1, 'name': 'Byng, Ada', 'birth': '1990'})
    """
    return LOG_CODEC.encode(value)


def from_json_data(kind: type[T], data: Any) -> T:
    """Build a value of a type from JSON data.

    Raises:
        InvalidDataError: The data have another form.

    >>> from rookery.model import Game
    >>> from_json_data(Game, {"white": 3, "black": 5})
    Game(white=3, black=5, result=<Result.PENDING: 'pending'>, coloured=True)
    """
    return LOG_CODEC.decode(kind, data)
