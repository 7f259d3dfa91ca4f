"""The file of a rating list: what becomes of odd and damaged source files, and of damaged lists; every search is
compared with a plain one through all players."""

from __future__ import annotations

import random
import re
import sqlite3
import unicodedata
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import FormatError, RookeryError
from rookery.rating_lists import RatingList, fide_source, import_list, merge_lists
from rookery.rating_lists.rating_list import FORMAT_VERSION

HEADS = (
    ("ID Number", 15), ("Name", 61), ("Fed", 4), ("Sex", 4), ("Tit", 5), ("WTit", 5), ("OTit", 15), ("FOA", 4),
    ("SRtng", 6), ("SGm", 4), ("SK", 3), ("RRtng", 6), ("RGm", 4), ("Rk", 3), ("BRtng", 6), ("BGm", 4), ("BK", 3),
    ("B-day", 6), ("Flag", 4),
)  # fmt: skip
TAGS = (
    "fideid", "name", "country", "sex", "title", "w_title", "o_title", "foa_title", "rating", "games", "k",
    "rapid_rating", "rapid_games", "rapid_k", "blitz_rating", "blitz_games", "blitz_k", "birthday", "flag",
)  # fmt: skip
WORDS = ("Tern", "Li", "Wei", "Al-Kasim", "O'Neill", "de la Cruz", "Aleksandrovich", "X4", "J.R.", "van", "Zz")
ODD_WORDS = ("Müller", "Sørensen", "Łukasz", "Иванов", "Ñandú", "A&amp;B")
ODD_CELLS = ("", "0", "00", "12x", " 7", "7 7", "99999", "4001", "4000", "0123", "-3", "1990.", "٣", "1\t")
"""What may stand in a cell by mistake."""


def somebody(rng: random.Random, number: int, odd: float) -> list[str]:
    """The cells of one player; with a chance one of them, or the name, is odd."""
    names = [rng.choice(WORDS) for _ in range(rng.randint(1, 4))]
    if rng.random() < odd:
        names[0] = rng.choice(ODD_WORDS)
    ratings = (rng.choice(("", "0", str(rng.randint(1400, 2850)))) for _ in range(3))
    kinds = [cell for rating in ratings for cell in (rating, rng.choice(("", "0", "12")), rng.choice(("", "10", "40")))]
    cells = [
        str(number), f"{names[0]}, {' '.join(names[1:])}".strip(), rng.choice(("NOR", "GER", "")), rng.choice("MF"),
        rng.choice(("", "GM", "wm", "f")), rng.choice(("", "WIM")), "", "", *kinds, rng.choice(("", "1990")),
        rng.choice(("", "i", "wi")),
    ]  # fmt: skip
    if rng.random() < odd / 2:
        cells[rng.choice((0, 1, *range(8, 19)))] = rng.choice(ODD_CELLS)
    return cells


def as_text(people: list[list[str]], end: str) -> str:
    rows = [[head for head, _ in HEADS], *people]
    return "".join("".join(c.ljust(w) for c, (_, w) in zip(row, HEADS, strict=True)) + end for row in rows)


def as_xml(people: list[list[str]], gap: str) -> str:
    fields = (gap.join(f"<{tag}>{cell}</{tag}>" for tag, cell in zip(TAGS, row, strict=True)) for row in people)
    return (
        f"<playerslist>{gap}"
        + "".join(f"<player>{gap}{field}{gap}</player>{gap}" for field in fields)
        + "</playerslist>"
    )


def imported(source: Path, target: Path, lenient: bool) -> tuple[object, ...]:
    """What comes of an import: the players, the rows left out, or the refusal."""
    skipped: list[str] = []
    try:
        number = import_list(source, target, on_skip=(lambda error: skipped.append(str(error))) if lenient else None)
    except FormatError as error:
        return "refused", str(error), skipped
    with RatingList(target) as ratings:
        return number, list(ratings), skipped, ratings.kinds


def no_match(*_: object) -> Generator[tuple[int, list[str]], None, tuple[int, bool]]:
    yield from ()
    return 0, False


