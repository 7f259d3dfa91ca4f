"""Explain the words of pairings: float, bracket, colour due, transposition, and so on.

With a word, what that one means; without, all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.cli.console import print_json, print_paragraph, say
from rookery.cli.errors import DONE, CommandError
from rookery.pairing.explain.glossary import WORDS, Word, find_words

if TYPE_CHECKING:
    import argparse


EXAMPLES = (
    "rookery words",
    "rookery words downfloat",
    "rookery words colour due",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("word", nargs="*", metavar="WORD", help="only this one")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")


def run(args: argparse.Namespace) -> int:
    """Print the requested words, or all of them."""
    phrase = " ".join(args.word)
    words = find_words(phrase) if phrase else WORDS
    if not words:
        raise CommandError(f"no word {phrase!r}; rookery words lists those that are explained")
    if args.format == "json":
        from rookery.serialize.as_data import as_data

        print_json(as_data(words))
        return DONE
    for number, word in enumerate(words):
        if number:
            say()
        _print_word(word)
    return DONE


def _print_word(word: Word) -> None:
    say(word.name, "bold")
    article = f" ({word.article})" if word.article else ""
    print_paragraph(f"{word.meaning}{article}", indent="  ")
    if word.also:
        print_paragraph(f"Also: {', '.join(word.also)}.", indent="  ")
