"""Explain the words of pairings: float, bracket, colour due, transposition, and so on.

With a word, what that one means; without, all of them.
"""

from __future__ import annotations

from rookery.cli.exits import DONE, Refusal
from rookery.cli.render import paragraph, print_json, say
from rookery.glossary import WORDS, Word, found
from rookery.typed import TYPE_CHECKING

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
    """Print the words asked for, or all of them."""
    asked = " ".join(args.word)
    words = found(asked) if asked else WORDS
    if not words:
        raise Refusal(f"no word {asked!r}; rookery words lists those that are explained")
    if args.format == "json":
        from rookery.answers.data import as_data

        print_json(as_data(words))
        return DONE
    for number, word in enumerate(words):
        if number:
            say()
        _print(word)
    return DONE


def _print(word: Word) -> None:
    say(word.name, "bold")
    article = f" ({word.article})" if word.article else ""
    paragraph(f"{word.meaning}{article}", indent="  ")
    if word.also:
        paragraph(f"Also: {', '.join(word.also)}.", indent="  ")
