"""Remarks that the desk writes have the numbers of the file, whatever becomes of these."""

from __future__ import annotations

import pytest

from rookery.history.late_entries import renumber_remarks
from rookery.model import Remark

MOVED = {number: number + 10 for number in range(1, 10)}


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("MPA: 5-2 8-0 => 5-1 2-0", "MPA: 15-12 18-0 => 15-11 12-0"),
        ("MPA: none => 1-2", "MPA: none => 11-12"),
        ("Correction: 3-4 1-0 => ½-½", "Correction: 13-14 1-0 => ½-½"),
        ("Correction: 3-4 0-0 => ½-½ unrated", "Correction: 13-14 0-0 => ½-½ unrated"),
        (
            "Correction: 1-2 => 3-2; 3 no bye => half-point bye",
            "Correction: 11-12 => 13-12; 13 no bye => half-point bye",
        ),
        ("Correction: match 1-2 played => +/-", "Correction: match 11-12 played => +/-"),
        ("Round taken back: 1-3, 4-7, 5-2 and 2 more", "Round taken back: 11-13, 14-17, 15-12 and 2 more"),
        ("Adjournment: 3-4 adjourned => 1-0", "Adjournment: 13-14 adjourned => 1-0"),
        ("Rating correction: 3-4 1-0 => 0-1", "Rating correction: 13-14 1-0 => 0-1"),
        ("FPB: 4 Dot", "FPB: 14 Dot"),
        ("Expelled: 4 Dot: 3-4 was bought", "Expelled: 14 Dot: 3-4 was bought"),
        ("TPN: 3 => 4 and 4 => 3", None),
        ("Correction: the clock of 3-4", None),
        ("Tie-breaks: was BH, SB", None),
        ("3-4 asked for tea", None),
    ],
)
def test_numbers_follow_the_players(text: str, made: str | None) -> None:
    (found,) = renumber_remarks([Remark(text, 2)], MOVED, MOVED)
    assert found == Remark(made or text, 2)


def test_players_and_teams_have_numbers_of_their_own() -> None:
    some = [
        Remark("Correction: 3-4 1-0 => ½-½", 1),
        Remark("Correction: match 1-2 played => +/-", 1),
        Remark("MPA: 1-2 => 2-1", 1),
    ]
    players = renumber_remarks(some, MOVED, {})
    assert [player.text.partition(": ")[2] for player in players] == [
        "13-14 1-0 => ½-½",
        "match 1-2 played => +/-",
        "1-2 => 2-1",
    ]
    teams = renumber_remarks(some, {}, MOVED)
    assert [team.text.partition(": ")[2] for team in teams] == [
        "3-4 1-0 => ½-½",
        "match 11-12 played => +/-",
        "11-12 => 12-11",
    ]
