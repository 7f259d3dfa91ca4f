"""FIDE's lists taken in with NumPy and without: the same players, refusals, rows left out, and the same found."""

from __future__ import annotations

import json
import random
import sqlite3
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import FormatError, RookeryError
from rookery.rating_lists import ListEntry, RatingList, alike, import_list, search_block
from rookery.rating_lists.building import EVEN_FORM, FORM
from rookery.rating_lists.even_file import HEAD
from rookery.rating_lists.words import code_of, codes_beginning, words_of

np = pytest.importorskip("numpy")

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
ODD_CELLS = ("", "0", "00", "12x", " 7", "7 7", "99999", "4001", "4000", "0123", "-3", "1990.", "٣", "\x0b8", "1\t")
"""What may stand in a cell by mistake."""


def somebody(rng: random.Random, number: int, odd: float) -> list[str]:
    """The cells of one player; with a chance one of them, or the name, is odd."""
    names = [rng.choice(WORDS) for _ in range(rng.randint(1, 4))]
    if rng.random() < odd:
        names[0] = rng.choice(ODD_WORDS)
    ratings = (rng.choice(("", "0", str(rng.randint(1400, 2850)))) for _ in range(3))
    kinds = [cell for one in ratings for cell in (one, rng.choice(("", "0", "12")), rng.choice(("", "10", "40")))]
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
        f"<playerslist>{gap}" + "".join(f"<player>{gap}{one}{gap}</player>{gap}" for one in fields) + "</playerslist>"
    )


