"""Screens in the hall: their names, what they show, and when they last asked for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from secrets import choice
from typing import Any

from sqlalchemy import Row, delete, insert, select, update

from rookery._record import record
from rookery.storage.database import Database
from rookery.storage.tables import SCREEN

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of an id, which people may have to type at a television: none looks like another."""
ID_LENGTH = 6


@record
class Screen:
    """A screen: `stream` is the tournament or event it belongs to, `seen` the last time it asked, in seconds."""

    id: str
    stream: str
    name: str
    settings: dict[str, Any]
    made: int
    seen: int | None = None


class Screens:
    """The screens of a store; several processes may share them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, stream: str, name: str, settings: Mapping[str, Any], now: int) -> Screen:
        """Create a screen of a tournament or an event, with a new random id."""
        screen = Screen("".join(choice(ID_LETTERS) for _ in range(ID_LENGTH)), stream, name, dict(settings), now)
        values = {
            "id": screen.id, "stream": stream, "name": name, "settings": json.dumps(screen.settings), "made": now,
        }  # fmt: skip
        with self._database.writing() as connection:
            connection.execute(insert(SCREEN).values(values))
        return screen

    def find(self, screen_id: str) -> Screen | None:
        """Return the screen with this id; None if there is none."""
        with self._database.selecting() as connection:
            row = connection.execute(select(SCREEN).where(SCREEN.c.id == screen_id)).one_or_none()
        return _screen_of_row(row) if row else None

    def list_screens(self, stream: str | None = None) -> tuple[Screen, ...]:
        """Return the screens of a tournament or an event, or all, the oldest first."""
        statement = select(SCREEN).order_by(SCREEN.c.made, SCREEN.c.name, SCREEN.c.id)
        if stream is not None:
            statement = statement.where(SCREEN.c.stream == stream)
        with self._database.selecting() as connection:
            return tuple(map(_screen_of_row, connection.execute(statement)))

    def rename(self, screen_id: str, name: str) -> bool:
        """Change the name of a screen; return whether it exists."""
        return self._update(screen_id, name=name)

    def set_settings(self, screen_id: str, settings: Mapping[str, Any]) -> bool:
        """Replace what a screen shows; return whether it exists."""
        return self._update(screen_id, settings=json.dumps(dict(settings)))

    def note_seen(self, screen_id: str, now: int) -> bool:
        """Record that a screen has asked for what it shows; return whether it exists."""
        return self._update(screen_id, seen=now)

    def delete(self, screen_id: str) -> bool:
        """Delete a screen; return whether it existed."""
        with self._database.writing() as connection:
            return bool(connection.execute(delete(SCREEN).where(SCREEN.c.id == screen_id)).rowcount)

    def _update(self, screen_id: str, **values: Any) -> bool:
        with self._database.writing() as connection:
            return bool(connection.execute(update(SCREEN).where(SCREEN.c.id == screen_id).values(values)).rowcount)


def _screen_of_row(row: Row[Any]) -> Screen:
    return Screen(row.id, row.stream, row.name, json.loads(row.settings), row.made, row.seen)
