"""Invitations and sessions: a token is used once and becomes a session; only hashes are stored."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from contextlib import suppress
from hashlib import sha256
from secrets import token_urlsafe
from typing import Literal

from sqlalchemy import Connection, bindparam, delete, exists, insert, select, update

from rookery._record import record
from rookery.storage.database import Database, StoreError
from rookery.storage.tables import ACCOUNT, PASS

Kind = Literal["start", "token", "session", "address", "key", "link"]
"""The token of the person who opens the program, the token of an invited person, a session, an address, the key of the
access codes (`codes`), or the link with which the owner of an account sets a password."""
TOKENS = ("start", "token")
PEOPLE = (*TOKENS, "session")

Means = Literal["browser", "token", "code"]
"""How a request is signed in: by the cookie of a browser, the token of a program, or an access code."""

TOKEN_LASTS, SESSION_LASTS = 24 * 3600, 30 * 24 * 3600
"""The lifetimes of a token and of a session in seconds."""

ACCOUNT_LASTS, ACCOUNT_IDLE, LINK_LASTS = 14 * 24 * 3600, 3 * 24 * 3600, 3 * 24 * 3600
"""The lifetimes in seconds of the session of an account, of one that is not used, and of a link to set a password."""
USE_NOTED = 600
"""The seconds after which the last use of an account's session is stored again."""

_ANY_ACCOUNT = ACCOUNT.alias("any_account")
_SESSION = (
    select(PASS.c.name, PASS.c.made, PASS.c.used, PASS.c.account, ACCOUNT.c.name.label("account_name"),
           ACCOUNT.c.disabled, exists(select(_ANY_ACCOUNT.c.id)).label("has_accounts"))
    .select_from(PASS.outerjoin(ACCOUNT, PASS.c.account == ACCOUNT.c.id))
    .where(PASS.c.id == bindparam("of"), PASS.c.kind == "session", PASS.c.expires > bindparam("now"))
)  # fmt: skip
_VALID = select(PASS.c.name, PASS.c.made, PASS.c.kind).where(
    PASS.c.id == bindparam("of"), PASS.c.kind.in_(bindparam("as", expanding=True)), PASS.c.expires > bindparam("now")
)


@record
class Session:
    """A signed-in person: the browser's secret, the name, and the time of sign-in in seconds.

    The session of a deputy is an access code; `stream` is the only tournament that it opens. `account` is the id of an
    account; it is empty for the owner, for invited persons and for deputies. A program has the `token_scopes` of its
    token. `has_accounts` tells whether the store has any account.
    """

    secret: str
    name: str
    made: int
    stream: str = ""
    account: str = ""
    means: Means = "browser"
    token_scopes: frozenset[str] | None = None
    has_accounts: bool = False

    @property
    def id(self) -> str:
        """The id under which the session is listed; it grants no access."""
        return _hash(self.secret)


@record
class Invitation:
    """An unused token: the name, and whether it belongs to the person who opened the program."""

    name: str
    is_owner: bool


@record
class Access:
    """A session or an unused token as listed; its id is a hash and grants no access."""

    id: str
    kind: Kind
    name: str
    made: int
    expires: int


@record
class AccountSession:
    """A session of an account as listed: when it was opened and last used, when it ends, and the browser."""

    id: str
    made: int
    used: int
    expires: int
    agent: str


