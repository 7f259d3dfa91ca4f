"""Passwords of accounts: which are accepted, and their hashes (argon2id, by argon2-cffi)."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from rookery.errors import RookeryError
from rookery.messages import msg
from rookery.storage.sessions import normalize_name

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST, LONGEST = 8, 128
"""The number of characters that a password may have; any characters, and no rule about their kinds."""

_COMMON_WORDS = """
    00000000 01234567 0123456789 11111111 111111111 1111111111 11223344 12121212 123123123 12341234 12344321
    12345678 123456789 1234567890 12345678910 123456789a 1234567q 12345qwert 123qweasd 147258369 1q2w3e4r 1q2w3e4r5t
    1qaz2wsx 22222222 55555555 66666666 77777777 87654321 88888888 987654321 99999999 a1b2c3d4 a1234567 aa123456
    aaaaaaaa abc12345 abcd1234 abcdefgh abcdefghi adminadmin administrator alexander amsterdam anthony1 arsenal1
    asdfasdf asdfghjk asdfghjkl barcelona baseball basketball benjamin blink182 butterfly caroline changeme charlie1
    chelsea1 checkmate chessboard chess123 chesschess chocolate christian christopher computer corvette danielle
    default1 einstein elephant fernando football football1 gabriela garfield grandmaster greenday hello123
    helloworld iloveyou iloveyou1 internet jennifer jessica1 jonathan kasparov killer123 kingkong letmein1
    letmein123 liverpool logitech magnus123 master123 maverick mercedes michael1 michelle midnight monkey123
    mustang1 nicholas nintendo p@ssw0rd pa55word passw0rd passwort password password! password1 password12
    password123 password1234 pokemon1 princess princess1 q1w2e3r4 q1w2e3r4t5 qazwsxedc qwer1234 qwerty12 qwerty123
    qwerty1234 qwertyui qwertyuiop rookery1 rookery123 rookrook samantha schach123 secret123 september slipknot
    spiderman starwars startrek stephanie sunshine sunshine1 superman superman1 tottenham tournament trustno1
    username valentina veronica victoria welcome1 welcome123 whatever william1 zaq12wsx zxcvbnm1 zxcvbnm123
"""

COMMON = frozenset(_COMMON_WORDS.split())
"""Passwords that are tried first by programs that guess, and those of this subject."""


def password_problem(password: str, name: str) -> str | None:
    """Return why a password is not accepted for an account, or None.

    >>> password_problem("sunshine", "Ada")
    'This password is too common.'
    >>> password_problem("the rook on the seventh rank", "Ada") is None
    True
    """
    if len(password) < SHORTEST:
        return msg("A password has at least %(least)s characters.", least=SHORTEST)
    if len(password) > LONGEST:
        return msg("A password has at most %(most)s characters.", most=LONGEST)
    text = normalize_name(password)
    if text in COMMON or len(set(text)) < 3 or text in (normalize_name(name), normalize_name(name) * 2):
        return msg("This password is too common.")
    return None


def hash_password(password: str) -> str:
    """Return the hash of a password, with its salt and parameters.

    Raises:
        RookeryError: argon2-cffi is not installed.
    """
    return _hasher().hash(_normalize(password))


def verify_password(stored_hash: str, password: str) -> bool:
    """Return whether a password is that of a hash; without a hash it takes as long, and is wrong."""
    from argon2.exceptions import InvalidHashError, VerificationError

    if len(password) > LONGEST:
        return False
    hasher = _hasher()
    try:
        hasher.verify(stored_hash or _unknown_hash(), _normalize(password))
    except (VerificationError, InvalidHashError):
        return False
    return bool(stored_hash)


def needs_new_hash(stored_hash: str) -> bool:
    """Return whether a hash was made with weaker parameters than those of today."""
    return _hasher().check_needs_rehash(stored_hash)


def has_passwords() -> bool:
    """Return whether passwords can be used: argon2-cffi is installed."""
    try:
        _hasher()
    except RookeryError:
        return False
    return True


def _normalize(password: str) -> str:
    return unicodedata.normalize("NFC", password)


@cache
def _hasher() -> PasswordHasher:
    try:
        from argon2 import PasswordHasher
    except ModuleNotFoundError:
        raise RookeryError('passwords need argon2-cffi: pip install "rookery-chess[server]"') from None
    return PasswordHasher()


@cache
def _unknown_hash() -> str:
    """Return the hash that stands for an account that does not exist, so that the answer takes as long."""
    return _hasher().hash("no account has this password")
