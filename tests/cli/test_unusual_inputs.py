"""Inputs that once crashed, took too long or lost data: read completely, or refused with the line."""

from __future__ import annotations

import io
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.cli.errors import BAD_INPUT, DIFFERENT, DONE
from rookery.errors import FormatError
from rookery.model.players import Verbatim
from rookery.model.validation import whole
from rookery.rating_lists import import_list
from rookery.rating_lists.entry import LONGEST_ENTRY
from rookery.spreadsheets.read import read_csv_rows
from support.command_line import Run
from support.fuzz.sources import lists
from support.operations import count_calls

# -- TRF ---------------------------------------------------------------------------------------------------------------

ROWS = (
    "001    1      Alder, Ada                        2200                             0.0    1\n"
    "001    2      Birch, Ben                        2100                             0.0    2\n"
)


def test_two_tie_break_records_are_reported() -> None:
    reading = rookery.loads(f"012 Open\n202 BH,SB\n212 PTS,DE\n{ROWS}")
    assert ("disagree", 3) in {(problem.code, problem.line) for problem in reading.problems}
    assert reading.tournament.tiebreaks == ("PTS", "DE")
    same = rookery.loads(f"012 Open\n202 BH,SB\n212 PTS,BH,SB\n{ROWS}")
    assert "disagree" not in {problem.code for problem in same.problems}


@pytest.mark.parametrize(
    "lines", ["192 FIDE_DOUBLESWISS\n### system: lim\n", "### system: lim\n192 FIDE_DOUBLESWISS\n"]
)
def test_a_comment_does_not_outvote_record_192(lines: str) -> None:
    reading = rookery.loads(f"012 Open\n{lines}{ROWS}")
    assert reading.tournament.system == "FIDE_DOUBLESWISS"
    assert "system" in {problem.code for problem in reading.problems} or lines.startswith("###")


def test_a_comment_names_the_system_that_has_no_code() -> None:
    for lines in ("192 CUSTOM_SWISS\n### system: lim\n", "### system: lim\n192 CUSTOM_SWISS\n"):
        assert "LIM" in rookery.loads(f"012 Open\n{lines}{ROWS}").tournament.system.upper()


def test_a_change_leaves_all_other_lines_as_they_are() -> None:
    text = f"012  Open  \n022   Puddleford\n102   An\tArbiter  \n112  First\tDeputy\n{ROWS}142    5\n"
    reading = rookery.loads(text)
    assert reading.document is not None
    event = replace(reading.tournament.info, city="Sylt")
    changed = reading.document.replace(replace(reading.tournament, info=event)).dump().decode()
    assert changed == text.replace("022   Puddleford", "022 Sylt")


# -- tables ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        'name\tclub\n"Byng, Ada\n"Rook, Ben"\tHarbour\n',
        'name;"club\n"Byng, Ada";Harbour\n"Rook, Ben";Harbour\n',
        'name,club\r"Byng,x\r"Rook",Harbour\r',
    ],
    ids=["tab", "semicolon", "comma"],
)
def test_a_quotation_that_swallows_a_line_is_refused(text: str, snapshot: SnapshotAssertion) -> None:
    lines = io.StringIO(text, newline="").readlines()
    with pytest.raises(FormatError) as caught:
        list(read_csv_rows(lines, "\t" if "\t" in text else ";" if ";" in text else ","))
    assert caught.value.problems[0].line in (1, 2)
    assert str(caught.value) == snapshot


def test_a_cell_of_two_lines_is_one_cell() -> None:
    lines = io.StringIO('name,club\n"Byng",\n"Rook","Harbour\nTown"\n', newline="")
    assert list(read_csv_rows(lines)) == [(1, ["name", "club"]), (2, ["Byng", ""]), (4, ["Rook", "Harbour\nTown"])]


def players(run: Run, data: bytes) -> list[str]:
    """The names in a tournament made of this list."""
    Path("list.csv").write_bytes(data)
    assert run("new", "new.json", "--players", "list.csv", "--rounds", "3", "--overwrite").code == DONE
    return sorted(player.name for player in rookery.load(Path("new.json")).tournament.players)


@pytest.mark.usefixtures("ground")
def test_a_list_is_complete_with_unusual_line_ends(run: Run) -> None:
    for odd in "\x0b\x0c\x1c\x85\u2028":
        assert players(run, f"name,rating\nByng{odd}Ada,2000\nRook,1900\n".encode()) == ["Byng Ada", "Rook"]
    assert players(run, b"\r\nname;rating\rByng;2000\rRook;1900\r") == ["Byng", "Rook"]


