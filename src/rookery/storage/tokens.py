"""Tokens of programs: secrets that a program sends with each request, with scopes, an end, and the last use.

What a scope permits is decided elsewhere: scopes are texts here.
"""

from __future__ import annotations

import json
import string
from binascii import crc32
from collections.abc import Collection
from hashlib import sha256
from secrets import choice
from typing import Any

from sqlalchemy import Row, insert, or_, select, update

from rookery._record import record
from rookery.storage.database import Database
from rookery.storage.sessions import Session
from rookery.storage.tables import ACCOUNT, TOKEN

PREFIX = "rky_"
"""Every secret begins so, by which scanners of source code recognize it."""
RANDOM_LENGTH, CHECK_LENGTH = 36, 6
SECRET_LENGTH = len(PREFIX) + RANDOM_LENGTH + CHECK_LENGTH
_LETTERS = string.digits + string.ascii_letters

USE_INTERVAL = 60
"""Minimum seconds between two updates of the last use."""


@record
class Token:
    """A token: its account (empty for the owner of the desk) and label, what it opens, and when it was used last.

    `stream` is the only tournament or event that it opens; empty for all that the account may open. `id` is a hash of
    the secret, which is not stored. Times are in seconds.
    """

    id: str
    account: str
    name: str
    scopes: tuple[str, ...]
    stream: str
    made: int
    expires: int
    revoked: int | None = None
    used: int | None = None

    def is_valid(self, now: int) -> bool:
        """Return whether the token can be used."""
        return self.revoked is None and now < self.expires


class Tokens:
    """The tokens of a store; several processes may share them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(
        self, name: str, scopes: Collection[str], now: int, expires: int, *, account: str = "", stream: str = ""
    ) -> tuple[str, Token]:
        """Create a token, and return its secret, which cannot be read later, and the token."""
        secret = create_secret()
        token = Token(_hash(secret), account, name, tuple(scopes), stream, now, expires)
        values = {**{key: getattr(token, key) for key in TOKEN.c.keys()}, "scopes": json.dumps(token.scopes)}  # noqa: SIM118
        with self._database.writing() as connection:
            connection.execute(insert(TOKEN).values(values))
        return secret, token

    def find_session(self, secret: str, now: int) -> Session | None:
        """Return the session of a secret; None if it is unknown, revoked or expired, or its account is disabled.

        The name is that of the account with the label of the token, as the log shows it.
        """
        if not is_secret(secret):
            return None
        with self._database.selecting() as connection:
            row = connection.execute(select(TOKEN).where(TOKEN.c.id == _hash(secret))).first()
            if row is None or not (token := _token_of_row(row)).is_valid(now):
                return None
            name = f"token {token.name}"
            if token.account:
                account = connection.execute(select(ACCOUNT).where(ACCOUNT.c.id == token.account)).first()
                if account is None or account.disabled is not None:
                    return None
                name = f"{account.name} ({name})"
        return Session(secret, name, token.made, token.stream, token.account, "token", frozenset(token.scopes))

    def record_use(self, secret: str, now: int) -> None:
        """Store the time of use, at most once a minute."""
        condition = (TOKEN.c.id == _hash(secret)) & or_(TOKEN.c.used.is_(None), TOKEN.c.used <= now - USE_INTERVAL)
        with self._database.selecting() as connection:
            if connection.execute(select(TOKEN.c.id).where(condition)).first() is None:
                return
        with self._database.writing() as connection:
            connection.execute(update(TOKEN).where(condition).values(used=now))

    def list_tokens(self, account: str | None = None) -> tuple[Token, ...]:
        """Return the tokens of an account, or all, with revoked and expired ones, the oldest first."""
        statement = select(TOKEN).order_by(TOKEN.c.made, TOKEN.c.name, TOKEN.c.id)
        if account is not None:
            statement = statement.where(TOKEN.c.account == account)
        with self._database.selecting() as connection:
            return tuple(_token_of_row(row) for row in connection.execute(statement))

    def revoke(self, token_id: str, now: int) -> bool:
        """Revoke a token; return whether it was valid until now."""
        valid = (TOKEN.c.id == token_id) & TOKEN.c.revoked.is_(None)
        with self._database.writing() as connection:
            return bool(connection.execute(update(TOKEN).where(valid).values(revoked=now)).rowcount)


def create_secret() -> str:
    """Return a new secret: the prefix, 36 random letters (214 bits), and a checksum of them.

    >>> is_secret(create_secret())
    True
    """
    random = "".join(choice(_LETTERS) for _ in range(RANDOM_LENGTH))
    return f"{PREFIX}{random}{_checksum(random)}"


def is_secret(text: str) -> bool:
    """Return whether a text has the form of a secret, with the right checksum.

    >>> is_secret("rky_" + "a" * 42), is_secret("")
    (False, False)
    """
    body = text.removeprefix(PREFIX)
    random, check = body[:RANDOM_LENGTH], body[RANDOM_LENGTH:]
    return text.startswith(PREFIX) and len(text) == SECRET_LENGTH and text.isascii() and check == _checksum(random)


def _checksum(text: str) -> str:
    """Return the CRC-32 of a text, written with digits and letters."""
    number, digits = crc32(text.encode()), ""
    for _ in range(CHECK_LENGTH):
        number, digit = divmod(number, len(_LETTERS))
        digits = _LETTERS[digit] + digits
    return digits


def _hash(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _token_of_row(row: Row[Any]) -> Token:
    return Token(
        row.id, row.account, row.name, tuple(json.loads(row.scopes)), row.stream, row.made, row.expires, row.revoked,
        row.used,
    )  # fmt: skip