@pytest.mark.parametrize("seed", range(40))
def test_xml_is_read_by_a_pattern_as_by_a_parser(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"xml {seed}")
    numbers = [rng.randrange(1, 10 ** rng.choice((5, 8, 9, 10))) for _ in range(rng.choice((1, 5, 60, 400)))]
    odd = rng.choice((0, 0.02, 0.3))
    people = [somebody(rng, number, odd) for number in dict.fromkeys(numbers)]
    source = tmp_path / "list.xml"
    source.write_text(as_xml(people, rng.choice(("\n", "\r\n", "", "\n  "))), "utf-8", newline="")
    lenient = rng.random() < 0.5
    by_pattern = imported(source, tmp_path / "list.sqlite", lenient)
    monkeypatch.setattr(fide_source, "_match_players", no_match)
    assert imported(source, tmp_path / "list.sqlite", lenient) == by_pattern


@pytest.mark.parametrize("seed", range(10))
def test_text_and_xml_give_the_same_list(tmp_path: Path, seed: int) -> None:
    rng = random.Random(f"both {seed}")
    people = [somebody(rng, number, 0) for number in rng.sample(range(1, 10**8), rng.choice((1, 60, 3_000)))]
    (tmp_path / "list.txt").write_text(as_text(people, rng.choice(("\r\n", "\n"))), "utf-8", newline="")
    (tmp_path / "list.xml").write_text(as_xml(people, rng.choice(("\n", ""))), "utf-8")
    by_text = imported(tmp_path / "list.txt", tmp_path / "list.sqlite", lenient=False)
    assert by_text == imported(tmp_path / "list.xml", tmp_path / "list.sqlite", lenient=False)
    assert by_text[0] == len(people)


# -- searches ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A list of 3,000 players, some of them with names that are not plain."""
    folder, rng = tmp_path_factory.mktemp("stored"), random.Random(8)
    words = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(1, 11))).title() for _ in range(300)]
    people = [somebody(rng, number, 0) for number in rng.sample(range(1, 10**8), 3_000)]
    for cells in people:
        odd_word = f" {rng.choice(ODD_WORDS)}" if rng.random() < 0.05 else ""
        cells[1] = f"{rng.choice(words)}, {rng.choice(words)}{odd_word}"
    (folder / "list.txt").write_text(as_text(people, "\r\n"), "utf-8", newline="")
    import_list(folder / "list.txt", folder / "list.sqlite")
    return folder / "list.sqlite"


def words_of(name: str) -> list[str]:
    """The words of a name in plain small letters."""
    letters = unicodedata.normalize("NFD", name.lower().translate(str.maketrans("øł", "ol")))
    return re.findall(r"[^\W_]+", "".join(letter for letter in letters if not unicodedata.combining(letter)))


def test_search_agrees_with_a_full_scan(stored: Path) -> None:
    rng, hits = random.Random(4), 0
    with RatingList(stored) as ratings:
        everybody = list(ratings)
        words_by_number = {entry.fide_id: words_of(entry.name) for entry in everybody}
        strengths = [(entry.standard, entry.rapid, entry.blitz, -entry.fide_id) for entry in everybody]
        assert strengths == sorted(strengths, reverse=True)
        for _ in range(200):
            entry = rng.choice(everybody)
            words = words_by_number[entry.fide_id]
            starts = [word[: rng.randint(1, 12)] for word in rng.sample(words, rng.randint(1, len(words)))]
            limit = rng.choice((1, 5, 20, 100_000))
            fitting = [
                each
                for each in everybody
                if all(any(word.startswith(start) for word in words_by_number[each.fide_id]) for start in starts)
            ]
            assert ratings.find(" ".join(starts), limit) == fitting[:limit], starts
            hits += len(fitting)
            assert entry in ratings.find_namesakes(entry.name)
            number = entry.fide_id // 10 ** rng.randint(0, 4)
            same_start = [each for each in everybody if str(each.fide_id).startswith(str(number)) and number >= 1000]
            exact = [each for each in everybody if each.fide_id == number]
            assert (
                ratings.find_fide_ids_starting(number, 5)
                == [
                    *exact,
                    *(each for each in same_start if each not in exact),
                ][:5]
            )
            assert ratings.find_fide_id(entry.fide_id) == entry
        assert hits > 1000
        assert ratings.find_national_id("1") is None


def test_many_threads_search_at_once(stored: Path) -> None:
    with RatingList(stored) as ratings, RatingList(stored) as other, ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda index: (ratings, other)[index % 2].find("te"), range(32)))
        assert all(result == results[0] != [] for result in results)


