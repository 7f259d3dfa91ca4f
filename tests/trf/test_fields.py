"""The table of the format: it agrees with itself and with the code that reads by it."""

from __future__ import annotations

from random import Random

import pytest

from rookery.trf.cells import CELL_WIDTH, START, STEP, TAILS, tail_spellings
from rookery.trf.fields import Field, parse_line, parse_number, parse_tenths, render_line, replace_field
from rookery.trf.player_table import FIXED_BLANKS
from rookery.trf.record import Record, ignore_record
from rookery.trf.records.players import PLAYER
from rookery.trf.registry import RECORDS, line_code


def test_every_record_has_a_reader_and_a_writer() -> None:
    assert {code for code, record in RECORDS.items() if record.read is ignore_record} == {
        "001",
        "072",
        "082",
        "801",
        "802",
    }
    assert {code for code, record in RECORDS.items() if record.write is None} == {"801", "802"}


def test_records_stand_in_the_order_of_writing() -> None:
    codes = (
        "012 022 032 042 052 062 072 082 092 102 112 122 132 142 152 162 172 182 192 202 212 222 352 362 "
        "001 NRS 013 310 240 250 260 320 330 300 299 801 802 XXR XXC XXS XXZ XXP XXA BBW BBD BBL BBZ BBF BBU ###"
    )
    assert " ".join(RECORDS) == codes


@pytest.mark.parametrize("record", RECORDS.values(), ids=list(RECORDS))
def test_fields_do_not_overlap(record: Record) -> None:
    covered: set[int] = set()
    pieces = [*record.fields, *(record.group.repetition(0) + record.group.repetition(1) if record.group else ())]
    for piece in pieces:
        columns = set(range(piece.first, (piece.last or piece.first) + 1))
        assert not columns & (covered | {1, 2, 3, 4})
        covered |= columns


def test_the_columns_of_the_handbook() -> None:
    assert (PLAYER["points"].first, PLAYER["points"].last) == (81, 84)
    assert FIXED_BLANKS == (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
    assert (START, STEP, CELL_WIDTH) == (91, 10, 8)


def test_tails() -> None:
    assert TAILS[tail_spellings()[" w 1  "]] == TAILS[tail_spellings()[" W 1"]] == ("w", "1")
    assert TAILS[tail_spellings()[" b"]] == ("b", " ")
    assert TAILS[tail_spellings()[""]] == (" ", " ")
    assert "xw 1" not in tail_spellings()


LINES = {
    "012 Club": "012", "012": "012", "012Club": "012", "": "", "   ": "", "###x": "###", "DDD SSSS": "ruler",
    "AAA MMMM": "ruler", "1234567890" * 5: "ruler", "143 7": "unknown", "001    1": "001", "XXR 5": "XXR",
    "XXQ 5": "unknown", "NRS    1": "unknown", " 012 Club": "unknown", "\x00\x01": "unknown",
}  # fmt: skip


@pytest.mark.parametrize("line", sorted(LINES))
def test_kinds_of_lines(line: str) -> None:
    assert line_code(line) == LINES[line]


def test_numbers_are_only_digits() -> None:
    texts = (" 12", "1_2", "+3", "٣", "", "1 2", "0")
    assert [parse_number(text) for text in texts] == [12, -1, -1, -1, -1, -1, 0]
    assert [parse_tenths(text) for text in ("1.5", "1,5", "15", ".5", "1.55", "", "x", "-1", "1.0.0")] == [
        15, 15, 150, 5, None, None, None, -10, None,
    ]  # fmt: skip


def test_a_line_and_its_record() -> None:
    line = "240 H   3    1    2"
    found = parse_line(RECORDS["240"].layout, 1, line)
    assert found.values == {"type": "H", "round": "3"}
    assert found.group == (("1",), ("2",))
    assert render_line(RECORDS["240"].layout, "240", found.values, found.group) == line
    assert replace_field("012345", Field("x", 3, 4), "z") == "01z 45"
    assert replace_field("01", Field("x", 5, 6, True), "z") == "01   z"


@pytest.mark.parametrize("record", RECORDS.values(), ids=list(RECORDS))
def test_a_line_is_its_texts_put_into_its_fields(record: Record) -> None:
    """Short, long, empty, blank and other letters, in any number of repetitions: as if put one after the other."""
    rng = Random(record.code)
    for repetitions in (0, 1, 3, 9):
        texts = {field.name: _random_text(rng, field) for field in record.fields}
        fields = record.group.fields if record.group else ()
        group = [[_random_text(rng, field) for field in fields] for _ in range(repetitions if fields else 0)]
        line = "XYZ"
        for field in record.fields:
            line = replace_field(line, field, texts[field.name])
        for index, cells in enumerate(group):
            for field, text in zip(record.group.repetition(index) if record.group else (), cells, strict=True):
                line = replace_field(line, field, text)
        found = render_line(record.layout, "XYZ", texts, group)
        assert found.rstrip() == line.rstrip()
        whole = record.group is not None and record.group.whole and any(map(any, group))
        assert len(found) >= len(line.rstrip())
        assert whole or found == found.rstrip()


def _random_text(rng: Random, field: Field) -> str:
    """Some text: a field may be shorter than it, as long, or longer."""
    return "".join(rng.choice("aÜ½ %s7") for _ in range(rng.choice((0, 1, field.width, field.width + 3))))
