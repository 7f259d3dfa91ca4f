"""Rating lists: import of every form, refusal with the line while the old list stays, search, filling a tournament."""

from __future__ import annotations

import io
import os
import random
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from rookery.errors import FormatError, RookeryError, RuleError
from rookery.lists import ListEntry, RatingList, differences, filled, import_list, list_facts
from rookery.model import Date, Player, Tournament
from rookery.rating import rate

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
    people = [f"<player>{gap}{each}{gap}</player>" for each in fields]
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
        assert ratings.player(1503014) == ListEntry(
            1503014, "", "Carlsen, Magnus", "NOR", "M", "GM", 2840, 0, 10, 2824, 0, 10, 2886, 0, 10, 1990, 0
        )
        other = ratings.player(700002)
        assert other is not None
        assert (other.name, other.title, other.rating("standard"), other.k("rapid"), other.inactive) == (
            "Müller, Åse", "WIM", 0, 40, 1,
        )  # fmt: skip
        assert [entry.fide_id for entry in ratings] == [1503014, 700001, 700002, 700003]
        assert ratings.player(5) is None


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


def test_zip(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "list.zip", "w") as archive:
        archive.writestr("players_list_xml_foa.xml", xml())
    assert import_list(tmp_path / "list.zip", tmp_path / "base.sqlite") == 4
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        archive.writestr("a.xml", xml())
        archive.writestr("b.txt", text())
    with pytest.raises(FormatError, match="2 lists"):
        import_list(tmp_path / "two.zip", tmp_path / "base.sqlite")


def test_a_list_of_one_kind(tmp_path: Path) -> None:
    head = "ID Number      Name                          Fed OCT26 Gms K  B-day\n"
    row = "700001         Carlsen, Mia                  DEN 2050  3   20 2001 \n"
    (tmp_path / "rapid.txt").write_text(head + row)
    import_list(tmp_path / "rapid.txt", tmp_path / "base.sqlite", kind="rapid")
    with RatingList(tmp_path / "base.sqlite") as ratings:
        entry = ratings.player(700001)
        assert entry is not None
        assert (entry.rapid, entry.rapid_games, entry.rapid_k, entry.standard, entry.born) == (2050, 3, 20, 0, 2001)


def test_national_csv(tmp_path: Path) -> None:
    (tmp_path / "national.csv").write_text("Nr;Spieler;DWZ;Jahr\nA17;Kurz, Uwe;1893;1969-05-01\n", "utf-8-sig")
    columns = {"national_id": "Nr", "name": "Spieler", "standard": "DWZ", "born": "Jahr"}
    import_list(tmp_path / "national.csv", tmp_path / "base.sqlite", columns=columns)
    with RatingList(tmp_path / "base.sqlite") as ratings:
        entry = ratings.national("A17")
        assert entry is not None
        assert (entry.name, entry.standard, entry.born) == ("Kurz, Uwe", 1893, 1969)
    with pytest.raises(FormatError, match="'Name'"):
        import_list(tmp_path / "national.csv", tmp_path / "base.sqlite", columns={**columns, "name": "Name"})


WRONG = [
    ("list.txt", text()[:-30], "line 5: error: the file ends in the middle of a line"),
    ("list.txt", text().replace("2840", "28x0"), "line 2, columns 114-119: error: the rating, number of games or K"),
    ("list.txt", text().replace("700002 ", "70o002 "), "line 4, columns 1-15: error: the identity number"),
    ("list.txt", text().replace("700003", "700002"), "line 5: error: this player was on the list before"),
    ("list.txt", text().replace("2840", "9840"), "line 2: error: no rating is as high as 9840"),
    ("list.txt", text().replace("Carlsen, Mia", "            "), "line 3: error: there is no name"),
    ("list.txt", text().replace("700001 ", "       ").replace("DEN F", "DEN F"), "line 3: error: there is no identity"),
    ("list.txt", text().splitlines()[0] + "\r\n", "there is no player in this list"),
    ("list.txt", "hello\n", "line 1: error: this is no heading of a FIDE list"),
    ("list.txt", text() + "700009\r\n", "line 6: error: the line is too short"),
    ("list.txt", "", "line 1: error: this is no heading"),
    ("list.xml", xml()[:-40], "not well-formed XML"),
    ("list.xml", xml()[: xml().index("700002")], "line 46, column 9: error: not well-formed XML"),
    ("list.xml", xml().replace("<rating>2100", "<rating>21oo"), "line 44: error: the rating, number of games or K"),
    ("list.xml", "<playerslist></playerslist>", "there is no player in this list"),
    ("list.csv", "national_id,name\nA1,One\nA2\n", "line 3: error: the line has 1 fields, the heading 2"),
    ("list.csv", "national_id,name,standard\nA1,One,high\n", "line 2: error: the rating"),
    ("list.csv", "fide_id,name\n1,One\n99999999999999999999,Two\n", "line 3: error: the identity number has 20 digits"),
    ("list.csv", f"fide_id,name\n1,One\n{'9' * 5000},Two\n", "line 3: error: the identity number has 5000 digits"),
    ("list.csv", 'fide_id,name\n1,"One\n2,Two\n3,"Three"\n4,Four\n', "line 2: error: a quotation mark is opened here"),
    ("list.csv", 'fide_id,name\n1,One\n2,"Two\n3,Three\n', "line 3: error: a quotation mark is opened here"),
    ("list.csv", 'fide_id,name\n1,One\n2,"Two\n', "line 3: error: a quotation mark is opened here"),
    ("list.csv", "fide_id,name\n1,On\re\n", "line 3: error: the line has 1 fields"),
    ("list.csv", f"fide_id,name\n1,{'x' * 200_000}\n", "line 2: error: this is not CSV"),
    ("list.xml", "<?xml version='1.0' encoding='nonsense'?><a/>", "the encoding of this XML cannot be read"),
    ("list.xml", xml()[: xml().index("700002")] + "x" * 3_000_000, "this entry has no end"),
]


