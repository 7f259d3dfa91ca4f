"""Good bytes spoilt: bytes, lines, columns, words, numbers, encodings; truncated, repeated, spliced."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

LARGEST = 900_000
"""No spoilt input is larger than this."""

NUMBERS = (
    "0", "-1", "00", "1.5", "99", "999", "1000", "9999", "65536", "2147483648", "9223372036854775807",
    "9223372036854775808", "18446744073709551616", "9" * 30, "9" * 5000, "1e9", "1e999999999", "NaN", "inf", "-0",
    "²³", "١٢٣", "１２", "½", "1_000", "0x10", "+5", "1,5", "",
)  # fmt: skip
TEXTS = (
    "\0", "\x1b[31m", "\x1b]0;x\x07", "\x7f", "\x85", "\u2028", "\u202e", "\ufeff", "\ufffe", "\U0001f3f4",
    "e\u0301" * 9, "\u200d", "ß", "İ", "ﬃ", "棋王", "\t", "\x0b", "\x0c", "\x1c", "\x1f", "\r", "\n", "\r\n", '"', "'",
    '""', ",", ";", "|", "{", "[", "<", "&amp;", "&#0;", "=1+1", "@x", "-", "--", "%s", "{0}", "$(x)", "../x",
    "A" * 300, "x" * 20_000, " " * 80, "001", "###", "null", "true",
)  # fmt: skip
ENCODINGS = ("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-32", "latin-1", "cp1252", "cp437", "utf-7", "cp1251")
_PIECES = (b"0123456789", b" ", b"wbWB-=+10HFUZ.,;\"'", bytes(range(33, 127)), bytes(range(256)))

Mutation = Callable[[bytes, random.Random, Sequence[bytes]], bytes]


def odd_text(rng: random.Random) -> bytes:
    """A number or a text that hardly anybody expects."""
    return rng.choice(NUMBERS if rng.random() < 0.5 else TEXTS).encode("utf-8", "surrogatepass")


def change_bytes(data: bytes, rng: random.Random, samples: Sequence[bytes]) -> bytes:
    """A few bytes inserted, deleted or changed."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at = rng.randrange(len(data) + 1)
        new = bytes(rng.choice(rng.choice(_PIECES)) for _ in range(rng.choice((0, 1, 1, 1, 4))))
        data = data[:at] + new + data[at + rng.choice((0, 1, 1, 3)) :]
    return data


def a_number(data: bytes, rng: random.Random, samples: Sequence[bytes]) -> bytes:
    """One number made another, in its place or pushing what follows."""
    matches = list(re.finditer(rb"\d+", data))
    if not matches:
        return data
    match = rng.choice(matches)
    new = rng.choice(NUMBERS).encode()
    if rng.random() < 0.5:
        new = new[: len(match[0])].rjust(len(match[0]))
    return data[: match.start()] + new + data[match.end() :]


def a_word(data: bytes, rng: random.Random, samples: Sequence[bytes]) -> bytes:
    """One word made an odd one, or given one."""
    words = list(re.finditer(rb"[^\s,;\"]+", data))
    if not words:
        return data
    word = rng.choice(words)
    replacement = word[0] if rng.random() < 0.5 else b""
    return data[: word.start()] + replacement + odd_text(rng) + data[word.end() :]


def lines(data: bytes, rng: random.Random, samples: Sequence[bytes]) -> bytes:
    """Lines deleted, repeated, exchanged, cut, joined, or brought from another file."""
    parts = data.splitlines(keepends=True) or [b""]
    at, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    match rng.randrange(8):
        case 0:
            del parts[at]
        case 1:
            parts[other:other] = [parts[at]]
        case 2:
            parts[at], parts[other] = parts[other], parts[at]
        case 3:
            parts[at] = parts[at][: rng.randrange(len(parts[at]) + 1)] + b"\n"
        case 4:
            parts[at] = parts[at].rstrip(b"\r\n")
        case 5:
            source = rng.choice(samples).splitlines(keepends=True) or [b""]
            first = rng.randrange(len(source))
            parts[at:at] = source[first : first + rng.randrange(1, 6)]
        case 6:
            rng.shuffle(parts)
        case _:
            times = min(rng.choice((2, 10, 300, 5000)), LARGEST // (len(parts[at]) + 1))
            parts[at:at] = [parts[at]] * times
    return b"".join(parts)


def columns(data: bytes, rng: random.Random, samples: Sequence[bytes]) -> bytes:
    """What stands from a column on pushed to the right or to the left, in one line or in many."""
    parts = data.splitlines(keepends=True) or [b""]
    column, wide, share = rng.randrange(1, 100), rng.choice((1, 1, 2, 10, 400)), rng.choice((0, 0.3, 1))
    chosen = rng.randrange(len(parts))
    for at, line in enumerate(parts):
        if at == chosen or rng.random() < share:
            left = rng.random() < 0.5
            parts[at] = line[:column] + (line[column + wide :] if left else b" " * wide + line[column:])
    return b"".join(parts)


def cut_short(data: bytes, rng: random.Random, samples: Sequence[bytes]) -> bytes:
    """The beginning, or the end."""
    at = rng.randrange(len(data) + 1)
    return data[:at] if rng.random() < 0.7 else data[at:]


def spliced(data: bytes, rng: random.Random, samples: Sequence[bytes]) -> bytes:
    """The beginning of one file and the end of another."""
    other = rng.choice(samples)
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def line_ends(data: bytes, rng: random.Random, samples: Sequence[bytes]) -> bytes:
    """Other ends of lines, or several kinds of them."""
    ends = (b"\n", b"\r", b"\r\n", b"\n\n", b"\r\r\n", b"\x0b", b"\x85", "\u2028".encode(), b"")
    if rng.random() < 0.5:
        return rng.choice(ends[:5]).join(data.splitlines())
    return b"".join(line + rng.choice(ends) for line in data.splitlines())


def another_encoding(data: bytes, rng: random.Random, samples: Sequence[bytes]) -> bytes:
    """The same text in other bytes."""
    text = data.decode("utf-8", "replace")
    if rng.random() < 0.5:
        text = text.replace("e", rng.choice("éžλя"), 3)
    return text.encode(rng.choice(ENCODINGS), rng.choice(("replace", "xmlcharrefreplace", "ignore")))


ANY: tuple[Mutation, ...] = (
    change_bytes, change_bytes, a_number, a_number, a_word, a_word, lines, lines, lines, columns, columns,
    cut_short, spliced, line_ends, another_encoding,
)  # fmt: skip


def mutated(data: bytes, rng: random.Random, samples: Sequence[bytes], kinds: Sequence[Mutation] = ANY) -> bytes:
    """Spoilt one to four times, one time most often."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        data = rng.choice(kinds)(data, rng, samples)[:LARGEST]
    return data
