"""The glossary: in order, each word once, and found by whatever it is called."""

from __future__ import annotations

import pytest

from rookery.pairing.explain.glossary import WORDS, find_words


def test_every_word_is_there_once_and_in_order() -> None:
    names = [word.name for word in WORDS]
    assert names == sorted(names, key=str.lower)
    called = [name.lower() for word in WORDS for name in (word.name, *word.also)]
    assert len(called) == len(set(called))


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("bracket", ["group"]),
        ("float down", ["downfloat"]),
        ("PAB", ["bye"]),
        ("colour due", ["colour due"]),
        ("strongly due", ["colour due"]),
    ],
)
def test_a_glossary_word_has_synonyms(asked: str, names: list[str]) -> None:
    assert [word.name for word in find_words(asked)] == names
