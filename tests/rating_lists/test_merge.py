"""Lists of one kind: what they say of themselves, how they become one, and when they are not merged."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.cli.main import main
from rookery.errors import FormatError, RuleError
from rookery.rating_lists import ListEntry, MergedPart, RatingList, import_list, merge_lists
from rookery.rating_lists.sources import open_list, read_list

HEAD = "ID Number      Name                          Fed Sex Tit OCT26 Gms K  B-day Flag\n"
HERON = "700001         Heron, Isolde                 IRL F   wm  {}  3   20 1994      \n"
WREN = "700002         Wren, Piotr                   POL M       {}  0   40 2009  {}   \n"
OWL = "700003         Owl, Ada                      NOR F       {}  0   40 2008      \n"
STANDARD = HEAD + HERON.format(2187) + WREN.format(1900, "i")
RAPID = HEAD + OWL.format(1700) + WREN.format(1850, " ")
BLITZ = HEAD + HERON.format(2001).replace("Heron, Isolde", "HÉRON  Isolde").replace("IRL", "   ")


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """A list of each kind, one of them zipped."""
    (tmp_path / "standard_list.txt").write_text(STANDARD)
    (tmp_path / "blitz_list.txt").write_text(BLITZ, "utf-8")
    with zipfile.ZipFile(tmp_path / "rapid_oct26.zip", "w") as archive:
        archive.writestr("rapid_oct26.txt", RAPID)
    return [tmp_path / name for name in ("standard_list.txt", "rapid_oct26.zip", "blitz_list.txt")]


def test_lists_of_separate_kinds_are_merged(tmp_path: Path, files: list[Path]) -> None:
    merged = merge_lists(files, tmp_path / "all.sqlite", name="October")
    assert merged == (
        MergedPart("standard_list.txt", "2026-10", ("standard",), 2, 2),
        MergedPart("rapid_oct26.zip", "2026-10", ("rapid",), 2, 1),
        MergedPart("blitz_list.txt", "2026-10", ("blitz",), 1, 0),
    )
    with RatingList(tmp_path / "all.sqlite") as ratings:
        assert (ratings.name, ratings.month, ratings.kinds) == ("October", "2026-10", ("standard", "rapid", "blitz"))
        assert ratings.source == "standard_list.txt + rapid_oct26.zip + blitz_list.txt"
        assert list(ratings) == [
            ListEntry(700001, "", "Heron, Isolde", "IRL", "F", "WIM", 2187, 3, 20, 0, 0, 0, 2001, 3, 20, 1994, 0),
            ListEntry(700002, "", "Wren, Piotr", "POL", "M", "", 1900, 0, 40, 1850, 0, 40, 0, 0, 0, 2009, 0),
            ListEntry(700003, "", "Owl, Ada", "NOR", "F", "", 0, 0, 0, 1700, 0, 40, 0, 0, 0, 2008, 0),
        ]


def test_imported_lists_are_merged_as_their_files_are(tmp_path: Path, files: list[Path]) -> None:
    for file in files:
        import_list(file, tmp_path / f"{file.stem}.sqlite")
    stored = [tmp_path / f"{file.stem}.sqlite" for file in files]
    with RatingList(stored[1]) as rapid:
        assert rapid.kinds == ("rapid",)
    merge_lists(files, tmp_path / "one.sqlite")
    merge_lists(stored[::-1], tmp_path / "two.sqlite")
    with RatingList(tmp_path / "one.sqlite") as one, RatingList(tmp_path / "two.sqlite") as two:
        assert [entry[6:] for entry in one] == [entry[6:] for entry in two]


CLASHES = [
    (RAPID.replace("OCT26", "NOV26"), RuleError),
    (RAPID.replace("OCT26", "XXX26").replace("XXX26", "RAPID"), RuleError),
    (RAPID.replace("Wren, Piotr ", "Wren, Pjotr "), FormatError),
    (RAPID.replace("2009", "2010"), FormatError),
    (RAPID.replace("POL", "GER"), FormatError),
    (RAPID + OWL.format(1701), FormatError),
]


@pytest.mark.parametrize(
    ("rapid", "error"),
    CLASHES,
    ids=["other month", "unknown month", "other name", "other birth", "other federation", "repeated player"],
)
def test_what_clashes_is_refused(
    tmp_path: Path, files: list[Path], rapid: str, error: type[Exception], snapshot: SnapshotAssertion
) -> None:
    (tmp_path / "list_rapid.txt").write_text(rapid)
    with pytest.raises(error) as caught:
        merge_lists([files[0], tmp_path / "list_rapid.txt"], tmp_path / "all.sqlite")
    assert str(caught.value) == snapshot
    assert not (tmp_path / "all.sqlite").exists()


def test_two_lists_of_the_same_kind_and_a_single_list_are_refused(
    tmp_path: Path, files: list[Path], snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(RuleError) as caught:
        merge_lists([files[0], files[1], files[1]], tmp_path / "all.sqlite")
    assert str(caught.value) == snapshot
    with pytest.raises(RuleError) as caught:
        merge_lists(files[:1], tmp_path / "all.sqlite")
    assert str(caught.value) == snapshot


def test_merging_at_the_command_line(
    tmp_path: Path,
    files: list[Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    snapshot: SnapshotAssertion,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "rapid.txt").write_text(RAPID.replace("2009", "2010"))
    assert main(["list", "merge", str(files[0]), "rapid.txt", "--lenient", "--list", "lists/all.sqlite"]) == 1
    said = capsys.readouterr().out
    assert "rapid.txt          2026-10  rapid           2    1" in said
    assert said == snapshot
    assert main(["list", "import", str(files[1]), "--list", "lists/rapid.sqlite"]) == 0
    capsys.readouterr()
    assert main(["list", "show", "--list", "lists"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[2:] if "2026" in line] == [["all", "2026-10"], ["rapid", "2026-10"]]
    assert "standard, rapid" in lines[2]
    assert main(["list", "find", "wren", "--list", "lists"]) == 0
    assert "all 2026-10" in capsys.readouterr().out


def test_the_fast_and_the_slow_reader_agree(tmp_path: Path) -> None:
    """One odd letter in a line of a piece lets all its lines be read one by one."""
    people = "".join(
        f"{7 * n + 1:<15}{f'Tern {n}, Tove':<30}NOR F   wf  {1500 + n}  {n % 9}   20 1994 \n" for n in range(99)
    )
    wide = HEAD + people
    for name, content in (("quick.txt", wide), ("slow.txt", wide.replace("Tern 98,", "Ternø98,"))):
        (tmp_path / name).write_text(content, "utf-8")
    found = []
    for name in ("quick.txt", "slow.txt"):
        with open_list(tmp_path / name) as (file, inside):
            found.append(list(read_list(file, inside).rows))
    assert found[0][:98] == found[1][:98]
    assert found[0][98] == (100, ListEntry(687, "", "Tern 98, Tove", "NOR", "F", "WFM", 1598, 8, 20, born=1994))
    assert found[1][98][1].name == "Ternø98, Tove"
