"""The canonical form: what it looks like, and what does not fit into it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import Severity, TooLargeError, UnsupportedError
from rookery.model import (
    Bye,
    ByeKind,
    Colour,
    ForbiddenPair,
    Game,
    Match,
    NationalRecord,
    PartialDate,
    Player,
    PointSystem,
    Remark,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
    TournamentInfo,
    VirtualPoints,
)  # fmt: skip
from rookery.trf.read import read
from rookery.trf.serialize import dump

OPEN = Tournament(
    info=TournamentInfo(
        name="Open", start=PartialDate(2026, 5, 1), deputies=("A", "B"), round_dates=(PartialDate(2026, 5, 1),)
    ),
    players=(
        Player(
            1, "Anders, A", rating=2500, federation="NOR", title="GM", sex="m", fide_id=1500001,
            birth=PartialDate(1990), points=10, rank=1,
        ),
        Player(2, "Berg, B", points=0, rank=2),
        Player(3, "Carlsen, C", points=10),
    ),
    rounds=(Round((Game(1, 2, Result.WHITE_WINS),), (), (Bye(3, ByeKind.PAIRING_ALLOCATED),)),),
    planned_rounds=3, system="FIDE_DUTCH_2026", tiebreaks=("PTS", "BH"), initial_colour=Colour.WHITE,
    requested_byes=(RequestedBye(2, 3, ByeKind.HALF), RequestedBye(3, 2)), forbidden_pairs=(ForbiddenPair((1, 3)),),
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
    "vega": HEAD + "142 3\n" + WITH_CELLS,
}  # fmt: skip


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_dialects(dialect: str) -> None:
    assert dump(OPEN, dialect).decode().replace("\r\n", "\n") == DIALECTS[dialect]


LETTERS = (
    "Müller, Tobias",
    "Dubois, Élise",
    "Ж" * 16,
    "Łukaszewska-Żółkiewska, Ąę",
    "Plain, Name",
    "Ćirić, Ć" + "ć" * 9,
)


@pytest.mark.parametrize("played", [True, False])
def test_vega_counts_bytes(played: bool) -> None:
    """A name has 33 bytes: every field behind it stands where a program that counts bytes looks for it."""
    players = tuple(Player(at, name, 2000 + at, "POL") for at, name in enumerate(LETTERS, 1))
    games = tuple(Game(at, at + 3, Result.WHITE_WINS) for at in (1, 2, 3))
    event = Tournament(players=players, rounds=(Round(games),) if played else (), planned_rounds=5)
    lines = dump(event, "vega").split(b"\r\n")
    assert b"142 5" in lines
    assert not [line for line in lines if line.startswith((b"192", b"XX"))]
    rows = [line for line in lines if line.startswith(b"001")]
    assert [row[48:56] for row in rows] == [b"%d POL" % (2000 + at) for at in range(1, 7)]
    assert [row[14:47].decode().strip() for row in rows] == list(LETTERS)
    reading = read(dump(event, "vega"))
    assert (reading.tournament.players, reading.tournament.rounds) == (event.players, event.rounds)
    assert {problem.severity for problem in reading.problems if problem.code == "shifted"} == {Severity.INFO}


def test_vega_cuts_between_letters() -> None:
    row = dump(Tournament(players=(Player(1, "x" + "Ж" * 20, 2000),)), "vega").split(b"001")[1]
    assert row[11:44].decode() == "x" + "Ж" * 16
    row = dump(Tournament(players=(Player(1, "Ж" * 20, 2000),)), "vega").split(b"001")[1]
    assert row[11:44].decode() == "Ж" * 16 + " "


def team_bye(**changes: object) -> Tournament:
    """Three teams of two boards, one of them with the bye of round 1."""
    players = tuple(Player(number, f"Player {number}") for number in range(1, 7))
    games = (Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW))
    event = Tournament(
        players=players,
        teams=(Team(1, "A", (1, 2)), Team(2, "B", (3, 4)), Team(3, "C", (5, 6))),
        rounds=(Round(matches=(Match(1, 2, games),), byes=(Bye(3, ByeKind.PAIRING_ALLOCATED),)),),
        team_event=True, system="FIDE_TEAM", planned_rounds=3, board_colours="WB",
    )  # fmt: skip
    return replace(event, **changes)  # type: ignore[arg-type]


def test_the_bye_of_a_team_names_its_game_points() -> None:
    """Also the ordinary ones, a draw on every board (C.04.6 1.4): another program reads an empty field as 0."""
    for event, points in ((team_bye(), "1.0"), (team_bye(team_bye_points=15), "1.5"),
                          (team_bye(points=PointSystem(win=30, draw=10)), "2.0")):  # fmt: skip
        text = dump(event)
        assert f"320  1.0  {points}   3\r\n" in text.decode()
        again = read(text).tournament
        assert again.team_bye_points == event.team_bye_points
        assert dump(again) == text


def test_the_bye_of_a_team_without_game_points_in_a_file() -> None:
    """It counts as the ordinary one, and the line stays as it is until somebody changes what it says."""
    text = dump(team_bye()).replace(b"320  1.0  1.0   3", b"320  1.0        3")
    given = read(text)
    assert given.tournament.team_bye_points is None
    assert given.document is not None
    assert given.document.replace(given.tournament).dump() == text


def test_an_open_game_fills_its_cell() -> None:
    tournament = replace(OPEN, rounds=(Round((Game(1, 2),), (), (Bye(3, ByeKind.ZERO),)),), requested_byes=())
    row = next(line for line in dump(tournament).decode().split("\r\n") if line.startswith("001    1"))
    assert row.endswith("    2 w  ")
    assert len(row) == 99


def test_xxs_contains_what_162_cannot_express() -> None:
    points = PointSystem(full_bye=5)
    assert b"XXS FPB=0.5" in dump(replace(OPEN, points=points))
    assert read(dump(replace(OPEN, points=points))).tournament.points == points


def test_a_text_stays_on_its_line() -> None:
    event = replace(OPEN.info, name="one\r\ntwo")
    assert dump(replace(OPEN, info=event)).startswith(b"012 one  two\r\n")


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
        Tournament(players=(Player(1),), planned_rounds=1000),
        Tournament(players=(Player(1),), planned_rounds=500, system="FIDE_DOUBLESWISS"),
        Tournament(players=(Player(1),), points=PointSystem(win=1000, draw=500)),
        Tournament(players=(Player(1),), teams=(Team(1),), team_event=True, match_points=PointSystem(win=1200, draw=5)),
        Tournament(players=(Player(1, fide_id=123_456_789_012),)),
        Tournament(players=(Player(1, national_id="GER-12345678"),)),
    ],
)
def test_what_does_not_fit(tournament: Tournament) -> None:
    with pytest.raises(TooLargeError) as caught:
        dump(tournament)
    assert caught.value.problems[0].code == "too-large"


def test_another_dialect(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(UnsupportedError) as caught:
        dump(OPEN, "trf25")
    assert str(caught.value) == snapshot


def test_a_deputy_without_a_name_is_left_out() -> None:
    event = TournamentInfo(name="Open", deputies=("Anna", "", "Bea"))
    text = dump(Tournament(info=event, players=(Player(1, "A"),))).decode()
    assert [line for line in text.splitlines() if line.startswith("112")] == ["112 Anna", "112 Bea"]


def test_a_federation_too_long_for_a_national_record_is_cut() -> None:
    one = Player(1, "A", national=(NationalRecord(federation="GERMANY", rating=1999, name="X"),))
    text = dump(Tournament(players=(one,))).decode()
    assert [line[:10] for line in text.splitlines() if line.startswith("GERM")] == ["GERM   1  "]


@pytest.mark.parametrize("end", ["\n", "\r", "\t", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
def test_no_text_ends_a_line(end: str) -> None:
    """A program that splits where `str.splitlines` does would read a record behind it."""
    forged = f"90+30{end}001    1"
    event = TournamentInfo(name=forged, city=forged, time_control=forged, chief_arbiter=forged, deputies=(forged,))
    tournament = Tournament(
        info=event, players=(Player(1, forged, club=forged),), remarks=(Remark(f"late{end}001    1"),)
    )
    written = dump(tournament).decode().replace("\r\n", "\n")
    assert written.splitlines() == written.removesuffix("\n").split("\n")
    assert "90+30 001    1" in written
