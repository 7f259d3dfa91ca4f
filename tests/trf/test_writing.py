"""The canonical form: what it looks like, and what does not fit into it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rookery.errors import TooLarge, Unsupported
from rookery.model import (
    Bye,
    ByeKind,
    Colour,
    Date,
    Event,
    Forbidden,
    Game,
    NationalRecord,
    Player,
    PointSystem,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
    VirtualPoints,
)  # fmt: skip
from rookery.trf.read import read
from rookery.trf.write import dump

OPEN = Tournament(
    event=Event(name="Open", start=Date(2026, 5, 1), deputies=("A", "B"), round_dates=(Date(2026, 5, 1),)),
    players=(
        Player(
            1, "Anders, A", rating=2500, federation="NOR", title="GM", sex="m", fide_id=1500001, birth=Date(1990),
            points=10, rank=1,
        ),
        Player(2, "Berg, B", points=0, rank=2),
        Player(3, "Carlsen, C", points=10),
    ),
    rounds=(Round((Game(1, 2, Result.WHITE_WINS),), (), (Bye(3, ByeKind.PAIRING_ALLOCATED),)),),
    planned=3, system="FIDE_DUTCH_2026", ranking=("PTS", "BH"), initial_colour=Colour.WHITE,
    requested=(RequestedBye(2, 3, ByeKind.HALF), RequestedBye(3, 2)), forbidden=(Forbidden((1, 3)),),
    acceleration=(VirtualPoints(1, 2, 1, 1, 10),), points=PointSystem(win=30, draw=10),
)  # fmt: skip
HEAD = "012 Open\n042 2026/05/01\n062 3\n072 1\n112 A\n112 B\n132" + " " * 88 + "26/05/01\n"
ROWS = (
    "001    1 m GM Anders, A                         2500 NOR     1500001 1990/00/00  1.0    1     2 w 1",
    "001    2      Berg, B                                                            0.0    2     1 b 0",
    "001    3      Carlsen, C                                                         1.0       0000 - U",
)
WITH_CELLS = "\n".join((ROWS[0], ROWS[1] + " " * 12 + "0000 - Z", ROWS[2] + "  0000 - H")) + "\n"
MODERN = "142 3\n152 W\n162  W 3.0    D 1.0    L 0.0\n192 FIDE_DUTCH_2026\n202 BH\n"
ASKED = "240 H   2    3\n240 Z   3    2\n250       1.0   1   1    1    2\n260   1   3    1    3\n"
JAVAFO = "XXR 3\nXXC white1\nXXS W=3.0 D=1.0 L=0.0 PAB=3.0\nXXZ 3\nXXP 1 3\nXXA    1  1.0\nXXA    2  1.0\n"
BBP = "BBW  3.0\nBBD  1.0\nBBL  0.0\nBBZ  0.0\nBBF  0.0\nBBU  3.0\n"

DIALECTS = {
    "trf26": HEAD + MODERN + "\n".join(ROWS) + "\n" + ASKED, "trf16": HEAD + WITH_CELLS,
    "trfx": HEAD + WITH_CELLS + JAVAFO,
    "trfbx": HEAD + WITH_CELLS + JAVAFO + BBP, "joint": HEAD + MODERN + WITH_CELLS + ASKED + JAVAFO + BBP,
}  # fmt: skip


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_dialects(dialect: str) -> None:
    assert dump(OPEN, dialect).decode().replace("\r\n", "\n") == DIALECTS[dialect]


def test_an_open_game_fills_its_cell() -> None:
    tournament = replace(OPEN, rounds=(Round((Game(1, 2),), (), (Bye(3, ByeKind.ZERO),)),), requested=())
    row = next(line for line in dump(tournament).decode().split("\r\n") if line.startswith("001    1"))
    assert row.endswith("    2 w  ")
    assert len(row) == 99


def test_what_162_cannot_say_is_said_by_xxs() -> None:
    points = PointSystem(full_bye=5)
    assert b"XXS FPB=0.5" in dump(replace(OPEN, points=points))
    assert read(dump(replace(OPEN, points=points))).tournament.points == points


def test_a_text_stays_on_its_line() -> None:
    event = replace(OPEN.event, name="one\r\ntwo")
    assert dump(replace(OPEN, event=event)).startswith(b"012 one  two\r\n")


def test_long_names_are_cut() -> None:
    people = (replace(OPEN.players[0], name="x" * 50), *OPEN.players[1:])
    assert read(dump(replace(OPEN, players=people))).tournament.players[0].name == "x" * 33


@pytest.mark.parametrize(
    "tournament",
    [
        Tournament(players=(Player(10_000),)),
        Tournament(players=(Player(1, points=1000),)),
        Tournament(players=(Player(1, rating=10_000),)),
        Tournament(players=(Player(1),), teams=(Team(1000),)),
        Tournament(players=(Player(1),), planned=1000),
        Tournament(players=(Player(1),), planned=500, system="FIDE_DOUBLESWISS"),
        Tournament(players=(Player(1),), points=PointSystem(win=1000, draw=500)),
        Tournament(players=(Player(1),), teams=(Team(1),), team_event=True, match_points=PointSystem(win=1200, draw=5)),
        Tournament(players=(Player(1, fide_id=123_456_789_012),)),
        Tournament(players=(Player(1, national_id="GER-12345678"),)),
    ],
)
def test_what_does_not_fit(tournament: Tournament) -> None:
    with pytest.raises(TooLarge) as caught:
        dump(tournament)
    assert caught.value.problems[0].code == "too-large"


def test_another_dialect() -> None:
    with pytest.raises(Unsupported, match="trf26, trf16, trfx, trfbx, joint"):
        dump(OPEN, "trf25")


def test_a_deputy_without_a_name_is_left_out() -> None:
    event = Event(name="Open", deputies=("Anna", "", "Bea"))
    text = dump(Tournament(event=event, players=(Player(1, "A"),))).decode()
    assert [line for line in text.splitlines() if line.startswith("112")] == ["112 Anna", "112 Bea"]


def test_a_federation_too_long_for_a_national_record_is_cut() -> None:
    one = Player(1, "A", national=(NationalRecord(federation="GERMANY", rating=1999, name="X"),))
    text = dump(Tournament(players=(one,))).decode()
    assert [line[:10] for line in text.splitlines() if line.startswith("GERM")] == ["GERM   1  "]
