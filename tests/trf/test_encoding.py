"""Bytes in, the same bytes out, whatever the encoding and the line ends; nonsense ends soon and clearly."""

from __future__ import annotations

import codecs
import random
import re
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rookery.errors import FormatError
from rookery.model import Player, Tournament
from rookery.trf.document import decode_source, split_lines
from rookery.trf.read import read
from rookery.trf.serialize import dump
from support.operations import count_calls

TEXT = "012 Café\n001    1      Müller, Ø\n001    2      Łuk\n"
WESTERN = "012 Café\n001    1      Müller, Ø\n"


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
    ],
)
def test_unicode(encoding: str, mark: bytes, end: str) -> None:
    data = mark + TEXT.replace("\n", end).encode(encoding)
    reading = read(data)
    assert [player.name for player in reading.tournament.players] == ["Müller, Ø", "Łuk"]
    assert reading.document is not None
    assert reading.document.source.dump() == data
    assert "encoding" not in {problem.code for problem in reading.problems}


def test_windows_1252_with_its_undefined_bytes() -> None:
    data = WESTERN.encode("cp1252") + b"001    2      \x81\x8d\x8f\x90\x9d\x80\n"
    reading = read(data)
    assert [player.name for player in reading.tournament.players] == ["Müller, Ø", "\x81\x8d\x8f\x90\x9d€"]
    (problem,) = [one for one in reading.problems if one.code == "encoding"]
    assert (problem.line, problem.columns) == (1, (8, 8))
    assert problem.read.endswith("e9")
    assert reading.document is not None
    assert reading.document.source.dump() == data


def test_an_encoding_can_be_forced() -> None:
    data = "001    1      Γιώργος\n".encode("cp1253")
    reading = read(data, encoding="cp1253")
    assert reading.tournament.players[0].name == "Γιώργος"
    assert reading.document is not None
    assert reading.document.source.dump() == data
    assert read(b"001    1      \xfc\n", encoding="latin-1").tournament.players[0].name == "ü"
    assert read(codecs.BOM_UTF8 + b"001    1      A\n", encoding="utf-8").tournament.players[0].name == "A"


def test_mixed_line_ends() -> None:
    data = b"012 A\r\n\r022 B\n\r\n001    1      C\r001    2      D"
    reading = read(data)
    assert len(reading.tournament.players) == 2
    assert reading.tournament.info.city == "B"
    assert reading.document is not None
    assert reading.document.source.dump() == data
    assert split_lines("a\x0bb\x85c\u2028d\x1ce") == (["a\x0bb\x85c\u2028d\x1ce"], [""])


@given(st.binary(max_size=200))
def test_any_bytes_come_back(data: bytes) -> None:
    assert decode_source(data).dump() == data


@given(st.text(max_size=200))
def test_any_text_is_split_and_joined(text: str) -> None:
    lines, ends = split_lines(text)
    assert "".join(part for pair in zip(lines, ends, strict=True) for part in pair) == text


@given(st.binary(max_size=300), st.integers(0, 120))
def test_no_bytes_raise_anything_but_a_format_error(noise: bytes, at: int) -> None:
    row = b"001    1 m    Anders                            2100 NOR     1500001 1990/01/02  1.0    1     2 w 1\n"
    for data in (noise, row[:at] + noise + row[at:], b"001 " + noise, row + b"\n" + noise):
        with suppress(FormatError):
            read(data)


NONSENSE = ["random bytes", "zeros", "text", "one line", "many rows", "a row that never ends"]


def nonsense(kind: str, size: int) -> bytes:
    """About so many bytes that are no tournament."""
    rng = random.Random(1)
    return {
        "random bytes": lambda: rng.randbytes(size), "zeros": lambda: bytes(size), "one line": lambda: b"x" * size,
        "text": lambda: b"all work and no play 001 makes a dull file\n" * (size // 43),
        "many rows": lambda: b"001    1 nonsense\n" * (size // 18),
        "a row that never ends": lambda: b"001    x" * (size // 8),
    }[kind]()  # fmt: skip


def refusal(data: bytes) -> FormatError:
    """The error with which a text is refused."""
    with pytest.raises(FormatError) as caught:
        read(data)
    return caught.value


@pytest.mark.slow
@pytest.mark.parametrize("kind", NONSENSE)
def test_fifty_megabytes_of_nonsense(kind: str) -> None:
    assert len(refusal(nonsense(kind, 50_000_000)).problems) == 1


@pytest.mark.parametrize("kind", NONSENSE)
def test_nonsense_costs_no_more_than_its_length(kind: str) -> None:
    """bench/bench_limits.py measures the seconds."""
    few, many = nonsense(kind, 500_000), nonsense(kind, 1_000_000)
    assert len(refusal(many).problems) == 1
    assert count_calls(lambda: refusal(many)) < 2.5 * count_calls(lambda: refusal(few))


def test_a_player_among_invalid_rows_is_read_in_bounded_time() -> None:
    data = b"nonsense line\n" * 100_000 + b"001    1      Anders\n"
    reading = read(data)
    assert reading.tournament.players[0].name == "Anders"
    assert len(reading.problems) < 20


def test_nine_thousand_nine_hundred_and_ninety_nine_players() -> None:
    tournament = Tournament(players=tuple(Player(id, f"P{id}", points=0) for id in range(1, 10_000)))
    assert read(dump(tournament)).tournament == tournament


@given(st.lists(st.sampled_from(["a", "001", "\r\n", "\r\n", "\r", "\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028"])))
@example(["a", "\r\n", "a", "\x0b", "\x0c"])
@example(["\r\n", "\r"])
def test_lines_end_with_cr_lf_or_both(pieces: list[str]) -> None:
    text = "".join(pieces)
    parts = re.split("(\r\n|\r|\n)", text)
    wanted = list(zip(parts[::2], [*parts[1::2], ""], strict=True))
    if wanted[-1] == ("", ""):
        wanted.pop()
    assert list(zip(*split_lines(text), strict=True)) == wanted
