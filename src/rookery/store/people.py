"""Who may come in, and where: a token opens the door once and becomes a session; of both only a hash is kept."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_urlsafe

from sqlalchemy import bindparam, delete, insert, select

from rookery.store.engine import Database
from rookery.store.tables import PASS
from rookery.typed import Literal
from rookery.values import frozen

Kind = Literal["token", "session", "address"]

TOKEN_LASTS, SESSION_LASTS = 24 * 3600, 30 * 24 * 3600
"""For how many seconds a token opens the door, and for how many a session lasts."""

_FOUND = select(PASS.c.name, PASS.c.made).where(
    PASS.c.id == bindparam("of"), PASS.c.kind == bindparam("as"), PASS.c.expires > bindparam("now")
)


@frozen
class Session:
    """Somebody who is in: the secret that the browser keeps, what they are called, and since when (seconds)."""

    secret: str
    name: str
    made: int


class People:
    """Tokens and sessions of a store; several processes may share them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def invite(self, name: str, now: int) -> str:
        """A token that lets somebody in once."""
        return self._made("token", name, now, now + TOKEN_LASTS)

    def admit(self, token: str, now: int) -> Session | None:
        """The session that a token opens; nothing when it was used before, is too old, or was never given."""
        with self._database.writing() as connection:
            found = connection.execute(_FOUND, {"of": _hash(token), "as": "token", "now": now}).one_or_none()
            if found is None:
                return None
            connection.execute(delete(PASS).where((PASS.c.id == _hash(token)) | (PASS.c.expires <= now)))
        return Session(self._made("session", found.name, now, now + SESSION_LASTS), found.name, now)

    def session(self, secret: str, now: int) -> Session | None:
        """Whose session it is; nothing when there is none, or it has run out."""
        with self._database.reading() as connection:
            found = connection.execute(_FOUND, {"of": _hash(secret), "as": "session", "now": now}).one_or_none()
        return Session(secret, found.name, found.made) if found else None

    def leave(self, secret: str) -> None:
        """End a session."""
        with self._database.writing() as connection:
            connection.execute(delete(PASS).where(PASS.c.id == _hash(secret)))

    def settle(self, address: str, now: int) -> None:
        """Keep an address at which the desk is open, for other processes of this store to know."""
        self.unsettle(address)
        values = {"id": _hash(address), "kind": "address", "name": address, "made": now, "expires": now + SESSION_LASTS}
        with self._database.writing() as connection:
            connection.execute(insert(PASS).values(values))

    def unsettle(self, address: str) -> None:
        """The desk is no longer open there."""
        with self._database.writing() as connection:
            connection.execute(delete(PASS).where((PASS.c.id == _hash(address)) & (PASS.c.kind == "address")))

    def addresses(self, now: int) -> tuple[str, ...]:
        """Where the desk was last said to be open, the newest first; it may have gone without a word."""
        open = (PASS.c.kind == "address") & (PASS.c.expires > now)
        with self._database.reading() as connection:
            found = connection.execute(select(PASS.c.name).where(open).order_by(PASS.c.made.desc(), PASS.c.name))
            return tuple(row.name for row in found)

    def _made(self, kind: Kind, name: str, now: int, expires: int) -> str:
        secret = token_urlsafe(24)
        values = {"id": _hash(secret), "kind": kind, "name": name, "made": now, "expires": expires}
        with self._database.writing() as connection:
            connection.execute(insert(PASS).values(values))
        return secret


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