@pytest.mark.usefixtures("ground")
@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("list.csv", b"name,Name,rating\nByng,Rook,2000\n", "new out.trf --rounds 3 --players"),
        ("list.csv", b"name,rating\nByng,0000000000000002000\n", "new out.trf --rounds 3 --players"),
        ("list.csv", b"name\nB\x81ng\n", "new out.trf --rounds 3 --players"),
        ("list.csv", "name\nB".encode("utf-16") + b"\x00", "new out.trf --rounds 3 --players"),
        ("round.csv", b"white,black,result\n2,4,1-0,1\n", "enter examples/swiss.trf 4 --csv"),
        ("values.csv", b"id,code,value\n1,OTHER_X,1e999999999\n",
         "standings examples/swiss.trf --tiebreaks OTHER_X --values"),
        ("values.csv", b"id,code,value\n1,OTHER_X,1,5\n",
         "standings examples/swiss.trf --tiebreaks OTHER_X --values"),
        ("games.csv", b"white,black,result,white\n1,2,1-0,3\n",
         "rate-period --list examples/period/list.csv -o new.csv --games"),
        ("games.csv", b"white,black,result\n99900101,99900106,1-0,5\n",
         "rate-period --list examples/period/list.csv -o new.csv --games"),
        ("games.csv", "white,black,half_points\n99900101,99900106,１\n".encode(),
         "rate-period --list examples/period/list.csv -o new.csv --games"),
    ],
    ids=["column twice in a list", "long number", "other encoding", "cut UTF-16", "cell too many in a round",
         "large value", "cell too many in values", "column twice in games", "cell too many in games", "wide digit"],
)  # fmt: skip
def test_a_table_that_cannot_be_meant_so_is_refused(
    run: Run, name: str, data: bytes, words: str, snapshot: SnapshotAssertion
) -> None:
    Path(name).write_bytes(data)
    done = run(*words.split(), name)
    assert done.code == BAD_INPUT
    assert name in done.err
    assert done.err == snapshot


@pytest.mark.usefixtures("ground")
@pytest.mark.parametrize(("delimiter", "encoding"), [(";", "utf-8"), ("\t", "utf-16"), (",", "utf-8-sig")])
def test_a_period_is_read_as_spreadsheets_write_it(run: Run, delimiter: str, encoding: str) -> None:
    for name in ("games", "list"):
        data = Path(f"examples/period/{name}.csv").read_text("utf-8").replace(",", delimiter)
        Path(f"{name}.csv").write_bytes(data.encode(encoding))
    assert run("rate-period", "--list", "list.csv", "--games", "games.csv", "-o", "new.csv").code == DONE
    good = "rate-period --list examples/period/list.csv --games examples/period/games.csv -o good.csv"
    assert run(*good.split()).code == DONE
    assert Path("new.csv").read_bytes() == Path("good.csv").read_bytes()


@pytest.mark.usefixtures("ground")
def test_prizes_are_read_as_spreadsheets_write_them(run: Run) -> None:
    Path("prizes.csv").write_bytes("place,amount\n1,500\n".encode("utf-16"))
    assert "500" in run("standings", "examples/swiss.trf", "--prizes", "prizes.csv").out


@pytest.mark.usefixtures("ground")
def test_a_folder_of_games_tells_what_it_left_out(run: Run, snapshot: SnapshotAssertion) -> None:
    Path("games").mkdir()
    Path("games/a.trf").write_bytes(Path("examples/norms.trf").read_bytes())
    Path("games/b.trf").write_bytes(Path("examples/norms.trf").read_bytes()[:300])
    Path("games/c.txt").write_text("Dear Sir,\n")
    done = run("rate-period", "--list", "examples/list.txt", "--games", "games", "-o", "new.csv")
    assert done.code == DIFFERENT
    left = Path("new.not-counted.csv").read_text("utf-8")
    assert [line for line in left.splitlines() if line.startswith("games/c.txt,0,,,,")] == snapshot
    assert "games/a.trf" not in left
    assert "c.txt" in done.out


# -- numbers -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("ground")
@pytest.mark.parametrize(
    "words",
    [
        "correct examples/swiss.trf 1=²", "correct examples/swiss.trf ²=none", "rate examples/norms.trf --k ²=20",
        "rate examples/norms.trf --rating 1=③", "pair examples/swiss.trf --fix ²-³", "-g -o out.trf -s ²",
    ],
)  # fmt: skip
def test_odd_digits_are_no_numbers(run: Run, words: str, snapshot: SnapshotAssertion) -> None:
    done = run(*words.split())
    assert done.code == BAD_INPUT
    assert done.err == snapshot


