"""Columns read in all rows at once agree with reading text by text."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookery.trf.cells import START, STEP, Grid, encode_ascii, parse_digit_columns

PLAIN = re.compile(" *[0-9]*")


def columns(texts: list[str]) -> list[bytes]:
    return [bytes(map(ord, column)) for column in zip(*texts, strict=True)]


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_a_number_is_digits_behind_blanks(width: int) -> None:
    for chars in product(" 019x", repeat=width):
        text = "".join(chars)
        wanted = [int(text.strip() or "0")] if PLAIN.fullmatch(text) else None
        assert parse_digit_columns(columns([text])) == wanted, text


def test_every_number_of_four_digits() -> None:
    for texts in ([f"{number:4}" for number in range(10_000)], [f"{number:04}" for number in range(10_000)]):
        assert parse_digit_columns(columns(texts)) == list(range(10_000))


@given(st.lists(st.integers(0, 9999).map("{:4}".format) | st.just("    ") | st.text(" 0129", min_size=4, max_size=4)))
def test_rows_do_not_disturb_each_other(texts: list[str]) -> None:
    texts = ["   7", *texts]
    wanted = [int(text.strip() or "0") for text in texts] if all(map(PLAIN.fullmatch, texts)) else None
    assert parse_digit_columns(columns(texts)) == wanted


@pytest.mark.parametrize("char", ["/", ":", "\0", "\t", "@", "P", "\x7f", "\x80", "\xb0", "\xb9", "\xff"])
def test_what_is_next_to_digits_and_blanks_in_its_bits_is_neither(char: str) -> None:
    for at in range(4):
        assert parse_digit_columns(columns(["   1", "1" * at + char + "1" * (3 - at)])) is None


@given(st.text(st.characters(exclude_categories=[])))
def test_a_byte_for_each_character(text: str) -> None:
    assert encode_ascii(text) == bytes(ord(char) if char < "\x80" else 0 for char in text)


@given(st.lists(st.text("1 w", max_size=START + 3 * STEP), min_size=1, max_size=600))
def test_a_grid_has_all_rows_up_to_the_longest(rows: list[str]) -> None:
    grid = Grid(rows)
    longest = max(len(row.rstrip()) for row in rows)
    assert grid.rounds == max(0, -(-(longest - START) // STEP))
    assert grid.data == "".join(row.rstrip().ljust(grid.width) for row in rows).encode()
    assert [grid.column(at) for at in range(grid.width)] == columns([row.rstrip().ljust(grid.width) for row in rows])


@pytest.mark.parametrize("char", ["é", "ł", "中"])
@pytest.mark.parametrize("count", [1, 255, 256, 257, 600])
def test_rows_of_any_script_keep_their_columns(char: str, count: int) -> None:
    rows = [f"{char if number % 3 else 'e'}{number:5}" for number in range(count)]
    grid = Grid(rows)
    assert parse_digit_columns([grid.column(at) for at in range(2, 6)]) == list(range(count))
    assert grid.width == START
