"""Accounts and their roles: names, hashes of passwords, and memberships of tournaments and events.

What a role may do is decided elsewhere: a role is a text here, and its scope any JSON object.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from secrets import token_hex
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from rookery._record import record
from rookery.storage.database import Database
from rookery.storage.sessions import normalize_name
from rookery.storage.tables import ACCOUNT, MEMBERSHIP, PASS, TOKEN


@record
class Account:
    """An account: its name in the log, how it signs in, and since when it is disabled (None if it is not)."""

    id: str
    name: str
    email: str = ""
    has_password: bool = False
    issuer: str = ""
    subject: str = ""
    made: int = 0
    disabled: int | None = None


@record
class Membership:
    """A role of an account in a tournament or an event; an empty `stream` is the whole installation."""

    account: str
    stream: str
    role: str
    scope: dict[str, Any]
    made: int


class Accounts:
    """The accounts of a store; several processes may share them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(
        self, name: str, now: int, *, email: str = "", password: str = "", issuer: str = "", subject: str = ""
    ) -> Account | None:
        """Create an account with the hash of a password, or without one; return None if the name is taken."""
        account_id, key = token_hex(8), normalize_name(name)
        with self._database.writing() as connection:
            if _has_key(connection, key):
                return None
            connection.execute(
                insert(ACCOUNT).values(
                    id=account_id, name=name, key=key, email=email, password=password, issuer=issuer, subject=subject,
                    made=now, disabled=None,
                )
            )  # fmt: skip
        return Account(account_id, name, email, bool(password), issuer, subject, now)

    def find(self, account_id: str) -> Account | None:
        """Return the account with this id; None if there is none."""
        return self._find(ACCOUNT.c.id == account_id)

    def find_name(self, name: str) -> Account | None:
        """Return the account with this name, however it is written; None if there is none."""
        return self._find(ACCOUNT.c.key == normalize_name(name))

    def find_subject(self, issuer: str, subject: str) -> Account | None:
        """Return the account of a person at an OpenID Connect provider; None if there is none."""
        return self._find((ACCOUNT.c.issuer == issuer) & (ACCOUNT.c.subject == subject)) if subject else None

    def list_accounts(self) -> tuple[Account, ...]:
        """Return every account, ordered by name."""
        with self._database.selecting() as connection:
            return tuple(_account_of_row(row) for row in connection.execute(select(ACCOUNT).order_by(ACCOUNT.c.key)))

    def has_accounts(self) -> bool:
        """Return whether there is an account."""
        with self._database.selecting() as connection:
            return connection.execute(select(ACCOUNT.c.id).limit(1)).first() is not None

    def password_hash(self, account_id: str) -> str:
        """Return the hash of an account's password; empty if it has none."""
        with self._database.selecting() as connection:
            statement = select(ACCOUNT.c.password).where(ACCOUNT.c.id == account_id)
            return str(connection.execute(statement).scalar() or "")

    def set_password(self, account_id: str, password: str) -> bool:
        """Replace the hash of an account's password; return whether the account exists."""
        return self._update(account_id, password=password)

    def set_email(self, account_id: str, email: str) -> bool:
        """Replace the mail address of an account; return whether the account exists."""
        return self._update(account_id, email=email)

    def link(self, account_id: str, issuer: str, subject: str) -> bool:
        """Link an account to a person at an OpenID Connect provider; return whether the account exists."""
        return self._update(account_id, issuer=issuer, subject=subject)

    def rename(self, account_id: str, name: str) -> bool:
        """Change the name of an account; return False if another account has it."""
        key = normalize_name(name)
        with self._database.writing() as connection:
            other = select(ACCOUNT.c.id).where(ACCOUNT.c.key == key, ACCOUNT.c.id != account_id)
            if connection.execute(other).first() is not None:
                return False
            statement = update(ACCOUNT).where(ACCOUNT.c.id == account_id).values(name=name, key=key)
            return bool(connection.execute(statement).rowcount)

    def disable(self, account_id: str, now: int) -> bool:
        """Disable an account and end its sessions; return whether it was in use."""
        with self._database.writing() as connection:
            in_use = (ACCOUNT.c.id == account_id) & ACCOUNT.c.disabled.is_(None)
            connection.execute(delete(PASS).where(PASS.c.account == account_id))
            return bool(connection.execute(update(ACCOUNT).where(in_use).values(disabled=now)).rowcount)

    def enable(self, account_id: str) -> bool:
        """Enable a disabled account; return whether the account exists."""
        return self._update(account_id, disabled=None)

    def delete(self, account_id: str) -> bool:
        """Delete an account with its roles, sessions and tokens; return whether it existed. Names in logs stay."""
        with self._database.writing() as connection:
            for table in (PASS, TOKEN, MEMBERSHIP):
                connection.execute(delete(table).where(table.c.account == account_id))
            return bool(connection.execute(delete(ACCOUNT).where(ACCOUNT.c.id == account_id)).rowcount)

    # -- roles ---------------------------------------------------------------------------------------------------------

    def grant(self, account_id: str, stream: str, role: str, scope: Mapping[str, Any], now: int) -> None:
        """Give an account a role; a role that it has there gets the new scope."""
        values = {
            "account": account_id, "stream": stream, "role": role, "scope": json.dumps(dict(scope)), "made": now,
        }  # fmt: skip
        with self._database.writing() as connection:
            connection.execute(delete(MEMBERSHIP).where(_is_membership(account_id, stream, role)))
            connection.execute(insert(MEMBERSHIP).values(values))

    def withdraw(self, account_id: str, stream: str, role: str) -> bool:
        """Take a role from an account; return whether it had the role."""
        with self._database.writing() as connection:
            condition = _is_membership(account_id, stream, role)
            return bool(connection.execute(delete(MEMBERSHIP).where(condition)).rowcount)

    def memberships(self, account_id: str) -> tuple[Membership, ...]:
        """Return the roles of an account."""
        return self._memberships(MEMBERSHIP.c.account == account_id)

    def members(self, *streams: str) -> tuple[Membership, ...]:
        """Return the roles in tournaments and events; an empty id stands for the whole installation."""
        return self._memberships(MEMBERSHIP.c.stream.in_(streams))

    def list_memberships(self) -> tuple[Membership, ...]:
        """Return every role of every account."""
        return self._memberships()

    def _memberships(self, *conditions: Any) -> tuple[Membership, ...]:
        statement = select(MEMBERSHIP).where(*conditions)
        statement = statement.order_by(MEMBERSHIP.c.made, MEMBERSHIP.c.account, MEMBERSHIP.c.stream, MEMBERSHIP.c.role)
        with self._database.selecting() as connection:
            return tuple(
                Membership(row.account, row.stream, row.role, json.loads(row.scope), row.made)
                for row in connection.execute(statement)
            )

    def _find(self, condition: Any) -> Account | None:
        with self._database.selecting() as connection:
            row = connection.execute(select(ACCOUNT).where(condition)).first()
        return _account_of_row(row) if row else None

    def _update(self, account_id: str, **values: Any) -> bool:
        with self._database.writing() as connection:
            statement = update(ACCOUNT).where(ACCOUNT.c.id == account_id).values(values)
            return bool(connection.execute(statement).rowcount)


def _has_key(connection: Connection, key: str) -> bool:
    return connection.execute(select(ACCOUNT.c.id).where(ACCOUNT.c.key == key)).first() is not None


def _is_membership(account_id: str, stream: str, role: str) -> Any:
    is_account, is_stream = MEMBERSHIP.c.account == account_id, MEMBERSHIP.c.stream == stream
    return is_account & is_stream & (MEMBERSHIP.c.role == role)


def _account_of_row(row: Row[Any]) -> Account:
    return Account(row.id, row.name, row.email, bool(row.password), row.issuer, row.subject, row.made, row.disabled)