def spoilt(data: bytes, rng: random.Random) -> bytes:
    """Some bytes changed, put in, taken out, or the end cut off."""
    for _ in range(rng.choice((0, 0, 1, 2))):
        at = rng.randrange(len(data))
        put = rng.choice((b"", b"\r", b"\n", b"\x00", b"<", b"&", b"9", b"\xff", b"\xc3\xbc", b" ", b"</player>"))
        data = data[:at] + put + data[at + rng.choice((0, 1, 1, 7)) :]
    return data[: rng.randrange(len(data) // 2, len(data))] if rng.random() < 0.15 else data


def taken(source: Path, target: Path, lenient: bool) -> tuple[object, ...]:
    """What comes of an import: the players, what was left out, or the refusal."""
    left: list[str] = []
    try:
        number = import_list(source, target, skipped=(lambda one: left.append(str(one))) if lenient else None)
    except FormatError as error:
        return "refused", str(error), left
    with RatingList(target) as ratings:
        return number, list(ratings), left, ratings.kinds


def both(source: Path, folder: Path, lenient: bool) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """The same with NumPy and without it."""
    quick = taken(source, folder / "quick.sqlite", lenient)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "numpy", None)
        return quick, taken(source, folder / "slow.sqlite", lenient)


@pytest.mark.parametrize("seed", range(60))
def test_both_ways_take_in_the_same(tmp_path: Path, seed: int) -> None:
    rng = random.Random(f"even {seed}")
    odd = rng.choice((0, 0.02, 0.3))
    numbers = [rng.randrange(1, 10 ** rng.choice((5, 8, 9, 10))) for _ in range(rng.choice((1, 5, 60, 400)))]
    people = [somebody(rng, number, odd) for number in dict.fromkeys(numbers)]
    if rng.random() < 0.2:
        people.append(somebody(rng, rng.choice(numbers), 0))
    if rng.random() < 0.5:
        name, text = "list.txt", as_text(people, rng.choice(("\r\n", "\n")))
    else:
        name, text = "list.xml", as_xml(people, rng.choice(("\n", "\r\n", "", "\n  ")))
    source = tmp_path / name
    source.write_bytes(spoilt(text.encode(rng.choice(("utf-8", "utf-8", "latin-1")), "replace"), rng))
    quick, slow = both(source, tmp_path, rng.random() < 0.5)
    assert quick == slow


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A list of 40,000, so that three strata of places are searched; with names that are not plain."""
    folder, rng = tmp_path_factory.mktemp("even"), random.Random(8)
    words = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(1, 11))).title() for _ in range(900)]
    people = [somebody(rng, number, 0) for number in rng.sample(range(1, 10**8), 40_000)]
    for one in people:
        one[1] = f"{rng.choice(words)}, {rng.choice(words)}" + (
            f" {rng.choice(ODD_WORDS)}" if rng.random() < 0.01 else ""
        )
    source = folder / "list.txt"
    source.write_text(as_text(people, "\r\n"), "utf-8", newline="")
    quick, slow = both(source, folder, lenient=False)
    assert quick == slow
    with RatingList(folder / "quick.sqlite") as one, RatingList(folder / "slow.sqlite") as other:
        assert (_form(one.path), _form(other.path)) == (EVEN_FORM, FORM)
    return folder / "quick.sqlite", folder / "slow.sqlite"


def _form(path: Path) -> int:
    with closing(sqlite3.connect(path)) as base:
        return int(base.execute("SELECT form FROM about").fetchone()[0])


@pytest.mark.slow
def test_both_ways_find_the_same(stored: tuple[Path, Path]) -> None:
    """The full-text index of SQLite is the judge of ours."""
    rng, hits = random.Random(4), 0
    with RatingList(stored[0]) as quick, RatingList(stored[1]) as slow:
        everybody = list(quick)
        for _ in range(400):
            entry = rng.choice(everybody)
            own = words_of(entry.name)
            asked = " ".join(word[: rng.randint(1, 12)] for word in rng.sample(own, rng.randint(1, len(own))))
            if rng.random() < 0.2:
                asked += f" {rng.choice('aemsz')}"
            limit = rng.choice((1, 5, 20, 100_000))
            found = quick.find(asked, limit)
            assert found == slow.find(asked, limit), asked
            hits += len(found)
            assert quick.named(entry.name) == slow.named(entry.name)
            start = entry.fide_id // 10 ** rng.randint(0, 4)
            assert quick.numbered(start, limit) == slow.numbered(start, limit)
            assert quick.player(entry.fide_id) == entry
            assert quick.player(entry.fide_id + 1) == slow.player(entry.fide_id + 1)
        assert hits > 1000
        assert quick.national("1") is None


def test_both_ways_offer_the_same(stored: tuple[Path, Path]) -> None:
    pytest.importorskip("rapidfuzz")
    rng = random.Random(5)
    with RatingList(stored[0]) as quick, RatingList(stored[1]) as slow:
        people = rng.sample(list(quick), 15)
        for entry in people:
            misspelt = entry.name[:4] + entry.name[5:] + "e"
            assert alike(misspelt, quick) == alike(misspelt, slow)
        assert any(alike(entry.name + "e", quick) for entry in people)


def test_a_list_made_with_numpy_is_read_without_it(stored: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with RatingList(stored[0]) as ratings:
        assert ratings.find("a b") is not None
        assert len(list(ratings)) == 40_000


def test_codes_of_words_are_in_order() -> None:
    from rookery.rating_lists.even_cells import pack_codes

    rng = random.Random(1)
    words = sorted({"".join(rng.choices("abcxyz", k=rng.randint(1, 9))) for _ in range(2000)})
    codes = [code_of(word) for word in words]
    assert codes == sorted(codes)
    eight = [bytes(ord(letter) & 31 for letter in word[:8]).ljust(8, b"\0") for word in words]
    assert pack_codes(np.frombuffer(b"".join(eight), "<u8")).tolist() == codes
    for word in words[:200]:
        first, end = codes_beginning(word[:3])
        assert [one for one in words if first <= code_of(one) < end] == [
            one for one in words if one.startswith(word[:3])
        ]


def one_player(folder: Path) -> Path:
    (folder / "list.txt").write_text(as_text([somebody(random.Random(1), 700001, 0)], "\n"))
    import_list(folder / "list.txt", folder / "list.sqlite")
    return folder / "list.sqlite"


def without_library_text(error: BaseException) -> str:
    """The message of an error, without what Python itself says of JSON or of bytes that are no text."""
    text, cause = str(error), error.__context__
    while cause is not None:
        if isinstance(cause, json.JSONDecodeError | UnicodeDecodeError):
            text = text.replace(str(cause), "CAUSE")
        cause = cause.__context__
    return text


def overwritten(data: bytes, at: int, put: bytes) -> bytes:
    return data[:at] + put + data[at + len(put) :]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[: HEAD + 20],
        lambda data: data[:HEAD],
        lambda data: data[:-1],
        lambda data: overwritten(data, HEAD, b"\xff" * 20),
        lambda data: overwritten(data, HEAD, b"x" * 20),
        lambda data: data + b"rookery search 1 [[70000, 4], [70004, 4]]",
        lambda data: data + b"rookery search 1 [",
    ],
    ids=["cut in a row", "cut after the head", "last byte", "no text", "no numbers", "long index", "broken index"],
)
def test_a_damaged_list_is_told(tmp_path: Path, spoil: Callable[[bytes], bytes], snapshot: SnapshotAssertion) -> None:
    path = one_player(tmp_path)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(RookeryError) as caught, RatingList(path) as ratings:
        assert isinstance(next(iter(ratings)), ListEntry)
    assert without_library_text(caught.value).replace(str(tmp_path), "TMP") == snapshot


@pytest.mark.parametrize(
    "spoil",
    ["DROP TABLE layout", "DELETE FROM layout", "CREATE TABLE more AS SELECT zeroblob(90000)"],
    ids=["no table", "no row", "longer head"],
)
def test_a_spoilt_head_is_told(tmp_path: Path, spoil: str, snapshot: SnapshotAssertion) -> None:
    path = one_player(tmp_path)
    with closing(sqlite3.connect(path)) as base, base:
        base.execute(spoil)
    with pytest.raises(RookeryError) as caught:
        RatingList(path)
    assert str(caught.value).replace(str(tmp_path), "TMP") == snapshot


@pytest.mark.parametrize("number", ["0", "00", "000000000"])
@pytest.mark.parametrize("name", ["list.txt", "list.xml"])
def test_nobody_has_the_number_0(tmp_path: Path, name: str, number: str, snapshot: SnapshotAssertion) -> None:
    people = [somebody(random.Random(at), 700001 + at, 0) for at in range(3)]
    people[1][0] = number
    text = as_text(people, "\n") if name.endswith("txt") else as_xml(people, "\n")
    (tmp_path / name).write_text(text)
    quick, slow = both(tmp_path / name, tmp_path, lenient=True)
    assert quick == slow
    assert quick[0] == 2
    assert quick[2] == snapshot
    assert both(tmp_path / name, tmp_path, lenient=False)[1][0] == "refused"


@pytest.mark.parametrize("form", [4, 5, 7])
def test_a_list_of_another_form_is_to_be_imported_again(tmp_path: Path, form: int, snapshot: SnapshotAssertion) -> None:
    path = one_player(tmp_path)
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("UPDATE about SET form = ?", (form,))
    with pytest.raises(RookeryError) as caught:
        RatingList(path)
    assert str(caught.value).replace(str(tmp_path), "TMP") == snapshot
    import_list(tmp_path / "list.txt", path)
    with RatingList(path) as ratings:
        assert len(list(ratings)) == 1


def test_numbers_of_any_length_and_the_same_twice(tmp_path: Path) -> None:
    """Numbers that leave no room for a place beside them are sorted by themselves; who comes later is left out."""
    rng = random.Random(7)
    numbers = [10**17 + 5, 3, 10**12, 10**17 + 5, 10**12, 2**40, 2**40 - 1, 999_999_999, 3]
    people = [somebody(rng, number, 0) for number in numbers]
    (tmp_path / "list.xml").write_text(as_xml(people, "\n"))
    quick, slow = both(tmp_path / "list.xml", tmp_path, lenient=True)
    assert quick == slow
    assert quick[0] == 6
    assert len(quick[2]) == 3  # type: ignore[arg-type]
    with RatingList(tmp_path / "quick.sqlite") as ratings:
        assert [ratings.player(number).fide_id for number in set(numbers)] == list(set(numbers))  # type: ignore[union-attr]
        assert ratings.player(10**12 + 1) is None


# -- what is searched in, made when it is first asked for --------------------------------------------------------------


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A list of 5,000, two strata, some of them with names that are not plain, nobody has searched in yet."""
    rng = random.Random(11)
    people = [somebody(rng, number, 0.05) for number in rng.sample(range(1, 10**8), 5_000)]
    (tmp_path / "list.txt").write_text(as_text(people, "\r\n"), "utf-8", newline="")
    import_list(tmp_path / "list.txt", tmp_path / "list.sqlite", skipped=lambda _: None)
    return tmp_path / "list.sqlite"


def test_an_import_leaves_nothing_to_search_in_and_the_first_search_writes_it(fresh: Path) -> None:
    size = fresh.stat().st_size
    with RatingList(fresh) as ratings:
        somebody_ = ratings.player(next(iter(ratings)).fide_id)
    assert somebody_ is not None
    written = fresh.stat().st_size
    assert written > size
    with RatingList(fresh) as ratings:
        assert somebody_ in ratings.find(somebody_.name)
    assert fresh.stat().st_size == written


def test_a_player_is_found_by_number_without_it(fresh: Path) -> None:
    size = fresh.stat().st_size
    with RatingList(fresh) as ratings:
        assert ratings.player(10**9) is None
    assert fresh.stat().st_size == size


def test_what_is_searched_in_is_the_same_without_numpy(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fresh.read_bytes()
    with RatingList(fresh) as ratings:
        quick = ratings.find("li w", 100_000)
    made = fresh.read_bytes()
    fresh.write_bytes(before)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with RatingList(fresh) as ratings:
        assert ratings.find("li w", 100_000) == quick != []
    assert fresh.read_bytes() == made


def test_a_list_that_may_not_be_written_is_searched(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> bool:
        raise PermissionError

    monkeypatch.setattr(search_block, "_append_index", refused)
    before = fresh.read_bytes()
    with RatingList(fresh) as ratings:
        unwritten = ratings.find("te", 100_000), list(ratings)
    assert fresh.read_bytes() == before
    monkeypatch.undo()
    with RatingList(fresh) as ratings:
        assert (ratings.find("te", 100_000), list(ratings)) == unwritten


def test_what_was_left_half_written_is_made_anew(fresh: Path) -> None:
    """The sign comes last: a block without it is none."""
    size = fresh.stat().st_size
    with RatingList(fresh) as ratings:
        everybody = list(ratings)
    whole = fresh.read_bytes()
    for cut in (size + 100, size + 5_000, len(whole)):
        fresh.write_bytes(overwritten(whole[:cut], size, bytes(min(4_096, cut - size))))
        with RatingList(fresh) as ratings:
            assert list(ratings) == everybody
        assert fresh.read_bytes() == whole


def test_a_list_that_was_replaced_meanwhile_is_not_written_into(fresh: Path) -> None:
    with RatingList(fresh) as ratings:
        other = one_player(fresh.parent)
        assert other == fresh
        before = fresh.read_bytes()
        assert len(list(ratings)) > 4_000
        assert fresh.read_bytes() == before


def test_a_list_may_be_closed_twice(fresh: Path) -> None:
    for text in ("", "Tern"):  # before the first search, and after one
        with RatingList(fresh) as ratings:
            ratings.find(text)
            ratings.close()


def test_many_threads_search_at_once(fresh: Path) -> None:
    with RatingList(fresh) as ratings, RatingList(fresh) as other, ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda at: (ratings, other)[at % 2].find("te"), range(32)))
        assert all(one == found[0] != [] for one in found)