class People:
    """The tokens and sessions of a store; several processes may share them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def invite(self, name: str, now: int) -> str:
        """Return a token for a single sign-in; an earlier unused token for the same name is deleted."""
        with self._database.writing() as connection:
            unused = [
                access.id for access in _list_accesses(connection, ("token",), now) if _is_same_name(access.name, name)
            ]
            _delete_accesses(connection, unused)
            return _create_secret(connection, "token", name, now, now + TOKEN_LASTS)

    def invite_owner(self, name: str, now: int, *, alone: bool = True) -> str:
        """Return a token for the person who opens the program; if `alone`, earlier tokens of this kind are deleted."""
        with self._database.writing() as connection:
            if alone:
                connection.execute(delete(PASS).where(PASS.c.kind == "start"))
            unused = [
                access.id for access in _list_accesses(connection, ("token",), now) if _is_same_name(access.name, name)
            ]
            _delete_accesses(connection, unused)
            return _create_secret(connection, "start", name, now, now + TOKEN_LASTS)

    def invitation(self, token: str, now: int) -> Invitation | None:
        """Return for whom a token is, without using it; None when it was used before, is too old, or is none."""
        with self._database.selecting() as connection:
            row = connection.execute(_VALID, {"of": _hash(token), "as": TOKENS, "now": now}).one_or_none()
        return Invitation(row.name, row.kind == "start") if row else None

    def admit(self, token: str, now: int) -> Session | None:
        """Return the session that a token opens; None when it was used before, is too old, or was never given.

        Of several who bring one token at once, only one finds its row to delete.
        """
        with self._database.writing() as connection:
            row = connection.execute(_VALID, {"of": _hash(token), "as": TOKENS, "now": now}).one_or_none()
            if row is None or not _delete_accesses(connection, [_hash(token)]):
                return None
            connection.execute(delete(PASS).where(PASS.c.expires <= now))
            secret = _create_secret(connection, "session", row.name, now, now + SESSION_LASTS)
        return Session(secret, row.name, now)

    def session(self, secret: str, now: int) -> Session | None:
        """Return the session with this secret, or None if it does not exist or has expired.

        The session of an account also ends when it is not used, and with the account. Its last use is stored.
        """
        with self._database.selecting() as connection:
            row = connection.execute(_SESSION, {"of": _hash(secret), "now": now}).one_or_none()
        if row is None or row.account is None:
            return Session(secret, row.name, row.made, has_accounts=row.has_accounts) if row else None
        used = row.used if row.used is not None else row.made
        if row.account_name is None or row.disabled is not None or used + ACCOUNT_IDLE <= now:
            return None
        if now - used >= USE_NOTED:
            with suppress(StoreError), self._database.writing() as connection:
                connection.execute(update(PASS).where(PASS.c.id == _hash(secret)).values(used=now))
        return Session(secret, row.account_name, row.made, account=row.account, has_accounts=True)

    def open_session(self, account: str, name: str, now: int, agent: str = "") -> Session:
        """Return a new session of an account that has signed in; `agent` is the browser, for the list of sessions."""
        with self._database.writing() as connection:
            connection.execute(delete(PASS).where(PASS.c.expires <= now))
            secret = _create_secret(
                connection, "session", name, now, now + ACCOUNT_LASTS, account=account, used=now, agent=agent[:300]
            )
        return Session(secret, name, now, account=account)

    def list_sessions(self, account: str, now: int) -> tuple[AccountSession, ...]:
        """Return the sessions of an account, the last used first."""
        is_open = (PASS.c.kind == "session") & (PASS.c.account == account) & (PASS.c.expires > now)
        is_used = PASS.c.used > now - ACCOUNT_IDLE
        statement = select(PASS).where(is_open & is_used).order_by(PASS.c.used.desc(), PASS.c.id)
        with self._database.selecting() as connection:
            return tuple(
                AccountSession(row.id, row.made, row.used, row.expires, row.agent or "")
                for row in connection.execute(statement)
            )

    def end_account_sessions(self, account: str, *, only: str = "", but: str = "") -> int:
        """End the sessions of an account, `only` one or all `but` one by their ids; return how many ended."""
        statement = delete(PASS).where(PASS.c.kind == "session", PASS.c.account == account)
        statement = statement.where(PASS.c.id == only) if only else statement.where(PASS.c.id != but)
        with self._database.writing() as connection:
            return connection.execute(statement).rowcount

    def create_link(self, account: str, name: str, now: int) -> str:
        """Return the secret of a link with which the owner of an account sets a password once; others end."""
        with self._database.writing() as connection:
            connection.execute(delete(PASS).where(PASS.c.kind == "link", PASS.c.account == account))
            return _create_secret(connection, "link", name, now, now + LINK_LASTS, account=account)

    def find_link(self, secret: str, now: int) -> str | None:
        """Return the account of a link; None if it was used, is too old, or is none."""
        statement = select(PASS.c.account).where(
            PASS.c.id == _hash(secret), PASS.c.kind == "link", PASS.c.expires > now
        )
        with self._database.selecting() as connection:
            return connection.execute(statement).scalar_one_or_none()

    def use_link(self, secret: str, now: int) -> str | None:
        """Return the account of a link, which ends; None if it was used, is too old, or is none."""
        account = self.find_link(secret, now)
        if account is None:
            return None
        with self._database.writing() as connection:
            ended = connection.execute(delete(PASS).where(PASS.c.id == _hash(secret), PASS.c.kind == "link"))
        return account if ended.rowcount else None

    def end_session(self, secret: str) -> None:
        """End a session, or an unused token."""
        self.end([_hash(secret)])

    def list_accesses(self, now: int) -> tuple[Access, ...]:
        """Return every session and every unused token, the oldest first."""
        with self._database.selecting() as connection:
            return _list_accesses(connection, PEOPLE, now)

    def end(self, ids: Collection[str]) -> int:
        """End sessions and tokens by their ids; return how many there were."""
        with self._database.writing() as connection:
            return _delete_accesses(connection, ids)

    def is_taken(self, name: str, now: int) -> bool:
        """Return whether a signed-in person, or the owner, has a name already: names in the log are unique."""
        with self._database.selecting() as connection:
            is_account = connection.execute(select(ACCOUNT.c.id).where(ACCOUNT.c.key == normalize_name(name))).first()
            return is_account is not None or any(
                _is_same_name(access.name, name) for access in _list_accesses(connection, ("start", "session"), now)
            )

    def rename(self, session: Session, name: str, now: int) -> bool:
        """Change a person's name in all of their sessions; return False if the name belongs to another person."""
        with self._database.writing() as connection:
            other_accesses = [
                access
                for access in _list_accesses(connection, PEOPLE, now)
                if not _is_same_name(access.name, session.name)
            ]
            is_account = connection.execute(select(ACCOUNT.c.id).where(ACCOUNT.c.key == normalize_name(name))).first()
            if is_account is not None or any(_is_same_name(access.name, name) for access in other_accesses):
                return False
            own_sessions = (PASS.c.name == session.name) & (PASS.c.kind == "session") & PASS.c.account.is_(None)
            connection.execute(update(PASS).where(own_sessions).values(name=name))
            return True

    def register_address(self, address: str, now: int) -> None:
        """Store an address at which the program is open, for other processes of this store."""
        values = {"id": _hash(address), "kind": "address", "name": address, "made": now, "expires": now + SESSION_LASTS}
        with self._database.writing() as connection:
            _delete_address(connection, address)
            connection.execute(insert(PASS).values(values))

    def remove_address(self, address: str) -> None:
        """Remove an address at which the program was open."""
        with self._database.writing() as connection:
            _delete_address(connection, address)

    def addresses(self, now: int) -> tuple[str, ...]:
        """Return the addresses at which the program was last open, the newest first; they may be out of date."""
        is_open = (PASS.c.kind == "address") & (PASS.c.expires > now)
        with self._database.reading() as connection:
            rows = connection.execute(select(PASS.c.name).where(is_open).order_by(PASS.c.made.desc(), PASS.c.name))
            return tuple(row.name for row in rows)


