"""The corpora come out of their archive as they went in, whoever unpacks them and however many at once."""

from __future__ import annotations

import lzma
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from support import corpora


def test_packing_what_was_unpacked_gives_the_archive(corpus: Path) -> None:
    assert corpora.pack(corpus) == lzma.decompress(corpora.ARCHIVE.read_bytes())


@pytest.mark.slow
def test_several_may_unpack_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpora, "PLACE", tmp_path / "place")
    with ThreadPoolExecutor(4) as executor:
        found = {job.result() for job in [executor.submit(corpora.unpack) for _ in range(4)]}
    assert list((tmp_path / "place").iterdir()) == list(found)


def test_every_folder_is_described(root: Path, corpus: Path) -> None:
    said = (root / "tests" / "corpora.md").read_text("utf-8")
    assert not [folder.name for folder in corpus.iterdir() if f"`{folder.name}`" not in said]
