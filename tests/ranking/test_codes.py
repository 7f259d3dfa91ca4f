"""Codes are read as TRF26 spells them, written back the same, and refused with a reason where they make no sense."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from rookery.errors import RuleError
from rookery.ranking.codes import CUSTOM, format_decimal, parse_tiebreak, register_tiebreak
from rookery.ranking.definitions import DEFINITIONS, MODIFIERS, TABLE
from rookery.ranking.rules import TieBreakReadings

MANDATORY = [
    "DE", "DE/P", "WIN", "WON", "BPG", "BWG", "REP", "STD", "TPN", "TPN/R", "RTNG", "RTNG/R", "PS", "PS/C1", "PS/C2",
    "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "BH/M2/P", "FB", "FB/C1", "FB/C2", "FB/M1", "FB/M2",
    "FB/P", "FB/C2/P", "SB", "SB/C1", "SB/C2", "SB/P", "SB/C1/P", "AOB", "AOB/F", "KS", "KS/L+1", "KS/L-2", "KS/L40",
    "ARO", "ARO/C1", "ARO/C2", "ARO/M1", "ARO/M2", "TPR", "PTP", "APRO", "APPO", "ARO/U1400", "WIN:MP", "WON:MP",
    "PS:GP", "PS:MP/C1", "BH:MP", "BH:GP/C1", "FB:MP/M1", "AOB:GP/F", "KS:MP/L-2", "DE:MP", "MPvGP", "EMMSB",
    "EMGSB/C1", "EGMSB/C2/P", "EGGSB/P", "EDE", "EDE/P", "EDEBT", "EDEBB", "EDET", "EDEB", "EDEC", "BC", "TBR", "BBE",
    "SSSC", "SSSC/P", "SSSC/F", "SSSC/K5", "PTS", "MPTS", "GPTS",
]  # fmt: skip


@pytest.mark.parametrize("code", MANDATORY)
def test_the_spelling_of_trf26_is_ours(code: str) -> None:
    assert str(parse_tiebreak(code)) == code
    assert parse_tiebreak(code.lower()) == parse_tiebreak(code)


@pytest.mark.parametrize(
    ("read", "written"),
    [("KS/L1", "KS/L+1"), ("KS/L-1", "KS/L-1"), ("KS/L+0", "KS"), ("ESB:MG/C1", "EMGSB/C1"), ("bh / c1", "BH/C1"),
     ("SSSC/F/P", "SSSC/P/F"), ("SSSC/K2.5", "SSSC/K2.5"), ("ARO/U1400/C1", "ARO/C1/U1400"), ("BH/P/P", "BH/P")],
)  # fmt: skip
def test_other_spellings(read: str, written: str) -> None:
    assert str(parse_tiebreak(read)) == written


def test_a_single_digit_may_be_a_percentage() -> None:
    code = parse_tiebreak("KS/L5", TieBreakReadings(koya_digit="percent"))
    assert (code.modifiers.percent, code.modifiers.halves) == (5, 0)
    assert parse_tiebreak(str(code)) == code


@pytest.mark.parametrize(
    "code",
    [
        "BHX",
        "BH-C1",
        "aro-m2",
        "",
        "BH/Z1",
        "BH/",
        "BH/C",
        "BH/C0",
        "BH/P1",
        "BH:XX",
        "BH/C1/M1",
        "SB/M1",
        "SB/F",
        "DE/C1",
        "WIN/C1",
        "REP/C1",
        "KS/C1",
        "PTS/R",
        "TPN:MP",
        "BH/R",
        "SSSC/K0",
        "OTHER_THING",
    ],
)
def test_what_is_refused(code: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        parse_tiebreak(code)
    assert str(caught.value) == snapshot


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        code = parse_tiebreak(text)
    except RuleError:
        return
    assert parse_tiebreak(str(code)) == code


@given(
    st.sampled_from(TABLE), st.lists(st.sampled_from(["C1", "C2", "M1", "L+3", "L60", "K7", "P", "F", "U1500", "R"]))
)
def test_the_table_decides(definition, modifiers: list[str]) -> None:  # type: ignore[no-untyped-def]
    code = "/".join([definition.name, *modifiers])
    allowed = all(modifier[0] in definition.takes for modifier in modifiers)
    cuts = sum(modifier[0] in "CM" for modifier in modifiers)
    try:
        read = parse_tiebreak(code)
    except RuleError:
        assert not allowed or cuts > 1
    else:
        assert allowed
        assert parse_tiebreak(str(read)) == read


def test_the_table_is_whole() -> None:
    assert len(DEFINITIONS) == len(TABLE)
    for each in TABLE:
        assert (each.method is None) != (each.split is None)
        assert set(each.takes) <= set(MODIFIERS)
        assert len(each.meaning) <= 52
        assert each.events in ("both", "individual", "team")


def test_a_name_of_ones_own() -> None:
    try:
        code = register_tiebreak("other_lucky", lambda table: {one: one % 7 for one in table.ids})
        assert str(parse_tiebreak("OTHER_LUCKY/R")) == "OTHER_LUCKY/R"
        assert parse_tiebreak("Other_Lucky") == code
        with pytest.raises(RuleError, match="OTHER_"):
            register_tiebreak("LUCKY", lambda table: {})
    finally:
        CUSTOM.pop("OTHER_LUCKY", None)


@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=1000))
def test_decimals_are_the_nearest(number) -> None:  # type: ignore[no-untyped-def]
    from fractions import Fraction

    assert abs(Fraction(format_decimal(number, 2)) - number) <= Fraction(1, 200)


@pytest.mark.parametrize("code", ["BH/C12", "BH/M12", "KS/L-123", "SSSC/K1234", "SSSC/K2.125", "ARO/U1234"])
def test_a_number_in_a_code_has_its_bound(code: str) -> None:
    """One digit more than here is refused."""
    assert parse_tiebreak(code)
    with pytest.raises(RuleError):
        parse_tiebreak(f"{code}9")
