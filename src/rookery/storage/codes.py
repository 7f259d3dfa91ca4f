"""Access codes: secrets with a scope that open one thing until they expire or are revoked; only hashes are stored.

A secret is derived from a key of the store, the scope and a revision: it can be shown and printed again, and a
revocation raises the revision. Copies of a store do not contain the key.
"""

from __future__ import annotations

import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from secrets import token_hex
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, text, update

from rookery._record import record, replace
from rookery.storage.database import Database
from rookery.storage.tables import CODE, PASS

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""The letters of a code to type: none of them looks like another or like a digit."""
LENGTH = 8
"""The number of letters of a code to type."""
SECRET_LENGTH = 22
"""The number of characters of a secret of 128 bits, as base 64 without padding."""
USES_PAUSE = 5
"""The number of seconds between two writings of uses."""
EXPIRED_KEPT = 30 * 24 * 3600
"""The number of seconds after which an expired code is deleted."""

_KEY_ID, _NEVER = "codes", 2**31 - 1
_LOCK = 0x636F6465  # an arbitrary number for the advisory lock
_AT_ONCE = 500

_KEY = select(PASS.c.name).where(PASS.c.id == _KEY_ID, PASS.c.kind == "key")
_CODES_AND_KEY = select(CODE, _KEY.scalar_subquery().label("key"))


@record
class Code:
    """An access code: what it opens (`kind`, `scope`), and the times at which it was made, expires and was used.

    `secret` and `letters` are empty if they cannot be derived: the code comes from a store with another key.
    """

    id: str
    stream: str
    kind: str
    scope: dict[str, Any]
    label: str
    made: int
    expires: int
    revision: int = 0
    revoked: int | None = None
    used: int | None = None
    secret: str = ""
    letters: str = ""

    def is_valid(self, now: int) -> bool:
        """Return whether the code is neither revoked nor expired."""
        return self.revoked is None and now < self.expires


class AccessCodes:
    """The access codes of a store; several processes may share them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock, self._uses, self._written = Lock(), dict[str, int](), 0

    def issue(
        self, stream: str, kind: str, scopes: Sequence[tuple[str, Mapping[str, Any]]], now: int, expires: int
    ) -> tuple[Code, ...]:
        """Return a valid code for each label and scope: the one in use, or a new one."""
        with self._database.writing() as connection:
            if not self._database.is_file:
                connection.execute(select(text(f"pg_advisory_xact_lock({_LOCK})")))
            key = _read_key(connection) or _create_key(connection, now)
            connection.execute(delete(CODE).where(CODE.c.expires < now - EXPIRED_KEPT))
            newest: dict[str, Row[Any]] = {}
            statement = select(CODE).where(CODE.c.stream == stream, CODE.c.kind == kind).order_by(CODE.c.revision)
            for row in connection.execute(statement):
                newest[row.scope] = row
            taken = set(connection.execute(select(CODE.c.letters)).scalars())
            codes, new_rows = [], []
            for label, scope in scopes:
                newest_row = newest.get(scope_text := _canonical_json(scope))
                code = _code_of_row(newest_row, key) if newest_row else None
                if code is None or not code.is_valid(now) or not code.secret:
                    values = _new_values(key, taken, stream, kind, scope_text, code.revision + 1 if code else 0)
                    values |= {"label": label, "made": now, "expires": expires}
                    code = _code_of_values(values, key)
                    new_rows.append(values)
                codes.append(code)
            for start in range(0, len(new_rows), _AT_ONCE):
                connection.execute(insert(CODE), new_rows[start : start + _AT_ONCE])
        return tuple(codes)

    def find(self, entered: str) -> Code | None:
        """Return the code with this secret or these letters, even if it is revoked or expired; None if there is none.

        Letters may be written in small letters, and with spaces or hyphens.
        """
        with self._database.selecting() as connection:
            letters, condition = normalize_letters(entered), CODE.c.id == _hash(entered)
            if letters:
                key = _read_key(connection)
                condition = CODE.c.letters == (_hash_letters(key, letters) if key else "")
            row = connection.execute(_CODES_AND_KEY.where(condition)).first()
        return self._with_use(_code_of_row(row, _parse_key(row.key))) if row else None

    def note_use(self, code_id: str, now: int) -> None:
        """Record when a code was last used for a change.

        Uses of some seconds are written together: hundreds of phones send within a minute, and wait for each writing.
        """
        with self._lock:
            self._uses[code_id] = now
            if now - self._written < USES_PAUSE:
                return
            self._written = now
        self.write_uses()

    def write_uses(self) -> None:
        """Write the uses that are not written yet."""
        with self._lock:
            uses, self._uses = self._uses, {}
        if not uses:
            return
        with self._database.writing() as connection:
            for code_id, used in uses.items():
                connection.execute(update(CODE).where(CODE.c.id == code_id).values(used=used))

    def list_codes(self, stream: str | None = None, kinds: Collection[str] = ()) -> tuple[Code, ...]:
        """Return the codes of a stream, or all, of these kinds or of every kind, the oldest first."""
        statement = _CODES_AND_KEY.order_by(CODE.c.made, CODE.c.label, CODE.c.scope, CODE.c.id)
        if stream is not None:
            statement = statement.where(CODE.c.stream == stream)
        if kinds:
            statement = statement.where(CODE.c.kind.in_(kinds))
        with self._database.selecting() as connection:
            rows = connection.execute(statement).all()
        return tuple(self._with_use(_code_of_row(row, _parse_key(row.key))) for row in rows)

    def _with_use(self, code: Code) -> Code:
        """Return a code with its last use, also if that is not written yet."""
        used = self._uses.get(code.id)
        return code if used is None else replace(code, used=used)

    def forget(self, ids: Collection[str], label: str, *, revoked: int | None = None) -> None:
        """Replace the names on codes by a label, and revoke the codes if a time is given."""
        values = {"label": label} if revoked is None else {"label": label, "revoked": revoked}
        with self._database.writing() as connection:
            connection.execute(update(CODE).where(CODE.c.id.in_(list(ids))).values(values))

    def revoke(self, ids: Collection[str], now: int) -> int:
        """Revoke codes by their ids; return how many were in use."""
        revoked, remaining = 0, list(ids)
        with self._database.writing() as connection:
            while remaining:
                part, remaining = remaining[:_AT_ONCE], remaining[_AT_ONCE:]
                in_use = CODE.c.id.in_(part) & CODE.c.revoked.is_(None)
                revoked += connection.execute(update(CODE).where(in_use).values(revoked=now)).rowcount
        return revoked