def test_whole() -> None:
    assert [whole(text) for text in ("0", "007", "", " 1", "1_0", "١", "²", "9" * 13)] == [0, 7, *[None] * 6]


# -- rating lists ------------------------------------------------------------------------------------------------------

PLAYER = "<player><fideid>{0}</fideid><name>Tern {0}</name><country>ENG</country></player>"


def imported(folder: Path, name: str, data: bytes) -> int:
    (folder / name).write_bytes(data)
    return import_list(folder / name, folder / "list.sqlite")


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        ("<playerslist><player><name>", "x"), ("<playerslist><!-- ", "x"), ("<playerslist><player a='", "x"),
        ("<playerslist>", "\n"), ("\n", "\n"), ("<playerslist>", "<player>"),
    ],
    ids=["name", "comment", "attribute", "space", "space before", "players"],
)  # fmt: skip
def test_an_endless_list_is_refused_in_bounded_memory(
    tmp_path: Path, start: str, piece: str, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long before the end: an archive of a few kilobytes may hold gigabytes of this."""
    offsets: list[int] = []
    read = zipfile.ZipExtFile.read

    def recorded(self: zipfile.ZipExtFile, size: int | None = -1) -> bytes:
        data = read(self, size)
        offsets.append(self.tell())
        return data

    monkeypatch.setattr(zipfile.ZipExtFile, "read", recorded)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("list.xml", start + piece * (8_000_000 // len(piece)))
    with pytest.raises(FormatError) as caught:
        imported(tmp_path, "list.zip", made.getvalue())
    assert 0 < max(offsets) <= 2 * LONGEST_ENTRY  # of eight
    assert len(offsets) < 40
    assert caught.value.problems[0].text == snapshot


@pytest.mark.parametrize("name", ["list.txt", "list.csv"])
def test_a_line_without_an_end_is_refused(tmp_path: Path, name: str, snapshot: SnapshotAssertion) -> None:
    head = b"ID Number   Name   Fed\n" if name == "list.txt" else b"fide_id,name\n"
    with pytest.raises(FormatError) as caught:
        imported(tmp_path, name, head + b"1" * 3_000_000)
    assert caught.value.problems[0].line == 2
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.xml", "<playerslist>" + PLAYER.format(1).replace("</name>", "</name><name>Rook</name>")),
        ("b.xml", "<playerslist>" + (PLAYER.format(1) + PLAYER.format(2)).replace("</player><player>", "")),
        ("c.csv", "fide_id,name\n1,Tern, Tove\n"),
        ("d.csv", "fide_id,name,name\n1,Tern,Tove\n"),
    ],
    ids=["two names", "two players", "cell too many", "column twice"],
)
def test_a_player_of_two_minds_is_refused(tmp_path: Path, name: str, data: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(FormatError) as caught:
        imported(tmp_path, name, data.encode())
    assert str(caught.value) == snapshot


def test_a_name_that_is_not_utf8_is_refused(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """As any XML that is not what it declares; the quick way must not be laxer."""
    data = lists()["list.xml"].replace(b"Tern, Tove 3", b"T\xfcrn, Tove 3")
    with pytest.raises(FormatError) as caught:
        imported(tmp_path, "list.xml", data)
    assert str(caught.value) == snapshot


# -- JSON --------------------------------------------------------------------------------------------------------------

EVENT = '{"rookery": 1, "event": {"name": "Žižka"},\n "players": [{"id": 1, "name": "Müller"}]}'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_json_is_read_in_the_encodings_of_unicode(encoding: str) -> None:
    marked = b"\xff\xfe" if encoding == "utf-16-le" else b""
    found = rookery.loads(marked + EVENT.encode(encoding)).tournament
    assert (found.info.name, found.players[0].name) == ("Žižka", "Müller")


def test_json_that_is_not_utf8_is_refused_and_no_letter_lost(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(FormatError) as caught:
        rookery.loads(EVENT.replace("Ž", "Z").replace("ž", "z").encode("cp1252"))
    assert (caught.value.problems[0].line, caught.value.problems[0].columns) == (2, (34, 34))
    assert str(caught.value) == snapshot


def test_an_excerpt_of_a_long_line_takes_no_longer_than_of_a_short_line(run: Run, tmp_path: Path) -> None:
    """A file of one line with many problems was cleaned from end to end for each of them."""
    path = tmp_path / "long.json"

    def calls(problems: int) -> int:
        path.write_text('{"rookery": 1, "players": [' + ", ".join(['{"id": "x"}'] * problems) + "]}")
        return count_calls(lambda: run("validate", path))

    calls(10)  # what is imported at first is not counted
    assert calls(600) < 2.5 * calls(300)
    assert run("validate", path).code == BAD_INPUT


# -- tables without a bound --------------------------------------------------------------------------------------------


def table(players: int, rounds: int) -> str:
    """Players without a game, but for one with so many rounds."""
    row = "001 {:4}      P{:<33} 2000                             0.0 {:4}"
    rows = [row.format(n, n, n) for n in range(1, players + 1)]
    return "\n".join(["012 Open", *rows[:-1], rows[-1] + "  0000 - Z" * rounds]) + "\n"


def test_more_cells_than_any_event_has_had_are_refused(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(rookery.TooLargeError) as caught:
        rookery.loads(table(2000, 900))
    assert caught.value.problems[0].line == 2001
    assert str(caught.value) == snapshot
    text = '{"rookery": 1, "players": [%s], "rounds": [%s]}'
    reading = rookery.loads(text % (", ".join(f'{{"id": {n}}}' for n in range(1, 2001)), ", ".join(["{}"] * 900)))
    assert len(reading.tournament.rounds) == 500
    assert reading.problems[0].text == snapshot


def test_a_late_round_of_a_large_field_is_read_in_time() -> None:
    """The first round of everybody is looked for once, not once in every round."""
    few, many = table(50, 100), table(50, 200)
    assert len(rookery.loads(many).tournament.players) == 50
    assert count_calls(lambda: rookery.loads(many)) < 2.5 * count_calls(lambda: rookery.loads(few))


@pytest.mark.usefixtures("ground")
def test_convert_does_not_replace_another_tournament(run: Run, snapshot: SnapshotAssertion) -> None:
    before = Path("examples/swiss.trf").read_bytes()
    done = run("convert", "examples/norms.trf", "examples/swiss.trf")
    assert done.code == BAD_INPUT
    assert done.err == snapshot
    assert Path("examples/swiss.trf").read_bytes() == before
    assert run("convert", "examples/swiss.trf", "swiss.json").code == DONE
    assert run("convert", "examples/swiss.trf", "swiss.json").code == DONE
    assert run("convert", "examples/norms.trf", "examples/swiss.trf", "--force").code == DONE


def test_more_than_can_be_meant_is_refused_and_not_cut(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    """A device tells no size and may never end; of standard input the end was left out in silence."""
    monkeypatch.setattr("rookery.cli.files.MAX_FILE_SIZE", 200)
    monkeypatch.chdir(tmp_path)
    path = Path("open.trf")
    path.write_text(f"012 Open\n{ROWS}")
    assert path.stat().st_size < 200
    assert run("show", path).code == DONE
    path.write_text(f"012 Open\n{ROWS}{ROWS}")
    done = run("show", path)
    assert done.code == BAD_INPUT
    assert done.err == snapshot
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert run("show", "-").err == snapshot


def test_a_western_file_is_read_the_same_when_its_last_western_letter_is_gone() -> None:
    """What is left would be taken for UTF-8, and every name in it for another."""
    data = f"012 Open\n022 K\xf6ln\n102 M\xc3\xbcller\n{ROWS}".encode("latin-1")
    reading = rookery.loads(data)
    assert reading.document is not None
    wanted = replace(reading.tournament, info=replace(reading.tournament.info, city="Sylt"))
    assert rookery.loads(reading.document.replace(wanted).dump()).tournament == wanted


@pytest.mark.usefixtures("ground")
@pytest.mark.parametrize("more", [("--category", "x"), ("--explain", "99"), ("--prizes", "none.csv")])
def test_standings_that_cannot_be_shown_are_not_saved(run: Run, more: tuple[str, str]) -> None:
    before = Path("examples/swiss.trf").read_bytes()
    assert run("standings", "examples/swiss.trf", "--save", *more).code != DONE
    assert Path("examples/swiss.trf").read_bytes() == before


def test_a_player_with_an_odd_federation_can_be_edited(run: Run, tmp_path: Path) -> None:
    """A reader keeps a federation of another form; the other details are changed beside it."""
    path = tmp_path / "open.trf"
    path.write_bytes(rookery.dumps(_with_odd_federation(), "trf16"))
    assert run("edit", path, "1", "--name", "Zed").code == DONE
    player = rookery.load(path).tournament.participants_by_number[1]
    assert isinstance(player, rookery.Player)
    assert (player.name, player.federation) == ("Zed", "eng")


def _with_odd_federation() -> rookery.Tournament:
    """Return an event of two, one of whom has a federation in small letters."""
    players = (rookery.Player(1, "Ames", federation=Verbatim("eng")), rookery.Player(2, "Byng", federation="ENG"))
    return rookery.Tournament(players=players)
