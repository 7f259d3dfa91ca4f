"""Rating lists: import of every form, refusal with the line while the old list stays, search, filling a tournament."""

from __future__ import annotations

import io
import os
import random
import re
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import FormatError, RookeryError, RuleError
from rookery.model import PartialDate, Player, Tournament
from rookery.rating import rate
from rookery.rating_lists import ListEntry, RatingList, differences, fill_from_list, import_list, list_facts
from rookery.rating_lists.csv_source import UnknownHeadingsError, find_columns
from rookery.rating_lists.sources import open_list

HEADS = (
    ("ID Number", 15), ("Name", 61), ("Fed", 4), ("Sex", 4), ("Tit", 5), ("WTit", 5), ("OTit", 15), ("FOA", 4),
    ("SRtng", 6), ("SGm", 4), ("SK", 3), ("RRtng", 6), ("RGm", 4), ("Rk", 3), ("BRtng", 6), ("BGm", 4), ("BK", 3),
    ("B-day", 6), ("Flag", 4),
)  # fmt: skip
TAGS = (
    "fideid", "name", "country", "sex", "title", "w_title", "o_title", "foa_title", "rating", "games", "k",
    "rapid_rating", "rapid_games", "rapid_k", "blitz_rating", "blitz_games", "blitz_k", "birthday", "flag",
)  # fmt: skip
PEOPLE = (
    ("1503014", "Carlsen, Magnus", "NOR", "M", "GM", "", "", "", "2840", "0", "10", "2824", "0", "10", "2886", "0",
     "10", "1990", ""),
    ("700001", "Carlsen, Mia", "DEN", "F", "", "WIM", "", "", "2100", "9", "20", "", "", "", "2050", "3", "20", "2001",
     "w"),
    ("700002", "Müller, Åse", "GER", "F", "wm", "", "", "", "", "", "", "1700", "0", "40", "", "", "", "2010", "wi"),
    ("700003", "O'Neill, Čeda", "IRL", "M", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "i"),
)  # fmt: skip


def text(rows: tuple[tuple[str, ...], ...] = PEOPLE) -> str:
    lines = ["".join(head.ljust(wide) for head, wide in HEADS)]
    lines += ["".join(cell.ljust(wide) for cell, (_, wide) in zip(row, HEADS, strict=True)) for row in rows]
    return "".join(line + "\r\n" for line in lines)


def xml(rows: tuple[tuple[str, ...], ...] = PEOPLE, gap: str = "\n") -> str:
    fields = (gap.join(f"<{tag}>{cell}</{tag}>" for tag, cell in zip(TAGS, row, strict=True)) for row in rows)
    people = [f"<player>{gap}{field}{gap}</player>" for field in fields]
    return "<?xml version='1.0' encoding='utf-8'?>\n<playerslist>\n" + "\n".join(people) + "\n</playerslist>\n"


@pytest.fixture
def base(tmp_path: Path) -> Path:
    source = tmp_path / "list.txt"
    source.write_text(text(), "utf-8", newline="")
    assert import_list(source, tmp_path / "base.sqlite") == 4
    return tmp_path / "base.sqlite"


def test_text(base: Path) -> None:
    with RatingList(base) as ratings:
        assert len(ratings) == 4
        assert ratings.find_fide_id(1503014) == ListEntry(
            1503014, "", "Carlsen, Magnus", "NOR", "M", "GM", 2840, 0, 10, 2824, 0, 10, 2886, 0, 10, 1990, 0
        )
        other = ratings.find_fide_id(700002)
        assert other is not None
        assert (other.name, other.title, other.rating("standard"), other.k("rapid"), other.inactive) == (
            "Müller, Åse", "WIM", 0, 40, 1,
        )  # fmt: skip
        assert [entry.fide_id for entry in ratings] == [1503014, 700001, 700002, 700003]
        assert ratings.find_fide_id(5) is None


def test_xml_says_the_same(base: Path, tmp_path: Path) -> None:
    with RatingList(base) as ratings:
        expected = list(ratings)
    odd = xml().replace("O'Neill", "O&apos;Neill").replace("<player>\n", "<player >\n", 1)
    for number, content in enumerate((xml(), xml(gap=""), odd, xml().replace("O'Neill", "O&#39;Neill"))):
        source = tmp_path / f"list{number}.xml"
        source.write_text(content, "utf-8")
        import_list(source, base)
        with RatingList(base) as ratings:
            assert list(ratings) == expected


