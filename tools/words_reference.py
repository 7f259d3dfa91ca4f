"""Writes the words of docs/words.md from those that `rookery words` prints.

python tools/words_reference.py
"""

from __future__ import annotations

import pages

from rookery.pairing.explain.glossary import WORDS, Word

PAGE, TOOL = "words.md", "words_reference"


def parts() -> dict[str, str]:
    """The generated parts of the page by name."""
    return {"words": "\n\n".join(map(_entry, WORDS))}


def _entry(word: Word) -> str:
    article = f" ({word.article})" if word.article else ""
    also = f"\n\nAlso: {', '.join(word.also)}." if word.also else ""
    return f"### {word.name}\n\n{word.meaning}{article}{also}"


if __name__ == "__main__":
    pages.write(PAGE, parts(), TOOL)