@pytest.mark.parametrize(("name", "content", "says"), WRONG)
def test_a_malformed_list_is_refused_and_the_old_one_stays(
    base: Path, tmp_path: Path, name: str, content: str, says: str
) -> None:
    before = base.read_bytes()
    source = tmp_path / name
    source.write_text(content, "utf-8", newline="")
    with pytest.raises(FormatError) as refused:
        import_list(source, base)
    assert says in str(refused.value)
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


def test_what_is_no_list(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="there is no rating list"):
        RatingList(tmp_path / "none.sqlite")
    (tmp_path / "other.sqlite").write_text("something else")
    with pytest.raises(RuleError, match="not a rating list"):
        RatingList(tmp_path / "other.sqlite")


FIELD = Tournament(
    players=(
        Player(1, "Carlsen, Magnus", 2830, "NOR", "GM", "m", Date(1990, 11, 30), 1503014),
        Player(2, "Carlsen Mia"),
        Player(3, "Nobody, Known", 1500),
        Player(4, "Other, Name", None, "GER", "WIM", "f", Date(2010), 700002),
    )
)


def test_differences_and_filling(base: Path) -> None:
    with RatingList(base) as ratings:
        found = {(one.player, one.field): (one.file, one.list) for one in differences(FIELD, ratings)}
        assert found[1, "rating"] == ("2830", "2840")
        assert found[2, "fide_id"] == ("", "700001")
        assert found[2, "title"] == ("", "WIM")
        assert found[3, ""] == ("", "")
        assert found[4, "name"] == ("Other, Name", "Müller, Åse")
        assert {key for key in found if key[0] in (1, 4)} == {(1, "rating"), (4, "name")}
        careful, thorough = filled(FIELD, ratings), filled(FIELD, ratings, overwrite=True)
        assert (careful.players[0].rating, thorough.players[0].rating) == (2830, 2840)
        assert thorough.players[0].birth == Date(1990, 11, 30)
        assert (careful.players[1].rating, careful.players[1].name) == (2100, "Carlsen Mia")
        assert filled(FIELD, ratings, "rapid").players[3].rating == 1700
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


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (_zipped(1), "locked with a password"),
        (_zipped()[:-40], "the archive is damaged"),
        (_zipped()[:60] + bytes(20) + _zipped()[80:], "the archive is damaged"),
        (b"PK\x03\x04", "the archive is damaged"),
    ],
)
def test_a_damaged_archive_is_refused(tmp_path: Path, data: bytes, says: str) -> None:
    (tmp_path / "list.zip").write_bytes(data)
    with pytest.raises(FormatError, match=says):
        import_list(tmp_path / "list.zip", tmp_path / "base.sqlite")


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
def test_odd_digits_find_nobody(base: Path, query: str) -> None:
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


def test_a_damaged_store_is_told(base: Path, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("fide_id,name\n1503014,One\n")
    import_list(tmp_path / "list.csv", base)
    with closing(sqlite3.connect(base)) as store:
        store.execute("DROP TABLE players")
        store.commit()
    with RatingList(base) as ratings, pytest.raises(RookeryError, match=r"damaged .*; import it again"):
        ratings.player(1503014)


@pytest.mark.skipif(os.name != "posix", reason="needs links and modes")
def test_a_link_laid_where_the_new_list_is_made_is_not_followed(tmp_path: Path) -> None:
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