def test_zip(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    with zipfile.ZipFile(tmp_path / "list.zip", "w") as archive:
        archive.writestr("players_list_xml_foa.xml", xml())
    assert import_list(tmp_path / "list.zip", tmp_path / "base.sqlite") == 4
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        archive.writestr("a.xml", xml())
        archive.writestr("b.txt", text())
    with pytest.raises(FormatError) as caught:
        import_list(tmp_path / "two.zip", tmp_path / "base.sqlite")
    assert str(caught.value) == snapshot


def test_a_list_with_a_single_kind_of_rating(tmp_path: Path) -> None:
    head = "ID Number      Name                          Fed OCT26 Gms K  B-day\n"
    row = "700001         Carlsen, Mia                  DEN 2050  3   20 2001 \n"
    (tmp_path / "rapid.txt").write_text(head + row)
    import_list(tmp_path / "rapid.txt", tmp_path / "base.sqlite", kind="rapid")
    with RatingList(tmp_path / "base.sqlite") as ratings:
        entry = ratings.find_fide_id(700001)
        assert entry is not None
        assert (entry.rapid, entry.rapid_games, entry.rapid_k, entry.standard, entry.born) == (2050, 3, 20, 0, 2001)


def test_national_csv(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    (tmp_path / "national.csv").write_text("Nr;Spieler;DWZ;Jahr\nA17;Kurz, Uwe;1893;1969-05-01\n", "utf-8-sig")
    columns = {"national_id": "Nr", "name": "Spieler", "standard": "DWZ", "born": "Jahr"}
    import_list(tmp_path / "national.csv", tmp_path / "base.sqlite", columns=columns)
    with RatingList(tmp_path / "base.sqlite") as ratings:
        entry = ratings.find_national_id("A17")
        assert entry is not None
        assert (entry.name, entry.standard, entry.born) == ("Kurz, Uwe", 1893, 1969)
    with pytest.raises(FormatError) as caught:
        import_list(tmp_path / "national.csv", tmp_path / "base.sqlite", columns={**columns, "name": "Name"})
    assert str(caught.value) == snapshot


def test_columns_by_their_headings_in_many_languages() -> None:
    """A column is taken once, a plain rating is of the kind of the list, and the cells decide what an ID is."""
    rows = [["1503014", "Byng", "Ada", "2105", "w"], ["1503022", "Rook", "Ben", "1990", "m"]]
    for head, places in {
        "ID;Nachname;Vorname;Elo;Geschlecht": ("fide_id", "last_name", "first_name", "blitz", "sex"),
        "FIDE No;Surname;First name;Rapid;Sex": ("fide_id", "last_name", "first_name", "rapid", "sex"),
        "Licence;Nom;Prénom;Blitz;Sexe": ("national_id", "last_name", "first_name", "blitz", "sex"),
    }.items():
        assert find_columns(head.split(";"), rows, "blitz") == {field: at for at, field in enumerate(places)}


def test_columns_by_their_cells_are_only_proposed() -> None:
    rows = [["1503014", "Byng, Ada", "2105"], ["1503022", "Rook, Ben", "1990"]]
    with pytest.raises(UnknownHeadingsError) as caught:
        find_columns(["Kod", "Kdo", "Body"], rows, "rapid")
    assert caught.value.columns == {"fide_id": 0, "name": 1, "rapid": 2}


@pytest.mark.parametrize("head", ["Kod;Kdo;Body", "FIDE ID;Name;Phone", "Name;Rating;Club", "", "1503014;Byng;2105"])
def test_headings_that_are_not_enough_are_named(head: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(UnknownHeadingsError) as caught:
        find_columns(head.split(";"), [], "standard")
    assert str(caught.value) == snapshot


def test_a_list_with_countries_days_and_names_in_two_columns(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text(
        "FIDE ID;Nachname;Vorname;Land;Elo;Geboren;Geschlecht\n"
        "1503014;Byng;Ada;Deutschland;2105;31.5.2001;weiblich\n1503022;Rook;Ben;XYZ;unr;1990;M\n",
        "utf-8",
    )
    import_list(path, tmp_path / "base.sqlite", kind="rapid")
    with RatingList(tmp_path / "base.sqlite") as ratings:
        first, second = ratings.find_fide_id(1503014), ratings.find_fide_id(1503022)
        assert ratings.kinds == ("rapid",)
    assert first is not None
    assert second is not None
    assert (first.name, first.federation, first.rapid, first.born, first.sex) == ("Byng, Ada", "GER", 2105, 2001, "F")
    assert (second.federation, second.rapid, second.born, second.sex) == ("XYZ", 0, 1990, "M")


WRONG = {
    "txt, cut line": ("list.txt", text()[:-30], 5),
    "txt, rating": ("list.txt", text().replace("2840", "28x0"), 2),
    "txt, identity number": ("list.txt", text().replace("700002 ", "70o002 "), 4),
    "txt, repeated player": ("list.txt", text().replace("700003", "700002"), 5),
    "txt, too high a rating": ("list.txt", text().replace("2840", "9840"), 2),
    "txt, no name": ("list.txt", text().replace("Carlsen, Mia", "            "), 3),
    "txt, no identity number": ("list.txt", text().replace("700001 ", "       ").replace("DEN F", "DEN F"), 3),
    "txt, no player": ("list.txt", text().splitlines()[0] + "\r\n", 0),
    "txt, no heading": ("list.txt", "hello\n", 1),
    "txt, short line": ("list.txt", text() + "700009\r\n", 6),
    "txt, empty": ("list.txt", "", 1),
    "xml, cut end": ("list.xml", xml()[:-40], 85),
    "xml, cut entry": ("list.xml", xml()[: xml().index("700002")], 46),
    "xml, rating": ("list.xml", xml().replace("<rating>2100", "<rating>21oo"), 44),
    "xml, no player": ("list.xml", "<playerslist></playerslist>", 0),
    "csv, short row": ("list.csv", "national_id,name\nA1,One\nA2\n", 3),
    "csv, rating": ("list.csv", "national_id,name,standard\nA1,One,high\n", 2),
    "csv, 20 digits": ("list.csv", "fide_id,name\n1,One\n99999999999999999999,Two\n", 3),
    "csv, 5000 digits": ("list.csv", f"fide_id,name\n1,One\n{'9' * 5000},Two\n", 3),
    "csv, quotation mark": ("list.csv", 'fide_id,name\n1,"One\n2,Two\n3,"Three"\n4,Four\n', 2),
    "csv, quotation mark in the last rows": ("list.csv", 'fide_id,name\n1,One\n2,"Two\n3,Three\n', 3),
    "csv, quotation mark in the last row": ("list.csv", 'fide_id,name\n1,One\n2,"Two\n', 3),
    "csv, carriage return": ("list.csv", "fide_id,name\n1,On\re\n", 3),
    "csv, long cell": ("list.csv", f"fide_id,name\n1,{'x' * 200_000}\n", 2),
    "xml, encoding": ("list.xml", "<?xml version='1.0' encoding='nonsense'?><a/>", 1),
    "xml, endless entry": ("list.xml", xml()[: xml().index("700002")] + "x" * 3_000_000, 46),
}
"""A name of a file, what is in it, and the line that is refused."""


@pytest.mark.parametrize(("name", "content", "line"), WRONG.values(), ids=list(WRONG))
def test_a_malformed_list_is_refused_and_the_old_list_stays(
    base: Path, tmp_path: Path, name: str, content: str, line: int, snapshot: SnapshotAssertion
) -> None:
    before = base.read_bytes()
    source = tmp_path / name
    source.write_text(content, "utf-8", newline="")
    with pytest.raises(FormatError) as refused:
        import_list(source, base)
    assert refused.value.problems[0].line == line
    assert str(refused.value) == snapshot
    assert base.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} <= {"base.sqlite", "list.txt", name}
    with RatingList(base) as ratings:
        assert ratings.find("carlsen")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("carlsen m", [1503014, 700001]),
        ("Carlsen, Mag", [1503014]),
        ("m carl", [1503014, 700001]),
        ("muller", [700002]),
        ("MÜLLER åse", [700002]),
        ("ceda o'n", [700003]),
        ("1503014", [1503014]),
        ("12", []),
        ("", []),
        ('" OR *', []),
        ("nobody", []),
    ],
)
def test_search(base: Path, query: str, found: list[int]) -> None:
    with RatingList(base) as ratings:
        assert [entry.fide_id for entry in ratings.find(query)] == found


def test_search_stops_at_its_limit(base: Path) -> None:
    with RatingList(base) as ratings:
        assert [entry.fide_id for entry in ratings.find("carlsen", 1)] == [1503014]


def test_what_is_no_list(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        RatingList(tmp_path / "none.sqlite")
    assert str(caught.value).replace(str(tmp_path), "TMP") == snapshot
    (tmp_path / "other.sqlite").write_text("something else")
    with pytest.raises(RuleError) as caught:
        RatingList(tmp_path / "other.sqlite")
    assert str(caught.value).replace(str(tmp_path), "TMP") == snapshot


FIELD = Tournament(
    players=(
        Player(1, "Carlsen, Magnus", 2830, "NOR", "GM", "m", PartialDate(1990, 11, 30), 1503014),
        Player(2, "Carlsen Mia"),
        Player(3, "Nobody, Known", 1500),
        Player(4, "Other, Name", None, "GER", "WIM", "w", PartialDate(2010), 700002),
    )
)


def test_differences_and_filling(base: Path) -> None:
    with RatingList(base) as ratings:
        found = {
            (difference.player, difference.field): (difference.file, difference.list)
            for difference in differences(FIELD, ratings)
        }
        assert found[1, "rating"] == ("2830", "2840")
        assert found[2, "fide_id"] == ("", "700001")
        assert found[2, "title"] == ("", "WIM")
        assert found[3, ""] == ("", "")
        assert found[4, "name"] == ("Other, Name", "Müller, Åse")
        assert {key for key in found if key[0] in (1, 4)} == {(1, "rating"), (4, "name")}
        careful, thorough = fill_from_list(FIELD, ratings), fill_from_list(FIELD, ratings, overwrite=True)
        assert (careful.players[0].rating, thorough.players[0].rating) == (2830, 2840)
        assert thorough.players[0].birth == PartialDate(1990, 11, 30)
        assert (careful.players[1].rating, careful.players[1].name) == (2100, "Carlsen Mia")
        assert fill_from_list(FIELD, ratings, "rapid").players[3].rating == 1700
        own, k = list_facts(FIELD, ratings, "standard")
    assert own == {1: 2840, 2: 2100, 4: None}
    assert k == {1: 10, 2: 20}
    assert [row.k for row in rate(FIELD, ratings=own, k=k).rows] == [10, 20, 20]


def _zipped(flags: int = 0) -> bytes:
    """A list in an archive; the flags are set in both headings of the entry."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("list.txt", text())
    data = bytearray(held.getvalue())
    data[6] |= flags
    data[data.index(b"PK\x01\x02") + 8] |= flags
    return bytes(data)


def test_an_archive_that_unpacks_to_a_hundred_times_its_size_is_refused(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    """Two megabytes of one line again and again are twenty million players."""
    head, *lines = text().splitlines(keepends=True)
    with zipfile.ZipFile(tmp_path / "list.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("list.txt", head + lines[0] * (80 * 1024 * 1024 // len(lines[0])))
    with pytest.raises(FormatError) as caught, open_list(tmp_path / "list.zip"):
        pytest.fail("the archive was opened")
    assert re.sub(r"[0-9]+", "N", str(caught.value)) == snapshot


@pytest.mark.parametrize(
    "data",
    [
        _zipped(1),
        _zipped()[:-40],
        _zipped()[:60] + bytes(20) + _zipped()[80:],
        b"PK\x03\x04",
    ],
    ids=["password", "no directory", "damaged row", "head only"],
)
def test_a_damaged_archive_is_refused(tmp_path: Path, data: bytes, snapshot: SnapshotAssertion) -> None:
    (tmp_path / "list.zip").write_bytes(data)
    with pytest.raises(FormatError) as caught:
        import_list(tmp_path / "list.zip", tmp_path / "base.sqlite")
    assert str(caught.value).replace(str(caught.value.__context__), "CAUSE") == snapshot


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_csv_as_spreadsheets_write_it(tmp_path: Path, encoding: str, end: str) -> None:
    lines = ["fide_id\tname\tstandard", '1\t"Müller, Åse"\t1800', '2\t"Two\n Lines"\t1700', ""]
    (tmp_path / "list.csv").write_bytes(end.join(lines).encode(encoding))
    assert import_list(tmp_path / "list.csv", tmp_path / "base.sqlite") == 2
    with RatingList(tmp_path / "base.sqlite") as ratings:
        assert next((entry.name, entry.standard) for entry in ratings) == ("Müller, Åse", 1800)


@pytest.mark.parametrize(
    "query", ["²", "٣", "①", "9" * 25, "9" * 5000, "1 " * 3000, "½", "x" * 100_000, "\x00", "\ud800"]
)
def test_unusual_digits_match_no_player(base: Path, query: str) -> None:
    with RatingList(base) as ratings:
        assert ratings.find(query) == []
        assert ratings.find("carlsen", 10**30)


def test_digits_of_another_script_are_digits(base: Path) -> None:
    with RatingList(base) as ratings:
        assert [one.fide_id for one in ratings.find("١٥٠٣٠١٤")] == [1503014]


def _damaged(data: bytes, r: random.Random) -> bytes:
    """A few bytes changed, put in, taken out, doubled, or the end cut off."""
    for _ in range(r.choice((1, 1, 2, 5))):
        at, wide = r.randrange(len(data) + 1), r.choice((0, 1, 1, 2, 30))
        bytes_in = r.choice((b"", b"\r", b'"', b"\x00", b"<", b"&", b"9" * 25, b"\xff\xfe", bytes([r.randrange(256)])))
        data = data[:at] + bytes_in + data[at + wide :]
        if r.random() < 0.15:
            data = data[: r.randrange(len(data) + 1)]
    return data


def test_damaged_lists_are_read_or_refused(tmp_path: Path) -> None:
    r, refused = random.Random(15), 0
    table = "fide_id,name,standard\n" + "".join(f'{row[0]},"{row[1]}",{row[8]}\n' for row in PEOPLE)
    sound = {
        "a.txt": text().encode(), "b.xml": xml().encode(), "c.csv": table.encode(), "d.csv": table.encode("utf-16"),
        "e.zip": _zipped(),
    }  # fmt: skip
    for at in range(300):
        name, data = r.choice(list(sound.items()))
        source = tmp_path / f"{at}{name}"
        source.write_bytes(_damaged(data, r))
        try:
            import_list(source, tmp_path / "base.sqlite")
        except FormatError:
            refused += 1
        source.unlink()
    assert 100 < refused < 300


def test_a_damaged_store_is_reported(base: Path, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    (tmp_path / "list.csv").write_text("fide_id,name\n1503014,One\n")
    import_list(tmp_path / "list.csv", base)
    with closing(sqlite3.connect(base)) as store:
        store.execute("DROP TABLE players")
        store.commit()
    with RatingList(base) as ratings, pytest.raises(RookeryError) as caught:
        ratings.find_fide_id(1503014)
    assert str(caught.value).replace(str(tmp_path), "TMP") == snapshot


@pytest.mark.skipif(os.name != "posix", reason="needs links and modes")
def test_a_symbolic_link_at_the_temporary_path_is_not_followed(tmp_path: Path) -> None:
    source, place, other = tmp_path / "list.txt", tmp_path / "list.sqlite", tmp_path / "other"
    source.write_text(text(), encoding="latin-1", errors="replace")
    other.write_bytes(b"precious")
    planted = tmp_path / ".list.sqlite.part"
    planted.symlink_to(other)
    assert import_list(source, place) == 4
    place.chmod(0o640)
    assert import_list(source, place) == 4
    assert other.read_bytes() == b"precious"
    assert planted.is_symlink()
    assert place.stat().st_mode & 0o777 == 0o640
    assert {path.name for path in tmp_path.iterdir()} == {"list.txt", "list.sqlite", "other", ".list.sqlite.part"}