def is_named(access: Access, name: str) -> bool:
    """Return whether a session or a token is for this name, however it is written.

    >>> is_named(Access("", "session", "Ada  Wren", 0, 0), "ada wren")
    True
    """
    return _is_same_name(access.name, name)


def _is_same_name(first: str, second: str) -> bool:
    return normalize_name(first) == normalize_name(second)


def normalize_name(name: str) -> str:
    """Return a name for comparing: names that look the same are the same.

    >>> normalize_name("Ada  WREN ")
    'ada wren'
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _list_accesses(connection: Connection, kinds: Collection[str], now: int) -> tuple[Access, ...]:
    condition = (PASS.c.kind.in_(kinds)) & (PASS.c.expires > now)
    rows = connection.execute(select(PASS).where(condition).order_by(PASS.c.made, PASS.c.name, PASS.c.id))
    return tuple(Access(row.id, row.kind, row.name, row.made, row.expires) for row in rows)


def _delete_accesses(connection: Connection, ids: Collection[str]) -> int:
    if not ids:
        return 0
    result = connection.execute(delete(PASS).where(PASS.c.id.in_(ids), PASS.c.kind.in_(PEOPLE)))
    return result.rowcount


def _delete_address(connection: Connection, address: str) -> None:
    connection.execute(delete(PASS).where((PASS.c.id == _hash(address)) & (PASS.c.kind == "address")))


def _create_secret(
    connection: Connection, kind: Kind, name: str, now: int, expires: int, **more: str | int | None
) -> str:
    secret = token_urlsafe(24)
    connection.execute(insert(PASS).values(id=_hash(secret), kind=kind, name=name, made=now, expires=expires, **more))
    return secret


def _hash(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