def normalize_letters(text: str) -> str:
    """Return the letters of a typed code without spaces and hyphens; an empty text if they are none.

    >>> normalize_letters("abcd-efgh ")
    'ABCDEFGH'
    >>> normalize_letters("abc")
    ''
    """
    letters = "".join(text.split()).replace("-", "").upper()
    return letters if len(letters) == LENGTH and all(letter in ALPHABET for letter in letters) else ""


def _derive_secret(key: bytes, stream: str, kind: str, scope: str, revision: int) -> str:
    digest = hmac.digest(key, json.dumps(["secret", stream, kind, scope, revision]).encode(), "sha256")
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def _derive_letters(key: bytes, secret: str) -> str:
    number = int.from_bytes(hmac.digest(key, f"letters {secret}".encode(), "sha256"))
    letters = ""
    for _ in range(LENGTH):
        number, index = divmod(number, len(ALPHABET))
        letters += ALPHABET[index]
    return letters


def _hash(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _hash_letters(key: bytes, letters: str) -> str:
    """Return the keyed hash of the letters: there are too few of them for a plain one."""
    return hmac.digest(key, f"typed {letters}".encode(), "sha256").hex()


def _canonical_json(scope: Mapping[str, Any]) -> str:
    return json.dumps(scope, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _read_key(connection: Connection) -> bytes | None:
    return _parse_key(connection.execute(_KEY).scalar())


def _parse_key(key: str | None) -> bytes | None:
    return bytes.fromhex(key) if key else None


def _create_key(connection: Connection, now: int) -> bytes:
    key = token_hex(32)
    connection.execute(insert(PASS).values(id=_KEY_ID, kind="key", name=key, made=now, expires=_NEVER))
    return bytes.fromhex(key)


def _new_values(key: bytes, taken: set[str], stream: str, kind: str, scope: str, revision: int) -> dict[str, Any]:
    """Return the columns of a new code; `taken` are the hashes of the letters in use, and gets its own."""
    while True:
        secret = _derive_secret(key, stream, kind, scope, revision)
        letters = _hash_letters(key, _derive_letters(key, secret))
        if letters not in taken:
            break
        revision += 1
    taken.add(letters)
    return {
        "id": _hash(secret), "letters": letters, "stream": stream, "kind": kind, "scope": scope, "revision": revision,
    }  # fmt: skip


def _code_of_values(values: Mapping[str, Any], key: bytes) -> Code:
    secret = _derive_secret(key, values["stream"], values["kind"], values["scope"], values["revision"])
    return Code(
        values["id"], values["stream"], values["kind"], json.loads(values["scope"]), values["label"], values["made"],
        values["expires"], values["revision"], None, None, secret, _derive_letters(key, secret),
    )  # fmt: skip


def _code_of_row(row: Row[Any], key: bytes | None) -> Code:
    secret = _derive_secret(key, row.stream, row.kind, row.scope, row.revision) if key else ""
    if _hash(secret) != row.id:
        secret = ""
    return Code(
        row.id, row.stream, row.kind, json.loads(row.scope), row.label, row.made, row.expires, row.revision,
        row.revoked, row.used, secret, _derive_letters(key, secret) if key and secret else "",
    )  # fmt: skip