def test_a_list_may_be_closed_twice(stored: Path) -> None:
    with RatingList(stored) as ratings:
        ratings.find("a")
        ratings.close()


# -- duplicates and numbers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["0", "00", "000000000"])
@pytest.mark.parametrize("name", ["list.txt", "list.xml"])
def test_the_number_0_is_unused(tmp_path: Path, name: str, number: str, snapshot: SnapshotAssertion) -> None:
    people = [somebody(random.Random(at), 700001 + at, 0) for at in range(3)]
    people[1][0] = number
    text = as_text(people, "\n") if name.endswith("txt") else as_xml(people, "\n")
    (tmp_path / name).write_text(text)
    count, _, skipped, _ = imported(tmp_path / name, tmp_path / "list.sqlite", lenient=True)
    assert count == 2
    assert skipped == snapshot
    assert imported(tmp_path / name, tmp_path / "list.sqlite", lenient=False)[0] == "refused"


def test_numbers_of_any_length_and_the_same_twice(tmp_path: Path) -> None:
    rng = random.Random(7)
    numbers = [10**17 + 5, 3, 10**12, 10**17 + 5, 10**12, 2**40, 2**40 - 1, 999_999_999, 3]
    people = [somebody(rng, number, 0) for number in numbers]
    (tmp_path / "list.xml").write_text(as_xml(people, "\n"))
    count, _, skipped, _ = imported(tmp_path / "list.xml", tmp_path / "list.sqlite", lenient=True)
    assert count == 6
    assert len(skipped) == 3  # type: ignore[arg-type]
    with RatingList(tmp_path / "list.sqlite") as ratings:
        assert [ratings.find_fide_id(number).fide_id for number in set(numbers)] == list(set(numbers))  # type: ignore[union-attr]
        assert ratings.find_fide_id(10**12 + 1) is None


def test_a_national_number_is_borne_once(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("fide_id,national_id,name\n1,A,One\n2,A,Two\n2,B,Three\n,C,Four\n,C,Five\n")
    _, players, skipped, _ = imported(tmp_path / "list.csv", tmp_path / "list.sqlite", lenient=True)
    assert [entry.name for entry in players] == ["Four", "One", "Three"]  # type: ignore[attr-defined]
    assert len(skipped) == 2  # type: ignore[arg-type]


def test_progress_ends_with_the_number_of_players(tmp_path: Path) -> None:
    people = [somebody(random.Random(1), number, 0) for number in range(1, 4_502)]
    (tmp_path / "list.txt").write_text(as_text(people, "\n"))
    counts: list[int] = []
    import_list(tmp_path / "list.txt", tmp_path / "list.sqlite", progress=counts.append)
    assert counts == [2_000, 4_000, 4_501]


# -- damage and other versions -----------------------------------------------------------------------------------------


def single_player_list(folder: Path) -> Path:
    (folder / "list.txt").write_text(as_text([somebody(random.Random(1), 700001, 0)], "\n"))
    import_list(folder / "list.txt", folder / "list.sqlite")
    return folder / "list.sqlite"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data[:4096] + b"\xff" * 4096 + data[8192:],
        lambda data: data[:8192] + b"\xff" * (len(data) - 8192),
    ],
    ids=["cut", "second page", "all pages but two"],
)
def test_a_damaged_list_is_reported(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    path = single_player_list(tmp_path)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(RookeryError), RatingList(path) as ratings:
        assert (list(ratings), ratings.find("a"), ratings.find_fide_id(1)) == (None, None, None)


@pytest.mark.parametrize("version", [4, 5, 6, 7])
def test_a_list_of_another_version_is_to_be_imported_again(
    tmp_path: Path, version: int, snapshot: SnapshotAssertion
) -> None:
    path = single_player_list(tmp_path)
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("UPDATE about SET form = ?", (version,))
        base.execute("DROP TABLE players")  # the versions 4 to 6 had none
    with pytest.raises(RookeryError) as caught:
        RatingList(path)
    assert str(caught.value).replace(str(tmp_path), "TMP") == snapshot
    with pytest.raises(RookeryError):
        merge_lists([path, path], tmp_path / "merged.sqlite")
    import_list(tmp_path / "list.txt", path)
    with RatingList(path) as ratings, closing(sqlite3.connect(path)) as base:
        assert len(list(ratings)) == 1
        assert base.execute("SELECT form FROM about").fetchone() == (FORMAT_VERSION,)
